package extract

import (
	"bytes"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// An unread reader must not be read.
type unread struct{ t *testing.T }

func (r unread) Read([]byte) (int, error) {
	r.t.Error("something is read")
	return 0, io.EOF
}

func (r unread) ReadAt([]byte, int64) (int, error) { return r.Read(nil) }

// TestRefused checks that every way to scan reports an invalid option first, and reads,
// finds and writes nothing.
func TestRefused(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Charset: "none"}, `unknown character set "none"`},
		{Options{Charset: "none", Input: InputMbox}, `unknown character set "none"`},
		{Options{Charset: "none", Refang: true}, `unknown character set "none"`},
		{Options{Input: InputHTML + 1}, "invalid Options.Input: 5"},
		{Options{Input: 99}, "invalid Options.Input: 99"},
		{Options{Input: 99, Charset: "none"}, "invalid Options.Input: 99"},
		{Options{Kinds: []Kind{99}}, "invalid Options.Kinds: Kind(99)"},
		{Options{Kinds: []Kind{Bare, numKinds}}, "invalid Options.Kinds: Kind(7)"},
		{Options{Kinds: append(DefaultKinds(), 15)}, "invalid Options.Kinds: Kind(15)"},
		{Options{Kinds: append(DefaultKinds(), 255, Email)}, "invalid Options.Kinds: Kind(255)"},
		{Options{Level: 99}, "invalid Options.Level: 99"},
		{Options{Validity: 3}, "invalid Options.Validity: 3"},
		{Options{Level: 99, Validity: InvalidOnly}, "invalid Options.Level: 99"},
		{Options{Rejoin: RejoinWide + 32}, "invalid Options.Rejoin: 33"},
		{Options{Rejoin: RejoinNone | RejoinWide}, "invalid Options.Rejoin: 129"},
		{Options{MaxURL: -1}, "invalid Options.MaxURL: -1"},
		{Options{MaxLines: -1}, "invalid Options.MaxLines: -1"},
		{Options{Limits: Limits{Depth: -1}}, "invalid Options.Limits.Depth: -1"},
		{Options{Limits: Limits{Parts: -1}}, "invalid Options.Limits.Parts: -1"},
		{Options{Limits: Limits{Header: -1}}, "invalid Options.Limits.Header: -1"},
		{Options{Limits: Limits{Field: -1}}, "invalid Options.Limits.Field: -1"},
		{Options{Limits: Limits{Word: -1}}, "invalid Options.Limits.Word: -1"},
		{Options{Limits: Limits{Paragraph: -1}}, "invalid Options.Limits.Paragraph: -1"},
		{Options{Limits: Limits{Tag: -1}}, "invalid Options.Limits.Tag: -1"},
		{Options{Limits: Limits{Encoded: -1 << 31}}, "invalid Options.Limits.Encoded: -2147483648"},
	} {
		line := func(*Line) bool {
			t.Errorf("%s: a line", c.want)
			return true
		}
		for _, l := range []func(*Line) bool{nil, line} {
			o := c.o
			o.Line = l
			s := NewScanner(unread{t}, &o)
			refused := func(how string) {
				t.Helper()
				if s.Err() == nil || s.Err().Error() != c.want {
					t.Errorf("%s: the error is %v, want %s", how, s.Err(), c.want)
				}
				if s.Scan() || s.Err() == nil || s.Err().Error() != c.want {
					t.Errorf("%s: something is found, or the error is %v, want %s", how, s.Err(), c.want)
				}
				if n := s.Counts(); n != (Counts{}) {
					t.Errorf("%s: %+v are counted", how, n)
				}
			}
			refused("NewScanner")
			s.Reset(unread{t})
			refused("Reset")
			r, err := NewRange(&o)
			for _, err := range []error{err, r.Scanner().Err(), r.Reset(unread{t}, Checkpoint{}, 0, -1), r.Scanner().Err()} {
				if err == nil || err.Error() != c.want || r.Scanner().Scan() {
					t.Errorf("Range: %v, want %s", err, c.want)
				}
			}
			if v, err := NewSurveyor(unread{t}, &o); v != nil || err == nil || err.Error() != c.want {
				t.Errorf("Surveyor: %v, want %s", err, c.want)
			}
			n := 0
			for m, err := range Bytes([]byte("From: http://a.example/\n\nhxxp://b.example/"), &o) {
				if n++; m.URL != "" || err == nil || err.Error() != c.want {
					t.Errorf("Bytes: %q, %v, want %s", m.URL, err, c.want)
				}
			}
			if n != 1 {
				t.Errorf("Bytes: %d values", n)
			}
			var b bytes.Buffer
			err = Replace(&b, unread{t}, &o, func(Match) string { return "" })
			if b.Len() > 0 || err == nil || err.Error() != c.want {
				t.Errorf("Replace: %q, %v, want %s", &b, err, c.want)
			}
		}
	}
}

// TestKinds checks that the order and the repetition of kinds do not matter, and that a Scanner
// keeps its own kinds.
func TestKinds(t *testing.T) {
	const text = "<URL:http://a.example/> <http://b.example/> http://c.example/ www.d.example/ e@e.example\n"
	kinds := []Kind{Email, Bare, Email, Wrapped}
	s := NewScanner(strings.NewReader(text), &Options{Input: InputText, Kinds: kinds})
	kinds[0] = Angle
	for range 2 {
		var got []Kind
		for s.Scan() {
			got = append(got, s.Match().Kind)
		}
		if want := []Kind{Wrapped, Bare, Email}; s.Err() != nil || !slices.Equal(got, want) {
			t.Errorf("kinds %v, error %v, want %v", got, s.Err(), want)
		}
		s.Release()
		s.Reset(strings.NewReader(text))
	}
	DefaultKinds()[0] = Email
	if got := DefaultKinds(); got[0] != Wrapped || len(got) != 5 {
		t.Errorf("the default is %v", got)
	}
}

// TestLimitsChecked checks that every limit is validated.
func TestLimitsChecked(t *testing.T) {
	for i := range reflect.TypeFor[Limits]().NumField() {
		var o Options
		reflect.ValueOf(&o.Limits).Elem().Field(i).SetInt(-1)
		if _, err := o.check(); err == nil {
			t.Errorf("%s may be negative", reflect.TypeFor[Limits]().Field(i).Name)
		}
	}
}

package extract

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/urlgrep/urlgrep/parse"
)

// TestReject checks that Reject is called once for each invalid URL, however the text is
// read.
func TestReject(t *testing.T) {
	for _, test := range []struct {
		options Options
		text    string
		want    string
	}{
		{Options{}, "http://a.example/ http://a.example:x/", ""}, // ":x" is not of it
		{Options{Level: parse.RFC1738}, "http://a.example/ http://b_b.example/", "http://b_b.example/ bad-host\n"},
		{Options{Level: parse.RFC1738}, "<URL:http://b_b.example/> see", "http://b_b.example/ bad-host\n"},
		{Options{Level: parse.RFC1738}, "<http://a.example/a\n b{c>", "http://a.example/ab{c unsafe-char\n"},
		{Options{Level: parse.RFC1738, DropHyphens: true}, "http://b_b.example/a-\nb ", "http://b_b.example/ab bad-host\n"},
		{Options{Level: parse.RFC1738, Validity: InvalidOnly}, "http://b_b.example/", ""},
		{Options{Level: parse.RFC1738, Validity: ValidAndInvalid}, "http://b_b.example/", ""},
		{Options{Level: parse.RFC1738, Input: InputMail, SkipQuoted: true}, "A: b\n\n> http://b_b.example/\nhttp://c_c.example/\n", "http://c_c.example/ bad-host\n"},
	} {
		var got strings.Builder
		test.options.Reject = func(m *Match, e *parse.Error) {
			if at := test.text[m.Offset:m.End]; m.URL != e.URL || at != m.Text {
				t.Errorf("%q is at %q, which is %q", e.URL, at, m.Text)
			}
			fmt.Fprintf(&got, "%s %v\n", e.URL, e.Class)
		}
		for _, r := range []io.Reader{strings.NewReader(test.text), iotest.OneByteReader(strings.NewReader(test.text))} {
			got.Reset()
			s := NewScanner(r, &test.options)
			for s.Scan() {
			}
			if got.String() != test.want || s.Err() != nil {
				t.Errorf("%q: got %q, %v, want %q", test.text, got.String(), s.Err(), test.want)
			}
		}
	}
}

func TestMessages(t *testing.T) {
	const message = "From a@a.example Thu Jan  1 00:00:00 2004\nA: b\n\ntext\n\n"
	const digest = "A: b\nContent-Type: multipart/digest; boundary=x\n\n--x\n\nA: b\n\ntext\n--x\n\nA: b\n\ntext\n--x--\n"
	for _, test := range []struct {
		input Input
		text  string
		want  int64
	}{
		{InputAuto, "text\n", 0},
		{InputAuto, "<html><p>text", 0},
		{InputMail, "A: b\n\ntext\n", 1},
		{InputAuto, digest, 1},
		{InputAuto, strings.Repeat(message, 3), 3},
	} {
		s := NewScanner(strings.NewReader(test.text), &Options{Input: test.input})
		for s.Scan() {
		}
		if got := s.Counts().Messages; got != test.want {
			t.Errorf("%q: %d messages, want %d", test.text, got, test.want)
		}
	}
	// A range has the URLs that begin in it.
	text := strings.Repeat(message, 3)
	var s Range
	var from Checkpoint
	for i := 1; i <= 3; i++ {
		if err := s.Reset(strings.NewReader(text), from, int64((i-1)*len(message)), int64(i*len(message))); err != nil {
			t.Fatal(err)
		}
		for s.Scanner().Scan() {
		}
		if got := s.Scanner().Counts().Messages; got != 1 {
			t.Errorf("range %d: %d messages", i, got)
		}
		from, _ = s.Last()
	}
}

// TestMatchParse checks that Parse returns a parse.Error exactly for URLs that are not valid
// at the level, and ErrNoScheme for matches without a scheme.
func TestMatchParse(t *testing.T) {
	text := []byte("http://A.example/ http://a.example/~b www.a.example/b b@c.example HTTP://b%C3%BCcher.example:80/ mailto:a@b.example")
	o := Options{Level: parse.RFC1738, Kinds: append(DefaultKinds(), Schemeless, Email)}
	got := map[string]string{}
	for _, o.Validity = range []Validity{ValidOnly, InvalidOnly} {
		for m, err := range Bytes(text, &o) {
			if err != nil {
				t.Fatal(err)
			}
			u, err := m.Parse()
			wrong := o.Validity == InvalidOnly && m.Kind == Bare
			named := m.Kind == Schemeless || m.Kind == Email
			if e := (*parse.Error)(nil); (err != nil) != (wrong || named) || errors.As(err, &e) != wrong || (err == ErrNoScheme) != named || m.Level != parse.RFC1738 {
				t.Errorf("%v %q: %#v", m.Kind, m.URL, err)
			}
			if (u.Text == "") != named || !named && (u.Text != m.URL || u.Level != m.Level) {
				t.Errorf("%q: %+v", m.URL, u)
			}
			got[m.URL] = m.Scheme() + " " + m.Host()
		}
	}
	for url, want := range map[string]string{
		"http://A.example/": "http A.example", "http://a.example/~b": "http a.example", "www.a.example/b": " www.a.example", "b@c.example": " c.example",
		"HTTP://b%C3%BCcher.example:80/": "http b%C3%BCcher.example", "mailto:a@b.example": "mailto ",
	} {
		if got[url] != want {
			t.Errorf("%s: %q, want %q", url, got[url], want)
		}
	}
}

// TestValidity checks that ValidAndInvalid selects the matches of ValidOnly and of
// InvalidOnly, in order.
func TestValidity(t *testing.T) {
	const text = "http://a.example/ <http://a.example/~b> http://a_b.example/ www.a.example <URL:http://a.example/c>"
	urls := func(v Validity) (list []string) {
		for m, err := range Bytes([]byte(text), &Options{Level: parse.RFC1738, Validity: v, Kinds: append(DefaultKinds(), Schemeless)}) {
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, m.URL)
		}
		return list
	}
	valid, invalid, all := urls(ValidOnly), urls(InvalidOnly), urls(ValidAndInvalid)
	if got, want := fmt.Sprint(valid), "[http://a.example/ www.a.example http://a.example/c]"; got != want {
		t.Errorf("valid: %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(invalid), "[http://a.example/~b http://a_b.example/]"; got != want {
		t.Errorf("invalid: %s, want %s", got, want)
	}
	if got, want := fmt.Sprint(all), "[http://a.example/ http://a.example/~b http://a_b.example/ www.a.example http://a.example/c]"; got != want {
		t.Errorf("all: %s, want %s", got, want)
	}
}

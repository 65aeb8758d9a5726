package engine

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/extract/documents"
	"github.com/urlgrep/urlgrep/internal/detect"
)

// A trace is what an Engine has called, one line for each call.
type trace struct {
	lines []string
	on    func(line string) error // if not nil, called with each line
}

func (t *trace) add(format string, args ...any) error {
	line := fmt.Sprintf(format, args...)
	t.lines = append(t.lines, line)
	if t.on == nil {
		return nil
	}
	return t.on(line)
}

// events returns the Events of a trace.
func (t *trace) events() Events {
	return Events{
		Begin: func(name string) bool { return t.add("begin %s", name) == nil },
		End: func(x *Text) bool {
			line := fmt.Sprintf("end %s %d", x.Name, x.Passed)
			if x.Skip != NotSkipped {
				line += [...]string{Binary: ", binary", RestBinary: ", the rest is binary"}[x.Skip]
			}
			if x.Err != nil {
				line += ": " + x.Err.Error()
			}
			return t.add("%s", line) == nil
		},
		Fail: func(f *Fault) { t.add("fail %s %d: %v", f.Name, f.Offset, f.Err) },
	}
}

func (t *trace) found(f *Found) error { return t.add("%s", f.URL()) }

// scan scans an input, and returns the trace and the outcome.
func scan(in Input, o Options, on func(string) error) (string, Outcome) {
	t := &trace{on: on}
	o.Events = t.events()
	outcome := Scan(in, o, t.found)
	return strings.Join(t.lines, "\n"), outcome
}

// stored returns an input that can be read at any offset.
func stored(text string) Input {
	r := strings.NewReader(text)
	return Input{Name: "x", Reader: r, ReaderAt: r, Size: r.Size()}
}

// piped returns an input that can be read only once.
func piped(text string) Input {
	return Input{Name: "x", Reader: io.MultiReader(strings.NewReader(text))}
}

func gzipped(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

// zipped returns a zip file with members, whose names are letters from "a" on.
func zipped(texts ...string) string {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i, text := range texts {
		w, _ := z.Create(string(rune('a' + i)))
		io.WriteString(w, text)
	}
	z.Close()
	return b.String()
}

const (
	one    = "see http://a.example/1 there\n"
	two    = "and http://b.example/2, too\n"
	binary = "\x7FELF\x00\x01\x02 http://c.example/3\x00\x00"
)

// scans are inputs and the calls that a scan of them makes.
var scans = []struct{ what, text, want string }{
	{"an empty text", "", "begin x\nend x 0"},
	{"a text", one + two, "begin x\nhttp://a.example/1\nhttp://b.example/2\nend x 2"},
	{"a binary file", binary, "begin x\nend x 0, binary"},
	{"a text that is binary after 32 KiB", one + strings.Repeat("text\n", 20_000) + "\x00" + two, "begin x\nhttp://a.example/1\nhttp://b.example/2\nend x 2"},
	{"a message", "From: a@b.example\nSubject: c\nContent-Transfer-Encoding: quoted-printable\n\nhttp://a.example/=\n1\n", "begin x\nhttp://a.example/1\nend x 1"},
	{"a compressed text", gzipped(one), "begin x\nhttp://a.example/1\nend x 1"},
	{"a compressed text that is cut", gzipped(one + two)[:48], "begin x\nhttp://a.example/1\nend x 1: gzip: unexpected end of file (after 50 bytes of text); a URL that is cut off there is omitted"},
	{"data after a compressed text", gzipped(one) + "other", "begin x\nhttp://a.example/1\nend x 1: gzip: trailing garbage ignored"},
	{"an archive", zipped(one, binary, gzipped(two)), "begin x/a\nhttp://a.example/1\nend x/a 1\nbegin x/b\nend x/b 0, binary\nbegin x/c\nhttp://b.example/2\nend x/c 1"},
}

// TestScan checks the calls for inputs that are stored, and for those that come through a pipe.
func TestScan(t *testing.T) {
	for _, test := range scans {
		for _, in := range []Input{stored(test.text), piped(test.text)} {
			got, outcome := scan(in, Options{}, nil)
			if got != test.want {
				t.Errorf("%s, read at any offset: %v\ngot:\n%s\nwant:\n%s", test.what, in.ReaderAt != nil, got, test.want)
			}
			want := Outcome{
				Texts:  int64(strings.Count(test.want, "\nend ") - strings.Count(test.want, ", binary")),
				Binary: int64(strings.Count(test.want, "binary")),
				Faults: int64(strings.Count(test.want, "gzip: ")),
			}
			if outcome != want {
				t.Errorf("%s: %+v, want %+v", test.what, outcome, want)
			}
		}
	}
}

// TestReused checks that an Engine finds the same after other inputs, also after those that had
// faults and panics.
func TestReused(t *testing.T) {
	var calls trace
	e := New(Options{Events: calls.events()})
	for range 3 {
		for _, test := range scans {
			if strings.Contains(test.what, "archive") {
				e.Scan(stored(test.text), func(*Found) error { panic("lost") })
			}
			calls.lines = nil
			e.Scan(stored(test.text), calls.found)
			if got := strings.Join(calls.lines, "\n"); got != test.want {
				t.Errorf("%s: %s", test.what, got)
			}
		}
	}
}

// TestFaults checks what is found before a fault, and that a fault does not end the search of other
// texts of an archive.
func TestFaults(t *testing.T) {
	lost := errors.New("lost")
	panics := func(at string) func(string) error {
		return func(line string) error {
			if line == at {
				panic("wrong")
			}
			return nil
		}
	}
	fails := func(at string, err error) func(string) error {
		return func(line string) error {
			if line == at {
				return err
			}
			return nil
		}
	}
	archive := zipped(one+two, two)
	for _, test := range []struct {
		what string
		in   Input
		on   func(string) error
		want string
	}{
		{"a read error", Input{Name: "x", Reader: io.MultiReader(strings.NewReader(one), iotest.ErrReader(lost))}, nil,
			"begin x\nhttp://a.example/1\nend x 1: lost"},
		{"a read error in a URL", Input{Name: "x", Reader: io.MultiReader(strings.NewReader(one+"http://b.exam"), iotest.ErrReader(lost))}, nil,
			"begin x\nhttp://a.example/1\nend x 1: lost; a URL that is cut off there is omitted"},
		{"a NUL in a later read", Input{Name: "x", Reader: io.MultiReader(strings.NewReader(one), strings.NewReader("a\x00"+two))}, nil,
			"begin x\nhttp://a.example/1\nend x 1, the rest is binary"},
		{"a panic of the reader", Input{Name: "x", Reader: io.MultiReader(strings.NewReader(one), panicking{})}, nil,
			"begin x\nhttp://a.example/1\nend x 1: internal error at byte 29: wrong"},
		{"a panic at once", Input{Name: "x", Reader: panicking{}}, nil, "fail x 0: internal error at byte 0: wrong"},
		{"a panic of the caller", stored(archive), panics("http://a.example/1"),
			"begin x/a\nhttp://a.example/1\nend x/a 1: internal error at byte 22: wrong\nbegin x/b\nhttp://b.example/2\nend x/b 1"},
		{"a panic of Begin", stored(archive), panics("begin x/a"),
			fmt.Sprintf("begin x/a\nfail x/a %[1]d: internal error at byte %[1]d: wrong\nbegin x/b\nhttp://b.example/2\nend x/b 1", len(archive))},
		{"an error of the caller", stored(archive), fails("http://a.example/1", lost),
			"begin x/a\nhttp://a.example/1\nend x/a 1: lost\nbegin x/b\nhttp://b.example/2\nend x/b 1"},
		{"the end of a text", stored(archive), fails("http://a.example/1", ErrStop),
			"begin x/a\nhttp://a.example/1\nend x/a 1\nbegin x/b\nhttp://b.example/2\nend x/b 1"},
		{"a text that is not wanted", stored(archive), fails("begin x/a", ErrStop), "begin x/a\nend x/a 0\nbegin x/b\nhttp://b.example/2\nend x/b 1"},
		{"the end of an input", stored(archive), fails("end x/a 2", ErrStop), "begin x/a\nhttp://a.example/1\nhttp://b.example/2\nend x/a 2"},
	} {
		got, outcome := scan(test.in, Options{}, test.on)
		if got != test.want {
			t.Errorf("%s:\n%s\nwant:\n%s", test.what, got, test.want)
		}
		if faults := int64(strings.Count(got, "lost") + strings.Count(got, "internal error")); outcome.Faults != faults {
			t.Errorf("%s: %d faults, want %d", test.what, outcome.Faults, faults)
		}
	}
}

// panicking is a reader that panics.
type panicking struct{}

func (panicking) Read([]byte) (int, error) { panic("wrong") }

// TestHeld checks that the lists of a document count in the memory that engines share while it is read, and
// not after it, however that ends.
func TestHeld(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	add := func(name, text string) {
		w, _ := z.Create(name)
		io.WriteString(w, text)
	}
	add("[Content_Types].xml", `<Types><Override PartName="/a.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`)
	add("a.xml", `<document><body><p><r><t>http://a.example/ http://b.example/</t></r></p></body></document>`)
	for i := range 1 << 15 {
		add(strconv.Itoa(i), "")
	}
	z.Close()
	e := New(Options{Find: extract.Options{Documents: documents.All()}})
	for name, end := range map[string]func() error{
		"all":     func() error { return nil },
		"stopped": func() error { return ErrStop },
		"panic":   func() error { panic("wrong") },
	} {
		var held int64
		e.Scan(stored(b.String()), func(*Found) error {
			held = e.held
			return end()
		})
		if held < 1<<20 || e.held != 0 {
			t.Errorf("%s: %d bytes are held during the scan, %d after it", name, held, e.held)
		}
	}
}

// TestStack checks that the stack of a panic is kept.
func TestStack(t *testing.T) {
	var err error
	o := Options{Events: Events{End: func(x *Text) bool { err = x.Err; return true }}}
	Scan(stored(one), o, func(*Found) error { panic("wrong") })
	if !bytes.Contains(Stack(err), []byte("TestStack")) || Stack(io.EOF) != nil {
		t.Errorf("the stack of %v is %s", err, Stack(err))
	}
}

// TestWaits checks that matches are passed on before a read that may wait.
func TestWaits(t *testing.T) {
	for _, text := range []string{one, "From a@b.example Thu Jan  1 00:00:00 2026\n\n" + one} {
		r, w := io.Pipe()
		found := make(chan string)
		done := make(chan Outcome)
		go func() {
			done <- Scan(Input{Name: "x", Reader: r}, Options{}, func(f *Found) error { found <- string(f.URL()); return nil })
		}()
		for range 3 {
			io.WriteString(w, text)
			if url := <-found; url != "http://a.example/1" {
				t.Errorf("%s is found", url)
			}
		}
		w.Close()
		if o := <-done; o != (Outcome{Texts: 1}) {
			t.Errorf("%+v", o)
		}
	}
}

// TestRest checks that Rest scans on after a match that ends the scan.
func TestRest(t *testing.T) {
	var calls trace
	o := Options{Events: calls.events()}
	o.Events.Rest = func(scan func() bool) {
		for scan() {
			calls.add("rest")
		}
	}
	calls.on = func(line string) error {
		if line == "http://a.example/1" {
			return ErrStop
		}
		return nil
	}
	Scan(stored(one+two+two), o, calls.found)
	if want := []string{"begin x", "http://a.example/1", "rest", "rest", "end x 1"}; !slices.Equal(calls.lines, want) {
		t.Errorf("%q, want %q", calls.lines, want)
	}
}

// TestParts checks that the parts of an input have together what the input has, if each is scanned
// from the last Checkpoint of the one before, and that a guess is right or is noticed.
func TestParts(t *testing.T) {
	for _, text := range []string{
		strings.Repeat(one+two, 30),
		strings.Repeat("From a@b.example Thu Jan  1 00:00:00 2026\nSubject: c\n\n"+one+"From \n\n", 20),
	} {
		var want trace
		Scan(stored(text), Options{}, want.found)
		s, err := NewSurveyor(strings.NewReader(text), extract.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range []int64{1, 17, 100, 1000, 1 << 20} {
			var got trace
			var before extract.Survey
			e, at := New(Options{}), new(extract.Checkpoint)
			for begin := int64(0); begin < int64(len(text)); begin += size {
				p := Part{Begin: begin, End: begin + size, Text: Text{Name: "x"}}
				own, err := s.Survey(p.Begin, p.End)
				if err != nil {
					t.Fatal(err)
				}
				guess, ok := own.Guess(before)
				before = before.Add(own)
				e.ScanPart(&p, strings.NewReader(text), *at, got.found)
				if begin > 0 && ok && p.First != nil && guess != *p.First {
					t.Logf("parts of %d bytes: the guess at %d is wrong", size, begin)
				}
				if p.Err != nil {
					t.Fatal(p.Err)
				}
				if at = p.Last; at == nil {
					break
				}
			}
			if !slices.Equal(got.lines, want.lines) {
				t.Errorf("parts of %d bytes have %d matches, want %d", size, len(got.lines), len(want.lines))
			}
		}
	}
}

// TestPartFaults checks the errors of parts, and those of surveys.
func TestPartFaults(t *testing.T) {
	e := New(Options{})
	p := Part{End: -1, Text: Text{Name: "x"}}
	e.ScanPart(&p, strings.NewReader(one), extract.Checkpoint{}, func(*Found) error { panic("wrong") })
	if p.Err == nil || p.Err.Error() != "internal error at byte 22: wrong" || p.Passed != 1 {
		t.Errorf("a panic: %v, %d passed", p.Err, p.Passed)
	}
	if e.First() != nil {
		t.Error("there is a Checkpoint after a panic")
	}
	e.ScanPart(&p, readerAt{}, extract.Checkpoint{}, func(*Found) error { return nil })
	if p.Err == nil {
		t.Error("a panic of the reader is no fault")
	}
	for _, in := range []io.ReaderAt{strings.NewReader(gzipped(one)), strings.NewReader("%PDF-1.7\n")} {
		if _, err := NewSurveyor(in, extract.Options{}); !errors.Is(err, extract.ErrIndivisible) {
			t.Errorf("a packed input can be divided: %v", err)
		}
	}
	if _, err := NewSurveyor(readerAt{}, extract.Options{}); err == nil {
		t.Error("a panic is no error of a survey")
	}
}

// readerAt panics.
type readerAt struct{}

func (readerAt) ReadAt([]byte, int64) (int, error) { panic("wrong") }

// TestEdit checks that the pieces of an input are the input, and which of them are URLs.
func TestEdit(t *testing.T) {
	edit := func(in Input, ok bool, piece func(*Engine, extract.Piece) error) (*Text, string) {
		var calls trace
		e := New(Options{Events: calls.events()})
		return e.Edit(in, func(detect.Type) bool { return ok }, func(p extract.Piece) error { return piece(e, p) }), strings.Join(calls.lines, "\n")
	}
	var all, urls strings.Builder
	text, _ := edit(piped(one+two), true, func(e *Engine, p extract.Piece) error {
		all.Write(p.Text)
		if p.IsURL {
			urls.WriteString(e.Found().Match().URL + " ")
		}
		return nil
	})
	if all.String() != one+two || urls.String() != "http://a.example/1 http://b.example/2 " || text == nil || text.Err != nil {
		t.Errorf("%+v: %q with %s", text, all.String(), urls.String())
	}
	// The text before a NUL is not all of it: the caller must not take it for the edited text.
	read := io.MultiReader(strings.NewReader(one), strings.NewReader("a\x00b"))
	text, _ = edit(Input{Name: "x", Reader: read}, true, func(*Engine, extract.Piece) error { return nil })
	if text == nil || !errors.Is(text.Err, extract.ErrBinary) {
		t.Errorf("a NUL in a later read: %+v", text)
	}
	none := func(*Engine, extract.Piece) error { t.Error("a piece is passed on"); return nil }
	if text, _ := edit(stored(one), false, none); text != nil {
		t.Errorf("an input that is refused: %+v", text)
	}
	lost := errors.New("lost")
	for _, err := range []error{ErrStop, lost} {
		n := 0
		text, _ := edit(stored(one+two), true, func(*Engine, extract.Piece) error { n++; return err })
		if n != 1 || text == nil || (text.Err == nil) != (err == ErrStop) || err == lost && text.Err != lost {
			t.Errorf("%v after %d pieces: %+v", err, n, text)
		}
	}
	text, calls := edit(stored(one), true, func(*Engine, extract.Piece) error { panic("wrong") })
	if text != nil || !strings.Contains(calls, "internal error") {
		t.Errorf("a panic: %+v, %s", text, calls)
	}
}

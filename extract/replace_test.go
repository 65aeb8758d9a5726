package extract

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
	"github.com/urlgrep/urlgrep/internal/testing/notation"
)

// replaceIn is Replace in a text, which is read through read.
func replaceIn(text string, o *Options, read func(io.Reader) io.Reader, replace func(Match) string) (string, error) {
	var b strings.Builder
	err := Replace(&b, read(strings.NewReader(text)), o, replace)
	return b.String(), err
}

func atOnce(r io.Reader) io.Reader { return r }

func bracketed(m Match) string { return "[" + m.URL + "]" }

func unchanged(m Match) string { return m.URL }

func asItStands(m Match) string { return m.Text }

// TestReplaceCases checks the cases in testdata/replace/cases.txt. A case is a text, and
// after "=>" the text in which each URL is put between brackets; "§" begins a sentence,
// or sets an option for the cases up to the next one.
func TestReplaceCases(t *testing.T) {
	data, err := os.ReadFile("testdata/replace/cases.txt")
	if err != nil {
		t.Fatal(err)
	}
	c := textCase{opts: Options{Input: InputText}}
	for _, paragraph := range strings.Split(strings.TrimSpace(string(data)), "\n\n") {
		for strings.HasPrefix(paragraph, "§ ") {
			var line string
			line, paragraph, _ = strings.Cut(paragraph, "\n")
			if err := c.directive(line[len("§ "):]); err != nil {
				t.Fatal(err)
			}
		}
		if paragraph == "" {
			continue
		}
		text, want, _ := strings.Cut(paragraph, "\n=> ")
		in, _, err := notation.Decode(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, read := range []func(io.Reader) io.Reader{atOnce, iotest.OneByteReader} {
			got, err := replaceIn(string(in), &c.opts, read, bracketed)
			if got := notation.Encode([]byte(got), nil); err != nil || got != recode(t, want) {
				t.Errorf("%s\n%s\ngot, with error %v,\n%s\nwant\n%s", c.sentence, text, err, got, want)
			}
		}
	}
}

// recode writes text in the notation as notation.Encode does.
func recode(t *testing.T, text string) string {
	t.Helper()
	b, _, err := notation.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return notation.Encode(b, nil)
}

// spliced returns the expected result of Replace, from one scan of the whole text.
func spliced(text string, o *Options, replace func(Match) string) string {
	var b strings.Builder
	s := NewScanner(strings.NewReader(text), o)
	at := int64(0)
	for s.Scan() {
		from, to, _ := s.urlAt(&s.finder.Found)
		b.WriteString(text[at:s.src.start(s.win.offset(from))])
		b.WriteString(replace(s.Match()))
		at = s.src.end(s.win.offset(to))
	}
	return b.String() + text[at:]
}

// TestReplaceChunks checks that any split of the input into reads gives the same text,
// which is the input except for the URLs.
func TestReplaceChunks(t *testing.T) {
	t.Parallel()
	w := &writer{Rand: effort.Rand(t)}
	for i := range effort.Rounds(5000) {
		text, o := w.text(), everything
		if i%4 == 0 {
			text, o = w.defangs(text), withRefang
		}
		want := spliced(text, o, bracketed)
		if got, err := replaceIn(text, o, atOnce, bracketed); err != nil || got != want {
			t.Fatalf("%q\ngives, with error %v,\n%q, want\n%q", text, err, got, want)
		}
		for name, r := range readers(w.Rand, text) {
			var b strings.Builder
			if err := Replace(&b, r, o, bracketed); err != nil || b.String() != want {
				t.Fatalf("%q\n%s gives, with error %v,\n%q, want\n%q", text, name, err, b.String(), want)
			}
		}
	}
}

// TestReplaceChunksLong is TestReplaceChunks on text that is longer than the window.
func TestReplaceChunksLong(t *testing.T) {
	w := &writer{Rand: effort.Rand(t)}
	for range effort.Rounds(30) {
		var b strings.Builder
		for b.Len() < 3*chunk {
			b.WriteString(reaching[w.IntN(len(reaching))])
		}
		text := b.String()
		r := &sizedReader{strings.NewReader(text), w.Rand, 5000}
		var got strings.Builder
		err := Replace(&got, r, everything, bracketed)
		if want := spliced(text, everything, bracketed); err != nil || got.String() != want {
			t.Fatalf("with error %v, %d bytes, want %d", err, got.Len(), len(want))
		}
	}
}

// TestReplaceNothing checks that Match.Text leaves the text unchanged, and so does
// Match.URL if no bytes were dropped from the URL.
func TestReplaceNothing(t *testing.T) {
	w := &writer{Rand: effort.Rand(t)}
	same := 0
	for range effort.Rounds(5000) {
		text := w.text()
		if got, err := replaceIn(text, everything, iotest.HalfReader, asItStands); err != nil || got != text {
			t.Fatalf("%q became, with error %v,\n%q", text, err, got)
		}
		found, _ := all(strings.NewReader(text), everything)
		got, err := replaceIn(text, everything, atOnce, unchanged)
		if err != nil {
			t.Fatal(err)
		}
		asWritten := true
		for _, m := range found {
			asWritten = asWritten && strings.Contains(m.Text, m.URL) && m.Raw == ""
		}
		if asWritten {
			same++
			if got != text {
				t.Fatalf("%q became\n%q", text, got)
			}
		}
	}
	if same == 0 {
		t.Error("something was put into a URL of each text")
	}
}

// TestReplaceFindsAgain checks that the replacements are found in the result, each with
// the delimiters of the URL, and on its line if no line break was before it.
func TestReplaceFindsAgain(t *testing.T) {
	b := &breaker{Rand: effort.Rand(t), eol: "\n"}
	for range effort.Rounds(3000) {
		var text strings.Builder
		n := 1 + b.IntN(5)
		for i := range n {
			url := fmt.Sprintf("http://%d.example/%s", i, strings.Repeat("b-c/", b.IntN(10)))
			switch b.IntN(4) {
			case 0:
				text.WriteString("\n\n" + b.wrap(url))
			case 1:
				text.WriteString("<" + url + ">")
			case 2:
				text.WriteString("URL:" + b.blank() + url)
			default:
				text.WriteString(url)
			}
			text.WriteString(" and\n\nthen ")
		}
		before, _ := all(strings.NewReader(text.String()), everything)
		count := 0
		out, err := replaceIn(text.String(), everything, atOnce, func(m Match) string {
			count++
			return fmt.Sprintf("https://x.example/%d?%s", count, m.Host())
		})
		if err != nil || count != n {
			t.Fatalf("%q: %d replaced, error %v", text.String(), count, err)
		}
		after, _ := all(strings.NewReader(out), everything)
		for i, m := range after {
			want := fmt.Sprintf("https://x.example/%d?%d.example", i+1, i)
			if len(after) != n || m.URL != want || m.Kind != before[i].Kind || strings.Contains(m.Text[strings.Index(m.Text, "https"):], "\n") && m.Kind == Bare {
				t.Fatalf("%q became\n%q,\nin which %d is %v %q, not %q", text.String(), out, i, m.Kind, m.URL, want)
			}
		}
	}
}

// FuzzReplace checks that any text, in any pieces, is copied except for the URLs.
func FuzzReplace(f *testing.F) {
	for _, s := range smalls {
		f.Add(s.before+s.after, false)
	}
	f.Add("see <URL:http://a.example/over-\n> view.html>\n> and", false)
	f.Add("<\nhttp://a.example/ >\n<\r\n\r\nURL:\nb\bhttp:", false)
	f.Add("hxxp[://]a[.]example/ joe at\nb [dot] example", true)
	f.Fuzz(func(t *testing.T, text string, refang bool) {
		o := *everything
		o.Refang = refang
		want := spliced(text, &o, bracketed)
		for _, read := range []func(io.Reader) io.Reader{atOnce, iotest.OneByteReader, iotest.HalfReader} {
			got, err := replaceIn(text, &o, read, bracketed)
			switch {
			case errors.Is(err, ErrEncoded) && got == "":
			case err != nil || got != want:
				t.Errorf("%q gives, with error %v,\n%q, want\n%q", text, err, got, want)
			}
		}
		if got, err := replaceIn(text, &o, iotest.OneByteReader, asItStands); err == nil && got != text {
			t.Errorf("%q became\n%q", text, got)
		}
	})
}

// TestReplaceErrors checks that the text written before an error is a beginning of the
// text without the error.
func TestReplaceErrors(t *testing.T) {
	const text = "see http://a.example/ and\nhttp://b.example/"
	fault := errors.New("fault")
	for _, c := range []struct {
		name string
		src  io.Reader
		o    *Options
		want string
		err  error
	}{
		{"reader", io.MultiReader(strings.NewReader(text), iotest.ErrReader(fault)), nil, "see [http://a.example/] and\n", fault},
		{"reader, after a URL", io.MultiReader(strings.NewReader(text+" c"), iotest.ErrReader(fault)), nil, "see [http://a.example/] and\n[http://b.example/] c", fault},
		{"NUL", strings.NewReader(text + " \x00 http://c.example/"), nil, "see [http://a.example/] and\n[http://b.example/]", ErrBinary},
		{"NUL in text", strings.NewReader("\x00 " + text), &Options{Input: InputText}, "\x00 see [http://a.example/] and\n[http://b.example/]", nil},
		{"mail", strings.NewReader("From: a@b.example\nSubject: c\n\n" + text), nil, "", ErrEncoded},
		{"long mail", strings.NewReader("From: a@b.example\nSubject: c\n\n" + strings.Repeat("d\n", 2*chunk)), nil, "", ErrEncoded},
		{"mail as text", strings.NewReader("From: a@b.example\nSubject: c\n\nhttp://d.example/"), &Options{Input: InputText}, "From: a@b.example\nSubject: c\n\n[http://d.example/]", nil},
		{"line", strings.NewReader(text), &Options{Line: func(*Line) bool { return false }}, "see [http://a.example/] and\n[http://b.example/]", nil},
		{"mbox", strings.NewReader(text), &Options{Input: InputMbox}, "", ErrEncoded},
		{"calendar", strings.NewReader("BEGIN:VCALENDAR\n" + text), nil, "", ErrEncoded},
		{"HTML", strings.NewReader("<!DOCTYPE html>\n" + text), nil, "", ErrEncoded},
		{"UTF-16", strings.NewReader("\xff\xfeh\x00t\x00t\x00p\x00"), &Options{Input: InputText}, "", ErrEncoded},
		{"charset", strings.NewReader(text), &Options{Charset: "shift_jis"}, "", ErrEncoded},
	} {
		var b strings.Builder
		if err := Replace(&b, c.src, c.o, bracketed); err != c.err || b.String() != c.want && c.want != "" || c.want == "" && b.Len() > 0 {
			t.Errorf("%s: got %q, %v, want %q, %v", c.name, b.String(), err, c.want, c.err)
		}
	}
	var b strings.Builder
	if err := Replace(&b, strings.NewReader(text), &Options{Charset: "none"}, bracketed); err == nil || b.Len() > 0 {
		t.Errorf("an unknown character set gives %q, %v", b.String(), err)
	}
}

// TestReplaceToBroken checks that an error of the writer ends Replace before it has read
// the whole input.
func TestReplaceToBroken(t *testing.T) {
	fault := errors.New("fault")
	src := strings.NewReader(strings.Repeat("some text\n", 100*chunk))
	if err := Replace(&brokenWriter{fault}, src, nil, bracketed); err != fault || src.Len() == 0 {
		t.Errorf("error %v, %d bytes not read", err, src.Len())
	}
}

type brokenWriter struct{ err error }

func (w *brokenWriter) Write([]byte) (int, error) { return 0, w.err }

// TestReplaceAtOnce checks that text that is certain is written before Replace reads
// more.
func TestReplaceAtOnce(t *testing.T) {
	var out bytes.Buffer
	steps := []struct{ in, out string }{
		{"one\ntwo", "one\n"},
		{"\nhttp://a.example/", "two\n"},
		{"b c\n", "[http://a.example/b] c\n"},
		{"<URL:http://b.example/\n", ""},
		{"c>", "<URL:[http://b.example/c]>"},
		{" http://d.example/e-\n", ""},
		{"f\n", " [http://d.example/e-f]\n"},
		{"end", ""},
	}
	i := 0
	src := readFunc(func(p []byte) (int, error) {
		if i > 0 && out.String() != steps[i-1].out {
			t.Errorf("behind %q, %q was written, want %q", steps[i-1].in, out.String(), steps[i-1].out)
		}
		out.Reset()
		if i == len(steps) {
			return 0, io.EOF
		}
		i++
		return copy(p, steps[i-1].in), nil
	})
	if err := Replace(&out, src, nil, bracketed); err != nil || out.String() != "end" {
		t.Errorf("at last %q, error %v", out.String(), err)
	}
}

// TestReplaceMemory checks that the limits bound the text that Replace holds, for any
// text.
func TestReplaceMemory(t *testing.T) {
	for _, text := range []string{"x", "word ", "line\n", "http://a.example/ ", "<", "<URL:http:b ", "http://a.example/b-\n", "a.", "@"} {
		o := *everything
		o.MaxURL, o.MaxLines = 1<<10, 8
		c := &peakWriter{}
		src := io.LimitReader(&endless{text: []byte(text)}, 4<<20)
		if err := Replace(c, io.TeeReader(src, readSize{c}), &o, unchanged); err != nil {
			t.Fatal(err)
		}
		if c.held > 0 || c.peak > 4*chunk {
			t.Errorf("%q: %d bytes were held, %d are", text, c.peak, c.held)
		}
	}
}

// A peakWriter notes how many bytes have been read and not been written.
type peakWriter struct{ held, peak int }

func (w *peakWriter) Write(p []byte) (int, error) {
	w.held -= len(p)
	return len(p), nil
}

// readSize reports the number of bytes read to a peakWriter.
type readSize struct{ w *peakWriter }

func (r readSize) Write(p []byte) (int, error) {
	r.w.held += len(p)
	r.w.peak = max(r.w.peak, r.w.held)
	return len(p), nil
}

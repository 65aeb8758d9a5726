package sink

import (
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/engine"
	"github.com/urlgrep/urlgrep/internal/record"
)

// plain returns a line without colours.
func plain(out *output.Output) *output.Line { return output.NewLine(out, output.Palette{}) }

// printed returns the output of a format for the first matches of a text, at most most.
func printed(text string, opts extract.Options, most int, f Format) string {
	var b strings.Builder
	out := output.New(&b)
	run := f.Start(out, nil)
	to := run.Sink(&Worker{Out: out, Turn: now{}, IsStopped: func() bool { return false }})
	if to.Lines != nil {
		opts.Line = to.Lines.Line
	}
	if run.Open != nil {
		run.Open()
	}
	for _, name := range []string{"a\nb", "c"} {
		sc := extract.NewScanner(strings.NewReader(text), &opts)
		to.Begin(name, true)
		n := 0
		for n < most && sc.Scan() {
			to.Match(&engine.Found{Scanner: sc})
			n++
		}
		if to.Lines != nil {
			to.Lines.Finish(sc.Scan)
		}
		to.End(n)
	}
	if to.Held != nil {
		to.Held.Flush()
	}
	if run.Close != nil {
		run.Close(nil)
	}
	out.Flush()
	return b.String()
}

// now is the Turn of the only worker.
type now struct{}

func (now) Await()           {}
func (now) Then(call func()) { call() }

// TestURLs checks the text printed before and after a URL.
func TestURLs(t *testing.T) {
	const text = "x http://a.example/\n<URL:http://b.example/c-\nd>"
	for _, test := range []struct {
		settings URLSettings
		want     string
	}{
		{URLSettings{}, "a\\u000ab:http://a.example/\na\\u000ab:http://b.example/c-d\nc:http://a.example/\nc:http://b.example/c-d\n"},
		{URLSettings{Places: Places{LineNumber: true, ByteOffset: true}}, "a\\u000ab:1:2:http://a.example/\na\\u000ab:2:20:http://b.example/c-d\nc:1:2:http://a.example/\nc:2:20:http://b.example/c-d\n"},
		{URLSettings{Places: Places{Null: true}}, "a\nb\x00http://a.example/\na\nb\x00http://b.example/c-d\nc\x00http://a.example/\nc\x00http://b.example/c-d\n"},
		{URLSettings{Print0: true, Places: Places{Null: true}}, "a\nb\x00http://a.example/\x00a\nb\x00http://b.example/c-d\x00c\x00http://a.example/\x00c\x00http://b.example/c-d\x00"},
		{URLSettings{Both: true}, "a\\u000ab:http://a.example/\na\\u000ab:http://b.example/c-d\na\\u000ab:http://b.example/cd\nc:http://a.example/\nc:http://b.example/c-d\nc:http://b.example/cd\n"},
		{URLSettings{Defang: true}, "a\\u000ab:hxxp://a[.]example/\na\\u000ab:hxxp://b[.]example/c-d\nc:hxxp://a[.]example/\nc:hxxp://b[.]example/c-d\n"},
	} {
		got := printed(text, extract.Options{}, 9, URLFormat(plain, test.settings))
		if got != test.want {
			t.Errorf("%+v:\n got %q\nwant %q", test.settings, got, test.want)
		}
	}
}

// TestCarets checks that a caret is below the byte it is about.
func TestCarets(t *testing.T) {
	got := printed("http://joe@a.example:25/", extract.Options{}, 1, WarnedFormat(plain, URLSettings{Places: Places{LineNumber: true}}, nil, record.Notes))
	want := "c:1:http://joe@a.example:25/\n" +
		"           ^ userinfo-in-http: RFC 1738, section 3.3: a user name or password is not allowed; the host is a.example\n" +
		"                         ^ reserved-port: RFC 1738, section 6: the port of another protocol\n"
	if !strings.HasSuffix(got, want) {
		t.Errorf("got\n%s\nwant at its end\n%s", got, want)
	}
}

// TestLines checks the context lines around URLs, and "--" in the gaps.
func TestLines(t *testing.T) {
	const text = "1\n2\nhttp://a.example/\n4\n5\n6\nhttp://b.example/ http://c.example/\n8\n"
	for _, test := range []struct {
		before, after, most int
		want                string // for the second input
	}{
		{0, 0, 9, "c:http://a.example/\nc:http://b.example/ http://c.example/\n"},
		{1, 0, 9, "--\nc-2\nc:http://a.example/\n--\nc-6\nc:http://b.example/ http://c.example/\n"},
		{0, 1, 9, "--\nc:http://a.example/\nc-4\n--\nc:http://b.example/ http://c.example/\nc-8\n"},
		{2, 2, 9, "--\nc-1\nc-2\nc:http://a.example/\nc-4\nc-5\nc-6\nc:http://b.example/ http://c.example/\nc-8\n"},
		{0, 2, 1, "--\nc:http://a.example/\nc-4\nc-5\n"},
		{1, 0, 0, ""},
	} {
		got := printed(text, extract.Options{}, test.most, LinesFormat(plain, LineSettings{Before: test.before, After: test.after}))
		i := strings.LastIndex(got, "a\\u000ab")
		if i >= 0 {
			_, got, _ = strings.Cut(got[i:], "\n")
		}
		if got != test.want {
			t.Errorf("%+v:\n got %q\nwant %q", test, got, test.want)
		}
	}
}

// TestTotals checks what is printed about an input as a whole.
func TestTotals(t *testing.T) {
	for _, test := range []struct {
		settings TotalSettings
		most     int
		want     string
	}{
		{TotalSettings{}, 9, ""},
		{TotalSettings{Count: true}, 9, "a\\u000ab:2\nc:2\n"},
		{TotalSettings{Count: true, Null: true}, 0, "a\nb\x000\nc\x000\n"},
		{TotalSettings{List: true}, 9, "a\\u000ab\nc\n"},
		{TotalSettings{List: true, Null: true, Count: true}, 9, "a\nb\x00c\x00"},
		{TotalSettings{List: true}, 0, ""},
		{TotalSettings{ListWithout: true}, 9, ""},
		{TotalSettings{ListWithout: true}, 0, "a\\u000ab\nc\n"},
	} {
		got := printed("http://a.example/ http://b.example/", extract.Options{}, test.most, TotalsFormat(plain, test.settings))
		if got != test.want {
			t.Errorf("%+v: got %q, want %q", test.settings, got, test.want)
		}
	}
}

// TestCounts checks that counts are printed at the end, the largest first.
func TestCounts(t *testing.T) {
	const text = "http://a.example/ http://b.example/ ftp://a.example/ mailto:joe@d.example"
	for _, test := range []struct {
		settings CountSettings
		want     string
	}{
		{CountSettings{}, "      4 a.example\n      2 (none)\n      2 b.example\n"},
		{CountSettings{JSON: true}, "{\"value\":\"a.example\",\"count\":4}\n{\"value\":null,\"count\":2}\n{\"value\":\"b.example\",\"count\":2}\n"},
		{CountSettings{Table: &TableSettings{Tabs: true}}, "value\tcount\na.example\t4\n(none)\t2\nb.example\t2\n"},
	} {
		test.settings.Property = &record.Properties[1] // host
		got := printed(text, extract.Options{}, 9, CountsFormat(plain, test.settings))
		if got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

package sink

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/engine"
	"github.com/urlgrep/urlgrep/internal/pick"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/unwrap"
)

// pickerOf returns a Picker with the first matches in text, at most most.
func pickerOf(text string, opts extract.Options, most int) *Picker {
	p := NewPicker(nil, record.Warnings, pick.NewFeed())
	opts.Line = p.Line
	sc := extract.NewScanner(strings.NewReader(text), &opts)
	p.Begin("a.txt", false)
	for n := 0; n < most && !p.IsFull() && sc.Scan(); n++ {
		p.Match(&engine.Found{Scanner: sc})
	}
	p.Finish(sc.Scan)
	return p
}

// TestPickerLines checks that each URL is an item once, with three lines before and after
// it from its own text.
func TestPickerLines(t *testing.T) {
	text := lines(1, 5) + "x http://a.example/1 http://a.example/2 <URL:http://\n" +
		"a.example/3> http://a.example/4\n" + "http://a.example/1\n" + lines(6, 9) + "http://a.example/5"
	o := pickerOf(text, extract.Options{}, math.MaxInt)
	first := "3|4|5|x http://a.example/1 http://a.example/2 <URL:http://"
	after := "|a.example/3> http://a.example/4|http://a.example/1|6"
	for i, want := range []struct {
		count int
		text  string
		in    []int
	}{
		{2, first + after, []int{3}},
		{1, first + after, []int{3}},
		{1, first + after + "|7", []int{3, 4}},
		{1, "4|5|x http://a.example/1 http://a.example/2 <URL:http://" + after + "|7", []int{3}},
		{1, "7|8|9|http://a.example/5", []int{3}},
	} {
		item := o.items[i]
		if got := strings.Join(item.Text, "|"); got != want.text || item.Count != want.count || !slices.Equal(item.In, want.in) {
			t.Errorf("%s: %d of %q, want %d of %q", item.URL, item.Count, got, want.count, want.text)
		}
	}
}

// TestPickerLeads checks that URLs with the same target are one item, which shows and opens
// the target, and that the printed match has the URL of the text.
func TestPickerLeads(t *testing.T) {
	leads := &record.Leads{Unwrap: new(unwrap.Options)}
	p := NewPicker(leads, record.Warnings, pick.NewFeed())
	p.Begin("a.txt", false)
	for _, m := range []extract.Match{
		{Kind: extract.Bare, URL: "https://archive.is/http://a.example/"},
		{Kind: extract.Schemeless, URL: "archive.ph/newest/http://a.example/"},
		{Kind: extract.Bare, URL: "http://b.example/"},
	} {
		p.Match(&Kept{m})
	}
	if len(p.items) != 2 || p.items[0].URL != "http://a.example/" || p.items[0].Open != "http://a.example/" ||
		p.items[0].Count != 2 || p.items[1].URL != "http://b.example/" {
		t.Errorf("%+v", p.items)
	}
	if got, want := p.items[0].Original, "https://archive.is/http://a.example/ (archive-today)"; got != want || p.items[1].Original != "" {
		t.Errorf("got %q, want %q; %q", got, want, p.items[1].Original)
	}
	var b bytes.Buffer
	out := output.New(&b)
	p.Print([]int{0}, newJSON(out, record.View{Leads: leads}), func(f Found) Found { return f })
	p.Print([]int{0}, newURLs(output.NewLine(out, output.Palette{}), URLSettings{}), func(f Found) Found { return Followed{f, leads} })
	out.Flush()
	object, line, _ := strings.Cut(b.String(), "\n")
	if !strings.HasPrefix(object, `{"url":"https://archive.is/http://a.example/",`) ||
		!strings.Contains(object, `"target":"http://a.example/","via":["archive-today"]`) || line != "http://a.example/\n" {
		t.Errorf("%s", b.String())
	}
}

func lines(from, to int) string {
	var b strings.Builder
	for i := from; i <= to; i++ {
		fmt.Fprintln(&b, i)
	}
	return b.String()
}

// TestPickerMessages checks that an item has no lines of other messages, and that an item
// in a body has no lines of the header.
func TestPickerMessages(t *testing.T) {
	o := pickerOf("From a@b Mon Jan  5 10:00:00 2026\nFrom: Joe <joe@a.example>\nSubject: http://a.example/1\n\nhttp://a.example/2\n\n"+
		"From a@b Mon Jan  5 10:00:00 2026\nSubject: x\n\nhttp://a.example/3\n", extract.Options{}, math.MaxInt)
	for i, want := range [][]string{{"Subject: http://a.example/1"}, {"http://a.example/2"}, {"http://a.example/3"}} {
		got := slices.DeleteFunc(o.items[i].Text, func(s string) bool { return s == "" })
		if !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", o.items[i].URL, got, want)
		}
	}
	if got, want := o.items[1].About, []string{"Joe <joe@a.example>", "http://a.example/1"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestPickerWarnings checks that an item has the signs and the warnings of its URL, and the
// date of its message.
func TestPickerWarnings(t *testing.T) {
	o := pickerOf("From: Joe <joe@a.example>\nDate: Mon, 5 Jan 2026 10:00:00 +0100\nContent-Type: text/html\n\n"+
		"<a href='http://b.example/'>www.bank.example</a> <a href='http://b.example/1'>one</a>\n", extract.Options{Signs: new(extract.Signs)}, math.MaxInt)
	if len(o.items) != 2 || len(o.items[0].Warnings) != 1 || len(o.items[1].Warnings) != 0 {
		t.Fatalf("%+v", o.items)
	}
	if got := o.items[0].Warnings[0]; !strings.HasPrefix(got, "shown-host-differs: RFC 3986, ") || !strings.HasSuffix(got, ": www.bank.example") {
		t.Errorf("got %q", got)
	}
	if got := o.items[1].Date.Format(time.RFC3339); got != "2026-01-05T10:00:00+01:00" {
		t.Errorf("got %s", got)
	}
}

// TestPickerBounds checks that the Picker stores no more URLs than its limits, and that
// the search then ends, as it does at -m.
func TestPickerBounds(t *testing.T) {
	var b strings.Builder
	for i := range maxItems + 5 {
		fmt.Fprintf(&b, "http://a.example/%d\n", i)
	}
	o := pickerOf(b.String(), extract.Options{}, math.MaxInt)
	if !o.IsFull() || len(o.items) != maxItems {
		t.Errorf("%d items, full: %t", len(o.items), o.IsFull())
	}
	o = pickerOf(b.String(), extract.Options{}, 2)
	if got, want := strings.Join(o.items[1].Text, "|"), "http://a.example/0|http://a.example/1|http://a.example/2|http://a.example/3|http://a.example/4"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	long := "http://a.example/" + strings.Repeat("a", 1<<20) + "/"
	b.Reset()
	for i := range 80 {
		fmt.Fprintf(&b, "%s%d\n", long, i)
	}
	o = pickerOf(b.String(), extract.Options{MaxURL: 2 << 20}, math.MaxInt)
	if !o.IsFull() || o.bytes > 2*maxItemBytes {
		t.Errorf("%d bytes are held, full: %t", o.bytes, o.IsFull())
	}
}

// TestPickerLongLine checks that a long line with many URLs is cut around each, so that all fit.
func TestPickerLongLine(t *testing.T) {
	const urls = 5000
	var b strings.Builder
	for i := range urls {
		fmt.Fprintf(&b, "see http://a.example/%d for more ", i)
	}
	o := pickerOf(b.String()+"\nnext", extract.Options{}, math.MaxInt)
	if o.IsFull() || len(o.items) != urls {
		t.Fatalf("%d items, full: %t", len(o.items), o.IsFull())
	}
	for _, item := range o.items {
		for _, in := range item.In {
			if text := item.Text[in]; !strings.Contains(text, item.URL) || len(text) > maxItemLine+2*len("…") {
				t.Fatalf("%s: the line is %q", item.URL, text)
			}
		}
	}
}

// TestPickerSize checks that the size of a match counts all its texts, and those of its
// message once.
func TestPickerSize(t *testing.T) {
	const text = "From: joe@a.example\nSubject: xyz\n\n<URL:http://a.example/b-\nc-\nd> http://a.example/e\n"
	o := NewPicker(nil, record.Warnings, pick.NewFeed())
	var sizes []int
	for m, err := range extract.Bytes([]byte(text), nil) {
		if err != nil {
			t.Fatal(err)
		}
		sizes = append(sizes, o.sizeOf(&m))
	}
	first := len("http://a.example/b-c-d<URL:http://a.example/b-\nc-\nd>") + len("http://a.example/bcdhttp://a.example/bc-dhttp://a.example/b-cd") + len("joe@a.examplexyz")
	if want := []int{first, 2 * len("http://a.example/e")}; !slices.Equal(sizes, want) {
		t.Errorf("got %d, want %d", sizes, want)
	}
}

// TestOpenable checks that the URL to open has a scheme.
func TestOpenable(t *testing.T) {
	o := pickerOf("www.a.example/x joe@a.example http://a.example/", extract.Options{
		Kinds: append(extract.DefaultKinds(), extract.Schemeless, extract.Email),
	}, math.MaxInt)
	for i, want := range []string{"http://www.a.example/x", "mailto:joe@a.example", "http://a.example/"} {
		if o.items[i].Open != want {
			t.Errorf("got %s, want %s", o.items[i].Open, want)
		}
	}
}

package search

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/selection"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/share"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/record"
)

// testFiles are the files that the tests search, in the order of a walk.
var testFiles = map[string]string{
	"a.txt":     "see http://a.example/1 and http://b.example/2\n",
	"b.bin":     "\x7fELF\x00\x00 http://c.example/\n",
	"c/d.txt":   "http://b.example/2 and <URL:http://d.example/e-\nf>\n",
	"c/e.mbox":  "From a@b.example Thu Jan  1 00:00:00 2026\nSubject: one\n\nhttp://e.example/1\n\nFrom a@b.example Thu Jan  1 00:00:00 2026\n\nhttp://e.example/2\n",
	"c/gz":      "",
	"empty.txt": "",
}

// directory makes a directory with the files, and makes it the working directory.
func directory(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	for name, text := range testFiles {
		path := filepath.Join(dir, filepath.FromSlash(name))
		os.MkdirAll(filepath.Dir(path), 0o777)
		write(t, path, text)
	}
	t.Chdir(dir)
}

// A printed is the output of a search.
type printed struct {
	results, messages string
	status            int
}

// run runs a search with one worker and with several, which must print the same, and returns what it
// prints. The text of a message does not have the name of the program.
func run(t *testing.T, what string, o *Options) (first printed) {
	t.Helper()
	for i, threads := range []int{1, 3} {
		o := *o
		o.Threads, o.RangeLength = threads, 20
		var b, messages bytes.Buffer
		out := output.New(&b)
		s := New(&o, out, output.NewMessages(out, &messages))
		status := s.Run()
		out.Flush()
		p := printed{b.String(), strings.ReplaceAll(messages.String(), "urlgrep: ", ""), status}
		if i == 0 {
			first = p
		} else if p != first {
			t.Errorf("%s: several workers print\n%s%sone\n%s%s", what, p.results, p.messages, first.results, first.messages)
		}
	}
	return first
}

func TestSearch(t *testing.T) {
	directory(t)
	all := input.Options{Operands: []string{"."}, Recurse: true}
	of := func(names ...string) input.Options { return input.Options{Operands: names} }
	for _, test := range []struct {
		what  string
		files input.Options
		set   func(o *Options)
		want  printed
	}{
		{"a file", of("a.txt"), nil, printed{"http://a.example/1\nhttp://b.example/2\n", "", Found}},
		{"a directory", of("c"), nil, printed{"", "c: is a directory (use -r to search it)\n", Error}},
		{"a missing file", of("a.txt", "missing"), func(o *Options) { o.Max = 1 }, printed{"http://a.example/1\n", "missing: no such file or directory\n", Error}},
		{"a host", of("kernel.org"), nil, printed{"", "kernel.org: no such file or directory (to select the URLs of a host use --host=kernel.org)\n", Error}},
		{"a binary file", of("b.bin"), nil, printed{"", "b.bin: binary file, skipped (use -a to search it)\n", Nothing}},
		{"a binary file that is not reported", of("b.bin"), func(o *Options) { o.IgnoreBinary = true }, printed{"", "", Nothing}},
		{"a tree", all, nil, printed{"http://a.example/1\nhttp://b.example/2\nhttp://b.example/2\nhttp://d.example/e-f\nhttp://e.example/1\nhttp://e.example/2\n", "", Found}},
		{"a tree, with names", all, func(o *Options) { o.Names, o.Max = true, 1 },
			printed{"./a.txt:http://a.example/1\n./c/d.txt:http://b.example/2\n./c/e.mbox:http://e.example/1\n", "", Found}},
		{"each URL once", all, func(o *Options) { o.Unique = true }, printed{"http://a.example/1\nhttp://b.example/2\nhttp://d.example/e-f\nhttp://e.example/1\nhttp://e.example/2\n", "", Found}},
		{"the first one of all", all, func(o *Options) { o.Any, o.Quiet = true, true }, printed{"", "", Found}},
		{"none of a text", of("a.txt"), func(o *Options) { o.Max = 0 }, printed{"", "", Nothing}},
		{"sorted", all, func(o *Options) { o.Sort = &sink.Sort{By: order(t, "url"), Reverse: true} },
			printed{"http://e.example/2\nhttp://e.example/1\nhttp://d.example/e-f\nhttp://b.example/2\nhttp://b.example/2\nhttp://a.example/1\n", "", Found}},
		{"by evidence", of("c/d.txt", "a.txt"), func(o *Options) { o.Evidence = true },
			printed{"http://b.example/2\nhttp://d.example/e-f\nhttp://a.example/1\nhttp://b.example/2\n", "1 of 1 hyphen at line breaks kept for lack of evidence\n", Found}},
		{"by evidence, from standard input", input.Options{Operands: []string{"-"}, Stdin: io.MultiReader(strings.NewReader("http://d.example/ef <URL:http://d.example/e-\nf>"))},
			func(o *Options) { o.Evidence, o.Threads = true, 1 }, printed{"http://d.example/ef\nhttp://d.example/ef\n", "", Found}},
	} {
		o := options(test.files)
		o.Messages = new(selection.Messages)
		if test.set != nil {
			test.set(o)
		}
		if test.files.Stdin != nil { // can be read once
			o.Threads = 1
			var b, messages bytes.Buffer
			out := output.New(&b)
			status := New(o, out, output.NewMessages(out, &messages)).Run()
			out.Flush()
			if got := (printed{b.String(), messages.String(), status}); got != test.want {
				t.Errorf("%s: %+v, want %+v", test.what, got, test.want)
			}
			continue
		}
		if got := run(t, test.what, o); got != test.want {
			t.Errorf("%s:\n%+v\nwant\n%+v", test.what, got, test.want)
		}
	}
}

// order returns the order with a name.
func order(t *testing.T, name string) *record.Order {
	t.Helper()
	for i := range record.Orders {
		if record.Orders[i].Name == name {
			return &record.Orders[i]
		}
	}
	t.Fatalf("there is no order %s", name)
	return nil
}

// A recorder is a Sink that records all calls as lines. It is for one worker.
type recorder struct {
	lines []string
	fails func(url string) error // called for each match; may panic
}

func (r *recorder) add(format string, args ...any) {
	r.lines = append(r.lines, fmt.Sprintf(format, args...))
}

func (r *recorder) Begin(name string, _ bool) { r.add("begin %s", name) }
func (r *recorder) End(n int)                 { r.add("end %d", n) }

func (r *recorder) Match(f sink.Found) error {
	url := string(f.URL())
	r.add("match %s", url)
	if r.fails != nil {
		return r.fails(url)
	}
	return nil
}

func (r *recorder) BeginFile(f *sink.File) { r.add("file %s of %d bytes", f.Name, f.Size) }
func (r *recorder) EndFile(_ *sink.File, c sink.Completeness) {
	r.add("end of file, %s", [...]string{sink.Complete: "complete", sink.Failed: "failed", sink.Interrupted: "interrupted"}[c])
}

func (r *recorder) BeginText(o *sink.Original) error { r.add("text %s", o.Name); return nil }
func (r *recorder) Text(piece []byte) error          { r.add("piece %q", piece); return nil }
func (r *recorder) EndText(complete bool) error {
	r.add("end of text, complete: %v", complete)
	return nil
}

func (r *recorder) Fail(name string, err error) { r.add("fail %s: %v", name, err) }

// recorded runs a search with one worker whose Sink is s, and returns the calls of r.
func recorded(o *Options, needs sink.Needs, r *recorder, s sink.Sink) string {
	o.Messages = new(selection.Messages)
	o.Threads, o.Silent = 1, true
	o.Format = sink.Format{Needs: needs, Start: func(*output.Output, *output.Messages) sink.Run {
		return sink.Run{
			Open:  func() { r.add("open") },
			Close: func(e *sink.Ending) error { r.add("close, %d found", e.Sums.Found); return nil },
			Sink:  func(*sink.Worker) sink.Sink { return s },
		}
	}}
	out := output.New(io.Discard)
	New(o, out, output.NewMessages(out, io.Discard)).Run()
	return strings.Join(r.lines, "\n")
}

// TestSinks checks the calls of Sinks with what a format may need.
func TestSinks(t *testing.T) {
	directory(t)
	files := input.Options{Operands: []string{"a.txt", "missing", "empty.txt"}}
	r := new(recorder)
	want := `open
file a.txt of 46 bytes
begin a.txt
match http://a.example/1
match http://b.example/2
end 2
end of file, complete
fail missing: no such file or directory
file empty.txt of 0 bytes
begin empty.txt
end 0
end of file, complete
close, 2 found`
	if got := recorded(options(files), sink.Needs{Files: true}, r, sink.Sink{Printer: r, Files: r, Faults: r}); got != want {
		t.Errorf("a sink with files:\n%s\nwant\n%s", got, want)
	}
	r = new(recorder)
	files.Operands = []string{"a.txt", "b.bin", "c/e.mbox"}
	want = `open
text a.txt
begin a.txt
piece "see "
match http://a.example/1
piece "http://a.example/1"
piece " and "
match http://b.example/2
piece "http://b.example/2"
piece "\n"
end 2
end of text, complete: true
text b.bin
fail b.bin: binary file, not edited
end of text, complete: false
text c/e.mbox
fail c/e.mbox: mail, not edited: text in it may be encoded (use --input=text to edit it as it is)
end of text, complete: false
close, 2 found`
	if got := recorded(options(files), sink.Needs{Text: true}, r, sink.Sink{Printer: r, Text: r, Faults: r}); got != want {
		t.Errorf("a sink with the text:\n%s\nwant\n%s", got, want)
	}
}

// TestFull checks that a Sink that is full ends the search.
func TestFull(t *testing.T) {
	directory(t)
	r := new(recorder)
	isFull := func() bool { return strings.Contains(strings.Join(r.lines, " "), "match") }
	got := recorded(options(input.Options{Operands: []string{"a.txt", "c/d.txt"}}), sink.Needs{InOrder: true}, r, sink.Sink{Printer: r, IsFull: isFull})
	if want := "open\nbegin a.txt\nmatch http://a.example/1\nend 1\nclose, 1 found"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestFaultyMatch checks that an error and a panic of a Sink end the search of one file.
func TestFaultyMatch(t *testing.T) {
	directory(t)
	for what, fails := range map[string]func(string) error{
		"lost": func(url string) error {
			if strings.Contains(url, "a.example") {
				return errors.New("lost")
			}
			return nil
		},
		"internal error at byte 22: lost": func(url string) error {
			if strings.Contains(url, "a.example") {
				panic("lost")
			}
			return nil
		},
	} {
		r := &recorder{fails: fails}
		got := recorded(options(input.Options{Operands: []string{"a.txt", "c/d.txt"}}), sink.Needs{}, r, sink.Sink{Printer: r, Faults: r})
		want := "open\nbegin a.txt\nmatch http://a.example/1\nend 1\nfail a.txt: " + what +
			"\nbegin c/d.txt\nmatch http://b.example/2\nmatch http://d.example/e-f\nend 2\nclose, 3 found"
		if got != want {
			t.Errorf("%s:\n%s\nwant\n%s", what, got, want)
		}
	}
}

// TestClaims checks that what is written is no input, and that a search is refused whose operand is
// the file of an option.
func TestClaims(t *testing.T) {
	directory(t)
	info, err := os.Stat("a.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		claim output.Claim
		files input.Options
		want  printed
	}{
		{output.Claim{Info: info}, input.Options{Operands: []string{"a.txt", "c/d.txt"}}, printed{"http://b.example/2\nhttp://d.example/e-f\n", "a.txt: input file is also the output\n", Error}},
		{output.Claim{Option: "--report", Info: info}, input.Options{Operands: []string{"c/d.txt", "a.txt"}}, printed{"", "--report: a.txt: input file is also the output\n", Error}},
		{output.Claim{Option: "--report", Info: info, Wrote: func([]byte) bool { return true }}, input.Options{Operands: []string{"."}, Recurse: true},
			printed{"http://b.example/2\nhttp://d.example/e-f\nhttp://e.example/1\nhttp://e.example/2\n", "", Found}},
	} {
		o := options(test.files)
		o.Messages, o.Claims = new(selection.Messages), []*output.Claim{&test.claim}
		if got := run(t, test.claim.Option, o); got != test.want {
			t.Errorf("%+v: %+v, want %+v", test.claim, got, test.want)
		}
	}
}

// TestShares checks that the parts of a corpus have together what one search finds, with and without
// an index, and that a worker that is asked for the ranges of the index finds it, too.
func TestShares(t *testing.T) {
	directory(t)
	files := input.Options{Operands: []string{"."}, Recurse: true}
	search := func(set func(o *Options)) (string, *Search) {
		o := options(files)
		o.Messages, o.Threads, o.RangeLength, o.KeepErrors = new(selection.Messages), 2, 30, true
		set(o)
		var b, messages bytes.Buffer
		out := output.New(&b)
		s := New(o, out, output.NewMessages(out, &messages))
		if status := s.Run(); status == Error {
			t.Errorf("an error: %s", &messages)
		}
		out.Flush()
		return b.String(), s
	}
	want, _ := search(func(*Options) {})
	var index bytes.Buffer
	out := output.New(io.Discard)
	o := options(files)
	o.Messages = new(selection.Messages)
	if status := New(o, out, output.NewMessages(out, io.Discard)).Survey(&index, "v1", 20); status != Found {
		t.Fatalf("the survey ends with %d", status)
	}
	write(t, filepath.Join(t.TempDir(), "index"), index.String())
	for _, of := range []int{1, 2, 3, 7} {
		got := ""
		for n := range of {
			s := &Share{Part: share.Part{Number: n + 1, Of: of}, Version: "v1", Before: func() (r share.Range, ok bool) { return r, false }}
			results, run := search(func(o *Options) { o.Share = s })
			got += results
			faults := run.Faults()
			if s.Corpus.Files != int64(len(testFiles)) || faults.Len() > 0 {
				t.Errorf("part %d of %d: %+v, %d faults", n+1, of, s.Corpus, faults.Len())
			}
		}
		if got != want {
			t.Errorf("%d parts:\n%s\nwant\n%s", of, got, want)
		}
	}
	var b, messages bytes.Buffer
	o.Format = sink.JSONFormat(record.View{})
	out = output.New(&b)
	if status := New(o, out, output.NewMessages(out, &messages)).Serve(&index, "v1"); status != Found || strings.Count(messages.String(), "\n") != 1 {
		t.Errorf("the worker ends with %d: %s", status, &messages)
	}
	out.Flush()
	if n := strings.Count(b.String(), `"url":`); n != strings.Count(want, "\n") {
		t.Errorf("the worker finds %d URLs, want %d:\n%s", n, strings.Count(want, "\n"), &b)
	}
}

// TestBackground checks a search in the background, and that Stop waits for its end.
func TestBackground(t *testing.T) {
	directory(t)
	o := options(input.Options{Operands: []string{"a.txt"}})
	o.Messages = new(selection.Messages)
	var b bytes.Buffer
	out := output.New(&b)
	done := make(chan bool)
	search := New(o, out, output.NewMessages(out, io.Discard)).Start(func() { close(done) })
	<-done
	if status := search.Stop(); status != Found || !strings.Contains(b.String(), "http://a.example/1\n") {
		t.Errorf("it ends with %d, and has printed %q", status, &b)
	}
	// A reader that waits does not hold up the end.
	r, w := io.Pipe()
	defer w.Close()
	o = options(input.Options{Operands: []string{"-"}, Stdin: r})
	o.Messages = new(selection.Messages)
	search = New(o, out, output.NewMessages(out, io.Discard)).Start(func() {})
	io.WriteString(w, "http://c.example/ and ")
	if status := search.Stop(); status == Error || search.search.Found() > 1 {
		t.Errorf("it ends with %d", status)
	}
}

// TestRangeLength checks that a text that is searched in ranges of any length has the same matches,
// places and counts.
func TestRangeLength(t *testing.T) {
	directory(t)
	text := strings.Repeat("From a@b.example Thu Jan  1 00:00:00 2026\nSubject: c\n\n> http://a.example/1\n-- \nhttp://b.example/2\n\n", 40)
	write(t, "mbox", text)
	var want string
	for i, length := range []int64{math.MaxInt64, 1, 33, 250, 1000} {
		o := options(input.Options{Operands: []string{"mbox"}})
		o.Messages, o.Threads, o.RangeLength, o.Stats = new(selection.Messages), 3, length, true
		o.Format, o.Find = sink.JSONFormat(record.View{}), extract.Options{}
		var b, messages bytes.Buffer
		out := output.New(&b)
		New(o, out, output.NewMessages(out, &messages)).Run()
		out.Flush()
		stats, _, _ := strings.Cut(messages.String(), " errors\n")
		if got := b.String() + stats; i == 0 {
			want = got
		} else if got != want {
			t.Errorf("ranges of %d bytes print something else", length)
		}
	}
	if !strings.Contains(want, "40 messages") || strings.Count(want, `"url"`) != 80 {
		t.Errorf("%s", want)
	}
}

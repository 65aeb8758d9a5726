package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/extract"
)

// facts returns what a plan does, apart from the defaults, in words.
func facts(p *plan) string {
	var words []string
	add := func(is bool, word string, args ...any) {
		if is {
			words = append(words, fmt.Sprintf(word, args...))
		}
	}
	add(p.answer != "", "answers")
	for _, k := range p.find.Kinds {
		words = append(words, k.String())
	}
	add(p.find.Input != extract.InputAuto, "input=%v", p.find.Input)
	add(p.find.Validity == extract.InvalidOnly, "only-invalid")
	add(!p.find.SkipPlaces, "places")
	add(p.findsSigns(), "signs")
	add(p.find.MaxURL != 0, "url=%d", p.find.MaxURL)
	add(p.find.MaxLines != 0, "lines=%d", p.find.MaxLines)
	add(p.find.Limits.Depth != 0, "depth=%d", p.find.Limits.Depth)
	add(p.unpack.MaxBytes != 0, "bytes=%d", p.unpack.MaxBytes)
	add(p.max != math.MaxInt, "max=%d", p.max)
	add(p.hasSelection(), "selects")
	add(p.remembers(), "remembers")
	add(p.hasLeads(), "leads")
	add(p.recurse, "recursive")
	add(p.dereference, "follows-links")
	add(p.rules.SkipHidden, "no-hidden")
	add(p.rules.GitIgnore, "gitignore")
	add(!p.printsMatches(), "no-matches")
	add(p.endsEarly(), "ends-early")
	add(p.needs().Records, "structured")
	add(p.isTable(), "table")
	add(p.printsLines(), "prints-lines")
	add(p.printsLines() && max(p.linesBefore, p.linesAfter) > 0, "context=%d,%d", p.linesBefore, p.linesAfter)
	add(p.counts(), "counts")
	add(p.sorting() != nil, "sorts")
	add(p.hasLeads() && !p.needs().Records && !p.needs().InText && !p.needs().Total, "follows-leads")
	add(p.showsNames(), "names")
	add(p.writesIndex(), "index")
	add(p.rowOptions != "", "rows: %s;", p.rowOptions)
	words = append(words, p.notes...)
	return strings.Join(words, " ")
}

// TestPlan checks what command lines do, or the error of those that make no sense, beyond the table
// of options.
func TestPlan(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"", ""},
		{"a", ""},
		{"a b", "names"},
		{"-h a b", ""},
		{"-n", "places"},
		{"-r", "recursive names"},
		{"-R", "recursive follows-links names"},
		{"--files-from=x", "names"},
		{"-c a b", "no-matches names"},
		{"-l", "no-matches"},
		{"-q", "no-matches ends-early"},
		{"-q --stats", "no-matches"},
		{"-qu", "no-matches ends-early"},
		{"-u", "selects remembers"},
		{"--same=rfc3986", "selects remembers"},
		{"--same=rfc3986 --replace=x", "places signs structured"},
		{"-ul", "no-matches"},
		{"-m3", "max=3"},
		{"-m0", "max=0"},

		{"--schemeless", "wrapped angle prefixed bare attribute schemeless"},
		{"--email --schemeless", "wrapped angle prefixed bare attribute schemeless email"},
		{"--kind=bare", "bare"},
		{"--kind=bare --email", "bare email"},
		{"--scheme=htp", "--scheme: htp is not a known scheme (did you mean http?)"},
		{"--scheme=http,x-own", ""},
		{"--invalid", "only-invalid"},
		{"--warn", "places signs selects"},
		{"-a", "input=text"},
		{"-a --input=mail", "input=mail"},
		{"--unwrap", "leads follows-leads"},
		{"--clean=x --show-lines", "leads prints-lines"},
		{"--unwrap --json", "places signs leads structured"},
		{"--unwrap --warn", "places signs selects leads"},
		{"--unwrap --warn -0", "places signs selects leads follows-leads"},
		{"-e x", "selects"},
		{"--host=a", "selects"},
		{"--limit=url=128K,lines=2K,bytes=1G --limit=depth=5", "url=131072 lines=2048 depth=5 bytes=1073741824"},
		{"--limit=bytes=none", ""},
		{"--skip=hidden,ignored", "no-hidden gitignore"},

		{"--json", "places signs structured"},
		{"--json -c", "--json and -c exclude each other"}, // by the table
		{"--json --format={{.URL}}", "structured"},
		{"--format={{.URL}} --json", "places signs structured"},
		{"--json --csv --columns=url", "structured table"},
		{"--columns=url --json", "places signs structured"},
		{"--csv", "places signs structured table"},
		{"--tsv=safe --columns=url,line", "places structured table"},
		{"--count-by=host", "counts"},
		{"--count-by=year", "places counts"},
		{"--count-by=host -q", "no-matches ends-early"},
		{"--show-lines", "prints-lines"},
		{"-C2", "prints-lines context=2,2"},
		{"-C2 -A1", "prints-lines context=2,1"},
		{"-B0", "prints-lines"},
		{"-C2 -l", "no-matches"},
		{"--sort=url", "sorts"},
		{"--sort=-date", "places sorts"},
		{"--sort=date --pick a b", "places signs"},
		{"--pick", "places signs"},
		{"--report=x", "places signs"},
		{"--report=x -uw -e a", "places signs selects remembers"},

		{"--sql", "places signs structured rows: urlgrep;"},
		{"--sql -e a --input=text -j2 --stats --hyperlink=never -n -r --verbose", "input=text places signs selects recursive structured names rows: urlgrep --regexp=a --input=text;"},
		{"--sql -F -E -e a", "places signs selects structured rows: urlgrep --regexp=a;"},
		{"--worker", "places signs structured names"},
		{"--survey=- a", "places index"},

		{"--help", "answers"},
		{"--help json", "answers"},
		{"--man -c", "answers no-matches"},
		{"--help=attachment", "answers"},
		{"--version --completion=zsh", "-V and --completion exclude each other"},
		{"--help=xyzzy", "--help: unknown option xyzzy"},
		{"--help=csv-safe", "--help: option csv-safe is now --csv=safe"},

		{"-v", "--invert-match requires --regexp, --file or --host"},
		{"-i", "--ignore-case requires --regexp or --file"},
		{"-E x", "--extended-regexp requires --regexp or --file"},
		{"-w --host=a", "--word-regexp requires --regexp or --file"},
		{"--known-hosts=x -c", "--known-hosts requires --warn, --pick, --json, --csv, --tsv, --columns, --sql, --format, --report or --replace"},
		{"--sql-skip=x", "--sql-skip requires --sql"},
		{"--diff", "--diff requires --replace"},
		{"--action=o=x", "--action requires --pick"},
		{"--output-dir=x", "--output-dir requires --part"},
		{"--since=2025 --until=2024", "--since is after --until"},
		{"--from=x -a", "messages can be selected only in mail, not with --input=text, --input=html or --text"},
		{"--from=x -a --input=mbox", "input=mbox"},
		{"--pick --sort=url", "--pick sorts only by date"},
		{"-I --input=mail", "--input and -I exclude each other"},
		{"-I --input=auto", ""},
		{"--replace=x --input=html", "--replace and --input=html exclude each other"},
		{"--replace=x --hyphen=both", "--replace and --hyphen=both exclude each other"},
		{"--replace=x --charset=utf-16", "--replace: text in the character set utf-16 is not edited"},
		{"--replace=x --in-place", "--in-place requires a FILE: standard input cannot be edited in place"},
		{"--replace=x --in-place a -", "--in-place requires a FILE: standard input cannot be edited in place"},
		{"--replace=x --in-place --diff", "places signs structured"},
		{"--part=1/2", "standard input has no shares: name files, or use -r"},
		{"--part=1/2 a -", "standard input has no shares: name files, or use -r"},
		{"--part=1/2 --survey=- a", "--survey: standard input cannot be the index"},
		{"--part=1/2 --hyphen=evidence a", "--hyphen=evidence needs all files: it cannot be combined with --part or --worker"},
		{"--worker a", "--worker reads the names of files from standard input, not from the command line"},
		{"--limit=range=1K a", "--limit=range requires --survey without --part"},
		{"--limit=range=1K --survey=x a", "places index"},
		{"--files-from=- -f -", "--files-from: standard input is already used for something else"},
		{"--files-from=- -", "--files-from: standard input is already used for something else"},
	} {
		got := ""
		if p, err := planOf(strings.Fields(test.args)); err != nil {
			got = err.Error()
		} else {
			got = facts(p)
		}
		if got != test.want {
			t.Errorf("%s:\n\t%s\nwant\n\t%s", test.args, got, test.want)
		}
	}
}

// TestPlanRest checks which options make shares different.
func TestPlanRest(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"--part=1/2 a", "a"},
		{"--part=2/2 --output-dir=d -j3 -s --verbose --stats --progress=never --line-buffered -o a", "a"},
		{"--part=1/2 --json a b", "--json= a b"},
		{"--part=1/2 --json -E -e x a", "--json= --regexp=x a"},
		{"--part=1/2 -F -e x -r a", "--fixed-strings= --regexp=x --recursive= a"},
		{"--part=1/2 --password=sesame --password rose --password-file=x a", "--password=xxxxx --password=xxxxx --password-file=x a"},
		{"--part=1/2 --color=always --input=text -t mail -r a", "--color=always --input=text --type=mail --recursive= a"},
	} {
		p, err := planOf(strings.Fields(test.args))
		if err != nil {
			t.Errorf("%s: %v", test.args, err)
		} else if got := strings.Join(p.rest, " "); got != test.want {
			t.Errorf("%s: %s, want %s", test.args, got, test.want)
		}
	}
}

// TestPlanIsPure checks that a plan does not change the command line that it is made from.
func TestPlanIsPure(t *testing.T) {
	for _, args := range []string{"--kind=bare --email -a -C2 -r", "--worker", "--same=exact --pick", "--skip=hidden --schemeless"} {
		given, err := parseArgs(strings.Fields(args))
		if err != nil {
			t.Fatal(err)
		}
		before := *given
		before.kinds = slices.Clone(given.kinds)
		first, err := newPlan(given)
		if err != nil {
			t.Fatal(err)
		}
		second, err := newPlan(given)
		if err != nil {
			t.Fatal(err)
		}
		if facts(first) != facts(second) {
			t.Errorf("%s: first %s, then %s", args, facts(first), facts(second))
		}
		same := slices.Equal(before.kinds, given.kinds) && before.showLines == given.showLines && before.json == given.json &&
			before.recurse == given.recurse && before.unique == given.unique && before.input == given.input &&
			before.rules.SkipHidden == given.rules.SkipHidden && before.noName == given.noName && before.max == given.max
		if !same {
			t.Errorf("%s: the command line was %+v, and is %+v", args, before, *given)
		}
	}
}

// TestLoad checks which files are read, in which order, and what their errors say.
func TestLoad(t *testing.T) {
	files := map[string]string{"p": "a\nb\n", "bad": "a\n(\n", "rules": "k\n", "wrong": "a=b\n", "clear.json": `{"providers":{"shop":{"urlPattern":"a","rules":["(?!x)y"]}}}`, "hosts": "# known\na.example\n", "nohosts": "a b\n"}
	for _, test := range []struct{ args, read, want string }{
		{"-e x", "", ""},
		{"-f p -f - --clean=rules --warn --known-hosts=hosts", "p rules hosts", ""},
		{"-f none --clean=none", "none", "none: no such file or directory"},
		{"-f bad --clean=none", "bad", `bad: line 2: invalid regular expression "(": missing closing )`},
		{"--clean=none", "none", "--clean: none: no such file or directory"},
		{"--clean=wrong", "wrong", `--clean: wrong: line 1: invalid parameter "a=b": a name has no '='`},
		{"--clean=clear.json", "clear.json", ""},
		{"--warn --known-hosts=nohosts", "nohosts", "--known-hosts: nohosts: line 1: "},
		{"--host=[", "", `--host: invalid pattern "["`},
	} {
		var read, notes []string
		from := source{stdin: strings.NewReader("c\n"), note: func(text string) { notes = append(notes, text) }, read: func(name string) ([]byte, error) {
			read = append(read, name)
			text, ok := files[name]
			if !ok {
				return nil, &fs.PathError{Op: "open", Path: name, Err: errors.New("no such file or directory")}
			}
			return []byte(text), nil
		}}
		p, err := planOf(strings.Fields(test.args))
		if err != nil {
			t.Errorf("%s: %v", test.args, err)
			continue
		}
		_, err = p.load(from)
		if err == nil && test.want != "" || err != nil && (test.want == "" || !strings.HasPrefix(err.Error(), test.want)) {
			t.Errorf("%s: %v, want %s", test.args, err, test.want)
		}
		if got := strings.Join(read, " "); got != test.read {
			t.Errorf("%s: read %s, want %s", test.args, got, test.read)
		}
		if wanted := strings.Contains(test.args, "clear"); wanted != (len(notes) == 1) {
			t.Errorf("%s: notes %q", test.args, notes)
		}
	}
}

// TestFormats checks that each output format gets what its Needs say, and nothing else, and that each
// of the table is chosen by a command line.
func TestFormats(t *testing.T) {
	chosen := map[int]bool{}
	for _, args := range []string{
		"-c", "--replace=x", "--count-by=host", "--show-lines", "--report=-", "--sql", "--json", "--format={{.URL}}", "--csv", "--invalid", "--warn", "",
	} {
		p, err := planOf(strings.Fields(args))
		if err != nil {
			t.Fatal(err)
		}
		task, err := p.load(source{stdin: strings.NewReader(""), read: os.ReadFile, note: func(string) {}})
		if err != nil {
			t.Fatal(err)
		}
		chosen[slices.IndexFunc(formats, func(f format) bool { return f.is(task) })] = true
		f, out := task.chosen(), output.New(io.Discard)
		s := f.Start(out, nil).Sink(&sink.Worker{Out: out})
		if n := f.Needs; n.Lines != (s.Lines != nil) || n.Files != (s.Files != nil) || n.Text != (s.Text != nil) || s.Printer == nil {
			t.Errorf("%q: needs %+v, gets %+v", args, n, s)
		}
	}
	if len(chosen) != len(formats) {
		t.Errorf("%d of %d formats are chosen", len(chosen), len(formats))
	}
}

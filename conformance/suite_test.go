package conformance

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var (
	update = flag.Bool("update", false, "write the differences in testdata and the table in README.md")
	show   = flag.Bool("show", false, "log each difference with its reason, the case and both results")
)

// A suite compares urlgrep with the test data of another project.
type suite struct {
	name    string // its differences are in testdata/NAME.txt
	from    string // the module whose test data it reads
	what    string // what is compared, for the table in README.md
	compare func() ([]outcome, error)
}

// suites are all suites, in the order of the table in README.md.
var suites = []*suite{
	{"html-tree", htmlModule, "text and URL attributes of a page", compareTrees},
	{"html-tokens", htmlModule, "the same, of malformed markup and character references", compareTokens},
	{"html-pages", pagesModule, "text and URL attributes of pages in many character sets", comparePages},
	{"url-attribute", urlModule, "URL found in `href`, and its host", compareAttributes},
	{"url-wrapped", urlModule, "URL found in `<URL:…>`", compareWrapped},
	{"url-level", urlModule, "validity at RFC 3986 and `lenient`", compareLevels},
	{"host-toascii", urlModule, "`host_ascii`", compareToASCII},
	{"host-idna", urlModule, "`host_ascii`, Unicode's table", compareIDNA},
	{"key-whatwg", urlModule, "`key` of `--same=whatwg`", compareWHATWG},
	{"key-rfc3986", normalModule, "`key` of `--same=rfc3986`", compareNormal},
	{"key-archive", urlModule, "`key` of `--same=archive`", compareCanonical},
	{"suffix-list", suffixModule, "public suffix of a domain", compareSuffixes},
	{"suffix-domain", suffixModule, "`--count-by=domain`", compareDomains},
	{"mail-enmime", enmimeModule, "header fields and texts of messages", compareEnmime},
	{"mail-go-message", goMessageModule, "header fields and texts of messages", compareGoMessage},
	{"mail-words", enmimeModule, "encoded words (RFC 2047)", compareWords},
	{"mail-parameters", enmimeModule, "media types and parameters", compareParameters},
	{"mail-encodings", goMessageModule, "character sets and transfer encodings", compareEncodings},
}

// An outcome is the result of one case.
type outcome struct {
	id   string // the file of the test data and the number of the case in it
	kind string // how urlgrep differs; "" if it does not
	why  string // the case and both results, for a person
}

// A difference is a line in testdata: a case in which urlgrep differs, and how.
type difference struct{ id, kind string }

// reasons maps each known difference to its reason.
type reasons map[difference]string

// unexplained is the reason of differences that -update has added.
const unexplained = "?"

// run returns the outcomes of all cases. It compares once for all tests.
func (s *suite) run(t *testing.T) []outcome {
	t.Helper()
	if all, ok := ran[s]; ok {
		return all
	}
	all, err := s.compare()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatalf("%s has no test data", s.from)
	}
	ran[s] = all
	return all
}

var ran = make(map[*suite][]outcome)

// TestSuites checks that urlgrep differs from the test data in the cases that are listed
// in testdata, in the way that is listed there, and in no other.
func TestSuites(t *testing.T) {
	for _, s := range suites {
		t.Run(s.name, func(t *testing.T) {
			all := s.run(t)
			known := s.read(t)
			ids := make(map[string]bool)
			for _, o := range all {
				if ids[o.id] || strings.ContainsAny(o.id, " \t\n") || o.id == "" {
					t.Errorf("%q does not name one case", o.id)
				}
				ids[o.id] = true
			}
			if *update {
				s.write(t, known, all)
				return
			}
			for _, o := range all {
				if o.kind == "" {
					continue
				}
				d := difference{o.id, o.kind}
				reason, ok := known[d]
				if !ok {
					t.Errorf("new difference: %s %s: %s", d.kind, d.id, o.why)
				} else if *show {
					t.Logf("%s %s: %s\n\t%s", d.kind, d.id, o.why, reason)
				}
				delete(known, d)
			}
			for d := range known {
				t.Errorf("no longer a difference, remove it from testdata: %s %s", d.kind, d.id)
			}
		})
	}
}

func (s *suite) path() string { return filepath.Join("testdata", s.name+".txt") }

// read reads the known differences. A line "= REASON" begins a list of differences with
// that reason, one "KIND ID" on each line. Lines that begin with "#" are comments.
func (s *suite) read(t *testing.T) reasons {
	t.Helper()
	text, err := os.ReadFile(s.path())
	if err != nil && !(*update && errors.Is(err, fs.ErrNotExist)) {
		t.Fatal(err)
	}
	known := make(reasons)
	reason := ""
	for n, line := range strings.Split(string(text), "\n") {
		place := fmt.Sprintf("%s:%d", s.path(), n+1)
		if line == "" || line[0] == '#' {
			continue
		}
		if after, ok := strings.CutPrefix(line, "= "); ok {
			if reason = after; reason == unexplained && !*update {
				t.Errorf("%s: differences need a reason", place)
			}
			continue
		}
		kind, id, ok := strings.Cut(line, " ")
		if !ok || reason == "" {
			t.Fatalf("%s: not a difference with a reason: %q", place, line)
		}
		if _, twice := known[difference{id, kind}]; twice {
			t.Errorf("%s: listed twice: %s", place, line)
		}
		known[difference{id, kind}] = reason
	}
	return known
}

// write writes the differences in all, with the reasons that are known. It keeps the
// order of the reasons.
func (s *suite) write(t *testing.T, known reasons, all []outcome) {
	t.Helper()
	old, err := os.ReadFile(s.path())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	lists := make(map[string][]string)
	for _, o := range all {
		if o.kind == "" {
			continue
		}
		reason, ok := known[difference{o.id, o.kind}]
		if !ok {
			reason = unexplained
			t.Logf("%s %s: %s", o.kind, o.id, o.why)
		}
		lists[reason] = append(lists[reason], o.kind+" "+o.id+"\n")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# Differences from %s: see README.md.\n", s.from)
	put := func(reason string) {
		if len(lists[reason]) > 0 {
			fmt.Fprintf(&b, "\n= %s\n%s", reason, strings.Join(lists[reason], ""))
			delete(lists, reason)
		}
	}
	for line := range strings.Lines(string(old)) {
		line = strings.TrimSuffix(line, "\n")
		if reason, ok := strings.CutPrefix(line, "= "); ok && reason != unexplained {
			put(reason)
		}
	}
	put(unexplained)
	if err := os.WriteFile(s.path(), []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestReadme checks the table in README.md.
func TestReadme(t *testing.T) {
	const begin, end = "<!-- table -->\n", "<!-- end -->"
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(text), begin)
	table, after, ok := strings.Cut(rest, end)
	if !ok {
		t.Fatalf("README.md has no table between %q and %q", begin, end)
	}
	var b strings.Builder
	b.WriteString("| suite | test data | compared | cases | agree | differ |\n|---|---|---|---:|---:|---:|\n")
	for _, s := range suites {
		all := s.run(t)
		differ := 0
		for _, o := range all {
			if o.kind != "" {
				differ++
			}
		}
		fmt.Fprintf(&b, "| [%s](testdata/%[1]s.txt) | [%s](https://pkg.go.dev/%[2]s) | %s | %d | %d | %d |\n",
			s.name, s.from, s.what, len(all), len(all)-differ, differ)
	}
	if table == b.String() {
		return
	}
	if !*update {
		t.Fatalf("README.md has another table. Now:\n%s", b.String())
	}
	if err := os.WriteFile("README.md", []byte(before+begin+b.String()+end+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestFiles checks that each file in testdata belongs to a suite.
func TestFiles(t *testing.T) {
	files, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !slices.ContainsFunc(suites, func(s *suite) bool { return filepath.Base(s.path()) == f.Name() }) {
			t.Errorf("testdata/%s belongs to no suite", f.Name())
		}
	}
}

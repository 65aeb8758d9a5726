package main

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/urlgrep/urlgrep/internal/testing/notation"
)

const mailCases = "../../testdata/corpora/mail-cases"

// A mailCase is a variant of a case: an input and the matches in it. README.md in that
// directory describes the notation.
type mailCase struct {
	name       string
	args       []string
	input      []byte
	starts     []int
	ends       []int
	want       []wantedMail
	wantErrors []string
	wantStatus int
}

// A wantedMail is an expected match. The keys are those of JSON.
type wantedMail struct {
	line   string // as written in the case
	fixed  [4]string
	url    string
	keys   map[string]string
	approx bool
}

// mailColumns are the columns of an expected match before its URL.
var mailColumns = [4]string{"index", "part", "header", "kind"}

// TestMailCases checks the matches in each variant.
func TestMailCases(t *testing.T) {
	t.Parallel()
	for _, name := range mailCaseFiles(t) {
		t.Run(strings.TrimSuffix(name, ".txt"), func(t *testing.T) {
			for _, c := range readMailCases(t, name) {
				t.Run(c.name, func(t *testing.T) { c.run(t) })
			}
		})
	}
}

// TestMailCasesAreListed compares the table in README.md with the files, and checks the
// notation of each file.
func TestMailCasesAreListed(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile(filepath.Join(mailCases, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	variants := 0
	for _, name := range mailCaseFiles(t) {
		variants += len(readMailCases(t, name))
		if !bytes.Contains(readme, []byte("`"+name+"`")) {
			t.Errorf("%s is not in the table of README.md", name)
		}
	}
	for number := 1; number <= 82; number++ {
		if row := fmt.Sprintf("\n| %d |", number); !bytes.Contains(readme, []byte(row)) {
			t.Errorf("case %d is not in the table of README.md", number)
		}
	}
	t.Logf("%d variants", variants)
}

func mailCaseFiles(t *testing.T) (names []string) {
	t.Helper()
	paths, err := filepath.Glob(mailCases + "/*/*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, path := range paths {
		name, err := filepath.Rel(mailCases, path)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.ToSlash(name))
	}
	return names
}

// readMailCases reads the variants in a file. A variant has the sections NAME.args,
// NAME.input and NAME.want, in this order. NAME.args is optional.
func readMailCases(t *testing.T, name string) (cases []*mailCase) {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join(mailCases, name))
	if err != nil {
		t.Fatal(err)
	}
	c := new(mailCase)
	for _, f := range archive.Files {
		variant, section, _ := strings.Cut(f.Name, ".")
		c.name = variant
		switch section {
		case "args":
			c.args = strings.Fields(string(f.Data))
		case "input":
			err = c.setInput(string(f.Data))
		case "want":
			err = c.setWant(string(f.Data))
			cases = append(cases, c)
			c = new(mailCase)
		default:
			err = fmt.Errorf("unknown section")
		}
		if err != nil {
			t.Fatalf("%s: %s: %v", name, f.Name, err)
		}
	}
	return cases
}

func (c *mailCase) setInput(text string) error {
	input, at, err := notation.DecodeLines(text)
	if err != nil {
		return err
	}
	c.input, c.starts, c.ends = input, at[notation.Start], at[notation.End]
	if len(c.starts) != len(c.ends) {
		return fmt.Errorf("%d places begin, %d end", len(c.starts), len(c.ends))
	}
	for i, start := range c.starts {
		if start >= c.ends[i] || i > 0 && start < c.ends[i-1] {
			return fmt.Errorf("place %d is %d to %d", i+1, start, c.ends[i])
		}
	}
	return nil
}

func (c *mailCase) setWant(text string) error {
	status := ""
	for line := range strings.Lines(notation.RepeatLines(text)) {
		line = strings.TrimSuffix(line, "\n")
		if message, ok := strings.CutPrefix(line, "stderr "); ok {
			c.wantErrors = append(c.wantErrors, message)
			continue
		}
		if number, ok := strings.CutPrefix(line, "status "); ok {
			status = number
			continue
		}
		w, err := parseWantedMail(line)
		if err != nil {
			return err
		}
		c.want = append(c.want, w)
	}
	if len(c.want) != len(c.starts) {
		return fmt.Errorf("%d matches, %d places", len(c.want), len(c.starts))
	}
	c.wantStatus = exitFound
	if len(c.want) == 0 {
		c.wantStatus = exitNothing
	}
	if status == "" {
		return nil
	}
	var err error
	c.wantStatus, err = strconv.Atoi(status)
	return err
}

var mailWord = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[^\s="]+="[^"]*"|\S+`) })

func parseWantedMail(line string) (w wantedMail, err error) {
	words := mailWord().FindAllString(line, -1)
	if len(words) < len(mailColumns)+1 {
		return w, fmt.Errorf("%q is no match", line)
	}
	w.line = line
	copy(w.fixed[:], words)
	url, _, err := notation.Decode(words[len(mailColumns)])
	w.url = string(url)
	w.keys = map[string]string{"quote_depth": "-", "signature": "-", "alternatives": "-"}
	for _, word := range words[len(mailColumns)+1:] {
		key, value, ok := strings.Cut(word, "=")
		w.approx = w.approx || word == "approx"
		if !ok && word != "approx" {
			return w, fmt.Errorf("%q is no key and value", word)
		}
		w.keys[key] = strings.Trim(value, `"`)
	}
	delete(w.keys, "approx")
	return w, err
}

// maxByteByByte is the maximum length of an input that is also read byte by byte.
const maxByteByByte = 64 << 10

// maxShort is the maximum length of an input that is read with -short.
const maxShort = 256 << 10

// run runs the program on the input of the case: as a file, and byte by byte, since mail
// may come through a pipe in pieces of any size.
func (c *mailCase) run(t *testing.T) {
	if testing.Short() && len(c.input) > maxShort {
		t.Skip("long")
	}
	file := filepath.Join(t.TempDir(), "mail")
	if err := os.WriteFile(file, c.input, 0o666); err != nil {
		t.Fatal(err)
	}
	c.search(t, file, nil)
	if len(c.input) <= maxByteByByte && !t.Failed() && !testing.Short() {
		c.search(t, "-", iotest.OneByteReader(bytes.NewReader(c.input)))
	}
}

// search searches the operand and compares the matches.
func (c *mailCase) search(t *testing.T, operand string, stdin io.Reader) {
	args := append([]string{"urlgrep", "--json"}, c.args...)
	if !strings.Contains(strings.Join(c.args, " "), "--input=") {
		args = append(args, "--input=auto")
	}
	args = append(args, operand)
	var stdout, stderr bytes.Buffer
	if status := run(args, stdin, &stdout, &stderr); status != c.wantStatus {
		t.Errorf("exit status %d, want %d", status, c.wantStatus)
	}
	c.checkErrors(t, stderr.String())
	got, err := readObjects(stdout.String())
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != len(c.want) {
		t.Errorf("%d matches, want %d", len(got), len(c.want))
	}
	wrong := 0
	for i := 0; i < max(len(got), len(c.want)) && wrong < 5; i++ {
		if diff := c.diff(got, i); diff != "" {
			t.Errorf("match %d: %s", i+1, diff)
			wrong++
		}
	}
	if t.Failed() {
		t.Logf("%s\n%s", strings.Join(args, " "), notation.Short(c.input))
	}
}

func (c *mailCase) checkErrors(t *testing.T, stderr string) {
	t.Helper()
	for _, message := range c.wantErrors {
		if !strings.Contains(stderr, message) {
			t.Errorf("standard error is %q, want %q in it", stderr, message)
		}
	}
	if len(c.wantErrors) == 0 && stderr != "" {
		t.Errorf("standard error is %q", stderr)
	}
}

// diff describes the difference in the i-th match, or returns "".
func (c *mailCase) diff(got []map[string]any, i int) string {
	switch {
	case i >= len(c.want):
		return "unwanted: " + describeMail(got[i])
	case i >= len(got):
		return "missing: " + c.want[i].line
	}
	var wrong []string
	differs := func(key, got, want string) {
		wrong = append(wrong, fmt.Sprintf("%s is %q, want %q", key, got, want))
	}
	w, g := &c.want[i], got[i]
	for k, key := range mailColumns {
		if v := mailValue(g, key); w.fixed[k] != "*" && v != w.fixed[k] {
			differs(key, v, w.fixed[k])
		}
	}
	if v := mailValue(g, "url"); v != w.url {
		differs("url", v, w.url)
	}
	for _, key := range slices.Sorted(maps.Keys(w.keys)) {
		if v := mailValue(g, key); !sameMailValue(key, v, w.keys[key]) {
			differs(key, v, w.keys[key])
		}
	}
	if place := c.placeDiff(g, i); place != "" {
		wrong = append(wrong, place)
	}
	if wrong == nil {
		return ""
	}
	return w.line + "\n\t" + strings.Join(wrong, "\n\t")
}

// placeDiff describes the difference in the place of the i-th match, or returns "". An
// approximate place contains the marked text and extends by at most a line to each side.
func (c *mailCase) placeDiff(g map[string]any, i int) string {
	start, end := mailNumber(g, "offset"), mailNumber(g, "end")
	wantStart, wantEnd := c.starts[i], c.ends[i]
	if start < 0 || end > len(c.input) || start > end {
		return fmt.Sprintf("place %d to %d is outside", start, end)
	}
	if line := 1 + bytes.Count(c.input[:start], []byte("\n")); mailNumber(g, "line") != line {
		return fmt.Sprintf("line is %d, want %d", mailNumber(g, "line"), line)
	}
	if start == wantStart && end == wantEnd {
		return ""
	}
	if c.want[i].approx && c.encloses(start, end, wantStart, wantEnd) {
		return ""
	}
	return fmt.Sprintf("place is %d to %d, want %d to %d:\n\t%s\n\t%s", start, end, wantStart, wantEnd,
		notation.Short(c.input[start:end]), notation.Short(c.input[wantStart:wantEnd]))
}

func (c *mailCase) encloses(start, end, wantStart, wantEnd int) bool {
	return start <= wantStart && end >= wantEnd &&
		bytes.Count(c.input[start:wantStart], []byte("\n")) <= 1 &&
		bytes.Count(c.input[wantEnd:end], []byte("\n")) <= 1
}

// mailValue returns a value of a match or of its message in the notation of the cases:
// "-" if it is absent.
func mailValue(g map[string]any, key string) string {
	v, ok := g[key]
	if !ok {
		message, _ := g["message"].(map[string]any)
		v, ok = message[key]
	}
	if !ok {
		return "-"
	}
	if list, ok := v.([]any); ok {
		return strings.Join(strings.Fields(fmt.Sprint(list...)), ",")
	}
	return fmt.Sprint(v)
}

func mailNumber(g map[string]any, key string) int {
	n, _ := g[key].(float64)
	return int(n)
}

// sameMailValue compares values. Values of "date" are compared as points in time.
func sameMailValue(key, got, want string) bool {
	if want == "*" || got == want {
		return true
	}
	if key != "date" {
		return false
	}
	g, err := time.Parse(time.RFC3339, got)
	if err != nil {
		return false
	}
	w, err := time.Parse(time.RFC3339, want)
	return err == nil && g.Equal(w)
}

// describeMail returns a match in the notation of the cases.
func describeMail(g map[string]any) string {
	var b strings.Builder
	for _, key := range mailColumns {
		b.WriteString(mailValue(g, key) + "  ")
	}
	return b.String() + mailValue(g, "url")
}

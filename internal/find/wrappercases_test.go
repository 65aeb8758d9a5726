package find_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/urlgrep/urlgrep/internal/begin"
	"github.com/urlgrep/urlgrep/internal/find"
	"github.com/urlgrep/urlgrep/internal/testing/notation"
)

// TestCases checks the cases in testdata/*.txt: each whole, cut at every byte, and read
// in pieces. testdata/README.md describes the format of the files.
func TestCases(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(names) < 10 {
		t.Fatal(names, err)
	}
	total := 0
	for _, name := range names {
		cases := readCases(t, name)
		total += len(cases)
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) {
			for _, c := range cases {
				for _, problem := range c.run() {
					t.Errorf("%s:%d: (%s) %s", name, c.line, c.sentence, problem)
				}
			}
		})
	}
	if total < 200 {
		t.Errorf("only %d cases", total)
	}
}

// TestKnownDifferences checks that the cases in testdata/known/*.txt still fail: their
// answers follow the rules, and the package does not give them yet. A case that passes
// belongs elsewhere.
func TestKnownDifferences(t *testing.T) {
	names, err := filepath.Glob("testdata/known/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		for _, c := range readCases(t, name) {
			if len(c.run()) == 0 {
				t.Errorf("%s:%d: (%s) has healed: move it to testdata", name, c.line, c.sentence)
			}
		}
	}
}

// A testCase is a text and the wrappers in it.
type testCase struct {
	line     int
	sentence string
	rules    wrapperRules
	text     []byte
	schemeAt []int
	want     []answer
}

// An answer is what the cases say of a wrapper.
type answer struct {
	state      find.State
	start, end int // end only of a closed wrapper
	url        string
	hyphens    []int
}

func (a answer) String() string {
	return fmt.Sprintf("%s %s", stateName[a.state], notation.Encode([]byte(a.url), notation.Marks{notation.Hyphen: after(a.hyphens)}))
}

func after(hyphens []int) (places []int) {
	for _, h := range hyphens {
		places = append(places, h+1)
	}
	return places
}

func (a answer) equal(b answer) bool {
	return a.state == b.state && a.start == b.start && a.end == b.end && a.url == b.url && slices.Equal(a.hyphens, b.hyphens)
}

var stateName = map[find.State]string{
	find.NoWrapper: "none", find.Closed: "closed", find.Unclosed: "unclosed", find.Cut: "cut",
}

// readCases reads a file of cases.
func readCases(t testing.TB, name string) (cases []testCase) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	fail := func(line int, format string, args ...any) {
		t.Helper()
		t.Fatalf("%s:%d: %s", name, line, fmt.Sprintf(format, args...))
	}
	var c testCase
	var text []string
	finish := func() {
		if c.want != nil {
			cases = append(cases, c)
			c = testCase{sentence: c.sentence, rules: c.rules}
		}
	}
	for i, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		n := i + 1
		if rest, ok := strings.CutPrefix(line, "§ "); ok {
			finish()
			if err := c.directive(rest); err != nil {
				fail(n, "%v", err)
			}
			continue
		}
		rest, isAnswer := strings.CutPrefix(line, "=> ")
		switch {
		case !isAnswer && line == "" && len(text) == 0:
		case !isAnswer:
			finish()
			if c.line == 0 {
				c.line = n
			}
			text = append(text, line)
		default:
			if len(text) > 0 {
				if err := c.setText(strings.Join(text, "\n")); err != nil {
					fail(n, "%v", err)
				}
				text = nil
			}
			if err := c.addAnswer(rest); err != nil {
				fail(n, "%v", err)
			}
		}
	}
	finish()
	if len(text) > 0 {
		fail(c.line, "a case without an answer")
	}
	for _, c := range cases {
		for _, a := range c.want {
			if a.start < 0 || a.state == find.Closed && a.end < 0 {
				fail(c.line, "more answers than marks")
			}
		}
	}
	return cases
}

// directive reads the text after "§ ": a setting, or the sentence that the cases below it
// test.
func (c *testCase) directive(s string) (err error) {
	name, value, ok := strings.Cut(s, " = ")
	if !ok {
		c.sentence, c.rules = s, wrapperRules{}
		return nil
	}
	switch name {
	case "max-url":
		c.rules.MaxURL, err = strconv.Atoi(value)
	case "max-lines":
		c.rules.MaxLines, err = strconv.Atoi(value)
	case "wide":
		c.rules.Wide, err = strconv.ParseBool(value)
	case "scheme":
		c.rules.Schemes, err = begin.ParseSchemes(value)
	case "charset":
		var m *charmap.Charmap
		switch value {
		case "ibm866":
			m = charmap.CodePage866
		case "macintosh":
			m = charmap.Macintosh
		case "iso-8859-1":
			m = charmap.ISO8859_1
		default:
			return fmt.Errorf("no charset %q", value)
		}
		c.rules.Fallback = new([128]rune)
		for i := range c.rules.Fallback {
			c.rules.Fallback[i] = m.DecodeByte(byte(0x80 + i))
		}
	default:
		return fmt.Errorf("no setting %q", name)
	}
	return err
}

func (c *testCase) setText(s string) error {
	text, at, err := notation.Decode(s)
	if err != nil {
		return err
	}
	c.text, c.schemeAt = text, at[notation.Scheme]
	for i, start := range at[notation.Start] {
		a := answer{start: start, end: -1}
		// The end of a wrapper is the first mark before the next one begins.
		for _, end := range at[notation.End] {
			if end > start && (i+1 == len(at[notation.Start]) || end <= at[notation.Start][i+1]) {
				a.end = end
				break
			}
		}
		c.want = append(c.want, a)
	}
	if c.want == nil {
		c.want = []answer{}
	}
	return nil
}

// addAnswer sets the first answer that is not set.
func (c *testCase) addAnswer(s string) error {
	if s == "none" {
		if len(c.want) > 0 {
			return fmt.Errorf("marks, and no wrapper")
		}
		return nil
	}
	state, url, ok := strings.Cut(s, " ")
	if !ok {
		return fmt.Errorf("answer %q", s)
	}
	for i := range c.want {
		a := &c.want[i]
		if a.url != "" {
			continue
		}
		text, at, err := notation.Decode(url)
		if err != nil {
			return err
		}
		a.url = string(text)
		for _, place := range at[notation.Hyphen] {
			a.hyphens = append(a.hyphens, place-1)
		}
		switch state {
		case "closed":
			a.state = find.Closed
			return nil
		case "unclosed":
			a.state, a.end = find.Unclosed, 0
			return nil
		}
		return fmt.Errorf("state %q", state)
	}
	return fmt.Errorf("more answers than marks")
}

// run runs the case and returns what is wrong.
func (c *testCase) run() (problems []string) {
	got := walk(&c.rules, c.text)
	if !slices.EqualFunc(got, c.want, answer.equal) {
		problems = append(problems, fmt.Sprintf("\n got %s\nwant %s", c.write(got), c.write(c.want)))
	}
	if p := checkText(&c.rules, c.text, true); p != "" {
		problems = append(problems, p)
	}
	var places []int
	for _, a := range got {
		places = append(places, schemeAt(&c.rules, c.text, a.start))
	}
	for _, want := range c.schemeAt {
		if !slices.Contains(places, want) {
			problems = append(problems, fmt.Sprintf("SchemeAt: got %v, want %d", places, want))
		}
	}
	return problems
}

// write returns answers in the format of a case file.
func (c *testCase) write(answers []answer) string {
	at := notation.Marks{}
	var b strings.Builder
	for _, a := range answers {
		at[notation.Start] = append(at[notation.Start], a.start)
		if a.state == find.Closed {
			at[notation.End] = append(at[notation.End], a.end)
		}
		b.WriteString("\n=> " + a.String())
	}
	if len(answers) == 0 {
		b.WriteString("\n=> none")
	}
	text := notation.Encode(c.text, at)
	if len(text) > 2000 {
		text = notation.Short(c.text)
	}
	s := b.String()
	if len(s) > 2000 {
		s = s[:500] + " … " + s[len(s)-500:]
	}
	return text + s
}

// walk returns the wrappers of a text.
func walk(r *wrapperRules, text []byte) (answers []answer) {
	var c find.Wrapper
	for at := 0; ; {
		state := r.Next(&c, text, at, true)
		if state == find.NoWrapper {
			return answers
		}
		answers = append(answers, answerOf(&c, state))
		at = next(&c, state)
	}
}

func next(c *find.Wrapper, state find.State) int {
	if state == find.Closed {
		return c.End
	}
	return c.Start + 1
}

// walkPieces is walk for a text that comes in pieces of n bytes.
func walkPieces(r *wrapperRules, text []byte, n int) (answers []answer) {
	var c find.Wrapper
	at := 0
	for have := min(n, len(text)); ; have = min(have+n, len(text)) {
		eof := have == len(text)
		for more := false; !more; {
			// The capacity ends with the data, so a read after the end panics.
			switch state := r.Next(&c, text[:have:have], at, eof); state {
			case find.NoWrapper:
				at, more = have, true
			case find.Cut:
				at, more = c.Start, true
			default:
				answers = append(answers, answerOf(&c, state))
				at = next(&c, state)
			}
		}
		if eof {
			return answers
		}
	}
}

func answerOf(c *find.Wrapper, state find.State) answer {
	a := answer{state: state}
	if state == find.Closed || state == find.Unclosed {
		a.start, a.end, a.url, a.hyphens = c.Start, c.End, string(c.URL), slices.Clone(c.Hyphens)
	}
	return a
}

// scan is Rules.Scan for the "<" at text[at].
func scan(r *wrapperRules, text []byte, at int, atEOF bool) (find.Wrapper, answer) {
	var c find.Wrapper
	state := r.Scan(&c, text[:len(text):len(text)], at, atEOF)
	return c, answerOf(&c, state)
}

func schemeAt(r *wrapperRules, text []byte, at int) int {
	c, _ := scan(r, text, at, true)
	return c.SchemeAt
}

// checkText checks properties that hold for any text: that the pieces in which it comes
// make no difference, and that the answers are sound. If strict is true, it also checks
// that there is an answer as soon as nothing can change it. It returns what is wrong, or
// "".
func checkText(r *wrapperRules, text []byte, strict bool) string {
	want := walk(r, text)
	for _, n := range []int{1, 2, 3, 7, 64} {
		if len(text)/n > 1000 {
			continue
		}
		if got := walkPieces(r, text, n); !slices.EqualFunc(got, want, answer.equal) {
			return fmt.Sprintf("in pieces of %d: got %v, want %v", n, got, want)
		}
	}
	looked := 0
	for at, b := range text {
		if b != '<' {
			continue
		}
		if looked++; looked > 50 {
			break
		}
		if p := checkScan(r, text, at, strict); p != "" {
			return fmt.Sprintf("< at %d of %s: %s", at, notation.Short(text), p)
		}
	}
	return ""
}

// checkScan checks the answer about the "<" at text[at], and that each prefix of the text
// gives the same answer or none.
func checkScan(r *wrapperRules, text []byte, at int, strict bool) string {
	c, whole := scan(r, text, at, true)
	if p := sound(r, text, at, &c, whole); p != "" {
		return p
	}
	for _, cut := range cuts(at+1, len(text)) {
		_, part := scan(r, text[:cut], at, false)
		switch {
		case part.state != find.Cut && !part.equal(whole):
			return fmt.Sprintf("cut at %d: got %v, want %v", cut, part, whole)
		case part.state != find.Cut:
			continue
		case whole.state == find.Closed && cut >= whole.end:
			return fmt.Sprintf("cut at %d: not certain, though closed at %d", cut, whole.end)
		case strict && len(text) < 2000 && !open(r, text, at, cut):
			return fmt.Sprintf("cut at %d: not certain, though nothing can follow that changes it", cut)
		}
	}
	return ""
}

// cuts returns indices from lo to hi: all of them, or for a long text some, and those
// near both ends.
func cuts(lo, hi int) (places []int) {
	const all = 1500
	for i := lo; i <= hi; i++ {
		if hi-lo <= all || i < lo+30 || i > hi-30 {
			places = append(places, i)
		} else if step := (hi - lo) / 20; i+step < hi-30 {
			places = append(places, i)
			i += step - 1
		}
	}
	return places
}

// endings are continuations of a text that is cut.
var endings = []string{
	"", ">", "x>", "<", "http://x.y/z>", "URL:ftp://x.y/z>", "//x.y/z>", "://x.y/z>", "L:http://x.y/z>", ":http://x.y/z>", "x@y.z>", "//x.y/ a a a a a>", "\n\n\n\n\n\n\n\n\n\n\n\nx>",
	"\bhttp://x.y/z>", "xx://x.y/z>", "\nxx://x.y/z>", "\fx>", "\n\fxx://x.y/z>",
	"\b>", "\n>", " >", " x>", "\nx>", "m>", "\nx\n\n\fx>", "\n\n\fx>",
}

// open reports whether a continuation of text[:cut] can change the answer.
func open(r *wrapperRules, text []byte, at, cut int) bool {
	_, first := scan(r, text, at, true)
	// Overstrikes may make a scheme of any word.
	strike := strings.Repeat("\b", cut-at-1)
	for _, e := range append(endings[:len(endings):len(endings)], strike+"http://x.y/z>", strike+"ftp://x.y/z>") {
		longer := append(text[:cut:cut], e...)
		if _, other := scan(r, longer, at, true); !other.equal(first) {
			return true
		}
	}
	return false
}

// sound checks a candidate against the documentation of its fields.
func sound(r *wrapperRules, text []byte, at int, c *find.Wrapper, a answer) string {
	if a.state == find.Cut {
		return "cut at the end of the text"
	}
	if a.state == find.NoWrapper {
		return ""
	}
	maxURL, maxLines := r.MaxURL, r.MaxLines
	if maxURL == 0 {
		maxURL = find.DefaultMaxURL
	}
	if maxLines == 0 {
		maxLines = find.DefaultMaxLines
	}
	labelled := at+5 <= len(text) && strings.EqualFold(string(text[at:at+5]), "<URL:")
	switch {
	case c.Start != at:
		return fmt.Sprintf("Start is %d", c.Start)
	case c.Labelled != labelled:
		return fmt.Sprintf("Labelled is %v", c.Labelled)
	case !utf8.Valid(c.URL):
		return fmt.Sprintf("URL %q is not UTF-8", c.URL)
	case c.Scheme <= 0 || c.Scheme >= len(c.URL) || bytes.IndexByte(c.URL, ':') != c.Scheme:
		return fmt.Sprintf("Scheme is %d in %q", c.Scheme, c.URL)
	case c.SchemeAt <= at || c.SchemeAt >= len(text):
		return fmt.Sprintf("SchemeAt is %d", c.SchemeAt)
	}
	last := -1
	for _, h := range c.Hyphens {
		if h <= last || h >= len(c.URL) || c.URL[h] != '-' {
			return fmt.Sprintf("Hyphens are %d in %q", c.Hyphens, c.URL)
		}
		last = h
	}
	if a.state == find.Unclosed {
		if c.End != 0 {
			return fmt.Sprintf("End of an unclosed wrapper is %d", c.End)
		}
		return ""
	}
	if c.End <= c.SchemeAt || c.End > len(text) || text[c.End-1] != '>' {
		return fmt.Sprintf("End is %d", c.End)
	}
	if c.URLEnd <= c.SchemeAt || c.URLEnd >= c.End {
		return fmt.Sprintf("URLEnd is %d", c.URLEnd)
	}
	short := slices.Delete(slices.Clone(text), c.URLEnd, c.End-1)
	if trimmed, b := scan(r, short, at, true); b.state != find.Closed || !bytes.Equal(trimmed.URL, c.URL) {
		return fmt.Sprintf("URLEnd is %d, but without what follows the URL is %q, not %q", c.URLEnd, trimmed.URL, c.URL)
	}
	if n := lineCount(text[c.Start:c.End]); c.Lines != n || n > maxLines {
		return fmt.Sprintf("Lines is %d, want %d, at most %d", c.Lines, n, maxLines)
	}
	if len(c.URL) > maxURL {
		return fmt.Sprintf("URL of %d bytes", len(c.URL))
	}
	if i := bytes.IndexAny(c.URL, " \t\r\n\v\f"); i >= 0 {
		return fmt.Sprintf("white space in %q", c.URL)
	}
	return ""
}

// lineCount returns the number of lines as editors count them: CR LF, LF and CR end a
// line.
func lineCount(text []byte) int {
	s := strings.ReplaceAll(string(text), "\r\n", "\n")
	return 1 + strings.Count(s, "\n") + strings.Count(s, "\r")
}

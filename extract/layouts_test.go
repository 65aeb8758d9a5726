package extract

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// A layout is how a program shows text on a terminal: it breaks the words over rows, and draws around them.
type layout struct {
	name  string
	width func(total int) int                   // columns of the text
	rows  func(rows []string, width int) string // draws the rows
}

// layouts are those of terminals, and of programs that write to one.
var layouts = []layout{
	{"plain", less(0), func(rows []string, _ int) string { return strings.Join(rows, "\n") }},
	{"indented", less(4), hanging("    ", "    ")},
	{"bullet", less(2), hanging("• ", "  ")},
	{"result", less(5), hanging("  ⎿  ", "     ")},
	{"logged", less(20), hanging("[12:00:01] INFO     ", "                    ")},
	{"margin", less(2), hanging("▌ ", "▌ ")},
	{"quoted", less(2), hanging("> ", "> ")},
	{"numbered", less(8), hanging("  41 │ ", "     │ ")},
	{"box", less(4), boxed("╭─╮│╰╯")},
	{"heavy box", less(4), boxed("┏━┓┃┗┛")},
	{"double box", less(4), boxed("╔═╗║╚╝")},
	{"box of ASCII", less(4), boxed("+-+|++")},
	{"table", less(15), func(rows []string, width int) string {
		for i, r := range rows {
			rows[i] = fmt.Sprintf("│ %-8s │ %-*s │", []string{"docs", ""}[min(i, 1)], width, r)
		}
		return strings.Join(rows, "\n")
	}},
}

func less(n int) func(int) int { return func(total int) int { return total - n } }

// hanging draws first before the first row, and other before the others.
func hanging(first, other string) func([]string, int) string {
	return func(rows []string, _ int) string { return first + strings.Join(rows, "\n"+other) }
}

// boxed draws a box with the characters of frame: corners and sides from the left above on.
func boxed(frame string) func([]string, int) string {
	f := []rune(frame)
	return func(rows []string, width int) string {
		rule := strings.Repeat(string(f[1]), width+2)
		s := string(f[0]) + rule + string(f[2]) + "\n"
		for _, r := range rows {
			s += fmt.Sprintf("%c %-*s %c\n", f[3], width, r, f[3])
		}
		return s + string(f[4]) + rule + string(f[5])
	}
}

// wraps break words over rows of a width: as a terminal does, and as programs do that break only words that
// are longer than a row, in the row before or not.
var wraps = []func(words []string, width int) []string{
	func(words []string, width int) (rows []string) { return cutUp(strings.Join(words, " "), width) },
	func(words []string, width int) []string { return wrapWords(words, width, false) },
	func(words []string, width int) []string { return wrapWords(words, width, true) },
}

func cutUp(s string, width int) (rows []string) {
	for len(s) > width {
		rows, s = append(rows, s[:width]), s[width:]
	}
	return append(rows, s)
}

func wrapWords(words []string, width int, fill bool) (rows []string) {
	row := ""
	for _, w := range words {
		if row != "" && len(row)+1+len(w) <= width {
			row += " " + w
			continue
		}
		if row != "" && fill && len(w) > width && len(row)+2 < width {
			row += " " + w
		} else {
			if row != "" {
				rows = append(rows, row)
			}
			row = w
		}
		parts := cutUp(row, width)
		rows, row = append(rows, parts[:len(parts)-1]...), parts[len(parts)-1]
	}
	return append(rows, row)
}

// prose is text for the random layouts.
var prose = strings.Fields(`the new one is at least as large as any that was read in this place, and those who look at
it with some care will find that most of what it says was written before, by others. It may be that no one has
asked them; still, a note of it here does no harm. Well-known names (e.g. TCP/IP) and v1.2 come up, too. When was that?`)

func randomProse(rnd *rand.Rand, n int) (words []string) {
	at := rnd.IntN(len(prose))
	for i := range n {
		words = append(words, prose[(at+i)%len(prose)])
	}
	return words
}

// randomURL returns a URL of about size characters of the given kinds.
func randomURL(rnd *rand.Rand, size int) string {
	names := []string{"docs", "latest", "user-guide", "issues", "4711", "some_name", "api", "commit", "0f3a9c77e1", "SectionTwo", "v2.10.3", "index", "getting-started"}
	u := []string{"https://docs.a.example", "https://www.project.example", "http://b.example:8080"}[rnd.IntN(3)]
	for u += "/x"; len(u) < size; {
		u += "/" + names[rnd.IntN(len(names))]
	}
	return u + []string{"", ".html", "?code=true&state=x%3A%2F" + fmt.Sprint(rnd.Uint64()), "#part-" + fmt.Sprint(rnd.IntN(90))}[rnd.IntN(4)] + "e"
}

// A shown is a text in a layout, with the URLs in it.
type shown struct {
	text, layout string
	urls         []string
}

// shownBroken returns a text with a URL that is longer than a row.
func shownBroken(rnd *rand.Rand) shown {
	l := layouts[rnd.IntN(len(layouts))]
	width := l.width(40 + rnd.IntN(80))
	u := randomURL(rnd, width+rnd.IntN(2*width))
	words := slices.Concat(randomProse(rnd, []int{0, 0, 3, 12}[rnd.IntN(4)]), []string{u}, randomProse(rnd, []int{0, 4, 12}[rnd.IntN(3)]))
	return shown{l.rows(wraps[rnd.IntN(len(wraps))](words, width), width) + "\n", l.name, []string{u}}
}

// notes are rows that programs print after one with a URL.
var notes = []string{
	"100% of 3 files", "R&D is fun", "C# and F#", "src/a/b.go changed", "/home/ann/src/app", "feature/foo/bar -> main", "01/02/2026 10:00",
	"and/or more", "@scope/pkg/x", "git@b.example:foo/bar/baz", "src/a/b.ts:12", "deprecated", "(stable)", "12", "MIT", "v1.2.3", "1.5s", "NAME=value",
}

// shownWhole returns a text with a URL that ends a row, which it fills or not, and one in another row.
func shownWhole(rnd *rand.Rand) shown {
	l := layouts[rnd.IntN(len(layouts)-1)]
	u, v := randomURL(rnd, 20+rnd.IntN(30)), randomURL(rnd, 30)
	before := strings.Join(randomProse(rnd, rnd.IntN(3)), " ")
	row := strings.TrimSpace(before + " " + u)
	width := max(len(v), len(row)) + max(0, rnd.IntN(6)-3)
	var note []string
	if rnd.IntN(2) == 0 {
		note = []string{notes[rnd.IntN(len(notes))]}
	}
	rows := slices.Concat(wrapWords(randomProse(rnd, rnd.IntN(12)), width, false), []string{row}, note, wrapWords(randomProse(rnd, 12), width, false), []string{v})
	if rows[0] == "" {
		rows = rows[1:]
	}
	return shown{l.rows(rows, width) + "\n", l.name, []string{u, v}}
}

func foundIn(t *testing.T, text string, o *Options) (urls []string) {
	t.Helper()
	for m, err := range Bytes([]byte(text), o) {
		if err != nil {
			t.Fatal(err)
		}
		urls = append(urls, m.URL)
	}
	return urls
}

// TestLayouts counts how many URLs are found in random layouts.
func TestLayouts(t *testing.T) {
	const texts = 3000
	for _, c := range []struct {
		name   string
		random func(*rand.Rand) shown
		rejoin Rejoin
		least  int // of 1,000
	}{
		{"broken, terminal", shownBroken, RejoinTerminal, 960},
		{"broken, default", shownBroken, RejoinHyphen, 210},
		{"whole, terminal", shownWhole, RejoinTerminal, 990},
		{"whole, default", shownWhole, RejoinHyphen, 1000},
	} {
		rnd := rand.New(rand.NewPCG(1, 2))
		right, wrong, said := 0, map[string]int{}, 0
		for range texts {
			s := c.random(rnd)
			got := foundIn(t, s.text, &Options{Input: InputText, Rejoin: c.rejoin})
			if slices.Equal(got, s.urls) {
				right++
				continue
			}
			wrong[s.layout]++
			if said++; said <= 20 && testing.Verbose() {
				t.Logf("%s\ngot  %q\nwant %q", s.text, got, s.urls)
			}
		}
		if right*1000 < c.least*texts {
			t.Errorf("%s: %d of %d are right, want %d of 1000: %v", c.name, right, texts, c.least, wrong)
		}
		t.Logf("%s: %d of %d, not %v", c.name, right, texts, wrong)
	}
}

// TestLayoutsDivided checks that the URLs in random layouts are the same however the text is read.
func TestLayoutsDivided(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for range effort.Rounds(1500) {
		random := shownBroken
		if rnd.IntN(3) == 0 {
			random = shownWhole
		}
		text := random(rnd).text + random(rnd).text
		if cut := rnd.IntN(4 * len(text)); cut < len(text) {
			text = text[:cut]
		}
		o := &Options{Input: InputText, Rejoin: []Rejoin{RejoinTerminal, RejoinHyphen}[rnd.IntN(2)]}
		want := foundIn(t, text, o)
		s := NewScanner(iotest.OneByteReader(strings.NewReader(text)), o)
		var got []string
		for s.Scan() {
			got = append(got, string(s.URL()))
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%v, byte by byte: %q, want %q:\n%s", o.Rejoin, got, want, text)
		}
		if !utf8.ValidString(text) {
			continue
		}
		lead := strings.Repeat("words of another text\n", 400+rnd.IntN(2)) // the window slides within the text
		if got := foundIn(t, lead+text, o); o.Rejoin == RejoinTerminal && !slices.Equal(got, want) {
			t.Fatalf("%v, after other text: %q, want %q:\n%s", o.Rejoin, got, want, text)
		}
	}
}

// TestLayoutsJSON checks that the URLs in random layouts are the same in strings of JSON. But a colon that begins
// its row is not looked at if the slashes after it are escaped.
func TestLayoutsJSON(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for _, o := range []*Options{{}, {Rejoin: RejoinTerminal}, {Rejoin: guesses}} {
		var texts []string
		for range 300 {
			texts = append(texts, shownBroken(rnd).text, shownWhole(rnd).text)
		}
		texts = slices.DeleteFunc(texts, func(text string) bool { return strings.Contains(text, " ://") || strings.Contains(text, "\n://") })
		want := readTexts(texts, o)
		for encoder := range jsonEncoders {
			compareTexts(t, encoder, "layouts", texts, readLines(t, strings.NewReader(jsonLines(texts, encoder)), len(texts), o), want)
		}
	}
}

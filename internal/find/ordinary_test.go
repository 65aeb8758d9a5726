package find

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/ends"
	"github.com/urlgrep/urlgrep/internal/join"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/parse"
)

// checkOrdinary checks that a Finder finds the same with and without the fast path, and
// that package parse accepts each URL found by the fast path.
func checkOrdinary(t *testing.T, text string, r *Rules) {
	t.Helper()
	f := newFinder(r)
	got := search(f, text, func(c *Candidate) {
		if c.Valid && !parse.Valid(c.URL, parse.Lenient) {
			t.Fatalf("of %q, %q is not valid", text, c.URL)
		}
		c.Valid = false
	})
	f = newFinder(r)
	f.isOrdinary = false
	if want := search(f, text, func(c *Candidate) { c.Valid = false }); got != want {
		t.Fatalf("of %q, %+v,\n%swithout ordinary:\n%s", text, *r, got, want)
	}
}

// TestOrdinary checks the fast path of ordinary.go against the rules.
func TestOrdinary(t *testing.T) {
	t.Parallel()
	for _, around := range []string{"%s ", "(%s)", "<%s>", "<url:%s>", "<URL: %s>", "<URL:%s ", "<\t%s>", "<%s>>", "see %s", "%s", "'%s' ", "_%s_ ", "*%s* ", "<URL:%s>", "<x %s >", "\n%s\n", "a%s b", "\b%s ", "\x1b[%s ", "\x1b[0:%s ", "[%s]", ":%s ", ";%s;", "<a %s>", "<b>%s</b>", ",%s, ", "\x1b[1m%s\x1b[m", "%s\x1b[1mx", "%s\x1b[m\x1b[Kx\x1b[m", "é%s é", "http://%s ", "%s>"} {
		for _, url := range []string{
			"http://a", "https://a", "://a", "p://a", "HTTP://a", "ftp://a/b;type=a", "ftp://a/b", "sftp://a", "xftp://a", "<url:ftp://a>", "xhttp://a", "http:///", "http://.a", "http://a.b:80/c", "http://a:80", "http://a:x", "http://a:80x", "http://a:/b",
			"http://a/b.", "http://a/b,", "http://a/b,c", "http://a/b, c", "http://a/b-", "http://a/b-\nc", "http://a/b=", "http://a/b?c=d&e=f#g", "http://a?b", "http://a#b", "http://a?b@c", "http://a#b:c@d", "http://a:80?b#c", "http://a:80.", "ftp://a?b", "http://a?", "http://a#.", "http://a@b?c", "http://a&b?c",
			"http://a/b&amp;c", "http://a/b&c;d", "http://a/b&c", "http://a/(b)", "http://a/b)c", "http://a/b]c", "http://a/b}", "http://a/b\"c", "http://a/b<c", "http://a/b--",
			"http://a/~b", "http://a/%41", "http://a/%", "http://a/b...", "http://a/b?!", "http://a/b:@", "http://a/b:::::::::::::::::::::", "http://a/b's", "http://a/b\bc", "http://a/b\x7f",
			"http://a/bé", "http://a/b\xff", "http://a/b|c", "http://a/b\\_c", "http://u@a/b", "http://u:p@a/b", "http://a//b", "http://a.b.", "http://a-", "http://a-b-/c", "http://a_b/c", "http://a+b/c", "http://a/\tb",
			"http://a/" + strings.Repeat("b", 100), "http://" + strings.Repeat("b", 100), "http://" + strings.Repeat("b", 56) + "." + strings.Repeat("c", 56) + "/d", "http://a.example:" + strings.Repeat("8", 70) + "/",
			"mailto:a@b", "mailto:a.b+c=d_e-f@g.example", "mailto:a@b.", "mailto:a@b, c@d", "mailto:a@b,c@d", "mailto:a@b?subject=c", "mailto:a@b:c", "mailto:a@b/c", "mailto:a@", "mailto:@b", "mailto:a", "mailto:a@.b", "mailto:a@b@c", "mailto:a@[1.2.3.4]", "mailto:a@b-", "mailto:a@b--", "mailto:a@b-\nc", "mailto:a@b_c", "mailto:a%40b@c", "mailto:a'b@c", "mailto:a@b's", "mailto:a@b\bc", "mailto:\ba@b", "mailto:a\b@b", "mailto:_a@b_", "mailto:é@b", "mailto:a@é", "mailto:?to=a@b", "Mailto:a@b", "xmailto:a@b", "mailto: a@b", "mailto://a@b", "mailto:/a@b", "mailto:/a", "mailto:http://a/", "mailto:-@b", "mailto:.@b", "mailto:a\n@b", "mailto:a@b>",
			`"http:\/\/a"`, `"http:\/\/a.b\/c"`, `\"https:\/\/a\/b\/\"`, `"ftp:\/\/a/b\/c?d\/#e"`, `"http:\/\/a\/b" "c"`, "\"http:\\/\\/a\\/b\"\n  \"c\"", `"http:\/\/a\/b'`, `"http:\/\/a\/b.\"`, `"http:\/\/a\/b`, `"http:\/\/a\/b\`, `"http:\/\/a\/b\\"`, `"http:\/\/a\/b\u0022`,
			`"http:\/\/a:80\/b"`, `"http:\/\/a@b\/c"`, `"http:\/\/\/a"`, `"http:\/\/.a"`, `"http:\/\/a_b\/c"`, `"http:\/\/a-"`, `"http:\/\/a\/b&amp;c"`, `"http:\/\/a?b&c=d"`, `"xhttp:\/\/a"`, `"HTTP:\/\/a"`, `"^http:\/\/a"`, `"http:\/a"`, `"http:\\/\\/a"`, `"http://a\/b"`, `<a href=\"http:\/\/a\/b\">`, `<"http:\/\/a\/b">`, `<\"http:\/\/a\/b\">`,
			`"http:\/\/` + strings.Repeat("b", 70) + `\/"`, `"http:\/\/a\/` + strings.Repeat("b", 70) + `"`, `"http:\/\/a` + strings.Repeat(`\/b`, 40) + `"`,
			"mailto:" + strings.Repeat("a", 64) + "@b", "mailto:" + strings.Repeat("a", 65) + "@b", "mailto:" + strings.Repeat("a", 300) + "@b", "mailto:a@" + strings.Repeat("b", 300),
		} {
			text := fmt.Sprintf(around, url)
			for _, r := range []Rules{
				{}, {Invalid: true}, {Rejoin: join.None}, {Rejoin: join.Wide}, {Rejoin: join.Blanks}, {MaxURL: 64},
				{Kinds: 1 << Angle}, {Kinds: 1<<Bare | 1<<Wrapped}, {Kinds: withScheme | Names},
			} {
				checkOrdinary(t, text, &r)
				checkOrdinary(t, text+" and "+text, &r)
			}
		}
	}
}

// FuzzOrdinary does the same as TestOrdinary for any text.
func FuzzOrdinary(f *testing.F) {
	f.Add("see http://a.example/b?c=d&e=f, and (https://a:80/).", uint8(0))
	f.Add("see mailto:a@b.example, <mailto:c@d> and <URL:mailto:e-f@g.h> [mailto:i@j].", uint8(0))
	f.Add(`{"a":"http:\/\/b.example\/c","d":"<a href=\"https:\/\/e\/\">"}`, uint8(0))
	f.Add("_http://a/_ http://a/b-\nc <x http://a/>", uint8(1))
	f.Fuzz(func(t *testing.T, text string, options uint8) {
		r := Rules{Invalid: options&2 != 0, MaxURL: int(options & 4 * 16)}
		checkOrdinary(t, text, &r)
	})
}

// TestOrdinarySchemes checks that the fast path accepts the schemes with the trait
// Ordinary in the registry, and no others.
func TestOrdinarySchemes(t *testing.T) {
	for _, s := range scheme.All() {
		rest := "//a.example/b"
		if s.Need == scheme.Address {
			rest = "a@b.example"
		}
		text := []byte(" " + s.Name + ":" + rest + " ")
		n := ordinaryScheme(text, 1+len(s.Name))
		if (n == len(s.Name)) != s.Is(scheme.Ordinary) {
			t.Errorf("%s: %d bytes of the scheme are ordinary", s.Name, n)
		}
	}
}

// TestOrdinarySets checks the sets of the fast path against the table in package ends.
func TestOrdinarySets(t *testing.T) {
	for i := range 0x80 {
		c := byte(i)
		if ordinaryByte.is(c, endsURL) != (ends.Delimits(c) && !ascii.Is(c, ascii.Control) || ascii.Is(c, ascii.Space) || ends.Closes(c) && strings.IndexByte(")]}", c) >= 0) {
			t.Errorf("endsURL has %q: %v", c, ordinaryByte.is(c, endsURL))
		}
		if ordinaryByte.is(c, trailingMark) && !ends.Trimmed(c) || ordinaryByte.is(c, lastByte) && ends.Trimmed(c) {
			t.Errorf("%q is a trailing mark: %v", c, ends.Trimmed(c))
		}
		host, all := ordinaryBytes.Prefix(append([]byte{c}, strings.Repeat(" ", 64)...))
		if host > 0 && ends.At(ends.Authority, c) != ends.GoesOn && c != '+' {
			t.Errorf("%q is in a host", c)
		}
		// A URL goes on over these, unless they enclose it, or ";" follows "&".
		if all > 0 && ends.At(ends.Query, c) != ends.GoesOn && strings.IndexByte("&+_~", c) < 0 {
			t.Errorf("%q is in a path", c)
		}
	}
}

// TestOrdinaryLines checks that with each way of rejoining the fast path leaves all URLs to the rules that may
// continue in the next line.
func TestOrdinaryLines(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	line := func() string {
		text := pick("", "", "> ", ">> ", "  ", "- ", "-", "+", "-- ", "# ", "JD> ", "REM ", "dnl ", "| ", "12 ", "\t")
		for range r.IntN(3) {
			text += pick("of", "word", "Word", "longer", "it's", "c/d.html", "x_y=1", "a.example", "html", "12", "2020", "Tel", "b@c.d") + pick("", "", "", ".", ",", ":", ")", "/", "?") + " "
		}
		return text + pick("", "", "", "-----", "-.-.-.-", "\f", "/e/f", "~~~~")
	}
	for range 6000 {
		text := line() + pick("http", "https", "ftp") + "://" + pick("a.example", "a.example/b", "a.example/b/c-d", "a", "a.co") +
			pick("", "", ".", "/", "?", ":") + pick("", "", " ", " "+line()) + pick("\n", "\n", "\r\n", "\n\n")
		for range 1 + r.IntN(12) {
			text += line() + pick("\n", "\n", "\n\n")
		}
		text += strings.Repeat("and the last line of the text\n", r.IntN(8))
		for _, rejoin := range []join.Rejoin{join.Wide, join.Terminal, join.Blanks, join.Wide | join.Terminal | join.Blanks} {
			checkOrdinary(t, text, &Rules{Rejoin: rejoin})
		}
	}
}

// TestOrdinaryContinues checks that the fast path leaves a URL to the rules that continues in the next line although
// that is blank, or begins as prose or a rule does.
func TestOrdinaryContinues(t *testing.T) {
	const row = "The address of it, which is long, is http://a.example/b/"
	filler := strings.Repeat("and the last line of the text\n", 8)
	for _, c := range []struct {
		text   string
		rejoin join.Rejoin
	}{
		{"http://a.example/b/\nc/d.html\n", join.Wide},
		{"http://a.example/b/\n\n\fc/d.html\n", join.Wide},
		{"-- http://a.example/b/\n------\n\f-- c/d.html\n", join.Wide},
		{"-- http://a.example/b/\n-- c/d.html\n", join.Wide},
		{"JD> http://a.example/b/\nJD> c/d.html\n", join.Wide},
		{"> http://a.example/b/\n> c/d.html\n", join.Wide},
		{"dnl http://a.example/b/\ndnl c/d.html\n", join.Wide},
		{"REM http://a.example/b/\nREM c/d.html\n", join.Blanks},
		{strings.Repeat(strings.Repeat("x", len(row))+"\n", 2) + row + "\nc/d.html" + strings.Repeat(" x", (len(row)-8)/2) + "\n", join.Terminal},
		{strings.Repeat(strings.Repeat("x", len(row))+"\n", 2) + row + "\nc" + strings.Repeat("x", len(row)-8) + " d.html\n", join.Terminal},
	} {
		r := Rules{Rejoin: c.rejoin}
		checkOrdinary(t, c.text+filler, &r)
		if got := search(newFinder(&r), c.text+filler, func(*Candidate) {}); !strings.Contains(got, "a.example/b/c") {
			t.Errorf("of %q, %s", c.text, got)
		}
	}
}

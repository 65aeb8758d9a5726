package escape

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/offset"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// slowly decodes src sequence by sequence. next returns the length of the sequence that
// rest begins with and what it represents, or 0 if none begins here; decoded is the text
// before it.
func slowly(src []byte, next func(rest []byte, decoded string) (n int, char string)) []octet {
	all := []octet{}
	for at := 0; at < len(src); {
		n, char := next(src[at:], textOf(all[max(0, len(all)-1):]))
		if n == 0 {
			n, char = 1, string(src[at:at+1])
		}
		if char == string(src[at:at+n]) {
			for i := range n {
				all = append(all, octet{src[at+i], firstAt + int64(at+i), firstAt + int64(at+i) + 1})
			}
		} else {
			for _, c := range []byte(char) {
				all = append(all, octet{c, firstAt + int64(at), firstAt + int64(at+n)})
			}
		}
		at += n
	}
	return all
}

const (
	slowBlank = `\t\n\v\f\r `
	slowName  = `\([^` + slowBlank + `\x80-\x{10FFFF}]{2}|\[[^\]` + slowBlank + `\x80-\x{10FFFF}]{0,30}\]|`
)

var (
	slowDropped = regexp.MustCompile(`^\\([&:%/,|^)]|\*:)`)
	slowOther   = regexp.MustCompile("^\\\\(?:\\*([<>])|([-_.'`\\\\]))")
	slowNamed   = regexp.MustCompile(`^\\(?:(\*)(` + slowName + `[^(\[` + slowBlank + `\x80-\x{10FFFF}])|(` + strings.TrimSuffix(slowName, "|") + `))`)
	slowFont    = regexp.MustCompile(`^\\(?:[fm](?:` + slowName + `[^(\[` + slowBlank + `\x80-\x{10FFFF}])|` +
		`s[-+](?:` + slowName + `[^(\[` + slowBlank + `\x80-\x{10FFFF}])|s(?:` + slowName + `[^-+(\[` + slowBlank + `\x80-\x{10FFFF}]))`)
)

func slowRoff(src []byte) []octet {
	return slowly(src, func(rest []byte, decoded string) (int, string) {
		if s := slowDropped.Find(rest); s != nil {
			return len(s), ""
		}
		if s := slowOther.FindSubmatch(rest); s != nil {
			return len(s[0]), string(s[1]) + string(s[2])
		}
		if bytes.HasPrefix(rest, []byte(`\e`)) {
			return 2, `\`
		}
		n := 0
		for n < 64 {
			s := slowFont.Find(rest[n:])
			if s == nil {
				break
			}
			n += len(s)
		}
		switch begins := decoded == "" || strings.ContainsAny(decoded, slowBlankOr("([{<\"'`\x00")); {
		case n > 0 && (begins || n == len(rest) || strings.IndexByte(slowBlankOr("()]}>\"'`"), rest[n]) >= 0):
			return n, ""
		case n > 0:
			return n, string(rest[:n])
		}
		if s := slowNamed.FindSubmatch(rest); s != nil {
			if s[3] == nil {
				return len(s[0]), string(s[0])
			}
			name := strings.TrimRight(string(s[3][1:]), "]")
			if code, err := strconv.ParseUint(strings.TrimPrefix(name, "u"), 16, 64); err == nil && len(name) > 4 && name[0] == 'u' && code < 1<<21 {
				return len(s[0]), string(rune(code))
			}
			if char, ok := roffCharacters[name]; ok {
				return len(s[0]), char
			}
			return len(s[0]), string(s[0])
		}
		return slowKept(rest)
	})
}

// slowBlankOr returns white space and chars.
func slowBlankOr(chars string) string { return "\t\n\v\f\r " + chars }

// slowKept returns the two bytes that rest begins with if the first is a backslash.
func slowKept(rest []byte) (int, string) {
	if rest[0] != '\\' {
		return 0, ""
	}
	n := min(len(rest), 2)
	return n, string(rest[:n])
}

var (
	slowSeq  = `\\(?:(?P<c>[%#&_$])|(?P<t>~)\{\}|string(?P<s>[%#&_$~])|char(?P<d>\d{1,3})(?: |\{\}|)|(?P<w>[A-Za-z]+)(?: |\{\}|))`
	slowTeXs = []*regexp.Regexp{
		regexp.MustCompile(`^\{\$\\sim(?: |\{\})?\$\}`), regexp.MustCompile(`^\$\\sim(?: |\{\})?\$`), regexp.MustCompile(`^\{~\}`),
		regexp.MustCompile(`^\{` + slowSeq + `\}`), regexp.MustCompile(`^` + slowSeq),
	}
	slowWord  = regexp.MustCompile(`^\\[A-Za-z]+`)
	slowWords = map[string]string{"textasciitilde": "~", "textasciicircum": "^", "textunderscore": "_", "slash": "/"}
)

func slowTeX(src []byte) []octet {
	return slowly(src, func(rest []byte, _ string) (int, string) {
		for _, re := range slowTeXs {
			s := re.FindSubmatch(rest)
			if s == nil {
				continue
			}
			char := "~"
			for i, name := range re.SubexpNames() {
				switch {
				case name == "" || s[i] == nil:
				case name == "w":
					char = slowWords[string(s[i])]
				case name == "d":
					code, _ := strconv.Atoi(string(s[i]))
					if char = string(rune(code)); !strings.Contains(texSpecial+"~", char) {
						char = ""
					}
				default:
					char = string(s[i])
				}
			}
			if char != "" {
				return len(s[0]), char
			}
		}
		if s := slowWord.Find(rest); s != nil {
			return len(s), string(s)
		}
		return slowKept(rest)
	})
}

func slowTexinfo(src []byte) []octet {
	url := false
	command := regexp.MustCompile(`^@(uref|url|email)\{`)
	character := regexp.MustCompile(`^@([A-Za-z]{1,31})\{\}`)
	return slowly(src, func(rest []byte, _ string) (int, string) {
		switch {
		case rest[0] == ',' && url:
			url = false
			return 1, " "
		case rest[0] == '}':
			url = false
			return 0, ""
		case rest[0] != '@':
			return 0, ""
		case len(rest) > 1 && strings.IndexByte("@{}", rest[1]) >= 0:
			return 2, string(rest[1:2])
		case len(rest) > 1 && strings.IndexByte("/-:", rest[1]) >= 0:
			return 2, ""
		}
		if s := character.FindSubmatch(rest); s != nil {
			if char, ok := texinfoCharacters[string(s[1])]; ok {
				return len(s[0]), char
			}
			return len(s[0]), string(s[0])
		}
		if bytes.HasPrefix(rest, []byte("@var{")) {
			return len("@var"), ""
		}
		if s := command.Find(rest); s != nil {
			url = true
			return len(s), string(s)
		}
		n := min(len(rest), 2)
		return n, string(rest[:n])
	})
}

// documents are the formats that a document decodes.
var documents = []struct {
	name    string
	decoder func() Decoder
	slow    func([]byte) []octet
	words   []string // what matters in texts
	dense   string   // a text for benchmarks
}{
	{"roff", newRoff, slowRoff, []string{`\`, `\`, `\&`, `\-`, `\:`, `\%`, `\e`, `\\`, `\(`, `\(t`, `\(ti`, `\[`, `\[ti]`, `\[u7E]`, `\[u007E]`,
		`\[u00E9`, `\[uDFFFFFF]`, `\f`, `\fB`, `\fP`, `\f(CW`, `\f[`, `\f[]`, `\f[CR]`, `\m[blue]`, `\s`, `\s-`, `\s-1`, `\s+(1`, `\*`, `\*:`, `\*<`, `\*(Aq`, `\*[`,
		`\"`, `\|`, `\c`, `]`, `(`, `[`, "'", ">", " ", "\n", "\x00", "é", "\xE9", "a", "http://u.example/", strings.Repeat(`\fB`, 30), strings.Repeat("x", 33)},
		`.BR http://u.example/a\-b\&.html ,` + "\nwith words in \\fBbold\\fR, and others in a line as manuals have them\n"},
	{"TeX", newTeX, slowTeX, []string{`\`, `\`, `{`, `{`, `$`, `$`, `}`, `}`, `~`, `\~`, `\~{`, `\~{}`, `{}`, ` `, `\%`, `\_`, `\&`, `\$`, `\{`, `{\_}`, `{~}`, `\sim`,
		`$\sim$`, `\string`, `\string~`, `\textasciitilde`, `\textascii`, `\slash`, `\char`, `\char126`, `\char95`, `126`, "a", "é", "\xE9", "\n", "%",
		"http://u.example/", `\` + strings.Repeat("x", 40)},
		`see \url{http://u.example/a\_b\%20c} and~\cite{x}, which says in a line of words what \emph{others} said before` + "\n"},
	{"Texinfo", newTexinfo, slowTexinfo, []string{`@`, `@`, `@@`, `@{`, `@}`, `@/`, `@:`, `@uref{`, `@url`, `@email{`, `@comma{}`, `@comma`, `@code{`, `@var{`, `{}`, `{`, `}`, `,`, ` `, "a",
		"A", "\n", "é", "\xE9", "http://u.example/", "@" + strings.Repeat("x", 40)},
		"@uref{http://u.example/@/a, a name} is a page of @code{words}, written in lines as a manual has them, and no more\n"},
}

func TestDocument(t *testing.T) {
	for name, cases := range map[string]map[string]string{
		"roff": {
			"":                                  "",
			`http://u\&.example\&./a\-b`:        "http://u.example./a-b",
			`\%http://\:u.example/\:\|\[ti]a/`:  "http://u.example/~a/",
			`http://u.example/\(tia \(aqb\(aq`:  "http://u.example/~a 'b'",
			`\fBhttp://u.example/\fR, \fIb\fP`:  `http://u.example/\fR, b`,
			`http://\fIhost\fP/b`:               `http://\fIhost\fP/b`,
			`(\f(CWhttp://u.example/\f[R]\m[])`: "(http://u.example/)",
			`\s-1URL\s0 \s+2\fBx`:               "URL x",
			`a\eb\\c\(rsd`:                      `a\b\c\d`,
			`\" http://u.example/ \" b`:         `\" http://u.example/ \" b`,
			`\(em \[xx] \*(Aq \*[x] \n[.x]`:     `\(em \[xx] \*(Aq \*[x] \n[.x]`,
			`\*<http://u\*:.example/\*>`:        "<http://u.example/>",
			`\[u00E9]\[u110000]\[u12]`:          "é\uFFFD" + `\[u12]`,
			`\~ \# \c`:                          `\~ \# \c`,
			`\`:                                 `\`,
			`\(t`:                               `\(t`,
			`\fé`:                               `\fé`,
		},
		"TeX": {
			`http://u.example/a\_b\%20c\#d\&e`:                           "http://u.example/a_b%20c#d&e",
			`/\~{}a /\~b /{\~{}}c /{~}d`:                                 `/~a /\~b /~c /~d`,
			`/$\sim$a /{$\sim$}b \sim c`:                                 `/~a /~b \sim c`,
			`/\textasciitilde a /{\textasciitilde}b /\textasciitilde{}c`: "/~a /~b /~c",
			`/\textasciitildes /\string~a /\char126 b`:                   `/\textasciitildes /~a /~b`,
			`a{\_}b{\%}20 {\_\_} \{\_}`:                                  `a_b%20 {__} \{_}`,
			`a~b {~a} \\_ \\\_`:                                          `a~b {~a} \\_ \\_`,
			`\char382 \char1 \char`:                                      `\char382 \char1 \char`,
			`{$`:                                                         `{$`,
			`{\`:                                                         `{\`,
			`{\textasciitilde`:                                           `{~`,
			"% a\\%b\n\\emph{x}%\n":                                      "% a%b\n\\emph{x}%\n",
		},
		"Texinfo": {
			`@uref{http://u.example/@/a,b, c} a,b`: `@uref{http://u.example/a b, c} a,b`,
			`@url{http://u.example/} a, b`:         `@url{http://u.example/} a, b`,
			`@email{a@@u.example,A}`:               `@email{a@u.example A}`,
			`@{@@@} @comma{} @w{} @code{a,b} @`:    `{@} , @w{} @code{a,b} @`,
			`http://@var{host}/@var{}a`:            `http://{host}/@var{}a`,
			`@uref`:                                `@uref`,
			`@url{`:                                `@url{`,
		},
	} {
		for _, m := range documents {
			if m.name != name {
				continue
			}
			for src, want := range cases {
				if got := textOf(decodeIn(m.decoder(), []byte(src), whole)); got != want {
					t.Errorf("%s %q: got %q, want %q", name, src, got, want)
				}
				check(t, m.decoder(), m.slow, []byte(src))
			}
		}
	}
}

// TestDocumentRandom checks random texts, with a Decoder that is used again.
func TestDocumentRandom(t *testing.T) {
	r := effort.Rand(t)
	for _, m := range documents {
		d := m.decoder()
		for range effort.Rounds(4000) {
			var src []byte
			for range r.IntN(12) {
				src = append(src, m.words[r.IntN(len(m.words))]...)
			}
			check(t, d, m.slow, src)
		}
	}
}

// TestDocumentHeld checks that a bounded number of bytes is held back, and none at the
// end of a line.
func TestDocumentHeld(t *testing.T) {
	for _, m := range documents {
		for _, word := range m.words {
			d := m.decoder()
			var places offset.Map
			for i := range 100 {
				d.Append(nil, []byte(word), int64(i*len(word)), &places)
				if d.Held() > 2*maxSequence {
					t.Errorf("%s: %d bytes of %q are held", m.name, d.Held(), word)
				}
			}
		}
		d := m.decoder()
		var places offset.Map
		if text := d.Append(nil, []byte(m.dense), 0, &places); d.Held() > 0 || !bytes.HasSuffix(text, []byte("\n")) {
			t.Errorf("%s: %d bytes of a line are held", m.name, d.Held())
		}
	}
}

func FuzzDocument(f *testing.F) {
	r := rand.New(rand.NewPCG(7, 1986))
	for i, m := range documents {
		for range 15 {
			var src []byte
			for range 10 {
				src = append(src, m.words[r.IntN(len(m.words))]...)
			}
			f.Add(src, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, src []byte, n uint8) {
		m := documents[int(n)%len(documents)]
		check(t, m.decoder(), m.slow, src[:min(len(src), 4<<10)])
	})
}

func BenchmarkDocument(b *testing.B) {
	for _, m := range documents {
		b.Run(m.name, func(b *testing.B) {
			benchmarkDecoder(b, m.decoder(), m.dense)
		})
	}
}

package find

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/ends"
	"github.com/urlgrep/urlgrep/internal/join"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// This file is about exact delimiters: the target of a link in Markdown ends at the partner of its bracket, and
// the value of an attribute at its quote, whatever the URL ends in.

const (
	// maxExact bounds how many bytes after the beginning of a URL its exact delimiter is looked for.
	maxExact = 1 << 10
	// maxLinkName bounds how many bytes before a URL the name of its attribute is looked for.
	maxLinkName = 32
)

// exactDelimiter returns the text that exactly delimits a URL after the text before: ")" after "](", and the quote
// of the value of "href" or "src", with its backslash. It returns "" if the rules say where the URL ends.
func exactDelimiter(before []byte) string {
	n := len(before)
	if n == 0 {
		return ""
	}
	switch before[n-1] {
	case '(':
		if bytes.HasSuffix(before, []byte("](")) && !bytes.HasSuffix(before, []byte(`\](`)) {
			return ")"
		}
	case '"', '\'':
		quote := before[n-1:]
		before, isEscaped := bytes.CutSuffix(before[max(0, n-maxLinkName):n-1], []byte{'\\'})
		switch {
		case !endsInLink(before):
		case isEscaped && quote[0] == '"':
			return `\"`
		case isEscaped:
			return `\'`
		case quote[0] == '"':
			return `"`
		default:
			return "'"
		}
	}
	return ""
}

// endsInLink reports whether text ends in "href" or "src" and "=", with blanks or without.
func endsInLink(text []byte) bool {
	name, ok := bytes.CutSuffix(bytes.TrimRight(text, " \t"), []byte{'='})
	if !ok {
		return false
	}
	name = bytes.TrimRight(name, " \t")
	for _, want := range [...]string{"href", "src"} {
		if n := len(name) - len(want); n >= 0 && ascii.EqualFold(name[n:], want) {
			return n == 0 || !ascii.Is(name[n-1], ascii.AlphaDigit)
		}
	}
	return false
}

// exactEnd decides where the URL that begins at Data[start] ends, if the delimiter does so exactly. The verdict is
// No if white space, a control, another delimiter or a backslash is before it, or too much text, or "+" after it. With slashes,
// a backslash may be before "/".
func (t *text) exactEnd(start int, delimiter string, slashes bool) (end int, v verdict.Verdict) {
	limit := start + maxExact - 1 + len(delimiter)
	near := t.Data[start:min(len(t.Data), limit)]
	if !bytes.Contains(near, []byte(delimiter)) && (t.EOF || len(t.Data) >= limit) {
		return 0, verdict.No // nearly all URLs without the delimiter in their word
	}
	depth := 0 // of round brackets
	for i := start; ; {
		for i < min(len(t.Data), start+maxExact) && !mayStopExact[t.Data[i]] {
			i++
		}
		if i-start >= maxExact {
			return 0, verdict.No
		}
		rest := t.Data[i:]
		switch n := min(len(rest), len(delimiter)); {
		case string(rest[:n]) != delimiter[:n]:
		case n < len(delimiter):
			return 0, t.atEdge()
		case depth == 0:
			return i, t.isConcatenated(i + n).Not()
		}
		switch c := rest[0]; {
		case c == '(' && delimiter == ")":
			depth++
			i++
		case c == ')' && delimiter == ")":
			depth--
			i++
		case slashes && c == '\\' && len(rest) == 1:
			return 0, t.atEdge()
		case slashes && c == '\\' && rest[1] == '/':
			i += len(`\/`)
		case ends.Delimits(c) || c == '\\' || c == '`':
			return 0, verdict.No
		case c < utf8.RuneSelf:
			i++
		case !t.EOF && !utf8.FullRune(rest):
			return 0, verdict.More
		default:
			r, size := chars.Decode(rest, t.fallback)
			if chars.IsSpace(r) || unicode.IsControl(r) || join.IsFrame(r) {
				return 0, verdict.No
			}
			i += size
		}
	}
}

// isConcatenated decides whether "+" follows the quote or bracket before Data[i], with blanks between or without: then a
// program adds text to what it delimits.
func (t *text) isConcatenated(i int) verdict.Verdict {
	limit := i + maxLinkName
	for i < min(len(t.Data), limit) && ascii.Is(t.Data[i], ascii.Blank) {
		i++
	}
	switch {
	case i == limit:
		return verdict.No
	case i == len(t.Data):
		return t.atEdge()
	}
	return verdict.Of(t.Data[i] == '+')
}

// mayStopExact has the octets that exactEnd looks at.
var mayStopExact = func() (t [256]bool) {
	for c := range t {
		t[c] = c >= utf8.RuneSelf || ends.Delimits(byte(c)) || bytes.IndexByte([]byte("()'\\`"), byte(c)) >= 0
	}
	return t
}()

// exactly reads the URL at o up to its exact delimiter. The verdict is No if it has none, or if the rules decide where
// it ends.
func (b *reader) exactly(t *text, o *beginning) verdict.Verdict {
	if o.from == 0 || linkEnd[t.Data[o.from-1]] == 0 {
		return verdict.No
	}
	delimiter := exactDelimiter(t.Data[:o.from])
	if delimiter == "" {
		return verdict.No
	}
	end, v := t.exactEnd(o.start, delimiter, o.isStrict())
	if v != verdict.Yes {
		return v
	}
	b.begin(t, *o)
	b.mode = mode{exact: end}
	if v = b.scan(); v == verdict.Yes {
		v = verdict.Of(b.isExact())
	}
	return v
}

// isExact reports whether the URL ends at its exact delimiter. One that ends with its host does not, nor does one
// without a host, such as an address, that ends in punctuation.
func (b *reader) isExact() bool {
	return b.at == b.exact && (b.part == ends.Path && (b.host >= 0 || !ends.Trimmed(b.last())) || b.part == ends.Query)
}

// passes decides whether the character ch, which ends a URL by the rules, is part of one that has an exact
// delimiter.
func (b *reader) passes(ch char) verdict.Verdict {
	switch {
	case b.exact == 0 || b.part != ends.Path && b.part != ends.Query:
		return verdict.No
	case ch.r >= utf8.RuneSelf:
		return verdict.Of(!chars.IsSpace(ch.r) && !unicode.IsControl(ch.r))
	}
	switch ch.r {
	case '(', ')', '[', ']', '{', '}', '\'':
		return verdict.Yes
	case '|':
		return b.divides().Not()
	}
	return verdict.No
}

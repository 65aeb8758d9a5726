package extract

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
)

// finish takes from the URL's end what is not of it: first everything from an
// opening bracket on that has no partner, then punctuation.
func (s *Scanner) finish(b *bare) {
	blank := b.at == len(b.data) || chars.SpaceAt(b.data[b.at:], b.fallback) > 0
	if len(b.open) > 0 {
		b.noteLost()
		b.out = b.out[:b.open[0].at]
		blank = false
	}
	if blank && b.part != inAuthority && bytes.HasSuffix(b.out, []byte("'s")) {
		b.out = b.out[:len(b.out)-len("'s")]
	}
	if b.at < len(b.data) && b.data[b.at] == '>' && len(b.open) == 0 {
		b.out = bytes.TrimSuffix(b.out, []byte("--")) // "-->" ends a comment
	}
	b.out = b.out[:s.trimmed(b)]
	if n := len(b.out); b.foreign && b.topLevel() < n {
		b.out = b.out[:b.topLevel()]
		b.out = b.out[:s.trimmed(b)]
	}
	end := len(b.out)
	for len(b.hyphens) > 0 && b.hyphens[len(b.hyphens)-1]+1 >= end {
		b.hyphens = b.hyphens[:len(b.hyphens)-1]
	}
	for len(b.breaks) > 0 && b.breaks[len(b.breaks)-1] >= end {
		b.breaks = b.breaks[:len(b.breaks)-1]
	}
	b.lines = len(b.breaks) + 1
}

// trimmed returns the length of the URL without what ends a sentence and not a
// URL, and without markup. Final "'" stay where another one stands inside. A host
// ends in a letter or a digit, unless nobody knows the scheme: there "*" may be
// meant, as in "gs://a*".
func (s *Scanner) trimmed(b *bare) int {
	out := b.out
	host, end := -1, 0 // of the authority, once it is looked for
	marks := 0         // runs of markup taken off
	for len(out) > 0 {
		c := out[len(out)-1]
		n := 1 // bytes that go
		switch {
		case c == '/' || c == ']' || ascii.Is(c, ascii.AlphaDigit):
			return len(out)
		case c == ';' && bytes.HasSuffix(out, []byte("&amp;")):
			n = len("&amp;")
		case strings.IndexByte(".,;:!?@|`", c) >= 0:
		case c == '\'':
			rest := bytes.TrimRight(out, "'")
			if bytes.IndexByte(rest, c) >= 0 {
				return len(out)
			}
			n = len(out) - len(rest)
		case c >= utf8.RuneSelf:
			if n = joiner(out); n == 0 {
				return len(out)
			}
		default:
			if host < 0 {
				host, end = b.hostAt()
			}
			if host < len(out) && len(out) <= end && (c == '-' || s.known(out[:host])) {
				break
			}
			if n = s.markup(b, out); n == 0 || marks == maxMarks {
				return len(out)
			}
			marks++
		}
		out = out[:len(out)-n]
	}
	return 0
}

// joiner returns the length of the hyphen or dash outside ASCII that out ends in,
// or of the character without width that joins, 0 if it ends in none.
func joiner(out []byte) int {
	r, n := utf8.DecodeLastRune(out)
	if 0x2010 <= r && r <= 0x2013 || r == 0x200C || r == 0x200D {
		return n
	}
	return 0
}

// known reports whether the scheme that begins a URL is one of the table.
func (s *Scanner) known(url []byte) bool {
	scheme, _, ok := bytes.Cut(url, []byte{':'})
	return ok && s.rules.Schemes.Known(scheme)
}

// maxMarks bounds how many runs of markup a URL stands in, as in "***_http://a/_***".
const maxMarks = 4

// markup returns the length of the run of "*", "_" or "~" that the URL ends in, if
// the same run stands open before it on its line.
func (s *Scanner) markup(b *bare, out []byte) int {
	c := out[len(out)-1]
	if strings.IndexByte("*_~", c) < 0 {
		return 0
	}
	run := len(out) - len(bytes.TrimRight(out, string(c)))
	if opens(s.lines.head(s, b.segs[0].in+1), c, run) {
		return run
	}
	return 0
}

// opens reports whether a run of n times c is open at the end of head, which is a
// line up to where a URL begins: markup of Markdown, as in "**see http://a/**". It
// opens in front of a word and closes behind one. A line that is longer than what
// is kept of it opens nothing.
func opens(head []byte, c byte, n int) (open bool) {
	if len(head) >= maxHead {
		return false
	}
	for i := 0; i < len(head)-1; {
		run := len(head[i:]) - len(bytes.TrimLeft(head[i:], string(c)))
		if run == n {
			behind := i > 0 && !ascii.Is(head[i-1], ascii.Space)
			word := i > 0 && ascii.Is(head[i-1], ascii.AlphaDigit)
			before := i+n < len(head) && ascii.Is(head[i+n], ascii.AlphaDigit)
			if open {
				open = !behind
			} else {
				open = before && !word
			}
		}
		i += max(run, 1)
	}
	return open
}

// openingRun returns how often the character stands there that text ends in, if it
// begins a word, as markup does that opens in front of one; else 0.
func openingRun(text []byte) (n int) {
	rest := text[max(0, len(text)-maxHead/2):]
	before := bytes.TrimRight(rest, string(text[len(text)-1:]))
	if i := len(before) - 1; i >= 0 && (before[i] >= utf8.RuneSelf || ascii.Is(before[i], ascii.AlphaDigit)) {
		return 0
	}
	return len(rest) - len(before)
}

// hostAt returns where the authority begins in the URL and where it ends; both are
// 0 if it has none.
func (b *bare) hostAt() (start, end int) {
	if b.host < 0 || b.host > len(b.out) {
		return 0, 0
	}
	if i := bytes.IndexAny(b.out[b.host:], "/?#"); i >= 0 {
		return b.host, b.host + i
	}
	return b.host, len(b.out)
}

// topLevel returns the length of the URL up to where something is glued to its
// top-level domain, as in "http://a.example" and Chinese behind it, or an arrow:
// no domain's name there is of letters of ASCII and, behind these, symbols or
// letters of a script that has no capitals.
func (b *bare) topLevel() int {
	host, end := b.hostAt()
	dot := bytes.LastIndexByte(b.out[host:end], '.')
	if host == 0 || dot < 0 {
		return len(b.out)
	}
	top := host + dot + 1
	i := top + span(b.out[top:end], ascii.Alpha)
	if i > top && i < end && b.out[i] == ':' {
		i += 1 + span(b.out[i+1:end], ascii.Digit)
	}
	r, _ := utf8.DecodeRune(b.out[i:end])
	if i > top && i < end && r >= utf8.RuneSelf && b.out[i-1] != ':' && (isSolid(r) || unicode.In(r, unicode.S, unicode.N)) {
		return i
	}
	return len(b.out)
}

// span returns how many bytes at the beginning of b are of a class.
func span(b []byte, class ascii.Class) int {
	for i, c := range b {
		if !ascii.Is(c, class) {
			return i
		}
	}
	return len(b)
}

// end returns the index in the window behind the URL.
func (b *bare) end() int {
	n := len(b.out)
	for i := len(b.segs) - 1; i >= 0; i-- {
		if g := b.segs[i]; g.at < n {
			if g.size > 0 {
				return g.in + g.size
			}
			return g.in + n - g.at
		}
	}
	return b.segs[0].in
}

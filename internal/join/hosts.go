package join

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/suffix"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// shortDomain is the length of the top-level domains that are not words of prose, nearly all of them.
const shortDomain = 3

// maxParts is the number of words that a host may be broken into.
const maxParts = 12

// hostGoesOn decides about a word after the host: the host must be incomplete, and the text complete it; or
// the path begins after a complete host.
func (s *spaced) hostGoesOn(text []byte, w word) bool {
	host := s.url[s.host:]
	if i := bytes.LastIndexByte(host, '@'); i >= 0 {
		host = host[i+1:]
	}
	if bytes.IndexByte(host, ':') >= 0 || len(host) == 0 {
		return false
	}
	last := host[len(host)-1]
	if n := ascii.Len(text, ascii.AlphaDigit); !s.loose && ascii.Is(last, ascii.AlphaDigit) && n > 0 && (n == len(text) || text[n] != '/') {
		return false // as in "http://www.a.org is"
	}
	name := string(bytes.TrimRight(host, "."))
	whole := isCompleteHost(name)
	switch {
	case text[0] == '/':
		if len(text) > 1 && ascii.Is(text[1], ascii.AlphaDigit) {
			return whole && !isDate(w.core[1:]) && (s.loose || s.isPath(w.core[1:], w))
		}
		return whole && s.loose && len(w.core) <= 1 && (len(w.rest) == 0 || ascii.Is(w.rest[0], ascii.AlphaDigit) || w.core != nil && len(w.tail) > 0) && (s.separates() || len(w.tail) > 0)
	case strings.IndexByte("?&=_#%~:", text[0]) >= 0:
		return false
	case whole && len(w.core) == 0 && !s.separates():
		return false
	case whole && text[0] != '.':
		return last == '.' && s.isSecondLevel(name, text)
	}
	if s.line && !s.loose && text[0] == '.' {
		return false
	}
	return completesHost(string(host), text, s.loose)
}

// IsWholeHost reports whether an authority is a complete host, with a port or without: names with dots between them, the
// last of which are a public suffix.
func IsWholeHost(authority []byte) bool {
	host, _, _ := bytes.Cut(authority, []byte{':'})
	return isCompleteHost(string(bytes.TrimRight(host, ".")))
}

// isSecondLevel reports whether a country follows a complete host that ends in a dot, so that its public
// suffix is longer, as in "www.a.co. uk/".
func (s *spaced) isSecondLevel(name string, text []byte) bool {
	n := ascii.Len(text, ascii.Alpha)
	if n != 2 || isCapital(text[0]) {
		return false
	}
	long := name + "." + string(text[:2])
	public := suffix.ICANN(strings.ToLower(long))
	if strings.IndexByte(public, '.') < 0 || public == long {
		return false
	}
	w := firstWord(text)
	return len(text) > 2 && text[2] == '/' || len(w.core) == 2 && (w.ends() || beginsAccess(firstWord(w.rest).core))
}

// completesHost reports whether host and the words of text are a complete host, up to a path or the end of
// the URL. A word of letters in lower case may go on within a label, any word after a dot or a hyphen.
func completesHost(host string, text []byte, loose bool) bool {
	name := host
	broken := 0 // dots before white space
	for range maxParts {
		text = skipSpace(text)
		if strings.HasSuffix(name, ".") {
			broken++
		}
		n := hostLen(text)
		if n == 0 || name == "" && !hasDotSoon(text, n) {
			return false
		}
		last := byte('.')
		if name != "" {
			last = name[len(name)-1]
		}
		if within := last != '.' && last != '-' && text[0] != '.' && text[0] != '-'; within && (isCapital(text[0]) || n > 16) {
			return false
		}
		if isCapital(text[0]) && !loose && text[n-1] != '.' && n == ascii.Len(text[:n], ascii.Alpha) {
			return false // the sentence after it
		}
		name += string(text[:n])
		text = text[n:]
		if len(name) > MaxAhead {
			return false
		}
		whole := isCompleteHost(strings.TrimRight(name, ".")) && !isSentence(name, broken)
		switch {
		case len(text) == 0:
			return whole
		case !ascii.Is(text[0], ascii.Blank|ascii.Space):
			return whole && (strings.IndexByte("/?#:", text[0]) >= 0 || strings.IndexByte(closing, text[0]) >= 0)
		case whole:
			return true
		}
	}
	return false
}

// isSentence reports whether a host with white space after each dot may be two words: whether it has but one dot, and a
// long top-level domain, such as "docs".
func isSentence(host string, broken int) bool {
	name, top, _ := strings.Cut(strings.TrimRight(host, "."), ".")
	return broken > 0 && name != "" && strings.IndexByte(top, '.') < 0 && len(top) > shortDomain
}

// skipSpace returns text without the white space that it begins with, and without a quote mark or a comment leader
// after a line break. It returns nothing before an item of a list.
func skipSpace(text []byte) []byte {
	rest := bytes.TrimLeft(text, " \t\r\n\f\v")
	if bytes.ContainsAny(text[:len(text)-len(rest)], "\r\n") {
		rest = bytes.TrimLeft(bytes.TrimPrefix(rest, []byte("// ")), " \t>|*#;%")
		if endsInItem(text[:len(text)-len(rest)]) {
			return nil
		}
	}
	return rest
}

// hasDotSoon reports whether the first n characters of text, which are the beginning of a host, have a dot, or
// white space and a dot follow.
func hasDotSoon(text []byte, n int) bool {
	rest := bytes.TrimLeft(text[n:], " ")
	return bytes.IndexByte(text[:n], '.') >= 0 || len(rest) > 0 && len(rest) < len(text)-n && (rest[0] == '.' || rest[0] == '-')
}

// hostLen returns the number of characters of a host that text begins with.
func hostLen(text []byte) int {
	n := 0
	for n < len(text) && (ascii.Is(text[n], ascii.AlphaDigit) || text[n] == '.' || text[n] == '-') {
		n++
	}
	return n
}

// An Opening is the beginning of a URL with white space between its scheme and its host.
type Opening struct {
	Colon, First, Second int // indices of ":" and of the slashes
	Host                 int // index of the first character of the host
	Lines                int // number of line breaks
	Spaces               int // number of runs of white space without a line break
}

// Opens decides whether white space after the scheme that ends at b.At, after its colon or between and after
// its slashes is in a URL: whether a complete host follows.
func (r *Rules) Opens(b *Break) (o Opening, v verdict.Verdict) {
	at := b.At
	for i, mark := range [...]byte{':', '/', '/', 0} {
		start := at
		if at < len(b.Data) && b.Data[at] != mark || mark == 0 {
			b.At, b.hasLine = at, false
			j := r.gap(b)
			switch {
			case j.Verdict == verdict.More:
				return o, verdict.More
			case j.Verdict == verdict.Yes:
				at = j.Next
				o.Lines += j.Lines
				b.Lines += j.Lines
				if j.Lines == 0 {
					o.Spaces++
				}
			}
		}
		switch {
		case at == len(b.Data):
			return o, verdict.AtEnd(b.EOF)
		case mark != 0 && b.Data[at] != mark, o.Lines > 1, i == 1 && start != at && at-start > maxGap && o.Lines == 0:
			return o, verdict.No
		}
		switch i {
		case 0:
			o.Colon = at
		case 1:
			o.First = at
		case 2:
			o.Second = at
		case 3:
			o.Host = at
		}
		at++
	}
	text := b.Data[o.Host:]
	switch {
	case o.Spaces+o.Lines == 0, o.Lines >= r.MaxLines, !ascii.Is(text[0], ascii.AlphaDigit):
		return o, verdict.No
	case len(text) > MaxAhead:
		text = text[:MaxAhead]
	case len(text) < MaxAhead && !b.EOF:
		return o, verdict.More
	}
	return o, verdict.Of(completesHost("", text, true))
}

package defang

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/suffix"
)

// names are the names in a URL with dots, which programs may read as hosts wherever they are.
type names struct {
	url   string
	end   int  // of the name that was judged last
	alike bool // that name resembles a host
}

// isHost reports whether the dot at offset i is in a name that resembles a host. The offsets of
// calls increase.
func (n *names) isHost(i int) bool {
	if i < n.end {
		return n.alike
	}
	from := i
	for from > n.end && isName(n.url[from-1]) {
		from--
	}
	n.end = i
	for n.end < len(n.url) && isName(n.url[n.end]) {
		n.end++
	}
	name := n.url[from:n.end]
	n.alike = resemblesHost(name) || hasAddress(name) && !n.inLiteral(from)
	return n.alike
}

// inLiteral reports whether the last name, which begins at offset from, ends an IPv6 address in
// brackets.
func (n *names) inLiteral(from int) bool {
	before := n.url[:from]
	return strings.HasPrefix(n.url[n.end:], "]") && strings.HasSuffix(before, ":") &&
		strings.HasSuffix(strings.TrimRight(before, ":0123456789ABCDEFabcdef"), "[")
}

// isName reports whether c may be in the name of a host.
func isName(c byte) bool { return isHost(c) || c == '.' || c == '-' || c == '_' }

// resemblesHost reports whether a name has the label "www" or "ftp", or after the first label the
// name of a top-level domain, with a hyphen or without: programs that make links may begin and
// end a host at any character that is no letter.
func resemblesHost(name string) bool {
	rest := strings.ToLower(name)
	for i := 0; rest != ""; i++ {
		var label string
		label, rest, _ = strings.Cut(rest, ".")
		if strings.HasSuffix(label, "www") || strings.HasSuffix(label, "ftp") {
			return true
		}
		if i == 0 {
			continue
		}
		beginning, _, _ := strings.Cut(label, "-")
		if isTop(label) || isTop(beginning) {
			return true
		}
	}
	return false
}

// isTop reports whether label is the name of a top-level domain, or may be one.
func isTop(label string) bool {
	return strings.Contains(special, " "+label+" ") || suffix.ICANN(label) != "" || !ascii.All(label)
}

// special are the top-level domains that are not delegated, but in use (RFC 2606, RFC 6762, RFC
// 7686).
const special = " example invalid localhost test local onion "

// hasAddress reports whether name contains four numbers with dots between them.
func hasAddress(name string) bool {
	numbers := 0 // before the label
	for label := range strings.SplitSeq(name, ".") {
		digits := len(label) - len(strings.TrimLeft(label, "0123456789"))
		switch {
		case numbers == 3 && digits > 0:
			return true
		case digits == len(label) && digits > 0:
			numbers = min(numbers+1, 3)
		case len(strings.TrimRight(label, "0123456789")) < len(label):
			numbers = 1
		default:
			numbers = 0
		}
	}
	return false
}

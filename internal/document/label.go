package document

import (
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/scheme"
)

// MaxLabel is the maximum length of a label in bytes.
const MaxLabel = 256

// maxShown is the number of bytes of a text that a label is made from.
const maxShown = 4 << 10

// Label returns the label of a target for the text that shows it: s with white space
// collapsed, of at most MaxLabel bytes, and whether it is cut.
func Label(s string) (label string, cut bool) {
	if len(s) >= maxShown {
		s, cut = s[:maxShown], true
	}
	label = strings.Join(strings.Fields(strings.ToValidUTF8(s, "\uFFFD")), " ")
	if len(label) > MaxLabel {
		n := MaxLabel
		for !utf8.RuneStart(label[n]) {
			n--
		}
		label, cut = label[:n], true
	}
	return label, cut
}

// Agrees reports whether a text shows its target: it is the URL with or without its scheme
// and a slash at its end. Such a text is left out, as the target is a part already.
func Agrees(text, target string) bool {
	if text == "" {
		return false
	}
	host, path := split(text)
	targetHost, targetPath := split(target)
	return path == targetPath && strings.EqualFold(host, targetHost)
}

// split divides a URL without its scheme after its host. The path has no slash at its end.
func split(url string) (host, path string) {
	url = strings.TrimSpace(url)
	url = strings.TrimSuffix(scheme.Trim(url, scheme.Ordinary), "/")
	n := strings.IndexAny(url, "/?#")
	if n < 0 {
		n = len(url)
	}
	return url[:n], url[n:]
}

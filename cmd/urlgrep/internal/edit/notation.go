package edit

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/chars"
)

// notations are the ways of writing a URL in JSON, source code and markup that new text is
// written in as well.
var notations = []*strings.Replacer{
	strings.NewReplacer("/", `\/`),
	strings.NewReplacer("&", "&amp;"),
	strings.NewReplacer("&", `\u0026`),
	strings.NewReplacer("/", `\/`, "&", `\u0026`),
}

// newText returns the text that replaces a piece, which is the URL of the match as it is
// written. If the piece is the URL in a character set or one of the notations, newText returns
// the result of the template in the same one. If the piece has other escape sequences and the
// result is the URL itself, newText returns the piece, since nothing is broken.
func (m *match) newText(piece []byte, fallback *chars.Fallback) []byte {
	if string(piece) == m.url {
		return m.text
	}
	if octets := fallback.AppendEncoded(nil, m.url); bytes.Equal(octets, piece) {
		return fallback.AppendEncoded(nil, string(m.text))
	}
	for _, n := range notations {
		if n.Replace(m.url) == string(piece) {
			return []byte(n.Replace(string(m.text)))
		}
	}
	switch {
	case m.refanged || bytes.ContainsAny(piece, " \t\r\n") || string(m.text) != m.url:
		return m.text
	case bytes.ContainsAny(piece, `\&`), string(chars.AppendUTF8(nil, piece, fallback)) == m.url:
		return piece
	}
	return m.text
}

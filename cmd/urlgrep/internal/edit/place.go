package edit

import (
	"bytes"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// A place is where in a text a URL is.
type place struct {
	before, after []byte // the text around the URL, which may be cut
	isPlain       bool   // the text is plain, without any notation
	isMarkdown    bool   // it is the target of a link of Markdown
	allowed       string // the characters that need no escape sequence there, besides those that never do
}

// newPlace returns the place between two texts in the file name.
func newPlace(name string, before, after []byte) place {
	p := place{before: before, after: after}
	switch l, n := p.last(), p.first(); {
	case isPlainText(name) && strings.ContainsRune("< \t\r\n\x00", l) && (strings.ContainsRune("> \t\r\n\x00", n) || p.endsSentence()):
		p.isPlain = true
	case isMarkdown(name) && (l == '<' && n == '>' || bytes.HasSuffix(before, []byte("](")) && n == ')'):
		p.isMarkdown, p.allowed = true, "#&%,;()!?@*_~"
	case l == n && (l == '"' || l == '\''):
		p.allowed = "#,;()?_~"
	}
	return p
}

// last returns the character before the URL, and first the one after it; 0 at the ends of the text.
func (p *place) last() rune {
	if len(p.before) == 0 {
		return 0
	}
	r, _ := utf8.DecodeLastRune(p.before)
	return r
}

func (p *place) first() rune {
	if len(p.after) == 0 {
		return 0
	}
	r, _ := utf8.DecodeRune(p.after)
	return r
}

// makesTag reports whether the new text of a URL between angle brackets may be a tag of markup: it has
// no colon, and the URL has one.
func (p *place) makesTag(url, text string) bool {
	return !p.isPlain && p.last() == '<' && p.first() == '>' && strings.Contains(url, ":") && !strings.Contains(text, ":")
}

// endsSentence reports whether punctuation and white space follow.
func (p *place) endsSentence() bool {
	rest := bytes.TrimLeft(p.after, ".,;:!?)>")
	return len(rest) < len(p.after) && (len(rest) == 0 || ascii.Is(rest[0], ascii.Space))
}

// isAllowed reports whether the place allows r.
func (p *place) isAllowed(r rune) bool {
	if p.isPlain {
		return r >= ' ' && r != 0x7F || r == '\t' || r == '\n'
	}
	return strings.ContainsRune(p.allowed, r)
}

// isPlainText reports whether the name of a file says that it is plain text. CMake has its code in
// files of that name, too.
func isPlainText(name string) bool {
	return hasExtension(name, ".txt", ".text") && filepath.Base(name) != "CMakeLists.txt"
}

// isMarkdown reports whether the name of a file says that it is Markdown.
func isMarkdown(name string) bool { return hasExtension(name, ".md", ".markdown") }

func hasExtension(name string, list ...string) bool {
	for _, e := range list {
		if strings.EqualFold(filepath.Ext(name), e) {
			return true
		}
	}
	return false
}

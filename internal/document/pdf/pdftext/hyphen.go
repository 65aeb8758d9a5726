package pdftext

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// earlierText is the number of bytes of the text of earlier pages that is kept for hyphens.
const earlierText = 1 << 16

// maxLooked is the number of words of a piece of a page that are looked up.
const maxLooked = 256

// addedHyphen reports whether hyphenation has added the hyphen that a URL ends with before a word, and
// the program that wrote the page: the last label of a host has none, or the text of this page or of
// earlier ones has the word without the hyphen, and not with it.
func (r *rejoiner) addedHyphen(url, word string) bool {
	head, _ := strings.CutSuffix(url, "-")
	tail := head[len(strings.TrimRight(head, letters)):]
	rest := word[:len(word)-len(strings.TrimLeft(word, letters))]
	if len(tail) < 2 || len(rest) < 2 || strings.HasSuffix(tail, "-") {
		return false
	}
	if _, host, ok := strings.Cut(head, "://"); ok && !strings.ContainsAny(host, "/?#:") && strings.HasSuffix(head, "."+tail) {
		if after := word[len(rest):]; after == "" || strings.IndexByte("/:?#", after[0]) >= 0 {
			return true
		}
	}
	if r.looked++; r.looked > maxLooked {
		return false
	}
	tail, rest = strings.ToLower(tail), strings.ToLower(rest)
	return r.hasWord(tail+rest) && !r.hasWord(tail+"-"+rest)
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// hasWord reports whether a word in lower case, with no letter before or after it, is in a line of
// this piece of the page, or of earlier ones.
func (r *rejoiner) hasWord(word string) bool {
	if r.lower == nil {
		r.lower, r.earlier = bytes.ToLower(r.l.buf.encode(nil)), bytes.ToLower(r.l.earlier)
	}
	return hasWord(r.lower, word) || hasWord(r.earlier, word)
}

// isWhole reports whether the text has the word that the letters at the end of a URL and those at the
// beginning of a word are.
func (r *rejoiner) isWhole(url, word string) bool {
	tail := url[len(strings.TrimRight(url, letters)):]
	rest := word[:len(word)-len(strings.TrimLeft(word, letters))]
	if tail == "" || rest == "" || len(tail)+len(rest) < 4 || r.looked > maxLooked {
		return false
	}
	r.looked++
	return r.hasWord(strings.ToLower(tail + rest))
}

// isKnown reports whether a word is letters, with punctuation after it or not, and is in the text twice.
func (r *rejoiner) isKnown(word string) bool {
	word = strings.ToLower(strings.TrimRight(word, ".,;:!?"))
	if len(word) < 3 || strings.Trim(word, letters) != "" || r.looked > maxLooked {
		return false
	}
	r.looked++
	if !r.hasWord(word) {
		return false
	}
	i := bytes.Index(r.lower, []byte(word))
	return hasWord(r.earlier, word) || i >= 0 && hasWord(r.lower[i+len(word):], word)
}

func hasWord(text []byte, word string) bool {
	for {
		i := bytes.Index(text, []byte(word))
		if i < 0 {
			return false
		}
		end := i + len(word)
		if (i == 0 || !ascii.Is(text[i-1], ascii.Alpha)) && (end == len(text) || !ascii.Is(text[end], ascii.Alpha)) {
			return true
		}
		text = text[end:]
	}
}

// remember keeps text for the hyphens of later pages.
func (l *layout) remember(text []byte) {
	if n := len(l.earlier) + len(text); n > earlierText {
		l.earlier = l.earlier[:copy(l.earlier, l.earlier[min(len(l.earlier), n-earlierText/2):])]
		text = text[:min(len(text), earlierText/2)]
	}
	l.earlier = append(l.earlier, text...)
}

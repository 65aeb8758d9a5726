package pdftext

import (
	"bytes"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/document/pdf/object"
	"github.com/urlgrep/urlgrep/internal/join"
)

// earlierText is the number of bytes of the text of earlier pages that is kept for hyphens.
const earlierText = 1 << 16

// maxLooked is the number of words of a piece of a page that are looked up.
const maxLooked = 256

// addedHyphen reports whether hyphenation has added the hyphen that the URL chars[start:at] ends with, and
// not its author: hyphens within lines are other characters, the last label of a host has none, or the text
// of this page or of earlier ones has the word without the hyphen, and not with it; or has other words that
// are divided so, and not the two halves, the second of which begins with no capital.
func (r *rejoiner) addedHyphen(start, at, next int, p *join.PageBreak) bool {
	head, word := strings.TrimSuffix(p.URL, "-"), p.Word
	r.countHyphens()
	hyphen := r.chars[at-1].c
	if isAlphanumeric(r.chars[next].c) && at-2 >= start && isAlphanumeric(r.chars[at-2].c) && r.hyphens.isAdded(hyphen) {
		return true
	}
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
	capital := !isLower(rune(rest[0]))
	tail, rest = strings.ToLower(tail), strings.ToLower(rest)
	if r.hasWord(tail + "-" + rest) {
		return false
	}
	return r.hasWord(tail+rest) || !capital && !r.l.tex && slices.Contains(r.l.divided, hyphen) && !(r.hasTwice(tail) && r.hasTwice(rest))
}

// setProgram sets what is known of the hyphens of the program that wrote a file: groff divides URLs as
// words, and TeX divides none.
func (l *layout) setProgram(f *object.File) {
	info := f.Dict(f.Trailer.Get("Info"))
	creator, producer := object.Text(f.String(info.Get("Creator"))), object.Text(f.String(info.Get("Producer")))
	if strings.HasPrefix(creator, "groff") {
		l.divided = []rune{'-', '‐'}
	}
	l.tex = strings.Contains(creator, "TeX") || strings.Contains(producer, "TeX")
}

// hyphens is what a piece of a page has of hyphens.
type hyphens struct {
	counted bool
	inURL   []rune // within the URLs in a line
	inWord  []rune // within other words in a line
	halves  []rune // at the ends of lines, between halves of words that the text does not have
}

// isAdded reports whether a hyphen at the end of a line is one that only hyphenation uses: URLs have another
// one; or they have none, and it is U+2010 or U+00AD, which no word in a line has.
func (h *hyphens) isAdded(c rune) bool {
	if slices.Contains(h.inURL, c) {
		return false
	}
	return len(h.inURL) > 0 || (c == '‐' || c == softHyphen) && !slices.Contains(h.inWord, c)
}

// countHyphens collects the hyphens of the text.
func (r *rejoiner) countHyphens() {
	h := &r.hyphens
	if h.counted {
		return
	}
	h.counted = true
	url := false // the word has the beginning of a URL
	for k := 1; k+1 < len(r.chars); k++ {
		c := r.chars[k].c
		if r.chars[k].isSpace() {
			url = false
		}
		url = url || c == ':' && r.isURL(k, min(k+3, len(r.chars))) || c|0x20 == 'w' && r.isURL(k, min(k+4, len(r.chars)))
		if c != softHyphen && asciiVariant(c) != '-' || !isAlphanumeric(r.chars[k-1].c) || r.chars[k].glyph < 0 {
			continue
		}
		var list *[]rune
		switch {
		case isAlphanumeric(r.chars[k+1].c):
			if list = &h.inWord; url {
				list = &h.inURL
			}
		case r.chars[k+1].c == '\n' && !url && !slices.Contains(r.l.divided, c):
			list = r.dividesWord(k, h)
		}
		if list != nil && !slices.Contains(*list, c) {
			*list = append(*list, c)
		}
	}
}

// dividesWord returns the list that the hyphen chars[k] at the end of a line belongs to, or nil: it is one that
// hyphenation adds if the text has the word of letters in lower case that it divides without it, and not with
// it; or if it is the second one between halves that the text does not have as words.
func (r *rejoiner) dividesWord(k int, h *hyphens) *[]rune {
	from, to := k, k+2
	for from > 0 && isLower(r.chars[from-1].c) {
		from--
	}
	for to < len(r.chars) && isLower(r.chars[to].c) {
		to++
	}
	if k-from < 2 || to-k < 4 || from > 0 && !r.chars[from-1].isSpace() || to < len(r.chars) && !r.chars[to].isSpace() && r.chars[to].c != ',' || r.looked > maxLooked {
		return nil
	}
	r.looked++
	tail, rest, c := r.string(from, k), r.string(k+2, to), r.chars[k].c
	switch {
	case r.hasWord(tail + "-" + rest):
		return nil
	case r.hasWord(tail + rest):
		return &r.l.divided
	case r.hasTwice(tail) && r.hasTwice(rest):
		return nil
	case slices.Contains(h.halves, c):
		return &r.l.divided
	}
	return &h.halves
}

// cutsWords reports whether the program that wrote the page cuts words where lines end, without hyphens: two
// words of the text are cut so, and not all their halves are words of it.
func (r *rejoiner) cutsWords() bool {
	if r.cuts != unknown {
		return r.cuts == yes
	}
	n := 0
	for i := range r.l.buf.breaks {
		at := r.l.buf.breaks[i].at
		if at < 2 || at+2 >= len(r.chars) || r.chars[at].c != '\n' || !isLower(r.chars[at-1].c) || !isLower(r.chars[at+1].c) || r.looked > maxLooked {
			continue
		}
		from, to := at, at+1
		for from > 0 && isLower(r.chars[from-1].c) {
			from--
		}
		for to < len(r.chars) && isLower(r.chars[to].c) {
			to++
		}
		if from > 0 && !r.chars[from-1].isSpace() || to-from < 6 {
			continue
		}
		r.looked++
		tail, rest := r.string(from, at), r.string(at+1, to)
		if r.hasWord(tail+rest) && !(r.hasTwice(tail) && r.hasTwice(rest)) {
			n++
		}
	}
	r.cuts = no
	if n > 1 {
		r.cuts = yes
	}
	return n > 1
}

// An answer is to a question that takes time.
type answer uint8

const (
	unknown answer = iota
	no
	yes
)

func isLower(c rune) bool { return 'a' <= c && c <= 'z' }

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
	return r.hasTwice(word)
}

// hasTwice reports whether a word in lower case is in the text twice.
func (r *rejoiner) hasTwice(word string) bool {
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

package pdftext

import (
	"slices"
	"strings"
)

// maxWord is the number of characters of a word that is examined.
const maxWord = 4096

// A rejoiner decides which line breaks are within a URL.
type rejoiner struct {
	l     *layout
	links *linkIndex
	chars []char
}

// rejoin removes the line breaks in URLs, where the style or the text shows them. After a URL
// whose style ends with its line, it inserts a blank line, so that the caller does not rejoin
// it.
func (l *layout) rejoin(links *linkIndex) {
	r := rejoiner{l, links, l.buf.chars}
	var ends []int
	for _, b := range l.buf.breaks {
		if b.at == 0 || r.chars[b.at].c != '\n' {
			continue
		}
		joined, ended := r.splitScheme(b.at) || r.splitQuery(b.at), false
		if start := r.urlStart(b.at - 1); start >= 0 && !joined {
			joined, ended = r.decide(start, &b)
		}
		if joined {
			for k := b.at; r.chars[k].glyph < 0 && r.chars[k].c == '\n'; k++ {
				r.chars[k].c = 0
			}
		}
		if ended {
			ends = append(ends, b.at)
		}
	}
	if len(ends) > 0 {
		l.buf.insertBreaks(ends)
	}
}

// decide reports whether the URL that begins at start, and that a line ends with, goes on
// with the next line, and whether it certainly ends.
func (r *rejoiner) decide(start int, b *lineBreak) (joined, ended bool) {
	next := b.at + 1
	for next < len(r.chars) && r.chars[next].glyph < 0 {
		if r.chars[next].c != '\n' {
			return false, false
		}
		next++
	}
	if next >= len(r.chars) {
		return false, false
	}
	style, own := r.style(b.at-1), true
	for k := b.at - 1; k > start && !isAlphanumeric(r.chars[k].c); k-- {
		style = r.style(k - 1)
	}
	for k := start; k < b.at && own; k++ {
		own = !isAlphanumeric(r.chars[k].c) || r.style(k) == style // TeX has punctuation of other fonts
	}
	if !own {
		return false, false
	}
	before := start - 1
	for before >= 0 && r.chars[before].glyph < 0 {
		before--
	}
	own = before < 0 || r.style(before) != style
	end := r.wordEnd(next)
	full := b.space < r.segment(next, end) // the next line would have begun in this one
	switch {
	case r.wordStyle(next, end) != style:
		return false, own
	case r.isURL(next, end):
		return false, false
	case own && r.alone(next, end, style) && (next == b.at+1 && (full || r.inside(next, end)) || !isAlphanumeric(r.chars[b.at-1].c)):
		return true, false
	case next == b.at+1 && r.cut(start, b, next):
		return true, false
	}
	return next == b.at+1 && full && r.continues(b.at-1, next, end), false
}

// goesOn reports whether the text of a link is the first line of a URL that goes on without a
// link, as programs make them that look for URLs in lines. Then the text counts as one
// without a link.
func (l *layout) goesOn(s *span, links *linkIndex) bool {
	r := rejoiner{l, links, l.buf.chars}
	i, ok := slices.BinarySearchFunc(l.buf.breaks, s.to, func(b lineBreak, at int) int { return b.at - at })
	if !ok || s.to+1 >= len(r.chars) || r.chars[s.to+1].glyph < 0 {
		return false
	}
	next := s.to + 1
	end := r.wordEnd(next)
	last, first := &l.glyphs[r.chars[s.to-1].glyph], &l.glyphs[r.chars[next].glyph]
	if first.link >= 0 || first.style != last.style || l.buf.breaks[i].space >= r.segment(next, end) ||
		r.isURL(next, end) || !r.continues(s.to-1, next, end) {
		return false
	}
	for _, c := range r.chars[s.from:s.to] {
		if c.glyph >= 0 {
			l.glyphs[c.glyph].link = -1
		}
	}
	return true
}

// splitScheme reports whether a line that ends at k ends with the scheme of a URL, with or
// without "//", and the next one begins with its rest: "//", or a host with a dot.
func (r *rejoiner) splitScheme(k int) bool {
	host := k > 2 && r.chars[k-1].c == '/' && r.chars[k-2].c == '/'
	end := k
	if host {
		k -= 2
	}
	if r.chars[k-1].c != ':' {
		return false
	}
	i := k - 1
	for i >= 0 && k-i < 8 && r.chars[i].c != ' ' && r.chars[i].c != '\n' {
		i--
	}
	scheme := ""
	for _, c := range r.chars[i+1 : k] {
		scheme += string(c.c)
	}
	if !strings.HasSuffix(scheme, "http:") && !strings.HasSuffix(scheme, "https:") && !strings.HasSuffix(scheme, "ftp:") {
		return false
	}
	if host {
		return r.isHost(end+1, r.wordEnd(end+1))
	}
	return k+3 < len(r.chars) && r.chars[k+1].c == '/' && r.chars[k+2].c == '/' && r.chars[k+3].glyph >= 0
}

// isHost reports whether a word begins with a label, a dot, and a label of two characters or
// more, with other labels between them.
func (r *rejoiner) isHost(from, end int) bool {
	for k := from; k+2 < end; k++ {
		switch c := r.chars[k].c; {
		case c == '.':
			if k > from && isAlphanumeric(r.chars[k+1].c) && isAlphanumeric(r.chars[k+2].c) {
				return true
			}
		case !isAlphanumeric(c) && c != '-':
			return false
		}
	}
	return false
}

// style returns what distinguishes a character from those of other texts.
func (r *rejoiner) style(k int) uint64 {
	if r.chars[k].glyph < 0 {
		return 0
	}
	g := &r.l.glyphs[r.chars[k].glyph]
	return uint64(g.style)<<32 | uint64(r.links.group(g.link)+1)
}

// wordStyle returns the style of the first letter or digit of a word.
func (r *rejoiner) wordStyle(from, end int) uint64 {
	for k := from; k < end; k++ {
		if isAlphanumeric(r.chars[k].c) {
			return r.style(k)
		}
	}
	return r.style(from)
}

// wordEnd returns the end of the word that begins at k.
func (r *rejoiner) wordEnd(k int) int {
	end := k
	for end < len(r.chars) && r.chars[end].glyph >= 0 && end-k < maxWord {
		end++
	}
	return end
}

// alone reports whether the word, or its beginning, has the style, but not what follows it.
func (r *rejoiner) alone(from, end int, style uint64) bool {
	same := from
	for same < end && (r.style(same) == style || !isAlphanumeric(r.chars[same].c)) {
		same++
	}
	next := same
	for next < len(r.chars) && r.chars[next].glyph < 0 {
		next++
	}
	return next >= len(r.chars) || r.style(next) != style || r.chars[same].c == '\n'
}

// segment returns the width of a word up to the first character after which a URL may be
// broken.
func (r *rejoiner) segment(from, end int) float32 {
	for k := from; k < end; k++ {
		if k+1 == end || !isAlphanumeric(r.chars[k].c) {
			return r.l.glyphs[r.chars[k].glyph].x1 - r.l.glyphs[r.chars[from].glyph].x0
		}
	}
	return 0
}

// continues reports whether a URL that ends with the character last goes on with the word.
// That is the case if either looks as in the middle of a URL.
func (r *rejoiner) continues(last, from, end int) bool {
	single := r.chars[end].c == '\n' // the word is alone in its line
	for end > from && isFinal(r.chars[end-1].c) {
		end--
	}
	if end == from {
		return false
	}
	inside := r.inside(from, end)
	first := r.chars[from].c
	switch c := r.chars[last].c; {
	case c == '_' || c == '=' || c == '&' || c == '?' || c == '%' || c == '~':
		return isAlphanumeric(first) || c == '='
	case c == '/':
		return inside || single && (first < 'A' || first > 'Z')
	case c == '.':
		return inside && (first >= 'a' && first <= 'z' || first >= '0' && first <= '9')
	case isAlphanumeric(c):
		return inside && (first == '/' || first == '?' || first == '&' || first == '=' || first == '_' || first == '#' || first == '-' || first == '.' && end-from > 2)
	}
	return false
}

// inside reports whether a word has characters that words of prose do not have.
func (r *rejoiner) inside(from, end int) bool {
	for k := from; k < end; k++ {
		switch c := r.chars[k].c; c {
		case '/', '_', '=', '&', '%', '?', '~', '#':
			return true
		case '.':
			if k+1 < end && isAlphanumeric(r.chars[k+1].c) {
				return true
			}
		}
	}
	return false
}

// cut reports whether a URL is alone in a line that has no space left for the next character,
// and the next line goes on in lower case or with a digit. Word processors cut a URL there if
// it is longer than the line.
func (r *rejoiner) cut(start int, b *lineBreak, next int) bool {
	c, g := r.chars[next].c, &r.l.glyphs[r.chars[next].glyph]
	return start > 0 && r.chars[start-1].c == '\n' && b.space > 0 && b.space < g.x1-g.x0 &&
		isAlphanumeric(r.chars[b.at-1].c) && isAlphanumeric(c) && (c < 'A' || c > 'Z')
}

// splitQuery reports whether a line that ends at k ends with a word with "/", and "?" or "&",
// and the next one begins with a parameter: a name and "=". Programs break lines after "?" even
// if the parameter is so long that the line has much space left.
func (r *rejoiner) splitQuery(k int) bool {
	if c := r.chars[k-1].c; c != '?' && c != '&' || k+1 >= len(r.chars) || r.style(k-1) != r.style(k+1) {
		return false
	}
	i := k - 2
	for i >= 0 && i > k-maxWord && r.chars[i].glyph >= 0 && r.chars[i].c != '/' {
		i--
	}
	end := k + 1
	for end < len(r.chars) && end < k+maxWord && (isAlphanumeric(r.chars[end].c) || r.chars[end].c == '_') {
		end++
	}
	return i >= 0 && r.chars[i].c == '/' && end > k+1 && end < len(r.chars) && r.chars[end].c == '='
}

// isFinal reports whether c is punctuation at the end of a URL in a sentence.
func isFinal(c rune) bool {
	switch c {
	case '.', ',', ';', ':', ')', ']', '}', '>', '!', '"', '\'', '”', '’':
		return true
	}
	return false
}

func isLetter(c rune) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isAlphanumeric(c rune) bool { return isLetter(c) || '0' <= c && c <= '9' }

// urlStart returns where in the word that ends with chars[k] a URL begins, or -1.
func (r *rejoiner) urlStart(k int) int {
	start := -1
	for i := k; i >= 0 && i > k-maxWord; i-- {
		switch c := r.chars[i].c; {
		case c == ' ' || c == '\n':
			return start
		case c == ':' && r.isURL(i, min(i+3, k+1)):
			for i > 0 && isLetter(r.chars[i-1].c) {
				i--
			}
			return i
		case c|0x20 == 'w' && r.isURL(i, min(i+4, k+1)) && (i == 0 || !isLetter(r.chars[i-1].c)):
			start = i
		}
	}
	return start
}

func (r *rejoiner) isURL(from, to int) bool { return r.l.buf.hasURL(from, to) }

// insertBreaks inserts a line break at each of the places, which are in order.
func (w *writer) insertBreaks(places []int) {
	n := len(w.chars)
	w.chars = slices.Grow(w.chars, len(places))[:n+len(places)]
	for i := len(places) - 1; i >= 0; i-- {
		at := places[i]
		copy(w.chars[at+i+1:], w.chars[at:n])
		w.chars[at+i] = char{'\n', -1}
		n = at
	}
}

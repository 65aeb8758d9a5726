package pdftext

import (
	"slices"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/join"
)

// A char is a character of the text of a page: that of a glyph, or white space without one.
type char struct {
	c     rune // 0 if it is left out
	glyph int32
}

// writer holds the text of a piece of a page while it is edited.
type writer struct {
	chars  []char
	breaks []lineBreak
}

// A lineBreak is the end of a line of a block.
type lineBreak struct {
	at   int   // the character that ends the line
	line int32 // in the lines of the layout
}

// write appends the text of the glyphs, and sets what the links in it have.
func (l *layout) write(out []byte, links *linkIndex) []byte {
	w := &l.buf
	w.chars, w.breaks = w.chars[:0], w.breaks[:0]
	for _, b := range l.blocks {
		for i := b; i >= 0; i = l.lines[i].below {
			l.writeLine(&l.lines[i])
			w.space('\n')
			w.breaks = append(w.breaks, lineBreak{len(w.chars) - 1, i})
		}
		w.chars = append(w.chars, char{'\n', -1})
	}
	links.match(l)
	l.cutLeaders()
	if !l.keep {
		l.rejoin(links)
	}
	n := len(out)
	out = w.encode(out)
	if !l.keep {
		l.remember(out[n:])
	}
	return out
}

// end returns where the last character of a line ends that is not a space. Word processors
// write spaces at the ends of lines.
func (l *layout) end(ln *line) float32 {
	c := &l.chunks[l.list[ln.to-1]]
	for i := c.to - 1; i >= c.from; i-- {
		if g := &l.glyphs[i]; g.c > ' ' {
			return g.x1
		}
	}
	return ln.x1
}

// space appends a space or a line break in the place of the space at the end, if there is
// one.
func (w *writer) space(c rune) {
	n := len(w.chars)
	switch {
	case n > 0 && w.chars[n-1].c == ' ':
		w.chars[n-1].c = c
	case n > 0 && w.chars[n-1].c != '\n' || c == '\n':
		w.chars = append(w.chars, char{c, -1})
	}
}

// tildeGap is the space, in ems, that TeX may leave before a tilde that is a relation.
const tildeGap = 0.5

func (w *writer) afterSlash() bool { return len(w.chars) > 0 && w.chars[len(w.chars)-1].c == '/' }

// writeLine appends the words of a line with spaces between them.
func (l *layout) writeLine(ln *line) {
	w := &l.buf
	end, em := ln.x0, float32(0)
	for k := ln.from; k < ln.to; k++ {
		c := &l.chunks[l.list[k]]
		if c.apart {
			w.space(' ')
		}
		spacing := l.spacing(c)
		next := c.first
		for i := c.from; i < c.to; i++ {
			g := &l.glyphs[i]
			if em != g.size {
				em = max(min(em, g.size), 0.6*max(em, g.size))
			}
			if gap := g.x0 - end - spacing; gap > wordGap*em && !(gap < tildeGap*em && w.afterSlash() && asciiVariant(g.c) == '~') {
				w.space(' ')
			}
			if g.c != 0 {
				w.char(g.c, i)
			}
			if next < len(l.sequences) && int(l.sequences[next].from) == i {
				i = int(l.sequences[next].to) - 1
				w.sequence(l.glyphs, l.sequences[next])
				g = &l.glyphs[i]
				next++
			}
			if end, em = g.x1, g.size; g.x0 > end {
				end = g.x0
			}
		}
		if c.apart {
			w.space(' ')
		}
	}
}

// char appends the character of glyph i, or a space.
func (w *writer) char(c rune, i int) {
	if c <= ' ' || c >= 0x7F && c <= 0xA0 || 0x2000 <= c && c <= 0x200A || c == 0x3000 {
		w.space(' ')
		return
	}
	w.chars = append(w.chars, char{c, int32(i)})
}

// sequence appends the glyphs of a sequence but the first one. There is no space between them.
func (w *writer) sequence(glyphs []glyph, s sequence) {
	rest := glyphs[s.from+1 : s.to]
	n := len(w.chars)
	chars := slices.Grow(w.chars, len(rest))[:n+len(rest)]
	for i := range rest {
		c := rest[i].c
		if c <= ' ' || c >= 0x7F {
			w.chars = chars[:n]
			w.char(c, int(s.from)+1+i)
			n = len(w.chars)
			continue
		}
		chars[n] = char{c, s.from + 1 + int32(i)}
		n++
	}
	w.chars = chars[:n]
}

// minSpaced is the number of letters with space between them that are a word.
const minSpaced = 8

// spacing returns the space between the letters of a chunk if all of them have space between
// them, as letters that a style spaces out. Otherwise, it returns 0.
func (l *layout) spacing(c *chunk) float32 {
	least, n := float32(showGap*c.size), 0
	for i := c.from + 1; i < c.to; i++ {
		last, g := &l.glyphs[i-1], &l.glyphs[i]
		if last.c <= ' ' || g.c <= ' ' {
			continue
		}
		gap := g.x0 - last.x1
		if gap <= wordGap*c.size {
			return 0
		}
		least = min(least, gap)
		n++
	}
	if n < minSpaced {
		return 0
	}
	return least
}

// hasURL reports whether "://" or "www." is in a range of characters without white space.
func (w *writer) hasURL(from, to int) bool {
	for i := from; i+2 < to; i++ {
		switch w.chars[i].c {
		case ':':
			if w.chars[i+1].c == '/' && w.chars[i+2].c == '/' {
				return true
			}
		case 'w', 'W':
			if i+3 < to && w.chars[i+1].c|0x20 == 'w' && w.chars[i+2].c|0x20 == 'w' && w.chars[i+3].c == '.' {
				return true
			}
		}
	}
	return false
}

// beginsWithHost reports whether a range of characters begins with a host and a slash.
func (w *writer) beginsWithHost(from, to int) bool {
	var b []byte
	for _, c := range w.chars[from:min(to, from+maxHost)] {
		switch c = (char{asciiVariant(c.c), 0}); {
		case c.c >= utf8.RuneSelf:
			return false
		case c.c == '/':
			return join.BeginsWithHost(string(append(b, '/')))
		case c.c != 0:
			b = append(b, byte(c.c))
		}
	}
	return false
}

// maxHost is the number of characters of a host.
const maxHost = 255

// asciiVariant returns the character of ASCII that c is in a URL.
func asciiVariant(c rune) rune {
	switch c {
	case '∼', '˜', '～':
		return '~'
	case '−', '‐', '‑':
		return '-'
	case '⁄', '∕':
		return '/'
	}
	return c
}

// encode appends the characters in UTF-8, and at most one blank line after a line.
func (w *writer) encode(out []byte) []byte {
	for i := 0; i < len(w.chars); {
		n := len(out)
		rest := w.chars[i:]
		out = slices.Grow(out, len(rest))[:n+len(rest)]
		ascii := out[n:][:len(rest)]
		k := 0
		for k < len(rest) && ' ' <= rest[k].c && rest[k].c < utf8.RuneSelf {
			ascii[k] = byte(rest[k].c)
			k++
		}
		out = out[:n+k]
		if i += k; i == len(w.chars) {
			break
		}
		switch c := w.chars[i].c; c {
		case '\n':
			if n := len(out); n < 2 || out[n-1] != '\n' || out[n-2] != '\n' {
				out = append(out, '\n')
			}
			i++
		case 0:
			i++
		default:
			i, out = w.encodeWord(i, out)
		}
	}
	return out
}

// encodeWord appends the word that has chars[i], which is its first character that is not in
// ASCII, to out, which has the word up to it. It returns the end of the word.
func (w *writer) encodeWord(i int, out []byte) (int, []byte) {
	from, end := i, i
	for from > 0 && !w.chars[from-1].isSpace() {
		if from--; w.chars[from].c != 0 {
			out = out[:len(out)-1]
		}
	}
	for end < len(w.chars) && !w.chars[end].isSpace() {
		end++
	}
	url := w.hasURL(from, end) || w.beginsWithHost(from, end)
	for _, c := range w.chars[from:end] {
		if c.c == 0 {
			continue
		}
		if v := asciiVariant(c.c); v != c.c && (url || len(out) > 0 && out[len(out)-1] == '/') {
			c.c = v
		}
		out = utf8.AppendRune(out, c.c)
	}
	return end, out
}

func (c char) isSpace() bool { return c.c == ' ' || c.c == '\n' }

package pdftext

import "slices"

// minLeader is the number of equal characters that are a leader or a rule.
const minLeader = 4

// cutLeaders replaces leaders and rules, as those of a table of contents, "......" and "____", by a space, except
// in the text of links.
func (l *layout) cutLeaders() {
	chars := l.buf.chars
	for i := minLeader - 1; i < len(chars); i += minLeader { // a character of each run
		c := chars[i]
		if !isLeader(c.c) || c.glyph < 0 || l.glyphs[c.glyph].link >= 0 {
			continue
		}
		from, to := i, i+1
		for from > 0 && chars[from-1].c == c.c {
			from--
		}
		for to < len(chars) && chars[to].c == c.c {
			to++
		}
		if to-from >= minLeader {
			for k := from; k < to; k++ {
				chars[k] = char{0, -1}
			}
			chars[from].c = ' '
		}
		i = max(i, to-minLeader)
	}
}

func isLeader(c rune) bool { return c == '.' || c == '_' }

// divideLinks inserts a space where two links with different targets follow each other in a word. It returns
// false if there is no such place.
func (l *layout) divideLinks(links *linkIndex) bool {
	var places []int
	for i := 1; i < len(links.spans); i++ {
		a, b := &links.spans[i-1], &links.spans[i]
		if a.to == b.from && links.group(a.link) != links.group(b.link) {
			places = append(places, b.from)
		}
	}
	if len(places) == 0 {
		return false
	}
	l.buf.insert(places, char{' ', -1})
	for i := range l.buf.breaks {
		n, found := slices.BinarySearch(places, l.buf.breaks[i].at)
		if found {
			n++
		}
		l.buf.breaks[i].at += n
	}
	return true
}

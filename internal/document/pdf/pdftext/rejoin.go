package pdftext

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/begin"
	"github.com/urlgrep/urlgrep/internal/join"
	"github.com/urlgrep/urlgrep/internal/scheme"
)

// nearEdge is at most between a line that is cut and the right edge, in ems.
const nearEdge = 1.2

// maxWord is the number of characters of a word that is examined.
const maxWord = 4096

// goesOn is the glyph of a line break after which a URL may go on, as package join decides.
const goesOn = -2

// A rejoiner measures the line breaks after URLs.
type rejoiner struct {
	l     *layout
	links *linkIndex
	chars []char
	text  []byte

	hyphens hyphens
	cuts    answer // see cutsWords
	lower   []byte // the text in lower case, or nil
	earlier []byte // that of earlier pages
	looked  int    // words that have been looked up
}

func newRejoiner(l *layout, links *linkIndex) rejoiner {
	return rejoiner{l: l, links: links, chars: l.buf.chars}
}

// rejoin removes the line breaks in URLs, as [join.Page] decides. After a URL that ends with a
// hyphen and its line, it inserts a blank line, so that the caller does not rejoin it.
func (l *layout) rejoin(links *linkIndex) {
	r := newRejoiner(l, links)
	var ends []int
	for i := range l.buf.breaks {
		at := l.buf.breaks[i].at
		b, next, ok := r.measure(&l.buf.breaks[i])
		if !ok {
			continue
		}
		switch join.Page(&b).Verdict {
		case join.PageDrop:
			r.chars[at-1].c = 0
			fallthrough
		case join.PageJoin:
			for k := at; k < next; k++ {
				r.chars[k].c = 0
			}
		case join.PageOpen:
			r.chars[at].glyph = goesOn
		case join.PageEnd:
			if strings.HasSuffix(b.URL, "-") {
				ends = append(ends, at)
			}
		}
	}
	if len(ends) > 0 {
		l.buf.insert(ends, char{'\n', -1})
	}
}

// goesOn reports whether the text of a link, which is its target, is the first line of a URL that
// goes on without a link, as programs make links that look for URLs in lines. Then the text
// counts as one without a link.
func (l *layout) goesOn(s *span, links *linkIndex) bool {
	r := newRejoiner(l, links)
	i, ok := slices.BinarySearchFunc(l.buf.breaks, s.to, func(b lineBreak, at int) int { return b.at - at })
	if !ok {
		return false
	}
	b, next, ok := r.measure(&l.buf.breaks[i])
	if !ok || r.linkOf(next) >= 0 || join.Page(&b).Verdict != join.PageJoin {
		return false
	}
	for _, c := range r.chars[s.from:s.to] {
		if c.glyph >= 0 {
			l.glyphs[c.glyph].link = -1
		}
	}
	return true
}

// measure returns what [join.Page] needs of a line break, and where the next line begins. It
// returns false if no URL ends with the line, or no text follows.
func (r *rejoiner) measure(b *lineBreak) (p join.PageBreak, next int, ok bool) {
	if b.at == 0 || r.chars[b.at].c != '\n' || r.chars[b.at-1].glyph < 0 {
		return p, 0, false
	}
	next = b.at + 1
	for next < len(r.chars) && r.chars[next].glyph < 0 && r.chars[next].c == '\n' {
		next++
	}
	if next >= len(r.chars) || r.chars[next].glyph < 0 {
		return p, 0, false
	}
	start := r.urlStart(b.at - 1)
	if start < 0 {
		start = r.schemeStart(b.at-1, next)
	}
	if start < 0 {
		return p, 0, false
	}
	end := r.wordEnd(next)
	p.URL, p.Word = r.string(start, b.at), r.string(next, end)
	if p.URL == "" || p.Word == "" {
		return p, 0, false
	}
	if r.chars[b.at-1].c == softHyphen {
		p.URL += "-"
	}
	style, own := r.urlStyle(start, b.at)
	before := start - 1
	for before >= 0 && r.chars[before].glyph < 0 {
		before--
	}
	p.Own = own && (before < 0 || r.style(before) != style)
	p.Same = r.wordStyle(next, end)>>32 == style>>32
	p.Alone = r.wordStyle(next, end) == style && r.alone(next, end, style)
	p.First = r.isFirst(start)
	p.Single = end < len(r.chars) && r.chars[end].c == '\n'
	if next == b.at+1 && r.l.lines[b.line].below >= 0 {
		first := &r.l.glyphs[r.chars[next].glyph]
		c := r.l.column(b.line, r.l.glyphs[r.chars[start].glyph].x0)
		p.Full = c.space < r.segment(r.chars[b.at-1].c, next, end)
		p.Long = c.space < r.width(next, end)
		p.Tight = c.space < first.x1-first.x0
		p.Near = c.space < nearEdge*first.size
		p.Sure, p.Edge, p.Moved = c.sure, c.edge, c.moved || c.far
	}
	if isAlphanumeric(rune(p.URL[len(p.URL)-1])) && isAlphanumeric(rune(p.Word[0])) {
		p.Whole = r.isWhole(p.URL, p.Word)
		p.Known = !p.Whole && r.isKnown(p.Word)
		p.Cuts = p.Tight && p.Sure && r.cutsWords()
	}
	p.Added = strings.HasSuffix(p.URL, "-") && r.addedHyphen(start, b.at, next, &p)
	p.Link = r.link(start, b.at, next, &p)
	return p, next, true
}

// urlStyle returns the style of the last letter or digit of a URL, and whether all of them have
// it.
func (r *rejoiner) urlStyle(start, end int) (style uint64, all bool) {
	style = r.style(end - 1)
	for k := end - 1; k > start && !isAlphanumeric(r.chars[k].c); k-- {
		style = r.style(k - 1)
	}
	all = true
	for k := start; k < end && all; k++ {
		all = !isAlphanumeric(r.chars[k].c) || r.style(k) == style // TeX has punctuation of other fonts
	}
	return style, all
}

// link returns what the annotations say about the break at the character at, between the URL that
// begins at start and the word that begins at next.
func (r *rejoiner) link(start, at, next int, p *join.PageBreak) join.PageLink {
	url, word := r.linkOf(at-1), r.linkOf(next)
	if url < 0 && word < 0 {
		return join.PageLinkNone
	}
	if url >= 0 {
		if l := compare(p.URL, p.Word, r.links.list[url].Target); l != join.PageLinkNone {
			return l
		}
	}
	switch {
	case r.links.group(url) != r.links.group(word):
		return join.PageLinkOther
	case p.Alone && (start == 0 || r.linkOf(start-1) != url):
		return join.PageLinkSame
	}
	return join.PageLinkNone
}

// compare returns whether a target is the URL, or goes on with the beginning of the word, with or without
// the hyphen before it.
func compare(url, word, target string) join.PageLink {
	if len(target) > maxTarget {
		return join.PageLinkNone
	}
	t, text := normalize(nil, target), normalize(nil, url)
	full, prefix := agrees(text, t)
	if full {
		return join.PageLinkEnds
	}
	n := 1
	for n < len(word) && isAlphanumeric(rune(word[n])) {
		n++
	}
	if prefix {
		if full, prefix = agrees(normalize(text[:0], url+word[:n]), t); full || prefix {
			return join.PageLinkGoesOn
		}
	}
	if head, ok := strings.CutSuffix(url, "-"); ok {
		if full, prefix = agrees(normalize(text[:0], head+word[:n]), t); full || prefix {
			return join.PageLinkDrops
		}
	}
	return join.PageLinkNone
}

// linkOf returns the link of a character, or -1.
func (r *rejoiner) linkOf(k int) int32 {
	if k < 0 || r.chars[k].glyph < 0 {
		return -1
	}
	return r.l.glyphs[r.chars[k].glyph].link
}

// string returns characters in UTF-8, as they are in a URL.
func (r *rejoiner) string(from, to int) string {
	r.text = r.text[:0]
	for _, c := range r.chars[from:to] {
		if c.c != 0 && c.c != '\n' && !invisible(c.c) {
			r.text = utf8.AppendRune(r.text, asciiVariant(c.c))
		}
	}
	return string(r.text)
}

const softHyphen = 0xAD

// invisible reports whether c is a soft hyphen, or a character that has no width.
func invisible(c rune) bool {
	return c == softHyphen || 0x200B <= c && c <= 0x200F || 0x202A <= c && c <= 0x202E || c == 0x2060 || c == 0xFEFF
}

// style returns the style of a character, and its link in the lower half.
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

// segment returns the width of a word up to the first character after a letter or digit that is last,
// the character before the break: a program breaks URLs after that.
func (r *rejoiner) segment(last rune, from, end int) float32 {
	k, inside := from, false
	for k+1 < end && !(inside && r.chars[k].c == last && !isAlphanumeric(last) && !r.isBetweenDigits(k)) {
		inside = inside || isAlphanumeric(r.chars[k].c)
		k++
	}
	return r.width(from, k+1)
}

// isFirst reports whether a word is the first of its line, or only the mark of a note, an item or a
// bullet is before it.
func (r *rejoiner) isFirst(start int) bool {
	k := start
	for k > 0 && r.chars[k-1].c == ' ' {
		k--
	}
	end := k
	for k > 0 && end-k < maxMark && r.chars[k-1].c != ' ' && r.chars[k-1].c != '\n' && !ascii.IsRune(r.chars[k-1].c, ascii.Alpha) {
		k--
	}
	return k == 0 || r.chars[k-1].c == '\n'
}

// isBetweenDigits reports whether a digit is before or after a dot or a slash.
func (r *rejoiner) isBetweenDigits(k int) bool {
	digit := func(k int) bool { return ascii.IsRune(r.chars[k].c, ascii.Digit) }
	return (r.chars[k].c == '.' || r.chars[k].c == '/') && (digit(k-1) || digit(k+1))
}

// width returns the width of characters of a word.
func (r *rejoiner) width(from, end int) float32 {
	return r.l.glyphs[r.chars[end-1].glyph].x1 - r.l.glyphs[r.chars[from].glyph].x0
}

func isAlphanumeric(c rune) bool { return ascii.IsRune(c, ascii.AlphaDigit) }

// urlStart returns where in the word that ends with chars[k] a URL begins, or -1: also one without a scheme, by its
// host. A word that
// ends with a scheme, or with "?" or "&" after a slash, may be the end of one.
func (r *rejoiner) urlStart(k int) int {
	start, slash, last := -1, false, r.chars[k].c
	i := k
	for ; i >= 0 && r.chars[i].c != ' ' && (r.chars[i].c != '\n' || r.chars[i].glyph == goesOn); i-- {
		if i <= k-maxWord {
			return start
		}
		switch c := r.chars[i].c; {
		case c == '/':
			slash = true
		case c == ':' && r.isURL(i, min(i+3, k+1)):
			for i > 0 && ascii.IsRune(r.chars[i-1].c, ascii.Alpha) {
				i--
			}
			return i
		case c|0x20 == 'w' && r.isURL(i, min(i+4, k+1)) && (i == 0 || !ascii.IsRune(r.chars[i-1].c, ascii.Alpha)):
			start = i
		}
	}
	if start < 0 && slash {
		start = r.hostStart(i+1, k+1)
	}
	if start < 0 && (slash && (last == '?' || last == '&') || last == ':' && r.endsWithScheme(k)) {
		start = i + 1
	}
	return start
}

// hostStart returns where a URL without a scheme begins in a word, or -1: with a host and a slash, after
// punctuation.
func (r *rejoiner) hostStart(from, to int) int {
	for from < to && (r.chars[from].c == 0 || strings.ContainsRune("<([{\"'“‘", r.chars[from].c)) {
		from++
	}
	dot, slash := false, from
	for slash < to && r.chars[slash].c != '/' {
		dot = dot || r.chars[slash].c == '.'
		slash++
	}
	if !dot || slash == to || !join.BeginsWithHost(r.string(from, slash+1)) {
		return -1
	}
	return from
}

// schemeStart returns where the beginning of a scheme is that ends with chars[k] and goes on at next,
// or -1.
func (r *rejoiner) schemeStart(k, next int) int {
	end := next
	for end < len(r.chars) && end < next+len("ttps://") && r.chars[end].glyph >= 0 && r.chars[end].c != '/' {
		end++
	}
	if end+1 >= len(r.chars) || r.chars[end].c != '/' || r.chars[end+1].c != '/' {
		return -1
	}
	last := k
	if k > 0 && asciiVariant(r.chars[k].c) == '-' {
		last--
	}
	start := last + 1
	for start > 0 && last-start < len("https") && r.chars[start-1].glyph >= 0 && (ascii.IsRune(r.chars[start-1].c, ascii.Alpha) || r.chars[start-1].c == ':') {
		start--
	}
	if s := r.string(start, last+1) + r.string(next, end); s != "http:" && s != "https:" {
		return -1
	}
	return start
}

// endsWithScheme reports whether the colon chars[k] is after a common scheme.
func (r *rejoiner) endsWithScheme(k int) bool {
	return begin.CommonEnd([]byte(r.string(max(0, k-scheme.MaxName), k))) > 0
}

func (r *rejoiner) isURL(from, to int) bool { return r.l.buf.hasURL(from, to) }

// insert inserts a character at each of the places, which are in order.
func (w *writer) insert(places []int, c char) {
	n := len(w.chars)
	w.chars = slices.Grow(w.chars, len(places))[:n+len(places)]
	for i := len(places) - 1; i >= 0; i-- {
		at := places[i]
		copy(w.chars[at+i+1:], w.chars[at:n])
		w.chars[at+i] = c
		n = at
	}
}

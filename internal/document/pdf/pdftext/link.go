package pdftext

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/percent"
)

// linkIndex finds the links of a page by places on it, and compares their texts with their
// targets.
type linkIndex struct {
	list   []Link
	rows   [linkRows][]linkRect
	bottom float64    // of the first row
	height float64    // of a row
	groups []int32    // of each link: the first one with its target
	near   []linkRect // see level
	spans  []span
	order  int
	text   []byte
	hyphen []byte
	agreed []byte // text or hyphen: what agrees with the target
	target []byte
}

type linkRect struct {
	x0, y0, x1, y1 float64
	link           int32
}

// A span is a part of the text that a link contains.
type span struct {
	link     int32
	from, to int   // in chars
	next     int32 // the next span whose link has the same target, or -1
	used     bool
}

const (
	linkRows  = 128
	rowRects  = 256  // rectangles in a row; more are ignored
	maxPieces = 64   // spans that are compared with a target
	maxTarget = 4096 // bytes of a target that is compared
)

func (x *linkIndex) reset(links []Link) {
	x.list, x.order = links, 0
	for i := range x.rows {
		x.rows[i] = x.rows[i][:0]
	}
	x.groups = x.groups[:0]
	if len(links) == 0 {
		return
	}
	x.bottom = maxCoord
	top := -maxCoord
	groups := map[string]int32{}
	for i := range links {
		g, ok := groups[links[i].Target]
		if !ok {
			g = int32(i)
			groups[links[i].Target] = g
		}
		x.groups = append(x.groups, g)
		for _, r := range links[i].Rects {
			if valid(r) {
				x.bottom, top = min(x.bottom, r[1], r[3]), max(top, r[1], r[3])
			}
		}
	}
	x.height = max(1, (top-x.bottom)/linkRows)
	for i := range links {
		for _, r := range links[i].Rects {
			if !valid(r) {
				continue
			}
			rect := linkRect{min(r[0], r[2]), min(r[1], r[3]), max(r[0], r[2]), max(r[1], r[3]), int32(i)}
			for k := x.row(rect.y0); k <= x.row(rect.y1); k++ {
				if len(x.rows[k]) < rowRects {
					x.rows[k] = append(x.rows[k], rect)
				}
			}
		}
	}
}

func valid(r [4]float64) bool {
	for _, v := range r {
		if !(-maxCoord < v && v < maxCoord) {
			return false
		}
	}
	return true
}

func (x *linkIndex) row(y float64) int {
	return min(max(int((y-x.bottom)/x.height), 0), linkRows-1)
}

// find returns the link at a place, or -1.
func (x *linkIndex) find(px, py float64) int32 {
	if len(x.groups) == 0 {
		return -1
	}
	for _, r := range x.rows[x.row(py)] {
		if r.x0 <= px && px <= r.x1 && r.y0 <= py && py <= r.y1 {
			return r.link
		}
	}
	return -1
}

// level returns the links at a height of the page. The list is valid until the next call.
func (x *linkIndex) level(py float64) []linkRect {
	if len(x.groups) == 0 {
		return nil
	}
	x.near = x.near[:0]
	for _, r := range x.rows[x.row(py)] {
		if r.y0 <= py && py <= r.y1 {
			x.near = append(x.near, r)
		}
	}
	return x.near
}

// group returns a number that links with the same target share, or -1 for no link.
func (x *linkIndex) group(link int32) int32 {
	if link < 0 {
		return -1
	}
	return x.groups[link]
}

// finish sorts the links by their texts. After it, glyphs have no links.
func (x *linkIndex) finish() {
	for i := range x.list {
		x.list[i].Label = strings.TrimRight(x.list[i].Label, " ")
	}
	slices.SortStableFunc(x.list, func(a, b Link) int {
		return cmp.Compare(uint(a.order-1), uint(b.order-1))
	})
	x.groups = x.groups[:0]
}

// findSpans finds the parts of the text in l that links contain.
func (x *linkIndex) findSpans(l *layout) {
	x.spans = x.spans[:0]
	chars := l.buf.chars
	glyphs, open := l.glyphs, int32(-1) // the link of the last character
	for k := range chars {
		g := chars[k].glyph
		if g < 0 {
			continue
		}
		link := glyphs[g].link
		if link != open && link >= 0 {
			x.spans = append(x.spans, span{link: link, from: k, next: -1})
		}
		if open = link; link >= 0 {
			x.spans[len(x.spans)-1].to = k + 1
		}
	}
}

// match sets the labels of the links with text in l, and leaves out texts that are the target
// of their link.
func (x *linkIndex) match(l *layout) {
	if len(x.groups) == 0 {
		return
	}
	x.findSpans(l)
	if l.divideLinks(x) {
		x.findSpans(l)
	}
	chars := l.buf.chars
	last := map[int32]int32{}
	for i := len(x.spans) - 1; i >= 0; i-- {
		g := x.groups[x.spans[i].link]
		if j, ok := last[g]; ok {
			x.spans[i].next = j
		}
		last[g] = int32(i)
	}
	x.hang(l)
	for i := range x.spans {
		s := &x.spans[i]
		first := &x.list[s.link]
		if first.order == 0 {
			x.order++
			first.order = x.order
		}
		if s.used {
			continue
		}
		if n := x.agree(chars, i); n > 0 && (n > 1 || l.keep || !l.goesOn(s, x)) {
			if bytes.Contains(x.agreed, []byte("://")) && !strings.Contains(first.Target, ":") {
				x.giveWay(i, n)
			} else {
				x.leaveOut(chars, i, n)
			}
			continue
		}
		// The text is not the target. The next link goes on with it if it has the same target
		// and nothing is between them.
		head := i
		for i := i; ; {
			x.label(chars, &x.spans[i], first)
			x.spans[i].used = true
			k := i + 1
			if k >= len(x.spans) || x.spans[i].next != int32(k) || !blank(chars[x.spans[i].to:x.spans[k].from]) || k-head >= maxPieces {
				break
			}
			if next := &x.list[x.spans[k].link]; next != first && next.order == 0 && next.Label == "" {
				next.Joined = true
			}
			i = k
		}
	}
}

// hang adds the punctuation at the end of a line to the text of a link that goes on with the
// next line. It is outside of the rectangle of the link if it hangs into the margin.
func (x *linkIndex) hang(l *layout) {
	chars := l.buf.chars
	for i := range x.spans {
		s := &x.spans[i]
		if s.next != int32(i+1) || s.to+1 >= x.spans[i+1].from {
			continue
		}
		c, from := chars[s.to], x.spans[i+1].from
		if c.glyph >= 0 && !isAlphanumeric(c.c) && chars[s.to+1].c == '\n' && blank(chars[s.to+1:from]) {
			l.glyphs[c.glyph].link = s.link
			s.to++
		}
	}
}

// blank reports whether all characters are white space.
func blank(chars []char) bool {
	for _, c := range chars {
		if c.glyph >= 0 {
			return false
		}
	}
	return true
}

// label appends the text of a span to the label of a link.
func (x *linkIndex) label(chars []char, s *span, link *Link) {
	b := []byte(link.Label)
	for k := s.from; k <= s.to && !link.LabelCut; k++ {
		c := ' '
		if k < s.to {
			c = chars[k].c
		}
		switch {
		case c == ' ' || c == '\n':
			if len(b) > 0 && b[len(b)-1] != ' ' {
				b = append(b, ' ')
			}
		case c != 0:
			b = utf8.AppendRune(b, c)
		}
		if len(b) > document.MaxLabel+utf8.UTFMax {
			break
		}
	}
	link.setLabel(b)
}

// setLabel sets the label to text, or to as much of it as a label may have. A space at its
// end is kept while the label may go on; finish trims it.
func (l *Link) setLabel(text []byte) {
	if n := document.MaxLabel; len(text) > n {
		for !utf8.RuneStart(text[n]) {
			n--
		}
		text, l.LabelCut = text[:n], true
	}
	l.Label = string(text)
}

// agree returns the number of spans, from i on, whose text is the target of their links; 0
// if it is not.
func (x *linkIndex) agree(chars []char, i int) int {
	target := x.list[x.spans[i].link].Target
	if len(target) > maxTarget {
		return 0
	}
	x.target = normalize(x.target[:0], target)
	x.text, x.hyphen = x.text[:0], x.hyphen[:0]
	for n, j := 1, int32(i); j >= 0 && n <= maxPieces && !x.spans[j].used; n, j = n+1, x.spans[j].next {
		x.collect(chars, &x.spans[j])
		if len(x.text) > maxTarget {
			return 0
		}
		part := false
		for _, text := range [...][]byte{x.text, x.hyphen} {
			t := normalize(nil, string(text))
			full, prefix := agrees(t, x.target)
			if full {
				x.agreed = text
				return n
			}
			part = part || prefix
		}
		if !part {
			return 0
		}
	}
	return 0
}

// collect appends the text of a span without white space to text, and also without hyphens at
// the ends of lines to hyphen.
func (x *linkIndex) collect(chars []char, s *span) {
	if n := len(x.hyphen); n > 0 && x.hyphen[n-1] == '-' {
		x.hyphen = x.hyphen[:n-1]
	}
	for k := s.from; k < s.to && len(x.text) <= maxTarget; k++ {
		c := asciiVariant(chars[k].c)
		if chars[k].glyph < 0 || c == 0 || c == 0xAD {
			continue
		}
		x.text = utf8.AppendRune(x.text, c)
		if c != '-' || k+1 >= s.to || chars[k+1].c != '\n' {
			x.hyphen = utf8.AppendRune(x.hyphen, c)
		}
	}
}

// normalize appends a URL with its percent-encoding decoded, and with the scheme and the host
// in lower case.
func normalize(b []byte, url string) []byte {
	host := 0
	if i := strings.Index(url, "://"); i >= 0 {
		host = i + 3
	}
	if i := strings.IndexAny(url[host:], "/?#"); i >= 0 {
		host += i
	} else {
		host = len(url)
	}
	for i := 0; i < len(url); i++ {
		c := url[i]
		octet, isEscape := percent.Octet(url[i:])
		switch {
		case isEscape:
			c = octet
			i += percent.Len - 1
		case c == ' ':
			continue
		case i < host:
			c = ascii.Lower(c)
		}
		b = append(b, c)
	}
	return b
}

// agrees reports whether text is the target of a link, with or without its scheme and a slash
// at the end, or cut off with an ellipsis; and whether it is the beginning of it. Punctuation
// around the text is ignored.
func agrees(text, target []byte) (full, prefix bool) {
	t, u := string(text), string(target)
	t = strings.TrimPrefix(strings.TrimLeft(t, "<([{\"'“‘"), "url:")
	if _, rest, ok := strings.Cut(t, "://"); ok && !strings.Contains(u, ":") {
		t = rest
	}
	scheme := len(u) - len(strings.TrimLeft(u, "abcdefghijklmnopqrstuvwxyz"))
	bare := strings.TrimPrefix(strings.TrimPrefix(u[scheme:], ":"), "//")
	for _, u := range [...]string{u, bare} {
		if u == "" {
			continue
		}
		if cut, ok := strings.CutSuffix(t, "…"); ok || strings.HasSuffix(t, "...") {
			if cut = strings.TrimSuffix(cut, "..."); len(cut) >= 8 && strings.HasPrefix(u, cut) {
				return true, true
			}
		}
		u = strings.TrimSuffix(u, "/")
		rest, ok := strings.CutPrefix(t, u)
		if ok && strings.Trim(strings.TrimPrefix(rest, "/"), ".,;:!?)>]}\"'”’") == "" {
			return true, true
		}
		prefix = prefix || strings.HasPrefix(u, t)
	}
	return false, prefix && len(t) > 0
}

// spaced reports whether a space is in the text of n spans, from i on.
func (x *linkIndex) spaced(chars []char, i, n int) bool {
	for j := int32(i); n > 0; n, j = n-1, x.spans[j].next {
		for _, c := range chars[x.spans[j].from:x.spans[j].to] {
			if c.c == ' ' {
				return true
			}
		}
	}
	return false
}

// giveWay makes the links of n spans, from i on, no matches: their text is the target with a scheme.
func (x *linkIndex) giveWay(i, n int) {
	for j := int32(i); n > 0; n, j = n-1, x.spans[j].next {
		x.spans[j].used = true
		x.list[x.spans[j].link].Joined = true
	}
}

// leaveOut leaves the texts of n spans out, from i on, which are the target of their links.
// The first of the links has the text as its label, without white space and added hyphens; the others
// are joined to it. A target with spaces that the text does not have loses them: LaTeX ignores the
// spaces of a URL in the text only.
func (x *linkIndex) leaveOut(chars []char, i, n int) {
	first := x.spans[i].link
	l := &x.list[first]
	if l.Label == "" {
		l.setLabel(x.agreed)
	}
	if strings.Contains(l.Target, " ") && !x.spaced(chars, i, n) {
		l.Target = strings.ReplaceAll(l.Target, " ", "")
	}
	for j := int32(i); n > 0; n, j = n-1, x.spans[j].next {
		s := &x.spans[j]
		s.used = true
		if l := &x.list[s.link]; s.link != first && l.Label == "" {
			l.Joined = true
		}
		for k := s.from; k < s.to; k++ {
			chars[k].c = 0
		}
		chars[s.from].c = '\n'
		if s.from+1 < s.to {
			chars[s.from+1].c = '\n'
		}
	}
}

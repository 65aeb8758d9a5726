package richtext

import (
	"bytes"
	"hash/maphash"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/changes"
	"github.com/urlgrep/urlgrep/internal/scheme"
)

// A paragraph is the text of a paragraph so far. The paragraphs of a text box, a note or an
// annotation are within another paragraph.
type paragraph struct {
	text    []byte
	same    []span // the texts of links that show their own targets
	tracked changes.Text

	number int    // see Writer.Paragraph
	linked string // the target of the link that ended last
	ended  int    // where its text ended
}

// A span is a range of bytes.
type span struct{ from, to int }

// A link is an open Link.
type link struct {
	Link
	id     int
	depth  int    // number of open paragraphs at its beginning
	number int    // of the paragraph that it begins in
	from   int    // its beginning in the text of the paragraph; -1 if that is not held
	shown  []byte // its text so far
}

// BeginParagraph begins a paragraph, which may be within another one.
func (w *Writer) BeginParagraph() {
	if len(w.open) == maxOpen {
		w.extra++
		return
	}
	if n := len(w.open); n < cap(w.open) {
		w.open = w.open[:n+1]
		p := &w.open[n]
		p.text, p.same, p.linked, p.number = p.text[:0], p.same[:0], "", w.Paragraph
		p.tracked.Reset()
		return
	}
	w.open = append(w.open, paragraph{number: w.Paragraph})
}

// EndParagraph ends the last paragraph.
func (w *Writer) EndParagraph() {
	switch {
	case w.extra > 0:
		w.extra--
		w.Text([]byte{'\n'})
		return
	case len(w.open) == 0:
		return
	}
	n := len(w.open)
	for i := range w.links {
		l := &w.links[i]
		l.show([]byte{' '})
		if l.depth >= n {
			l.depth, l.from = min(l.depth, n-1), -1
		}
	}
	w.finish(&w.open[n-1])
	w.open = w.open[:n-1]
}

// current returns the paragraph that text belongs to.
func (w *Writer) current() *paragraph {
	if len(w.open) == 0 {
		w.BeginParagraph()
	}
	return &w.open[len(w.open)-1]
}

// Text adds text to the paragraph, or begins one.
func (w *Writer) Text(text []byte) {
	p := w.current()
	p.text = append(p.text, text...)
	for i := range w.links {
		w.links[i].show(text)
	}
	if len(p.text) > maxParagraph {
		w.cut(p)
	}
}

// Inserted is Text for a tracked insertion.
func (w *Writer) Inserted(text []byte) {
	w.Text(text)
	p := w.current()
	p.tracked.Insert(max(0, len(p.text)-len(text)), len(p.text))
}

// Deleted adds text that was deleted: a tracked deletion. The word that it was part of
// becomes a line.
func (w *Writer) Deleted(text []byte) {
	p := w.current()
	p.tracked.Delete(len(p.text), text)
	if p.tracked.Size() > maxParagraph {
		w.cut(p)
	}
}

// CutOff drops the last word of the text, as the stream is cut off: the word may be the beginning of a longer
// one.
func (w *Writer) CutOff() {
	if len(w.open) == 0 {
		return
	}
	p := &w.open[len(w.open)-1]
	p.text = p.text[:bytes.LastIndexAny(p.text, " \n\t")+1]
	p.same = slices.DeleteFunc(p.same, func(s span) bool { return s.to > len(p.text) })
	p.tracked.Clip(len(p.text))
}

// cut finishes the text of a paragraph that is too long, up to the last space.
func (w *Writer) cut(p *paragraph) {
	n := bytes.LastIndexAny(p.text, " \n\t") + 1
	if n == 0 {
		n = len(p.text)
	}
	rest := bytes.Clone(p.text[n:])
	p.text = p.text[:n]
	p.same = slices.DeleteFunc(p.same, func(s span) bool { return s.to > n })
	p.tracked.Clip(n)
	for i := range w.links {
		w.links[i].from = -1
	}
	w.finish(p)
	p.text, p.same, p.linked = append(p.text[:0], rest...), p.same[:0], ""
	p.tracked.Reset()
}

// finish adds the lines of a paragraph.
func (w *Writer) finish(p *paragraph) {
	p.tracked.Original(p.text, func(words []byte, _ int) { w.Line(words) })
	if len(p.same) > 0 {
		p.text = p.without()
	}
	w.Line(p.text)
}

// without returns the text with a space instead of each link that shows its own target. It
// overwrites text.
func (p *paragraph) without() []byte {
	text, at := p.text[:0], 0
	for _, s := range p.same {
		if isWord(p.text[at:], span{s.from - at, s.to - at}) {
			text = append(append(text, p.text[at:s.from]...), ' ')
			at = s.to
		}
	}
	return append(text, p.text[at:]...)
}

// isWord reports whether the text before and after a span cannot be part of a URL in it.
func isWord(text []byte, s span) bool {
	if s.to > len(text) {
		return false
	}
	before, _ := utf8.DecodeLastRune(text[:s.from])
	after, _ := utf8.DecodeRune(text[s.to:])
	begins := s.from == 0 || !isLinked(before) && before != '.'
	if !begins {
		known, _ := scheme.Cut(text[s.from:])
		begins = known.Is(scheme.Web)
	}
	return begins && (s.to == len(text) || !isLinked(after))
}

func isLinked(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || bytes.ContainsRune([]byte("/:@%#?&=_-~+"), r)
}

// OpenLink begins the text of a link. It returns the argument of CloseLink. A Link without
// a target has text, and is left out. The texts of two links with different targets are kept apart.
func (w *Writer) OpenLink(l Link) int {
	if len(w.links) == maxOpen {
		w.Target(l, "")
		return 0
	}
	w.lastID++
	n := 0
	if len(w.open) > 0 {
		p := &w.open[len(w.open)-1]
		if n = len(p.text); n > 0 && p.linked != "" && p.ended == n && l.Target != "" && l.Target != p.linked {
			w.Text([]byte{' '})
			n = len(p.text)
		}
	}
	w.links = append(w.links, link{Link: l, id: w.lastID, depth: len(w.open), number: w.number(), from: n})
	return w.lastID
}

// CloseLink ends the text of a link, and adds its target.
func (w *Writer) CloseLink(id int) {
	i := slices.IndexFunc(w.links, func(l link) bool { return l.id == id })
	if i < 0 {
		return
	}
	l := w.links[i]
	w.links = slices.Delete(w.links, i, i+1)
	shown := string(l.shown)
	if n := len(w.open); n > 0 && l.Target != "" {
		p := &w.open[n-1]
		p.linked, p.ended = l.Target, len(p.text)
	}
	if l.from >= 0 && l.depth == len(w.open) && l.depth > 0 && len(shown) < maxShown && document.Agrees(shown, l.Target) {
		p := &w.open[l.depth-1]
		if s := (span{l.from, len(p.text)}); s.from < s.to && (len(p.same) == 0 || p.same[len(p.same)-1].to <= s.from) {
			p.same = append(p.same, s)
		}
	}
	w.target(l.Link, shown, l.number)
}

// show adds to the text of a link.
func (l *link) show(text []byte) {
	l.shown = append(l.shown, text[:min(len(text), maxShown-len(l.shown))]...)
}

// once removes what is the same in the alternatives of a content.
type once struct {
	depth int // number of contents with alternatives that are open
	first int // the depth at which the first alternative is read; 0 if it is not
	later int // the same for the other alternatives
	seen  map[uint64]struct{}
}

// BeginAlternatives begins a content of which there are several alternatives, one of which
// is shown. Lines and targets that are in the first one are left out of the others.
func (w *Writer) BeginAlternatives() {
	if w.once.depth++; w.once.depth == 1 {
		w.once.seen, w.once.first, w.once.later = map[uint64]struct{}{}, 0, 0
	}
}

// BeginAlternative begins an alternative.
func (w *Writer) BeginAlternative() {
	switch o := &w.once; {
	case o.depth != 1:
	case o.first == 0:
		o.first = 1
	default:
		o.later = 1
	}
}

// EndAlternatives ends what BeginAlternatives began.
func (w *Writer) EndAlternatives() {
	if w.once.depth > 0 {
		w.once.depth--
	}
}

// repeated reports whether text is left out because an earlier alternative has it.
func (w *Writer) repeated(text []byte) bool {
	o := &w.once
	if o.depth == 0 {
		return false
	}
	h := maphash.Bytes(w.seed, text)
	if o.later == 0 {
		if len(o.seen) < maxSeen {
			o.seen[h] = struct{}{}
		}
		return false
	}
	_, ok := o.seen[h]
	return ok
}

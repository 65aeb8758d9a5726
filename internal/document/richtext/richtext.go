// Package richtext collects the paragraphs and the links of office documents as the parts of
// a document. The readers of Office Open XML and OpenDocument call its [Writer] while they
// read XML, and return the parts that it has ready.
//
// The text of paragraphs is in batches: a paragraph is a line, and a break within it begins
// another one. The text of a link that shows its own target is not part of the text, as the
// target is a part already. It remains part of it if it is within a longer word.
package richtext

import (
	"bytes"
	"cmp"
	"hash/maphash"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/document"
)

// The limits of a Writer.
const (
	batchSize    = 16 << 10  // bytes of text that are a part
	maxParagraph = 256 << 10 // bytes of a paragraph that are held
	maxOpen      = 64        // paragraphs, and links, that are open
	maxShown     = 4 << 10   // bytes of the text of a link that are held
	maxSeen      = 1 << 16   // targets that are remembered
)

// A Writer collects parts. Its fields are those of the parts to come: Flush must be called
// before one changes.
type Writer struct {
	Place document.Place
	Range document.Range
	Base  string

	// Paragraph is the number of the last paragraph that has begun, for Place.Paragraph, or 0 if
	// they are not counted.
	Paragraph int

	// Sparse leaves out lines that cannot have a URL.
	Sparse bool

	env    *document.Env
	queue  []item
	first  int                  // of queue
	batch  []byte               // finished lines
	begins []document.Paragraph // of batch
	open   []paragraph
	extra  int // paragraphs that are open and not in open
	links  []link
	lastID int
	once   once
	seed   maphash.Seed
	seen   map[uint64]struct{} // targets

	part   document.Part
	reader bytes.Reader
}

// An item is a part with its content, which is text or content.
type item struct {
	part    document.Part
	text    []byte
	content io.Reader
}

// New returns a Writer.
func New(env *document.Env) *Writer {
	return &Writer{env: env, seed: maphash.MakeSeed(), seen: map[uint64]struct{}{}}
}

// Next returns the next part that is ready, or nil.
func (w *Writer) Next() *document.Part {
	if w.first == len(w.queue) {
		w.queue, w.first = w.queue[:0], 0
		return nil
	}
	i := &w.queue[w.first]
	w.first++
	w.part = i.part
	w.part.Content = i.content
	if i.content == nil {
		w.reader.Reset(i.text)
		w.part.Content = &w.reader
	}
	*i = item{}
	return &w.part
}

// Ready reports whether Next returns a part.
func (w *Writer) Ready() bool { return w.first < len(w.queue) }

// push adds a part with text.
func (w *Writer) push(p document.Part, text []byte) {
	if !utf8.Valid(text) {
		text = bytes.ToValidUTF8(text, []byte("\uFFFD"))
	}
	p.Place, p.Range = w.Place, cmp.Or(p.Range, w.Range)
	p.Place.Relation = ""
	w.queue = append(w.queue, item{part: p, text: text})
}

// Flush makes the finished lines a part.
func (w *Writer) Flush() {
	if len(w.batch) > 0 {
		w.push(document.Part{Kind: document.Text, Paragraphs: slices.Clone(w.begins)}, bytes.Clone(w.batch))
		w.batch, w.begins = w.batch[:0], w.begins[:0]
	}
}

// End closes all paragraphs and links, at the end of a stream.
func (w *Writer) End() {
	for len(w.links) > 0 {
		w.CloseLink(w.links[len(w.links)-1].id)
	}
	for w.extra = 0; len(w.open) > 0; {
		w.EndParagraph()
	}
	w.once = once{}
	w.Flush()
}

// Line adds a line that belongs to no paragraph.
func (w *Writer) Line(text []byte) {
	text = bytes.TrimSpace(text)
	if len(text) == 0 || w.Sparse && !MayHold(text) || w.repeated(text) {
		return
	}
	if n := w.number(); n != w.last() {
		w.begins = append(w.begins, document.Paragraph{From: int64(len(w.batch)), Number: n})
	}
	w.batch = append(append(w.batch, text...), '\n')
	if len(w.batch) >= batchSize {
		w.Flush()
	}
}

// number returns the number of the innermost paragraph.
func (w *Writer) number() int {
	if n := len(w.open); n > 0 {
		return w.open[n-1].number
	}
	return w.Paragraph
}

// last returns the number of the paragraph of the last line.
func (w *Writer) last() int {
	if n := len(w.begins); n > 0 {
		return w.begins[n-1].Number
	}
	return 0
}

// Unseen is Line for text that may repeat targets: a target that was a part is left out.
func (w *Writer) Unseen(text []byte) {
	if _, ok := w.seen[maphash.Bytes(w.seed, bytes.TrimSpace(text))]; !ok {
		w.Line(text)
	}
}

// File adds a file.
func (w *Writer) File(p document.Part, content io.Reader) {
	w.Flush()
	p.Kind, p.Place, p.Base = document.File, w.Place, w.Base
	w.queue = append(w.queue, item{part: p, content: content})
}

// A Link is a link or another reference.
type Link struct {
	Target   string
	Relation string
	Range    document.Range // of the stream with the target; zero for that of the Writer
}

// Target adds the target of a link with its label. A target within the document is left
// out.
func (w *Writer) Target(l Link, label string) { w.target(l, label, w.number()) }

// target is Target in a paragraph.
func (w *Writer) target(l Link, label string, paragraph int) {
	l.Target = strings.TrimSpace(l.Target)
	if l.Target == "" || l.Target[0] == '#' || w.repeated([]byte(l.Target)) {
		return
	}
	if !w.env.Budget.Take(int64(len(l.Target))) {
		w.env.Note(document.TooMuch, "targets of links")
		return
	}
	if len(w.seen) < maxSeen {
		w.seen[maphash.String(w.seed, l.Target)] = struct{}{}
	}
	w.Flush()
	p := document.Part{Kind: document.Target, Range: l.Range, Base: w.Base}
	p.Label, p.LabelCut = document.Label(label)
	w.push(p, []byte(l.Target))
	last := &w.queue[len(w.queue)-1].part.Place
	last.Relation, last.Paragraph = l.Relation, paragraph
}

// MayHold reports whether text may have a URL: it has a letter, and a character that is
// neither a letter of ASCII, a digit, a space, nor punctuation of names and numbers.
func MayHold(text []byte) bool {
	seen := uint8(0)
	for _, c := range text {
		if seen |= classes[c]; seen == hasLetter|hasOther {
			return true
		}
	}
	return false
}

const (
	hasLetter = 1 << iota
	hasOther
)

// classes has what the bytes are for MayHold.
var classes = func() (set [256]uint8) {
	for c := range set {
		switch {
		case ascii.Is(byte(c), ascii.Alpha):
			set[c] = hasLetter
		case c >= 0x80:
			set[c] = hasLetter | hasOther
		case ascii.Is(byte(c), ascii.Digit) || strings.IndexByte(" \t\r\n-_,+", byte(c)) >= 0:
		default:
			set[c] = hasOther
		}
	}
	return set
}()

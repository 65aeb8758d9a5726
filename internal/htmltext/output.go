package htmltext

import (
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/offset"
)

// A Kind is the kind of a part of the output.
type Kind uint8

const (
	Text      Kind = iota // text that people read
	Attribute             // exactly one reference
	Code                  // a script, or CSS that is not a reference
)

// A Cut begins a part of the output, which ends at the next Cut. No URL extends across
// a Cut. Before the first Cut, the output is Text of depth 0.
type Cut struct {
	At    int64 // offset in the output since Reset, as counted by offset.Map.Len
	Kind  Kind
	Depth int    // number of enclosing blockquotes
	Base  string // URL of the <base> before it; "" if none applies

	// Element is the element and the attribute that the part is from. It is nil for text of
	// the document, and always without Scanner.Elements.
	Element *Element
}

// An output is the text of a document and its Cuts. All text is output by its methods,
// or after a call of begin.
//
// dst and m are those of the current call of Append or Close, and nil between calls. If
// a Cut is due, kind, depth and base describe it. Otherwise kind is that of the last
// Cut, and Text if there is none.
type output struct {
	Cuts []Cut // Append and Close append to it; the caller removes them

	dst []byte
	m   *offset.Map // the places of dst

	due   bool // a Cut is needed before the next byte
	kind  Kind
	depth int // number of enclosing blockquotes
	base  string

	elem *Element // Element of the next Cuts
}

// copy outputs b unchanged.
func (o *output) copy(b []byte, at int64) {
	if len(b) == 0 {
		return
	}
	o.begin()
	o.dst = append(o.dst, b...)
	o.m.Copy(len(b), at)
}

// character outputs c, which was decoded from the took bytes at the offset at.
func (o *output) character(c rune, at int64, took int) {
	o.begin()
	had := len(o.dst)
	o.dst = utf8.AppendRune(o.dst, c)
	o.unit(len(o.dst)-had, at, took)
}

// unit maps the last n bytes of output to the same took bytes of the input.
func (o *output) unit(n int, at int64, took int) {
	o.m.Add(n, at, n, took)
}

// begin must be called before each output. It appends a Cut that is due. So there are
// no two Cuts without output between them, however the input is split.
func (o *output) begin() {
	if o.due {
		o.Cuts = append(o.Cuts, Cut{o.m.Len(), o.kind, o.depth, o.base, o.elem})
		o.due = false
	}
}

// divide requests a Cut before the next output, which is of the given kind.
func (o *output) divide(k Kind) { o.due, o.kind = true, k }

// turn requests a Cut if the kind changes.
func (o *output) turn(k Kind) {
	if k != o.kind {
		o.divide(k)
	}
}

// recut inserts a Cut into the last output, after the last Cut.
func (o *output) recut(at int64, k Kind) {
	if last := &o.Cuts[len(o.Cuts)-1]; last.At == at {
		last.Kind = k
		return
	}
	o.Cuts = append(o.Cuts, Cut{at, k, o.depth, o.base, o.elem})
}

// breakLine outputs the break of a tag. It maps the break to the n bytes at an offset
// that are the beginning and name of the tag. The attributes follow the break.
func (o *output) breakLine(at int64, n int) {
	o.begin()
	o.dst = append(o.dst, '\n')
	o.m.AddByte(at, n)
}

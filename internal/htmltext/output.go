package htmltext

import (
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/offset"
)

// A Kind says what a stretch of the output is.
type Kind uint8

const (
	Text      Kind = iota // what anybody wrote
	Attribute             // one reference, all of the stretch
	Code                  // a script, or what is no reference in CSS
)

// A Cut says that from At on (an offset in the output since Reset, as
// offset.Map's Len counts) the output is of this Kind, up to the next Cut. It
// divides: no URL goes over it. Before the first Cut there is Text of depth 0.
type Cut struct {
	At    int64
	Kind  Kind
	Depth int    // blockquotes that it stands in
	Base  string // URL of the first <base href> before it that is absolute
}

// An output is the text of a document and the Cuts in it. All text goes out by the methods
// of it, or after a call of begin.
//
// dst and m are those of the call of Append or Close that is under way, and nil between two.
// If a Cut is due, it is of kind, depth and base; otherwise kind is that of the last Cut, and
// Text if there is none.
type output struct {
	Cuts []Cut // appended to by Append and Close, for the caller to take away

	dst []byte
	m   *offset.Map // of dst

	due   bool // a Cut goes before the next byte
	kind  Kind
	depth int // of blockquote
	base  string
}

// copy gives out b as it is.
func (o *output) copy(b []byte, at int64) {
	if len(b) == 0 {
		return
	}
	o.begin()
	o.dst = append(o.dst, b...)
	o.m.Copy(len(b), at)
}

// character gives out c, which the took bytes at an offset stand for.
func (o *output) character(c rune, at int64, took int) {
	o.begin()
	had := len(o.dst)
	o.dst = utf8.AppendRune(o.dst, c)
	o.unit(len(o.dst)-had, at, took)
}

// unit tells the map that the last n bytes of output came all from the same
// bytes of the input.
func (o *output) unit(n int, at int64, took int) {
	o.m.Add(n, at, n, took)
}

// begin must be called before anything is put out. Cuts wait for it, so that
// there is none where nothing is between two, however the input is split.
func (o *output) begin() {
	if o.due {
		o.Cuts = append(o.Cuts, Cut{o.m.Len(), o.kind, o.depth, o.base})
		o.due = false
	}
}

// divide puts a Cut before what comes next, which is of the given kind.
func (o *output) divide(k Kind) { o.due, o.kind = true, k }

// turn divides where the kind changes.
func (o *output) turn(k Kind) {
	if k != o.kind {
		o.divide(k)
	}
}

// recut puts a Cut into what has just been put out, after the last one.
func (o *output) recut(at int64, k Kind) {
	if last := &o.Cuts[len(o.Cuts)-1]; last.At == at {
		last.Kind = k
		return
	}
	o.Cuts = append(o.Cuts, Cut{at, k, o.depth, o.base})
}

// breakLine gives out the break that a tag makes. It comes from the n bytes at an
// offset that are the tag's beginning and name: its attributes come after it.
func (o *output) breakLine(at int64, n int) {
	o.begin()
	o.dst = append(o.dst, '\n')
	o.m.AddByte(at, n)
}

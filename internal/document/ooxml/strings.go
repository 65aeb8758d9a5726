package ooxml

import (
	"slices"
	"strconv"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/markup"
	"github.com/urlgrep/urlgrep/internal/document/richtext"
)

// shared are the shared strings of a workbook (ECMA-376 part 1, 18.4.9) that may have a
// URL. A string is a text of each cell that uses it; a long one is a text of the first
// such cell. A string that no cell uses is a text as well.
type shared struct {
	env   *document.Env
	index []uint32 // the numbers of the strings that are held, in order
	start []int    // their offsets in text
	text  []byte
	used  []bool

	// labels says that cells have links: other strings, which are their labels, are held
	// as well.
	labels bool

	next   uint32 // the number of the next string
	at     document.Range
	member string
}

// The limits of shared strings.
const (
	maxStrings  = 32 << 20 // bytes that are held; other strings are texts at once
	maxRepeated = 256      // bytes of a string that is a text of several cells
	maxLabels   = 8 << 20  // bytes up to which strings are held for labels
	heldText    = 1 << 20  // bytes by which the text grows before Env.Hold is called
)

// add adds a string. It returns false if it cannot be held.
func (t *shared) add(text []byte) bool {
	t.next++
	isLabel := t.labels && len(text) <= document.MaxLabel && len(t.text) < maxLabels
	if !isLabel && !richtext.MayHold(text) {
		return true
	}
	if len(t.text)+len(text) > maxStrings {
		return false
	}
	t.index = append(t.index, t.next-1)
	t.start = append(t.start, len(t.text))
	t.used = append(t.used, false)
	before := len(t.text)
	t.text = append(t.text, text...)
	t.env.Hold(int64(len(t.text)/heldText-before/heldText) * heldText)
	return true
}

// string returns the string at an index of index.
func (t *shared) string(i int) []byte {
	end := len(t.text)
	if i+1 < len(t.start) {
		end = t.start[i+1]
	}
	return t.text[t.start[i]:end]
}

// use returns the string with a number, for a cell. It is nil if the string is not held,
// or is left out; repeat says that another cell uses it as well.
func (t *shared) use(number []byte) (text []byte, repeat bool) {
	n, err := strconv.ParseUint(string(number), 10, 32)
	if err != nil {
		return nil, false
	}
	return t.useNumber(uint32(n))
}

func (t *shared) useNumber(n uint32) (text []byte, repeat bool) {
	i, ok := slices.BinarySearch(t.index, n)
	if !ok {
		return nil, false
	}
	text, repeat = t.string(i), t.used[i]
	if repeat && len(text) > maxRepeated {
		return nil, false
	}
	t.used[i] = true
	return text, repeat
}

// writeLeft adds the strings that no cell uses.
func (t *shared) writeLeft(w *richtext.Writer) {
	w.Place.Member, w.Place.Cell, w.Range = t.member, "", t.at
	for i, used := range t.used {
		if text := t.string(i); !used && richtext.MayHold(text) {
			w.Line(text)
		}
	}
	w.End()
	*t = shared{env: t.env}
}

// A stringReader reads the member with the shared strings.
type stringReader struct {
	c    *content
	t    *shared
	text []byte
	deep int  // the depth of the string; 0 if none is open
	keep bool // the element is a part of the string
	skip int  // the depth of a phonetic run
}

func (r *stringReader) damage() (what string, cutOff bool) { return r.c.damage() }

// Step reads a token.
func (r *stringReader) Step() bool {
	s := r.c.s
	switch s.Next() {
	case markup.EOF:
		r.text = r.c.uncut(r.text)
		r.end()
		return false
	case markup.Start:
		r.keep = false
		switch string(s.Name) {
		case "si":
			r.end()
			r.deep = s.Depth
		case "rPh":
			r.skip = s.Depth
		case "t":
			r.keep = r.skip == 0
		case "vertAlign":
			if inherited.with(s) == isRaised && r.skip == 0 {
				r.text = append(r.text, ' ')
			}
		}
	case markup.End:
		r.keep = false
		if s.Depth <= r.skip {
			r.skip = 0
		}
		if s.Depth <= r.deep {
			r.end()
		}
	case markup.Text:
		if r.keep && r.deep > 0 {
			if r.text = append(r.text, s.Text...); len(r.text) > maxStrings {
				r.c.w.Line(r.text)
				r.text = r.text[:0]
			}
		}
	}
	return true
}

// end ends a string.
func (r *stringReader) end() {
	if r.deep == 0 {
		return
	}
	if text := unescape(r.text); !r.t.add(text) {
		r.c.w.Line(text)
	}
	r.deep, r.skip, r.text = 0, 0, r.text[:0]
}

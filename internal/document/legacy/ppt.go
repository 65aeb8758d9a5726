package legacy

import (
	"cmp"
	"compress/zlib"
	"encoding/binary"
	"io"
	"maps"
	"math"
	"slices"
	"unicode/utf16"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/cfb"
	"github.com/urlgrep/urlgrep/internal/document/richtext"
	"github.com/urlgrep/urlgrep/internal/document/wide"
)

// The types of records ([MS-PPT] 2.13.24) that are read.
const (
	pptDocument   = 0x03E8
	pptSlide      = 0x03EE
	pptSlidePlace = 0x03F3 // SlidePersistAtom
	pptNotes      = 0x03F0
	pptNotesAtom  = 0x03F1
	pptTextChars  = 0x0FA0
	pptTextBytes  = 0x0FA8
	pptTextStyle  = 0x0FA1 // StyleTextPropAtom
	pptCString    = 0x0FBA
	pptLinkAtom   = 0x0FD3 // ExHyperlinkAtom
	pptLink       = 0x0FD7 // ExHyperlink
	pptTextLink   = 0x0FDF // TxInteractiveInfoAtom
	pptSlideList  = 0x0FF0 // SlideListWithText
	pptInfo       = 0x0FF2 // InteractiveInfo
	pptInfoAtom   = 0x0FF3
	pptUserEdit   = 0x0FF5
	pptObject     = 0x1011 // ExOleObjStg
	pptTagBlob    = 0x138B // BinaryTagDataBlob: records of a newer version
	pptDirectory  = 0x1772 // PersistDirectoryAtom
)

const (
	maxAtom     = 1 << 20 // bytes of a record that are read
	maxNesting  = 64      // containers within containers
	isContainer = 15
)

// A ppt reads a .ppt. It reads the records twice: what slides and links there are, and then
// the texts.
type ppt struct {
	r      *reader
	st     *cfb.Stream
	at     int64
	stack  []container
	second bool

	links   map[uint32]*pptTarget
	current *pptTarget
	place   map[uint32]int64 // the offset of an object, by its number in the directory
	order   []slideID
	numbers map[int64]int  // of the slides, by their offsets
	byID    map[uint32]int // of the slides, by their identifiers

	text   []uint16 // not yet added
	raised []int    // where superscript begins in text
	cuts   []cut    // links in text
	chose  uint32   // the link of the last InteractiveInfoAtom; 0 if it has been added
}

type container struct {
	kind  uint16
	inst  uint16
	end   int64
	slide int // the number of the slide that it belongs to
}

type pptTarget struct {
	label, target, location string
	used                    bool
}

func (t *pptTarget) ref() string {
	if t.target != "" && t.location != "" {
		return t.target + "#" + t.location
	}
	return t.target
}

type slideID struct{ place, id uint32 }

// A cut is a link in a text.
type cut struct {
	from, to int
	id       uint32
}

func openPPT(r *reader, i int) source {
	st := r.f.Open(i)
	if u := r.sibling(i, "Current User"); u != nil {
		const token = 0xF3D1C4DF // [MS-PPT] 2.3.2: the document is encrypted
		if p := u.Bytes(20); len(p) >= 16 && binary.LittleEndian.Uint32(p[12:]) == token && !r.unlockPPT(i, st, p[16:]) {
			return once{}
		}
	}
	if head := st.Bytes(1); len(head) == 1 && head[0]&15 != isContainer { // PowerPoint 95
		return &raw{r: r, st: st}
	}
	return &ppt{r: r, st: st, links: map[uint32]*pptTarget{}, place: map[uint32]int64{}, numbers: map[int64]int{}, byID: map[uint32]int{}}
}

// step implements source. It reads a record.
func (p *ppt) step() bool {
	for !p.r.w.Ready() && !p.r.stopped {
		for n := len(p.stack); n > 0 && p.at >= p.stack[n-1].end; n-- {
			if p.stack[n-1].kind != pptInfo {
				p.flush()
			}
			p.stack = p.stack[:n-1]
		}
		var head [8]byte
		if n, err := p.st.ReadAt(head[:], p.at); n < len(head) {
			if err == document.ErrTooMuch {
				p.r.stop(document.TooMuch)
				return false
			}
			if !p.second {
				p.rewind()
				continue
			}
			p.flush()
			p.unused()
			return false
		}
		if !p.r.take(8) {
			return false
		}
		le := binary.LittleEndian
		ver, kind, size := le.Uint16(head[:]), le.Uint16(head[2:]), int64(le.Uint32(head[4:]))
		from := p.at
		p.at += 8
		end := min(p.at+size, p.st.Size())
		slide := 0
		if n := len(p.stack); n > 0 {
			end = min(end, p.stack[n-1].end)
			slide = p.stack[n-1].slide
		}
		if (ver&15 == isContainer || kind == pptTagBlob) && len(p.stack) < maxNesting {
			if kind != pptInfo {
				p.flush()
			}
			if kind == pptSlide {
				slide = p.numbers[from]
			}
			p.stack = append(p.stack, container{kind, ver >> 4, end, slide})
			p.current = nil
			continue
		}
		if p.second {
			p.atom(kind, ver>>4, end)
		} else {
			p.index(kind, ver>>4, end)
		}
		p.at = end
	}
	return true
}

// body returns the bytes of the record that ends at end.
func (p *ppt) body(end int64) []byte { return streamBytes(p.st, p.at, end-p.at, maxAtom) }

func (p *ppt) within(kind uint16) *container {
	for i := range p.stack {
		if p.stack[i].kind == kind {
			return &p.stack[i]
		}
	}
	return nil
}

// index reads an atom for the first time.
func (p *ppt) index(kind, inst uint16, end int64) {
	le := binary.LittleEndian
	switch kind {
	case pptDirectory:
		b := p.body(end)
		for len(b) >= 4 {
			first, n := le.Uint32(b)&0xFFFFF, int(le.Uint32(b)>>20)
			b = b[4:]
			for ; n > 0 && len(b) >= 4 && p.r.object(); n-- {
				p.place[first] = int64(le.Uint32(b))
				first++
				b = b[4:]
			}
		}
	case pptSlidePlace:
		if l := p.within(pptSlideList); l != nil && l.inst == 0 && p.r.object() {
			if b := p.body(end); len(b) >= 16 {
				p.order = append(p.order, slideID{le.Uint32(b), le.Uint32(b[12:])})
			}
		}
	case pptLinkAtom:
		if b := p.body(end); len(b) >= 4 && p.within(pptLink) != nil && p.r.object() {
			p.current = &pptTarget{}
			p.links[le.Uint32(b)] = p.current
		}
	case pptCString:
		if p.current == nil || p.within(pptLink) == nil {
			return
		}
		switch s := wide.UntilNUL(p.body(end)); inst {
		case 0:
			p.current.label = s
		case 1:
			p.current.target = s
		case 3:
			p.current.location = s
		}
	}
}

// rewind begins to read the records for the second time.
func (p *ppt) rewind() {
	for i, s := range p.order {
		p.byID[s.id] = i + 1
		if at, ok := p.place[s.place]; ok {
			p.numbers[at] = i + 1
		}
	}
	p.at, p.second, p.stack, p.current = 0, true, p.stack[:0], nil
}

// atom reads an atom for the second time.
func (p *ppt) atom(kind, inst uint16, end int64) {
	le := binary.LittleEndian
	switch kind {
	case pptTextChars, pptTextBytes:
		p.flush()
		b := p.body(end)
		if kind == pptTextBytes {
			for _, c := range b {
				p.text = append(p.text, uint16(c))
			}
		} else {
			for ; len(b) >= 2; b = b[2:] {
				p.text = append(p.text, le.Uint16(b))
			}
		}
	case pptTextStyle:
		if len(p.text) > 0 {
			p.raised = raisedText(p.body(end), len(p.text))
		}
	case pptCString:
		if p.within(pptLink) == nil {
			p.line(wide.UntilNUL(p.body(end)))
		}
	case pptSlidePlace:
		p.flush()
		if l := p.within(pptSlideList); l != nil {
			if b := p.body(end); len(b) >= 16 && l.inst == 0 {
				l.slide = p.byID[le.Uint32(b[12:])]
			}
		}
	case pptNotesAtom:
		if b := p.body(end); len(b) >= 4 {
			if n := p.within(pptNotes); n != nil {
				n.slide = p.byID[le.Uint32(b)]
				for i := range p.stack {
					p.stack[i].slide = n.slide
				}
			}
		}
	case pptInfoAtom:
		p.choose(0)
		if b := p.body(end); len(b) >= 8 {
			p.choose(le.Uint32(b[4:]))
		}
	case pptTextLink:
		if b := p.body(end); len(b) >= 8 && p.chose != 0 && len(p.text) > 0 {
			from, to := int(min(le.Uint32(b), math.MaxInt32)), int(min(le.Uint32(b[4:]), math.MaxInt32))
			if from < to && to <= len(p.text)+1 {
				p.cuts = append(p.cuts, cut{from, min(to, len(p.text)), p.chose})
				p.chose = 0
			}
		}
	case pptObject:
		p.object(inst, end)
	case artProperties, artProperties3:
		p.enter()
		p.r.shape(p.body(end), int(inst))
	}
}

// enter sets the slide of the parts to come.
func (p *ppt) enter() {
	slide := 0
	if n := len(p.stack); n > 0 {
		slide = p.stack[n-1].slide
	}
	if p.r.w.Place.Slide != slide {
		p.r.w.Flush()
		p.r.w.Place.Slide = slide
	}
}

// choose remembers a link: it is that of a text, if a TxInteractiveInfoAtom follows, or that
// of a shape.
func (p *ppt) choose(id uint32) {
	if p.chose != 0 {
		p.target(p.chose, "")
	}
	p.chose = id
}

// target adds a link.
func (p *ppt) target(id uint32, label string) {
	t := p.links[id]
	if t == nil {
		return
	}
	t.used = true
	if label == "" {
		label = t.label
	}
	p.enter()
	p.r.target(t.ref(), "hyperlink", label)
}

// line adds a text.
func (p *ppt) line(s string) {
	if richtext.MayHold([]byte(s)) {
		p.enter()
		p.r.line(s)
	}
}

// flush adds the text with its links.
func (p *ppt) flush() {
	if !p.second {
		return
	}
	if len(p.text) > 0 && p.r.take(int64(len(p.text))) {
		slices.SortFunc(p.cuts, func(a, b cut) int { return cmp.Compare(a.from, b.from) })
		var out []uint16
		at := 0
		for _, c := range p.cuts {
			label := string(utf16.Decode(p.text[c.from:c.to]))
			p.target(c.id, label)
			if t := p.links[c.id]; t != nil && c.from >= at && document.Agrees(label, t.ref()) {
				out = append(p.appendText(out, at, c.from), ' ')
				at = c.to
			}
		}
		out = p.appendText(out, at, len(p.text))
		for i, c := range out {
			if c == 0x0D || c == 0x0B {
				out[i] = '\n'
			}
		}
		p.line(string(utf16.Decode(out)))
	}
	p.text, p.raised, p.cuts = p.text[:0], nil, p.cuts[:0]
	p.choose(0)
}

// appendText appends text[from:to], with a space before superscript.
func (p *ppt) appendText(out []uint16, from, to int) []uint16 {
	for ; len(p.raised) > 0 && p.raised[0] < to; p.raised = p.raised[1:] {
		if at := p.raised[0]; at >= from {
			out = append(append(out, p.text[from:at]...), ' ')
			from = at
		}
	}
	return append(out, p.text[from:to]...)
}

// unused adds the links that no slide has.
func (p *ppt) unused() {
	for _, id := range slices.Sorted(maps.Keys(p.links)) {
		if !p.links[id].used {
			p.target(id, "")
		}
	}
}

// object adds an OLE object, which may be compressed ([MS-PPT] 2.10.34).
func (p *ppt) object(inst uint16, end int64) {
	from := p.at
	if inst == 1 {
		from += 4
	}
	if from >= end || !p.r.object() {
		return
	}
	p.enter()
	var in io.Reader = io.NewSectionReader(p.st, from, end-from)
	if inst == 1 {
		z, err := zlib.NewReader(in)
		if err != nil {
			p.r.env.Note(document.Damaged, "OLE object")
			return
		}
		in = p.r.env.Budget.Reader(z)
	}
	p.r.w.File(document.Part{Range: p.st.Range(from)}, in)
}

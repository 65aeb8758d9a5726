package object

import (
	"bytes"
	"cmp"
	"io"
	"slices"

	"github.com/urlgrep/urlgrep/internal/document"
)

// The kinds of entries.
const (
	freeEntry = iota
	inFile
	inStream
)

// An entry says where an indirect object is.
type entry struct {
	num   uint32
	place uint32 // freeEntry, inFile, or inStream plus the index in the object stream
	at    int64  // the offset in the file, or the number of the object stream
}

// kind returns the kind of the entry.
func (e *entry) kind() uint32 { return min(e.place, inStream) }

// index returns the index in the object stream.
func (e *entry) index() uint32 { return e.place - inStream }

// heldEntry is the number of bytes that an entry takes: in the entries, which may have room for as many
// again, and in their order.
const heldEntry = 2*16 + 16

// find returns the entry of an object, or nil.
func (f *File) find(num int) *entry {
	i, ok := slices.BinarySearchFunc(f.entries, num, func(e entry, num int) int { return cmp.Compare(int(e.num), num) })
	if !ok {
		return nil
	}
	return &f.entries[i]
}

// A position is where an entry is in the order of the file.
type position struct {
	at       int64
	index, i uint32 // i is the index of the entry
}

// order returns the entries in the order of the file.
func (f *File) order() []position {
	order := make([]position, len(f.entries))
	for i := range order {
		e := &f.entries[i]
		order[i] = position{e.at, 0, uint32(i)}
		if e.kind() == inStream {
			if c := f.find(int(e.at)); c != nil {
				order[i].at, order[i].index = c.at, e.index()+1
			}
		}
	}
	slices.SortFunc(order, func(a, b position) int {
		return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.index, b.index), cmp.Compare(a.i, b.i))
	})
	return order
}

// add adds an entry. It returns false if there are too many: an object takes some bytes of
// the file, also in a compressed stream.
func (f *File) add(e entry) bool {
	if int64(len(f.entries)) >= f.store.Size()/4+freeEntries || !f.env.Budget.Object() {
		f.Note(document.TooMany, "")
		return false
	}
	f.entries = append(f.entries, e)
	f.env.Grown(len(f.entries), heldEntry)
	return true
}

// freeEntries is the number of entries that a file of any size may have.
const freeEntries = 64 << 10

// settle sorts the entries. Of the entries of an object, the first remains.
func (f *File) settle() {
	slices.SortStableFunc(f.entries, func(a, b entry) int { return cmp.Compare(a.num, b.num) })
	f.entries = slices.CompactFunc(f.entries, func(a, b entry) bool { return a.num == b.num })
}

// readXref finds the objects, the trailer and the catalog.
func (f *File) readXref() {
	whole := f.readChain()
	f.settle()
	missing := f.check()
	if whole && len(missing) == 0 {
		f.crypt = f.openCrypt()
		f.Root = f.Dict(f.Trailer.Get("Root"))
		if f.crypt != nil && f.crypt.key == nil {
			return // the catalog may be in an encrypted object stream
		}
	}
	if f.Root == nil || f.Dict(f.Root.Get("Pages")) == nil {
		whole = whole && len(missing) > 0
		f.rebuild(whole, missing)
	}
}

// readChain reads the cross-reference sections, beginning with the latest (7.5.8.3). It
// returns false if one is damaged, or missing: objects follow the last "startxref" if an update of the file
// is cut off.
func (f *File) readChain() bool {
	const tail = 2048
	from := max(0, f.store.Size()-tail)
	text := f.store.Bytes(document.Range{From: from, To: f.store.Size()}, tail)
	i := bytes.LastIndex(text, []byte("startxref"))
	if i < 0 || (&rebuilder{f: f}).anyFrom(from+int64(i)) {
		return false
	}
	l := f.lexer(from + int64(i) + int64(len("startxref")))
	t := l.Next()
	f.release(l)
	if t.Kind != NumberToken {
		return false
	}
	seen := map[int64]bool{}
	for at := t.Number; !seen[int64(at)]; {
		seen[int64(at)] = true
		if !f.env.Budget.Object() {
			f.Note(document.TooMany, "")
			return false
		}
		from := len(f.entries)
		trailer := f.readSectionAt(int64(at))
		if trailer == nil {
			return false
		}
		if f.Trailer == nil {
			f.Trailer = trailer
		}
		if n, ok := trailer.Get("XRefStm").(float64); ok {
			// A hybrid file (7.5.8.4): objects that are free in the table are in the stream.
			table := slices.Clone(f.entries[from:])
			f.entries = f.entries[:from]
			if f.readSectionAt(int64(n)) == nil {
				return false
			}
			f.entries = append(f.entries, table...)
		}
		f.keep(f.entries[from:], trailer)
		if prev, ok := trailer.Get("Prev").(float64); ok && prev > 0 {
			at = prev
		}
	}
	return true
}

// readSectionAt reads the section at an offset, which counts from "%PDF-", or from the
// beginning of the file.
func (f *File) readSectionAt(at int64) Dict {
	trailer := f.readSection(at + f.start)
	if trailer == nil && f.start > 0 {
		trailer = f.readSection(at)
	}
	return trailer
}

// readSection reads the cross-reference table or stream at an offset, and returns its
// trailer, or nil if it is damaged.
func (f *File) readSection(at int64) Dict {
	if at < 0 || at >= f.store.Size() {
		return nil
	}
	l := f.lexer(at)
	defer f.release(l)
	for c := l.Peek(1); len(c) > 0 && class[c[0]] == space; c = l.Peek(1) {
		l.drop(1)
	}
	if !bytes.HasPrefix(l.Peek(4), []byte("xref")) {
		p, ok := l.indirect(nil)
		if !ok || p.stream == 0 {
			return nil
		}
		return f.readXrefStream(f.stream(&p))
	}
	l.Skip(4)
	defer func() { f.Take(l.Offset() - at) }()
	for {
		first := l.Next()
		if first.Kind == KeywordToken && string(first.Bytes) == "trailer" {
			o, _ := l.Object(l.Next())
			d, _ := o.(Dict)
			return d
		}
		count := l.Next()
		if first.Kind != NumberToken || count.Kind != NumberToken {
			return nil
		}
		for i := 0; float64(i) < count.Number; i++ {
			at, gen, use := l.Next(), l.Next(), Token{}
			if at.Kind == NumberToken && gen.Kind == NumberToken {
				use = l.Next()
			}
			num := first.Number + float64(i)
			if use.Kind != KeywordToken || num < 0 || num > maxNumber {
				return nil
			}
			e := entry{num: uint32(num), at: int64(at.Number)}
			if use.Bytes[0] == 'n' {
				e.place = inFile
			}
			if !f.add(e) {
				return nil
			}
		}
	}
}

// readXrefStream reads a cross-reference stream (7.5.8), and returns its dictionary, or nil
// if it is damaged.
func (f *File) readXrefStream(s *Stream) Dict {
	var widths [3]int
	w, _ := s.Dict.Get("W").(Array)
	if len(w) < 3 {
		return nil
	}
	row := 0
	for i := range widths {
		n, _ := w[i].(float64)
		if widths[i] = int(n); n < 0 || n > 8 {
			return nil
		}
		row += widths[i]
	}
	index, _ := s.Dict.Get("Index").(Array)
	if len(index) < 2 {
		index = Array{0.0, s.Dict.Get("Size")}
	}
	if row == 0 {
		return nil
	}
	r := f.Data(s)
	if r == nil {
		return nil
	}
	buf := make([]byte, row*256)
	have := buf[:0]
	for ; len(index) >= 2; index = index[2:] {
		first, _ := index[0].(float64)
		count, _ := index[1].(float64)
		for i := 0.0; i < count; i++ {
			if len(have) < row {
				n, _ := io.ReadFull(r, buf)
				if have = buf[:n]; n < row {
					return s.Dict // some streams are shorter than Index says
				}
			}
			var fields [3]int64
			at := 0
			for k, n := range widths {
				for _, c := range have[at : at+n] {
					fields[k] = fields[k]<<8 | int64(c)
				}
				at += n
			}
			have = have[row:]
			if widths[0] == 0 {
				fields[0] = inFile
			}
			num := first + i
			if num < 0 || num > maxNumber {
				return nil
			}
			e := entry{num: uint32(num), at: fields[1]}
			switch fields[0] {
			case 1:
				e.place = inFile
			case 2:
				e.place = inStream + uint32(min(max(fields[2], 0), 1<<31))
			}
			if !f.add(e) {
				return nil
			}
		}
	}
	return s.Dict
}

// check discards the entries of free objects, and those that are wrong. It returns the
// numbers of the wrong ones.
func (f *File) check() (missing map[int]bool) {
	missing = map[int]bool{}
	keep := f.entries[:0]
	for _, e := range f.entries {
		ok := true
		switch e.kind() {
		case freeEntry:
			continue
		case inFile:
			if f.start > 0 && f.objectAt(e.at+f.start, int(e.num)) {
				e.at += f.start
			} else {
				ok = f.objectAt(e.at, int(e.num))
			}
		}
		if ok {
			keep = append(keep, e)
		} else {
			missing[int(e.num)] = true
		}
	}
	f.entries = keep
	for _, e := range keep {
		if c := f.find(int(e.at)); e.kind() == inStream && (c == nil || c.kind() != inFile) {
			missing[int(e.num)] = true
		}
	}
	f.entries = slices.DeleteFunc(keep, func(e entry) bool { return missing[int(e.num)] })
	return missing
}

// objectAt reports whether the object with a number begins at an offset, after white space.
func (f *File) objectAt(at int64, num int) bool {
	if at < 0 || at >= f.store.Size() {
		return false
	}
	text := f.win.view(at, 40)
	n, text, ok1 := digits(bytes.TrimLeft(text, whiteSpace))
	_, text, ok2 := digits(bytes.TrimLeft(text, whiteSpace))
	return ok1 && ok2 && n == num && bytes.HasPrefix(bytes.TrimLeft(text, whiteSpace), []byte("obj"))
}

const whiteSpace = "\x00\t\n\f\r "

// digits reads a number of at most ten digits.
func digits(b []byte) (n int, rest []byte, ok bool) {
	i := 0
	for ; i < len(b) && i < 10 && b[i]-'0' < 10; i++ {
		n = n*10 + int(b[i]-'0')
	}
	return n, b[i:], i > 0
}

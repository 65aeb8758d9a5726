// Package cfb reads compound files ([MS-CFB]): .doc, .xls, .ppt and .msg are in this format.
//
// # Terms
//
// A compound file has sectors of 512 or 4096 bytes. The FAT has the number of the sector
// that follows each sector: a chain of sectors is a stream ([MS-CFB] 2.3). A stream of less
// than 4096 bytes is a chain of mini sectors of 64 bytes instead, which are within another
// stream, the mini stream ([MS-CFB] 2.4). The directory is a stream of entries of 128 bytes:
// storages, which have children, and streams ([MS-CFB] 2.6).
//
// # Flow
//
// [Open] reads the directory. [File.Open] follows the chain of a stream, and returns a
// [Stream], which reads at any offset.
//
// # Guarantees
//
// A chain ends where the file ends, after the size of the stream, or in a cycle. The FAT is
// read sector by sector, and is not held in memory. Each entry is an object of the Budget,
// each sector that is followed takes 4 bytes from it, and each byte of a stream that is read
// takes one.
//
// # Alternatives
//
// The package github.com/richardlehane/mscfb reads this format, too. It returns nothing of a
// file whose DIFAT, mini FAT or directory tree is damaged, and does not say where in the file a
// stream is.
package cfb

import (
	"encoding/binary"
	"strings"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/wide"
)

// Magic is the beginning of a compound file.
const Magic = "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"

const (
	headerSize = 512
	entrySize  = 128
	miniSize   = 64
	miniCutoff = 4096      // streams of this size and more are not in the mini stream
	lastSector = 1<<32 - 6 // numbers above are no sectors
	maxDepth   = 64        // storages within storages
	maxPath    = 4096      // bytes of a path
)

// A File is a compound file.
type File struct {
	// Entries has the storages and streams: the root is first, and children follow their
	// parent, in any order. It is not empty.
	Entries []Entry

	s      *document.Store
	env    *document.Env
	shift  uint     // a sector has 1<<shift bytes
	fat    []uint32 // the sectors of the FAT
	cache  []byte   // the sector of the FAT with index cached
	cached int
	mini   *Stream // the mini stream, or nil
	minis  *Stream // the FAT of mini sectors
	index  map[key]int
	spoilt bool // Damaged has been noted
}

// An Entry is a storage or a stream.
type Entry struct {
	Name    string // as in the file: it may begin with a control character
	Path    string // the names of the storages and Name, with "/" between them: "ObjectPool/_1/[1]Ole"
	Parent  int    // the index of the storage that it is in; -1 for the root
	Storage bool
	CLSID   [16]byte // the class of a storage, as in the file
	Size    int64    // of a stream

	start    uint32
	children []int
}

// Open reads the directory of a compound file. It returns nil if s has none.
func Open(s *document.Store, env *document.Env) *File {
	head := s.Bytes(document.Range{From: 0, To: headerSize}, headerSize)
	if len(head) < 76 || string(head[:8]) != Magic {
		return nil
	}
	f := &File{s: s, env: env, shift: 9, cached: -1, index: map[key]int{}}
	if binary.LittleEndian.Uint16(head[30:]) == 12 {
		f.shift = 12
	}
	f.readFAT(head)
	dir := f.chain(binary.LittleEndian.Uint32(head[48:]), s.Size())
	minis := binary.LittleEndian.Uint32(head[60:])
	raw := f.readEntries(dir)
	if len(raw) == 0 {
		f.damaged("directory")
		f.Entries = []Entry{{Parent: -1, Storage: true}}
		return f
	}
	if root := raw[0]; root.size > 0 && root.start <= lastSector {
		f.mini = f.chain(root.start, root.size)
		f.minis = f.chain(minis, (root.size+miniSize-1)/miniSize*4)
	}
	f.connect(raw)
	return f
}

// damaged notes that the file is damaged, once.
func (f *File) damaged(detail string) {
	if !f.spoilt {
		f.spoilt = true
		f.env.Note(document.Damaged, detail)
	}
}

// readFAT finds the sectors of the FAT: the first 109 are in the header, the others in a
// chain of sectors ([MS-CFB] 2.5).
func (f *File) readFAT(head []byte) {
	most := int(f.s.Size()>>(2*f.shift-2)) + 1 // that are enough for the file
	add := func(p []byte) {
		for ; len(p) >= 4 && len(f.fat) < most; p = p[4:] {
			f.fat = append(f.fat, binary.LittleEndian.Uint32(p))
		}
	}
	add(head[76:])
	next := binary.LittleEndian.Uint32(head[68:])
	for next <= lastSector && len(f.fat) < most {
		p := f.sector(next)
		if len(p) < 8 || !f.env.Budget.Take(int64(len(p))) {
			f.damaged("DIFAT")
			return
		}
		last := len(p)&^3 - 4
		add(p[:last])
		next = binary.LittleEndian.Uint32(p[last:])
	}
}

func (f *File) sectorRange(n uint32) document.Range {
	from := (int64(n) + 1) << f.shift
	return document.Range{From: from, To: from + 1<<f.shift}
}

// sector returns a sector, as far as it is there.
func (f *File) sector(n uint32) []byte { return f.s.Bytes(f.sectorRange(n), 1<<f.shift) }

// next returns the sector after a sector. If the FAT does not have it, the result is no
// sector.
func (f *File) next(n uint32) uint32 {
	per := uint32(1) << (f.shift - 2)
	i := int(n / per)
	if i >= len(f.fat) || f.fat[i] > lastSector {
		return 1<<32 - 1
	}
	if i != f.cached {
		f.cache, f.cached = append(f.cache[:0], f.sector(f.fat[i])...), i
	}
	at := int(n%per) * 4
	if at+4 > len(f.cache) {
		return 1<<32 - 1
	}
	return binary.LittleEndian.Uint32(f.cache[at:])
}

// chain follows the chain of a stream of size bytes. The chain may be shorter: then the
// Stream is, too.
func (f *File) chain(start uint32, size int64) *Stream {
	st := &Stream{file: f}
	step := int64(1) << f.shift
	var c cycle
	for n := start; n <= lastSector && st.size < size && !c.has(n); n = f.next(n) {
		r := f.sectorRange(n)
		if r.From >= f.s.Size() || !f.env.Budget.Take(4) {
			break
		}
		st.add(r.From, min(step, f.s.Size()-r.From, size-st.size))
	}
	return st
}

// A cycle finds a cycle in a chain of sectors, after at most three times its length (Brent's
// algorithm).
type cycle struct {
	mark         uint32
	steps, limit int
}

// has adds a sector, and reports whether the chain has it already.
func (c *cycle) has(n uint32) bool {
	if c.limit > 0 && n == c.mark {
		return true
	}
	if c.steps++; c.steps > c.limit {
		c.mark, c.steps, c.limit = n, 0, 2*c.limit+1
	}
	return false
}

// A rawEntry is an entry as in the directory, with the indexes of other entries.
type rawEntry struct {
	name               string
	kind               byte
	left, right, child uint32
	clsid              [16]byte
	start              uint32
	size               int64
}

// The kinds of entries ([MS-CFB] 2.6.1).
const (
	unused  = 0
	storage = 1
	stream  = 2
	root    = 5
)

// readEntries reads the entries of the directory. A cycle in its chain ends it.
func (f *File) readEntries(dir *Stream) []rawEntry {
	var list []rawEntry
	var p [entrySize]byte
	seen := map[int64]bool{} // the sectors read, by their offset
	for at := int64(0); at+entrySize <= dir.size; at += entrySize {
		if at&(1<<f.shift-1) == 0 {
			from := dir.Range(at).From
			if seen[from] {
				f.damaged("directory")
				break
			}
			seen[from] = true
		}
		if n, _ := dir.ReadAt(p[:], at); n < entrySize {
			break
		}
		if !f.env.Budget.Object() {
			f.env.Note(document.TooMany, "directory")
			break
		}
		le := binary.LittleEndian
		e := rawEntry{kind: p[66], left: le.Uint32(p[68:]), right: le.Uint32(p[72:]), child: le.Uint32(p[76:]), start: le.Uint32(p[116:])}
		copy(e.clsid[:], p[80:])
		if e.kind != unused {
			e.name = wide.UntilNUL(p[:min(64, le.Uint16(p[64:]))])
		}
		e.size = int64(le.Uint32(p[120:]))
		if f.shift == 12 {
			e.size |= int64(le.Uint32(p[124:])&0x7FFFFFFF) << 32
		}
		e.size = min(e.size, f.s.Size())
		list = append(list, e)
	}
	return list
}

// connect makes the Entries: a storage's children are a tree of siblings. Entries that are
// in no tree are children of the root.
func (f *File) connect(raw []rawEntry) {
	type visit struct{ index, parent, depth int }
	seen := make([]bool, len(raw))
	var todo []visit
	push := func(index uint32, parent, depth int) {
		switch {
		case index > lastSector:
		case int64(index) >= int64(len(raw)) || seen[index] || raw[index].kind == unused || depth > maxDepth:
			f.damaged("directory")
		default:
			seen[index] = true
			todo = append(todo, visit{int(index), parent, depth})
		}
	}
	follow := func() {
		for len(todo) > 0 {
			v := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			r := &raw[v.index]
			at := f.add(r, v.parent)
			push(r.right, v.parent, v.depth)
			push(r.left, v.parent, v.depth)
			if r.kind == storage {
				push(r.child, at, v.depth+1)
			}
		}
	}
	seen[0] = true
	f.add(&raw[0], -1)
	f.Entries[0].Storage = true
	push(raw[0].child, 0, 1)
	follow()
	for i := range raw {
		if k := raw[i].kind; !seen[i] && (k == stream || k == storage) {
			f.damaged("directory")
			push(uint32(i), 0, 1)
			follow()
		}
	}
}

// add adds an entry, and returns its index.
func (f *File) add(r *rawEntry, parent int) int {
	e := Entry{Name: r.name, Parent: parent, Storage: r.kind == storage, CLSID: r.clsid, Size: r.size, start: r.start}
	if parent >= 0 {
		e.Path = printable(r.name)
		if up := f.Entries[parent].Path; up != "" && len(up)+len(e.Path) < maxPath {
			e.Path = up + "/" + e.Path
		}
	}
	i := len(f.Entries)
	f.Entries = append(f.Entries, e)
	if parent >= 0 {
		up := &f.Entries[parent]
		up.children = append(up.children, i)
		if k := (key{parent, strings.ToLower(e.Name)}); f.index[k] == 0 {
			f.index[k] = i
		}
	}
	return i
}

// printable returns a name with "[5]" for the control character U+0005.
func printable(name string) string {
	if !strings.ContainsFunc(name, func(c rune) bool { return c < ' ' }) {
		return name
	}
	var b strings.Builder
	for _, c := range name {
		if c < ' ' {
			b.WriteByte('[')
			if c >= 10 {
				b.WriteByte(byte('0' + c/10))
			}
			b.WriteByte(byte('0' + c%10))
			b.WriteByte(']')
		} else {
			b.WriteRune(c)
		}
	}
	return b.String()
}

// A key is what identifies an entry: the index of its parent, and its name in lower case.
type key struct {
	parent int
	name   string
}

// Child returns the index of the entry with the name in the storage with index parent, or
// -1. The case of letters does not matter.
func (f *File) Child(parent int, name string) int {
	if i, ok := f.index[key{parent, strings.ToLower(name)}]; ok {
		return i
	}
	return -1
}

// Children returns the indexes of the entries in the storage with index i.
func (f *File) Children(i int) []int { return f.Entries[i].children }

// Open returns the stream of the entry with an index. A storage has an empty stream. If the
// chain of the stream is too short, so is the Stream, and Damaged is noted.
func (f *File) Open(index int) *Stream {
	e := &f.Entries[index]
	if e.Storage {
		return &Stream{file: f}
	}
	var st *Stream
	if e.Size < miniCutoff {
		st = f.miniChain(e.start, e.Size)
	} else {
		st = f.chain(e.start, e.Size)
	}
	if st.size < e.Size {
		f.damaged(e.Path)
	}
	return st
}

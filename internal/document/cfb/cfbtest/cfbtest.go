// Package cfbtest makes compound files for tests.
package cfbtest

import (
	"encoding/binary"
	"strings"
	"unicode/utf16"
)

// A Stream is a stream, or a storage, of a compound file.
type Stream struct {
	Path  string // with "/" after each storage; storages need not be listed
	Data  string
	CLSID string // of a storage: then Data is ignored
}

const (
	none = 1<<32 - 1
	end  = 1<<32 - 2
)

// A node is an entry of the directory.
type node struct {
	name     string
	data     string
	clsid    string
	dir      bool
	children []*node
	index    int
	start    uint32
}

// sectors are the sectors of a file, and its FAT: the number of the sector that follows
// each of them.
type sectors struct {
	size int // of a sector
	body []byte
	fat  []uint32
}

// add adds a stream, and returns the number of its first sector.
func (s *sectors) add(data string) uint32 {
	if len(data) == 0 {
		return end
	}
	first := uint32(len(s.fat))
	for at := 0; at < len(data); at += s.size {
		s.fat = append(s.fat, uint32(len(s.fat)+1))
	}
	s.fat[len(s.fat)-1] = end
	s.body = append(s.body, data...)
	s.body = append(s.body, make([]byte, len(s.fat)*s.size-len(s.body))...)
	return first
}

// addFAT adds the FAT, and returns the numbers of its sectors.
func (s *sectors) addFAT() (fats []uint32) {
	n := 0
	for n*128 < len(s.fat)+n {
		n++
	}
	for range n {
		fats = append(fats, uint32(len(s.fat)))
		s.fat = append(s.fat, 1<<32-3)
	}
	s.body = append(s.body, words(s.fat)...)
	return fats
}

// words returns numbers as whole sectors.
func words(list []uint32) string {
	var p []byte
	for _, w := range list {
		p = binary.LittleEndian.AppendUint32(p, w)
	}
	for len(p)%512 != 0 {
		p = binary.LittleEndian.AppendUint32(p, none)
	}
	return string(p)
}

// File returns a compound file of version 3 with the streams, in sectors of 512 bytes. The
// sectors of a stream are contiguous.
func File(streams ...Stream) []byte {
	all := tree(streams)
	big, mini := sectors{size: 512}, sectors{size: 64}
	for _, n := range all {
		switch {
		case n.dir:
		case len(n.data) >= 4096:
			n.start = big.add(n.data)
		default:
			n.start = mini.add(n.data)
		}
	}
	miniSize, miniFATs := len(mini.body), (len(mini.fat)+127)/128
	root := all[0]
	root.start = big.add(string(mini.body))
	miniFAT := big.add(words(mini.fat))
	var dir []byte
	for _, n := range all {
		dir = append(dir, n.entry()...)
	}
	le := binary.LittleEndian
	dir[66] = 5
	le.PutUint32(dir[116:], root.start)
	le.PutUint32(dir[120:], uint32(miniSize))
	for _, n := range all { // the children of a storage are a list
		for i := 1; i < len(n.children); i++ {
			le.PutUint32(dir[128*n.children[i-1].index+72:], uint32(n.children[i].index))
		}
	}
	dirAt := big.add(string(dir))
	fats := big.addFAT()

	head := make([]byte, 512)
	copy(head, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1")
	le.PutUint16(head[24:], 0x3E)
	le.PutUint16(head[26:], 3)
	le.PutUint16(head[28:], 0xFFFE)
	le.PutUint16(head[30:], 9)
	le.PutUint16(head[32:], 6)
	le.PutUint32(head[44:], uint32(len(fats)))
	le.PutUint32(head[48:], dirAt)
	le.PutUint32(head[56:], 4096)
	le.PutUint32(head[60:], miniFAT)
	le.PutUint32(head[64:], uint32(miniFATs))
	le.PutUint32(head[68:], end)
	for i := range 109 {
		w := uint32(none)
		if i < len(fats) {
			w = fats[i]
		}
		le.PutUint32(head[76+4*i:], w)
	}
	return append(head, big.body...)
}

// tree returns the storages and the streams, each storage before its children. The first is
// the root.
func tree(streams []Stream) (all []*node) {
	root := &node{name: "Root Entry", dir: true}
	for _, s := range streams {
		at := root
		names := strings.Split(s.Path, "/")
		for i, name := range names {
			if name == "" { // the root
				continue
			}
			at = at.child(name, i < len(names)-1 || s.CLSID != "")
		}
		at.data, at.clsid = s.Data, s.CLSID
	}
	var walk func(n *node)
	walk = func(n *node) {
		n.index = len(all)
		all = append(all, n)
		for _, c := range n.children {
			walk(c)
		}
	}
	walk(root)
	return all
}

// entry returns the entry of the directory, without its siblings.
func (n *node) entry() []byte {
	le := binary.LittleEndian
	e := make([]byte, 128)
	u := utf16.Encode([]rune(n.name))
	for i, c := range u {
		le.PutUint16(e[2*i:], c)
	}
	le.PutUint16(e[64:], uint16(2*len(u)+2))
	e[66], e[67] = 2, 1
	le.PutUint32(e[68:], none)
	le.PutUint32(e[72:], none)
	le.PutUint32(e[76:], none)
	if !n.dir {
		le.PutUint32(e[116:], n.start)
		le.PutUint32(e[120:], uint32(len(n.data)))
		return e
	}
	e[66] = 1
	copy(e[80:96], n.clsid)
	if len(n.children) > 0 {
		le.PutUint32(e[76:], uint32(n.children[0].index))
	}
	return e
}

// child returns the child with a name, which is made if it is new.
func (n *node) child(name string, dir bool) *node {
	for _, c := range n.children {
		if c.name == name {
			return c
		}
	}
	c := &node{name: name, dir: dir}
	n.children = append(n.children, c)
	return c
}

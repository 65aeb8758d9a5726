package input

import (
	"errors"
	"io/fs"
	"os"
	"slices"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/fileid"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
	"github.com/urlgrep/urlgrep/internal/longpath"
)

// An Inventory holds the inputs of a walk in memory, in their order. A search that changes files
// needs this: it must not find files that it has made itself, nor a file a second time under
// another name.
//
// It holds the name of each input, and about 100 bytes besides.
type Inventory struct {
	follow bool   // of the walk, as Options.Dereference
	names  []byte // one after another
	inputs []entry
	first  map[fileid.ID]int32 // an input that is a name of the file
}

// An entry is an input in an Inventory. Inputs that are different entries of directories, but one
// file, are a chain.
type entry struct {
	end     int   // of the name in Inventory.names
	next    int32 // the next input of the chain, or none
	call    call
	named   bool // an operand, or a name in a list
	omitted bool // not visited
}

// A call is the method of a Visitor that an input is passed to.
type call uint8

// none ends a chain.
const none = -1

// maxChain is the number of hard links that a further name is compared with.
const maxChain = 16

const (
	callOperand call = iota
	callFile
	callMessage
)

// NewInventory walks the files, and returns their Inventory. It passes errors and warnings of the
// walk to v, and no inputs. An input that is the same entry of a directory as one before it is left
// out, and passed to repeated: it may be a symbolic link to that one, or the same name.
func NewInventory(o Options, i *interrupt.Interruption, v Visitor, repeated func(name, first string)) *Inventory {
	inv := &Inventory{follow: o.Dereference, first: make(map[fileid.ID]int32)}
	w := &stocktaker{Visitor: v, inventory: inv, repeated: repeated, recurse: o.Recurse}
	w.walker = NewWalker(o, i, w)
	w.walker.Walk()
	return inv
}

// A stocktaker is the Visitor that makes an Inventory.
type stocktaker struct {
	Visitor
	walker    *Walker
	inventory *Inventory
	repeated  func(name, first string)
	recurse   bool
}

func (s *stocktaker) Operand(name string) {
	if s.recurse && name != "-" {
		if info, err := longpath.Stat(name); err == nil && info.IsDir() {
			s.walker.Dir(name)
			return
		}
	}
	s.add(name, callOperand)
}

func (s *stocktaker) File(path string, _ fs.DirEntry) { s.add(path, callFile) }

func (s *stocktaker) Message(path string, f *os.File, err error) {
	if err == nil {
		f.Close()
	}
	s.add(path, callMessage)
}

func (s *stocktaker) Reserve() {}
func (s *stocktaker) Release() {}

// add adds an input.
func (s *stocktaker) add(name string, c call) {
	inv := s.inventory
	e := entry{next: none, call: c, named: c == callOperand}
	if id, links, ok := identify(name); ok {
		first, isKnown := inv.first[id]
		if isKnown {
			if same := inv.sameEntry(first, name, links); same != none {
				inv.inputs[same].named = inv.inputs[same].named || e.named
				s.repeated(name, inv.Name(int(same)))
				return
			}
			e.next = first
		}
		inv.first[id] = int32(len(inv.inputs))
	}
	inv.names = append(inv.names, name...)
	e.end = len(inv.names)
	inv.inputs = append(inv.inputs, e)
}

// sameEntry returns the input of a chain that is the same entry of a directory as name, which is a
// name of the same file, or none. A file with one hard link has one entry, whatever its names are:
// they may differ in letter case, or a directory may be mounted twice.
func (inv *Inventory) sameEntry(first int32, name string, links uint64) int32 {
	if links == 1 {
		return first
	}
	path, err := fileid.Path(name)
	if err != nil {
		return none
	}
	for i, n := first, 0; i != none && n < maxChain; i, n = inv.inputs[i].next, n+1 {
		if other, err := fileid.Path(inv.Name(int(i))); err == nil && fileid.IsSameEntry(other, path) {
			return i
		}
	}
	return none
}

// identify returns the ID of a regular file and the number of its hard links. ok is false for
// other files, and if the file cannot be examined: the search reports the error.
func identify(name string) (id fileid.ID, links uint64, ok bool) {
	if name == "-" {
		return id, 0, false
	}
	info, err := longpath.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return id, 0, false
	}
	id, links, err = fileid.Of(name, info)
	return id, links, err == nil
}

// Len returns the number of inputs. They are numbered from 0.
func (inv *Inventory) Len() int { return len(inv.inputs) }

// Name returns the name of an input.
func (inv *Inventory) Name(i int) string {
	begin := 0
	if i > 0 {
		begin = inv.inputs[i-1].end
	}
	return string(inv.names[begin:inv.inputs[i].end])
}

// IsNamed reports whether an input is an operand or in a list of files, rather than in a directory
// that is searched.
func (inv *Inventory) IsNamed(i int) bool { return inv.inputs[i].named }

// IsOmitted reports whether an input is not visited.
func (inv *Inventory) IsOmitted(i int) bool { return inv.inputs[i].omitted }

// Omit makes Visit pass over an input.
func (inv *Inventory) Omit(i int) { inv.inputs[i].omitted = true }

// Find returns the inputs that are names of a file and are not omitted. More than one are hard links.
func (inv *Inventory) Find(name string) (inputs []int) {
	id, _, ok := identify(name)
	if !ok {
		return nil
	}
	return inv.find(id)
}

func (inv *Inventory) find(id fileid.ID) (inputs []int) {
	if head, ok := inv.first[id]; ok {
		return inv.chain(head)
	}
	return nil
}

// chain returns the inputs of the chain that begins with an input, without those omitted.
func (inv *Inventory) chain(head int32) (inputs []int) {
	for i := head; i != none; i = inv.inputs[i].next {
		if !inv.inputs[i].omitted {
			inputs = append(inputs, int(i))
		}
	}
	return inputs
}

// Links calls each for the inputs that are hard links of one file and are not omitted, in the order
// of the walk.
func (inv *Inventory) Links(each func(inputs []int)) {
	var heads []int
	for _, i := range inv.first {
		if inv.inputs[i].next != none && len(inv.chain(i)) > 1 {
			heads = append(heads, int(i))
		}
	}
	slices.Sort(heads)
	for _, i := range heads {
		inputs := inv.chain(int32(i))
		slices.Sort(inputs)
		each(inputs)
	}
}

// ErrReplaced is the error for an input that is not the file that it was in the walk.
var ErrReplaced = errors.New("the file was replaced after the files were listed")

// Check returns an error if name, which info describes, is not the file that the walk has found
// under this name.
func (inv *Inventory) Check(name string, info fs.FileInfo) error {
	id, _, err := fileid.Of(name, info)
	if err != nil {
		return err
	}
	for _, i := range inv.find(id) {
		if inv.Name(i) == name {
			return nil
		}
	}
	return ErrReplaced
}

// Visit passes the inputs to a Visitor.
func (inv *Inventory) Visit(v Visitor) {
	for i := range inv.inputs {
		if v.IsOver() {
			return
		}
		if e := &inv.inputs[i]; !e.omitted {
			inv.pass(inv.Name(i), e.call, v)
		}
	}
}

// pass passes an input to a Visitor.
func (inv *Inventory) pass(name string, c call, v Visitor) {
	switch c {
	case callOperand:
		v.Operand(name)
	case callFile:
		v.File(name, listed{name, inv.follow})
	case callMessage:
		v.Reserve()
		f, err := OpenListed(name, inv.follow)
		if f == nil && err == nil {
			v.Release()
			return
		}
		v.Message(name, f, err)
	}
}

// A listed is the entry of a file in its directory.
type listed struct {
	path   string
	follow bool // symbolic links
}

func (l listed) Name() string      { return l.path }
func (l listed) IsDir() bool       { return false }
func (l listed) Type() fs.FileMode { return 0 }

func (l listed) Info() (fs.FileInfo, error) {
	if l.follow {
		return longpath.Stat(l.path)
	}
	return longpath.Lstat(l.path)
}

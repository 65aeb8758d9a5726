package object

import (
	"bytes"
	"io"

	"github.com/urlgrep/urlgrep/internal/document"
)

const (
	headSize  = 1024    // bytes within which a file begins (Annex I, 7.5.2)
	maxNumber = 8388607 // the number of an object (Annex C)
	maxChain  = 32      // references to references, and objects that need another one to be read

	heldRatio = 16      // bytes of the budget that are held for objects, for each byte of the file
	heldLeast = 1 << 20 // and besides

	maxCached    = 512      // objects
	maxCachedLen = 2 << 10  // bytes of an object that is cached
	maxStreams   = 4 << 20  // bytes of object streams that are cached
	maxObjStream = 32 << 20 // bytes of an object stream
)

// A File is a PDF file. It is not safe for concurrent use.
type File struct {
	Trailer Dict  // of the latest revision
	Root    Dict  // the catalog (7.7.2)
	Floor   int64 // bytes of the budget that the readers that Data has returned leave

	Revision int // the number of an earlier revision, from 1; 0 if it is the latest

	store   *document.Store
	env     *document.Env
	start   int64 // the offset of "%PDF-"
	entries []entry
	rebuilt bool  // the whole file was scanned
	held    int64 // bytes of the budget that are held for objects
	short   bool  // all others are used up
	spent   bool  // the budget is used up: objects are null
	crypt   *crypt
	locked  *string // the U of the encryption dictionary that passwords were tried for; nil: of none
	key     []byte  // that was found then; nil: no password is right

	sections []xrefSection // from the latest to the first, if Env.AllParts is set
	earlier  []revision    // that are left, or nil

	win     window
	free    []*Lexer              // lexers that are not in use
	cache   [2]map[int]Object     // small objects: those used last, and before
	streams map[int]*objectStream // object streams that were used last
	size    int                   // their decoded size
	depth   int                   // of calls of load
	noted   [document.NumDefects]bool
	pool    pool
}

// Open opens a file. It returns nil if it is not PDF: it has no header, or no object.
func Open(s *document.Store, env *document.Env) *File {
	start := bytes.Index(s.Bytes(document.Range{From: 0, To: headSize}, headSize), []byte("%PDF-"))
	if start < 0 {
		return nil
	}
	f := &File{store: s, env: env, start: int64(start), win: window{s: s}}
	if !(&rebuilder{f: f}).any() {
		return nil
	}
	f.cache[0], f.cache[1] = map[int]Object{}, map[int]Object{}
	f.streams = map[int]*objectStream{}
	f.held = env.Budget.Hold(heldLeast + heldRatio*s.Size())
	f.readXref()
	return f
}

// Short reports whether the budget was used up, so that only what has been held for objects
// is left. Then the caller reads no more text.
func (f *File) Short() bool { return f.short }

// Release adds what is held for objects to the budget.
func (f *File) Release() {
	f.env.Budget.Release(f.held)
	f.held = 0
}

// Env returns the Env that the file was opened with.
func (f *File) Env() *document.Env { return f.env }

// Note notes a defect of the file, the first of its kind.
func (f *File) Note(d document.Defect, detail string) {
	if !f.noted[d] {
		f.noted[d] = true
		f.env.Note(d, detail)
	}
}

// Take takes n bytes from the budget, or from what is held for objects. If fewer are left it
// returns false, and all further objects are null.
func (f *File) Take(n int64) bool {
	if f.env.Budget.Take(n) {
		return true
	}
	f.Note(document.TooMuch, "")
	if f.shorten() && f.env.Budget.Take(n) {
		return true
	}
	f.spent = true
	return false
}

// shorten notes that the budget is used up. It returns false if nothing has been held.
func (f *File) shorten() bool {
	held := f.held > 0
	f.short = true
	f.Release()
	return held
}

// lexer returns a Lexer of the file from an offset on. The caller returns it by release.
func (f *File) lexer(at int64) *Lexer {
	var l *Lexer
	if n := len(f.free); n > 0 {
		l, f.free = f.free[n-1], f.free[:n-1]
	} else {
		l = new(Lexer)
	}
	l.Reset(&section{&f.win, at}, at)
	return l
}

func (f *File) release(l *Lexer) {
	if l.deep {
		f.Note(document.TooDeep, "")
	}
	if l.many {
		f.Note(document.TooMany, "items of an object")
	}
	if cap(l.buf) <= 1<<20 {
		l.r, l.win = nil, nil
		f.free = append(f.free, l)
	}
}

// Resolve returns the object that o refers to, or o itself if it is no Ref.
func (f *File) Resolve(o Object) Object {
	for range maxChain {
		ref, ok := o.(Ref)
		if !ok {
			return o
		}
		o = f.load(int(ref))
	}
	return nil
}

// load returns the object with a number.
func (f *File) load(num int) Object {
	for i, c := range f.cache {
		if o, ok := c[num]; ok {
			if i > 0 {
				f.remember(num, o)
			}
			return o
		}
	}
	e := f.find(num)
	if e == nil || f.depth >= maxChain {
		return nil
	}
	f.depth++
	o, n, _ := f.read(e)
	f.depth--
	if n <= maxCachedLen {
		f.remember(num, o)
	}
	return o
}

func (f *File) remember(num int, o Object) {
	if len(f.cache[0]) >= maxCached {
		f.cache[0], f.cache[1] = f.cache[1], f.cache[0]
		clear(f.cache[0])
	}
	f.cache[0][num] = o
}

// read reads the object of an entry. It returns how many bytes it has, without the data of
// a stream, and its range in the file.
func (f *File) read(e *entry) (o Object, n int64, r document.Range) {
	if f.spent {
		return nil, 0, r
	}
	if e.kind() == inStream {
		s := f.objectStream(int(e.at))
		if s == nil {
			return nil, 0, r
		}
		l := f.lexer(0)
		l.reset(f.member(s, int(e.num), int(e.index())), 0)
		o, n = l.contained(), l.Offset()
		f.release(l)
		if !f.Take(n) {
			return nil, 0, r
		}
		return o, n, s.place
	}
	l := f.lexer(e.at)
	defer f.release(l)
	p, ok := l.indirect(f.decrypter())
	if !ok || p.num != int(e.num) || !f.Take(p.to-e.at) {
		return nil, 0, r
	}
	r = document.Range{From: e.at, To: p.to}
	if p.stream == 0 {
		return p.object, p.to - e.at, r
	}
	s := f.stream(&p)
	return s, p.to - e.at, s.Range
}

// Dict returns o, resolved, if it is a dictionary, the dictionary of o if it is a stream,
// or nil.
func (f *File) Dict(o Object) Dict {
	switch o := f.Resolve(o).(type) {
	case Dict:
		return o
	case *Stream:
		return o.Dict
	}
	return nil
}

// Stream returns o, resolved, if it is a stream, or nil.
func (f *File) Stream(o Object) *Stream { s, _ := f.Resolve(o).(*Stream); return s }

// Array returns o, resolved, if it is an array, or nil.
func (f *File) Array(o Object) Array { a, _ := f.Resolve(o).(Array); return a }

// Name returns o, resolved, if it is a name, or "".
func (f *File) Name(o Object) Name { n, _ := f.Resolve(o).(Name); return n }

// String returns o, resolved, if it is a string, or "".
func (f *File) String(o Object) String { s, _ := f.Resolve(o).(String); return s }

// Number returns o, resolved, if it is a number.
func (f *File) Number(o Object) (float64, bool) { n, ok := f.Resolve(o).(float64); return n, ok }

// Int returns o, resolved, if it is a number, or a value for others.
func (f *File) Int(o Object, otherwise int) int {
	n, ok := f.Resolve(o).(float64)
	if !ok || n < -1<<31 || n > 1<<31-1 {
		return otherwise
	}
	return int(n)
}

// An Indirect is an indirect object with its place.
type Indirect struct {
	Num    int
	Object Object
	Range  document.Range // of the object, of the data if it is a stream, or of the object stream
}

// Objects returns an iterator of all live objects in the order of the file, except for those
// that skip reports when they would be next. It returns false at the end.
func (f *File) Objects(skip func(num int) bool) func() (Indirect, bool) {
	order := f.order()
	return func() (i Indirect, ok bool) {
		for len(order) > 0 {
			e := &f.entries[order[0].i]
			order = order[1:]
			if !skip(int(e.num)) {
				i.Num = int(e.num)
				i.Object, _, i.Range = f.read(e)
				return i, true
			}
		}
		return i, false
	}
}

// Indirect returns the object with a number and its place.
func (f *File) Indirect(num int) (i Indirect) {
	i.Num = num
	if e := f.find(num); e != nil {
		i.Object, _, i.Range = f.read(e)
	}
	return i
}

// An objectStream is a decoded object stream (7.5.7).
type objectStream struct {
	text  []byte
	index []member
	place document.Range
}

// A member is an object in an object stream.
type member struct{ num, from, to int }

// member returns the text of an object, which is usually that with the index i.
func (f *File) member(s *objectStream, num, i int) []byte {
	if i >= len(s.index) || s.index[i].num != num {
		for i = len(s.index) - 1; i >= 0 && s.index[i].num != num; i-- {
		}
		if !f.Take(int64(len(s.index))) || i < 0 {
			return nil
		}
	}
	return s.text[s.index[i].from:s.index[i].to]
}

// objectStream returns the object stream with a number, or nil.
func (f *File) objectStream(num int) *objectStream {
	if s, ok := f.streams[num]; ok {
		return s
	}
	e := f.find(num)
	if e == nil || e.kind() != inFile || f.depth >= maxChain {
		return nil
	}
	f.depth++
	o, _, r := f.read(e)
	f.depth--
	var s *objectStream
	if stream, ok := o.(*Stream); ok {
		s = f.decodeObjects(stream)
		s.place = r
		if f.size += len(s.text) + 24*len(s.index); f.size > maxStreams {
			clear(f.streams)
			f.size = len(s.text) + 24*len(s.index)
		}
	}
	f.streams[num] = s
	return s
}

// decodeObjects decodes an object stream.
func (f *File) decodeObjects(stream *Stream) *objectStream {
	s := new(objectStream)
	r := f.Data(stream)
	if r == nil {
		return s
	}
	text, _ := io.ReadAll(io.LimitReader(r, maxObjStream))
	if len(text) == maxObjStream {
		f.Note(document.TooMuch, "object stream")
	}
	first := min(max(f.Int(stream.Dict.Get("First"), 0), 0), len(text))
	l := f.lexer(0)
	l.reset(text, 0)
	for l.Offset() < int64(first) {
		num := l.Next()
		at := l.Next()
		if num.Kind != NumberToken || at.Kind != NumberToken {
			break
		}
		if !f.env.Budget.Object() {
			f.Note(document.TooMany, "")
			break
		}
		from := min(max(at.Number+float64(first), 0), float64(len(text)))
		s.index = append(s.index, member{int(min(max(num.Number, 0), maxNumber)), int(from), len(text)})
	}
	f.release(l)
	for i := range s.index { // offsets increase (7.5.7)
		if i+1 < len(s.index) && s.index[i+1].from > s.index[i].from {
			s.index[i].to = s.index[i+1].from
		}
	}
	s.text = text
	return s
}

package object

import (
	"io"
	"sync"

	"github.com/urlgrep/urlgrep/internal/document"
)

const (
	maxNesting = 100     // arrays and dictionaries within each other
	maxItems   = 1 << 19 // items of arrays and dictionaries of an object, which take a hundred bytes each
	maxNames   = 4096    // names that a Lexer remembers
)

// maxSmall is the number of the objects of small.
const maxSmall = 1024

// small returns the objects of the numbers that are most frequent. They need no memory.
var small = sync.OnceValue(func() *[maxSmall]Object {
	t := new([maxSmall]Object)
	for i := range t {
		t[i] = float64(i)
	}
	return t
})

// ends are the keywords that no array or dictionary contains: a damaged one ends before them.
var ends = map[string]bool{
	"obj": true, "endobj": true, "stream": true, "endstream": true, "xref": true,
	"trailer": true, "startxref": true, "ID": true, "EI": true, "BT": true, "ET": true,
}

// Object returns the object that begins with the token t: a direct object. In arrays and
// dictionaries, "1 0 R" is a Ref. For a keyword other than true, false and null, for the end
// of an array or dictionary, and for EOF it returns nil, false.
func (l *Lexer) Object(t Token) (Object, bool) {
	o, ok, _ := l.object(t)
	return o, ok
}

// object is like Object, but also returns the keyword that ends a damaged array or
// dictionary. It belongs to the text that follows.
func (l *Lexer) object(t Token) (o Object, ok bool, end Token) {
	switch t.Kind {
	case NumberToken:
		if i := int(t.Number); i >= 0 && i < maxSmall && float64(i) == t.Number {
			return small()[i], true, end
		}
		return t.Number, true, end
	case NameToken:
		return l.intern(t.Bytes), true, end
	case StringToken:
		if l.decrypt != nil {
			return String(l.decrypt(t.Bytes)), true, end
		}
		return String(t.Bytes), true, end
	case KeywordToken:
		switch string(t.Bytes) {
		case "true":
			return true, true, end
		case "false":
			return false, true, end
		case "null":
			return nil, true, end
		}
		return nil, false, t
	case ArrayBegin, DictBegin:
		if l.depth >= maxNesting {
			l.deep = true
			return nil, true, end
		}
		if l.depth == 0 {
			l.items = 0
		}
		l.depth++
		from := len(l.stack)
		end = l.readItems()
		l.depth--
		items := l.stack[from:]
		if t.Kind == DictBegin {
			o = pairs(items)
		} else {
			o = append(make(Array, 0, len(items)), items...)
		}
		clear(items)
		l.stack = l.stack[:from]
		return o, true, end
	}
	return nil, false, t
}

// readItems pushes the items of an array or a dictionary on the stack, without those beyond
// maxItems of the object. It returns the keyword that ends a damaged one.
func (l *Lexer) readItems() Token {
	from := len(l.stack)
	for {
		t := l.Next()
		switch t.Kind {
		case ArrayEnd, DictEnd, EOF:
			return Token{}
		case KeywordToken:
			if string(t.Bytes) == "R" {
				if n := len(l.stack); n-from >= 2 {
					if ref, ok := reference(l.stack[n-2], l.stack[n-1]); ok {
						l.stack[n-2] = ref
						l.stack = l.stack[:n-1]
						l.items--
					}
				}
				continue
			}
			if ends[string(t.Bytes)] {
				return t
			}
		}
		l.items++ // before those within the item
		tooMany := l.items > maxItems
		o, ok, end := l.object(t)
		if tooMany {
			l.many = true
		} else if ok {
			l.stack = append(l.stack, o)
		}
		if end.Kind == KeywordToken && ends[string(end.Bytes)] {
			return end
		}
	}
}

func reference(num, gen Object) (Ref, bool) {
	n, ok1 := num.(float64)
	_, ok2 := gen.(float64)
	return Ref(n), ok1 && ok2 && n >= 0 && n <= maxNumber && n == float64(Ref(n))
}

// pairs makes a dictionary of keys and values.
func pairs(items []Object) Dict {
	d := make(Dict, 0, len(items)/2)
	for i := 0; i+1 < len(items); i++ {
		if key, ok := items[i].(Name); ok {
			i++
			d = append(d, Entry{key, items[i]})
		}
	}
	return d
}

func (l *Lexer) intern(b []byte) Object {
	if o, ok := l.names[string(b)]; ok {
		return o
	}
	o := Object(Name(b))
	if len(b) <= 40 && len(l.names) < maxNames {
		if l.names == nil {
			l.names = map[string]Object{}
		}
		l.names[string(b)] = o
	}
	return o
}

// A parsed is an indirect object and its place.
type parsed struct {
	num, gen int
	object   Object
	stream   int64 // where the data of a stream begin, or 0
	to       int64 // the offset after the object, or after "stream"
	whole    bool  // "endobj" or "stream" follows
}

// indirect parses an indirect object (7.3.10), beginning at "N G obj". A stream is a Dict.
func (l *Lexer) indirect(crypt func(num, gen int) func([]byte) []byte) (p parsed, ok bool) {
	num, gen, obj := l.Next(), Token{}, Token{}
	if num.Kind == NumberToken {
		gen = l.Next()
	}
	if gen.Kind == NumberToken {
		obj = l.Next()
	}
	if num.Number < 0 || num.Number > maxNumber || obj.Kind != KeywordToken || string(obj.Bytes) != "obj" {
		return p, false
	}
	p.num, p.gen = int(num.Number), int(min(max(gen.Number, 0), 65535))
	if crypt != nil {
		l.decrypt = crypt(p.num, p.gen)
	}
	var end Token
	p.object, ok, end = l.object(l.Next())
	if end.Kind == EOF && ok {
		end = l.Next()
		if end.Kind == NumberToken {
			first := end.Number
			if end = l.Next(); end.Kind == KeywordToken && string(end.Bytes) == "R" {
				p.object, _ = reference(p.object, first)
				end = l.Next()
			}
		}
	}
	p.to = l.Offset()
	if end.Kind == KeywordToken {
		switch string(end.Bytes) {
		case "stream":
			if _, ok := p.object.(Dict); ok {
				p.stream = p.to
				if next := l.Peek(2); len(next) == 2 && next[0] == '\r' && next[1] == '\n' {
					p.stream += 2
				} else if len(next) > 0 && (next[0] == '\n' || next[0] == '\r') {
					p.stream++
				}
			}
			p.whole = true
		case "endobj":
			p.whole = true
		}
	}
	return p, true
}

// contained parses an object in an object stream.
func (l *Lexer) contained() Object {
	o, _ := l.Object(l.Next())
	if n, ok := o.(float64); ok {
		if gen := l.Next(); gen.Kind == NumberToken {
			if r := l.Next(); r.Kind == KeywordToken && string(r.Bytes) == "R" {
				if ref, ok := reference(n, gen.Number); ok {
					return ref
				}
			}
		}
	}
	return o
}

// A window has bytes of the file that were read last, so that objects that follow each other
// are read at once.
type window struct {
	s   *document.Store
	buf []byte
	at  int64 // the offset of buf
}

// windowSize is the number of bytes that a window reads at once.
const windowSize = 16 << 10

// rest returns the bytes from an offset on that have been read: at least n, unless the file
// ends. They are valid until the next call.
func (w *window) rest(at int64, n int) []byte {
	if end := w.at + int64(len(w.buf)); at < w.at || at+int64(n) > end && (at >= end || end < w.s.Size()) {
		if w.buf == nil {
			w.buf = make([]byte, windowSize)
		}
		w.buf = w.buf[:windowSize]
		k, _ := w.s.ReadAt(w.buf, at)
		w.buf, w.at = w.buf[:k], at
	}
	return w.buf[min(int(at-w.at), len(w.buf)):]
}

// view returns n bytes at an offset, or fewer if the file ends.
func (w *window) view(at int64, n int) []byte {
	b := w.rest(at, n)
	return b[:min(n, len(b))]
}

// A section is a range of bytes of the file, which is read in small steps.
type section struct {
	w  *window
	at int64
}

// Read implements [io.Reader].
func (r *section) Read(p []byte) (int, error) {
	n := copy(p[:min(len(p), lexerSize)], r.w.rest(r.at, 1))
	if r.at += int64(n); n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

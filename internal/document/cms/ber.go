package cms

import (
	"bufio"
	"errors"
	"io"
	"math"

	"github.com/urlgrep/urlgrep/internal/document"
)

// The identifier octets of elements, and the bit of those whose contents are elements.
const (
	endOfContents = 0x00
	octetString   = 0x04
	identifier    = 0x06
	sequence      = 0x30
	explicit0     = 0xA0

	constructed = 0x20
)

// An element has an identifier octet, and contents of a length in octets. If the length is
// -1, it is indefinite: an end-of-contents follows the contents.
type element struct {
	tag    byte
	length int64
}

var errSyntax = errors.New("not an element of CMS")

// An input is BER (ITU-T X.690) that is read forward.
type input struct {
	r  *bufio.Reader
	at int64 // the offset of the next octet
}

func newInput(r io.Reader, at int64) *input { return &input{bufio.NewReader(r), at} }

// octet reads an octet.
func (in *input) octet() (byte, error) {
	c, err := in.r.ReadByte()
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	} else if err == nil {
		in.at++
	}
	return c, err
}

// header reads the identifier and the length of an element.
func (in *input) header() (e element, err error) {
	if e.tag, err = in.octet(); err != nil {
		return e, err
	}
	for more := e.tag&0x1F == 0x1F; more; { // a tag of several octets: none that is known
		c, err := in.octet()
		if err != nil {
			return e, err
		}
		more = c&0x80 != 0
	}
	c, err := in.octet()
	if c < 0x80 || err != nil {
		e.length = int64(c)
		return e, err
	}
	if c == 0x80 {
		if e.tag&constructed == 0 {
			err = errSyntax
		}
		e.length = -1
		return e, err
	}
	for n := c & 0x7F; n > 0 && err == nil; n-- {
		if e.length > math.MaxInt64>>9 {
			return e, errSyntax
		}
		c, err = in.octet()
		e.length = e.length<<8 | int64(c)
	}
	return e, err
}

// expect reads the header of an element with a tag.
func (in *input) expect(tag byte) (element, error) {
	e, err := in.header()
	if err == nil && e.tag != tag {
		err = errSyntax
	}
	return e, err
}

// skip reads the contents of an element.
func (in *input) skip(e element) error {
	for open := 0; ; { // open elements of indefinite length
		switch {
		case e.length < 0:
			open++
		case e.tag == endOfContents:
			open--
		default:
			for left := e.length; left > 0; {
				n, err := in.r.Discard(int(min(left, 1<<20)))
				in.at += int64(n)
				left -= int64(n)
				if err != nil {
					return io.ErrUnexpectedEOF
				}
			}
		}
		if open <= 0 {
			return nil
		}
		var err error
		if e, err = in.header(); err != nil {
			return err
		}
	}
}

// maxIdentifier is the maximum length of an OBJECT IDENTIFIER in octets.
const maxIdentifier = 64

// identifier reads an OBJECT IDENTIFIER.
func (in *input) identifier() (string, error) {
	e, err := in.expect(identifier)
	if err != nil || e.length > maxIdentifier {
		return "", errSyntax
	}
	id := make([]byte, e.length)
	n, err := io.ReadFull(in.r, id)
	in.at += int64(n)
	return string(id), err
}

// content reads up to the first element of signed data, or of another content. The header
// of a SEQUENCE has been read: that of a ContentInfo, or of a content of type typ if typ is
// not nil.
func (in *input) content(e element, typ *contentType) (*contentType, error) {
	if e.tag != sequence {
		return nil, errSyntax
	}
	if next, _ := in.r.Peek(1); len(next) == 0 || next[0] != identifier {
		if typ == nil {
			return nil, errSyntax
		}
		return typ, nil
	}
	id, err := in.identifier()
	if err != nil {
		return nil, err
	}
	if typ = lookup(id); typ == nil {
		return nil, errSyntax
	}
	if _, err := in.expect(explicit0); err != nil {
		return nil, err
	}
	_, err = in.expect(sequence)
	return typ, err
}

// encapsulated reads a content of type typ up to the contents of the element that it
// encapsulates. It returns that element and its type, if it is a content itself. The element
// is zero if the content encapsulates nothing.
func (in *input) encapsulated(typ *contentType) (inner *contentType, e element, err error) {
	for n := 0; ; {
		if e, err = in.header(); err != nil || e.tag == endOfContents {
			return nil, element{}, err
		}
		if e.tag == sequence {
			if n++; n == typ.sequence {
				break
			}
		}
		if err := in.skip(e); err != nil {
			return nil, element{}, err
		}
	}
	end := in.at + e.length
	id, err := in.identifier()
	if err != nil {
		return nil, element{}, err
	}
	if e.length >= 0 && in.at >= end {
		return nil, element{}, nil // a detached signature: the certificates have the same tag
	}
	if e, err = in.header(); err != nil || e.tag != explicit0 {
		return nil, element{}, err
	}
	if e, err = in.header(); err != nil || e.tag == endOfContents {
		return nil, element{}, err
	}
	return lookup(id), e, nil
}

// contents returns a reader of the contents of an element: those of the chunks of an OCTET
// STRING. Its error is io.ErrUnexpectedEOF if the contents are cut.
func (in *input) contents(e element) io.Reader {
	o := &octets{in: in}
	if e.tag == octetString|constructed {
		o.open(e)
	} else {
		o.left = e.length
	}
	return o
}

// maxChunks is the maximum depth of chunks within chunks.
const maxChunks = 16

// octets reads the octets of an OCTET STRING.
type octets struct {
	in   *input
	left int64   // octets of the chunk
	ends []int64 // the ends of the open elements; -1 if not known
	err  error
}

// open begins to read the chunks in a constructed element.
func (o *octets) open(e element) {
	end := int64(-1)
	if e.length >= 0 {
		end = o.in.at + e.length
	}
	o.ends = append(o.ends, end)
}

// Read implements [io.Reader].
func (o *octets) Read(p []byte) (int, error) {
	for o.left == 0 && o.err == nil {
		o.err = o.chunk()
	}
	if o.err != nil {
		return 0, o.err
	}
	n, err := o.in.r.Read(p[:min(int64(len(p)), o.left)])
	o.in.at += int64(n)
	o.left -= int64(n)
	if o.err = err; err == io.EOF {
		o.err = io.ErrUnexpectedEOF
	}
	return n, o.err
}

// chunk advances to the next chunk. At the end of the string it returns io.EOF.
func (o *octets) chunk() error {
	for len(o.ends) > 0 {
		end := o.ends[len(o.ends)-1]
		if end >= 0 && o.in.at >= end {
			o.ends = o.ends[:len(o.ends)-1]
			continue
		}
		e, err := o.in.header()
		if err != nil {
			return err
		}
		switch {
		case e.tag == octetString:
			if o.left = e.length; end >= 0 {
				o.left = min(o.left, end-o.in.at)
			}
			if o.left > 0 {
				return nil
			}
		case e.tag == endOfContents && end < 0:
			o.ends = o.ends[:len(o.ends)-1]
		case e.tag != octetString|constructed:
			return errSyntax
		case len(o.ends) == maxChunks:
			return &defectError{defect: document.TooDeep}
		default:
			o.open(e)
		}
	}
	return io.EOF
}

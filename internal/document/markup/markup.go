// Package markup reads XML that may be damaged, from beginning to end, in bounded memory.
//
// It differs from XML 1.0 as follows. Names have no namespace: a prefix is separate from the
// local name, and the reader of a format knows the elements by the latter. A document type
// is skipped, and references to its entities are text; so no entity is expanded, and
// nothing outside of the document is read. A tag ends at the next "<" at the latest, which a
// value cannot contain. End tags need not match start tags.
package markup

import (
	"bytes"
	"fmt"
	"io"

	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/offset"
)

// A Kind is the kind of a token.
type Kind uint8

// The kinds.
const (
	EOF     Kind = iota
	Start        // a start tag; that of an empty element is followed by End
	End          // an end tag
	Text         // text between tags; long text is in several tokens
	Comment      // a comment, of which no more than the beginning is given
)

// An Attr is an attribute. Value has its references, which Scanner.Value decodes.
type Attr struct{ Prefix, Name, Value []byte }

const (
	minBuffer = 64 << 10
	maxTag    = 4 << 20 // bytes of a tag that are read
	maxAttrs  = 1 << 10 // attributes of a tag that are read
	maxEntity = 12      // bytes of a reference to a character
)

// A Scanner reads the tokens of XML. Its slices are valid until the next call of Next.
type Scanner struct {
	Name  []byte // the local name of Start and End
	Attrs []Attr // of Start
	Text  []byte // of Text and Comment, in UTF-8 unless the XML is invalid

	// Depth is the number of elements that are open: at Start and End, it includes the
	// element itself.
	Depth int

	// Damaged reports whether something was not XML. CutOff reports whether the XML ends within an element.
	Damaged, CutOff bool

	in       io.Reader
	buf      []byte
	pos, end int
	before   int64 // bytes before buf
	from     int64 // the offset of the token
	damage   int64 // that of what is wrong
	decoded  bool  // the XML is not in UTF-8
	err      error
	ended    bool // the last token was End
	empty    bool // the last token was the Start of an empty element
	cdata    bool // within a CDATA section
	skip     bool // within a tag that is too long
	scratch  []byte
}

// New returns a Scanner of the XML in r. Its encoding is declared by a byte order mark, by
// the XML declaration, or by its first bytes (XML 1.0, appendix F). Otherwise it is UTF-8.
func New(r io.Reader) *Scanner {
	s := &Scanner{in: r, buf: make([]byte, minBuffer)}
	for s.end < headSize && s.err == nil {
		s.read()
	}
	head := s.buf[:s.end]
	if c, ok := encoding(head[:min(len(head), headSize)]); ok {
		s.in = &decoder{r: charset.NewReader(io.MultiReader(bytes.NewReader(bytes.Clone(head)), r), c)}
		s.end, s.err, s.decoded = 0, nil, true
		for s.end < len(bom) && s.err == nil {
			s.read()
		}
	}
	if bytes.HasPrefix(s.buf[:s.end], []byte(bom)) {
		s.pos = len(bom)
	}
	return s
}

const bom = "\uFEFF" // byte order mark

// headSize is the number of bytes in which an encoding is declared.
const headSize = 256

// encoding returns the encoding that head declares. It is not ok for UTF-8.
func encoding(head []byte) (c charset.Charset, ok bool) {
	if c, ok := charset.Sniff(head); ok {
		return c, true
	}
	name := []byte(nil)
	switch {
	case bytes.HasPrefix(head, []byte("<\x00")):
		name = []byte("utf-16le")
	case bytes.HasPrefix(head, []byte("\x00<")):
		name = []byte("utf-16be")
	case bytes.HasPrefix(head, []byte("<?xml")):
		head, _, _ = bytes.Cut(head, []byte("?>"))
		_, name, _ = bytes.Cut(head, []byte("encoding"))
		name = bytes.TrimLeft(name, " \t\r\n=")
		if len(name) == 0 {
			return c, false
		}
		name, _, ok = bytes.Cut(name[1:], name[:1])
		if !ok {
			return c, false
		}
	}
	if len(name) == 0 {
		return c, false
	}
	c, err := charset.Lookup(string(name))
	// A declaration that can be read as ASCII is not in UTF-16.
	return c, err == nil && c != charset.Charset{} && (head[0] == 0 || head[1] == 0 || !c.IsWide())
}

// A decoder is a charset.Reader as an io.Reader.
type decoder struct {
	r   *charset.Reader
	m   offset.Map
	buf []byte
	out []byte
}

func (d *decoder) Read(p []byte) (int, error) {
	if len(d.out) == 0 {
		if d.buf == nil {
			d.buf = make([]byte, max(charset.MinRead, 64<<10))
		}
		d.m.Reset()
		n, err := d.r.Read(d.buf, &d.m)
		if n == 0 && err != nil {
			return 0, err
		}
		d.out = d.buf[:n]
	}
	n := copy(p, d.out)
	d.out = d.out[n:]
	return n, nil
}

// read reads into the rest of the buffer.
func (s *Scanner) read() {
	if s.err == nil && s.end < len(s.buf) {
		n, err := s.in.Read(s.buf[s.end:])
		s.end += n
		s.err = err
	}
}

// fill makes the buffer longer. It returns false at the end of the input, or if there are
// limit bytes.
func (s *Scanner) fill(limit int) bool {
	if s.pos > 0 {
		copy(s.buf, s.buf[s.pos:s.end])
		s.end -= s.pos
		s.before += int64(s.pos)
		s.pos = 0
	}
	if s.end == len(s.buf) {
		if len(s.buf) >= limit {
			return false
		}
		s.buf = append(s.buf, make([]byte, len(s.buf))...)
	}
	for n := s.end; s.err == nil; {
		if s.read(); s.end > n {
			return true
		}
	}
	return false
}

// Range returns the offsets of the beginning and the end of the token in the XML. It is not ok if the XML is not
// in UTF-8.
func (s *Scanner) Range() (from, to int64, ok bool) {
	return s.from, s.before + int64(s.pos), !s.decoded
}

// Damage says what is wrong with XML that is Damaged, and at which of its bytes.
func (s *Scanner) Damage() string {
	what := "its XML is not well-formed"
	if s.CutOff {
		what = "its XML is cut off"
	}
	return fmt.Sprintf("%s at byte %d", what, s.damage)
}

// spoil sets Damaged.
func (s *Scanner) spoil() {
	if !s.Damaged {
		s.Damaged, s.damage = true, s.before+int64(s.pos)
	}
}

// Next advances to the next token. It returns EOF at the end, and after an error of the
// input.
func (s *Scanner) Next() Kind {
	s.from = s.before + int64(s.pos)
	if s.ended {
		s.ended = false
		s.Depth--
	}
	if s.empty {
		s.empty = false
		s.ended = true
		return End
	}
	for {
		if s.pos == s.end && !s.fill(minBuffer) {
			s.CutOff = s.Depth > 0 || s.cdata
			if s.CutOff {
				s.Damaged, s.damage = true, s.before+int64(s.pos)
			}
			return EOF
		}
		s.from = s.before + int64(s.pos)
		switch {
		case s.skip:
			s.skipTag()
		case s.cdata:
			if s.readCDATA() {
				return Text
			}
		case s.buf[s.pos] != '<':
			if s.readText() {
				return Text
			}
		default:
			if k := s.readMarkup(); k != EOF {
				return k
			}
		}
	}
}

// skipTag skips to the next tag.
func (s *Scanner) skipTag() {
	if i := bytes.IndexByte(s.buf[s.pos:s.end], '<'); i >= 0 {
		s.pos += i
		s.skip = false
	} else {
		s.pos = s.end
	}
}

// readText reads text up to the next tag, or as much as is in a buffer.
func (s *Scanner) readText() bool {
	n := 0 // bytes without "<"
	for {
		if i := bytes.IndexByte(s.buf[s.pos+n:s.end], '<'); i >= 0 {
			n += i
			break
		}
		n = s.end - s.pos
		if !s.fill(minBuffer) {
			if s.err == nil {
				n = whole(s.buf[s.pos:s.end])
			}
			break
		}
	}
	s.Text = s.buf[s.pos : s.pos+n]
	s.pos += n
	if bytes.IndexByte(s.Text, '&') >= 0 {
		s.scratch = appendDecoded(s.scratch[:0], s.Text)
		s.Text = s.scratch
	}
	return true
}

// whole returns the length of text without a reference or a character at its end that may
// be incomplete.
func whole(text []byte) int {
	n := len(text)
	if i := bytes.LastIndexByte(text[max(0, n-maxEntity):], '&'); i >= 0 {
		i += max(0, n-maxEntity)
		if i > 0 && bytes.IndexByte(text[i:], ';') < 0 {
			return i
		}
	}
	for k := 1; k <= 3 && k < n; k++ {
		if text[n-k] >= 0xC0 {
			return n - k
		}
		if text[n-k] < 0x80 {
			break
		}
	}
	return n
}

var cdataEnd = []byte("]]>")

// readCDATA reads text of a CDATA section, up to its end, or as much as is in a buffer.
func (s *Scanner) readCDATA() bool {
	for {
		b := s.buf[s.pos:s.end]
		if i := bytes.Index(b, cdataEnd); i >= 0 {
			s.Text = b[:i]
			s.pos += i + len(cdataEnd)
			s.cdata = false
			return i > 0
		}
		if !s.fill(minBuffer) {
			break
		}
	}
	b := s.buf[s.pos:s.end]
	n := len(b)
	if s.err == nil {
		n = max(1, whole(b)-len(cdataEnd))
	}
	s.Text = b[:n]
	s.pos += n
	return true
}

// Attr returns the value of the attribute with a local name, or nil.
func (s *Scanner) Attr(name string) []byte {
	for i := range s.Attrs {
		if string(s.Attrs[i].Name) == name {
			return Value(s.Attrs[i].Value)
		}
	}
	return nil
}

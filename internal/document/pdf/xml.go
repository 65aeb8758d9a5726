package pdf

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// hidden are the elements and attributes of XMP (ISO 16684-1) and XFA whose values are about
// the producer, about schemas, or identifiers: by their prefix or by their local name.
var hidden = map[string]bool{
	"xmlns": true, "xmpMM": true, "stRef": true, "stEvt": true, "stMfs": true, // prefixes
	"pdfaExtension": true, "pdfaSchema": true, "pdfaProperty": true, "pdfaType": true, "pdfaField": true,
	"pdfd": true, "pdfaid": true, "pdfuaid": true, "pdfxid": true, "xsi": true, "iX": true,
	"Producer": true, "CreatorTool": true, "creatortool": true, "about": true, "ICCProfile": true,
	"xmptk": true, "originalXFAVersion": true, "creator_tool": true, "SourceModified": true,
}

// isHidden reports whether the value of an element or an attribute is not text.
func isHidden(name string) bool {
	prefix, local, ok := strings.Cut(name, ":")
	if !ok {
		prefix, local = "", name
	}
	return hidden[prefix] || hidden[local]
}

const maxName = 256 // bytes of the name of an element or an attribute

// An xmlReader reads XML and returns its text: that of elements and of attributes, each on
// separate lines. It does not need well-formed XML.
type xmlReader struct {
	r    *bufio.Reader
	out  []byte
	last byte   // of the bytes before out
	skip string // the element that is hidden; it is open open times
	open int
	err  error
}

// newXML returns a reader of the text in the XML that r returns.
func newXML(r io.Reader) io.Reader {
	return &xmlReader{r: bufio.NewReader(newText(r)), last: '\n'}
}

// Read implements [io.Reader].
func (x *xmlReader) Read(p []byte) (int, error) {
	for len(x.out) == 0 {
		if x.err != nil {
			return 0, x.err
		}
		x.fill()
	}
	n := copy(p, x.out)
	if n > 0 {
		x.last = x.out[n-1]
	}
	x.out = x.out[:copy(x.out, x.out[n:])]
	return n, nil
}

// fill reads a tag, or some text.
func (x *xmlReader) fill() {
	for len(x.out) < 1024 {
		c, err := x.r.ReadByte()
		switch {
		case err != nil:
			x.err = err
			return
		case c == '<':
			x.tag()
		case c == '&':
			x.entity(x.skip == "")
		case x.skip == "" && (c > ' ' || !x.atLine()):
			x.out = append(x.out, c)
		}
	}
}

// atLine reports whether a line begins: the white space at its beginning is dropped.
func (x *xmlReader) atLine() bool {
	c := x.last
	if n := len(x.out); n > 0 {
		c = x.out[n-1]
	}
	return c == '\n'
}

// line ends a line.
func (x *xmlReader) line() {
	if !x.atLine() {
		x.out = append(x.out, '\n')
	}
}

// entity reads a reference to a character. One that is not known is text.
func (x *xmlReader) entity(show bool) {
	const most = 10
	b, _ := x.r.Peek(most)
	name, _, ok := strings.Cut(string(b), ";")
	c, n := "&", 0
	if ok {
		n = len(name) + 1
		switch name {
		case "amp":
		case "lt":
			c = "<"
		case "gt":
			c = ">"
		case "quot":
			c = `"`
		case "apos":
			c = "'"
		default:
			n = 0
			if digits, ok := strings.CutPrefix(name, "#"); ok {
				base := 10
				if hex, ok := strings.CutPrefix(strings.ToLower(digits), "x"); ok {
					digits, base = hex, 16
				}
				if v, err := strconv.ParseUint(digits, base, 21); err == nil && utf8.ValidRune(rune(v)) {
					c, n = string(rune(v)), len(name)+1
				}
			}
		}
	}
	x.r.Discard(n)
	if show {
		x.out = append(x.out, c...)
	}
}

// tag reads a tag, a comment or another construct after its "<".
func (x *xmlReader) tag() {
	b, _ := x.r.Peek(8)
	switch s := string(b); {
	case strings.HasPrefix(s, "![CDATA["):
		x.r.Discard(8)
		x.until("]]>", x.skip == "")
		return
	case strings.HasPrefix(s, "!--"):
		x.until("-->", false)
		return
	case strings.HasPrefix(s, "?"):
		x.until("?>", false)
		return
	case strings.HasPrefix(s, "!"):
		x.until(">", false)
		return
	}
	end := len(b) > 0 && b[0] == '/'
	if end {
		x.r.Discard(1)
	}
	name, c := x.name()
	if x.skip == "" {
		x.line()
	}
	empty := false
	for c != '>' && x.err == nil {
		if c != '/' && c > ' ' {
			x.r.UnreadByte()
			var key string
			if key, c = x.name(); c == '=' {
				c = x.value(x.skip == "" && !isHidden(key) && !isHidden(name))
				empty = false
				continue
			}
			if key == "" {
				c = x.byte()
			}
			continue
		}
		empty = c == '/'
		c = x.byte()
	}
	switch {
	case x.skip == "":
		if !end && !empty && isHidden(name) {
			x.skip, x.open = name, 1
		}
	case name == x.skip && end:
		if x.open--; x.open == 0 {
			x.skip = ""
		}
	case name == x.skip && !empty:
		x.open++
	}
}

// byte returns the next byte, or ">" at the end.
func (x *xmlReader) byte() byte {
	c, err := x.r.ReadByte()
	if err != nil {
		x.err = err
		return '>'
	}
	return c
}

// name reads a name, and returns the byte after it and after white space.
func (x *xmlReader) name() (string, byte) {
	var name []byte
	for {
		c := x.byte()
		if c <= ' ' || c == '=' || c == '>' || c == '/' || c == '<' {
			for c <= ' ' {
				c = x.byte()
			}
			return string(name), c
		}
		if len(name) < maxName {
			name = append(name, c)
		}
	}
}

// value reads the value of an attribute, and returns the byte after it.
func (x *xmlReader) value(show bool) byte {
	quote := x.byte()
	for quote <= ' ' {
		quote = x.byte()
	}
	if quote != '"' && quote != '\'' {
		return quote
	}
	from := len(x.out)
	for x.err == nil {
		c := x.byte()
		switch {
		case c == quote || x.err != nil:
			if len(x.out) > from {
				x.line()
			}
			return x.byte()
		case c == '&':
			x.entity(show)
		case show:
			x.out = append(x.out, c)
		}
	}
	return '>'
}

// until reads up to the end of a construct.
func (x *xmlReader) until(end string, show bool) {
	for {
		b, err := x.r.Peek(len(end))
		if string(b) == end {
			x.r.Discard(len(end))
			return
		}
		if err != nil && len(b) == 0 {
			x.err = err
			return
		}
		if show {
			x.out = append(x.out, b[0])
		}
		x.r.Discard(1)
	}
}

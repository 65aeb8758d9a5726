package htmltext

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/scheme"
)

// A construct is what may begin with "<".
type construct uint8

const (
	undecided   construct = iota // more must be seen
	nothing                      // the "<" is text
	nameless                     // "</>", which is nothing at all
	openTag                      // or declaration
	openComment                  // "<!--"
	openCDATA                    // "<![CDATA["
)

// opening returns what b, which begins with "<", is the beginning of.
func opening(b []byte) construct {
	if len(b) == 1 {
		return undecided
	}
	switch c := b[1]; {
	case ascii.Is(c, ascii.Alpha) || c == '?':
		return openTag
	case c == '!':
		return declaration(b)
	case c != '/':
		return nothing
	}
	switch {
	case len(b) == 2:
		return undecided
	case b[2] == '>':
		return nameless
	case ascii.Is(b[2], ascii.Alpha):
		return openTag
	}
	// The standard makes a comment of it, up to the next ">". It is rather a
	// broken heart, or a path in brackets.
	return nothing
}

// declaration returns what b, which begins with "<!", is the beginning of.
func declaration(b []byte) construct {
	for _, d := range [...]struct {
		start string
		opens construct
	}{{commentStart, openComment}, {cdataStart, openCDATA}} {
		if n := min(len(b), len(d.start)); string(b[:n]) == d.start[:n] {
			if n < len(d.start) {
				return undecided
			}
			return d.opens
		}
	}
	return openTag
}

// A tag is one that is being read: a machine that can be stopped at each byte.
// Its states are those of the standard's tokenizer, section 13.2.5.
type tag struct {
	pos        int // offset in the tag of what is to be read next
	state      state
	quote      byte // around the value that is being read
	name       int
	nameEnd    int
	attributes []attribute
	last       attribute // being read
	refreshes  bool      // is <meta http-equiv=refresh>
}

// An attribute is offsets in the tag.
type attribute struct {
	name, nameEnd   int
	value, valueEnd int
	odd             bool // the name has characters that no element's may have
}

type state uint8

const (
	inName state = iota
	slashBehindName
	betweenAttributes
	inAttributeName
	behindAttributeName
	beforeValue
	inQuotes
	inUnquoted
	inDeclaration
)

// What scan finds out.
type verdict uint8

const (
	open     verdict = iota // more must be seen
	closed                  // by the ">" before pos
	overfull                // too many attributes
	noTag                   // but something else in angle brackets
)

// begin begins to read the tag, end tag or declaration that b begins with.
func (t *tag) begin(b []byte) {
	*t = tag{pos: 1, name: 1, attributes: t.attributes[:0]}
	switch b[1] {
	case '/':
		t.pos, t.name = 2, 2
	case '!', '?':
		t.state = inDeclaration
	}
}

// scan reads on in b, which begins with the tag.
func (t *tag) scan(b []byte) verdict {
	for t.pos < len(b) {
		c := b[t.pos]
		switch t.state {
		case inName:
			for t.pos < len(b) && isNameChar(b[t.pos]) {
				t.pos++
			}
			if t.pos == len(b) {
				return open
			}
			if t.nameEnd = t.pos; !t.behindName(b) {
				return noTag
			}
		case slashBehindName:
			// <br/> is a tag, <example/path> is none. The standard reads that
			// as an attribute, path; but who writes that has no tag in mind.
			if t.state = betweenAttributes; c != '>' && !isSpace(c) {
				return noTag
			}
			continue
		case betweenAttributes:
			switch {
			case c == '>':
				t.pos++
				return closed
			case len(t.attributes) == maxAttributes:
				return overfull
			case !isSpace(c) && c != '/':
				if end := t.usual(b, t.pos); end > 0 {
					t.pos = end
					continue
				}
				// Also if it is "=": "unexpected-equals-sign-before-attribute-name".
				t.last = attribute{name: t.pos, odd: !isNameChar(c)}
				t.state = inAttributeName
			}
		case inAttributeName:
			t.attributeName(b)
			continue
		case behindAttributeName:
			if c == '=' {
				t.state = beforeValue
			} else if !isSpace(c) {
				t.add(t.last.nameEnd, t.last.nameEnd)
				continue
			}
		case beforeValue:
			if !t.beginValue(c) {
				continue
			}
		case inQuotes:
			t.quoted(b)
			continue
		case inUnquoted:
			if isSpace(c) || c == '>' {
				t.add(t.last.value, t.pos)
				continue
			}
		case inDeclaration:
			k := bytes.IndexByte(b[t.pos:], '>')
			if k < 0 {
				t.pos = len(b)
				return open
			}
			t.pos += k + 1
			return closed
		}
		t.pos++
	}
	return open
}

// behindName decides, at the first byte after the name, whether it was one.
func (t *tag) behindName(b []byte) bool {
	name := b[t.name:t.nameEnd]
	if c := b[t.nameEnd]; c == '/' {
		t.state = slashBehindName
	} else if t.state = betweenAttributes; c == '>' {
		t.pos-- // to be read again
	} else if !isSpace(c) {
		return false // "@", ".": it is an address or a host in angle brackets
	}
	colon := bytes.IndexByte(name, ':')
	return colon < 0 || isQualified(name[:colon], name[colon+1:])
}

// attributeName reads on in an attribute's name. Other than in the standard,
// "/" does not end it: so a URL that stands loose in a tag stays in one piece.
func (t *tag) attributeName(b []byte) {
	for ; t.pos < len(b); t.pos++ {
		c := b[t.pos]
		if isNameChar(c) {
			continue
		}
		if c == '=' || c == '>' || isSpace(c) {
			t.last.nameEnd = t.pos
			t.state = behindAttributeName
			return
		}
		t.last.odd = true
	}
}

// usualAttributes reads attributes from i on, and returns where the ">" is behind
// them, 0 if usual does not read them all.
func (t *tag) usualAttributes(b []byte, i int) int {
	for i < len(b) && b[i] != '>' {
		switch {
		case len(t.attributes) == maxAttributes:
			return 0
		case isSpace(b[i]):
			i++
		default:
			if i = t.usual(b, i); i == 0 {
				return 0
			}
		}
	}
	if i >= len(b) {
		return 0
	}
	return i
}

// usual reads the attribute that begins at i if it is written as most are: a name,
// "=" and a value in double quotes. It returns where it ends, else 0.
func (t *tag) usual(b []byte, i int) int {
	name := i
	for i < len(b) && isNameChar(b[i]) {
		i++
	}
	value := i + len(`="`)
	if i == name || value > len(b) || b[i] != '=' || b[i+1] != '"' {
		return 0
	}
	k := bytes.IndexByte(b[value:], '"')
	if k < 0 {
		return 0
	}
	t.attributes = append(t.attributes, attribute{name: name, nameEnd: i, value: value, valueEnd: value + k})
	return value + k + 1
}

// beginValue decides at c, behind "=", how the value is written. It reports
// whether c has been read.
func (t *tag) beginValue(c byte) bool {
	switch {
	case isSpace(c):
	case c == '"' || c == '\'':
		t.quote, t.state = c, inQuotes
		t.last.value = t.pos + 1
	case c == '>':
		t.add(t.pos, t.pos)
		return false
	default:
		t.state = inUnquoted
		t.last.value = t.pos
	}
	return true
}

// quoted reads on in a value in quotes.
func (t *tag) quoted(b []byte) {
	k := bytes.IndexByte(b[t.pos:], t.quote)
	if k < 0 {
		t.pos = len(b)
		return
	}
	t.add(t.last.value, t.pos+k)
	t.pos += k + 1
}

// add completes an attribute.
func (t *tag) add(value, end int) {
	t.last.value, t.last.valueEnd = value, end
	t.attributes = append(t.attributes, t.last)
	t.state = betweenAttributes
}

// isNameChar reports whether c may be in an element's name. The standard takes
// anything, but no element is named in other characters: what has some is a
// host, an address or a URL.
func isNameChar(c byte) bool {
	return ascii.Is(c, ascii.AlphaDigit) || c == ':' || c == '-' || c == '_'
}

// isQualified reports whether prefix:local is a name of XML Namespaces, as
// Office's <o:p>, and no URL in angle brackets.
func isQualified(prefix, local []byte) bool {
	if len(local) == 0 || !ascii.Is(local[0], ascii.Alpha) || bytes.IndexByte(local, ':') >= 0 {
		return false
	}
	if s := scheme.Lookup(prefix); s != nil {
		return !s.Is(scheme.Bracketed)
	}
	return !ascii.EqualFold(prefix, scheme.Label)
}

// maxName is the length of the longest name that is looked up.
const maxName = 12

// lower returns b in lower case, nothing if b is too long to be looked up.
func lower(buf *[maxName]byte, b []byte) []byte {
	if len(b) > maxName {
		return nil
	}
	for i, c := range b {
		buf[i] = ascii.Lower(c)
	}
	return buf[:len(b)]
}

// isSpace reports whether c is the standard's ASCII whitespace.
func isSpace(c byte) bool {
	const spaces = 1<<' ' | 1<<'\n' | 1<<'\r' | 1<<'\t' | 1<<'\f'
	return c <= ' ' && uint64(spaces)>>c&1 != 0
}

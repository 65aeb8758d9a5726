package htmltext

import (
	"bytes"
	"slices"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/scheme"
)

// A construct is a syntactic construct that begins with "<".
type construct uint8

const (
	undecided   construct = iota // more input is needed
	nothing                      // the "<" is text
	nameless                     // "</>", which is dropped
	openTag                      // a tag, a declaration, or a comment that begins with "</"
	openComment                  // "<!--"
	openCDATA                    // "<![CDATA["
)

// opening returns the construct that begins at b[0], a "<".
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
	}
	return openTag
}

// declaration returns the construct at the beginning of b, which begins with "<!".
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

// A tag is a state machine that reads a tag and can be suspended after each byte. Its
// states are those of the standard's tokenizer, section 13.2.5.
type tag struct {
	pos        int // offset in the tag of the next byte
	state      state
	quote      byte // quote around the current value
	name       int
	nameEnd    int
	attributes []attribute
	last       attribute // the current attribute
	oddity     oddity
	refreshes  bool // the tag is <meta http-equiv=refresh>
}

// An oddity says why a tag is output as text. For a browser it is a tag nevertheless, and
// ends as one.
type oddity uint8

const (
	regular  oddity = iota
	slashed         // it has text after "/", and no value of an attribute: <example/path>
	misnamed        // it has the name of no element: <user@a.example>, </3>
)

// An attribute is the offsets of its name and value in the tag.
type attribute struct {
	name, nameEnd   int
	value, valueEnd int
	badName         bool // the name has characters for which isNameChar is false
}

// isAssigned reports whether "=" follows the name.
func (a attribute) isAssigned() bool { return a.value > a.nameEnd }

type state uint8

const (
	inName state = iota
	inOddName
	slashAfterName
	betweenAttributes
	inAttributeName
	afterAttributeName
	beforeValue
	inQuotes
	inUnquoted
	inDeclaration
)

// A verdict is the result of scan.
type verdict uint8

const (
	open     verdict = iota // more input is needed
	closed                  // the tag ends with the ">" before pos
	overfull                // too many attributes
)

// begin prepares t for the tag, end tag or declaration at the beginning of b.
func (t *tag) begin(b []byte) {
	*t = tag{pos: 1, name: 1, attributes: t.attributes[:0]}
	switch b[1] {
	case '/':
		t.pos, t.name = 2, 2
		if !ascii.Is(b[2], ascii.Alpha) {
			// "invalid-first-character-of-tag-name": a comment up to the next ">". In
			// practice it is a broken heart, or a path in brackets.
			t.state, t.oddity = inDeclaration, misnamed
		}
	case '!', '?':
		t.state = inDeclaration
	}
}

// scan continues to read b, which begins with the tag.
func (t *tag) scan(b []byte) verdict {
	for t.pos < len(b) {
		c := b[t.pos]
		switch t.state {
		case inName:
			i := t.pos
			for i < len(b) && isNameChar(b[i]) {
				i++
			}
			if t.pos = i; i == len(b) {
				return open
			}
			t.nameEnd = i
			t.afterName(b)
			continue
		case inOddName:
			for t.pos < len(b) && !isSpace(b[t.pos]) && b[t.pos] != '/' && b[t.pos] != '>' {
				t.pos++
			}
			if t.pos == len(b) {
				return open
			}
			t.nameEnd, t.state = t.pos, betweenAttributes
			continue
		case slashAfterName:
			if t.state = betweenAttributes; c != '>' && !isSpace(c) && t.oddity == regular {
				t.oddity = slashed
			}
			continue
		case betweenAttributes:
			switch {
			case c == '>':
				t.pos++
				if t.oddity == slashed && slices.ContainsFunc(t.attributes, attribute.isAssigned) {
					t.oddity = regular // <img/src=a>
				}
				return closed
			case len(t.attributes) == maxAttributes:
				return overfull
			case !isSpace(c) && c != '/':
				if end := t.usual(b, t.pos); end > 0 {
					t.pos = end
					continue
				}
				// Also if it is "=": "unexpected-equals-sign-before-attribute-name".
				t.last = attribute{name: t.pos, badName: !isNameChar(c)}
				t.state = inAttributeName
			}
		case inAttributeName:
			t.attributeName(b)
			continue
		case afterAttributeName:
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
			t.unquoted(b)
			continue
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

// afterName decides, by the first byte after the name, how the tag goes on.
func (t *tag) afterName(b []byte) {
	switch c := b[t.nameEnd]; {
	case c == '/':
		t.pos++
		t.state = slashAfterName
	case isSpace(c):
		t.pos++
		t.state = betweenAttributes
	case c == '>':
		t.state = betweenAttributes
	default: // "@", ".": it is an address or a host in angle brackets
		t.state, t.oddity = inOddName, misnamed
	}
	name := b[t.name:t.nameEnd]
	if colon := bytes.IndexByte(name, ':'); colon >= 0 && !isQualified(name[:colon], name[colon+1:]) {
		t.oddity = misnamed
	}
}

// attributeName continues to read an attribute's name. Unlike in the standard, "/" does
// not end it, so that a URL between attributes stays in one piece. As in the standard, a
// name may begin with "=", and it begins after "/".
func (t *tag) attributeName(b []byte) {
	i := t.pos
	for ; i < len(b); i++ {
		c := b[i]
		if isNameChar(c) {
			continue
		}
		if c == '=' && b[i-1] != '/' || c == '>' || isSpace(c) {
			t.last.nameEnd = i
			t.state = afterAttributeName
			break
		}
		t.last.badName = true
	}
	t.pos = i
}

// usualAttributes reads attributes from i on. It returns the index of the ">" after
// them, or 0 if usual does not read all of them.
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

// usual reads the attribute at i if it is written as most are: a name, "=" and a value
// in double quotes. It returns the index after it, or 0 if it is written otherwise.
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

// beginValue decides by c, which follows "=", how the value is quoted. It reports
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

// quoted continues to read a value in quotes.
func (t *tag) quoted(b []byte) {
	k := bytes.IndexByte(b[t.pos:], t.quote)
	if k < 0 {
		t.pos = len(b)
		return
	}
	t.add(t.last.value, t.pos+k)
	t.pos += k + 1
}

// unquoted continues to read a value without quotes.
func (t *tag) unquoted(b []byte) {
	i := t.pos
	for i < len(b) && !isSpace(b[i]) && b[i] != '>' {
		i++
	}
	if t.pos = i; i < len(b) {
		t.add(t.last.value, i)
	}
}

// add completes an attribute.
func (t *tag) add(value, end int) {
	t.last.value, t.last.valueEnd = value, end
	t.attributes = append(t.attributes, t.last)
	t.state = betweenAttributes
}

// isSelfClosing reports whether the tag b, which has been read to its end, ends with "/>",
// and the "/" is not part of a value.
func (t *tag) isSelfClosing(b []byte) bool {
	if b[len(b)-2] != '/' {
		return false
	}
	k := len(t.attributes) - 1
	return k < 0 || t.attributes[k].valueEnd < len(b)-1 || t.attributes[k].value == t.attributes[k].valueEnd
}

// isNameChar reports whether c may be part of an element's name. The standard allows
// any character, but in practice a name with another character is a host, an address or
// a URL.
func isNameChar(c byte) bool {
	return ascii.Is(c, ascii.AlphaDigit) || c == ':' || c == '-' || c == '_'
}

// isQualified reports whether prefix:local is a name of XML Namespaces, such as
// Office's <o:p>, rather than a URL in angle brackets.
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

// lower returns b in lower case, or nil if b is too long to be looked up.
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

package markup

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// readMarkup reads what begins with "<". It returns EOF if that is no token.
func (s *Scanner) readMarkup() Kind {
	const longest = len("<![CDATA[")
	for s.end-s.pos < longest && s.fill(minBuffer) {
	}
	b := s.buf[s.pos:s.end]
	switch {
	case len(b) > 1 && b[1] == '?':
		s.pos += 2
		s.skipTo("?>")
		return EOF
	case bytes.HasPrefix(b, []byte("<!--")):
		s.pos += len("<!--")
		s.Text = s.skipTo("-->")
		return Comment
	case bytes.HasPrefix(b, []byte("<![CDATA[")):
		s.pos += longest
		s.cdata = true
		return EOF
	case len(b) > 1 && b[1] == '!':
		s.skipDeclaration()
		return EOF
	}
	return s.readTag()
}

// skipTo skips to the end of a comment or an instruction. It returns the beginning of
// what it skips.
func (s *Scanner) skipTo(end string) []byte {
	var first []byte
	for n := 0; ; {
		b := s.buf[s.pos:s.end]
		if i := bytes.Index(b[n:], []byte(end)); i >= 0 {
			s.pos += n + i + len(end)
			if first != nil {
				return first
			}
			return b[:n+i]
		}
		n = max(0, len(b)-len(end)+1)
		if s.fill(minBuffer) {
			continue
		}
		if first == nil {
			s.scratch = append(s.scratch[:0], s.buf[s.pos:s.end]...)
			first = s.scratch
		}
		if s.err != nil {
			s.spoil()
			s.pos = s.end
			return first
		}
		s.pos += n
		n = 0
	}
}

// skipDeclaration skips a document type with its internal subset.
func (s *Scanner) skipDeclaration() {
	depth, quote := 0, byte(0)
	for {
		for ; s.pos < s.end; s.pos++ {
			switch c := s.buf[s.pos]; {
			case quote != 0:
				if c == quote {
					quote = 0
				}
			case c == '"' || c == '\'':
				quote = c
			case c == '<':
				depth++
			case c == '>':
				if depth--; depth == 0 {
					s.pos++
					return
				}
			}
		}
		if !s.fill(minBuffer) {
			s.spoil()
			return
		}
	}
}

// readTag reads a start tag or an end tag.
func (s *Scanner) readTag() Kind {
	n, quote := 1, byte(0)
	for {
		end := s.tagEnd(&n, &quote)
		if end {
			break
		}
		if !s.fill(maxTag) {
			if s.err == nil {
				s.skip = true
			} else {
				s.spoil()
			}
			break
		}
	}
	tag := s.buf[s.pos+1 : s.pos+n]
	s.pos += n
	if s.pos < s.end && s.buf[s.pos] == '>' {
		s.pos++
	} else if !s.skip {
		s.spoil()
	}
	return s.parseTag(tag)
}

// tagEnd finds the end of a tag: ">", or "<" of the next tag. The first *n bytes are known
// not to have it, and end in a value with a quotation mark unless *quote is 0.
func (s *Scanner) tagEnd(n *int, quote *byte) bool {
	b := s.buf[s.pos:s.end]
	i := *n
	for i < len(b) {
		if *quote != 0 {
			k := bytes.IndexByte(b[i:], *quote)
			v := b[i:]
			if k >= 0 {
				v = v[:k]
			}
			if less := bytes.IndexByte(v, '<'); less >= 0 {
				*n = i + less
				return true
			}
			i += len(v)
			if k >= 0 {
				i++
				*quote = 0
			}
			continue
		}
		switch b[i] {
		case '>', '<':
			*n = i
			return true
		case '"', '\'':
			*quote = b[i]
		}
		i++
	}
	*n = i
	return false
}

// parseTag sets Name and Attrs.
func (s *Scanner) parseTag(tag []byte) Kind {
	s.Attrs = s.Attrs[:0]
	isEnd := len(tag) > 0 && tag[0] == '/'
	if isEnd {
		tag = tag[1:]
	}
	empty := len(tag) > 0 && tag[len(tag)-1] == '/'
	if empty {
		tag = tag[:len(tag)-1]
	}
	name, rest := cutName(tag)
	if len(name) == 0 {
		s.spoil()
		return EOF
	}
	_, s.Name = cutPrefix(name)
	if isEnd {
		if s.Depth == 0 {
			s.spoil()
			return EOF
		}
		s.ended = true
		return End
	}
	s.Depth++
	s.empty = empty
	for len(s.Attrs) < maxAttrs {
		rest = bytes.TrimLeft(rest, "/ \t\r\n")
		if name, rest = cutName(rest); len(name) == 0 {
			break
		}
		rest = bytes.TrimLeft(rest, " \t\r\n")
		if len(rest) == 0 || rest[0] != '=' {
			continue
		}
		rest = bytes.TrimLeft(rest[1:], " \t\r\n")
		if len(rest) == 0 || rest[0] != '"' && rest[0] != '\'' {
			continue
		}
		end := bytes.IndexByte(rest[1:], rest[0])
		if end < 0 {
			if !s.skip {
				s.spoil()
			}
			break
		}
		a := Attr{Value: rest[1 : 1+end]}
		a.Prefix, a.Name = cutPrefix(name)
		s.Attrs = append(s.Attrs, a)
		rest = rest[end+2:]
	}
	return Start
}

// cutName returns the name at the beginning, and the rest. A character that cannot be in a
// name is a name.
func cutName(b []byte) (name, rest []byte) {
	n := 0
	for n < len(b) && b[n] != '=' && b[n] != '/' && b[n] != '"' && b[n] != '\'' && !ascii.Is(b[n], ascii.Space) {
		n++
	}
	if n == 0 && len(b) > 0 {
		n = 1
	}
	return b[:n], b[n:]
}

func cutPrefix(name []byte) (prefix, local []byte) {
	if i := bytes.IndexByte(name, ':'); i >= 0 {
		return name[:i], name[i+1:]
	}
	return nil, name
}

// Value returns the value of an attribute with its references decoded.
func Value(v []byte) []byte {
	if bytes.IndexByte(v, '&') < 0 {
		return v
	}
	return appendDecoded(nil, v)
}

// appendDecoded appends text with its references decoded. Unknown references are text.
func appendDecoded(dst, text []byte) []byte {
	for {
		i := bytes.IndexByte(text, '&')
		if i < 0 {
			return append(dst, text...)
		}
		dst = append(dst, text[:i]...)
		text = text[i:]
		end := bytes.IndexByte(text[:min(len(text), maxEntity)], ';')
		r, ok := rune(0), false
		if end > 0 {
			r, ok = entity(text[1:end])
		}
		if !ok {
			dst = append(dst, '&')
			text = text[1:]
			continue
		}
		dst = utf8.AppendRune(dst, r)
		text = text[end+1:]
	}
}

// entity returns the character of a reference without "&" and ";".
func entity(name []byte) (rune, bool) {
	switch string(name) {
	case "amp":
		return '&', true
	case "lt":
		return '<', true
	case "gt":
		return '>', true
	case "quot":
		return '"', true
	case "apos":
		return '\'', true
	}
	if len(name) < 2 || name[0] != '#' {
		return 0, false
	}
	digits, base := name[1:], 10
	if digits[0] == 'x' || digits[0] == 'X' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(string(digits), base, 32)
	if err != nil || n == 0 || n > utf8.MaxRune {
		return 0, false
	}
	return rune(n), true
}

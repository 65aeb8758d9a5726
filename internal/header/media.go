package header

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/offset"
)

// A MediaType is the value of a Content-Type field.
type MediaType struct {
	// Type and Subtype are in lower case. Both are empty if the field has no type: RFC
	// 2045, section 5.2, suggests text/plain as the default. Only Subtype is empty for
	// "text".
	Type, Subtype string
	Parameters
	More bool // there are more parameters than are parsed
}

// Parameters are the parameters of a field. Those in RFC 2231 sections are first. If
// several have the same name, the first counts.
type Parameters []Parameter

// A Parameter has its name in lower case, and its value joined and decoded.
type Parameter struct{ Name, Value string }

// Param returns the value of the parameter with the given name, which must be in lower
// case. It returns "" if the field has no such parameter.
func (p Parameters) Param(name string) string {
	for i := range p {
		if p[i].Name == name {
			return p[i].Value
		}
	}
	return ""
}

// ParseMediaType parses the body of a Content-Type field.
func ParseMediaType(body []byte) MediaType {
	if t, ok := ordinaryMediaType(body); ok {
		return t
	}
	return parseMediaType(body)
}

func parseMediaType(body []byte) (t MediaType) {
	s := scanner{raw: body}
	t.Type, t.Subtype = s.mediaType()
	t.Parameters = values(&s)
	t.More = s.more
	return t
}

// ordinaryMediaType is parseMediaType for bodies in the most common form, and takes less
// than half of its time: every boundary must be parsed, as each message has its own. It
// reports false for bodies with comments, backslashes, encoded words, sections or missing
// semicolons.
func ordinaryMediaType(body []byte) (t MediaType, ok bool) {
	i := skipSpace(body, 0)
	slash := tokenEnd(body, i)
	if slash == i || slash == len(body) || body[slash] != '/' {
		return t, false
	}
	end := tokenEnd(body, slash+1)
	if end == slash+1 {
		return t, false
	}
	var found [3]struct{ name, value span }
	n, next := 0, skipSpace(body, end)
	for ; next < len(body) && body[next] == ';' && n < len(found); n++ {
		p := &found[n]
		p.name.from = skipSpace(body, next+1)
		p.name.to = tokenEnd(body, p.name.from)
		if p.name.to == p.name.from || p.name.to == len(body) || body[p.name.to] != '=' || bytes.IndexByte(p.name.of(body), '*') >= 0 {
			return t, false
		}
		if p.value, next = ordinaryValue(body, p.name.to+1); next < 0 {
			return t, false
		}
		next = skipSpace(body, next)
	}
	if next < len(body) {
		return t, false
	}
	t.Type, t.Subtype = lower(body[i:slash]), lower(body[slash+1:end])
	if n > 0 {
		t.Parameters = make(Parameters, n)
	}
	for i := range t.Parameters {
		name, value := lower(found[i].name.of(body)), found[i].value.of(body)
		if name == "boundary" {
			value = bytes.TrimRight(value, " \t")
		}
		t.Parameters[i] = Parameter{name, string(value)}
	}
	return t, true
}

// A span is a range of a body.
type span struct{ from, to int }

func (s span) of(body []byte) []byte { return body[s.from:s.to] }

// ordinaryValue returns the range in body of the value of a parameter, without quotes,
// that begins at index i, and the index after it. That index is negative if the value is
// not in a common form.
func ordinaryValue(body []byte, i int) (value span, end int) {
	if i == len(body) || body[i] != '"' {
		end = tokenEnd(body, i)
		if next := skipSpace(body, end); end == i || next < len(body) && body[next] != ';' {
			return value, -1
		}
		return span{i, end}, end
	}
	i++
	for end = i; end < len(body); end++ {
		switch c := body[end]; {
		case c == '"':
			return span{i, end}, end + 1
		case c == '\\' || isBreak(c) || c == '?' && body[end-1] == '=':
			return value, -1
		}
	}
	return value, -1
}

// ContentTransferEncoding parses the body of a Content-Transfer-Encoding field. It
// returns the first token, in lower case and without punctuation around it.
func ContentTransferEncoding(body []byte) string {
	switch text := bytes.TrimSpace(body); string(text) {
	case "7bit", "8bit", "base64", "quoted-printable":
		return lower(text)
	}
	s := scanner{raw: body}
	return strings.Trim(s.word(), ".-'")
}

// mediaType reads "type/subtype".
func (s *scanner) mediaType() (typ, subtype string) {
	typ = s.word()
	slash := s.skip(s.next)
	if typ != "" && slash < len(s.raw) && s.raw[slash] == '/' {
		start := s.skip(slash + 1)
		s.next = tokenEnd(s.raw, start)
		return typ, lower(s.raw[start:s.next])
	}
	switch typ {
	// RFC 2046, section 1: "five discrete top-level media types" and "two composite".
	case "text", "image", "audio", "video", "application", "multipart", "message":
		return typ, ""
	}
	return "", ""
}

// word reads the first token and returns it in lower case. If the token is the name of a
// parameter, word returns "" and reads nothing.
func (s *scanner) word() string {
	start := s.skip(s.next)
	for start < len(s.raw) && tokenEnd(s.raw, start) == start && s.raw[start] != ';' {
		start = s.skip(start + 1)
	}
	end := tokenEnd(s.raw, start)
	if equals := s.skip(end); equals < len(s.raw) && s.raw[equals] == '=' {
		return ""
	}
	s.next = end
	return lower(s.raw[start:end])
}

// lower returns b in lower case. It does not allocate the most common words of mail.
func lower(b []byte) string {
	switch string(b) {
	case "text":
		return "text"
	case "plain":
		return "plain"
	case "html":
		return "html"
	case "charset":
		return "charset"
	case "utf-8", "UTF-8":
		return "utf-8"
	case "us-ascii":
		return "us-ascii"
	case "iso-8859-1", "ISO-8859-1":
		return "iso-8859-1"
	case "format":
		return "format"
	case "application":
		return "application"
	case "image":
		return "image"
	case "octet-stream":
		return "octet-stream"
	case "pdf":
		return "pdf"
	case "jpeg":
		return "jpeg"
	case "png":
		return "png"
	case "multipart":
		return "multipart"
	case "mixed":
		return "mixed"
	case "alternative":
		return "alternative"
	case "related":
		return "related"
	case "signed":
		return "signed"
	case "boundary":
		return "boundary"
	case "name":
		return "name"
	case "7bit":
		return "7bit"
	case "8bit":
		return "8bit"
	case "base64":
		return "base64"
	case "quoted-printable":
		return "quoted-printable"
	}
	return string(bytes.ToLower(b))
}

// values parses the parameters that come next. An extended parameter takes precedence
// over another of the same name, as RFC 6266, section 4.3, requires of filename.
func values(s *scanner) Parameters {
	var buf [4]parameter // only odd mail has more parameters
	list := s.parameters(buf[:0])
	assemble(list)
	values := make(Parameters, 0, len(list))
	for i := range list {
		if p := &list[i]; p.sections != nil {
			values = append(values, Parameter{p.name, joinSections(p.sections)})
		}
	}
	for i := range list {
		if p := &list[i]; p.section == unsectioned {
			values = append(values, Parameter{p.name, plainValue(p)})
		}
	}
	return values
}

// joinSections returns the value of a parameter in sections.
func joinSections(sections []parameter) string {
	var d Decoder
	var discarded offset.Map
	t := d.text(nil, nil, 0, 0, &discarded)
	var label string
	d.pieces, label = pieces(d.pieces[:0], sections)
	t.appendPieces(label)
	return string(t.sink.dst)
}

// plainValue returns the value of a parameter without sections. Many values have encoded
// words although RFC 2047, section 5, says that one "MUST NOT be used in parameter of a
// MIME Content-Type or Content-Disposition field". The value of a boundary is not
// decoded, as it is compared with lines of the body; the blanks at its end, which RFC
// 2046, section 5.1.1, forbids, are removed.
func plainValue(p *parameter) string {
	value := p.value.raw
	if bytes.ContainsAny(value, "\\\r\n") {
		value = p.value.unquoted()
	}
	if p.name == "boundary" {
		return string(bytes.TrimRight(value, " \t"))
	}
	if !bytes.Contains(value, []byte("=?")) {
		return string(value)
	}
	var d Decoder
	var discarded offset.Map
	t := d.text(nil, value, 0, 0, &discarded)
	t.appendTo(len(t.raw))
	return string(t.sink.dst)
}

// unquoted returns the octets of p.
func (p *piece) unquoted() []byte {
	var discarded offset.Map
	var s sink
	s.reset(nil, 0, &discarded)
	p.octets(&s)
	return s.dst
}

// hasParameters reports whether field may have parameters that [text.parameters] must
// rewrite.
func hasParameters(field []byte) bool {
	name := FieldName(field)
	return (bytes.EqualFold(name, []byte("Content-Type")) || bytes.EqualFold(name, []byte("Content-Disposition"))) &&
		(bytes.IndexByte(field, '*') >= 0 || bytes.Contains(bytes.ToLower(field), []byte("external-body")))
}

// parameters appends the text of the field up to its last parameter. A parameter in
// sections, an extended parameter, and a URL are written in the place of their first
// section, as ordinary parameters.
func (t *text) parameters() {
	s := scanner{raw: t.raw, at: t.at, line: t.line, next: find(t.raw, ":") + 1}
	typ, subtype := s.mediaType()
	external := typ == "message" && subtype == "external-body"
	list := s.parameters(nil)
	assemble(list)
	for _, p := range list {
		switch {
		case p.absorbed:
			if !isSeparator(t.raw[t.done:p.start]) {
				t.appendTo(p.start)
			}
			t.advance(p.end)
		case p.sections != nil:
			t.parameter(p, p.sections, external)
		case external && p.name == "url" && p.section == unsectioned:
			t.parameter(p, []parameter{p}, external)
		default:
			t.appendTo(p.end)
		}
	}
}

// isSeparator reports whether b has only characters that separate parameters.
func isSeparator(b []byte) bool {
	return len(bytes.Trim(b, "; \t\r\n")) == 0
}

// parameter appends the sections as one parameter, in the place of p.
func (t *text) parameter(p parameter, sections []parameter, external bool) {
	t.appendTo(p.start)
	t.copy(len(p.name))
	t.sink.put('=', t.at+int64(p.equals), 1)
	all, label := pieces(t.d.pieces[:0], sections)
	if external && p.name == "url" {
		for i := range all {
			if !sections[i].extended {
				all[i].coding = quotedURL
			}
		}
	}
	t.d.pieces = all
	t.sink.put('"', all[0].at, 0)
	t.appendPieces(label)
	last := all[len(all)-1]
	t.sink.put('"', last.at+int64(len(last.raw)), 0)
	t.advance(p.end)
}

package header

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/offset"
)

// A MediaType is what a Content-Type field says.
type MediaType struct {
	// Type and Subtype are in lower case. Both are empty when the field has
	// none: RFC 2045, section 5.2, suggests that text/plain is assumed then.
	// Subtype alone is empty in "text".
	Type, Subtype string
	Parameters
	More bool // there are more parameters than are looked at
}

// Parameters are those of a field, those first that RFC 2231 has taken apart.
// There may be several with one name, of which the first counts.
type Parameters []Parameter

// A Parameter has its name in lower case, and its value whole and decoded.
type Parameter struct{ Name, Value string }

// Param returns the value of the parameter with that name, in lower case. It is
// empty if there is none.
func (p Parameters) Param(name string) string {
	for i := range p {
		if p[i].Name == name {
			return p[i].Value
		}
	}
	return ""
}

// ParseMediaType reads the body of a Content-Type field.
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

// ordinaryMediaType is parseMediaType for what is written as nearly all are, in less
// than half of the time: every boundary has to be read, as no other message has the
// same. It reports false of the rest: of what has comments, backslashes, encoded
// words, sections, or too few semicolons.
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
	var few [3]struct{ name, value span }
	n, next := 0, skipSpace(body, end)
	for ; next < len(body) && body[next] == ';' && n < len(few); n++ {
		p := &few[n]
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
		name, value := lower(few[i].name.of(body)), few[i].value.of(body)
		if name == "boundary" {
			value = bytes.TrimRight(value, " \t")
		}
		t.Parameters[i] = Parameter{name, string(value)}
	}
	return t, true
}

// A span is a stretch of a body.
type span struct{ from, to int }

func (s span) of(body []byte) []byte { return body[s.from:s.to] }

// ordinaryValue returns where in a body the value of a parameter stands that begins at
// index i, and where it ends, which is negative where that needs a closer look.
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

// ContentTransferEncoding reads the body of a field of that name: the first
// token, in lower case, without what else stands around it.
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
	// RFC 2046, section 1, "five discrete top-level media types" and "two
	// composite".
	case "text", "image", "audio", "video", "application", "multipart", "message":
		return typ, ""
	}
	return "", ""
}

// word reads the first token, in lower case. It reads none if that is the name
// of a parameter.
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

// lower returns b in lower case. The words that nearly all mail is made of it
// need not make.
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

// values reads the parameters that come next. An extended one is preferred to
// one of the same name that is not: RFC 6266, section 4.3, says so of filename.
func values(s *scanner) Parameters {
	var few [4]parameter // no mail that is not odd has more
	list := s.parameters(few[:0])
	assemble(list)
	values := make(Parameters, 0, len(list))
	for i := range list {
		if p := &list[i]; p.sections != nil {
			values = append(values, Parameter{p.name, joined(p.sections)})
		}
	}
	for i := range list {
		if p := &list[i]; p.section == unsectioned {
			values = append(values, Parameter{p.name, plain(p)})
		}
	}
	return values
}

// joined returns the value of a parameter in sections.
func joined(sections []parameter) string {
	var d Decoder
	var unasked offset.Map
	t := d.text(nil, nil, 0, 0, &unasked)
	var label string
	d.pieces, label = pieces(d.pieces[:0], sections)
	t.join(label)
	return string(t.sink.dst)
}

// plain returns the value of any other parameter. Many have encoded words
// although RFC 2047, section 5, says that one "MUST NOT be used in parameter of
// a MIME Content-Type or Content-Disposition field". A boundary has not: it is
// compared with lines as they are, and not with the blanks that RFC 2046,
// section 5.1.1, forbids at its end.
func plain(p *parameter) string {
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
	var unasked offset.Map
	t := d.text(nil, value, 0, 0, &unasked)
	t.upTo(len(t.raw))
	return string(t.sink.dst)
}

// unquoted returns the octets of p.
func (p *piece) unquoted() []byte {
	var unasked offset.Map
	var s sink
	s.reset(nil, 0, &unasked)
	p.octets(&s)
	return s.dst
}

// hasParameters reports whether the field is one with parameters, some of which
// may be such that [text.parameters] puts them together.
func hasParameters(field []byte) bool {
	name := FieldName(field)
	return (bytes.EqualFold(name, []byte("Content-Type")) || bytes.EqualFold(name, []byte("Content-Disposition"))) &&
		(bytes.IndexByte(field, '*') >= 0 || bytes.Contains(bytes.ToLower(field), []byte("external-body")))
}

// parameters gives the text of the field up to its last parameter. One that is
// in sections, extended, or a URL is written where its first section stands, as
// if it were an ordinary one.
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
				t.upTo(p.start)
			}
			t.pass(p.end)
		case p.sections != nil:
			t.parameter(p, p.sections, external)
		case external && p.name == "url" && p.section == unsectioned:
			t.parameter(p, []parameter{p}, external)
		default:
			t.upTo(p.end)
		}
	}
}

// isSeparator reports whether b is nothing but what stands between parameters.
func isSeparator(b []byte) bool {
	return len(bytes.Trim(b, "; \t\r\n")) == 0
}

// parameter gives the sections as one parameter, written where p is.
func (t *text) parameter(p parameter, sections []parameter, external bool) {
	t.upTo(p.start)
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
	t.join(label)
	last := all[len(all)-1]
	t.sink.put('"', last.at+int64(len(last.raw)), 0)
	t.pass(p.end)
}

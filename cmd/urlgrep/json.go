package main

import (
	"cmp"
	"strings"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/hosts"
	"github.com/urlgrep/urlgrep/parse"
)

// object prints a match as one line of JSON: its keys are always in this order, and
// what is absent, empty or false is left out. It is written out by hand, key by key:
// by reflection it takes ten times as long, and longer than finding the URL.
func (p *printer) object(file string, m *extract.Match) {
	p.encodeMatch(file, m)
	p.flush()
}

func (p *printer) encodeMatch(file string, m *extract.Match) {
	e := &p.enc
	e.open("")
	p.encodeURL("url", m.URL)
	e.name("kind", m.Kind.String())
	e.string("file", file)
	e.int("line", m.Line)
	e.int("offset", m.Offset)
	e.int("end", m.End)
	e.string("text", m.Text)
	e.base64("raw_base64", m.Raw)
	e.flag("rejoined", m.Rejoined)
	e.flag("refanged", m.Refanged)
	e.flag("hyphen_ambiguous", len(m.Alternatives) > 0)
	p.alternatives(m.Alternatives)
	if m.QuoteDepth != 0 {
		e.int("quote_depth", int64(m.QuoteDepth))
	}
	e.flag("signature", m.Signature)
	e.url(m)
	if m.Message != nil {
		e.message(m)
	}
	e.close()
}

// encodeURL encodes a URL as it is printed.
func (p *printer) encodeURL(key, url string) {
	p.enc.string(key, p.asPrinted(url))
}

func (p *printer) alternatives(urls []string) {
	if len(urls) == 0 {
		return
	}
	p.enc.openArray("alternatives")
	for _, url := range urls {
		p.encodeURL("", url)
	}
	p.enc.closeArray()
}

// flush prints what has been encoded.
func (p *printer) flush() {
	p.enc.b = append(p.enc.b, '\n')
	p.out.Write(p.enc.b)
	p.enc.b = p.enc.b[:0]
}

// message encodes where in a mailbox a match stands.
func (e *encoder) message(m *extract.Match) {
	e.open("message")
	e.int("index", int64(m.Message.Index))
	e.optional("id", m.Message.ID)
	if date := m.Message.Date; !date.IsZero() {
		e.time("date", date.UTC())
	}
	e.optional("date_raw", m.Message.DateRaw)
	e.optional("from", m.Message.From)
	e.optional("subject", m.Message.Subject)
	e.optional("newsgroups", m.Message.Newsgroups)
	e.optional("part", m.Part)
	e.optional("header", m.Header)
	e.close()
}

// url encodes what a URL is made of, and what the levels say of it.
func (e *encoder) url(m *extract.Match) {
	switch m.Kind {
	case extract.Email:
		e.address(m.URL)
	case extract.Schemeless:
		// It has the components that it would have behind a scheme.
		if u, err := parse.Parse("http://"+m.URL, parse.Lenient); err == nil {
			e.components(&u)
		}
	default:
		e.judged(&m.Parsed)
	}
}

// address encodes the two parts of an addr-spec.
func (e *encoder) address(addr string) {
	if at := strings.LastIndexByte(addr, '@'); at >= 0 {
		e.string("user", addr[:at])
		e.host(addr[at+1:])
	}
}

func (e *encoder) host(host string) {
	e.part("host", host)
	e.optional("host_ascii", hostASCII(host))
}

// components encodes those of RFC 3986.
func (e *encoder) components(u *parse.URL) {
	e.component("user", u.User)
	e.component("password", u.Password)
	if u.Host.Present {
		e.host(u.Host.Value)
	}
	e.component("port", u.Port)
	if u.Path != "" {
		e.part("path", u.Path)
	}
	e.component("query", u.Query)
	e.component("fragment", u.Fragment)
}

// component encodes a component, if it is there.
func (e *encoder) component(key string, c parse.Component) {
	if c.Present {
		e.part(key, c.Value)
	}
}

// judged encodes the components of a URL, which are those of RFC 3986 at the widest
// level and those that its scheme has in RFC 1738, and where it is valid.
func (e *encoder) judged(u *parse.URL) {
	strict, strictErr := u.At(parse.RFC1738)
	uri, uriErr := u.At(parse.RFC3986)
	lenient, lenientErr := u.At(parse.Lenient)
	e.optional("scheme", cmp.Or(lenient.Scheme, uri.Scheme, strict.Scheme))
	e.uri = uriErr == nil
	e.components(&lenient) // none if that is not valid
	e.parts(strict.Parts)
	e.uri = false
	errs := [...]error{strictErr, uriErr, lenientErr} // in the order of Levels
	e.openArray("valid")
	for i, level := range parse.Levels() {
		if errs[i] == nil {
			e.name("", level.String())
		}
	}
	e.closeArray()
	e.openArray("errors")
	for _, err := range errs {
		if err != nil {
			e.failure(err.(*parse.Error))
		}
	}
	e.closeArray()
	e.openArray("warnings")
	for name := range u.Warnings.Names() {
		e.name("", name)
	}
	e.closeArray()
}

// failure encodes why a URL is not valid at a level.
func (e *encoder) failure(err *parse.Error) {
	e.open("")
	e.name("level", err.Level.String())
	e.name("class", err.Class.String())
	e.int("error_offset", int64(err.Offset))
	e.close()
}

// hostASCII returns host as it is in the DNS, in A-labels (RFC 5890, section
// 2.3.2.1). It returns "" if host is ASCII already, or has no such form: if it is no
// domain name, or a longer one than the DNS has.
func hostASCII(host string) string {
	if host = hosts.Decode(host); ascii.All(host) {
		return ""
	}
	return hosts.ToASCII(host)
}

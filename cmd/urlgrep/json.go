package main

import (
	"encoding/json"
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/parse"
)

// A record is a match as --json prints it: the keys in this order, absent ones
// left out.
type record struct {
	URL             string       `json:"url"`
	Kind            extract.Kind `json:"kind"`
	File            string       `json:"file"`
	Line            int64        `json:"line"`
	Offset          int64        `json:"offset"`
	End             int64        `json:"end"`
	Text            string       `json:"text"`
	RawBase64       []byte       `json:"raw_base64,omitempty"`
	Rejoined        bool         `json:"rejoined,omitempty"`
	Refanged        bool         `json:"refanged,omitempty"`
	HyphenAmbiguous bool         `json:"hyphen_ambiguous,omitempty"`
	Alternatives    []string     `json:"alternatives,omitempty"`
	QuoteDepth      int          `json:"quote_depth,omitempty"`
	Signature       bool         `json:"signature,omitempty"`

	Scheme    string          `json:"scheme,omitempty"`
	User      parse.Component `json:"user,omitzero"`
	Password  parse.Component `json:"password,omitzero"`
	Host      parse.Component `json:"host,omitzero"`
	HostASCII string          `json:"host_ascii,omitempty"`
	Port      parse.Component `json:"port,omitzero"`
	Path      string          `json:"path,omitempty"`
	Query     parse.Component `json:"query,omitzero"`
	Fragment  parse.Component `json:"fragment,omitzero"`

	Parts any `json:"parts,omitempty"`
	*judgement
	Message *message `json:"message,omitempty"`
}

// A message is where in a mailbox a match stands.
type message struct {
	Index      int    `json:"index"`
	ID         string `json:"id,omitempty"`
	Date       string `json:"date,omitempty"` // RFC 3339
	DateRaw    string `json:"date_raw,omitempty"`
	From       string `json:"from,omitempty"`
	Subject    string `json:"subject,omitempty"`
	Newsgroups string `json:"newsgroups,omitempty"`
	Part       string `json:"part,omitempty"`
	Header     string `json:"header,omitempty"`
}

// A judgement is what the levels say of a URL.
type judgement struct {
	Valid    []parse.Level  `json:"valid"`
	Errors   []failure      `json:"errors"`
	Warnings parse.Warnings `json:"warnings"`
}

// A failure says why a URL is not valid at a level.
type failure struct {
	Level parse.Level `json:"level"`
	Class parse.Class `json:"class"`
	At    int         `json:"at"`
}

// object prints a match as JSON.
func (p *printer) object(file string, m *extract.Match) {
	r := record{
		URL: m.URL, Kind: m.Kind, File: file,
		Line: m.Line, Offset: m.Offset, End: m.End,
		Text: m.Text, RawBase64: []byte(m.Raw),
		Rejoined: m.Rejoined, Refanged: m.Refanged, HyphenAmbiguous: len(m.Alternatives) > 0, Alternatives: m.Alternatives,
		QuoteDepth: m.QuoteDepth, Signature: m.Signature, Message: messageOf(m),
	}
	switch m.Kind {
	case extract.Email:
		r.address(m.URL)
	case extract.Schemeless:
		r.schemeless(m.URL)
	default:
		r.judge(m)
	}
	r.HostASCII = hostASCII(r.Host.Value)
	r.URL = p.shown(r.URL, len(r.URL))
	if p.defang {
		r.Alternatives = p.allShown(r.Alternatives)
	}
	p.encode(&r)
}

// allShown returns URLs as they are printed.
func (p *printer) allShown(urls []string) []string {
	shown := make([]string, len(urls))
	for i, url := range urls {
		shown[i] = p.shown(url, len(url))
	}
	return shown
}

func messageOf(m *extract.Match) *message {
	if m.Message == nil {
		return nil
	}
	out := &message{
		Index: m.Message.Index, ID: m.Message.ID, DateRaw: m.Message.DateRaw,
		From: m.Message.From, Subject: m.Message.Subject, Newsgroups: m.Message.Newsgroups,
		Part: m.Part, Header: m.Header,
	}
	if !m.Message.Date.IsZero() {
		out.Date = m.Message.Date.UTC().Format(time.RFC3339)
	}
	return out
}

// encode prints v as one line of JSON.
func (p *printer) encode(v any) {
	p.enc.Reset()
	e := json.NewEncoder(&p.enc)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // v has nothing in it that could not be encoded
	}
	p.out.Write(p.enc.Bytes())
}

// judge fills in what the levels say, and the components: those of RFC 3986, at
// the widest level, and those that the scheme has in RFC 1738.
func (r *record) judge(m *extract.Match) {
	r.judgement = &judgement{Valid: []parse.Level{}, Errors: []failure{}}
	for _, level := range parse.Levels() {
		u, err := parse.Parse(m.URL, level)
		if u.Scheme != "" {
			r.Scheme = u.Scheme
		}
		if err != nil {
			e := err.(*parse.Error)
			r.Errors = append(r.Errors, failure{level, e.Class, e.Offset})
			continue
		}
		r.Valid = append(r.Valid, level)
		switch level {
		case parse.RFC1738:
			r.Parts = u.Components()
		case parse.Lenient:
			r.components(u)
		}
		if level == m.Parsed.Level {
			r.Warnings = u.Warnings
		}
	}
}

func (r *record) components(u parse.URL) {
	r.User, r.Password = u.User, u.Password
	r.Host, r.Port = u.Host, u.Port
	r.Path, r.Query, r.Fragment = u.Path, u.Query, u.Fragment
}

// schemeless fills in the components of a URL that lacks its scheme.
func (r *record) schemeless(url string) {
	if u, err := parse.Parse("http://"+url, parse.Lenient); err == nil {
		r.components(u)
	}
}

// address fills in the two parts of an addr-spec.
func (r *record) address(addr string) {
	if at := strings.LastIndexByte(addr, '@'); at >= 0 {
		r.User = parse.Component{Value: addr[:at], Present: true}
		r.Host = parse.Component{Value: addr[at+1:], Present: true}
	}
}

// domainToASCII is the processing of domain names that browsers do (UTS 46, by
// the WHATWG URL standard): mapped and normalized, so that "BÜCHER.de" and a
// decomposed "ü" are one name, and not transitional, so that "ß" is a letter of
// its own. Names in the DNS have underscores and hyphens anywhere.
var domainToASCII = idna.New(
	idna.MapForLookup(),
	idna.Transitional(false),
	idna.BidiRule(),
	idna.CheckHyphens(false),
	idna.StrictDomainName(false),
	idna.VerifyDNSLength(true),
)

// hostASCII returns host as it is in the DNS, in A-labels (RFC 5890, section
// 2.3.2.1); "" when it is ASCII as it is, or has no such form. Octets beyond
// ASCII may be encoded in it (RFC 3986, section 3.2.2).
func hostASCII(host string) string {
	if strings.IndexByte(host, '%') >= 0 {
		decoded, err := url.PathUnescape(host)
		if err != nil {
			return ""
		}
		host = decoded
	}
	if isASCII(host) || !utf8.ValidString(host) {
		return ""
	}
	name, root := strings.CutSuffix(host, ".")
	a, err := domainToASCII.ToASCII(name)
	if err != nil || strings.ContainsAny(a, forbidden) {
		return ""
	}
	if root {
		a += "."
	}
	return a
}

// forbidden are the printable characters that no host has in a URL (WHATWG URL
// standard, "forbidden domain code point").
const forbidden = " #%/:<>?@[\\]^|"

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

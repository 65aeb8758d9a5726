// Package record has all that is printed about a match, field by field.
//
// A [Record] is one match. One table lists its fields for --json, --csv, --tsv and
// --format. The package also has what --count-by counts and what --warn warns of.
package record

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/jsonenc"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/defang"
	"github.com/urlgrep/urlgrep/internal/visible"
	"github.com/urlgrep/urlgrep/parse"
)

// A View says how the text of a match is printed.
type View struct {
	Defang  bool // URLs are defanged
	Visible bool // control characters become visible; not in JSON, which escapes them
}

// URL returns a URL as it is printed.
func (v *View) URL(url string) string {
	if v.Defang {
		url = string(defang.Append(nil, url, len(url)))
	}
	return v.text(url)
}

// text returns a text of the match as it is printed.
func (v *View) text(s string) string {
	if v.Visible && s != "" {
		return string(visible.Append(nil, []byte(s)))
	}
	return s
}

// A Record is a match and the file that it is in. A template of --format may call its
// exported methods: there is a method for each field of the table in fields.go, with the
// field's name in Go's letter case. What is absent is empty.
type Record struct {
	view  View
	file  string
	match *extract.Match
	levels
}

// levels are a URL at the levels of package parse, with the error of each.
type levels struct {
	judged bool // the match is a URL with a scheme, so that levels say whether it is valid
	isURI  bool // its components are those of a URI, in which nothing needs an escape

	scheme   string
	strict   parse.URL      // at RFC1738
	lenient  parse.URL      // at Lenient; of the other kinds, with the components that they have
	warnings parse.Warnings // at the level of the match
	errs     [3]error       // of the levels, in the order of parse.Levels
}

// New returns the record of a match.
func New(v View, file string, m *extract.Match) *Record {
	r := new(Record)
	Reset(r, v, file, m)
	return r
}

// Reset makes r the record of a match. Records are used again, as they are large.
func Reset(r *Record, v View, file string, m *extract.Match) {
	r.view, r.file, r.match = v, file, m
	switch m.Kind {
	case extract.Email:
		r.levels = levels{}
		if at := strings.LastIndexByte(m.URL, '@'); at >= 0 {
			r.lenient.User = parse.Component{Value: m.URL[:at], Present: true}
			r.lenient.Host = parse.Component{Value: m.URL[at+1:], Present: true}
		}
	case extract.Schemeless:
		// It has the components that it would have after a scheme.
		r.levels = levels{}
		if u, err := parse.Parse("http://"+m.URL, parse.Lenient); err == nil {
			r.lenient = u
		}
	default:
		r.judge(m)
	}
}

// judge fills in the levels.
func (l *levels) judge(m *extract.Match) {
	l.errs[0] = l.strict.Reset(m.URL, parse.RFC1738)
	l.errs[2] = l.lenient.Reset(m.URL, parse.Lenient)
	uri, err := l.lenient.At(parse.RFC3986)
	l.errs[1] = err
	l.warnings = l.lenient.Warnings
	switch m.Level {
	case parse.RFC3986:
		l.warnings = uri.Warnings
	case parse.RFC1738:
		l.warnings = l.strict.Warnings
	}
	l.judged, l.isURI = true, l.errs[1] == nil
	l.scheme = cmp.Or(l.lenient.Scheme, l.strict.Scheme) // RFC 3986 allows fewer
}

// URL returns the URL.
func (r *Record) URL() string { return r.view.URL(r.match.URL) }

// Kind returns the name of how the URL is delimited.
func (r *Record) Kind() string { return r.match.Kind.String() }

// File returns the name of the file.
func (r *Record) File() string { return r.view.text(r.file) }

// Line returns the number of the line that the match begins in, from 1.
func (r *Record) Line() int64 { return r.match.Line }

// Offset returns the offset of the first byte of the match in the file.
func (r *Record) Offset() int64 { return r.match.Offset }

// End returns the offset after its last byte.
func (r *Record) End() int64 { return r.match.End }

// Text returns the text that the URL was found in.
func (r *Record) Text() string { return r.view.text(r.match.Text) }

// Rejoined reports whether the URL was broken over lines.
func (r *Record) Rejoined() bool { return r.match.Rejoined }

// Refanged reports whether the URL was defanged.
func (r *Record) Refanged() bool { return r.match.Refanged }

// HyphenAmbiguous reports whether the URL was broken at a hyphen.
func (r *Record) HyphenAmbiguous() bool { return len(r.match.Alternatives) > 0 }

// Alternatives returns what the URL may be instead.
func (r *Record) Alternatives() []string {
	var list []string
	for _, url := range r.match.Alternatives {
		list = append(list, r.view.URL(url))
	}
	return list
}

// QuoteDepth returns how often the line is quoted.
func (r *Record) QuoteDepth() int64 { return int64(r.match.QuoteDepth) }

// Signature reports whether the match is in a signature.
func (r *Record) Signature() bool { return r.match.Signature }

// Scheme returns the scheme, in lower case.
func (r *Record) Scheme() string { return r.view.text(r.scheme) }

// The components of RFC 3986.
func (r *Record) User() string     { return r.view.text(r.lenient.User.Value) }
func (r *Record) Password() string { return r.view.text(r.lenient.Password.Value) }
func (r *Record) Host() string     { return r.view.text(r.lenient.Host.Value) }
func (r *Record) Port() string     { return r.view.text(r.lenient.Port.Value) }
func (r *Record) Path() string     { return r.view.text(r.lenient.Path) }
func (r *Record) Query() string    { return r.view.text(r.lenient.Query.Value) }
func (r *Record) Fragment() string { return r.view.text(r.lenient.Fragment.Value) }

// HostASCII returns ALabels of the host: "" if that is ASCII.
func (r *Record) HostASCII() string {
	host := r.lenient.Host.Value
	if r.isURI && strings.IndexByte(host, '%') < 0 {
		return "" // it is ASCII
	}
	return ALabels(host)
}

// Valid returns the names of the levels at which the URL is valid.
func (r *Record) Valid() []string {
	var list []string
	for i, err := range r.errs {
		if r.judged && err == nil {
			list = append(list, parse.Levels()[i].String())
		}
	}
	return list
}

// Errors returns why the URL is not valid at the other levels.
func (r *Record) Errors() []Fault {
	var list []Fault
	for _, err := range r.errs {
		if err, ok := err.(*parse.Error); ok {
			list = append(list, Fault{err.Level.String(), err.Class.String(), err.Offset})
		}
	}
	return list
}

// Warnings returns the names of the warnings.
func (r *Record) Warnings() []string {
	var list []string
	if r.judged {
		for name := range r.warnings.Names() {
			list = append(list, name)
		}
	}
	return list
}

// A Fault is why a URL is not valid at a level, and at which of its bytes.
type Fault struct {
	Level, Class string
	ErrorOffset  int
}

func (f Fault) String() string { return fmt.Sprintf("%s:%s:%d", f.Level, f.Class, f.ErrorOffset) }

// Message returns what is known of the message that the match is in: nothing outside of
// mail.
func (r *Record) Message() Message {
	of := r.match.Message
	if of == nil {
		return Message{}
	}
	m := Message{
		Index: MessageIndex(of.Index), ID: of.ID, DateRaw: of.DateRaw,
		From: of.From, Subject: of.Subject, Newsgroups: of.Newsgroups,
		Part: r.match.Part, Header: r.match.Header,
	}
	if !of.Date.IsZero() {
		m.Date = of.Date.UTC().Format(time.RFC3339)
	}
	for _, s := range [...]*string{&m.ID, &m.DateRaw, &m.From, &m.Subject, &m.Newsgroups, &m.Part, &m.Header} {
		*s = r.view.text(*s)
	}
	return m
}

// A Message is a message as a template of --format sees it. Its fields are those of
// messageFields.
type Message struct {
	Index      MessageIndex
	ID         string
	Date       string // RFC 3339, UTC
	DateRaw    string
	From       string
	Subject    string
	Newsgroups string
	Part       string
	Header     string
}

// A MessageIndex is the number of a message, from 1. Outside of mail it is 0, and printed
// as the empty string.
type MessageIndex int64

func (i MessageIndex) String() string {
	if i == 0 {
		return ""
	}
	return strconv.FormatInt(int64(i), 10)
}

// String returns the URL.
func (r *Record) String() string { return r.URL() }

// Format prints the URL, for all verbs of package fmt that print a string: the others
// would print what is not fit for a terminal.
func (r *Record) Format(f fmt.State, verb rune) {
	fmt.Fprintf(f, fmt.FormatString(f, verb), r.URL())
}

// MarshalJSON returns the object that --json prints.
func (r *Record) MarshalJSON() ([]byte, error) {
	raw := *r
	raw.view.Visible = false
	var e jsonenc.Encoder
	Encode(&e, &raw)
	if r.view.Visible {
		return visible.Append(nil, e.B), nil // its escapes are those of JSON
	}
	return e.B, nil
}

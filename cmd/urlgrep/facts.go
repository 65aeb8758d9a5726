package main

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/defang"
	"github.com/urlgrep/urlgrep/internal/visible"
	"github.com/urlgrep/urlgrep/parse"
)

// facts are what --format, --csv and --tsv say about a match: what --json does,
// with its names for columns and its values. What is absent there is empty here.
type facts struct {
	URL             string   `column:"url"`
	Kind            string   `column:"kind"`
	File            string   `column:"file"`
	Line            int64    `column:"line"`
	Offset          int64    `column:"offset"`
	End             int64    `column:"end"`
	Text            string   // no column: it may have many lines
	Rejoined        bool     `column:"rejoined"`
	Refanged        bool     `column:"refanged"`
	HyphenAmbiguous bool     `column:"hyphen_ambiguous"`
	Alternatives    []string `column:"alternatives"`
	QuoteDepth      int64    `column:"quote_depth"`
	Signature       bool     `column:"signature"`
	Scheme          string   `column:"scheme"`
	User            string   `column:"user"`
	Password        string   `column:"password"`
	Host            string   `column:"host"`
	HostASCII       string   `column:"host_ascii"`
	Port            string   `column:"port"`
	Path            string   `column:"path"`
	Query           string   `column:"query"`
	Fragment        string   `column:"fragment"`
	Valid           []string `column:"valid"`
	Errors          []fault  `column:"errors"`
	Warnings        []string `column:"warnings"`
	Message         header   `column:"message_"`

	of *origin
}

// An origin is what facts were made of, for --json's object: not fit for a terminal, and
// behind a pointer so that no verb of printf shows it.
type origin struct {
	printer *printer
	file    string
	match   *extract.Match
}

// A fault is why a URL is not valid at a level, and at which of its bytes.
type fault struct {
	Level, Class string
	ErrorOffset  int
}

func (f fault) String() string { return fmt.Sprintf("%s:%s:%d", f.Level, f.Class, f.ErrorOffset) }

// A header is what is known of the message that a match stands in: nothing, if that
// is no mail.
type header struct {
	Index      messageIndex `column:"index"`
	ID         string       `column:"id"`
	Date       string       `column:"date"` // RFC 3339, UTC
	DateRaw    string       // no column: date has it in a form that sorts
	From       string       `column:"from"`
	Subject    string       `column:"subject"`
	Newsgroups string       `column:"newsgroups"`
	Part       string       `column:"part"`
	Header     string       `column:"header"`
}

// A messageIndex is the number of a message, from 1. Outside of mail it is 0, and printed
// as the empty string.
type messageIndex int64

func (i messageIndex) String() string {
	if i == 0 {
		return ""
	}
	return strconv.FormatInt(int64(i), 10)
}

// facts returns those of a match, fit for a terminal if they go to one.
func (p *printer) facts(file string, m *extract.Match) *facts {
	f := &facts{
		URL: p.asPrinted(m.URL), Kind: m.Kind.String(), File: file,
		Line: m.Line, Offset: m.Offset, End: m.End, Text: m.Text,
		Rejoined: m.Rejoined, Refanged: m.Refanged, HyphenAmbiguous: len(m.Alternatives) > 0,
		QuoteDepth: int64(m.QuoteDepth), Signature: m.Signature,
		of: &origin{p, file, m},
	}
	for _, url := range m.Alternatives {
		f.Alternatives = append(f.Alternatives, p.asPrinted(url))
	}
	f.take(m)
	if m.Message != nil {
		f.Message = newHeader(m)
	}
	if p.out.Terminal {
		makeVisible(reflect.ValueOf(f).Elem())
	}
	return f
}

// asPrinted returns a URL as it is printed.
func (p *printer) asPrinted(url string) string {
	if p.defang {
		return string(defang.Append(nil, url, len(url)))
	}
	return url
}

// take takes over the components of a URL, and what the levels say of it.
func (f *facts) take(m *extract.Match) {
	switch m.Kind {
	case extract.Email:
		if at := strings.LastIndexByte(m.URL, '@'); at >= 0 {
			f.User, f.Host = m.URL[:at], m.URL[at+1:]
			f.HostASCII = hostASCII(f.Host)
		}
		return
	case extract.Schemeless:
		// It has the components that it would have behind a scheme.
		if u, err := parse.Parse("http://"+m.URL, parse.Lenient); err == nil {
			f.components(&u)
		}
		return
	}
	for _, level := range parse.Levels() {
		u, err := m.Parsed.At(level)
		if u.Scheme != "" {
			f.Scheme = u.Scheme
		}
		if err != nil {
			err := err.(*parse.Error)
			f.Errors = append(f.Errors, fault{level.String(), err.Class.String(), err.Offset})
			continue
		}
		f.Valid = append(f.Valid, level.String())
		if level == parse.Lenient {
			f.components(&u)
		}
	}
	for name := range m.Parsed.Warnings.Names() {
		f.Warnings = append(f.Warnings, name)
	}
}

// components takes over those of RFC 3986.
func (f *facts) components(u *parse.URL) {
	f.User, f.Password = u.User.Value, u.Password.Value
	f.Host, f.Port = u.Host.Value, u.Port.Value
	f.HostASCII = hostASCII(f.Host)
	f.Path, f.Query, f.Fragment = u.Path, u.Query.Value, u.Fragment.Value
}

func newHeader(m *extract.Match) header {
	h := header{
		Index: messageIndex(m.Message.Index), ID: m.Message.ID, DateRaw: m.Message.DateRaw,
		From: m.Message.From, Subject: m.Message.Subject, Newsgroups: m.Message.Newsgroups,
		Part: m.Part, Header: m.Header,
	}
	if date := m.Message.Date; !date.IsZero() {
		h.Date = date.UTC().Format(time.RFC3339)
	}
	return h
}

// String returns the URL.
func (f *facts) String() string { return f.URL }

// MarshalJSON returns the object that --json prints.
func (f *facts) MarshalJSON() ([]byte, error) {
	p := printer{config: f.of.printer.config}
	p.encodeMatch(f.of.file, f.of.match)
	if f.of.printer.out.Terminal {
		return visible.Append(nil, p.enc.b), nil // its escapes are those of JSON
	}
	return p.enc.b, nil
}

// makeVisible makes all strings that a value has fit for a terminal.
func makeVisible(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(string(visible.Append(nil, []byte(v.String()))))
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				makeVisible(v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			makeVisible(v.Index(i))
		}
	}
}

// A column is a field of facts, or of the header in it.
type column struct {
	name  string
	index []int
}

// tableColumns returns those of --csv and --tsv, in order.
var tableColumns = sync.OnceValue(func() (list []column) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[facts]()) {
		name := f.Tag.Get("column")
		switch {
		case name == "":
		case f.Type.Kind() == reflect.Struct:
			for _, in := range reflect.VisibleFields(f.Type) {
				if n := in.Tag.Get("column"); n != "" {
					list = append(list, column{name + n, slices.Concat(f.Index, in.Index)})
				}
			}
		default:
			list = append(list, column{name, f.Index})
		}
	}
	return list
})

// cell returns what facts have in a column. Members of a list have a blank between
// them, which none of them has in it.
func (c *column) cell(facts reflect.Value) string {
	v := facts.FieldByIndex(c.index)
	switch v.Kind() {
	case reflect.String:
		return v.String()
	case reflect.Int64:
		if v.Type() == reflect.TypeFor[messageIndex]() {
			return messageIndex(v.Int()).String()
		}
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	}
	list := make([]string, v.Len())
	for i := range list {
		list[i] = fmt.Sprint(v.Index(i))
	}
	return strings.Join(list, " ")
}

// Package record describes a match for printing, field by field.
//
// A [Record] is one match. A table lists its fields for --json, --csv, --tsv and
// --format. The package also has the properties of --count-by and the dangers of --warn.
package record

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/defang"
	"github.com/urlgrep/urlgrep/internal/jsonenc"
	"github.com/urlgrep/urlgrep/internal/urlkey"
	"github.com/urlgrep/urlgrep/internal/visible"
	"github.com/urlgrep/urlgrep/parse"
	"github.com/urlgrep/urlgrep/unwrap"
)

// A View determines how the texts of a match are printed.
type View struct {
	Defang  bool // defang URLs
	Visible bool // make control characters visible; not in JSON, which escapes them

	Same  urlkey.Kind // rule of Record.Key; 0 for none
	Leads *Leads      // for Record.Target, Record.Via and Record.Key
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

// A Record is a match and the file that it is in. Its exported methods are for templates
// of --format: there is a method for each field of the table in fields.go, with the
// field's name in Go's letter case. A method returns the empty string, 0 or false for an
// absent field.
type Record struct {
	view  View
	file  string
	match *extract.Match
	levels
	isLed    bool // led is set
	led      unwrap.Result
	memories *[OfMessage + 1]Memory // of the groups of fields in JSON, by their scopes; nil: not remembered
}

// New returns the record of a match.
func New(v View, file string, m *extract.Match) *Record {
	r := new(Record)
	Reset(r, v, file, m)
	return r
}

// Reset makes r the record of another match. It exists because records are large and
// worth reusing.
func Reset(r *Record, v View, file string, m *extract.Match) {
	r.view, r.file, r.match = v, file, m
	r.isParsed, r.isJudged, r.isLed = false, false, false
}

// Remember makes Encode remember texts for the matches that r is reset to, all with the same View:
// see [Memory].
func Remember(r *Record) { r.memories = new([OfMessage + 1]Memory) }

// URL returns the URL.
func (r *Record) URL() string { return r.view.URL(r.match.URL) }

// Key returns the key of the URL, or of its target, by the rule of the View, or "" without a
// rule.
func (r *Record) Key() string {
	kind, url := r.view.Leads.followed(r.match.Kind, r.match.URL)
	key := Key(r.view.Same, kind, url)
	if r.view.Same.IsURL() {
		return r.view.URL(key)
	}
	return r.view.text(key)
}

// Target returns the URL that the URL leads to, or "" if that is the URL itself.
func (r *Record) Target() string {
	return r.view.URL(r.lead().Target)
}

// lead returns where the URL leads.
func (r *Record) lead() *unwrap.Result {
	if !r.isLed {
		r.isLed, r.led = true, r.view.Leads.Of(r.match.Kind, r.match.URL)
	}
	return &r.led
}

// targetDangers returns the dangers of the URL that the URL leads to, without its signs.
func (r *Record) targetDangers() []Danger {
	if r.view.Leads == nil {
		return nil
	}
	return targetDangers(r.match, unwrapped(*r.lead()))
}

// Via returns the names of the services that the URL leads through, the outermost first.
func (r *Record) Via() []string {
	var list []string
	for _, name := range r.lead().Via {
		list = append(list, r.view.text(name))
	}
	return list
}

// Kind returns the name of the Kind of the match.
func (r *Record) Kind() string { return r.match.Kind.String() }

// File returns the name of the file.
func (r *Record) File() string { return r.view.text(r.file) }

// Line returns the number of the line in which the match begins. Lines count from 1.
func (r *Record) Line() int64 { return r.match.Line }

// Offset returns the offset of the first byte of the match in the file.
func (r *Record) Offset() int64 { return r.match.Offset }

// End returns the offset after the last byte of the match.
func (r *Record) End() int64 { return r.match.End }

// Text returns the text of the match, from which the URL was built.
func (r *Record) Text() string { return r.view.text(r.match.Text) }

// Rejoined reports whether the URL was split across lines.
func (r *Record) Rejoined() bool { return r.match.Rejoined }

// Refanged reports whether the URL was defanged.
func (r *Record) Refanged() bool { return r.match.Refanged }

// HyphenAmbiguous reports whether the URL was split at a hyphen.
func (r *Record) HyphenAmbiguous() bool { return len(r.match.Alternatives) > 0 }

// Alternatives returns the other readings of the URL.
func (r *Record) Alternatives() []string {
	var list []string
	for _, url := range r.match.Alternatives {
		list = append(list, r.view.URL(url))
	}
	return list
}

// QuoteDepth returns the number of ">" in the quote marks of the line.
func (r *Record) QuoteDepth() int64 { return int64(r.match.QuoteDepth) }

// Signature reports whether the match is in a signature.
func (r *Record) Signature() bool { return r.match.Signature }

// Element returns the name of the HTML element that the URL is in an attribute or a style
// sheet of.
func (r *Record) Element() string { return r.view.text(r.element().Name) }

// Attribute returns the name of the attribute that contains the URL.
func (r *Record) Attribute() string { return r.view.text(r.element().Attribute) }

// Label returns the text that a reader sees for the link.
func (r *Record) Label() string {
	label, _ := r.match.Label()
	return r.view.text(label)
}

// LabelCut reports whether the text of the link goes on after Label.
func (r *Record) LabelCut() bool {
	_, isCut := r.match.Label()
	return isCut
}

// document returns the document of the match, or an empty one.
func (r *Record) document() *extract.Document {
	if r.match.Document == nil {
		return new(extract.Document)
	}
	return r.match.Document
}

// element returns the element of the match, or an empty one.
func (r *Record) element() *extract.Element {
	if r.match.Element == nil {
		return new(extract.Element)
	}
	return r.match.Element
}

// Scheme returns the scheme in lower case.
func (r *Record) Scheme() string {
	r.generic()
	return r.view.text(r.scheme)
}

// The components of RFC 3986.
func (r *Record) User() string     { return r.view.text(r.generic().User.Value) }
func (r *Record) Password() string { return r.view.text(r.generic().Password.Value) }
func (r *Record) Host() string     { return r.view.text(r.generic().Host.Value) }
func (r *Record) Port() string     { return r.view.text(r.generic().Port.Value) }
func (r *Record) Path() string     { return r.view.text(r.generic().Path) }
func (r *Record) Query() string    { return r.view.text(r.generic().Query.Value) }
func (r *Record) Fragment() string { return r.view.text(r.generic().Fragment.Value) }

// HostASCII returns the host in A-labels, or "" if the host is ASCII.
func (r *Record) HostASCII() string {
	host := r.generic().Host.Value
	if r.isURI && strings.IndexByte(host, '%') < 0 {
		return "" // the host is ASCII
	}
	return ALabels(host)
}

// Valid returns the names of the levels at which the URL is valid.
func (r *Record) Valid() []string {
	if !r.hasLevels() {
		return nil
	}
	var list []string
	for i, err := range r.results() {
		if err == nil {
			list = append(list, parse.Levels()[i].String())
		}
	}
	return list
}

// Errors returns the error of each level at which the URL is not valid.
func (r *Record) Errors() []Fault {
	var list []Fault
	for _, err := range r.results() {
		if err, ok := err.(*parse.Error); ok {
			list = append(list, faultOf(err))
		}
	}
	return list
}

// Warnings returns the sorted names of the warnings and of the signs, and of the dangers of the
// URL that the URL leads to.
func (r *Record) Warnings() []string {
	list := slices.Collect(r.warnings().Names())
	if r.isRepaired() {
		list = append(list, repaired)
	}
	for _, s := range r.match.Signs {
		list = append(list, s.Name)
	}
	for _, d := range r.targetDangers() {
		list = append(list, d.Name)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Evidence returns the evidence of each sign.
func (r *Record) Evidence() Evidence {
	if len(r.match.Signs) == 0 {
		return nil
	}
	all := make(Evidence)
	for _, s := range r.match.Signs {
		all[s.Name] = r.view.URL(s.Evidence)
	}
	return all
}

// Evidence is the evidence of signs, by their names.
type Evidence map[string]string

// String returns the pairs name=evidence, sorted and separated by semicolons.
func (e Evidence) String() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(e)) {
		if b.Len() > 0 {
			b.WriteString("; ")
		}
		b.WriteString(name + "=" + e[name])
	}
	return b.String()
}

// A Fault is the reason why a URL is not valid at a level, with the offset of the byte at
// fault.
type Fault struct {
	Level, Class string
	ErrorOffset  int
}

func faultOf(err *parse.Error) Fault {
	return Fault{err.Level.String(), err.Class.String(), err.Offset}
}

func (f Fault) String() string { return string(f.append(nil)) }

// append appends the text of f.
func (f Fault) append(b []byte) []byte {
	b = append(append(b, f.Level...), ':')
	b = append(append(b, f.Class...), ':')
	return strconv.AppendInt(b, int64(f.ErrorOffset), 10)
}

// Message returns the message that the match is in. It is the zero value outside mail.
func (r *Record) Message() Message {
	of := r.match.Message
	if of == nil {
		return Message{}
	}
	m := Message{
		Index: Ordinal(of.Index), ID: of.ID, DateRaw: of.DateRaw,
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

// A Message is a message for templates of --format. Its fields are those of
// messageFields.
type Message struct {
	Index      Ordinal
	ID         string
	Date       string // RFC 3339, UTC
	DateRaw    string
	From       string
	Subject    string
	Newsgroups string
	Part       string
	Header     string
}

// Document returns the document that the match is in. It is the zero value outside of
// documents.
func (r *Record) Document() Document {
	of := r.document()
	d := Document{
		Format: of.Format, Place: of.Place(), Name: of.Name, Member: of.Member, Page: Ordinal(of.Page),
		Slide: Ordinal(of.Slide), Cell: of.Cell, Object: Ordinal(of.Object), Paragraph: Ordinal(of.Paragraph), Origin: of.Origin, Revision: Ordinal(of.Revision), Relation: of.Relation,
	}
	for _, s := range [...]*string{&d.Place, &d.Name, &d.Member, &d.Cell, &d.Relation} {
		*s = r.view.text(*s)
	}
	return d
}

// A Document is a document, and a place in it, for templates of --format. Its fields are
// those of documentFields.
type Document struct {
	Format    string
	Place     string // see extract.Document.Place
	Name      string
	Member    string
	Page      Ordinal
	Slide     Ordinal
	Cell      string
	Object    Ordinal
	Paragraph Ordinal
	Origin    string
	Revision  Ordinal
	Relation  string
}

// An Ordinal is a number from 1. 0 is printed as the empty string.
type Ordinal int64

func (i Ordinal) String() string {
	if i == 0 {
		return ""
	}
	return strconv.FormatInt(int64(i), 10)
}

// String returns the URL.
func (r *Record) String() string { return r.URL() }

// Format prints the URL for each verb of package fmt that prints a string. The default
// output of other verbs would not be safe for a terminal.
func (r *Record) Format(f fmt.State, verb rune) {
	fmt.Fprintf(f, fmt.FormatString(f, verb), r.URL())
}

// MarshalJSON returns the object that --json prints.
func (r *Record) MarshalJSON() ([]byte, error) {
	raw := *r
	raw.view.Visible, raw.memories = false, nil
	var e jsonenc.Encoder
	Encode(&e, &raw)
	if r.view.Visible {
		return visible.Append(nil, e.B), nil // the escapes are those of JSON
	}
	return e.B, nil
}

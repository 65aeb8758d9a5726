package record

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/jsonenc"
	"github.com/urlgrep/urlgrep/parse"
)

// fields are the fields of a record, in the order in which they are printed. In JSON a
// field that is absent, empty or false is omitted, except for the fields that every match
// has.
var fields = withKeys([]field{
	{name: "url", value: url((*Record).URL)},
	{name: "kind", value: label((*Record).Kind)},
	{name: "file", value: text((*Record).File)},
	{name: "line", value: number((*Record).Line)},
	{name: "offset", value: number((*Record).Offset)},
	{name: "end", value: number((*Record).End)},
	{name: "text", value: found((*Record).Text), onlyJSON: true}, // may have several lines
	{name: "raw_base64", value: binary(func(r *Record) string { return r.match.Raw }), onlyJSON: true},
	{name: "rejoined", value: flag((*Record).Rejoined)},
	{name: "refanged", value: flag((*Record).Refanged)},
	{name: "hyphen_ambiguous", value: flag((*Record).HyphenAmbiguous)},
	{name: "alternatives", value: list((*Record).Alternatives)},
	{name: "key", value: optional((*Record).Key)},
	{name: "target", value: optional((*Record).Target)},
	{name: "via", value: list((*Record).Via)},
	{name: "quote_depth", value: count((*Record).QuoteDepth)},
	{name: "signature", value: flag((*Record).Signature)},
	{name: "element", value: optional((*Record).Element)},
	{name: "attribute", value: optional((*Record).Attribute)},
	{name: "label", value: optional((*Record).Label)},
	{name: "label_cut", value: flag((*Record).LabelCut)},
	{name: "scheme", value: optional((*Record).Scheme)},
	{name: "user", value: component(func(r *Record) *parse.Component { return &r.lenient.User })},
	{name: "password", value: component(func(r *Record) *parse.Component { return &r.lenient.Password })},
	{name: "host", value: component(func(r *Record) *parse.Component { return &r.lenient.Host })},
	{name: "host_ascii", value: optional((*Record).HostASCII)},
	{name: "port", value: component(func(r *Record) *parse.Component { return &r.lenient.Port })},
	{name: "path", value: path((*Record).Path)},
	{name: "query", value: component(func(r *Record) *parse.Component { return &r.lenient.Query })},
	{name: "fragment", value: component(func(r *Record) *parse.Component { return &r.lenient.Fragment })},
	{name: "parts", value: parts(func(r *Record) *parse.URL { return &r.strict }), onlyJSON: true},
	{name: "valid", value: levelNames((*Record).Valid)},
	{name: "errors", value: faults((*Record).Errors)},
	{name: "warnings", value: warnings((*Record).Warnings)},
	{name: "evidence", value: ofSigns((*Record).Evidence)},
	{name: "message", value: object{messageFields, func(r *Record) bool { return r.match.Message != nil }}},
	{name: "document", value: object{documentFields, func(r *Record) bool { return r.match.Document != nil }}},
})

// messageFields are the fields of the message that a match is in.
var messageFields = withKeys([]field{
	{name: "index", value: messageIndex(func(r *Record) int64 { return int64(r.match.Message.Index) })},
	{name: "id", value: optional(func(r *Record) string { return r.view.text(r.match.Message.ID) })},
	{name: "date", value: date(func(r *Record) time.Time { return r.match.Message.Date })},
	{name: "date_raw", value: optional(func(r *Record) string { return r.view.text(r.match.Message.DateRaw) }), onlyJSON: true}, // tables have only date, which sorts
	{name: "from", value: optional(func(r *Record) string { return r.view.text(r.match.Message.From) })},
	{name: "subject", value: optional(func(r *Record) string { return r.view.text(r.match.Message.Subject) })},
	{name: "newsgroups", value: optional(func(r *Record) string { return r.view.text(r.match.Message.Newsgroups) })},
	{name: "part", value: optional(func(r *Record) string { return r.view.text(r.match.Part) })},
	{name: "header", value: optional(func(r *Record) string { return r.view.text(r.match.Header) })},
})

// documentFields are the fields of the document that a match is in.
var documentFields = withKeys([]field{
	{name: "format", value: optional(func(r *Record) string { return r.match.Document.Format })},
	{name: "place", value: optional(func(r *Record) string { return r.view.text(r.match.Document.Place()) })},
	{name: "name", value: optional(func(r *Record) string { return r.view.text(r.match.Document.Name) })},
	{name: "member", value: optional(func(r *Record) string { return r.view.text(r.match.Document.Member) })},
	{name: "page", value: ordinal(func(r *Record) int64 { return int64(r.match.Document.Page) })},
	{name: "slide", value: ordinal(func(r *Record) int64 { return int64(r.match.Document.Slide) })},
	{name: "cell", value: optional(func(r *Record) string { return r.view.text(r.match.Document.Cell) })},
	{name: "object", value: ordinal(func(r *Record) int64 { return int64(r.match.Document.Object) })},
	{name: "relation", value: optional(func(r *Record) string { return r.view.text(r.match.Document.Relation) })},
})

// A field is a named value of a record.
type field struct {
	name     string
	value    value
	onlyJSON bool        // tables have no column for it
	key      jsonenc.Key // JSON key of name
}

func withKeys(fields []field) []field {
	for i := range fields {
		fields[i].key = jsonenc.NewKey(fields[i].name)
	}
	return fields
}

// A value gets and encodes a field of a record. The cell of a table has the value as
// text, which is empty if the value is absent.
type value interface {
	encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record)
	cell(r *Record) string
}

// The kinds of values, by their encoding.
type (
	text     func(*Record) string // always present
	url      func(*Record) string // always present; the URL
	found    func(*Record) string // always present; the text of the match, often equal to the URL
	label    func(*Record) string // always present; no character needs an escape
	optional func(*Record) string // omitted if empty
	path     func(*Record) string // omitted if empty; part of a URL
	binary   func(*Record) string // omitted if empty; in base64

	number       func(*Record) int64 // always present
	ordinal      func(*Record) int64 // omitted if 0
	messageIndex func(*Record) int64 // always present; 0 means absent
	count        func(*Record) int64 // omitted if 0

	flag      func(*Record) bool             // omitted if false
	date      func(*Record) time.Time        // omitted if zero; RFC 3339, UTC
	component func(*Record) *parse.Component // omitted if absent
	list      func(*Record) []string         // omitted if empty
	parts     func(*Record) *parse.URL       // omitted if the URL has none
	ofSigns   func(*Record) Evidence         // omitted if empty

	// Omitted for matches that are not judged, warnings only if they have no signs.
	levelNames func(*Record) []string
	faults     func(*Record) []Fault
	warnings   func(*Record) []string
)

func (get text) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record) { e.String(k, get(r)) }
func (get url) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record) {
	encodePart(e, k, get(r), r.isURI)
}

func (get found) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record) {
	s := get(r)
	encodePart(e, k, s, r.isURI && s == r.match.URL)
}

func (get label) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record) { e.Label(k, get(r)) }

func (get optional) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record) {
	if s := get(r); s != "" {
		e.String(k, s)
	}
}

func (get path) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record) {
	if s := get(r); s != "" {
		encodePart(e, k, s, r.isURI)
	}
}

// encodePart encodes a part of a URL.
func encodePart(e *jsonenc.Encoder, k jsonenc.Key, s string, isURI bool) {
	if isURI {
		e.Label(k, s)
	} else {
		e.String(k, s)
	}
}

func (get binary) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record) {
	if s := get(r); s != "" {
		e.Base64(k, s)
	}
}

func (get number) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record)       { e.Int(k, get(r)) }
func (get messageIndex) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record) { e.Int(k, get(r)) }

func (get count) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record) {
	if n := get(r); n != 0 {
		e.Int(k, n)
	}
}

func (get ordinal) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record) { count(get).encode(e, k, r) }

func (get flag) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record) {
	if get(r) {
		e.Bool(k, true)
	}
}

func (get date) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record) {
	if t := get(r); !t.IsZero() {
		e.Time(k, t.UTC())
	}
}

func (get component) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record) {
	if c := get(r); c.Present {
		encodePart(e, k, c.Value, r.isURI)
	}
}

func (get list) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record) {
	all := get(r)
	if len(all) == 0 {
		return
	}
	e.OpenArray(k)
	for _, s := range all {
		e.String(jsonenc.Member, s)
	}
	e.CloseArray()
}

func (get parts) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record) {
	if u := get(r); r.judged && u.Parts != nil {
		EncodeComponents(e, k, u, r.isURI)
	}
}

func (o object) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record) {
	if o.has(r) {
		e.Open(k)
		encodeFields(e, o.fields, r)
		e.Close()
	}
}

// An object has fields. In tables each is a column with the name of the object and "_" as
// its prefix.
type object struct {
	fields []field
	has    func(*Record) bool // reports whether a record has it; otherwise it is omitted
}

func (levelNames) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record) {
	if !r.judged {
		return
	}
	e.OpenArray(k)
	for i, err := range r.errs {
		if err == nil {
			e.Label(jsonenc.Member, parse.Levels()[i].String())
		}
	}
	e.CloseArray()
}

func (faults) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record) {
	if !r.judged {
		return
	}
	e.OpenArray(k)
	for _, err := range r.errs {
		if err, ok := err.(*parse.Error); ok {
			e.Open(jsonenc.Member)
			e.Label(keyLevel, err.Level.String())
			e.Label(keyClass, err.Class.String())
			e.Int(keyErrorOffset, int64(err.Offset))
			e.Close()
		}
	}
	e.CloseArray()
}

// Keys of a Fault.
var keyLevel, keyClass, keyErrorOffset = jsonenc.NewKey("level"), jsonenc.NewKey("class"), jsonenc.NewKey("error_offset")

func (get warnings) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record) {
	switch {
	case len(r.match.Signs) > 0:
		e.OpenArray(k)
		for _, name := range get(r) {
			e.Label(jsonenc.Member, name)
		}
		e.CloseArray()
	case r.judged:
		EncodeWarnings(e, k, r.warnings)
	}
}

func (get ofSigns) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record) {
	all := get(r)
	if len(all) == 0 {
		return
	}
	e.Open(k)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		e.String(jsonenc.NewKey(name), all[name])
	}
	e.Close()
}

// EncodeWarnings encodes the names of warnings as an array.
func EncodeWarnings(e *jsonenc.Encoder, k jsonenc.Key, w parse.Warnings) {
	e.OpenArray(k)
	for name := range w.Names() {
		e.Label(jsonenc.Member, name)
	}
	e.CloseArray()
}

func (get text) cell(r *Record) string      { return get(r) }
func (get url) cell(r *Record) string       { return get(r) }
func (get found) cell(r *Record) string     { return get(r) }
func (get label) cell(r *Record) string     { return get(r) }
func (get optional) cell(r *Record) string  { return get(r) }
func (get path) cell(r *Record) string      { return get(r) }
func (get binary) cell(r *Record) string    { return get(r) }
func (get component) cell(r *Record) string { return r.view.text(get(r).Value) }

func (get number) cell(r *Record) string { return strconv.FormatInt(get(r), 10) }
func (get count) cell(r *Record) string  { return strconv.FormatInt(get(r), 10) }
func (get flag) cell(r *Record) string   { return strconv.FormatBool(get(r)) }

func (get messageIndex) cell(r *Record) string { return Ordinal(get(r)).String() }
func (get ordinal) cell(r *Record) string      { return Ordinal(get(r)).String() }

func (get date) cell(r *Record) string {
	if t := get(r); !t.IsZero() {
		return t.UTC().Format(time.RFC3339)
	}
	return ""
}

// The elements of a list are separated by spaces, which no element contains.
func (get list) cell(r *Record) string       { return strings.Join(get(r), " ") }
func (get levelNames) cell(r *Record) string { return strings.Join(get(r), " ") }
func (get warnings) cell(r *Record) string   { return strings.Join(get(r), " ") }

func (get ofSigns) cell(r *Record) string { return get(r).String() }

func (get faults) cell(r *Record) string {
	var list []string
	for _, f := range get(r) {
		list = append(list, f.String())
	}
	return strings.Join(list, " ")
}

func (parts) cell(*Record) string  { return "" }
func (object) cell(*Record) string { return "" }

// Encode writes a record as the JSON object that --json prints.
func Encode(e *jsonenc.Encoder, r *Record) {
	// The table of fields replaces reflection, which would take ten times as long, and
	// longer than finding the URL.
	e.Open(jsonenc.Member)
	encodeFields(e, fields, r)
	e.Close()
}

// A Column is a field that tables have.
type Column struct {
	Name  string
	value value
	has   func(*Record) bool // reports whether a record has the object with the field; nil: each has
}

// Columns are the columns of tables, in the order of the fields.
var Columns = columnsOf(fields, "", nil)

// Cell returns the cell of a record in the column.
func (c *Column) Cell(r *Record) string {
	if c.has != nil && !c.has(r) {
		return ""
	}
	return c.value.cell(r)
}

// columnsOf returns the columns for fields, with a prefix before each name.
func columnsOf(fields []field, prefix string, has func(*Record) bool) (list []Column) {
	for _, f := range fields {
		if inner, ok := f.value.(object); ok {
			list = append(list, columnsOf(inner.fields, f.name+"_", inner.has)...)
		} else if !f.onlyJSON {
			list = append(list, Column{prefix + f.name, f.value, has})
		}
	}
	return list
}

func encodeFields(e *jsonenc.Encoder, fields []field, r *Record) {
	for i := range fields {
		f := &fields[i]
		f.value.encode(e, f.key, r)
	}
}

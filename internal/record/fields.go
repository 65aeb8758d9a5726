package record

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/urlgrep/urlgrep/internal/jsonenc"
	"github.com/urlgrep/urlgrep/parse"
)

// fields are the fields of a record, in the order in which they are printed. In JSON a
// field that is absent, empty or false is omitted, except for the fields that every match
// has.
var fields = withKeys([]field{
	{name: "url", value: text((*Record).URL), isBrief: true},
	{name: "kind", value: label((*Record).Kind)},
	{name: "file", value: text((*Record).File), isBrief: true},
	{name: "line", value: number((*Record).Line), needs: Places, isBrief: true},
	{name: "offset", value: number((*Record).Offset), isBrief: true},
	{name: "end", value: number((*Record).End)},
	{name: "text", value: text((*Record).Text), onlyJSON: true}, // may have several lines
	{name: "raw_base64", value: binary(func(r *Record) string { return r.match.Raw }), onlyJSON: true},
	{name: "rejoined", value: flag((*Record).Rejoined)},
	{name: "refanged", value: flag((*Record).Refanged)},
	{name: "hyphen_ambiguous", value: flag((*Record).HyphenAmbiguous)},
	{name: "alternatives", value: list((*Record).Alternatives)},
	{name: "key", value: optional((*Record).Key)},
	{name: "target", value: optional((*Record).Target)},
	{name: "via", value: list((*Record).Via)},
	{name: "quote_depth", value: count((*Record).QuoteDepth), needs: Places},
	{name: "signature", value: flag((*Record).Signature), needs: Places},
	{name: "element", value: optional((*Record).Element), needs: Places},
	{name: "attribute", value: optional((*Record).Attribute), needs: Places},
	{name: "label", value: optional((*Record).Label), needs: Places},
	{name: "label_cut", value: flag((*Record).LabelCut), needs: Places},
	{value: group{OfURL, urlFields}},
	{name: "message", value: object{messageFields, func(r *Record) bool { return r.match.Message != nil }}, needs: Places},
	{name: "document", value: object{documentFields, func(r *Record) bool { return r.match.Document != nil }}, needs: Places},
})

// urlFields are the fields that depend only on the URL, if the match has no signs.
var urlFields = withKeys([]field{
	{name: "scheme", value: optional((*Record).Scheme)},
	{name: "user", value: component(func(r *Record) *parse.Component { return &r.generic().User })},
	{name: "password", value: component(func(r *Record) *parse.Component { return &r.generic().Password })},
	{name: "host", value: component(func(r *Record) *parse.Component { return &r.generic().Host })},
	{name: "host_ascii", value: optional((*Record).HostASCII)},
	{name: "port", value: component(func(r *Record) *parse.Component { return &r.generic().Port })},
	{name: "path", value: path((*Record).Path)},
	{name: "query", value: component(func(r *Record) *parse.Component { return &r.generic().Query })},
	{name: "fragment", value: component(func(r *Record) *parse.Component { return &r.generic().Fragment })},
	{name: "parts", value: parts((*Record).strictly), onlyJSON: true},
	{name: "valid", value: levelNames((*Record).Valid)},
	{name: "errors", value: faults((*Record).Errors)},
	{name: "warnings", value: warnings((*Record).Warnings), needs: Signs},
	{name: "evidence", value: ofSigns((*Record).Evidence), needs: Signs},
})

// messageFields are the fields of the message that a match is in.
var messageFields = withKeys([]field{
	{value: group{OfMessage, sharedFields}},
	{name: "part", value: optional(func(r *Record) string { return r.view.text(r.match.Part) })},
	{name: "header", value: optional(func(r *Record) string { return r.view.text(r.match.Header) })},
})

// sharedFields are the fields that all matches in a message have in common.
var sharedFields = withKeys([]field{
	{name: "index", value: messageIndex(func(r *Record) int64 { return int64(r.match.Message.Index) })},
	{name: "id", value: optional(func(r *Record) string { return r.view.text(r.match.Message.ID) })},
	{name: "date", value: date(func(r *Record) time.Time { return r.match.Message.Date })},
	{name: "date_raw", value: optional(func(r *Record) string { return r.view.text(r.match.Message.DateRaw) }), onlyJSON: true}, // tables have only date, which sorts
	{name: "from", value: optional(func(r *Record) string { return r.view.text(r.match.Message.From) })},
	{name: "subject", value: optional(func(r *Record) string { return r.view.text(r.match.Message.Subject) })},
	{name: "newsgroups", value: optional(func(r *Record) string { return r.view.text(r.match.Message.Newsgroups) })},
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
	{name: "paragraph", value: ordinal(func(r *Record) int64 { return int64(r.match.Document.Paragraph) })},
	{name: "origin", value: optional(func(r *Record) string { return r.match.Document.Origin })},
	{name: "revision", value: ordinal(func(r *Record) int64 { return int64(r.match.Document.Revision) })},
	{name: "relation", value: optional(func(r *Record) string { return r.view.text(r.match.Document.Relation) })},
})

// A field is a named value of a record, or in its place several.
type field struct {
	name     string
	value    value
	needs    Needs
	isBrief  bool        // it depends only on the URL, the file, and the Position of the match
	onlyJSON bool        // tables have no column for it
	key      jsonenc.Key // JSON key of name
}

// Needs is a set of properties of matches that are needed for a field, apart from those that
// each match has.
type Needs uint8

const (
	Places Needs = 1 << iota        // what is left out with extract.Options.SkipPlaces
	Signs  Needs = 1<<iota | Places // Match.Signs, some of which depend on places

	Everything = Places | Signs
)

// Has reports whether all properties of set are in n.
func (n Needs) Has(set Needs) bool { return n&set == set }

func withKeys(fields []field) []field {
	for i := range fields {
		fields[i].key = jsonenc.NewKey(fields[i].name)
	}
	return fields
}

// A value gets a field of a record, and prints it: encode in JSON, and appendText as the text
// in the cell of a table, which is empty if the value is absent.
type value interface {
	encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record)
	appendText(b []byte, r *Record) []byte
}

// The kinds of values, by how they are printed. The text of those that are not a list is also
// what package fmt prints for the result of the method.
type (
	text     func(*Record) string // always present
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

	// Lists that are omitted for matches without levels, warnings only if they have no signs.
	levelNames func(*Record) []string
	faults     func(*Record) []Fault
	warnings   func(*Record) []string
)

// isList reports whether v is a list, or has no text.
func isList(v value) bool {
	switch v.(type) {
	case list, levelNames, faults, warnings, ofSigns, parts:
		return true
	}
	return false
}

// isPlainText reports whether the text of v has only characters that no format of tables changes.
func isPlainText(v value) bool {
	switch v.(type) {
	case label, number, ordinal, messageIndex, count, flag, date, levelNames, faults:
		return true
	}
	return false
}

func (get text) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record)  { e.String(k, get(r)) }
func (get label) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record) { e.Label(k, get(r)) }

func (get optional) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record) {
	if s := get(r); s != "" {
		e.String(k, s)
	}
}

func (get path) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record) {
	if s := get(r); s != "" {
		encodePart(e, k, s, r.isPlain())
	}
}

// encodePart encodes a part of a URL. isPlain asserts that no character in it needs an escape.
func encodePart(e *jsonenc.Encoder, k jsonenc.Key, s string, isPlain bool) {
	if isPlain {
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
		encodePart(e, k, c.Value, r.isPlain())
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
	if u := get(r); u.Parts != nil {
		EncodeComponents(e, k, u, r.isPlain())
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

// A group is fields of one Scope, in the place of one field.
type group struct {
	scope  Scope
	fields []field
}

func (g group) encode(e *jsonenc.Encoder, _ jsonenc.Key, r *Record) {
	if r.memories == nil {
		encodeFields(e, g.fields, r)
		return
	}
	e.B = r.memories[g.scope].Append(e.B, g.scope, r, func([]byte) []byte { // of e.B
		encodeFields(e, g.fields, r)
		return e.B
	})
}

// inner returns the fields that are in the place of f.
func (f *field) inner() []field {
	switch v := f.value.(type) {
	case object:
		return v.fields
	case group:
		return v.fields
	}
	return nil
}

func (levelNames) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record) {
	if !r.hasLevels() {
		return
	}
	e.OpenArray(k)
	for i, err := range r.results() {
		if err == nil {
			e.Label(jsonenc.Member, parse.Levels()[i].String())
		}
	}
	e.CloseArray()
}

func (faults) encode(e *jsonenc.Encoder, k jsonenc.Key, r *Record) {
	if !r.hasLevels() {
		return
	}
	e.OpenArray(k)
	for _, err := range r.results() {
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
	case len(r.match.Signs)+len(r.targetDangers()) > 0 || r.isRepaired():
		e.OpenArray(k)
		for _, name := range get(r) {
			e.Label(jsonenc.Member, name)
		}
		e.CloseArray()
	case r.hasLevels():
		EncodeWarnings(e, k, r.warnings())
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

func (get text) appendText(b []byte, r *Record) []byte     { return append(b, get(r)...) }
func (get label) appendText(b []byte, r *Record) []byte    { return append(b, get(r)...) }
func (get optional) appendText(b []byte, r *Record) []byte { return append(b, get(r)...) }
func (get path) appendText(b []byte, r *Record) []byte     { return append(b, get(r)...) }
func (get binary) appendText(b []byte, r *Record) []byte   { return append(b, get(r)...) }
func (get component) appendText(b []byte, r *Record) []byte {
	return append(b, r.view.text(get(r).Value)...)
}

func (get number) appendText(b []byte, r *Record) []byte { return strconv.AppendInt(b, get(r), 10) }
func (get count) appendText(b []byte, r *Record) []byte  { return strconv.AppendInt(b, get(r), 10) }
func (get flag) appendText(b []byte, r *Record) []byte   { return strconv.AppendBool(b, get(r)) }

func (get messageIndex) appendText(b []byte, r *Record) []byte {
	return ordinal(get).appendText(b, r)
}

func (get ordinal) appendText(b []byte, r *Record) []byte {
	return append(b, Ordinal(get(r)).String()...)
}

func (get date) appendText(b []byte, r *Record) []byte {
	if t := get(r); !t.IsZero() {
		return t.UTC().AppendFormat(b, time.RFC3339)
	}
	return b
}

func (get list) appendText(b []byte, r *Record) []byte { return appendList(b, get(r)) }

func (get warnings) appendText(b []byte, r *Record) []byte {
	if len(r.match.Signs)+len(r.targetDangers()) == 0 && r.warnings() == 0 && !r.isRepaired() {
		return b // as for most matches
	}
	return appendList(b, get(r))
}

// appendList appends the elements of a list, separated by spaces, which no element contains.
func appendList(b []byte, list []string) []byte {
	for i, s := range list {
		if i > 0 {
			b = append(b, ' ')
		}
		b = append(b, s...)
	}
	return b
}

func (levelNames) appendText(b []byte, r *Record) []byte {
	if !r.hasLevels() {
		return b
	}
	start := len(b)
	for i, err := range r.results() {
		if err == nil {
			b = append(appendSpace(b, start), parse.Levels()[i].String()...)
		}
	}
	return b
}

func (faults) appendText(b []byte, r *Record) []byte {
	start := len(b)
	for _, err := range r.results() {
		if err, ok := err.(*parse.Error); ok {
			b = faultOf(err).append(appendSpace(b, start))
		}
	}
	return b
}

// appendSpace appends the space before an element of a list that begins at index start of b,
// if it is not the first one.
func appendSpace(b []byte, start int) []byte {
	if len(b) > start {
		b = append(b, ' ')
	}
	return b
}

func (get ofSigns) appendText(b []byte, r *Record) []byte {
	if all := get(r); len(all) > 0 {
		b = append(b, all.String()...)
	}
	return b
}

func (parts) appendText(b []byte, _ *Record) []byte  { return b }
func (object) appendText(b []byte, _ *Record) []byte { return b }
func (group) appendText(b []byte, _ *Record) []byte  { return b }

// Encode writes a record as the JSON object that --json prints.
func Encode(e *jsonenc.Encoder, r *Record) {
	// The table of fields replaces reflection, which would take ten times as long, and
	// longer than finding the URL.
	e.Open(jsonenc.Member)
	encodeFields(e, fields, r)
	e.Close()
}

func encodeFields(e *jsonenc.Encoder, fields []field, r *Record) {
	for i := range fields {
		f := &fields[i]
		f.value.encode(e, f.key, r)
	}
}

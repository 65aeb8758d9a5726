package collect

import (
	"strconv"
	"strings"
	"time"
	"unsafe"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/defang"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/parse"
)

// An Occurrence has the facts of a match that a report needs. The worker that found the match
// makes it, and adds it to the Collector when it has its turn.
type Occurrence struct {
	identity
	facts
	key   uint64     // of the row in the sample
	isRow bool       // the row may be in the sample
	row   report.Row // if it may not, only the place is set
}

// An identity has the values of a match whose different values are counted.
type identity struct {
	sum          sum // of the URL, or of the key of --same
	host, domain string
	scheme       string
}

// facts are the other values to count.
type facts struct {
	url     string // in the text
	kind    extract.Kind
	date    time.Time
	message int // the index of the message; 0 outside of mail
	via     []string
	breaks  breaks
	valid   []string // the levels
	reasons []reason
}

// A reason is a fault of a URL.
type reason struct {
	level, class string // level is empty for a danger
	offset       int    // of the byte at fault
	rule, detail string
}

// An Input is a text that matches are found in: a file or a member of an archive.
type Input struct {
	Name string

	base uint64 // of the keys of its matches
	n    uint64 // number of its matches
}

// NewInput returns the input with the name.
func NewInput(name string) *Input {
	return &Input{Name: name, base: sumOf(name).bits()}
}

// nextKey returns the key of the next match: a number below 1<<63 that depends on the name of
// the input and the number of the match in it (the generator SplitMix64).
func (in *Input) nextKey() uint64 {
	in.n++
	z := in.base + in.n*0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return (z ^ z>>31) >> 1
}

// A Describer makes Occurrences. Each worker has one: see [Collector.Describer].
type Describer struct {
	view   record.View
	sample *sample
	record record.Record
}

// Describe returns the Occurrence of a match in an input. hasLine reports whether the number of
// its line says where it is.
func (d *Describer) Describe(in *Input, m *extract.Match, hasLine bool) *Occurrence {
	r := &d.record
	record.Reset(r, d.view, in.Name, m)
	led := *m
	d.view.Leads.Follow(&led)
	host := record.Host(&led)
	url := led.URL
	if d.view.Same != 0 {
		url = record.Key(d.view.Same, led.Kind, led.URL)
	}
	o := &Occurrence{
		identity: identity{sumOf(url), host, record.DomainOf(host), m.Scheme()},
		facts:    facts{url: m.URL, kind: m.Kind, via: r.Via(), breaks: breaksOf(m), valid: r.Valid(), reasons: d.reasons(m)},
		key:      in.nextKey(),
	}
	if m.Message != nil {
		o.date, o.message = m.Message.Date, m.Message.Index
	}
	o.row = report.Row{File: cleanEnd(in.Name, maxName), Place: clean(r.Document().Place, maxName), Broken: m.Rejoined}
	if hasLine {
		o.row.Line = m.Line
	}
	if o.isRow = d.sample.wants(o.key); o.isRow {
		d.fill(&o.row, o, m)
	}
	return o
}

// fill sets the fields of a row, apart from its place and its context.
func (d *Describer) fill(row *report.Row, o *Occurrence, m *extract.Match) {
	r, message := &d.record, d.record.Message()
	row.URL, row.Host, row.Kind = clean(r.URL(), maxURL), clean(shownHost(o.host, d.view.Defang), maxText), r.Kind()
	row.Message, row.Date, row.From, row.Subject = int64(message.Index), message.Date, d.text(message.From), d.text(message.Subject)
	row.Label, row.Target = d.text(r.Label()), clean(r.Target(), maxURL)
	row.URLCut, row.TargetCut = len(r.URL()) > maxURL, len(r.Target()) > maxURL
	if m.Message != nil {
		list := m.Message.List[:boundary(m.Message.List, longEnough)]
		row.List = clean(shownHost(strings.ToLower(list), d.view.Defang), maxText)
	}
	for _, why := range o.reasons {
		if why.level == "" {
			row.Signs = append(row.Signs, why.class)
		} else {
			row.Faults = append(row.Faults, why.level+":"+why.class)
		}
	}
}

// reasons returns the errors and the dangers of a match.
func (d *Describer) reasons(m *extract.Match) (list []reason) {
	for _, e := range d.record.Errors() {
		list = append(list, reason{e.Level, e.Class, e.ErrorOffset, "", ""})
	}
	for _, danger := range record.Dangers(m, d.view.Leads, record.Notes) {
		list = append(list, reason{"", danger.Name, danger.Offset, danger.Rule, danger.Detail})
	}
	return list
}

// example returns the example of a fault of an occurrence.
func (o *Occurrence) example(v *record.View, why *reason) report.Example {
	at := min(max(why.offset, 0), len(o.url))
	if v.Defang {
		at = len(defang.Append(nil, o.url, at))
	}
	sign, detail := "", why.detail
	if rest, ok := strings.CutPrefix(detail, ": "); ok {
		sign, detail = ": ", rest
	}
	e := report.Example{Reason: clean(why.rule+sign+shownHost(detail, v.Defang), maxExample), Place: placeOf(&o.row)}
	shift := 0
	e.URL, shift = Excerpt(v.URL(o.url), parse.Span{From: at, To: at}, maxExample)
	e.Offset = at + shift
	return e
}

// shownHost returns a host or a text that begins with hosts, defanged if that is set.
func shownHost(host string, defanged bool) string {
	if defanged {
		return string(defang.Append(nil, host, len(host)))
	}
	return host
}

// shownText returns a text, with its URLs defanged if that is set.
func shownText(s string, defanged bool) string {
	if defanged {
		return defangIn(s)
	}
	return s
}

// text returns a field of a message, or a label, as it is shown. The field may be much longer,
// and is shown again for each URL of the message.
func (d *Describer) text(s string) string {
	return clean(shownText(s[:boundary(s, longEnough)], d.view.Defang), maxText)
}

// longEnough is the length of the beginning of a text that maxText bytes are shown of. It is
// longer, as a URL that is cut may not be recognized.
const longEnough = 4 * maxText

// defangIn returns a text with all URLs in it defanged, also those that are not selected.
func defangIn(s string) string {
	if !strings.ContainsAny(s, ":.@") {
		return s
	}
	o := extract.Options{Input: extract.InputText, Kinds: append(extract.DefaultKinds(), extract.Schemeless, extract.Email), Validity: extract.ValidAndInvalid, SkipPlaces: true}
	var b strings.Builder
	at := 0
	for m, err := range extract.Bytes([]byte(s), &o) {
		if err != nil || int(m.URLOffset) < at || int(m.URLEnd) > len(s) {
			continue
		}
		b.WriteString(s[at:m.URLOffset])
		b.Write(defang.Append(nil, s[m.URLOffset:m.URLEnd], int(m.URLEnd-m.URLOffset)))
		at = int(m.URLEnd)
	}
	return b.String() + s[at:]
}

// placeOf returns the file of a row and the place in it.
func placeOf(r *report.Row) string {
	place := r.File
	if r.Line > 0 {
		place += ":" + strconv.FormatInt(r.Line, 10)
	}
	if r.Place != "" {
		place += ":" + r.Place
	}
	return place
}

// NeedsLines reports whether the lines around the URL are shown.
func (o *Occurrence) NeedsLines() bool { return o.isRow }

// AddLine adds a line to those around the URL, unless there are many. If the line has the URL,
// the span is its place.
func (o *Occurrence) AddLine(line string, at parse.Span) {
	if len(o.row.Context) > maxContext {
		return
	}
	text, _ := Excerpt(line, at, maxLine)
	if o.row.Context != "" {
		text = "\n" + text
	}
	o.row.Context += text
}

// Size returns the number of bytes that the occurrence takes in memory.
func (o *Occurrence) Size() int {
	n := int(unsafe.Sizeof(*o)) + sizeOf(&o.row) + len(o.url) + len(o.host)
	for i := range o.reasons {
		n += int(unsafe.Sizeof(o.reasons[i])) + len(o.reasons[i].detail)
	}
	return n
}

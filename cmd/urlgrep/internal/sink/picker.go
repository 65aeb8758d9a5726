package sink

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report/collect"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/pick"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/parse"
)

// Limits of --pick: the number of URLs, the bytes that they and their lines take, and those
// of a line that is shown. A longer line, such as a paragraph of a page, is cut around the URL.
const (
	maxItems     = 10_000
	maxItemBytes = 64 << 20
	maxItemLine  = 512
)

// Picker collects the items of --pick: each URL once, at its first occurrence, with the
// lines around it. URLs with the same target are one item, which has the target. It passes
// each item to a feed, which is shown in another goroutine, as soon as it is found and
// whenever it changes. Print prints the chosen items when the search has ended.
type Picker struct {
	leads   *record.Leads
	grade   record.Grade // of the dangers to show
	feed    *pick.Feed
	items   []pick.Item
	found   []found          // one for each item
	number  map[string]int   // index of the item, by URL
	bytes   int              // size of all items
	more    bool             // there are URLs beyond the limits
	message *extract.Message // of the last item that has one

	name   string      // name of the input
	shown  bool        // print the name
	around around[int] // of the items
}

type found struct {
	name  string // name of the input
	shown bool   // print the name
	match Kept
}

// NewPicker returns an empty Picker for the URLs that URLs lead to, with their dangers of a grade.
func NewPicker(leads *record.Leads, grade record.Grade, feed *pick.Feed) *Picker {
	o := &Picker{leads: leads, grade: grade, feed: feed, number: make(map[string]int)}
	o.around = around[int]{size: aroundURL, add: o.addText, done: func(int) {}}
	return o
}

// Format returns the format that collects items in o. It is for one worker.
func (o *Picker) Format() Format {
	needs := Needs{Fields: record.Everything, InText: true, InOrder: true, Lines: true}
	return Format{needs, func(*output.Output, *output.Messages) Run {
		return Run{
			Close: func(*Ending) error { o.Close(); return nil },
			Sink:  func(*Worker) Sink { return Sink{Printer: o, Lines: o, IsFull: o.IsFull} },
		}
	}}
}

// Close ends the feed.
func (o *Picker) Close() { o.feed.End(o.more) }

// put passes an item to the feed.
func (o *Picker) put(item int) { o.feed.Put(item, o.items[item]) }

// Print prints the chosen items to a Printer. wrap is called with each match and
// returns the match to print.
func (o *Picker) Print(items []int, to Printer, wrap func(Found) Found) error {
	for _, i := range items {
		f := &o.found[i]
		to.Begin(f.name, f.shown)
		if err := to.Match(wrap(&f.match)); err != nil {
			return err
		}
	}
	return nil
}

// aroundURL is the number of lines shown before and after a URL.
const aroundURL = 3

// IsFull reports whether the Picker is full.
func (o *Picker) IsFull() bool { return o.more }

// Match adds a match, or counts it if its URL has already been added.
func (o *Picker) Match(f Found) error {
	m := f.Match()
	if o.add(m) {
		f.Mark()
	}
	return nil
}

// add adds a match, and reports whether it needs its lines.
func (o *Picker) add(m *extract.Match) bool {
	followed := *m
	o.leads.Follow(&followed)
	url := followed.URL
	label, _ := m.Label()
	if i, ok := o.number[url]; ok {
		o.items[i].Count++
		o.items[i].Label = cmp.Or(o.items[i].Label, label)
		o.put(i)
		return false
	}
	o.bytes += o.sizeOf(m) + len(url)
	if len(o.items) == maxItems || o.bytes > maxItemBytes {
		o.more = true
		return false
	}
	o.around.mark(len(o.items))
	o.number[url] = len(o.items)
	o.found = append(o.found, found{o.name, o.shown, Kept{*m}})
	o.items = append(o.items, o.itemOf(m, &followed))
	o.put(len(o.items) - 1)
	return true
}

// itemOf returns the item of a match, and of what its URL leads to, without lines.
func (o *Picker) itemOf(m, followed *extract.Match) pick.Item {
	item := pick.Item{URL: followed.URL, Count: 1, Open: record.WithScheme(followed.Kind, followed.URL), Place: fmt.Sprintf("%s:%d", o.name, m.Line)}
	item.Label, _ = m.Label()
	if place := placeIn(m.Document); place != "" {
		item.Place = o.name + ":" + place
	}
	if m.Message != nil {
		item.Date = m.Message.Date
		item.About = slices.DeleteFunc([]string{m.Message.From, m.Message.Subject}, func(s string) bool { return s == "" })
	}
	if followed.URL != m.URL {
		item.Original = m.URL
		if via := o.leads.Of(m.Kind, m.URL).Via; len(via) > 0 {
			item.Original += " (" + strings.Join(via, ", ") + ")"
		}
	}
	for _, d := range record.Dangers(m, o.leads, o.grade) {
		item.Warnings = append(item.Warnings, d.Name+": "+d.Rule+d.Detail)
		o.bytes += len(item.Warnings[len(item.Warnings)-1])
	}
	return item
}

// End does nothing.
func (o *Picker) End(int) {}

// sizeOf returns the number of bytes that a match takes, without its message if the last
// match has the same message.
func (o *Picker) sizeOf(m *extract.Match) int {
	label, _ := m.Label()
	n := len(m.URL) + len(m.Text) + len(m.Raw) + len(label)
	for _, url := range m.Alternatives {
		n += len(url)
	}
	if g := m.Message; g != nil && g != o.message {
		o.message = g
		n += len(g.ID) + len(g.DateRaw) + len(g.From) + len(g.Subject) + len(g.Newsgroups) + len(g.List)
	}
	return n
}

// Begin begins an input.
func (o *Picker) Begin(name string, shown bool) {
	o.name, o.shown = name, shown
	o.around.reset()
}

// Finish collects the lines after the last URL.
func (o *Picker) Finish(scan func() bool) { o.around.finish(scan) }

// Line adds a line of a text to the items that need it.
func (o *Picker) Line(l *extract.Line) (more bool) { return o.around.line(l) }

// addText adds a line to an item.
func (o *Picker) addText(item int, text string, place parse.Span) {
	if len(text) > maxItemLine {
		text, _ = collect.Excerpt(text, place, maxItemLine)
	}
	o.bytes += len(text)
	it := &o.items[item]
	if place != (parse.Span{}) {
		it.In = append(it.In, len(it.Text))
	}
	it.Text = append(it.Text, text)
	o.put(item)
}

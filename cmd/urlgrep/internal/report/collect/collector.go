// Package collect counts the URLs of a search for a report.
//
// A [Describer] makes an [Occurrence] of each match: the values to count and, if the match may be
// in the sample, its row of the table. A [Collector] counts Occurrences in the order in which
// they are found, and returns the Data of the page. Each worker has a Describer, and all have
// one Collector.
//
// The Collector takes bounded memory. The number of different values is exact up to a limit, and
// then the estimate of a sketch (distinct.go); so are the most frequent values (ranking.go). The
// rows are a uniform sample if there are too many (sample.go). URLs over time are counted by
// month (periods.go), and ways to break URLs by the text around line breaks (breaks.go).
package collect

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/parse"
)

// Limits of a report. With all of them reached it takes some 60 MiB, before it is written.
const (
	MaxURLs      = 1 << 19  // different URLs that are counted exactly
	MaxHosts     = 1 << 16  // different hosts, and different domains
	maxHostBytes = 8 << 20  // bytes of hosts, and of domains
	MaxRows      = 20_000   // rows of the table
	maxRowBytes  = 20 << 20 // bytes of their texts
	MaxFiles     = 2000     // files that are listed
	MaxFailed    = 100      // errors that are listed
)

// Settings describe the run, and how URLs are shown.
type Settings struct {
	Version, Command string
	Started          time.Time
	View             record.View
	MaxCount         int // the search of a file ends after so many URLs
}

// A Collector counts Occurrences. Its state is bounded: see the limits.
//
// It has a field for each part of the page, because they do not depend on each other.
type Collector struct {
	settings Settings
	totals   report.Totals
	urls     *distinct
	hosts    *ranking
	domains  *ranking
	timeline *timeline
	kinds    [extract.Email + 1]int64
	levels   map[string]*report.Level
	faults   faults
	signs    faults
	breaks   [len(waysToBreak)]int64
	via      tallies
	sample   *sample
	inputs
}

// inputs are the files and messages that were searched.
type inputs struct {
	files   []report.File
	begun   int64        // number of files
	open    *report.File // the file that is being searched, if it is listed
	message int          // index of the last message with a URL; 0 before the first
	failed  []string
	full    int64 // inputs whose search ended at MaxCount
}

// NewCollector returns an empty Collector.
func NewCollector(s Settings) *Collector {
	c := &Collector{
		settings: s, urls: newDistinct(MaxURLs), hosts: newRanking(MaxHosts, maxHostBytes),
		domains: newRanking(MaxHosts, maxHostBytes), timeline: newTimeline(s.Started),
		levels: make(map[string]*report.Level), faults: make(faults), signs: make(faults), via: make(tallies),
		sample: newSample(MaxRows, maxRowBytes),
	}
	for _, l := range parse.Levels() {
		c.levels[l.String()] = &report.Level{Name: l.String()}
	}
	return c
}

// Describer returns a new Describer of Occurrences for c.
func (c *Collector) Describer() *Describer {
	return &Describer{view: c.settings.View, sample: c.sample}
}

// BeginFile begins a file.
func (c *Collector) BeginFile(f report.File) {
	c.begun++
	c.open, c.message = nil, 0
	if len(c.files) < MaxFiles {
		c.files = append(c.files, f)
		c.open = &c.files[len(c.files)-1]
	}
}

// EndFile ends the file that was begun last. Its URLs are those that were added.
func (c *Collector) EndFile(f report.File) {
	if c.open != nil {
		f.URLs = c.open.URLs
		*c.open = f
	}
	c.open = nil
}

// Begin begins an input of the file. The numbers of messages begin again.
func (c *Collector) Begin() { c.message = 0 }

// End ends the input, in which n matches were found.
func (c *Collector) End(n int) {
	if n > 0 && n == c.settings.MaxCount {
		c.full++
	}
}

// Fail adds an error of an input.
func (c *Collector) Fail(name, reason string) {
	if len(c.failed) < MaxFailed {
		c.failed = append(c.failed, clean(shownText(name+": "+reason, c.settings.View.Defang), maxName))
	}
}

// Add adds an occurrence.
func (c *Collector) Add(o *Occurrence) {
	c.totals.URLs++
	c.kinds[o.kind]++
	if c.open != nil {
		c.open.URLs++
	}
	if o.message > 0 && o.message != c.message {
		c.message = o.message
		c.totals.Messages++
	}
	if o.row.Broken {
		c.totals.Rejoined++
	}
	c.urls.add(o.sum)
	c.hosts.add(o.host)
	c.domains.add(o.domain)
	c.timeline.add(o.date, o.scheme)
	for i := range c.breaks {
		c.breaks[i] += int64(o.breaks >> i & 1)
	}
	for _, name := range o.via {
		c.via[name]++
	}
	for _, name := range o.valid {
		c.levels[name].Valid++
	}
	for i := range o.reasons {
		c.addReason(o, &o.reasons[i])
	}
	if o.isRow {
		c.sample.add(o.key, c.totals.URLs, &o.row)
	}
}

// addReason adds a fault of an occurrence.
func (c *Collector) addReason(o *Occurrence, why *reason) {
	to := c.signs
	if why.level != "" {
		to = c.faults
		c.levels[why.level].Invalid++
	}
	to.add(why.level, why.class, func() report.Example { return o.example(&c.settings.View, why) })
}

// An Outcome has the facts that are known only when the whole search has ended.
type Outcome struct {
	Took        time.Duration
	Bytes       int64
	Errors      int64
	Skipped     []string // what was skipped, with its number
	Interrupted string   // how a signal ended the search; "" if it did not
}

// Data returns the Data of the page. The Collector is then empty.
func (c *Collector) Data(o *Outcome) *report.Data {
	s := &c.settings
	show := func(host string) string { return clean(shownHost(host, s.View.Defang), maxText) }
	d := &report.Data{
		Run: report.Run{
			Version: s.Version, Command: s.Command, Started: s.Started, Took: o.Took,
			Files: c.files, More: c.begun - int64(len(c.files)), Errors: o.Errors, Failed: c.failed,
		},
		Totals: c.totals, Periods: c.timeline.periods(),
		Hosts: c.hosts.ranking(show), Domains: c.domains.ranking(show),
		Faults: c.faults.list(), Signs: c.signs.list(), Via: c.via.list(),
		Table: report.Table{Rows: c.sample.sorted(), Of: c.totals.URLs, Signs: true, Targets: s.View.Leads != nil},
	}
	d.Totals.Distinct, d.Totals.Hosts, d.Totals.Domains = c.urls.figure(), c.hosts.distinct.figure(), c.domains.distinct.figure()
	d.Totals.Files, d.Totals.Bytes = c.begun, o.Bytes
	for k, n := range c.kinds {
		if n > 0 {
			d.Kinds = append(d.Kinds, report.Count{Value: extract.Kind(k).String(), N: n})
		}
	}
	for _, l := range parse.Levels() {
		d.Levels = append(d.Levels, *c.levels[l.String()])
	}
	var found []int // ways to break
	for i, n := range c.breaks {
		if n > 0 {
			found = append(found, i)
		}
	}
	slices.SortStableFunc(found, func(a, b int) int { return cmp.Compare(c.breaks[b], c.breaks[a]) })
	for _, i := range found {
		d.Breaks = append(d.Breaks, report.Count{Value: waysToBreak[i].name, N: c.breaks[i]})
	}
	if s.View.Defang {
		for i := range d.Table.Rows {
			d.Table.Rows[i].Context = defangIn(d.Table.Rows[i].Context)
		}
	}
	d.Run.Limits = c.limits(d, o)
	return d
}

// limits returns the limits that were met, one sentence each.
func (c *Collector) limits(d *report.Data, o *Outcome) (list []string) {
	add := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	if o.Interrupted != "" {
		add("The search was %s: the figures and the table are those of the input before that.", o.Interrupted)
	}
	if c.full > 0 {
		add("The search ended after %s in %s (--max-count).", output.Plural(int64(c.settings.MaxCount), "URL"), output.Plural(c.full, "input"))
	}
	if n := int64(len(d.Table.Rows)); n < d.Table.Of {
		add("The table is a random sample of %s of the %s URLs: it holds at most %s rows and %d MiB of text.",
			report.Number(n), report.Number(d.Table.Of), report.Number(MaxRows), maxRowBytes>>20)
	}
	for _, f := range []struct {
		report.Figure
		of   string
		most int64
	}{{d.Totals.Distinct, "URLs", MaxURLs}, {d.Totals.Hosts, "hosts", MaxHosts}, {d.Totals.Domains, "domains", MaxHosts}} {
		if f.Estimate {
			add("There are more than %s different %s: their number is an estimate, with a standard error of 0.8 %%.", report.Number(f.most), f.of)
		}
	}
	if d.Hosts.Estimate || d.Domains.Estimate {
		add("There are too many different hosts to count each: the counts of those that are certainly the most frequent are shown, and are the least that they may be.")
	}
	if d.Run.More > 0 {
		add("Only the first %s files are listed.", report.Number(int64(len(d.Run.Files))))
	}
	if d.Run.Errors > int64(len(d.Run.Failed)) {
		add("Only the first %d errors are listed.", len(d.Run.Failed))
	}
	for _, text := range o.Skipped {
		add("%s.", text)
	}
	return list
}

// Package report writes a report of a search: one HTML page with totals, charts and a table
// of the URLs.
//
// # Terms
//
// A [Data] is everything that the page shows. A figure is exact, or an estimate of a sketch
// if there were too many different values; the page says which. A row is a line of the
// table: a URL with the place where it occurs. The rows are a sample if there were too many.
//
// # Flow
//
// Package collect counts matches as they are found, in bounded memory, and returns the Data.
// [Write] executes the templates with the Data. The templates, the style sheet and the
// script are the files in the directory page.
//
// # Safety
//
// All texts of the Data are untrusted input. They are shown as text: Write escapes them, a
// URL is never the target of a link, and the content security policy of the page allows
// nothing but its own style sheet and script, by their hashes.
package report

import "time"

// TopValues is the number of values that a Ranking lists.
const TopValues = 25

// Data is the content of the page.
type Data struct {
	Run     Run
	Totals  Totals
	Periods Periods
	Hosts   Ranking
	Domains Ranking // the part of a host that was registered, according to the Public Suffix List
	Kinds   []Count // in the order of package extract
	Levels  []Level
	Faults  []Fault // most frequent first
	Breaks  []Count // how rejoined URLs were broken; a URL may be broken in several ways
	Signs   []Fault // the dangers found, with examples; most frequent first
	Via     []Count // the services whose URLs were replaced by their targets
	Table   Table
}

// A Run describes where the Data comes from.
type Run struct {
	Version string
	Command string // as for a shell
	Started time.Time
	Took    time.Duration
	Files   []File
	More    int64    // files beyond those in Files
	Limits  []string // the limits that were met, one sentence each
	Errors  int64    // errors of inputs, which could not be read completely
	Failed  []string // the first errors: the input, a colon and the reason
}

// A File is a file that was searched.
type File struct {
	Name     string
	Size     int64  // in bytes; -1 if it is not known
	Sum      string // SHA-256 in hexadecimal digits; "" if it is not known
	URLs     int64
	Complete bool // the file was searched without an error
}

// Totals are the figures at the head of the page.
type Totals struct {
	URLs     int64 // occurrences
	Distinct Figure
	Hosts    Figure
	Domains  Figure
	Files    int64
	Bytes    int64
	Messages int64 // with URLs
	Rejoined int64
}

// A Figure is a number of different values.
type Figure struct {
	N        int64
	Estimate bool // of a sketch
}

// Periods are the numbers of URLs by the date of their messages in UTC, stacked by scheme. A few
// dates far from all others, and those that cannot be right, are outside of the bars.
type Periods struct {
	Unit    string   // "year" or "month"
	Schemes []string // the most frequent first; the last may be "other"
	Bars    []Bar    // in order of time, without gaps
	Earlier int64    // URLs with a date before the first bar
	Later   int64    // URLs with a date after the last bar
	Undated int64    // URLs outside of messages or in messages without a valid date
}

// A Bar is the number of URLs in a period for each of the schemes.
type Bar struct {
	Period string // 2026 or 2026-11
	N      []int64
}

// A Ranking is a list of the most frequent values.
type Ranking struct {
	Top      []Count // the most frequent first; at most TopValues, and none if none is frequent
	Rest     int64   // URLs with other values, or without a value
	Estimate bool    // the counts are estimates of a sketch: too many different values
}

// A Count is a value with its number of URLs.
type Count struct {
	Value string
	N     int64
}

// A Level is the number of URLs that are valid at a level of package parse.
type Level struct {
	Name           string
	Valid, Invalid int64
}

// A Fault is a class of errors or dangers, with examples.
type Fault struct {
	Level    string // of an error; "" for a danger
	Class    string
	N        int64
	Examples []Example
}

// An Example is a URL with a fault.
type Example struct {
	URL    string
	Offset int    // of the byte at fault in URL; -1 if the fault has no place
	Reason string // the evidence of a danger; may be empty
	Place  string // file:line
}

// A Table is the URLs themselves.
type Table struct {
	Rows    []Row // in the order in which they were found
	Of      int64 // the number of occurrences that Rows are a sample of; len(Rows) if all are shown
	Signs   bool  // the search looked for dangers
	Targets bool  // the search replaced URLs by their targets
}

// A Row is an occurrence of a URL. Empty texts are omitted in JSON.
type Row struct {
	URL     string   `json:"u"`
	Host    string   `json:"h,omitempty"`
	Kind    string   `json:"k"`
	File    string   `json:"f"`
	Line    int64    `json:"l,omitempty"`
	Message int64    `json:"n,omitempty"` // the number of the message in the file, from 1
	Place   string   `json:"p,omitempty"` // in a document: page, slide, cell or part
	Date    string   `json:"d,omitempty"` // of the message, RFC 3339, in UTC
	From    string   `json:"a,omitempty"`
	Subject string   `json:"s,omitempty"`
	List    string   `json:"m,omitempty"`
	Label   string   `json:"t,omitempty"`
	Context string   `json:"c,omitempty"` // the lines around the URL
	Target  string   `json:"g,omitempty"`
	Signs   []string `json:"w,omitempty"`
	Faults  []string `json:"e,omitempty"` // level:class
	Broken  bool     `json:"b,omitempty"` // it was rejoined
	// The URL or the target is too long and cut: it cannot be copied from the page.
	URLCut    bool `json:"x,omitempty"`
	TargetCut bool `json:"y,omitempty"`
}

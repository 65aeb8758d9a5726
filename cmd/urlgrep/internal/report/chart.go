package report

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A bar is a horizontal bar of a chart. Widths are percentages of the longest possible bar,
// so that the chart has the width of its column on the page.
type bar struct {
	Count
	Width string
	Share string // of all URLs of the report
}

// bars returns the bars of counts. The longest has the full width. The shares are of total.
func bars(total int64, counts []Count) []bar {
	var longest int64
	for _, c := range counts {
		longest = max(longest, c.N)
	}
	all := make([]bar, len(counts))
	for i, c := range counts {
		all[i] = bar{c, percent(c.N, longest), share(c.N, total)}
	}
	return all
}

// percent returns n as a percentage of all, for the attributes of SVG.
func percent(n, all int64) string {
	if all <= 0 {
		return "0%"
	}
	return trim(float64(n)/float64(all)*100) + "%"
}

// share returns n as a percentage of all, for readers: no share but 0 and all is rounded to 0
// or 100.
func share(n, all int64) string {
	if all <= 0 || n < 0 {
		return ""
	}
	switch p := float64(n) / float64(all) * 100; {
	case n == 0 || n == all:
		return fmt.Sprintf("%.0f%%", p)
	case p < 0.1:
		return "<0.1%"
	case p > 99.9:
		return ">99.9%"
	case p < 9.95 || p > 99:
		return fmt.Sprintf("%.1f%%", p)
	default:
		return fmt.Sprintf("%.0f%%", p)
	}
}

// trim returns x with at most two decimals.
func trim(x float64) string {
	return strconv.FormatFloat(math.Round(x*100)/100, 'f', -1, 64)
}

// firstBars is the number of bars of a ranking that the page shows at first.
const firstBars = 10

// A rankedBars is a ranking as two lists of bars.
type rankedBars struct {
	Ranking
	First, Others []bar
}

// ranking returns the bars of r.
func ranking(total int64, r Ranking) rankedBars {
	all := bars(total, r.Top)
	n := min(firstBars, len(all))
	return rankedBars{r, all[:n], all[n:]}
}

// A level is a Level with the widths of its two bars.
type level struct {
	Level
	ValidWidth string
	Share      string // of the URLs that are valid
}

func levels(all []Level) []level {
	shown := make([]level, len(all))
	for i, l := range all {
		shown[i] = level{l, percent(l.Valid, l.Valid+l.Invalid), share(l.Valid, l.Valid+l.Invalid)}
	}
	return shown
}

// A fault is a Fault with its bar.
type fault struct {
	Fault
	Width string
	Open  bool // its examples are shown at first
}

// openFaults is the number of faults whose examples are shown at first.
const openFaults = 2

func faults(all []Fault) []fault {
	var longest int64
	for _, f := range all {
		longest = max(longest, f.N)
	}
	shown := make([]fault, len(all))
	for i, f := range all {
		shown[i] = fault{f, percent(f.N, longest), i < openFaults}
	}
	return shown
}

// An excerpt is the text of an example around the byte at fault, which is in At. At is empty
// if the fault has no place, or is at the end.
type excerpt struct {
	Before, At, After string
	End               bool // the fault is at the end of the text
}

// Lengths of an excerpt in bytes.
const (
	maxBefore = 160
	maxAfter  = 160
)

func newExcerpt(e Example) excerpt {
	if e.Offset < 0 || e.Offset > len(e.URL) {
		return excerpt{Before: cut(maxBefore+maxAfter, e.URL)}
	}
	from, to := e.Offset, e.Offset
	if to < len(e.URL) {
		from, to = character(e.URL, e.Offset)
	}
	before := e.URL[:from]
	if len(before) > maxBefore {
		start := len(before) - maxBefore
		start, _ = character(before, start)
		before = "…" + before[start:]
	}
	return excerpt{before, e.URL[from:to], cut(maxAfter, e.URL[to:]), to == from}
}

// character returns the range of the character in text that has the byte at offset i.
func character(text string, i int) (from, to int) {
	from = i
	for from > 0 && i-from < utf8.UTFMax-1 && !utf8.RuneStart(text[from]) {
		from--
	}
	if _, n := utf8.DecodeRuneInString(text[from:]); from+n > i {
		return from, from + n
	}
	return i, i + 1 // not UTF-8
}

// A columns is the chart of periods: a column for each period, with the schemes on each
// other. Horizontal positions are percentages of the width, vertical ones are pixels from the
// top, so that the texts of the chart keep their size on a phone.
type columns struct {
	Periods
	Height int // in pixels, without the labels below
	Below  int // the vertical position of these labels
	Ticks  []tick
	Bars   []column
	Total  int64 // URLs in all bars
	Legend []legend
}

// A tick is a horizontal line.
type tick struct {
	Y     string
	Label string
}

// A column is a bar of the chart.
type column struct {
	Period string
	Total  int64
	N      []int64
	Label  string // below the column; most have none
	Minor  bool   // the label is left out if there is little space
	Centre string
	Parts  []part
}

// A part of a column is for one scheme.
type part struct {
	Series        int // the index of the scheme
	Scheme        string
	N             int64
	X, Y          string
	Width, Height string
}

// A legend is a scheme with its number of URLs.
type legend struct {
	Series int
	Scheme string
	N      int64
}

// chartHeight is the height of the columns in pixels.
const chartHeight = 220

// newColumns returns the chart of p.
func newColumns(p Periods) columns {
	c := columns{Periods: p, Height: chartHeight, Below: chartHeight + 20, Legend: make([]legend, len(p.Schemes))}
	for i, scheme := range p.Schemes {
		c.Legend[i] = legend{Series: i, Scheme: scheme}
	}
	var highest int64
	for _, b := range p.Bars {
		var sum int64
		for i, n := range b.N {
			sum += n
			c.Legend[i].N += n
		}
		c.Total += sum
		highest = max(highest, sum)
	}
	step := tickStep(highest)
	top := max((highest+step-1)/step, 1) * step
	y := func(n int64) float64 { return chartHeight * (1 - float64(n)/float64(top)) }
	for n := int64(0); n <= top; n += step {
		c.Ticks = append(c.Ticks, tick{trim(y(n)), short(n)})
	}
	labels := periodLabels(p.Unit, p.Bars)
	width := 100 / float64(len(p.Bars))
	for i, b := range p.Bars {
		col := column{Period: b.Period, N: b.N, Label: labels[i].text, Minor: labels[i].minor, Centre: trim(width*(float64(i)+0.5)) + "%"}
		for j, n := range b.N {
			if n == 0 {
				continue
			}
			from := y(col.Total)
			col.Total += n
			height := from - y(col.Total)
			if height < 1 && col.Total == n {
				height = 1 // a column that would be too low to be seen
			}
			col.Parts = append(col.Parts, part{j, p.Schemes[j], n, trim(width*(float64(i)+0.1)) + "%", trim(from - height), trim(width*0.8) + "%", trim(height)})
		}
		c.Bars = append(c.Bars, col)
	}
	return c
}

// short returns a multiple of a step of the ticks, with a unit if it is large.
func short(n int64) string {
	for _, unit := range []struct {
		from, of int64
		name     string
	}{{1e12, 1e12, "T"}, {1e9, 1e9, "G"}, {1e6, 1e6, "M"}, {1e4, 1e3, "k"}} {
		if n >= unit.from {
			return trim(float64(n)/float64(unit.of)) + unit.name
		}
	}
	return Number(n)
}

// tickStep returns the distance of about four ticks up to n: 1, 2 or 5 times a power of ten.
func tickStep(n int64) int64 {
	for unit := int64(1); ; unit *= 10 {
		for _, step := range []int64{unit, 2 * unit, 5 * unit} {
			if n/step < 5 {
				return step
			}
		}
	}
}

// A periodLabel is a label below a column.
type periodLabel struct {
	text  string
	minor bool
}

// maxLabels is the number of labels that there is space for on a wide page.
const maxLabels = 12

// periodLabels returns the labels of bars: of each, or at equal distances. Months are
// labelled with their year if there are many.
func periodLabels(unit string, bars []Bar) []periodLabel {
	labels := make([]periodLabel, len(bars))
	var at []int // the bars that may have a label
	for i, b := range bars {
		labels[i].text = b.Period
		at = append(at, i)
	}
	if unit == "month" && len(bars) > 2*maxLabels {
		at = at[:0]
		for i, b := range bars {
			labels[i].text = ""
			if year, month, _ := strings.Cut(b.Period, "-"); month == "01" {
				labels[i].text = year
				at = append(at, i)
			}
		}
	}
	every := (len(at) + maxLabels - 1) / maxLabels
	for n, i := range at {
		if n%every != 0 {
			labels[i].text = ""
		}
		labels[i].minor = n/every%3 != 0 && len(at)/every > 4
	}
	return labels
}

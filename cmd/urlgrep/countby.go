package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/jsonenc"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/terminal"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/visible"
)

// counts reports whether URLs are counted instead of printed.
func (c *config) counts() bool { return c.by != nil && c.printsMatches() }

// value writes what a match is counted by, and a NUL behind it, to a tally: through
// whatever puts results in order.
func (p *printer) value(file string, m *extract.Match) {
	value := p.by.Of(file, m)
	if strings.IndexByte(value, 0) >= 0 {
		value = replaceNUL(value)
	}
	p.line = append(append(p.line[:0], value...), 0)
	p.out.Add(p.line)
	p.line = p.line[:0]
}

// What --count-by holds: that many different values, in so many bytes. With names of
// hosts they take some 200 MB.
const (
	maxValues     = 1 << 20
	maxValueBytes = 64 << 20
)

// A tally counts the values that are written to it, with a NUL behind each: as "sort |
// uniq -c", which would have to hold or sort them all.
type tally struct {
	most   int // values
	room   int // for their bytes
	values map[string]*value
	none   string // the name of the empty value
	part   []byte // of a value, at the end of what was written
	others int64  // URLs that have further values
}

type value struct {
	name string
	n    int64
}

func newTally(most, bytes int) *tally {
	return &tally{most: most, room: bytes, values: make(map[string]*value)}
}

func (t *tally) Write(p []byte) (int, error) {
	n := len(p)
	for {
		i := bytes.IndexByte(p, 0)
		switch {
		case i < 0:
			t.part = append(t.part, p...)
			return n, nil
		case len(t.part) > 0:
			t.add(append(t.part, p[:i]...))
			t.part = t.part[:0]
		default:
			t.add(p[:i])
		}
		p = p[i+1:]
	}
}

func (t *tally) add(name []byte) {
	v := t.values[string(name)]
	switch {
	case v != nil:
		v.n++
	case len(t.values) < t.most && len(name) <= t.room:
		t.room -= len(name)
		v := &value{string(name), 1}
		t.values[v.name] = v
	default:
		t.others++
	}
}

// sorted returns the values, the most frequent first, and others by name. The empty
// value has no name.
func (t *tally) sorted() []*value {
	list := make([]*value, 0, len(t.values))
	for name, v := range t.values {
		if name == "" {
			v.name = t.none
		}
		list = append(list, v)
	}
	slices.SortFunc(list, func(a, b *value) int {
		if order := cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.name, b.name)); order != 0 || a == b {
			return order
		}
		if a == t.values[""] { // before what has its name
			return -1
		}
		return 1
	})
	return list
}

// beginCounting makes ready to count: results go into a tally from now on.
func (s *search) beginCounting() {
	s.tally, s.counted = newTally(maxValues, maxValueBytes), s.out
	s.tally.none = s.by.None
	s.out = output.New(s.tally)
	s.print.out = s.out
}

// endCounting prints what was counted.
func (s *search) endCounting() {
	s.out.Flush()
	s.out = s.counted
	s.print.out = s.out
	list := s.tally.sorted()
	switch {
	case s.json:
		for _, v := range list {
			s.print.countObject(v, v == s.tally.values[""])
		}
	case s.table != nil:
		s.print.countRow("value", "count")
		for _, v := range list {
			s.print.countRow(v.name, strconv.FormatInt(v.n, 10))
		}
	default:
		s.print.countLines(list)
	}
	if s.tally.others > 0 {
		s.log.Print(fmt.Sprintf("more than %d different values: %s with further ones not counted",
			len(list), plural(s.tally.others, "URL")))
	}
}

// The keys of what is counted.
var keyValue, keyCount = jsonenc.NewKey("value"), jsonenc.NewKey("count")

// countObject prints how often a value was there, as JSON; absent is what has none.
func (p *printer) countObject(v *value, absent bool) {
	e := &p.enc
	e.Open(jsonenc.Member)
	if absent {
		e.Null(keyValue)
	} else {
		e.String(keyValue, v.name)
	}
	e.Int(keyCount, v.n)
	e.Close()
	p.flush()
}

// countRow prints a value and how often it was there, or their names, as CSV or TSV.
func (p *printer) countRow(value, count string) {
	if p.out.Terminal {
		value = string(visible.Append(nil, []byte(value)))
	}
	p.cell(0, value)
	p.cell(1, count)
	p.endRow()
}

// countLines prints how often each value was there, as "uniq -c" does; on a terminal
// with a bar between, as long as there is room for.
func (p *printer) countLines(list []*value) {
	if len(list) == 0 {
		return
	}
	most := list[0].n
	digits := max(7, len(strconv.FormatInt(most, 10)))
	bars := bars{ascii: !isUTF8(os.Getenv)}
	if p.out.Terminal {
		bars.fit(list, terminal.Columns(p.out.File())-digits)
	}
	for _, v := range list {
		p.line = fmt.Appendf(p.line, "%*d ", digits, v.n)
		p.line = bars.append(p.line, v.n, most)
		p.add("", v.name)
		p.end()
	}
}

// bars are what shows on a terminal how numbers compare.
type bars struct {
	width int // in columns; 0: there are none
	ascii bool
}

const minBar, maxBar = 8, 40

// fit makes the bars as wide as the values leave room for. Where that is not enough
// for anything, values are cut by the terminal as they would be without.
func (b *bars) fit(list []*value, columns int) {
	longest := 0
	for _, v := range list {
		longest = max(longest, visible.Columns(visible.Append(nil, []byte(v.name))))
	}
	const blanks = 2
	if columns >= 3*minBar {
		b.width = min(max(columns-blanks-longest, minBar), maxBar)
	}
}

// append appends the bar for a number, where that of most is as wide as may be, and
// blanks up to that width and one more.
func (b *bars) append(line []byte, n, most int64) []byte {
	if b.width == 0 {
		return line
	}
	const eighths = "▏▎▍▌▋▊▉█"
	const size = len("█")
	full, rest := b.width, 0
	if n < most {
		length := max(1, int(float64(n)/float64(most)*float64(8*b.width)))
		full, rest = length/8, length%8
	}
	used := full
	switch {
	case b.ascii:
		used = max(1, full)
		line = append(line, strings.Repeat("#", used)...)
	case rest > 0:
		used++
		line = append(line, strings.Repeat("█", full)...)
		line = append(line, eighths[(rest-1)*size:rest*size]...)
	default:
		line = append(line, strings.Repeat("█", full)...)
	}
	return append(line, strings.Repeat(" ", b.width+1-used)...)
}

// isUTF8 reports whether the locale's encoding is UTF-8 (POSIX, "Internationalization
// Variables": the first of these that is set and not empty counts).
func isUTF8(getenv func(string) string) bool {
	locale := strings.ToLower(cmp.Or(getenv("LC_ALL"), getenv("LC_CTYPE"), getenv("LANG")))
	return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
}

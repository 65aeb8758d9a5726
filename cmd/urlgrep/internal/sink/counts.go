package sink

import (
	"fmt"
	"os"
	"strconv"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/terminal"
	"github.com/urlgrep/urlgrep/internal/jsonenc"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/internal/visible"
)

// CountSettings determine the property by which matches are counted, and the form of the
// counts.
type CountSettings struct {
	Property *record.Property
	JSON     bool
	Table    *TableSettings // nil: not as a table
}

// Counts counts matches by a property, and prints the counts at the end. With several
// workers each has its own Counts, which adds its counts to the total
// when the worker's task has its turn.
type Counts struct {
	settings CountSettings
	line     *output.Line
	log      *output.Messages

	name   string // name of the input
	values record.Values
	own    *tally
	total  *Counts // nil: own is the total
	turn   Turn    // of the worker
}

// CountsFormat returns the format that prints counts at the end, and a warning about values that
// could not be counted.
func CountsFormat(line NewLine, s CountSettings) Format {
	f := Format{Needs: Needs{AtEnd: true}, Start: func(out *output.Output, log *output.Messages) Run {
		total := newCounts(line(out), log, s)
		return Run{
			Close: func(*Ending) error { total.Close(); return nil },
			Sink: func(w *Worker) Sink {
				own := total.worker(w.Turn)
				return Sink{Printer: own, Held: own}
			},
		}
	}}
	if s.Property.OfMessage {
		f.Needs.Fields = record.Places
	}
	return f
}

// newCounts returns the Counts of all workers.
func newCounts(line *output.Line, log *output.Messages, s CountSettings) *Counts {
	return &Counts{settings: s, line: line, log: log, values: record.Values{Property: s.Property}, own: newTally(maxValues, maxValueBytes)}
}

// worker returns the Counts of a worker. It adds its counts to those of c.
func (c *Counts) worker(turn Turn) *Counts {
	return &Counts{settings: c.settings, values: record.Values{Property: c.settings.Property}, own: newTally(maxValues, maxValueBytes), total: c, turn: turn}
}

func (c *Counts) Begin(name string, _ bool) { c.name = name }

func (c *Counts) Match(f Found) error {
	m := f.Match()
	c.own.add(replaceNUL(c.values.Of(c.name, m)), 1)
	if c.total != nil && c.own.bytes() > maxHeld {
		c.turn.Await()
		c.Flush()
	}
	return nil
}

func (c *Counts) End(int) {}

// maxHeld is the maximum number of bytes of values that a worker collects before it waits
// for its turn.
const maxHeld = 512 << 10

// Flush adds the counts of a worker to the total.
func (c *Counts) Flush() {
	if c.total == nil || c.own.isEmpty() {
		return
	}
	own := c.own
	c.own = newTally(maxValues, maxValueBytes)
	c.turn.Then(func() { c.total.own.merge(own) })
}

// Restart drops the counts of a worker that have not been flushed.
func (c *Counts) Restart() {
	if c.total != nil && !c.own.isEmpty() {
		c.own = newTally(maxValues, maxValueBytes)
	}
}

// Close prints the counts.
func (c *Counts) Close() {
	list := c.own.sorted(c.settings.Property.None)
	switch {
	case c.settings.JSON:
		c.printObjects(list)
	case c.settings.Table != nil:
		c.printRows(list)
	default:
		c.printLines(list)
	}
	if c.own.others > 0 {
		c.log.Print(fmt.Sprintf("more than %d different values: %s with other values not counted",
			len(list), output.Plural(c.own.others, "URL")))
	}
}

// Keys of the JSON objects.
var keyValue, keyCount = jsonenc.NewKey("value"), jsonenc.NewKey("count")

// printObjects prints each value and its count as JSON. The value null counts matches
// without a value.
func (c *Counts) printObjects(list []*value) {
	var e jsonenc.Encoder
	for _, v := range list {
		e.Reset()
		e.Open(jsonenc.Member)
		if v.isNone {
			e.Null(keyValue)
		} else {
			e.String(keyValue, v.name)
		}
		e.Int(keyCount, v.n)
		e.Close()
		printJSON(c.line.Output(), &e)
	}
}

// printRows prints a header, and each value and its count, as CSV or TSV.
func (c *Counts) printRows(list []*value) {
	out := c.line.Output()
	r := newRows(out, c.settings.Table)
	print := func(value, count string) {
		r.cell(value)
		r.cell(count)
		r.end()
	}
	print("value", "count")
	for _, v := range list {
		name := v.name
		if out.Terminal {
			name = string(visible.Append(nil, []byte(name)))
		}
		print(name, strconv.FormatInt(v.n, 10))
	}
}

// printLines prints each count and its value, as "uniq -c" does. On a terminal that is
// wide enough it prints a bar between them.
func (c *Counts) printLines(list []*value) {
	if len(list) == 0 {
		return
	}
	most := list[0].n
	digits := max(7, len(strconv.FormatInt(most, 10)))
	bars := bars{ascii: !isUTF8(os.Getenv)}
	if out := c.line.Output(); out.Terminal {
		bars.fit(list, terminal.Columns(out.File())-digits)
	}
	for _, v := range list {
		c.line.AppendFunc(func(b []byte) []byte {
			return bars.append(fmt.Appendf(b, "%*d ", digits, v.n), v.n, most)
		})
		c.line.AddLine("", v.name)
		c.line.End()
	}
}

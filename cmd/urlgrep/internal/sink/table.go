package sink

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/record"
)

// TableSettings determine the format of rows.
type TableSettings struct {
	Tabs    bool // TSV instead of CSV
	Safe    bool // change cells that spreadsheets would read as formulas
	Columns []*record.Column
	View    record.View
}

// Table prints each match as a row of CSV or TSV, after a row with the names of the
// columns.
type Table struct {
	rows
	runs   []run
	view   record.View
	name   string      // name of the input
	brief  *briefMatch // nil: a column needs more
	record record.Record
}

// A run is columns of one Scope that follow one another. The memory has their cells.
type run struct {
	columns []*record.Column
	memory  *record.Memory // nil: not remembered
}

// minRun is the minimum length of a run whose cells are remembered.
const minRun = 3

// runsOf divides columns into runs.
func runsOf(columns []*record.Column) (list []run) {
	for len(columns) > 0 {
		scope, n := columns[0].Scope, 1
		for n < len(columns) && columns[n].Scope == scope {
			n++
		}
		r := run{columns: columns[:n]}
		if scope != record.OfMatch && n >= minRun {
			r.memory = new(record.Memory)
		}
		list, columns = append(list, r), columns[n:]
	}
	return list
}

// TableFormat returns the format that prints rows, after one with the names of the columns.
func TableFormat(s TableSettings) Format {
	needs := Needs{Records: true}
	for _, c := range s.Columns {
		needs.Fields |= c.Needs
	}
	return Format{needs, func(out *output.Output, _ *output.Messages) Run {
		return Run{
			Open: newTable(out, s).Open,
			Sink: func(w *Worker) Sink { return Sink{Printer: newTable(w.Out, s)} },
		}
	}}
}

// newTable returns a Printer that prints rows to out.
func newTable(out *output.Output, s TableSettings) *Table {
	s.View.Visible = out.Terminal
	t := &Table{rows: newRows(out, &s), runs: runsOf(s.Columns), view: s.View}
	if !slices.ContainsFunc(s.Columns, func(c *record.Column) bool { return !c.IsBrief }) {
		t.brief = new(briefMatch)
	}
	return t
}

// Open prints the names of the columns.
func (t *Table) Open() {
	for _, r := range t.runs {
		for _, c := range r.columns {
			t.cell(c.Name)
		}
	}
	t.end()
}

func (t *Table) Begin(name string, _ bool) {
	t.name = name
	t.row = t.row[:0]
}

func (t *Table) Match(f Found) error {
	m := matchOf(f, t.brief)
	record.Reset(&t.record, t.view, t.name, m)
	for i := range t.runs {
		r := &t.runs[i]
		if r.memory == nil {
			t.row = t.appendCells(t.row, r.columns)
			continue
		}
		t.row = r.memory.Append(t.row, r.columns[0].Scope, &t.record, func(row []byte) []byte {
			return t.appendCells(row, r.columns)
		})
	}
	t.end()
	return nil
}

// appendCells appends the cells of the record in columns.
func (t *Table) appendCells(row []byte, columns []*record.Column) []byte {
	for _, c := range columns {
		row = append(row, t.separator)
		start := len(row)
		row = c.AppendText(row, &t.record)
		if t.safe || len(row) > start && !c.IsPlain {
			row = t.finish(row, start)
		}
	}
	return row
}

func (t *Table) End(int) {}

// rows writes rows of CSV or TSV. row holds the cells of the current row, with a separator before
// each.
type rows struct {
	out       *output.Output
	separator byte // between cells: a comma, or a tab for TSV
	safe      bool
	row       []byte
}

func newRows(out *output.Output, s *TableSettings) rows {
	r := rows{out: out, separator: ',', safe: s.Safe}
	if s.Tabs {
		r.separator = '\t'
	}
	return r
}

// cell adds a cell.
func (r *rows) cell(text string) {
	r.row = append(r.row, r.separator)
	start := len(r.row)
	r.row = r.finish(append(r.row, text...), start)
}

// finish returns row with the text from index start on as a cell. The text of most cells needs
// no change, which one pass decides.
func (r *rows) finish(row []byte, start int) []byte {
	text := row[start:]
	switch {
	case r.plainLen(text) < len(text) || r.safe && isFormula(string(text[:min(len(text), utf8.UTFMax)])):
		return r.appendCell(row[:start], string(text))
	case r.safe && r.separator == ',':
		return append(slices.Insert(row, start, '"'), '"')
	}
	return row
}

// plainLen returns the length of the prefix of text that is the same in a cell.
func (r *rows) plainLen(text []byte) int {
	if r.separator == '\t' {
		return ascii.PlainLen(text, '\\', '\\')
	}
	return ascii.PlainLen(text, '"', ',')
}

// escapes replaces characters by the escapes of TSV, which has no quotes. jq writes these
// escapes, and databases read them.
var escapes = strings.NewReplacer("\\", `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`)

// appendCell appends a cell. It replaces each octet that is not UTF-8 by U+FFFD, as --json
// does, and also NUL, at which some programs end a cell.
func (r *rows) appendCell(b []byte, text string) []byte {
	if !utf8.ValidString(text) {
		text = string([]rune(text)) // one for each octet
	}
	text = replaceNUL(text)
	if r.safe && isFormula(text) {
		text = "'" + text
	}
	if r.separator == '\t' {
		return append(b, escapes.Replace(text)...)
	}
	return appendQuoted(b, text, r.safe)
}

// end ends a row with LF alone. RFC 4180 specifies CR LF, but also says that implementors
// should be liberal, and all readers accept LF, while cut, awk and sqlite take the CR for
// a part of the last cell.
func (r *rows) end() {
	r.row = append(r.row, '\n')
	r.out.WriteShown(r.row[1:])
	r.row = r.row[:0]
}

// appendQuoted appends a cell of CSV (RFC 4180, section 2). It quotes the cell if that is
// necessary or always is set.
func appendQuoted(b []byte, text string, always bool) []byte {
	if !always && !strings.ContainsAny(text, "\",\r\n") {
		return append(b, text...)
	}
	b = append(b, '"')
	b = append(b, strings.ReplaceAll(text, `"`, `""`)...)
	return append(b, '"')
}

// isFormula reports whether spreadsheets take a cell for a formula, by OWASP's rule for
// "CSV injection". Spreadsheets set to East Asian languages also accept the full-width
// signs of the rule.
func isFormula(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return strings.ContainsRune("=+-@\t\r\n＝＋－＠", r)
}

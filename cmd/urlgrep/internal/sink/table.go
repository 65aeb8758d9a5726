package sink

import (
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/record"
)

// TableSettings say how rows are written.
type TableSettings struct {
	Tabs   bool // TSV, not CSV
	Safe   bool // no cell is a formula
	Defang bool
}

// Table prints each match as a row of CSV or TSV, below the names of the columns.
type Table struct {
	rows
	view   record.View
	name   string // of the input
	record record.Record
}

// NewTable returns a sink that prints rows to out.
func NewTable(out *output.Output, s TableSettings) *Table {
	return &Table{rows: rows{out: out, tabs: s.Tabs, safe: s.Safe}, view: record.View{Defang: s.Defang, Visible: out.Terminal}}
}

// Open prints the row with the names of the columns.
func (t *Table) Open() {
	for name := range record.Columns() {
		t.cell(name)
	}
	t.end()
}

func (t *Table) Begin(name string, _ bool) {
	t.name = name
	t.row = t.row[:0]
}

func (t *Table) Match(f Found) error {
	m := f.Match()
	record.Reset(&t.record, t.view, t.name, m)
	for text := range record.Cells(&t.record) {
		t.cell(text)
	}
	t.end()
	return nil
}

func (t *Table) End(int) {}

// rows writes rows of CSV or TSV. The cells of the next row are in row.
type rows struct {
	out        *output.Output
	tabs, safe bool
	row        []byte
	any        bool // the row has a cell
}

// escapes are those of TSV, which has no quotes: those that jq writes, and databases read.
var escapes = strings.NewReplacer("\\", `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`)

// cell adds a cell. What is not UTF-8 comes as U+FFFD, as with --json, and so does NUL, at
// which some programs end a cell.
func (r *rows) cell(text string) {
	if r.any {
		r.row = append(r.row, r.separator())
	}
	r.any = true
	if !utf8.ValidString(text) {
		text = string([]rune(text)) // one for each octet
	}
	text = replaceNUL(text)
	if r.safe && isFormula(text) {
		text = "'" + text
	}
	if r.tabs {
		r.row = append(r.row, escapes.Replace(text)...)
	} else {
		r.row = appendCell(r.row, text, r.safe)
	}
}

func (r *rows) separator() byte {
	if r.tabs {
		return '\t'
	}
	return ','
}

// end ends a row by LF alone: RFC 4180 wants CR LF, but also says that
// implementors should be liberal, and all read LF; while cut, awk and sqlite take
// the CR for a part of the last cell.
func (r *rows) end() {
	r.row = append(r.row, '\n')
	r.out.WriteShown(r.row)
	r.row, r.any = r.row[:0], false
}

// appendCell appends a cell of CSV (RFC 4180, section 2), between quotes if it needs
// that or always is to be.
func appendCell(b []byte, text string, always bool) []byte {
	if !always && !strings.ContainsAny(text, "\",\r\n") {
		return append(b, text...)
	}
	b = append(b, '"')
	b = append(b, strings.ReplaceAll(text, `"`, `""`)...)
	return append(b, '"')
}

// isFormula reports whether spreadsheets take a cell for a formula: by OWASP's rule for
// "CSV injection", the full-width signs of which are read so where East Asian
// languages are set.
func isFormula(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return strings.ContainsRune("=+-@\t\r\n＝＋－＠", r)
}

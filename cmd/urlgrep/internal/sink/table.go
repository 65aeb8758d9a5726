package sink

import (
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/record"
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
	columns []*record.Column
	view    record.View
	name    string // name of the input
	record  record.Record
}

// NewTable returns a sink that prints rows to out.
func NewTable(out *output.Output, s TableSettings) *Table {
	s.View.Visible = out.Terminal
	return &Table{rows: rows{out: out, tabs: s.Tabs, safe: s.Safe}, columns: s.Columns, view: s.View}
}

// Open prints the names of the columns.
func (t *Table) Open() {
	for _, c := range t.columns {
		t.cell(c.Name)
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
	for _, c := range t.columns {
		t.cell(c.Cell(&t.record))
	}
	t.end()
	return nil
}

func (t *Table) End(int) {}

// rows writes rows of CSV or TSV. row holds the cells of the current row.
type rows struct {
	out        *output.Output
	tabs, safe bool
	row        []byte
	any        bool // the row has a cell
}

// escapes replaces characters by the escapes of TSV, which has no quotes. jq writes these
// escapes, and databases read them.
var escapes = strings.NewReplacer("\\", `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`)

// cell adds a cell. It replaces each octet that is not UTF-8 by U+FFFD, as --json does,
// and also NUL, at which some programs end a cell.
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

// end ends a row with LF alone. RFC 4180 specifies CR LF, but also says that implementors
// should be liberal, and all readers accept LF, while cut, awk and sqlite take the CR for
// a part of the last cell.
func (r *rows) end() {
	r.row = append(r.row, '\n')
	r.out.WriteShown(r.row)
	r.row, r.any = r.row[:0], false
}

// appendCell appends a cell of CSV (RFC 4180, section 2). It quotes the cell if that is
// necessary or always is set.
func appendCell(b []byte, text string, always bool) []byte {
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

package main

import (
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/extract"
)

// A table says how --csv and --tsv write.
type table struct {
	separator byte
	safe      bool              // no cell is a formula
	escapes   *strings.Replacer // of TSV, which has no quotes: those that jq writes, and databases read
}

// setTable takes over --csv, --tsv and --csv-safe, which without --tsv is CSV.
func (c *config) setTable() {
	if c.csvSafe && !c.tsv {
		c.csv = true
	}
	switch {
	case c.csv:
		c.table = &table{separator: ',', safe: c.csvSafe}
	case c.tsv:
		escapes := strings.NewReplacer("\\", `\\`, "\t", `\t`, "\n", `\n`, "\r", `\r`)
		c.table = &table{separator: '\t', safe: c.csvSafe, escapes: escapes}
	}
}

// isStructured reports whether all that there is to say about a match may be printed.
func (c *config) isStructured() bool { return c.json || c.format != nil || c.table != nil }

// row prints the row of a match.
func (p *printer) row(file string, m *extract.Match) {
	record.Reset(&p.record, p.view(p.out.Terminal), file, m)
	i := 0
	for text := range record.Cells(&p.record) {
		p.cell(i, text)
		i++
	}
	p.endRow()
}

// heading prints the row with the names of the columns.
func (p *printer) heading() {
	i := 0
	for name := range record.Columns() {
		p.cell(i, name)
		i++
	}
	p.endRow()
}

// cell appends a cell. What is not UTF-8 comes as U+FFFD, as with --json, and so does
// NUL, at which some programs end a cell.
func (p *printer) cell(number int, text string) {
	if number > 0 {
		p.line = append(p.line, p.table.separator)
	}
	if !utf8.ValidString(text) {
		text = string([]rune(text)) // one for each octet
	}
	text = replaceNUL(text)
	if p.table.safe && isFormula(text) {
		text = "'" + text
	}
	if p.table.escapes != nil {
		p.line = append(p.line, p.table.escapes.Replace(text)...)
	} else {
		p.line = appendCell(p.line, text, p.table.safe)
	}
}

// endRow ends a line by LF alone: RFC 4180 wants CR LF, but also says that
// implementors should be liberal, and all read LF; while cut, awk and sqlite take
// the CR for a part of the last cell.
func (p *printer) endRow() {
	p.line = append(p.line, '\n')
	p.out.WriteShown(p.line)
	p.line = p.line[:0]
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

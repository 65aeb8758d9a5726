package main

import (
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/internal/record"
)

// A format is an output format, and when it is chosen.
type format struct {
	is   func(t *task) bool
	make func(t *task) sink.Format
}

// formats are the output formats. The first one that is chosen prints, and the last one if no
// other is.
var formats = []format{
	{func(t *task) bool { return !t.printsMatches() }, func(t *task) sink.Format { return sink.TotalsFormat(t.line, t.totals()) }},
	{func(t *task) bool { return t.replace != nil }, func(t *task) sink.Format { return t.editor.Format(t.line) }},
	{(*task).counts, func(t *task) sink.Format {
		return sink.CountsFormat(t.line, sink.CountSettings{Property: t.by, JSON: t.json, Table: t.tableSettings()})
	}},
	{(*task).printsLines, func(t *task) sink.Format {
		return sink.LinesFormat(t.line, sink.LineSettings{Places: t.places(), Before: t.linesBefore, After: t.linesAfter})
	}},
	{(*task).reports, (*task).reportFormat},
	{func(t *task) bool { return t.sql }, func(t *task) sink.Format {
		return sink.SQLFormat(sink.SQLSettings{Version: version(), Command: shellLine(t.args), Options: t.rowOptions, View: t.view()})
	}},
	{func(t *task) bool { return t.json }, func(t *task) sink.Format { return sink.JSONFormat(t.view()) }},
	{func(t *task) bool { return t.format != nil }, func(t *task) sink.Format { return sink.TemplateFormat(t.format, t.records()) }},
	{(*task).isTable, func(t *task) sink.Format { return sink.TableFormat(*t.tableSettings()) }},
	{func(t *task) bool { return t.invalid && !t.print0 }, func(t *task) sink.Format { return sink.InvalidFormat(t.line, t.urls()) }},
	{func(t *task) bool { return t.warn != 0 && !t.print0 }, func(t *task) sink.Format { return sink.WarnedFormat(t.line, t.urls(), t.leads, t.warn) }},
	{func(*task) bool { return true }, func(t *task) sink.Format { return sink.URLFormat(t.line, t.urls()) }},
}

// chosen returns the format that prints.
func (t *task) chosen() sink.Format {
	i := slices.IndexFunc(formats, func(f format) bool { return f.is(t) })
	return formats[i].make(t)
}

// needs returns what the format that prints needs. That depends on no file that options name.
func (p *plan) needs() sink.Needs { return (&task{plan: p}).chosen().Needs }

// line returns a line of text for people, which is printed to out.
func (t *task) line(out *output.Output) *output.Line {
	line := output.NewLine(out, t.palette(out))
	line.Links = t.hasLinks(out)
	return line
}

// totals returns what is printed about each text instead of matches.
func (t *task) totals() sink.TotalSettings {
	return sink.TotalSettings{List: t.list && !t.quiet, ListWithout: t.listWithout && !t.quiet, Count: t.count && !t.quiet, Null: t.null}
}

// places returns what is printed before a URL or a line.
func (t *task) places() sink.Places {
	return sink.Places{LineNumber: t.lineNumber, ByteOffset: t.byteOffset, Null: t.null}
}

// urls returns how URLs are printed.
func (t *task) urls() sink.URLSettings {
	return sink.URLSettings{
		Places: t.places(), Print0: t.print0, Defang: t.defang, Both: t.hyphen.both,
	}
}

// records returns how the fields of matches are printed, and what ends them.
func (t *task) records() sink.RecordSettings {
	return sink.RecordSettings{Print0: t.print0, View: t.view()}
}

// view returns how the fields of matches are printed.
func (t *task) view() record.View {
	return record.View{Defang: t.defang, Same: t.same, Leads: t.leads}
}

// isTable reports whether rows are printed. --columns without --tsv implies CSV.
func (p *plan) isTable() bool { return p.csv != noTable || p.tsv != noTable || p.columns != nil }

// tableSettings returns the settings of a table, or nil if no table is printed.
func (t *task) tableSettings() *sink.TableSettings {
	if !t.isTable() {
		return nil
	}
	return &sink.TableSettings{Tabs: t.tsv != noTable, Safe: max(t.csv, t.tsv) == safeTable, Columns: t.tableColumns(), View: t.view()}
}

// tableColumns returns the columns of a table.
func (p *plan) tableColumns() []*record.Column {
	if p.columns != nil {
		return p.columns
	}
	var all []*record.Column
	for _, column := range columns {
		all = append(all, column.Value)
	}
	return all
}

// palette returns the colours for text written to out. URLs that end in a NUL are for
// programs and have no colours.
func (p *plan) palette(out *output.Output) output.Palette {
	if p.print0 {
		return output.Palette{}
	}
	return output.NewPalette(p.colouring, out)
}

// hasLinks reports whether the URLs written to out are hyperlinks: unless they are not to be
// followed, or are for programs.
func (p *plan) hasLinks(out *output.Output) bool {
	return !p.print0 && !p.defang && p.warn == 0 && !p.invalid && output.HasLinks(p.linking, out)
}

// shellLine returns a command line as for a shell.
func shellLine(args []string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_=+,./:@%"
	line := "urlgrep"
	for _, arg := range args {
		if arg == "" || strings.Trim(arg, plain) != "" {
			arg = sink.ShellQuote(arg)
		}
		line += " " + arg
	}
	return line
}

// counts reports whether URLs are counted by a property instead of printed.
func (p *plan) counts() bool { return p.by != nil && p.printsMatches() }

// sorting returns the order in which results are printed, or nil if they are printed as they
// are found. The list of --pick sorts by itself.
func (p *plan) sorting() *sink.Sort {
	if p.order.by == nil || p.pick || !p.printsMatches() {
		return nil
	}
	return &sink.Sort{By: p.order.by, Reverse: p.order.reverse}
}

// printsLines reports whether the lines that contain URLs are printed.
func (p *plan) printsLines() bool {
	return p.showLines && p.printsMatches() && !p.counts()
}

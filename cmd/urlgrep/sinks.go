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
	is   func(c *config) bool
	make func(c *config) sink.Format
}

// formats are the output formats. The first one that is chosen prints, and the last one if no
// other is.
var formats = []format{
	{func(c *config) bool { return !c.printsMatches() }, func(c *config) sink.Format { return sink.TotalsFormat(c.line, c.totals()) }},
	{func(c *config) bool { return c.replace != nil }, func(c *config) sink.Format { return c.editor.Format(c.line) }},
	{(*config).counts, func(c *config) sink.Format {
		return sink.CountsFormat(c.line, sink.CountSettings{Property: c.by, JSON: c.json, Table: c.tableSettings()})
	}},
	{(*config).printsLines, func(c *config) sink.Format {
		return sink.LinesFormat(c.line, sink.LineSettings{Places: c.places(), Before: c.linesBefore, After: c.linesAfter})
	}},
	{(*config).reports, (*config).reportFormat},
	{func(c *config) bool { return c.sql }, func(c *config) sink.Format {
		return sink.SQLFormat(sink.SQLSettings{Version: version(), Command: shellLine(c.args), Options: c.rowOptions, View: c.view()})
	}},
	{func(c *config) bool { return c.json }, func(c *config) sink.Format { return sink.JSONFormat(c.view()) }},
	{func(c *config) bool { return c.format != nil }, func(c *config) sink.Format { return sink.TemplateFormat(c.format, c.records()) }},
	{(*config).isTable, func(c *config) sink.Format { return sink.TableFormat(*c.tableSettings()) }},
	{func(c *config) bool { return c.invalid && !c.print0 }, func(c *config) sink.Format { return sink.InvalidFormat(c.line, c.urls()) }},
	{func(c *config) bool { return c.warn != 0 && !c.print0 }, func(c *config) sink.Format { return sink.WarnedFormat(c.line, c.urls(), c.leads, c.warn) }},
	{func(*config) bool { return true }, func(c *config) sink.Format { return sink.URLFormat(c.line, c.urls()) }},
}

// chosen returns the format that prints.
func (c *config) chosen() sink.Format {
	i := slices.IndexFunc(formats, func(f format) bool { return f.is(c) })
	return formats[i].make(c)
}

// line returns a line of text for people, which is printed to out.
func (c *config) line(out *output.Output) *output.Line {
	line := output.NewLine(out, c.palette(out))
	line.Links = c.hasLinks(out)
	return line
}

// totals returns what is printed about each text instead of matches.
func (c *config) totals() sink.TotalSettings {
	return sink.TotalSettings{List: c.list && !c.quiet, ListWithout: c.listWithout && !c.quiet, Count: c.count && !c.quiet, Null: c.null}
}

// places returns what is printed before a URL or a line.
func (c *config) places() sink.Places {
	return sink.Places{LineNumber: c.lineNumber, ByteOffset: c.byteOffset, Null: c.null}
}

// urls returns how URLs are printed.
func (c *config) urls() sink.URLSettings {
	return sink.URLSettings{Places: c.places(), Print0: c.print0, Defang: c.defang, Both: c.both}
}

// records returns how the fields of matches are printed, and what ends them.
func (c *config) records() sink.RecordSettings {
	return sink.RecordSettings{Print0: c.print0, View: c.view()}
}

// view returns how the fields of matches are printed.
func (c *config) view() record.View {
	return record.View{Defang: c.defang, Same: c.same, Leads: c.leads}
}

// isTable reports whether rows are printed. --columns without --tsv implies CSV.
func (c *config) isTable() bool { return c.csv != noTable || c.tsv != noTable || c.columns != nil }

// tableSettings returns the settings of a table, or nil if no table is printed.
func (c *config) tableSettings() *sink.TableSettings {
	if !c.isTable() {
		return nil
	}
	chosen := c.columns
	if chosen == nil {
		for _, all := range columns {
			chosen = append(chosen, all.Value)
		}
	}
	return &sink.TableSettings{Tabs: c.tsv != noTable, Safe: max(c.csv, c.tsv) == safeTable, Columns: chosen, View: c.view()}
}

// palette returns the colours for text written to out. URLs that end in a NUL are for
// programs and have no colours.
func (c *config) palette(out *output.Output) output.Palette {
	if c.print0 {
		return output.Palette{}
	}
	return output.NewPalette(c.colouring, out)
}

// hasLinks reports whether the URLs written to out are hyperlinks: unless they are not to be
// followed, or are for programs.
func (c *config) hasLinks(out *output.Output) bool {
	return !c.print0 && !c.defang && c.warn == 0 && !c.invalid && output.HasLinks(c.linking, out)
}

// setFormat parses the template of --format.
func (c *config) setFormat(text string) (err error) {
	c.format, err = sink.ParseTemplate(text)
	return err
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
func (c *config) counts() bool { return c.by != nil && c.printsMatches() }

// sorting returns the order in which results are printed, or nil if they are printed as they
// are found. The list of --pick sorts by itself.
func (c *config) sorting() *sink.Sort {
	if c.order.by == nil || c.pick || !c.printsMatches() {
		return nil
	}
	return &sink.Sort{By: c.order.by, Reverse: c.order.reverse}
}

// printsLines reports whether the lines that contain URLs are printed.
func (c *config) printsLines() bool {
	return c.showLines && c.printsMatches() && !c.counts()
}

// setContext sets the numbers of lines before and after a URL. -C applies where -B or -A
// is not given.
func (c *config) setContext(given func(option string) bool) {
	if !given("before-context") {
		c.linesBefore = c.linesAround
	}
	if !given("after-context") {
		c.linesAfter = c.linesAround
	}
	c.showLines = c.showLines || given("context") || given("before-context") || given("after-context")
}

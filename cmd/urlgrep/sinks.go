package main

import (
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/internal/record"
)

// newSink returns the sink for the options. isStopped reports whether nothing more is to
// be printed.
func (c *config) newSink(out *output.Output, log *output.Messages, isStopped func() bool) sink.Sink {
	line := output.NewLine(out, c.palette(out))
	line.Links = c.hasLinks(out)
	places := sink.Places{LineNumber: c.lineNumber, ByteOffset: c.byteOffset, Null: c.null}
	urls := sink.URLSettings{Places: places, Print0: c.print0, Defang: c.defang, Both: c.both}
	switch {
	case !c.printsMatches():
		return sink.NewTotals(line, sink.TotalSettings{List: c.list && !c.quiet, ListWithout: c.listWithout && !c.quiet, Count: c.count && !c.quiet, Null: c.null})
	case c.editor != nil:
		return c.editor.Sink(line, log)
	case c.by != nil:
		return sink.NewCounts(line, log, sink.CountSettings{Property: c.by, JSON: c.json, Table: c.tableSettings()})
	case c.showLines:
		return sink.NewLines(line, sink.LineSettings{Places: places, Before: c.linesBefore, After: c.linesAfter, IsStopped: isStopped})
	case c.reports():
		return c.newReport(out)
	case c.sql:
		return sink.NewSQL(out, sink.SQLSettings{Version: version(), Command: shellLine(c.args), Options: c.rowOptions, View: c.view()})
	case c.json:
		return sink.NewJSON(out, c.view())
	case c.format != nil:
		return sink.NewFormat(out, c.format, sink.FormatSettings{Print0: c.print0, View: c.view()})
	case c.isTable():
		return sink.NewTable(out, *c.tableSettings())
	case c.invalid && !c.print0:
		return sink.NewInvalid(line, urls)
	case c.warn != 0 && !c.print0:
		return sink.NewWarned(line, urls, c.leads, c.warn)
	}
	return sink.NewURLs(line, urls)
}

// view returns how the fields of matches are printed.
func (c *config) view() record.View {
	return record.View{Defang: c.defang, Same: c.same, Leads: c.leads}
}

// isTable reports whether rows are printed. --csv-safe and --columns without --tsv imply CSV.
func (c *config) isTable() bool { return c.csv || c.tsv || c.csvSafe || c.columns != nil }

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
	return &sink.TableSettings{Tabs: c.tsv && !c.csv, Safe: c.csvSafe, Columns: chosen, View: c.view()}
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

// isStructured reports whether the output format may print all fields of a match.
func (c *config) isStructured() bool {
	return c.json || c.sql || c.format != nil || c.replace != nil || c.isTable()
}

// fieldNeeds returns what the fields of matches need that the output format prints.
func (c *config) fieldNeeds() (n record.Needs) {
	switch {
	case c.json || c.sql || c.replace != nil:
		return record.Everything
	case c.format != nil:
		return c.format.Needs()
	case c.isTable():
		for _, column := range c.tableSettings().Columns {
			n |= column.Needs
		}
	}
	return n
}

// counts reports whether URLs are counted by a property instead of printed.
func (c *config) counts() bool { return c.by != nil && c.printsMatches() }

// sorting returns the order in which results are printed, or nil if they are printed as they
// are found. The list of --pick sorts by itself.
func (c *config) sorting() *sink.Sort {
	if c.sortBy == nil || c.pick || !c.printsMatches() {
		return nil
	}
	return &sink.Sort{By: c.sortBy, Reverse: c.reverse}
}

// printsLines reports whether the lines that contain URLs are printed.
func (c *config) printsLines() bool {
	return c.showLines && c.printsMatches() && !c.counts()
}

// hasContext reports whether context lines are printed.
func (c *config) hasContext() bool { return c.printsLines() && max(c.linesBefore, c.linesAfter) > 0 }

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

// found returns f as it is printed: with its message fields truncated if they are printed too
// often, and with the URL that its URL leads to.
func (c *config) found(f sink.Found, repeats *record.Repetition) sink.Found {
	if c.isStructured() {
		return sink.Bounded{Found: f, Repeated: repeats}
	}
	if c.follows() {
		return sink.Followed{Found: f, Leads: c.leads}
	}
	return f
}

// follows reports whether the URLs that URLs lead to are printed or counted instead of those
// in the text. An object, a row or a report has both. A warning, an error and a link in a line
// are about the URL in the text.
func (c *config) follows() bool {
	reasons := (c.invalid || c.warn != 0) && !c.print0
	return c.leads != nil && (c.counts() || !c.isStructured() && !c.reports() && !reasons && !c.printsLines())
}

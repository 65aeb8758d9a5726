package main

import (
	"math"
	"slices"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/internal/pick"
	"github.com/urlgrep/urlgrep/internal/record"
)

// Lists of options that exclude the same other options, because the output cannot satisfy
// both.
//
// Combinations that grep accepts are allowed, even if an option has no effect: -q wins
// over all options, -l and -L win over -c, and these three win over options for lines and
// for text before lines. Of options of the same kind the last one wins: see Overrides.
var (
	totalNames = []string{"count", "files-with-matches", "files-without-match"}
	lineNames  = []string{"show-lines", "after-context", "before-context", "context"}
	placeNames = []string{"line-number", "byte-offset", "with-filename"}
)

var whens = []option.Choice[output.When]{
	{Name: "auto", Value: output.Auto},
	{Name: "always", Value: output.Always},
	{Name: "never", Value: output.Never},
}

var properties = func() (list []option.Choice[*record.Property]) {
	for i := range record.Properties {
		p := &record.Properties[i]
		list = append(list, option.Choice[*record.Property]{Name: p.Name, Value: p})
	}
	return list
}()

var columns = func() (list []option.Choice[*record.Column]) {
	for i := range record.Columns {
		column := &record.Columns[i]
		list = append(list, option.Choice[*record.Column]{Name: column.Name, Value: column})
	}
	return list
}()

// A sorting is a value of --sort.
type sorting struct {
	by      *record.Order // nil: in the order found
	reverse bool
}

var orders = func() (list []option.Choice[sorting]) {
	for i := range record.Orders {
		o := &record.Orders[i]
		list = append(list, option.Choice[sorting]{Name: o.Name, Value: sorting{by: o}})
	}
	for _, c := range list {
		list = append(list, option.Choice[sorting]{Name: "-" + c.Name, Value: sorting{c.Value.by, true}})
	}
	return list
}()

// A tableForm is how a table is printed.
type tableForm uint8

const (
	noTable tableForm = iota
	plainTable
	safeTable // no cell is a formula
)

var tableForms = []option.Choice[tableForm]{{Name: "plain", Value: plainTable}, {Name: "safe", Value: safeTable}}

func (o *formatOptions) section() option.Section {
	return option.Section{Title: "How to print URLs", Options: append([]option.Option{
		{
			Name: "json", Affects: option.Printed,
			Value:     option.True(&o.json),
			Overrides: []string{"csv", "tsv", "format", "columns", "sql"},
			Excludes:  slices.Concat(totalNames, lineNames),
			Usage:     "print each URL as a JSON object",
			Text: `
Print each URL as a JSON object on its own line (JSON Lines). An object has these members,
without those that do not apply:

	url kind             the URL, and how the text delimits it
	file line            the file, and the line in it, from 1
	offset end           its bytes from 0, including delimiters
	text                 the URL as it is in the text, with delimiters
	raw_base64           the same bytes, if they are not UTF-8
	rejoined refanged    true if the URL was broken, or defanged
	hyphen_ambiguous     true if a hyphen may not belong to the URL
	alternatives         the URL without that hyphen
	target via           where the URL leads, with --unwrap or --clean
	key                  what --same compares
	quote_depth          how often the line is quoted
	signature            true in a signature or a footer
	element attribute    the HTML element and attribute with the URL
	label label_cut      the text of the link; true if it is cut
	scheme user password host host_ascii port path query fragment
	parts                the parts that RFC 1738 has for the scheme
	valid                the levels at which the URL is valid
	errors               at the others: level, class, error_offset
	warnings             what is dangerous or doubtful in the URL
	evidence             the evidence of the warnings of --warn
	message              index id date date_raw from subject
	                     newsgroups part header
	document             format place name member page slide
	                     cell object paragraph origin revision
	                     relation

The file is "(standard input)" for standard input. For a member of an archive it is the name
of the archive, a slash and the name of the member.

Of --json, --csv, --tsv, --sql and --format the last one counts.

The fields in "message" are repeated with each URL. If they make the output more than 32
times as long as the message, fields longer than 64 bytes are cut and end in "…". --verbose
and --stats report how many URLs have such fields.

	urlgrep --json INBOX | jq -r 'select(.rejoined).url'
`,
		},
		{
			Name: "csv", Arg: "HOW", Implied: "plain", Affects: option.Printed,
			Value:     option.OneOf(tableForms, &o.csv),
			Overrides: []string{"tsv", "format"},
			Excludes:  slices.Concat(totalNames, lineNames),
			Usage:     "print CSV with a header; safe: without formulas",
			Text: `
Print each URL as a row of comma-separated values (RFC 4180, but rows end in LF only). The
first row has the names of the columns. They are the keys of --json except text, raw_base64,
parts and date_raw; the keys in "message" and "document" have the prefixes message_ and
document_. The members of a list are separated by blanks. An error is printed as
level:class:byte. The members of evidence are printed as name=text and separated by
semicolons. NUL bytes and bytes that are not UTF-8 are printed as U+FFFD. Of --json, --csv, --tsv, --sql,
--columns and --format the last one counts, but --columns can be combined with --csv or --tsv.

HOW is plain (the default), or safe for a table in which no cell is a formula for a spreadsheet: a
cell that begins with = + - @, a tab or a line break gets a ' before it, and all cells of CSV are
quoted.

	urlgrep --csv INBOX > urls.csv
	urlgrep --csv=safe spam.mbox > urls.csv
`,
		},
		{
			Name: "tsv", Arg: "HOW", Implied: "plain", Rare: true, Affects: option.Printed,
			Value:     option.OneOf(tableForms, &o.tsv),
			Overrides: []string{"format"},
			Excludes:  slices.Concat(totalNames, lineNames),
			Usage:     "print tab-separated values, otherwise as --csv",
			Text: `
Print the same table as --csv, with tabs between the cells. In a cell, a tab is printed as
\t, a line feed as \n, a carriage return as \r, and a backslash as \\. HOW is plain or safe.

	urlgrep --tsv INBOX | cut -f1,4
`,
		},
		{
			Name: "sql", Rare: true, Affects: option.Printed,
			Value:     option.True(&o.sql),
			Overrides: []string{"csv", "tsv", "columns", "format"},
			Excludes:  slices.Concat(totalNames, lineNames, []string{"count-by", "print0", "pick"}),
			Usage:     "print SQL, for sqlite3 to store the URLs",
			Text: `
Print statements that store the URLs in a database, for the shell of SQLite, version 3.24 or
later. They create these tables, with comments, if the database does not have them:

	run         version, command line and time of each run
	file        path, size, time and SHA-256 of each file
	message     the messages with URLs: date, sender, subject …
	url         each URL once, with its components
	occurrence  where each URL occurs, and how

The rows of a file are stored in one transaction at its end, which replaces all rows of the
file with the same path. So an import may be interrupted, and repeated when the files have
changed. Several imports into one database may run at the same time.

	urlgrep -r --sql mail/ | sqlite3 links.db
	sqlite3 -box links.db 'SELECT count(*) FROM occurrence'
`,
		},
		{
			Name: "report", Arg: "FILE", Affects: option.Printed,
			Value: option.Checked(&o.report, checkFileName),
			Excludes: slices.Concat(totalNames, lineNames, []string{"json", "csv", "tsv", "columns", "sql", "format",
				"print0", "count-by", "pick", "quiet"}),
			Usage: "write an HTML page with charts and a table",
			Text: `
Write a report to FILE, instead of printing URLs: one HTML page with the number of URLs over
time, the most frequent hosts, what is wrong or dangerous in URLs, and a table of the URLs to
search and sort, with the lines around each. The page needs no other files and no network, and
has no links that could be followed by accident; with --defang, all URLs in it are defanged. If
FILE is -, the page is printed to standard output.

At most 256 MiB of memory are used. The numbers of different URLs, up to 524288, and of
different hosts and their counts, up to 65536, are exact, and estimates above that. Of more than
20000 URLs, the table has a random sample, the same each time. The page says which limits were
met.

FILE is replaced when the page is complete. If a signal ends the search, the page says so. With -r,
FILE is not searched if it is empty or an earlier report. It is an error, and FILE stays, if it is
any other input.

	urlgrep -r --report=links.html mail/
	urlgrep --report=phishing.html --unwrap --defang phishing.eml
`,
		},
		{
			Name: "columns", Arg: "LIST", Rare: true, Affects: option.Printed,
			Value:     option.AllOf(columns, func(c *record.Column) { o.columns = append(o.columns, c) }),
			Overrides: []string{"format"},
			Excludes:  slices.Concat(totalNames, lineNames, []string{"count-by"}),
			Usage:     "print CSV with these columns, in this order",
			Text: `
Print CSV, or with --tsv tab-separated values, with the columns in LIST, in its order. LIST
is separated by commas. The columns are, in the order of --csv:

	url kind file line offset end
	rejoined refanged hyphen_ambiguous alternatives
	key target via quote_depth signature
	element attribute label label_cut
	scheme user password host host_ascii port path query fragment
	valid errors warnings evidence
	message_index message_id message_date message_from
	message_subject message_newsgroups message_part message_header
	document_format document_place document_name document_member
	document_page document_slide document_cell document_object
	document_paragraph document_origin document_revision
	document_relation

	urlgrep --columns=message_date,host,url INBOX >urls.csv
`,
		},
		{
			Name: "format", Arg: "TEMPLATE", Affects: option.Printed,
			Value:    option.Parsed(&o.format, sink.ParseTemplate),
			Excludes: slices.Concat(totalNames, lineNames, placeNames),
			Usage:    "print each URL as TEMPLATE: '{{.Line}} {{.URL}}'",
			Text: `
Print each URL as TEMPLATE, a template of Go's package text/template, on its own line. Of
--format, --json, --csv, --tsv and --sql the last one counts. The fields have the values of the keys
of --json:

	.URL .Kind .File .Line .Offset .End .Text .Rejoined .Refanged
	.HyphenAmbiguous .Alternatives .Key .Target .Via
	.QuoteDepth .Signature
	.Element .Attribute .Label .LabelCut
	.Scheme .User .Password .Host .HostASCII .Port
	.Path .Query .Fragment
	.Valid .Errors .Warnings .Evidence
	.Message.Index .Message.ID .Message.Date .Message.DateRaw
	.Message.From .Message.Subject .Message.Newsgroups
	.Message.Part .Message.Header
	.Document.Format .Document.Place .Document.Name .Document.Member
	.Document.Page .Document.Slide .Document.Cell .Document.Object
	.Document.Paragraph .Document.Origin .Document.Revision
	.Document.Relation

A field that does not apply is empty. The fields .Alternatives, .Via, .Valid and .Warnings are
lists of strings. The field .Errors is a list of errors with the fields .Level, .Class and
.ErrorOffset. The field .Evidence has the evidence of warnings by their names:
{{index .Evidence "userinfo-host"}}. The URL is also {{.}}, and {{json .}} is the object that
--json prints. Besides the functions of all templates (printf, index, slice, len, eq, and, or,
urlquery, ...), these are available:

	sh            quote for a POSIX shell
	json          encode as JSON, also a list
	defang        defang a URL, as --defang does
	upper lower   change the letter case
	join          join a list: {{join .Valid ","}}
	replace       replace all: {{replace .URL "http:" "https:"}}
	trimPrefix trimSuffix
	              remove from an end: {{trimSuffix .URL "/"}}

Fields contain the text of the input, including line breaks, except on a terminal. A NUL is
printed as U+FFFD. If a program reads the output, end each URL with -0, since no field
contains a NUL, or print fields with json or sh. Outside of {{ }}, the escapes \t \n \r \0
\\ are replaced. An error in the template ends the program at once. An error that depends on
the URL ends the search of that file.

	urlgrep --format '{{.File}}:{{.Line}}\t{{.URL}}' *.txt
	urlgrep --format '{{.Message.Date}} {{.URL}}' INBOX | sort
	urlgrep --scheme=http,https --format 'wget {{sh .URL}}' a.txt | sh
`,
		},
		{
			Name: "print0", Letter: "0", Affects: option.Printed,
			Value:    option.True(&o.print0),
			Excludes: slices.Concat(totalNames, lineNames, []string{"json", "csv", "tsv", "columns"}),
			Usage:    "end each URL with a NUL byte, for xargs -0",
			Text: `
End each URL, or the output of --format for it, with a NUL byte instead of a line feed. With
--invalid and --warn, no reasons are printed. Excludes --json, --csv and --tsv. For file
names, see -Z.

	urlgrep -0 --scheme=http,https list.txt | xargs -0 -n 1 xdg-open
`,
		},
		{
			Name: "defang", Rare: true, Affects: option.Found,
			Value:    option.True(&o.defang),
			Excludes: lineNames,
			Usage:    "print defanged URLs: hxxp://a[.]com/x",
			Text: `
Print defanged URLs, which cannot be followed by accident: http becomes hxxp, ftp becomes
fxp, the colon of any other scheme becomes [:], as in ssh[:]//a, a dot in a host becomes [.],
an at sign becomes [@]. URLs, hosts and addresses within a URL are defanged too. --refang
restores each URL exactly: if a URL contains text such as [.] or hxxp://, that is printed
as [[].] and [h]xxp[:]//. With --json, "url", "target", "alternatives" and "evidence" are
defanged; "text" and the parts are not.

	urlgrep --defang phishing.eml
`,
		},
	}, o.targetOptions()...)}
}

func (o *placeOptions) section() option.Section {
	return option.Section{Title: "What to print before each URL", Options: []option.Option{
		{
			Name: "line-number", Letter: "n", Affects: option.Printed,
			Value: option.True(&o.lineNumber),
			Usage: "print the line number before each URL",
			Text: `
Before each URL, print the number of the line on which the URL begins, from 1. In an encoded
file, the lines of the encoded file are counted. In a document, such as a PDF file, print the
page, the slide, the cell or the part instead, if it has them, and if the document is attached
to mail, after the number of the line.

	urlgrep -n letter.txt
`,
		},
		{
			Name: "byte-offset", Letter: "b", Rare: true, Affects: option.Printed,
			Value: option.True(&o.byteOffset),
			Usage: "print the byte offset before each URL",
			Text: `
Before each URL, print its byte offset: the number of bytes in the file before the URL and
its delimiter, after decompression and before any decoding. In a document, such as a PDF file,
it is usually the offset of the stream that has the URL.

	urlgrep -b letter.txt
`,
		},
		{
			Name: "with-filename", Letter: "H", Affects: option.Printed,
			Value:     option.True(&o.withName),
			Overrides: []string{"no-filename"},
			Usage:     "print the file name before each URL",
			Text: `
Print the file name before each URL. This is the default with several files or -r. Overrides
-h.

	urlgrep -H letter.txt
`,
		},
		{
			Name: "no-filename", Letter: "h", Affects: option.Printed,
			Value: option.True(&o.noName),
			Usage: "omit file names; -h alone prints a short help",
			Text: `
Do not print file names, even if there are several files. Overrides -H. If -h is the only
argument, urlgrep prints a short help.

	urlgrep -rh mail/
`,
		},
		{
			Name: "null", Letter: "Z", Rare: true, Affects: option.Printed,
			Value: option.True(&o.null),
			Usage: "end each file name with a NUL byte",
			Text: `
Print a NUL byte after each file name, instead of a colon or, with -l and -L, a line feed.
Programs such as xargs -0 read file names in this form. The names are printed unchanged;
without -Z, a line break in a name is printed as \u000a or \u000d, so that it does not begin
a line.

	urlgrep -rlZ mail/ | xargs -0 ls -l
`,
		},
	}}
}

func (o *insteadOptions) section() option.Section {
	return option.Section{Title: "What to print instead of URLs", Options: []option.Option{
		{
			Name: "count", Letter: "c", Affects: option.Printed,
			Value: option.True(&o.count),
			Usage: "print only the number of URLs in each file",
			Text: `
Print only the number of URLs in each file. URLs are counted, not lines.

	urlgrep -c *.txt
`,
		},
		{
			Name: "count-by", Arg: "WHAT", Affects: option.Printed,
			Value:    option.OneOf(properties, &o.by),
			Excludes: slices.Concat(totalNames, lineNames, placeNames, []string{"format", "print0", "pick", "defang"}),
			Usage:    "count the URLs of each WHAT: host, domain, year, …",
			Text: `
Print how many URLs have each value of WHAT, the most frequent value first, as "sort | uniq
-c | sort -rn" does. On a terminal, a bar is added. WHAT is scheme; host; domain, the part
of the host that was registered, according to the Public Suffix List; kind; file; year, from
the Date of the message; or list, the mailing list from List-Id or else List-Post.

With --json, print an object for each value, with "value" (null for URLs without one) and
"count". With --csv or --tsv, print rows with these columns. -m, --kind and other options
select the URLs that are counted. Excludes -c, -l, -L and --format. At most 1048576
different values (64 MiB in total) are counted, in about 200 MB. The number of URLs with
further values is printed to standard error.

	urlgrep --count-by=domain INBOX
	urlgrep -r --count-by=year --json mail/ | jq -r .value
`,
		},
		{
			Name: "files-with-matches", Letter: "l", Affects: option.Printed,
			Value:     option.True(&o.list),
			Overrides: []string{"files-without-match"},
			Usage:     "print only the names of files with URLs",
			Text: `
Print only the names of files that contain a URL. The search of a file ends at the first
URL. Overrides -L.

	urlgrep -rl mail/
`,
		},
		{
			Name: "files-without-match", Letter: "L", Rare: true, Affects: option.Printed,
			Value: option.True(&o.listWithout),
			Usage: "print only the names of files without URLs",
			Text: `
Print only the names of files that contain no URL. Overrides -l.

	urlgrep -rL mail/
`,
		},
		{
			Name: "quiet", Letter: "q", Rare: true, Affects: option.Printed,
			Value: option.True(&o.quiet),
			Usage: "print nothing; stop at the first URL",
			Text: `
Print nothing, and stop at the first URL. The exit status is then 0, even if an error
occurred before.

	if urlgrep -q message.eml; then …
`,
		},
		{
			Name: "stats", Rare: true, Affects: option.Nothing,
			Value: option.True(&o.stats),
			Usage: "print statistics to standard error at the end",
			Text: `
Print statistics to standard error after the results: files, messages and bytes read; URLs
by kind; rejoined URLs; URLs dropped because they are not valid at the level, by class of
error; skipped input; errors; time and rate. Each line is a number and what it counts; an
indented line counts a part of the line above it. Bytes are counted before decompression.
The members of an archive count as files. With -q, only the statistics are printed, and all
files are read to their end.

	urlgrep -rq --stats --level=rfc1738 mail/
`,
		},
		{
			Name: "show-lines", Affects: option.Printed,
			Value: option.True(&o.showLines),
			Usage: "print the lines that contain URLs, highlighted",
			Text: `
Print the lines that contain URLs instead of the URLs, with the URLs highlighted. For a URL
that is split across lines, all of these lines are printed. A line with several URLs is
printed once. -m still counts URLs. If options such as -e or --invalid select URLs, only the
selected URLs are highlighted.

In text, lines are those of the file, in UTF-8. In mail and HTML, lines are what a reader
sees: text is decoded, header fields are unfolded, and blocks of HTML begin lines. A URL in
an attribute is highlighted in the text of its link or image; without such text, it is a
separate line. -n and -b print where a line begins in the input. With --refang, URLs are shown
refanged. A line longer than 4096 bytes is divided into several, with "…" at each division.

	urlgrep -n --show-lines INBOX
`,
		},
		{
			Name: "after-context", Letter: "A", Arg: "NUM", Rare: true, Affects: option.Printed,
			Value: option.Number(&o.linesAfter, 0, math.MaxInt),
			Usage: "print lines with URLs and NUM lines after each",
			Text: `
Print the lines that contain URLs, as --show-lines does, and NUM lines of context after
each. With options such as -n, the context lines use "-" instead of ":". A line "--"
separates groups of lines that are not adjacent. Context does not extend into another header
field or another part of a message.

	urlgrep -A1 INBOX
`,
		},
		{
			Name: "before-context", Letter: "B", Arg: "NUM", Rare: true, Affects: option.Printed,
			Value: option.Number(&o.linesBefore, 0, math.MaxInt),
			Usage: "print lines with URLs and NUM lines before each",
			Text: `
Print the lines that contain URLs and NUM lines of context before each, in the form of
--after-context. The NUM lines are held in memory.

	urlgrep -B1 INBOX
`,
		},
		{
			Name: "context", Letter: "C", Arg: "NUM", Rare: true, Affects: option.Printed,
			Value: option.Number(&o.linesAround, 0, math.MaxInt),
			Usage: "print lines with URLs and NUM lines around each",
			Text: `
Print the lines that contain URLs and NUM lines of context before and after each, in the
form of --after-context. -A and -B override NUM on their side. -NUM is short for -C NUM: -2
is -C2.

	urlgrep -C2 INBOX
`,
		},
		{
			Name: "pick", Affects: option.Printed,
			Value:    option.True(&o.pick),
			Excludes: slices.Concat(totalNames, lineNames, []string{"quiet"}),
			Usage:    "choose URLs on the terminal: open, copy, print",
			Text: `
List the URLs on the terminal, to open, copy or print them. Each URL is listed once, with
the number of its occurrences, as soon as it is found; the first line says while the input
is still being read. Leaving the list ends the search. Details of the URL at the cursor are
shown below the list: the dangers that --warn reports (their URLs have a "!" in the list),
what the text has instead of the URL with --unwrap or --clean, its file and line, the
message, and the lines around it. Keys are read from the terminal and the list is drawn
there, so standard input and output may be pipes. If standard input is the terminal, the
list is shown at its end.

` + pick.Keys("\t") + `
The sort is by the Date of the message; undated URLs are last. With --sort=date, the list is
sorted from the beginning, with --sort=-date the newest first. A number goes to its row as it is
typed. To select text with the mouse, hold Shift.

A link has its text before its URL, unless the URL contains it. The filter ignores letter
case. To open a URL, urlgrep runs a command in BROWSER, a list of commands separated by
colons. The first command whose program exists is used. In the command, %s is replaced by
the URL; without %s, the URL is added at the end. If the command ends in &, urlgrep does not
wait for it. Without BROWSER, xdg-open or its equivalent on the system is used. To copy, urlgrep asks tmux or the terminal (OSC 52) to set the clipboard; a
terminal may refuse.

Errors of the search are shown in the last line, and printed when the list is left. The exit
status is 0 if a URL was opened, copied, printed or passed to a command, 1 if not, 2 if an
error occurred before, and 130 after Ctrl-C. If no URL is found, a message on the terminal says so until a key is pressed or two seconds
have passed. Only the first 10000 URLs, or 64 MiB, are listed; the first line says if there
are more.

	curl -gO "$(urlgrep --pick --scheme=http,https message.eml)"
`,
		},
		{
			Name: "action", Arg: "KEY=COMMAND", Repeats: true, Rare: true, Affects: option.Printed,
			Value:    &o.actions,
			Requires: []string{"pick"},
			Usage:    "with --pick: run COMMAND with the URL at KEY",
			Text: `
In the list of --pick, run COMMAND with the URL when KEY is typed: with the URL at the cursor,
or with the marked URLs, one after another until one fails. KEY is a character that has no
other function in the list; ? in the list shows them all. COMMAND is words separated by
blanks, as in BROWSER: in a word, %s is the URL and %% a percent sign; without %s, the URL is added at the end. The
command has the terminal until it ends; if its last word is &, urlgrep does not wait for it.
No shell is used, so quotation marks and the characters of a URL have no special meaning.

	urlgrep --pick --scheme=http,https --action 'd=wget %s &' INBOX
`,
		},
		{
			Name: "explain", Rare: true, Affects: option.Printed,
			Value:          option.True(&o.explain),
			Excludes:       []string{"stats"},
			ExcludesAllBut: []string{"json", "quiet", "level", "limit", "color"},
			Usage:          "parse the arguments as URLs and explain them",
			Text: `
Search nothing. Take the arguments, or else the lines of standard input, as URLs, and print
for each level whether a URL is valid, its parts, errors and warnings. If the URL fits the
width of the terminal, the names of its parts are drawn under it, for the first level at
which it is valid. With --json, print an object for each URL, with "error_class" and
"error_offset" (a byte offset in the URL) for each level. The exit status is 0 if one of the
URLs is valid at the --level.

	urlgrep --explain 'ftp://ftp.a.example/pub;type=i'
`,
		},
	}}
}

func (o *outputOptions) section() option.Section {
	return option.Section{Title: "Output control", Options: []option.Option{
		{
			Name: "max-count", Letter: "m", Arg: "N", Affects: option.Found,
			Value: option.Number(&o.max, 0, math.MaxInt),
			Usage: "stop the search of a file after N URLs",
			Text: `
Stop the search of a file after N URLs. URLs are counted, not lines.

	urlgrep -m1 *.eml
`,
		},
		{
			Name: "sort", Arg: "WHAT", Affects: option.Printed,
			Value:    option.OneOf(orders, &o.order),
			Excludes: slices.Concat(totalNames, []string{"after-context", "before-context", "context", "count-by", "report", "sql"}),
			Usage:    "sort by path, host, date or url; -date: reversed",
			Text: `
Print the URLs sorted by WHAT, when all files are searched. WHAT is one of

	path   the name of the file, byte by byte; / is the lowest byte,
	       so that the files of a directory are together
	host   the registered part of the host, and the rest of its labels
	       from right to left, so that the hosts of a domain are
	       together
	date   the Date of the message; URLs outside of messages and in
	       undated messages are last
	url    the URL as it is printed, byte by byte

With - before WHAT, the order is reversed: -path, -host, -date (the newest first) and -url. URLs
without a host or a date are last all the same. URLs that are equal are in the order found: that of
the text within a file. Only the first 4096 bytes are compared. What is printed for a URL stays together, such as
the reasons of --warn. With --show-lines, a line is sorted by its first URL, and the lines of a URL
stay together. -m selects the first URLs of a file before they are sorted.

More than 64 MiB are sorted in temporary files. After an error of a temporary file, the URLs found
before it are printed.

	urlgrep -r --sort=date --format='{{.Message.Date}} {{.URL}}' mail/
	urlgrep -u --sort=host INBOX
	urlgrep --sort=-date INBOX | head
`,
		},
		{
			Name: "color", Alias: "colour", Arg: "WHEN", Implied: "auto", Default: "auto", Rare: true, Affects: option.Printed,
			Value: option.OneOf(whens, &o.colouring),
			Usage: "use colours: WHEN is auto, always or never",
			Text: `
Use colours in the output: auto (the default, also if WHEN is omitted, as with grep) uses them on a
terminal, unless TERM is dumb or NO_COLOR is set and not empty; always; or never. Output for programs has no colours:
JSON, other formats, and URLs that end in a NUL.

The colours are those of grep, and GREP_COLORS changes them: ms or mt for URLs; fn, ln, bn
and se for file names, line numbers, byte offsets and separators; sl and cx for the rest of
lines that are shown; and ne.

	urlgrep --color=always -r . | less -R
`,
		},
		{
			Name: "hyperlink", Arg: "WHEN", Implied: "auto", Default: "auto", Rare: true, Affects: option.Printed,
			Value: option.OneOf(whens, &o.linking),
			Usage: "make URLs links: WHEN is auto, always or never",
			Text: `
Make the URLs in the output hyperlinks, which a terminal opens with a click (OSC 8). WHEN is one
of

	auto     on a terminal that can be expected to know hyperlinks,
	         or to ignore them (the default, also if WHEN is omitted)
	always   also in other output
	never    no hyperlinks

A link leads to the URL that is printed: the rejoined URL, or with --unwrap and --clean its target.
With --show-lines, each piece of a URL that is split across lines leads to the whole URL. Hosts
without a scheme lead to http, addresses to mailto.

With auto, there are no hyperlinks if TERM is dumb, not set, or the name of a console or an old
terminal, in GNU screen, and in old versions of VTE. A URL is no link if its scheme is not http,
https, ftp, ftps, gopher, mailto, news, nntp or the like, so that a click starts nothing but a
browser or a mail program, or if it is longer than 2083 bytes. There are no links with -0,
--defang, --invalid and --warn, and none in JSON and other formats for programs.

	urlgrep --hyperlink=always --show-lines INBOX | less -R
`,
		},
		{
			Name: "line-buffered", Rare: true, Affects: option.Nothing,
			Value: option.True(&o.lineBuffered),
			Usage: "write each line at once",
			Text: `
Write each line at once. Otherwise, lines are written in blocks, or when urlgrep has to wait
for more input. For a pipe or a terminal, the blocks are small at first, and none is held back
for long.

	urlgrep --line-buffered -r mail/ | tee urls.txt
`,
		},
		{
			Name: "only-matching", Letter: "o", Rare: true, Affects: option.Nothing,
			Usage: "do nothing; accepted for compatibility with grep",
			Text: `
Do nothing. The option exists for compatibility with grep, which needs it to print only the
matching part of a line.

	urlgrep -on letter.txt
`,
		},
	}}
}

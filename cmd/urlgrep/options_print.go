package main

import (
	"math"
	"slices"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/record"
)

// Lists of options, each of which excludes the same others: the output cannot have what
// both ask for.
//
// What grep accepts is allowed, even if it has no effect: -q wins over all options, -l
// and -L over -c, and these three over options for lines and what is printed before
// them. Of options of one kind the last one wins, which Overrides says.
var (
	totalNames = []string{"count", "files-with-matches", "files-without-match"}
	lineNames  = []string{"show-lines", "after-context", "before-context", "context"}
	placeNames = []string{"line-number", "byte-offset", "with-filename"}
)

var colourings = []option.Choice[output.Colouring]{
	{Name: "auto", Value: output.ColourAuto},
	{Name: "always", Value: output.ColourAlways},
	{Name: "never", Value: output.ColourNever},
}

var properties = func() (list []option.Choice[*record.Property]) {
	for i := range record.Properties {
		p := &record.Properties[i]
		list = append(list, option.Choice[*record.Property]{Name: p.Name, Value: p})
	}
	return list
}()

func (c *config) printSection() option.Section {
	return option.Section{Title: "What to print", Options: []option.Option{
		{
			Name:      "json",
			Value:     option.True(&c.json),
			Overrides: []string{"csv", "tsv", "format", "csv-safe"},
			Excludes:  slices.Concat(totalNames, lineNames),
			Usage:     "one JSON object a URL",
			Text: `
One JSON object a URL, on a line of its own (JSON Lines), with these members; those that
do not apply are left out:

	url kind             the URL, and how it stood in the text
	file line            its file, and the line there, from 1
	offset end           its bytes there, from 0, with its delimiters
	text                 what it was in the text
	raw_base64           the same, where it is not UTF-8
	rejoined refanged    whether it was broken, or defanged
	hyphen_ambiguous     whether a hyphen may not belong to it
	alternatives         what it is without that hyphen
	quote_depth          how often its line was quoted
	signature            whether it is in a signature or a footer
	scheme user password host host_ascii port path query fragment
	parts                those of its scheme in RFC 1738
	valid                the levels at which it is valid
	errors               at the others: level, class, error_offset
	warnings             what is dangerous or doubtful about it
	message              index id date date_raw from subject
	                     newsgroups part header

The file is "(standard input)" if that is read. Something in an archive has the name of
the archive, a slash and its own.

Fields of "message" come with each URL. Once they have made the output more than 32 times
as long as the message, those longer than 64 bytes are cut and end in "…". --verbose
and --stats count the URLs that come with such fields.

	urlgrep --json INBOX | jq -r 'select(.rejoined).url'
`,
		},
		{
			Name:      "csv",
			Value:     option.True(&c.csv),
			Overrides: []string{"tsv", "format"},
			Excludes:  slices.Concat(totalNames, lineNames),
			Usage:     "one row of CSV a URL, below the names of columns",
			Text: `
A row of comma-separated values for each URL (RFC 4180, but rows end in LF alone), below
the names of the columns. They are the keys of --json, those of "message" with message_
before them, without text, raw_base64, parts and date_raw. Members of lists have a
blank between them, errors are level:class:byte. What is not UTF-8 and NUL come as
U+FFFD. Of --json, --csv, --tsv, --csv-safe and --format the last one counts, but
--csv-safe goes with --csv and --tsv.

	urlgrep --csv INBOX > urls.csv
`,
		},
		{
			Name: "tsv", Rare: true,
			Value:     option.True(&c.tsv),
			Overrides: []string{"format"},
			Excludes:  slices.Concat(totalNames, lineNames),
			Usage:     "as --csv, with tabs between cells",
			Text: `
As --csv, but with tabs between the cells, and \t \n \r \\ in them for a tab, a line feed,
a carriage return and a backslash.

	urlgrep --tsv INBOX | cut -f1,4
`,
		},
		{
			Name: "csv-safe", Rare: true,
			Value:     option.True(&c.csvSafe),
			Overrides: []string{"format"},
			Excludes:  slices.Concat(totalNames, lineNames),
			Usage:     "as --csv, and no cell is a formula",
			Text: `
As --csv or, with that, --tsv; but a cell that a spreadsheet would take for a
formula has a ' before it: one that begins with = + - @, a tab or a line break. All
cells of CSV are quoted.

	urlgrep --csv-safe spam.mbox > urls.csv
`,
		},
		{
			Name: "format", Arg: "TEMPLATE",
			Value:    option.Func(c.setFormat),
			Excludes: slices.Concat(totalNames, lineNames, placeNames),
			Usage:    "each URL as TEMPLATE: '{{.Line}} {{.URL}}'",
			Text: `
A line for each URL, as a template of Go's package text/template says. Its fields have
the values of the keys of --json:

	.URL .Kind .File .Line .Offset .End .Text .Rejoined .Refanged
	.HyphenAmbiguous .Alternatives .QuoteDepth .Signature
	.Scheme .User .Password .Host .HostASCII .Port
	.Path .Query .Fragment .Valid .Errors .Warnings
	.Message.Index .Message.ID .Message.Date .Message.DateRaw
	.Message.From .Message.Subject .Message.Newsgroups
	.Message.Part .Message.Header

What is absent is empty. .Alternatives, .Valid and .Warnings are lists; so is
.Errors, of what has .Level, .Class and .At. {{.}} is the URL, {{json .}} all that
--json prints. Other functions beside those of all templates (printf, index, slice,
len, eq, and, or, urlquery, ...):

	sh            a word of a POSIX shell
	json          a string or a list of JSON
	defang        the URL as --defang prints it
	upper lower   in that letter case
	join          a list with something between: {{join .Valid ","}}

The fields have the text of the input, line breaks included, except on a terminal; a NUL
is printed as U+FFFD. End what programs read by -0, which no field contains, or write
fields by json or sh. Outside of {{ }} the
escapes \t \n \r \0 \\ are read. A mistake in the template ends the program at once,
one that depends on the URL the search of that file.

	urlgrep --format '{{.File}}:{{.Line}}\t{{.URL}}' *.txt
	urlgrep --format '{{.Message.Date}} {{.URL}}' INBOX | sort
	urlgrep --scheme=http,https --format 'wget {{sh .URL}}' a.txt | sh
`,
		},
		{
			Name: "print0", Letter: "0", Rare: true,
			Value:    option.True(&c.print0),
			Excludes: slices.Concat(totalNames, lineNames, []string{"json", "csv", "tsv", "csv-safe"}),
			Usage:    "NUL behind each URL, for xargs -0",
			Text: `
NUL behind each URL in the place of the line feed, or behind what --format makes of it.
With --invalid and --warn no reasons are printed. It excludes --json, --csv and --tsv;
-Z is for the names of files.

	urlgrep -0 --scheme=http,https list.txt | xargs -0 -n 1 xdg-open
`,
		},
		{
			Name:     "defang",
			Value:    option.True(&c.defang),
			Excludes: lineNames,
			Usage:    "URLs that nobody follows: hxxp://a[.]com/x",
			Text: `
Prints URLs so that nobody follows them by accident: http and ftp as hxxp and fxp,
the dots of hosts as [.], at signs as [@]. With --json that is "url" and
"alternatives"; "text" and the parts stay as they are.

	urlgrep --defang phishing.eml
`,
		},
		{
			Name: "line-number", Letter: "n",
			Value: option.True(&c.lineNumber),
			Usage: "the line before each URL",
			Text: `
The number of the line that each URL begins on, from 1, before it. Of a file that
is encoded it is the line of the file as it is.

	urlgrep -n letter.txt
`,
		},
		{
			Name: "byte-offset", Letter: "b", Rare: true,
			Value: option.True(&c.byteOffset),
			Usage: "the byte offset before each URL",
			Text: `
The offset of each URL before it: the bytes of the file before it and its delimiter,
after decompression and before any decoding.

	urlgrep -b letter.txt
`,
		},
		{
			Name: "with-filename", Letter: "H",
			Value:     option.True(&c.withName),
			Overrides: []string{"no-filename"},
			Usage:     "the name of the file before each URL",
			Text: `
The name of the file before each URL: what is done with several files, or -r. Takes
back -h.

	urlgrep -H letter.txt
`,
		},
		{
			Name: "no-filename", Letter: "h",
			Value: option.True(&c.noName),
			Usage: "no names of files",
			Text: `
No names of files, however many there are. Takes back -H. As the only argument -h is
--help.

	urlgrep -rh mail/
`,
		},
		{
			Name: "null", Letter: "Z", Rare: true,
			Value: option.True(&c.null),
			Usage: "a NUL behind the names of files",
			Text: `
A NUL behind the names of files, in the place of the colon or, with -l and -L, of the
newline: for what reads names so, as xargs -0. It gets them as they are; elsewhere a
line break in a name comes as \u000a or \u000d, so that it makes no second line.

	urlgrep -rlZ mail/ | xargs -0 ls -l
`,
		},
		{
			Name: "count", Letter: "c",
			Value: option.True(&c.count),
			Usage: "only how many URLs each file has",
			Text: `
Only how many URLs each file has. They are URLs, not lines.

	urlgrep -c *.txt
`,
		},
		{
			Name: "count-by", Arg: "WHAT",
			Value:    option.OneOf(properties, &c.by),
			Excludes: slices.Concat(totalNames, lineNames, placeNames, []string{"format", "print0", "pick", "defang"}),
			Usage:    "how many for each WHAT: host, domain, year, …",
			Text: `
Instead of URLs how many there are by WHAT: scheme; host; domain, the part of the host
that somebody has registered, by the Public Suffix List; kind; file; year, of the
Date of the message; or list, the mailing list by List-Id or else List-Post. The most
frequent come first, as from "sort | uniq -c | sort -rn"; on a terminal with a bar.
With --json it is an object a line, with "value", null where a URL has none, and
"count"; with --csv or --tsv a row, below these names. -m, --kind and the like
choose what is counted; -c, -l, -L and --format exclude this. A million different
values are counted (1048576, of 64 MiB together), in some 200 MB; URLs beyond that are
numbered on standard error.

	urlgrep --count-by=domain INBOX
	urlgrep -r --count-by=year --json mail/ | jq -r .value
`,
		},
		{
			Name:  "stats",
			Value: option.True(&c.stats),
			Usage: "what there was, in numbers, on standard error",
			Text: `
What there was, in numbers, behind the results and on standard error: files, messages
and bytes that were read, URLs, their kinds and how many of them were broken, what was
left out since it is not valid at the level, and why, what was passed over, errors, time
and rate. Each is a line, the number before what it is of; a number that is set in is a
part of the one above. Bytes are those of the files as they are, compressed or not, and
files those in archives. With -q there is nothing else, and all is read all the same.

	urlgrep -rq --stats --level=rfc1738 mail/
`,
		},
		{
			Name: "files-with-matches", Letter: "l",
			Value:     option.True(&c.list),
			Overrides: []string{"files-without-match"},
			Usage:     "only the names of files with URLs",
			Text: `
Only the names of files that have a URL; each is read to the first one. Takes back -L.

	urlgrep -rl mail/
`,
		},
		{
			Name: "files-without-match", Letter: "L",
			Value: option.True(&c.listWithout),
			Usage: "only the names of files without",
			Text: `
Only the names of files that have no URL. Takes back -l.

	urlgrep -rL mail/
`,
		},
		{
			Name: "max-count", Letter: "m", Arg: "N",
			Value: option.Number(&c.max, 0, math.MaxInt),
			Usage: "stop a file after N URLs",
			Text: `
Stops a file after N URLs; they are URLs, not lines.

	urlgrep -m1 *.eml
`,
		},
		{
			Name: "only-matching", Letter: "o", Rare: true,
			Usage: "changes nothing: no more of the lines is printed",
			Text: `
Changes nothing: as with grep's -o no more of the lines is printed than the URLs.

	urlgrep -on letter.txt
`,
		},
		{
			Name:     "pick",
			Value:    option.True(&c.pick),
			Excludes: slices.Concat(totalNames, lineNames, []string{"quiet"}),
			Usage:    "choose on the terminal: open, copy or print",
			Text: `
Offers the URLs on the terminal, each once, with how often it was found and, below the
list, what is known of the one under the cursor: its place, the message and the lines
around it. Keys are read from the terminal and the
list is drawn there, so that standard input and output may be pipes.

	arrows, PgUp, PgDn, Home, End, j k g G   move
	/            filter: type words that the URL must have
	Enter, Esc   end the filter, take it back
	Space, Tab   mark, for several
	v            view a long URL, and all that is known of it
	Enter        open
	y            copy
	p            print, as other options say, and leave
	q, Esc       leave

A filter does not look at the case of letters. To open a URL, BROWSER is a list of
commands with colons between, of which the first counts whose program is there: %s in
it is the URL, which else comes behind it, and & at its end means not to wait for it.
Without BROWSER it is xdg-open, or what the system has in its place. Copies go to the
clipboard by way of tmux or of the terminal (OSC 52), which may not want them.

The exit status is 0 when something was opened, copied or printed, 1 when not, 130
after Ctrl-C. If no URL is found, a line on the terminal says so for two seconds or until
a key is pressed. Of more than 10000 URLs, or 64 MiB, only the first are offered, and the
first line says so.

	curl -gO "$(urlgrep --pick --scheme=http,https message.eml)"
`,
		},
		{
			Name: "quiet", Letter: "q",
			Value: option.True(&c.quiet),
			Usage: "nothing; stop at the first URL",
			Text: `
Prints nothing, and stops at the first URL: for the exit status, which is then 0 even
if there was an error before.

	if urlgrep -q message.eml; then …
`,
		},
		{
			Name:  "show-lines",
			Value: option.True(&c.showLines),
			Usage: "the lines that URLs stand in, with these coloured",
			Text: `
The lines that URLs stand in, instead of the URLs, which have a colour in them: of one
that is broken over lines all of these, and a line with several URLs once. -m counts
URLs all the same, and --invalid, -e and others choose among them; those that are not
wanted have no colour.

Of text they are the lines of the file, in UTF-8. Of mail and HTML they are what a
reader sees: decoded, the fields of a header unfolded, the text of a page divided as
its tags divide it, an attribute for itself. -n and -b say where in the input a line
begins. With --refang they are refanged. A line of more than 4096 bytes is cut into
several, with "…" where that is.

	urlgrep -n --show-lines INBOX
`,
		},
		{
			Name: "after-context", Letter: "A", Arg: "NUM", Rare: true,
			Value: option.Number(&c.linesAfter, 0, math.MaxInt),
			Usage: "lines with URLs, and NUM lines behind each",
			Text: `
The lines that URLs stand in, and NUM lines behind each; with -n and others "-" stands
behind the place of these, and "--" between lines that do not follow each other. No
header field and no part of a message belongs to the context of another.

	urlgrep -A1 INBOX
`,
		},
		{
			Name: "before-context", Letter: "B", Arg: "NUM", Rare: true,
			Value: option.Number(&c.linesBefore, 0, math.MaxInt),
			Usage: "lines with URLs, and NUM lines before each",
			Text: `
The lines that URLs stand in, and NUM lines before each, which are held in memory; as
with --after-context.

	urlgrep -B1 INBOX
`,
		},
		{
			Name: "context", Letter: "C", Arg: "NUM",
			Value: option.Number(&c.linesAround, 0, math.MaxInt),
			Usage: "and NUM lines around them; -A behind, -B before",
			Text: `
The lines that URLs stand in, and NUM lines before and behind each, where -B and -A do
not say otherwise; as with --after-context. -NUM is the same: -2 as -C2.

	urlgrep -C2 INBOX
`,
		},
		{
			Name: "color", Alias: "colour", Arg: "WHEN", Implied: "auto",
			Value: option.OneOf(colourings, &c.colouring),
			Usage: "colours: WHEN is auto (default), always or never",
			Text: `
Colours for what is printed: auto, the default, on a terminal, unless TERM is dumb
or NO_COLOR is set and not empty; always; or never. What is for programs has none:
JSON and other formats, and URLs that end in a NUL.

They are those of grep, and GREP_COLORS changes them: ms or mt for URLs; fn, ln, bn
and se for what stands before them; sl and cx for the rest of lines that are shown;
and ne.

	urlgrep --color=always -r . | less -R
`,
		},
		{
			Name: "line-buffered", Rare: true,
			Value: option.True(&c.lineBuffered),
			Usage: "write each line out at once",
			Text: `
Writes each line out at once. Otherwise lines go out in blocks, or when there is nothing
more to be read for now.

	urlgrep --line-buffered -r mail/ | tee urls.txt
`,
		},
		{
			Name:  "explain",
			Value: option.True(&c.explain),
			ExcludesAllBut: slices.Concat(answerNames, []string{"json", "quiet", "level", "max-url", "color",
				"line-buffered", "only-matching", "threads", "no-messages", "progress", "verbose"}),
			Usage: "the arguments are URLs: take them apart",
			Text: `
Searches nothing: the arguments, or else the lines of standard input, are URLs, and
what each level makes of them is printed: parts, errors and warnings. Below a URL that
is no wider than the terminal stand the names of its parts, at the first level at which
it is valid. With --json one object a URL, which has for each level the class of an
error and the offset of its byte in the URL, as "error_class" and "error_offset".
Something is found when one of them is valid at the level.

	urlgrep --explain 'ftp://ftp.a.example/pub;type=i'
`,
		},
	}}
}

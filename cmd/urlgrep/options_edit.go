package main

import (
	"slices"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/edit"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
)

// noBackup is the argument of --in-place if it is omitted. As in sed, it is the name of the file
// itself.
const noBackup = "*"

// inPlaceValue returns the Value of --in-place.
func inPlaceValue(to *bool, backup *edit.Suffix) option.Value {
	return option.Func(func(suffix string) error {
		*to = true
		if suffix != noBackup {
			*backup = edit.Suffix(suffix)
		}
		return nil
	})
}

func (o *editOptions) section() option.Section {
	return option.Section{Title: "How to edit files", Options: []option.Option{
		{
			Name: "replace", Arg: "TEMPLATE", Rare: true, Affects: option.Printed,
			Value: option.Parsed(&o.replace, sink.ParseReplacement),
			Excludes: slices.Concat(totalNames, lineNames, placeNames, []string{
				"no-filename", "null", "quiet", "json", "sql", "csv", "tsv", "columns", "format", "print0",
				"report", "sort", "pick", "count-by", "unique", "since", "until", "from", "subject", "list",
			}),
			Usage: "print the text with URLs replaced: '{{.URL}}'",
			Text: `
Print the whole text of each file, with each URL replaced by TEMPLATE, a template as for
--format. The delimiters of the URL stay, and so does all other text, byte for byte. A URL that
is split across lines is replaced as a whole, so {{.URL}} mends it. The result of TEMPLATE is
printed without a line feed, and is not searched again.

The text of TEMPLATE is printed as it is. What {{...}} prints is written in the notation of the
URL: if the URL has &amp; for &, or \/ for /, the new text has it too. A character that the URL
does not have is written if it needs no escape sequence in any notation, as letters, digits and
. / : = do not, or if the place of the URL shows that it needs none. Otherwise the URL stays as
it is, so that no text becomes markup or code. The number of such URLs is printed on standard
error, and the exit status is 2. Files NAME.txt and NAME.text have no notation where blanks or
angle brackets surround the URL. {{html .URL}} is written as it is, since it names the notation,
and so is the result of js, json, sh and urlquery, if that is the last function.

The options -e, -v, --host, --kind, --scheme, --level, --invalid, --warn, --unquoted and others
select the URLs to replace, and -m their number in each file; the others stay as they are. With
--refang, {{.URL}} refangs; with --unwrap and --clean, .Target is where the URL leads; with
--same, .Key is the URL in the spelling that --same compares, and the URL is replaced each time
it occurs. --charset is the character set of text that is not UTF-8; a new character that
it does not have is written in UTF-8.

Only text is edited. Mail, HTML, calendars, manual pages, TeX, documents, packed files, text in
UTF-16 and binary files are errors, because text in them may be encoded; other files are still
edited. With --input=text, mail, HTML and the like are edited as they are, without decoding.
If an edited file is printed, it ends as the file does, and the next one follows immediately.

	urlgrep --replace '{{.URL}}' letter.txt >mended.txt
	urlgrep --scheme=http --replace 'https{{slice .URL 4}}' FAQ
	urlgrep --replace '{{defang .URL}}' report.txt
	urlgrep --refang --replace '{{.URL}}' report.txt
	urlgrep --unwrap --clean --replace '{{or .Target .URL}}' notes.md
	urlgrep --input=text --replace '{{html (lower .URL)}}' page.html
`,
		},
		{
			Name: "in-place", Arg: "SUFFIX", Implied: noBackup, Rare: true, Affects: option.Printed,
			Value:    inPlaceValue(&o.inPlace, &o.backup),
			Requires: []string{"replace"},
			Usage:    "with --replace, change the files; keep a backup",
			Text: `
With --replace, change the files instead of printing them. With SUFFIX, keep each changed file
with SUFFIX added to its name. As in sed, each * in SUFFIX is the name of the file, so that
'old-*' is a prefix; a SUFFIX with a slash, such as 'backup/*', is the name of a file in a
directory that must exist, and * is then the whole name, with its directory. A backup replaces
an older one.

All files are listed before the first is changed. A file with several names among them, such as
a symbolic link, is edited once. It is an error, and no file is changed, if two of them are hard
links of one file, if a backup is one of them, or if two have the same backup. With -r, a file that
has the name of the backup of another is not edited, which is reported.

A file in which nothing changes is not touched. The others are replaced at once: the text is
written to a temporary file in the same directory, which is renamed when it is complete and on
the disk. The permissions and the time of the last change stay, the owner and the group if the
user may set them, and on Linux the access control list and the other extended attributes: as
they are at the end, if they are changed while the file is edited. Flags (chattr) are lost. A
symbolic link stays, and the file that it leads to is replaced. Other hard links of the file keep
the old text, which is reported. A file that changes while it is read, a read-only file, and a file
in a directory that cannot be written are errors and stay as they are. After a signal, the file
being edited stays as it is, and the files before it are complete.

	urlgrep --replace '{{.URL}}' --in-place=.bak letter.txt
	urlgrep -r -g '*.md' --host=old.example --in-place \
	    --replace '{{replace .URL "old.example" "new.example"}}' docs/
`,
		},
		{
			Name: "diff", Rare: true, Affects: option.Printed,
			Value:    option.True(&o.diff),
			Requires: []string{"replace"},
			Usage:    "with --replace, print the changes as a diff",
			Text: `
With --replace, print the changes as a unified diff, and change no file, even with --in-place.
The programs patch -p0 and git apply -p0 apply it; give names relative to the directory where they
run, since they refuse others. The lines of the diff have the bytes of the file; on a terminal,
control characters in them are visible, and the colours are those of git diff.

	urlgrep --diff --replace '{{.URL}}' *.txt | less
`,
		},
	}}
}

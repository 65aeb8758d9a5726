package main

import (
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/charset"
)

var inputs = []option.Choice[extract.Input]{
	{Name: "auto", Value: extract.Auto},
	{Name: "text", Value: extract.Text},
	{Name: "mail", Value: extract.Mail},
	{Name: "mbox", Value: extract.Mbox},
	{Name: "html", Value: extract.HTML},
}

func (c *config) setCharset(name string) error {
	c.opts.Charset = name
	_, err := charset.Lookup(name)
	return err
}

func (c *config) fileSection() option.Section {
	return option.Section{Title: "Which files, and how they are read", Options: []option.Option{
		{
			Name: "recursive", Letter: "r",
			Value:     option.True(&c.recurse),
			Overrides: []string{"dereference-recursive"},
			Usage:     "the files in directories",
			Text: `
The files in directories, in the order of their names; without FILE those in the
working directory. Links are not followed but those on the command line. A Maildir or a
folder of MH is read as what it is. Takes back -R.

	urlgrep -r mail/
`,
		},
		{
			Name: "dereference-recursive", Letter: "R",
			Value: option.True(&c.dereference),
			Usage: "as -r, and links are followed",
			Text: `
As -r, and links are followed. One to a directory that is being searched would never
end: it is passed over, with a note. Takes back -r.

	urlgrep -R mail/
`,
		},
		{
			Name: "include", Arg: "GLOB", Repeats: true,
			Value: c.filter.Option("include"),
			Usage: "only files that GLOB matches",
			Text: `
Only files that the pattern matches: in a directory by the name of the file, and if the
pattern has a slash by its path, or any end of it that follows a slash; on the command
line always by the path. In the pattern * matches any characters, slashes too, ? one,
[a-z] one of these, [!a-z] any other one, {a,b} what either of these patterns
matches, and **/ any directories or none. After a backslash they match
themselves. It may be given several times, and with --exclude: then the last one that
matches counts, and where none does, a file is searched unless the first of them is
--include. For what is packed in a file, the name of that file counts.

	urlgrep -r --include='*.eml' mail/
`,
		},
		{
			Name: "exclude", Arg: "GLOB", Repeats: true,
			Value: c.filter.Option("exclude"),
			Usage: "no files that GLOB matches",
			Text: `
No files that the pattern matches, as --include has it.

	urlgrep -r --exclude='*.jpg' mail/
`,
		},
		{
			Name: "exclude-dir", Arg: "GLOB", Repeats: true, Rare: true,
			Value: c.filter.Option("exclude-dir"),
			Usage: "no directories that GLOB matches",
			Text: `
No directories that the pattern matches, as --include has it; it may be given several
times.

	urlgrep -r --exclude-dir=.git src/
`,
		},
		{
			Name: "files-from", Arg: "FILE", Repeats: true, Rare: true,
			Value: &c.lists,
			Usage: "also the files that are named in FILE",
			Text: `
Searches also the files that are named in FILE, after those on the command line; where
FILE is -, standard input has the names. They are taken as on the command line, but none
is an option. They stand on lines of their own; if there is a NUL in what is read first,
each ends in a NUL, as "find -print0" writes them. Empty ones are passed over. It may be
given several times.

	find mail -newer stamp -print0 | urlgrep --files-from=-
`,
		},
		{
			Name: "input", Arg: "FORMAT",
			Value: option.OneOf(inputs, &c.opts.Input),
			Usage: "FORMAT: auto (default), text, mail, mbox or html",
			Text: `
What the files are: auto, the default, as each begins; text, UTF-8 or else as
--charset says; mail, one message or article; mbox, several; or html. With any but
auto, binary files are scanned too.

	urlgrep --input=mail spool/*
`,
		},
		{
			Name: "text", Letter: "a", Rare: true,
			Value:     option.True(&c.text),
			Overrides: []string{"ignore-binary"},
			Usage:     "scan binary files as well",
			Text: `
Scans binary files as well, as text. They are those with a NUL in the first 32 KiB
that are no mail. Otherwise they are passed over with a note, but in a directory without
one, unless --verbose is given or a URL was found before the NUL. Overrides -I. Any
--input but auto scans them anyway.

	urlgrep -a core
`,
		},
		{
			Name: "ignore-binary", Letter: "I", Rare: true,
			Value: option.True(&c.ignoreBinary),
			Usage: "pass over binary files without a note",
			Text: `
Passes over binary files without a note. Overrides -a. Excludes any --input but auto,
which scans them.

	urlgrep -rI src/
`,
		},
		{
			Name: "all-parts", Rare: true,
			Value: option.True(&c.opts.AllParts),
			Usage: "also attachments that hold no text",
			Text: `
Also the attachments of messages that hold no text, as images and programs.

	urlgrep --all-parts INBOX
`,
		},
		{
			Name: "charset", Arg: "NAME", Rare: true,
			Value: option.Func(c.setCharset),
			Usage: "NAME of what is not UTF-8 (windows-1252)",
			Text: `
The character set of bytes that are not UTF-8, where a message does not name one;
windows-1252 if this is not given. Any name of the IANA's and of the web's will do.

	urlgrep --charset=koi8-r letter.txt
`,
		},
	}}
}

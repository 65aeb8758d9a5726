package main

import (
	"errors"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/filetype"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/charset"
)

var inputs = []option.Choice[extract.Input]{
	{Name: "auto", Value: extract.InputAuto},
	{Name: "text", Value: extract.InputText},
	{Name: "mail", Value: extract.InputMail},
	{Name: "mbox", Value: extract.InputMbox},
	{Name: "html", Value: extract.InputHTML},
}

// A skipping is a set of what --skip skips.
type skipping uint8

const (
	skipHidden skipping = 1 << iota
	skipIgnored
	skipDocuments
)

// skips are the names of what --skip skips.
var skips = []option.Choice[skipping]{
	{Name: "hidden", Value: skipHidden},
	{Name: "ignored", Value: skipIgnored},
	{Name: "documents", Value: skipDocuments},
}

func checkCharset(name string) error {
	_, err := charset.Lookup(name)
	return err
}

func checkSQLSkip(name string) error {
	if name == "-" {
		return errors.New("standard input cannot list the files to skip")
	}
	return checkFileName(name)
}

// checkFileName returns an error if a name is empty.
func checkFileName(name string) error {
	if name == "" {
		return errors.New("the name of the file is empty")
	}
	return nil
}

func (o *fileOptions) section() option.Section {
	return option.Section{Title: "Which files to search", Options: []option.Option{
		{
			Name: "recursive", Letter: "r", Affects: option.Files,
			Value:     option.True(&o.recurse),
			Overrides: []string{"dereference-recursive"},
			Usage:     "search directories recursively",
			Text: `
Search all files in directories, in the order of their names. With no FILE, search the
working directory. Follow symbolic links on the command line, but no others. A Maildir or an
MH folder is read as a mailbox. Binary files, and the data of version control (.git, .svn and
the like), are skipped without a message; to search them, name them on the command line.
Overrides -R.

	urlgrep -r mail/
`,
		},
		{
			Name: "dereference-recursive", Letter: "R", Rare: true, Affects: option.Files,
			Value: option.True(&o.dereference),
			Usage: "search recursively and follow symbolic links",
			Text: `
Search directories recursively, as -r does, and follow all symbolic links. A link to a
directory that is being searched is skipped with a message, because the search would never
end. Overrides -r.

	urlgrep -R mail/
`,
		},
		{
			Name: "include", Arg: "GLOB", Repeats: true, Affects: option.Files,
			Value: o.rules.Filter.Option("include"),
			Usage: "search only files that match GLOB",
			Text: `
Search only files that match GLOB. In a directory, GLOB is compared with the name of the
file or, if GLOB contains a slash, with the path, and with the rest of the path after each
slash. On the command line, GLOB is always compared with the path.

In GLOB, * matches any characters, including slashes; ? matches one character; [a-z] matches
one of these characters, [!a-z] any other character; {a,b} matches either of these patterns;
**/ matches any number of directories, including none. A backslash removes the special
meaning of the next character.

The option may be repeated and combined with --exclude: the last one that matches a file
counts. A file that none of them matches is searched, unless the first of them is --include.
For the members of an archive, the name of the archive counts.

	urlgrep -r --include='*.eml' mail/
`,
		},
		{
			Name: "exclude", Arg: "GLOB", Rare: true, Repeats: true, Affects: option.Files,
			Value: o.rules.Filter.Option("exclude"),
			Usage: "skip files that match GLOB",
			Text: `
Skip files that match GLOB. See --include.

	urlgrep -r --exclude='*.jpg' mail/
`,
		},
		{
			Name: "exclude-dir", Arg: "GLOB", Repeats: true, Rare: true, Affects: option.Files,
			Value: o.rules.Filter.Option("exclude-dir"),
			Usage: "skip directories that match GLOB",
			Text: `
Skip directories that match GLOB. See --include. The option may be repeated.

	urlgrep -r --exclude-dir=node_modules src/
`,
		},
		{
			Name: "glob", Letter: "g", Arg: "GLOB", Rare: true, Repeats: true, Affects: option.Files,
			Value: o.rules.Filter.Option("glob"),
			Usage: "search files that match GLOB, or skip !GLOB",
			Text: `
Search only files that match GLOB, or skip files and directories that match it if GLOB begins
with !, as in ripgrep. Files on the command line are always searched.

GLOB is in the syntax of .gitignore files, relative to the working directory: * and ? match no
slash; **/ matches any number of directories, including none; a GLOB with a slash at its
beginning or in its middle is compared with the whole path, any other with the name; and a GLOB
that ends in a slash matches only directories. {a,b} matches either of these patterns. Upper and
lower case differ.

The option may be repeated and combined with --include and --exclude: the last one that matches
a file counts. If none matches it and a GLOB does not begin with !, the file is skipped. What
GLOB selects is searched even if --skip or --type would skip it.

	urlgrep -r -g '*.{eml,mbox}' -g '!/old/**/spam/' mail/
`,
		},
		{
			Name: "type", Letter: "t", Arg: "LIST", Rare: true, Repeats: true, Affects: option.Files,
			Value: o.rules.Types.Option(),
			Usage: "search files of these types, or skip !mail, …",
			Text: `
In directories, search only files of the types in LIST, which are separated by commas, or skip files
of a type with ! before its name. Files on the command line are always searched, and in an archive all
members. The last type that a file has counts; the option may be repeated. A file has a type if its
name matches one of the patterns of the type, in any case, with or without the suffix
of a compressed file (.gz, .bz2, .xz, .zst). The messages in a Maildir are
of type mail only, and the numbered files of an MH folder or newsgroup of the types mail and news. Files whose names match no
type, such as "linux-2019", are of the types mail, mbox and news by their first bytes.

	urlgrep -r -t mail,pdf archive/
	urlgrep -r -t '!code,!json' src/

The types are

`,
			More: filetype.Text,
		},
		{
			Name: "files-from", Arg: "FILE", Repeats: true, Rare: true, Affects: option.Files,
			Value: &o.lists,
			Usage: "also search the files that FILE lists",
			Text: `
Also search the files that FILE lists, after the files on the command line. If FILE is -,
read the list from standard input. A name in the list is treated as on the command line, but
is never an option. The list has one name per line; if its beginning contains a NUL, each
name ends in a NUL, as in the output of "find -print0". Empty names are skipped. The option
may be repeated.

	find mail -newer stamp -print0 | urlgrep --files-from=-
`,
		},
		{
			Name: "sql-skip", Arg: "FILE", Rare: true, Affects: option.Files,
			Value:    option.Checked(&o.sqlSkip, checkSQLSkip),
			Requires: []string{"sql"},
			Usage:    "with --sql, skip files that FILE has unchanged",
			Text: `
With --sql, do not search files that FILE lists with the same path and SHA-256. FILE is a
database that --sql has filled, which the program sqlite3 reads, or a list as sha256sum prints
it. If it does not exist, all files are searched. The rows of files that have been deleted
remain. A file in the database is not skipped if the run that searched it had other options that
affect its rows, such as -m or -e.

	urlgrep -r --sql --sql-skip=links.db mail/ | sqlite3 links.db
`,
		},
	}}
}

func (o *readOptions) section() option.Section {
	return option.Section{Title: "How to read files", Options: []option.Option{
		{
			Name: "input", Arg: "FORMAT", Rare: true, Affects: option.Read,
			Value: option.OneOf(inputs, &o.input),
			Usage: "read files as FORMAT: auto, text, mail, mbox, html",
			Text: `
Read files as FORMAT: auto (the default), which recognizes the format by the beginning of
each file, also formats that this option cannot name, such as calendars, XML, CSV and TeX; text, UTF-8
or the character set of --charset, also if the file begins like another format; mail, one message or article;
mbox, several messages; or html. With all but auto, binary files are searched too.

	urlgrep --input=mail spool/*
`,
		},
		{
			Name: "text", Letter: "a", Rare: true, Affects: option.Read,
			Value:     option.True(&o.text),
			Overrides: []string{"ignore-binary"},
			Usage:     "search binary files as text",
			Text: `
Search binary files as text. A file is binary if it has a NUL in its first 32 KiB and is not
mail. Without this option, a binary file is skipped with a message. For a file in a
directory, the message is printed only with --verbose, or if a URL was found before the NUL.
Overrides -I. --input with a format other than auto searches binary files too.

	urlgrep -a core
`,
		},
		{
			Name: "ignore-binary", Letter: "I", Rare: true, Affects: option.Read,
			Value: option.True(&o.ignoreBinary),
			Usage: "skip binary files without a message",
			Text: `
Skip binary files without a message. Overrides -a. Excludes --input with a format other than
auto, which searches binary files.

	urlgrep -rI src/
`,
		},
		{
			Name: "all-parts", Rare: true, Affects: option.Read,
			Value: option.True(&o.allParts),
			Usage: "also search attachments that are not text",
			Text: `
Also search attachments that are not text, such as images and programs,
and what earlier revisions of a PDF file have, which the latest has not.

	urlgrep --all-parts INBOX
`,
		},
		{
			Name: "skip", Arg: "LIST", Repeats: true, Rare: true, Affects: option.Read | option.Files,
			Value: option.AllOf(skips, func(s skipping) { o.skip |= s }),
			Usage: "skip hidden and ignored files, or documents",
			Text: `
Skip what is in LIST, separated by commas:

	hidden     files and directories whose names begin with a dot,
	           except the folders of a Maildir (directories that
	           contain cur or new)
	ignored    files and directories that Git ignores
	documents  PDF, office files, Outlook mail and the like

Hidden and ignored files are skipped in directories. Files on the command line are always searched.
Git ignores what matches a .gitignore file in its directory or in one above it up to the root of the
repository, or the file .git/info/exclude. Outside a repository, .gitignore has no effect. Files named .ignore, in the same syntax, have an effect
everywhere; if both match a file, .ignore counts, as in ripgrep. The list of the user
(core.excludesFile) is not read. A line with an invalid pattern is skipped with a message.

Documents are then read as if their format were not known: binary files, and attachments that are not
text, are skipped, and the members of a zip file are searched one by one, as text. Signed mail
(S/MIME) and winmail.dat are mail, and are searched.

	urlgrep -r --skip=hidden,ignored src/
`,
		},
		{
			Name: "password", Arg: "WORD", Repeats: true, Rare: true, Affects: option.Read, Secret: true,
			Value: option.Func(func(word string) error {
				if word == "" {
					return errors.New("the password is empty")
				}
				return o.passwords.Set(word)
			}),
			Usage: "open encrypted documents and zip files with WORD",
			Text: `
Open encrypted documents, and encrypted files in zip files, with the password WORD: PDF, Microsoft
Office, OpenDocument, and zip with ZipCrypto or AES. The option may be repeated: each password is
tried with each of them. No other password is tried, except the empty one of PDF and those with which
Excel and PowerPoint protect documents that open without a password.

	urlgrep --password=1738 INBOX

A document that no password opens is not read. That is an error, unless the document is an attachment:
then --verbose prints it.

WORD is in no message and no result; a report or a database that shows the command line has "xxxxx" instead.
Other users of the machine may see it in the list of processes, and the shell may keep it: use
--password-file.
`,
		},
		{
			Name: "password-file", Arg: "FILE", Repeats: true, Rare: true, Affects: option.Read,
			Value: &o.passwordFiles,
			Usage: "the same with each line of FILE",
			Text: `
Open encrypted documents and zip files with the passwords in FILE, one in a line: see --password. Spaces
are part of a password; empty lines are ignored. The passwords of --password are tried first.

	urlgrep --password-file=passwords.txt -r mail/
`,
		},
		{
			Name: "charset", Arg: "NAME", Rare: true, Affects: option.Read,
			Value: option.Checked(&o.charset, checkCharset),
			Usage: "decode non-UTF-8 as NAME (default: windows-1252)",
			Text: `
Decode bytes that are not UTF-8 as the character set NAME, unless a message declares
another. The default is windows-1252. NAME is a name of the IANA or of the WHATWG Encoding
standard.

	urlgrep --charset=koi8-r letter.txt
`,
		},
	}}
}

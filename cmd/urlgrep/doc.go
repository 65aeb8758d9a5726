// Urlgrep prints the URLs in mail, news, text and documents.
//
// Usage:
//
//	urlgrep [OPTION]... [FILE]...
//	urlgrep [OPTION]... --explain [URL]...
//	urlgrep --help[=OPTION]
//
// Urlgrep searches each FILE for URLs and prints them, one per line. It finds URLs in the
// wrapper <URL:…> of RFC 1738, in angle brackets, after "URL:", bare in the text, and in
// HTML. It decodes mail, and rejoins URLs that are split across lines. With no FILE, or
// when FILE is -, it reads standard input. With -r and no FILE, it searches the working
// directory.
//
// "urlgrep --help" prints one line for each option, "urlgrep -h" the common ones,
// --help=OPTION explains one, and --man prints this manual. Options may follow files;
// "--" ends the options. A long option may be abbreviated if no other option begins with
// the abbreviation. Of two options that contradict each other (-H and -h, -l and -L, -r and
// -R, -a and -I, --json and --csv), the last one counts. Two options that ask for different
// output, such as --json and -c, exclude each other, which is an error. As in grep, -q can
// be combined with all options but --pick, --replace and --report, and wins over them; -l, -L
// and -c can be combined with each other and with options for lines, and -l and -L win over
// -c.
//
// # Terms
//
// This manual uses these terms:
//
//	kind         how the text delimits a URL, as listed below
//	wrapper      the delimiters <URL: and > around a URL
//	split        divided by line breaks
//	rejoin       remove the line breaks from a split URL
//	level        the grammar that a URL must match to be valid
//	defanged     written so that the URL cannot be followed
//	domain       the registered part of a host, such as example.org
//	message      a mail message or a news article
//	part         a body part of a message (MIME)
//	document     a PDF file, an office file or the like
//	quoted       copied from another message, with ">" before the lines
//	binary file  a file with a NUL in its first 32 KiB, except mail and
//	             documents
//	skip         leave out of the search
//
// # What is found
//
// The kind of a URL says how the text delimits it:
//
//	wrapped     <URL:http://a/>
//	angle       <http://a/>
//	prefixed    URL:http://a/
//	bare        http://a/
//	attribute   <a href="http://a/">, url(http://a/): in HTML and CSS
//	schemeless  www.a.com/x, a.org/x; only with --schemeless
//	email       user@a.com; only with --email
//
// --kind chooses the kinds, --scheme the schemes. --host selects URLs by their hosts. -e,
// -f, -i and -v select URLs by regular expressions, as in grep. URLs that are not selected
// are not counted by -c and -m.
//
// Each URL is checked at a --level: rfc1738, the grammar of RFC 1738 for the scheme of the
// URL; rfc3986, the generic grammar of RFC 3986; or lenient, the default, which accepts
// URLs as people write them. URLs that are not valid are dropped. --invalid prints only
// these URLs, with a caret under the first invalid byte, and the reason.
//
// --warn prints only URLs that may be dangerous to follow, with the reasons in the same
// form.
//
// A URL in a wrapper or in angle brackets is rejoined if it is split across lines. A bare
// URL is rejoined if its line ends in a hyphen, or if it is split across adjacent string
// literals or fills the rows of a box. --rejoin chooses fewer or more of them. The hyphen is kept, unless --hyphen
// says otherwise.
//
// With --refang, defanged URLs are found too. These forms are known:
//
//	hxxp h**p fxp h[tt]p   http and ftp, or with s, before :// or [://]
//	http[s]://a.com        https, if the host has a dot
//	hxxp:\\a.com\b         the same with backslashes
//	hxxp[:/]/ hxxps[]://   brackets and slashes in other places
//	[.] (.) {.} [dot]      a dot between characters of a host
//	[@] [at] [:] [/] [://] these, in any brackets, in any letter case
//	ssh[:]//a urn[:]a:b    a colon after any name of a scheme
//	[h]xxp:// [[].]        hxxp:// and [.] as they are, in --defang
//	a [dot] com            a host, in square or curly brackets
//	192[.]0[.]2[.]1        an IPv4 address; 192.0.2.1 is not found
//	user [at] a [dot] com  an address, in any brackets
//	user at a dot com      an address too, unless it follows a word
//	user at a.com          the same: not "is available at a.com"
//
// Hosts and IPv4 addresses without a scheme are found only with --schemeless,
// e-mail addresses only with --email.
//
// # What is printed
//
// Urlgrep prints one URL per line, in the order of the input. If there are several files,
// it prints the file name before each URL. As in grep, -H and -h change that, -n and -b
// print the line number and the byte offset, -c, -l, -L and -q print less, and -m ends the
// search of a file early. -c and -m count URLs, not lines. With -Z, file names end in a NUL
// instead of a colon or line feed.
//
// Output is written before urlgrep waits for more input, and otherwise in blocks. With
// --line-buffered, each line is written at once.
//
// With --json, each URL is an object with all that is known of it:
//
//	$ urlgrep --json box.txt | jq -r 'select(.kind == "wrapped").url'
//
// With --csv and --tsv, each URL is a row of a table. With --format, a template formats it.
// With -0, each URL ends in a NUL, for xargs -0:
//
//	$ urlgrep --format '{{.Line}}\t{{.Host}}\t{{sh .URL}}' box.txt
//
// -u prints each URL once. --defang prints defanged URLs, which --refang reads. --count-by
// counts URLs by scheme, host, year and so on. --sort sorts them by date, host, URL or file.
// --stats prints statistics of the whole search to standard error.
//
//	$ urlgrep --count-by=domain box.txt | head
//
// --show-lines prints the lines that contain URLs, with the URLs highlighted; -A, -B and -C
// also print lines of context, as in grep.
//
// With --explain, nothing is searched. The arguments, or the lines of standard input, are
// URLs, and urlgrep prints their parts, errors and warnings at each level.
//
// On a terminal, output has the colours of grep, and its URLs are hyperlinks, which a click
// opens; --color and --hyperlink change that. On a terminal and in output with colours or
// hyperlinks, control characters and invisible characters of the input are printed as \u001b
// and the like. Elsewhere, file names are printed unchanged, except that a line
// break in a name is escaped unless the name ends in a NUL.
//
// # Choosing URLs
//
// With --pick, the URLs are listed on the terminal, to open, copy or print one or several.
// The list grows while the input is read, and leaving it ends the search. Keys are read from
// the terminal and the list is drawn there, so standard input and output may be pipes, as in a
// mail reader or in $(…). Programs for the chosen URLs, those in BROWSER and those of --action,
// are started without a shell.
//
// # What is read
//
// The format of a file is recognized by its first bytes; --input forces a format. Mail
// and news are read message by message: header fields, parts, transfer encodings,
// character sets and HTML are decoded. Lines and offsets are still those of the encoded
// file. In HTML, attributes and style sheets are searched besides the text. Calendars,
// address books, manual pages, TeX, BibTeX and Texinfo are decoded. Everything else is
// text, in which the escape sequences of URLs are decoded, such as \/ and \u0026 in JSON.
// --verbose reports what is malformed in each message, --limit changes limits of sizes and memory.
// --unquoted skips text that the author of a message quotes, --no-signature text
// after "-- ", and the footers of mailing lists.
//
// Documents are PDF, office files, Outlook mail and web archives (WARC). Their text and
// links are searched, also if they are in archives or attached to mail. -n prints the page,
// the slide or the cell instead of a line. A document of more than 8 MiB takes a temporary
// file, unless it is a file or is stored in an archive without compression. --skip=documents leaves documents alone.
//
// Compressed files (gzip, bzip2, xz, zstd) are unpacked. The members of zip and tar
// archives are searched like files in a directory. Both are recognized by their first
// bytes, also on standard input.
//
// Text is UTF-8, or UTF-16 or UTF-32 with a byte order mark. Bytes that are not UTF-8 are
// decoded as windows-1252, or as --charset specifies. A file with a NUL in its first 32 KiB
// is binary. It is skipped, unless it is mail or a document, or -a is given. A message says
// so, but not with -I; for a file in a directory, only with --verbose or if a URL was found
// before the NUL, or if the file is an archive in a format that is not unpacked.
//
// With -r, the regular files in a directory are searched in the order of their names, also
// hidden files, as in grep, but not the data of version control: directories named .git, .hg,
// .svn and the like are searched only if they are named on the command line. Maildirs and MH
// folders are recognized. Symbolic links are followed on the command line, with -R everywhere.
// A link to a directory that is being searched is skipped with a message, because the search
// would never end.
//
// These options choose files and directories by name before they are opened: --include,
// --exclude and --exclude-dir as in grep; -g and -t as in ripgrep. --skip=ignored skips what
// .gitignore and .ignore files say, --skip=hidden names that begin with a dot. --files-from
// searches the files that a file lists.
//
// Several files, or ranges of a large text or mbox, are searched at the same time, with one
// thread per processor or as many threads as -j specifies. The output and its order are
// those of -j 1. Input that is not a regular file is searched only after all input before
// it. With --hyphen=evidence or -u, this is true of every file. If there is only one input,
// and it is compressed or a zip archive, it is unpacked ahead of the search, by at most 256
// KiB.
//
// If standard error is a terminal, and results go to a file or are printed only at the end,
// a line on the terminal shows the progress of the search after one second. --progress
// turns that on or off. The signal SIGUSR1 (on BSD and macOS SIGINFO) prints the progress
// once.
//
// # Many machines
//
// --part divides a corpus into shares by its bytes, one for each run. With --output-dir the
// runs write their results to one directory. --verify compares the states of the search at the
// ends of the shares, and prints the shares that must be searched again; --merge prints the
// results. They are those of one run. With --survey and --worker, another program hands out
// ranges of files. docs/scale.md in the source has examples for Slurm, Kubernetes, Spark, Flink
// and Beam.
//
// # Exit status
//
// The exit status is that of grep: 0 if a URL was found, 1 if none was found, and 2 if an
// error occurred, even if a URL was found. With -q, it is 0 if a URL was found, even if an
// error occurred. Each error is one line on standard error:
//
//	urlgrep: FILE: message
//
// After an error, the search continues with the next file. If a file cannot be read to its
// end, a URL that is cut off is left out, and the message says so. A damaged or encrypted
// document is an error, unless it is an attachment; what can be read of it is searched. A
// binary file is not an error.
//
// With --explain, the status is 0 if one of the URLs is valid at the level. With --pick, it is
// 0 if a URL was opened, copied, printed or passed to a command of --action, and 130 after
// Ctrl-C. With --verify, it is 1 if shares must be searched again. With --worker, it is 0 unless
// a line is not a request.
//
// After Ctrl-C (SIGINT), SIGTERM or SIGHUP, urlgrep prints the URLs found so far. To
// standard error, it prints their number, or with --stats all statistics. -c and -L print
// nothing for a file that was not read to its end. The exit status is 130, 143 or 129. A
// second signal ends urlgrep at once.
//
// If the reader of its output has closed the pipe, urlgrep ends without a message: on Unix
// by the signal SIGPIPE, as grep does.
//
// # Environment
//
// There is no configuration file, and no variable changes which URLs are found.
//
//	NO_COLOR     no colours if not empty, except with --color=always
//	GREP_COLORS  the colours, as for grep
//	TERM         if dumb: no colours, no links, no --pick, no status line
//	STY VTE_VERSION
//	             no hyperlinks in GNU screen and in old versions of VTE
//	LC_ALL LC_CTYPE LANG
//	             if UTF-8, --count-by draws bars in Unicode
//	BROWSER      the command with which --pick opens URLs
//	DISPLAY WAYLAND_DISPLAY
//	             if set, --pick does not wait for the browser
//	TMUX         if set, --pick copies with tmux, and TERM may be screen
//	TMPDIR       the directory for temporary files
//	GOGC         memory against time, as for all programs in Go
//
// # Examples
//
// Print the URLs in a message that mutt pipes to urlgrep, also those without a scheme:
//
//	urlgrep --schemeless
//
// Print where a host occurs in a mailbox, compressed or not:
//
//	urlgrep -n --host=ftp.a.example INBOX.gz
//
// Print the URLs that the authors in a thread wrote themselves, without quoted text and
// signatures:
//
//	urlgrep --unquoted --no-signature thread.mbox
//
// Print the links that Anna sent in the spring of 2025:
//
//	urlgrep -ru --from=anna --since=2025-03 --until=2025-05 mail/
//
// Print which messages of a Maildir link to a host or its subdomains:
//
//	urlgrep -rl --host='a.example,*.a.example' Maildir
//
// Print the links in the pages of a site that are not valid by RFC 3986:
//
//	urlgrep -rnH --level=rfc3986 --invalid --include='*.html' htdocs
//
// Print the domains that occur most often in a mailbox:
//
//	urlgrep --count-by=domain 2019.mbox | head
//
// Print each URL in a folder of mail once, one per line:
//
//	urlgrep -ruh mail/ >links.txt
//
// Print the pages that the links in a message lead to, without trackers:
//
//	urlgrep --unwrap --clean -u newsletter.eml
//
// Explain a URL by RFC 1738:
//
//	urlgrep --explain 'ftp://ftp.a.example/pub;type=i'
//
// # See also
//
// grep(1), mutt(1), jq(1), maildir(5)
//
// The rules for where URLs begin and end, and for reading mail and HTML, are in
// docs/rules.md, docs/mail.md, docs/html.md and docs/documents.md of the sources. The
// services of --unwrap and the parameters of --clean are in docs/unwrap.md, the signs
// of --warn in docs/deception.md.
//
// # Standards
//
// URLs: RFC 1738, Uniform Resource Locators, with its APPENDIX on URLs in text, and RFC
// 3986, Uniform Resource Identifier, with its Appendix C. Mail and news: RFC 5322, RFC 2045
// to 2047, RFC 3676, RFC 5536. HTML: the standard of the WHATWG.
//
// Options that grep(1) also has mean the same as in POSIX and GNU grep, applied to URLs
// instead of lines, but for these:
//
//	-e -f -E  the syntax is that of RE2, and -E the default
//	-h        if it is the only argument, it prints a short help
//	-n        in a document, the page, the slide or the cell
//	-o        has no effect: only URLs are printed
//	-r -R     pass over binary files and version control
//	-u        prints each URL once
//	-x        the pattern matches the whole URL
//	-A -B -C  print lines with URLs, as --show-lines does
//
// Patterns are never operands: they need -e or -f. -G, -P, -T, -U, -z, -d, -D and -y do not exist.
//
// # Bugs
//
// Nothing in the text says whether a hyphen at a line break belongs to a URL. It is
// kept, which is nearly always right. If nothing in the text shows that a bare URL goes on, only
// its first line is found, unless --rejoin permits to guess. Text in pictures is not found. A
// URL that several HTML elements divide is not rejoined.
package main

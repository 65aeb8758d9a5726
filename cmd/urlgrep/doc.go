// Urlgrep prints the URLs in mail, news and text.
//
// Usage:
//
//	urlgrep [OPTION]... [FILE]...
//	urlgrep [OPTION]... --explain [URL]...
//	urlgrep --help-for OPTION
//
// It finds URLs by RFC 1738: in the wrapper <URL:…> of its APPENDIX, in angle
// brackets, behind "URL:" and bare in the text; and puts those together again
// that a line break has broken. Without FILE, and where FILE is "-", it reads
// standard input; with -r and without FILE, the files in the working directory.
//
// "urlgrep --help" has the options on one screen, --help-for all about one of them, and
// --man this manual with them all. They may stand before and after files; "--" ends
// them. A long name may be cut short as long as no other one begins so. Of two that
// contradict each other (-H and -h, -l and -L, -r and -R, -a and -I, --json and --csv) the
// last one counts. Two that ask for different output, such as --json and -c, exclude each
// other, which is an error. -q goes with all but --pick, and -l, -L and -c go with each
// other and with options for lines, as with grep: -q wins, and -l and -L win over -c.
//
// # What is found
//
// A URL is of one of these kinds, by how it stands in the text:
//
//	wrapped     <URL:http://a/>
//	angle       <http://a/>
//	prefixed    URL:http://a/
//	bare        http://a/
//	attribute   <a href="http://a/">, url(http://a/): in HTML and CSS
//	schemeless  www.a.com/x, a.org/x; only with --schemeless
//	email       user@a.com; only with --email
//
// --kind chooses among them, --scheme among the schemes; --host wants some hosts only,
// and -e, -f, -i and -v want URLs that regular expressions match, or do not, as with
// grep. What these leave out is not counted by -c and -m either.
//
// What was found is held to a --level: rfc1738, the grammar of RFC 1738 for its
// scheme; rfc3986, that of RFC 3986 for any; or lenient, which takes what people
// write and is the default. What is not valid is dropped, or with --invalid
// alone printed, with a caret under the byte that makes it so, and the reason.
//
// --warn prints only those that may be dangerous to follow, with the reasons below in
// the same way.
//
// A URL is put together again where it is broken over lines in a wrapper, and a
// bare one where its line ends in a hyphen; --rejoin wants less or more of that.
// Such a hyphen is kept, or what --hyphen says is done with it.
//
// With --refang also those are found that are written so that nobody follows them
// by accident:
//
//	hxxp h**p fxp          http and ftp, or with s, before :// or [://]
//	[.] (.) {.} [dot]      a dot between characters of a host
//	[@] [at] [:] [/] [://] these, in any brackets, in any letter case
//	user [at] a [dot] com  an address, in any brackets
//	user at a dot com      an address too, unless it follows a word
//	user at a.com          the same: not "is available at a.com"
//
// Hosts are found only with --schemeless as well, addresses only with --email.
//
// # What is printed
//
// One URL a line, in the order of the input, with the name of the file before
// it when there are several; as with grep, -H and -h change that, -n and -b add
// line and offset, -c, -l, -L and -q print less, and -m ends a file early.
// Numbers are of URLs, not of lines. With -Z a NUL follows the names of files, in
// the place of a colon or newline.
//
// What is found goes out before the program waits for more of its input, and else
// in blocks; with --line-buffered each line at once.
//
// With --json it is one object a URL, which says all there is to say about it:
//
//	$ urlgrep --json box.txt | jq -r 'select(.kind == "wrapped").url'
//
// With --csv and --tsv it is a row of cells, with --format what a template makes of it;
// -0 ends URLs in NUL, for xargs -0:
//
//	$ urlgrep --format '{{.Line}}\t{{.Host}}\t{{sh .URL}}' box.txt
//
// -u prints each URL once. --defang prints URLs as --refang reads them, so that nobody
// follows them by accident. --count-by prints how many there are of each scheme, host,
// year and the like, and --stats at the end, on standard error, what there was in all.
//
//	$ urlgrep --count-by=domain box.txt | head
//
// With --show-lines it is the lines that URLs stand in, in which these are coloured;
// with -A, -B and -C also lines around them, as with grep.
//
// With --explain nothing is searched: the arguments, or else the lines of
// standard input, are URLs, and what each level makes of them is printed.
//
// On a terminal results come in the colours of grep, or as --color says. There,
// and wherever colours are, control characters out of the input come as \u001b and the
// like, and so does what shows nothing. Elsewhere names of files come as they are, but for
// a line break where no NUL ends the name: it makes no second line.
//
// # Choosing
//
// With --pick the URLs are not printed but offered on the terminal, to be opened,
// copied or printed, one or several. Keys are read from the terminal and the list is
// drawn there, so that standard input and output may be pipes, as in a mail reader or
// in $(…). Programs are started without a shell, for the URLs that were chosen.
//
// # What is read
//
// Mail and news are known by how they begin, and read message by message: header
// fields, parts, transfer encodings, character sets and HTML are decoded, places
// are those of the encoded bytes all the same. So is HTML, whose attributes and
// style sheets are read as well. Everything else is text. --input forces one of
// these. --verbose says what was odd about each message, --limit bounds what mail
// may make the program hold. --unquoted leaves out what the author of a message has
// quoted, --no-signature what stands below "-- " and in the footers of mailing
// lists.
//
// Compressed files (gzip, bzip2, xz, zstd) are unpacked, zip and tar are read as
// folders of files, by their first bytes, on standard input as well.
//
// Text is UTF-8, or UTF-16 or UTF-32 with a byte order mark. Bytes that are not
// UTF-8 are read as windows-1252, or as --charset says. A file with a NUL in its
// first 32 KiB is binary and passed over, unless it is mail or -a is given. A note says
// so, but not with -I; of a file in a directory only with --verbose, unless a URL was
// found before the NUL. Of a directory with -r all regular files are searched, in the
// order of their names; Maildirs and folders of MH as what they are. Links are followed where
// the command line names them, with -R anywhere. A link to a directory that is being
// searched would never end: it is passed over, with a note.
//
// --include, --exclude and --exclude-dir choose files and directories by their names,
// before they are opened; --files-from searches what is named in a file.
//
// Several files, or ranges of a large text or mbox, are searched at a time: as many
// as there are processors, or as -j says. What is printed is the same, and in the
// same order, as with "-j 1". What is not a regular file is read in its turn, and everything
// with --hyphen=evidence and -u. A single file or pipe that is compressed, or a zip, is
// unpacked ahead of the search, by 256 KiB at most.
//
// Where results go into a file, or come only in the end, and standard error is a terminal,
// a line there shows after a second how far the search is; --progress wants that always
// or never. SIGUSR1, on BSD and macOS SIGINFO, has it told once.
//
// # Exit status
//
// As grep's: 0 when something was found, 1 when nothing was, 2 after an error,
// even if something was found; but 0 with -q and something found. Each error
// is one line on standard error:
//
//	urlgrep: FILE: message
//
// and the search goes on with the next file. A URL that is cut off where a file could not
// be read further is left out, which the message says. A binary file is no error. For
// --explain something is found when one of the URLs is valid at the level, for --pick
// when one was opened, copied or printed; Ctrl-C ends that with 130.
//
// After Ctrl-C (SIGINT), SIGTERM and SIGHUP, urlgrep prints what it has found up to
// there, and how much that is, or with --stats all of that, to standard error; what it
// has read of a file is not enough for -c and -L. The exit status is 130, 143 or 129. A
// second signal ends it at once.
//
// Urlgrep ends without a word when what it writes to is closed: on Unix by the
// signal SIGPIPE, as grep does.
//
// # Environment
//
// There is no configuration file, and no variable changes what is found.
//
//	NO_COLOR     no colours, if it is not empty, but with --color=always
//	GREP_COLORS  which colours there are, as for grep
//	TERM         if it is dumb, no colours, no --pick, no --progress
//	LC_ALL LC_CTYPE LANG
//	             whether the bars of --count-by may be more than ASCII
//	BROWSER      what --pick opens URLs with
//	DISPLAY WAYLAND_DISPLAY
//	             whether that has a window, and is not waited for
//	TMUX         whether --pick copies by way of tmux
//	TMPDIR       where what must be read twice is copied
//	GOGC         as for all programs in Go: memory against time
//
// # Examples
//
// The URLs in a message, as mutt pipes it, with those that have no scheme:
//
//	urlgrep --schemeless
//
// Where in a mailbox, packed or not, a host is named:
//
//	urlgrep -n --host=ftp.a.example INBOX.gz
//
// The URLs that a thread's authors wrote themselves, without what they quote and their
// signatures:
//
//	urlgrep --unquoted --no-signature thread.mbox
//
// Which messages of a Maildir hold a link to some host or one below it:
//
//	urlgrep -rl --host='a.example,*.a.example' Maildir
//
// Which links in a site's pages are broken by the rules of RFC 3986:
//
//	urlgrep -rnH --level=rfc3986 --invalid --include='*.html' htdocs
//
// Which domains a mailbox names most often, in a year of it:
//
//	urlgrep --count-by=domain 2019.mbox | head
//
// What was linked in a folder of mail, each URL once, one a line:
//
//	urlgrep -ruh mail/ >links.txt
//
// What RFC 1738 makes of a URL:
//
//	urlgrep --explain 'ftp://ftp.a.example/pub;type=i'
//
// # See also
//
// grep(1), mutt(1), jq(1), maildir(5)
//
// Where URLs begin and end, and how mail and HTML are read, is said rule by rule in
// docs/rules.md, docs/mail.md and docs/html.md of the sources.
//
// # Standards
//
// URLs: RFC 1738, Uniform Resource Locators, with its APPENDIX on URLs in text, and
// RFC 3986, Uniform Resource Identifier, with its Appendix C. Mail and news: RFC 5322,
// RFC 2045 to 2047, RFC 3676, RFC 5536. HTML: the standard of the WHATWG.
//
// The options that grep(1) has too mean what they mean in POSIX and for GNU grep, but
// for URLs in the place of lines.
//
// # Bugs
//
// Whether a hyphen before a line break belongs to a URL is not written anywhere; it is
// kept, which is nearly always right. What a line break without a hyphen has cut from
// a bare URL is lost, but with --rejoin=wide. PDF and pictures are not looked into. Documents
// of office programs (OOXML, ODF) are read as zips, without the names of namespaces,
// schemas and types in their XML. Text that is divided among several elements is not
// rejoined.
package main

package main

import (
	"fmt"
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/join"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/internal/urlkey"
	"github.com/urlgrep/urlgrep/parse"
)

var kinds = []option.Choice[extract.Kind]{
	{Name: "wrapped", Value: extract.Wrapped},
	{Name: "angle", Value: extract.Angle},
	{Name: "prefixed", Value: extract.Prefixed},
	{Name: "bare", Value: extract.Bare},
	{Name: "attribute", Value: extract.Attribute},
	{Name: "schemeless", Value: extract.Schemeless},
	{Name: "email", Value: extract.Email},
}

var levels = []option.Choice[parse.Level]{
	{Name: "rfc1738", Value: parse.RFC1738},
	{Name: "rfc3986", Value: parse.RFC3986},
	{Name: "lenient", Value: parse.Lenient},
}

// A hyphenation determines the treatment of a hyphen before a line break.
type hyphenation struct {
	drop, both, byEvidence bool
}

var hyphens = []option.Choice[hyphenation]{
	{Name: "keep", Value: hyphenation{}},
	{Name: "drop", Value: hyphenation{drop: true}},
	{Name: "both", Value: hyphenation{both: true}},
	{Name: "evidence", Value: hyphenation{byEvidence: true}},
}

// sames are the rules of --same.
var sames = func() (list []option.Choice[urlkey.Kind]) {
	for _, k := range urlkey.Kinds() {
		list = append(list, option.Choice[urlkey.Kind]{Name: k.String(), Value: k})
	}
	return list
}()

// grades are the arguments of --warn.
var grades = []option.Choice[record.Grade]{
	{Name: "warning", Value: record.Warnings},
	{Name: "all", Value: record.Notes},
}

// schemesValue returns the Value of --scheme.
func schemesValue(to **extract.Schemes, as *string) option.Value {
	return option.Func(func(list string) (err error) {
		*to, err = extract.ParseSchemes(list)
		*as = list
		return err
	})
}

// schemeNotes returns a hint for each name in a list that is not a known scheme, but nearly one.
// Any name may be a scheme, so it is not an error.
func schemeNotes(list string) (notes []string) {
	var known []string
	for _, s := range scheme.All() {
		known = append(known, s.Name)
	}
	for name := range strings.SplitSeq(list, ",") {
		name = strings.ToLower(strings.Trim(name, "+-: "))
		if scheme.Lookup(name) != nil {
			continue
		}
		if like := option.Similar(name, known, 1); like != "" {
			notes = append(notes, fmt.Sprintf("--scheme: %s is not a known scheme (did you mean %s?)", name, like))
		}
	}
	return notes
}

// checkBase returns an error if url cannot be the base of references.
func checkBase(url string) error {
	if isBase(url) {
		return nil
	}
	parsed, _ := parse.Parse(url, parse.Lenient)
	err := fmt.Errorf("invalid base URL %.100q: must be a valid absolute URL, as in https://a.com/b/", parsed.Redacted())
	longer := "https://" + strings.TrimLeft(url, "/")
	if !strings.Contains(url, ":") && strings.Contains(url, ".") && isBase(longer) {
		err = fmt.Errorf("%w (did you mean %s?)", err, longer)
	}
	return err
}

// isBase reports whether url can be the base of references.
func isBase(url string) bool {
	return url != "" && extract.NewScanner(nil, &extract.Options{Base: url}).Err() == nil
}

func (o *findOptions) section() option.Section {
	return option.Section{Title: "What to find", Options: []option.Option{
		{
			Name: "kind", Arg: "LIST", Rare: true, Affects: option.Found,
			Value: option.AllOf(kinds, func(k extract.Kind) { o.kinds = append(o.kinds, k) }),
			Usage: "find only these kinds of URL: LIST as bare,angle,…",
			Text: `
Find only URLs of the kinds in LIST, separated by commas: wrapped, angle, prefixed, bare,
attribute, schemeless and email. The default is all kinds except schemeless and email.
Naming one of these two has the effect of --schemeless or --email.

	urlgrep --kind=wrapped,angle draft.txt
`,
		},
		{
			Name: "schemeless", Affects: option.Found,
			Value: option.True(&o.schemeless),
			Usage: "also find URLs without a scheme: www.a.com/x",
			Text: `
Also find URLs without a scheme: hosts that begin with www. or ftp., and hosts that end in a
public suffix, such as a.org/x. Text that looks like the name of a file or of a function is
not found.

	urlgrep --schemeless notes.txt
`,
		},
		{
			Name: "email", Affects: option.Found,
			Value: option.True(&o.email),
			Usage: "also find e-mail addresses: user@a.com",
			Text: `
Also find e-mail addresses, such as user@a.com. Message-IDs are not addresses. In the header
of a message, only the address fields, Subject, Comments and Keywords are searched for
addresses.

	urlgrep --email --kind=email INBOX
`,
		},
		{
			Name: "scheme", Arg: "LIST", Affects: option.Found,
			Value: schemesValue(&o.schemes, &o.schemeList),
			Usage: "find only these schemes: LIST as http,ftp or +data",
			Text: `
Find only URLs with the schemes in LIST, separated by commas. A + before a scheme adds it to
the default schemes, a - removes it from them. The sign also applies to the schemes that
follow, up to the next sign: +data,cid,-tel,sms adds two schemes and removes two. The
schemes cid, mid, data, javascript, about and blob are found only if LIST names them. Any other
name may be in LIST, too; a message says if it is nearly the name of a known scheme.

	urlgrep --scheme=ftp,gopher archive.txt
	urlgrep --scheme=+data,-tel page.html
`,
		},
		{
			Name: "refang", Affects: option.Found,
			Value: option.True(&o.refang),
			Usage: "also find defanged URLs: hxxp://a[.]com/x",
			Text: `
Also find defanged URLs, which are written so that they cannot be followed by accident, and print
them as normal URLs. The scheme may be hxxp, h**p, fxp or h[tt]p, also before [:]//, [://] or :\\,
or any scheme before [:]. In http[s]://a.com the host must have a dot. A dot or an at sign may be
in brackets: [.] or (dot) or [at]; with blanks, host [dot] com and joe [at] host [dot] com. Hosts
without a scheme, and addresses like 192[.]0[.]2[.]1, also need --schemeless; e-mail addresses
need --email. An address without brackets, joe at a.com or joe at a dot com, is found too, unless
it follows a word: "write to joe at a.com" is not found, because it reads like "is available at
a.com". A host without brackets, host dot com, is not found.

	urlgrep --refang report.txt
`,
		},
		{
			Name: "base", Arg: "URL", Rare: true, Affects: option.Found,
			Value: option.Checked(&o.base, checkBase),
			Usage: "resolve relative references in HTML against URL",
			Text: `
Resolve relative references in HTML against URL, which must be absolute: with
--base=https://a.com/b/, <a href="c"> is https://a.com/b/c. The <base> of a document takes
precedence, and in mail the Content-Base or Content-Location of a part; a relative <base> is
resolved against URL. All files have the same base. Without a base, relative references are
not found: --verbose and --stats count them, except those to a place in the same document,
such as #top.

	urlgrep --base=https://example.org/docs/ index.html
`,
		},
		{
			Name: "rejoin", Arg: "LIST", Rare: true, Affects: option.Found,
			Value: option.Text(join.Names[:], &o.rejoin),
			Usage: "choose the split URLs to rejoin (default: hyphen)",
			Text: `
Choose which of the URLs that are split across lines are rejoined. LIST has names from this list,
separated by commas:

	wrapped   URLs between <URL: or < and >
	hyphen    also bare URLs whose line ends in a hyphen, that
	          are split across adjacent string literals, or that
	          fill rows of a box with frames (│): the default
	terminal  also URLs that fill rows of a terminal, of a box
	          or of a table with |, as fold, tmux and coding
	          agents split them, if the next row looks like a
	          part of a URL
	wide      also URLs that end a full line, if one word that
	          looks like a part of a URL is alone on the next
	          line, as in mail with 72 columns
	blanks    also http, https and ftp URLs with white space in
	          them, as in text from PDF, scanned pages and
	          justified print: http: //www. a.com/ b.html
	none all  no URL; URLs in all of these ways

The last three ways imply wrapped and hyphen, but not each other; a + before LIST adds it to hyphen.
They are guesses. Of 3,000 URLs that layouts of a terminal have split, terminal rejoins 2,901, and
hyphen 641; of 37 URLs that it joined in 103,294 files, 35 were right. Of 277 URLs that wide joined in
mail and text, 223 were right, of 234 that blanks joined in papers, 230. With these ways a URL is
printed only when the text after it is read, up to the second next line; with blanks, this is so within
a line, too.

In the pages of PDF files, hyphen also rejoins URLs where a link, or the edge of the column and the
style, shows that they go on. Blanks within a line of <URL:…> are always dropped, even
with none. Without URL:, a blank within a line and | end the URL, as in <http://a.com/b see here>, also
in PDF files; with wide, the blanks are dropped and | is part of the URL, as RFC 3986 suggests.

	tmux capture-pane -J -p | urlgrep --rejoin=terminal
	urlgrep --rejoin=wide letter.txt
	pdftotext paper.pdf - | urlgrep --rejoin=blanks
`,
		},
		{
			Name: "hyphen", Arg: "HOW", Rare: true, Affects: option.Found,
			Value: option.OneOf(hyphens, &o.hyphen),
			Usage: "choose what happens to hyphens at line breaks",
			Text: `
Choose what happens to a hyphen at a line break when a URL is rejoined. HOW is keep (the
default); drop; both, which prints both URLs on two lines and counts them as one; or
evidence, which looks for an unsplit copy of the URL in the rest of the input. If evidence
finds no copy, the hyphen is kept, and the number of such hyphens is printed to standard
error. To look for evidence, urlgrep reads the input twice, copies input that cannot be read
twice to a temporary file, and prints nothing before the end.

	urlgrep --hyphen=evidence *.txt
`,
		},
		{
			Name: "unquoted", Rare: true, Affects: option.Found,
			Value: option.True(&o.skipQuoted),
			Usage: "skip text that the author of a message quotes",
			Text: `
Skip text that the author of a message quotes: lines that begin with ">" or with initials,
such as "JD> ", block quotations in HTML, and everything after a line such as "-----Original
Message-----".

	urlgrep --unquoted reply.eml
`,
		},
		{
			Name: "no-signature", Rare: true, Affects: option.Found,
			Value: option.True(&o.skipSignatures),
			Usage: "skip signatures and the footers of mailing lists",
			Text: `
Skip signatures, which begin after a line "-- ", and the footers of mailing lists, which
contain "mailing list" or "unsubscribe" after a line of hyphens, underscores, "=" or "*".

	urlgrep --no-signature list.mbox
`,
		},
	}}
}

// patternNames are the options with patterns.
var patternNames = []string{"regexp", "file"}

func (o *selectOptions) section() option.Section {
	return option.Section{Title: "Which URLs to select", Options: []option.Option{
		{
			Name: "regexp", Letter: "e", Arg: "RE", Repeats: true, Affects: option.Found,
			Value: &o.patterns,
			Usage: "select URLs that match the regular expression RE",
			Text: `
Select only URLs that match a regular expression, anywhere in the URL. If the option is
repeated, or RE has several lines, a URL must match one of the expressions. The syntax is that
of Go's package regexp (RE2): ( ) | + are special, as with grep -E, ^ and $ match the beginning
and the end of the URL, and matching takes linear time. The expression is applied to the URL
before --defang.

	urlgrep -e '\.pdf$' -e ^ftp: INBOX
`,
		},
		{
			Name: "file", Letter: "f", Arg: "FILE", Repeats: true, Rare: true, Affects: option.Found,
			Value: &o.patternFiles,
			Usage: "read regular expressions from FILE, one per line",
			Text: `
Select only URLs that match one of the regular expressions in FILE, one per line, or one of
--regexp. If FILE is -, read standard input. An empty file matches no URL, an empty line
matches every URL.

	urlgrep -v -f known.txt INBOX
`,
		},
		{
			Name: "ignore-case", Letter: "i", Rare: true, Affects: option.Found,
			Value:    option.True(&o.syntax.IgnoreCase),
			Requires: patternNames,
			Usage:    "ignore letter case in regular expressions",
			Text: `
Ignore letter case in regular expressions. --host always ignores it.

	urlgrep -i -e example INBOX
`,
		},
		{
			Name: "fixed-strings", Letter: "F", Rare: true, Affects: option.Found,
			Value:     option.True(&o.syntax.Fixed),
			Overrides: []string{"extended-regexp"},
			Requires:  patternNames,
			Usage:     "match -e and -f as text, not as expressions",
			Text: `
Take the patterns of -e and -f as text: a dot matches only a dot. Overrides -E.

	urlgrep -F -f known.txt INBOX
`,
		},
		{
			Name: "extended-regexp", Letter: "E", Rare: true, Affects: option.Nothing,
			Requires: patternNames,
			Usage:    "match -e and -f as expressions (default)",
			Text: `
Take the patterns of -e and -f as regular expressions. This is the default; the option exists
for compatibility with grep. Overrides -F.

	urlgrep -E -e '\.(jpe?g|png)$' INBOX
`,
		},
		{
			Name: "word-regexp", Letter: "w", Rare: true, Affects: option.Found,
			Value:    option.True(&o.syntax.Word),
			Requires: patternNames,
			Usage:    "-e and -f match only whole words",
			Text: `
Select only URLs in which -e or -f matches whole words: before and after the text that matches
is no letter, digit or underscore. -x wins over -w.

	urlgrep -w -e git INBOX
`,
		},
		{
			Name: "line-regexp", Letter: "x", Rare: true, Affects: option.Found,
			Value:    option.True(&o.syntax.Whole),
			Requires: patternNames,
			Usage:    "-e and -f match only whole URLs",
			Text: `
Select only URLs that -e or -f matches as a whole.

	urlgrep -xF -f known.txt INBOX
`,
		},
		{
			Name: "invert-match", Letter: "v", Affects: option.Found,
			Value:    option.True(&o.invert),
			Requires: []string{"regexp", "file", "host"},
			Usage:    "select URLs that match no regular expression",
			Text: `
Select only URLs that match no regular expression. If no regular expression is given, select
only URLs whose host is not in --host.

	urlgrep -v -e '^https?:' INBOX
`,
		},
		{
			Name: "host", Arg: "LIST", Repeats: true, Affects: option.Found,
			Value: &o.hosts,
			Usage: "select these hosts: LIST as *.a.com,!b.org",
			Text: `
Select only URLs whose host matches one of the patterns in LIST, separated by commas. In a
pattern, * matches any number of characters, including dots; ? matches one character; [a-z]
matches one of these characters, [!a-z] one other character; {a,b} matches either of these
patterns. Letter case and a final dot do not matter. The pattern a.com matches only that
host, not its subdomains. An internationalized name may be given in Unicode or in A-labels,
an IPv6 address as in the URL, in brackets.

If a pattern begins with !, the hosts that match it are not selected. The last pattern that matches
a host counts. If none matches and all begin with !, the URL is selected, also if it has no host.

	urlgrep --host='example.org,*.example.org' INBOX
	urlgrep --host='!*.example.org' INBOX
`,
		},
		{
			Name: "level", Arg: "LEVEL", Rare: true, Affects: option.Found,
			Value: option.OneOf(levels, &o.level),
			Usage: "drop URLs not valid at LEVEL (default: lenient)",
			Text: `
Drop URLs that are not valid at LEVEL: rfc1738, the grammar of RFC 1738 for the scheme of
the URL; rfc3986, the generic grammar of RFC 3986; or lenient (the default), which accepts
URLs as people write them. The level never changes where a URL ends.

	urlgrep --level=rfc3986 INBOX
`,
		},
		{
			Name: "invalid", Rare: true, Affects: option.Found,
			Value: option.True(&o.invalid),
			Usage: "select invalid URLs, and print the reason",
			Text: `
Select only URLs that are not valid at the level. After each URL, print a line with a caret
under the first invalid byte, the class of the error, and the rule that the URL breaks.

	urlgrep --invalid --level=rfc1738 page.txt
`,
		},
		{
			Name: "warn", Arg: "GRADE", Implied: "warning", Affects: option.Found,
			Value:    option.OneOf(grades, &o.warn),
			Excludes: []string{"invalid"},
			Usage:    "select deceptive or dangerous URLs, and print why",
			Text: `
Select only URLs that may deceive a reader, or harm those who follow them or pass them on.
After each URL, print a line for each reason, with a caret under the byte that it is about.
GRADE is warning (the default), for reasons that are rare in honest links, or all, also for
notes, which are common in them. The warnings are:

	shown-host-differs  the link shows another host (that host)
	userinfo-host       text before @ hides the host (the real host)
	mixed-script        a label of the host in several scripts (these)
	confusable-host     the host looks like another (the other)
	numeric-host        2130706433 for an IP address (the address)
	mapped-host         ⓖoogle.com for a host in ASCII (that host)
	fake-delimiter      a character like / . : @ ? or # (both)
	punycode-mismatch   xn-- without a name (what is encoded)
	bidi-control        a reordering character (the character)
	zero-width          an invisible character (the character)
	backslash           browsers read \ as / (the URL that they read)
	encoded-control     an encoded CR, LF, NUL … (the escapes)
	script-url          data: or javascript: (what it holds)
	hidden              an element that is not shown (its style)
	password-in-url     a password (RFC 1738, section 6)
	userinfo-in-http    "@" without a user name in an http URL
	host-in-userinfo    a user name like a host (RFC 3986, 7.6)
	multiple-at         a second "@" in the user name

The notes are:

	shown-host-unclear  the link shows another host, and counts
	                    clicks or names its site (that host)
	unusual-port        a port that servers rarely use (the port)
	reserved-port       the port of another protocol
	tracking-pixel      an image of at most one pixel (its size)

With --unwrap, the URL that a rewritten URL leads to is examined, too: target-userinfo-host is
userinfo-host of that URL. What the link shows is compared with that URL.

A reason is not a verdict. A host looks like another if both have
the same skeleton (UTS 39) and different registrable domains. The other host is in a file of
--known-hosts, or occurs before it in the same message. --json prints the names in
"warnings" for any grade, with further ones, and the text in parentheses in "evidence".

	urlgrep --warn INBOX
	urlgrep --warn=all --unwrap INBOX
`,
		},
		{
			Name: "known-hosts", Arg: "FILE", Repeats: true, Rare: true, Affects: option.Found,
			Value:    &o.knownHosts,
			Requires: []string{"warn", "pick", "json", "csv", "tsv", "columns", "sql", "format", "report", "replace"},
			Usage:    "warn of hosts that look like those in FILE",
			Text: `
Read hosts that others may imitate from FILE, one per line, for the warning confusable-host.
Lines that are empty or begin with # are ignored. A host counts for all hosts of its
registrable domain.

	urlgrep --warn --known-hosts=banks.txt INBOX
`,
		},
		{
			Name: "unique", Letter: "u", Affects: option.Found,
			Value: option.True(&o.unique),
			Usage: "select each URL once, across all files",
			Text: `
Print each URL once, at its first occurrence in all files. URLs are the same if their texts
are equal; --same compares in other ways. With -c, count the different URLs of each file
separately. Without -c, the search uses one thread.

1.5 million different URLs are remembered in memory, the others in temporary files of 16 bytes
for each URL, at times twice as much. Memory is less than 256 MB for any number of URLs. After an
error of a temporary file, which is reported, urlgrep prints further URLs as often as they occur.

	urlgrep -uh *.mbox
`,
		},
		{
			Name: "same", Arg: "HOW", Rare: true, Affects: option.Found,
			Value: option.OneOf(sames, &o.same),
			Usage: "count URLs as one by rfc3986, whatwg or archive",
			Text: `
Count URLs that are spelled differently as one, and print the first spelling. Implies
--unique. HOW is

	exact      the same text (the default of --unique)
	rfc3986    equivalent by RFC 3986: letter case of the scheme
	           and the host, %7E for ~, dot segments, the default
	           port, an empty path
	whatwg     the same URL in a browser: also backslashes,
	           numeric addresses, names in Unicode and A-labels
	archive    the same capture in a web archive (SURT): also http
	           and https, www, letter case, a final slash, the order
	           of parameters, session identifiers, and any fragment

A host without a scheme counts as an http URL, an e-mail address as a mailto URL. A URL that
the rule does not apply to, such as one that no browser opens, counts by its text. The text
that is compared is "key" in --json and --csv, and .Key in --format.

	urlgrep --same=rfc3986 INBOX
	urlgrep --same=archive --format '{{.Key}} {{.URL}}' INBOX
`,
		},
	}}
}

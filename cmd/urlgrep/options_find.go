package main

import (
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/parse"
	"github.com/urlgrep/urlgrep/wrapper"
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

var rejoins = []option.Choice[extract.Rejoin]{
	{Name: "none", Value: extract.RejoinNone},
	{Name: "wrapped", Value: extract.RejoinWrapped},
	{Name: "hyphen", Value: extract.RejoinHyphen},
	{Name: "wide", Value: extract.RejoinWide},
}

// A hyphenation says what is done with a hyphen before a line break.
type hyphenation struct {
	hyphen           extract.Hyphen
	both, byEvidence bool
}

var hyphens = []option.Choice[hyphenation]{
	{Name: "keep", Value: hyphenation{hyphen: extract.HyphenKeep}},
	{Name: "drop", Value: hyphenation{hyphen: extract.HyphenDrop}},
	{Name: "both", Value: hyphenation{hyphen: extract.HyphenKeep, both: true}},
	{Name: "evidence", Value: hyphenation{hyphen: extract.HyphenKeep, byEvidence: true}},
}

func (c *config) setHyphen(h hyphenation) {
	c.opts.Hyphen, c.both, c.byEvidence = h.hyphen, h.both, h.byEvidence
}

func (c *config) setSchemes(list string) (err error) {
	c.opts.Schemes, err = wrapper.ParseSchemes(list)
	return err
}

func (c *config) findSection() option.Section {
	return option.Section{Title: "What to look for", Options: []option.Option{
		{
			Name: "regexp", Letter: "e", Arg: "RE", Repeats: true,
			Value: &c.patterns,
			Usage: "only URLs that the regular expression RE matches",
			Text: `
Only URLs that a regular expression matches, anywhere in them; of several one that
any of them matches. They are those of Go, that is RE2, without -E, -F or -P: ( ) | +
are special, ^ and $ are the beginning and end of the URL, and time is linear. The URL
is matched as it is printed without --defang.

	urlgrep -e '\.pdf$' -e ^ftp: INBOX
`,
		},
		{
			Name: "file", Letter: "f", Arg: "FILE", Repeats: true, Rare: true,
			Value: &c.patternFiles,
			Usage: "only URLs that one of those in FILE matches",
			Text: `
Only URLs that one of the regular expressions in a file matches, one a line, or one
of --regexp; - is standard input. An empty file matches nothing, an empty line anything.

	urlgrep -v -f known.txt INBOX
`,
		},
		{
			Name: "ignore-case", Letter: "i",
			Value: option.True(&c.ignoreCase),
			Usage: "regular expressions match any letter case",
			Text: `
Regular expressions match in any letter case. --host does so always.

	urlgrep -i -e example INBOX
`,
		},
		{
			Name: "invert-match", Letter: "v",
			Value: option.True(&c.invert),
			Usage: "only URLs that no regular expression matches",
			Text: `
Only URLs that no regular expression matches. Without any, only those whose host is
none of --host.

	urlgrep -v -e '^https?:' INBOX
`,
		},
		{
			Name: "host", Arg: "LIST", Repeats: true,
			Value: &c.hosts,
			Usage: "only these hosts: LIST as *.a.com,b.org",
			Text: `
Only URLs whose host is one of these, with commas between them: * stands for any number
of characters, dots too, ? for one, [a-z] for one of these, [!a-z] for one of the
others, {a,b} for one of these patterns. a.com is that host only, in any letter case,
with or without a final dot, as it is written or in A-labels. An IPv6 address is as it
stands, in its brackets.

	urlgrep --host='example.org,*.example.org' INBOX
`,
		},
		{
			Name: "kind", Arg: "LIST",
			Value: option.AllOf(kinds, func(k extract.Kind) { c.opts.Kinds = c.opts.Kinds.With(k) }),
			Usage: "only these kinds: LIST as bare,angle,…",
			Text: `
Only URLs of these kinds: wrapped, angle, prefixed, bare, attribute, schemeless
and email, with commas between them. The default is all of them but the last two,
which --kind asks for as --schemeless and --email do.

	urlgrep --kind=wrapped,angle draft.txt
`,
		},
		{
			Name:  "schemeless",
			Value: option.True(&c.schemeless),
			Usage: "also hosts without a scheme: www.a.com/x",
			Text: `
Also hosts without a scheme: those that begin with www. or ftp., and those that
end in a public suffix, as a.org/x does. What looks like the name of a file or of
a function is none.

	urlgrep --schemeless notes.txt
`,
		},
		{
			Name:  "email",
			Value: option.True(&c.email),
			Usage: "also addresses: user@a.com",
			Text: `
Also addresses, as user@a.com, but no Message-IDs. In the header of a message they
come from the fields for them, from Subject, Comments and Keywords.

	urlgrep --email --kind=email INBOX
`,
		},
		{
			Name: "scheme", Arg: "LIST",
			Value: option.Func(c.setSchemes),
			Usage: "only these schemes: LIST as http,ftp or +data",
			Text: `
Only URLs of these schemes, with commas between them. With + or - before it a scheme
is added to the usual ones or removed from them, and so are the schemes after it, up to
the next sign: +data,cid,-tel,sms adds two and removes two. Those that are found only
when they are named here are cid, mid, data, javascript, about and blob.

	urlgrep --scheme=ftp,gopher archive.txt
	urlgrep --scheme=+data,-tel page.html
`,
		},
		{
			Name: "level", Arg: "LEVEL",
			Value: option.OneOf(levels, &c.opts.Level),
			Usage: "LEVEL: rfc1738, rfc3986 or lenient (default)",
			Text: `
What a URL must be valid at: rfc1738, the grammar of RFC 1738 for its scheme;
rfc3986, that of RFC 3986 for any scheme; or lenient, the default, what people
write. What is not valid is dropped. The level never changes where a URL ends.

	urlgrep --level=rfc3986 INBOX
`,
		},
		{
			Name:  "invalid",
			Value: option.True(&c.invalid),
			Usage: "only what is not valid at the level, and why",
			Text: `
Only what is not valid at the level, each with a caret under the byte that makes it
so, and below it the rule and where that stands.

	urlgrep --invalid --level=rfc1738 page.txt
`,
		},
		{
			Name: "warn", Rare: true,
			Value:    option.True(&c.warn),
			Excludes: []string{"invalid"},
			Usage:    "only what may be dangerous to follow, and why",
			Text: `
Only URLs that may be dangerous to follow or to pass on. Below each is what is wrong,
with a caret under the byte that it is about:

	password-in-url    a password (RFC 1738, section 6)
	reserved-port      the port of another protocol
	encoded-crlf       an encoded line break
	encoded-control    another encoded control character
	userinfo-in-http   a user name in an http URL
	host-in-userinfo   a user name like a host (RFC 3986, 7.6)
	multiple-at        a second "@" in the user name
	numeric-host       2130706433 for an IP address (RFC 3986, 7.4)
	mixed-script       a label of the host in several scripts
	bidi-control       what reorders characters (RFC 3987, 4.1)

A label may mix Latin with the scripts of one of Japanese, Chinese and Korean, and no
others (UTS 39, "Highly Restrictive"). If a user name may hide the host, the message
names the host. --json reports more, in "warnings".

	urlgrep --warn INBOX
`,
		},
		{
			Name: "unique", Letter: "u",
			Value: option.True(&c.unique),
			Usage: "each URL once, in all files together",
			Text: `
Each URL once, where it stands first in all the files together; with -c each file
counts for itself. One thread searches, but with -c. It remembers ten million URLs,
in some 550 MB (one million take 75); it says so when there are more, and prints the
others as often as they stand there.

	urlgrep -uh *.mbox
`,
		},
		{
			Name: "rejoin", Arg: "WHICH", Rare: true,
			Value: option.OneOf(rejoins, &c.opts.Rejoin),
			Usage: "WHICH: none, wrapped, hyphen (default) or wide",
			Text: `
Which URLs that are broken over lines are put together: none; wrapped, those between
<URL: or < and >; hyphen, the default, also bare ones whose line ends in a hyphen; or
wide, also those whose line is as wide as lines are there, a guess that is right
half of the time. Blanks within a line of <URL:…> are dropped with none as well.

	urlgrep --rejoin=wide letter.txt
`,
		},
		{
			Name: "hyphen", Arg: "HOW", Rare: true,
			Value: option.Chosen(hyphens, c.setHyphen),
			Usage: "HOW: keep (default), drop, both or evidence",
			Text: `
What is made of a hyphen at the end of a line, when a URL is put together over it:
keep, the default; drop; both, for two lines of output, which count as one URL; or
evidence, as the URL stands elsewhere unbroken in anything that is read. For that
everything is read twice, what cannot be is copied into a temporary file, and nothing
is printed before the end; what is not decided is kept, and counted on standard error.

	urlgrep --hyphen=evidence *.txt
`,
		},
		{
			Name:  "refang",
			Value: option.True(&c.opts.Refang),
			Usage: "also defanged URLs: hxxp://a[.]com/x",
			Text: `
Also URLs that were made so that nobody follows them by accident, as they once were:
hxxp, h**p and fxp before ://, a dot or an at sign in brackets, [.] or (dot) or [at];
with --schemeless hosts, with --email addresses. An address may be joe at a.com or joe at
a dot com as well, without brackets, unless it follows a word: in "write to joe at a.com"
it may be prose as in "is available at a.com".

	urlgrep --refang report.txt
`,
		},
		{
			Name: "unquoted", Rare: true,
			Value: option.True(&c.opts.SkipQuoted),
			Usage: "nothing that the author of a message has quoted",
			Text: `
Nothing that the author of a message has quoted: what is in lines that begin with ">"
or with initials, as "JD> ", in a blockquote of HTML, and below a line such as
"-----Original Message-----".

	urlgrep --unquoted reply.eml
`,
		},
		{
			Name: "no-signature", Rare: true,
			Value: option.True(&c.opts.SkipSignatures),
			Usage: "no signatures, no footers of mailing lists",
			Text: `
Nothing below the line "-- " of a signature, nor in the footer of a mailing list, which
says "mailing list" or "unsubscribe" below a rule.

	urlgrep --no-signature list.mbox
`,
		},
	}}
}

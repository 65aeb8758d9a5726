package hostile

import (
	"fmt"
	"strings"
)

func wrappers() []Text {
	return []Text{
		{"an open wrapper", "<URL:http://a/", again("x")},
		{"an open wrapper over lines", "<URL:http://a/", again("b\n")},
		{"an open wrapper in prose", "<URL:http://a/", again("lorem ipsum dolor\n")},
		{"an open wrapper of blanks", "<URL:http://a/", again(" ")},
		{"an open wrapper of soft hyphens", "<URL:http://a/", again("\u00ad")},
		{"an open wrapper of brackets", "<URL:http://a/", again("(")},
		{"an open wrapper of quote marks", "<URL:http://a/\n", again(">")},
		{"a quoted open wrapper", "> <URL:http://a/\n", again("> ")},
		{"a quoted open wrapper over lines", "> > > <URL:http://a/\n", again("> > > b\n")},
		{"an open wrapper in comments", "# <URL:http://a/\n", again("# b\n")},
		{"an open wrapper in numbered lines", "0. <URL:http://a/\n", func(i int) string { return numbered("%d. b\n")(i + 1) }},
		{"an open wrapper over pages", "<URL:http://a/\n", again("b\n\n\f\n")},
		{"beginnings of wrappers", "", again("<URL:")},
		{"beginnings of wrappers over lines", "", again("<URL:\n")},
		{"nested wrappers", "", again("<URL:http://a")},
		{"nested wrappers over lines", "", again("<URL:http://a/\n")},
		{"wrappers", "", again("<URL:http://a/>")},
		{"broken wrappers", "", again("<URL:http://a/-\nb>\n")},
		{"wrapped schemes over lines", "", again("<URL:h\nt\nt\np\n:\n")},
		{"nested angles", "", again("<http:")},
		{"nested angles with hosts", "", again("<http://a/b")},
		{"prefixes", "", again("URL:")},
		{"prefixes and blanks", "", again("URL: ")},
		{"closing brackets", "", again(">")},
	}
}

func bare() []Text {
	return []Text{
		{"colons", "", again(":")},
		{"slashes", "", again("/")},
		{"schemes", "", again("http:")},
		{"schemes with slashes", "", again("http://")},
		{"colons with slashes", "", again("://")},
		{"words with colons and slashes", "", again("a://")},
		{"a scheme that does not end", "", again("a+")},
		{"URLs", "", again("http://a/ ")},
		{"URLs in URLs", "", again("http://a/?")},
		{"unique URLs", "", numbered("http://a%d.example/\n")},
		{"brackets", "", again("http://a/(")},
		{"URLs with escaped slashes", `"`, again(`http:\/\/a\/ `)},
		{"escaped URLs in a word", `"`, again(`http:\/\/a,`)},
		{"escaped URLs in URLs", `"`, again(`http:\/\/a\/?`)},
		{"escaped schemes", `"`, again(`a:\/\/`)},
		{"escaped brackets", `"`, again(`http:\/\/a\/(`)},
		{"escaped colons", "", again(`http\://a\:`)},
		{"escaped URLs without quotes", "", again(`http:\/\/a,`)},
		{"regular expressions", "", again(`"http:\/\/a,http:\/\/a\.`)},
		{"numbers of characters", "", again(`http://a/\u0041(`)},
		{"a URL of numbers", "http://a/", again(`\u0041`)},
		{"URLs of both notations", `"`, again(`http:\/\/a,http\://a,http://a\u0026,`)},
		{"surrogates", "http://a/", again(`\ud83d`)},
		{"colons with backslashes", "", again(`a:\`)},
		{"escaped parentheses", "", again(`http://a/\(a`)},
		{"a URL of brackets", "http://a/", again("(")},
		{"a URL of closing brackets", "http://a/", again(")")},
		{"a URL of pairs of brackets", "http://a/", again("()")},
		{"a query of square brackets", "http://a/?", again("[")},
		{"a query of pairs of square brackets", "http://a/?", again("[]")},
		{"brackets of all kinds", "", again("http://a/?[{(")},
		{"URLs in brackets", "", again("(http://a/)")},
		{"URLs in brackets in brackets", "", again("(http://a/")},
		{"ports", "", again("http://a:b:")},
		{"digits of ports", "", again("http://a:1")},
		{"a host of dots", "http://a", again(".")},
		{"a host of labels", "http://a", again(".a")},
		{"a host of hyphens", "http://a", again("-")},
		{"user names", "http://a", again("@a")},
		{"passwords", "http://a", again(":a@")},
		{"IPv6 addresses", "", again("http://[::")},
		{"an IPv6 address", "http://[", again(":")},
		{"a host of stars", "http://a", again("*")},
		{"a path of apostrophes", "http://a/", again("'")},
		{"a path of dots", "http://a/", again(".")},
		{"a path of question marks", "http://a/", again("?")},
		{"a path of number signs", "http://a/", again("#")},
		{"a path of escapes", "http://a/", again("%41")},
		{"a path of bad escapes", "http://a/", again("%")},
		{"a path of ampersands", "http://a/", again("&a")},
		{"a path of references", "http://a/?", again("&amp;")},
		{"a query", "http://a/?", again("a=b&")},
		{"a path of possessives", "http://a/", again("'s")},
		{"references behind URLs", "", again("http://a/&lt;")},
		{"a URL of ideographs", "http://a.a", again("\u4e2d")},
		{"a URL of joiners", "http://a/", again("\u200d")},
		{"a URL of soft hyphens", "http://a/", again("\u00ad")},
		{"a URL of dashes", "http://a/", again("\u2010")},
		{"a URL with dashes at line ends", "http://a/", again("b\u2010\n")},
		{"string literals", "", again("\"http://a/\"\n")},
		{"a URL in string literals", "", again("\"http://a/\"\n\"b\"\n\"c\"\n")},
		{"brackets in string literals", "", again("\"http://a/(http://a/(\"\n\"b(\"\n")},
		{"a URL in one string literal after another", "\"http://a/\"\n", again("\"b\"\n")},
		{"IPv6 addresses without brackets", "", again("http://a::b")},
		{"placeholders for ports", "", again("http://a:$b")},
		{"URLs with hyphens at line ends", "", again("http://a-\n")},
		{"a URL with hyphens at line ends", "http://a/", again("b-\n")},
		{"a quoted URL with hyphens at line ends", "> http://a/", again("b-\n> ")},
		{"a hyphen and blanks", "http://a-", again(" ")},
		{"a hyphen and quote marks", "http://a-\n", again(">")},
		{"a hyphen and form feeds", "http://a-\n\n", again("\f")},
		{"a hyphen and empty lines", "", again("http://a/-\n\n")},
		{"commas between URLs", "", again("http://a/b,http:")},
		{"apostrophes around URLs", "", again("'http://a/'b")},
		{"stars around URLs", "", again("*http://a/*")},
		{"underscores around URLs", "", again("_http://a/_")},
		{"mailto", "", again("mailto:")},
		{"mailto with addresses", "", again("mailto:a@")},
		{"news", "", again("news:a")},
		{"urn", "", again("urn:")},
		{"tel", "", again("tel:+1")},
		{"backslashes", "http://a/", again(`\`)},
		{"escaped characters", "http://a/", again(`\_`)},
		{"groff's breaks", "http://a/", again(`\:`)},
		{"URLs with groff's breaks", "", again("http://a" + strings.Repeat(`\:`, 100<<10) + " ")},
		{"a character struck over", "http://a/x", again("\b_")},
		{"characters struck over", "http://a/", again("x\bx\bx\bx")},
		{"quote marks", "", again("> ")},
		{"quote marks in lines", "", again("> > > > > > > >\n")},
		{"overstrikes", "", again("_\b")},
		{"an overstruck scheme", "", again("_\bh_\bt_\bt_\bp_\b:")},
		{"overstrikes in a URL", "http://a/", again("_\bb")},
		{"beginnings of colours", "", again("\x1b[")},
		{"colours", "", again("\x1b[0m")},
		{"colours in a URL", "http://a/", again("\x1b[0mb")},
		{"a colour that does not end", "http://a/\x1b[", again("0;")},
		{"signatures", "", again("-- \nhttp://a/\n")},
		{"rules of footers", "", again("____________________\n")},
		{"quoted headers", "", again("-----Original Message-----\n> a\n")},
	}
}

// long are long URLs of each scheme whose components differ from those of others. One
// component has no end.
func long() []Text {
	return []Text{
		{"a host of ideographs", "http://", ideograph},
		{"a host of labels of ideographs", "http://", func(i int) string { return ideograph(i) + "." }},
		{"hosts of ideographs", "", func(i int) string { return "http://" + ideographs(i, 20) + "/ " }},
		{"hosts of long labels of ideographs", "", func(i int) string { return "http://" + ideographs(i, 10_000) + "/ " }},
		{"a host of escaped ideographs", "http://", escapedIdeograph},
		{"a host of escapes", "http://", again("%61")},
		{"a host of capital letters", "http://", again("\u00dc.")},
		{"a host of combining characters", "http://a", again("\u0301\u0323")},
		{"a host of letters from right to left", "http://", again("\u05d0.")},
		{"a host of A-labels", "http://", again("xn--fiqs8s.")},
		{"a host of bad A-labels", "http://\u00fc", again(".xn--a")},
		{"a host of one label", "http://", again("a")},
		{"a host of digits", "http://", again("1.")},
		{"a host of hexadecimal digits", "http://", again("0x1.")},
		{"IPv6 addresses, whole", "", again("http://[1:2:3:4:5:6:7:8]:")},
		{"IPv6 addresses with zones", "", again("http://[fe80::1%25" + strings.Repeat("a", 40) + "]/ ")},
		{"IP literals of the future", "", again("http://[v1." + strings.Repeat("a:", 30) + "]/ ")},
		{"long user names", "", again("http://" + strings.Repeat("a", 4000) + "@b/ ")},
		{"long passwords", "", again("http://a:" + strings.Repeat("b", 4000) + "@c/ ")},
		{"user names of at signs", "", again("http://" + strings.Repeat("a@", 2000) + "b/ ")},
		{"a port", "http://a:", again("1")},
		{"a path of segments", "http://a/", again("b/")},
		{"a path of double dots", "http://a/", again("../")},
		{"a path of parameters", "http://a/b", again(";c=d")},
		{"a path of line breaks", "http://a/", again("%0d%0a")},
		{"a path of control characters", "http://a/", again("%01")},
		{"a query of escapes", "http://a/?", again("b%26c")},
		{"a query of URLs", "http://a/?", again("b=http%3A%2F%2Fa%2F&")},
		{"a query of question marks", "http://a/?", again("?")},
		{"a fragment", "http://a/#", again("b")},
		{"a fragment of escapes", "http://a/#", again("%23")},
		{"a long path", "http://a/", again("b")},
		{"long URLs", "", again("http://a/" + strings.Repeat("b", 100_000) + " ")},
		{"long hosts", "", again("http://" + strings.Repeat("a.", 50_000) + "example/ ")},
		{"FTP directories", "ftp://a/", again("b/")},
		{"FTP directories of escapes", "ftp://a/", again("%2F/")},
		{"FTP directories with the same name", "ftp://a/%62", again("/%62")},
		{"gopher selectors", "gopher://a/1", again("%09")},
		{"news articles", "news:a", again("@b.example")},
		{"newsgroups", "news:a", again(".b")},
		{"NNTP groups", "nntp://a/b", again(".b")},
		{"WAIS paths", "wais://a/b/c/", again("d=e;")},
		{"prospero fields", "prospero://a/b", again(";c=d")},
		{"files", "file:///", again("b/")},
		{"telnet", "telnet://", again("a:")},
		{"addresses in a mailto", "mailto:a@b.example", again(",a@b.example")},
		{"header fields in a mailto", "mailto:a@b.example?", again("cc=a@b.example%2C%0A&")},
		{"data", "data:text/html;base64,", again("PGEgaHJlZj4")},
		{"parameters of data", "data:text/html", again(";a=b")},
		{"a script in a URL", "javascript:", again("a(b);")},
		{"an identifier of a part", "cid:", again("a.b@")},
		{"a name of names", "urn:a", again(":b")},
		{"a telephone number", "tel:+1", again("-555")},
		{"parameters of a telephone number", "tel:+15550100", again(";a=b")},
		{"a magnet", "magnet:?", again("xt=urn:a:b&")},
		{"SIP", "sip:a@b.example", again(";c=d")},
		{"unknown schemes", "", again("a.b+c-d://e/ ")},
		{"URLs with hyphens at 4 line ends", "", again("http://a/" + strings.Repeat("b-\n", 4) + "b ")},
		{"URLs with hyphens at 32 line ends", "", again("http://a/" + strings.Repeat("b-\n", 32) + "b ")},
		{"hosts with hyphens at 32 line ends", "", again("http://" + strings.Repeat("a.b-\n", 32) + "b/ ")},
		{"dangers", "", again("http://a:b@c@d:22/%0a%01 ")},
	}
}

// ideograph returns a character, a different one for each i below 20,000.
func ideograph(i int) string { return string(rune(0x4E00 + i%20_000)) }

// ideographs returns n characters, of which almost all differ.
func ideographs(i, n int) string {
	var b strings.Builder
	for j := range n {
		b.WriteString(ideograph(i + j))
	}
	return b.String()
}

// escapedIdeograph returns an ideograph, percent-encoded.
func escapedIdeograph(i int) string {
	var b strings.Builder
	for _, c := range []byte(ideograph(i)) {
		fmt.Fprintf(&b, "%%%02X", c)
	}
	return b.String()
}

func hosts() []Text {
	return []Text{
		{"dots", "", again(".")},
		{"labels", "", again("a.")},
		{"labels with hyphens", "", again("a-.")},
		{"hosts", "", again("www.a.org ")},
		{"hosts in each other", "", again("www.")},
		{"hosts with letters for ports", "", again("www.a.example:b")},
		{"hosts with ports and colons", "", again("www.a.example:b:")},
		{"a host of colons", "http://", again("a:")},
		{"suffixes", "", again("co.uk.")},
		{"at signs", "", again("@")},
		{"addresses in each other", "", again("a.b@")},
		{"a local part", "", again("a.b+")},
		{"domains", "a@", again("a.")},
		{"addresses", "", again("a@a.org ")},
		{"addresses and commas", "", again("a@a.org,")},
		{"Message-IDs", "", again("Message-ID: <a@a.org>\n")},
		{"folded Message-IDs", "References:", again("\n <a@a.org>")},
		{"a Message-ID that does not end", "References: <", again("a.b@")},
		{"articles", "", again("In article ")},
	}
}

func defanged() []Text {
	return []Text{
		{"defanged schemes", "", again("hxxp[:]//")},
		{"defanged schemes with hosts", "", again("hxxp[:]//a[.]a ")},
		{"schemes in brackets", "", again("h[tt]p[s][:")},
		{"schemes with optional letters", "http[s]://", again("a")},
		{"slashes of defanged schemes", "hxxp[:]", again("/\\")},
		{"backslashes in a path", `hxxp:\\a`, again(`\a`)},
		{"defanged addresses", "", again("1[.]2[.]3[.]4 ")},
		{"defanged numbers", "", again("1[.]")},
		{"defanged dots", "a", again("[.]a")},
		{"open brackets of dots", "a", again("[.")},
		{"defanged at signs", "", again("a[at]")},
		{"words at words", "", again("a at ")},
		{"addresses in words", "", again("a at b dot ")},
		{"square brackets", "", again("[")},
		{"pairs of square brackets", "", again("[]")},
	}
}

func octets() []Text {
	return []Text{
		{"two octets", "", again("\u00e9")},
		{"windows-1252", "", again("\xe9")},
		{"beginnings of three octets", "", again("\xe2")},
		{"URLs of windows-1252", "http://a/", again("\xe9")},
		{"UTF-16", "\xff\xfe", again("h\x00")},
		{"UTF-16, URLs", "\xff\xfe", again("h\x00t\x00t\x00p\x00:\x00/\x00/\x00a\x00/\x00 \x00")},
		{"UTF-16, halves", "\xff\xfe", again("\x00\xd8")},
		{"UTF-32", "\x00\x00\xfe\xff", again("\x00\x00\x00:")},
	}
}

func lines() []Text {
	return []Text{
		{"a word", "", again("x")},
		{"words", "", again("all work and no play ")},
		{"empty lines", "", again("\n")},
		{"NULs", "", again("\x00")},
		{"URLs in one line", "", again("a http://a/ " + strings.Repeat("b ", 100))},
		{"hyphens after quote marks within a line", "", again("a\na" + strings.Repeat(">-", 50_000) + " http://a/ ")},
		{"lines and a URL in each", "", again("a http://a/ b\n")},
		{"CRs", "", again("\r")},
		{"form feeds", "", again("\f\n")},
	}
}

package hostile

import "strings"

func pages() []Text {
	return []Text{
		{"less than", "", again("<")},
		{"tags", "", again("<a>")},
		{"tags in each other", "", again("<a href=x ")},
		{"blockquotes", "", again("<blockquote>")},
		{"ends of blockquotes", "<blockquote>", again("</blockquote>")},
		{"ends of tags", "", again("</")},
		{"a tag that does not end", "<a ", again("b ")},
		{"attributes", "<a ", again("href=http://a/ ")},
		{"attributes without values", "<a ", again("=")},
		{"tags of attributes", "", again("<meta " + strings.Repeat("content=a://b ", 900) + ">")},
		{"an attribute", "<a href='", again("http://a/ ")},
		{"an attribute of references", "<a href='http://a/", again("&amp;")},
		{"an attribute of line breaks", "<a href='http://a/", again("b\n")},
		{"links", "", again("<a href='http://a/'>http://a/</a>\n")},
		{"links relative to a base", "<base href='http://a/'>", again("<a href=x>")},
		{"bases", "", again("<base href='http://a/'><a href=x>")},
		{"sets of sources", "<img srcset='", again("http://a/ 1x,")},
		{"sets of commas", "<img srcset='", again(",")},
		{"refreshes", "", again("<meta http-equiv=refresh content='0;url=http://a/'>")},
		{"pings", "<a ping='", again("http://a/ ")},
		{"comments", "", again("<!-- http://a/")},
		{"comments that end", "", again("<!---->")},
		{"hyphens in a comment", "<!--", again("-")},
		{"comments without text", "", again("<!--\xE2\n-->")},
		{"declarations", "", again("<!")},
		{"processing instructions", "", again("<?")},
		{"CDATA", "", again("<![CDATA[")},
		{"conditional comments", "", again("<!--[if mso]>")},
		{"ampersands", "", again("&")},
		{"references", "", again("&amp;")},
		{"long references", "", again("&CounterClockwiseContourIntegral")},
		{"numeric references", "", again("&#x")},
		{"a numeric reference", "&#", again("0")},
		{"URLs of references", "", again("&#104;&#116;&#116;&#112;&#58;&#47;&#47;a ")},
		{"a URL of references", "http://a/", again("&#98;")},
		{"scripts", "", again("<script>")},
		{"a script", "<script>", again("'http://a/';")},
		{"a script of comments", "<script>", again("<!--<script>")},
		{"escapes in a script", "<script>", again("\\u003a\\/")},
		{"ends of other tags in a script", "<script>", again("</style>")},
		{"beginnings of the end of a script", "<script>", again("</scrip")},
		{"styles", "<style>", again("url(")},
		{"styles that end", "", again("<style>a{b:url(http://a/)}</style>")},
		{"comments in a style", "<style>", again("/*")},
		{"strings in a style", "<style>", again("@import '")},
		{"escapes in a style", "<style>a{b:url(", again(`\68 `)},
		{"line breaks in a style", "<style>a{b:url('", again("\\\n")},
		{"styles in attributes", "", again("<a style='b:url(http://a/)'>")},
		{"text areas", "", again("<textarea>")},
		{"titles", "<title>", again("</titl")},
		{"plain text", "<plaintext>", again("</plaintext>")},
		{"soft hyphens and breaks", "http://a/", again("<wbr>b")},
		{"empty elements in a URL", "http://a/", again("<b></b>")},
		{"line breaks", "", again("<br>")},
		{"preformatted text", "<pre>", again("http://a/b-\n")},
	}
}

// longBase returns the beginning of a page whose base is about as long as one may be.
func longBase() string { return "<base href='http://a/" + strings.Repeat("b/", 2030) + "'>" }

// bases are pages of references that are resolved against a long base.
func bases() []Text {
	return []Text{
		{"references to a long base", longBase(), again("<a href=x>")},
		{"references to the beginning of a long base", longBase(), again("<a href=" + strings.Repeat("../", 20) + ">")},
		{"fragments of a long base", longBase(), again("<a href=#x>")},
		{"sets of sources, with a long base", longBase(), again("<img srcset='" + strings.Repeat("x,", 30_000) + "'>")},
		{"styles with a long base", longBase() + "<style>a{b:", again("url(x)")},
		{"pings of a long base", longBase(), again("<a ping='" + strings.Repeat("x ", 30_000) + "'>")},
		{"references to a long query", "<base href='http://a/?" + strings.Repeat("b", 4000) + "'>", again("<a href=#>")},
		{"references to a long host", "<base href='http://" + strings.Repeat("a.", 2000) + "a/'>", again("<a href=x>")},
		{"references to a long host of ideographs", "<base href='http://" + ideographs(0, 1300) + "/'>", again("<a href=x>")},
		{"a reference of double dots", "<base href='http://a/'><a href='", again("../")},
		{"references of double dots", "<base href='http://a/'>", again("<a href='" + strings.Repeat("../", 20_000) + "'>")},
		{"pages in a page", "", again("<base href='http://a/" + strings.Repeat("b", 1000) + "'>" + strings.Repeat("<a href=x>", 100))},
	}
}

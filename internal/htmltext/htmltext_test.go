package htmltext

import (
	"bytes"
	"fmt"
	"html"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/offset"
)

// A result is the output of a Scanner.
type result struct {
	text string
	m    *offset.Map
	cuts []Cut
	base string
}

// origin is the offset at which documents begin in the tests.
const origin = 1000

// scan scans a document in pieces of n bytes; 0 means all at once. It removes the Cuts
// after each call, like the mail reader.
func scan(s *Scanner, input string, n int) result {
	if n == 0 {
		n = max(1, len(input))
	}
	s.Reset()
	r := result{m: new(offset.Map)}
	var dst []byte
	for i := 0; i < len(input); i += n {
		dst = s.Append(dst, []byte(input[i:min(len(input), i+n)]), origin+int64(i), r.m)
		r.cuts = append(r.cuts, s.Cuts...)
		s.Cuts = s.Cuts[:0]
	}
	dst = s.Close(dst, r.m)
	r.cuts = append(r.cuts, s.Cuts...)
	r.text, r.base = string(dst), s.base
	return r
}

// parts returns the text between Cuts, with "|" between, references in brackets,
// and a ">" before it for each enclosing blockquote.
func (r result) parts() []string {
	var all []string
	last := Cut{}
	give := func(end int64) {
		text := r.text[last.At:end]
		if last.Kind == Attribute {
			text = "[" + text + "]"
		}
		all = append(all, strings.Repeat(">", last.Depth)+text)
	}
	for _, c := range r.cuts {
		if c.At > 0 {
			give(c.At)
		}
		last = c
	}
	give(int64(len(r.text)))
	return all
}

func (r result) String() string { return strings.Join(r.parts(), "|") }

// fault returns a description of the first invariant that r violates, or "".
func (r result) fault(input string) string {
	if int64(len(r.text)) != r.m.Len() {
		return fmt.Sprintf("the map has %d bytes, the text %d", r.m.Len(), len(r.text))
	}
	at := int64(-1)
	for _, c := range r.cuts {
		if c.At <= at || c.At >= int64(len(r.text)) {
			return fmt.Sprintf("a cut at %d behind one at %d, of %d", c.At, at, len(r.text))
		}
		at = c.At
	}
	before := int64(0)
	for i := range int64(len(r.text)) {
		from, to := r.m.Start(i)-origin, r.m.End(i+1)-origin
		if from < before || to <= from || to > int64(len(input)) {
			return fmt.Sprintf("byte %d is from %d to %d, behind one from %d", i, from, to, before)
		}
		before = from
		if c := r.text[i]; !decodesTo(input[from:to], c) {
			return fmt.Sprintf("byte %d, %q, is from %q", i, c, input[from:to])
		}
	}
	return ""
}

// decodesTo reports whether raw is decoded to c, or to a character with the byte c.
func decodesTo(raw string, c byte) bool {
	switch {
	case len(raw) == 1 && raw[0] == c:
		return true
	case raw == "\n" || raw == "\r" || raw == "\r\n":
		return c == ' '
	case raw[0] == '<':
		return c == '\n'
	}
	if raw[0] == '\\' {
		return decodesEscape(raw, c)
	}
	text := html.UnescapeString(raw)
	if strings.HasPrefix(raw, "&#") {
		if len(raw) == len("&#1") { // which package html does not know
			text = string(rune(raw[2] - '0'))
		}
		if len(strings.TrimSuffix(strings.TrimLeft(raw, "&#xX0"), ";")) > 7 || text == "\x00" {
			text = "\uFFFD" // package html counts too far
		}
	}
	if text == "\n" || text == "\r" {
		text += " "
	}
	return raw[0] == '&' && text != raw && strings.IndexByte(text, c) >= 0
}

// decodesEscape reports whether an escape of JavaScript or CSS is decoded to c, or to a
// character with the byte c.
func decodesEscape(raw string, c byte) bool {
	if len(raw) == 2 && raw[1] == c {
		return true
	}
	digits := strings.TrimLeft(strings.TrimRight(raw, " \t\r\n\f"), "\\xu")
	n, err := strconv.ParseUint(digits, 16, 32)
	if inCSS := raw[1] != 'x' && raw[1] != 'u'; inCSS && n == 0 || n > utf8.MaxRune {
		n = utf8.RuneError
	}
	return err == nil && strings.IndexByte(string(rune(n)), c) >= 0
}

// check checks that scanning the input in any pieces gives the same result, and returns
// it.
func check(t testing.TB, s *Scanner, input string) result {
	t.Helper()
	want := scan(s, input, 0)
	if f := want.fault(input); f != "" {
		t.Fatalf("%q: %s", input, f)
	}
	for _, n := range []int{1, 2, 3, 7, 64, 1000} {
		got := scan(s, input, n)
		if got.String() != want.String() || got.base != want.base {
			t.Fatalf("%.3000q, in pieces of %d:\n got %.3000q\nwant %.3000q", input, n, got, want)
		}
		if !slices.Equal(got.cuts, want.cuts) {
			t.Fatalf("%.3000q, in pieces of %d: cuts are %v, else %v", input, n, got.cuts, want.cuts)
		}
		for i := range int64(len(got.text)) {
			if got.m.Start(i) != want.m.Start(i) || got.m.End(i+1) != want.m.End(i+1) {
				t.Fatalf("%.3000q, in pieces of %d: byte %d is from %d to %d, else from %d to %d", input, n, i,
					got.m.Start(i), got.m.End(i+1), want.m.Start(i), want.m.End(i+1))
			}
		}
	}
	return want
}

var cases = []struct{ name, input, want string }{
	{"nothing", ``, ``},
	{"text", `see http://u.example/p now`, `see http://u.example/p now`},
	{"case 72", `<a href="http://u.example/p?a=1&amp;b=2">`, `[http://u.example/p?a=1&b=2]`},
	{"case 72, single quotes", `<a href='http://u.example/p?a=1&amp;b=2'>`, `[http://u.example/p?a=1&b=2]`},
	{"case 72, no quotes", `<a href=http://u.example/p?a=1&amp;b=2>`, `[http://u.example/p?a=1&b=2]`},
	{"case 72, upper-case", `<A HREF="http://u.example/p?a=1&AMP;b=2">`, `[http://u.example/p?a=1&b=2]`},
	{"case 72, newline", "<a\nhref\n=\n\"\n http://u.exam\r\nple/\tp?a=1&amp;b=2 \n\">", "\n |[http://u.exam\r\nple/\tp?a=1&b=2]| \n"},
	{"case 73", `http://u.ex<b>am</b>ple/p`, `http://u.example/p`},
	{"case 73, other inline tags", `a<i>b</i>c<span class="x">d</span>e<wbr>f<font color=red>g</font>h<o:p></o:p>i<blink>j</blink><a>k</a></>`, `abcdefghijk`},
	{"case 73, breaks", `a<br>b<p>c</p>d<DIV>e</DIV>f<br/>g<hr />h<td>i<tr>j<li>k<h1>l`, "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl"},
	{"breaks of elements that are closed by another end tag", `<select><option>a</select>b<datalist><option>c</datalist>d`, "\n\na\nb\n\nc\nd"},
	{"case 74, comment", `a<!-- http://u.example/p -->b`, `a| http://u.example/p |b`},
	{"case 74, style", `a<style>x{b:url(http://u.example/p)}</style>b`, `a|x{b:url(|[http://u.example/p]|)}|b`},
	{"case 74, script", `a<script>x="http://u.example/p?a=1&amp;b"<b></script>b`, `a|x="http://u.example/p?a=1&amp;b"<b>|b`},
	{"case 74, srcset", `<img srcset="/a.png 1x, http://u.example/p 2x">`, `[/a.png]| 1x, |[http://u.example/p]| 2x`},
	{"case 74, base", `<base href="http://u.example/p">`, `[http://u.example/p]`},
	{"case 76", `<a href="&#104;ttp://u.example/">`, `[http://u.example/]`},
	{"case 76, slash", `<a href="http:&#x2F;&#X2f/u.example/">`, `[http:///u.example/]`},

	{"references", `&lt;URL:http://a/?b&amp;c&gt; &quot;&nbsp;&eacute;&copy;&AElig;`, "<URL:http://a/?b&c> \"\u00A0é©Æ"},
	{"references without semicolon", `&ltb&gt &copy=1&notit;&noti`, "<b> ©=1¬it;¬i"},
	{"references of which the text has some", `&semi;&semi&amp;amp;&ampamp;`, ";&semi&amp;&amp;"},
	{"references of two characters", `&NotEqualTilde;&fjlig;`, "≂̸fj"},
	{"references of three bytes from four", `&ne;&le;&ge;`, "≠≤≥"},
	{"numeric references", `&#65;&#x41;&#65 &#x41g&#8212;&#150;&#x1F600;&#0000065;`, "AAA Ag—–\U0001F600A"},
	{"references to where a line may be broken", `a&shy;b&#173;c&ZeroWidthSpace;d&#x200b;e&zwnj;` + "\u200B<b title='http://&shy;c'>", "abcde\u200C\u200B|http://\u00ADc"},
	{"numeric references to nothing", `&#0;&#xD800;&#x110000;&#99999999999999999999;`, "\uFFFD\uFFFD\uFFFD\uFFFD"},
	{"no references", `&&;&#;&#x;&#xg;a&b&foo;&#` + strings.Repeat("0", 50) + `65;&`, `&&;&#;&#x;&#xg;a&b&foo;&#` + strings.Repeat("0", 50) + `65;&`},
	{"the longest reference", `&CounterClockwiseContourIntegral;`, "∳"},
	{"tags as text", `&lt;a href="http://x/"&gt;`, `<a href="http://x/">`},
	{"references in attributes", `<a href="?a&copy=1&copyb&copy;&amp&lt">`, `[?a&copy=1&copyb©&<]`},
	{"references to line breaks in attributes", `<a href="&#32;ja&#9;h&#10;ttp://a/&#x0D;&NewLine;"><a href="&#9;">`, " |[ja\th\nttp://a/]|\r\n|\t"},

	{"line breaks", "a\nb\r\nc\rd\r\r\n\n<p>e\r</p>f\n", "a b c d   \ne \nf "},
	{"references to line breaks", "a&#10;b&NewLine;c&#xD;d<pre>&#10;</pre>", "a b c d\n\n\n"},
	{"line breaks that are kept", "a\n<pre>b\r\nc\rd\n<b>e\n</b></pre>\n<textarea>\nf</textarea><listing>\n</listing><xmp>\n</xmp>", "a \nb\r\nc\rd\ne\n\n \n|\nf|\n|\n\n\n\n|\n|\n"},
	{"nested pre", "<pre><pre>\n</pre>\n</pre>\n</pre>\n", "\n\n\n\n\n\n \n "},

	{"blockquote", `a<blockquote>b<blockquote type=cite>c</blockquote>d</blockquote></blockquote>e`, "a\n|>b\n|>>c\n|>d\n|\n|e"},
	{"blockquote, cite", `a<blockquote cite="mid:x@y">b`, "a\n|[mid:x@y]|>b"},
	{"blockquote in a comment", `a<!-- .<blockquote> -->b`, "a| .\n |b"},

	{"link and text", `<a href="http://b/">http://u.example/p</a>.`, `[http://b/]|http://u.example/p|.`},
	{"links side by side", `<a>http://b/</a><a>c</a>d`, `http://b/|c|d`},
	{"attributes", `<body background=b><form action=c><q cite=d><video poster=e><object data=f codebase=g><button formaction=h><img longdesc=i usemap=j lowsrc=k dynsrc=l src=m><head profile=n><html manifest=o><menuitem icon=p><image xlink:href=q>`,
		"\n|[b]|\n|[c]|[d]|[e]|[f]|[g]|\n|[h]|[i]|[k]|[l]|[m]|\n|[n]|\n|[o]|[p]|[q]"},
	{"a program with line breaks", "<a href='java\tscri\npt:open(\"http://a/\")'><base href='http://a/\n'>", "java\tscri\npt:open(\"http://a/\")|[http://a/]|\n"},
	{"attributes on end tags and repeated", `</a href=b><a href=c href=d>`, `[b]|[c]|[d]`},
	{"attributes that hold no URL", `<a name=b class="c d" title="e" onclick="f()" style="g:h" content="url=i" alt='&amp;'>j`, `j`},
	{"other attributes with URLs", `a<img alt="see http://u.example/p" title='WWW.b.example'><input value=c@d.example data-x='&#104;ttp:&#47;/e/'>f`,
		`a|see http://u.example/p|WWW.b.example|c@d.example|[http://e/]|f`},
	{"other attributes that are a URL", `<img data-src=" http://b/?c= "><param value='http://d/'><b data-e="http://e/." DATA-F="http://f/,http://g/" data-x="h:i" data-y="[http://j/]" title="http://k/">l`,
		` |[http://b/?c=]| |[http://d/]|http://e/.|http://f/,http://g/|[http://j/]|http://k/|l`},
	{"vocabularies", `<html xmlns="http://b/" XMLNS:Longer-Prefix='http://c/'><div itemtype="http://d/ http://e/" itemid="http://f/" vocab=http://g/ prefix="h: http://i/" epub:prefix="k: http://l/">j`,
		"\n\n|[http://f/]|j"},
	{"no vocabulary", `<html xmlns="see http://b/ now" prefix="c http://d/">e`, "\n|see http://b/ now|c http://d/|e"},
	{"attributes without value", `<a href><a href=><a href=""><a href= ><a href / src=b>c`, `[b]|c`},
	{"attribute behind a slash", `<img x/href=b / src=c/>`, `[b]|[c/]`},
	{"attributes without space between", `<a href="b"src='c'href=d>`, `[b]|[c]|[d]`},
	{"> in quotes", `<img alt=">" src="b">c`, `[b]|c`},
	{"an angle bracket in a reference", `<a href="http://b>c@d/"><a href="http://e/>"><a href="http://f/ >g"><a href="http://h/<"><a href="http://i/<b>c">j`, `[http://b>c@d/]|http://e/>|http://f/ >g|[http://h/<]|http://i/<b>c|j`},
	{"a quote missing", `<a href="http://b/>c</a><a href="http://d/">e</a>f`, `http://b/>c</a><a href=|http://d/"|e|f`},
	{"another language in a reference", `<a href="JavaScript:open('http://b/')"><a href=" vbscript:c">`, `JavaScript:open('http://b/')| vbscript:c`},
	{"loose in a tag", `<see http://b/?c=d now><a "e@f">`, `http://b/?c=d|"e@f"`},
	{"lists", "<a ping='b\n http://c/ '><applet archive='f.jar, g.jar'>", "[b]|\n |[http://c/]| |[f.jar]|, |[g.jar]"},
	{"srcset", `<source imagesrcset=" , a,b 2x, c,, d (x,y) 1w,e,">`, ` , |[a,b]| 2x, |[c]|,, |[d]| (x,y) 1w,|[e]|,`},
	{"meta refresh", `<meta http-equiv=refresh content="5; URL=http://b/"><meta content='0;url = "/c" d' HTTP-EQUIV='Refresh'><meta content=0;http://e/ http-equiv=refresh><meta http-equiv=refresh content="0.5,'f">`,
		`5; URL=|[http://b/]|0;url = "|[/c]|" d|0;|[http://e/]|0.5,'|[f]`},
	{"meta refresh, otherwise", refreshes("3 URLhttp://b/", "3; url c", "3;url=&quot;d&quot;e", "3 ; url = f ", "3\n'g'", "3;", "3;url=", "url=h", "3url=i", "3", " "),
		`3 |[URLhttp://b/]|3; |[url c]|3;url="|[d]|"e|3 ; url = |[f]| |3` + "\n'|[g]|'|3;|3;url=|url=h|3url=i|3| "},
	{"no meta refresh", `<meta name=refresh content="5; url=b"><meta content="5; url=c"><meta content="5; url=http://d/">`, `5; url=http://d/`},
	{"meta property", `<meta property="og:url" content="http://b/"><meta content="http://c/ and more"><meta content="width=3"><meta content="5 http://d/">`,
		`[http://b/]|http://c/ and more|5 http://d/`},
	{"style attributes", `<b style="a:url( 'b.png' ) url(c)"><i style='d:url(&quot;http://e/&quot;)'><i style="f:@import">g`, `a:url( '|[b.png]|' ) url(|[c]|)|d:url("|[http://e/]|")|f:@import|g`},
	{"escapes in style sheets", "<style>u{a:url(http\\3a\r\n//b\\/\\)c\\00002fd\\)) url(\"\\68 ttp://e\\\r\nf\\\"\\é\\0\") \\3a url('g\\\nh') url(i\\\nj) url(k\\",
		"u{a:url(|[http://b/)c/d)]|) url(\"|[http://ef\"é\uFFFD]|\") \\3a url('|[gh]|') url(|[ij]|) url(|[k]"},
	{"escapes in style attributes", `<b style="a:url(&quot;http\3a //b&amp;c&quot;);d:\3a e;f:url(&#92;68)">`, `a:url("|[http://b&c]|");d:\3a e;f:url(|[\68]|)`},
	{"style sheets", "<style>@import 'a'; @IMPORT\n\"b\"; @import URL(c);/*curl()*/ uurl(d\ne) url(\"f'\ng\") url() @import x</style>",
		"@import '|[a]|'; @IMPORT\n\"|[b]|\"; @import URL(|[c]|);/*curl()*/ uurl(|[d]|\ne) url(\"|[f']|\ng\") url() @import x"},

	{"silent comments", `a<!-- b -->c<!---->d<!-->e<!--->f<!--x--!>g`, `acdefg`},
	{"comments", `a<!-- b. --->c<!-- &lt; -- > --!>d<!--` + strings.Repeat("e", 300) + `-->f`, `a| b. -|c| < -- > |d|` + strings.Repeat("e", 300) + `|f`},
	{"a comment without end", `a<!-- b. <i>c</i>`, `a| b. c`},
	{"conditional comments", `a<!--[if mso]><a href="b">c</a><![endif]-->d<![if !mso]>e<![endif]>f`, `a|[if mso]>|[b]|c|<![endif]|def`},
	{"a tag that a comment ends in", `a<!-- .<b "c-->d">`, `a| .<b "c|d">`},
	{"a comment in a comment", `<!-- .<!-- <![CDATA[ -->a`, ` .<!-- <![CDATA[ |a`},
	{"a script in a comment", `<!-- .<script>a</script><base href="http://b/">--><b>c`, ` .a|[http://b/]|c`},
	{"declarations", `<!DOCTYPE html><?xml version="1.0"?><!ENTITY a "http://b/"><?c http://d/?>e`, `!ENTITY a "http://b/"|?c http://d/?|e`},
	{"declarations of names", `<!DOCTYPE a PUBLIC "-//A//" "http://u.example/p.dtd"><?xml:namespace prefix=o ns="http://b/" /><!doctype c [ <!ENTITY d "http://e/">]>`, `!doctype c [ <!ENTITY d "http://e/"|]>`},
	{"a document type with text in it", `<!DOCTYPE see http://b/ now><!doctype c "d http://e/">`, `!DOCTYPE see http://b/ now|!doctype c "d http://e/"`},
	{"CDATA in HTML", `a<![CDATA[<b>&amp;]]]>c<![CDATA[d`, `a|<b|&]]]>c|d`},
	{"CDATA in SVG", `<svg>a<![CDATA[<b>&amp;]]]>c<desc><![CDATA[>]]><i><![CDATA[>]]></i></desc></svg><![CDATA[>d`, `a|<b>&amp;]|c|>|]]>|d`},
	{"title", "<title>a&amp;\nb<i></titl></title>c", "\n|a& b<i></titl>|\n|c"},
	{"regions that end at once", `a<title></title><script></script><style></style>b`, "a\n|\n|b"},
	{"escapes in a script", `<script>"http:\/\/a\/b\u0026c\x3Dd\u00e9" \\/ \" \n \x4 \u12g4 \uD83D \u002`, `"http://a/b&c=dé" \\/ \" \n \x4 \u12g4 \uD83D \u002`},
	{"slashes in a script", `<script>u="a:\/b\/c:\/d\u002fe\/f"; r=/g\/h:\/i/; i\/j; k:\l\/m; n:\u003a\/o: \/p`, `u="a:/b/c:/d/e/f"; r=/g\/h:/i/; i\/j; k:\l\/m; n::/o: \/p`},
	{"escapes in a script, cut off", `<script>\`, `\`},
	{"escapes at the end of a script", `<script>:\/\</script>\/`, `:/\|\/`},
	{"end of a script", `<script>a</scrip></scriptx></ script>b</SCRIPT x>c`, `a</scrip></scriptx></ script>b|c`},
	{"script without end", `<script>a<b></b>`, `a<b></b>`},
	{"plaintext", `a<plaintext>b<i>&amp;</plaintext>`, "a\n|b<i>&amp;</plaintext>"},
	{"what some readers show", `<noscript>a<b>c</noscript><iframe>d<b>e</iframe><template>f</template>`, "\nac\n\n|de|\n|f"},
	{"what ends at its end tag", `<iframe><style>a</iframe>b<noembed><!-- .</noembed>c<noframes><a title="</noframes>d`, "\n|a|\n|b| .|c\n|<a title=\"|\n|d"},
	{"what ends nowhere", `<iframe>a<style>b</style><a href="c">`, "\n|a|b|[c]"},
	{"what has no effect after its end tag", "<iframe><blockquote><pre><base href='http://a/'><svg><template hidden></iframe>\n<style>a</style>", "\n|\n|>\n|>[http://a/]|\n| |a"},
	{"elements of SVG and MathML", `<svg><style>a{b:url(c&#x2F;d)}<b></svg><math><title><![CDATA[>]]><mi><title>e</math><i></title>f`, "a{b:url(|[c/d]|)}|\n|>|\n|e</math><i>|\n|f"},
	{"style sheets of SVG", `<svg><style><![CDATA[a{b:url(c)}]]></style></svg>`, "a{b:url(|[c]|)}"},
	{"long numeric references in style sheets of SVG", `<svg><style>url(a&#` + strings.Repeat("0", 35) + `58;b&#` + strings.Repeat("0", 36) + `58;)</style></svg>`,
		`url(|[a:b&#` + strings.Repeat("0", 36) + `58;]|)`},
	{"HTML in SVG", `<svg><foreignObject><style>a<b></style></foreignObject><style>c<b></svg>d`, "a<b>|c|d"},
	{"HTML after SVG", `<svg><style>a<p><style>b<i></style>`, "a|\n|b<i>"},
	{"HTML in MathML", `<math><annotation-xml encoding="Text/HTML"><xmp>a<b></xmp></annotation-xml><annotation-xml><xmp>c<b></xmp>`, "\n|a<b>|\n|\nc\n"},
	{"empty elements of SVG", `<svg/><xmp>a<b></xmp><svg><desc/><xmp>b<i></xmp></svg>`, "\n|a<b>|\n|\nb\n"},
	{"elements that may be of SVG or not", `<b><svg></b><style>a<a title="</style>b<![CDATA[>c<a title="]]>d`, `a<a title="|b|c<a title="|d`},
	{"tags in a select", `<select><style>a<i>b</style><script>c<i></script></select><style>d<i></style>`, "\n|ab|c<i>|\n|d<i>"},
	{"a script in a script", `<script><!--<script>a</script>b--></script>c<script><!-->a</script>d<script><!--a</script>e`, `<!--<script>a</script>b-->|c|<!-->a|d|<!--a|e`},
	{"a comment that begins with a slash", `a</3 <b title=">c</ "d">&amp;e`, `a</3 <b title=">c</ "d">&e`},
	{"slashes in tags", `<a/href=b><img/src="c"><example/path><a b/="d>e`, `[b]|[c]|<example/path>e`},
	{"names of tags that no element has", `<a@b title="<style>">c<d.e f='<xmp>g'>h`, `<a@b title="<style>">c<d.e f='<xmp>g'>h`},
	{"long numeric references", `<a href="http&#` + strings.Repeat("0", 100) + `58;//b/">`, `[http://b/]`},

	{"no tags", `a < b <3 <= </3 </ > <`, `a < b <3 <= </3 </ > <`},
	{"URLs in angle brackets", `<http://a/> <URL:http://b/> <URL:c> <user@host> <www.d.example> <example/path> <mailto:e@f> <news:g> <urn:h:i> <tel:+1> </http://j/>`,
		`<http://a/> <URL:http://b/> <URL:c> <user@host> <www.d.example> <example/path> <mailto:e@f> <news:g> <urn:h:i> <tel:+1> </http://j/>`},
	{"names that are none", "<b\x00> <b\"c> <é> <h\x11> <b@> <b\xC1 c>", "<b\x00> <b\"c> <é> <h\x11> <b@> <b\xC1 c>"},
	{"cut off in a tag", `a<a href="http://u.example/p`, `a<a href="http://u.example/p`},
	{"cut off in other things", `a<!-`, `a<!-`},
	{"cut off in CDATA", `a<![CDATA`, `a<![CDATA`},
	{"cut off in a reference", `a&am`, `a&am`},
	{"tags behind one that is not closed", `<a href="b <i>c</i>&amp;`, `<a href="b c&`},
	{"octets that are not UTF-8", "\x80<b>\xff</b>\xc3", "\x80\xff\xc3"},
}

// refreshes returns a <meta http-equiv=refresh> for each content.
func refreshes(contents ...string) string {
	var b strings.Builder
	for _, c := range contents {
		fmt.Fprintf(&b, `<meta http-equiv=refresh content="%s">`, c)
	}
	return b.String()
}

func TestScanner(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := check(t, new(Scanner), c.input).String(); got != c.want {
				t.Errorf("%q:\n got %q\nwant %q", c.input, got, c.want)
			}
		})
	}
}

// TestCode checks which parts are Code.
func TestCode(t *testing.T) {
	const doc = `a<script>b</script>c<style>d url(e) f</style>g<b style="h:url('i')" title="http://j/">k<title>l</title>m<xmp>n</xmp><!-- .o -->`
	want := []Kind{Code, Text, Code, Attribute, Code, Text, Code, Attribute, Code, Text, Text, Text, Text, Text, Text, Text, Text}
	var got []Kind
	for _, c := range check(t, new(Scanner), doc).cuts {
		got = append(got, c.Kind)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestElements checks what hides a link, and where the label of another one ends.
func TestElements(t *testing.T) {
	const doc = `<a href="a">A<iframe src="b">B<a href="c">C</a></iframe>D</a><noembed><a href="e">E</noembed><a href="f">F</a>`
	want := []string{"a A D ", "iframe  ", "a  iframe", "a E noembed", "a F "}
	for _, n := range []int{1, 5, len(doc)} {
		var got []string
		for _, c := range scan(&Scanner{Elements: true}, doc, n).cuts {
			if c.Kind == Attribute {
				got = append(got, c.Element.Name+" "+c.Element.Label+" "+c.Element.Hidden)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("in pieces of %d:\n got %q\nwant %q", n, got, want)
		}
	}
}

func TestBase(t *testing.T) {
	for input, want := range map[string]string{
		`<base href="http://a/b">`:                                     "http://a/b",
		`<BASE target=x HREF=' http://a/&amp;&#10; '>`:                 "http://a/&",
		`<base href="/a"><base href="http://b/"><base href=http://c/>`: "http://b/",
		`<base href="a/b:c">`:                                          "",
		`<base><link href="http://a/">`:                                "",
		`<!-- <base href="http://a/"> -->`:                             "",
		`<base src="http://a/">`:                                       "",
		`<base href="ht&#9;tp:"><p>`:                                   "http:",
		`<script><base href="http://a/"></script>`:                     "",
		`<noframes><base href="http://a/"></noframes>`:                 "",
		`<svg><base href="http://a/"></svg><base href="http://b/">`:    "http://b/",
	} {
		if got := check(t, new(Scanner), input).base; got != want {
			t.Errorf("%s: got %q, want %q", input, got, want)
		}
	}
}

// TestMaxTag checks that a tag longer than MaxTag is text, and the source after its "<"
// is HTML.
func TestMaxTag(t *testing.T) {
	const tag = `<a title="<b>" href="http://u.example/p">`
	for limit := 2; limit < len(tag)+2; limit++ {
		want := `x<a title="|[http://u.example/p]|y`
		if limit >= len(tag) {
			want = `x|[http://u.example/p]|y`
		} else {
			want = `x<a title="" href="http://u.example/p">y`
			if limit < len("<b>") {
				want = `x` + tag + `y`
			}
		}
		s := &Scanner{MaxTag: limit}
		if got := check(t, s, `x`+tag+`y`).String(); got != want {
			t.Errorf("MaxTag %d: got %q, want %q", limit, got, want)
		}
		if s.TooLong() != (limit < len(tag)) {
			t.Errorf("MaxTag %d: too long: %v", limit, s.TooLong())
		}
	}
	if got := check(t, new(Scanner), `<a `+strings.Repeat("b ", maxAttributes+1)+`href=c>d<br>e`).String(); !strings.HasSuffix(got, "b href=c>d\ne") {
		t.Errorf("got %q", got)
	}
	for n, want := range map[int]string{maxAttributes - 1: "d", maxAttributes: `<a ` + strings.Repeat(`b="" `, maxAttributes) + `>d`} {
		s := new(Scanner)
		if got := check(t, s, `<a `+strings.Repeat(`b="" `, n)+`>d`).String(); got != want || s.TooLong() != (n == maxAttributes) {
			t.Errorf("%d attributes: got %q, too long: %v", n, got, s.TooLong())
		}
	}
}

// TestHostile checks that inputs designed to take quadratic time are read in linear
// time, and that the text after them is found.
func TestHostile(t *testing.T) {
	const size = 1 << 20
	for _, c := range []string{
		"<", "<a ", "<a <b ", `<a b="`, `<a x='<a y '`, `<a b="c" `, "<!", "<!--", "<!-- . ", "<?", "</", "</a ", "<![CDATA[",
		"&", "&#", "&am", "&CounterClockwise", "<script>", "<style>", "<style>url(", "<style>url(\\3", "<script>\\u", "<meta http-equiv=refresh content='1;url=", "<title></titl", "<plaintext>", "-", "--", "]]",
		"<!-- .<a b='-->", "<a " + strings.Repeat("a ", maxAttributes+1), "\r", "<b", "<p>", "<blockquote>", "<pre>", "<a:", `<img srcset="`,
		`<a title="`, "<iframe>", "<iframe></ifram", "<svg>", "<svg><b", "<svg><desc><p><i>", "<svg></a>", "<svg><![CDATA[", "<select><style>", "<script><!--", "<script><!--<script ", "</ ", "<a@", "<svg><style>&",
	} {
		input := strings.Repeat(c, size/len(c)) + ` http://u.example/p `
		s := new(Scanner)
		var dst []byte
		m := new(offset.Map)
		found := false
		for i := 0; i < len(input); i += 32 << 10 {
			tail := copy(dst[:cap(dst)], dst[max(0, len(dst)-100):])
			dst = s.Append(dst[:tail], []byte(input[i:min(len(input), i+32<<10)]), int64(i), m)
			found = found || bytes.Contains(dst, []byte("http://u.example/p"))
			m.Discard(m.Len())
			s.Cuts = s.Cuts[:0]
		}
		dst = s.Close(dst, m)
		if !found && !bytes.Contains(dst, []byte("http://u.example/p")) {
			t.Errorf("%.20q, many times: the URL behind is lost", c)
		}
		if cap(s.held.text) > 8*maxTag {
			t.Errorf("%.20q, many times: %d bytes held", c, cap(s.held.text))
		}
	}
}

// planted is a document with URLs wherever text can be, preceded and followed
// by markup that does not change them.
func planted(r *rand.Rand) string {
	places := []string{
		"X", "<p> X </p>", "<!-- X -->", "<!--[if x]> X <![endif]-->", "<script> X </script>", "<style> X </style>",
		"<style>url( X )</style>", `<style>@import " X "</style>`, "<title> X </title>", "<textarea> X </textarea>", "<![CDATA[ X ]]>",
		"<!ELEMENT X >", "<? X ?>", `<a href=" X ">`, `<a href= X >`, `<a title=' X '>`, `<a onclick="go(' X ')">`, `<a X >`, `<b style="b:url( X )">`,
		`<img srcset="a 1x, X 2x">`, `<a ping="b X c">`, `<meta content="3; url= X ">`, `<meta http-equiv=refresh content="3; url= X ">`, `<a data-x="X">`, `<html xmlns=a X >`, `<meta content=" X ">`, "&lt; X &gt;", "< X >", "<X>", "<URL:X>", "<blockquote> X ",
		"<a href=\" X <", "&nbsp; X", "<xmp> X </xmp>", "<!-- <a href=' X '> -->", "<noscript> X </noscript>",
		"<iframe> X </iframe>", "<noframes><a href=' X '></noframes>", "<svg><style> X </style></svg>", "<math><![CDATA[ X ]]></math>", "<svg><title> X </title> X </svg>", "<select><style> X </style></select>",
	}
	var b strings.Builder
	for i := range 12 {
		b.WriteString(strings.ReplaceAll(places[r.IntN(len(places))], "X", plant(i)))
		b.WriteString(" \n")
	}
	return b.String()
}

func plant(i int) string { return fmt.Sprintf("http://planted%d.example/p", i) }

// lost returns the planted URLs that are in input and not, in one piece, in r.
func lost(r result, input string, n int) string {
	for i := range n {
		url := plant(i)
		if !strings.Contains(input, url) {
			continue
		}
		at := strings.Index(r.text, url)
		if at < 0 {
			return url + " is lost"
		}
		for _, c := range r.cuts {
			if int64(at) < c.At && c.At < int64(at+len(url)) {
				return url + " is cut"
			}
		}
	}
	return ""
}

// TestPlanted checks that planted URLs are found in documents that are cut, or that
// have bytes removed or inserted.
func TestPlanted(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	s := new(Scanner)
	for range 3000 {
		doc := planted(r)
		switch r.IntN(3) {
		case 0:
			doc = doc[:r.IntN(len(doc))]
		case 1:
			doc = doc[r.IntN(len(doc)):]
		}
		for range r.IntN(4) {
			i := r.IntN(len(doc) + 1)
			if doc == "" || strings.IndexByte("hptlaned123456789.xm/:", doc[min(i, len(doc)-1)]) < 0 {
				doc = doc[:i] + string(`<>"'= -!&/`[r.IntN(10)]) + " " + doc[i:]
			}
		}
		got := scan(s, doc, 1+r.IntN(50))
		if p := lost(got, doc, 12); p != "" {
			t.Fatalf("%q: %s in\n%q", doc, p, got)
		}
	}
}

// FuzzScanner checks that a URL is found whatever surrounds it.
func FuzzScanner(f *testing.F) {
	for _, c := range cases {
		f.Add(c.input, "", uint8(len(c.input)))
		f.Add(c.input[:len(c.input)/2], c.input[len(c.input)/2:], uint8(0))
	}
	names := regexp.MustCompile(`(?i)xmlns|itemtype|vocab|prefix|!doctype|xml:namespace`)
	f.Fuzz(func(t *testing.T, before, behind string, limit uint8) {
		if len(before)+len(behind) > 2000 || strings.Contains(before+behind, "planted") {
			t.Skip()
		}
		input := before + " " + plant(0) + " " + behind
		got := check(t, &Scanner{MaxTag: int(limit)}, input)
		if p := lost(got, input, 1); p != "" && !names.MatchString(input) {
			t.Fatalf("%q: %s in %q", input, p, got)
		}
	})
}

package extract_test

import (
	"fmt"
	"html"
	"io"
	"log"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/extract"
)

// Match.Element is the element of HTML whose attribute contains a URL, with the text of a
// link.
func Example_elements() {
	var r io.Reader = strings.NewReader(`<html><p>Log in at <a href="http://evil.example/x"><b>www.bank.example</b>/login</a>.
<img src="http://evil.example/i.png" width=1 height=1>`)

	for m, err := range extract.NewScanner(r, nil).All() {
		if err != nil {
			log.Fatal(err)
		}
		if e := m.Element; e != nil {
			fmt.Printf("%s %s %q: %s\n", e.Name, e.Attribute, e.Label, m.URL)
		}
	}
	// Output:
	// a href "www.bank.example/login": http://evil.example/x
	// img src "": http://evil.example/i.png
}

// linkSchemes are the schemes of the URLs that linkify makes links of. A link with
// another scheme may do more than open a page: "javascript:" and "data:" run programs in
// the page that holds the link.
var linkSchemes = []string{"ftp", "http", "https", "mailto"}

// linkify returns comment, which is UTF-8, as HTML with links to the URLs, hosts and addresses in
// it. The HTML shows all of comment, the delimiters of URLs and the URLs with other schemes as well.
func linkify(comment string) (string, error) {
	var b strings.Builder
	at := int64(0)
	o := &extract.Options{Kinds: append(extract.DefaultKinds(), extract.Schemeless, extract.Email)}
	for m, err := range extract.Text(comment, o) {
		if err != nil {
			return "", err
		}
		href := m.Href()
		if scheme, _, _ := strings.Cut(href, ":"); !slices.Contains(linkSchemes, strings.ToLower(scheme)) {
			continue
		}
		before, shown := comment[at:m.Offset], comment[m.Offset:m.End]
		fmt.Fprintf(&b, `%s<a href="%s">%s</a>`, html.EscapeString(before), html.EscapeString(href), html.EscapeString(shown))
		at = m.End
	}
	b.WriteString(html.EscapeString(comment[at:]))
	return b.String(), nil
}

// Text returns the places of the URLs in a comment. A program can use them to write the comment
// in another format. Here the format is HTML, with links for the URLs whose schemes are in a
// list. All other text is escaped.
func ExampleText_link() {
	for _, comment := range []string{
		"Is a < b? See <URL:http://a.example/?b&c>, not javascript:alert(1).\n",
		"Ask joe+urls@a.example, or read www.a.example/faq.\n",
	} {
		text, err := linkify(comment)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Print(text)
	}
	// Output:
	// Is a &lt; b? See <a href="http://a.example/?b&amp;c">&lt;URL:http://a.example/?b&amp;c&gt;</a>, not javascript:alert(1).
	// Ask <a href="mailto:joe+urls@a.example">joe+urls@a.example</a>, or read <a href="http://www.a.example/faq">www.a.example/faq</a>.
}

// A comment is text, also if it begins as a message does: Bytes would decode it.
func ExampleText() {
	const comment = "From: bob\nContent-Transfer-Encoding: base64\n\nI prefer http://a.example/b.\n"
	for m, err := range extract.Text(comment, nil) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(m.URL, "at", m.Offset)
	}
	// Output: http://a.example/b at 54
}

func ExampleMatch_Href() {
	o := &extract.Options{Kinds: append(extract.DefaultKinds(), extract.Schemeless, extract.Email)}
	for m, err := range extract.Text("https://a.example/b, www.a.example or a+b=c@a.example", o) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(m.Href())
	}
	// Output:
	// https://a.example/b
	// http://www.a.example
	// mailto:a+b%3Dc@a.example
}

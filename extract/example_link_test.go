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

// linkify returns text, which is UTF-8, as HTML with links to the URLs in it. The HTML
// shows all of text, the delimiters of URLs and the URLs with other schemes as well.
func linkify(text []byte) (string, error) {
	var b strings.Builder
	at := int64(0)
	for m, err := range extract.Bytes(text, &extract.Options{Input: extract.InputText}) {
		if err != nil {
			return "", err
		}
		if !slices.Contains(linkSchemes, m.Scheme()) {
			continue
		}
		before, shown := string(text[at:m.Offset]), string(text[m.Offset:m.End])
		fmt.Fprintf(&b, `%s<a href="%s">%s</a>`, html.EscapeString(before), html.EscapeString(m.URL), html.EscapeString(shown))
		at = m.End
	}
	b.WriteString(html.EscapeString(string(text[at:])))
	return b.String(), nil
}

// Bytes returns the places of the URLs in a text. A program can use them to write the
// text in another format. Here the format is HTML, with links for the URLs whose schemes
// are in a list. All other text is escaped.
func ExampleBytes_link() {
	page, err := linkify([]byte("Is a < b? See <URL:http://a.example/?b&c>, not javascript:alert(1).\n"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(page)
	// Output:
	// Is a &lt; b? See <a href="http://a.example/?b&amp;c">&lt;URL:http://a.example/?b&amp;c&gt;</a>, not javascript:alert(1).
}

package wrapper_test

import (
	"fmt"
	"log"

	"github.com/urlgrep/urlgrep/wrapper"
)

func ExampleAll() {
	text := `Yes, Jim, I found it under <URL:ftp://info.cern.ch/pub/www/doc;
type=d> but you can probably pick it up from <URL:ftp://ds.in
ternic.net/rfc>. Not <URL: see: there>. Note the warning in
<http://ds.internic.net/instructions/overview.html#WARNING>.`

	for w := range wrapper.All(text) {
		fmt.Println(w.Start, w.URL)
	}
	// Output:
	// 27 ftp://info.cern.ch/pub/www/doc;type=d
	// 109 ftp://ds.internic.net/rfc
	// 186 http://ds.internic.net/instructions/overview.html#WARNING
}

// A hyphen before a line break may be part of the URL, or not.
func ExampleWrapper() {
	text := "see <URL:http://ds.internic.net/over-\nview.html>"
	for w := range wrapper.All(text) {
		fmt.Printf("%q\n%s %v\n", text[w.Start:w.End], w.URL, w.Hyphens)
	}
	// Output:
	// "<URL:http://ds.internic.net/over-\nview.html>"
	// http://ds.internic.net/over-view.html [27]
}

func ExampleRejoin() {
	fmt.Println(wrapper.Rejoin("> > it is at <URL:\n> >   http://a.example/b\n> > /c>"))
	fmt.Println(wrapper.Rejoin("http://a.example/"))
	// Output:
	// http://a.example/b/c true
	//  false
}

func ExampleAppend() {
	url := "http://www.example.com/archive/2001/05/message-about-wrappers?part=2&format=plain"
	text := []byte("> The message is at ")
	text, err := wrapper.Append(text, url, 60, "> ")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s.\n", text)
	fmt.Println(wrapper.Rejoin(string(text)))

	_, err = wrapper.Append(nil, "http://a.example/<b>", 60, "")
	fmt.Println(err)
	// Output:
	// > The message is at <URL:http://www.example.com/archive/
	// > 2001/05/message-about-wrappers?part=2&format=plain>.
	// http://www.example.com/archive/2001/05/message-about-wrappers?part=2&format=plain true
	// "http://a.example/<b>": unsafe-char at offset 17 (RFC 3986, appendix A (pchar): characters that are not allowed must be encoded; an angle bracket is not allowed)
}

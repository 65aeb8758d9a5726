package wrapper_test

import (
	"fmt"

	"github.com/urlgrep/urlgrep/wrapper"
)

func ExampleRules_Next() {
	text := []byte(`Yes, Jim, I found it under <URL:ftp://info.cern.ch/pub/www/doc;
type=d> but you can probably pick it up from <URL:ftp://ds.in
ternic.net/rfc>. Not <URL: see: there>. Note the warning in
<http://ds.internic.net/instructions/overview.html#WARNING>.`)

	var rules wrapper.Rules
	var c wrapper.Candidate
	at := 0
	for {
		switch rules.Next(&c, text, at, true) {
		case wrapper.NoWrapper:
			return
		case wrapper.Closed:
			fmt.Printf("%s\n", c.URL)
			at = c.End
		default:
			at = c.Start + 1
		}
	}
	// Output:
	// ftp://info.cern.ch/pub/www/doc;type=d
	// ftp://ds.internic.net/rfc
	// http://ds.internic.net/instructions/overview.html#WARNING
}

func ExampleParseSchemes() {
	for _, list := range []string{"http,https", "+doi", "-mailto", "3com"} {
		schemes, err := wrapper.ParseSchemes(list)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s:", list)
		for _, name := range []string{"http", "mailto", "doi"} {
			fmt.Print(" ", name, " ", schemes.Wanted([]byte(name)))
		}
		fmt.Println()
	}
	// Output:
	// http,https: http true mailto false doi false
	// +doi: http true mailto true doi true
	// -mailto: http true mailto false doi true
	// "3com" is not a scheme
}

func ExampleCandidate() {
	text := []byte("see <URL: ftp://info.cern.ch/pub/www/\n doc;type=d\n>")
	var rules wrapper.Rules
	var c wrapper.Candidate
	if rules.Next(&c, text, 0, true) == wrapper.Closed {
		fmt.Printf("%q\n", text[c.Start:c.End])
		fmt.Printf("%q\n", text[c.SchemeAt:c.URLEnd])
		fmt.Printf("%s has the scheme %s\n", c.URL, c.URL[:c.Scheme])
	}
	// Output:
	// "<URL: ftp://info.cern.ch/pub/www/\n doc;type=d\n>"
	// "ftp://info.cern.ch/pub/www/\n doc;type=d"
	// ftp://info.cern.ch/pub/www/doc;type=d has the scheme ftp
}

func ExampleSchemes_Known() {
	schemes, _ := wrapper.ParseSchemes("-mailto")
	for _, name := range []string{"HTTP", "mailto", "foo"} {
		fmt.Println(name, schemes.Known([]byte(name)), schemes.Wanted([]byte(name)))
	}
	// Output:
	// HTTP true true
	// mailto false false
	// foo false true
}

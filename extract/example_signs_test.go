package extract_test

import (
	"fmt"
	"io"
	"log"
	"strings"

	"github.com/urlgrep/urlgrep/extract"
)

func ExampleSigns() {
	const mail = "From: PayPal <service@paypal.com>\nContent-Type: text/html\n\n" +
		`<a href="http://paypa1.com/">www.paypal.com</a> <img src="http://a.example/x" width=1 height=1>`

	o := extract.Options{Input: extract.InputMail, Signs: new(extract.Signs)}
	for m, err := range extract.Bytes([]byte(mail), &o) {
		if err != nil {
			log.Fatal(err)
		}
		for _, s := range m.Signs {
			fmt.Println(m.URL, s.Name, s.Evidence)
		}
	}
	// Output:
	// http://paypa1.com/ shown-host-differs www.paypal.com
	// http://paypa1.com/ confusable-host paypal.com
	// http://a.example/x tracking-pixel 1x1
}

// The hosts in a list are those that others may imitate.
func ExampleKnownHosts() {
	var r io.Reader = strings.NewReader("See https://www.bаnk.example/login.\n") // with a Cyrillic а

	known := new(extract.KnownHosts)
	if err := known.Add("www.bank.example"); err != nil {
		log.Fatal(err)
	}
	o := &extract.Options{Signs: &extract.Signs{Known: known}}
	for m, err := range extract.NewScanner(r, o).All() {
		if err != nil {
			log.Fatal(err)
		}
		for _, sign := range m.Signs {
			fmt.Println(m.URL, sign.Name, sign.Evidence)
		}
	}
	// Output:
	// https://www.bаnk.example/login mixed-script Cyrillic, Latin
	// https://www.bаnk.example/login confusable-host www.bank.example
}

package extract_test

import (
	"fmt"
	"log"

	"github.com/urlgrep/urlgrep/extract"
)

func ExampleSigns() {
	const mail = "From: PayPal <service@paypal.com>\nContent-Type: text/html\n\n" +
		`<a href="http://paypa1.com/">www.paypal.com</a> <img src="http://a.example/x" width=1 height=1>`

	o := extract.Options{Input: extract.Mail, Signs: new(extract.Signs)}
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

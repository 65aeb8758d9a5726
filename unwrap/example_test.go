package unwrap_test

import (
	"fmt"

	"github.com/urlgrep/urlgrep/unwrap"
)

func ExampleURL() {
	for _, url := range []string{
		"https://urldefense.com/v3/__https://example.com/*newsletter__;Iw!!foo!bar$",
		"https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Ft.co%2Fabc&data=05",
		"https://t.co/abc",
		"https://example.com/",
	} {
		r := unwrap.URL(url)
		fmt.Printf("%q %v %v\n", r.Target, r.Via, r.Opaque)
	}
	// Output:
	// "https://example.com/#newsletter" [proofpoint] false
	// "https://t.co/abc" [safelinks t.co] true
	// "" [t.co] true
	// "" [] false
}

func ExampleOptions_URL() {
	url := "https://go.example.net/r?redirect=https%3A%2F%2Fexample.org%2Fpage&id=3"
	options := unwrap.Options{Generic: true}
	fmt.Println(options.URL(url).Target)
	// Output: https://example.org/page
}

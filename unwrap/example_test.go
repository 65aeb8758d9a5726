package unwrap_test

import (
	"cmp"
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

func ExampleURL_opaque() {
	r := unwrap.URL("https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Ft.co%2Fabc&data=05")
	fmt.Println(r.Target, r.Via, r.Opaque)
	// Output: https://t.co/abc [safelinks t.co] true
}

func ExampleOptions_URL() {
	url := "https://go.example.net/r?redirect=https%3A%2F%2Fexample.org%2Fpage&id=3"
	options := unwrap.Options{Generic: true}
	fmt.Println(options.URL(url).Target)
	// Output: https://example.org/page
}

func ExampleClean() {
	for _, url := range []string{
		"https://example.com/a?utm_source=mail&id=%41&mc_eid=1#top",
		"https://bucket.s3.amazonaws.com/a?X-Amz-Signature=b&utm_source=mail",
	} {
		fmt.Println(unwrap.Clean(url))
	}
	// Output:
	// https://example.com/a?id=%41#top
	// https://bucket.s3.amazonaws.com/a?X-Amz-Signature=b&utm_source=mail
}

func ExampleClean_target() {
	url := "https://www.google.com/url?q=https://example.com/%3Futm_source%3Dmail&sa=D"
	url = cmp.Or(unwrap.URL(url).Target, url)
	url = unwrap.Clean(url)
	fmt.Println(url)
	// Output: https://example.com/
}

func ExampleParseRules() {
	rules, _, err := unwrap.ParseRules([]byte("ref_*  *.shop.example  # links in its mail\ncampaign\n"))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(rules.Clean("https://www.shop.example/?ref_a=1&id=2&campaign=3"))

	_, _, err = unwrap.ParseRules([]byte("ref\na=b\n"))
	fmt.Println(err)
	// Output:
	// https://www.shop.example/?id=2
	// line 2: invalid parameter "a=b": a name has no '='
}

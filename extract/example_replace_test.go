package extract_test

import (
	"fmt"
	"os"
	"strings"

	"github.com/urlgrep/urlgrep/extract"
)

// Replace defangs the URLs of a text, so that they are not opened by accident. A broken
// URL is then on one line, in its delimiters.
func ExampleReplace() {
	text := "I found it under <URL:ftp://info.cern.ch/pub/www/\ndoc;type=d>. See http://a.example/.\n"
	defang := strings.NewReplacer("://", "[://]", ".", "[.]")

	err := extract.Replace(os.Stdout, strings.NewReader(text), nil, func(m extract.Match) string {
		return defang.Replace(m.URL)
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// I found it under <URL:ftp[://]info[.]cern[.]ch/pub/www/doc;type=d>. See http[://]a[.]example/.
}

// Replace removes passwords and addresses from a log.
func ExampleReplace_redact() {
	log := "fetched https://joe:secret@a.example/b?c=d\nmailed joe@a.example\nhttps://b.example/ is down\n"
	o := &extract.Options{Input: extract.InputText, Kinds: append(extract.DefaultKinds(), extract.Email)}

	err := extract.Replace(os.Stdout, strings.NewReader(log), o, func(m extract.Match) string {
		if m.Kind == extract.Email {
			return "…@" + m.Host()
		}
		if redacted := m.Redacted(); redacted != m.URL {
			return redacted
		}
		return m.Text // as it is
	})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// fetched https://joe:xxxxx@a.example/b?c=d
	// mailed …@a.example
	// https://b.example/ is down
}

// Replace returns an error for mail, since its parts may be encoded.
func ExampleReplace_mail() {
	const message = "From: joe@a.example\nSubject: b\n\nsee http://c.example/\n"
	replace := func(extract.Match) string { return "…" }

	err := extract.Replace(os.Stdout, strings.NewReader(message), nil, replace)
	fmt.Println(err == extract.ErrEncoded)

	// With Input Text, the message is copied as text.
	err = extract.Replace(os.Stdout, strings.NewReader(message), &extract.Options{Input: extract.InputText}, replace)
	fmt.Println(err)
	// Output:
	// true
	// From: joe@a.example
	// Subject: b
	//
	// see …
	// <nil>
}

package extract_test

import (
	"fmt"
	"log"
	"os"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/extract/documents"
)

// Passwords open encrypted documents. A Note says that none is right.
func ExampleOptions_passwords() {
	for _, passwords := range [][]string{nil, {"1738", "tulip"}} {
		f, err := os.Open("../testdata/encrypted/qpdf-aes-128.pdf")
		if err != nil {
			log.Fatal(err)
		}
		o := &extract.Options{Documents: documents.All(), Passwords: passwords}
		o.Note = func(n extract.Note) { fmt.Println("locked:", n.Locked) }
		for m, err := range extract.NewScanner(f, o).All() {
			if err != nil {
				log.Fatal(err)
			}
			fmt.Println(m.URL, m.Document.Place())
		}
		f.Close()
	}
	// Output:
	// locked: true
	// https://qpdf-aes-128.example/secret page 1
	// https://qpdf-aes-128.example/text page 1
}

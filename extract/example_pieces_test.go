package extract_test

import (
	"fmt"
	"io"
	"strings"

	"github.com/urlgrep/urlgrep/extract"
)

// Pieces also returns the text of a URL as it is, here with a line break in it.
func ExampleScanner_Pieces() {
	printChanges := func(src io.Reader) error {
		s := extract.NewScanner(src, nil)
		for p, err := range s.Pieces() {
			switch {
			case err != nil:
				return err
			case p.IsURL:
				fmt.Printf("%q becomes %q\n", p.Text, s.Match().URL)
			}
		}
		return nil
	}
	text := "See <URL:http://www.example.com/\nnotes/> for more.\n"
	if err := printChanges(strings.NewReader(text)); err != nil {
		fmt.Println(err)
	}
	// Output:
	// "http://www.example.com/\nnotes/" becomes "http://www.example.com/notes/"
}

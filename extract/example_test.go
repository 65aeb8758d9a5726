package extract_test

import (
	"errors"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/parse"
)

// reply quotes the examples of RFC 1738, APPENDIX.
const reply = `> Yes, Jim, I found it under <URL:ftp://info.cern.ch/pub/www/doc;
> type=d> but you can probably pick it up from <URL:ftp://ds.in
> ternic.net/rfc>.  Note the warning in <URL:http://ds.internic.
> net/instructions/overview.html#WARNING>.
`

func ExampleNewScanner() {
	s := extract.NewScanner(strings.NewReader(reply), nil)
	for s.Scan() {
		m := s.Match()
		fmt.Println(m.Line, m.Offset, m.End, m.Kind, m.URL)
	}
	if err := s.Err(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	// Output:
	// 1 29 75 wrapped ftp://info.cern.ch/pub/www/doc;type=d
	// 2 113 147 wrapped ftp://ds.internic.net/rfc
	// 3 170 236 wrapped http://ds.internic.net/instructions/overview.html#WARNING
}

func ExampleScanner_All() {
	for m, err := range extract.NewScanner(strings.NewReader(reply), nil).All() {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return
		}
		u, err := m.Parse()
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			return
		}
		fmt.Println(u.Host, u.Path)
	}
	// Output:
	// info.cern.ch /pub/www/doc;type=d
	// ds.internic.net /rfc
	// ds.internic.net /instructions/overview.html
}

func ExampleBytes() {
	text := []byte("(see http://www.example.com/foo_(bar), or http://libcec.pulse-\neight.com/)")
	for m, err := range extract.Bytes(text, nil) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(m.URL, m.Alternatives)
	}
	// Output:
	// http://www.example.com/foo_(bar) []
	// http://libcec.pulse-eight.com/ [http://libcec.pulseeight.com/]
}

func ExampleOptions() {
	schemes, err := extract.ParseSchemes("http,mailto")
	if err != nil {
		fmt.Println(err)
		return
	}
	o := &extract.Options{
		Kinds:   append(extract.DefaultKinds(), extract.Schemeless, extract.Email),
		Schemes: schemes,
	}
	text := []byte("ftp://a.example/ http://b.example/ www.c.example d@e.example mailto:f@g.example")
	for m, err := range extract.Bytes(text, o) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(m.Kind, m.URL)
	}
	// Output:
	// bare http://b.example/
	// schemeless www.c.example
	// email d@e.example
	// bare mailto:f@g.example
}

func ExampleOptions_invalid() {
	o := &extract.Options{Level: parse.RFC1738, Validity: extract.InvalidOnly}
	for m, err := range extract.Bytes([]byte("http://a.example/~user/ and http://a.example/user/"), o) {
		if err != nil {
			log.Fatal(err)
		}
		var invalid *parse.Error
		if _, err := m.Parse(); errors.As(err, &invalid) {
			fmt.Println(m.URL, invalid.Class, invalid.Offset)
		}
	}
	// Output:
	// http://a.example/~user/ unsafe-char 17
}

// A program's own names of kinds, in a list.
func ExampleKind_UnmarshalText() {
	var kinds []extract.Kind
	for name := range strings.SplitSeq("wrapped,email", ",") {
		var k extract.Kind
		if err := k.UnmarshalText([]byte(name)); err != nil {
			log.Fatal(err)
		}
		kinds = append(kinds, k)
	}
	fmt.Println(kinds)
	// Output:
	// [wrapped email]
}

// Options.Line prints the lines that contain URLs, with the URLs between brackets.
func ExampleScanner_Mark() {
	const text = "Dear reader,\nsee <URL:http://a.example/b\n  /c> and ftp://d.example/ now.\nYours\n"
	s := extract.NewScanner(strings.NewReader(text), &extract.Options{Line: func(l *extract.Line) bool {
		at := 0
		for _, u := range l.URLs {
			fmt.Printf("%s[%s]", l.Text[at:u.From], l.Text[u.From:u.To])
			at = u.To
		}
		if at > 0 {
			fmt.Printf("%s\n", l.Text[at:])
		}
		return true
	}})
	for s.Scan() {
		s.Mark()
	}
	if err := s.Err(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// see <URL:[http://a.example/b]
	//   [/c]> and [ftp://d.example/] now.
}

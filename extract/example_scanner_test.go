package extract_test

import (
	"errors"
	"fmt"
	"log"
	"maps"
	"net"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/extract"
)

// URL returns only the URL. It needs no Match, and allocates no memory for it.
func ExampleScanner_URL() {
	hosts := map[string]int{}
	s := extract.NewScanner(strings.NewReader("http://a.example/b http://c.example/ http://a.example/d"), nil)
	for s.Scan() {
		rest, _ := strings.CutPrefix(string(s.URL()), "http://")
		host, _, _ := strings.Cut(rest, "/")
		hosts[host]++
	}
	if err := s.Err(); err != nil {
		log.Fatal(err)
	}
	for _, host := range slices.Sorted(maps.Keys(hosts)) {
		fmt.Println(host, hosts[host])
	}
	// Output:
	// a.example 2
	// c.example 1
}

// Position takes less time than Match, for a program that prints URLs with their lines only.
func ExampleScanner_Position() {
	s := extract.NewScanner(strings.NewReader("see\nhttp://a.example/ and\n<http://b.example/>\n"), nil)
	for s.Scan() {
		at := s.Position()
		fmt.Printf("line %d, byte %d: %s\n", at.Line, at.Offset, s.URL())
	}
	if err := s.Err(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// line 2, byte 4: http://a.example/
	// line 3, byte 26: http://b.example/
}

// One Scanner may scan several texts, one after the other.
func ExampleScanner_Reset() {
	s := extract.NewScanner(nil, nil)
	for _, text := range []string{"see http://a.example/", "or http://b.example/"} {
		s.Reset(strings.NewReader(text))
		for s.Scan() {
			m := s.Match()
			fmt.Println(m.Offset, m.URL)
		}
		if err := s.Err(); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// 4 http://a.example/
	// 3 http://b.example/
}

func ExampleScanner_Counts_skipped() {
	text := "http://a.example/" + strings.Repeat("b", 100) + " http://c.example/"
	s := extract.NewScanner(strings.NewReader(text), &extract.Options{MaxURL: 80})
	for s.Scan() {
		fmt.Printf("%s\n", s.URL())
	}
	if err := s.Err(); err != nil {
		log.Fatal(err)
	}
	fmt.Println("too long:", s.Counts().Skipped)
	// Output:
	// http://c.example/
	// too long: 1
}

// The URLs before an error are found.
func ExampleScanner_Err() {
	s := extract.NewScanner(strings.NewReader("http://a.example/ \x00"), nil)
	for s.Scan() {
		fmt.Printf("%s\n", s.URL())
	}
	if errors.Is(s.Err(), extract.ErrBinary) {
		fmt.Println("the rest is no text")
	}
	// Output:
	// http://a.example/
	// the rest is no text
}

// Offset and End enclose the delimiters. Text is the input between them.
func ExampleMatch() {
	const text = "> see <URL:http://a.example/over-\n> view.html>"
	for m, err := range extract.Bytes([]byte(text), nil) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(m.URL)
		fmt.Println(m.Alternatives)
		fmt.Printf("%q\n", text[m.Offset:m.End])
		fmt.Println(m.Text == text[m.Offset:m.End], m.Rejoined, m.QuoteDepth)
	}
	// Output:
	// http://a.example/over-view.html
	// [http://a.example/overview.html]
	// "<URL:http://a.example/over-\n> view.html>"
	// true true 1
}

func ExampleOptions_dropHyphens() {
	text := []byte("<URL:http://a.example/over-\nview.html>")
	for _, drop := range []bool{false, true} {
		for m, err := range extract.Bytes(text, &extract.Options{DropHyphens: drop}) {
			if err != nil {
				log.Fatal(err)
			}
			fmt.Println(m.URL)
		}
	}
	// Output:
	// http://a.example/over-view.html
	// http://a.example/overview.html
}

func ExampleRejoin() {
	text := []byte("<URL:http://a.example/\nb> http://a.example/over-\nview.html")
	for _, r := range []extract.Rejoin{extract.RejoinNone, extract.RejoinWrapped, extract.RejoinHyphen} {
		var urls []string
		for m, err := range extract.Bytes(text, &extract.Options{Rejoin: r}) {
			if err != nil {
				log.Fatal(err)
			}
			urls = append(urls, m.URL)
		}
		fmt.Println(strings.Join(urls, " "))
	}
	// Output:
	// http://a.example/ http://a.example/over-
	// http://a.example/b http://a.example/over-
	// http://a.example/b http://a.example/over-view.html
}

func ExampleOptions_refang() {
	text := []byte("do not follow hxxp[://]a[.]example/b")
	for m, err := range extract.Bytes(text, &extract.Options{Refang: true}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(m.URL, m.Refanged, string(text[m.Offset:m.End]))
	}
	// Output:
	// http://a.example/b true hxxp[://]a[.]example/b
}

// A Scanner returns a URL of a connection as soon as the text after it has arrived.
func ExampleNewScanner_connection() {
	client, server := net.Pipe()
	go func() {
		fmt.Fprint(client, "the first is http://a.example/b ")
		fmt.Fprint(client, "and the second http://a.example/c")
		client.Close()
	}()
	s := extract.NewScanner(server, &extract.Options{Input: extract.InputText})
	for s.Scan() {
		fmt.Printf("%s\n", s.URL())
	}
	if err := s.Err(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// http://a.example/b
	// http://a.example/c
}

func ExampleParseSchemes() {
	for _, list := range []string{"http,https", "+doi", "-mailto", "3com"} {
		schemes, err := extract.ParseSchemes(list)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s:", list)
		for m, err := range extract.Text("http://a.example/ mailto:b@c.example doi:10.1/d", &extract.Options{Schemes: schemes}) {
			if err != nil {
				log.Fatal(err)
			}
			fmt.Print(" ", m.URL)
		}
		fmt.Println()
	}
	// Output:
	// http,https: http://a.example/
	// +doi: http://a.example/ mailto:b@c.example doi:10.1/d
	// -mailto: http://a.example/
	// "3com" is not a scheme
}

func ExampleDefaultKinds() {
	kinds := append(extract.DefaultKinds(), extract.Email)
	fmt.Println(kinds)
	// Output: [wrapped angle prefixed bare attribute email]
}

// The first reading records which unbroken URLs are in a text. In the second, Decide
// chooses the reading of a broken URL.
func ExampleEvidence() {
	text := []byte("see http://a.example/~smi-\nth/b.html or http://a.example/~smith/\n")
	e := new(extract.Evidence)
	for m, err := range extract.Bytes(text, nil) {
		if err != nil {
			log.Fatal(err)
		}
		e.Add(&m)
	}
	for m, err := range extract.Bytes(text, nil) {
		if err != nil {
			log.Fatal(err)
		}
		hyphens, open := e.Decide(&m)
		fmt.Println(m.URL, hyphens-open, "of", hyphens, "decided")
	}
	fmt.Println("some was forgotten:", e.Full())
	// Output:
	// http://a.example/~smith/b.html 1 of 1 decided
	// http://a.example/~smith/ 0 of 0 decided
	// some was forgotten: false
}

func ExampleKind() {
	text := []byte("<URL:http://a.example/> <http://b.example/> URL:http://c.example/ http://d.example/")
	for m, err := range extract.Bytes(text, nil) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(m.Kind, m.Kind == extract.Bare)
	}
	// Output:
	// wrapped false
	// angle false
	// prefixed false
	// bare true
}

package extract_test

import (
	"bytes"
	"fmt"
	"io"
	"log"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/urlgrep/urlgrep/extract"
)

// The code of docs/library.md is in these examples, and in those of packages parse and
// wrapper: see TestLibraryPage.

func Example_reader() {
	var r io.Reader = strings.NewReader(reply)

	s := extract.NewScanner(r, nil)
	for s.Scan() {
		m := s.Match()
		fmt.Println(m.Line, m.Kind, m.URL)
	}
	if err := s.Err(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 1 wrapped ftp://info.cern.ch/pub/www/doc;type=d
	// 2 wrapped ftp://ds.internic.net/rfc
	// 3 wrapped http://ds.internic.net/instructions/overview.html#WARNING
}

func Example_options() {
	var r io.Reader = strings.NewReader("See www.a.example, http://b.example/ and ftp://c.example/, or ask joe@d.example.")

	schemes, err := extract.ParseSchemes("http,https")
	if err != nil {
		log.Fatal(err)
	}
	o := &extract.Options{
		Input:   extract.InputText,
		Kinds:   append(extract.DefaultKinds(), extract.Schemeless, extract.Email),
		Schemes: schemes,
	}
	for m, err := range extract.NewScanner(r, o).All() {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(m.Kind, m.URL)
	}
	// Output:
	// schemeless www.a.example
	// bare http://b.example/
	// email joe@d.example
}

func Example_replace() {
	var src io.Reader = strings.NewReader("Ask joe@a.example at <ftp://joe:secret@a.example/b> or www.example.com.\n")
	var dst io.Writer = os.Stdout

	o := &extract.Options{Kinds: append(extract.DefaultKinds(), extract.Schemeless, extract.Email)}
	err := extract.Replace(dst, src, o, func(m extract.Match) string {
		if redacted := m.Redacted(); redacted != m.URL {
			return redacted
		}
		return m.Text // as it is
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// Ask joe@a.example at <ftp://joe:xxxxx@a.example/b> or www.example.com.
}

func Example_place() {
	text := []byte("see <URL:http://a.example/\n  b>, line by line")

	for m, err := range extract.Bytes(text, nil) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("%q was %q\n", m.URL, text[m.Offset:m.End])
	}
	// Output:
	// "http://a.example/b" was "<URL:http://a.example/\n  b>"
}

func Example_component() {
	text := "see http://a.example/b, <URL:http://b.exa\nmple/> and hxxp[://]c[.]example/.\n"
	s := extract.NewScanner(strings.NewReader(text), &extract.Options{Refang: true})

	for s.Scan() {
		m := s.Match()
		u, err := m.Parse()
		if err != nil {
			log.Fatal(err)
		}
		if from, to, ok := s.Place(u.Find("host").Span); ok {
			fmt.Printf("%s at %d is %q\n", u.Host, from, text[from:to])
		}
	}
	if err := s.Err(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// a.example at 11 is "a.example"
	// c.example at 62 is "c[.]example"
}

func Example_mail() {
	var r io.Reader = strings.NewReader(message)

	for m, err := range extract.NewScanner(r, nil).All() {
		if err != nil {
			log.Fatal(err)
		}
		if m.Message != nil && m.Header == "" && !m.Signature && m.QuoteDepth == 0 {
			fmt.Println(m.Message.ID, m.Part, m.URL)
		}
	}
	// Output:
	// 1@a.example 1 http://d.example/
	// 1@a.example 2 http://e.example/?f&g
}

// Each goroutine has its own Scanner, which it uses again.
func Example_goroutines() {
	texts := make(chan []byte)
	var found []string
	var mu sync.Mutex
	var wg sync.WaitGroup

	for range 4 {
		wg.Go(func() {
			s := extract.NewScanner(nil, nil)
			for text := range texts {
				s.Reset(bytes.NewReader(text))
				for s.Scan() {
					mu.Lock()
					found = append(found, string(s.URL()))
					mu.Unlock()
				}
				if err := s.Err(); err != nil {
					log.Print(err)
				}
			}
		})
	}

	for i := range 9 {
		texts <- fmt.Appendf(nil, "see http://%d.example/", i)
	}
	close(texts)
	wg.Wait()
	slices.Sort(found)
	fmt.Println(len(found), found[0], found[8])
	// Output: 9 http://0.example/ http://8.example/
}

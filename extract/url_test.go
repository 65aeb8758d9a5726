package extract

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/urlgrep/urlgrep/parse"
)

// TestURL compares URL with Match, and checks that it allocates nothing.
func TestURL(t *testing.T) {
	text := strings.Repeat("see http://a.example/b and <URL:http://b.example/\nc-\nd> or http://c.example/e-\nf\n", 50)
	for _, drop := range []bool{false, true} {
		s := NewScanner(iotest.HalfReader(strings.NewReader(text)), &Options{DropHyphens: drop})
		n := 0
		for ; s.Scan(); n++ {
			if url := string(s.URL()); url != s.Match().URL {
				t.Errorf("URL is %s, that of Match %s", url, s.Match().URL)
			}
		}
		if n != 150 || s.URL() != nil || s.Match().URL != "" {
			t.Errorf("%d matches, at the end %s", n, s.URL())
		}
	}
	data := []byte(strings.Repeat("see http://a.example/b and (https://b.example/c).\n", 1000))
	r := bytes.NewReader(data)
	s := NewScanner(r, nil)
	for s.Scan() {
	}
	if allocs := testing.AllocsPerRun(10, func() {
		r.Reset(data)
		s.Reset(r)
		for s.Scan() {
		}
	}); allocs > 5 {
		t.Errorf("%.0f allocations for 2000 URLs", allocs)
	}
}

// TestHosts checks the host of a match of any kind, as in the DNS and for display.
func TestHosts(t *testing.T) {
	const text = "http://B\u00fccher.example/ <URL:ftp://xn--bcher-kva.example> www.b\u00fccher.de joe@b\u00fccher.de http://b%C3%BCcher.example/ A.com/b mailto:a@b"
	for _, level := range parse.Levels() {
		var got strings.Builder
		o := everyKind(InputText)
		o.Level, o.Validity = level, ValidAndInvalid
		for m, err := range Bytes([]byte(text), o) {
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&got, "%s %s %s\n", m.Kind, m.HostASCII(), m.HostUnicode())
		}
		const want = `bare xn--bcher-kva.example bücher.example
wrapped xn--bcher-kva.example bücher.example
schemeless www.xn--bcher-kva.de www.bücher.de
email xn--bcher-kva.de bücher.de
bare xn--bcher-kva.example bücher.example
schemeless a.com a.com
bare  
`
		if got.String() != want {
			t.Errorf("%v:\n%swant\n%s", level, &got, want)
		}
	}
}

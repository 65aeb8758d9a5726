package extract

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
	"github.com/urlgrep/urlgrep/parse"
)

// TestURLPlace checks that the URL is within its delimiters, and that the input from
// URLOffset to URLEnd is the URL if no bytes were dropped from it or decoded.
func TestURLPlace(t *testing.T) {
	w := &writer{Rand: effort.Rand(t)}
	same, all := 0, 0
	for range effort.Rounds(5000) {
		text := w.text()
		for m, err := range Bytes([]byte(text), everything) {
			if err != nil {
				t.Fatal(err)
			}
			if m.URLOffset < m.Offset || m.URLEnd > m.End || m.URLOffset >= m.URLEnd {
				t.Fatalf("%q: %q is at %d-%d within %d-%d", text, m.URL, m.URLOffset, m.URLEnd, m.Offset, m.End)
			}
			part := text[m.URLOffset:m.URLEnd]
			if all++; part == m.URL {
				same++
			} else if strings.Contains(text[m.Offset:m.End], m.URL) {
				t.Fatalf("%q: %q is at %d-%d, which is %q", text, m.URL, m.URLOffset, m.URLEnd, part)
			}
		}
	}
	if same*2 < all {
		t.Errorf("%d of %d are as they are", same, all)
	}
}

// TestURLPlaceEncoded checks that the offsets in encoded text are those of the octets
// that encode the URL.
func TestURLPlaceEncoded(t *testing.T) {
	body := base64.StdEncoding.EncodeToString([]byte("see <URL:http://a.example/b> now"))
	mail := "From: a@b.example\nContent-Transfer-Encoding: base64\n\n" + body + "\n"
	at := int64(strings.Index(mail, body))
	for m, err := range Bytes([]byte(mail), &Options{Input: InputMail}) {
		if err != nil {
			t.Fatal(err)
		}
		// Octet i is made of the characters i/3*4 + i%3 and the next one.
		first, last := int64(len("see <URL:")), int64(len("see <URL:http://a.example/b")-1)
		if from, to := at+first/3*4+first%3, at+last/3*4+last%3+2; m.URLOffset != from || m.URLEnd != to {
			t.Errorf("%d-%d, want %d-%d", m.URLOffset, m.URLEnd, from, to)
		}
	}
}

// TestPlace checks that Place returns the bytes of each component, wherever the text
// contains the URL as it is.
func TestPlace(t *testing.T) {
	w := &writer{Rand: effort.Rand(t)}
	exact, all := 0, 0
	for range effort.Rounds(5000) {
		text := w.text()
		s := NewScanner(strings.NewReader(text), everything)
		for s.Scan() {
			m := s.Match()
			all++
			isWhole := text[m.URLOffset:m.URLEnd] == m.URL
			if isWhole {
				exact++
			}
			for from := range len(m.URL) + 1 {
				for to := from; to <= len(m.URL); to++ {
					a, b, ok := s.Place(parse.Span{From: from, To: to})
					if ok != isWhole || ok && (a != m.URLOffset+int64(from) || b != m.URLOffset+int64(to)) {
						t.Fatalf("%q: %d-%d of %q is at %d-%d, %v", text, from, to, m.URL, a, b, ok)
					}
				}
			}
		}
		if err := s.Err(); err != nil {
			t.Fatal(err)
		}
	}
	if exact*2 < all {
		t.Errorf("%d of %d are as they are", exact, all)
	}
}

// TestPlaceDecoded checks that Place encloses the octets that encode a component.
func TestPlaceDecoded(t *testing.T) {
	const qp = "From: a@b.example\nContent-Transfer-Encoding: quoted-printable\n\n"
	for _, c := range []struct {
		options Options
		text    string
		want    string // the host, "" if Place returns false
	}{
		{Options{Input: InputMail}, qp + "see http://a=2Eexample/b=3Dc ", "a=2Eexample"},
		{Options{Input: InputMail}, qp + "see http://a.exam=\nple/b=3Dc ", "a.exam=\nple"},
		{Options{Input: InputMail}, qp + "see <http://a.example/b-=\nc>", "a.example"},
		{Options{Input: InputHTML}, `<a href="http&#58;//a.ex&#97;mple/?b&amp;c">`, "a.ex&#97;mple"},
		{Options{Input: InputHTML}, `<base href="http://a.example/"><a href="b">`, ""},
		{Options{Refang: true}, "see hxxp[://]a[.]example/b ", "a[.]example"},
		{Options{}, "see http://a.example/b ", "a.example"},
		{Options{}, "<URL:http://a.exam\nple/b>", ""},
		{Options{}, "http://a.example/b-\nc ", ""},
		{Options{DropHyphens: true}, "http://a.example/b-\nc ", ""},
		{Options{}, "\xff\xfeh\x00t\x00t\x00p\x00:\x00/\x00/\x00a\x00/\x00", "a\x00"},
		{Options{}, "http://a.example/\xe4", ""},
	} {
		s := NewScanner(strings.NewReader(c.text), &c.options)
		got := ""
		for s.Scan() { // the last one
			m := s.Match()
			u, err := m.Parse()
			if err != nil {
				t.Fatal(err)
			}
			got = ""
			if from, to, ok := s.Place(u.Find("host").Span); ok {
				got = c.text[from:to]
			}
		}
		if err := s.Err(); err != nil || got != c.want {
			t.Errorf("%q: %q, %v; want %q", c.text, got, err, c.want)
		}
	}
}

// TestNoPlace checks that Place returns false before a match, and for a span outside the
// URL.
func TestNoPlace(t *testing.T) {
	s := NewScanner(strings.NewReader("http://a.example/ "), nil)
	no := func(what string, spans ...parse.Span) {
		t.Helper()
		for _, span := range spans {
			if from, to, ok := s.Place(span); ok || from != 0 || to != 0 {
				t.Errorf("%s: %v is at %d-%d, %v", what, span, from, to, ok)
			}
		}
	}
	no("before", parse.Span{})
	s.Scan()
	no("of others", parse.Span{From: -1}, parse.Span{From: 3, To: 2}, parse.Span{From: 0, To: 18})
	s.Scan()
	no("after", parse.Span{})
	s.Reset(strings.NewReader("http://a.example/ "))
	s.Scan()
	if s.Reset(nil); s.URL() != nil || s.Match().URL != "" {
		t.Errorf("after Reset: %q", s.URL())
	}
	no("after Reset", parse.Span{})
}

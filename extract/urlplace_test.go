package extract

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// The URL is within its delimiters, and from URLOffset to URLEnd it is itself unless
// something was dropped from it or decoded.
func TestURLPlace(t *testing.T) {
	w := &writer{Rand: seeded(t)}
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

// In what is encoded the octets are named that the URL was made of.
func TestURLPlaceEncoded(t *testing.T) {
	body := base64.StdEncoding.EncodeToString([]byte("see <URL:http://a.example/b> now"))
	mail := "From: a@b.example\nContent-Transfer-Encoding: base64\n\n" + body + "\n"
	at := int64(strings.Index(mail, body))
	for m, err := range Bytes([]byte(mail), &Options{Input: Mail}) {
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

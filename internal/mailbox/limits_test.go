package mailbox

import (
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/detect"
)

// TestHighest checks that no limit exceeds Highest, which fits into 32 bits.
func TestHighest(t *testing.T) {
	l := Limits{Depth: 1 << 30, Parts: 1 << 30, Header: 1 << 30, Field: 1 << 30, Word: 1 << 30, Paragraph: 1 << 30, Tag: 1 << 30, Encoded: 1 << 30}
	if got, want := l.WithDefaults(), (Limits{Highest, Highest, Highest, Highest, Highest, Highest, Highest, Highest}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestLongBoundary checks that a boundary is recognized up to its maximum length, and
// that a longer one is noted.
func TestLongBoundary(t *testing.T) {
	for n, want := range map[int]string{maxBoundary: "", maxBoundary + 500: "a multipart that is not closed; a boundary too long, its parts read as text"} {
		b := strings.Repeat("b", n)
		text := "Subject: x\nContent-Type: multipart/mixed; boundary=" + b + "\n\n--" + b + "\nContent-Type: text/html\n\nx\n--" + b + "--\nend\n"
		told := ""
		r := NewReader(&Options{Note: func(n Note) { told += n.Text }})
		r.Reset(strings.NewReader(text), detect.Message)
		var parts []string
		for seg, err := r.Next(); err == nil; seg, err = r.Next() {
			if seg.Kind == Body {
				parts = append(parts, seg.Part)
			}
		}
		if told != want || slices.Contains(parts, "1") != (want == "") {
			t.Errorf("with %d bytes: parts %q, told %q", n, parts, told)
		}
	}
}

// TestManyParameters checks that ignored parameters are noted.
func TestManyParameters(t *testing.T) {
	for n, want := range map[int]string{255: "", 256: "too many parameters, the last ones ignored"} {
		told := ""
		r := NewReader(&Options{Note: func(n Note) { told += n.Text }})
		r.Reset(strings.NewReader("Subject: x\nContent-Type: text/plain"+strings.Repeat("; a=b", n)+"; charset=utf-8\n\nx\n"), detect.Message)
		for _, err := r.Next(); err == nil; _, err = r.Next() {
		}
		if told != want {
			t.Errorf("%d before the last: told %q", n, told)
		}
	}
}

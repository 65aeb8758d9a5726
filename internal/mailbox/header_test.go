package mailbox

import (
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/prefilter"
)

// TestHinted checks that with Hinted no field that has a hint is skipped, and no folded
// field, and that most other fields are.
func TestHinted(t *testing.T) {
	pieces := []string{
		"Subject: a\n", "Received: from a\n\tby b; 1 Jan 2001 12:30:00 +0100\n", "X-Empty:\n", "Long: " + strings.Repeat("word ", 100) + "\n",
		"List-Archive: <http://a.example/>\n", "A:http://a.example/\n", "B: c\n http://a.example/\n", "C: d:\n e\n",
		"D: =?us-ascii?q?http=3A//a.example/?=\n", "E: f; g*=us-ascii''h\n", "F: g\b:\n", "no field\n", "G : h\n",
	}
	r := rand.New(rand.NewPCG(3, 4))
	asked, all := 0, 0
	for range 300 {
		var text strings.Builder
		for range 1 + r.IntN(30) {
			text.WriteString(pieces[r.IntN(len(pieces))])
		}
		fields := askedFields(text.String()+"\n", false, r.IntN(2) == 0)
		hinted := askedFields(text.String()+"\n", true, r.IntN(2) == 0)
		asked, all = asked+len(hinted), all+len(fields)
		for _, f := range fields {
			if len(hinted) > 0 && hinted[0] == f {
				hinted = hinted[1:]
			} else if hasHint(f) {
				t.Fatalf("%q: passed over in %q", f, text.String())
			}
		}
		if len(hinted) > 0 {
			t.Fatalf("%q: not a field of %q", hinted[0], text.String())
		}
	}
	if asked > all*4/5 {
		t.Errorf("%d of %d fields are asked about", asked, all)
	}
}

// askedFields returns the fields that a Reader passes to Options.Fields.
func askedFields(text string, hinted, halved bool) (fields []string) {
	r := NewReader(nil)
	r.set.hinted, r.set.wants = hinted, func(_, field []byte) bool {
		fields = append(fields, string(field))
		return false
	}
	src := strings.NewReader(text)
	if halved {
		r.Reset(iotest.HalfReader(src), detect.Message)
	} else {
		r.Reset(src, detect.Message)
	}
	for {
		if _, err := r.Next(); err != nil {
			return fields
		}
	}
}

// hasHint reports whether a field has a hint after its name.
func hasHint(field string) bool {
	if strings.ContainsAny(field, "*\b") || strings.Contains(field, "=?") {
		return true
	}
	for i := 0; i+1 < len(field); i++ {
		digits := i > 0 && strings.ContainsRune("0123456789", rune(field[i-1])) && strings.ContainsRune("0123456789", rune(field[i+1]))
		if field[i] == ':' && field[i+1] != ' ' && !digits {
			return true
		}
	}
	return false
}

// TestWhiteLines checks that lines of blanks in a header take about as long as fields,
// and that the time per line does not grow with their number.
func TestWhiteLines(t *testing.T) {
	least := func(text string) time.Duration {
		text = strings.Repeat(text, 200<<10/len(text)) + "\nx\n"
		least := time.Hour
		for range 5 {
			r := NewReader(&Options{Fields: new(prefilter.Fields)})
			begun := time.Now()
			r.Reset(strings.NewReader(text), detect.Message)
			for _, err := r.Next(); err == nil; _, err = r.Next() {
			}
			least = min(least, time.Since(begun))
		}
		return least
	}
	fields := least("X: y\n")
	for _, white := range []string{" \n", " \t \n", " \r\n"} {
		if took := least("X: y\n" + strings.Repeat(white, 1000/len(white))); took > 20*fields {
			t.Errorf("lines of %q take %v, fields %v", white, took, fields)
		}
	}
}

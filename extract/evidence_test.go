package extract

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// TestEvidence checks the cases in testdata/evidence/cases.txt. A case is a text, and
// after "=>" each URL in it that was broken at a hyphen, with the number of hyphens that
// stay open; after "or" its other readings.
func TestEvidence(t *testing.T) {
	data, err := os.ReadFile("testdata/evidence/cases.txt")
	if err != nil {
		t.Fatal(err)
	}
	sentence := ""
	for _, c := range strings.Split(strings.TrimSpace(string(data)), "\n\n") {
		if rest, ok := strings.CutPrefix(c, "§ "); ok {
			sentence, c, _ = strings.Cut(rest, "\n")
		}
		text, want, _ := strings.Cut(c, "\n=> ")
		if got := decided(t, text, 0); got != "=> "+want {
			t.Errorf("%s\n%s\ngot\n%s\nwant\n=> %s", sentence, text, got, want)
		}
	}
}

// decided returns the URLs of a text that are broken at a hyphen, as decided by the
// evidence of the same text.
func decided(t *testing.T, text string, max int) string {
	t.Helper()
	opts := &Options{Input: InputText, Kinds: append(DefaultKinds(), Schemeless)}
	e := &Evidence{Max: max}
	for m, err := range Bytes([]byte(text), opts) {
		if err != nil {
			t.Fatal(err)
		}
		e.Add(&m)
	}
	var lines []string
	for m, err := range Bytes([]byte(text), opts) {
		if err != nil {
			t.Fatal(err)
		}
		hyphens, open := e.Decide(&m)
		if hyphens == 0 {
			continue
		}
		lines = append(lines, fmt.Sprintf("=> %s (%d of %d)", m.URL, open, hyphens))
		for _, a := range m.Alternatives {
			lines = append(lines, "or "+a)
		}
	}
	return strings.Join(lines, "\n")
}

// TestEvidenceFull checks that Full reports URLs beyond the limit, and that they decide
// nothing.
func TestEvidenceFull(t *testing.T) {
	const text = "http://a.example/~smi-\nth http://b.example/ http://a.example/~smith\n"
	if got := decided(t, text, 1); !strings.Contains(got, "(1 of 1)") {
		t.Errorf("decided by what had no room: %s", got)
	}
	e := &Evidence{Max: 2}
	for _, url := range []string{"http://a.example", "http://a.example", "http://b.example"} {
		if e.Add(&Match{URL: url}); e.Full() {
			t.Errorf("full with %s", url)
		}
	}
	if e.Add(&Match{URL: "http://c.example"}); !e.Full() {
		t.Error("not full")
	}
}

// TestEvidenceManyHyphens checks that a URL with hyphens at a thousand breaks is left
// unchanged: examining all its readings would never end.
func TestEvidenceManyHyphens(t *testing.T) {
	url := "http://a.example/" + strings.Repeat("b-\n", 1000) + "c"
	text := url + "\n\n" + strings.ReplaceAll(url, "-\n", "") + "\n"
	if got := decided(t, text, 0); !strings.Contains(got, "(1000 of 1000)") {
		t.Errorf("%.200s", got)
	}
}

// TestHashes checks the set of hashes with many hashes, and with some that collide in its
// table.
func TestHashes(t *testing.T) {
	var h hashes
	all := map[uint64]bool{}
	rnd := effort.Rand(t)
	for range 10000 {
		hash := rnd.Uint64() >> 16 << rnd.IntN(40)
		if h.has(hash) != (all[hash] || hash <= 1 && (all[0] || all[1])) {
			t.Fatalf("%#x: %v", hash, !all[hash])
		}
		if !h.has(hash) {
			h.add(hash)
			all[hash] = true
		}
	}
	if h.n != len(all) {
		t.Errorf("%d, want %d", h.n, len(all))
	}
}

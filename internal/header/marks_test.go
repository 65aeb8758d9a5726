package header

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// wantMarks says bit by bit what Find marks.
func wantMarks(text []byte, n int) (m Marks) {
	set := func(bitmap *[words]uint64, i int, is bool) {
		if is {
			bitmap[i/perWord] |= 1 << (i % perWord)
		}
	}
	for i := range n {
		pair := string(text[i : i+2])
		set(&m.Ends, i, pair[0] == '\n')
		if nameLen(text[i:i+1]) == 0 {
			m.Stops[i/8] |= 1 << (i % 8)
		}
		set(&m.Hints, i, pair[0] == ':' && pair[1] != ' ' || pair == "=?" || pair[0] == '*' || pair[0] == '\b')
	}
	return m
}

// checkMarks compares Find and its twin with that, and names with FieldName.
func checkMarks(t *testing.T, text []byte) {
	t.Helper()
	var m, twin Marks
	n := m.Find(text)
	if n > MarksSize || n%perWord != 0 || n >= len(text) && n > 0 || n+perWord < min(len(text), MarksSize) {
		t.Fatalf("%d of %d bytes are marked", n, len(text))
	}
	want := wantMarks(text, n)
	if twin.findGo(text, n/perWord); m != want || twin != want {
		t.Fatalf("%q:\ngot  %x\ntwin %x\nwant %x", text, m, twin, want)
	}
	from := 0
	for line := range bytes.Lines(text[:n]) {
		if bytes.HasSuffix(line, []byte("\n")) {
			got, want := m.NameLen(text, from), len(FieldName(line))
			if ordinary := want > 0 && want < perWord-8 && line[want] == ':' && line[want+1] != '/'; got != want && (got > 0 || ordinary) {
				t.Fatalf("%q: a name of %d bytes, want %d", line, got, want)
			}
		}
		from += len(line)
	}
}

// TestMarks puts each byte, before others that matter, at each place.
func TestMarks(t *testing.T) {
	for c := range 256 {
		for _, next := range []string{"x", " ", "\t", "\n", ":", "=", "?", "//", "*=", "=?"} {
			for i := range 2*perWord + 2 {
				text := bytes.Repeat([]byte("x"), 2*perWord+3)
				text = append(append(text[:i], byte(c)), next...)
				checkMarks(t, append(text, strings.Repeat("x", max(0, 2*perWord-i))...))
			}
		}
	}
}

// TestMarksRandom does so with texts of what matters.
func TestMarksRandom(t *testing.T) {
	const alphabet = "Subject-: \t\r\n\n=?*\b/\x00\x7f\x80\xff19"
	r := rand.New(rand.NewPCG(7, 8))
	for range 20000 {
		text := make([]byte, r.IntN(2*MarksSize))
		for i := range text {
			text[i] = alphabet[r.IntN(len(alphabet))]
			if r.IntN(3) > 0 {
				text[i] = 'x'
			}
		}
		checkMarks(t, text)
	}
}

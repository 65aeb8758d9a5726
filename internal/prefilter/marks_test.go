package prefilter

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/header"
)

// wantMarks returns the marks of size words, computed bit by bit.
func wantMarks(text []byte, size int) (m Marks) {
	for i := range size * wordBytes {
		set := func(b *bitmap, is bool) {
			if is {
				b[i/wordBytes] |= 1 << (i % wordBytes)
			}
		}
		c, next := text[i], text[i+1]
		set(&m.ends, c == '\n')
		set(&m.stops, header.FieldName([]byte{c, ':'}) == nil)
		set(&m.colons, c == ':')
		set(&m.blanks, c == ' ' || c == '\t')
		set(&m.hints, c == ':' && next != ' ' || c == '=' && next == '?' || c == '*' || c == '\b')
	}
	return m
}

// kernels are the kernels that this machine can run.
var kernels = map[string]func(*Marks, []byte, int) int{"default": (*Marks).lines}

// checkMarks compares the bitmaps with those of mark, and Find with a check of each line.
func checkMarks(t *testing.T, text []byte) {
	t.Helper()
	if size := min(len(text)-1, words*wordBytes) / wordBytes; size > 0 {
		var inGo Marks
		inGo.mark(text, size)
		if want := wantMarks(text, size); !reflect.DeepEqual(inGo, want) {
			t.Fatalf("%q:\ngot  %v\nwant %v", text, inGo, want)
		}
		for name, lines := range kernels {
			if got, want := madeBy(lines, text, size), madeBy((*Marks).linesGo, text, size); !slices.Equal(got, want) {
				t.Fatalf("%s, %q:\ngot  %x\nwant %x", name, text, got, want)
			}
		}
	}
	var all, some Marks
	n := all.Find(text, true)
	if k := some.Find(text, false); k != n {
		t.Fatalf("%q: %d bytes with all fields, %d with some", text, n, k)
	}
	from := 0
	var fields []Field
	for line := range bytes.Lines(text) {
		name, rest := header.FieldName(line), bytes.TrimLeft(line, " \t")
		isField := len(name) > 0 && line[0] != '-' && bytes.HasPrefix(line[len(name):], []byte(":")) && !bytes.HasPrefix(line[len(name):], []byte(":/"))
		goesOn := header.IsContinuation(line) && len(rest) > 0 && ascii.Is(rest[0], ascii.AlphaDigit|ascii.Punct)
		to, isWhole := from+len(line), bytes.HasSuffix(line, []byte("\n"))
		if from == n {
			if (isField || goesOn) && isWhole && to < len(text)-wordBytes {
				t.Fatalf("%q: %d bytes, without %q", text, n, line)
			}
			break
		}
		if !isField && !goesOn || !isWhole || to > n {
			t.Fatalf("%q: %d bytes, with %q", text, n, line)
		}
		if isField || from == 0 {
			fields = append(fields, Field{From: int32(from)})
		}
		f := &fields[len(fields)-1]
		f.To = int32(to)
		f.Hinted = f.Hinted || HasHint(line)
		from = to
	}
	if !slices.Equal(all.Fields, fields) {
		t.Fatalf("%q: fields %v, want %v", text, all.Fields, fields)
	}
	last := len(fields) - 1
	for i := last - 1; i >= 0; i-- {
		if f := fields[i]; !f.Hinted && (i > 0 || !header.IsContinuation(text)) && text[f.From] != 'c' && text[f.From] != 'C' {
			fields = slices.Delete(fields, i, i+1)
		}
	}
	if !slices.Equal(some.Fields, fields) {
		t.Fatalf("%q: some fields %v, want %v", text, some.Fields, fields)
	}
}

// madeBy returns the words that a kernel fills for text, up to the first with an invalid
// byte.
func madeBy(lines func(*Marks, []byte, int) int, text []byte, size int) (all [][5]uint64) {
	m := Marks{carry: carry{end: 1}}
	for at := 0; at < size; {
		made := lines(&m, text[at*wordBytes:], size-at)
		for w := range made {
			all = append(all, [5]uint64{m.ends[w], m.hints[w], m.contents[w], m.fields[w], m.invalid[w]})
		}
		if m.invalid[made-1] != 0 {
			break
		}
		at += made
	}
	return all
}

// TestMarks checks each byte at each position, before other bytes where these matter.
func TestMarks(t *testing.T) {
	const matters = "\b\t\n\r *-/059:=?Cc"
	for c := range 256 {
		behind := []string{"x", ":", "\n"}
		if strings.IndexByte(matters, byte(c)) >= 0 {
			behind = append(behind, " ", "\t", "=", "?", "//", "*=", "=?", "\nC", "\n-", "5", ":5")
		}
		for _, next := range behind {
			for i := range 2*wordBytes + 2 {
				text := bytes.Repeat([]byte("x"), 2*wordBytes+3)
				text = append(append(text[:i], byte(c)), next...)
				checkMarks(t, append(text, strings.Repeat("x", max(0, 2*wordBytes-i))...))
			}
		}
	}
}

// TestMarksRandom checks random texts of the characters that matter.
func TestMarksRandom(t *testing.T) {
	const alphabet = "Subject-C: \t\r\n\n=?*\b/\x00\x7f\x80\xff19:;/"
	r := rand.New(rand.NewPCG(7, 8))
	for range 20000 {
		size := 6 * wordBytes
		if r.IntN(50) == 0 {
			size = 3 * words * wordBytes
		}
		text := make([]byte, r.IntN(size))
		for i := range text {
			text[i] = alphabet[r.IntN(len(alphabet))]
			if r.IntN(3) > 0 {
				text[i] = 'x'
			}
		}
		checkMarks(t, text)
	}
}

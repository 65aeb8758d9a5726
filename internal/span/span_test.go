package span

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

var classes = []string{"", "a", letters, letters + "0123456789-._~", "\x00 ~\x7f", strings.Repeat("!", 3) + "@[{"}

// check holds Len, the twin and the definition against each other.
func check(t *testing.T, members string, b []byte) {
	t.Helper()
	c := NewClass(members)
	want := 0
	for want < len(b) && strings.IndexByte(members, b[want]) >= 0 {
		want++
	}
	if got := c.Len(b); got != want {
		t.Errorf("of %q, %d bytes of %q, want %d", b, got, members, want)
	}
	if got := c.lenGo(b); got != want {
		t.Errorf("of %q, %d bytes of %q in Go, want %d", b, got, members, want)
	}
}

// TestBytes asks of each byte whether it is in a class, at each place of a block.
func TestBytes(t *testing.T) {
	for _, members := range classes {
		for c := range 256 {
			for n := range 70 {
				fill := byte('.')
				if members != "" {
					fill = members[0]
				}
				text := bytes.Repeat([]byte{fill}, n)
				check(t, members, append(text, byte(c)))
				check(t, members, append(append(text, byte(c)), bytes.Repeat([]byte{fill}, 40)...))
			}
		}
	}
}

func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		b := make([]byte, r.IntN(200))
		for i := range b {
			b[i] = letters[r.IntN(len(letters))]
			if r.IntN(100) == 0 {
				b[i] = byte(r.Uint32())
			}
		}
		check(t, classes[r.IntN(len(classes))], b)
	}
}

func FuzzLen(f *testing.F) {
	f.Add("abc/", []byte("abcabcabcabcabcabcabcabcabcabcabcabcabc/x"))
	f.Add("", []byte(" "))
	f.Fuzz(func(t *testing.T, members string, b []byte) {
		ascii := strings.Map(func(r rune) rune {
			if r >= 0x80 {
				return -1
			}
			return r
		}, members)
		check(t, ascii, b)
	})
}

func BenchmarkLen(b *testing.B) {
	c := NewClass(letters + "/.")
	text := []byte("/pub/document/chapter.html " + strings.Repeat(" ", 64))
	b.SetBytes(int64(c.Len(text)))
	for b.Loop() {
		c.Len(text)
	}
}

package span

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// classes are the inner class, and the bytes that only the outer class has.
var classes = [][2]string{
	{"", ""},
	{"a", ""},
	{"", "a"},
	{letters, "0123456789-._~"},
	{"\x00 ~\x7f", "\x01\x7e"},
	{strings.Repeat("!", 3) + "@[{", letters},
}

// check compares Prefix, Outer, prefixGo and the definition of the classes.
func check(t *testing.T, members [2]string, b []byte) {
	t.Helper()
	c := NewClasses(members[0], members[1])
	inner := lenOf(members[0], b)
	outer := lenOf(members[0]+members[1], b)
	if n := c.Outer(b); n != outer {
		t.Errorf("of %q, %d bytes of %q, want %d", b, n, members, outer)
	}
	inner, outer = min(inner, Word), min(outer, Word)
	if i, o := c.Prefix(b); i != inner || o != outer {
		t.Errorf("of %q, %d and %d bytes of %q, want %d and %d", b, i, o, members, inner, outer)
	}
	if i, o := c.prefixGo(b); i != inner || o != outer {
		t.Errorf("of %q, %d and %d bytes of %q in Go, want %d and %d", b, i, o, members, inner, outer)
	}
}

func lenOf(members string, b []byte) (n int) {
	for n < len(b) && strings.IndexByte(members, b[n]) >= 0 {
		n++
	}
	return n
}

// TestBytes checks for each byte whether it is in a class, at each position of a word.
func TestBytes(t *testing.T) {
	for _, members := range classes {
		fill := (members[0] + members[1] + ".")[:1]
		for c := range 256 {
			for n := range 2*Word + 3 {
				text := strings.Repeat(fill, n) + string([]byte{byte(c)})
				check(t, members, []byte(text))
				check(t, members, []byte(text+strings.Repeat(fill, Word)))
			}
		}
	}
}

func TestRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		b := make([]byte, r.IntN(4*Word))
		for i := range b {
			b[i] = letters[r.IntN(len(letters))]
			if r.IntN(100) == 0 {
				b[i] = byte(r.Uint32())
			}
		}
		check(t, classes[r.IntN(len(classes))], b)
	}
}

func FuzzClasses(f *testing.F) {
	f.Add("abc", "/", []byte("abcabcabcabcabcabcabcabcabcabcabcabcabc/x"))
	f.Add("a", "/", bytes.Repeat([]byte("a/"), Word))
	f.Add("", "", []byte(" "))
	f.Fuzz(func(t *testing.T, inner, also string, b []byte) {
		check(t, [2]string{ascii(inner), ascii(also)}, b)
	})
}

// ascii returns s without its characters that are not ASCII.
func ascii(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 0x80 {
			return -1
		}
		return r
	}, s)
}

func BenchmarkPrefix(b *testing.B) {
	c := NewClasses(letters+".", "/")
	text := []byte("www.example.org/pub/document/chapter.html " + strings.Repeat(" ", Word))
	_, n := c.Prefix(text)
	b.SetBytes(int64(n))
	for b.Loop() {
		c.Prefix(text)
	}
}

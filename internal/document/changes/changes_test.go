package changes

import (
	"slices"
	"testing"
)

// TestChanges writes texts in which "[" and "]" are around a deletion, and "{" and "}" around an
// insertion, and checks the words as they were before.
func TestChanges(t *testing.T) {
	for _, c := range []struct {
		in, text string
		want     []string
	}{
		{"a b", "a b", nil},
		{"see a/[old]{new}/b c", "see a/new/b c", []string{"a/old/b"}},
		{"see a/{new}[old]/b c", "see a/new/b c", []string{"a/old/b"}},
		{"{new }a[b] c", "new a c", []string{"ab"}},
		{"a[b]c[d]e f[g]", "ace f", []string{"abcde", "fg"}},
		{"a[b c]d [e]", "ad ", []string{"ab cd", "e"}},
		{"[a]{b}[c]{d}", "bd", []string{"ac"}},
		{"{a}{b}", "ab", nil},
	} {
		var text []byte
		var changes Text
		from, state := 0, byte(0)
		for i := range len(c.in) {
			switch b := c.in[i]; {
			case b == '[' || b == '{':
				state, from = b, len(text)
			case b == '}':
				changes.Insert(from, len(text))
				state = 0
			case b == ']':
				state = 0
			case state == '[':
				changes.Delete(len(text), []byte{b})
			default:
				text = append(text, b)
			}
		}
		var got []string
		changes.Original(text, func(words []byte, _ int) { got = append(got, string(words)) })
		if string(text) != c.text || !slices.Equal(got, c.want) {
			t.Errorf("%s: text %q, before %q, want %q, %q", c.in, text, got, c.text, c.want)
		}
	}
}

func TestClip(t *testing.T) {
	var c Text
	c.Insert(0, 1)
	c.Insert(2, 5)
	c.Insert(6, 8)
	c.Delete(2, []byte("a"))
	c.Delete(7, []byte("b"))
	c.Clip(4)
	c.Original([]byte("1 34"), func(words []byte, _ int) {
		if string(words) != "ab" {
			t.Errorf("before: %q", words)
		}
	})
	if c.Size() != 2 {
		t.Errorf("%d bytes", c.Size())
	}
	if c.Reset(); c.Size() != 0 {
		t.Errorf("%d bytes after Reset", c.Size())
	}
}

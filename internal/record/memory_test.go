package record_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/jsonenc"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/internal/record/recordtest"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// matches returns matches in random order. Many differ in some properties from another one with
// the same URL, and some URLs are too long to be remembered.
func matches(r *rand.Rand, n int) (list []*extract.Match) {
	for range n {
		m := recordtest.RandomMatch(r)
		if len(list) > 0 && r.IntN(4) > 0 {
			other := *m
			*m = *list[r.IntN(len(list))]
			switch r.IntN(8) {
			case 0:
				m.Signs = other.Signs
			case 1:
				m.Message = other.Message
			case 2:
				m.Level = other.Level
			case 3:
				m.Kind = other.Kind
			case 4:
				m.Repaired = other.Repaired
			case 5: // all but what the fields of a URL may depend on
				other.URL, other.Kind, other.Level, other.Repaired = m.URL, m.Kind, m.Level, m.Repaired
				*m = other
			case 6:
				m.URL += strings.Repeat("a", r.IntN(1200))
			}
		}
		list = append(list, m)
	}
	return list
}

// TestRemember checks that Encode writes the same with and without a Memory.
func TestRemember(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	var of record.Record
	record.Remember(&of)
	var got, want jsonenc.Encoder
	for _, m := range matches(r, effort.Rounds(20_000)) {
		got.Reset()
		want.Reset()
		record.Reset(&of, record.View{}, "a", m)
		record.Encode(&got, &of)
		record.Encode(&want, record.New(record.View{}, "a", m))
		if !bytes.Equal(got.B, want.B) {
			t.Fatalf("%+v: got\n%s\nwant\n%s", m, got.B, want.B)
		}
	}
}

// TestMemory checks that print is called twice for a URL and once for a message, and that a text
// is not remembered if print has panicked.
func TestMemory(t *testing.T) {
	message := new(extract.Message)
	match := func(url string) *extract.Match { return &extract.Match{URL: url, Message: message} }
	for _, test := range []struct {
		scope record.Scope
		want  string
	}{
		{record.OfMatch, "1 2 3 4 5 "},
		{record.OfURL, "1 2 3 4 3 "},
		{record.OfMessage, "1 1 1 1 1 "},
	} {
		got := ""
		for i := 0; i < 4 && got != test.want; i++ { // two URLs may have the same place: 1 pair of 256
			got = printed(test.scope, match("http://a.example/"), match(fmt.Sprintf("http://b%d.example/", i)))
		}
		if got != test.want {
			t.Errorf("scope %d: got %q, want %q", test.scope, got, test.want)
		}
	}
}

// printed returns the numbers of the calls of print for a, b, a, b and a, after one for a that panics.
func printed(s record.Scope, a, b *extract.Match) string {
	var m record.Memory
	var text []byte
	calls := 0
	print := func(of *extract.Match, panics bool) {
		defer func() { recover() }()
		text = m.Append(text, s, record.New(record.View{}, "f", of), func(b []byte) []byte {
			if panics {
				panic("print")
			}
			calls++
			return append(b, byte('0'+calls), ' ')
		})
	}
	print(a, true)
	for _, of := range []*extract.Match{a, b, a, b, a} {
		print(of, false)
	}
	return string(text)
}

package prefilter

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// ruleLineOracle is RuleLine, written line by line.
func ruleLineOracle(text []byte) int {
	at := 0
	for line := range bytes.SplitAfterSeq(text, []byte("\n")) {
		rest := string(line)
		for strings.HasPrefix(rest, ">") {
			rest = strings.TrimPrefix(rest[1:], " ")
		}
		if rest != "" && strings.Contains("-_=*", rest[:1]) || !bytes.HasSuffix(line, []byte("\n")) {
			break
		}
		at += len(line)
	}
	return at
}

// TestRuleLine checks each byte at each position of a text, after a line feed and after quote
// marks.
func TestRuleLine(t *testing.T) {
	for _, size := range []int{1, 2, 35, 127, 128, 129, 130, 161, 162, 163, 164, 195} {
		for _, before := range []string{"", "\n", "\n>", "\n> ", "\n> >", "\n>  ", "a>", "> a> "} {
			for i := len(before); i < size; i++ {
				text := bytes.Repeat([]byte("a"), size)
				copy(text[i-len(before):], before)
				for c := range 256 {
					text[i] = byte(c)
					if got, inGo, want := RuleLine(text), ruleLineGo(text), ruleLineOracle(text); got != want || inGo != want {
						t.Fatalf("%q: %d, in Go %d, want %d", text, got, inGo, want)
					}
				}
			}
		}
	}
}

// FuzzRuleLine compares RuleLine with its oracle, also for texts of the bytes that matter.
func FuzzRuleLine(f *testing.F) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 2000 {
		text := make([]byte, r.IntN(400))
		for i := range text {
			text[i] = "aaaaaaaaaaaaaaaa>> \n-_=*\r\xad"[r.IntN(26)]
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if got, inGo, want := RuleLine(text), ruleLineGo(text), ruleLineOracle(text); got != want || inGo != want {
			t.Errorf("%q: %d, in Go %d, want %d", text, got, inGo, want)
		}
	})
}

func BenchmarkRuleLine(b *testing.B) {
	text := []byte(strings.Repeat("> a line that is quoted, with words\nanother one - and an answer to it\n", 500))
	for _, k := range []struct {
		name string
		find func([]byte) int
	}{{"vector", RuleLine}, {"Go", ruleLineGo}} {
		b.Run(k.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if k.find(text) != len(text) {
					b.Fatal("found")
				}
			}
		})
	}
}

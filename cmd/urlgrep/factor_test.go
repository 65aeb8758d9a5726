package main

import (
	"io"
	"slices"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
	corpus "github.com/urlgrep/urlgrep/internal/testing/hostile"
)

// Limits of the output: for any input the program may print at most factor bytes for each
// byte of the input, and room more, on standard output and standard error, not counting
// the names of files.
const (
	factor = 300
	room   = 256 << 10
)

// TestFactor checks that no option makes the output much larger than a hostile input. It
// uses texts that make the program repeat itself, with the options that repeat most; with
// URLGREP_TEST=long all texts and all options.
func TestFactor(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes seconds")
	}
	const size = 24 << 10
	texts := []string{"bases", "messages repeated"}
	most := []string{"--json", "--csv", "--format=" + everyField(), "--input=mail"}
	for _, g := range corpus.Groups() {
		if effort.Get() < effort.Long && !slices.Contains(texts, g.Name) {
			continue
		}
		for _, text := range g.Texts {
			for _, set := range optionSets() {
				if effort.Get() < effort.Long && (len(set) == 0 || !slices.Contains(most, set[0])) {
					continue
				}
				args := slices.Concat([]string{"urlgrep", "-j1", "--input=" + g.Input}, set)
				var in, out byteCount
				run(args, io.TeeReader(text.Reader(size), &in), &out, &out)
				if out > factor*in+room {
					t.Errorf("%s, %q: %d bytes make %d", text.Name, args[1:], in, out)
				}
			}
		}
	}
}

// A byteCount counts the bytes written to it.
type byteCount int64

func (c *byteCount) Write(p []byte) (int, error) {
	*c += byteCount(len(p))
	return len(p), nil
}

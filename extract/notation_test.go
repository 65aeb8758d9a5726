package extract

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// This file checks texts in a notation, XML or CSV, that is recognized by their beginning.

// checkReads checks that any split into reads of the texts that random returns gives the same matches, and the same
// text if they are replaced. Their format is detected.
func checkReads(t *testing.T, random func(rnd *rand.Rand, size int) string) {
	t.Helper()
	rnd := effort.Rand(t)
	for range effort.Rounds(3000) {
		text := random(rnd, rnd.IntN(400))
		want, _ := all(strings.NewReader(text), everyXML)
		replaced := spliced(text, everyXML, bracketed)
		for name, r := range readers(rnd, text) {
			got, err := all(r, everyXML)
			if err != nil || matchesText(got) != matchesText(want) {
				t.Fatalf("%q\n%s gives, with error %v,\n%swant\n%s", text, name, err, matchesText(got), matchesText(want))
			}
		}
		for name, r := range readers(rnd, text) {
			var b strings.Builder
			if err := Replace(&b, r, everyXML, bracketed); err != nil || b.String() != replaced {
				t.Fatalf("%q\n%s gives, with error %v,\n%q, want\n%q", text, name, err, b.String(), replaced)
			}
		}
		checkOrder(t, text, want)
	}
}

// checkLong is checkReads for texts that are longer than the window, and checks that ranges of them have the same
// matches.
func checkLong(t *testing.T, random func(rnd *rand.Rand, size int) string) {
	t.Helper()
	rnd := effort.Rand(t)
	for range effort.Rounds(20) {
		text := random(rnd, 2*chunk)
		want, _ := all(strings.NewReader(text), everyXML)
		got, _ := all(&sizedReader{strings.NewReader(text), rnd, 5000}, everyXML)
		if diff := differing(got, want); diff != "" {
			t.Fatal(diff)
		}
		for _, o := range rangeOptions {
			want, _ := all(strings.NewReader(text), &o)
			length := 1000 + rnd.IntN(9000)
			got, _, _ := inRanges(t, text, &o, func() int { return length })
			if diff := differing(got, want); diff != "" {
				t.Fatalf("%+v, ranges of %d: %s", o, length, diff)
			}
		}
	}
}

// checkReference compares scanner and reference on pieces after head, which shows the notation, with the options that
// random returns.
func checkReference(t *testing.T, head string, pieces []string, random func(rnd *rand.Rand) Options) {
	t.Helper()
	rnd, c := effort.Rand(t), comparison{T: t}
	matches, n := 0, effort.Rounds(10000)
	for range n {
		o := &refOptions{Options: random(rnd), formats: true}
		text := head + soup(rnd, pieces)
		matches += len(reference([]byte(text), o))
		if !c.check(text, o) {
			break
		}
	}
	if n > 1000 && matches < n/20 {
		t.Errorf("%d matches in %d texts: the pieces make too few", matches, n)
	}
}

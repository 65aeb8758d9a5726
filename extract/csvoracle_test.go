package extract

import (
	"math/rand/v2"
	"regexp"
	"testing"
)

// This file is the part of the reference that is about CSV.

// refQuotes matches double quotes next to each other. refFieldEnds and refFieldBegins match the end of a field, and what
// is before its beginning.
var (
	refQuotes      = regexp.MustCompile(`"+`)
	refFieldEnds   = regexp.MustCompile(`^[,\n\r]`)
	refFieldBegins = regexp.MustCompile(`(^|[,\n\r])$`)
)

// inField reports whether the URL at i is in a field of CSV without quotes. An even number of quotes next to each other
// is an empty field or characters of one. Another one opens a field or closes it.
//
// Reading: "The quote before it decides" if a quote may do both; so those before are looked at first.
func (t *refText) inField(i int) bool {
	if t.raw != nil {
		i = t.raw[i]
	}
	text := string(t.r[:i])
	inQuotes, afterPair := false, false
	for _, at := range refQuotes.FindAllStringIndex(text, -1) {
		before, after := text[:at[0]], text[at[1]:]
		begins, ends := refFieldBegins.MatchString(before), refFieldEnds.MatchString(after)
		switch {
		case (at[1]-at[0])%2 == 0:
			afterPair = !begins
			continue
		case begins && ends:
			inQuotes = !inQuotes
		default:
			inQuotes = !ends
		}
		afterPair = false
	}
	return t.csv && !inQuotes && !afterPair
}

// TestRandomCSV compares scanner and reference on pieces of CSV.
func TestRandomCSV(t *testing.T) {
	t.Parallel()
	checkReference(t, csvHead, csvPieces, func(rnd *rand.Rand) Options {
		return Options{Rejoin: []Rejoin{RejoinHyphen, RejoinNone, RejoinWide}[rnd.IntN(3)]}
	})
}

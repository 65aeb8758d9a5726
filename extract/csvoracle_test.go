package extract

import (
	"math/rand/v2"
	"regexp"
	"testing"
)

// This file is the part of the reference that is about CSV.

// refInQuotes matches a text that ends in a field in double quotes, or with a quote that closes none: after the last
// quote, which is not one of a pair, neither a comma nor a line break follows; or a pair after other text is the last one.
var refInQuotes = regexp.MustCompile(`(?s)(^|[^"])("")*"[^",\n\r][^"]*$|(^|[^"])("")*"$|[^",\n\r]("")+[^"]*$`)

// inField reports whether the URL at i is in a field of CSV without quotes.
func (t *refText) inField(i int) bool {
	if t.raw != nil {
		i = t.raw[i]
	}
	return t.csv && !refInQuotes.MatchString(string(t.r[:i]))
}

// TestRandomCSV compares scanner and reference on pieces of CSV.
func TestRandomCSV(t *testing.T) {
	t.Parallel()
	checkReference(t, csvHead, csvPieces, func(rnd *rand.Rand) Options {
		return Options{Rejoin: []Rejoin{RejoinHyphen, RejoinNone, RejoinWide}[rnd.IntN(3)]}
	})
}

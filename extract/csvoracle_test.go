package extract

import (
	"regexp"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
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
	rnd := seeded(t)
	c := comparison{T: t}
	matches := 0
	n := effort.Rounds(10000)
	for range n {
		o := &refOptions{Options: Options{Rejoin: []Rejoin{RejoinHyphen, RejoinNone, RejoinWide}[rnd.IntN(3)]}, formats: true}
		text := csvHead + soup(rnd, csvPieces)
		matches += len(reference([]byte(text), o))
		if !c.check(text, o) {
			break
		}
	}
	if n > 1000 && matches < n/20 {
		t.Errorf("%d matches in %d texts: the pieces make too few", matches, n)
	}
}

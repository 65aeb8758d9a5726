package find

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// In a text that is CSV (RFC 4180), a comma and a line break end a field that is not in double quotes, and so the URL
// in it: docs/rules.md, 3.11.

const (
	maxField  = 2 << 10 // bytes before a URL in which a double quote is looked for
	maxFields = 3 << 10 // bytes before a URL in which the quotes before that are looked for
	maxQuotes = 64      // double quotes next to each other before it
)

// isDoubleQuote is the set of the double quote.
var isDoubleQuote = [256]bool{'"': true}

// isInField reports whether Data[at] is in a field of CSV that is not in double quotes, judging by the last quote before
// it: whether that closes its field. If no quote is near, Data[at] must begin a field.
func (f *Finder) isInField(at int) bool {
	if !f.CSV {
		return false
	}
	limit := max(0, at-maxField)
	l := &f.literal
	l.advance(f.Data, limit, at, &isDoubleQuote)
	if l.open < limit {
		return limit == 0 || isEndOfField(f.Data[at-1])
	}
	first := f.firstQuote(l.open)
	isPair := (l.open-first)%2 != 0 // an empty field, or characters of a field
	if isPair && first > 0 && !isEndOfField(f.Data[first-1]) || !isPair && l.open+1 == at {
		return false
	}
	return f.closesField(l.open, max(0, at-maxFields))
}

// firstQuote returns the index of the first of the double quotes that are next to each other before and with Data[i].
func (f *Finder) firstQuote(i int) int {
	first := i
	for first > 0 && f.Data[first-1] == '"' && i-first < maxQuotes {
		first--
	}
	return first
}

// closesField reports whether the last double quote up to Data[i] that is not one of a pair closes its field: the end of
// a field follows it. If the end of one is also before it, as in `,",b"` and `"b,",`, the quote before it decides. The
// first one of the text opens a field; if those before Data[limit] would decide, the next one closes a field.
func (f *Finder) closesField(i, limit int) bool {
	closes := true // whether the quote closes a field if the one that is looked at does
	quotes := 0    // that may do both
	for {
		first := f.firstQuote(i)
		if (i-first)%2 == 0 {
			if !isEndOfField(f.Data[i+1]) {
				return !closes
			}
			if first > 0 && !isEndOfField(f.Data[first-1]) {
				return closes
			}
			closes = !closes
			quotes++
		}
		n := bytes.LastIndexByte(f.Data[limit:max(limit, first)], '"')
		if n < 0 {
			return closes == (limit == 0 || quotes == 0)
		}
		i = limit + n
	}
}

func isEndOfField(c byte) bool { return c == ',' || ascii.Is(c, ascii.LineBreak) }

package find

import "github.com/urlgrep/urlgrep/internal/ascii"

// In a text that is CSV (RFC 4180), a comma and a line break end a field that is not in double quotes, and so the URL
// in it: docs/rules.md, 3.11.

const (
	maxField  = 2 << 10 // bytes before a URL in which a double quote is looked for
	maxQuotes = 64      // double quotes next to each other before it
)

// isDoubleQuote is the set of the double quote.
var isDoubleQuote = [256]bool{'"': true}

// isInField reports whether Data[at] is in a field of CSV that is not in double quotes, judging by the last quote before
// it: whether that closes its field, as a comma or a line break follows it. If no quote is near, Data[at] must begin a
// field.
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
	first := l.open
	for first > 0 && f.Data[first-1] == '"' && l.open-first < maxQuotes {
		first--
	}
	if (l.open-first)%2 == 0 { // one quote, without those of pairs, which are one character of the field
		return l.open+1 < at && isEndOfField(f.Data[l.open+1])
	}
	return first == 0 || isEndOfField(f.Data[first-1]) // an empty field
}

func isEndOfField(c byte) bool { return c == ',' || ascii.Is(c, ascii.LineBreak) }

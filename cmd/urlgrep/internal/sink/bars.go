package sink

import (
	"cmp"
	"strings"

	"github.com/urlgrep/urlgrep/internal/visible"
)

// bars are what shows on a terminal how numbers compare.
type bars struct {
	width int // in columns; 0: there are none
	ascii bool
}

const minBar, maxBar = 8, 40

// fit makes the bars as wide as the values leave room for. Where that is not enough
// for anything, values are cut by the terminal as they would be without.
func (b *bars) fit(list []*value, columns int) {
	longest := 0
	for _, v := range list {
		longest = max(longest, visible.Columns(visible.Append(nil, []byte(v.name))))
	}
	const blanks = 2
	if columns >= 3*minBar {
		b.width = min(max(columns-blanks-longest, minBar), maxBar)
	}
}

// append appends the bar for a number, where that of most is as wide as may be, and
// blanks up to that width and one more.
func (b *bars) append(line []byte, n, most int64) []byte {
	if b.width == 0 {
		return line
	}
	const eighths = "▏▎▍▌▋▊▉█"
	const size = len("█")
	full, rest := b.width, 0
	if n < most {
		length := max(1, int(float64(n)/float64(most)*float64(8*b.width)))
		full, rest = length/8, length%8
	}
	used := full
	switch {
	case b.ascii:
		used = max(1, full)
		line = append(line, strings.Repeat("#", used)...)
	case rest > 0:
		used++
		line = append(line, strings.Repeat("█", full)...)
		line = append(line, eighths[(rest-1)*size:rest*size]...)
	default:
		line = append(line, strings.Repeat("█", full)...)
	}
	return append(line, strings.Repeat(" ", b.width+1-used)...)
}

// isUTF8 reports whether the locale's encoding is UTF-8 (POSIX, "Internationalization
// Variables": the first of these that is set and not empty counts).
func isUTF8(getenv func(string) string) bool {
	locale := strings.ToLower(cmp.Or(getenv("LC_ALL"), getenv("LC_CTYPE"), getenv("LANG")))
	return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
}

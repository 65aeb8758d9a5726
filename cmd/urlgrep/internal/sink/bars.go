package sink

import (
	"cmp"
	"strings"

	"github.com/urlgrep/urlgrep/internal/visible"
)

// bars draws bars that compare numbers on a terminal.
type bars struct {
	width int // width in columns; 0: no bars
	ascii bool
}

const minBar, maxBar = 8, 40

// fit sets the width of the bars to the columns that the values leave free. If the
// terminal is too narrow, there are no bars, or the terminal wraps the values as it would
// without bars.
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

// append appends the bar for n, and spaces up to the width of the bars plus one. The bar
// for most has the full width.
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

// isUTF8 reports whether the encoding of the locale is UTF-8. The first of the variables
// that is set and not empty counts (POSIX, "Internationalization Variables").
func isUTF8(getenv func(string) string) bool {
	locale := strings.ToLower(cmp.Or(getenv("LC_ALL"), getenv("LC_CTYPE"), getenv("LANG")))
	return strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
}

package extract

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// A refScreen is a line on a terminal: the character in each column, and its index in the text. The second
// column of a wide character holds 0.
type refScreen struct {
	cells []rune
	at    []int
	end   int // index of the line's end
}

// screen reads the line that begins at i.
func (t *refText) screen(i int) (s refScreen) {
	for {
		for t.colour(i) > 0 {
			i += t.colour(i)
		}
		c := t.rune(i)
		n := 1
		switch {
		case c == refEnd, c == '\n', c == '\r':
			s.end = i
			return s
		case c == '\t':
			c, n = ' ', 8-len(s.cells)%8
		case refSpace(c):
			c = ' '
		case unicode.In(c, unicode.Mn, unicode.Me, unicode.Cf):
			n = 0
		}
		if k := width.LookupRune(c).Kind(); n > 0 && c > 0x7f && (k == width.EastAsianWide || k == width.EastAsianFullwidth) {
			n = 2
		}
		for k := range n {
			if k > 0 && c != ' ' {
				c = 0
			}
			s.cells, s.at = append(s.cells, c), append(s.at, i)
		}
		i++
	}
}

// column returns the column of the character at index i of the text, or the length of the line.
func (s refScreen) column(i int) int {
	if k := slices.IndexFunc(s.at, func(at int) bool { return at >= i }); k >= 0 {
		return k
	}
	return len(s.cells)
}

func refFrame(c rune) bool {
	return strings.ContainsRune("│┃║┆┇┊┋╎╏╽╿╷╵╻╹█▉▊▋▌▍▎▏▐▕", c) && c > 0
}

// refRows are the rows of a URL, from one break to the next.
type refRows struct {
	n          int   // rows
	bars       []int // columns of the bars before the URL
	first      refScreen
	end, right int
	column     int
}

var refQuoted = regexp.MustCompile(`^[ >]*>$`)

// refBars returns the columns of the bars in the first n columns of a screen.
func (s refScreen) refBars(n int) (found []int) {
	for k, c := range s.cells[:n] {
		next := rune(0)
		if k+1 < n {
			next = s.cells[k+1]
		}
		if k == 0 && (c == '+' || c == '-') && next != c && next != ' ' || c == ' ' && len(found) == 0 && refNumberCell.MatchString(string(s.cells[:k])) {
			found = append(found, k)
			continue
		}
		lone := (k == 0 || s.cells[k-1] == ' ') && (k+1 >= n || s.cells[k+1] == ' ')
		if refFrame(c) || c == '|' && lone || refQuoted.MatchString(string(s.cells[:k+1])) {
			found = append(found, k)
		}
	}
	return found
}

var refNumberCell = regexp.MustCompile(`^ *\d{1,7}$`)

// cell returns the text of the cell before the bar in the column bars[n].
func (s refScreen) cell(bars []int, n int) string {
	from := 0
	if n > 0 {
		from = bars[n-1] + 1
	}
	return strings.TrimSpace(string(s.cells[from:bars[n]]))
}

// text returns the text of a row that is delta rows after the first one of the URL, and the column that it
// begins in. blank reports whether a cell before it is blank that is not so in the first row. It is not ok if
// the row is not like the first one.
func (r *refRows) text(s refScreen, delta int) (column int, text string, blank, ok bool) {
	for k, bar := range r.bars {
		if k == 0 && r.first.cells[bar] == ' ' && bar < len(s.cells) {
			was, _ := strconv.Atoi(r.first.cell(r.bars, k))
			if is := s.cell(r.bars, k); is != "" && is != strconv.Itoa(was+delta) {
				continue
			}
		}
		if len(s.cells) <= bar || s.cells[bar] != r.first.cells[bar] {
			return 0, "", false, false
		}
		was, is := r.first.cell(r.bars, k), s.cell(r.bars, k)
		number, err := strconv.Atoi(was)
		if n, e := strconv.Atoi(is); is != "" && (k > 0 || err != nil || e != nil || n != number+delta) {
			return 0, "", false, false
		}
		blank = blank || is == "" && was != ""
	}
	stop := len(s.cells)
	if r.right >= 0 {
		if stop <= r.right || !refFrame(s.cells[r.right]) && s.cells[r.right] != '|' {
			return 0, "", false, false
		}
		if strings.ContainsFunc(string(s.cells[r.right:]), func(c rune) bool { return c != ' ' && c != '|' && !refFrame(c) }) {
			return 0, "", false, false
		}
		stop = r.right
	}
	column = lastOf(r.bars) + 1
	for column < stop && s.cells[column] == ' ' {
		column++
	}
	text = strings.TrimRight(string(s.cells[min(column, stop):stop]), " ")
	return column, text, blank, text != ""
}

// row decides whether the URL u of which the first character is at from, and which ends at the break at i,
// fills its row, and the next row is full too: rule 2.11. It returns where the URL continues.
func (t *refText) row(r *refRows, u []rune, from, i, lines int) (at int, ok bool) {
	frame := t.pastSGR(i)
	for blanks := 0; t.rune(frame) == ' ' && blanks < 2; blanks++ {
		frame++
	}
	if r.n == 0 && !refFrame(t.rune(t.pastSGR(frame))) {
		return 0, false
	}
	this := t.screen(t.lineStart(i))
	end, right := this.column(i), -1
	for k := end; k < len(this.cells) && right < 0; k++ {
		if c := this.cells[k]; refFrame(c) || c == '|' {
			right = k
		} else if c != ' ' {
			return 0, false
		}
	}
	brk := t.lineBreak(this.end)
	switch {
	case brk == 0, r.n == 0 && lines > 0:
		return 0, false
	case r.n > 0 && (end != r.end || right != r.right):
		return 0, false
	case r.n == 0:
		*r = refRows{bars: this.refBars(this.column(from)), first: this, end: end, right: right}
		if !t.isProved(r, from, i) {
			return 0, false
		}
	}
	r.n++
	column, text, _, ok := r.text(t.screen(this.end+brk), lines+1)
	width := column + len([]rune(text))
	if !ok || width > r.end {
		return 0, false
	}
	start := r.first.column(from)
	below := column == lastOf(r.bars)+1 || column == start || column < start && r.first.cells[column] != ' ' && r.first.cells[column-1] == ' '
	if r.n > 1 && column != r.column || r.n == 1 && !below {
		return 0, false
	}
	r.column = column
	at = t.screen(this.end + brk).at[column]
	word, _, more := strings.Cut(text, " ")
	trimmed := strings.TrimRight(word, ".,;:!?)]}>\"'`")
	longer, alike := t.rowsAbove(r, t.lineStart(from))
	field, _, isField := strings.Cut(word, ":")
	full := !more && width == r.end && !longer && strings.Count(string(t.r[from:i]), "/") > 2 && !refIsFigure(word) && !(isField && strings.Trim(field, refAlphaDigits) == "")
	last := u[len(u)-1]
	part := refPart.MatchString(trimmed) && !refNoRest.MatchString(trimmed) && (strings.ContainsAny(string(u), "?#") || !refSetting.MatchString(trimmed)) && !refIsFigure(trimmed)
	isMarked := strings.ContainsAny(trimmed, "?&=%#") || strings.Count(trimmed, "/") > 1
	marked := right >= 0 && !longer && !strings.Contains(text, "  ") && !strings.ContainsRune(".,;:!", last) &&
		(refRowParameter.MatchString(trimmed) || strings.ContainsRune("?&", last) && refFirstParameter.MatchString(trimmed) ||
			part && alike && isMarked)
	return at, (r.n > 1 || full || marked) && t.isRowPart(word, from, at) && lines+1 < t.maxLines()
}

// pastSGR returns the index after the colour sequences at i.
func (t *refText) pastSGR(i int) int {
	for t.colour(i) > 0 {
		i += t.colour(i)
	}
	return i
}

// isProved reports whether frames prove the width of the row in which the URL from begins.
func (t *refText) isProved(r *refRows, from, i int) bool {
	first := t.lineStart(i)
	if r.end < 20 || t.size(first, from) >= 511 {
		return false
	}
	if r.right >= 0 {
		blanks := i
		for t.rune(blanks) == ' ' {
			blanks++
		}
		bar := lastOf(r.bars)
		pad := slices.IndexFunc(r.first.cells[bar+1:], func(c rune) bool { return c != ' ' })
		return bar >= 0 && refFrame(r.first.cells[bar]) && refFrame(r.first.cells[r.right]) && r.right-r.end <= min(2, pad) && blanks-i <= 2
	}
	return false
}

var (
	refRowParameter   = regexp.MustCompile(`%[0-9A-Fa-f]{2}|[?&][A-Za-z0-9_.\[\]-]*=`)
	refFirstParameter = regexp.MustCompile(`^[A-Za-z0-9_.\[\]-]+=`)
	refRowAddress     = regexp.MustCompile(`^@|^[^@/?&%#]*@[^/]*(?:$|:)`)
	refFigures        = regexp.MustCompile(`^(?:\d+%|\d+[/.smh-][0-9/.smh-]+|[vV][0-9.]+|/(?:usr|etc|bin|sbin|home|var|tmp|opt|mnt|dev|lib|proc|sys|root)(?:/.*)?)$`)
	refFigureCase     = regexp.MustCompile(`^[\dvV/]`)
	refPlace          = regexp.MustCompile(`^[^?&%#:]+\.[^?&%#]*:\d+$|^[^?&%#.]+[^?&%#]*\.[^?&%#]*:\d+$`)
	refPair           = regexp.MustCompile(`^(?:[A-Za-z]{1,3}/[A-Za-z]{0,3}|[A-Z][A-Za-z]{0,3}/.{0,4}|[A-Za-z]{1,3}&[A-Za-z]{0,3}|[A-Z][A-Za-z]{0,3}&[^/]{0,4}|.{0,2}#)$`)
)

const refAlphaDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

// refIsFigure reports whether word is rather one of text than a part of a URL.
func refIsFigure(word string) bool {
	if name, _, ok := strings.Cut(word, "="); ok && name != "" {
		return strings.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_") == ""
	}
	if strings.Contains(word, "@") {
		return refRowAddress.MatchString(word)
	}
	if refFigureCase.MatchString(word) {
		return refFigures.MatchString(word)
	}
	return refPlace.MatchString(word) || refPair.MatchString(word)
}

// rowsAbove reports whether one of the eight rows before the one that begins at first is longer, and whether one
// is as long.
func (t *refText) rowsAbove(r *refRows, first int) (longer, alike bool) {
	at := first
	for n := 1; n <= 8 && at > 0 && t.size(at, first) < 2<<10; n++ {
		at--
		if at > 0 && t.rune(at) == '\n' && t.rune(at-1) == '\r' {
			at--
		}
		at = t.lineStart(at)
		if column, text, _, ok := r.text(t.screen(at), -n); ok {
			width := column + len([]rune(text))
			longer, alike = longer || width > r.end, alike || width == r.end
		}
	}
	return longer, alike
}

var (
	refRowRule = regexp.MustCompile(`://|^[-+*]$|^\.[A-Za-z]{0,2}$`)
	refLetter  = regexp.MustCompile(`[A-Za-z0-9\x{80}-\x{10FFFF}]`)
)

// isRowPart reports whether the word at index at may be a part of a URL at all.
func (t *refText) isRowPart(word string, from, at int) bool {
	p := t.prefix(t.lineStart(from), from)
	comment := slices.DeleteFunc(slices.Clone(p.leaders), func(l string) bool { return l == "*" || l == "--" })
	if _, l := t.leader(at, false); len(comment) > 0 && !slices.Contains(comment, l) {
		return false
	}
	return refLetter.MatchString(word) && !refRowRule.MatchString(word) && t.resumes(at, partStarts+"-.+@:,;!$*'()")
}

func lastOf(bars []int) int {
	if len(bars) == 0 {
		return -1
	}
	return bars[len(bars)-1]
}

// size returns the number of bytes of the text between two indices.
func (t *refText) size(from, to int) int {
	if from >= to {
		return 0
	}
	return t.to[to-1] - t.from[from]
}

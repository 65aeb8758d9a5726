package join

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/percent"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// A terminal, and a program that writes to one, breaks a URL that is longer than its line where the line is
// full: in a row. The rows of the URL end in the same column, and the last one does not reach further. The
// evidence for that is the [Layout].

// A Layout is what is known of the rows that a URL is in. The caller keeps it from one break of the URL to
// the next.
type Layout struct {
	at     int   // index of the break that was measured last
	after  int   // index of the line after that
	full   bool  // the URL fills the row before the break
	rows   int   // number of rows of the URL up to the break
	first  int   // index of the first of them
	left   []bar // bars before the URL
	end    int   // column where its rows end
	right  int   // column of the bar after it; -1 without one
	column int   // column where the text of the row after the break begins
	next   row   // that row
	leads  bool  // the URL is the first word of its row

	// The rows before the URL's, and its own, once lookBack has looked at them.
	looked  bool
	exact   int  // number of them that end in the column end
	above   bool // the one directly before is one of these
	wrapped bool // one ends before a word that would not have fitted into it
	longer  bool // one is longer
	double  bool // two blanks are next to each other in the URL's row
}

const (
	minRow      = 20      // columns of a row
	wideRow     = 40      // columns of a row that may be full without other evidence
	earlierRows = 8       // rows before the URL that are looked at
	maxEarlier  = 2 << 10 // bytes of them
	maxPad      = 4       // columns between a URL that fills its box and the bar after it
	maxOwnPad   = 2       // likewise, without the way "terminal"
)

// mayFillRow reports whether a bare URL may fill its row.
func mayFillRow(_ *Rules, b *Break) bool {
	return b.Delimiter == Bare && !b.Host && b.Data[b.At] != '"' && b.MayEndRow()
}

// MayEndRow reports whether the row may end after the blanks at the break: whether no printable character of
// ASCII but "|" follows them.
func (b *Break) MayEndRow() bool {
	i := b.At
	for i < len(b.Data) && ascii.Is(b.Data[i], ascii.Blank) {
		i++
	}
	return i == len(b.Data) || b.Data[i] < ' ' || b.Data[i] >= 0x7F || b.Data[i] == '|'
}

// mayFillBox is mayFillRow if a frame may follow the URL after two blanks at most.
func mayFillBox(r *Rules, b *Break) bool {
	if !mayFillRow(r, b) {
		return false
	}
	i := b.At
	for i < len(b.Data) && i < b.At+maxOwnPad && b.Data[i] == ' ' {
		i++
	}
	rest := b.Data[i:]
	if len(rest) == 0 {
		return !b.EOF
	}
	c, _ := chars.Decode(rest, r.Fallback)
	return IsFrame(c) || rest[0] == 0x1B || !b.EOF && !utf8.FullRune(rest)
}

// nextInBox is nextRow if frames on both sides of the URL prove how wide the rows are. Otherwise the URL is not
// held back until the next row is read.
func (r *Rules) nextInBox(b *Break) Joint {
	l := b.Layout
	if l.rows == 0 {
		left, _, _ := bars(b.Line[:len(b.Line)-1], r.Fallback)
		if len(left) == 0 || !IsFrame(left[len(left)-1].char) {
			return refused(verdict.No)
		}
	}
	j := r.nextRow(b)
	if j.Verdict == verdict.Yes && (l.right < 0 || l.rows == 1 && l.right-l.end > maxOwnPad) {
		return refused(verdict.No)
	}
	return j
}

// nextRow returns where the text of the next row begins, if the URL may fill its own row and that row may
// continue it: the next row is no longer, has the same bars, and begins where the rows of the URL do, at the
// margin or below a word of the URL's first row.
func (r *Rules) nextRow(b *Break) Joint {
	if v := b.measure(r.Fallback); v != verdict.Yes {
		return refused(v)
	}
	l := b.Layout
	w, v := b.row(l.after, b.Lines, r.Fallback)
	if v != verdict.Yes {
		return refused(v)
	}
	aligned := l.column == w.column
	if l.rows == 1 {
		aligned = b.isBelowWord(w.column, r.Fallback)
	}
	if w.end > l.end || !aligned {
		return refused(verdict.No)
	}
	l.next, l.column = w, w.column
	return Joint{Verdict: verdict.Yes, Next: w.at, Lines: 1}
}

// measure decides whether the URL may fill the row before the break.
func (b *Break) measure(fallback *chars.Fallback) verdict.Verdict {
	l := b.Layout
	if l.rows > 0 && l.at == b.At {
		return verdict.Of(l.full)
	}
	from := max(0, b.At-maxRow)
	start := from + bytes.LastIndexAny(b.Data[from:b.At], "\r\n") + 1
	first := b.At - b.Width - len(b.Line) + 1 // index of the URL's first row
	if len(b.Line) >= maxPrefix || first < 0 || b.At-start >= maxRow || (l.rows > 0) != (b.Lines > 1) {
		return verdict.No
	}
	rest, v := b.rowAt(b.At)
	if v != verdict.Yes {
		return v
	}
	end, right, ok := endOfURL(b.Data[start:b.At+len(rest)], b.At-start, fallback)
	size, cut := chars.LineBreak(b.Data, b.At+len(rest), b.EOF)
	switch {
	case cut:
		return verdict.More
	case !ok || size == 0:
		return verdict.No
	}
	if l.rows > 0 {
		l.at, l.after, l.full = b.At, b.At+len(rest)+size, end == l.end && right == l.right
		l.rows++
		return verdict.Of(l.full)
	}
	left, leads, ok := bars(b.Line[:len(b.Line)-1], fallback)
	if !ok || end < minRow || right >= 0 && (len(left) == 0 || right-end > min(maxPad, b.padding(left, fallback))) {
		return verdict.No
	}
	*l = Layout{at: b.At, after: b.At + len(rest) + size, full: true, rows: 1, first: first, left: left, end: end, right: right, leads: leads}
	return verdict.Yes
}

// endOfURL returns the column where a URL ends that is before index at of its row, and the column of the bar
// after it, or -1 without one. It returns false if other text follows the URL.
func endOfURL(line []byte, at int, fallback *chars.Fallback) (end, right int, ok bool) {
	p := pen{line: line, fallback: fallback}
	p.to(at)
	end = p.column
	switch c := p.blanks(); {
	case c == 0:
		return end, -1, true
	case IsFrame(c) || c == '|':
		return end, p.column, true
	}
	return end, -1, false
}

// padding returns the number of columns between the last bar before the URL and the text of its row.
func (b *Break) padding(left []bar, fallback *chars.Fallback) int {
	p := pen{line: b.Line, fallback: fallback}
	after := left[len(left)-1].column + 1
	for p.column < after {
		p.next()
	}
	p.blanks()
	return p.column - after
}

// isBelowWord reports whether the column is the margin, or that of a word of the URL's first row.
func (b *Break) isBelowWord(column int, fallback *chars.Fallback) bool {
	margin := 0
	if left := b.Layout.left; len(left) > 0 {
		margin = left[len(left)-1].column + 1
	}
	if column == margin {
		return true
	}
	p, last := pen{line: b.Line, fallback: fallback}, ' '
	for p.at < len(b.Line) && p.column < column {
		last = p.next()
	}
	c, _ := p.peek()
	return p.column == column && c != 0 && (last == ' ' && c != ' ' || p.at == len(b.Line)-1)
}

// lookBack looks at the rows before the URL's.
func (b *Break) lookBack(fallback *chars.Fallback) {
	l := b.Layout
	if l.looked {
		return
	}
	l.looked = true
	first := l.first
	below, v := b.row(first, 0, fallback)
	l.double = below.double
	follows := v == verdict.Yes && !l.leads // the row below the one that is looked at follows it, and has a word that is not broken
	for n, at := 1, first; n <= earlierRows && at > 0 && first-at < maxEarlier; n++ {
		if at = b.lineBefore(at); at < 0 {
			return
		}
		w, v := b.row(at, -n, fallback)
		if v != verdict.Yes {
			follows = false
			continue
		}
		if w.end == l.end {
			l.exact++
			l.above = l.above || n == 1
		}
		l.longer = l.longer || w.end > l.end
		l.wrapped = l.wrapped || follows && l.wraps(&w, &below)
		below, follows = w, true
	}
}

// isShort reports whether an earlier row is longer than the URL's.
func (b *Break) isShort(fallback *chars.Fallback) bool {
	b.lookBack(fallback)
	return b.Layout.longer
}

// lineBefore returns the index of the line before the one at index at, or -1 if it is too long for a row.
func (b *Break) lineBefore(at int) int {
	end := at - 1
	if end > 0 && b.Data[end] == '\n' && b.Data[end-1] == '\r' {
		end--
	}
	from := max(0, end-maxRow)
	if at = from + bytes.LastIndexAny(b.Data[from:end], "\r\n") + 1; end-at >= maxRow {
		return -1
	}
	return at
}

// wraps reports whether the first word of the row below does not fit into the row w.
func (l *Layout) wraps(w, below *row) bool {
	return w.end <= l.end && w.end+1+below.first-below.column > l.end
}

// wrapsAfter decides whether the row after the break ends before a word that does not fit into it.
func (b *Break) wrapsAfter(fallback *chars.Fallback) verdict.Verdict {
	l := b.Layout
	line, v := b.rowAt(l.next.at)
	if v != verdict.Yes {
		return v
	}
	at := l.next.at + len(line)
	size, cut := chars.LineBreak(b.Data, at, b.EOF)
	switch {
	case cut:
		return verdict.More
	case size == 0:
		return verdict.No
	}
	w, v := b.row(at+size, b.Lines+1, fallback)
	if v != verdict.Yes {
		return v
	}
	return verdict.Of(l.wraps(&l.next, &w))
}

// isFullRow decides whether the row after the break, which begins at index i, continues the URL for certain.
// One of these must hold:
//
//   - The URL fills two rows.
//   - The row is one word, and as long as the URL's row. Without the way "terminal", the URL has a path, and the
//     word is no figure.
//   - The URL is in a box, and the first word of the row has a parameter of a query, or an escape.
//   - The URL is in a box, an earlier row ends in the same column, so that the box does not only fit the URL,
//     and the first word of the row has other marks of URLs, or two slashes.
func (r *Rules) isFullRow(b *Break, _ int) verdict.Verdict {
	l, w := b.Layout, &b.Layout.next
	switch {
	case !r.mayBePart(b):
		return verdict.No
	case l.rows > 1:
		return verdict.Yes
	case w.isWord() && w.end == l.end && (r.Rejoin.Has(Terminal) || b.hasPath() && mayFill(b.Data[w.at:w.word])) && !b.isShort(r.Fallback):
		return verdict.Yes
	case l.right < 0 || w.double || strings.IndexByte(".,;:!", b.Last) >= 0:
		return verdict.No
	}
	word := trimWord(b.Data[w.at:w.word])
	isParameter := hasParameter(word, b.Last)
	isPart := (bytes.ContainsAny(word, "?&=%#") || bytes.Count(word, []byte{'/'}) > 1) &&
		looksLikeURLPart(word) && !isFigure(word) && (b.Query || !isSetting(word))
	return verdict.Of((isParameter || isPart) && !b.isShort(r.Fallback) && (isParameter || l.exact > 0))
}

// hasPath reports whether the URL has more than a host before the break.
func (b *Break) hasPath() bool { return bytes.Count(b.Data[b.At-b.Width:b.At], []byte{'/'}) > 2 }

// mayFill reports whether word, which is a row, may be a part of a URL: it is no figure, and no field or hash with its
// name.
func mayFill(word []byte) bool {
	name, _, ok := bytes.Cut(word, []byte{':'})
	return !isFigure(word) && !(ok && ascii.Len(name, ascii.AlphaDigit) == len(name))
}

// hasParameter reports whether word has a parameter of a query, or a percent escape. last is the character
// before it.
func hasParameter(word []byte, last byte) bool {
	after := true // a name may begin here
	for i, c := range word {
		switch {
		case c == '?' || c == '&':
			after = true
			last = c
		case c == '=' && after && i > 0 && (last == '?' || last == '&'):
			return true
		case percent.Begins(word[i:]):
			return true
		case !ascii.Is(c, ascii.AlphaDigit) && c != '_' && c != '-' && c != '.' && c != '[' && c != ']':
			after = false
		}
	}
	return false
}

// isRow decides whether the row after the break, which begins at index i, continues the URL. One of these
// must hold:
//
//   - isFullRow.
//   - The URL ends in its scheme, or in the first label of its host, and the row begins with the rest of a
//     host.
//   - All rows around are full, so that words are broken anywhere.
//   - The first word of the row has a form that words of prose do not have, the more of that the less
//     the other rows say about the width.
//
// But if an earlier row is longer, the URL's row is not full.
func (r *Rules) isRow(b *Break, i int) verdict.Verdict {
	if v := r.isFullRow(b, i); v == verdict.Yes || !r.mayBePart(b) {
		return v
	}
	l, w := b.Layout, &b.Layout.next
	first := b.Data[w.at:w.word]
	if !b.Begun || b.Dotless {
		isHost := beginsWithHost(strings.TrimLeft(string(first), "/"))
		if isHost || !b.Begun {
			return verdict.Of(isHost)
		}
	}
	if strings.IndexByte(",;:!?", b.Last) >= 0 || !(w.end == l.end && !w.double) && !b.looksLikeRow(first, true) {
		return verdict.No
	}
	b.lookBack(r.Fallback)
	switch {
	case l.longer:
		return verdict.No
	case l.above && l.exact > 1 && w.end == l.end && !w.double && !l.double:
		return verdict.Of(b.Last != '.' || !isCapital(first[0]))
	}
	wrapped := verdict.Yes
	if l.exact == 0 && !l.wrapped && !w.blank {
		if wrapped = b.wrapsAfter(r.Fallback); wrapped == verdict.More {
			return wrapped
		}
	}
	return verdict.Of(b.looksLikeRow(first, wrapped == verdict.Yes))
}

// mayBePart reports whether the row after the break may be a part of a URL at all: it is no rule, item of a list,
// request of troff or text after a comment, and has no other URL.
func (r *Rules) mayBePart(b *Break) bool {
	w := &b.Layout.next
	first := b.Data[w.at:w.word]
	isItem := len(first) == 1 && strings.IndexByte("-+*", first[0]) >= 0
	isRequest := first[0] == '.' && len(first) <= 3 && ascii.Len(first[1:], ascii.Alpha) == len(first)-1
	return bytes.ContainsFunc(first, isAlphanumeric) && !bytes.Contains(first, []byte("://")) && !isItem && !isRequest && !r.leavesComment(b)
}

func isAlphanumeric(c rune) bool { return c >= 0x80 || alphanumeric(byte(c)) }

// leavesComment reports whether the URL is in a comment, and the row after the break is not.
func (r *Rules) leavesComment(b *Break) bool {
	const ambiguous = 1<<stars | 1<<hyphens // also the marks of items and of signatures
	set := b.prefix(r).leaderSet() &^ ambiguous
	if set == 0 {
		return false
	}
	c := cursor{data: b.Data[b.Layout.next.at:b.Layout.next.text], atEOF: true}
	return set&(1<<c.leader(false)) == 0
}

// looksLikeRow reports whether first, the first word after the break, looks like a part of a URL. supported
// reports whether other rows show that the URL's row is full.
func (b *Break) looksLikeRow(first []byte, supported bool) bool {
	l, w := b.Layout, &b.Layout.next
	word := trimWord(first)
	if strings.IndexByte("'(!,;$*", first[0]) >= 0 || bytes.HasPrefix(first, []byte("--")) || bytes.IndexByte(first[len(word):], ':') >= 0 {
		return false
	}
	inBox := l.right >= 0
	isWide := supported || inBox || l.end >= wideRow
	if host, _, _ := bytes.Cut(word, []byte{'/'}); isFigure(word) || !b.Dotless && len(host) < len(word) && isOtherHost(host) {
		return false
	}
	isPart := looksLikeURLPart(word) && (b.Query || !isSetting(word)) && !(b.Last == '/' && word[0] == '/')
	isStrong := isPart && (isStrongPart(word, w.isWord()) || (supported || inBox) && bytes.IndexByte(word, '_') >= 0) ||
		isIdentifier(word) && (w.isWord() || len(word) >= minID) && ascii.Len(word, ascii.AlphaDigit) == len(word)
	switch {
	case b.Last == '.':
		return isStrong && !isCapital(first[0])
	case isWide && strings.IndexByte("=&?#%", b.Last) >= 0 && (isPart || ascii.Len(word, ascii.AlphaDigit) == len(word)):
		return true
	case !w.isWord():
		isName := bytes.HasPrefix(bytes.TrimLeft(b.Data[w.word:w.text], " \t"), []byte{'='})
		isPath := ascii.Is(word[0], ascii.Alpha) && !bytes.ContainsAny(word, "?&=%#~0123456789") && !isPage(word)
		return isWide && isStrong && !isName && !w.double && (supported || !isPath)
	case supported:
		return isPart || isStrong || b.endsAsID(word) || b.endsAsWord(word)
	case inBox:
		return isStrong
	}
	return isWide && (isPart || isStrong || b.endsAsID(word))
}

// isFigure reports whether word has a mark of URLs in it, but is rather a word of text: "100%", "1/2/2026", "v1.2",
// "1.5s", "git@a.com:b", "R&D", "and/or", "HTTP/1.1", "C#", "NAME=value", "a/b.c:12" or "/home/ann".
func isFigure(word []byte) bool {
	if name, _, ok := bytes.Cut(word, []byte{'='}); ok && len(name) > 0 {
		return len(bytes.Trim(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_")) == 0
	}
	if name, host, ok := bytes.Cut(word, []byte{'@'}); ok {
		end := bytes.IndexAny(host, "/:")
		return len(name) == 0 || !bytes.ContainsAny(name, "/?&%#") && (end < 0 || host[end] == ':')
	}
	digits := ascii.Len(word, ascii.Digit)
	switch {
	case digits > 0:
		return string(word[digits:]) == "%" || len(word) > digits+1 && len(bytes.Trim(word[digits:], "0123456789/-.smh")) == 0
	case word[0] == 'v' || word[0] == 'V':
		return len(word) > 1 && len(bytes.Trim(word[1:], "0123456789.")) == 0
	case word[0] == '/':
		return isRooted(word[1:])
	}
	return isPosition(word) || isPair(word, '/') || bytes.IndexByte(word, '/') < 0 && isPair(word, '&') || len(word) <= 3 && word[len(word)-1] == '#'
}

// isPosition reports whether word is the name of a file, a colon and a line number.
func isPosition(word []byte) bool {
	i := bytes.LastIndexByte(word, ':')
	return i > 0 && isDigits(word[i+1:]) && bytes.IndexByte(word[:i], '.') > 0 && !bytes.ContainsAny(word, "?&%#")
}

// isPair reports whether word is two short words with a mark between them. If the first has a capital, the second may be
// a number.
func isPair(word []byte, mark byte) bool {
	const short = 3
	first, second, ok := bytes.Cut(word, []byte{mark})
	switch {
	case !ok || len(first) == 0 || ascii.Len(first, ascii.Alpha) < len(first):
		return false
	case isCapital(word[0]) && len(first) <= short+1 && len(second) <= short+1:
		return true
	}
	return len(first) <= short && len(second) <= short && ascii.Len(second, ascii.Alpha) == len(second)
}

// isStrongPart reports whether word, which looks like a part of a URL, does so more than words with a dot or a
// hyphen inside do. Two words with a slash between them, as in "TCP/IP", do not if other words follow and the
// first has a capital.
func isStrongPart(word []byte, isAlone bool) bool {
	if slashes := bytes.Count(word, []byte{'/'}); slashes > 1 || slashes > 0 && (isAlone || !isCapital(word[0])) {
		return true
	}
	return bytes.ContainsAny(word, "?&=%#~") || isIdentifier(word) || isPage(word)
}

// minID is the number of letters and digits from which on they are no word of prose.
const minID = 9

// endsAsID reports whether word is a number, and the URL ends as one that continues so.
func (b *Break) endsAsID(word []byte) bool {
	return isDigits(word) && strings.IndexByte("/=-_", b.Last) >= 0
}

// endsAsWord reports whether word is the end of one that is broken after the last letter of a URL that is
// alone in its row.
func (b *Break) endsAsWord(word []byte) bool {
	isWhole := hasFileExtension(b.Data[b.At-b.Width : b.At])
	return b.Layout.leads && 'a' <= word[0] && ascii.Len(word, ascii.Alpha) == len(word) && alphanumeric(b.Last) && !isWhole
}

// isIdentifier reports whether word has letters and digits, as identifiers have.
func isIdentifier(word []byte) bool {
	letters, digits := 0, 0
	for _, c := range word {
		switch {
		case c == ':':
			return false
		case ascii.Is(c, ascii.Alpha):
			letters++
		case ascii.Is(c, ascii.Digit):
			digits++
		}
	}
	return letters > 1 && digits > 0 && len(word) > 4 || letters > 0 && digits > 1 && len(word) >= minID
}

// isPage reports whether word ends as the name of a page does.
func isPage(word []byte) bool {
	for _, extension := range [...]string{".html", ".htm", ".php"} {
		if bytes.HasSuffix(word, []byte(extension)) {
			return true
		}
	}
	return false
}

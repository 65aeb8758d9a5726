package find

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/ends"
	"github.com/urlgrep/urlgrep/internal/escape"
	"github.com/urlgrep/urlgrep/internal/join"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/internal/span"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// This file is about strings of JSON. The text that a string represents is a text of its own: it is decoded
// as far as a decision needs, and another Finder decides by the same rules, on the decoded text. So no rule
// knows the notation. The places of what it has found are mapped back to the window.
//
// Decoding takes longer than reading a URL as it is written. So text is decoded only where an escape sequence
// may matter: next to the URL, in its brackets, or between these and the URL (dependsOnString,
// mayBeginInString and mayEndInString). Elsewhere the rules find the same in the text as it is written.
//
// That a byte is in such a string is decided by at most stringBehind bytes before it and by the beginning of
// its line, so that the answer does not depend on windows and ranges.

// A jsonString is the part of a line that is decoded: within a string, or between two.
//
//	Data[from:at] of the outer window represents window.Data
type jsonString struct {
	finder   *Finder // searches the decoded text; nil until it is needed
	window   Window
	refanged func(from, to int) bool

	from, at int
	memory   []byte     // of window.Data
	units    []jsonUnit // the escape sequences in Data[from:at], and some before
	slid     int        // bytes that the outer window has lost
	dropped  int        // bytes of the decoded text that were dropped before window.Data

	before barrier // what is before the text
	edge   barrier // what is after it: at is its index
	open   int     // index of before
	fresh  bool    // the finder has not searched the text yet
}

// A barrier is what delimits the text that is decoded.
type barrier uint8

const (
	noBarrier barrier = iota // the text goes on
	quote                    // a double quote that is not escaped
	foreign                  // a line break, or a backslash that begins no escape sequence: no JSON
)

// A jsonUnit is an escape sequence: size bytes of the outer text that represent n bytes of the decoded one.
// The offsets are those in the outer window and in window.Data before they lost bytes.
type jsonUnit struct {
	raw, text int
	size, n   uint8
	char      rune
}

// reset forgets the text.
func (s *jsonString) reset() { s.at, s.from, s.edge = -2*stringBehind, 0, foreign }

// slide adjusts s when the outer window loses its first drop bytes.
func (s *jsonString) slide(drop int) {
	s.from -= drop
	s.at -= drop
	s.open -= drop
	s.slid += drop
}

// stringBehind is how many bytes before a URL are decoded, at most, and show whether it is in a string.
const stringBehind = LookBehind / 4

// maxDepth bounds how many strings of JSON are within one another.
const maxDepth = 4

// dependsOnString reports whether what the rules say about Data[i] may depend on whether it is in a string:
// about a name, and if an escape sequence is next to the scheme, or between a bracket and the scheme.
func (f *Finder) dependsOnString(i int) bool {
	if f.Data[i] != ':' {
		return f.kinds&Names != 0
	}
	if f.rules.Rejoin.Has(join.Terminal) {
		if _, ok := f.wordBefore(i); ok {
			return true
		}
	}
	for n := range len("://") {
		if isEscape(f.Data, i+1+n) {
			return true
		}
	}
	if bytes.IndexByte(f.Data[max(0, i-MaxAngle-maxAfter-1):i], '\\') < 0 {
		return false // nearly all
	}
	start := i
	for start > f.floor && i-start < MaxAngle && ascii.Is(f.Data[start-1], ascii.Scheme) {
		start--
	}
	if start == f.floor {
		return false
	}
	switch f.Data[start-1] {
	case '\\':
		if start == i || f.Data[start] == 'u' || f.Data[start] == 'f' || ascii.EqualFold(f.Data[start+1:i], "url") || f.rules.Schemes.Known(f.Data[start:i]) {
			return true
		}
	case '*', '_', '~', '+', '`':
		before := bytes.TrimRight(f.Data[max(0, start-MaxAngle):start], "*_~+`")
		if hasEscape(before[max(0, len(before)-len(`\u0000`)):]) {
			return true
		}
	case '(':
		return bytes.HasSuffix(f.Data[:start-1], []byte(`\f`)) // rather a form feed than a font of groff
	case ';':
		if bytes.Contains(f.Data[max(f.floor, start-maxAfter):start], []byte(`\u0026`)) {
			return true // it may be that of a character reference
		}
	case ' ', '\t', '[', '>', '|', '#', '%', '!', ':', '/':
	default:
		return false
	}
	near := f.Data[max(f.floor, start-maxAfter) : start+1]
	if bytes.IndexByte(near, '\\') < 0 {
		return false
	}
	open := bytes.LastIndexByte(near, '<')
	return open >= 0 && hasEscape(near[open:]) || bytes.Contains(near, []byte(`\u003`)) || bytes.Contains(near, []byte(`\u001b`))
}

// isEscape reports whether a backslash and another byte than a slash are at data[i].
func isEscape(data []byte, i int) bool { return i+1 < len(data) && data[i] == '\\' && data[i+1] != '/' }

// hasEscape reports whether text has a backslash that is not before a slash.
func hasEscape(text []byte) bool {
	for i := 0; ; i++ {
		n := bytes.IndexByte(text[i:], '\\')
		if n < 0 {
			return false
		}
		if i += n; isEscape(text, i) {
			return true
		}
	}
}

// mayBeginInString decides whether a URL may begin with the colon Data[i] in a string although none begins in
// the text as it is written, which ends at index end: after "URL:", before escaped slashes, or if an escape
// sequence follows in its word. A URL with escaped slashes after "^" is a regular expression.
func (f *Finder) mayBeginInString(i, end int) verdict.Verdict {
	if f.Data[i] != ':' {
		return verdict.No
	}
	isLabel := i > f.floor && f.Data[i-1]|0x20 == 'l' && ascii.EqualFold(f.Data[max(f.floor, i-len("url")):i], "url")
	if isLabel || f.angleBefore(i) >= 0 {
		return verdict.Yes
	}
	if f.joinsBlanks && f.mayBeSpaced(i) {
		return f.hasEscapeIn(i)
	}
	if end > i && bytes.IndexByte(f.Data[i:end], '\\') >= 0 {
		return verdict.Yes // it may be read only as it is written
	}
	if i+2 >= len(f.Data) || f.Data[i+1] != '\\' || f.Data[i+2] != '/' {
		return f.hasEscapeAfter(max(i+1, end))
	}
	start := i
	for start > f.floor && i-start < MaxAngle && ascii.Is(f.Data[start-1], ascii.Alpha) {
		start--
	}
	if start > 0 && start < i && f.Data[start-1] == '\\' {
		start++
	}
	return verdict.Of(scheme.Has(f.Data[start:i], scheme.Special) && (start == 0 || f.Data[start-1] != '^'))
}

// mayEndInString decides whether the end of the URL that was found may depend on whether it is in a string:
// if it has an escape sequence in brackets, or one follows it in its word, or markup ends it.
func (f *Finder) mayEndInString() verdict.Verdict {
	c := &f.Found
	switch c.Kind {
	case Wrapped, Angle:
		return verdict.Of(hasEscape(f.Data[c.From:c.To]) || bytes.IndexByte(f.Data[c.From:c.To], '"') >= 0)
	case Bare, Prefixed:
		last := c.URL[len(c.URL)-1]
		if last != '/' && !ascii.Is(last, ascii.AlphaDigit) || bytes.HasSuffix(c.URL, []byte("'s")) || f.angleBefore(c.From) >= 0 ||
			len(c.URL) < c.End-c.Start && !f.reader.strict && f.mayDiffer() {
			return verdict.Yes
		}
		if f.joinsBlanks && (c.Rejoined || f.mayGoOnAfterBlank(c.End)) {
			return f.hasEscapeIn(c.End)
		}
		v := f.hasEscapeAfter(c.End)
		if end := max(f.reader.at, f.reader.seen); v == verdict.No && end > c.End {
			v = f.hasEscapeAfter(end) // text was trimmed, such as a bracket without its partner
		}
		return v
	}
	return verdict.No
}

// mayDiffer reports whether the URL that was found, which has escape sequences or markup, may be read differently in a
// string: if a reference follows it, a slash or a backslash is escaped, it has no host, or it may have an exact delimiter.
func (f *Finder) mayDiffer() bool {
	c := &f.Found
	text := f.Data[c.Start:c.End]
	isOfLink := c.From > 0 && linkEnd[f.Data[c.From-1]] != 0
	return c.End < len(f.Data) && f.Data[c.End] == ';' || bytes.Contains(text, []byte(`\\`)) || bytes.Contains(text, []byte(`\/`)) ||
		(isOfLink || f.reader.host < 0) && hasEscape(text)
}

// maxAfter is the number of bytes after a URL in which an escape sequence may have ended it.
const maxAfter = 64

// hasEscapeAfter decides whether an escape sequence, or markup, is in the word that continues at Data[i], or
// after the blanks and frames that follow it.
func (t *text) hasEscapeAfter(i int) verdict.Verdict {
	isBlank := false
	for end := i + maxAfter; i < end; i++ {
		switch {
		case i == len(t.Data), t.Data[i] == '\\' && i+1 == len(t.Data):
			return t.atEdge()
		case t.Data[i] == '\\':
			return verdict.Of(t.Data[i+1] != '"')
		case ascii.Is(t.Data[i], ascii.Blank):
			isBlank = true
		case t.Data[i] == '*', t.Data[i] == '_', t.Data[i] == '~':
			return verdict.Yes
		case isBlank && (t.Data[i] == '|' || t.Data[i] >= utf8.RuneSelf):
			if !utf8.FullRune(t.Data[i:]) {
				return t.atEdge()
			}
			r, n := utf8.DecodeRune(t.Data[i:])
			if r != '|' && !join.IsFrame(r) {
				return verdict.No
			}
			i += n - 1
		case isBlank, ends.Delimits(t.Data[i]):
			return verdict.No
		}
	}
	return verdict.No
}

// mayGoOnAfterBlank reports whether a URL without white space that ends before Data[i] may continue in a string over
// white space, after the marks of a sentence. It does not before a quote, or before prose.
func (t *text) mayGoOnAfterBlank(i int) bool {
	for i < len(t.Data) && ordinaryByte.is(t.Data[i], trailingMark) {
		i++
	}
	next := i
	for next < len(t.Data) && ascii.Is(t.Data[next], ascii.Blank) {
		next++
	}
	switch {
	case next == len(t.Data):
		return true
	case next > i:
		return !join.IsProse(t.Data[i-1], t.Data[next:])
	}
	return t.Data[i] >= utf8.RuneSelf || isEscape(t.Data, i) && t.Data[i+1] != '"'
}

// hasEscapeIn decides whether an escape sequence is in the text after a URL that may be looked at for white space in
// it. That text begins at Data[i].
func (t *text) hasEscapeIn(i int) verdict.Verdict {
	text := t.Data[i:min(len(t.Data), i+join.MaxAhead)]
	if len(text) < join.MaxAhead && !t.EOF {
		return verdict.More
	}
	return verdict.Of(hasEscape(text))
}

// inString decides about Data[i] by the text that a string of JSON represents. It is not ok if Data[i] is
// not in one.
func (f *Finder) inString(i int) (d decision, ok bool) {
	s := &f.str
	if f.depth == maxDepth || !s.find(f, i) {
		return none, false
	}
	s.begin(f, i)
	for n := Eager; ; n *= 2 {
		s.decode(f.Data, min(i+n, len(f.Data)), f.EOF)
		isAll := s.edge != noBarrier || i+n >= len(f.Data)
		s.window.EOF = s.edge == quote || s.edge == noBarrier && isAll && f.EOF
		d := s.finder.decideOne(&s.window, s.index(i), max(0, s.index(f.floor)))
		switch {
		case d.verdict != verdict.More:
			return f.fromString(d), true
		case s.edge == foreign:
			return none, false
		case isAll:
			return undecided, true
		}
	}
}

// decideOne decides about t.Data[i], as Step does.
func (f *Finder) decideOne(t *Window, i, floor int) decision {
	f.Window, f.floor = t, floor
	if f.isOrdinary && t.Data[i] == ':' {
		if end := f.ordinary(t.Data, i); end > 0 {
			return decision{verdict: verdict.Yes, next: end, floor: end}
		}
	}
	return f.decide(i)
}

// fromString returns the decision d of the inner Finder in terms of the outer window.
func (f *Finder) fromString(d decision) decision {
	s := &f.str
	if d.next > 0 {
		d.next = s.rawIndex(d.next)
	}
	if d.floor > 0 {
		d.floor = s.rawIndex(d.floor)
	}
	if d.verdict == verdict.Yes {
		f.Found = s.finder.Found
		c := &f.Found
		c.From, c.To, c.Start, c.End = s.rawIndex(c.From), s.rawIndex(c.To), s.rawIndex(c.Start), s.rawIndex(c.End)
	}
	return d
}

// find moves s to the text that Data[i] is in, decoded up to and with it. It reports whether this is in a
// string, by the text before.
func (s *jsonString) find(f *Finder, i int) bool {
	first := firstFor(f.Data, i)
	if s.at < max(0, first) || i < s.from {
		if !f.isJSON(i) {
			return false
		}
		s.start(max(0, first), noBarrier)
	}
	for s.at <= i {
		switch s.decode(f.Data, i+1, f.EOF); s.edge {
		case noBarrier:
			if s.at <= i {
				return false // an escape sequence is cut off
			}
		case quote:
			s.start(s.at+1, quote)
		case foreign:
			if f.Data[s.at] != '\\' && !f.isJSON(i) {
				return false
			}
			s.start(s.at+1, foreign)
		}
	}
	switch {
	case s.before == noBarrier || s.open < max(0, first):
		return first >= 0
	case s.before == foreign:
		return false
	}
	return s.open-maxContext < first || opensString(f.Data[max(0, s.open-maxContext):s.open])
}

// isJSON reports whether the line of Data[i] begins as JSON.
func (f *Finder) isJSON(i int) bool { return beginsJSON(f.heads.Of(f.Window, i+1)) }

// start begins the text at an index of the outer window, after a barrier.
func (s *jsonString) start(at int, b barrier) {
	s.open, s.before, s.edge = at-1, b, noBarrier
	s.from, s.at = at, at
	s.window.Data, s.units = s.memory[:0], s.units[:0]
	s.dropped, s.fresh = 0, true
}

// firstFor returns the first index of the stringBehind bytes before data[i] that is certainly not within an
// escape sequence. It is negative if data begins after these.
func firstFor(data []byte, i int) int {
	at := i - stringBehind
	if at < 0 {
		return at
	}
	for at < i && data[at] == '\\' {
		at++
	}
	for n := 0; n < len(`\u0000`) && at < i && data[at] != '\\'; n++ {
		at++
	}
	return at
}

// maxContext is the number of bytes before a double quote that show whether it opens a string.
const maxContext = 16

// opensString reports whether a double quote after before opens a string: the name or value of a member,
// or an element.
func opensString(before []byte) bool {
	before = bytes.TrimRight(before, " \t\r\n")
	return len(before) == 0 || bytes.IndexByte([]byte(":,[{"), before[len(before)-1]) >= 0
}

// jsonPlain are the bytes of ASCII that represent themselves. Control characters count, although JSON has
// them as escape sequences only, apart from line breaks.
var jsonPlain = func() *span.Classes {
	var set []byte
	for c := range byte(utf8.RuneSelf) {
		if !ascii.Is(c, ascii.LineBreak) && c != '"' && c != '\\' {
			set = append(set, c)
		}
	}
	return span.NewClasses(string(set), "")
}()

// decode decodes text up to index limit, or to a barrier.
func (s *jsonString) decode(data []byte, limit int, atEOF bool) {
	for s.at < limit && s.edge == noBarrier {
		rest := data[s.at:limit]
		n := jsonPlain.Outer(rest)
		for n < len(rest) && rest[n] >= utf8.RuneSelf {
			n++
			n += jsonPlain.Outer(rest[n:])
		}
		s.grow(n + utf8.UTFMax)
		s.window.Data = append(s.window.Data, rest[:n]...)
		if s.at += n; s.at == limit {
			return
		}
		switch data[s.at] {
		case '"':
			s.edge = quote
		case '\\':
			u, more := escape.JSON(data, s.at, atEOF)
			if more {
				return
			}
			s.add(u)
		default:
			s.edge = foreign
		}
	}
}

// grow makes room for n bytes of decoded text.
func (s *jsonString) grow(n int) {
	if text := s.window.Data; cap(text)-len(text) < n {
		if need := len(text) + n; need > cap(s.memory)/2 {
			s.memory = make([]byte, 0, max(2*need, 4*LookBehind))
		}
		s.window.Data = append(s.memory[:0], text...)
	}
}

// add appends the character of an escape sequence, if there is one.
func (s *jsonString) add(u escape.Sequence) {
	if u.Size == 0 {
		s.edge = foreign
		return
	}
	n := len(s.window.Data)
	s.window.Data = utf8.AppendRune(s.window.Data, u.Char)
	s.units = append(s.units, jsonUnit{s.at + s.slid, n + s.dropped, uint8(u.Size), uint8(len(s.window.Data) - n), u.Char})
	s.at += u.Size
}

// begin drops the text that is too far before Data[i], and prepares the inner Finder.
func (s *jsonString) begin(f *Finder, i int) {
	inner := s.inner(f)
	if s.fresh {
		inner.Reset(f.kinds, f.prose)
		s.window.Head, s.fresh = nil, false
	}
	first := firstFor(f.Data, i)
	if s.before == quote && s.open >= first {
		return
	}
	// The text begins with its first line, if that is near. Otherwise its line is long.
	at, isLine := s.line(first, i)
	n := s.index(at)
	s.drop(n)
	s.from = at
	inner.Slide(n)
	if s.window.Head = nil; !isLine {
		s.window.Head = longHead
		inner.ResetWithin()
	}
}

// longHead is the head of a line that begins too far before the window.
var longHead = bytes.Repeat([]byte{'x'}, MaxHead)

// line returns the index of the outer window of the first line of the decoded text that begins at index at
// or after it, and before index end. Without one, it returns at.
func (s *jsonString) line(at, end int) (start int, ok bool) {
	k := sort.Search(len(s.units), func(k int) bool { return s.units[k].raw >= at+s.slid })
	for ; k < len(s.units); k++ {
		u := &s.units[k]
		start = u.raw - s.slid + int(u.size)
		if start > end {
			break
		}
		if u.char == '\n' || u.char == '\r' && !s.isLF(k+1, start) {
			return start, true
		}
	}
	return at, false
}

// isLF reports whether unit k is a line feed at an index of the outer window.
func (s *jsonString) isLF(k, at int) bool {
	return k < len(s.units) && s.units[k].raw-s.slid == at && s.units[k].char == '\n'
}

// drop drops n bytes of the decoded text, which end with a unit or between two. It keeps the last unit in
// them, which may be a line break.
func (s *jsonString) drop(n int) {
	s.window.Data = s.window.Data[n:]
	s.dropped += n
	k := sort.Search(len(s.units), func(k int) bool { return s.units[k].text >= s.dropped }) - 1
	if k > 0 && 2*k >= len(s.units) {
		s.units = s.units[:copy(s.units, s.units[k:])]
	}
}

// index returns the index in the decoded text of the character that is at or after Data[raw] of the outer
// window.
func (s *jsonString) index(raw int) int {
	raw += s.slid
	low, high := 0, len(s.units) // the last unit that does not begin after raw is before high
	for low < high {
		if k := (low + high) / 2; s.units[k].raw <= raw {
			low = k + 1
		} else {
			high = k
		}
	}
	if low == 0 {
		return raw - s.slid - s.from
	}
	u := &s.units[low-1]
	i := u.text - s.dropped
	if over := raw - u.raw; over > 0 {
		i += int(u.n) + max(0, over-int(u.size))
	}
	return i
}

// rawIndex returns the index in the outer window of the character at window.Data[i], or of the end of the
// text.
func (s *jsonString) rawIndex(i int) int {
	at := i + s.dropped
	low, high := 0, len(s.units) // as in index
	for low < high {
		if k := (low + high) / 2; s.units[k].text <= at {
			low = k + 1
		} else {
			high = k
		}
	}
	if low == 0 {
		return s.from + i
	}
	u := &s.units[low-1]
	raw := u.raw - s.slid
	if over := at - u.text; over > 0 {
		raw += int(u.size) + max(0, over-int(u.n))
	}
	return raw
}

// inner returns the Finder of the decoded text.
func (s *jsonString) inner(f *Finder) *Finder {
	if s.finder == nil {
		s.finder = new(Finder)
		r := f.rules
		if r.Folded != nil {
			r.Folded = func(from, to int) bool { return f.rules.Folded(s.rawIndex(from), s.rawIndex(to)) }
		}
		s.refanged = func(from, to int) bool { return f.isRefanged(s.rawIndex(from), s.rawIndex(to)) }
		s.finder.depth = f.depth + 1
		s.finder.Init(&r)
	}
	if s.finder.rules.Rejoin != f.rules.Rejoin {
		s.finder.SetRejoin(f.rules.Rejoin)
	}
	if s.window.Refanged = nil; f.Refanged != nil {
		s.window.Refanged = s.refanged
	}
	return s.finder
}

// beginsJSON reports whether line, up to a place in it, begins as JSON: with an object or an array, or with
// a member that has a line of its own. An object may be the message of a log or of a stream of events, or JSONP.
func beginsJSON(line []byte) bool {
	i := 0
	for i < len(line) && (line[i] == ' ' || line[i] == '\t') {
		i++
	}
	if i == len(line) {
		return false
	}
	switch line[i] {
	case '"':
		return hasMember(line[i:])
	case ',', '{', '[', 0xEF:
		if opensJSON(line[i:]) {
			return true
		}
	}
	return isCall(line) || isMessage(line)
}

// maxFunction bounds the name of the function in JSONP, in bytes.
const maxFunction = 64

// isCall reports whether line begins with the call of a function with an object, as in JSONP: f({"a":1}).
func isCall(line []byte) bool {
	n := 0
	for n < min(len(line), maxFunction) && (ascii.Is(line[n], ascii.AlphaDigit) || bytes.IndexByte([]byte("_$."), line[n]) >= 0) {
		n++
	}
	object, ok := bytes.CutPrefix(line[n:], []byte("({"))
	return ok && n > 0 && hasMember(bytes.TrimLeft(object, " \t"))
}

// maxStamp bounds the text before an object of JSON in its line, in bytes.
const maxStamp = 128

// isMessage reports whether an object follows other text and a blank, as in "data: {" and "2026-11-27 INFO {".
func isMessage(line []byte) bool {
	field := line[:min(len(line), maxStamp)]
	if n := bytes.IndexByte(field, '"'); n >= 0 {
		field = field[:n]
	}
	for {
		i := bytes.Index(field, []byte(" {"))
		if i < 0 {
			return false
		}
		i += len(" {")
		field, line = field[i:], line[i:]
		if hasMember(bytes.TrimLeft(line, " \t")) {
			return true
		}
	}
}

// opensJSON is beginsJSON for an object or an array, which may follow a comma or a byte order mark.
func opensJSON(line []byte) bool {
	line = bytes.TrimPrefix(line, []byte("\uFEFF"))
	line = bytes.TrimLeft(bytes.TrimPrefix(line, []byte(",")), " \t")
	rest := bytes.TrimLeft(line, "[ \t")
	if object, ok := bytes.CutPrefix(rest, []byte("{")); ok {
		return hasMember(bytes.TrimLeft(object, " \t"))
	}
	if len(rest) == len(line) || len(rest) == 0 {
		return false
	}
	number := ascii.Len(rest, ascii.Digit)
	return rest[0] == '"' || number > 0 && number < len(rest) && rest[number] == ','
}

// hasMember reports whether text begins with the name of a member, a colon and the beginning of a value.
func hasMember(text []byte) bool {
	name, ok := bytes.CutPrefix(text, []byte{'"'})
	end := bytes.IndexByte(name, '"')
	if !ok || end < 0 {
		return false
	}
	value, ok := bytes.CutPrefix(bytes.TrimLeft(name[end+1:], " \t"), []byte{':'})
	value = bytes.TrimLeft(value, " \t")
	return ok && len(value) > 0 && (ascii.Is(value[0], ascii.AlphaDigit) || bytes.IndexByte([]byte(`"{[-`), value[0]) >= 0)
}

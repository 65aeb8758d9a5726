package find

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/begin"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/ends"
	"github.com/urlgrep/urlgrep/internal/escape"
	"github.com/urlgrep/urlgrep/internal/join"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/internal/trigger"
	"github.com/urlgrep/urlgrep/internal/verdict"
	"github.com/urlgrep/urlgrep/parse"
)

// colon decides about the colon at Data[i]: whether a URL or a wrapper begins with the
// word before it.
func (f *Finder) colon(i int) decision {
	if !f.joinsBlanks {
		return f.writtenColon(i)
	}
	d := f.writtenColon(i)
	if d == none && i > f.floor && f.mayBeSpaced(i) {
		return f.spacedColon(i)
	}
	return d
}

// writtenColon is colon for a URL without white space between its scheme and its host.
func (f *Finder) writtenColon(i int) decision {
	if i == f.floor {
		return none
	}
	prev := f.Data[i-1]
	if f.rules.Rejoin.Has(join.Terminal) {
		if d := f.tornColon(i); d.settles(i) {
			return d
		}
	}
	if prev != '\b' && prev != '\\' && !ascii.Is(prev, ascii.Scheme) {
		return none
	}
	if i+1 == len(f.Data) && !f.EOF {
		return undecided
	}
	if prev == '\\' {
		n, end, more := escape.OfScheme(f.Data, i, f.EOF)
		if more {
			return undecided
		} else if n == escape.Markup || end <= f.floor || f.overstrikes(end) {
			return none
		}
		start, ok := f.rules.Schemes.Before(f.Data[f.floor:], end-f.floor)
		if !ok {
			return none
		}
		return f.escapedColon(f.floor+start, end, n)
	}
	if prev == '\b' || i+1 < len(f.Data) && f.Data[i+1] == '\b' {
		return f.overstruckColon(i)
	}
	if prev|0x20 == 'l' && i-3 >= f.floor && f.Data[i-3]|0x20 == 'u' && f.Data[i-2]|0x20 == 'r' {
		if d := f.label(i - 3); d.settles(i) {
			return d
		}
	}
	if i+1 < len(f.Data) && ascii.Is(f.Data[i+1], ascii.Space) && !f.inAngle(i) {
		return none // nearly every colon in mail: "Subject: …"
	}
	start, ok := f.rules.Schemes.Before(f.Data[f.floor:], i-f.floor)
	if f.overstrikes(i) {
		return f.overstruckColon(i)
	}
	if f.isColouredAt(i) || bytes.IndexByte(f.Data[max(f.floor, i-begin.MaxScheme):i], esc) >= 0 && !(ok && f.rules.Schemes.Known(f.Data[f.floor+start:i])) {
		if d := f.colouredColon(i); d.settles(i) {
			return d
		}
	}
	if !ok {
		return none
	}
	start += f.floor
	if open := f.angleBefore(start); open >= 0 {
		if d := f.wrapper(open, Angle, start); d.settles(i) {
			return d
		}
	}
	if n, end, more := escape.OfScheme(f.Data, i, f.EOF); more {
		return undecided
	} else if n != escape.Markup {
		return f.escapedColon(start, end, n)
	}
	o := beginning{from: start, start: start, colon: i, joins: true}
	if v := f.rules.Schemes.Begins(f.Data, start, i, f.EOF); v == verdict.No && f.endsRow(i) {
		if d := f.undelimited(Bare, o); d.verdict != verdict.No {
			return d
		}
		return none
	} else if v != verdict.Yes {
		return decided(v)
	}
	return f.undelimited(Bare, o)
}

// endsRow reports whether a scheme that ends at the colon, and the slashes after it, may end a row of a
// terminal, which has broken a URL there.
func (f *Finder) endsRow(colon int) bool {
	rest := f.Data[colon+1:]
	slashes := 0
	for slashes < min(len(rest), 2) && rest[slashes] == '/' {
		slashes++
	}
	if !f.rules.Rejoin.Has(join.Terminal) || slashes == 0 || slashes == len(rest) || !ascii.Is(rest[slashes], ascii.Space) {
		return false
	}
	n := begin.CommonEnd(f.Data[:colon])
	return n > 0 && f.rules.Schemes.Known(f.Data[colon-n:colon])
}

// label decides about "URL:" at Data[at]: after "<" it opens a wrapper, elsewhere it is
// the prefix of a URL.
func (f *Finder) label(at int) decision {
	start := at + len("URL:")
	at = f.overstrikeStart(at)
	if at > f.floor && f.Data[at-1] == '<' {
		return f.wrapper(at-1, Wrapped, -1)
	}
	if at > f.floor && (f.Data[at-1] == '_' || f.Data[at-1] == '-' || ascii.Is(f.Data[at-1], ascii.AlphaDigit)) {
		return none // as in "X-URL:"
	}
	for start < len(f.Data) && (f.Data[start] == ' ' || f.Data[start] == '\t') {
		if start++; start-at > MaxHead {
			return none
		}
	}
	end := start
	for end < len(f.Data) && end-start < LookBehind/2 && ascii.Is(f.Data[end], ascii.Scheme) {
		end++
	}
	if end == len(f.Data) && !f.EOF {
		return undecided
	}
	if end == len(f.Data) || f.Data[end] != ':' {
		return none
	}
	if first, ok := f.rules.Schemes.Before(f.Data[start:], end-start); !ok || first != 0 {
		return none
	}
	if v := f.rules.Schemes.Begins(f.Data, start, end, f.EOF); v != verdict.Yes {
		return decided(v)
	}
	return f.undelimited(Prefixed, beginning{from: at, start: start, colon: end, joins: true})
}

// inAngle reports whether a "<" that may open a wrapper is in the last trigger.Reach
// bytes before Data[colon].
func (t *text) inAngle(colon int) bool {
	first := max(t.floor, colon-trigger.Reach)
	near := t.Data[first:colon]
	// Mostly the word before the colon begins its line, and the line before it ends in
	// text: "Subject:" in a header.
	for len(near) > 0 && ascii.Is(near[len(near)-1], ascii.Scheme) {
		near = near[:len(near)-1]
	}
	if n := len(near); n >= 2 && near[n-1] == '\n' && near[n-2] != '<' && ascii.Is(near[n-2], ascii.AlphaDigit|ascii.Punct) {
		return false
	}
	return t.angleIn(first, colon) >= 0
}

// overstrikes reports whether the word that ends at Data[end] and consists of the
// characters of a scheme overstrikes a character before it.
func (t *text) overstrikes(end int) bool {
	start := end
	for start > t.floor && end-start <= MaxHead/2 && ascii.Is(t.Data[start-1], ascii.Scheme) {
		start--
	}
	return t.overstrikeStart(start) < start
}

// angleBefore returns the index of the last "<" in the MaxAngle bytes before Data[start],
// or -1. White space, one line break and the prefix of the next line may be between.
// Package wrapper checks that nothing more is.
func (t *text) angleBefore(start int) int {
	return t.angleIn(max(t.floor, start-MaxAngle), start)
}

// angleIn returns the index of the last "<" in Data[from:to]. It returns -1 if there is
// none, or if punctuation follows it that is part neither of a scheme nor of markup in
// one, as in "<a@b.com>" and "</a>", or a word and a blank, as in "<a href=".
func (t *text) angleIn(from, to int) int {
	near := t.Data[from:to]
	open := -1
	for { // forward, as IndexByte reads a vector at a time and mostly finds none
		i := bytes.IndexByte(near[open+1:], '<')
		if i < 0 {
			break
		}
		open += 1 + i
	}
	if open < 0 {
		return -1
	}
	for i, c := range near[open+1:] {
		if ascii.Is(c, ascii.Scheme) {
			continue
		}
		if ascii.Is(c, ascii.Punct) && c != ':' && c != '_' && c != '\\' || i > 0 && ascii.Is(c, ascii.Blank) {
			return -1
		}
		break
	}
	return from + open
}

// wrapper decides about the "<" at Data[open]. The scheme must begin at Data[start],
// unless start is -1.
func (f *Finder) wrapper(open int, kind Kind, start int) decision {
	c := &f.wrapped
	state := f.reader.wrapper(c, &f.text, open)
	switch {
	case state == NoWrapper, start >= 0 && c.SchemeAt != start:
		return none
	case state == Cut:
		return undecided
	case c.isProse():
		return none
	case state == Unclosed:
		return f.unclosed(c.SchemeAt, c.Beyond)
	}
	empty := c.isEmpty()
	isValid := !empty && !f.rules.Invalid && parse.Valid(c.URL, parse.Lenient)
	if !empty && !f.rules.Invalid && !isValid && !c.isByRFC1738() {
		return f.unclosed(c.SchemeAt, false) // for example, it contains a control character
	}
	if empty || !f.kinds.Has(kind) || !f.rules.Schemes.Wanted(c.URL[:c.Scheme]) {
		return skipTo(c.End)
	}
	return f.found(Candidate{
		Kind: kind, From: c.Start, To: c.End, Start: c.SchemeAt, End: c.URLEnd,
		URL: c.URL, Hyphens: c.Hyphens, Rejoined: c.Lines > 1, Valid: isValid,
	}, c.End)
}

// isByRFC1738 reports whether the URL is valid by the production that RFC 1738 has for its scheme. Of
// other schemes, the RFC accepts too much to tell a URL from text.
func (w *Wrapper) isByRFC1738() bool {
	s := scheme.Lookup(w.URL[:w.Scheme])
	return s != nil && s.Section != "" && parse.Valid(w.URL, parse.RFC1738)
}

// isProse reports whether brackets without a label, as far as they were read, contain a double
// quote or a template, so that they do not delimit a URL.
func (w *Wrapper) isProse() bool {
	if w.Labelled || w.Scheme == 0 {
		return false
	}
	rest, slashes := bytes.CutPrefix(w.URL[w.Scheme+1:], []byte("//"))
	return bytes.IndexByte(rest, '"') >= 0 || slashes && isTemplate(rest)
}

// isEmpty reports whether the URL is only a scheme.
func (w *Wrapper) isEmpty() bool {
	rest := w.URL[w.Scheme+1:]
	return len(rest) == 0 || string(rest) == "//" || !w.Labelled && !hasContent(rest)
}

// unclosed decides about the URL of a wrapper that was not closed, or that holds an
// invalid URL: it is bare and ends in its line. beyond reports whether a limit was exceeded.
func (f *Finder) unclosed(start int, beyond bool) decision {
	colon := start
	for colon < len(f.Data) && colon-start < LookBehind/2 && ascii.Is(f.Data[colon], ascii.Scheme) {
		colon++
	}
	if colon == len(f.Data) || f.Data[colon] != ':' || f.rules.Schemes.Begins(f.Data, start, colon, f.EOF) != verdict.Yes {
		return resumeAt(colon)
	}
	d := f.undelimited(Bare, beginning{from: start, start: start, colon: colon})
	if d.verdict == verdict.Yes {
		f.Found.LeftBroken = beyond && f.rules.Rejoin != join.None
	}
	return d
}

// maxOverstrikes bounds how many times a character may be overstruck.
const maxOverstrikes = 16

// overstrikeStart returns the index of the first of the characters that the one at
// Data[i] overstrikes, or i if it overstrikes none.
func (t *text) overstrikeStart(i int) int {
	for range maxOverstrikes {
		if i-2 < t.floor || t.Data[i-1] != '\b' {
			break
		}
		_, n := utf8.DecodeLastRune(t.Data[t.floor : i-1])
		if chars.OverstrikeLen(t.Data[i-1-n:i], t.fallback) == 0 {
			break
		}
		i -= n + 1
	}
	return i
}

// overstruckColon decides about a colon in overstruck text, as man and nroff write it:
// "_^Hh_^Ht…" for underlined and "h^Hht^Ht…" for bold.
func (f *Finder) overstruckColon(i int) decision {
	if i+1 < len(f.Data) && f.Data[i+1] == '\b' {
		return none // the colon that is kept follows
	}
	start := f.overstrikeStart(i)
	var scheme [MaxHead / 8]byte
	var at [len(scheme)]int // indices where its characters begin
	n := len(scheme)
	for n > 0 && start > f.floor && ascii.Is(f.Data[start-1], ascii.Scheme) {
		n--
		scheme[n] = f.Data[start-1]
		start = f.overstrikeStart(start - 1)
		at[n] = start
	}
	if len(f.Data)-i < Eager && !f.EOF {
		return undecided
	}
	// The character before the word shows whether the word begins there.
	before := f.Data[max(f.floor, start-utf8.UTFMax):start]
	text := slices.Concat(before, scheme[n:], chars.StripOverstrikes(f.Data[i:min(len(f.Data), i+Eager)], f.fallback))
	colon := len(before) + len(scheme) - n
	first, ok := f.rules.Schemes.Before(text, colon)
	if !ok || first < len(before) {
		return none
	}
	start = at[n+first-len(before)]
	if open := f.angleBefore(start); open >= 0 {
		if d := f.wrapper(open, Angle, start); d.settles(i) {
			return d
		}
	}
	if f.rules.Schemes.Begins(text, first, colon, true) != verdict.Yes {
		return none
	}
	overstruck := bytes.IndexByte(f.Data[start:i], '\b') >= 0 // not only the word that the scheme ends
	return f.undelimited(Bare, beginning{from: start, start: start, colon: i, joins: true, struck: overstruck})
}

// undelimited decides about a URL that is not in brackets.
func (f *Finder) undelimited(kind Kind, o beginning) decision {
	b := &f.reader
	o.inField = f.isInField(o.from)
	switch b.run(&f.text, o) {
	case verdict.More:
		return undecided
	case verdict.No:
		return f.skipLong()
	}
	if o.isStrict() {
		if v := b.isWritten(); v != verdict.Yes {
			return decided(v)
		}
	}
	from, colon := o.from, o.colon
	end := max(f.floor, b.output.end())
	if len(b.url) > f.rules.MaxURL {
		return tooLong(end)
	}
	if b.doubled && f.rules.Schemes.Known(b.url[b.host:]) {
		return none // "http://http://a/": the URL begins with the second
	}
	if v := f.isHalfDot(&o); v != verdict.No {
		return decided(v)
	}
	scheme := bytes.IndexByte(b.url, ':')
	template := b.template || b.host >= 0 && b.host < len(b.url) && isTemplate(b.url[b.host:])
	if scheme < 0 || !hasContent(b.url[scheme+1:]) || template || !f.begins(b.url, scheme) || !f.kinds.Has(kind) {
		return skipTo(max(end, colon+1))
	}
	if kind == Bare {
		switch f.isCut(from, b.output.end()) {
		case verdict.More:
			return undecided
		case verdict.Yes:
			return skipTo(end)
		}
	}
	return f.foundBare(kind, from, end)
}

// isHalfDot decides whether half of a defanged dot ends the host of the URL that was read, as in "hxxp://a[.com" and
// "hxxp://a.]com". The letters of its scheme are defanged.
func (f *Finder) isHalfDot(o *beginning) verdict.Verdict {
	b := &f.reader
	if f.Refanged == nil || b.part != ends.Authority || !f.isRefanged(o.start, o.colon) {
		return verdict.No
	}
	dot, next := "[.", b.at+len("[.")
	if f.Data[b.at-1] == '.' {
		dot, next = ".]", b.at+len("]")
	}
	switch {
	case next >= len(f.Data) && !f.EOF:
		return verdict.More
	case next >= len(f.Data) || !ascii.Is(f.Data[next], ascii.AlphaDigit):
		return verdict.No
	}
	return verdict.Of(string(f.Data[next-len(dot):next]) == dot)
}

// foundBare returns the decision that the URL read by reader.run was found. With its prefix
// it begins at Data[from]; the search continues at index end.
func (f *Finder) foundBare(kind Kind, from, end int) decision {
	b := &f.reader
	return f.found(Candidate{
		Kind: kind, From: from, To: b.output.end(), Start: b.output.start(), End: b.output.end(),
		URL: b.url, Hyphens: b.hyphens, Rejoined: len(b.breaks.breaks) > 0 || b.spaces > 0, LeftBroken: b.beyond,
	}, end)
}

// skipLong returns the decision to skip the rest of the URL being read, which is longer
// than the limit.
func (f *Finder) skipLong() decision {
	at := f.reader.at
	return decision{next: at, floor: at, tooLong: true, within: true}
}

// tooLong returns the decision to skip a URL that is longer than the limit and ends
// before index end.
func tooLong(end int) decision { return decision{next: end, floor: end, tooLong: true} }

// hasContent reports whether rest, the text after a URL's colon, is more than delimiters:
// "http://" and "mailto:" are no URLs, "news:*" is one.
func hasContent(rest []byte) bool {
	for _, c := range rest {
		if c >= utf8.RuneSelf || ascii.Is(c, ascii.AlphaDigit) {
			return true
		}
	}
	return len(rest) == 1 && rest[0] == '*'
}

// begins reports whether url, which was read to its end, has the text after the colon
// that its scheme requires. In "news:a(b.c" the URL ends before the bracket, which is not
// closed, and "news:a" lacks the dot of a newsgroup. A URL with "//" always has that
// text.
func (f *Finder) begins(url []byte, colon int) bool {
	return bytes.HasPrefix(url[colon+1:], []byte("//")) ||
		f.rules.Schemes.Begins(url, 0, colon, true) == verdict.Yes
}

// isTemplate reports whether an authority begins with punctuation that begins neither a
// host nor a userinfo, as in "http://$HOST/", "http://*.a.com/" and "http://...".
func isTemplate(authority []byte) bool {
	return len(authority) > 0 && strings.IndexByte("$*,;!&+=-.:", authority[0]) >= 0
}

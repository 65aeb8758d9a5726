package find

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/trigger"
	"github.com/urlgrep/urlgrep/internal/wrapper"
	"github.com/urlgrep/urlgrep/parse"
)

// colon decides about the colon at Data[i]: whether a URL or a wrapper begins
// with the word before it.
func (f *Finder) colon(i int) decision {
	if i == f.floor {
		return none
	}
	prev := f.Data[i-1]
	if prev != '\b' && !ascii.Is(prev, ascii.Scheme) {
		return none
	}
	if i+1 == len(f.Data) && !f.EOF {
		return undecided
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
		return none // as nearly every colon in mail: "Subject: …"
	}
	start, ok := f.rules.Schemes.Before(f.Data[f.floor:], i-f.floor)
	if word := f.wordBefore(i); word > f.floor && f.Data[word-1] == '\b' {
		return f.overstruckColon(i)
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
	if v := f.rules.Schemes.Begins(f.Data, start, i, f.EOF); v != wrapper.Yes {
		return decided(v)
	}
	return f.undelimited(Bare, start, start, i, f.rules.Rejoin >= RejoinHyphen, false)
}

// label decides about "URL:" at Data[at]: it opens a wrapper after "<", and is
// the prefix of a URL elsewhere.
func (f *Finder) label(at int) decision {
	if at > f.floor && f.Data[at-1] == '<' {
		if end := f.ordinaryLabel(at - 1); end > 0 {
			return decision{verdict: wrapper.Yes, next: end, floor: end}
		}
		return f.wrapper(at-1, Wrapped, -1)
	}
	if at > f.floor && (f.Data[at-1] == '_' || f.Data[at-1] == '-' || ascii.Is(f.Data[at-1], ascii.AlphaDigit)) {
		return none // as in "X-URL:"
	}
	start := at + len("URL:")
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
	if v := f.rules.Schemes.Begins(f.Data, start, end, f.EOF); v != wrapper.Yes {
		return decided(v)
	}
	return f.undelimited(Prefixed, at, start, end, false, false)
}

// inAngle reports whether a "<" that may open a wrapper stands near before
// Data[colon]. Mostly the word before the colon begins its line, and the line before
// has text at its end: "Subject:" in a header.
func (t *text) inAngle(colon int) bool {
	first := max(t.floor, colon-trigger.Reach)
	near := t.Data[first:colon]
	for len(near) > 0 && ascii.Is(near[len(near)-1], ascii.Scheme) {
		near = near[:len(near)-1]
	}
	if n := len(near); n >= 2 && near[n-1] == '\n' && near[n-2] != '<' && ascii.Is(near[n-2], ascii.AlphaDigit|ascii.Punct) {
		return false
	}
	return t.angleIn(first, colon) >= 0
}

// wordBefore returns where the word that ends at Data[colon] begins: characters
// that a scheme may have.
func (t *text) wordBefore(colon int) int {
	start := colon
	for start > t.floor && colon-start <= MaxHead/2 && ascii.Is(t.Data[start-1], ascii.Scheme) {
		start--
	}
	return start
}

// angleBefore returns the index of the last "<" near before Data[start], -1 when
// there is none. White space may be between, one line break, and the prefix of
// the line after that: whether nothing else is, package wrapper says.
func (t *text) angleBefore(start int) int {
	return t.angleIn(max(t.floor, start-MaxAngle), start)
}

// angleIn returns the index of the last "<" in Data[from:to], -1 if there is none
// or, as in "<a@b.com>" and "</a>", what follows it is graphic and belongs neither
// to a scheme nor to markup in one.
func (t *text) angleIn(from, to int) int {
	near := t.Data[from:to]
	open := -1
	for { // from the front: there mostly is none, and what looks for it is a vector wide
		i := bytes.IndexByte(near[open+1:], '<')
		if i < 0 {
			break
		}
		open += 1 + i
	}
	if open < 0 {
		return -1
	}
	for _, c := range near[open+1:] {
		if ascii.Is(c, ascii.Scheme) {
			continue
		}
		if ascii.Is(c, ascii.Punct) && c != ':' && c != '_' && c != '\\' {
			return -1
		}
		break
	}
	return from + open
}

// wrapper decides about the "<" at Data[open]. The scheme must begin at
// Data[start], unless start is -1.
func (f *Finder) wrapper(open int, kind Kind, start int) decision {
	c := &f.cand
	state := f.rules.Scan(c, f.Data, open, f.heads.Of(f.Text, open+1), f.EOF)
	switch {
	case state == wrapper.NoWrapper, start >= 0 && c.SchemeAt != start:
		return none
	case state == wrapper.Cut:
		return undecided
	case state == wrapper.Unclosed:
		return f.unclosed(c.SchemeAt)
	}
	if kind == Angle && isProse(c.URL, c.Scheme) {
		return none
	}
	scheme := c.URL[:c.Scheme]
	rest := c.URL[c.Scheme+1:]
	empty := len(rest) == 0 || string(rest) == "//" || !c.Labelled && !hasContent(rest)
	if !empty && !f.rules.Invalid && !isValid(c.URL) {
		return f.unclosed(c.SchemeAt) // a control character is in it, say
	}
	if empty || !f.kinds.Has(kind) || !f.rules.Schemes.Wanted(scheme) {
		return skipTo(c.End)
	}
	return f.found(Candidate{
		Kind: kind, From: c.Start, To: c.End, Start: c.SchemeAt, End: c.URLEnd,
		URL: c.URL, Hyphens: c.Hyphens, Rejoined: c.Lines > 1,
	}, c.End)
}

// isValid reports whether a URL is valid at some level: what is valid at RFC3986 is at
// Lenient.
func isValid(url []byte) bool {
	return parse.Valid(url, parse.Lenient) || parse.Valid(url, parse.RFC1738)
}

// isProse reports whether what is between angle brackets is no URL, so that
// the brackets are none of its: because it has a double quote in it, or is a
// template.
func isProse(url []byte, colon int) bool {
	rest, slashes := bytes.CutPrefix(url[colon+1:], []byte("//"))
	return bytes.IndexByte(rest, '"') >= 0 || slashes && isTemplate(rest)
}

// unclosed takes the URL of a wrapper that was not closed, or that holds what is
// valid at no level, for a bare one, to the end of its line.
func (f *Finder) unclosed(start int) decision {
	colon := start
	for colon < len(f.Data) && colon-start < LookBehind/2 && ascii.Is(f.Data[colon], ascii.Scheme) {
		colon++
	}
	if colon == len(f.Data) || f.Data[colon] != ':' || f.rules.Schemes.Begins(f.Data, start, colon, f.EOF) != wrapper.Yes {
		return resumeAt(colon)
	}
	d := f.undelimited(Bare, start, start, colon, false, false)
	if d.verdict == wrapper.Yes {
		f.Found.LeftBroken = f.cand.Beyond && f.rules.Rejoin != RejoinNone
	}
	return d
}

// overstruck decides about a colon in overstruck text, as man and nroff write it:
// "_^Hh_^Ht…" for underlined, "h^Hht^Ht…" for bold.
func (f *Finder) overstruckColon(i int) decision {
	if i+1 < len(f.Data) && f.Data[i+1] == '\b' {
		return none // the colon that stays comes after it
	}
	start := f.overstrikeStart(i)
	var scheme [MaxHead / 8]byte
	var at [len(scheme)]int // where its characters begin
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
	// What is before the word says whether that is a whole one.
	before := f.Data[max(f.floor, start-utf8.UTFMax):start]
	text := slices.Concat(before, scheme[n:], stripOverstrikes(f.Data[i:min(len(f.Data), i+Eager)], f.fallback))
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
	if f.rules.Schemes.Begins(text, first, colon, true) != wrapper.Yes {
		return none
	}
	return f.undelimited(Bare, start, start, i, true, true)
}

// undelimited decides about a URL without brackets around it. Its delimiters,
// if any, begin at Data[from], its scheme at Data[start]. For join and struck see bare.run.
func (f *Finder) undelimited(kind Kind, from, start, colon int, join, overstruck bool) decision {
	b := &f.bare
	switch b.run(&f.text, from, start, colon, join, overstruck) {
	case wrapper.More:
		return undecided
	case wrapper.No:
		return f.skipLong()
	}
	end := max(f.floor, b.end())
	if len(b.out) > f.rules.MaxURL {
		return tooLong(end)
	}
	if b.doubled && f.rules.Schemes.Known(b.out[b.host:]) {
		return none // "http://http://a/": the URL begins with the second
	}
	scheme := bytes.IndexByte(b.out, ':')
	template := b.host >= 0 && b.host < len(b.out) && isTemplate(b.out[b.host:])
	if scheme < 0 || !hasContent(b.out[scheme+1:]) || template || !f.begins(b.out, scheme) || !f.kinds.Has(kind) {
		return skipTo(max(end, colon+1))
	}
	return f.foundBare(kind, from, end)
}

// foundBare is found for the URL that bare.run has read, with its delimiters from
// Data[from] on. What ends before index end is dealt with.
func (f *Finder) foundBare(kind Kind, from, end int) decision {
	b := &f.bare
	return f.found(Candidate{
		Kind: kind, From: from, To: b.end(), Start: b.start(), End: b.end(),
		URL: b.out, Hyphens: b.hyphens, Rejoined: len(b.breaks) > 0, LeftBroken: b.tooMany,
	}, end)
}

// skipLong goes past as much of a URL as has been read, which is longer than the
// limit, and then on to its end.
func (f *Finder) skipLong() decision {
	return decision{next: f.bare.at, floor: f.bare.at, tooLong: true, within: true}
}

// tooLong passes over a URL that is longer than the limit and ends before index end.
func tooLong(end int) decision { return decision{next: end, floor: end, tooLong: true} }

// hasContent reports whether there is more after a URL's colon than what
// divides its parts: "http://" and "mailto:" alone are no URLs, "news:*" is.
func hasContent(rest []byte) bool {
	for _, c := range rest {
		if c >= utf8.RuneSelf || ascii.Is(c, ascii.AlphaDigit) {
			return true
		}
	}
	return len(rest) == 1 && rest[0] == '*'
}

// begins reports whether a URL without "//" still has what its scheme needs, now
// that it is known where it ends: "news:a(b.c)" has not.
func (f *Finder) begins(url []byte, colon int) bool {
	return bytes.HasPrefix(url[colon+1:], []byte("//")) ||
		f.rules.Schemes.Begins(url, 0, colon, true) == wrapper.Yes
}

// isTemplate reports whether an authority begins with punctuation that no host
// does, and no user: as in "http://$HOST/", "http://*.a.com/" and "http://...".
func isTemplate(authority []byte) bool {
	return len(authority) > 0 && strings.IndexByte("$*,;!&+=-.:", authority[0]) >= 0
}

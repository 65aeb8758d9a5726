package extract

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// This file is the part of the reference for escape sequences: "An escape sequence in a
// URL is read as the character that it represents." A URL with such sequences is found in
// a text in which they have been decoded, from its beginning on.

var (
	refNumber         = regexp.MustCompile(`^\\{1,15}(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2}))`)
	refNumberEnd      = regexp.MustCompile(`\\(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})$`)
	refNumberTail     = regexp.MustCompile(`^(u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})`)
	refLiteralEscape  = regexp.MustCompile(`^\\{1,15}(?:([nrt\t-\r "'/])|$)`)
	refPropertyEscape = regexp.MustCompile(`^\\{1,15}(?:([nrt\t-\r "':=#!,;])|$)`)
	refEscapedMark    = regexp.MustCompile(`^\\(?:[_*.&#=):-]|~\{\}|~|%[0-9a-fA-F]{2}|\([\w.,%=\x{80}-\x{10ffff}-]{1,63}\\\)|\?[\w.,%\x{80}-\x{10ffff}-]{1,63}\\?=[\w.,%\x{80}-\x{10ffff}-])`)
	refDelimited      = regexp.MustCompile(`(?:"|&quot;|&#34;|\\u0022|\\x22)$`)
	refOpening        = regexp.MustCompile(`(?:^|[\s\v:,=\[{(+>])$`)
	refSpecial        = regexp.MustCompile(`^(?i:https?|wss?|ftp|file)$`)
	refSlashed        = regexp.MustCompile(`(?:^|[^\\])/`)
)

func refHex(s string) rune {
	n, _ := strconv.ParseUint(s[1:], 16, 32)
	return rune(n)
}

// refNumberLen returns the length of the numeric sequence whose letter and digits word
// begins with, or 0. Reading: "\x" of a letter or digit rather begins a word.
func refNumberLen(word string) int {
	m := refNumberTail.FindString(word)
	if m == "" || len(m) == len(word) || m[0] == 'x' && (refHex(m) > 0x7f || isAlnum(refHex(m))) {
		return 0
	}
	return len(m)
}

// pastEscape returns the index after the escape sequence at i.
func (t *refText) pastEscape(i int) int {
	s := t.upTo(i)
	if _, size := refNumeric(s); size > 0 {
		return i + size
	}
	return i + len([]rune(refLiteralEscape.FindString(s)))
}

// decodedAt returns the character at i, also if it is written as an escape sequence.
func (t *refText) decodedAt(i int) rune {
	if t.rune(i) == '\\' {
		if r, size := refNumeric(t.upTo(i)); size > 0 {
			return r
		} else if m := refLiteralEscape.FindStringSubmatch(t.upTo(i)); m != nil && m[1] != "" {
			return rune(m[1][0])
		}
	}
	return t.rune(i)
}

// isStruck reports whether the character at k overstrikes others. Reading: escape
// sequences and overstrikes do not occur together.
func (t *refText) isStruck(k int) bool {
	if t.text == nil || t.raw != nil {
		return false
	}
	_, n := refRune(t.text[t.from[k]:])
	return t.from[k]+n < t.to[k] || k > 0 && t.to[k-1] < t.from[k]
}

// anyStruck reports whether one of the characters from i to end is.
func (t *refText) anyStruck(i, end int) bool {
	for ; i < end; i++ {
		if t.isStruck(i) {
			return true
		}
	}
	return false
}

var refTwoBackslashes = regexp.MustCompile(`^\\\\(?:[^\\]|$)`)

var refColourRest = regexp.MustCompile(`^\[[0-9;:]{0,61}[mK]`)

// refNumeric returns the character of the numeric sequence that s begins with, and its
// size, or 0. Reading: so is the ESC of a colour sequence.
func refNumeric(s string) (rune, int) {
	for _, esc := range []string{`\033`, `\e`} {
		if strings.HasPrefix(s, esc+"[") {
			return 0x1b, len(esc)
		}
	}
	m := refNumber.FindStringSubmatch(s)
	if m == nil {
		return 0, 0
	}
	n, _ := strconv.ParseUint(m[1]+m[2], 16, 32)
	r, size := rune(n), len(m[0])
	switch {
	case m[2] != "" && r < 0x80:
	case m[2] != "":
		// Reading: they are octets in UTF-8 if they can be.
		octets, n := "", 0
		for m := m; m != nil && m[2] != "" && !utf8.FullRuneInString(octets); m = refNumber.FindStringSubmatch(s[n:]) {
			c, _ := strconv.ParseUint(m[2], 16, 32)
			octets += string([]byte{byte(c)})
			n += len(m[0])
		}
		if c, all := utf8.DecodeRuneInString(octets); c != utf8.RuneError && all == len(octets) {
			r, size = c, n
		}
	case utf16.IsSurrogate(r):
		low := refNumber.FindStringSubmatch(s[size:])
		n := uint64(0)
		if low != nil {
			n, _ = strconv.ParseUint(low[1], 16, 32)
		}
		if r = utf16.DecodeRune(r, rune(n)); r != utf8.RuneError {
			size += len(low[0])
		}
	}
	return r, size
}

// upTo returns the text from i on that an escape sequence may have.
func (t *refText) upTo(i int) string { return string(t.r[i:min(len(t.r), i+80)]) }

// inLiteral reports whether the URL at i is in a string literal: "directly after a double
// quote, or if one before it in its line opens a string, and no plain / is between. A
// line of which more than 512 bytes are before it is in a literal."
func (t *refText) inLiteral(i int) bool {
	at := len(string(t.r[:i]))
	if len(t.from) > i {
		at = t.from[i]
	}
	before := string(t.r[:i])
	if t.text != nil {
		before = string(t.text[:at])
	}
	cut := len(before) > 512
	before = before[max(0, len(before)-512):]
	switch {
	case before == "" || strings.HasSuffix(before, "^"):
		return false
	case refDelimited.MatchString(before):
		return true
	}
	line := before[strings.LastIndexAny(before, "\r\n")+1:]
	cut = cut && len(line) == len(before)
	for k := len(line) - 1; k >= 0; k-- {
		if line[k] == '"' && (k == 0 || line[k-1] != '\\') {
			// Reading: a quote before ", : ; ) ] }" closes a string.
			return refOpening.MatchString(line[:k]) && !strings.ContainsAny(line[k+1:k+2], ",:;)]}") && !refSlashed.MatchString(line[k+1:])
		}
	}
	return cut && !refSlashed.MatchString(line)
}

// isEncoded reports whether the backslash at i begins a sequence that is decoded before
// the URL is read, which begins at start.
func (t *refText) isEncoded(i, start int) bool {
	if t.anyStruck(start, i) {
		return false
	}
	s := t.upTo(i)
	if _, size := refNumeric(s); size > 0 {
		return true
	}
	m := refLiteralEscape.FindStringSubmatch(s)
	return m != nil && m[1] == "/" && t.inLiteral(start)
}

func refStart(u *refRun) int { return u.from[0] }

// unescaped returns the text with the escape sequences from i on decoded, up to a
// character that ends a URL in any case. If strict is set, all sequences are those of a
// literal or, if literal is not set, of a properties file; it is not ok if there is
// another one, or an overstruck character.
func (t *refText) unescaped(i int, literal, strict bool) (d *refText, ok bool) {
	whole := *t
	d = &whole
	d.r, d.raw = append([]rune(nil), t.r[:i]...), []int{}
	for k := range i {
		d.raw = append(d.raw, k)
	}
	ended := false // at an escaped backslash; all text must be in the notation nevertheless
	add := func(r rune, at int) {
		if !ended {
			d.r, d.raw = append(d.r, r), append(d.raw, at)
		}
	}
	ok = true
	start := i
	coloured := false
	for i < len(t.r) {
		c, at := t.r[i], i
		if t.isStruck(i) || c == '\b' {
			return d, false
		}
		i++
		if c == '\\' {
			s := t.upTo(at)
			r, size := refNumeric(s)
			pattern := refPropertyEscape
			if literal {
				pattern = refLiteralEscape
			}
			if m := pattern.FindStringSubmatch(s); size == 0 && m != nil && (strict || literal && m[1] == "/") {
				r, size = '\n', len([]rune(m[0]))
				if m[1] != "" && strings.ContainsAny(m[1], "\"'/:=#!,;") {
					r = rune(m[1][0])
				}
			}
			if first := slices.Index(t.r[start:at], '\\'); size == 0 && strict && literal && first >= 0 && t.r[start+first+1] == '/' && refTwoBackslashes.MatchString(s) {
				add('\\', at)
				ended, i = true, at+2
				continue
			}
			switch {
			case size > 0 && (t.anyStruck(at, at+size) || t.rune(at+size) == '\b'):
				return d, false
			case size > 0:
				c, i = r, at+size
			case strict:
				ok = false
			}
			if !ok || size > 0 && c == '\\' {
				add(c, at)
				break
			}
		}
		add(c, at)
		if m := refColourRest.FindString(t.string(i)); c == 0x1b && m != "" {
			_, sets, erases := t.alone([]rune("\x1b" + m)).colours(0)
			coloured = coloured || sets || erases
		}
		if c == '"' || c == '<' || c == '>' || c < 0x80 && endsRun(c) && (c != 0x1b || !coloured) {
			break
		}
	}
	d.raw = append(d.raw, i)
	return d, ok
}

// back returns what was found in d in terms of the original text.
func (d *refText) back(f refFind, ok bool, next int) (refFind, bool, int) {
	f.end = d.raw[f.end]
	return f, ok, d.raw[next]
}

// escapedURL finds the URL that begins at i, if its colon or the slashes after that are
// written as escape sequences. Reading: then a URL that begins at i is this one or none.
func (t *refText) escapedURL(i, floor int) (f refFind, ok bool, next int, is bool) {
	if t.raw != nil || !isAlpha(t.rune(i)) {
		return
	}
	end := i
	for isSchemeChar(t.rune(end)) {
		end++
	}
	colon := end
	for t.rune(colon) == '\\' && colon-end < 15 {
		colon++
	}
	literal := colon == end
	word := i
	for word > floor && isSchemeChar(t.rune(word-1)) {
		word--
	}
	if t.rune(colon) != ':' || t.anyStruck(word, colon+1) || !literal && !t.hasExactly(colon+1, "//") {
		return
	}
	if literal {
		rest := t.upTo(min(len(t.r), colon+1))
		slash, size := refNumeric(rest)
		in := size > 0
		if m := refLiteralEscape.FindStringSubmatch(rest); !in && m != nil && m[1] == "/" {
			slash, in = '/', t.inLiteral(i)
		}
		if slash != '/' {
			return
		}
		if !in || !refSpecial.MatchString(string(t.r[i:end])) {
			return f, false, i, true
		}
	}
	d, decoded := t.unescaped(i, literal, true)
	if !decoded || !d.hasExactly(end, "://") {
		return f, false, i, true
	}
	if _, is = d.begins(i, floor); !is {
		return
	}
	d.exactAt, d.strict = slices.Index(d.raw, t.exactEnd(i, i, true)), true
	f, ok, next = d.bare(i, i, floor, false)
	f, ok, next = d.back(f, ok, next)
	return f, ok, next, true
}

package extract

import (
	"regexp"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// This file is the part of the reference for strings of JSON: "In a string of JSON, escape sequences of line
// breaks, blanks, brackets and other characters are these characters for all rules." The text that such a
// string represents is decoded, and searched as a text of its own.
//
// Reading: a string that is not closed in its line, or has another escape sequence, is no string of JSON. jsonlines_test.go
// compares what is found in texts with what is found in the same texts as strings.

// A refString is a string of JSON: the characters of a text from from to to, without the quotes.
type refString struct {
	from, to int
	text     *refText // that it represents
	at       []int    // index of the character that each octet of text is from, and to
}

var (
	refJSONLine = regexp.MustCompile(`^[ \t]*(?:("[^"]*"[ \t]*:[ \t]*[A-Za-z0-9"{\[-])|\x{feff}?(?:,[ \t]*)?(?:[\[ \t]*\{[ \t]*"[^"]*"[ \t]*:[ \t]*[A-Za-z0-9"{\[-]|\[[\[ \t]*(?:"|[0-9]+,))|` +
		`[^"]* \{[ \t]*"[^"]*"[ \t]*:[ \t]*[A-Za-z0-9"{\[-])|^[A-Za-z0-9_$.]{1,64}\(\{[ \t]*"[^"]*"[ \t]*:[ \t]*[A-Za-z0-9"{\[-]`)
	refJSONEscape = regexp.MustCompile(`^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})`)
	refJSONOpens  = regexp.MustCompile(`(?:^|[:,\[{])[ \t\r\n]*$`)
)

// jsonStrings returns the strings of JSON in t, in order.
func (t *refText) jsonStrings() (all []refString) {
	if t.octets == nil {
		return nil
	}
	for start := 0; start < len(t.r); start++ {
		end := start
		for end < len(t.r) && t.r[end] != '\n' && t.r[end] != '\r' {
			end++
		}
		if head := refJSONLine.FindString(string(t.r[start:end])); head != "" { // Reading: the object is in the first 128 bytes
			all = append(all, t.jsonStringsIn(start, end)...)
		}
		start = end
	}
	return all
}

// jsonStringsIn returns those in a line.
func (t *refText) jsonStringsIn(start, end int) (all []refString) {
	for i := start; i < end; i++ {
		if t.r[i] == '\\' {
			i++
			continue
		} else if t.r[i] != '"' {
			continue
		}
		s, isString := t.jsonString(i+1, end)
		if isString && refJSONOpens.MatchString(string(t.r[max(start, i-16):i])) {
			all = append(all, s)
			i = s.to - 1 // Reading: its end may open another one.
		}
	}
	return all
}

// jsonString returns the string whose text begins at i. It is not ok if it has no end before index end.
func (t *refText) jsonString(i, end int) (s refString, ok bool) {
	s.from = i
	var octets []refOctet
	add := func(c string, from, to int) {
		for k := range len(c) {
			octets = append(octets, refOctet{c: c[k], from: t.octets[t.from[from]].from, to: t.octets[t.to[to-1]-1].to})
			s.at = append(s.at, from, to)
		}
	}
	for i < end && t.r[i] != '"' {
		if t.r[i] != '\\' {
			add(string(t.text[t.from[i]:t.to[i]]), i, i+1)
			i++
			continue
		}
		m := refJSONEscape.FindString(t.string(i))
		if m == "" {
			return s, false
		}
		r := rune(m[1])
		if k := strings.IndexRune("bfnrt", r); k >= 0 {
			r = rune("\b\f\n\r\t"[k])
		} else if r == 'u' {
			r = refHex(m[1:])
			if low := refJSONEscape.FindString(t.string(min(len(t.r), i+len(m)))); utf16.IsSurrogate(r) && len(low) == len(m) {
				if c := utf16.DecodeRune(r, refHex(low[1:])); c != utf8.RuneError {
					r, m = c, m+low
				}
			}
		}
		add(string(r), i, i+len(m))
		i += len(m)
	}
	s.to = i
	s.text = refDecode(octets, t.refOptions)
	return s, i < end || end == len(t.r)
}

// finds returns what is found in s, in terms of t.
func (s *refString) finds(t *refText) (found []refFind) {
	for _, f := range s.text.finds() {
		f.off, f.end = s.at[2*s.text.from[f.off]], s.at[2*s.text.to[f.end-1]-1]
		// Reading: after "^", and after a scheme that is not special, escaped slashes are no slashes.
		name, rest, _ := strings.Cut(string(t.r[f.off:f.end]), ":")
		if strings.HasPrefix(rest, `\/`) && f.kind == Bare && (!refSpecial.MatchString(name) || t.rune(f.off-1) == '^') {
			continue
		}
		found = append(found, f)
	}
	return found
}

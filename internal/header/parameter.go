package header

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// maxParameters is the number of parameters of a field that are parsed. The rest of the
// field is text.
const maxParameters = 256

// A parameter is a parameter as it is written, or one section of it.
type parameter struct {
	start, end int    // offsets in the field: of the name, and after the value
	name       string // in lower case, without the additions of RFC 2231
	equals     int    // offset of the "="
	section    int    // number of the section; unsectioned without RFC 2231
	extended   bool
	value      piece

	// sections are all sections of the parameter, if this one is written first. The
	// others are absorbed.
	sections []parameter
	absorbed bool
}

// unsectioned is the section of a parameter that has no section number and is not
// extended.
const unsectioned = -1

// A scanner parses the parameters of a field.
type scanner struct {
	raw     []byte // the field
	at      int64  // offset of raw in the input
	next    int    // offset in raw
	line    int64  // number of the line that contains raw[counted]
	counted int
	open    bool // raw has a comment without end
	more    bool // there are more parameters than maxParameters
}

// parameters appends the next parameters to list.
//
// It is lenient: semicolons may be missing, and text that is not a parameter is skipped.
func (s *scanner) parameters(list []parameter) []parameter {
	for len(list) < maxParameters {
		s.next = s.skip(s.next)
		if s.next == len(s.raw) {
			break
		}
		name := tokenEnd(s.raw, s.next)
		equals := s.skip(name)
		switch {
		case name == s.next:
			s.next++
		case equals == len(s.raw) || s.raw[equals] != '=':
			s.next = name
		default:
			list = append(list, s.parameter(name, equals))
		}
	}
	s.more = !isSeparator(s.raw[s.next:])
	return list
}

// parameter returns the next parameter. Its name ends at index name, and its "=" is at
// index equals.
func (s *scanner) parameter(name, equals int) parameter {
	p := parameter{start: s.next, equals: equals}
	p.name, p.section, p.extended = section(s.raw[s.next:name])
	from, to, end, c := s.value(s.skip(equals + 1))
	if p.extended {
		c = percent
	}
	p.value = piece{s.raw[from:to], s.at + int64(from), s.lineAt(from), c}
	p.end, s.next = end, end
	return p
}

// section parses the name of a parameter. RFC 2231, section 3: "a parameter name that is
// followed by an asterisk and a decimal number is to be interpreted as one segment";
// section 4: "an asterisk at the end of a parameter name" says that the value is
// extended.
func section(token []byte) (name string, number int, extended bool) {
	token, extended = bytes.CutSuffix(token, []byte("*"))
	star := bytes.LastIndexByte(token, '*')
	if star >= 0 {
		if n, ok := decimal(token[star+1:]); ok {
			return lower(token[:star]), n, extended
		}
	}
	if extended {
		return lower(token), 0, true
	}
	return lower(token), unsectioned, false
}

// decimal returns the value of a decimal number of up to 9 digits.
func decimal(b []byte) (n int, ok bool) {
	if len(b) == 0 || len(b) > 9 {
		return 0, false
	}
	for _, c := range b {
		if !ascii.Is(c, ascii.Digit) {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

// lineAt returns the number of the line that contains raw[i]. The index i must not
// decrease between calls.
func (s *scanner) lineAt(i int) int64 {
	s.line += int64(bytes.Count(s.raw[s.counted:i], []byte("\n")))
	s.counted = i
	return s.line
}

// skip returns the index of the first byte, from i on, that is neither white space nor in
// a comment. An opening parenthesis without its closing one begins no comment. After the
// first of these, skip looks for no more comments, so that time is linear.
func (s *scanner) skip(i int) int {
	if s.open {
		return skipSpace(s.raw, i)
	}
	i = skipCFWS(s.raw, i)
	s.open = i < len(s.raw) && s.raw[i] == '('
	return i
}

// skipCFWS returns the index of the first byte of b, from i on, that is not CFWS (RFC
// 5322, section 3.2.2): neither white space nor in a comment.
func skipCFWS(b []byte, i int) int {
	for {
		i = skipSpace(b, i)
		if i == len(b) || b[i] != '(' {
			return i
		}
		end := commentEnd(b, i)
		if end < 0 {
			return i
		}
		i = end
	}
}

// commentEnd returns the index after the comment that begins at i. It is negative if the
// comment has no end.
func commentEnd(b []byte, i int) int {
	depth := 0
	for ; i < len(b); i++ {
		switch b[i] {
		case '\\':
			i++
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// value returns the range of the value at index i without its quotes, its end with them,
// and how it is written.
func (s *scanner) value(i int) (from, to, end int, c coding) {
	rest := s.raw[i:]
	switch {
	case bytes.HasPrefix(rest, []byte(`"`)):
		if to := quoteEnd(s.raw, i+1); to >= 0 {
			return i + 1, to, to + 1, quotedString
		}
		// Without its closing quote, the value ends where most values do.
		i++
		to = i + find(s.raw[i:], ";")
		if n := bytes.IndexAny(s.raw[i:to], "\r\n"); n >= 0 {
			to = i + n
		}
		return i, trimEnd(s.raw, i, to), to, quotedString
	case bytes.HasPrefix(rest, []byte(`\"`)):
		// The value was quoted once too often, for a shell or a programming language.
		if n := bytes.IndexByte(rest[2:], '"'); n >= 0 {
			to = i + 2 + n
			end = to + 1
			if n > 0 && s.raw[to-1] == '\\' {
				to--
			}
			return i + 2, to, end, asIs
		}
	}
	to = s.unquotedEnd(i)
	return i, to, to, asIs
}

// quoteEnd returns the index of the quote that closes a quoted string. It is negative if
// the string is not closed.
func quoteEnd(b []byte, i int) int {
	for ; i < len(b); i++ {
		switch b[i] {
		case '"':
			return i
		case '\\':
			if i+1 < len(b) && (b[i+1] == '"' || b[i+1] == '\\') {
				i++
			}
		}
	}
	return -1
}

// unquotedEnd returns the end of a value without quotes: a semicolon, or white space
// before a comment or another parameter. The value includes other white space, as in
// "filename=my notes.txt", and characters that are not allowed in a token.
func (s *scanner) unquotedEnd(i int) int {
	for i < len(s.raw) && s.raw[i] != ';' {
		next := skipSpace(s.raw, i)
		if next == i {
			i++
			continue
		}
		if next == len(s.raw) || s.raw[next] == ';' || s.raw[next] == '(' || beginsParameter(s.raw, next) {
			break
		}
		i = next
	}
	return i
}

// beginsParameter reports whether a token and "=" are at index i.
func beginsParameter(b []byte, i int) bool {
	end := tokenEnd(b, i)
	equals := skipSpace(b, end)
	return end > i && equals < len(b) && b[equals] == '='
}

// trimEnd returns the end of b[i:end] without the WSP at its end.
func trimEnd(b []byte, i, end int) int {
	for end > i && isBlank(b[end-1]) {
		end--
	}
	return end
}

// tokenEnd returns the end of the token at i. RFC 2045, section 5.1: "any
// (US-ASCII) CHAR except SPACE, CTLs, or tspecials".
func tokenEnd(b []byte, i int) int {
	for i < len(b) && isToken(b[i]) {
		i++
	}
	return i
}

// isToken reports whether c may be in a token (RFC 2045, section 5.1).
func isToken(c byte) bool {
	const set = (1<<10-1)<<'0' | (1<<26-1)<<'A' | (1<<26-1)<<'a' |
		1<<'!' | 1<<'#' | 1<<'$' | 1<<'%' | 1<<'&' | 1<<'\'' | 1<<'*' | 1<<'+' | 1<<'-' | 1<<'.' |
		1<<'^' | 1<<'_' | 1<<'`' | 1<<'{' | 1<<'|' | 1<<'}' | 1<<'~'
	return 1<<c&(set&(1<<64-1))|1<<(c-64)&uint64(set>>64) != 0
}

// assemble adds all sections of each parameter to the section that is written first,
// ordered by number: "the order in which they are present is not significant" (RFC 2231,
// section 3, of parameters). A missing section is ignored. Of two sections with the same
// number, the second is ignored: it is in no list of sections.
func assemble(list []parameter) {
	var order []int
	for i := range list {
		if list[i].section != unsectioned {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(strings.Compare(list[a].name, list[b].name), list[a].section-list[b].section)
	})
	for len(order) > 0 {
		n := 1
		for n < len(order) && list[order[n]].name == list[order[0]].name {
			n++
		}
		gather(list, order[:n])
		order = order[n:]
	}
}

// gather adds the sections of one parameter to the section that is written first.
func gather(list []parameter, order []int) {
	first := slices.Min(order)
	var sections []parameter
	for _, i := range order {
		if k := len(sections); k > 0 && sections[k-1].section == list[i].section {
			continue
		}
		sections = append(sections, list[i])
		list[i].absorbed = i != first
	}
	list[first].absorbed = false
	list[first].sections = sections
}

// pieces appends the values of the sections to dst. It returns them and the name of their
// character set. RFC 2231, section 4.1: "Language and character set information only
// appear at the beginning of a given parameter value."
func pieces(dst []piece, sections []parameter) (all []piece, label string) {
	for i, p := range sections {
		v := p.value
		if i == 0 && p.extended {
			if parts := bytes.SplitN(v.raw, []byte("'"), 3); len(parts) == 3 {
				label = strings.ToLower(string(parts[0]))
				v.at += int64(len(v.raw) - len(parts[2]))
				v.raw = parts[2]
			}
		}
		dst = append(dst, v)
	}
	return dst, label
}

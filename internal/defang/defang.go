// Package defang reads and writes defanged URLs, hosts and addresses: as in reports on
// malware, where they are changed so that no reader follows them by accident. A [Decoder]
// restores them, and [Append] defangs.
//
// # Notations
//
// These notations are recognized, in any letter case:
//
//	hxxp, h**p, fxp        http, ftp, with or without "s": "x" or "*" for a "t"
//	h[tt]p, http[s]        the same with square brackets around letters
//	[:/]/, []://, [:]///   "://" after these schemes, with any brackets
//	:/, :\\                "://" after these schemes
//	[.] (.) {.} [dot]      a dot, in brackets of any of the three kinds
//	[@] [at]               an at sign
//	[:] [/] [//] [://]     the text between the brackets
//	[h]xxp [[].]           "hxxp" and "[.]": a literal
//	user at host           an address, if at is between a local part and a host
//	user at host dot com   the same, with dots
//
// A blank may be on each side within the brackets. A scheme must precede its colon and
// slashes. If these have a backslash among them, backslashes in the path are slashes,
// too. Brackets must be between characters of a host, or of the other parts that they
// separate. A notation with one blank on each side is prose in most texts: [Decoder] says
// when it is decoded.
package defang

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/scheme"
)

// Append defangs url and appends the first n bytes of url, in their new form, to dst. url
// may lack its scheme, or be an address.
//
// Before "://", http and ftp, with or without "s", become hxxp and fxp. The colon of any other
// scheme becomes "[:]"; but an unknown scheme before "//" and a digit, as in "foo://2", gives
// "foo[://]2", see isQuotient. Dots of hosts become "[.]", at signs of addresses "[@]". URLs, hosts
// and addresses within url are defanged in the same way. A [Decoder] restores url.
//
// If url is defanged, its notations stay as they are.
func Append(dst []byte, url string, n int) []byte {
	var array [256]form
	w := writer{url: url, forms: array[:0], isDefanged: isDefanged(url)}
	w.choose()
	text, at := w.write(n)
	return append(dst, text[:at]...)
}

// A form is how a byte of a URL is written.
type form uint8

const (
	plain     form = iota
	bracketed      // in square brackets
	crossed        // as "x"
	opened         // after an opening bracket
	closed         // before a closing bracket
)

// A writer defangs a URL.
type writer struct {
	url        string
	isDefanged bool
	forms      []form // of each byte of the URL
}

// choose chooses the form of each byte, without regard to literals.
func (w *writer) choose() {
	url := w.url
	host := strings.IndexAny(url, ":/?#") // end of the host that url begins with, or may
	if host < 0 {
		host = len(url)
	}
	d := names{url: url}
	colon := host // of the scheme, if url begins with one
	if strings.IndexByte(url[:host], '.') >= 0 && isPort(url[host:]) {
		colon = -1 // of a port
	}
	for i := 0; i < len(url); i++ {
		if s := w.notation(i); s.n > 0 {
			w.forms = append(w.forms, make([]form, s.n)...)
			i += s.n
			if rest := strings.TrimPrefix(url[i:], "//"); len(rest) < len(url[i:]) || strings.HasSuffix(s.text, "//") {
				host = len(url) - len(rest) + authority(rest)
			}
			i--
			continue
		}
		f := plain
		switch c := url[i]; c {
		case 't', 'T':
			if isSchemeT(url, i) {
				f = crossed
			}
		case ':':
			begin, slashes := i, strings.HasPrefix(url[i:], "://")
			if w.hasColon(i, slashes, i == colon) {
				if f = bracketed; isQuotient(nameAtEnd(url[:i]), url[i+1:]) {
					w.forms = append(w.forms, opened, plain)
					f = closed
					i += len("//")
				}
			}
			if slashes {
				rest := strings.TrimPrefix(url[begin:], "://")
				host = len(url) - len(rest) + authority(rest)
			}
		case '@', '.':
			if c == '@' && i >= host && i > 0 && ascii.IsLocal(url[i-1]) {
				host = i + 1 + authority(url[i+1:])
			}
			if i > 0 && i+1 < len(url) && separates(c, url[i-1], url[i+1]) && (c == '@' || i < host || d.isHost(i)) {
				f = bracketed
			}
		}
		w.forms = append(w.forms, f)
	}
}

// hasColon reports whether the colon at offset i is that of a scheme, and written in brackets:
// that of the scheme of the URL, or one after any name if slashes follow, and otherwise one after
// a known name.
func (w *writer) hasColon(i int, slashes, isFirst bool) bool {
	from := i
	for from > 0 && ascii.Is(w.url[from-1], ascii.Scheme) {
		from--
	}
	run := w.url[from:i]
	switch name := nameAtEnd(run); {
	case name == "":
		return false
	case slashes:
		return !isCrossed(w.url, from, i) && !(w.isDefanged && scheme.IsDefanged(run))
	case isFirst && from == 0:
		return true
	default:
		return isKnown(name) || isKnown(name[strings.LastIndexAny(name, "+-.0123456789")+1:]) // some programs begin a URL after these
	}
}

// write returns the URL in the chosen forms, with literals, and the length of the text for the
// first n bytes of the URL.
//
// It goes from the end to the beginning: whether a byte begins a notation depends on the text
// after it.
func (w *writer) write(n int) (text []byte, at int) {
	const longest = len("[.]")
	all := make([]byte, longest*len(w.url))
	from, end := len(all), 0
	for i := len(w.url) - 1; i >= 0; i-- {
		if i+1 == n {
			end = from
		}
		c := w.url[i]
		switch w.forms[i] {
		case plain:
			from--
			all[from] = c
			if !w.isDefanged && isLiteral(c) && w.isMisread(i, all[from:]) {
				w.forms[i] = bracketed
				from = put(all, from+1, c)
				w.divide(i)
			}
		case crossed:
			from--
			all[from] = c + 'x' - 't'
		case opened:
			from -= len("[:")
			all[from], all[from+1] = '[', c
		case closed:
			from -= len("/]")
			all[from], all[from+1] = c, ']'
		case bracketed:
			from = put(all, from, c)
		}
	}
	return all[from:], max(0, end-from)
}

// divide adapts the forms before a literal at offset i, whose bracket ends a name: the name may
// resemble a host now, and a byte before the bracket is no longer between characters of a host.
func (w *writer) divide(i int) {
	if i > 0 && w.forms[i-1] == bracketed && w.url[i-1] != ':' {
		w.forms[i-1] = plain
	}
	for k := i - 2; k > 0 && isName(w.url[k]); k-- {
		if w.url[k] == '.' && separates('.', w.url[k-1], w.url[k+1]) {
			w.forms[k] = bracketed
		}
	}
}

// put writes c in square brackets before all[from:], and returns where it begins.
func put(all []byte, from int, c byte) int {
	from -= len("[.]")
	all[from], all[from+1], all[from+2] = '[', c, ']'
	return from
}

// isMisread reports whether a Decoder does not restore the byte at offset i of the URL, which text
// begins with.
func (w *writer) isMisread(i int, text []byte) bool {
	s, v := read(text[:min(len(text), MaxHeld)], true)
	if v != yes || s.isSeparator() || !ascii.Is(text[0], ascii.Alpha) {
		return v == yes
	}
	to, length := i, 0
	for to < len(w.url) && length < s.n {
		length++
		switch w.forms[to] {
		case bracketed:
			length += len("[]")
		case opened, closed:
			length++
		}
		to++
	}
	return length != s.n || s.text != w.url[i:to]
}

// isDefanged reports whether text is defanged: it begins with a scheme that is, or the host or
// address that it begins with has a notation.
func isDefanged(text string) bool {
	for i := 0; i < len(text) && strings.IndexByte(":/?#", text[i]) < 0; i++ {
		if s := findNotation(text, i); s.n > 0 && (i == 0 || text[i] == '[') {
			return true
		}
	}
	return false
}

// notation returns the notation at offset i of a URL that is defanged. Otherwise it is empty.
func (w *writer) notation(i int) (s notation) {
	if w.isDefanged {
		s = findNotation(w.url, i)
	}
	return s
}

// findNotation returns the notation without blanks around it at offset i of text. It is empty if
// no notation is there.
func findNotation(text string, i int) notation {
	if isLiteral(text[i]) {
		if s, v := read([]byte(text[i:min(len(text), i+MaxHeld)]), true); v == yes {
			return s
		}
	}
	return notation{}
}

// isPort reports whether s is a colon and a port.
func isPort(s string) bool {
	rest := strings.TrimLeft(strings.TrimPrefix(s, ":"), "0123456789")
	return len(rest)+len(":") < len(s) && (rest == "" || strings.IndexByte("/?#", rest[0]) >= 0)
}

// authority returns the end of the authority that s begins with, or the beginning of an
// IP literal in it.
func authority(s string) int {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '/', '?', '#':
			return i
		case '[':
			if i+2 >= len(s) || s[i+2] != ']' { // no notation
				return i
			}
		}
	}
	return len(s)
}

// separates reports whether c is a dot or an at sign between characters between which a
// Decoder restores it.
func separates(c, before, after byte) bool {
	return c == '.' && isHost(before) && isHost(after) || c == '@' && ascii.IsLocal(before) && isHost(after)
}

// isSchemeT reports whether url[i] is a "t" of a scheme that isCrossed before "://".
func isSchemeT(url string, i int) bool {
	from, to := i, i
	for from > 0 && ascii.Is(url[from-1], ascii.Scheme) && i-from < len("htt") {
		from--
	}
	for to < len(url) && ascii.Is(url[to], ascii.Alpha) && to-i < len("ttps") {
		to++
	}
	return strings.HasPrefix(url[to:], "://") && isCrossed(url, from, to)
}

// isCrossed reports whether url[from:to], a scheme before a colon and slashes, has "x" for each "t"
// if it is defanged. A Decoder restores each "t" in the letter case of the "p", and changes
// backslashes. After a backslash, which may begin an escape sequence, the scheme may be read without
// its first letter. With half of a defanged dot in the host, no URL would be found.
func isCrossed(url string, from, to int) bool {
	name, rest := url[from:to], url[to:]
	s := scheme.Lookup(name)
	switch {
	case s == nil || s.Defanged == "", hasHalfDot(rest[len("://"):]),
		strings.HasPrefix(strings.TrimLeft(rest[len("://"):], "/"), `\`),
		strings.HasSuffix(url[:from], `\`):
		return false
	}
	other := "t" // in the other letter case
	if strings.Contains(name, "p") {
		other = "T"
	}
	return !strings.Contains(name, other)
}

// hasHalfDot reports whether the authority that s begins with has a square bracket on one side of a dot, as in
// "a[.com" and "a.]com".
func hasHalfDot(s string) bool {
	if end := strings.IndexAny(s, "/?#"); end >= 0 {
		s = s[:end]
	}
	for i := 1; i+1 < len(s); i++ {
		if s[i] == '.' && (s[i-1] == '[') != (s[i+1] == ']') {
			return true
		}
	}
	return false
}

// isHost reports whether c may begin and end a label of a host name, which may be
// internationalized.
func isHost(c byte) bool { return c >= 0x80 || ascii.Is(c, ascii.AlphaDigit) }

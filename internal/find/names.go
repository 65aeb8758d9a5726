package find

import (
	"bytes"
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/hosts"
	"github.com/urlgrep/urlgrep/internal/wrapper"
)

const (
	maxLocal  = 64  // octets of a local part (RFC 5321, section 4.5.3.1.1)
	maxDomain = 255 // octets of a domain (RFC 5321, section 4.5.3.1.2)
	maxLabel  = 63  // octets of a label (RFC 1035, section 2.3.4)

	// maxRun is how many octets that may be of a local part are looked at before an "@".
	// A longer run of them has no local part at its end: its beginning decides where that
	// would begin.
	maxRun = 2 << 10
)

// address decides about the "@" at Data[i]: whether it is that of an addr-spec
// (RFC 5322, section 3.4.1) with an unquoted local part.
func (f *Finder) address(i int) decision {
	if i == f.floor || f.Data[i-1] < utf8.RuneSelf && !ascii.IsLocal(f.Data[i-1]) {
		return none
	}
	end, v := f.domain(i + 1)
	if v != wrapper.Yes {
		return decided(v)
	}
	start, run := f.localPart(i)
	local := f.Data[start:i]
	if len(local) == 0 || len(local) > maxLocal || i-run > maxRun || local[len(local)-1] == '.' || bytes.Contains(local, []byte("..")) {
		return none
	}
	domain := f.inUTF8(f.Data[i+1 : end])
	if !isDomain(domain) || bytes.IndexByte(domain, '.') < 0 || !isTop(domain) || isUnitEnding(domain) {
		return none
	}
	word := start + len(local) - len(bytes.TrimLeft(local, "_~"))
	switch marked := f.isMarked(word, end, f.mark(word, "_~/$")); {
	case marked == wrapper.More:
		return undecided
	case marked == wrapper.Yes && word < i:
		start, run = word, word
		local = f.Data[start:i]
	case f.isInPath(start):
		return none
	}
	v = f.isLogin(end)
	if v == wrapper.No {
		v = f.isUuencoded(start, end)
	}
	switch v {
	case wrapper.More:
		return undecided
	case wrapper.Yes:
		return pass(end)
	}
	field := f.field.useAt(&f.text, run)
	if field == traces || isIdentifier(local) || isIdentifier(f.Data[run:i]) || f.isMessageID(run, field) {
		return pass(end)
	}
	return f.found(Candidate{
		Kind: Email, From: start, To: end, Start: start, End: end, URL: f.inUTF8(f.Data[start:end]),
	}, end)
}

// mark returns how often the character before Data[start] is there, if it may
// open markup, as one of marks in front of a word: "_a.com_", "/b@a.com/"; else 0.
func (t *text) mark(start int, marks string) int {
	if start == 0 || strings.IndexByte(marks, t.Data[start-1]) < 0 {
		return 0
	}
	return openingRun(t.Data[:start])
}

// isMarked decides whether Data[start:end] has markup around it: n times a character
// before it, and as often after it, at the end of a word.
func (t *text) isMarked(start, end, n int) wrapper.Verdict {
	if n == 0 {
		return wrapper.No
	}
	c := t.Data[start-1]
	for i := end; i < end+n; i++ {
		if i == len(t.Data) {
			return t.atEdge()
		} else if t.Data[i] != c {
			return wrapper.No
		}
	}
	if end += n; end == len(t.Data) {
		if t.EOF {
			return wrapper.Yes
		}
		return wrapper.More
	}
	return yes(t.Data[end] != c && t.Data[end] < utf8.RuneSelf && !ascii.Is(t.Data[end], ascii.AlphaDigit))
}

// isInPath reports whether a "/" stands before Data[start], and no address before
// that.
func (t *text) isInPath(start int) bool {
	return start > t.floor && t.Data[start-1] == '/' && (t.floor == 0 || start-1 > t.floor)
}

// localPart returns where the local part begins that ends before Data[end], and
// where the run of its characters does. Letters of all scripts are of it (RFC
// 6531, section 3.3). But text in a script that has no blanks between words may
// are directly before an address; of its letters, which have no case, those
// are of the local part that end it.
func (t *text) localPart(end int) (start, run int) {
	run = end
	for run > t.floor && end-run <= maxRun {
		if c := t.Data[run-1]; c < utf8.RuneSelf {
			if !ascii.IsLocal(c) {
				break
			}
			run--
			continue
		}
		r, n := utf8.DecodeLastRune(t.Data[t.floor:run])
		if r == utf8.RuneError || !continues(r) || !unicode.In(r, unicode.L, unicode.M, unicode.Nd) ||
			isUncased(r) && t.Data[end-1] < utf8.RuneSelf {
			break
		}
		run -= n
	}
	start = t.beginning(run+afterKey(t.Data[run:end]), end)
	if user := t.homeOf(start); user < start {
		return user, user
	}
	return start, run
}

// beginning returns where in Data[start:end] a local part or a host may begin: with
// a letter or a digit, a local part also with "_", or one "~" before these. A
// combining mark is of the character before it, and what ends an escape sequence
// is of that.
func (t *text) beginning(start, end int) int {
	for start < end {
		n := 1
		switch c := t.Data[start]; {
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRune(t.Data[start:end])
			if !isMark(r) {
				return start
			}
			n = size
		case ascii.Is(c, ascii.AlphaDigit):
			if n = t.inEscape(start, end); n == 0 {
				return start
			}
		case c == '_', c == '~' && t.isAlone(start, end):
			return start
		}
		start += n
	}
	return start
}

// isAlone reports whether before Data[at] is not the same character, and after it,
// before Data[end], a letter or a digit.
func (t *text) isAlone(at, end int) bool {
	return at+1 < end && (t.Data[at+1] >= utf8.RuneSelf || ascii.Is(t.Data[at+1], ascii.AlphaDigit)) &&
		(at == 0 || t.Data[at-1] != t.Data[at])
}

// maxEscape bounds how far before a word an escape sequence begins that reaches
// into it.
const maxEscape = 16

// inEscape returns how many bytes of Data[start:end] are the end of an escape
// sequence: of a colour, "ESC [ 1 m"; of one in a string of a program, "\n" or
// "\u003c"; of a percent-encoded character that is no letter or digit, "%3C".
func (t *text) inEscape(start, end int) int {
	if start == 0 {
		return 0
	}
	word := t.Data[start:end]
	switch t.Data[start-1] {
	case '[', ';', ':':
		before := t.Data[max(0, start-maxEscape):start]
		if i := bytes.LastIndexByte(before, 0x1B); i >= 0 {
			size := chars.ColourAt(t.Data[start-len(before)+i : end])
			return max(0, size-(len(before)-i))
		}
	case '\\':
		switch {
		case start > 1 && t.Data[start-2] == '\\': // it stands for itself
		case strings.IndexByte("nrt", word[0]) >= 0 && !isFilePath(t.Data[max(0, start-MaxHead/2):start]):
			return 1
		case word[0] == 'u' && len(word) > 4 && ascii.Len(word[1:5], ascii.Hex) == 4:
			return 5
		}
	case '%':
		var c [1]byte
		if len(word) > 1 {
			if _, err := hex.Decode(c[:], word[:2]); err == nil && c[0] < utf8.RuneSelf && !ascii.Is(c[0], ascii.AlphaDigit) {
				return 2
			}
		}
	}
	return 0
}

// isFilePath reports whether the last word of text begins as names of files do on
// Windows: with a drive, or with the name of a server.
func isFilePath(text []byte) bool {
	word := text[bytes.LastIndexAny(text, " \t\r\n\"'(<")+1:]
	return len(word) > 1 && (word[1] == ':' && ascii.Is(word[0], ascii.Alpha) || word[0] == '\\' && word[1] == '\\')
}

// homeOf returns where "~user/" begins if that stands before Data[start], as in
// "~user/list@a.com", else start. What else ends in a "/" is a path.
func (t *text) homeOf(start int) int {
	i := start - 1
	if i <= t.floor || t.Data[i] != '/' {
		return start
	}
	for i > t.floor && start-i <= maxLocal && ascii.Is(t.Data[i-1], ascii.Unreserved) {
		if i--; t.Data[i] == '~' {
			return i
		}
	}
	return start
}

// afterKey returns where in run, which ends in a local part, that begins if
// keys and "=" stand before it, as in "user=a@a.com": at 0 where a host is named
// after one "=", as in "list-a=a.com@b.com", which is of one piece.
func afterKey(run []byte) int {
	key, rest, ok := bytes.Cut(run, []byte{'='})
	for ; ok; key, rest, ok = bytes.Cut(rest, []byte{'='}) {
		if value, _, _ := bytes.Cut(rest, []byte{'='}); bytes.IndexByte(key, '+') >= 0 || hosts.IsKnown(value) {
			return 0
		}
	}
	return bytes.LastIndexByte(run, '=') + 1
}

func isMark(r rune) bool { return unicode.Is(unicode.M, r) }

// isUncased reports whether r is a letter of a script that has no case.
func isUncased(r rune) bool { return unicode.Is(unicode.Lo, r) }

// isLogin decides whether what ends before Data[end] goes on as a path on the
// host that it names: "user@a.com:path/file", for scp, git or rsync.
func (t *text) isLogin(end int) wrapper.Verdict {
	if end == len(t.Data) || t.Data[end] != ':' {
		return wrapper.No
	}
	for i := end + 1; i-end <= maxDomain; i++ {
		if i == len(t.Data) {
			if t.EOF {
				return wrapper.No
			}
			return wrapper.More
		}
		switch c := t.Data[i]; {
		case c == '/', c == '~' && i == end+1:
			return wrapper.Yes
		case !ascii.Is(c, ascii.AlphaDigit) && strings.IndexByte("._-:", c) < 0:
			return wrapper.No
		}
	}
	return wrapper.No
}

// domain returns where the domain that begins at Data[start] ends; a final dot
// or hyphen is not of it, nor are letters of other scripts after those of
// ASCII in the last label: no top-level domain has both. Nor is anything from
// where text in a script without blanks begins after a top-level domain. Of a domain
// that is longer than maxDomain octets the end is beyond them as well.
func (t *text) domain(start int) (end int, v wrapper.Verdict) {
	end = start
	for {
		for end < len(t.Data) && end-start <= maxDomain && isHost(t.Data[end]) {
			end++
		}
		if end == len(t.Data) && !t.EOF {
			return end, wrapper.More
		}
		if end == len(t.Data) || end-start > maxDomain || t.Data[end] < utf8.RuneSelf {
			break
		}
		if !t.EOF && !utf8.FullRune(t.Data[end:]) {
			return end, wrapper.More
		}
		n := t.hostChar(t.Data[end:])
		if n == 0 || t.isTextAfter(start, end) {
			break
		}
		end += n
	}
	if end-start > maxDomain && !t.EOF && !utf8.FullRune(t.Data[end:]) {
		return end, wrapper.More
	}
	if end-start <= maxDomain || !t.isHostAt(end) {
		for end > start && (t.Data[end-1] == '.' || t.Data[end-1] == '-') {
			end--
		}
	}
	top := start + bytes.LastIndexByte(t.Data[start:end], '.') + 1
	if n := ascii.Len(t.Data[top:end], ascii.Alpha); n > 0 && top+n < end && t.Data[top+n] >= utf8.RuneSelf {
		end = top + n
	}
	return end, wrapper.Yes
}

// isTextAfter reports whether a domain that begins at Data[start] ends before
// Data[end], as a top-level domain does, and text in a script without blanks begins
// there.
func (t *text) isTextAfter(start, end int) bool {
	r, _ := utf8.DecodeRune(t.Data[end:])
	if end == start || !ascii.Is(t.Data[end-1], ascii.Alpha) || !isSolid(r) {
		return false
	}
	name := t.Data[start:end]
	if first, rest, _ := bytes.Cut(name, []byte{'.'}); isServer(first) {
		name = rest
	}
	dot := bytes.LastIndexByte(name, '.')
	return dot >= 0 && isDelegated(name[dot+1:])
}

// isHostAt reports whether a character of a host name begins at index i.
func (t *text) isHostAt(i int) bool {
	return i < len(t.Data) && t.hostChar(t.Data[i:]) > 0
}

// isHost reports whether c, of ASCII, may be in a host name.
func isHost(c byte) bool { return ascii.Is(c, ascii.AlphaDigit) || c == '.' || c == '-' }

// hostChar returns the length of the character of a host name that b begins
// with, 0 when it begins with none: letters of all scripts, for
// internationalized names, digits, "-" and ".".
func (t *text) hostChar(b []byte) int {
	if c := b[0]; c < utf8.RuneSelf {
		if isHost(c) {
			return 1
		}
		return 0
	}
	r, size := chars.Decode(b, t.fallback)
	if unicode.In(r, unicode.L, unicode.M, unicode.Nd) && continues(r) {
		return size
	}
	return 0
}

// inUTF8 returns b, or a copy of it in UTF-8.
func (t *text) inUTF8(b []byte) []byte {
	if utf8.Valid(b) {
		return b
	}
	return chars.AppendUTF8(nil, b, t.fallback)
}

// isDomain reports whether the labels of name are none empty, none too long,
// and none begins or ends in a hyphen.
func isDomain(name []byte) bool {
	if len(name) > maxDomain {
		return false
	}
	for label, rest, more := bytes.Cut(name, []byte{'.'}); ; label, rest, more = bytes.Cut(rest, []byte{'.'}) {
		if n := len(label); n == 0 || n > maxLabel || label[0] == '-' || label[n-1] == '-' {
			return false
		}
		if !more {
			return true
		}
	}
}

// isTop reports whether the last label of name is of letters, two at least, or
// an A-label.
func isTop(name []byte) bool {
	top := name[bytes.LastIndexByte(name, '.')+1:]
	if len(top) > 4 && bytes.EqualFold(top[:4], []byte("xn--")) {
		return true
	}
	for _, c := range top {
		if c < utf8.RuneSelf && !ascii.Is(c, ascii.Alpha) {
			return false
		}
	}
	return len(top) >= 2
}

// host decides about the dot at Data[i]: whether a URL without scheme begins
// with the host name that it is in. Dots come from left to right, so it is the
// first one of the name.
func (f *Finder) host(i int) decision {
	if i+1 < len(f.Data) && f.Data[i+1] < utf8.RuneSelf && (f.Data[i+1] == '.' || !isHost(f.Data[i+1])) {
		return none // an ellipsis, or the end of a sentence
	}
	start := f.hostStart(i)
	end, v := f.domain(start)
	if v != wrapper.Yes {
		return decided(v)
	}
	if end <= i {
		return none
	}
	if rest := f.Data[end:]; !f.EOF && len(rest) <= utf8.UTFMax && (len(rest) == 0 || rest[0] == '!' || rest[0] == ':') {
		return undecided
	}
	mark := f.mark(start, "_~")
	v = yes(start == i || bytes.HasPrefix(f.Data[end:], []byte("://")) ||
		mark == 0 && start > 0 && strings.IndexByte("/\\@.$%~_", f.Data[start-1]) >= 0)
	if v == wrapper.No {
		v = f.isLocalPart(end)
	}
	if v == wrapper.No {
		v = f.endsInScheme(end)
	}
	if v == wrapper.More {
		return undecided
	}
	name := f.inUTF8(f.Data[start:end])
	if v == wrapper.Yes || f.inBangPath(start, end) || !isDomain(name) || !isTop(name) || !hosts.IsKnown(name) ||
		!f.prose && !isServer(name) || f.isBroken(start) {
		return goOn(end)
	}
	switch f.isUuencoded(start, end) {
	case wrapper.More:
		return undecided
	case wrapper.Yes:
		return pass(end)
	}
	if f.hasPath(end) {
		return f.hostAndMore(start, end, mark)
	}
	switch v := f.isHostAlone(name, start, end, mark); {
	case v == wrapper.More:
		return undecided
	case v == wrapper.No, f.field.useAt(&f.text, start) == traces:
		return pass(end)
	}
	return f.found(Candidate{Kind: Schemeless, From: start, To: end, Start: start, End: end, URL: name}, end)
}

// hostStart returns where the name begins that the dot at Data[dot] is the first of.
func (t *text) hostStart(dot int) int {
	start, foreign := dot, false
	for start > t.floor && dot-start <= 4*maxLabel {
		if c := t.Data[start-1]; c < utf8.RuneSelf {
			if c == '.' || !isHost(c) {
				break
			}
			start--
			continue
		}
		_, n := utf8.DecodeLastRune(t.Data[t.floor:start])
		if t.hostChar(t.Data[start-n:start]) == 0 {
			break
		}
		start, foreign = start-n, true
	}
	if start > 0 && t.Data[start-1] == '@' {
		return start
	}
	if dot-start <= 4*maxLabel { // else the label is too long
		start = t.beginning(start, dot)
	}
	if foreign {
		return t.afterText(start, dot)
	}
	return start
}

// hostAndMore decides about the host name at Data[start:end] and what is after
// it: a port, a path, a query or a fragment. The run of markup that is before it,
// if n is not 0, is again after that.
func (f *Finder) hostAndMore(start, end, n int) decision {
	b := &f.bare
	switch b.run(&f.text, start, start, start-1, f.rules.Rejoin >= RejoinHyphen, false) {
	case wrapper.More:
		return undecided
	case wrapper.No:
		return f.passOver()
	}
	if len(b.out) > f.rules.MaxURL {
		return tooLong(max(f.floor, b.end()))
	}
	host, port, path := splitHost(b.out)
	v := wrapper.Yes
	if !port && !path {
		v = f.isHostAlone(host, start, b.end(), n)
	} else if n > 0 {
		v = f.isMarked(start, b.end(), n)
	}
	if v == wrapper.More {
		return undecided
	}
	end = max(end, b.end())
	if v == wrapper.No || !isDomain(host) || f.field.useAt(&f.text, start) == traces ||
		port && !path && !f.isHostAndPort(host, start, b.end()) {
		return pass(end)
	}
	return f.foundBare(Schemeless, start, end)
}

// splitHost returns the host that url, without a scheme, begins with, and what
// is after it: a port, or more than that.
func splitHost(url []byte) (host []byte, port, path bool) {
	host = url
	if i := bytes.IndexAny(url, "/?#"); i >= 0 {
		host, path = url[:i], true
	}
	host, _, port = bytes.Cut(host, []byte{':'})
	return host, port, path
}

// afterText returns where the name begins of which Data[start:end] is the first
// label, if letters of a script that has no blanks between words are before
// it: at "www", or at letters and digits of ASCII that end the label.
func (t *text) afterText(start, end int) int {
	if www := end - len("www"); www > start && t.Data[www-1] >= utf8.RuneSelf && strings.EqualFold(string(t.Data[www:end]), "www") {
		return www
	}
	begin := end
	for begin > start && t.Data[begin-1] < utf8.RuneSelf {
		begin--
	}
	text := bytes.TrimRightFunc(t.Data[start:begin], isMark)
	if r, _ := utf8.DecodeLastRune(text); begin < end && r != utf8.RuneError && isUncased(r) && t.Data[begin] != '-' {
		return begin
	}
	return start
}

// endsInScheme decides whether what ends before Data[end] ends in the scheme of a URL, as
// in "1.news:comp.lang.c".
func (f *Finder) endsInScheme(end int) wrapper.Verdict {
	if end == len(f.Data) || f.Data[end] != ':' {
		return wrapper.No
	}
	start, ok := f.rules.Schemes.Before(f.Data[f.floor:], end-f.floor)
	if !ok {
		return wrapper.No
	}
	return f.rules.Schemes.Begins(f.Data, f.floor+start, end, f.EOF)
}

// isLocalPart decides whether the name that ends before Data[end] is of the
// local part of an address.
func (t *text) isLocalPart(end int) wrapper.Verdict {
	for i := end; i-end <= maxLocal; i++ {
		if i == len(t.Data) {
			if t.EOF {
				return wrapper.No
			}
			return wrapper.More
		}
		if t.Data[i] == '@' {
			return wrapper.Yes
		}
		if !ascii.IsLocal(t.Data[i]) {
			break
		}
	}
	return wrapper.No
}

// isBroken reports whether the name at Data[start] begins a line, after the prefix
// of that, and the line before ends in an address without the rest of its domain:
// "user@" or "user@a".
func (t *text) isBroken(start int) bool {
	before := bytes.TrimRight(t.Data[max(0, start-MaxHead):start], " \t>|")
	line, ok := bytes.CutSuffix(before, []byte{'\n'})
	if !ok {
		return false
	}
	line = bytes.TrimRight(line, " \t\r")
	at := bytes.LastIndexByte(line, '@')
	if at <= 0 || !ascii.IsLocal(line[at-1]) {
		return false
	}
	domain := line[at+1:]
	for _, c := range domain {
		if !isHost(c) {
			return false
		}
	}
	return !hosts.IsKnown(bytes.TrimRight(domain, "."))
}

// inBangPath reports whether the name at Data[start:end] is one of a UUCP path,
// as in "a.com!b.com!user".
func (t *text) inBangPath(start, end int) bool {
	return start > 1 && t.Data[start-1] == '!' && isHost(t.Data[start-2]) ||
		end+1 < len(t.Data) && t.Data[end] == '!' && t.hostChar(t.Data[end+1:]) > 0
}

// hasPath reports whether a host name that ends before Data[end] goes on with a
// port, a path, a query or a fragment.
func (t *text) hasPath(end int) bool {
	if end == len(t.Data) {
		return false
	}
	switch t.Data[end] {
	case '/', '?', '#':
		return true
	case ':':
		return end+1 < len(t.Data) && ascii.Is(t.Data[end+1], ascii.Digit)
	}
	return false
}

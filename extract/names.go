package extract

import (
	"bytes"
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/wrapper"
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

// address decides about the "@" at buf[i]: whether it is that of an addr-spec
// (RFC 5322, section 3.4.1) with an unquoted local part.
func (s *Scanner) address(i int) wrapper.Verdict {
	if i == s.done || s.buf[i-1] < utf8.RuneSelf && !ascii.IsLocal(s.buf[i-1]) {
		return wrapper.No
	}
	end, v := s.domain(i + 1)
	if v != wrapper.Yes {
		return v
	}
	start, run := s.localPart(i)
	local := s.buf[start:i]
	if len(local) == 0 || len(local) > maxLocal || i-run > maxRun || local[len(local)-1] == '.' || bytes.Contains(local, []byte("..")) {
		return wrapper.No
	}
	domain := s.inUTF8(s.buf[i+1 : end])
	if !isDomain(domain) || bytes.IndexByte(domain, '.') < 0 || !isTop(domain) || isUnitEnding(domain) {
		return wrapper.No
	}
	word := start + len(local) - len(bytes.TrimLeft(local, "_~"))
	switch marked := s.isMarked(word, end, s.mark(word, "_~/$")); {
	case marked == wrapper.More:
		return marked
	case marked == wrapper.Yes && word < i:
		start, run = word, word
		local = s.buf[start:i]
	case s.isInPath(start):
		return wrapper.No
	}
	v = s.isLogin(end)
	if v == wrapper.No {
		v = s.isUuencoded(start, end)
	}
	switch v {
	case wrapper.More:
		return v
	case wrapper.Yes:
		s.done = end
		return s.drop()
	}
	s.done = end
	field := s.field(run)
	if field == traces || isIdentifier(local) || isIdentifier(s.buf[run:i]) || s.isMessageID(run, field) {
		return s.drop()
	}
	return s.found(Email, start, end, s.inUTF8(s.buf[start:end]), nil, false)
}

// mark returns how often the character before buf[start] stands there, if it may
// open markup, as one of marks in front of a word: "_a.com_", "/b@a.com/"; else 0.
func (s *Scanner) mark(start int, marks string) int {
	if start == 0 || strings.IndexByte(marks, s.buf[start-1]) < 0 {
		return 0
	}
	return openingRun(s.buf[:start])
}

// isMarked decides whether buf[start:end] has markup around it: n times a character
// before it, and as often behind it, at the end of a word.
func (s *Scanner) isMarked(start, end, n int) wrapper.Verdict {
	if n == 0 {
		return wrapper.No
	}
	c := s.buf[start-1]
	for i := end; i < end+n; i++ {
		if i == len(s.buf) {
			return s.undecided()
		} else if s.buf[i] != c {
			return wrapper.No
		}
	}
	if end += n; end == len(s.buf) {
		if s.eof {
			return wrapper.Yes
		}
		return wrapper.More
	}
	return yes(s.buf[end] != c && s.buf[end] < utf8.RuneSelf && !ascii.Is(s.buf[end], ascii.AlphaDigit))
}

// isInPath reports whether a "/" stands before buf[start], and no address before
// that.
func (s *Scanner) isInPath(start int) bool {
	return start > s.done && s.buf[start-1] == '/' && (s.done == 0 || start-1 > s.done)
}

// localPart returns where the local part begins that ends before buf[end], and
// where the run of its characters does. Letters of all scripts are of it (RFC
// 6531, section 3.3). But text in a script that has no blanks between words may
// stand directly before an address; of its letters, which have no case, those
// are of the local part that end it.
func (s *Scanner) localPart(end int) (start, run int) {
	run = end
	for run > s.done && end-run <= maxRun {
		if c := s.buf[run-1]; c < utf8.RuneSelf {
			if !ascii.IsLocal(c) {
				break
			}
			run--
			continue
		}
		r, n := utf8.DecodeLastRune(s.buf[s.done:run])
		if r == utf8.RuneError || !continues(r) || !unicode.In(r, unicode.L, unicode.M, unicode.Nd) ||
			isUncased(r) && s.buf[end-1] < utf8.RuneSelf {
			break
		}
		run -= n
	}
	start = s.beginning(run+behindKey(s.buf[run:end]), end)
	if user := s.homeOf(start); user < start {
		return user, user
	}
	return start, run
}

// beginning returns where in buf[start:end] a local part or a host may begin: with
// a letter or a digit, a local part also with "_", or one "~" before these. A
// combining mark is of the character before it, and what ends an escape sequence
// is of that.
func (s *Scanner) beginning(start, end int) int {
	for start < end {
		n := 1
		switch c := s.buf[start]; {
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRune(s.buf[start:end])
			if !isMark(r) {
				return start
			}
			n = size
		case ascii.Is(c, ascii.AlphaDigit):
			if n = s.inEscape(start, end); n == 0 {
				return start
			}
		case c == '_', c == '~' && s.isAlone(start, end):
			return start
		}
		start += n
	}
	return start
}

// isAlone reports whether before buf[at] is not the same character, and behind it,
// before buf[end], a letter or a digit.
func (s *Scanner) isAlone(at, end int) bool {
	return at+1 < end && (s.buf[at+1] >= utf8.RuneSelf || ascii.Is(s.buf[at+1], ascii.AlphaDigit)) &&
		(at == 0 || s.buf[at-1] != s.buf[at])
}

// maxEscape bounds how far before a word an escape sequence begins that reaches
// into it.
const maxEscape = 16

// inEscape returns how many bytes of buf[start:end] are the end of an escape
// sequence: of a colour, "ESC [ 1 m"; of one in a string of a program, "\n" or
// "\u003c"; of a percent-encoded character that is no letter or digit, "%3C".
func (s *Scanner) inEscape(start, end int) int {
	if start == 0 {
		return 0
	}
	word := s.buf[start:end]
	switch s.buf[start-1] {
	case '[', ';', ':':
		before := s.buf[max(0, start-maxEscape):start]
		if i := bytes.LastIndexByte(before, 0x1B); i >= 0 {
			size := chars.ColourAt(s.buf[start-len(before)+i : end])
			return max(0, size-(len(before)-i))
		}
	case '\\':
		switch {
		case start > 1 && s.buf[start-2] == '\\': // it stands for itself
		case strings.IndexByte("nrt", word[0]) >= 0 && !isFilePath(s.buf[max(0, start-maxHead/2):start]):
			return 1
		case word[0] == 'u' && len(word) > 4 && lengthOf(word[1:5], ascii.Hex) == 4:
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

// homeOf returns where "~user/" begins if that stands before buf[start], as in
// "~user/list@a.com", else start. What else ends in a "/" is a path.
func (s *Scanner) homeOf(start int) int {
	i := start - 1
	if i <= s.done || s.buf[i] != '/' {
		return start
	}
	for i > s.done && start-i <= maxLocal && ascii.Is(s.buf[i-1], ascii.Unreserved) {
		if i--; s.buf[i] == '~' {
			return i
		}
	}
	return start
}

// behindKey returns where in run, which ends in a local part, that begins if
// keys and "=" stand before it, as in "user=a@a.com": at 0 where a host is named
// behind one "=", as in "list-a=a.com@b.com", which is of one piece.
func behindKey(run []byte) int {
	key, rest, ok := bytes.Cut(run, []byte{'='})
	for ; ok; key, rest, ok = bytes.Cut(rest, []byte{'='}) {
		if value, _, _ := bytes.Cut(rest, []byte{'='}); bytes.IndexByte(key, '+') >= 0 || knownHost(value) {
			return 0
		}
	}
	return bytes.LastIndexByte(run, '=') + 1
}

func isMark(r rune) bool { return unicode.Is(unicode.M, r) }

// isUncased reports whether r is a letter of a script that has no case.
func isUncased(r rune) bool { return unicode.Is(unicode.Lo, r) }

// isLogin decides whether what ends before buf[end] goes on as a path on the
// host that it names: "user@a.com:path/file", for scp, git or rsync.
func (s *Scanner) isLogin(end int) wrapper.Verdict {
	if end == len(s.buf) || s.buf[end] != ':' {
		return wrapper.No
	}
	for i := end + 1; i-end <= maxDomain; i++ {
		if i == len(s.buf) {
			if s.eof {
				return wrapper.No
			}
			return wrapper.More
		}
		switch c := s.buf[i]; {
		case c == '/', c == '~' && i == end+1:
			return wrapper.Yes
		case !ascii.Is(c, ascii.AlphaDigit) && strings.IndexByte("._-:", c) < 0:
			return wrapper.No
		}
	}
	return wrapper.No
}

// domain returns where the domain that begins at buf[start] ends; a final dot
// or hyphen is not of it, nor are letters of other scripts behind those of
// ASCII in the last label: no top-level domain has both. Nor is anything from
// where text in a script without blanks begins after a top-level domain. Of a domain
// that is longer than maxDomain octets the end is beyond them as well.
func (s *Scanner) domain(start int) (end int, v wrapper.Verdict) {
	end = start
	for {
		for end < len(s.buf) && end-start <= maxDomain && isHost(s.buf[end]) {
			end++
		}
		if end == len(s.buf) && !s.eof {
			return end, wrapper.More
		}
		if end == len(s.buf) || end-start > maxDomain || s.buf[end] < utf8.RuneSelf {
			break
		}
		if !s.eof && !utf8.FullRune(s.buf[end:]) {
			return end, wrapper.More
		}
		n := s.hostChar(s.buf[end:])
		if n == 0 || s.isTextBehind(start, end) {
			break
		}
		end += n
	}
	if end-start > maxDomain && !s.eof && !utf8.FullRune(s.buf[end:]) {
		return end, wrapper.More
	}
	if end-start <= maxDomain || !s.isHostAt(end) {
		for end > start && (s.buf[end-1] == '.' || s.buf[end-1] == '-') {
			end--
		}
	}
	top := start + bytes.LastIndexByte(s.buf[start:end], '.') + 1
	if n := lengthOf(s.buf[top:end], ascii.Alpha); n > 0 && top+n < end && s.buf[top+n] >= utf8.RuneSelf {
		end = top + n
	}
	return end, wrapper.Yes
}

// isTextBehind reports whether a domain that begins at buf[start] ends before
// buf[end], as a top-level domain does, and text in a script without blanks begins
// there.
func (s *Scanner) isTextBehind(start, end int) bool {
	r, _ := utf8.DecodeRune(s.buf[end:])
	if end == start || !ascii.Is(s.buf[end-1], ascii.Alpha) || !isSolid(r) {
		return false
	}
	name := s.buf[start:end]
	if first, rest, _ := bytes.Cut(name, []byte{'.'}); isServer(first) {
		name = rest
	}
	dot := bytes.LastIndexByte(name, '.')
	return dot >= 0 && isDelegated(name[dot+1:])
}

// isHostAt reports whether a character of a host name begins at index i.
func (s *Scanner) isHostAt(i int) bool {
	return i < len(s.buf) && s.hostChar(s.buf[i:]) > 0
}

// isHost reports whether c, of ASCII, may stand in a host name.
func isHost(c byte) bool { return ascii.Is(c, ascii.AlphaDigit) || c == '.' || c == '-' }

// hostChar returns the length of the character of a host name that b begins
// with, 0 when it begins with none: letters of all scripts, for
// internationalized names, digits, "-" and ".".
func (s *Scanner) hostChar(b []byte) int {
	if c := b[0]; c < utf8.RuneSelf {
		if isHost(c) {
			return 1
		}
		return 0
	}
	r, size := chars.Decode(b, (*chars.Fallback)(s.rules.Fallback))
	if unicode.In(r, unicode.L, unicode.M, unicode.Nd) && continues(r) {
		return size
	}
	return 0
}

// inUTF8 returns b, or a copy of it in UTF-8.
func (s *Scanner) inUTF8(b []byte) []byte {
	if utf8.Valid(b) {
		return b
	}
	return chars.AppendUTF8(nil, b, (*chars.Fallback)(s.rules.Fallback))
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

// host decides about the dot at buf[i]: whether a URL without scheme begins
// with the host name that it is in. Dots come from left to right, so it is the
// first one of the name.
func (s *Scanner) host(i int) wrapper.Verdict {
	if i+1 < len(s.buf) && s.buf[i+1] < utf8.RuneSelf && (s.buf[i+1] == '.' || !isHost(s.buf[i+1])) {
		return wrapper.No // an ellipsis, or the end of a sentence
	}
	start := s.hostStart(i)
	end, v := s.domain(start)
	if v != wrapper.Yes {
		return v
	}
	if end <= i {
		return wrapper.No
	}
	if rest := s.buf[end:]; !s.eof && len(rest) <= utf8.UTFMax && (len(rest) == 0 || rest[0] == '!' || rest[0] == ':') {
		return wrapper.More
	}
	mark := s.mark(start, "_~")
	v = yes(start == i || bytes.HasPrefix(s.buf[end:], []byte("://")) ||
		mark == 0 && start > 0 && strings.IndexByte("/\\@.$%~_", s.buf[start-1]) >= 0)
	if v == wrapper.No {
		v = s.isLocalPart(end)
	}
	if v == wrapper.No {
		v = s.endsInScheme(end)
	}
	if v == wrapper.More {
		return v
	}
	name := s.inUTF8(s.buf[start:end])
	if v == wrapper.Yes || s.inBangPath(start, end) || !isDomain(name) || !isTop(name) || !knownHost(name) ||
		s.notProse && !isServer(name) || s.isBroken(start) {
		s.pos = end
		return wrapper.No
	}
	switch v := s.isUuencoded(start, end); v {
	case wrapper.More:
		return v
	case wrapper.Yes:
		s.done = end
		return s.drop()
	}
	if s.hasPath(end) {
		return s.hostAndMore(start, end, mark)
	}
	if v := s.isHostAlone(name, start, end, mark); v == wrapper.More {
		return v
	} else if s.done = end; v == wrapper.No || s.field(start) == traces {
		return s.drop()
	}
	return s.found(Schemeless, start, end, name, nil, false)
}

// hostStart returns where the name begins that the dot at buf[dot] is the first of.
func (s *Scanner) hostStart(dot int) int {
	start, foreign := dot, false
	for start > s.done && dot-start <= 4*maxLabel {
		if c := s.buf[start-1]; c < utf8.RuneSelf {
			if c == '.' || !isHost(c) {
				break
			}
			start--
			continue
		}
		_, n := utf8.DecodeLastRune(s.buf[s.done:start])
		if s.hostChar(s.buf[start-n:start]) == 0 {
			break
		}
		start, foreign = start-n, true
	}
	if start > 0 && s.buf[start-1] == '@' {
		return start
	}
	if dot-start <= 4*maxLabel { // else the label is too long
		start = s.beginning(start, dot)
	}
	if foreign {
		return s.afterText(start, dot)
	}
	return start
}

// hostAndMore decides about the host name at buf[start:end] and what is behind
// it: a port, a path, a query or a fragment. The run of markup that is before it,
// if n is not 0, stands again behind that.
func (s *Scanner) hostAndMore(start, end, n int) wrapper.Verdict {
	switch v := s.run(start, start, start-1, s.opts.Rejoin != RejoinNone && s.opts.Rejoin != RejoinWrapped); v {
	case wrapper.More:
		return v
	case wrapper.No:
		return s.passOver()
	}
	if s.isTooLong() {
		return s.drop()
	}
	b := &s.bare
	host, port, path := splitHost(b.out)
	v := wrapper.Yes
	if !port && !path {
		v = s.isHostAlone(host, start, b.end(), n)
	} else if n > 0 {
		v = s.isMarked(start, b.end(), n)
	}
	if v == wrapper.More {
		return v
	}
	s.done = max(end, b.end())
	if v == wrapper.No || !isDomain(host) || s.field(start) == traces ||
		port && !path && !s.isHostAndPort(host, start, b.end()) {
		return s.drop()
	}
	return s.foundBare(Schemeless, start)
}

// splitHost returns the host that url, without a scheme, begins with, and what
// is behind it: a port, or more than that.
func splitHost(url []byte) (host []byte, port, path bool) {
	host = url
	if i := bytes.IndexAny(url, "/?#"); i >= 0 {
		host, path = url[:i], true
	}
	host, _, port = bytes.Cut(host, []byte{':'})
	return host, port, path
}

// afterText returns where the name begins of which buf[start:end] is the first
// label, if letters of a script that has no blanks between words stand before
// it: at "www", or at letters and digits of ASCII that end the label.
func (s *Scanner) afterText(start, end int) int {
	if www := end - len("www"); www > start && s.buf[www-1] >= utf8.RuneSelf && strings.EqualFold(string(s.buf[www:end]), "www") {
		return www
	}
	begin := end
	for begin > start && s.buf[begin-1] < utf8.RuneSelf {
		begin--
	}
	text := bytes.TrimRightFunc(s.buf[start:begin], isMark)
	if r, _ := utf8.DecodeLastRune(text); begin < end && r != utf8.RuneError && isUncased(r) && s.buf[begin] != '-' {
		return begin
	}
	return start
}

// endsInScheme decides whether what ends before buf[end] ends in the scheme of a URL, as
// in "1.news:comp.lang.c".
func (s *Scanner) endsInScheme(end int) wrapper.Verdict {
	if end == len(s.buf) || s.buf[end] != ':' {
		return wrapper.No
	}
	start, ok := s.rules.Schemes.Before(s.buf[s.done:], end-s.done)
	if !ok {
		return wrapper.No
	}
	return s.rules.Schemes.Begins(s.buf, s.done+start, end, s.eof)
}

// isLocalPart decides whether the name that ends before buf[end] is of the
// local part of an address.
func (s *Scanner) isLocalPart(end int) wrapper.Verdict {
	for i := end; i-end <= maxLocal; i++ {
		if i == len(s.buf) {
			if s.eof {
				return wrapper.No
			}
			return wrapper.More
		}
		if s.buf[i] == '@' {
			return wrapper.Yes
		}
		if !ascii.IsLocal(s.buf[i]) {
			break
		}
	}
	return wrapper.No
}

// isBroken reports whether the name at buf[start] begins a line, behind the prefix
// of that, and the line before ends in an address without the rest of its domain:
// "user@" or "user@a".
func (s *Scanner) isBroken(start int) bool {
	before := bytes.TrimRight(s.buf[max(0, start-maxHead):start], " \t>|")
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
	return !knownHost(bytes.TrimRight(domain, "."))
}

// inBangPath reports whether the name at buf[start:end] is one of a UUCP path,
// as in "a.com!b.com!user".
func (s *Scanner) inBangPath(start, end int) bool {
	return start > 1 && s.buf[start-1] == '!' && isHost(s.buf[start-2]) ||
		end+1 < len(s.buf) && s.buf[end] == '!' && s.hostChar(s.buf[end+1:]) > 0
}

// hasPath reports whether a host name that ends before buf[end] goes on with a
// port, a path, a query or a fragment.
func (s *Scanner) hasPath(end int) bool {
	if end == len(s.buf) {
		return false
	}
	switch s.buf[end] {
	case '/', '?', '#':
		return true
	case ':':
		return end+1 < len(s.buf) && ascii.Is(s.buf[end+1], ascii.Digit)
	}
	return false
}

package extract

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/wrapper"
)

const (
	maxLocal  = 64  // octets of a local part (RFC 5321, section 4.5.3.1.1)
	maxDomain = 255 // octets of a domain (RFC 5321, section 4.5.3.1.2)
	maxLabel  = 63  // octets of a label (RFC 1035, section 2.3.4)
)

// address decides about the "@" at buf[i]: whether it is that of an addr-spec
// (RFC 5322, section 3.4.1) with an unquoted local part.
func (s *Scanner) address(i int) wrapper.Verdict {
	start := i
	for start > s.done && i-start <= maxLocal && isLocal(s.buf[start-1]) {
		start--
	}
	for start < i && s.buf[start] != '_' && !ascii.Is(s.buf[start], ascii.AlphaDigit) {
		start++
	}
	local := s.buf[start:i]
	if s.inCasedWord(start) || len(local) == 0 || len(local) > maxLocal || local[len(local)-1] == '.' || bytes.Contains(local, []byte("..")) {
		return wrapper.No
	}
	end, v := s.domain(i + 1)
	if v != wrapper.Yes {
		return v
	}
	domain := s.inUTF8(s.buf[i+1 : end])
	if !isDomain(domain) || bytes.IndexByte(domain, '.') < 0 || !isTop(domain) {
		return wrapper.No
	}
	s.done = end
	if s.isMessageID(start) {
		return s.drop()
	}
	return s.found(Email, start, end, s.inUTF8(s.buf[start:end]), nil, false)
}

// inCasedWord reports whether a letter outside ASCII goes before buf[start], of
// a script that has blanks between words: as in "müller@a.com", of which
// "ller@a.com" is not to be taken.
func (s *Scanner) inCasedWord(start int) bool {
	r, _ := utf8.DecodeLastRune(s.buf[s.done:start])
	return r >= utf8.RuneSelf && r != utf8.RuneError && (unicode.IsUpper(r) || unicode.IsLower(r))
}

// isLocal reports whether c may stand in a local part. Of RFC 5322's atext
// those are left out that in text stand before an address and not in it.
func isLocal(c byte) bool {
	return ascii.Is(c, ascii.AlphaDigit) || strings.IndexByte("._+-='&%~!$", c) >= 0
}

// domain returns where the domain that begins at buf[start] ends; a final dot
// or hyphen is not of it.
func (s *Scanner) domain(start int) (end int, v wrapper.Verdict) {
	end = start
	for end-start <= maxDomain {
		if end == len(s.buf) {
			if !s.eof {
				return end, wrapper.More
			}
			break
		}
		if !s.eof && !utf8.FullRune(s.buf[end:]) {
			return end, wrapper.More
		}
		n := s.hostChar(s.buf[end:])
		if n == 0 {
			break
		}
		end += n
	}
	for end > start && (s.buf[end-1] == '.' || s.buf[end-1] == '-') {
		end--
	}
	return end, wrapper.Yes
}

// hostChar returns the length of the character of a host name that b begins
// with, 0 when it begins with none: letters of all scripts, for
// internationalized names, digits, "-" and ".".
func (s *Scanner) hostChar(b []byte) int {
	if c := b[0]; c < utf8.RuneSelf {
		if c == '-' || c == '.' || ascii.Is(c, ascii.AlphaDigit) {
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
	for label := range bytes.SplitSeq(name, []byte{'.'}) {
		if n := len(label); n == 0 || n > maxLabel || label[0] == '-' || label[n-1] == '-' {
			return false
		}
	}
	return true
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

// isMessageID reports whether the text before buf[at] says that what begins
// there is the identifier of a message, which looks like an address: behind
// "In article", say, or within "<>" in a header field that holds identifiers.
func (s *Scanner) isMessageID(at int) bool {
	before := s.buf[max(0, at-lookBehind):at]
	angle := len(before) > 0 && before[len(before)-1] == '<'
	if angle {
		before = before[:len(before)-1]
	}
	words := bytes.TrimRight(before, " \t\r\n>|")
	if angle && bytes.Equal(words[bytes.LastIndexByte(words, '\n')+1:], []byte("In")) {
		return true
	}
	for _, w := range [...]string{"article", "in message", "message id:", "message-id:", "news:"} {
		if n := len(words) - len(w); n >= 0 && strings.EqualFold(string(words[n:]), w) &&
			(n == 0 || !ascii.Is(words[n-1], ascii.Alpha)) {
			return true
		}
	}
	return angle && inIdentifierField(before)
}

// inIdentifierField reports whether text ends within a header field, folded or
// not, quoted or not, that holds identifiers of messages.
func inIdentifierField(text []byte) bool {
	for {
		i := bytes.LastIndexByte(text, '\n')
		line := text[i+1:]
		if marks := len(line) - len(bytes.TrimLeft(line, ">|")); marks > 0 {
			line = bytes.TrimPrefix(line[marks:], []byte{' '})
		}
		field := bytes.TrimLeft(line, " \t")
		if name, _, ok := bytes.Cut(field, []byte{':'}); ok {
			switch strings.ToLower(string(name)) {
			case "message-id", "in-reply-to", "references", "supersedes", "content-id",
				"resent-message-id", "original-message-id":
				return true
			}
		}
		folded := i >= 0 && len(field) < len(line) || len(field) == 0
		if !folded || i < 0 {
			return false
		}
		text = text[:i]
	}
}

// host decides about the dot at buf[i]: whether a URL without scheme begins
// with the host name that it is in. Dots come from left to right, so it is the
// first one of the name.
func (s *Scanner) host(i int) wrapper.Verdict {
	start := i
	for start > s.done && i-start <= 4*maxLabel {
		_, n := utf8.DecodeLastRune(s.buf[s.done:start])
		if s.buf[start-n] == '.' || s.hostChar(s.buf[start-n:start]) == 0 {
			break
		}
		start -= n
	}
	for start < i && s.buf[start] == '-' {
		start++
	}
	if www := i - len("www"); www > start && s.buf[www-1] >= utf8.RuneSelf && strings.EqualFold(string(s.buf[www:i]), "www") {
		start = www // in text without blanks between words
	}
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
	if bytes.HasPrefix(s.buf[end:], []byte("://")) {
		s.pos = end
		return wrapper.No
	}
	if v := s.isLocalPart(end); v == wrapper.More {
		return v
	} else if v == wrapper.Yes || start == i || start > 0 && strings.IndexByte("/\\@.$%~_", s.buf[start-1]) >= 0 {
		s.pos = end
		return wrapper.No
	}
	name := s.inUTF8(s.buf[start:end])
	if s.inBangPath(start, end) || !isDomain(name) || !isTop(name) || !knownHost(name) {
		s.pos = end
		return wrapper.No
	}
	if !s.hasPath(end) {
		s.done = end
		if !s.isHostAlone(name, start) {
			return s.drop()
		}
		return s.found(Schemeless, start, end, name, nil, false)
	}
	switch v := s.run(start, start, start-1, s.opts.Rejoin != RejoinNone && s.opts.Rejoin != RejoinWrapped); v {
	case wrapper.More:
		return v
	case wrapper.No:
		s.pos = end
		return v
	}
	b := &s.bare
	s.done = max(end, b.end())
	host := b.out
	if k := bytes.IndexAny(host, "/?#:"); k >= 0 {
		host = host[:k]
	}
	if !isDomain(host) || len(host) == len(b.out) && !s.isHostAlone(host, start) {
		return s.drop()
	}
	return s.found(Schemeless, start, b.end(), b.out, b.hyphens, b.lines > 1)
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
		if !isLocal(s.buf[i]) {
			break
		}
	}
	return wrapper.No
}

// inBangPath reports whether the name at buf[start:end] is one of a UUCP path,
// as in "a.com!b.com!user".
func (s *Scanner) inBangPath(start, end int) bool {
	return start > 0 && s.buf[start-1] == '!' ||
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

// knownHost reports whether name is one of those that are known for hosts by
// their first label, or ends in a public suffix that ICANN has delegated.
func knownHost(name []byte) bool {
	lower := strings.ToLower(string(name))
	if rest, ok := strings.CutPrefix(lower, "www."); ok {
		return strings.IndexByte(rest, '.') > 0 || len(rest) > 3
	}
	if rest, ok := strings.CutPrefix(lower, "ftp."); ok {
		return strings.IndexByte(rest, '.') > 0
	}
	if name, err := idna.ToASCII(lower); err == nil {
		lower = name // the list has A-labels
	}
	suffix, icann := publicsuffix.PublicSuffix(lower)
	if icann {
		return suffix != lower
	}
	// "github.io" is a suffix by the wish of its owner, below one of ICANN's.
	_, parent, private := strings.Cut(suffix, ".")
	if private {
		_, icann = publicsuffix.PublicSuffix("a." + parent)
	}
	return icann
}

// isHostAlone reports whether name, without a path behind it, is to be taken
// for a host: not for the name of a file, for an abbreviation, or for the end
// of one sentence and the beginning of the next.
func (s *Scanner) isHostAlone(name []byte, start int) bool {
	first, _, _ := bytes.Cut(name, []byte{'.'})
	if bytes.EqualFold(first, []byte("www")) || bytes.EqualFold(first, []byte("ftp")) {
		return true
	}
	top := name[bytes.LastIndexByte(name, '.')+1:]
	if !bytes.Equal(top, bytes.ToLower(top)) && !bytes.Equal(top, bytes.ToUpper(top)) {
		return false
	}
	if isFileEnding(string(bytes.ToLower(top))) {
		return false
	}
	word := false
	for label := range bytes.SplitSeq(name[:len(name)-len(top)-1], []byte{'.'}) {
		word = word || len(label) >= 2 && bytes.ContainsFunc(label, unicode.IsLetter)
	}
	if !word {
		return false
	}
	before := bytes.TrimRight(s.buf[max(0, start-maxHead):start], " \t")
	if rest, ok := bytes.CutSuffix(before, []byte(" at")); ok && len(before) < start-max(0, start-maxHead) {
		rest = bytes.TrimRight(rest, " \t")
		return len(rest) == 0 || !ascii.Is(rest[len(rest)-1], ascii.AlphaDigit)
	}
	return true
}

// isFileEnding reports whether a top-level domain is met more often as the
// ending of a file's name.
func isFileEnding(top string) bool {
	switch top {
	case "md", "py", "rs", "sh", "pl", "ps", "cc", "zip", "mov", "so", "app", "pm", "ml", "mm",
		"st", "la", "am", "in", "cat", "mk", "tf", "ms", "java", "pub", "cab":
		return true
	}
	return false
}

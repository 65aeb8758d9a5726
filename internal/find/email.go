package find

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/ends"
	"github.com/urlgrep/urlgrep/internal/hosts"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

const (
	maxLocal = 64 // octets of a local part (RFC 5321, section 4.5.3.1.1)

	// maxRun bounds the run of octets of a local part that is read back from an "@". The
	// beginning of the run decides where the local part begins, so a longer run has no
	// local part at its end.
	maxRun = 2 << 10
)

// address decides about the "@" at Data[i]: whether it is the "@" of an addr-spec (RFC
// 5322, section 3.4.1) with an unquoted local part.
func (f *Finder) address(i int) decision {
	if i == f.floor || f.Data[i-1] < utf8.RuneSelf && !ascii.IsLocal(f.Data[i-1]) {
		return none
	}
	end, v := f.domain(i + 1)
	if v != verdict.Yes {
		return decided(v)
	}
	start, run := f.localPart(i)
	if end < len(f.Data) && f.Data[end] == '\'' {
		start += literalPrefix(f.Data[start:i])
	}
	local := f.Data[start:i]
	if len(local) == 0 || len(local) > maxLocal || i-run > maxRun || local[len(local)-1] == '.' || bytes.Contains(local, []byte("..")) {
		return none
	}
	domain := f.inUTF8(f.Data[i+1 : end])
	if !isDomain(domain) || bytes.IndexByte(domain, '.') < 0 || !hasTopLevel(domain) || hasFileExtension(domain) {
		return none
	}
	word := start + len(local) - len(bytes.TrimLeft(local, "_~"))
	switch marked := f.isMarkedUp(word, end, f.markupBefore(word, "_~/$")); {
	case marked == verdict.More:
		return undecided
	case marked == verdict.Yes && word < i:
		start, run = word, word
		local = f.Data[start:i]
	case f.isInPath(start):
		return none
	}
	v = f.isRemotePath(end)
	if v == verdict.No {
		v = f.isUuencoded(start, end)
	}
	switch v {
	case verdict.More:
		return undecided
	case verdict.Yes:
		return skipTo(end)
	}
	field := f.field.useAt(&f.text, run)
	if field == trace || isIdentifier(local) || isIdentifier(f.Data[run:i]) || f.isMessageID(run, field) {
		return skipTo(end)
	}
	return f.found(Candidate{
		Kind: Email, From: start, To: end, Start: start, End: end, URL: f.inUTF8(f.Data[start:end]),
	}, end)
}

// localPart returns the beginning of the local part that ends at Data[end], and that of
// the run of its characters. Letters of all scripts are part of it (RFC 6531, section
// 3.3).
//
// Text in a script without spaces between words may directly precede an address. Its
// letters have no case. They are read as part of the local part only if the local part
// also ends in a character outside ASCII.
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
		if r == utf8.RuneError || ends.Rune(r) != ends.GoesOn || !unicode.In(r, unicode.L, unicode.M, unicode.Nd) ||
			isUncased(r) && t.Data[end-1] < utf8.RuneSelf {
			break
		}
		run -= n
	}
	start = t.nameStart(run+afterKey(t.Data[run:end]), end)
	if user := t.homeOf(start); user < start {
		return user, user
	}
	return start, run
}

// literalPrefix returns the length of the letter and the single quote that local begins
// with, if they begin a string literal: N'…' and E'…' in SQL, or b'…', f'…', r'…' and u'…'
// in Python. In a name, other letters precede the apostrophe: "O'Hara", "d'Arcy".
func literalPrefix(local []byte) int {
	if len(local) > 2 && local[1] == '\'' && local[2] != '\'' && strings.IndexByte("nebfru", ascii.Lower(local[0])) >= 0 {
		return 2
	}
	return 0
}

// isInPath reports whether "/" precedes Data[start] and no candidate ends directly before
// that "/".
func (t *text) isInPath(start int) bool {
	return start > t.floor && t.Data[start-1] == '/' && (t.floor == 0 || start-1 > t.floor)
}

// homeOf returns the beginning of "~user/" if that precedes Data[start], as in
// "~user/list@a.com", and start otherwise. Any other word that ends in "/" is a path.
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

// afterKey returns the offset in run of the local part that run ends in, after keys with
// "=": that of "a" in "user=a@a.com". It returns 0 if one of the values is a host, as in
// "list-a=a.com@b.com", or one of the keys has a "+" or is longer than a local part: then
// all of run is the local part.
func afterKey(run []byte) int {
	key, rest, ok := bytes.Cut(run, []byte{'='})
	for ; ok; key, rest, ok = bytes.Cut(rest, []byte{'='}) {
		name := key[bytes.LastIndexByte(key, '&')+1:] // "a=b&user=joe@a.com"
		if value, _, _ := bytes.Cut(rest, []byte{'='}); len(name) > maxLocal || bytes.IndexByte(key, '+') >= 0 || hosts.IsKnown(value) {
			return 0
		}
	}
	return bytes.LastIndexByte(run, '=') + 1
}

// isRemotePath decides whether the address that ends at Data[end] is the login of a path
// on that host: "user@a.com:path/file", as for scp, git and rsync.
func (t *text) isRemotePath(end int) verdict.Verdict {
	if end == len(t.Data) || t.Data[end] != ':' {
		return verdict.No
	}
	for i := end + 1; i-end <= maxDomain; i++ {
		if i == len(t.Data) {
			if t.EOF {
				return verdict.No
			}
			return verdict.More
		}
		switch c := t.Data[i]; {
		case c == '/', c == '~' && i == end+1:
			return verdict.Yes
		case !ascii.Is(c, ascii.AlphaDigit) && strings.IndexByte("._-:", c) < 0:
			return verdict.No
		}
	}
	return verdict.No
}

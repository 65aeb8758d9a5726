package find

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/hosts"
	"github.com/urlgrep/urlgrep/internal/wrapper"
)

const (
	maxLocal = 64 // octets of a local part (RFC 5321, section 4.5.3.1.1)

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
	if !isDomain(domain) || bytes.IndexByte(domain, '.') < 0 || !hasTopLevel(domain) || hasFileExtension(domain) {
		return none
	}
	word := start + len(local) - len(bytes.TrimLeft(local, "_~"))
	switch marked := f.isMarkedUp(word, end, f.markupBefore(word, "_~/$")); {
	case marked == wrapper.More:
		return undecided
	case marked == wrapper.Yes && word < i:
		start, run = word, word
		local = f.Data[start:i]
	case f.isInPath(start):
		return none
	}
	v = f.isRemotePath(end)
	if v == wrapper.No {
		v = f.isUuencoded(start, end)
	}
	switch v {
	case wrapper.More:
		return undecided
	case wrapper.Yes:
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
		if r == utf8.RuneError || !isURLRune(r) || !unicode.In(r, unicode.L, unicode.M, unicode.Nd) ||
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

// isInPath reports whether a "/" stands before Data[start], and no address before
// that.
func (t *text) isInPath(start int) bool {
	return start > t.floor && t.Data[start-1] == '/' && (t.floor == 0 || start-1 > t.floor)
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

// isRemotePath decides whether what ends before Data[end] goes on as a path on the
// host that it names: "user@a.com:path/file", for scp, git or rsync.
func (t *text) isRemotePath(end int) wrapper.Verdict {
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

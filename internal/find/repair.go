package find

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/hosts"
	"github.com/urlgrep/urlgrep/internal/percent"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/parse"
)

// A repairer rewrites a reference that browsers follow although it is not valid, so that
// it is valid and leads to the same place: WHATWG URL standard, "basic URL parser". It
// changes nothing that is valid at the level parse.Lenient, except for what browsers read
// as other text: backslashes and the number of slashes.
type repairer struct {
	special bool // the scheme is special in the standard
	file    bool // the scheme is "file"
}

// repairerOf returns the repairer for a scheme.
func repairerOf(name []byte) repairer {
	special := scheme.Has(name, scheme.Special)
	return repairer{special, special && ascii.EqualFold(name, "file")}
}

// The sets of octets that Lenient accepts in the path, the query and the fragment, and in
// the userinfo, besides "%".
const (
	tailChar     = ascii.PChar | ascii.Slash | ascii.Question | ascii.National
	userinfoChar = ascii.Unreserved | ascii.SubDelim | ascii.Colon | ascii.At
)

// url returns value, whose scheme ends at colon, as browsers read it. It returns value
// itself if there is nothing to repair.
func (r repairer) url(value []byte, colon int) []byte {
	rest := value[colon+1:]
	slashes := r.slashes(rest)
	if usual := slashes == 2 || r.file && slashes > 2 || !r.special; usual && isPlain(rest) && !r.driveForHost(rest) {
		return value
	}
	out := append(make([]byte, 0, len(value)+16), value[:colon+1]...)
	switch {
	case r.file && slashes <= 3 && hasDrive(rest[slashes:]):
		root := "///" // file:c:\a, file://c:\a
		if slashes == 1 {
			root = "/"
		}
		out, rest = drive(append(out, root...), rest[slashes:])
		return r.tail(out, rest, false)
	case r.special && !r.file:
		out, rest = r.authority(append(out, "//"...), rest[slashes:])
		return r.tail(out, rest, false)
	}
	return r.reference(out, rest)
}

// isReadOtherwise reports whether browsers may read url, which is valid at Lenient and
// has a scheme that ends at colon, as other text.
func isReadOtherwise(url []byte, colon int) bool {
	s := scheme.Lookup(url[:colon])
	if s == nil || !s.Is(scheme.Special) {
		return false
	}
	rest, ok := bytes.CutPrefix(url[colon+1:], []byte("//"))
	return !ok || len(rest) == 0 || rest[0] == '/' || s.Name == "file" || bytes.IndexByte(rest, '\\') >= 0
}

// relative returns ref, which has no scheme and is relative to a URL with the scheme of
// r, as browsers read it.
func (r repairer) relative(ref []byte) []byte {
	slashes := r.slashes(ref)
	if isPlain(ref) && (slashes <= 2 || !r.special || r.file) && !r.driveForHost(ref) {
		return ref
	}
	out := make([]byte, 0, len(ref)+16)
	switch {
	case r.file && slashes <= 3 && hasDrive(ref[slashes:]):
		root := "/"
		if slashes >= 2 {
			root = "///"
		}
		out, ref = drive(append(out, root...), ref[slashes:])
		return r.tail(out, ref, false)
	case r.special && !r.file && slashes > 2:
		ref = ref[slashes-2:]
	}
	return r.reference(out, ref)
}

// reference appends ref, the text after a scheme or a relative reference, to out.
func (r repairer) reference(out, ref []byte) []byte {
	opaque := len(out) > 0 && r.slashes(ref) == 0
	if r.slashes(ref) >= 2 {
		out, ref = r.authority(append(out, "//"...), ref[2:])
	}
	return r.tail(out, ref, opaque)
}

// tail appends a path, query and fragment to out.
func (r repairer) tail(out, s []byte, opaque bool) []byte {
	end := bytes.IndexAny(s, "?#")
	if end < 0 {
		end = len(s)
	}
	out = r.path(out, s[:end], opaque)
	query, fragment, found := bytes.Cut(s[end:], []byte{'#'})
	out = encode(out, query, true)
	if found {
		out = encode(append(out, '#'), fragment, false)
	}
	return out
}

// drive appends the Windows drive at the beginning of s to out: "c|" is "c:". It returns
// the text after it.
func drive(out, s []byte) (to, rest []byte) { return append(out, s[0], ':'), s[2:] }

// authority appends the authority at the beginning of s to out. It returns the text after
// it.
func (r repairer) authority(out, s []byte) (to, rest []byte) {
	end := 0
	for end < len(s) && !r.isSlash(s[end]) && s[end] != '?' && s[end] != '#' {
		end++
	}
	at := bytes.LastIndexByte(s[:end], '@')
	if at >= 0 {
		out = encodeUserinfo(out, s[:at])
	}
	return append(out, s[max(0, at):end]...), s[end:]
}

// path appends a path to out. In a path without root, which has no segments, quotes and
// angle brackets stay (standard, "opaque path state"), so that it is not valid.
func (r repairer) path(out, path []byte, opaque bool) []byte {
	switch {
	case opaque && !r.special:
		return append(out, bytes.ReplaceAll(path, []byte(" "), []byte("%20"))...)
	case r.special && bytes.IndexByte(path, '\\') >= 0:
		path = bytes.ReplaceAll(path, []byte(`\`), []byte("/"))
	}
	return encode(out, path, false)
}

// slashes returns the number of slashes at the beginning of s.
func (r repairer) slashes(s []byte) (n int) {
	for n < len(s) && r.isSlash(s[n]) {
		n++
	}
	return n
}

// isSlash reports whether browsers read c as "/" before the query.
func (r repairer) isSlash(c byte) bool { return c == '/' || r.special && c == '\\' }

// isPlain reports whether s has no byte that may need a repair in some component.
func isPlain(s []byte) bool {
	for _, c := range s {
		if !ascii.Is(c, ascii.PChar|ascii.Slash|ascii.Question) && c != '#' && c != '%' {
			return false
		}
	}
	return bytes.IndexByte(s, '@') < 0 || bytes.IndexByte(s, '%') < 0
}

// hasDrive reports whether s begins with a Windows drive letter, as in "c:\a" and "c|/a".
func hasDrive(s []byte) bool {
	return len(s) >= 2 && ascii.Is(s[0], ascii.Alpha) && (s[1] == ':' || s[1] == '|') &&
		(len(s) == 2 || strings.IndexByte(`/\?#`, s[2]) >= 0)
}

// driveForHost reports whether a drive is written in the place of the host in the URL of
// a file, as in "//c:/a".
func (r repairer) driveForHost(rest []byte) bool {
	return r.file && r.slashes(rest) == 2 && hasDrive(rest[2:])
}

// encode appends s to out, with escapes for the characters that Lenient does not accept
// in a path, a query or a fragment. If private is set, private characters stay, as they
// do in a query.
func encode(out, s []byte, private bool) []byte {
	for len(s) > 0 {
		if c := s[0]; ascii.Is(c, tailChar) || c == '%' || c == '#' {
			out, s = append(out, c), s[1:]
			continue
		}
		r, n := utf8.DecodeRune(s)
		if chars.InIRI(r, private) {
			out = append(out, s[:n]...)
		} else {
			out = escapeAll(out, s[:n])
		}
		s = s[n:]
	}
	return out
}

// encodeUserinfo is encode for userinfo, where Lenient does not accept "%" without two
// hexadecimal digits after it, nor white space beyond ASCII.
func encodeUserinfo(out, s []byte) []byte {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRune(s[i:])
		switch {
		case percent.Begins(s[i:]),
			r < utf8.RuneSelf && ascii.Is(s[i], userinfoChar),
			chars.InIRI(r, false) && !chars.IsSpace(r):
			out = append(out, s[i:i+n]...)
		default:
			out = escapeAll(out, s[i:i+n])
		}
		i += n
	}
	return out
}

// escapeAll appends an escape for each octet of s.
func escapeAll(out, s []byte) []byte {
	for _, c := range s {
		out = percent.Append(out, c)
	}
	return out
}

// isFollowed reports whether browsers follow url, which was repaired: it is valid, and if
// its scheme is special, its host is one that they accept.
func isFollowed(url []byte, special bool) bool {
	u, err := parse.Parse(string(url), parse.Lenient)
	if err != nil || !special {
		return err == nil
	}
	if u.Scheme == "file" && (u.Userinfo.Present || u.Port.Present) {
		return false
	}
	if _, err := strconv.ParseUint(u.Port.Value, 10, 16); u.Port.Value != "" && err != nil {
		return false
	}
	switch u.HostKind {
	case "ipv4", "ipv6":
		return true
	case "reg-name":
		return hosts.IsFollowed(u.Host.Value)
	}
	return u.Scheme == "file" && u.HostKind != "ipvfuture"
}

package find

import (
	"bytes"
	"net/netip"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/escape"
	"github.com/urlgrep/urlgrep/internal/hosts"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// host decides about the dot at Data[i]: whether a URL without a scheme begins with the
// host name around it. Dots are visited from left to right, so the dot is the first one
// of the name.
func (f *Finder) host(i int) decision {
	if i+1 < len(f.Data) && f.Data[i+1] < utf8.RuneSelf && (f.Data[i+1] == '.' || !isHost(f.Data[i+1])) {
		return none // an ellipsis, or the end of a sentence
	}
	start := f.hostStart(i)
	end, v := f.domain(start)
	if v != verdict.Yes {
		return decided(v)
	}
	if end <= i {
		return none
	}
	if rest := f.Data[end:]; !f.EOF && len(rest) <= utf8.UTFMax && (len(rest) == 0 || rest[0] == '!' || rest[0] == ':') {
		return undecided
	}
	mark := f.markupBefore(start, "_~")
	v = verdict.Of(start == i || bytes.HasPrefix(f.Data[end:], []byte("://")) ||
		mark == 0 && start > 0 && strings.IndexByte("\\@.$%~_", f.Data[start-1]) >= 0)
	if v == verdict.No && start > 0 && f.Data[start-1] == '/' {
		v = f.isNetworkPath(start, end).Not()
	}
	if v == verdict.No {
		v = f.isLocalPart(end)
	}
	if v == verdict.No {
		v = f.endsInScheme(end)
	}
	if v == verdict.More {
		return undecided
	}
	name := f.inUTF8(f.Data[start:end])
	if v == verdict.Yes || f.inBangPath(start, end) || !isDomain(name) ||
		!(hasTopLevel(name) && hosts.IsKnown(name) || isIPv4(name) && f.isRefanged(start, end)) ||
		!f.prose && !isServer(name) || f.isBroken(start) || f.isRelativeFile(start) {
		return resumeAt(end)
	}
	switch f.isUuencoded(start, end) {
	case verdict.More:
		return undecided
	case verdict.Yes:
		return skipTo(end)
	}
	switch f.hasPath(start, end) {
	case verdict.More:
		return undecided
	case verdict.Yes:
		return f.hostWithPath(start, end, mark)
	}
	switch v := f.isLikelyHost(name, start, end, mark); {
	case v == verdict.More:
		return undecided
	case v == verdict.No, f.field.useAt(&f.text, start) == trace:
		return skipTo(end)
	}
	return f.found(Candidate{Kind: Schemeless, From: start, To: end, Start: start, End: end, URL: name}, end)
}

// hostStart returns the beginning of the name whose first dot is Data[dot].
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
	if dot-start <= 4*maxLabel { // otherwise the label is too long
		start = t.nameStart(start, dot)
	}
	if foreign {
		return t.afterText(start, dot)
	}
	return start
}

// afterText returns the beginning of the name whose first label ends at Data[end], if
// letters of a script without spaces between words may precede it in Data[start:end]: the
// beginning of "www" that ends the label, or of the letters and digits of ASCII that do.
// Otherwise it returns start.
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

// hostWithPath decides about the host name at Data[start:end] and the port, path, query
// or fragment after it. If n is not 0, n bytes of markup are before the name, and must
// follow the URL too.
func (f *Finder) hostWithPath(start, end, n int) decision {
	if port := f.portInField(end); port > 0 && n == 0 {
		if !f.isHostAndPort(f.Data[start:end], f.Data[end+1:port], start, port) || f.field.useAt(&f.text, start) == trace {
			return skipTo(port)
		}
		return f.found(Candidate{Kind: Schemeless, From: start, To: port, Start: start, End: port, URL: f.inUTF8(f.Data[start:port])}, port)
	}
	from := start
	if start > 0 && f.Data[start-1] == '/' {
		from = start - len("//")
	}
	b := &f.reader
	switch b.run(&f.text, beginning{from: from, start: start, colon: start - 1, joins: !f.followsWWW(from), inField: f.isInField(from)}) {
	case verdict.More:
		return undecided
	case verdict.No:
		return f.skipLong()
	}
	if len(b.url) > f.rules.MaxURL {
		return tooLong(max(f.floor, b.output.end()))
	}
	host, port, path := splitHost(b.url)
	v := verdict.Yes
	if port == nil && !path {
		if v = f.isLikelyHost(host, start, b.output.end(), n); v == verdict.Yes {
			v = verdict.Of(isServer(host) || isQuery(b.url[len(host):]))
		}
	} else if n > 0 {
		v = f.isMarkedUp(start, b.output.end(), n)
	}
	if v == verdict.More {
		return undecided
	}
	end = max(end, b.output.end())
	if v == verdict.No || !isDomain(host) || f.field.useAt(&f.text, start) == trace ||
		port != nil && !path && !f.isHostAndPort(host, port, start, b.output.end()) {
		return skipTo(end)
	}
	return f.foundBare(Schemeless, start, end)
}

// isIPv4 reports whether name is an IPv4 address.
func isIPv4(name []byte) bool {
	if len(name) > len("255.255.255.255") || !ascii.Is(name[len(name)-1], ascii.Digit) {
		return false
	}
	address, err := netip.ParseAddr(string(name))
	return err == nil && address.Is4()
}

// portInField returns the end of the port after the host name that ends at Data[end], if
// a byte follows it that separates fields, or is markup of AsciiDoc; otherwise 0.
func (t *text) portInField(end int) int {
	if t.Data[end] != ':' {
		return 0
	}
	n := ascii.Len(t.Data[end+1:], ascii.Digit)
	end += 1 + n
	if n > maxPort || end == len(t.Data) || strings.IndexByte(",;+", t.Data[end]) < 0 {
		return 0
	}
	return end
}

// maxPort is the number of digits of the greatest port, 65535.
const maxPort = 5

// splitHost returns the host that url, which has no scheme, begins with, the port after it,
// which is nil if no colon follows the host, and whether a path follows.
func splitHost(url []byte) (host, port []byte, path bool) {
	host = url
	if i := bytes.IndexAny(url, "/?#"); i >= 0 {
		host, path = url[:i], url[i] == '/'
	}
	if host, rest, ok := bytes.Cut(host, []byte{':'}); ok {
		return host, rest, path
	}
	return host, nil, path
}

// isQuery reports whether rest, the text after a host, is empty or begins as a query or a
// fragment does. In programs "?" is also an operator: "a.name?.b", "a.name?(b)".
func isQuery(rest []byte) bool {
	return len(rest) < 2 || rest[1] >= utf8.RuneSelf || ascii.Is(rest[1], ascii.AlphaDigit) || strings.IndexByte("_%/!&=", rest[1]) >= 0
}

// isNetworkPath decides whether "//" precedes the host name Data[start:end], so that both
// begin a reference to a network path (RFC 3986, section 4.2): after a quote or a bracket
// or, if the name begins with "www" or "ftp" or a path follows it, also after white space.
// Other names are rather in a comment of a program.
func (t *text) isNetworkPath(start, end int) verdict.Verdict {
	slashes := start - len("//")
	if slashes < t.floor || string(t.Data[slashes:start]) != "//" {
		return verdict.No
	}
	switch {
	case slashes > 0 && strings.IndexByte("\"'`([<", t.Data[slashes-1]) >= 0:
		return verdict.Yes
	case slashes > 0 && !ascii.Is(t.Data[slashes-1], ascii.Space):
		return verdict.No
	case isServer(t.Data[start:end]):
		return verdict.Yes
	}
	return t.isPathAt(end)
}

// isPathAt decides whether a path begins at Data[end] whose first segment is not empty.
func (t *text) isPathAt(end int) verdict.Verdict {
	if end == len(t.Data) {
		return t.atEdge()
	}
	if t.Data[end] != '/' {
		return verdict.No
	}
	if end+1 == len(t.Data) {
		return t.atEdge()
	}
	return verdict.Of(t.Data[end+1] != '/' && !ascii.Is(t.Data[end+1], ascii.Space))
}

// isRelativeFile reports whether "file:" precedes Data[start], so that the name there is
// that of a file.
func (t *text) isRelativeFile(start int) bool {
	const scheme = "file:"
	return start >= len(scheme) && strings.EqualFold(string(t.Data[start-len(scheme):start]), scheme)
}

// hasPath decides whether a port, a path, a query or a fragment follows the host name
// Data[start:end].
func (t *text) hasPath(start, end int) verdict.Verdict {
	if end == len(t.Data) {
		return verdict.No
	}
	switch t.Data[end] {
	case '/', '?', '#':
		return verdict.Yes
	case ':':
		return verdict.Of(end+1 < len(t.Data) && ascii.Is(t.Data[end+1], ascii.Digit))
	case '\\':
		s, more := escape.Literal.At(t.Data, end, t.EOF)
		if more {
			return verdict.More
		}
		return verdict.Of(s.Char == '/' && escape.Around(t.Data, start) == escape.Literal)
	}
	return verdict.No
}

// endsInScheme decides whether the name that ends at Data[end] ends in the scheme of a
// URL, as in "1.news:comp.lang.c".
func (f *Finder) endsInScheme(end int) verdict.Verdict {
	if end == len(f.Data) || f.Data[end] != ':' {
		return verdict.No
	}
	start, ok := f.rules.Schemes.Before(f.Data[f.floor:], end-f.floor)
	if !ok {
		return verdict.No
	}
	return f.rules.Schemes.Begins(f.Data, f.floor+start, end, f.EOF)
}

// isLocalPart decides whether the name that ends at Data[end] belongs to the local part
// of an address.
func (t *text) isLocalPart(end int) verdict.Verdict {
	for i := end; i-end <= maxLocal; i++ {
		if i == len(t.Data) {
			if t.EOF {
				return verdict.No
			}
			return verdict.More
		}
		if t.Data[i] == '@' {
			return verdict.Yes
		}
		if !ascii.IsLocal(t.Data[i]) {
			break
		}
	}
	return verdict.No
}

// isBroken reports whether the name at Data[start] is the first word of its line, after
// the line's prefix, and the line before ends in an address whose domain is incomplete:
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

// inBangPath reports whether Data[start:end] is a name in a UUCP path,
// "a.com!b.com!user".
func (t *text) inBangPath(start, end int) bool {
	return start > 1 && t.Data[start-1] == '!' && isHost(t.Data[start-2]) ||
		end+1 < len(t.Data) && t.Data[end] == '!' && t.hostChar(t.Data[end+1:]) > 0
}

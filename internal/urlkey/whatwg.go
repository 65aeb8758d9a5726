package urlkey

import (
	"bytes"
	"net/netip"
	"strconv"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/hosts"
	"github.com/urlgrep/urlgrep/internal/percent"
	"github.com/urlgrep/urlgrep/internal/scheme"
)

// whatwg returns url as browsers display it: the result of the basic URL parser and the
// URL serializer of the WHATWG URL standard, without a base. It returns "" if the parser
// fails.
//
// It differs from the standard in two cases. A host that has characters beyond ASCII, or
// the prefix "xn--", and has no valid A-labels or is longer than the DNS allows, is a
// failure. An octet that is not UTF-8 is escaped as it is, not as U+FFFD, so that different
// octets remain different.
func whatwg(url string) string {
	url = strings.TrimFunc(url, func(r rune) bool { return r <= ' ' })
	url = removeAll(url, "\t\n\r")
	colon := strings.IndexByte(url, ':')
	if colon <= 0 || !isScheme(url[:colon]) {
		return ""
	}
	w := writer{out: append(make([]byte, 0, len(url)+16), url[:colon+1]...)}
	for i := range w.out {
		w.out[i] = ascii.Lower(w.out[i])
	}
	if s := scheme.Lookup(url[:colon]); s != nil && s.Is(scheme.Special) {
		w.special, w.file, w.port = true, s.Name == "file", portOf(s)
	}
	url, fragment, hasFragment := strings.Cut(url[colon+1:], "#")
	url, query, hasQuery := strings.Cut(url, "?")
	if !w.hierarchy(url, hasQuery || hasFragment) {
		return ""
	}
	if hasQuery {
		w.out = append(w.out, '?')
		w.encode(query, w.querySet())
	}
	if hasFragment {
		w.out = append(w.out, '#')
		w.encode(fragment, fragmentSet)
	}
	return string(w.out)
}

// A writer appends the components of a URL to out.
type writer struct {
	out           []byte
	special, file bool   // properties of the scheme
	port          string // default port, or ""
}

// The characters that are escaped in each component, apart from controls and characters
// beyond ASCII (URL standard, section 1.3).
const (
	opaqueSet   = ""
	fragmentSet = " \"<>`"
	querySet    = " \"#<>"
	pathSet     = querySet + "?^`{}"
	userinfoSet = pathSet + "/:;=@[\\]|"
)

// querySet returns the set for the query: "special-query percent-encode set".
func (w *writer) querySet() string {
	if w.special {
		return querySet + "'"
	}
	return querySet
}

// encode appends s, with escapes for the characters of a set.
func (w *writer) encode(s, set string) {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c >= 0x7F || strings.IndexByte(set, c) >= 0 {
			w.out = percent.Append(w.out, c)
		} else {
			w.out = append(w.out, c)
		}
	}
}

// isSlash reports whether c divides segments.
func (w *writer) isSlash(c byte) bool { return c == '/' || w.special && c == '\\' }

// slash returns the offset of the first slash in s, or its length.
func (w *writer) slash(s string) int {
	i := 0
	for i < len(s) && !w.isSlash(s[i]) {
		i++
	}
	return i
}

// hierarchy appends the part between the scheme and the query. followed reports that a
// query or a fragment follows. ok is false if the parser fails.
func (w *writer) hierarchy(s string, followed bool) (ok bool) {
	switch {
	case w.file:
		return w.filePath(s)
	case w.special: // "special authority ignore slashes state"
		for s != "" && w.isSlash(s[0]) {
			s = s[1:]
		}
		return w.authorityAndPath(s)
	case strings.HasPrefix(s, "//"):
		return w.authorityAndPath(s[2:])
	case strings.HasPrefix(s, "/"):
		from := len(w.out)
		w.segments(s[1:])
		if strings.HasPrefix(string(w.out[from:]), "//") { // "URL serializer", step 3
			w.out = append(w.out[:from], "/."+string(w.out[from:])...)
		}
		return true
	}
	// "opaque path state": a final space would be lost if the query were removed.
	blank := followed && strings.HasSuffix(s, " ")
	if blank {
		s = s[:len(s)-1]
	}
	w.encode(s, opaqueSet)
	if blank {
		w.out = append(w.out, "%20"...)
	}
	return true
}

// authorityAndPath appends "//", the authority at the beginning of s, and the path after
// it.
func (w *writer) authorityAndPath(s string) (ok bool) {
	end := w.slash(s)
	authority, path := s[:end], s[end:]
	w.out = append(w.out, "//"...)
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		if at+1 == len(authority) {
			return false
		}
		w.userinfo(authority[:at])
		authority = authority[at+1:]
	}
	host, port, ok := w.hostAndPort(authority)
	if !ok {
		return false
	}
	w.out = append(append(w.out, host...), port...)
	w.pathStart(path)
	return true
}

// userinfo appends the user information and "@", unless it is empty.
func (w *writer) userinfo(s string) {
	user, password, _ := strings.Cut(s, ":")
	if user == "" && password == "" {
		return
	}
	w.encode(user, userinfoSet)
	if password != "" {
		w.out = append(w.out, ':')
		w.encode(password, userinfoSet)
	}
	w.out = append(w.out, '@')
}

// hostAndPort returns the host and the port of s as they are displayed. The port has its
// colon, and is empty if it is the default port.
func (w *writer) hostAndPort(s string) (host, port string, ok bool) {
	host, port = s, ""
	inside := false // in square brackets
	for i := 0; i < len(s); i++ {
		inside = s[i] == '[' || inside && s[i] != ']'
		if s[i] == ':' && !inside {
			if i == 0 {
				return "", "", false
			}
			host, port = s[:i], s[i+1:]
			break
		}
	}
	if port != "" {
		n, err := strconv.ParseUint(port, 10, 16)
		if err != nil {
			return "", "", false
		}
		if port = strconv.FormatUint(n, 10); port == w.port {
			port = ""
		} else {
			port = ":" + port
		}
	}
	switch {
	case host == "":
		return "", "", !w.special
	case host[0] == '[':
		host, ok = ipv6(host)
		return host, port, ok
	case w.special:
		host = hosts.Browser(host)
		return host, port, host != ""
	}
	host, ok = opaqueHost(host)
	return host, port, ok
}

// ipv6 returns an IPv6 address in square brackets as it is displayed ("IPv6 serializer").
// It has no dots, also if it has an IPv4 address.
func ipv6(s string) (host string, ok bool) {
	s, ok = strings.CutSuffix(s[1:], "]")
	addr, err := netip.ParseAddr(s)
	if !ok || err != nil || !addr.Is6() || addr.Zone() != "" {
		return "", false
	}
	if addr.Is4In6() {
		a := addr.As16()
		return "[::ffff:" + strconv.FormatUint(uint64(a[12])<<8|uint64(a[13]), 16) + ":" +
			strconv.FormatUint(uint64(a[14])<<8|uint64(a[15]), 16) + "]", true
	}
	return "[" + addr.String() + "]", true
}

// opaqueHost returns the host of a URL whose scheme is not special ("opaque-host
// parser").
func opaqueHost(s string) (host string, ok bool) {
	if strings.ContainsAny(s, "\x00\t\n\r #/:<>?@[\\]^|") {
		return "", false
	}
	w := writer{}
	w.encode(s, opaqueSet)
	return string(w.out), true
}

// filePath appends the part between "file:" and the query ("file state").
func (w *writer) filePath(s string) (ok bool) {
	w.out = append(w.out, "//"...)
	switch {
	case s == "" || !w.isSlash(s[0]):
		w.segments(s)
		return true
	case len(s) == 1 || !w.isSlash(s[1]):
		w.segments(s[1:])
		return true
	}
	s = s[2:]
	end := w.slash(s)
	host := s[:end]
	switch {
	case isDrive(host):
		w.segments(s)
		return true
	case host == "":
	case host[0] == '[':
		if host, ok = ipv6(host); !ok {
			return false
		}
	default:
		if host = hosts.Browser(host); host == "" {
			return false
		}
	}
	if host != "localhost" {
		w.out = append(w.out, host...)
	}
	w.pathStart(s[end:])
	return true
}

// pathStart appends the path after an authority. A path is never empty if the scheme is
// special.
func (w *writer) pathStart(path string) {
	if path != "" && w.isSlash(path[0]) {
		path = path[1:]
	} else if path == "" && !w.special {
		return
	}
	w.segments(path)
}

// segments appends "/" and each of the segments of s ("path state").
func (w *writer) segments(s string) {
	from := len(w.out)
	for {
		end := w.slash(s)
		segment, last := s[:end], end == len(s)
		switch dots(segment) {
		case 2:
			w.shorten(from)
			fallthrough
		case 1:
			if last {
				w.out = append(w.out, '/')
			}
		default:
			if w.file && len(w.out) == from && isDrive(segment) {
				segment = segment[:1] + ":"
			}
			w.out = append(w.out, '/')
			w.encode(segment, pathSet)
		}
		if last {
			return
		}
		s = s[end+1:]
	}
}

// shorten removes the last segment of the path that begins at from, unless it is the drive
// of a file ("shorten").
func (w *writer) shorten(from int) {
	path := w.out[from:]
	last := bytes.LastIndexByte(path, '/')
	if last < 0 || w.file && last == 0 && len(path) == 3 && isDrive(string(path[1:])) {
		return
	}
	w.out = w.out[:from+last]
}

// isDrive reports whether s is a Windows drive letter.
func isDrive(s string) bool {
	return len(s) == 2 && ascii.Is(s[0], ascii.Alpha) && (s[1] == ':' || s[1] == '|')
}

// dots returns 1 for the segment "." and 2 for "..", in which a dot may be escaped, and
// otherwise 0.
func dots(segment string) (n int) {
	for segment != "" {
		switch {
		case segment[0] == '.':
			segment = segment[1:]
		case len(segment) > 2 && strings.EqualFold(segment[:3], "%2e"):
			segment = segment[3:]
		default:
			return 0
		}
		if n++; n > 2 {
			return 0
		}
	}
	return n
}

// isScheme reports whether s is a scheme (RFC 3986, section 3.1).
func isScheme(s string) bool {
	for i := 0; i < len(s); i++ {
		if !ascii.Is(s[i], ascii.Scheme) {
			return false
		}
	}
	return s != "" && ascii.Is(s[0], ascii.Alpha)
}

// portOf returns the default port of a scheme in digits, or "" if it has none.
func portOf(s *scheme.Scheme) string {
	if s.Port == 0 {
		return ""
	}
	return strconv.Itoa(int(s.Port))
}

// removeAll returns s without the bytes of set.
func removeAll(s, set string) string {
	if !strings.ContainsAny(s, set) {
		return s
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if strings.IndexByte(set, s[i]) < 0 {
			out = append(out, s[i])
		}
	}
	return string(out)
}

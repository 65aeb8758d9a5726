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
// Before "://", http and ftp, with or without "s", become hxxp and fxp. Dots of hosts
// become "[.]", at signs of addresses "[@]". A URL within url is defanged in the same
// way. A [Decoder] restores url, except if url contains a notation, and except that a
// scheme such as "httP" may become "hTTP".
func Append(dst []byte, url string, n int) []byte {
	host := strings.IndexAny(url, ":/?#") // end of the host that url begins with, or may
	if host < 0 {
		host = len(url)
	}
	for i := 0; i < n; i++ {
		c := url[i]
		switch {
		case c|0x20 == 't' && isSchemeT(url, i):
			dst = append(dst, c+'x'-'t')
			continue
		case strings.HasPrefix(url[i:], "://"):
			host = i + len("://") + authority(url[i+len("://"):])
		case c == '@' && i >= host && i > 0 && ascii.IsLocal(url[i-1]):
			host = i + 1 + authority(url[i+1:])
		}
		if i > 0 && i+1 < len(url) && separates(c, url[i-1], url[i+1]) && (c == '@' || i < host) {
			dst = append(dst, '[', c, ']')
		} else {
			dst = append(dst, c)
		}
	}
	return dst
}

// authority returns the end of the authority that s begins with, or the beginning of an
// IP literal in it.
func authority(s string) int {
	if end := strings.IndexAny(s, "/?#["); end >= 0 {
		return end
	}
	return len(s)
}

// separates reports whether c is a dot or an at sign between characters between which a
// Decoder restores it.
func separates(c, before, after byte) bool {
	return c == '.' && isHost(before) && isHost(after) || c == '@' && ascii.IsLocal(before) && isHost(after)
}

// isSchemeT reports whether url[i] is a "t" of http, https, ftp or ftps before "://".
func isSchemeT(url string, i int) bool {
	from, to := i, i
	for from > 0 && ascii.Is(url[from-1], ascii.Scheme) && i-from < len("htt") {
		from--
	}
	for to < len(url) && ascii.Is(url[to], ascii.Alpha) && to-i < len("ttps") {
		to++
	}
	return strings.HasPrefix(url[to:], "://") && isWebScheme(url[from:to])
}

// isWebScheme reports whether name is a scheme that is defanged.
func isWebScheme(name string) bool {
	s := scheme.Lookup(name)
	return s != nil && s.Defanged != ""
}

// isHost reports whether c may begin and end a label of a host name, which may be
// internationalized.
func isHost(c byte) bool { return c >= 0x80 || ascii.Is(c, ascii.AlphaDigit) }

// Package defang knows how URLs, hosts and addresses are written that nobody is
// to follow by accident, as reports on malware have them: it reads them
// ([Decoder]) and writes them ([Append]).
//
// # Notations
//
// What stands for what, in any letter case:
//
//	hxxp, h**p, fxp        http, ftp, with or without "s": "x" or "*" for a "t"
//	[.] (.) {.} [dot]      a dot, in brackets of any of the three sorts
//	[@] [at]               an at sign
//	[:] [/] [//] [://]     what stands in the brackets
//	user at host           with an at sign, if that makes an address
//	user at host dot com   and with dots
//
// A blank may be on each side within the brackets. A scheme is before
// its colon and slashes, brackets between characters of a host or of what else
// they divide. Blanks on both sides of it, one each, make a notation prose in
// most texts: see [Decoder].
package defang

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/scheme"
)

// Append appends the first n bytes of url to dst as they are when all of it is
// defanged: http and ftp, with or without "s", become hxxp and fxp before "://";
// the dots of hosts "[.]"; the at signs of addresses "[@]". So they do in a URL
// in a URL. A url may lack its scheme, or be an address. What a [Decoder] makes
// of it is url again, unless that has notations in itself; a scheme such as "httP"
// may come back as "hTTP".
func Append(dst []byte, url string, n int) []byte {
	host := strings.IndexAny(url, ":/?#") // the end of one that begins here
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
		if i > 0 && i+1 < len(url) && divides(c, url[i-1], url[i+1]) && (c == '@' || i < host) {
			dst = append(dst, '[', c, ']')
		} else {
			dst = append(dst, c)
		}
	}
	return dst
}

// authority returns where the authority ends that s begins with, without the
// address of an IP literal.
func authority(s string) int {
	if end := strings.IndexAny(s, "/?#["); end >= 0 {
		return end
	}
	return len(s)
}

// divides reports whether c is a dot or an at sign between characters for which
// a Decoder undoes it.
func divides(c, before, behind byte) bool {
	return c == '.' && isHost(before) && isHost(behind) || c == '@' && ascii.IsLocal(before) && isHost(behind)
}

// isSchemeT reports whether url[i] is a "t" of http, https, ftp or ftps, before
// "://".
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

func isWebScheme(name string) bool {
	s := scheme.Lookup(name)
	return s != nil && s.Defanged != ""
}

// isHost reports whether c may begin and end a label of a host name, which may
// be an internationalized one.
func isHost(c byte) bool { return c >= 0x80 || ascii.Is(c, ascii.AlphaDigit) }

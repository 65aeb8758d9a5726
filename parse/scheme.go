package parse

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// A scheme is an index into schemes.
type scheme uint8

const (
	otherScheme scheme = iota
	ftp
	http
	gopher
	mailto
	news
	nntp
	telnet
	wais
	file
	prospero
	https
	ws
	wss
	urlPrefix
)

// schemes lists the schemes that Parse knows, those of RFC 1738 in the order of
// its sections 3.2 to 3.11.
var schemes = [...]struct {
	name     string
	section  string // of RFC 1738; "" for a scheme without production there
	port     uint16 // default port, 0 for none
	slashes  bool   // begins with "//" (section 5)
	login    bool   // may have a user name and password (section 5)
	needHost bool   // is of no use without a host
}{
	ftp:       {name: "ftp", section: "3.2", port: 21, slashes: true, login: true, needHost: true},
	http:      {name: "http", section: "3.3", port: 80, slashes: true, needHost: true},
	gopher:    {name: "gopher", section: "3.4", port: 70, slashes: true, needHost: true},
	mailto:    {name: "mailto", section: "3.5"},
	news:      {name: "news", section: "3.6"},
	nntp:      {name: "nntp", section: "3.7", port: 119, slashes: true, needHost: true},
	telnet:    {name: "telnet", section: "3.8", port: 23, slashes: true, login: true, needHost: true},
	wais:      {name: "wais", section: "3.9", port: 210, slashes: true, needHost: true},
	file:      {name: "file", section: "3.10", slashes: true},
	prospero:  {name: "prospero", section: "3.11", port: 1525, slashes: true, needHost: true},
	https:     {name: "https", port: 443, needHost: true},
	ws:        {name: "ws", port: 80, needHost: true},
	wss:       {name: "wss", port: 443, needHost: true},
	urlPrefix: {name: "url"},
}

// defaultPort returns the default port of the scheme at a level, 0 for none.
func (id scheme) defaultPort(level Level) uint16 {
	if level == RFC1738 && schemes[id].section == "" {
		return 0 // https is unknown to RFC 1738 (R09)
	}
	return schemes[id].port
}

// scanScheme returns the offset of the colon behind the scheme of s.
func scanScheme(s string, level Level) (colon int, f fault) {
	// RFC 3986, section 3.1: scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )
	// RFC 1738 has any of them come first (R06).
	if level != RFC1738 && s != "" && !ascii.Is(s[0], ascii.Alpha) {
		return 0, fault{0, BadScheme}
	}
	i := run(s, 0, ascii.Scheme)
	switch {
	case i == len(s):
		return 0, fault{i, NoScheme}
	case i == 0 || s[i] != ':':
		return 0, fault{i, BadScheme}
	}
	return i, fault{}
}

// canonicalScheme returns name in lower case, and which scheme it is. It
// allocates only for an unknown name in upper case.
func canonicalScheme(name string) (string, scheme) {
	switch name { // most are one of these
	case "http":
		return name, http
	case "https":
		return name, https
	}
	for id := ftp; int(id) < len(schemes); id++ {
		if equalFold(name, schemes[id].name) {
			return schemes[id].name, id
		}
	}
	return strings.ToLower(name), otherScheme
}

// equalFold reports whether name, made of scheme characters, is lower but for
// the case of its letters.
func equalFold(name, lower string) bool {
	if len(name) != len(lower) {
		return false
	}
	for i := range len(name) {
		// 20 hex is set in every scheme character but upper case letters.
		if name[i]|0x20 != lower[i] {
			return false
		}
	}
	return true
}

package link

import (
	"bytes"
	"encoding/binary"
	"strings"

	"github.com/urlgrep/urlgrep/internal/document/wide"
)

// The classes of monikers ([MS-OSHARED] 2.3.7.2), as in a file.
const (
	URLMoniker  = "\xE0\xC9\xEA\x79\xF9\xBA\xCE\x11\x8C\x82\x00\xAA\x00\x4B\xA9\x0B"
	FileMoniker = "\x03\x03\x00\x00\x00\x00\x00\x00\xC0\x00\x00\x00\x00\x00\x00\x46"
	StdLink     = "\xD0\xC9\xEA\x79\xF9\xBA\xCE\x11\x8C\x82\x00\xAA\x00\x4B\xA9\x0B" // the class of a hyperlink object
)

// Monikers returns the references of all URL monikers in data, and of the file monikers
// whose path is a URL or a share. The data may be damaged, and have anything else.
func Monikers(data []byte) []string {
	var all []string
	add := func(s string) {
		if s != "" && (len(all) == 0 || all[len(all)-1] != s) {
			all = append(all, s)
		}
	}
	for at := 0; ; {
		i := bytes.Index(data[at:], []byte(URLMoniker))
		if i < 0 {
			break
		}
		at += i + 16
		s, _ := urlMoniker(data[at:])
		add(s)
	}
	for at := 0; ; {
		i := bytes.Index(data[at:], []byte(FileMoniker))
		if i < 0 {
			return all
		}
		at += i + 16
		if s, _ := fileMoniker(data[at:]); strings.Contains(s, "://") || strings.HasPrefix(s, `\\`) {
			add(s)
		}
	}
}

// urlMoniker returns the URL of a URL moniker after its class, and its length. The URL ends
// at a NUL; a serial GUID and flags may follow it.
func urlMoniker(p []byte) (string, int) {
	if len(p) < 4 {
		return "", len(p)
	}
	n := int(min(binary.LittleEndian.Uint32(p), uint32(len(p)-4)))
	return wide.UntilNUL(p[4 : 4+n]), 4 + n
}

// fileMoniker returns the path of a file moniker after its class, and its length.
func fileMoniker(p []byte) (string, int) {
	if len(p) < 6 {
		return "", len(p)
	}
	at := 6 + int(min(binary.LittleEndian.Uint32(p[2:]), uint32(len(p)-6)))
	path := ANSI(p[6:at])
	if at += 24; at+4 > len(p) {
		return path, len(p)
	}
	n := int(min(binary.LittleEndian.Uint32(p[at:]), uint32(len(p)-at-4)))
	at += 4
	if n >= 6 {
		if s := wide.UntilNUL(p[at+6 : at+n]); s != "" {
			path = s
		}
	}
	return path, at + n
}

// A Hyperlink is a hyperlink object.
type Hyperlink struct {
	Target string // with its location after "#"; "" if it is within the document
	Label  string // the friendly name
}

// The flags of a hyperlink object ([MS-OSHARED] 2.3.7.1).
const (
	hasMoniker    = 0x001
	hasLocation   = 0x008
	hasName       = 0x010
	hasFrame      = 0x080
	monikerIsText = 0x100
)

// ParseHyperlink parses a hyperlink object, after its class. A damaged one has what could be
// read.
func ParseHyperlink(p []byte) (h Hyperlink) {
	if len(p) < 8 {
		return h
	}
	flags := binary.LittleEndian.Uint32(p[4:])
	p = p[8:]
	text := func() string {
		if len(p) < 4 {
			p = nil
			return ""
		}
		n := int(min(int64(binary.LittleEndian.Uint32(p))*2, int64(len(p)-4)))
		s := wide.UntilNUL(p[4 : 4+n])
		p = p[4+n:]
		return s
	}
	if flags&hasName != 0 {
		h.Label = text()
	}
	if flags&hasFrame != 0 {
		text()
	}
	switch {
	case flags&hasMoniker == 0:
	case flags&monikerIsText != 0:
		h.Target = text()
	case len(p) < 16:
		p = nil
	default:
		n := 0
		switch string(p[:16]) {
		case URLMoniker:
			h.Target, n = urlMoniker(p[16:])
		case FileMoniker:
			h.Target, n = fileMoniker(p[16:])
		default: // a composite of monikers, or another one
			if all := Monikers(p); len(all) > 0 {
				h.Target = all[0]
			}
			n = len(p) - 16
		}
		p = p[16+n:]
	}
	if flags&hasLocation != 0 {
		if s := text(); s != "" && h.Target != "" && !strings.Contains(h.Target, "#") {
			h.Target += "#" + s
		}
	}
	return h
}

// ANSI returns the text of p up to a NUL: UTF-8, or else ISO 8859-1.
func ANSI(p []byte) string {
	if i := bytes.IndexByte(p, 0); i >= 0 {
		p = p[:i]
	}
	s := string(p)
	if strings.ToValidUTF8(s, "") == s {
		return s
	}
	var b strings.Builder
	for _, c := range p {
		b.WriteRune(rune(c))
	}
	return b.String()
}

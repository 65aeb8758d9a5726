package mailbox

import (
	"bytes"
	"encoding/base64"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/header"
	"github.com/urlgrep/urlgrep/internal/transfer"
)

// differs reports whether bodies with the types t and u are read differently.
func differs(t, u *header.MediaType) bool {
	return t.Type != u.Type || t.Subtype != u.Subtype ||
		t.Param("charset") != u.Param("charset") || t.Param("boundary") != u.Param("boundary")
}

// isIdentity reports whether a transfer encoding leaves the body as it is.
func isIdentity(encoding string) bool {
	return encoding == "7bit" || encoding == "8bit" || encoding == "binary"
}

// choose chooses between the values of repeated fields by the head of the body.
func (e *entity) choose(d *divider) {
	if e.other.encoding != "" && prefersEncoding(d, e.encoding, e.other.encoding) {
		e.encoding = e.other.encoding
	}
	if e.other.media.Type != "" && e.prefersMedia(d, &e.other.media) {
		e.media = e.other.media
	}
	e.other = nil
}

// prefersEncoding reports whether the second of two transfer encodings is used. If one
// is base64, it is used if the first line of the body is base64. If one is
// quoted-printable, it is used if the head of the body has an escape or a soft line
// break.
func prefersEncoding(d *divider, first, second string) bool {
	switch {
	case first == "base64" || second == "base64":
		line := bytes.TrimSpace(d.in.lineAt(d.in.blankLines()))
		return (second == "base64") == transfer.IsBase64(line)
	case first == "quoted-printable" || second == "quoted-printable":
		return (second == "quoted-printable") == d.headHas(isEscaped)
	}
	return !isIdentity(first) && isIdentity(second)
}

// isEscaped reports whether line contains an escape of quoted-printable or ends in a
// soft line break.
func isEscaped(line []byte) bool {
	line = ascii.TrimLineEnd(line)
	for i, c := range line {
		if c == '=' && (i == len(line)-1 || i+2 < len(line) && ascii.HexOctet(line[i+1], line[i+2]) >= 0) {
			return true
		}
	}
	return false
}

// prefersMedia reports whether the second of two media types is used instead of e's. A
// multipart with a boundary is used if the boundary occurs in the head of the body.
// Otherwise text is preferred to other types, and HTML to other text if the body begins
// with "<".
func (e *entity) prefersMedia(d *divider, second *header.MediaType) bool {
	first := &e.media
	seen := func(t *header.MediaType) bool {
		return d.headHas(func(line []byte) bool { return isBoundary(line, t.Param("boundary")) })
	}
	switch {
	case second.Type == "multipart":
		return seen(second)
	case first.Type == "multipart":
		return first.Param("boundary") != "" && !seen(first)
	case first.Type != "text" && first.Type != "message":
		return second.Type == "text" || second.Type == "message"
	}
	return second.Type == "text" && second.Subtype == "html" && d.in.beginsWithTag(e.encoding)
}

// isBoundary reports whether line is the boundary b. If b is empty, no line is.
func isBoundary(line []byte, b string) bool {
	return b != "" && bytes.HasPrefix(line, []byte("--")) && string(trimWhite(line[2:])) == b
}

// beginsWithTag reports whether the first byte of the decoded body that is not white
// space is "<".
func (l *lines) beginsWithTag(encoding string) bool {
	line := bytes.TrimSpace(l.lineAt(l.blankLines()))
	if encoding == "base64" {
		var octets [3]byte
		n, _ := base64.StdEncoding.Decode(octets[:], line[:min(len(line), 4)&^3])
		line = bytes.TrimSpace(octets[:n])
	}
	return bytes.HasPrefix(line, []byte("<")) || bytes.HasPrefix(line, []byte("=3C"))
}

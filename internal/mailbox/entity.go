package mailbox

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/header"
)

// An entity is the declarations of a header about its body.
type entity struct {
	declaration
	base     string // Content-Base, RFC 2110
	location string // Content-Location, RFC 2557, if it is absolute
	message  bool   // it is a message, not a part of a multipart
	digest   bool   // it is a part of a digest

	other *declaration // from repeated fields with other values; nil if there are none
}

// A declaration has the values of the fields about the body that must not be repeated.
type declaration struct {
	media    header.MediaType
	encoding string // the transfer encoding, in lower case
}

// isMessage reports whether the body is a message or begins with a header.
func (e *entity) isMessage() bool {
	switch e.media.Type {
	case "message":
		switch e.media.Subtype {
		case "rfc822", "global", "news", "partial", "external-body", "global-headers":
			return true
		}
	case "text":
		return e.media.Subtype == "rfc822-headers"
	}
	return false
}

// isReport reports whether the body consists of blocks of fields, separated by blank
// lines: RFC 3464, RFC 8098 and RFC 5965. A report in a transfer encoding, which RFC
// 3464 forbids, is read as text.
func (e *entity) isReport() bool {
	if e.media.Type != "message" || e.encoding == "base64" || e.encoding == "quoted-printable" {
		return false
	}
	switch e.media.Subtype {
	case "delivery-status", "global-delivery-status", "disposition-notification", "global-disposition-notification", "feedback-report":
		return true
	}
	return false
}

// holdsNoText reports whether the body is an attachment without text. Only a body in
// base64 and data in a text can be one; any other body is read. For the type application,
// including octet-stream, the first line decides, which is first.
func (e *entity) holdsNoText(in *lines, first *firstLine) bool {
	if isData(e.encoding) {
		return e.media.Type != "text" && !isDataText(in.dataHead(e.encoding))
	}
	if e.encoding != "base64" || strings.HasSuffix(e.media.Subtype, "+xml") {
		return false
	}
	switch e.media.Type {
	case "image", "audio", "video", "font", "model", "chemical":
		return true
	case "application":
		octets := first.of(in)
		_, isWide := charset.Wide(octets)
		return !isWide && !charset.IsText(octets)
	}
	return false
}

// as returns e with the media type of the format f, which its content has, or e itself for a text without a
// notation and for mail.
func (e *entity) as(f detect.Format) *entity {
	if f == detect.Text || f.IsMailbox() {
		return e
	}
	file := *e
	file.media.Type, file.media.Subtype, _ = strings.Cut(f.MediaType(), "/")
	return &file
}

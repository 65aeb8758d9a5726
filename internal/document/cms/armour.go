package cms

import (
	"bytes"
	"encoding/base64"
	"io"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/header"
)

// begins are the lines that begin armour (RFC 7468, sections 8 and 9). The last one is from
// older versions of OpenSSL.
var begins = []string{"-----BEGIN PKCS7-----", "-----BEGIN CMS-----", "-----BEGIN PKCS #7 SIGNED DATA-----"}

// Magics are the first bytes of all documents. Is decides about those that begin so.
var Magics = func() []string {
	m := append([]string{"MI", "\x30\x80\x06", "\x30\x81", "\x30\x82", "\x30\x83", "\x30\x84"}, begins...)
	for n := byte(0x20); n < 0x80; n++ {
		m = append(m, string([]byte{sequence, n, identifier}))
	}
	return m
}()

// Is reports whether a document may begin with head, the first bytes or all of them. It returns
// more if a longer head may change the answer.
func Is(head []byte) (is, more bool) {
	if !isText(head) {
		return isInfo(head)
	}
	if head[0] == '-' {
		return true, false
	}
	base64 := &digits{r: bytes.NewReader(head)}
	info, _ := io.ReadAll(io.LimitReader(decode(base64), infoSize))
	is, more = isInfo(info)
	return is, more && !base64.end
}

// armourSize is the number of bytes that are enough for isText, and infoSize for isInfo.
const (
	armourSize = 64
	infoSize   = 24
)

// isInfo reports whether a ContentInfo with a known type begins with head. It returns more if
// head is too short to decide.
func isInfo(head []byte) (is, more bool) {
	if len(head) < 2 || head[0] != sequence {
		return false, len(head) == 0 || head[0] == sequence
	}
	n := 2
	if head[1] > 0x80 {
		n += int(head[1] & 0x7F)
	}
	if n+2 > len(head) || head[n] != identifier {
		return false, n >= len(head) || n+1 == len(head) && head[n] == identifier
	}
	from, to := n+2, n+2+int(head[n+1])
	if to > len(head) {
		return false, true
	}
	return lookup(string(head[from:to])) != nil, false
}

// isText reports whether head begins armour, or may begin base64.
func isText(head []byte) bool {
	for _, begin := range begins {
		if strings.HasPrefix(string(head), begin) {
			return true
		}
	}
	return strings.HasPrefix(string(head), "MI")
}

// armoured returns the range of the base64 in a document that isText.
func armoured(s *document.Store) document.Range {
	r := document.Range{To: s.Size()}
	if s.Bytes(r, 1)[0] == '-' {
		if r.From = s.Index([]byte{'\n'}, 0) + 1; r.From == 0 {
			r.From = s.Size()
		}
		if end := s.Index([]byte("-----END"), r.From); end >= 0 {
			r.To = end
		}
	}
	return r
}

// decode returns a reader of the octets in base64.
func decode(d *digits) io.Reader { return base64.NewDecoder(base64.RawStdEncoding, d) }

// digits reads base64 without white space, up to a character of neither, such as padding.
type digits struct {
	r   io.Reader
	end bool // such a character has been read
}

// Read implements [io.Reader].
func (d *digits) Read(p []byte) (int, error) {
	for !d.end {
		n, err := d.r.Read(p)
		kept := 0
		for _, c := range p[:n] {
			if ascii.Is(c, ascii.AlphaDigit) || c == '+' || c == '/' {
				p[kept] = c
				kept++
			} else if c != '\n' && c != '\r' && c != ' ' && c != '\t' {
				d.end = true
				break
			}
		}
		if kept > 0 || err != nil || len(p) == 0 {
			return kept, err
		}
	}
	return 0, io.EOF
}

// entitySize is the number of bytes that are enough for isEntity.
const entitySize = 2 << 10

// isEntity reports whether a content that begins with head is a MIME entity: it begins with
// header fields, and one of them is of MIME or of a message.
func isEntity(head []byte) bool {
	known := false
	for line := range bytes.Lines(head) {
		name := string(bytes.ToLower(header.FieldName(line)))
		switch {
		case name == "mime-version", name == "from", name == "received", name == "date", name == "subject",
			name == "message-id", strings.HasPrefix(name, "content-"):
			known = true
		case name == "" && !header.IsContinuation(line):
			cut := len(head) == entitySize && line[len(line)-1] != '\n'
			return known && (cut || len(bytes.TrimRight(line, "\r\n")) == 0)
		}
	}
	return known
}

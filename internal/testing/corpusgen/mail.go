package corpusgen

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"mime/quotedprintable"
	"strconv"
	"strings"
)

// name appends the name and the address of a person, and returns the name.
func (g *generator) name() string {
	name := givenNames[g.below(len(givenNames))] + " " + familyNames[g.below(len(familyNames))]
	g.put(name, " <")
	g.address()
	g.put(">")
	return name
}

// address appends an address (RFC 5322, addr-spec).
func (g *generator) address() {
	g.put(strings.ToLower(givenNames[g.below(len(givenNames))]))
	if g.chance(40) {
		g.put(".", strings.ToLower(familyNames[g.below(len(familyNames))]))
	}
	g.put("@")
	g.host()
}

// host appends the name of a mail server.
func (g *generator) host() {
	g.put(g.pick("mail.", "mx1.", "lists.", "", ""))
	g.label()
	g.put(g.pick(".example", ".example.org", ".example.net"))
}

// messageID appends a message identifier (RFC 5322, msg-id).
func (g *generator) messageID() {
	g.putf("<%x.%d@", g.random.Uint64()>>24, g.below(10000))
	g.host()
	g.put(">")
}

// date appends a date and a time. The day of the week is random.
func (g *generator) date() {
	g.putf("%s, %d %s %d %02d:%02d:%02d +0%d00", days[g.below(7)], g.between(1, 28), months[g.below(12)],
		g.between(1995, 2012), g.below(24), g.below(60), g.below(60), g.below(10))
}

// subject appends a few words.
func (g *generator) subject() {
	g.put(g.pick("", "", "Re: "))
	for i := range g.between(2, 6) {
		if i > 0 {
			g.put(" ")
		}
		g.label()
	}
}

// message appends a message of a mailbox: one part, or the text as plain text and as
// HTML.
func (g *generator) message() {
	g.header()
	switch r := g.below(100); {
	case r < 40:
		g.part("text/plain; charset=us-ascii", "7bit")
	case r < 60:
		g.part("text/plain; charset=utf-8", "quoted-printable")
	case r < 75:
		g.part("text/plain; charset=utf-8", "base64")
	default:
		boundary := g.multipart("alternative")
		g.put("--", boundary, "\n")
		g.part("text/plain; charset=us-ascii", "7bit")
		g.put("--", boundary, "\n")
		g.part("text/html; charset=utf-8", "quoted-printable")
		g.put("--", boundary, "--\n")
	}
	g.put("\n")
}

// letter appends a message of a mailbox, in one of two cases with attachments.
func (g *generator) letter() {
	if g.chance(50) {
		g.message()
		return
	}
	g.header()
	boundary := g.multipart("mixed")
	g.put("--", boundary, "\n")
	g.part("text/plain; charset=utf-8", g.pick("quoted-printable", "8bit"))
	for range g.between(1, 2) {
		g.put("--", boundary, "\n")
		g.attachment()
	}
	g.put("--", boundary, "--\n\n")
}

// header appends the separator of messages in a mailbox, and the fields that all messages
// have.
func (g *generator) header() {
	g.put("From ")
	g.address()
	g.putf(" %s %s %2d %02d:%02d:%02d %d\nReturn-Path: <", days[g.below(7)], months[g.below(12)], g.between(1, 28),
		g.below(24), g.below(60), g.below(60), g.between(1995, 2012))
	g.address()
	g.put(">\n")
	g.fields()
	g.put("Precedence: list\nMIME-Version: 1.0\n")
}

// fields appends the fields from Received to List-Archive.
func (g *generator) fields() {
	for range g.between(1, 3) {
		g.received()
	}
	g.put("Message-ID: ")
	g.messageID()
	g.put("\nDate: ")
	g.date()
	g.put("\nFrom: ")
	g.name()
	g.put("\nTo: ")
	g.name()
	g.put("\nSubject: ")
	g.subject()
	if g.chance(50) {
		g.put("\nIn-Reply-To: ")
		g.messageID()
		g.put("\nReferences: ")
		g.messageID()
		g.put("\n\t")
		g.messageID()
	}
	if g.chance(25) {
		g.put("\nList-Archive: <")
		g.url("&")
		g.urls++
		g.put(">")
	}
	g.put("\n")
}

// received appends a trace field (RFC 5322, 3.6.7).
func (g *generator) received() {
	g.put("Received: from ")
	g.host()
	g.putf(" ([192.0.2.%d])\n\tby ", g.below(256))
	g.host()
	g.putf(" with ESMTP id %X\n\tfor <", g.random.Uint64()>>32)
	g.address()
	g.put(">; ")
	g.date()
	g.put("\n")
}

// multipart appends the last field of a multipart's header, and returns its boundary.
func (g *generator) multipart(subtype string) (boundary string) {
	boundary = "=_" + strconv.FormatUint(g.random.Uint64(), 36)
	g.put("Content-Type: multipart/", subtype, ";\n\tboundary=\"", boundary, "\"\n\n")
	return boundary
}

// part appends the last fields of a header, and the encoded text after it.
func (g *generator) part(media, encoding string) {
	g.put("Content-Type: ", media, "\nContent-Transfer-Encoding: ", encoding, "\n\n")
	begin := len(g.text)
	g.ascii = encoding == "7bit"
	if strings.HasPrefix(media, "text/html") {
		g.page()
	} else {
		g.letterText()
	}
	g.ascii = false
	text := bytes.Clone(g.text[begin:])
	switch encoding {
	case "quoted-printable":
		g.text = append(g.text[:begin], quotedPrintable(text)...)
	case "base64":
		g.text = g.text[:begin]
		g.base64(text)
	}
}

// letterText appends the paragraphs of a message.
func (g *generator) letterText() {
	for range g.between(2, 7) {
		if g.chance(25) {
			g.paragraph("> ")
		}
		g.paragraph("")
	}
}

// page appends an HTML document.
func (g *generator) page() {
	g.put("<html><head><style>p { margin: 0; color: #333 }</style></head><body>\n")
	g.html = true
	for range g.between(2, 7) {
		g.put(`<p class="text">`)
		g.tokens("", g.between(20, 90), 100)
		g.put("</p>\n")
	}
	g.html = false
	g.put("</body></html>\n")
}

// attachment appends a part with random octets, which are like those of a compressed
// image.
func (g *generator) attachment() {
	g.put("Content-Type: ", g.pick("image/png", "application/pdf", "application/zip"), "; name=\"")
	g.label()
	g.put("\"\nContent-Disposition: attachment\nContent-Transfer-Encoding: base64\n\n")
	octets := make([]byte, 0, 64<<10)
	for range g.between(1<<10, 8<<10) {
		octets = binary.LittleEndian.AppendUint64(octets, g.random.Uint64())
	}
	g.base64(octets)
}

// base64 appends octets in base64, in lines of 76 characters (RFC 2045, section 6.8).
func (g *generator) base64(octets []byte) {
	const line = 76 / 4 * 3
	for len(octets) > 0 {
		n := min(line, len(octets))
		g.text = base64.StdEncoding.AppendEncode(g.text, octets[:n])
		g.put("\n")
		octets = octets[n:]
	}
}

// quotedPrintable returns text in quoted-printable, with LF as line breaks.
func quotedPrintable(text []byte) []byte {
	var b bytes.Buffer
	w := quotedprintable.NewWriter(&b)
	w.Write(text) // a Buffer returns no error
	w.Close()
	return bytes.ReplaceAll(b.Bytes(), []byte("\r\n"), []byte("\n"))
}

// Package mapi reads messages of Outlook ([MS-OXCMSG]) in any kind of file: package tnef and
// package outlook find the properties of messages and attachments, and this package returns
// their parts.
//
// # Terms
//
// A property has an identifier, a type and a value ([MS-OXPROPS]). Properties are those of a
// message or of an attachment. A string is in UTF-16, or in a code page that is a property
// of the message.
//
// # Flow
//
// NewMessage makes the header of a message: that of the message as it was sent, with the
// fields that are missing from it but are properties. Message.Next returns the header as a
// file, and then the body. A message has its body in up to three forms: HTML, compressed RTF
// and text. Next returns the first of them only, so that no URL is found twice. If that is
// damaged, Next returns the other forms, too. Outlook makes RTF of HTML and of text: then
// Next returns the HTML or the text ([MS-OXRTFEX]). The last parts are home pages. Attachment
// returns an attachment.
package mapi

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/lzfu"
	"github.com/urlgrep/urlgrep/internal/document/rtf"
	"github.com/urlgrep/urlgrep/internal/document/wide"
	"github.com/urlgrep/urlgrep/internal/header"
)

// A Message returns the parts of a message, except for its attachments.
type Message struct {
	Properties *Properties
	Header     []byte // of the parts

	place document.Place
	env   *document.Env
	next  int     // the index in forms of the next body; -1 is the header
	body  *noting // the last body
	page  int     // the index in pages of the next one
}

// NewMessage returns the message with properties. The properties must not change.
func NewMessage(o *Properties, place document.Place, env *document.Env) *Message {
	m := &Message{Properties: o, place: place, env: env, next: -1}
	m.Header = m.header()
	return m
}

// A form is a form of the body.
type form struct {
	property Property
	media    string
}

// forms are the forms of the body, the best one first.
var forms = []form{{HTML, "text/html"}, {RTF, "application/rtf"}, {Body, "text/plain"}}

// Next returns the next part, or nil after the last one.
func (m *Message) Next() *document.Part {
	if m.next < 0 {
		m.next = 0
		if len(m.Header) > 0 {
			p := m.part("text/rfc822-headers")
			if p.Range = m.Properties[TransportHeaders].Range; p.Range.To == 0 {
				p.Range = m.Properties[Subject].Range
			}
			p.Content = bytes.NewReader(m.Header)
			return p
		}
	}
	for m.next < len(forms) && (m.body == nil || m.body.damaged) {
		f := forms[m.next]
		m.next++
		v := &m.Properties[f.property]
		if v.Open == nil || v.Size == 0 {
			continue
		}
		p := m.part(f.media)
		p.Range, p.Exact, p.Base = v.Range, v.Exact, m.base()
		content := v.Open()
		switch {
		case f.property == RTF:
			content, p.Exact = m.fromRTF(v, &p.Media), false
		case v.Type == String:
			p.Media += "; charset=utf-16le"
		case f.property == HTML && m.Properties[InternetCodePage].Number != 0:
			p.Media += "; charset=" + Charset(m.Properties[InternetCodePage].Number)
		case f.property == Body && m.Properties.CodePage() != 0:
			p.Media += "; charset=" + Charset(m.Properties.CodePage())
		}
		m.body = &noting{r: content, env: m.env}
		p.Content = m.body
		return p
	}
	for m.page < len(pages) {
		v := &m.Properties[pages[m.page]]
		m.page++
		if url := oneLine(v.text(m.Properties.CodePage())); url != "" {
			p := m.part("")
			p.Kind, p.Range, p.Content = document.Text, v.Range, strings.NewReader(url)
			return p
		}
	}
	return nil
}

// fromRTF returns the HTML or the text that compressed RTF was made of, and sets its media
// type, or returns the RTF.
func (m *Message) fromRTF(v *Value, media *string) io.Reader {
	open := func() io.Reader { return m.env.Budget.Reader(lzfu.NewReader(v.Open())) }
	r, isHTML := rtf.HTML(open())
	switch {
	case r == nil:
		return open()
	case isHTML:
		*media = "text/html; charset=utf-8"
	default:
		*media = "text/plain; charset=utf-8"
	}
	return r
}

// pages are the home pages of a person: a message can be an entry of an address book
// ([MS-OXOCNTC]).
var pages = []Property{PersonalPage, BusinessPage}

// part returns a part of the message.
func (m *Message) part(media string) *document.Part {
	return &document.Part{Kind: document.File, Place: m.place, Header: m.Header, Media: media}
}

// base returns the base URL of the body, or "".
func (m *Message) base() string {
	return m.text(BodyLocation)
}

// text returns a string on one line.
func (m *Message) text(p Property) string {
	return oneLine(m.Properties[p].text(m.Properties.CodePage()))
}

// oneLine returns s with white space and control characters collapsed.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(c rune) bool { return c <= ' ' || c == 0x7F }), " ")
}

// noting reads data, and notes what is wrong with it.
type noting struct {
	r       io.Reader
	env     *document.Env
	damaged bool
}

// Read implements [io.Reader].
func (n *noting) Read(p []byte) (int, error) {
	if n.damaged {
		return 0, io.EOF
	}
	k, err := n.r.Read(p)
	if err != nil && err != io.EOF {
		d := document.Damaged
		if errors.Is(err, document.ErrTooMuch) {
			d = document.TooMuch
		}
		n.env.Note(d, "")
		n.damaged, err = true, io.EOF
	}
	return k, err
}

// maxHeader is the maximum size in bytes of the header of a message as it was sent.
const maxHeader = 1 << 20

// header returns the header of the message.
func (m *Message) header() []byte {
	var b bytes.Buffer
	has := make(map[string]bool)
	if v := &m.Properties[TransportHeaders]; v.Open != nil {
		raw, _ := io.ReadAll(io.LimitReader(m.env.Budget.Reader(v.Open()), maxHeader))
		text := ""
		if v.Type == String {
			text = wide.UntilNUL(raw)
		} else {
			text = Decode(raw, m.Properties.CodePage())
		}
		for line := range strings.Lines(text) {
			line = strings.TrimRight(line, "\r\n")
			name := header.FieldName([]byte(line))
			switch {
			case name != nil:
				has[string(bytes.ToLower(name))] = true
			case line == "" || !header.IsContinuation([]byte(line)) || b.Len() == 0:
				continue
			}
			b.WriteString(line + "\r\n")
		}
	}
	field := func(name, body string) {
		if !has[strings.ToLower(name)] && body != "" {
			fmt.Fprintf(&b, "%s: %s\r\n", name, body)
		}
	}
	field("From", m.from())
	field("To", m.text(DisplayTo))
	field("Cc", m.text(DisplayCc))
	field("Subject", m.subject())
	field("Date", m.date())
	field("Message-ID", m.text(MessageID))
	field("List-Help", m.text(ListHelp))
	field("List-Subscribe", m.text(ListSubscribe))
	field("List-Unsubscribe", m.text(ListUnsubscribe))
	return b.Bytes()
}

// from returns the body of the From field.
func (m *Message) from() string {
	name := m.text(RepresentedName)
	address := m.address(RepresentedSMTP, RepresentedAddress)
	if name == "" && address == "" {
		name, address = m.text(SenderName), m.address(SenderSMTP, SenderAddress)
	}
	return Mailbox(name, address)
}

// address returns the first text that is an address of Internet mail, or "".
func (m *Message) address(properties ...Property) string {
	for _, p := range properties {
		if a := m.text(p); strings.Contains(a, "@") {
			return a
		}
	}
	return ""
}

// Mailbox returns the mailbox of RFC 5322 with a name and an address. Each may be empty.
func Mailbox(name, address string) string {
	switch {
	case address == "" || name == address:
		return name
	case name == "":
		return address
	case strings.ContainsAny(name, `"(),.:;<>@[\]`):
		name = `"` + strings.NewReplacer(`"`, `\"`, `\`, `\\`).Replace(name) + `"`
	}
	return name + " <" + address + ">"
}

// subject returns the subject. A property of Outlook can begin with the length of a prefix
// such as "RE: " ([MS-OXCMSG], section 2.2.1.46).
func (m *Message) subject() string {
	s := m.Properties[Subject].text(m.Properties.CodePage())
	if prefix, ok := strings.CutPrefix(s, "\x01"); ok {
		_, n := utf8.DecodeRuneInString(prefix)
		s = prefix[n:]
	}
	return oneLine(s)
}

// date returns the body of the Date field.
func (m *Message) date() string {
	for _, p := range [...]Property{SubmitTime, DeliveryTime} {
		if n := m.Properties[p].Number; m.Properties[p].Type == Time && n > 0 {
			return time.Unix(n/second+epoch, n%second*100).UTC().Format("Mon, 02 Jan 2006 15:04:05 -0700")
		}
	}
	return ""
}

// The methods of attachments ([MS-OXCMSG], section 2.2.2.9).
const (
	EmbeddedMessage = 5
	OLE             = 6
)

// Name returns the name of an attachment of the message, or "".
func (m *Message) Name(o *Properties) string {
	for _, p := range [...]Property{AttachLongName, AttachName, DisplayName} {
		if s := oneLine(o[p].text(m.Properties.CodePage())); s != "" {
			return s
		}
	}
	return ""
}

// Attachment returns an attachment of the message: the file with its data, if it has any,
// and the URLs where the file is or was.
func (m *Message) Attachment(o *Properties) (parts []*document.Part) {
	name := m.Name(o)
	base := ""
	for _, p := range [...]Property{AttachLongPath, AttachPath, AttachLocation} {
		url := oneLine(o[p].text(m.Properties.CodePage()))
		if !strings.Contains(url, "://") {
			continue
		}
		t := m.part("")
		t.Kind, t.Place.Relation, t.Place.Member = document.Target, "attachment", name
		t.Range, t.Content = o[p].Range, strings.NewReader(url)
		parts = append(parts, t)
		base = url
	}
	v := &o[AttachData]
	if v.Open == nil || v.Size == 0 {
		return parts
	}
	f := m.part(mediaType(oneLine(o[AttachType].text(m.Properties.CodePage()))))
	f.Range, f.Exact, f.Name, f.Base = v.Range, v.Exact, name, base
	f.Content = &noting{r: v.Open(), env: m.env}
	return append(parts, f)
}

// mediaType returns the media type of an attachment, or "" if it says no more than that there
// are octets. An attachment that is a multipart has a MIME entity as its data: a signed
// message ([MS-OXOSMIME], section 2.1.3.1).
func mediaType(s string) string {
	switch s = strings.ToLower(s); {
	case strings.HasPrefix(s, "multipart/"):
		return "message/rfc822"
	case s == "application/octet-stream", !strings.Contains(s, "/"):
		return ""
	}
	return s
}

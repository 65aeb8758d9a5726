package mapi

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/documenttest"
)

// text returns a string as a value.
func text(t Type, s string) Value {
	return Value{Type: t, Size: int64(len(s)), Open: func() io.Reader { return strings.NewReader(s) }}
}

// TestHeader makes headers of properties.
func TestHeader(t *testing.T) {
	for _, c := range []struct {
		name string
		o    Properties
		want string
	}{
		{"nothing", Properties{}, ""},
		{"prefix", Properties{Subject: text(String8, "\x01\x04RE: x")}, "Subject: RE: x\r\n"},
		{"prefix in UTF-16", Properties{Subject: text(String, "\x01\x00\x04\x00x\x00\x00\x00y\x00")}, "Subject: x\r\n"},
		{"lines", Properties{Subject: text(String8, " a\r\nBcc:\tb\x7f ")}, "Subject: a Bcc: b\r\n"},
		{"not a string", Properties{Subject: text(Binary, "a")}, ""},
		{"code page", Properties{DisplayTo: text(String8, "\xD2"), MessageCodePage: Value{Type: Int32, Number: 1251}}, "To: Т\r\n"},
		{"code page of the body", Properties{DisplayCc: text(String8, "\xD2"), InternetCodePage: Value{Type: Int32, Number: 20866}}, "Cc: р\r\n"},
		{"locale", Properties{DisplayTo: text(String8, "\x93\xfa"), InternetCodePage: Value{Type: Int32, Number: 50220}, Locale: Value{Type: Int32, Number: 0x411}}, "To: 日\r\n"},
		{"locale of Taiwan", Properties{DisplayTo: text(String8, "\xa4\xe9"), Locale: Value{Type: Int32, Number: 0x404}}, "To: 日\r\n"},
		{"locale of China", Properties{DisplayTo: text(String8, "\xc8\xd5"), Locale: Value{Type: Int32, Number: 0x804}}, "To: 日\r\n"},
		{"western locale", Properties{DisplayTo: text(String8, "\xE4"), InternetCodePage: Value{Type: Int32, Number: 65001}, Locale: Value{Type: Int32, Number: 0x407}}, "To: ä\r\n"},
		{"no code page", Properties{DisplayTo: text(String8, "\xE4"), DisplayCc: text(String8, "ä")}, "To: ä\r\nCc: ä\r\n"},
		{"code page that is not known", Properties{DisplayTo: text(String8, "\xE4"), MessageCodePage: Value{Type: Int32, Number: 999}}, "To: ä\r\n"},
		{"sender", Properties{SenderName: text(String8, "A"), SenderAddress: text(String8, "/o=a/cn=b"), SenderSMTP: text(String8, "a@b.example")}, "From: A <a@b.example>\r\n"},
		{"X.500", Properties{SenderAddress: text(String8, "/o=a/cn=b")}, ""},
		{"for another", Properties{SenderName: text(String8, "A"), RepresentedAddress: text(String8, "c@b.example")}, "From: c@b.example\r\n"},
		{"a name that is an address", Properties{SenderName: text(String8, "a@b.example"), SenderAddress: text(String8, "a@b.example")}, "From: a@b.example\r\n"},
		{"quotes", Properties{SenderName: text(String8, `A "B" \`), SenderAddress: text(String8, "a@b.example")}, `From: "A \"B\" \\" <a@b.example>` + "\r\n"},
		{"lists", Properties{ListUnsubscribe: text(String8, "<http://a.example/>")}, "List-Unsubscribe: <http://a.example/>\r\n"},
		{"as sent", Properties{TransportHeaders: text(String, "\r\x00\n\x00 \x00a\x00\r\x00\n\x00S\x00u\x00b\x00j\x00e\x00c\x00t\x00:\x00b\x00\n\x00"), Subject: text(String8, "c")}, "Subject:b\r\n"},
		{"time", Properties{SubmitTime: Value{Type: Time, Number: 116444736000000000}}, "Date: Thu, 01 Jan 1970 00:00:00 +0000\r\n"},
		{"no time", Properties{SubmitTime: Value{Type: Time}, DeliveryTime: Value{Type: Int64, Number: 116444736000000000}}, ""},
	} {
		env := &document.Env{Budget: documenttest.NewBudget()}
		if got := NewMessage(&c.o, document.Place{}, env).Header; !bytes.Equal(got, []byte(c.want)) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// TestMediaType makes media types of those of attachments.
func TestMediaType(t *testing.T) {
	for _, c := range [][2]string{
		{"", ""}, {"application/octet-stream", ""}, {"file", ""}, {"Text/HTML", "text/html"}, {"multipart/signed", "message/rfc822"},
	} {
		if got := mediaType(c[0]); got != c[1] {
			t.Errorf("%q: got %q, want %q", c[0], got, c[1])
		}
	}
}

// TestLookup checks that all properties have an identifier.
func TestLookup(t *testing.T) {
	for p := range NumProperties {
		if got, ok := Lookup(ID(p)); !ok || got != p {
			t.Errorf("%#x is %d, want %d", ID(p), got, p)
		}
	}
	if _, ok := Lookup(0); ok {
		t.Error("0 is a property")
	}
}

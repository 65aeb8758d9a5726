package tnef

import (
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/documenttest"
	"github.com/urlgrep/urlgrep/internal/document/mapi"
)

func u16(n int) string              { return string(binary.LittleEndian.AppendUint16(nil, uint16(n))) }
func u32[T int | int64](n T) string { return string(binary.LittleEndian.AppendUint32(nil, uint32(n))) }
func u64[T int | int64](n T) string { return string(binary.LittleEndian.AppendUint64(nil, uint64(n))) }

// wide returns s in UTF-16.
func wide(s string) string {
	var b []byte
	for _, c := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, c)
	}
	return string(b)
}

// attr returns an attribute.
func attr(level byte, number int, data ...string) string {
	all := strings.Join(data, "")
	sum := 0
	for i := range len(all) {
		sum += int(all[i])
	}
	return string(level) + u16(number) + u16(1) + u32(len(all)) + all + u16(sum)
}

// file returns a document.
func file(attributes ...string) string { return Magic + "\x01\x00" + strings.Join(attributes, "") }

// pad adds padding.
func pad(s string) string { return s + strings.Repeat("\x00", (4-len(s)%4)%4) }

// list returns a list of properties.
func list(properties ...string) string {
	return u32(len(properties)) + strings.Join(properties, "")
}

// prop returns a property with a value of variable size, or several.
func prop(p mapi.Property, t mapi.Type, values ...string) string {
	s := u16(int(t)) + u16(int(mapi.ID(p))) + u32(len(values))
	for _, v := range values {
		s += u32(len(v)) + pad(v)
	}
	return s
}

// fixed returns a property with a value of fixed size.
func fixed[T int | int64](p mapi.Property, t mapi.Type, n T) string {
	return u16(int(t)) + u16(int(mapi.ID(p))) + pad(u64(n)[:t.Size()])
}

// rtf returns RTF that is not compressed.
func rtf(text string) string { return u32(len(text)+12) + u32(len(text)) + "MELA" + u32(0) + text }

// named are properties with names, and of all types.
var named = u16(0x1E) + u16(0x8001) + strings.Repeat("g", 16) + u32(1) + u32(6) + pad(wide("abc")) + u32(1) + u32(1) + pad("v") +
	u16(0x1003) + u16(0x8002) + strings.Repeat("g", 16) + u32(0) + u32(7) + u32(3) + u32(1) + u32(2) + u32(3) +
	u16(0x1002) + u16(0x0001) + u32(2) + pad(u16(1)) + pad(u16(2)) +
	u16(0x48) + u16(0x0002) + strings.Repeat("g", 16) +
	u16(0x05) + u16(0x0003) + u64(1) +
	u16(0x0B) + u16(0x0004) + pad(u16(1)) +
	u16(0x101F) + u16(0x0005) + u32(2) + u32(2) + pad("a\x00") + u32(4) + "b\x00c\x00"

// sent is 2026-03-04 05:06:07 UTC.
const sent int64 = 134170743670000000

var (
	oem     = attr(1, attOEMCodePage, u32(1251)+u32(0))
	message = list(
		prop(mapi.Subject, mapi.String, wide("Тема http://s.example/\x00")),
		fixed(mapi.SubmitTime, mapi.Time, sent),
		prop(mapi.SenderName, mapi.String8, "Name, A.\x00"), prop(mapi.SenderSMTP, mapi.String8, "a@b.example\x00"),
		prop(mapi.MessageID, mapi.String8, "<1@b.example>\x00"),
	)
	title  = attr(2, attAttachTitle, "A.TXT\x00")
	rend   = attr(2, attAttachRendData, "\x01\x00")
	attach = rend + title + attr(2, attAttachData, "http://a.example/") +
		attr(2, attAttachment, list(prop(mapi.AttachLongName, mapi.String, wide("Имя.txt\x00")), prop(mapi.AttachType, mapi.String8, "text/plain\x00")))
	inner = file(attr(1, attSubject, "inner\x00"))
	small = file(oem, attr(1, attMessageProperties, list(prop(mapi.Subject, mapi.String8, "\xD2\xE5\xEC\xE0\x00"), prop(mapi.RTF, mapi.Binary, rtf(`{\rtf1 http://r.example/}`)))),
		attr(1, attBody, "http://b.example/"), attach)
)

// TestRead reads documents.
func TestRead(t *testing.T) {
	for _, c := range []struct{ name, document, want string }{
		{"old attributes", file(oem, attr(1, attSubject, "\xD2\xE5\xEC\xE0\x00"), attr(1, attBody, "http://b.example/\x00"),
			attr(1, attFrom, u16(4)+u16(40)+u16(5)+u16(20)+"Name\x00\x00"), attr(1, attDateSent, u16(2026)+u16(3)+u16(4)+u16(5)+u16(6)+u16(7)+u16(3))), `
header From: Name|Subject: Тема|Date: Wed, 04 Mar 2026 05:06:07 +0000
file [34:38] text/rfc822-headers: header
file =[50:67] text/plain; charset=cp1251: "http://b.example/"`},
		{"an address", file(attr(1, attFrom, u16(4)+u16(40)+u16(5)+u16(20)+"Name\x00SMTP:a@b.example\x00")), `
header From: Name <a@b.example>
file [0:0] text/rfc822-headers: header`},
		{"properties", file(attr(1, attMessageProperties, message)), `
header From: "Name, A." <a@b.example>|Subject: Тема http://s.example/|Date: Wed, 04 Mar 2026 05:06:07 +0000|Message-ID: <1@b.example>
file [31:75] text/rfc822-headers: header`},
		{"header as sent", file(attr(1, attMessageProperties, list(
			prop(mapi.Subject, mapi.String, wide("S")), fixed(mapi.SubmitTime, mapi.Time, sent),
			prop(mapi.TransportHeaders, mapi.String8, "Microsoft Mail Internet Headers Version 2.0\r\nSubject: T\r\n U\r\nList-Unsubscribe: <http://l.example/>\r\n\r\nSubject: V\r\n")))), `
header Subject: T| U|List-Unsubscribe: <http://l.example/>|Subject: V|Date: Wed, 04 Mar 2026 05:06:07 +0000
file [59:173] text/rfc822-headers: header`},
		{"the code page of the attribute", small, `
header Subject: Тема
file [50:54] text/rfc822-headers: header
file [70:111] application/rtf: "{\\rtf1 http://r.example/}"
file =[183:200] "Имя.txt" text/plain: "http://a.example/"`},
		{"HTML", file(attr(1, attMessageProperties, list(prop(mapi.Body, mapi.String, wide("b")), prop(mapi.RTF, mapi.Binary, rtf("r")),
			prop(mapi.HTML, mapi.Binary, "<p>\x00"), fixed(mapi.InternetCodePage, mapi.Int32, 65001), prop(mapi.BodyLocation, mapi.String8, "http://base.example/\x00")))), `
file =[79:83] text/html; charset=cp65001 base http://base.example/: "<p>\x00"`},
		{"HTML in UTF-16", file(attr(1, attMessageProperties, list(prop(mapi.HTML, mapi.String, wide("<p>\x00"))))), `
file =[31:37] text/html; charset=utf-16le: "<\x00p\x00>\x00"`},
		{"text in UTF-16", file(attr(1, attMessageProperties, list(prop(mapi.Body, mapi.String, wide("b\x00"))))), `
file =[31:33] text/plain; charset=utf-16le: "b\x00"`},
		{"HTML in RTF", file(attr(1, attMessageProperties, list(prop(mapi.RTF, mapi.Binary, rtf(`{\rtf1\ansi\fromhtml1{\*\htmltag <p>}\htmlrtf x\htmlrtf0 http://a.example/}`))))), `
file [31:122] text/html; charset=utf-8: "<p>http://a.example/"`},
		{"text in RTF", file(attr(1, attMessageProperties, list(prop(mapi.RTF, mapi.Binary, rtf(`{\rtf1\ansi\fromtext http://a.example/}`))))), `
file [31:86] text/plain; charset=utf-8: "http://a.example/"`},
		{"text instead of damaged RTF", file(attr(1, attMessageProperties, list(prop(mapi.RTF, mapi.Binary, rtf("r")[:16]), prop(mapi.Body, mapi.String8, "b")))), `
note: a damaged document, read as far as possible
file [31:47] application/rtf: ""
file =[59:60] text/plain: "b"`},
		{"properties of all types", file(attr(1, attMessageProperties, u32(8)+named+prop(mapi.Body, mapi.String8, "b"))), `
file =[203:204] text/plain: "b"`},
		{"attachments", file(attach, rend, attr(2, attAttachData, "no name"), rend, title, rend, attr(2, attAttachData)), `
file =[45:62] "Имя.txt" text/plain: "http://a.example/"
file =[153:160]: "no name"`},
		{"an attachment elsewhere", file(rend, attr(2, attAttachment, list(
			prop(mapi.AttachLongName, mapi.String8, "a"), prop(mapi.AttachLongPath, mapi.String8, "http://p.example/"), prop(mapi.AttachPath, mapi.String8, `C:\a`)))), `
target [60:77] a (attachment): "http://p.example/"`},
		{"a message as an attachment", file(rend, attr(2, attAttachment, list(fixed(mapi.AttachMethod, mapi.Int32, mapi.EmbeddedMessage),
			prop(mapi.AttachData, mapi.Object, strings.Repeat("i", 16)+inner)))), fmt.Sprintf(`
file =[68:91]: %q`, inner)},
		{"a message after an attachment", file(attach, attr(1, attBody, "b")), `
file =[140:141] text/plain: "b"
file =[45:62] "Имя.txt" text/plain: "http://a.example/"`},
		{"a wrong checksum", strings.Replace(file(attr(1, attBody, "b")), "b", "c", 1), `
note: a damaged document, read as far as possible: at byte 6
file =[15:16] text/plain: "c"`},
		{"cut", file(attr(1, attBody, "http://b.example/"))[:30], `
note: a damaged document, read as far as possible: at byte 6
file =[15:30] text/plain: "http://b.exampl"`},
		{"garbage", file("garbage", attr(1, attBody, "b"), "garbage\x01\x02\x03"), `
note: a damaged document, read as far as possible: at byte 6
file =[22:23] text/plain: "b"`},
		{"a list that is too short", file(attr(1, attMessageProperties, u32(int64(1<<31))+prop(mapi.Body, mapi.String8, "b"))), `
note: a damaged document, read as far as possible: at byte 35
file =[31:32] text/plain: "b"`},
		{"values that are too many", file(attr(1, attMessageProperties, list(u16(0x101F)+u16(1)+u32(int64(1<<31))))), `
note: a damaged document, read as far as possible: at byte 27`},
		{"empty", file(), ""},
		{"not TNEF", "x", "\nnot a document"},
	} {
		if got := read(t, c.document); got != strings.TrimPrefix(c.want, "\n") {
			t.Errorf("%s: got\n%s\nwant%s", c.name, got, c.want)
		}
	}
}

// read returns the parts of a document as documenttest.Read does, and the header before
// them. It writes "header" for the header as the content of a part.
func read(t *testing.T, text string) string {
	t.Helper()
	env := &document.Env{Budget: documenttest.NewBudget(), Note: func(document.Defect, string) {}}
	got := documenttest.Read(t, Open, []byte(text))
	r := Open(document.NewStore([]byte(text)), env)
	if r == nil {
		return strings.TrimSpace(got)
	}
	if p, err := r.Next(); err == nil && len(p.Header) > 0 {
		h := string(p.Header)
		got = strings.Replace(got, fmt.Sprintf("%q", h), "header", 1)
		got = "header " + strings.ReplaceAll(strings.TrimSuffix(h, "\r\n"), "\r\n", "|") + "\n" + got
		for q, err := r.Next(); err != io.EOF; q, err = r.Next() {
			if &q.Header[0] != &p.Header[0] {
				t.Errorf("%q: another header", text)
			}
		}
	}
	return strings.TrimSpace(got)
}

// TestBomb checks that properties are counted.
func TestBomb(t *testing.T) {
	many := strings.Repeat(fixed(mapi.AttachMethod, mapi.Int16, 1), document.MaxObjects+1<<16)
	var noted []document.Defect
	env := &document.Env{Budget: documenttest.NewBudget(), Note: func(d document.Defect, _ string) { noted = append(noted, d) }}
	r := Open(document.NewStore([]byte(file(attr(1, attMessageProperties, u32(1<<30)+many)))), env)
	if _, err := r.Next(); err != io.EOF || len(noted) != 1 || noted[0] != document.TooMany {
		t.Errorf("noted %v, %v", noted, err)
	}
}

func TestDamage(t *testing.T) {
	documenttest.Damage(t, Open, []byte(small))
	documenttest.Damage(t, Open, []byte(file(attr(1, attMessageProperties, message))))
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(small))
	f.Add([]byte(file(attr(1, attMessageProperties, message), attach, attach)))
	f.Add([]byte(file(attr(1, attMessageProperties, u32(7)+named))))
	documenttest.Fuzz(f, Open)
}

func BenchmarkRead(b *testing.B) {
	text := []byte(file(attr(1, attMessageProperties, message), rend, attr(2, attAttachData, strings.Repeat("a", 4<<20)), attach))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		env := &document.Env{Budget: documenttest.NewBudget()}
		r := Open(document.NewStore(text), env)
		for p, err := r.Next(); err == nil; p, err = r.Next() {
			io.Copy(io.Discard, p.Content)
		}
	}
}

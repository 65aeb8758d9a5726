package mapi

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/documenttest"
)

// packed returns RTF as a value, in the form of compressed RTF that is not compressed.
func packed(rtf string) Value {
	h := binary.LittleEndian.AppendUint32(nil, uint32(len(rtf)+12))
	h = binary.LittleEndian.AppendUint32(h, uint32(len(rtf)))
	return text(Binary, string(h)+"MELA\x00\x00\x00\x00"+rtf)
}

// broken returns a value that cannot be read after s.
func broken(t Type, s string, err error) Value {
	v := text(t, s)
	v.Open = func() io.Reader { return io.MultiReader(strings.NewReader(s), iotest.ErrReader(err)) }
	return v
}

// number returns a number as a value.
func number(n int64) Value { return Value{Type: Int32, Number: n} }

// show returns a line for a part, without its header.
func show(p *document.Part) string {
	content, err := io.ReadAll(p.Content)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	b.WriteString([...]string{"text", "target", "file"}[p.Kind])
	b.WriteString(documenttest.Place(&p.Place))
	for _, s := range []string{p.Name, p.Media, p.Base} {
		if s != "" {
			fmt.Fprintf(&b, " %s", s)
		}
	}
	fmt.Fprintf(&b, ": %q\n", content)
	return b.String()
}

// TestNext checks the parts of messages: the header, the best form of the body that can be read, and
// home pages.
func TestNext(t *testing.T) {
	const (
		subject = "file text/rfc822-headers: \"Subject: s\\r\\n\"\n"
		rtf     = `{\rtf1\ansi http://rtf.example/}`
		made    = `{\rtf1\ansi\fromhtml1 {\*\htmltag64 <p>}http://html.example/{\*\htmltag72 </p>}}`
		plain   = `{\rtf1\ansi\fromtext http://text.example/}`
	)
	html, body := text(Binary, "<p>html</p>"), text(String8, "body")
	for _, c := range []struct {
		name string
		o    Properties
		want string
	}{
		{"nothing", Properties{}, ""},
		{"a header", Properties{Subject: text(String8, "s")}, subject},
		{"text", Properties{Subject: text(String8, "s"), Body: body}, subject + "file text/plain: \"body\"\n"},
		{"text in UTF-16", Properties{Body: text(String, "b\x00")}, "file text/plain; charset=utf-16le: \"b\\x00\"\n"},
		{"text in a code page", Properties{Body: body, MessageCodePage: number(1251)}, "file text/plain; charset=cp1251: \"body\"\n"},
		{"all forms", Properties{HTML: html, RTF: packed(rtf), Body: body}, "file text/html: \"<p>html</p>\"\n"},
		{"HTML in a code page", Properties{HTML: html, InternetCodePage: number(28591), MessageCodePage: number(1251), Body: body}, "file text/html; charset=cp28591: \"<p>html</p>\"\n"},
		{"a base", Properties{HTML: html, BodyLocation: text(String8, "http://base.example/")}, "file text/html http://base.example/: \"<p>html</p>\"\n"},
		{"RTF and text", Properties{RTF: packed(rtf), Body: body}, fmt.Sprintf("file application/rtf: %q\n", rtf)},
		{"RTF of HTML", Properties{RTF: packed(made), Body: body}, "file text/html; charset=utf-8: \"<p>http://html.example/</p>\"\n"},
		{"RTF of text", Properties{RTF: packed(plain), Body: body}, "file text/plain; charset=utf-8: \"http://text.example/\"\n"},
		{"empty HTML", Properties{HTML: text(Binary, ""), Body: body}, "file text/plain: \"body\"\n"},
		{"damaged HTML", Properties{HTML: broken(Binary, "<p>", errors.New("damaged")), RTF: packed(rtf), Body: body},
			"note: a damaged document, read as far as possible\nfile text/html: \"<p>\"\n" + fmt.Sprintf("file application/rtf: %q\n", rtf)},
		{"damaged RTF", Properties{RTF: text(Binary, "damaged"), Body: body},
			"note: a damaged document, read as far as possible\nfile application/rtf: \"\"\nfile text/plain: \"body\"\n"},
		{"too much", Properties{HTML: broken(Binary, "<p>", document.ErrTooMuch), Body: body},
			"note: " + document.Texts[document.TooMuch] + "\nfile text/html: \"<p>\"\nfile text/plain: \"body\"\n"},
		{"home pages", Properties{Body: body, BusinessPage: text(String8, "http://b.example/"), PersonalPage: text(String8, " http://p.example/\n")},
			"file text/plain: \"body\"\ntext: \"http://p.example/\"\ntext: \"http://b.example/\"\n"},
	} {
		var b strings.Builder
		env := &document.Env{Budget: documenttest.NewBudget(), Note: func(d document.Defect, _ string) { fmt.Fprintf(&b, "note: %s\n", document.Texts[d]) }}
		m := NewMessage(&c.o, document.Place{}, env)
		for p := m.Next(); p != nil; p = m.Next() {
			if string(p.Header) != string(m.Header) {
				t.Errorf("%s: the header is %q", c.name, p.Header)
			}
			line := show(p)
			b.WriteString(line)
		}
		if got := b.String(); got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		}
	}
}

// TestAttachment checks the parts of attachments.
func TestAttachment(t *testing.T) {
	data := text(Binary, "data")
	for _, c := range []struct {
		name string
		o    Properties
		want string
	}{
		{"nothing", Properties{}, ""},
		{"no data", Properties{AttachData: text(Binary, ""), AttachName: text(String8, "a")}, ""},
		{"data", Properties{AttachData: data}, "file: \"data\"\n"},
		{"a name and a type", Properties{AttachData: data, AttachName: text(String8, "A~1.HTM"), AttachLongName: text(String8, "a b.html"), AttachType: text(String8, "Text/HTML")}, "file a b.html text/html: \"data\"\n"},
		{"a short name", Properties{AttachData: data, AttachName: text(String8, "A.HTM"), DisplayName: text(String8, "d")}, "file A.HTM: \"data\"\n"},
		{"a name for readers", Properties{AttachData: data, DisplayName: text(String8, "d\r\nd")}, "file d d: \"data\"\n"},
		{"a signed message", Properties{AttachData: data, AttachType: text(String8, "multipart/signed")}, "file message/rfc822: \"data\"\n"},
		{"a path", Properties{AttachData: data, AttachPath: text(String8, `c:\a`)}, "file: \"data\"\n"},
		{"a link", Properties{AttachLongPath: text(String8, "http://a.example/"), AttachName: text(String8, "a")}, "target a (attachment): \"http://a.example/\"\n"},
		{"two links and data", Properties{AttachData: data, AttachPath: text(String8, "http://a.example/"), AttachLocation: text(String8, "http://b.example/")},
			"target (attachment): \"http://a.example/\"\ntarget (attachment): \"http://b.example/\"\nfile http://b.example/: \"data\"\n"},
	} {
		env := &document.Env{Budget: documenttest.NewBudget(), Note: func(d document.Defect, _ string) { t.Errorf("%s: %s", c.name, document.Texts[d]) }}
		m := NewMessage(&Properties{}, document.Place{}, env)
		got := ""
		for _, p := range m.Attachment(&c.o) {
			got += show(p)
		}
		if got != c.want {
			t.Errorf("%s:\n%swant\n%s", c.name, got, c.want)
		}
	}
}

// TestTypes checks the sizes of types: each has a fixed or a variable size, also with several values.
func TestTypes(t *testing.T) {
	sizes := map[Type]int{
		Int16: 2, Bool: 2, Int32: 4, Float32: 4, Error: 4, Float64: 8, Currency: 8, AppTime: 8, Int64: 8, Time: 8, GUID: 16,
		Object: -1, String8: -1, String: -1, Binary: -1, 0: 0, 1: 0, 0x00FF: 0,
	}
	for kind, size := range sizes {
		for _, k := range []Type{kind, kind | Multiple} {
			if got, variable := k.Size(), k.IsVariable(); got != max(size, 0) || variable != (size < 0) {
				t.Errorf("%#x: %d, %v; want %d", k, got, variable, size)
			}
		}
	}
}

// TestTime checks that a time is the same as a value and in the header.
func TestTime(t *testing.T) {
	for _, at := range []time.Time{time.Unix(0, 0), time.Date(2026, 3, 1, 23, 59, 59, 999_999_900, time.FixedZone("", 3600)), time.Date(1601, 1, 1, 0, 0, 1, 0, time.UTC)} {
		v := TimeValue(at)
		m := NewMessage(&Properties{DeliveryTime: v}, document.Place{}, &document.Env{Budget: documenttest.NewBudget()})
		if want := "Date: " + at.UTC().Format(time.RFC1123Z) + "\r\n"; v.Type != Time || string(m.Header) != want {
			t.Errorf("%v: %q, want %q", at, m.Header, want)
		}
	}
	if got := TimeValue(time.Date(1601, 1, 1, 0, 0, 0, 300, time.UTC)).Number; got != 3 { // [MS-OXCDATA]: units of 100 ns since 1601
		t.Errorf("300 ns are %d", got)
	}
}

package outlook

import (
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/cfb"
	"github.com/urlgrep/urlgrep/internal/document/cfb/cfbtest"
	"github.com/urlgrep/urlgrep/internal/document/documenttest"
	"github.com/urlgrep/urlgrep/internal/document/mapi"
)

// open is the Opener of messages.
func open(s *document.Store, env *document.Env) document.Reader {
	f := cfb.Open(s, env)
	if f == nil {
		return nil
	}
	if r := New(f, env); r != nil {
		return r
	}
	return nothing{}
}

type nothing struct{}

func (nothing) Next() (*document.Part, error) { return nil, io.EOF }

// wide returns s in UTF-16.
func wide(s string) string {
	var b []byte
	for _, c := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, c)
	}
	return string(b)
}

// storage returns the streams of a storage with a path.
func storage(path string, streams ...[]cfbtest.Stream) []cfbtest.Stream {
	var all []cfbtest.Stream
	for _, list := range streams {
		for _, s := range list {
			s.Path = path + s.Path
			all = append(all, s)
		}
	}
	return all
}

// prop returns a property that is a stream.
func prop(p mapi.Property, t mapi.Type, data string) []cfbtest.Stream {
	return []cfbtest.Stream{{Path: fmt.Sprintf("__substg1.0_%04X%04X", mapi.ID(p), uint16(t)), Data: data}}
}

// text returns a string in UTF-16.
func text(p mapi.Property, s string) []cfbtest.Stream { return prop(p, mapi.String, wide(s)) }

// fixed returns a stream of properties of fixed size, with pairs of a tag and a value.
func fixed(header int, pairs ...int64) []cfbtest.Stream {
	b := make([]byte, header)
	for i := 0; i < len(pairs); i += 2 {
		b = binary.LittleEndian.AppendUint32(b, uint32(pairs[i]))
		b = binary.LittleEndian.AppendUint32(b, 6)
		b = binary.LittleEndian.AppendUint64(b, uint64(pairs[i+1]))
	}
	return []cfbtest.Stream{{Path: propertyStream, Data: string(b)}}
}

func tag(p mapi.Property, t mapi.Type) int64 { return int64(mapi.ID(p))<<16 | int64(t) }

// attachment returns the storage of an attachment.
func attachment(n int, streams ...[]cfbtest.Stream) []cfbtest.Stream {
	return storage(fmt.Sprintf("__attach_version1.0_#%08X/", n), append(streams, fixed(attachmentHeader))...)
}

// object is the path of the storage of an attachment that is a message or an object.
const object = "__substg1.0_3701000D/"

// nested returns a message with messages within messages.
func nested(depth int) []cfbtest.Stream {
	m := [][]cfbtest.Stream{fixed(embeddedHeader), text(mapi.Subject, fmt.Sprint("depth ", depth))}
	if depth > 0 {
		m = append(m, attachment(0, text(mapi.DisplayName, "inner"), storage(object, nested(depth-1))))
	}
	return storage("", m...)
}

func file(streams ...[]cfbtest.Stream) []byte { return cfbtest.File(storage("", streams...)...) }

var small = file(fixed(rootHeader, tag(mapi.SubmitTime, mapi.Time), 134170743670000000, tag(mapi.InternetCodePage, mapi.Int32), 1251),
	text(mapi.Subject, "Тема"), prop(mapi.HTML, mapi.Binary, "<p>http://h.example/"), text(mapi.Body, "http://b.example/"),
	attachment(1, text(mapi.AttachLongName, "b.txt"), prop(mapi.AttachData, mapi.Binary, "http://2.example/")),
	attachment(0, text(mapi.AttachLongName, "a.txt"), text(mapi.AttachType, "text/plain"), prop(mapi.AttachData, mapi.Binary, "http://1.example/")),
	attachment(2, text(mapi.DisplayName, "message"), storage(object, fixed(embeddedHeader), prop(mapi.Subject, mapi.String8, "\xE8"), text(mapi.Body, "http://i.example/"),
		attachment(0, prop(mapi.AttachData, mapi.Binary, "http://3.example/")))),
	attachment(3, text(mapi.DisplayName, "object"), storage(object, []cfbtest.Stream{{Path: "CONTENTS", Data: "http://4.example/"}, {Path: "storage/a", Data: "http://5.example/"}})),
)

// TestRead reads documents. The header is before the first part of each message.
func TestRead(t *testing.T) {
	for _, c := range []struct {
		name     string
		document []byte
		want     string
	}{
		{"small", small, `
header Subject: Тема|Date: Wed, 04 Mar 2026 05:06:07 +0000
file text/rfc822-headers: "Subject: Тема\r\nDate: Wed, 04 Mar 2026 05:06:07 +0000\r\n"
file = text/html; charset=cp1251: "<p>http://h.example/"
file = "a.txt" text/plain: "http://1.example/"
file = "b.txt": "http://2.example/"
header Subject: и
file message text/rfc822-headers: "Subject: и\r\n"
file = message text/plain; charset=utf-16le: ` + fmt.Sprintf("%q", wide("http://i.example/")) + `
file = message: "http://3.example/"`},
		{"without properties of fixed size", file(text(mapi.Subject, "s")), `
header Subject: s
file text/rfc822-headers: "Subject: s\r\n"`},
		{"lower case", []byte(strings.ReplaceAll(string(file(prop(mapi.Body, mapi.String8, "b"))), wide("__substg1.0_1000001E"), wide("__SUBSTG1.0_1000001e"))), `
file = text/plain: "b"`},
		{"several values", file(fixed(rootHeader), []cfbtest.Stream{{Path: "__substg1.0_1000101F-00000000", Data: "b"}}), ""},
		{"another type in the stream of properties", file(fixed(rootHeader, tag(mapi.Body, mapi.String), 5, tag(mapi.Locale, mapi.GUID), 1, tag(mapi.Locale, mapi.Int32), 0x419), prop(mapi.Body, mapi.String8, "b")), `
file = text/plain; charset=cp1251: "b"`},
		{"a linked file", file(fixed(rootHeader), attachment(0, text(mapi.AttachLongPath, "http://a.example/"), text(mapi.AttachLongName, "n"))), `
target n (attachment): "http://a.example/"`},
		{"an entry of an address book", file(fixed(rootHeader), text(mapi.BusinessPage, "www.a.example"), text(mapi.PersonalPage, "http://b.example/")), `
text: "http://b.example/"
text: "www.a.example"`},
		{"not a message", file([]cfbtest.Stream{{Path: "WordDocument", Data: "http://a.example/"}}), ""},
		{"deep", file(nested(3)), `
header Subject: depth 3
file text/rfc822-headers: "Subject: depth 3\r\n"
header Subject: depth 2
file inner text/rfc822-headers: "Subject: depth 2\r\n"
header Subject: depth 1
file inner/inner text/rfc822-headers: "Subject: depth 1\r\n"
header Subject: depth 0
file inner/inner/inner text/rfc822-headers: "Subject: depth 0\r\n"`},
	} {
		if got := read(t, c.document); got != strings.TrimPrefix(c.want, "\n") {
			t.Errorf("%s: got\n%s\nwant%s", c.name, got, c.want)
		}
	}
}

// read returns the parts of a document as documenttest.Read does, without ranges, and with
// the headers.
func read(t *testing.T, text []byte) string {
	t.Helper()
	var b strings.Builder
	r := open(document.NewStore(text), &document.Env{Budget: documenttest.NewBudget(), Note: func(document.Defect, string) {}})
	var last *byte
	for line := range strings.Lines(documenttest.Read(t, open, text)) {
		p, err := r.Next()
		if err != nil || strings.HasPrefix(line, "note") {
			t.Fatalf("%v: %s", err, line)
		}
		if len(p.Header) > 0 && &p.Header[0] != last {
			last = &p.Header[0]
			fmt.Fprintf(&b, "header %s\n", strings.ReplaceAll(strings.TrimSpace(string(p.Header)), "\r\n", "|"))
		}
		from, to := strings.IndexByte(line, '['), strings.IndexByte(line, ']')
		b.WriteString(strings.TrimSuffix(line[:from], " ") + line[to+1:])
	}
	return strings.TrimSpace(b.String())
}

// TestDeep checks that the depth of messages is bounded.
func TestDeep(t *testing.T) {
	got := documenttest.Read(t, open, file(nested(20)))
	if n := strings.Count(got, "Subject: "); n != document.MaxDepth || !strings.Contains(got, document.Texts[document.TooDeep]) {
		t.Errorf("%d messages: %s", n, got)
	}
}

func TestDamage(t *testing.T) { documenttest.Damage(t, open, small) }

func FuzzRead(f *testing.F) {
	f.Add(small)
	f.Add(file(nested(2)))
	documenttest.Fuzz(f, open)
}

func BenchmarkRead(b *testing.B) {
	text := file(fixed(rootHeader), attachment(0, prop(mapi.AttachData, mapi.Binary, strings.Repeat("a", 4<<20))))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		r := open(document.NewStore(text), &document.Env{Budget: documenttest.NewBudget()})
		for p, err := r.Next(); err == nil; p, err = r.Next() {
			io.Copy(io.Discard, p.Content)
		}
	}
}

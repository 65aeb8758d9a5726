package warc

import (
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/documenttest"
)

// open is an Opener of archives. It cuts the range of a block that is cut off, and that is too
// long to know.
func open(s *document.Store, env *document.Env) document.Reader {
	return cutReader{Open(s.Section(document.Range{To: s.Size()}), env), s.Size()}
}

type cutReader struct {
	document.Reader
	size int64
}

func (r cutReader) Next() (*document.Part, error) {
	p, err := r.Reader.Next()
	if p != nil && p.Range.From+maxHeader <= r.size {
		p.Range.To = min(p.Range.To, r.size)
	}
	return p, err
}

// record returns a record of a type with fields, which may be empty, and a block.
func record(kind, fields, block string) string {
	return fmt.Sprintf("WARC/1.1\r\nWARC-Type: %s\r\n%sContent-Length: %d\r\n\r\n%s\r\n\r\n", kind, strings.ReplaceAll(fields, "\n", "\r\n"), len(block), block)
}

func encoded(t testing.TB, coding, text string) string {
	var b bytes.Buffer
	var w io.WriteCloser
	switch coding {
	case "gzip":
		w = gzip.NewWriter(&b)
	case "deflate":
		w, _ = flate.NewWriter(&b, 9)
	case "zstd":
		w, _ = zstd.NewWriter(&b)
	}
	io.WriteString(w, text)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const (
	target = "WARC-Target-URI: http://a.example/d/\n"
	http   = "Content-Type: application/http; msgtype=response\n"
)

// TestRead checks the parts of archives. The ranges are left out of want.
func TestRead(t *testing.T) {
	const html = "<a href=p>\r\n"
	response := func(fields, body string) string {
		return record("response", target+http, "HTTP/1.1 200 OK\r\n"+strings.ReplaceAll(fields, "\n", "\r\n")+"\r\n"+body)
	}
	const uri = "target (WARC-Target-URI): \"http://a.example/d/\"\n"
	const body = "text/html base http://a.example/d/: \"<a href=p>\\r\\n\"\n"
	for _, c := range []struct{ name, in, want string }{
		{"warcinfo", record("warcinfo", "Content-Type: application/warc-fields\n", "software: x http://b.example/\r\nisPartOf: http://c.example/\r\n"),
			"text=: \"isPartOf: http://c.example/\\r\\n\"\n"},
		{"response", response("Content-Type: text/html\n", html),
			uri + "text= base http://a.example/d/: \"HTTP/1.1 200 OK\\r\\nContent-Type: text/html\\r\\n\\r\\n\"\nfile= " + body},
		{"redirect", response("Location: ../e\n", ""),
			uri + "text= base http://a.example/d/: \"HTTP/1.1 200 OK\\r\\nLocation: ../e\\r\\n\\r\\n\"\ntarget (Location) base http://a.example/d/: \"../e\"\n"},
		{"chunked", response("Content-Type: text/html\nTransfer-Encoding: chunked\n", "4\r\n<a h\r\n8;x=y\r\nref=p>\r\n\r\n0\r\n\r\n"), uri + "*file " + body},
		{"chunked before it was stored", response("Content-Type: text/html\nTransfer-Encoding: chunked\n", html), uri + "*file= " + body},
		{"cut chunks", response("Content-Type: text/html\nTransfer-Encoding: chunked\n", "c\r\n"+html), uri + "*note: a damaged document, read as far as possible: an encoded body\nfile " + body},
		{"gzip", response("Content-Type: text/html\nContent-Encoding: gzip\n", encoded(t, "gzip", html)), uri + "*file " + body},
		{"deflate", response("Content-Type: text/html\nContent-Encoding: deflate\n", encoded(t, "deflate", html)), uri + "*file " + body},
		{"zstd", response("Content-Type: text/html\nContent-Encoding: zstd\n", encoded(t, "zstd", html)), uri + "*file " + body},
		{"gzip before it was stored", response("Content-Type: text/html\nContent-Encoding: gzip\n", html), uri + "*file= " + body},
		{"brotli", response("Content-Type: text/html\nContent-Encoding: br\n", "\x8b"),
			uri + "*note: a document with data in an unknown encoding: br\nfile text/html base http://a.example/d/: \"\"\n"},
		{"many codings", response("Content-Type: text/html\nContent-Encoding: gzip,gzip,gzip,gzip,gzip\n", html),
			uri + "*note: " + document.Texts[document.TooDeep] + ": Content-Encoding\nfile text/html base http://a.example/d/: \"\"\n"},
		{"no header", record("response", target+http, html), uri + "file= base http://a.example/d/: \"<a href=p>\\r\\n\"\n"},
		{"resource", record("resource", target+"Content-Type: text/html\n", html), uri + "file= " + body},
		{"1.0", record("resource", "WARC-Target-URI: <http://a.example/d/>\nContent-Type: text/html\n", html), uri + "file= " + body},
		{"revisit", record("revisit", target+http, "HTTP/1.1 304 Not Modified\r\n\r\n"),
			uri + "text= base http://a.example/d/: \"HTTP/1.1 304 Not Modified\\r\\n\\r\\n\"\n"},
		{"request", record("request", target+"Content-Type: application/http; msgtype=request\n", "GET /d/ HTTP/1.1\r\nHost: a.example\r\nReferer: http://b.example/\r\n\r\n"),
			"target (Referer): \"http://b.example/\"\n"},
		{"metadata", record("metadata", target+"Content-Type: application/warc-fields\n", "outlink: http://b.example/ L a/@href\r\n"),
			"file= text/plain: \"outlink: http://b.example/ L a/@href\\r\\n\"\n"},
		{"cut off", strings.TrimSuffix(record("resource", target+"Content-Type: text/html\n", html+html), html+"\r\n\r\n"),
			uri + "file= " + body + "note: a damaged document, read as far as possible: a record that is cut off at byte 128\n"},
		{"damage", "WARC/1.0\r\nx\r\n\r\nlost\r\n" + record("resource", target+"Content-Type: text/html\n", html),
			"note: a damaged document, read as far as possible: a record without Content-Length at byte 15\nnote: a damaged document, read as far as possible: not a record at byte 15\n" + uri + "file= " + body},
		{"LF", strings.ReplaceAll(record("resource", target+"Content-Type: text/html\n", "x"), "\r", ""), uri + "file= text/html base http://a.example/d/: \"x\"\n"},
	} {
		got := withoutRanges(documenttest.Read(t, open, []byte(c.in)))
		from, to, any := strings.Cut(c.want, "*")
		if got != c.want && !(any && strings.HasPrefix(got, from) && strings.HasSuffix(got, "\n"+to)) {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, c.want)
		}
	}
}

// withoutRanges removes the ranges from the result of documenttest.Read.
func withoutRanges(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		if i, k := strings.Index(line, "["), strings.Index(line, "]"); !strings.HasPrefix(line, "note") && i > 0 {
			line = strings.TrimSuffix(line[:i], " ") + line[k+1:]
			line = strings.Replace(line, " =", "=", 1)
		}
		b.WriteString(line)
	}
	return strings.NewReplacer("file =", "file=", "text =", "text=").Replace(b.String())
}

// TestMessage checks the header fields of a record.
func TestMessage(t *testing.T) {
	data := record("resource", target+"WARC-Date: 2026-07-01T12:00:00Z\nWARC-Record-ID: <urn:uuid:1>\n", "x")
	env := &document.Env{Budget: document.NewBudget(), Note: func(d document.Defect, detail string) { t.Error(d, detail) }}
	p, err := Open(strings.NewReader(data), env).Next()
	if err != nil {
		t.Fatal(err)
	}
	const want = "Subject: http://a.example/d/\r\nDate: Wed, 01 Jul 2026 12:00:00 +0000\r\nMessage-ID: <urn:uuid:1>\r\n"
	if string(p.Header) != want {
		t.Errorf("got %q, want %q", p.Header, want)
	}
}

// TestBomb checks that a body that expands without bound ends.
func TestBomb(t *testing.T) {
	body := encoded(t, "gzip", strings.Repeat("\x00", 128<<20))
	data := record("response", target+http, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n"+body)
	notes := ""
	env := &document.Env{Budget: document.NewBudget(), Note: func(d document.Defect, _ string) { notes += document.Texts[d] }}
	r := Open(strings.NewReader(data), env)
	size := int64(0)
	for {
		p, err := r.Next()
		if err != nil {
			break
		}
		n, _ := io.Copy(io.Discard, p.Content)
		size += n
	}
	if most := document.FreeBytes + document.MaxRatio*int64(len(data)) + 1<<20; size > most || notes != document.Texts[document.TooMuch] {
		t.Errorf("%d bytes, at most %d: %s", size, most, notes)
	}
}

// cutOff is a record that is much shorter than it says.
func cutOff(t testing.TB) string {
	return "WARC/1.1\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: 9223372036854775807\r\n\r\n" +
		"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + encoded(t, "gzip", "<a>")
}

// TestCutOff checks that the range of a block that is cut off ends with the archive, if that is
// near, and that the range of any block has an end.
func TestCutOff(t *testing.T) {
	for _, fill := range [...]int{0, maxHeader} {
		data := cutOff(t) + strings.Repeat("x", fill)
		r := Open(strings.NewReader(data), &document.Env{Budget: document.NewBudget(), Note: func(document.Defect, string) {}})
		for p, err := r.Next(); err == nil; p, err = r.Next() {
			if p.Range.From >= p.Range.To || fill == 0 && p.Range.To > int64(len(data)) {
				t.Errorf("a part of %v, but there are %d bytes", p.Range, len(data))
			}
		}
	}
}

func archive(t testing.TB) []byte {
	return []byte(record("warcinfo", "Content-Type: application/warc-fields\n", "software: x\r\n") +
		record("request", target, "GET / HTTP/1.1\r\nReferer: http://b.example/\r\n\r\n") +
		record("response", target+http, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n19\r\n"+
			encoded(t, "gzip", "<a>")[:25]+"\r\n0\r\n\r\n"))
}

func TestDamage(t *testing.T) { documenttest.Damage(t, open, archive(t)) }

func FuzzOpen(f *testing.F) {
	f.Add(archive(f))
	f.Add([]byte(cutOff(f)))
	f.Add([]byte(record("response", target+http, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n")))
	documenttest.Fuzz(f, open)
}

func BenchmarkRead(b *testing.B) {
	one := record("response", target+http, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"+strings.Repeat("<p>text of a page</p>\r\n", 1000))
	data := strings.Repeat(one, 100)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		r := Open(strings.NewReader(data), &document.Env{Budget: document.NewBudget(), Note: func(document.Defect, string) {}})
		for p, err := r.Next(); err == nil; p, err = r.Next() {
			io.Copy(io.Discard, p.Content)
		}
	}
}

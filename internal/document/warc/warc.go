// Package warc reads web archives: WARC 0.18, 1.0 and 1.1 (ISO 28500).
//
// # Terms
//
// An archive is a sequence of records. A record has a version line, named fields, a blank line
// and a block of as many bytes as Content-Length says (ISO 28500, section 4). The record type
// says what the block is (section 6): a response has a header of HTTP and a body, a resource or
// a conversion is a file.
//
// # Flow
//
// A Reader goes from record to record, and reads each once, from its beginning to its end. So a
// record may be longer than the memory. Each record is a message: its URI is the subject.
//
//	response             the URI, the header of HTTP, the body
//	revisit              the URI, the header of HTTP
//	resource, conversion the URI, the block
//	metadata             the block
//	warcinfo             the fields, without the program and its format
//	request              the value of Referer
//	others               the block
//
// The body of a response is decoded as Transfer-Encoding and Content-Encoding say. A body
// without either has exact places.
//
// # Damage
//
// A record whose fields are damaged is skipped, up to the next line that begins with "WARC/".
package warc

import (
	"bufio"
	"bytes"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/scheme"
)

const (
	format    = "warc"
	maxHeader = 64 << 10 // bytes of the fields of a record, and of a header of HTTP
	maxBlock  = 1 << 60  // bytes of a block: so offsets in the archive do not overflow
)

// Open begins to read the archive that r returns.
func Open(r io.Reader, env *document.Env) document.Reader {
	in := &input{r: r}
	in.buf = bufio.NewReaderSize(in, maxHeader)
	return &reader{in: in, env: env}
}

// An input is the archive.
type input struct {
	r    io.Reader
	buf  *bufio.Reader
	read int64 // bytes that buf has read
}

func (in *input) Read(p []byte) (int, error) {
	n, err := in.r.Read(p)
	in.read += int64(n)
	return n, err
}

// offset returns the offset of the next byte.
func (in *input) offset() int64 { return in.read - int64(in.buf.Buffered()) }

// line returns the next line, with its end, or a piece of a line that is too long or that has
// more than limit bytes, unless limit is negative. It is valid until the next read.
func (in *input) line(limit int64) ([]byte, error) {
	for n := 1; ; n++ {
		_, err := in.buf.Peek(n)
		text, _ := in.buf.Peek(in.buf.Buffered())
		if limit >= 0 {
			text = text[:min(int64(len(text)), limit)]
		}
		i := -1
		if len(text) >= n {
			i = bytes.IndexByte(text[n-1:], '\n')
		}
		switch {
		case i >= 0:
			text = text[:n+i]
		case err == nil && len(text) >= n && len(text) < maxHeader && int64(len(text)) != limit:
			n = len(text)
			continue
		case len(text) == 0 && err == nil:
			return nil, io.EOF
		case len(text) == 0:
			return nil, err
		}
		in.buf.Discard(len(text))
		return text, nil
	}
}

// A reader reads an archive. Its parts are those of the current record.
type reader struct {
	in     *input
	env    *document.Env
	block  block // of the record
	queue  []part
	header []byte // see document.Part.Header
	part   document.Part
	ended  bool
}

// A part is a part of a record that has not been returned. If block is set, its content is the
// rest of the block.
type part struct {
	document.Part
	text  []byte
	block bool
	http  *header // of the body
}

// A block is the rest of the block of a record. What it reads is granted to the budget: the
// size of the archive is not known.
type block struct {
	in     *input
	budget *document.Budget
	left   int64
	err    error // other than io.EOF
	cut    bool  // the archive ends within the block
}

func (b *block) Read(p []byte) (int, error) {
	switch {
	case b.cut:
		return 0, io.ErrUnexpectedEOF
	case b.left == 0:
		return 0, io.EOF
	}
	n, err := b.in.buf.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	b.budget.Grant(int64(n))
	switch {
	case err == io.EOF && b.left > 0:
		b.cut, err = true, io.ErrUnexpectedEOF
	case err == io.EOF:
	case err != nil:
		b.err = err
	}
	return n, err
}

// Next implements document.Reader.
func (r *reader) Next() (*document.Part, error) {
	for {
		if r.block.err != nil {
			return nil, r.block.err
		}
		if len(r.queue) > 0 {
			p := r.queue[0]
			r.queue = r.queue[1:]
			r.fill(&p)
			return &r.part, nil
		}
		if r.ended {
			return nil, io.EOF
		}
		if err := r.endBlock(); err != nil {
			return nil, err
		}
		if err := r.record(); err != nil {
			r.ended = true
			if err != io.EOF {
				return nil, err
			}
		}
	}
}

// fill makes p the current part.
func (r *reader) fill(p *part) {
	r.part = p.Part
	r.part.Place.Format = format
	r.part.Header = r.header
	if !p.block {
		r.part.Content = bytes.NewReader(p.text)
		return
	}
	r.part.Range = r.rest()
	r.part.Exact = true
	r.part.Content = &r.block
	if p.http != nil {
		r.part.Content, r.part.Exact = r.decoded(p.http)
	}
}

// rest returns the range of the rest of the block. A block that is cut off ends with the archive
// if that is within the buffer, and otherwise where Content-Length says: what follows has not
// been read.
func (r *reader) rest() document.Range {
	left := r.block.left
	if text, err := r.in.buf.Peek(int(min(left, maxHeader))); err != nil {
		left = int64(len(text))
	}
	from := r.in.offset()
	return document.Range{From: from, To: from + left}
}

// endBlock skips the rest of a block.
func (r *reader) endBlock() error {
	if r.block.left == 0 {
		return nil
	}
	_, err := io.Copy(io.Discard, &r.block)
	if r.block.cut {
		r.env.Note(document.Damaged, document.At("a record that is cut off", r.in.offset()))
		r.block.left, r.block.cut, err = 0, false, nil
	}
	return err
}

// record reads the fields of the next record and queues its parts.
func (r *reader) record() error {
	skipped := int64(-1) // the offset of a line that is no record
	for {
		at := r.in.offset()
		line, err := r.in.line(-1)
		if err != nil {
			if skipped >= 0 {
				r.env.Note(document.Damaged, document.At("not a record", skipped))
			}
			return err
		}
		if bytes.HasPrefix(line, []byte("WARC/")) {
			break
		}
		if skipped < 0 && len(bytes.TrimSpace(line)) > 0 {
			skipped = at
		}
	}
	if skipped >= 0 {
		r.env.Note(document.Damaged, document.At("not a record", skipped))
	}
	if !r.env.Budget.Object() {
		r.env.Note(document.TooMany, "")
		return io.EOF
	}
	h := r.fields(-1)
	size, err := strconv.ParseInt(h.get("Content-Length"), 10, 64)
	if err != nil || size < 0 {
		r.env.Note(document.Damaged, document.At("a record without Content-Length", r.in.offset()))
		return nil // the next line that begins a record is searched for
	}
	r.block = block{in: r.in, budget: r.env.Budget, left: min(size, maxBlock)}
	r.header = h.message()
	r.parts(h)
	return nil
}

// parts queues the parts of the record with the fields h.
func (r *reader) parts(h *header) {
	uri := strings.Trim(h.get("WARC-Target-URI"), "<> ")
	kind := strings.ToLower(h.get("WARC-Type"))
	media := h.get("Content-Type")
	switch kind {
	case "response", "resource", "conversion", "revisit":
		if at := h.at("WARC-Target-URI"); uri != "" {
			r.queue = append(r.queue, part{text: []byte(strings.ToValidUTF8(uri, "\uFFFD")), Part: document.Part{
				Kind: document.Target, Range: at, Place: document.Place{Relation: "WARC-Target-URI"},
			}})
		}
	}
	if r.block.left == 0 {
		return
	}
	s, _ := scheme.Cut(uri)
	isHTTP := strings.HasPrefix(media, "application/http") || s.Is(scheme.Web) && media == ""
	switch {
	case kind == "request":
		r.request()
	case (kind == "response" || kind == "revisit") && isHTTP:
		r.response(uri)
	case kind == "warcinfo":
		r.info()
	case media == "application/warc-fields":
		r.queue = append(r.queue, part{block: true, Part: document.Part{Kind: document.File, Media: "text/plain"}})
	default:
		r.queue = append(r.queue, part{block: true, Part: document.Part{Kind: document.File, Media: media, Base: uri}})
	}
}

// response queues the header and the body of a response of HTTP.
func (r *reader) response(uri string) {
	if head, _ := r.in.buf.Peek(5); string(head) != "HTTP/" {
		r.queue = append(r.queue, part{block: true, Part: document.Part{Kind: document.File, Base: uri}})
		return
	}
	h := r.fields(r.block.left)
	r.block.left -= h.size()
	if base := h.get("Content-Location"); strings.Contains(base, "://") {
		uri = base
	}
	r.queue = append(r.queue, part{text: h.text(), Part: document.Part{
		Kind: document.Text, Range: h.in, Exact: h.exact, Base: uri,
	}})
	if location := h.get("Location"); location != "" && !strings.Contains(location, "://") && uri != "" {
		r.queue = append(r.queue, part{text: []byte(strings.ToValidUTF8(location, "\uFFFD")), Part: document.Part{
			Kind: document.Target, Range: h.at("Location"), Base: uri, Place: document.Place{Relation: "Location"},
		}})
	}
	if r.block.left > 0 {
		r.queue = append(r.queue, part{block: true, http: h, Part: document.Part{Kind: document.File, Media: h.get("Content-Type"), Base: uri}})
	}
}

// info queues the fields of a warcinfo record, without those that are the same in all archives
// of a program.
func (r *reader) info() {
	h := r.fields(r.block.left)
	r.block.left -= h.size()
	at := h.in.From
	for line := range bytes.Lines(h.text()) {
		name, _, _ := strings.Cut(strings.ToLower(string(line[:min(len(line), 32)])), ":")
		if p := (document.Range{From: at, To: at + int64(len(line))}); h.exact && name != "software" && name != "format" && name != "conformsto" {
			r.queue = append(r.queue, part{text: line, Part: document.Part{Kind: document.Text, Range: p, Exact: true}})
		} else if !h.exact {
			r.queue = append(r.queue, part{text: line, Part: document.Part{Kind: document.Text, Range: h.in}})
		}
		at += int64(len(line))
	}
}

// request queues the page that a request comes from. The other fields name the server and the
// program that asks for the page.
func (r *reader) request() {
	h := r.fields(r.block.left)
	r.block.left -= h.size()
	if from := h.get("Referer"); from != "" {
		r.queue = append(r.queue, part{text: []byte(strings.ToValidUTF8(from, "\uFFFD")), Part: document.Part{
			Kind: document.Target, Range: h.at("Referer"), Place: document.Place{Relation: "Referer"},
		}})
	}
}

// date returns the date of a record, such as 2026-07-01T12:00:00Z, as in RFC 5322.
func date(s string) string {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return ""
	}
	return t.UTC().Format(time.RFC1123Z)
}

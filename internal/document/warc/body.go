package warc

import (
	"bufio"
	"bytes"
	"compress/flate"
	"io"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"

	"github.com/urlgrep/urlgrep/internal/document"
)

// maxCodings is the number of content codings of a body. Each has a decoder with its memory.
const maxCodings = 4

// decoded returns the body of a response with the header h, and whether it is the rest of the
// block as it is. Programs store bodies that they have decoded with the fields that say how
// they were encoded: a body that is not encoded as its header says remains as it is.
func (r *reader) decoded(h *header) (body io.Reader, exact bool) {
	in := bufio.NewReader(&r.block)
	exact = true
	if strings.EqualFold(h.get("Transfer-Encoding"), "chunked") && beginsChunk(in) {
		in, exact = bufio.NewReader(&checked{&chunks{in: in}, r.env}), false
	}
	codings := strings.SplitN(strings.ToLower(h.get("Content-Encoding")), ",", maxCodings+1)
	if len(codings) > maxCodings {
		r.env.Note(document.TooDeep, "Content-Encoding")
		return bytes.NewReader(nil), false
	}
	for i := len(codings) - 1; i >= 0; i-- { // the last one was applied last: RFC 9110, section 8.4
		coding := strings.TrimSpace(codings[i])
		if coding == "" || coding == "identity" {
			continue
		}
		d, err := decoder(coding, in)
		switch {
		case err == errUnknown:
			r.env.Note(document.Unsupported, coding)
			return bytes.NewReader(nil), false
		case err != nil:
			r.env.Note(document.Damaged, coding)
			return bytes.NewReader(nil), false
		case d != nil:
			in, exact = bufio.NewReader(&checked{r.env.Budget.Reader(d), r.env}), false
		}
	}
	return in, exact
}

type unknown struct{}

func (unknown) Error() string { return "unknown" }

var errUnknown error = unknown{}

// decoder returns a decoder of a content coding, or nil if in is not encoded.
func decoder(coding string, in *bufio.Reader) (io.Reader, error) {
	head, _ := in.Peek(4)
	switch coding {
	case "gzip", "x-gzip":
		if !bytes.HasPrefix(head, []byte("\x1F\x8B")) {
			return nil, nil
		}
		return gzip.NewReader(in)
	case "deflate":
		switch {
		case len(head) >= 2 && head[0]&15 == 8 && (int(head[0])<<8|int(head[1]))%31 == 0:
			return zlib.NewReader(in)
		case len(head) > 0 && (head[0] >= ' ' && head[0] < 0x7F || head[0] == '\n' || head[0] == '\r'):
			return nil, nil
		}
		return flate.NewReader(in), nil // without the header of zlib, as some servers send it
	case "zstd":
		if !bytes.HasPrefix(head, []byte("\x28\xB5\x2F\xFD")) {
			return nil, nil
		}
		return zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(document.MaxWindow))
	}
	return nil, errUnknown
}

// A checked notes the error of r, and ends there.
type checked struct {
	r   io.Reader
	env *document.Env
}

func (c *checked) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	switch err {
	case nil, io.EOF:
		return n, err
	case document.ErrTooMuch:
		c.env.Note(document.TooMuch, "")
	default:
		c.env.Note(document.Damaged, "an encoded body")
	}
	return n, io.EOF
}

// chunks decodes the transfer coding "chunked" (RFC 9112, section 7.1). It ends at the last
// chunk, without the trailer.
type chunks struct {
	in    *bufio.Reader
	left  int64 // of the chunk
	begun bool
	ended bool
}

// maxSizeLine is the maximum length of the line before a chunk.
const maxSizeLine = 1 << 10

// beginsChunk reports whether in begins with the line before a chunk.
func beginsChunk(in *bufio.Reader) bool {
	head, _ := in.Peek(maxSizeLine)
	_, ok := chunkSize(head)
	return ok
}

// chunkSize returns the size in the line that head begins with.
func chunkSize(head []byte) (int64, bool) {
	line, _, ok := bytes.Cut(head, []byte("\n"))
	digits, _, _ := bytes.Cut(line, []byte(";"))
	n, err := strconv.ParseInt(string(bytes.TrimSpace(digits)), 16, 64)
	return n, ok && err == nil && n >= 0
}

func (c *chunks) Read(p []byte) (int, error) {
	for c.left == 0 && !c.ended {
		if c.begun {
			end, _ := c.in.Peek(2)
			if bytes.HasPrefix(end, []byte("\r\n")) {
				c.in.Discard(2)
			} else if bytes.HasPrefix(end, []byte("\n")) {
				c.in.Discard(1)
			}
		}
		c.begun = true
		head, _ := c.in.Peek(maxSizeLine)
		n, ok := chunkSize(head)
		if !ok {
			c.ended = true
			return 0, io.ErrUnexpectedEOF
		}
		c.in.Discard(bytes.IndexByte(head, '\n') + 1)
		c.left, c.ended = n, n == 0
	}
	if c.ended || len(p) == 0 {
		return 0, io.EOF
	}
	n, err := c.in.Read(p[:min(int64(len(p)), c.left)])
	if c.left -= int64(n); err == io.EOF {
		c.ended = true
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

package pdf

import (
	"bufio"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/document/pdf/object"
)

// A textReader converts text to UTF-8.
type textReader struct {
	r    *bufio.Reader
	low  int // the index of the low byte of a unit of UTF-16, or -1
	init bool
	out  []byte
	err  error
}

// newText returns a reader of a text string or XML in UTF-8, from UTF-8, from UTF-16 with a
// byte order mark or with a NUL at its beginning, or from PDFDocEncoding.
func newText(r io.Reader) io.Reader { return &textReader{r: bufio.NewReader(r), low: -1} }

// Read implements [io.Reader].
func (t *textReader) Read(p []byte) (int, error) {
	if !t.init {
		t.init = true
		b, _ := t.r.Peek(3)
		switch s := string(b); {
		case strings.HasPrefix(s, "\xFE\xFF"):
			t.low = 1
			t.r.Discard(2)
		case strings.HasPrefix(s, "\xFF\xFE"):
			t.low = 0
			t.r.Discard(2)
		case s == "\xEF\xBB\xBF":
			t.r.Discard(3)
		case strings.HasPrefix(s, "\x00"):
			t.low = 1
		case len(s) > 1 && s[1] == 0:
			t.low = 0
		}
	}
	for len(t.out) == 0 && t.err == nil {
		t.fill()
	}
	if len(t.out) == 0 {
		return 0, t.err
	}
	n := copy(p, t.out)
	t.out = t.out[:copy(t.out, t.out[n:])]
	return n, nil
}

// fill converts some bytes.
func (t *textReader) fill() {
	b, err := t.r.Peek(1024)
	n := 0
	if t.low >= 0 {
		if n = len(b) &^ 1; n == 0 {
			t.err = io.EOF
			return
		}
		// A pair of surrogates is not split.
		if hi := b[n-1-t.low]; n > 2 && hi&0xFC == 0xD8 {
			n -= 2
		}
		mark := "\xFE\xFF"
		if t.low == 0 {
			mark = "\xFF\xFE"
		}
		t.out = append(t.out, object.Text(object.String(mark+string(b[:n])))...)
		t.r.Discard(n)
		return
	}
	for n < len(b) {
		if b[n] < utf8.RuneSelf {
			t.out = append(t.out, b[n])
			n++
			continue
		}
		if err == nil && !utf8.FullRune(b[n:]) {
			break
		}
		c, size := utf8.DecodeRune(b[n:])
		if c == utf8.RuneError && size <= 1 {
			t.out = append(t.out, object.Text(object.String(b[n:n+1]))...)
			n++
			continue
		}
		t.out = append(t.out, b[n:n+size]...)
		n += size
	}
	t.r.Discard(n)
	if n == 0 {
		t.err = io.EOF
	}
}

package extract

import (
	"io"
	"strings"
	"testing"
	"unsafe"

	"github.com/urlgrep/urlgrep/internal/mailbox"
	"github.com/urlgrep/urlgrep/internal/reading"
)

// A pages is an io.ReaderAt and an io.Reader that counts the bytes it reads to another place
// in a page than they have in the text.
type pages struct {
	text      string
	at        int64
	read, bad int
}

func (p *pages) ReadAt(b []byte, at int64) (int, error) {
	n := copy(b, p.text[min(at, int64(len(p.text))):])
	p.read += n
	if n > 0 && (int64(uintptr(unsafe.Pointer(&b[0])))-at)%reading.PageSize != 0 {
		p.bad += n
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

func (p *pages) Read(b []byte) (int, error) {
	n, err := p.ReadAt(b, p.at)
	p.at += int64(n)
	return n, err
}

// TestPages checks that nearly all bytes of a large input are read to the place in a page
// that they have in the input.
func TestPages(t *testing.T) {
	const message = "From joe@a.example Thu Jan  1 00:00:00 2026\nSubject: a\n\nhttp://a.example/ and more\n\n"
	text := strings.Repeat("see http://a.example/ and the rest of the line\n", 20_000)
	mbox := strings.Repeat(message, 10_000)
	at := int64(len(message) * 777)
	for name, search := range map[string]func(p *pages) *Scanner{
		"text": func(p *pages) *Scanner { return NewScanner(p, nil) },
		"mbox": func(p *pages) *Scanner {
			p.text = mbox
			return NewScanner(p, nil)
		},
		"range of a text": func(p *pages) *Scanner {
			r, _ := NewRange(nil)
			r.Reset(p, Checkpoint{text: textState{at: at, done: at - rangeLead, lineAt: at}}, at, -1)
			return &r.s
		},
		"range of an mbox": func(p *pages) *Scanner {
			p.text = mbox
			r, _ := NewRange(nil)
			r.Reset(p, Checkpoint{mbox: mailbox.Seam{At: at, EOL: '\n'}}, at, -1)
			return &r.s
		},
	} {
		p := &pages{text: text}
		sc, n := search(p), 0
		for sc.Scan() {
			n++
		}
		if sc.Err() != nil || n < 1000 {
			t.Errorf("%s: %d URLs, %v", name, n, sc.Err())
		}
		if p.bad > p.read/10 {
			t.Errorf("%s: %d of %d bytes are read to another place", name, p.bad, p.read)
		}
	}
}

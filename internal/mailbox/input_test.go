package mailbox

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/reading"
)

// A pageReader checks that it reads to the start of a page.
type pageReader struct {
	*strings.Reader
	t *testing.T
}

func (r pageReader) Read(p []byte) (int, error) {
	if at := uintptr(unsafe.Pointer(&p[0])); at%reading.PageSize != 0 && r.Len() > 0 {
		r.t.Errorf("%d bytes before the end: a read %d bytes after the start of a page", r.Len(), at%reading.PageSize)
	}
	return r.Reader.Read(p)
}

// TestPages checks that a file is read to the start of a page, whatever remains of what was
// read before.
func TestPages(t *testing.T) {
	text := "From a@b\nSubject: x\n\n" + strings.Repeat("some lines\nof a few lengths\n", 1<<15)
	m := NewReader(nil)
	m.Reset(pageReader{strings.NewReader(text), t}, detect.Mbox)
	for _, err := m.Next(); err == nil; _, err = m.Next() {
	}
	if n := m.InputOffset(); n != int64(len(text)) {
		t.Errorf("%d bytes of %d were read", n, len(text))
	}
}

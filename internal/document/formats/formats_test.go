package formats

import (
	"io"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/documenttest"
)

// A reader returns a text as the only part.
type reader struct {
	text  string
	ended bool
}

func (r *reader) Next() (*document.Part, error) {
	if r.ended {
		return nil, io.EOF
	}
	r.ended = true
	return &document.Part{Kind: document.Text, Content: strings.NewReader(r.text), Place: document.Place{Format: "test"}}, nil
}

// opener opens documents that begin with "yes", and streams.
var (
	opener = Opener{Open: func(s *document.Store, _ *document.Env) document.Reader {
		if text := string(s.Bytes(document.Range{To: s.Size()}, 100)); strings.HasPrefix(text, "yes") {
			return &reader{text: text}
		}
		return nil
	}}
	streamOpener = Opener{Stream: func(in io.Reader, _ *document.Env) document.Reader {
		text, _ := io.ReadAll(in)
		return &reader{text: string(text)}
	}}
)

// TestSet checks which formats Sets have: their own, and those of mail.
func TestSet(t *testing.T) {
	own := NewSet(map[detect.Format]Opener{detect.PDF: opener, detect.WARC: streamOpener, detect.CMS: opener})
	for _, c := range []struct {
		name          string
		set           *Set
		format        detect.Format
		has, isStream bool
	}{
		{"nil", nil, detect.CMS, true, false},
		{"nil", nil, detect.TNEF, true, false},
		{"nil", nil, detect.PDF, false, false},
		{"empty", NewSet(nil), detect.TNEF, true, false},
		{"empty", NewSet(nil), detect.PDF, false, false},
		{"own", own, detect.PDF, true, false},
		{"own", own, detect.WARC, true, true},
		{"own", own, detect.CMS, true, false},
		{"own", own, detect.RTF, false, false},
		{"own", own, detect.Text, false, false},
	} {
		if has, isStream := Has(c.set, c.format), IsStream(c.set, c.format); has != c.has || isStream != c.isStream {
			t.Errorf("%s, %v: %v, %v; want %v, %v", c.name, c.format, has, isStream, c.has, c.isStream)
		}
	}
}

// TestOpen checks that Open and OpenStream call the Opener of the format. A Set cannot replace the
// readers of mail.
func TestOpen(t *testing.T) {
	set := NewSet(map[detect.Format]Opener{detect.PDF: opener, detect.WARC: streamOpener, detect.CMS: opener})
	read := func(format detect.Format, text string) string {
		return documenttest.Read(t, func(s *document.Store, env *document.Env) document.Reader { return Open(set, format, s, env) }, []byte(text))
	}
	for _, c := range []struct {
		format     detect.Format
		text, want string
	}{
		{detect.PDF, "yes", "text [0:0]: \"yes\"\n"},
		{detect.PDF, "no", "not a document\n"},
		{detect.CMS, "yes", "not a document\n"},
		{detect.WARC, "yes", "not a document\n"},
		{detect.RTF, "yes", "not a document\n"},
	} {
		if got := read(c.format, c.text); got != c.want {
			t.Errorf("%v, %s: got %q, want %q", c.format, c.text, got, c.want)
		}
	}
	stream := func(s *document.Store, env *document.Env) document.Reader {
		return OpenStream(set, detect.WARC, s.Section(document.Range{To: s.Size()}), env)
	}
	if got := documenttest.Read(t, stream, []byte("a stream")); got != "text [0:0]: \"a stream\"\n" {
		t.Errorf("a stream: %q", got)
	}
}

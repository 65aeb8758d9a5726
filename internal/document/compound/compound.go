// Package compound reads compound files (package cfb) in the format that the streams in them
// have.
package compound

import (
	"io"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/cfb"
	"github.com/urlgrep/urlgrep/internal/document/legacy"
	"github.com/urlgrep/urlgrep/internal/document/outlook"
)

// Open is the Opener of compound files.
func Open(s *document.Store, env *document.Env) document.Reader {
	f := cfb.Open(s, env)
	if f == nil {
		return nil
	}
	if m := outlook.New(f, env); m != nil {
		return &message{Reader: m, objects: legacy.New(f, env)}
	}
	return legacy.New(f, env)
}

// A message reads a message, and then the OLE objects that are attachments of it or of the
// messages in it.
type message struct {
	document.Reader
	objects document.Reader // nil when it is Reader
	header  []byte
	begun   bool
}

// Next implements [document.Reader].
func (m *message) Next() (*document.Part, error) {
	p, err := m.Reader.Next()
	if err == io.EOF && m.objects != nil {
		m.Reader, m.objects = m.objects, nil
		p, err = m.Reader.Next()
	}
	if err != nil {
		return nil, err
	}
	if !m.begun {
		m.begun, m.header = true, p.Header
	}
	if m.objects == nil {
		p.Header = m.header
	}
	return p, nil
}

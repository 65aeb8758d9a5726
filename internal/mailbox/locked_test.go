package mailbox

import (
	"testing"

	"github.com/urlgrep/urlgrep/internal/document"
)

// TestLockedNotes checks which Notes about encrypted documents are Locked, and which say that the input is incomplete:
// those about an input, and those about passwords that could not be tried.
func TestLockedNotes(t *testing.T) {
	const locked, untried = "an encrypted document that no given password opens, not read", "encrypted documents too many to try all passwords, not read"
	for _, c := range []struct {
		index int
		names []string
		d     document.Defect
		want  Note
	}{
		{0, []string{""}, document.Locked, Note{Text: locked, Incomplete: true, Locked: true}},
		{2, []string{"a.txt"}, document.Locked, Note{Index: 2, Text: locked + " (a.txt)", Locked: true}},
		{2, []string{"a.txt", "b.txt", "c.txt"}, document.Locked, Note{Index: 2, Text: locked + " (a.txt, and 2 more)", Locked: true}},
		{2, []string{"a.txt"}, document.Untried, Note{Index: 2, Text: untried + " (a.txt)", Incomplete: true}},
		{2, []string{"a.txt"}, document.Encrypted, Note{Index: 2, Text: "an encrypted document, not read (a.txt)"}},
	} {
		var s shared
		for _, name := range c.names {
			s.noteInDocument(c.d, name)
		}
		var got Note
		s.report(func(n Note) { got = n }, c.index, 0)
		if got.Text != c.want.Text || got.Index != c.want.Index || got.Incomplete != c.want.Incomplete || got.Locked != c.want.Locked {
			t.Errorf("%d, %q: got %+v, want %+v", c.index, c.names, got, c.want)
		}
	}
}

// TestFileName checks the names of attachments.
func TestFileName(t *testing.T) {
	for field, want := range map[string]string{
		"Content-Disposition: attachment; filename=\"a b.zip\"\n":                   "a b.zip",
		"X: y\ncontent-disposition: attachment;\n\tfilename*=UTF-8''%C3%A4.zip\nZ:": "ä.zip",
		"Content-Disposition: attachment\n":                                         "",
		"X: Content-Disposition: attachment; filename=a.zip\n":                      "",
	} {
		var r headReader
		r.block.raw = []byte(field)
		if got := r.fileName(); got != want {
			t.Errorf("%q: %q, want %q", field, got, want)
		}
	}
}

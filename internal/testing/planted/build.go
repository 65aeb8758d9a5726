package planted

import (
	"testing"

	"github.com/urlgrep/urlgrep/internal/document/pdf/pdftest"
	"github.com/urlgrep/urlgrep/internal/document/zipfile/ziptest"
)

// Build returns a document with places of a table.
func (t *Table) Build(tb testing.TB, places []*Place) []byte {
	tb.Helper()
	switch t.template[0].Name {
	case "text":
		return []byte(expand(string(t.template[0].Data), places))
	case "pdf":
		return pdftest.Make(expand(string(t.template[0].Data), places), pdftest.Form{})
	}
	return ziptest.Make(tb, t.members(places)...)
}

package planted

import (
	"testing"

	"github.com/urlgrep/urlgrep/internal/document/pdf/pdftest"
	"github.com/urlgrep/urlgrep/internal/document/zipfile/ziptest"
)

// binaries has the functions that make a document without a template, by the format.
var binaries = map[string]func(places []*Place) []byte{"doc": doc, "xls": xls, "ppt": ppt, "msg": msg, "winmail": tnef}

// Build returns a document with places of a table.
func (t *Table) Build(tb testing.TB, places []*Place) []byte {
	tb.Helper()
	if build := binaries[t.Format]; build != nil {
		return build(places)
	}
	switch t.template[0].Name {
	case "text":
		return []byte(expand(string(t.template[0].Data), places))
	case "pdf":
		return pdftest.Make(expand(string(t.template[0].Data), places), pdftest.Form{})
	}
	return ziptest.Make(tb, t.members(places)...)
}

package ooxml

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/urlgrep/urlgrep/internal/document/documenttest"
)

var update = flag.Bool("update", false, "write what is read to testdata/onefile")

// TestOpenXML reads documents in one XML file, whole, cut off, and changed.
func TestOpenXML(t *testing.T) {
	const name = "testdata/onefile/onefile.txtar"
	a, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(a.Files); i += 2 {
		in, want := a.Files[i], &a.Files[i+1]
		data := bytes.TrimSuffix(in.Data, []byte("\n")) // after which a text would not be cut off
		got := documenttest.ReadContents(t, OpenXML, data)
		if *update {
			want.Data = []byte(got)
		} else if got != string(want.Data) {
			t.Errorf("%s: got\n%swant\n%s", in.Name, got, want.Data)
		}
		documenttest.Damage(t, OpenXML, data)
	}
	if *update {
		if err := os.WriteFile(name, txtar.Format(a), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func FuzzOpenXML(f *testing.F) {
	a, err := txtar.ParseFile("testdata/onefile/onefile.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for i := 0; i < len(a.Files); i += 2 {
		f.Add(a.Files[i].Data)
	}
	documenttest.Fuzz(f, OpenXML)
}

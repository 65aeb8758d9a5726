package documents

import (
	"testing"

	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/document/formats"
)

// TestAll checks that All reads each format of documents, and Of the chosen ones and mail.
func TestAll(t *testing.T) {
	all, some := All(), Of(PDF, WARC)
	for f := range detect.NumFormats {
		if formats.Has(all, f) != f.IsDocument() {
			t.Errorf("%v: All has it: %v", f, formats.Has(all, f))
		}
		want := f == detect.PDF || f == detect.WARC || f == detect.CMS || f == detect.TNEF
		if formats.Has(some, f) != want {
			t.Errorf("%v: Of has it: %v", f, formats.Has(some, f))
		}
	}
	for f := range Format(detect.NumFormats) {
		_, ok := openers[detect.Format(f)]
		if panics := didPanic(func() { Of(f) }); panics == ok {
			t.Errorf("Of(%d) panics: %v", f, panics)
		}
	}
}

// didPanic reports whether f panics.
func didPanic(f func()) (panics bool) {
	defer func() { panics = recover() != nil }()
	f()
	return false
}

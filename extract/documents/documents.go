// Package documents reads documents: PDF, office files, Outlook mail, web archives. A program
// that finds the URLs in them imports it and sets [extract.Options.Documents]:
//
//	o := &extract.Options{Documents: documents.All()}
//
// Without it, package extract recognizes documents and does not read them. A program without
// it is smaller by two megabytes. Mail that is S/MIME or a winmail.dat, calendars and
// HTML need no import.
//
// docs/documents.md says what is found in each format.
//
// [extract.Options.Documents]: https://pkg.go.dev/github.com/urlgrep/urlgrep/extract#Options
package documents

import (
	"fmt"

	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/document/compound"
	"github.com/urlgrep/urlgrep/internal/document/formats"
	"github.com/urlgrep/urlgrep/internal/document/ooxml"
	"github.com/urlgrep/urlgrep/internal/document/opendocument"
	"github.com/urlgrep/urlgrep/internal/document/packed"
	"github.com/urlgrep/urlgrep/internal/document/pdf"
	"github.com/urlgrep/urlgrep/internal/document/rtf"
	"github.com/urlgrep/urlgrep/internal/document/warc"
	"github.com/urlgrep/urlgrep/internal/document/zipdoc"
)

// A Format is a format of documents.
type Format uint8

// The formats.
const (
	PDF       Format = Format(detect.PDF)       // ISO 32000
	Zip       Format = Format(detect.Package)   // Office Open XML, OpenDocument, EPUB, and other zip files in mail
	RTF       Format = Format(detect.RTF)       // Rich Text Format
	Compound  Format = Format(detect.Compound)  // .doc, .xls, .ppt, .msg, .pub
	WARC      Format = Format(detect.WARC)      // web archives
	FlatODF   Format = Format(detect.FlatODF)   // OpenDocument in one XML file
	OfficeXML Format = Format(detect.OfficeXML) // Office Open XML, or Word or Excel 2003, in one XML file
	Packed    Format = Format(detect.Packed)    // compressed data (gzip, bzip2, xz, zstd) and tar files
)

// openers has the opener of each Format.
var openers = map[detect.Format]formats.Opener{
	detect.PDF:       {Open: pdf.Open},
	detect.Package:   {Open: zipdoc.Open},
	detect.Compound:  {Open: compound.Open},
	detect.WARC:      {Stream: warc.Open},
	detect.RTF:       {Open: rtf.Open},
	detect.FlatODF:   {Open: opendocument.OpenFlat},
	detect.OfficeXML: {Open: ooxml.OpenXML},
	detect.Packed:    {Open: packed.Open},
}

// All returns the readers of all formats.
func All() *formats.Set { return formats.NewSet(openers) }

// Of returns the readers of some formats. Documents in other formats are left alone, as if
// their format were not known: Of() leaves all documents alone. Of panics if a value is not a
// Format.
func Of(list ...Format) *formats.Set {
	chosen := map[detect.Format]formats.Opener{}
	for _, f := range list {
		o, ok := openers[detect.Format(f)]
		if !ok {
			panic(fmt.Sprintf("documents.Of: %d is not a Format", f))
		}
		chosen[detect.Format(f)] = o
	}
	return formats.NewSet(chosen)
}

package detect

import (
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/internal/document/cms"
	"github.com/urlgrep/urlgrep/internal/escape"
)

// A Format is what an input, or the body of a part of mail, is read as. Each has a line in
// formats.
type Format uint8

// The formats.
const (
	Text       Format = iota // one text without a header
	Message                  // one message or article (RFC 5322, RFC 5536)
	Mbox                     // messages after From_ lines (RFC 4155 and similar formats)
	MMDF                     // messages between lines of four ^A
	Batch                    // articles after "#! rnews" lines (RFC 1036, section 4.3; RFC 5537)
	HTML                     // an HTML document without a header, which declares its encoding itself
	HTMLInUTF8               // the same, decoded to UTF-8
	XML                      // one text without a header, whose notation is that of XML
	CSV                      // likewise, with fields between commas (RFC 4180)

	// The formats that escape or fold characters. Package escape decodes them.
	Calendar // iCalendar and vCard
	Roff     // manual pages
	TeX      // TeX, LaTeX and BibTeX
	Texinfo

	// The formats of documents.
	PDF       // ISO 32000
	Package   // a zip file: Office Open XML (ECMA-376), OpenDocument, EPUB, or any other
	CMS       // signed data of S/MIME (RFC 8551, RFC 5652)
	Compound  // the compound file of Microsoft ([MS-CFB]): .doc, .xls, .ppt, .msg
	TNEF      // winmail.dat ([MS-OXTNEF])
	WARC      // a web archive (ISO 28500)
	RTF       // Rich Text Format 1.9
	FlatODF   // OpenDocument in one XML file
	OfficeXML // Office Open XML, or Word or Excel 2003, in one XML file, or a part of it
	Packed    // compressed data (gzip, bzip2, xz and zstd) or a tar file

	NumFormats
)

// A format describes a Format. A document begins with one of the magics; if is is not nil,
// it decides about a head that does. It returns more if a longer head may change the answer.
type format struct {
	name       string   // for people
	mediaTypes []string // in lower case; the first is the preferred one
	escape     escape.Format
	isMailbox  bool     // see Format.IsMailbox
	messages   bool     // see Format.HasMessages
	magics     []string // of a document
	is         func(head []byte) (is, more bool)
}

var formats = [NumFormats]format{
	Text:       {name: "text"},
	Message:    {name: "message", isMailbox: true, messages: true},
	Mbox:       {name: "mbox", isMailbox: true, messages: true},
	MMDF:       {name: "MMDF", isMailbox: true, messages: true},
	Batch:      {name: "news batch", isMailbox: true, messages: true},
	HTML:       {name: "HTML", mediaTypes: htmlTypes},
	HTMLInUTF8: {name: "HTML", mediaTypes: htmlTypes},
	XML:        {name: "XML", mediaTypes: []string{"application/xml", "text/xml"}},
	CSV:        {name: "CSV", mediaTypes: []string{"text/csv", "text/x-csv", "application/csv", "text/comma-separated-values"}},

	Calendar: {name: "calendar", escape: escape.Calendar, mediaTypes: []string{
		// RFC 5545, RFC 6350 and RFC 2425, and names that were used before or besides them.
		"text/calendar", "text/vcard", "text/x-vcard", "text/directory", "text/x-vcalendar", "application/ics",
	}},
	Roff: {name: "roff", escape: escape.Roff, mediaTypes: []string{
		"text/troff", "application/x-troff", "application/x-troff-man", "application/x-troff-me", "application/x-troff-ms",
	}},
	TeX: {name: "TeX", escape: escape.TeX, mediaTypes: []string{
		"application/x-tex", "text/x-tex", "application/x-latex", "text/x-latex", "application/x-bibtex", "text/x-bibtex",
	}},
	Texinfo: {name: "Texinfo", escape: escape.Texinfo, mediaTypes: []string{"application/x-texinfo", "text/x-texinfo"}},

	PDF:       {name: "PDF", magics: []string{"%PDF-", UTF8BOM + "%PDF-", "\n%PDF-", "\r\n%PDF-"}},
	Package:   {name: "zip file", magics: []string{ZipLocal, ZipEnd}},
	CMS:       {name: "S/MIME", messages: true, magics: cms.Magics, is: cms.Is},
	Compound:  {name: "compound file", messages: true, magics: []string{"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"}},
	TNEF:      {name: "TNEF", messages: true, magics: []string{"\x78\x9f\x3e\x22"}},
	WARC:      {name: "WARC", messages: true, magics: []string{warc0, "WARC/1."}, is: isWARC},
	RTF:       {name: "RTF", magics: []string{`{\rt`}}, // Word reads a document without the "f", too
	FlatODF:   {name: "OpenDocument", magics: xmlMagics(flatRoot), is: isFlatODF},
	OfficeXML: {name: "Office XML", magics: []string{xmlDeclaration, UTF8BOM + xmlDeclaration}, is: isSoonOfficeXML},
	Packed:    {name: "compressed file", magics: packedMagics, is: isPacked}, // FileOf also recognizes tar files
}

var htmlTypes = []string{"text/html", "text/x-html", "application/xhtml+xml"}

// String returns the name of f for people, such as "PDF".
func (f Format) String() string { return formats[f].name }

// IsMailbox reports whether an input in the format f is mail in its own lines: a message,
// or several in one file. Any other input is one text, or a document.
func (f Format) IsMailbox() bool { return formats[f].isMailbox }

// IsText reports whether an input in the format f is one text that is searched as it is.
func (f Format) IsText() bool { return f == Text || f == XML || f == CSV }

// IsDocument reports whether f is a format of documents.
func (f Format) IsDocument() bool { return formats[f].magics != nil }

// HasMessages reports whether an input in the format f may have messages.
func (f Format) HasMessages() bool { return formats[f].messages }

// Escape returns the format that package escape decodes, or escape.None.
func (f Format) Escape() escape.Format { return formats[f].escape }

// MediaType returns the media type of an input in the format f, which has no header, such as
// "text/calendar".
func (f Format) MediaType() string {
	if types := formats[f].mediaTypes; types != nil {
		return types[0]
	}
	return "application/octet-stream"
}

// OfMediaType returns the format of a text with a media type, given in lower case: HTML, XML, CSV, or
// one that package escape decodes. It returns Text for any other media type.
func OfMediaType(typ, subtype string) Format {
	for f := HTML; f <= Texinfo; f++ {
		if slices.ContainsFunc(formats[f].mediaTypes, func(name string) bool {
			return strings.HasPrefix(name, typ) && name[len(typ):] == "/"+subtype
		}) {
			return f
		}
	}
	if strings.HasSuffix(subtype, "+xml") { // RFC 7303, section 4.2
		return XML
	}
	return Text
}

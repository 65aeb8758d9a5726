package extract

import (
	"strconv"

	"github.com/urlgrep/urlgrep/internal/document/formats"
	"github.com/urlgrep/urlgrep/internal/mailbox"
)

// A Document is a document that contains a URL, and the place of the URL in it. A document
// is a file with text and links in a structure that is not one of lines: PDF, Office Open
// XML, OpenDocument, EPUB, RTF, .doc, .xls, .ppt, Outlook mail, a web archive (WARC), a zip
// file in mail. It is recognized by its content, as the input, as an attachment of mail, or
// within another document, and read if Options.Documents has its format. Fields that do not apply are zero.
type Document struct {
	Format string `json:"format,omitempty"` // in lower case: "pdf", "docx", "xls", "msg"

	// Attached reports whether the input is mail, and the document, or the one that
	// contains it, is an attachment. Match.Line is then the line of the mail that the data
	// of the URL begins in.
	Attached bool `json:"attached,omitempty"`

	// Name is the name of the file within the document that contains the URL, such as an
	// attachment of a message of Outlook. If that file is a document that contains another
	// file, their names are separated by "/". It is empty for the document itself.
	Name string `json:"name,omitempty"`

	Member string `json:"member,omitempty"` // the part of the document: "word/footnotes.xml", a stream
	Page   int    `json:"page,omitempty"`   // the number of the page, from 1; the first one that has the link
	Slide  int    `json:"slide,omitempty"`  // the number of the slide, from 1
	Cell   string `json:"cell,omitempty"`   // the sheet and the cell: "Sheet1!B7"
	Object int    `json:"object,omitempty"` // the number of the object of PDF

	// Paragraph is the number of the paragraph in the Member, from 1, of Word, OpenDocument text and
	// RTF.
	Paragraph int `json:"paragraph,omitempty"`

	// Origin says where the URL is from in PDF: "text" is what a page shows, "annotation" an
	// annotation of a page with its actions, "object" another object of the file.
	Origin string `json:"origin,omitempty"`

	// Revision is the number of the revision of PDF, from 1, if the URL is in an earlier one: see
	// Options.AllParts. Readers do not see such a URL. It is 0 in the latest revision.
	Revision int `json:"revision,omitempty"`

	// Relation says what the URL is to the document, if it is the target of a link: for
	// example "hyperlink", "attachedTemplate", "image", or "URI" and "Launch" in PDF. It is
	// empty for a URL in text.
	Relation string `json:"relation,omitempty"`

	// Label is the text that a reader sees for a link, with white space collapsed. It has
	// at most 256 bytes; LabelCut reports whether it is cut. In JSON it is a field of the Match.
	Label    string `json:"-"`
	LabelCut bool   `json:"-"`
}

// Place returns the place of the URL in the document as a text for readers: the Name, and
// the page, the slide, the cell or else the Member, and an earlier revision. Examples are "page 3", "a.xlsx
// Sheet1!B7", "word/footnotes.xml", "page 3, revision 1". It is empty if the document has no such places.
func (d *Document) Place() string {
	place := d.Member
	switch {
	case d.Page > 0:
		place = "page " + strconv.Itoa(d.Page)
	case d.Slide > 0:
		place = "slide " + strconv.Itoa(d.Slide)
	case d.Cell != "":
		place = d.Cell
	}
	if d.Revision > 0 {
		if place != "" {
			place += ", "
		}
		place += "revision " + strconv.Itoa(d.Revision)
	}
	if d.Name == "" || place == "" {
		return d.Name + place
	}
	return d.Name + " " + place
}

// Documents is a set of formats of documents, with their readers. Package extract/documents
// returns it. The zero Documents has no formats.
type Documents = formats.Set

// newDocument returns the Document of a segment, or nil if it is not part of one. The match is at an
// offset of the text.
func newDocument(d *mailbox.Document, offset int64) *Document {
	if d == nil {
		return nil
	}
	p := d.PlaceAt(offset)
	return &Document{
		Format: p.Format, Attached: d.Attached, Name: d.Name, Member: p.Member, Page: p.Page, Slide: p.Slide, Cell: p.Cell,
		Object: p.Object, Paragraph: p.Paragraph, Origin: p.Origin, Revision: p.Revision, Relation: p.Relation, Label: d.Label, LabelCut: d.LabelCut,
	}
}

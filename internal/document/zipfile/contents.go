package zipfile

import (
	"io"
	"strings"
)

// Contents says what an archive is.
type Contents uint8

// The contents.
const (
	Files        Contents = iota // any files
	OOXML                        // a package of Office Open XML (ECMA-376 part 2)
	OpenDocument                 // a package of OpenDocument (part 2)
	Book                         // an EPUB (OCF 3.3)
)

// IsOffice reports whether the archive is an office document.
func (c Contents) IsOffice() bool { return c == OOXML || c == OpenDocument }

// The members that say what an archive is.
const (
	MediaType = "mimetype"               // of OpenDocument and EPUB: has the media type
	Manifest  = "META-INF/manifest.xml"  // of OpenDocument
	Container = "META-INF/container.xml" // of EPUB
)

// Contents returns what the archive is: by members that a package of Office Open XML has, by the media type in
// the member "mimetype", and by members of OpenDocument and EPUB. media is that media type, or "".
func (a *Archive) Contents() (c Contents, media string) {
	var manifest, content, container bool
	for i := range a.Members {
		switch m := &a.Members[i]; {
		case isPart(m.Name):
			c = OOXML
		case m.Name == MediaType && media == "":
			media = a.text(m)
		case m.Name == Manifest:
			manifest = true
		case m.Name == "content.xml":
			content = true
		case m.Name == Container:
			container = true
		}
	}
	switch {
	case c == OOXML:
	case strings.HasPrefix(media, "application/vnd.oasis.opendocument."), strings.HasPrefix(media, "application/vnd.sun.xml."):
		c = OpenDocument
	case container || media == "application/epub+zip":
		c = Book
	case manifest && content:
		c = OpenDocument
	}
	return c, media
}

// isPart reports whether only a package of Office Open XML has a member with a name.
func isPart(name string) bool {
	name = strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "/")
	for _, part := range [...]string{"[Content_Types].xml", "_rels/.rels", "word/document.xml", "xl/workbook.xml", "ppt/presentation.xml"} {
		if strings.EqualFold(name, part) {
			return true
		}
	}
	return false
}

// text returns the text of a small member without white-space around it.
func (a *Archive) text(m *Member) string {
	const maxText = 256
	in, err := a.Open(m)
	if err != nil {
		return ""
	}
	text, _ := io.ReadAll(io.LimitReader(in, maxText))
	return strings.TrimSpace(string(text))
}

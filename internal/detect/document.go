package detect

import (
	"bytes"
	"strings"
)

// DocumentHead is the number of bytes at the beginning that are enough to recognize a
// document by DocumentOf: room for an XML declaration with all its parts, and the name of an element.
const DocumentHead = 128

// DocumentOf returns the format of a document that begins with head, or Text. It sets more
// if a longer head could change the answer.
func DocumentOf(head []byte, after Extent) (f Format, more bool) {
	atEOF := after == All
	if len(head) >= DocumentHead {
		head, atEOF = head[:DocumentHead], true
	}
	if len(head) == 0 || !MayBeginDocument(head[0]) {
		return Text, len(head) == 0 && !atEOF
	}
	for _, m := range beginnings[head[0]] {
		is := formats[m.of].is
		switch {
		case len(head) < len(m.text):
			more = more || strings.HasPrefix(m.text, string(head))
		case string(head[:len(m.text)]) != m.text:
		case is == nil:
			return m.of, false
		default:
			yes, undecided := is(head)
			if yes && (atEOF || !undecided) {
				return m.of, false
			}
			more = more || undecided
		}
	}
	return Text, more && !atEOF
}

// FileOf is DocumentOf for a file of which more than a line may be looked at: it also recognizes a tar
// file, and a document in one XML file whose root begins late, by its first TarBlock bytes. Like
// [PackingOf], it does not ask for these bytes of a [Stream] that does not look like one of them.
func FileOf(head []byte, after Extent) (f Format, more bool) {
	if f, more = DocumentOf(head, after); f != Text {
		return f, false
	}
	f, moreXML := xmlDocument(head, after)
	if f != Text {
		return f, false
	}
	p, moreTar := PackingOf(head, after)
	if p == Tar {
		return Packed, false
	}
	return Text, more || moreXML || moreTar
}

// XMLDocumentOf returns the format of a document in one XML file that begins with head, by its first TarBlock
// bytes, or Text.
func XMLDocumentOf(head []byte) Format {
	f, _ := xmlDocument(head, All)
	return f
}

// xmlDocument returns the format of a document in one XML file that begins with head, or Text.
func xmlDocument(head []byte, after Extent) (f Format, more bool) {
	atEnd := after == All || len(head) >= TarBlock
	head = head[:min(len(head), TarBlock)]
	for _, d := range [...]struct {
		format Format
		is     func([]byte) (is, more bool)
	}{{FlatODF, isFlatODF}, {OfficeXML, isOfficeXML}} {
		is, undecided := d.is(head)
		if is && (atEnd || !undecided) {
			return d.format, false
		}
		more = more || undecided
	}
	return Text, more && !atEnd
}

// isSoonOfficeXML is isOfficeXML for a head that may be too short: it does not guess.
func isSoonOfficeXML(head []byte) (is, more bool) {
	is, more = isOfficeXML(head)
	return is && !more, more
}

// MayBeginDocument reports whether a document may begin with the byte c.
func MayBeginDocument(c byte) bool { return len(beginnings[c]) > 0 }

// A beginning is one of the magics of a document.
type beginning struct {
	text string
	of   Format
}

// beginnings has those that begin with each byte.
var beginnings = func() (of [256][]beginning) {
	for f := range formats {
		for _, m := range formats[f].magics {
			of[m[0]] = append(of[m[0]], beginning{m, Format(f)})
		}
	}
	return of
}()

// warc0 is the beginning of a web archive in a version before 1.0.
const warc0 = "WARC/0."

// isWARC reports whether a web archive may begin with head: whether its first line is a
// version (ISO 28500, section 4).
func isWARC(head []byte) (is, more bool) {
	line, _, ended := bytes.Cut(head, []byte("\n"))
	number := bytes.TrimSuffix(line[len(warc0):], []byte("\r"))
	isNumber := len(bytes.Trim(number, "0123456789")) == 0
	return ended && isNumber && len(number) > 0, !ended && isNumber
}

// The beginnings of OpenDocument in one XML file: flatRoot is the element that it consists
// of (part 3, 3.1.2).
const (
	xmlDeclaration = "<?xml"
	flatRoot       = "<office:document"
)

// xmlMagics returns the beginnings of XML with a root that begins with a text.
func xmlMagics(root string) []string {
	return []string{xmlDeclaration, root, UTF8BOM + xmlDeclaration, UTF8BOM + root}
}

// isFlatODF reports whether XML that begins with head is OpenDocument in one file. Its root
// must begin in head, up to the colon.
func isFlatODF(head []byte) (is, more bool) { return hasRoot(head, flatRoot, len("<office:")) }

// officeNamespaces are the beginnings of the namespaces of Office Open XML (ECMA-376, transitional and strict),
// of Word and Excel 2003, and of their extensions.
var officeNamespaces = [...]string{
	"http://schemas.openxmlformats.org/", "http://purl.oclc.org/ooxml/", "http://schemas.microsoft.com/office/",
	"urn:schemas-microsoft-com:office:",
}

const (
	htmlRoot = "<html"
	xmlSpace = " \t\r\n"
)

// isOfficeXML reports whether XML that begins with head is a document of Office Open XML, Word or Excel in one
// file, or a part of one: whether its root, after an XML declaration, is in a namespace of these. If head ends before
// the declaration of the root's namespace, that of another one is enough, as Word declares many. A page in HTML,
// which Office writes as well, is not.
func isOfficeXML(head []byte) (is, more bool) {
	head = bytes.TrimPrefix(head, []byte(UTF8BOM))
	if !bytes.HasPrefix(head, []byte(xmlDeclaration)) {
		return false, false
	}
	if head, more = afterProlog(head); more || len(head) == 0 {
		return false, true
	}
	tag, _, ended := bytes.Cut(head, []byte(">"))
	n := min(len(tag), len(htmlRoot))
	if head[0] != '<' || bytes.EqualFold(tag[:n], []byte(htmlRoot[:n])) {
		return false, head[0] == '<' && n < len(htmlRoot) && !ended
	}
	own := "xmlns"
	if prefix, _, ok := bytes.Cut(tag[1:tagName(tag)], []byte(":")); ok {
		own += ":" + string(prefix)
	}
	for rest := tag[tagName(tag):]; ; {
		name, value, ok := cutNamespace(&rest)
		switch isOffice := ok && isOfficeNamespace(value); {
		case !ok:
			return is && !ended, !ended
		case name == own:
			return isOffice, false
		case isOffice:
			is = true
		}
	}
}

// tagName returns the offset of the end of the name in a start tag.
func tagName(tag []byte) int {
	if i := bytes.IndexAny(tag, xmlSpace+"/"); i >= 0 {
		return i
	}
	return len(tag)
}

// cutNamespace removes the attributes up to the next whole declaration of a namespace from rest, and returns its
// name and its value.
func cutNamespace(rest *[]byte) (name string, value []byte, ok bool) {
	for {
		i := bytes.Index(*rest, []byte("xmlns"))
		if i < 0 {
			return "", nil, false
		}
		var n []byte
		n, *rest, _ = bytes.Cut((*rest)[i:], []byte("="))
		if *rest = bytes.TrimLeft(*rest, xmlSpace); len(*rest) == 0 {
			return "", nil, false
		}
		if quote := (*rest)[0]; quote == '"' || quote == '\'' {
			if value, *rest, ok = bytes.Cut((*rest)[1:], []byte{quote}); ok || isOfficeNamespace(value) {
				return string(bytes.TrimRight(n, xmlSpace)), value, true
			}
		}
	}
}

// isOfficeNamespace reports whether a namespace is one of Office.
func isOfficeNamespace(name []byte) bool {
	for _, of := range officeNamespaces {
		if bytes.HasPrefix(name, []byte(of)) {
			return true
		}
	}
	return false
}

// hasRoot reports whether the root of XML that begins with head, after a byte order mark, begins with a text.
// The root begins the XML, or follows the XML declaration. It is enough if head has that many bytes of the
// text.
func hasRoot(head []byte, root string, enough int) (is, more bool) {
	head = bytes.TrimPrefix(head, []byte(UTF8BOM))
	if !bytes.HasPrefix(head, []byte(xmlDeclaration)) {
		return bytes.HasPrefix(head, []byte(root)), false
	}
	if head, more = afterProlog(head); more {
		return false, true
	}
	n := min(len(head), len(root))
	begins := string(head[:n]) == root[:n]
	return begins && n >= enough, begins && n < len(root)
}

// afterProlog returns what follows the white space, the comments and the processing instructions that
// XML begins with. It returns more if that may be in a longer head.
func afterProlog(head []byte) (rest []byte, more bool) {
	for {
		head = bytes.TrimLeft(head, " \t\r\n\f\v")
		end := "?>"
		if bytes.HasPrefix(head, []byte("<!--")) {
			head, end = head[len("<!--"):], "-->"
		} else if !bytes.HasPrefix(head, []byte("<?")) {
			return head, strings.HasPrefix("<!--", string(head)) // or nothing
		}
		var ended bool
		if _, head, ended = bytes.Cut(head, []byte(end)); !ended {
			return nil, true
		}
	}
}

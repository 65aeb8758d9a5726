package unpack

import (
	"io"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// isXML reports whether a member of an office document is XML, by its name.
func isXML(name string) bool {
	for _, end := range [...]string{".xml", ".rels", ".rdf", ".vml", ".svg", ".xsd"} {
		if len(name) >= len(end) && strings.EqualFold(name[len(name)-len(end):], end) {
			return true
		}
	}
	return false
}

// isIdentifier reports whether an attribute of an element identifies a namespace, a
// schema, a type or an algorithm. Its value has the form of a URL, but is not a link.
// Prefixes of names are ignored, except in declarations of namespaces.
func isIdentifier(element, attribute string) bool {
	if element == "!DOCTYPE" || attribute == "xmlns" || strings.HasPrefix(attribute, "xmlns:") {
		return true
	}
	switch local(attribute) {
	case "uri", "namespaceuri", "namespace", "targetNamespace", "schemaLocation", "noNamespaceSchemaLocation",
		"Type", "SourceType", // in relationships and signatures
		"Algorithm", "algorithm-name", "checksum-type", "key-derivation-name", "start-key-generation-name",
		"transformation": // ODF to RDF
		return true
	case "resource":
		return local(element) == "type" // in RDF
	case "val":
		return local(element) == "attachedSchema"
	}
	return false
}

// local returns the local part of an XML name, without the prefix.
func local(name string) string { return name[strings.IndexByte(name, ':')+1:] }

// maxName is the number of bytes of a name that are kept.
const maxName = 64

// An xmlReader reads XML and replaces identifiers by blanks, so that offsets and lines
// remain the same.
type xmlReader struct {
	io.Reader
	state     xmlState
	element   []byte
	attribute []byte
	quote     byte
	blank     bool // the value is an identifier
}

// An xmlState is the part of XML that a byte is in.
type xmlState uint8

const (
	inText xmlState = iota
	inElement
	inTag // between attributes
	inAttribute
	inValue
)

func (x *xmlReader) Read(p []byte) (n int, err error) {
	n, err = x.Reader.Read(p)
	for i, c := range p[:n] {
		if x.next(c) && c != '\n' && c != '\r' {
			p[i] = ' '
		}
	}
	return n, err
}

// next reads a byte, and reports whether it is part of an identifier.
func (x *xmlReader) next(c byte) bool {
	switch {
	case c == '<':
		x.state, x.element = inElement, x.element[:0]
	case x.state == inText:
	case x.state == inValue && c == x.quote:
		x.state, x.attribute = inTag, x.attribute[:0]
	case x.state == inValue:
		return x.blank
	case c == '>':
		x.state = inText
	case c == '"' || c == '\'':
		x.state, x.quote = inValue, c
		x.blank = isIdentifier(string(x.element), string(x.attribute))
	case ascii.Is(c, ascii.Space):
		if x.state == inElement || x.state == inAttribute {
			x.state = inTag
		}
	case c == '=':
		x.state = inTag
	case x.state == inElement:
		x.element = appendName(x.element, c)
	case x.state == inTag:
		x.state, x.attribute = inAttribute, append(x.attribute[:0], c)
	default:
		x.attribute = appendName(x.attribute, c)
	}
	return false
}

func appendName(name []byte, c byte) []byte {
	if len(name) < maxName {
		name = append(name, c)
	}
	return name
}

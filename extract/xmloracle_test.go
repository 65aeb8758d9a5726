package extract

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// This file is the part of the reference that is about XML.

// dereferenced returns the text in which each character reference from i on is its character.
func (t *refText) dereferenced(i int) *refText {
	d := *t
	d.xml, d.decodedFrom = false, i
	d.r, d.refs = append([]rune(nil), t.r[:i]...), []int{}
	for k := range i {
		d.refs = append(d.refs, k)
	}
	for i < len(t.r) {
		c, size := t.reference(i)
		switch {
		case size == 0:
			c, size = t.r[i], 1
		case c == '\\' || c == '\b' || c == 0x1b:
			c = '<' // "it ends a URL if the character does"
		}
		d.r, d.refs = append(d.r, c), append(d.refs, i)
		i += size
	}
	d.refs = append(d.refs, i)
	return &d
}

// inXML returns what was found in the text of dereferenced in terms of the original one.
func (d *refText) inXML(f refFind, ok bool, next int) (refFind, bool, int) {
	if ok {
		f.end = d.refs[f.end]
	}
	return f, ok, d.refs[next]
}

var (
	refNameAttribute = regexp.MustCompile(`(?is)(?:^|[^\w:.-])(?:(?:xmlns(?::[\w.:-]*)?|targetNamespace|namespace|rdf:datatype|algorithm|soapAction|requiredFeatures|itemtype|vocab|[\w.-]*:(?:schemaLocation|noNamespaceSchemaLocation))\s*=\s*["'](?:[^"'<>;]*[\s])?` +
		`|(?:epub:)?prefix\s*=\s*["'][^"'<>;]*[^"'<>;\s][^"'<>;]*\s)$`)
	refIdentifier = regexp.MustCompile(`(?s)<!(?:DOCTYPE|NOTATION|ENTITY)[^<>]*(?:PUBLIC|SYSTEM)[^<>]*?["'](?:[^"'<>;]*\s)?$`)
	refEntityName = regexp.MustCompile(`(?s)<!ENTITY(\s*ns_)?[^<>]*["'](?:[^"'<>;]*\s)?$`)
	refNotName    = regexp.MustCompile(`(?s)[^\w\s:.'"-]\s*["'](?:[^"'<>;]*\s)?$`)
)

// isName reports whether f is a name of XML: "values of xmlns … and the identifiers of document types
// are left out".
func (t *refText) isName(f *refFind) bool {
	if f.kind == Angle {
		return false
	}
	before := t.plain(0, f.off)
	if m := refNameAttribute.FindStringIndex(before); m != nil {
		tag := strings.LastIndexAny(before[max(0, m[0]-400):m[0]+1], "<>") // Reading: an attribute is in a tag
		return tag < 0 || before[max(0, m[0]-400)+tag] == '<'
	}
	if refNotName.MatchString(before) {
		return false
	}
	m := refEntityName.FindStringSubmatch(before)
	return refIdentifier.MatchString(before) || m != nil && (m[1] != "" || strings.HasSuffix(string(f.url), "#"))
}

// TestRandomXML compares scanner and reference on pieces of XML.
func TestRandomXML(t *testing.T) {
	t.Parallel()
	pieces := slices.DeleteFunc(slices.Clone(xmlPieces), func(p string) bool {
		return strings.Contains(p, "URL:") || len(p) > 100 || strings.Contains(p, "-\n")
	})
	checkReference(t, xmlHead, pieces, func(*rand.Rand) Options { return Options{Rejoin: RejoinWrapped} })
}

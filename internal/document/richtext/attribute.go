package richtext

import (
	"bytes"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/internal/scheme"
)

// A Use is what the value of an attribute is.
type Use uint8

// The uses.
const (
	Unknown    Use = iota // text, if it may have a URL with a scheme
	Identifier            // a namespace, a schema, a type or an algorithm: it has the form of a URL, but is no link
	Text                  // text for a person
	Reference             // a URL, if it has a scheme
)

// uses has the attributes by their local names.
var uses = map[string]Use{
	"xmlns": Identifier, "uri": Identifier, "URI": Identifier, "namespaceuri": Identifier, "namespace": Identifier,
	"Namespace": Identifier, "SelectionNamespaces": Identifier, "minVer": Identifier,
	"targetNamespace": Identifier, "schemaLocation": Identifier, "noNamespaceSchemaLocation": Identifier,
	"Type": Identifier, "SourceType": Identifier, "Algorithm": Identifier, "prefixMappings": Identifier,
	"uniqueId": Identifier, "loTypeId": Identifier, "qsTypeId": Identifier, "csTypeId": Identifier,
	"transformation": Identifier, "algorithm-name": Identifier, "checksum-type": Identifier,
	"key-derivation-name": Identifier, "start-key-generation-name": Identifier,
	"Ignorable": Identifier, "ProcessContent": Identifier, "MustUnderstand": Identifier,
	"NameUniversal": Identifier, "dt": Identifier, "about": Identifier, "instr": Identifier,

	"descr": Text, "title": Text, "tooltip": Text, "display": Text, "alt": Text,
	"prompt": Text, "promptTitle": Text, "error": Text, "UnicodeString": Text,

	"href": Reference, "src": Reference, "url": Reference, "sourceFile": Reference, "odcFile": Reference, "NavigateUri": Reference,
}

// UseOf returns the use of an attribute of an element. The names are without prefixes.
func UseOf(element, attribute []byte) Use {
	switch u := uses[string(attribute)]; {
	case string(attribute) == "val" && string(element) == "attachedSchema":
		return Identifier
	case string(attribute) == "resource" && string(element) == "type":
		return Identifier
	default:
		return u
	}
}

// opaque are the beginnings of the URLs without "//" that attributes are searched for.
var opaque = func() (prefixes [][]byte) {
	for _, p := range scheme.OpaquePrefixes(scheme.Ordinary) {
		prefixes = append(prefixes, []byte(p))
	}
	return prefixes
}()

// HasURL reports whether a value may have a URL with a scheme, or a host that begins with
// "www.".
func HasURL(v []byte) bool {
	if bytes.IndexByte(v, ':') >= 0 && (bytes.Contains(v, []byte("//")) || slices.ContainsFunc(opaque, func(prefix []byte) bool { return bytes.Contains(v, prefix) })) {
		return !bytes.HasPrefix(v, []byte("ppaction:"))
	}
	return bytes.Contains(v, []byte("www."))
}

// HasScheme reports whether a reference has a scheme, or begins with a host.
func HasScheme(target string) bool {
	scheme, _, ok := strings.Cut(target, ":")
	return ok && !strings.ContainsAny(scheme, `/\#?.`) && len(scheme) > 1 || strings.HasPrefix(target, "//")
}

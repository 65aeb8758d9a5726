package parse

import (
	"encoding/json"
	"fmt"
	"iter"
)

// A Span is a part of a text: the bytes from offset From up to, but not including, offset
// To.
type Span struct{ From, To int }

// Len returns the number of bytes in s.
func (s Span) Len() int { return s.To - s.From }

// A ComponentName is the name of a component of a URL. The zero value names no component.
type ComponentName uint8

// The components that have a span. Scheme and fragment occur at all levels. Authority,
// userinfo, path and query are components of RFC 3986; RFC 1738 has a path in some
// schemes. The names from NameURLPath on are only of RFC 1738. The package comment
// explains the terms.
const (
	NameNone ComponentName = iota
	NameScheme
	NameAuthority // without "//"
	NameUserinfo  // without "@"
	NameUser
	NamePassword
	NameHost
	NamePort
	NamePath
	NameQuery
	NameFragment
	NameURLPath       // url-path, without the "/" before it
	NameCwd           // of FTP; one for each directory
	NameName          // of FTP
	NameTypecode      // of FTP
	NameSearch        // of HTTP, Gopher and WAIS
	NameGopherType    // of Gopher
	NameSelector      // of Gopher
	NamePlus          // of Gopher
	NameAddress       // of Mailto
	NameGroup         // of News and NNTP
	NameArticle       // of News
	NameArticleNumber // of NNTP
	NameDatabase      // of WAIS
	NameWAISType      // of WAIS
	NameWAISPath      // of WAIS
	NameHSOName       // of Prospero
	NameField         // of Prospero: the name of a field; one for each
	NameValue         // of Prospero: the value of the field before it
	NameSchemePart    // of Other
)

var componentNames = [...]string{
	NameScheme: "scheme", NameAuthority: "authority", NameUserinfo: "userinfo",
	NameUser: "user", NamePassword: "password", NameHost: "host", NamePort: "port",
	NamePath: "path", NameQuery: "query", NameFragment: "fragment",
	NameURLPath: "urlpath",
	NameCwd:     "cwd", NameName: "name", NameTypecode: "typecode", NameSearch: "search",
	NameGopherType: "gtype", NameSelector: "selector", NamePlus: "plus",
	NameAddress: "address", NameGroup: "group", NameArticle: "article", NameArticleNumber: "article_number",
	NameDatabase: "database", NameWAISType: "wtype", NameWAISPath: "wpath",
	NameHSOName: "hsoname", NameField: "field", NameValue: "value", NameSchemePart: "schemepart",
}

// String returns the name of n, such as "host" or "article_number": the key of the
// component in the JSON of Components, if that has the component.
func (n ComponentName) String() string {
	if int(n) < len(componentNames) {
		return componentNames[n]
	}
	return ""
}

// MarshalText returns the name of n.
func (n ComponentName) MarshalText() ([]byte, error) {
	if int(n) >= len(componentNames) {
		return nil, fmt.Errorf("invalid ComponentName: %d", n)
	}
	return []byte(componentNames[n]), nil
}

// A NamedComponent is a component of a URL with its name and its span. Its JSON is an
// object with the keys Name, Value and Span; Value is null if the component is absent.
type NamedComponent struct {
	Name ComponentName

	// Component is the component as written: Value is Text[Span.From:Span.To] of the URL.
	Component

	// Span is the place of the component in the text of the URL. The span of an absent
	// component is empty, at the offset where the component would be, without its
	// delimiter.
	Span Span
}

// namedComponentJSON is the JSON of a NamedComponent.
type namedComponentJSON struct {
	Name  ComponentName
	Value Component
	Span  Span
}

// MarshalJSON returns an object with the name, the value and the span of c.
func (c NamedComponent) MarshalJSON() ([]byte, error) {
	return json.Marshal(namedComponentJSON{c.Name, c.Component, c.Span})
}

// All returns an iterator over the components of u at its level, in the order of the
// text. Absent components are included. A component that contains others, such as the
// authority and the url-path, comes before them. An FTP without a cwd yields one absent
// cwd, a Prospero without fields yields no field. The type of a Gopher is absent if it is
// not in the text. A URL that is not valid yields only its scheme, if that is valid.
func (u *URL) All() iter.Seq[NamedComponent] {
	return func(yield func(NamedComponent) bool) {
		var w walk
		if n := len(u.Scheme); n > 0 && n <= len(u.Text) {
			w.component(yield, "", NameScheme, present(u.Text[:n]))
			w.skip(len(":"))
		}
		if !u.valid {
			return
		}
		u.walkSchemepart(&w, yield)
		w.component(yield, "#", NameFragment, u.Fragment)
	}
}

// walkSchemepart walks over the components between the scheme and the fragment. It calls
// no method of the interface Parts, which would move w to the heap.
func (u *URL) walkSchemepart(w *walk, yield yielder) {
	switch v := u.Parts.(type) {
	case FTP:
		v.walk(w, yield)
	case HTTP:
		v.walk(w, yield)
	case Gopher:
		v.walk(w, yield)
	case Mailto:
		v.walk(w, yield)
	case News:
		v.walk(w, yield)
	case NNTP:
		v.walk(w, yield)
	case Telnet:
		v.walk(w, yield)
	case WAIS:
		v.walk(w, yield)
	case File:
		v.walk(w, yield)
	case Prospero:
		v.walk(w, yield)
	case Other:
		v.walk(w, yield)
	default:
		u.Generic.walk(w, yield)
	}
}

// Find returns the first component of u with the given name that is present. If u has
// none, the result is absent and has a zero span.
func (u *URL) Find(name ComponentName) NamedComponent {
	for c := range u.All() {
		if c.Name == name && c.Present {
			return c
		}
	}
	return NamedComponent{Name: name}
}

// A walk yields the components of a URL, and computes their spans without searching: the
// components and their delimiters, in the order of the grammar, are the text. The first
// at bytes of the text have been passed.
type walk struct {
	at      int
	stopped bool // yield returned false
}

// A yielder is called for each component. It is not a field of walk, since it would then
// be on the heap.
type yielder = func(NamedComponent) bool

// skip walks over n bytes of delimiters.
func (w *walk) skip(n int) { w.at += n }

// component walks over a component, and over the delimiter before it if the component is
// present.
func (w *walk) component(yield yielder, before string, name ComponentName, c Component) {
	w.container(yield, before, name, c)
	w.skip(len(c.Value))
}

// container walks to the beginning of a component whose own components follow.
func (w *walk) container(yield yielder, before string, name ComponentName, c Component) {
	if c.Present {
		w.skip(len(before))
	}
	if !w.stopped {
		w.stopped = !yield(NamedComponent{name, c, Span{w.at, w.at + len(c.Value)}})
	}
}

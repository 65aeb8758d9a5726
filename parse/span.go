package parse

import "iter"

// A Span is a part of a text: the bytes from offset From up to, but not including, offset
// To.
type Span struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// The names of the components that have a span. Scheme and fragment occur at all levels.
// Authority, userinfo, path and query are components of RFC 3986; RFC 1738 has a path in some
// schemes. The names from nameURLPath on are only of RFC 1738.
const (
	nameScheme        = "scheme"
	nameAuthority     = "authority" // without "//"
	nameUserinfo      = "userinfo"  // without "@"
	nameUser          = "user"
	namePassword      = "password"
	nameHost          = "host"
	namePort          = "port"
	namePath          = "path"
	nameQuery         = "query"
	nameFragment      = "fragment"
	nameURLPath       = "urlpath" // url-path, without the "/" before it
	nameCwd           = "cwd"     // of FTP; one for each directory
	nameName          = "name"
	nameTypecode      = "typecode"
	nameSearch        = "search"
	nameGopherType    = "gtype"
	nameSelector      = "selector"
	namePlus          = "plus"
	nameAddress       = "address"
	nameGroup         = "group"
	nameArticle       = "article"
	nameArticleNumber = "article_number"
	nameDatabase      = "database"
	nameWAISType      = "wtype"
	nameWAISPath      = "wpath"
	nameHSOName       = "hsoname"
	nameField         = "field" // the name of a field; one for each
	nameValue         = "value" // the value of the field before it
	nameSchemePart    = "schemepart"
)

// A NamedComponent is a component of a URL with its name and its span.
//
// The names at the levels Lenient and RFC3986 are "scheme", "authority" (without "//"),
// "userinfo" (without "@"), "user", "password", "host", "port", "path", "query" and
// "fragment". The names at RFC1738 are "scheme" and "fragment", and between them those of
// the scheme, which are the keys in the JSON of its type in [URL].Parts:
//
//   - "user", "password", "host", "port" and "urlpath", which is without the "/" before it;
//   - of FTP "cwd", one for each directory, "name" and "typecode";
//   - of HTTP "path" and "search";
//   - of Gopher "gtype", "selector", "search" and "plus";
//   - of Mailto "address";
//   - of News "group" and "article", of NNTP "group" and "article_number";
//   - of WAIS "database", "search", "wtype" and "wpath";
//   - of File "path";
//   - of Prospero "hsoname", and "field" and "value" for the name and the value of each field;
//   - of Other "schemepart".
type NamedComponent struct {
	Name string `json:"name"`

	// Value is the component as written, Text[Span.From:Span.To] of the URL. Present is
	// false if the component is absent.
	Value   string `json:"value"`
	Present bool   `json:"present"`

	// Span is the place of the component in the text of the URL. The span of an absent
	// component is empty, at the offset where the component would be, without its
	// delimiter.
	Span Span `json:"span"`
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
			w.component(yield, "", nameScheme, present(u.Text[:n]))
			w.skip(len(":"))
		}
		if !u.valid {
			return
		}
		u.walkSchemepart(&w, yield)
		w.component(yield, "#", nameFragment, u.Fragment)
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

// Find returns the first component of u with the given name that is present: see
// [NamedComponent] for the names. If u has none, the result is absent and has a zero span.
func (u *URL) Find(name string) NamedComponent {
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
func (w *walk) component(yield yielder, before string, name string, c Component) {
	w.container(yield, before, name, c)
	w.skip(len(c.Value))
}

// container walks to the beginning of a component whose own components follow.
func (w *walk) container(yield yielder, before string, name string, c Component) {
	if c.Present {
		w.skip(len(before))
	}
	if !w.stopped {
		w.stopped = !yield(NamedComponent{name, c.Value, c.Present, Span{w.at, w.at + len(c.Value)}})
	}
}

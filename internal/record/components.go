package record

import (
	"github.com/urlgrep/urlgrep/internal/jsonenc"
	"github.com/urlgrep/urlgrep/parse"
)

// A member is a name and kind of member in the JSON object for the components of a URL.
// It is a component, the list of all components with that name, or the kind of another
// component.
type member struct {
	name string
	key  jsonenc.Key
	kind memberKind
}

type memberKind uint8

const (
	memberText    memberKind = iota
	memberFlag               // boolean
	memberList               // array of strings
	memberPairs              // array of arrays of two strings
	memberSpecial            // handled by special
)

// names are the members for components, indexed by component name. The variables below
// are the other members.
var names = func() (all [parse.NameSchemePart + 1]member) {
	for name := range all {
		all[name] = newMember(parse.ComponentName(name).String(), memberText)
	}
	for _, name := range [...]parse.ComponentName{
		parse.NameScheme, parse.NameFragment, parse.NameField, parse.NameValue, parse.NameCwd, parse.NameName,
		parse.NameGopherType, parse.NameHost, parse.NameSchemePart, parse.NameHSOName,
	} {
		all[name].kind = memberSpecial
	}
	return all
}()

var (
	cwd        = newMember("cwd", memberList)
	name       = newMember("name", memberText)
	gopherType = newMember("gtype", memberText)
	host       = newMember("host", memberText)
	schemePart = newMember("schemepart", memberText)
	hsoName    = newMember("hsoname", memberText)
	hostKind   = newMember("host_kind", memberText)
	isIP       = newMember("ip", memberFlag)
	pairs      = newMember("fields", memberPairs)
)

func newMember(name string, kind memberKind) member {
	return member{name, jsonenc.NewKey(name), kind}
}

// members calls do for each member in the JSON of u.Components, except scheme and
// fragment. u must be valid. It includes the members that are absent in u but may occur
// in URLs of its scheme. A list, or a list of pairs, is passed an empty component; a flag
// is passed a component that is present if the flag is set.
func members(u *parse.URL, do func(*member, parse.Component)) {
	for c := range u.All() {
		if m := &names[c.Name]; m.kind != memberSpecial {
			do(m, c.Component)
		} else {
			special(u, &c, do)
		}
	}
}

// special calls do for a component that is not a member under its own name.
func special(u *parse.URL, c *parse.NamedComponent, do func(*member, parse.Component)) {
	switch c.Name {
	case parse.NameName: // after the last cwd
		do(&cwd, parse.Component{})
		do(&name, c.Component)
	case parse.NameGopherType: // the type may be absent from the text
		do(&gopherType, parse.Component{Value: u.Parts.(parse.Gopher).Type, Present: true})
	case parse.NameHost:
		do(&host, c.Component)
		if u.Parts == nil {
			do(&hostKind, parse.Component{Value: u.HostKind.String(), Present: u.HostKind != parse.HostNone})
		}
	case parse.NameSchemePart:
		do(&schemePart, c.Component)
		do(&isIP, parse.Component{Present: u.Parts.(parse.Other).IP})
	case parse.NameHSOName:
		do(&hsoName, c.Component)
		do(&pairs, parse.Component{})
	}
}

// EncodeComponents encodes the members of a valid URL as an object, with null for absent
// members. isURI asserts that no character in them needs an escape.
func EncodeComponents(e *jsonenc.Encoder, k jsonenc.Key, u *parse.URL, isURI bool) {
	e.Open(k)
	members(u, func(m *member, c parse.Component) {
		switch {
		case m.kind != memberText:
			m.encode(e, m.key, u, c)
		case !c.Present:
			e.Null(m.key)
		case isURI:
			e.Label(m.key, c.Value)
		default:
			e.String(m.key, c.Value)
		}
	})
	e.Close()
}

// encode encodes a member of u of any kind except memberText.
func (m *member) encode(e *jsonenc.Encoder, k jsonenc.Key, u *parse.URL, c parse.Component) {
	switch m.kind {
	case memberFlag:
		e.Bool(k, c.Present)
	case memberList:
		e.OpenArray(k)
		for _, s := range u.Parts.(parse.FTP).Cwd {
			e.String(jsonenc.Member, s)
		}
		e.CloseArray()
	case memberPairs:
		e.OpenArray(k)
		for _, f := range u.Parts.(parse.Prospero).Fields {
			e.OpenArray(jsonenc.Member)
			e.String(jsonenc.Member, f.Name)
			e.String(jsonenc.Member, f.Value)
			e.CloseArray()
		}
		e.CloseArray()
	}
}

// A Description is a component in readable form.
type Description struct{ Name, Value string }

// Describe returns the members of a valid URL that are present, under the names that
// EncodeComponents uses. Strings are unchanged, except for the empty string, which is
// quoted so that it is visible. Other members are in JSON.
func Describe(u *parse.URL) (list []Description) {
	members(u, func(m *member, c parse.Component) {
		var e jsonenc.Encoder
		switch {
		case m.kind != memberText:
			m.encode(&e, jsonenc.Member, u, c)
		case !c.Present:
			return
		case c.Value == "":
			e.String(jsonenc.Member, "")
		default:
			e.B = []byte(c.Value)
		}
		list = append(list, Description{m.name, string(e.B)})
	})
	return list
}

// Leaves returns the components of a URL that are not empty and contain no other
// component, in the order of the text.
func Leaves(u *parse.URL) (list []parse.NamedComponent) {
	for c := range u.All() {
		if c.Value == "" {
			continue
		}
		if n := len(list); n > 0 && c.Span.From < list[n-1].Span.To {
			list = list[:n-1] // the last one contains c
		}
		list = append(list, c)
	}
	return list
}

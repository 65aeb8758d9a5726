package record

import (
	"github.com/urlgrep/urlgrep/internal/jsonenc"
	"github.com/urlgrep/urlgrep/parse"
)

// A member is a name and kind of member in the JSON object for the components of a URL.
type member struct {
	name string
	key  jsonenc.Key
	kind memberKind
}

type memberKind uint8

const (
	memberText  memberKind = iota
	memberFlag             // boolean
	memberList             // array of strings
	memberPairs            // array of arrays of two strings
)

// The members, by the types that have them.
var (
	host, port, urlPath = newMember("host", memberText), newMember("port", memberText), newMember("urlpath", memberText)
	user, password      = newMember("user", memberText), newMember("password", memberText)
	pathText, search    = newMember("path", memberText), newMember("search", memberText)

	authority, userinfo = newMember("authority", memberText), newMember("userinfo", memberText)
	hostKind, query     = newMember("host_kind", memberText), newMember("query", memberText)

	cwd, name, typecode               = newMember("cwd", memberList), newMember("name", memberText), newMember("typecode", memberText)
	gopherType, selector, plus        = newMember("gtype", memberText), newMember("selector", memberText), newMember("plus", memberText)
	address                           = newMember("address", memberText)
	newsgroup, article, articleNumber = newMember("group", memberText), newMember("article", memberText), newMember("article_number", memberText)
	database, waisType                = newMember("database", memberText), newMember("wtype", memberText)
	waisPath                          = newMember("wpath", memberText)
	hsoName, pairs                    = newMember("hsoname", memberText), newMember("fields", memberPairs)
	schemePart, isIP                  = newMember("schemepart", memberText), newMember("ip", memberFlag)
)

func newMember(name string, kind memberKind) *member {
	return &member{name, jsonenc.NewKey(name), kind}
}

// members calls do for each member of u between the scheme and the fragment, in the order of its
// JSON. u must be valid. It includes the members that are absent in u but may occur in URLs of
// its scheme. A list, or a list of pairs, is passed an empty component; a flag is passed a
// component that is present if the flag is set.
func members(u *parse.URL, do func(*member, parse.Component)) {
	switch p := u.Parts.(type) {
	case nil:
		do(authority, u.Authority)
		do(userinfo, u.Userinfo)
		do(user, u.User)
		do(password, u.Password)
		do(host, u.Host)
		do(hostKind, parse.Component{Value: u.HostKind, Present: u.HostKind != ""})
		do(port, u.Port)
		do(pathText, present(u.Path))
		do(query, u.Query)
	case parse.FTP:
		loginMembers(&p.Login, do)
		do(cwd, parse.Component{})
		do(name, p.Name)
		do(typecode, p.Typecode)
	case parse.HTTP:
		hostMembers(&p.HostPort, do)
		do(pathText, p.Path)
		do(search, p.Search)
	case parse.Gopher:
		hostMembers(&p.HostPort, do)
		do(gopherType, present(p.Type))
		do(selector, present(p.Selector))
		do(search, p.Search)
		do(plus, p.Plus)
	case parse.Mailto:
		do(address, present(p.Address))
	case parse.News:
		do(newsgroup, p.Group)
		do(article, p.Article)
	case parse.NNTP:
		hostMembers(&p.HostPort, do)
		do(newsgroup, present(p.Group))
		do(articleNumber, p.ArticleNumber)
	case parse.Telnet:
		loginMembers(&p.Login, do)
	case parse.WAIS:
		hostMembers(&p.HostPort, do)
		do(database, present(p.Database))
		do(search, p.Search)
		do(waisType, p.Type)
		do(waisPath, p.Path)
	case parse.File:
		do(host, present(p.Host))
		do(pathText, present(p.Path))
	case parse.Prospero:
		hostMembers(&p.HostPort, do)
		do(hsoName, present(p.HSOName))
		do(pairs, parse.Component{})
	case parse.Other:
		do(schemePart, present(p.SchemePart))
		do(isIP, parse.Component{Present: p.IP})
		do(user, p.User)
		do(password, p.Password)
		do(host, p.Host)
		do(port, p.Port)
		do(urlPath, p.URLPath)
	}
}

func loginMembers(l *parse.Login, do func(*member, parse.Component)) {
	do(user, l.User)
	do(password, l.Password)
	hostMembers(&l.HostPort, do)
}

func hostMembers(h *parse.HostPort, do func(*member, parse.Component)) {
	do(host, present(h.Host))
	do(port, h.Port)
	do(urlPath, h.URLPath)
}

func present(s string) parse.Component { return parse.Component{Value: s, Present: true} }

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

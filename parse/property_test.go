package parse_test

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/urlgrep/urlgrep/parse"
)

// checkInclusion fails if a URL that is valid at a level is not valid at the next wider
// one, except for the reasons in the package comment.
func checkInclusion(t *testing.T, text string) {
	t.Helper()
	_, lenient := parse.Parse(text, parse.Lenient)
	_, wide := parse.Parse(text, parse.RFC3986)
	u, strict := parse.Parse(text, parse.RFC1738)
	if wide == nil && lenient != nil {
		t.Errorf("%q is valid at rfc3986, not at lenient: %v", text, lenient)
	}
	if strict != nil || wide == nil || u.Fragment.Present {
		return
	}
	rest := text[len(u.Scheme)+1:]
	slashes := false
	switch u.Parts.(type) {
	case parse.Other, parse.News, parse.Mailto:
		slashes = strings.HasPrefix(rest, "//")
	}
	password := ""
	switch p := u.Parts.(type) {
	case parse.FTP:
		password = p.Password.Value
	case parse.Telnet:
		password = p.Password.Value
	}
	question := strings.Contains(password, "?")
	if letter := 'a' <= u.Scheme[0] && u.Scheme[0] <= 'z'; letter && !slashes && !question {
		t.Errorf("%q is valid at rfc1738, not at rfc3986: %v", text, wide)
	}
}

// checkAt fails if At does not return the result of Parse, at the levels that follow from
// one another.
func checkAt(t *testing.T, text string) {
	t.Helper()
	wide, wideErr := parse.Parse(text, parse.Lenient)
	narrow, narrowErr := parse.Parse(text, parse.RFC3986)
	if got, err := wide.At(parse.RFC3986); got != narrow || (err == nil) != (narrowErr == nil) {
		t.Errorf("Parse(%q, lenient).At(rfc3986) = %+v, %v; want %+v, %v", text, got, err, narrow, narrowErr)
	}
	if got, err := narrow.At(parse.Lenient); got != wide || (err == nil) != (wideErr == nil) {
		t.Errorf("Parse(%q, rfc3986).At(lenient) = %+v, %v; want %+v, %v", text, got, err, wide, wideErr)
	}
}

// checkWhole fails if the components of u together are not its text, or if one of them is
// a copy and not a part of it.
func checkWhole(t *testing.T, u parse.URL) {
	t.Helper()
	scheme, rest, _ := strings.Cut(u.Text, ":")
	if !strings.EqualFold(scheme, u.Scheme) {
		t.Errorf("Parse(%q, %v): scheme %q", u.Text, u.Level, u.Scheme)
	}
	got := genericText(u.Generic)
	if u.Level == parse.RFC1738 {
		got = partsText(u.Parts)
	}
	got += with("#", u.Fragment)
	if got != rest {
		t.Errorf("Parse(%q, %v): components put together are %q, want %q: %+v", u.Text, u.Level, got, rest, u)
	}
	checkSpans(t, u)
	for _, c := range values(u) {
		if !within(c, u.Text) {
			t.Errorf("Parse(%q, %v): component %q is a copy", u.Text, u.Level, c)
		}
	}
}

// with returns c with the delimiter before it, or "" if c is absent.
func with(before string, c parse.Component) string {
	if !c.Present {
		return ""
	}
	return before + c.Value
}

func genericText(g parse.Generic) string {
	var b strings.Builder
	if g.Authority.Present {
		b.WriteString("//")
		if g.Userinfo.Present {
			b.WriteString(g.User.Value + with(":", g.Password) + "@")
		}
		b.WriteString(g.Host.Value + with(":", g.Port))
	}
	return b.String() + g.Path + with("?", g.Query)
}

func hostportText(hp parse.HostPort) string { return hp.Host + with(":", hp.Port) }

func loginText(l parse.Login) string {
	if !l.User.Present {
		return hostportText(l.HostPort)
	}
	return l.User.Value + with(":", l.Password) + "@" + hostportText(l.HostPort)
}

// partsText rebuilds the text of parts from their components, urlpath excluded.
func partsText(p parse.Parts) string {
	switch p := p.(type) {
	case parse.FTP:
		path := with("/", p.Name)
		if p.Name.Present {
			path = "/" + strings.Join(append(p.Cwd[:len(p.Cwd):len(p.Cwd)], p.Name.Value), "/")
		}
		return "//" + loginText(p.Login) + path + with(";type=", p.Typecode)
	case parse.HTTP:
		return "//" + hostportText(p.HostPort) + with("/", p.Path) + with("?", p.Search)
	case parse.Gopher:
		s := "//" + hostportText(p.HostPort)
		if p.URLPath.Value == "" {
			return s + with("/", p.URLPath)
		}
		return s + "/" + p.Type + p.Selector + with("%09", p.Search) + with("%09", p.Plus)
	case parse.Mailto:
		return p.Address
	case parse.News:
		return p.Group.Value + p.Article.Value
	case parse.NNTP:
		return "//" + hostportText(p.HostPort) + "/" + p.Group + with("/", p.ArticleNumber)
	case parse.Telnet:
		return "//" + loginText(p.Login) + with("/", p.URLPath)
	case parse.WAIS:
		return "//" + hostportText(p.HostPort) + "/" + p.Database + with("?", p.Search) + with("/", p.Type) + with("/", p.Path)
	case parse.File:
		return "//" + p.Host + "/" + p.Path
	case parse.Prospero:
		s := "//" + hostportText(p.HostPort) + "/" + p.HSOName
		for _, f := range p.Fields {
			s += ";" + f.Name + "=" + f.Value
		}
		return s
	case parse.Other:
		if !p.IP {
			return p.SchemePart
		}
		l := parse.Login{User: p.User, Password: p.Password, HostPort: parse.HostPort{Host: p.Host.Value, Port: p.Port}}
		return "//" + loginText(l) + with("/", p.URLPath)
	}
	return "no parts"
}

// values lists the components of u.
func values(u parse.URL) []string {
	g := u.Generic
	cs := []parse.Component{u.Fragment, g.Authority, g.Userinfo, g.User, g.Password, g.Host, g.Port, g.Query}
	ss := []string{g.Path}
	hostport := func(hp parse.HostPort) {
		ss = append(ss, hp.Host)
		cs = append(cs, hp.Port, hp.URLPath)
	}
	switch p := u.Parts.(type) {
	case parse.FTP:
		hostport(p.HostPort)
		ss = append(ss, p.Cwd...)
		cs = append(cs, p.User, p.Password, p.Name, p.Typecode)
	case parse.HTTP:
		hostport(p.HostPort)
		cs = append(cs, p.Path, p.Search)
	case parse.Gopher:
		hostport(p.HostPort)
		if p.URLPath.Value != "" { // otherwise the type is the default
			ss = append(ss, p.Type)
		}
		ss = append(ss, p.Selector)
		cs = append(cs, p.Search, p.Plus)
	case parse.Mailto:
		ss = append(ss, p.Address)
	case parse.News:
		cs = append(cs, p.Group, p.Article)
	case parse.NNTP:
		hostport(p.HostPort)
		ss = append(ss, p.Group)
		cs = append(cs, p.ArticleNumber)
	case parse.Telnet:
		hostport(p.HostPort)
		cs = append(cs, p.User, p.Password)
	case parse.WAIS:
		hostport(p.HostPort)
		ss = append(ss, p.Database)
		cs = append(cs, p.Search, p.Type, p.Path)
	case parse.File:
		ss = append(ss, p.Host, p.Path)
	case parse.Prospero:
		hostport(p.HostPort)
		ss = append(ss, p.HSOName)
		for _, f := range p.Fields {
			ss = append(ss, f.Name, f.Value)
		}
	case parse.Other:
		ss = append(ss, p.SchemePart)
		cs = append(cs, p.User, p.Password, p.Host, p.Port, p.URLPath)
	}
	for _, c := range cs {
		ss = append(ss, c.Value)
	}
	return ss
}

// within reports whether s is empty or a part of whole in memory.
func within(s, whole string) bool {
	if s == "" {
		return true
	}
	p, w := uintptr(unsafe.Pointer(unsafe.StringData(s))), uintptr(unsafe.Pointer(unsafe.StringData(whole)))
	return w <= p && p+uintptr(len(s)) <= w+uintptr(len(whole))
}

package main

import "github.com/urlgrep/urlgrep/parse"

// parts encodes the components that a URL has in RFC 1738, if it is one: null for
// what is absent.
func (e *encoder) parts(parts parse.Parts) {
	if parts == nil {
		return
	}
	e.open("parts")
	switch p := parts.(type) {
	case parse.FTP:
		e.login(&p.Login)
		e.list("cwd", p.Cwd)
		e.nullable("name", p.Name)
		e.nullable("typecode", p.Typecode)
	case parse.HTTP:
		e.hostPort(&p.HostPort)
		e.nullable("path", p.Path)
		e.nullable("search", p.Search)
	case parse.Gopher:
		e.hostPort(&p.HostPort)
		e.string("gtype", p.Type)
		e.string("selector", p.Selector)
		e.nullable("search", p.Search)
		e.nullable("plus", p.Plus)
	case parse.Mailto:
		e.string("address", p.Address)
	case parse.News:
		e.nullable("group", p.Group)
		e.nullable("article", p.Article)
	case parse.NNTP:
		e.hostPort(&p.HostPort)
		e.string("group", p.Group)
		e.nullable("article_number", p.ArticleNumber)
	case parse.Telnet:
		e.login(&p.Login)
	case parse.WAIS:
		e.hostPort(&p.HostPort)
		e.string("database", p.Database)
		e.nullable("search", p.Search)
		e.nullable("wtype", p.Type)
		e.nullable("wpath", p.Path)
	case parse.File:
		e.string("host", p.Host)
		e.string("path", p.Path)
	case parse.Prospero:
		e.hostPort(&p.HostPort)
		e.string("hsoname", p.HSOName)
		e.fields(p.Fields)
	case parse.Other:
		e.string("schemepart", p.SchemePart)
		e.bool("ip", p.IP)
		e.nullable("user", p.User)
		e.nullable("password", p.Password)
		e.nullable("host", p.Host)
		e.nullable("port", p.Port)
		e.nullable("urlpath", p.URLPath)
	}
	e.close()
}

func (e *encoder) login(l *parse.Login) {
	e.nullable("user", l.User)
	e.nullable("password", l.Password)
	e.hostPort(&l.HostPort)
}

func (e *encoder) hostPort(hp *parse.HostPort) {
	e.string("host", hp.Host)
	e.nullable("port", hp.Port)
	e.nullable("urlpath", hp.URLPath)
}

// nullable encodes a component, null if it is absent.
func (e *encoder) nullable(key string, c parse.Component) {
	if c.Present {
		e.string(key, c.Value)
		return
	}
	e.key(key)
	e.b = append(e.b, "null"...)
}

func (e *encoder) list(key string, list []string) {
	e.openArray(key)
	for _, s := range list {
		e.string("", s)
	}
	e.closeArray()
}

func (e *encoder) fields(fields []parse.Field) {
	e.openArray("fields")
	for _, f := range fields {
		e.openArray("")
		e.string("", f.Name)
		e.string("", f.Value)
		e.closeArray()
	}
	e.closeArray()
}

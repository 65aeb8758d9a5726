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
		e.part("gtype", p.Type)
		e.part("selector", p.Selector)
		e.nullable("search", p.Search)
		e.nullable("plus", p.Plus)
	case parse.Mailto:
		e.part("address", p.Address)
	case parse.News:
		e.nullable("group", p.Group)
		e.nullable("article", p.Article)
	case parse.NNTP:
		e.hostPort(&p.HostPort)
		e.part("group", p.Group)
		e.nullable("article_number", p.ArticleNumber)
	case parse.Telnet:
		e.login(&p.Login)
	case parse.WAIS:
		e.hostPort(&p.HostPort)
		e.part("database", p.Database)
		e.nullable("search", p.Search)
		e.nullable("wtype", p.Type)
		e.nullable("wpath", p.Path)
	case parse.File:
		e.part("host", p.Host)
		e.part("path", p.Path)
	case parse.Prospero:
		e.hostPort(&p.HostPort)
		e.part("hsoname", p.HSOName)
		e.fields(p.Fields)
	case parse.Other:
		e.part("schemepart", p.SchemePart)
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
	e.part("host", hp.Host)
	e.nullable("port", hp.Port)
	e.nullable("urlpath", hp.URLPath)
}

// nullable encodes a component, null if it is absent.
func (e *encoder) nullable(key string, c parse.Component) {
	if c.Present {
		e.part(key, c.Value)
		return
	}
	e.null(key)
}

func (e *encoder) list(key string, list []string) {
	e.openArray(key)
	for _, s := range list {
		e.part("", s)
	}
	e.closeArray()
}

func (e *encoder) fields(fields []parse.Field) {
	e.openArray("fields")
	for _, f := range fields {
		e.openArray("")
		e.part("", f.Name)
		e.part("", f.Value)
		e.closeArray()
	}
	e.closeArray()
}

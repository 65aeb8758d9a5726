package main

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/visible"
	"github.com/urlgrep/urlgrep/parse"
)

// A portion is a stretch of a URL that has a name: bytes from 0, the end exclusive.
type portion struct {
	name     string
	from, to int
}

// portions returns those that a valid URL is made of, but for what divides them.
func portions(u *parse.URL) (list []portion) {
	at := 0
	add := func(f field) {
		if i := strings.Index(u.Text[at:], f.value); i >= 0 && f.value != "" {
			at += i + len(f.value)
			list = append(list, portion{f.name, at - len(f.value), at})
		}
	}
	text, _, _ := strings.Cut(u.Text, ":")
	add(field{"scheme", text})
	if behind := u.Text[at:]; strings.HasPrefix(behind, "://") {
		at += len("://")
	}
	for _, f := range simpleFields(u) {
		add(f)
	}
	if u.Fragment.Present {
		add(field{"fragment", u.Fragment.Value})
	}
	return list
}

// simpleFields returns the components of a URL that hold no others, but for scheme and
// fragment, in their order in it; what is absent is empty.
func simpleFields(u *parse.URL) []field {
	login := func(l parse.Login) []field {
		return []field{
			{"user", l.User.Value}, {"password", l.Password.Value},
			{"host", l.Host}, {"port", l.Port.Value},
		}
	}
	server := func(s parse.HostPort) []field { return []field{{"host", s.Host}, {"port", s.Port.Value}} }
	switch p := u.Parts.(type) {
	case parse.FTP:
		list := login(p.Login)
		for _, dir := range p.Cwd {
			list = append(list, field{"cwd", dir})
		}
		return append(list, field{"name", p.Name.Value}, field{"typecode", p.Typecode.Value})
	case parse.HTTP:
		return append(server(p.HostPort), field{"path", p.Path.Value}, field{"search", p.Search.Value})
	case parse.Gopher:
		list := server(p.HostPort)
		if p.URLPath.Value != "" { // else the type is not in it
			list = append(list, field{"gtype", p.Type})
		}
		return append(list, field{"selector", p.Selector}, field{"search", p.Search.Value}, field{"plus", p.Plus.Value})
	case parse.Mailto:
		return []field{{"address", p.Address}}
	case parse.News:
		return []field{{"group", p.Group.Value}, {"article", p.Article.Value}}
	case parse.NNTP:
		return append(server(p.HostPort), field{"group", p.Group}, field{"article_number", p.ArticleNumber.Value})
	case parse.Telnet:
		return login(p.Login)
	case parse.WAIS:
		return append(server(p.HostPort), field{"database", p.Database}, field{"search", p.Search.Value},
			field{"wtype", p.Type.Value}, field{"wpath", p.Path.Value})
	case parse.File:
		return []field{{"host", p.Host}, {"path", p.Path}}
	case parse.Prospero:
		list := append(server(p.HostPort), field{"hsoname", p.HSOName})
		for _, f := range p.Fields {
			list = append(list, field{"field", f.Name}, field{"value", f.Value})
		}
		return list
	case parse.Other:
		if !p.IP {
			return []field{{"schemepart", p.SchemePart}}
		}
		return []field{
			{"user", p.User.Value}, {"password", p.Password.Value},
			{"host", p.Host.Value}, {"port", p.Port.Value}, {"urlpath", p.URLPath.Value},
		}
	}
	return []field{
		{"user", u.User.Value}, {"password", u.Password.Value},
		{"host", u.Host.Value}, {"port", u.Port.Value}, {"path", u.Path}, {"query", u.Query.Value},
	}
}

// draw prints the names of the portions of a URL below it, unless it is wider than
// what it is printed to:
//
//	ftp://a.example/b
//	├─┘   ├───────┘ │
//	│     │         └ name
//	│     └ host
//	└ scheme
func (x *explainer) draw(text string, list []portion) {
	column := func(at int) int { return visible.Columns(x.print.shown(text[:at])) }
	if len(list) == 0 || column(len(text)) > columns(x.out.File()) {
		return
	}
	starts := make([]int, len(list))
	at := 0
	to := func(column int) {
		x.print.add("", strings.Repeat(" ", max(0, column-at)))
		at = column
	}
	for i, p := range list {
		starts[i] = column(p.from)
		to(starts[i])
		mark := "│"
		if n := column(p.to) - at; n > 1 {
			mark = "├" + strings.Repeat("─", n-2) + "┘"
			at += n
		} else {
			at++
		}
		x.print.add(portionColour(i), mark)
	}
	x.print.end()
	for last := len(list) - 1; last >= 0; last-- {
		at = 0
		for i := range last {
			to(starts[i])
			x.print.add(portionColour(i), "│")
			at++
		}
		to(starts[last])
		x.print.add(portionColour(last), "└ "+list[last].name)
		x.print.end()
	}
}

// portionColour returns the colour of a portion, which differs from that of those
// beside it.
func portionColour(i int) string {
	return [...]string{"36", "33", "32", "35", "34"}[i%5]
}

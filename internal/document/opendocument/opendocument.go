// Package opendocument reads OpenDocument (ISO/IEC 26300, OpenDocument 1.3): texts,
// spreadsheets, presentations and drawings. The members of the package are XML (part 2) and
// files. A content reads the former: the paragraphs, links and cells of part 3 are known by
// the local names of elements. References to members of the package are no links.
package opendocument

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/markup"
	"github.com/urlgrep/urlgrep/internal/document/members"
	"github.com/urlgrep/urlgrep/internal/document/richtext"
	"github.com/urlgrep/urlgrep/internal/document/zipfile"
)

// types has the formats by the part of the media type that follows "opendocument." or
// "xml.". A media type may continue, as those of templates do.
var types = []struct{ prefix, format string }{
	{"text", "odt"},
	{"writer", "sxw"},
	{"spreadsheet", "ods"},
	{"calc", "sxc"},
	{"presentation", "odp"},
	{"impress", "sxi"},
	{"graphics", "odg"},
	{"draw", "sxd"},
	{"chart", "odc"},
	{"formula", "odf"},
	{"database", "odb"},
}

// formatOf returns the format of a package with a media type, or "".
func formatOf(media string) string {
	for _, prefix := range [...]string{"application/vnd.oasis.opendocument.", "application/vnd.sun.xml."} {
		if name, ok := strings.CutPrefix(media, prefix); ok {
			for _, t := range types {
				if strings.HasPrefix(name, t.prefix) {
					return t.format
				}
			}
			return "odf"
		}
	}
	return ""
}

// isText reports whether the paragraphs of a format are counted.
func isText(format string) bool { return format == "odt" || format == "sxw" }

// A reader reads a package.
type reader struct {
	a         *zipfile.Archive
	env       *document.Env
	format    string
	encrypted map[string]*encryption // by the names of members
	lock      lock
}

// New returns a Reader of a package with a media type. If that is "", the manifest has it.
func New(a *zipfile.Archive, env *document.Env, media string) document.Reader {
	r := &reader{a: a, env: env, format: formatOf(media)}
	var order []int
	var styled *zipfile.Member
	for i := range a.Members {
		order = append(order, i)
		switch m := &a.Members[i]; m.Name {
		case zipfile.Manifest:
			r.readManifest(m)
		case "styles.xml":
			styled = m
		}
	}
	r.format = cmp.Or(r.format, "odf")
	var common map[string]style
	if styled != nil {
		common = r.readStyles(styled)
	}
	slices.SortStableFunc(order, func(x, y int) int { return rank(a.Members[x].Name) - rank(a.Members[y].Name) })
	w := richtext.New(env)
	open := func(s *markup.Scanner) members.Source {
		w.Paragraph = 0
		return &content{w: w, s: s, styles: styles{common: common}, counts: isText(r.format)}
	}
	return members.NewList(members.List{Order: order, Use: r.use, Content: r.content, Open: open}, a, w, env, r.format)
}

// rank returns the rank of a member in the order in which they are read.
func rank(name string) int {
	switch name {
	case "content.xml":
		return 0
	case "styles.xml": // headers and footers
		return 1
	}
	return 2
}

// readManifest reads how members are encrypted (part 2, 4.8).
func (r *reader) readManifest(m *zipfile.Member) {
	in := r.a.Reader(m)
	if in == nil {
		return
	}
	s, name := markup.New(in), ""
	var e *encryption
	for k := s.Next(); k != markup.EOF; k = s.Next() {
		if k != markup.Start {
			continue
		}
		switch string(s.Name) {
		case "file-entry":
			name, e = string(s.Attr("full-path")), nil
			if f := formatOf(strings.TrimSpace(string(s.Attr("media-type")))); name == "/" && r.format == "" {
				r.format = f
			}
		case "encryption-data":
			if r.encrypted == nil {
				r.encrypted = map[string]*encryption{}
			}
			if !r.env.Budget.Object() {
				return
			}
			e = new(encryption)
			r.encrypted[name] = e
		}
		if e != nil {
			e.read(s)
		}
	}
}

// use returns the use of a member.
func (r *reader) use(m *zipfile.Member) (members.Use, string) { return useOf(m.Name), "" }

// useOf returns the use of a member by its name.
func useOf(name string) members.Use {
	switch dir, _, _ := strings.Cut(name, "/"); {
	case name == zipfile.MediaType || name == zipfile.Manifest || dir == "Pictures" || dir == "Thumbnails" || dir == "ObjectReplacements" || dir == "Fonts" || dir == "media":
		return members.Skipped
	}
	switch strings.ToLower(path.Ext(name)) {
	case ".xml", ".rdf", ".xlb", ".xba", ".xlc":
		return members.XML
	case ".png", ".jpg", ".jpeg", ".gif", ".svm", ".svg", ".wmf", ".emf", ".ttf", ".otf":
		return members.Skipped
	}
	return members.File
}

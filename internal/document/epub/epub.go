// Package epub reads EPUB (EPUB 3.3): the pages of a book in their order, as files, and
// the text of the other XML, such as the description of the book and its table of contents.
package epub

import (
	"path"
	"strings"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/markup"
	"github.com/urlgrep/urlgrep/internal/document/members"
	"github.com/urlgrep/urlgrep/internal/document/richtext"
	"github.com/urlgrep/urlgrep/internal/document/zipfile"
	"github.com/urlgrep/urlgrep/internal/percent"
)

const encryption = "META-INF/encryption.xml"

// A reader reads a book.
type reader struct {
	a         *zipfile.Archive
	env       *document.Env
	names     map[string]int // of members
	encrypted map[string]bool
	pages     map[string]string // the media types of pages, by the names of members
}

// New returns a Reader of a book.
func New(a *zipfile.Archive, env *document.Env) document.Reader {
	r := &reader{a: a, env: env, names: map[string]int{}, encrypted: map[string]bool{}, pages: map[string]string{}}
	for i := range a.Members {
		r.names[a.Members[i].Name] = i
	}
	r.elements(encryption, func(s *markup.Scanner) {
		if string(s.Name) == "CipherReference" && env.Budget.Object() {
			r.encrypted[decoded(s.Attr("URI"))] = true
		}
	})
	var packages []string
	r.elements(zipfile.Container, func(s *markup.Scanner) {
		if string(s.Name) == "rootfile" && env.Budget.Object() {
			packages = append(packages, decoded(s.Attr("full-path")))
		}
	})
	var order []int
	listed := map[int]bool{}
	for _, name := range packages {
		for _, i := range r.spine(name) {
			if !listed[i] {
				listed[i] = true
				order = append(order, i)
			}
		}
	}
	for i := range a.Members {
		if !listed[i] {
			order = append(order, i)
		}
	}
	w := richtext.New(env)
	open := func(s *markup.Scanner) members.Source {
		if r.pages[w.Place.Member] == svg {
			return &svgPage{content: content{w: w, s: s}}
		}
		return &content{w: w, s: s}
	}
	return members.NewList(members.List{Order: order, Use: r.use, Open: open}, a, w, env, "epub")
}

// elements calls f for each start tag of a member.
func (r *reader) elements(name string, f func(s *markup.Scanner)) {
	i, ok := r.names[name]
	if !ok {
		return
	}
	in := r.a.Reader(&r.a.Members[i])
	if in == nil {
		return
	}
	s := markup.New(in)
	for k := s.Next(); k != markup.EOF; k = s.Next() {
		if k == markup.Start {
			f(s)
		}
	}
}

// spine returns the pages of a package document in their order (EPUB 3.3, 5.7), and sets
// the media types of all pages.
func (r *reader) spine(name string) (pages []int) {
	items := map[string]string{} // names of members
	pictures := map[string]bool{}
	dir := path.Dir(name)
	r.elements(name, func(s *markup.Scanner) {
		switch string(s.Name) {
		case "item":
			if !r.env.Budget.Object() {
				return
			}
			href := decoded(s.Attr("href"))
			if richtext.HasScheme(href) {
				return
			}
			member := path.Join(dir, href)
			items[string(s.Attr("id"))] = member
			media := string(s.Attr("media-type"))
			if pictures[member] = media == svg; strings.Contains(media, "html") || strings.Contains(media, "dtbook") {
				r.pages[member] = pageMedia(media)
			}
		case "itemref":
			member := items[string(s.Attr("idref"))]
			if i, ok := r.names[member]; ok && r.env.Budget.Object() {
				if pages = append(pages, i); pictures[member] {
					r.pages[member] = svg
				}
			}
		}
	})
	return pages
}

func pageMedia(media string) string {
	if media == "text/html" {
		return media
	}
	return "application/xhtml+xml"
}

// decoded returns a reference with its escapes decoded.
func decoded(reference []byte) string {
	s, _ := percent.Decode(string(reference))
	return s
}

// use returns the use of a member, and the media type of a file.
func (r *reader) use(m *zipfile.Member) (members.Use, string) {
	if m.Name == zipfile.MediaType || m.Name == zipfile.Container || m.Name == encryption {
		return members.Skipped, ""
	}
	media, isPage := r.pages[m.Name]
	if !isPage {
		media = medias[strings.ToLower(path.Ext(m.Name))]
	}
	switch {
	case media == skipped:
		return members.Skipped, ""
	case r.encrypted[m.Name]:
		r.env.Note(document.Encrypted, m.Name)
		return members.Skipped, ""
	case media == xml, media == svg:
		return members.XML, ""
	}
	return members.File, media
}

const (
	skipped = "skipped"
	xml     = "xml"
	svg     = "image/svg+xml" // a page
)

// medias has the media types of members by their extensions: skipped, xml for text that a
// content reads, or that of a file.
var medias = map[string]string{
	".xhtml": "application/xhtml+xml", ".html": "application/xhtml+xml", ".htm": "application/xhtml+xml",
	".opf": xml, ".ncx": xml, ".xml": xml, ".smil": xml, ".plist": xml,

	".png": skipped, ".jpg": skipped, ".jpeg": skipped, ".gif": skipped, ".svg": skipped, ".webp": skipped,
	".ttf": skipped, ".otf": skipped, ".woff": skipped, ".woff2": skipped, ".dfont": skipped,
	".mp3": skipped, ".mp4": skipped, ".m4a": skipped, ".m4v": skipped, ".ogg": skipped,
}

// A content reads XML other than pages: each text is a line, and each attribute that may
// have a URL.
type content struct {
	w    *richtext.Writer
	s    *markup.Scanner
	line []byte
}

const maxLine = 256 << 10 // bytes of a line

// Step reads a token. It returns false at the end.
func (c *content) Step() bool { return c.token(c.s.Next()) }

// token reads the token that the Scanner is at. It returns false at the end.
func (c *content) token(k markup.Kind) bool {
	switch k {
	case markup.Text:
		if len(c.line) > 0 || len(strings.TrimSpace(string(c.s.Text))) > 0 {
			c.line = append(c.line, c.s.Text...)
		}
		if len(c.line) <= maxLine {
			return true
		}
		c.endLine()
	case markup.Comment:
		if richtext.HasURL(c.s.Text) {
			c.w.Line(c.s.Text)
		}
	default:
		c.endLine()
		if k == markup.Start {
			c.attributes()
		}
		return k != markup.EOF
	}
	return true
}

func (c *content) endLine() {
	c.w.Line(c.line)
	c.line = c.line[:0]
}

// attributes reads the attributes of an element.
func (c *content) attributes() {
	if string(c.s.Name) == "package" || string(c.s.Name) == "meta" && strings.EqualFold(string(c.s.Attr("name")), "generator") {
		return
	}
	for i := range c.s.Attrs {
		a := &c.s.Attrs[i]
		use := richtext.UseOf(c.s.Name, a.Name)
		if string(a.Prefix) == "xmlns" || use == richtext.Identifier || !richtext.HasURL(a.Value) {
			continue
		}
		v := markup.Value(a.Value)
		if use == richtext.Reference && richtext.HasScheme(string(v)) {
			c.w.Target(richtext.Link{Target: string(v), Relation: string(c.s.Name)}, "")
		} else {
			c.w.Line(v)
		}
	}
}

package conformance

import (
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"

	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/mailbox"
)

// pagesModule ships pages in many character sets. It is a requirement of enmime.
const pagesModule = "github.com/gogs/chardet"

// comparePages compares pages with what package html of golang.org/x/net parses, in the
// character set that its package charset determines. Urlgrep may read more: conditional
// comments, attributes with text.
func comparePages() (all []outcome, err error) {
	for _, dir := range []struct {
		module string
		elem   []string
	}{
		{pagesModule, []string{"*.html"}},
		{pagesModule, []string{"testdata", "*.html"}},
		{htmlModule, []string{"html", "testdata", "*.html"}},
		{htmlModule, []string{"html", "charset", "testdata", "*.html"}},
	} {
		data, err := files(dir.module, dir.elem...)
		if err != nil {
			return nil, err
		}
		for _, f := range data {
			p, err := parsePage(string(f.text))
			if err != nil {
				return nil, err
			}
			text, references, err := ourPage(string(f.text))
			if err != nil {
				return nil, err
			}
			o := outcome{id: filepath.Base(dir.module) + "/" + filepath.Base(f.path)}
			o.kind, o.why = p.missing(text, references)
			all = append(all, o)
		}
	}
	return all, nil
}

// parsePage parses a page with package html.
func parsePage(doc string) (*page, error) {
	r, err := charset.NewReader(strings.NewReader(doc), "text/html")
	if err != nil {
		return nil, err
	}
	root, err := html.ParseWithOptions(r, html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil, err
	}
	p := new(page)
	for n := range root.Descendants() {
		switch n.Type {
		case html.TextNode:
			if n.Parent.Data != "style" { // the URLs in CSS are references
				p.nodes = append(p.nodes, node{text: n.Data})
			}
		case html.ElementNode:
			for _, a := range n.Attr {
				if isReference(n.Data, a.Key) && !isProgram(a.Val) {
					p.references = append(p.references, a.Val)
				}
			}
		}
	}
	return p, nil
}

// isProgram reports whether a reference holds a program, which urlgrep reads as text.
func isProgram(reference string) bool {
	return strings.HasPrefix(strings.ToLower(strings.TrimSpace(reference)), "javascript:")
}

// missing returns the kind of the difference, and the first text of p that is not in
// text, after the others, or the first reference that is not in references; "" if all are.
func (p *page) missing(text string, references []string) (kind, why string) {
	rest := dense(text)
	for _, n := range p.nodes {
		i := strings.Index(rest, dense(n.text))
		if i < 0 {
			return "text", strconv.Quote(n.text)
		}
		rest = rest[i+len(dense(n.text)):]
	}
	found := distinct(references)
	for _, r := range distinct(p.references) {
		if !slices.Contains(found, r) {
			return "reference", strconv.Quote(r)
		}
	}
	return "", ""
}

// ourPage reads a page as urlgrep does, with its character set.
func ourPage(doc string) (text string, references []string, err error) {
	r := mailbox.NewReader(new(mailbox.Options))
	r.Reset(strings.NewReader(doc), detect.HTML)
	for {
		seg, err := r.Next()
		if err == io.EOF {
			return text, references, nil
		}
		if err != nil {
			return "", nil, err
		}
		kind := seg.Kind
		b, err := io.ReadAll(r)
		if err != nil {
			return "", nil, err
		}
		part := string(chars.AppendUTF8(nil, b, nil))
		if kind == mailbox.Reference {
			references = append(references, part)
		} else {
			text += part
		}
	}
}

package object

import "github.com/urlgrep/urlgrep/internal/document"

// A Page is a page (7.7.3.3).
type Page struct {
	Number    int            // from 1
	Num       int            // the number of its object, or 0
	Range     document.Range // of its object
	Dict      Dict
	Resources Dict      // inherited
	MediaBox  Array     // inherited
	Rotate    int       // inherited, in degrees
	Contents  []*Stream // the content streams, which are read as one with white space between them
}

const (
	maxTree     = 64      // nodes above a page
	maxContents = 1 << 16 // content streams of a page
	maxRepeated = 64      // bytes of a content stream, such as "q", that may occur again on a page
)

// Pages walks the page tree (7.7.3).
type Pages struct {
	f      *File
	number int
	nodes  []node // from the root to the current node
	seen   Set    // nodes and pages
}

// A node is an inner node of the page tree.
type node struct {
	kids      Array // that are left
	resources Dict  // inherited
	mediaBox  Array
	rotate    int
}

// Pages returns the pages of the file.
func (f *File) Pages() *Pages {
	p := &Pages{f: f}
	p.nodes = []node{{kids: Array{f.Root.Get("Pages")}}}
	return p
}

// Next returns the next page, or nil. It is valid until the next call.
func (p *Pages) Next() *Page {
	for len(p.nodes) > 0 {
		n := &p.nodes[len(p.nodes)-1]
		if len(n.kids) == 0 {
			p.nodes = p.nodes[:len(p.nodes)-1]
			continue
		}
		kid := n.kids[0]
		n.kids = n.kids[1:]
		if page := p.visit(kid, n); page != nil {
			return page
		}
	}
	return nil
}

// Orphan returns the page that an object is. It returns nil if the object is no page, if
// Next has returned the page, or if the file is not damaged: such pages are not shown.
func (p *Pages) Orphan(i Indirect) *Page {
	d, ok := i.Object.(Dict)
	if !ok || !p.f.rebuilt || d.Get("Type") != Name("Page") {
		return nil
	}
	return p.visit(Ref(i.Num), &node{})
}

// visit returns the page that kid is, or nil. It descends if kid is an inner node.
func (p *Pages) visit(kid Object, parent *node) *Page {
	ref, _ := kid.(Ref)
	if ref != 0 {
		if p.seen.Has(int(ref)) {
			return nil
		}
		p.seen.Add(int(ref))
	}
	i := p.f.Indirect(int(ref))
	if ref == 0 {
		i.Object = kid
	}
	d := p.f.Dict(i.Object)
	if d == nil {
		return nil
	}
	here := *parent
	if r := p.f.Dict(d.Get("Resources")); r != nil {
		here.resources = r
	}
	if b := p.f.Array(d.Get("MediaBox")); b != nil {
		here.mediaBox = b
	}
	here.rotate = p.f.Int(d.Get("Rotate"), here.rotate)
	if kids := p.f.Array(d.Get("Kids")); kids != nil && d.Get("Type") != Name("Page") {
		if len(p.nodes) >= maxTree {
			p.f.Note(document.TooDeep, "page tree")
			return nil
		}
		here.kids = kids
		p.nodes = append(p.nodes, here)
		return nil
	}
	p.number++
	return &Page{
		Number: p.number, Num: int(ref), Range: i.Range, Dict: d, Contents: p.contents(d),
		Resources: here.resources, MediaBox: here.mediaBox, Rotate: here.rotate,
	}
}

// contents returns the content streams of a page.
func (p *Pages) contents(d Dict) (list []*Stream) {
	switch o := p.f.Resolve(d.Get("Contents")).(type) {
	case *Stream:
		list = append(list, o)
	case Array:
		if len(o) > maxContents {
			p.f.Note(document.TooMany, "content streams")
			o = o[:maxContents]
		}
		seen := map[Ref]bool{}
		for _, e := range o {
			ref, _ := e.(Ref)
			if seen[ref] {
				continue
			}
			if s := p.f.Stream(e); s != nil {
				list = append(list, s)
				if ref != 0 && s.Range.To-s.Range.From > maxRepeated {
					seen[ref] = true
				}
			}
		}
	}
	return list
}

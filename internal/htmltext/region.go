package htmltext

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// A region is a part of the source with its own syntax. document is the syntax outside
// of the others.
type region uint8

const (
	document region = iota
	comment
	cdata
	script
	style
	xmp
	title
	textarea
	plaintext
)

const (
	commentStart = "<!--"
	cdataStart   = "<![CDATA["
	cdataEnd     = "]]>"
)

// An inside is the region at the current offset, and the state of reading it.
type inside struct {
	region   region
	searched int64   // the region does not end before this offset of the input
	css      css     // in a style
	slashes  slashes // in a script
}

// regionOf returns the region of an element's contents, document if they are HTML. The
// contents of noscript, noframes, noembed and iframe are HTML: some browsers show them.
func regionOf(element []byte) region {
	switch string(element) {
	case "script":
		return script
	case "style":
		return style
	case "xmp":
		return xmp
	case "title":
		return title
	case "textarea":
		return textarea
	case "plaintext":
		return plaintext
	}
	return document
}

// kind returns the kind of the contents of r.
func (r region) kind() Kind {
	if r == script || r == style {
		return Code
	}
	return Text
}

// name returns the name of the element that has r as its contents.
func (r region) name() string {
	return [...]string{script: "script", style: "style", xmp: "xmp", title: "title", textarea: "textarea"}[r]
}

// enter opens a region, with a Cut before it.
func (s *Scanner) enter(r region) {
	if s.Elements {
		s.show()
	}
	s.inside = inside{region: r, slashes: noSlashes}
	s.divide(r.kind())
}

func (s *Scanner) leave() { s.enter(document) }

// end returns the index of the end of the region in b and the number of bytes that mark
// the end. If found is false, end is the index at which the end may begin if b
// continues.
func (r region) end(b []byte) (end, size int, found bool) {
	switch r {
	case plaintext: // "The plaintext state": it has no end
		return len(b), 0, false
	case comment:
		return endOfComment(b)
	case cdata:
		if k := bytes.Index(b, []byte(cdataEnd)); k >= 0 {
			return k, len(cdataEnd), true
		}
		return partial(b, cdataEnd), 0, false
	}
	return endTag(b, r.name())
}

// endTag returns the index of the "appropriate end tag token". The size is 0: it is
// read as a tag afterwards.
func endTag(b []byte, name string) (end, size int, found bool) {
	for i := 0; ; i += len("</") {
		k := bytes.Index(b[i:], []byte("</"))
		if k < 0 {
			return partial(b, "</"), 0, false
		}
		i += k
		rest := b[i+len("</"):]
		n := min(len(rest), len(name))
		if !ascii.EqualFold(rest[:n], name[:n]) {
			continue
		}
		if len(rest) == n {
			return i, 0, false
		}
		if c := rest[n]; isSpace(c) || c == '/' || c == '>' {
			return i, 0, true
		}
	}
}

// endOfComment searches for "-->", or "--!>", which ends a comment as well.
func endOfComment(b []byte) (end, size int, found bool) {
	for i := 0; ; i++ {
		k := bytes.Index(b[i:], []byte("--"))
		if k < 0 {
			return partial(b, "--"), 0, false
		}
		i += k
		switch rest := b[i+len("--"):]; {
		case len(rest) == 0 || len(rest) == 1 && rest[0] == '!':
			return i, 0, false
		case rest[0] == '>':
			return i, len("-->"), true
		case rest[0] == '!' && rest[1] == '>':
			return i, len("--!>"), true
		}
	}
}

// partial returns the index at the end of b at which mark may begin, or len(b).
func partial(b []byte, mark string) int {
	for n := min(len(b), len(mark)-1); n > 0; n-- {
		if string(b[len(b)-n:]) == mark[:n] {
			return len(b) - n
		}
	}
	return len(b)
}

// comment scans the "<!--" at the beginning of b. A short comment without a URL leaves
// no trace, as in a browser: "ex<!-- -->ample" is one word. Any other comment is a
// region, which is not held in memory.
func (s *Scanner) comment(b []byte, final bool) int {
	text := b[len(commentStart):]
	// "abrupt-closing-of-empty-comment": <!--> and <!---> are comments.
	for _, abrupt := range [...]string{">", "->"} {
		if bytes.HasPrefix(text, []byte(abrupt)) {
			return len(commentStart) + len(abrupt)
		}
	}
	head := text[:min(len(text), maxSilent)]
	end, size, found := endOfComment(head)
	switch {
	case bytes.ContainsAny(head[:end], ".:@<&"):
	case found:
		return len(commentStart) + end + size
	case len(head) < maxSilent && !final:
		return 0
	}
	s.enter(comment)
	return len(commentStart)
}

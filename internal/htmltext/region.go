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
	bounded         // the beginning of a part of the document with a bound
	comment
	bogus // <![CDATA[ in HTML, which begins a comment up to ">"
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
	escaped  escaped // in a script
	inMarkup bool    // it ends at the next "<": it is part of a style or script of SVG
}

// An escaped is a state of the standard's tokenizer in a script.
type escaped uint8

const (
	notEscaped escaped = iota // "script data state"
	once                      // "script data escaped state": after "<!--"
	twice                     // "script data double escaped state": after "<!--" and "<script>"
)

// regionOf returns the region of an element's contents, document if they are HTML, or are
// read as such: see bound.
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
	s.inside = inside{region: r}
	s.divide(r.kind())
}

func (s *Scanner) leave() { s.enter(document) }

// ending returns the index of the end of the region in b and the number of bytes that mark
// the end. If found is false, end is the index at which the end may begin if b
// continues, and b[:end] must not be passed again.
func (i *inside) ending(b []byte) (end, size int, found bool) {
	switch {
	case i.inMarkup:
		return endAt(b, "<", 0)
	case i.region == plaintext: // "The plaintext state": it has no end
		return len(b), 0, false
	case i.region == comment:
		return endOfComment(b)
	case i.region == bogus:
		return endOfBogus(b)
	case i.region == cdata:
		return endAt(b, cdataEnd, len(cdataEnd))
	case i.region == script:
		return i.escaped.end(b)
	}
	return endTag(b, i.region.name())
}

// endOfBogus searches for ">". The "]]" of a CDATA section before it is part of the mark.
func endOfBogus(b []byte) (end, size int, found bool) {
	switch k := bytes.IndexByte(b, '>'); {
	case k < 0:
		return partial(b, cdataEnd), 0, false
	case bytes.HasSuffix(b[:k], []byte("]]")):
		return k - len("]]"), len(cdataEnd), true
	default:
		return k, len(">"), true
	}
}

// endAt returns the index of mark. The size is that of the mark, or 0 if it is read
// afterwards.
func endAt(b []byte, mark string, size int) (end, _ int, found bool) {
	if k := bytes.Index(b, []byte(mark)); k >= 0 {
		return k, size, true
	}
	return partial(b, mark), 0, false
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
		switch beginsTag(b[i+len("</"):], name) {
		case undecided:
			return i, 0, false
		case openTag:
			return i, 0, true
		}
	}
}

// beginsTag returns openTag if b begins with the name of a tag and a character after it,
// undecided if more input is needed, and nothing otherwise.
func beginsTag(b []byte, name string) construct {
	n := min(len(b), len(name))
	switch {
	case !ascii.EqualFold(b[:n], name[:n]):
		return nothing
	case len(b) == n:
		return undecided
	case isSpace(b[n]) || b[n] == '/' || b[n] == '>':
		return openTag
	}
	return nothing
}

// end returns the index of the end tag of a script: see inside.ending. The tag ends the script
// unless "<!--" and "<script" precede it, without "-->" after them.
func (e *escaped) end(b []byte) (end, size int, found bool) {
	const name = "script"
	for i := 0; ; {
		k := bytes.IndexByte(b[i:], '<')
		n := k
		if k < 0 {
			n = len(b) - i
		}
		if *e != notEscaped {
			if j := bytes.Index(b[i:i+n], []byte("-->")); j >= 0 {
				*e = notEscaped
				i += j + len("-->")
				continue
			}
		}
		if k < 0 {
			if *e != notEscaped {
				return i + partial(b[i:], "-->"), 0, false
			}
			return len(b), 0, false
		}
		i += k
		tag := b[i+len("<"):]
		isEnd := len(tag) > 0 && tag[0] == '/'
		if isEnd {
			tag = tag[len("/"):]
		}
		begins := beginsTag(tag, name)
		start := string(b[i:min(len(b), i+len(commentStart))])
		switch {
		case begins == undecided || *e == notEscaped && len(start) < len(commentStart) && start == commentStart[:len(start)]:
			return i, 0, false
		case begins == openTag && isEnd && *e != twice:
			return i, 0, true
		case begins == openTag && isEnd:
			*e = once
		case begins == openTag && *e == once:
			*e = twice
		case *e == notEscaped && start == commentStart:
			*e = once
			i += len("<!") // "<!-->" ends at once
			continue
		}
		i += len("<")
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

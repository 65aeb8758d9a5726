// Package htmltext returns the text of an HTML document as a browser shows it, the
// references to other documents in its markup, and the place in the source of every
// byte of its output.
//
// # Terms
//
// The terms are those of the HTML standard of the WHATWG, section 13 (called the
// standard here). A reference is a URL, absolute or relative, in an attribute or in
// CSS; the term is RFC 3986's "URI-reference". A region is a part of the source with a
// syntax other than that of a document: a comment, a CDATA section, or the contents of
// script, style, title, textarea, xmp and plaintext. A bound is the end of a part of the
// document beyond which nothing in the part extends. A break is the line break in the
// text at the beginning or end of a block.
//
// # Flow
//
// [Scanner.Append] searches for "<" and, between them, for "&". A tag is read to its
// end by a state machine that can be suspended after any byte (tag.go). Then its name
// and attributes are interpreted (element.go, attribute.go). The machine returns
// offsets within the tag, so an attribute without a URL is not decoded, copied or
// allocated. Character references and line breaks are in text.go, CSS in css.go,
// escapes in scripts in script.go.
//
// The output is one stream of bytes (output.go) with [Cut]s in it. A Cut separates the
// text before it from the text after it. Tags without a break and without a reference
// leave no trace in the output: "ex<b>am</b>ple" is one word.
//
// A region begins and ends where it does in a browser, since markup in it must not hide the
// links after it. That depends on the elements that are open only in SVG and MathML, which
// foreign.go follows. Where it is not certain that the contents of an element are a region,
// and in elements whose contents browsers do not show, the contents are read as HTML up to a
// bound (bound.go).
//
// # What a reader sees
//
// With Scanner.Elements, each Cut of an attribute has its [Element]. A view (view.go)
// follows the tags: which element hides the text (hiding.go), and which link is open
// (label.go). The label of a link comes after the Cut, so the caller keeps the output from
// there on while Element.IsOpen. With Scanner.Renders, a lineBuilder (lines.go) also builds
// the [Line]s that a browser shows. Both see the text between two tags at once, so they take
// no time for each byte unless a link is open or lines are built.
//
// # Nothing is lost
//
// A browser does not show comments, scripts, style sheets and declarations. They are
// output as text nevertheless, and so are attributes that contain something like a URL
// or an address. Source that is not HTML is output unchanged: a "<" that cannot begin a
// tag, "<http://a/>", a tag that is not closed in time.
//
// One thing is left out: strings in the form of a URL that name a vocabulary and are
// not to be followed. These are XML namespaces (xmlns), the vocabularies of RDFa and
// microdata (vocab, prefix, epub:prefix, itemtype: "user agents must not dereference unknown item
// types") and the identifiers of document types.
//
// # Why not golang.org/x/net/html
//
// Its Tokenizer reports no offsets, allocates for each attribute, holds a comment back
// until it ends, drops the last tag if it is cut off, and takes ten times as long. The
// tests compare the text with it.
package htmltext

import "github.com/urlgrep/urlgrep/internal/offset"

const (
	// maxTag is the default of Scanner.MaxTag.
	maxTag = 64 << 10
	// maxAttributes is the maximum number of attributes of a tag: it bounds the memory.
	maxAttributes = 1024
	// maxUnclosed is the maximum number of tags without an end that are read in one
	// window: it bounds the time, see retries.
	maxUnclosed = 4
	// maxReference is the maximum length in bytes of a character reference, including
	// "&" and ";". The longest name is CounterClockwiseContourIntegral.
	maxReference = 40
	// maxPiece is the number of bytes of text that are copied at once. It bounds the
	// time spent on a search that finds its result after the end of the piece.
	maxPiece = 1 << 10
	// maxSilent is the maximum length in bytes of a comment that leaves no trace in the
	// output.
	maxSilent = 256
)

// A Scanner reads an HTML document that comes in pieces. The zero value is ready for
// the first piece.
//
// A Scanner holds back input that it cannot interpret yet: at most MaxTag bytes plus
// those of the last call. Its time is linear in the size of any input.
type Scanner struct {
	MaxTag   int  // maximum length of a tag in bytes; a longer one is text; 0 means 64 KiB
	Elements bool // set the Element of Cuts
	Renders  bool // build Lines; requires Elements
	Programs bool // programs, such as javascript: URLs, are references too, not text

	// Base is the base URL of the document without a <base>, against which a relative
	// <base href> is resolved; "" if it is not known. Reset clears it.
	Base string

	held     held
	inside           // the region in which held begins
	foreign  foreign // elements of SVG and MathML
	bounds   []bound // of the parts in which held begins, the outermost first
	pre      int     // number of open pre and listing elements
	tag      tag     // at the beginning of held, if its pos is not 0
	tooLong  bool    // a tag was too long
	unclosed retries // of tags that are not closed
	view     view    // empty unless Elements is set
	lineBuilder
	output
}

// held is input that has not been interpreted, at an offset of the input.
type held struct {
	text []byte
	at   int64
}

// goTo replaces the held text by rest, the end of it, perhaps in the same memory.
func (h *held) goTo(rest []byte, at int64) { h.text, h.at = append(h.text[:0], rest...), at }

// retries count tags that are read up to where they might end and are not closed. The
// source after the "<" of such a tag is read again and may hold the next one. To keep
// the time linear, this happens maxUnclosed times at most: after that, no tag begins
// before the end of the source that was read in vain.
type retries struct {
	strikes int   // number of retries in the window
	window  int64 // the offset up to which the source was read in vain
	literal int64 // no tag begins before this offset; 0, or a previous value of window
}

// add counts the tag at the offset at, which was read in vain up to the offset to.
func (r *retries) add(at, to int64) {
	if at >= r.window {
		r.strikes = 0
	}
	r.window = max(r.window, to)
	if r.strikes++; r.strikes >= maxUnclosed {
		r.literal = r.window
	}
}

// Reset prepares s for another document. It keeps the options and the buffers.
func (s *Scanner) Reset() {
	*s = Scanner{
		MaxTag:   s.MaxTag,
		Elements: s.Elements,
		Renders:  s.Renders,
		Programs: s.Programs,
		output:   output{Cuts: s.Cuts[:0]},
		held:     held{text: s.held.text[:0]},
		tag:      tag{attributes: s.tag.attributes[:0]},
	}
}

// Held returns the number of bytes of the document that are held back.
func (s *Scanner) Held() int { return len(s.held.text) }

// TooLong reports whether a tag was read as text because it was longer than MaxTag or
// had too many attributes.
func (s *Scanner) TooLong() bool { return s.tooLong }

// Append scans src, which is at the offset at of the input. It appends the text to dst
// and the places of its bytes to m. src is any piece of a document in UTF-8 or another
// character set that extends ASCII. Bytes that are not ASCII are copied unchanged.
func (s *Scanner) Append(dst, src []byte, at int64, m *offset.Map) []byte {
	h := &s.held
	if len(h.text) == 0 {
		n, dst := s.run(dst, src, at, m, false)
		h.goTo(src[n:], at+int64(n))
		return dst
	}
	h.text = append(h.text, src...)
	n, dst := s.run(dst, h.text, h.at, m, false)
	if n > 0 { // otherwise a long tag would be copied onto itself with each byte
		h.goTo(h.text[n:], h.at+int64(n))
	}
	return dst
}

// Close appends the text of the input that was held back. It ends the document.
func (s *Scanner) Close(dst []byte, m *offset.Map) []byte {
	_, dst = s.run(dst, s.held.text, s.held.at, m, true)
	s.held.text = s.held.text[:0]
	s.closeLink()
	s.end(m.Len())
	return dst
}

// run scans b as far as it can be interpreted, all of it if it is final, and returns
// the number of bytes scanned.
func (s *Scanner) run(dst, b []byte, at int64, m *offset.Map, final bool) (n int, _ []byte) {
	s.dst, s.m = dst, m
	s.view.fed = m.Len()
	for n < len(b) {
		r := s.region
		k := s.scanRegion(b[n:], at+int64(n), final)
		n += k
		if k == 0 && r == s.region {
			break
		}
	}
	if s.Elements && final {
		s.show()
	} else if s.Elements {
		s.showPiece(at + int64(n))
	}
	dst = s.dst
	s.dst, s.m = nil, nil
	return n, dst
}

// scanRegion scans the beginning of b, which is in one region.
func (s *Scanner) scanRegion(b []byte, at int64, final bool) int {
	for i := range s.bounds {
		end, size, found := s.bounds[i].end(b, at)
		if found && end == 0 {
			s.unbind(i)
			if size > 0 {
				return size
			}
			break
		}
		if found || !final {
			b, final = b[:end], found
		}
	}
	if s.region == document || s.region == bounded {
		s.region = document
		return s.html(b, at, final)
	}
	from := int(max(0, s.searched-at))
	end, size, found := s.ending(b[from:])
	end += from
	s.searched = at + int64(end)
	if final && !found {
		end = len(b)
	}
	n := s.contents(b[:end], at, final || found)
	if found {
		s.leave()
		n += size
		s.limitLink(at + int64(n))
	}
	return n
}

// contents scans b, which is entirely in s.region.
func (s *Scanner) contents(b []byte, at int64, final bool) int {
	switch s.region {
	case comment:
		// The text in a conditional comment is HTML.
		return s.html(b, at, final)
	case title, textarea:
		return s.text(b, at, final)
	case style:
		if s.inMarkup {
			return s.foreignSheet(b, at, final)
		}
		return s.styleSheet(b, at, final)
	case script:
		return s.program(b, at, final)
	case cdata:
		if s.foreign.isTop("style") {
			return s.styleSheet(b, at, final)
		}
	}
	s.copy(b, at)
	return len(b)
}

// html scans text and tags up to the first that opens a region, and returns the number
// of bytes scanned.
func (s *Scanner) html(b []byte, at int64, final bool) int {
	r, all := s.region, len(b)
	for len(b) > 0 && r == s.region {
		k := 0
		switch b[0] {
		case '<':
			if k = s.usualTag(b, at); k == 0 {
				k = s.markup(b, at, final)
			}
		case '&', '\r':
			k = s.piece(b, at, final)
		default:
			k = s.plainText(b, at)
		}
		if k == 0 {
			break
		}
		b, at = b[k:], at+int64(k)
	}
	return all - len(b)
}

// markup scans the markup that begins at b[0], a "<". It returns its length, or 0 if
// more input is needed.
func (s *Scanner) markup(b []byte, at int64, final bool) int {
	if at < s.unclosed.literal {
		return s.literally(b, at)
	}
	if s.tag.pos == 0 {
		c := opening(b)
		switch {
		case c == undecided && !final:
			return 0
		case c == nameless:
			return len("</>")
		case c == openTag:
			s.tag.begin(b)
		case c == openComment && s.region == document:
			return s.comment(b, final)
		case c == openCDATA && s.region == document:
			s.cdata()
			return len(cdataStart)
		default:
			return s.literally(b, at)
		}
	}
	return s.tagOrText(b, at, final)
}

// tagOrText scans the tag or declaration at the beginning of b to its end.
func (s *Scanner) tagOrText(b []byte, at int64, final bool) int {
	atLimit := false
	if limit := s.limit(); len(b) >= limit {
		b, final, atLimit = b[:limit], true, true
	}
	switch s.tag.scan(b) {
	case closed:
		n := s.tag.pos
		if s.tag.oddity == regular {
			s.element(b[:n], at)
		} else {
			s.oddTag(b[:n], at)
		}
		s.tag.pos = 0
		return n
	case open:
		if !final {
			return 0
		}
		s.tooLong = s.tooLong || atLimit && s.tag.oddity == regular
		s.unclosed.add(at, at+int64(len(b)))
	case overfull:
		s.tooLong = s.tooLong || s.tag.oddity == regular
		s.unclosed.add(at, at+int64(s.tag.pos))
	}
	s.tag.pos = 0
	return s.literally(b, at)
}

// limit returns the maximum length of a tag in bytes.
func (s *Scanner) limit() int {
	if s.MaxTag == 0 {
		return maxTag
	}
	return s.MaxTag
}

// literally outputs the "<" at the beginning of b.
func (s *Scanner) literally(b []byte, at int64) int {
	s.copy(b[:1], at)
	return 1
}

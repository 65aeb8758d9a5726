// Package htmltext gives the text of an HTML document as a reader sees it, and
// the references to other documents that stand in its markup, with the place
// in the source of every byte.
//
// # Terms
//
// Those of the HTML standard of the WHATWG, section 13 ("the standard" here).
// A reference is a URL, absolute or not, in an attribute or in CSS: the word is
// RFC 3986's, "URI-reference". A region is a stretch of the source that another
// syntax than a document's holds in, up to its end: a comment, a CDATA section,
// the contents of script, style, title, textarea, xmp and plaintext. A break is
// the line break that the text has where a block begins or ends.
//
// # Flow
//
// [Scanner.Append] goes from "<" to "<" and, between them, from "&" to "&". A
// tag is read to its end by a machine that can be stopped at any byte (tag.go),
// then judged by its name and its attributes (element.go, attribute.go). The
// machine's finds are offsets in the tag, so nothing is decoded, copied or
// allocated for an attribute that nobody wants. Character references and line
// breaks are text.go's, CSS is css.go's, the escapes in scripts script.go's.
//
// What goes out is one stream of bytes (output.go), with [Cut]s in it: where one begins,
// what stood before has no connection with what follows. Tags that make no
// break and hold no reference go without a trace: "ex<b>am</b>ple" is one word.
//
// # Nothing is lost
//
// A reader does not see comments, scripts, style sheets and declarations; they
// go out as text all the same, as do attributes with something in them that
// looks like a URL or an address. What is not HTML is text as it stands: "<"
// where no tag can begin, "<http://a/>", a tag that is not closed in time.
//
// One thing is left out: what has the form of a URL, but names a vocabulary, and
// that nobody is to follow. These are XML namespaces (xmlns), RDFa's and
// microdata's (vocab, prefix, itemtype: "user agents must not dereference unknown
// item types") and the identifiers of document types.
//
// # Why not golang.org/x/net/html
//
// Its Tokenizer tells no offsets, allocates for each attribute, holds a comment
// back until it ends, drops the last tag if it is cut off, and takes ten times
// as long. The tests ask it what the text is.
package htmltext

import "github.com/urlgrep/urlgrep/internal/offset"

const (
	// maxTag is the length in bytes that a tag may have, unless told otherwise.
	maxTag = 64 << 10
	// maxAttributes is how many attributes a tag may have: bounds the memory.
	maxAttributes = 1024
	// maxUnclosed is how many tags that are not closed are looked at in one
	// stretch: bounds the time, see retries.
	maxUnclosed = 4
	// maxReference is the length in bytes of a character reference, "&" and ";"
	// included. The longest name is CounterClockwiseContourIntegral.
	maxReference = 40
	// maxPiece is the length in bytes of the text that is copied at once: bounds
	// the time where it is searched for what is behind the end of the piece.
	maxPiece = 1 << 10
	// maxSilent is the length in bytes of a comment that may go without a trace.
	maxSilent = 256
)

// A Scanner reads an HTML document that comes in pieces. The zero value is
// ready for the first.
//
// It holds back what it cannot judge yet: at most MaxTag bytes and what the
// last call brought. Its time is linear in the input, whatever that is.
type Scanner struct {
	MaxTag int // a tag longer than that is text; 0 means 64 KiB

	held     held
	inside           // what held begins in
	pre      int     // depth of pre
	tag      tag     // at the beginning of held, if its pos is not 0
	tooLong  bool    // a tag was
	unclosed retries // of what is after tags that are not closed
	output
}

// held is input that has not been judged, at an offset of the input.
type held struct {
	text []byte
	at   int64
}

// goTo drops what has been judged: rest is the end of it, perhaps in the same memory.
func (h *held) goTo(rest []byte, at int64) { h.text, h.at = append(h.text[:0], rest...), at }

// retries count the tags that are read to where they might end, and are not closed. What
// is after the "<" of one is then read again, and may hold the next such tag. So that the
// time stays linear, that is done a few times only: from then on, no tag begins before the
// end of all that was read in vain.
type retries struct {
	strikes int   // in the window
	window  int64 // the offset up to which has been read in vain
	literal int64 // before this offset no tag begins; 0, or as far as the window was once
}

// add counts the tag at an offset, which was read up to another one in vain.
func (r *retries) add(at, to int64) {
	if at >= r.window {
		r.strikes = 0
	}
	r.window = max(r.window, to)
	if r.strikes++; r.strikes >= maxUnclosed {
		r.literal = r.window
	}
}

// Reset makes s ready for another document. It keeps MaxTag and its buffers.
func (s *Scanner) Reset() {
	*s = Scanner{
		MaxTag: s.MaxTag,
		output: output{Cuts: s.Cuts[:0]},
		held:   held{text: s.held.text[:0]},
		tag:    tag{attributes: s.tag.attributes[:0]},
	}
}

// Held returns how many bytes of the document are held back.
func (s *Scanner) Held() int { return len(s.held.text) }

// TooLong reports whether there was a tag longer than MaxTag, or one with more
// attributes than are looked at, and so read as text.
func (s *Scanner) TooLong() bool { return s.tooLong }

// Append scans src, which stands at offset at of the input, appends the text to
// dst and tells m where each byte of it came from. src may be any piece of a
// document in UTF-8 or another character set that extends ASCII; its other
// bytes pass as they are.
func (s *Scanner) Append(dst, src []byte, at int64, m *offset.Map) []byte {
	h := &s.held
	if len(h.text) == 0 {
		n, dst := s.run(dst, src, at, m, false)
		h.goTo(src[n:], at+int64(n))
		return dst
	}
	h.text = append(h.text, src...)
	n, dst := s.run(dst, h.text, h.at, m, false)
	if n > 0 { // else a long tag would be moved onto itself with each byte
		h.goTo(h.text[n:], h.at+int64(n))
	}
	return dst
}

// Close appends what was held back: the document ends here.
func (s *Scanner) Close(dst []byte, m *offset.Map) []byte {
	_, dst = s.run(dst, s.held.text, s.held.at, m, true)
	s.held.text = s.held.text[:0]
	return dst
}

// run scans b as far as that can be judged, all of it if it is final, and
// returns how far.
func (s *Scanner) run(dst, b []byte, at int64, m *offset.Map, final bool) (n int, _ []byte) {
	s.dst, s.m = dst, m
	for n < len(b) {
		r := s.region
		k := s.stretch(b[n:], at+int64(n), final)
		n += k
		if k == 0 && r == s.region {
			break
		}
	}
	dst = s.dst
	s.dst, s.m = nil, nil
	return n, dst
}

// stretch scans the beginning of b, which is in one region.
func (s *Scanner) stretch(b []byte, at int64, final bool) int {
	if s.region == document {
		return s.html(b, at, final)
	}
	from := int(max(0, s.searched-at))
	end, size, found := s.region.end(b[from:])
	end += from
	s.searched = at + int64(end)
	if final && !found {
		end = len(b)
	}
	n := s.contents(b[:end], at, final || found)
	if found {
		s.leave()
		n += size
	}
	return n
}

// contents scans b, which is all in s.region.
func (s *Scanner) contents(b []byte, at int64, final bool) int {
	switch s.region {
	case comment:
		// What a conditional comment comments out is HTML.
		return s.html(b, at, final)
	case title, textarea:
		return s.text(b, at, final)
	case style:
		return s.sheet(b, at, final)
	case script:
		return s.program(b, at, final)
	}
	s.copy(b, at)
	return len(b)
}

// html scans b, which holds text and tags, up to where it opens a region, and
// returns how far that is.
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

// markup scans what begins with the "<" that b begins with, and returns 0 if it
// must see more of it.
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
			s.enter(cdata)
			return len(cdataStart)
		default:
			return s.literally(b, at)
		}
	}
	return s.tagOrText(b, at, final)
}

// tagOrText scans the tag or declaration that b begins with, to its end.
func (s *Scanner) tagOrText(b []byte, at int64, final bool) int {
	atLimit := false
	if limit := s.limit(); len(b) >= limit {
		b, final, atLimit = b[:limit], true, true
	}
	switch s.tag.scan(b) {
	case closed:
		n := s.tag.pos
		s.element(b[:n], at)
		s.tag.pos = 0
		return n
	case open:
		if !final {
			return 0
		}
		s.tooLong = s.tooLong || atLimit
		s.unclosed.add(at, at+int64(len(b)))
	case overfull:
		s.tooLong = true
		s.unclosed.add(at, at+int64(s.tag.pos))
	}
	s.tag.pos = 0
	return s.literally(b, at)
}

// limit returns the length in bytes that a tag may have.
func (s *Scanner) limit() int {
	if s.MaxTag == 0 {
		return maxTag
	}
	return s.MaxTag
}

// literally gives out the "<" that b begins with.
func (s *Scanner) literally(b []byte, at int64) int {
	s.copy(b[:1], at)
	return 1
}

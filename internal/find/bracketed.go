package find

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/begin"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/ends"
	"github.com/urlgrep/urlgrep/internal/join"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// This file is about URLs between angle brackets.
//
// RFC 1738, APPENDIX: "it is convenient to have a separate syntactic wrapper that
// delimits the URL and separates it from the rest of the text […]. For this purpose, is
// recommended that angle brackets ("<" and ">"), along with the prefix "URL:", be used to
// delimit the boundaries of the URL."
//
// A wrapper is "<URL:" … ">", in any letter case, or "<" … ">" if a URL begins after the
// "<" (RFC 3986, Appendix C). It is unclosed if it holds a "<", a blank line, prose or too much
// text: see docs/rules.md, 2.2 and 2.7. Unclosed wrappers hide no text: the search continues with
// the scheme in them.

// A Wrapper is a wrapper found in text, with its rejoined URL. All offsets are in
// bytes, from 0.
type Wrapper struct {
	Start    int    // index of the "<" in the data
	End      int    // index after the ">" in the data, if the wrapper is closed
	Labelled bool   // the wrapper begins with "<URL:"
	SchemeAt int    // index of the scheme in the data
	URLEnd   int    // index after the URL's last byte in the data, if the wrapper is closed
	URL      []byte // the URL, rejoined, in UTF-8; of an unclosed wrapper its beginning
	Scheme   int    // length of the scheme in URL
	Lines    int    // number of lines that the wrapper spans
	Hyphens  []int  // offsets in URL of the hyphens before a line break
	Beyond   bool   // it is unclosed because it exceeds Rules.MaxURL or Rules.MaxLines
}

// A State is the result of reading a wrapper.
type State uint8

// The states.
const (
	NoWrapper State = iota // no wrapper opens here
	Closed                 // a wrapper opens and is closed
	Unclosed               // a wrapper opens and is not closed
	Cut                    // the data ends too early to decide

	reading // no result yet
	again   // the text has overstruck characters: it must be read again
)

// wrapper reads the wrapper that opens with the "<" at index at of the window. The slices of w are
// valid until the next URL is read. The limits bound how much text is read.
func (b *reader) wrapper(w *Wrapper, t *text, at int) State {
	limit := at + 2*b.rules.MaxURL + MaxHead*b.rules.MaxLines
	isBounded := len(t.Data) > limit
	state := b.readWrapper(w, t, at, limit, false)
	if state == again {
		state = b.readWrapper(w, t, at, limit, true)
	}
	b.flush(b.data, b.at)
	end := b.output.end()
	if state == Closed {
		b.decodeReferences()
	}
	w.URL, w.Hyphens, w.Lines = b.url, b.hyphens, b.lines
	switch w.Beyond = b.beyond; {
	case state == Cut && isBounded:
		state, w.Beyond = Unclosed, true
	case state == Closed:
		w.End, w.URLEnd = b.at+1, end
	}
	if state == Unclosed && w.Scheme == 0 {
		return NoWrapper
	}
	return state
}

// readWrapper is wrapper for the text before index limit. struck reports whether the text is known to have
// overstruck characters.
func (b *reader) readWrapper(w *Wrapper, t *text, at, limit int, struck bool) State {
	*w = Wrapper{Start: at}
	b.begin(t, beginning{start: at + 1, colon: at + 1, struck: true})
	if len(b.data) > limit {
		b.data, b.eof = b.data[:limit], false
	}
	b.struck, b.loose, b.xml = struck, true, false
	b.mode = mode{delimiter: join.Angle, joins: true}
	b.cursor.start, b.most = at, b.rules.MaxURL
	if state := b.openWrapper(w); state != reading {
		return state
	}
	b.part = ends.Brackets
	switch v := b.scan(); {
	case v == verdict.More:
		return Cut
	case b.atBackspace():
		return again
	case v == verdict.No && b.len(b.at) > b.most:
		// The URL is what it is if the text is read byte by byte.
		b.at -= max(0, min(b.at-b.from, b.len(b.at)-max(b.most, w.Scheme)-1))
		b.beyond = true
		return Unclosed
	case b.abandoned:
		return NoWrapper
	case b.at == len(b.data) || b.data[b.at] != '>':
		return Unclosed
	case !w.Labelled && b.rules.Schemes.Begins(b.url, 0, w.Scheme, true) != verdict.Yes:
		return NoWrapper
	}
	return Closed
}

// openWrapper reads from after the "<" to after the colon of the scheme.
func (b *reader) openWrapper(w *Wrapper) State {
	if state := b.label(w); state != reading {
		return state
	}
	if state := b.beforeScheme(w); state != reading {
		return state
	}
	if state := b.schemeOf(w); state != reading {
		return state
	}
	return b.colonOf(w)
}

// atEnd returns the state at the end of the window: state if the text ends there, and Cut otherwise.
func (b *reader) atEnd(state State) State {
	if b.eof {
		return state
	}
	return Cut
}

// label reads an optional "URL:".
func (b *reader) label(w *Wrapper) State {
	const label = "url:"
	rest := b.data[b.at:]
	n := min(len(rest), len(label))
	switch {
	case !ascii.EqualFold(rest[:n], label[:n]):
		return reading
	case n < len(label):
		return b.atEnd(NoWrapper)
	}
	w.Labelled, b.delimiter = true, join.Wrapper
	b.at += n
	return reading
}

// beforeScheme skips white space with at most one line break.
func (b *reader) beforeScheme(w *Wrapper) State {
	br := b.bracketBreak()
	br.Opening = true
	j := b.join.Join(b.join.Ways(br), br)
	switch j.Verdict {
	case verdict.More:
		return Cut
	case verdict.No:
		return NoWrapper
	}
	b.at = j.Next
	b.lines += j.Lines
	b.output.reset(b.at)
	w.SchemeAt = b.at
	return reading
}

// bracketBreak returns the break at the cursor.
func (b *reader) bracketBreak() *join.Break {
	br := &b.broken
	*br = join.Break{Data: b.data, EOF: b.eof, At: b.at, Delimiter: b.delimiter, Spaces: b.spaces, Lines: b.lines, Joined: len(b.breaks.breaks) > 0}
	br.Line, br.Prefix = b.heads.Of(b.text, b.cursor.start+1), &b.prefix
	return br
}

// schemeOf reads the scheme, without its colon. It may be broken over lines like the rest
// of the URL.
func (b *reader) schemeOf(w *Wrapper) State {
	for b.len(b.at) <= begin.MaxScheme {
		ch, v := b.char()
		switch {
		case v == verdict.More && b.mayBeScheme(w):
			return Cut
		case v != verdict.Yes:
			return NoWrapper
		case ch.form == nothing:
			b.drop(ch.size)
		case ch.r < utf8.RuneSelf && ascii.Is(byte(ch.r), ascii.Scheme):
			b.take(ch)
		case ch.r == '\b' && !b.struck:
			return again
		case ch.r == '_' && !b.struck:
			if b.at+1 == len(b.data) {
				return b.atEnd(NoWrapper)
			} else if b.data[b.at+1] != '\b' {
				return NoWrapper
			}
			return again
		case ch.r == ':':
			if w.Scheme = b.len(b.at); w.Scheme == 0 {
				return NoWrapper
			}
			return reading
		default:
			if state := b.breakInScheme(w, ch); state != reading {
				return state
			}
		}
	}
	return NoWrapper
}

// mayBeScheme reports whether the letters of the scheme so far may begin one with which a wrapper opens.
func (b *reader) mayBeScheme(w *Wrapper) bool {
	b.flush(b.data, b.at)
	if n := len(b.url); n < 2 || b.struck {
		return true // a letter may be overstruck
	}
	if !w.Labelled && !ascii.Is(b.url[0], ascii.Alpha) {
		return false
	}
	return b.spaces == 0 && (w.Labelled || b.rules.Schemes.AcceptsUnknown()) || b.rules.Schemes.MayBegin(b.url[:len(b.url)-1])
}

// breakInScheme skips white space in the scheme, also after a soft hyphen, and colours.
func (b *reader) breakInScheme(w *Wrapper, ch char) State {
	if b.len(b.at) == 0 {
		return NoWrapper
	}
	soft := ch.r == chars.SoftHyphen || ch.r == chars.Hyphen
	colour := chars.ColourAt(b.data[b.at:])
	switch {
	case soft:
		b.drop(ch.size)
	case colour > 0:
		b.drop(colour)
		return reading
	case ch.r == esc && chars.ColourCut(b.data[b.at:]):
		return b.atEnd(NoWrapper)
	case !chars.IsSpace(ch.r):
		return NoWrapper
	}
	before := b.lines
	br := b.bracketBreak()
	switch v := b.rejoin(b.join.Ways(br), br); {
	case v == verdict.More && b.mayBeScheme(w):
		return Cut
	case v == verdict.More:
		return NoWrapper
	case v == verdict.No:
		return Unclosed
	case b.lines == before && (soft || b.isStrictAngle()):
		return NoWrapper
	}
	return reading
}

// isStrictAngle reports whether white space within a line and "|" end the URL: between angle brackets
// without a label, unless the rules are wide.
func (b *reader) isStrictAngle() bool {
	return b.delimiter == join.Angle && !b.rules.Rejoin.DropsBlanks()
}

// colonOf reads the colon, and decides whether a wrapper may open with the scheme before
// it. An unknown scheme may have white space at line breaks only, and none may follow its
// colon: "<URL: see http: …>" and "<URL: see: …>" are prose.
//
// Without the label "URL:", the scheme must be one that begins a URL in text, which is decided
// when the URL is complete. An unknown scheme without "//" is rejected here.
func (b *reader) colonOf(w *Wrapper) State {
	b.at++
	b.flush(b.data, b.at)
	b.unknown = !b.rules.Schemes.Known(b.url[:w.Scheme])
	rest := b.data[b.at:]
	switch {
	case !b.unknown:
		return reading
	case b.spaces > 0, !w.Labelled && !ascii.Is(b.url[0], ascii.Alpha):
		return NoWrapper
	case w.Labelled:
		return reading
	}
	n := min(len(rest), len("//"))
	if string(rest[:n]) != "//"[:n] {
		return NoWrapper
	}
	if n < len("//") {
		return b.atEnd(NoWrapper)
	}
	return reading
}

// inBrackets decides about a character in brackets. The verdict is No at the ">", and at text that
// shows that the brackets are not closed.
func (b *reader) inBrackets(ch char) verdict.Verdict {
	switch {
	case ch.form == plain && ch.r < utf8.RuneSelf:
		switch c := byte(ch.r); {
		case c == '<' || c == '>' || c == '|' && b.isStrictAngle():
			return verdict.No
		case c == '[' && b.isStrictAngle():
			if v := b.labelled(); v != verdict.No {
				return v.Not()
			}
		case c == '\b' && !b.struck:
			return verdict.No
		case c == esc:
			if n := chars.ColourAt(b.data[b.at:]); n > 0 {
				b.drop(n)
				b.dropBackslash()
				return verdict.Yes
			} else if chars.ColourCut(b.data[b.at:]) && !b.eof {
				return verdict.More
			}
		case ascii.Is(c, ascii.Space):
			return b.spaceInBrackets()
		}
	case chars.IsSpace(ch.r):
		return b.spaceInBrackets()
	case ch.r == chars.SoftHyphen:
		b.drop(ch.size)
		b.dropBackslash()
		return verdict.Yes
	}
	b.take(ch)
	return verdict.Yes
}

// maxLabelled bounds the label of a link in angle brackets, with its own brackets, in bytes.
const maxLabelled = 64

// labelled decides whether the "[" at the cursor, in angle brackets, opens a label of AsciiDoc: directly after a
// letter, a digit or "/" of a path, before a letter or "@", and with its "]" directly before the ">".
func (b *reader) labelled() verdict.Verdict {
	if last := b.last(); last != '/' && !ascii.Is(last, ascii.AlphaDigit) {
		return verdict.No
	}
	b.flush(b.data, b.at)
	_, rest, _ := bytes.Cut(b.url, []byte{':'})
	rest, slashes := bytes.CutPrefix(rest, []byte("//"))
	if !slashes || bytes.IndexByte(rest, '/') < 0 || bytes.ContainsAny(rest, "?#") {
		return verdict.No
	}
	for i := b.at + 1; i-b.at < maxLabelled; i++ {
		if i == len(b.data) {
			return verdict.AtEnd(b.eof)
		}
		isFirst := i == b.at+1
		switch c := b.data[i]; {
		case isFirst && c != '@' && !ascii.Is(c, ascii.Alpha):
			return verdict.No
		case c == ']' && i+1 == len(b.data):
			return verdict.AtEnd(b.eof)
		case c == ']':
			return verdict.Of(b.data[i+1] == '>')
		case c < utf8.RuneSelf && !ascii.Is(c, ascii.AlphaDigit) && strings.IndexByte("@._-", c) < 0:
			return verdict.No
		}
	}
	return verdict.No
}

// dropBackslash removes a backslash at the end of the URL. Without the white space or the soft hyphen after
// it, it is before punctuation.
func (b *reader) dropBackslash() {
	if b.at < len(b.data) && ascii.Is(b.data[b.at], ascii.Punct) {
		b.unread(`\`)
	}
}

// decodeReferences replaces the character references in the URL as ampersand does, when the URL is complete:
// a reference may have been broken over lines. One to a character that ends a URL ends none in brackets, and
// stays.
func (b *reader) decodeReferences() {
	if bytes.IndexByte(b.url, '&') < 0 || bytes.IndexByte(b.url, ';') < 0 {
		return
	}
	query := bytes.IndexAny(b.url, "?#")
	c := cursor{data: b.url, eof: true, strict: true}
	out := b.url[:0]
	next := 0 // b.hyphens[:next] are before c.at
	for c.at < len(b.url) {
		if next < len(b.hyphens) && b.hyphens[next] == c.at {
			b.hyphens[next] = len(out)
			next++
		}
		size := 1
		if first := b.url[c.at]; first != '&' {
			out = append(out, first)
		} else if r, n, v := c.reference(); v != verdict.Yes {
			out = append(out, first)
		} else if after := c.after(n); r == chars.SoftHyphen {
			size = n
		} else if r == '\'' {
			out, size = append(out, '\''), n
		} else if parameter, _ := after.peek(0); r == '&' && 0 <= query && query < c.at && out[len(out)-1] != '?' && isParameter(parameter) {
			out, size = append(out, '&'), n
		} else {
			out = append(out, first)
		}
		c.at += size
	}
	b.url = out
}

// spaceInBrackets decides about white space in brackets. White space after the colon or the slashes is
// before the URL proper.
func (b *reader) spaceInBrackets() verdict.Verdict {
	b.flush(b.data, b.at)
	br := b.bracketBreak()
	_, rest, _ := bytes.Cut(b.url, []byte{':'})
	br.Begun = b.begun()
	br.Room = b.rules.MaxURL - len(b.url)
	if b.unknown && len(rest) == 0 {
		b.abandoned = true
		return verdict.No
	}
	lines := b.lines
	v := b.rejoin(b.join.Ways(br), br)
	switch {
	case v != verdict.Yes:
	case b.lines > lines:
		b.unread(`\`) // of a shell, which continues the line
	default:
		b.dropBackslash()
	}
	return v
}

// A WrapperFinder finds the wrappers in a text that is in memory.
type WrapperFinder struct {
	rules  Rules
	data   Window
	heads  Heads
	reader reader
}

// Reset sets the rules and the text. eof reports whether the text ends with data.
func (f *WrapperFinder) Reset(r *Rules, data []byte, eof bool) {
	f.rules, f.data, f.heads = *r, Window{Data: data, EOF: eof}, Heads{}
	f.reader.init(&f.rules, &f.heads)
}

// Next finds the first wrapper with a URL that opens at index at of the text or after it. With Cut, more text after the
// data could change the answer.
func (f *WrapperFinder) Next(w *Wrapper, at int) State {
	for {
		i := bytes.IndexByte(f.data.Data[at:], '<')
		if i < 0 {
			return NoWrapper
		}
		at += i
		if state := f.At(w, at); state != NoWrapper && !w.isProse() && (state != Closed || !w.isEmpty()) {
			return state
		}
		at++
	}
}

// At decides about the "<" at index at.
func (f *WrapperFinder) At(w *Wrapper, at int) State {
	return f.reader.wrapper(w, &text{Window: &f.data, fallback: f.rules.Fallback}, at)
}

// Package join decides whether a URL continues after white space: whether a line break, or the end
// of a string literal, was put into it.
//
// RFC 1738, APPENDIX: "In some cases, extra whitespace (spaces, linebreaks, tabs, etc.) may need to be
// added to break long URLs across lines. The whitespace should be ignored when extracting the URL."
//
// # Terms
//
// A [Break] is white space in or after a URL, or the quote that ends a string literal there, with
// what is known of the text before it. A [Way] is a way in which texts break URLs: one rule, with
// the text that it requires before the break and after it. A [Prefix] is the beginning of a line
// that does not belong to its text. A [Joint] is the answer: the URL ends, or where it continues.
//
// # Flow
//
// The reader of a URL meets a break. [Rules.Ways] looks at the text before it, which rules most
// breaks out, and returns the ways in which the URL may continue. [Rules.Join] looks at the text
// after it: it skips the line break and the prefix of the next line, and asks these ways. Both are
// functions of their arguments: no text is kept but what the caller keeps in the Break.
//
// What the ways are, and which values of --rejoin have them, is in ways.go; which lines continue no URL
// at all is in continues.go and program.go. The ways "box" and "terminal" look at lines as a terminal
// shows them: terminal.go, row.go. The longest way is in blanks.go.
package join

import (
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/begin"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// A Rejoin is the set of ways in which URLs are rejoined.
type Rejoin uint8

// The values.
const (
	None     Rejoin = 0
	Wrapped  Rejoin = 1           // in brackets
	Hyphen          = Wrapped | 2 // bare URLs too, if the break itself shows that the URL continues
	Wide            = Hyphen | 4  // also where that is a guess
	Terminal        = Hyphen | 8  // also where the lines have the width of a terminal, or of a box in it
	Blanks          = Hyphen | 16 // also over white space that pages and recognized text have in URLs
)

// Names are the names of sets in a list, as --rejoin has one. The last one is that of all ways.
var Names = [...]string{"none", "wrapped", "hyphen", "wide", "terminal", "blanks", "all"}

// Has reports whether r has all ways of other.
func (r Rejoin) Has(other Rejoin) bool { return r&other == other }

// DropsBlanks reports whether blanks within a line, and "|", do not end a URL in angle brackets without a
// label.
func (r Rejoin) DropsBlanks() bool { return r.Has(Wide) }

// Rules are the settings.
type Rules struct {
	Rejoin   Rejoin
	Schemes  *begin.Schemes  // nil is the built-in table
	MaxLines int             // most lines that a URL is broken over; with 1 no line break is removed
	Fallback *chars.Fallback // character set of octets that are not UTF-8

	// Folded reports whether a line break was removed from the text between data[from]
	// and data[to], as by unfolding a header field. White space there counts as white
	// space at a line break. It may be nil.
	Folded func(from, to int) bool
}

// A Delimiter is what encloses a URL.
type Delimiter uint8

// The delimiters.
const (
	Bare    Delimiter = iota // nothing that is part of the match
	Angle                    // angle brackets
	Wrapper                  // "<URL:" … ">"
)

// A Break is white space in or after a URL, or the double quote that ends a string literal there.
type Break struct {
	Data []byte // the window
	EOF  bool   // the text ends with the window
	At   int    // index of the white space or the quote

	Delimiter Delimiter

	// The URL before the break.
	Last    byte // its last byte
	Dash    bool // it ends in two hyphens
	Soft    bool // a soft hyphen or U+2010 follows that
	Host    bool // it has no scheme
	Opening bool // it has not begun: the break is before its scheme
	Begun   bool // it has more than a scheme and slashes
	Query   bool // the break is in the query or the fragment
	Dotless bool // it ends in its host, which has no dot
	Port    bool // it ends in the digits of a port, with hyphens after them or not
	Before  byte // the byte before the URL, or 0
	Spaces  int  // number of runs of white space in it that are not at a line break
	Lines   int  // number of lines that it and its delimiters have been read from
	Joined  bool // a line break was removed from it
	Literal bool // the last of them was a string literal after another one
	Room    int  // bytes that it may still have

	// URL is the URL without the white space in it, Source its text, or the end of that, and HostAt the
	// offset of its host in URL. They are set for the way "blanks" alone.
	URL, Source []byte
	HostAt      int
	Apart       bool // white space was removed between its scheme and its host

	// Line is the beginning of the line that the URL begins in, up to the first byte of the URL,
	// and Width the number of bytes from there to the break. [Rules.Ways] does not need it, nor does [Rules.Join] after
	// a break of a bare URL at white space where the row does not end.
	Line  []byte
	Width int

	// Prefix is the prefix of Line if it has been parsed. The caller keeps it from one break of a
	// URL to the next, since a URL may have thousands.
	Prefix *Prefix

	// Layout is what is known of the rows that the URL is in. The caller keeps it likewise.
	Layout *Layout

	line    Joint // what nextLine has returned
	hasLine bool  // line is set
}

// prefix returns the prefix of the line that the URL begins in.
func (b *Break) prefix(r *Rules) *Prefix {
	if b.Prefix == nil {
		b.Prefix = new(Prefix)
	}
	if !b.Prefix.parsed {
		*b.Prefix = ParsePrefix(b.Line, r.Fallback)
	}
	return b.Prefix
}

// A Joint says how a URL continues.
type Joint struct {
	Verdict verdict.Verdict // Yes if it continues; in brackets, No if they are not closed
	Next    int             // index where it continues
	Lines   int             // number of line breaks before that; 0 for white space within a line
	Beyond  bool            // it would continue in more lines than MaxLines
}

// refused returns a Joint with a verdict that is not Yes.
func refused(v verdict.Verdict) Joint { return Joint{Verdict: v} }

// Ways returns the ways from the first one on in which the URL before b may continue, by the text before the
// break. It returns nil if the URL ends there.
func (r *Rules) Ways(b *Break) []Way {
	for i := range ways {
		if ways[i].mayApply(r, b) {
			return ways[i:]
		}
	}
	return nil
}

// Join decides whether the URL continues in one of ws, which [Rules.Ways] returned for b.
func (r *Rules) Join(ws []Way, b *Break) Joint {
	j := r.join(&ws[0], b)
	for i := 1; i < len(ws) && b.Delimiter == Bare && j == refused(verdict.No); i++ {
		if ws[i].mayApply(r, b) {
			j = r.join(&ws[i], b)
		}
	}
	return j
}

// join decides whether the URL continues in the way w.
func (r *Rules) join(w *Way, b *Break) Joint {
	j := w.next(r, b)
	if j.Verdict != verdict.Yes || w.after == nil {
		return j
	}
	v := r.mayContinue(b, j.Next, w.chars)
	if v == verdict.Yes && b.Port && (b.Last == '-' || !continuesPort(b.Data[j.Next])) {
		v = verdict.No
	}
	if v == verdict.Yes {
		v = w.after(r, b, j.Next)
	}
	switch {
	case v != verdict.Yes:
		return refused(v)
	case b.Lines+j.Lines > r.MaxLines:
		return Joint{Beyond: true}
	}
	return j
}

// NextRow returns where the text of the next row begins or, if the row before the break is not known to be full, that of
// the next line.
func (r *Rules) NextRow(b *Break) Joint {
	if j := r.nextRow(b); j.Verdict != verdict.No {
		return j
	}
	return r.nextLine(b)
}

// continuesPort reports whether a URL that ends in a port may continue with c.
func continuesPort(c byte) bool { return ascii.Is(c, ascii.Digit) || c == '/' || c == '?' || c == '#' }

// maxBlanks bounds the white space before a line break.
const maxBlanks = 512

// nextLine returns where the text of the next line begins, after white space, one line break and the
// prefix of that line. More than one way may ask for it.
func (r *Rules) nextLine(b *Break) Joint {
	if !b.hasLine {
		b.line, b.hasLine = r.afterLineBreak(b), true
	}
	return b.line
}

// afterLineBreak is nextLine the first time.
func (r *Rules) afterLineBreak(b *Break) Joint {
	i := b.At
	for i < len(b.Data) {
		n := chars.ColourAt(b.Data[i:])
		if n == 0 && !ascii.Is(b.Data[i], ascii.LineBreak) {
			n = chars.SpaceAt(b.Data[i:], r.Fallback)
		}
		if n == 0 {
			break
		}
		i += n
	}
	if i-b.At > maxBlanks {
		return refused(verdict.No)
	}
	if !b.EOF && (i == len(b.Data) || chars.ColourCut(b.Data[i:]) || !utf8.FullRune(b.Data[i:])) {
		return refused(verdict.More)
	}
	size, cut := chars.LineBreak(b.Data, i, b.EOF)
	switch {
	case cut:
		return refused(verdict.More)
	case size == 0:
		return refused(verdict.No)
	}
	next, n, v := b.prefix(r).Continue(b.Data, i+size, b.Lines, b.EOF)
	if v != verdict.Yes {
		return refused(v)
	}
	return Joint{Verdict: v, Next: next, Lines: n}
}

// maxSpaces is the number of runs of white space in brackets, away from line breaks.
const maxSpaces = 3

// throughSpace returns where a URL in brackets continues after all white space, with any number of
// line breaks, and the prefix of the line after each. The verdict is No if the brackets are not
// closed: at a blank line, at the end of the text, and at prose.
func (r *Rules) throughSpace(b *Break) Joint {
	j := Joint{Verdict: verdict.Yes, Next: b.At}
	for {
		rest := b.Data[j.Next:]
		size, cut := chars.LineBreak(b.Data, j.Next, b.EOF)
		switch {
		case cut:
			return refused(verdict.More)
		case size > 0 && (b.Lines+j.Lines == r.MaxLines || b.Opening && j.Lines == 1):
			return Joint{Beyond: !b.Opening}
		case size > 0:
			next, n, v := b.prefix(r).skip(b.Data, j.Next+size, b.Lines+j.Lines, b.EOF, !b.Opening)
			if v != verdict.Yes {
				return refused(v)
			}
			j.Next, j.Lines = next, j.Lines+n
			if b.Lines+j.Lines > r.MaxLines {
				return Joint{Beyond: true}
			}
			continue
		case len(rest) == 0:
			return refused(verdict.AtEnd(b.EOF))
		case !b.EOF && (!utf8.FullRune(rest) || chars.ColourCut(rest)):
			return refused(verdict.More)
		}
		n := chars.SpaceAt(rest, r.Fallback)
		if n == 0 {
			n = chars.ColourAt(rest)
		}
		if n == 0 {
			if j.Lines == 0 {
				j.Verdict = r.withinLine(b, j.Next)
			}
			return j
		}
		j.Next += n
	}
}

// withinLine decides whether a URL in brackets continues after white space within a line. It does
// not if the text after it is prose: if there are too many such runs, if the URL ends at the white
// space, or if another URL begins after it in a line that was joined.
func (r *Rules) withinLine(b *Break, next int) verdict.Verdict {
	switch {
	case b.Spaces == maxSpaces:
		return verdict.No
	case r.Folded != nil && r.Folded(b.At-1, next):
		return verdict.Yes
	case b.Delimiter == Angle && !r.Rejoin.DropsBlanks() && b.Begun && b.Data[next] != '>':
		return verdict.No
	case b.Joined:
		return r.beginsInBrackets(b, next).Not()
	}
	return verdict.Yes
}

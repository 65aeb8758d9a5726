// Package find finds the URLs in a text: where each begins and ends, without its
// delimiters and rejoined over line breaks. It does no I/O, and knows neither where the
// text comes from nor offsets and lines of the input.
//
// # Terms
//
//   - A text is a sequence of bytes in which URLs are searched. No URL extends over two
//     texts.
//   - A window ([Window]) is the part of a text that is in memory. It slides forward over
//     the text.
//   - A [Point] is the position of the search in the window. The result of a step
//     depends on the window and the point alone.
//   - A [Candidate] is a URL that was found, valid or not. Its [Kind] is how the text
//     delimits it: a wrapper "<URL:" … ">", angle brackets, the prefix "URL:", nothing
//     (bare), or the URL has no scheme.
//   - A verdict ([verdict.Verdict]) answers a question about text that may be cut off at
//     the end of the window: Yes, No, or More if the answer depends on text after the
//     window.
//   - A decision is the conclusion of the rules about one point: a verdict, and the point
//     where the search continues.
//
// # Flow
//
// [Finder.Step] runs these stages for each byte that can identify a URL: the colon after
// a scheme and, if they are searched, the "@" of an address and the first dot of a host.
//
//  1. Trigger (triggers.go). Package internal/trigger makes a bitmap of these bytes, one
//     block at a time. No other stage reads all text. The two bytes on either side of a
//     marked colon rule most of the colons out.
//  2. Ordinary URLs (ordinary.go), a fast path. Most of the other colons are in URLs
//     whose end needs no rules.
//  3. Begin (colon.go; spaced.go for white space before the host; host.go and email.go for a name without a scheme). The scheme, and
//     the text before it, decide whether a URL begins and of which kind: see package begin.
//     In a text that is one URL reference, as the value of an attribute of HTML is,
//     [Finder.Reference] (attribute.go) decides; repair.go rewrites what browsers accept so
//     that it is valid.
//  4. End (reader.go). A reader reads the URL up to its end, whatever its delimiters are:
//     bracketed.go has the opening and the end of angle brackets. Its cursor (cursor.go)
//     knows how characters are written, package ends what to do at each character of each
//     part of a URL, and package join whether the URL continues after white space. Where
//     the table of package ends asks, authority.go, parens.go, enclose.go, colour.go and reader.go
//     decide. After a mark that delimits it exactly, it is read again: see exact.go.
//  5. Trim (trim.go). Trailing punctuation and brackets that were not closed are
//     removed.
//  6. Names (lookalike.go, labels.go, sourcecode.go and messageid.go). A host or an
//     address without a scheme is dropped if it is rather the name of a file, an
//     identifier of a program or the identifier of a message. domain.go and escape.go
//     find its first and last byte. In XML, a URL is dropped that names something, such as
//     a namespace (xml.go), and one that is the beginning of the target of a link in its text (cut.go).
//
// # Example
//
// The text is two lines of quoted mail:
//
//	> docs (http://www.pulse-
//	> eight.com/a(b)), and more
//
// The colon after "http" is marked, because "/" follows it. The URL is not ordinary: its
// line ends in a hyphen. In colon.go, a known scheme ends at the colon, no "<" precedes
// it, and "//" follows: a URL begins, and it is bare. reader.go reads the authority to the
// end of the line, where the table says that white space is a break. The hyphen before it
// allows one way of joining: package join looks at the next line, and after the
// prefix "> ", which both lines have, "eight" can continue the URL, so the line break and
// the prefix are skipped. parens.go lets "(b)" into the path, because both brackets are
// in it, and ends the URL at the next ")", whose partner is not in it. trim.go removes
// nothing. The candidate has the kind Bare, the URL http://www.pulse-eight.com/a(b), and
// the offset of its hyphen in Hyphens: the caller decides whether that hyphen belongs to
// the URL.
//
// # Strings of JSON
//
// In a string of JSON, "\n" is a line break, and "\u003c" an angle bracket. No rule knows that: jsonstring.go
// decodes the string around the point, and another Finder decides about the decoded text, which is a text of
// its own. The candidate is mapped back to the window. That is done only where an escape sequence may matter.
//
// # Windows
//
// No rule guesses at the end of a window. If text after the window could change an
// answer, the verdict is [verdict.More], unless [Window].EOF is set. So the candidates do
// not depend on how a text is divided into windows.
//
// # Time
//
// A Finder caches what it would otherwise look for again for each URL (the fields marks,
// heads, field and reader.cache). The caches hold indices of the window and change no
// answer. [Finder.Slide] adjusts the indices when the window slides.
package find

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/begin"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/ends"
	"github.com/urlgrep/urlgrep/internal/join"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

const (
	// LookBehind is how many bytes before the point of the search the rules look at, at
	// most. A window holds these bytes, or begins where the text does.
	LookBehind = 4 << 10
	// MaxHead is how many bytes the rules look at from the beginning of a URL's line.
	MaxHead = 512
	// Eager is the length in bytes up to which a candidate may be looked at again after
	// each read.
	Eager = 256
	// MaxAngle is how many bytes before a scheme the "<" of its wrapper is looked for.
	MaxAngle = 64
)

// A Window is a window of a text. A text has three parts:
//
//	text before the window, Data, text after the window
//
// The first part is empty, or Data begins at least LookBehind bytes before the point of
// the search. The last part is empty if EOF is true.
type Window struct {
	Data []byte
	Head []byte // first MaxHead bytes of the line that Data begins in, up to Data
	EOF  bool
	XML  bool // the text is XML: see xml.go
	CSV  bool // the text is CSV: see csv.go

	// Refanged reports whether a byte of Data[from:to] was defanged in the input. It may
	// be nil.
	Refanged func(from, to int) bool
}

// The limits if none are set, and the highest ones that can be set. These require a window of up to a
// gibibyte, whose indices fit into 32 bits.
const (
	DefaultMaxURL   = 128 << 10
	DefaultMaxLines = 2048
	HighestMaxURL   = 256 << 20
	HighestMaxLines = 1 << 20
)

// Rules are the settings of a search.
type Rules struct {
	Schemes  *begin.Schemes  // schemes that begin a URL; nil is the built-in table
	MaxURL   int             // longest URL, rejoined, in bytes
	MaxLines int             // most lines that a URL is broken over; with 1 nothing is rejoined
	Fallback *chars.Fallback // character set of octets that are not UTF-8

	// Folded reports whether a line break was removed from Data[from:to]: see join.Rules. It may be nil.
	Folded func(from, to int) bool

	Kinds  Kinds
	Rejoin join.Rejoin
	// Invalid also accepts wrappers around a URL that is valid neither at parse.Lenient nor by
	// the production of RFC 1738 for its scheme. If it is
	// false, the brackets around such a URL are ignored.
	Invalid bool
}

// A Kind is how the text delimits a URL.
type Kind uint8

// The kinds. See extract.Kind.
const (
	Wrapped Kind = iota
	Angle
	Prefixed
	Bare
	Attribute
	Schemeless
	Email
)

// Kinds is a set of kinds: 1<<k for each Kind k.
type Kinds uint16

// Names is the set of the kinds without a scheme.
const Names = Kinds(1<<Schemeless | 1<<Email)

// Has reports whether s contains k.
func (s Kinds) Has(k Kind) bool { return s&(1<<k) != 0 }

// A Point is the position of the search. Pos and Floor are indices of the window.
//
//	0 ≤ Floor, 0 ≤ Pos ≤ len(Data)
type Point struct {
	Pos    int  // the bytes before Pos have been decided about
	Floor  int  // end of the last candidate: a URL begins at Floor or after it
	Within bool // Pos is in a URL longer than Rules.MaxURL, whose rest is to be skipped
}

// Slide adjusts p when the window loses its first drop bytes.
func (p *Point) Slide(drop int) {
	p.Pos -= drop
	p.Floor = max(0, p.Floor-drop)
}

// A Candidate is a URL that was found, valid or not. Its slices belong to the Finder or
// to the window, and are valid until the next Step.
type Candidate struct {
	Kind     Kind
	From, To int    // its range in the window, with its delimiters
	URL      []byte // the URL, rejoined, in UTF-8, with all its hyphens
	Hyphens  []int  // offsets in URL of the hyphens before a line break, in order
	Rejoined bool   // a line break was removed from it, or the white space of the way "blanks"

	// Start and End are the range of the URL in the window, without its delimiters. The
	// range includes line breaks, prefixes and markup that were removed from URL.
	Start, End int

	Valid      bool // the URL is valid at the level parse.Lenient; if false, it may be
	Repaired   bool // browsers repair it so: see repair.go
	LeftBroken bool // it continues in a line beyond a limit, so it was not rejoined
}

// A Result is the outcome of a Step.
type Result struct {
	// Verdict is Yes if a candidate was found: it is in Finder.Found. It is More if the
	// search needs more text, as at the end of the window. Otherwise it is No.
	Verdict verdict.Verdict
	TooLong bool // a URL longer than Rules.MaxURL was skipped

	// Baseless reports whether Reference found a relative reference that it cannot
	// resolve because no base is known. A reference to a place in the same document, such
	// as "#a", does not count.
	Baseless bool

	// Want is the length that the window should have before the next Step, if the window
	// ends within a possible candidate. Otherwise it is 0.
	Want int
}

// A Finder finds the URLs in a text. The windows of successive calls of Step are windows
// of the same text, each continuing the one before, until the next Reset.
//
// It has more than ten fields, of three kinds: the settings of the search, the text of
// the Step, and the data that is kept from one Step to the next.
type Finder struct {
	Found Candidate // found by the last Step with the verdict Yes

	// What is searched for.
	rules         Rules
	kinds         Kinds // kinds searched in this text
	prose         bool  // "a.name" may be a host; if false, it is rather a member or a file
	isOrdinary    bool  // the rules permit the fast path of ordinary.go
	knowsOrdinary bool  // all rules but Rejoin permit it
	joinsBlanks   bool  // white space in URLs is removed
	joinsMore     bool  // a URL may continue after any white space
	ends          schemeEnds

	text // searched by this Step

	// Caches, and memory that is used again.
	triggers triggers
	heads    Heads
	field    fieldLine
	literal  literal
	reader   reader
	wrapped  Wrapper
	str      jsonString
	depth    int // number of strings of JSON that the text is in
}

// Init sets the rules. It must be called before the first text, and f must not be copied
// afterwards.
func (f *Finder) Init(r *Rules) {
	f.rules = *r
	f.fallback = r.Fallback
	f.ends = schemeEnds{opaque: r.Schemes.OpaqueEnds(), known: r.Schemes.KnownEnds(), doubled: r.Schemes.DoubledEnds(), spaced: begin.SpacedEnds()}
	f.knowsOrdinary = r.Kinds.Has(Bare) && r.Kinds.Has(Angle) && r.Kinds.Has(Wrapped)
	for _, name := range ordinarySchemes {
		f.knowsOrdinary = f.knowsOrdinary && r.Schemes.Known([]byte(name))
	}
	f.reader.init(&f.rules, &f.heads)
	f.SetRejoin(r.Rejoin)
}

// SetRejoin sets Rules.Rejoin for the texts from the next Reset on.
func (f *Finder) SetRejoin(r join.Rejoin) {
	f.rules.Rejoin, f.reader.join.Rejoin = r, r
	f.joinsBlanks = r.Has(join.Blanks)
	f.ends.beforeSpace = f.ends.known
	if f.joinsBlanks {
		f.ends.beforeSpace = f.ends.known.Or(f.ends.spaced)
	}
	f.joinsMore = f.joinsBlanks || r.Has(join.Wide) || r.Has(join.Terminal)
	f.isOrdinary = f.knowsOrdinary
}

var ordinarySchemes = scheme.Names(scheme.Ordinary)

// Reset begins a new text, in which the given kinds are searched. If prose is false, a
// name in the text is rather that of a file or of a member than that of a host.
func (f *Finder) Reset(kinds Kinds, prose bool) {
	f.kinds, f.prose = kinds, prose
	f.heads.Reset()
	f.field = fieldLine{at: -1}
	f.literal.reset()
	f.reader.cache.reset()
	f.triggers.reset()
	f.str.reset()
}

// ResetWithin declares that the first window does not begin where its text does. It is
// called after Reset.
func (f *Finder) ResetWithin() { f.heads.ResetWithin() }

// Slide adjusts f when the window loses its first drop bytes.
func (f *Finder) Slide(drop int) {
	f.heads.Slide(drop)
	f.field.at -= drop
	f.literal.slide(drop)
	f.reader.cache.slide(drop)
	f.triggers.slide(drop)
	f.str.slide(drop)
}

// Step advances from p until it has found a URL, needs more text, has skipped a URL that
// is too long, or reaches the index stop. It decides about each colon, "@" and dot before
// stop. It returns the point where the search continues, which may be after stop.
func (f *Finder) Step(t *Window, p Point, stop int) (Point, Result) {
	f.Window = t
	stop = min(stop, len(t.Data))
	for p.Pos < stop {
		if p.Within && !p.Leave(t) {
			break
		}
		f.floor = p.Floor
		i := f.next(p.Pos)
		if i < 0 || i >= stop {
			p.Pos = max(p.Pos, stop)
			break
		}
		if f.isOrdinary && t.Data[i] == ':' {
			if end := f.ordinary(t.Data, i); end > 0 {
				p = Point{Pos: end, Floor: end}
				if t.XML && f.isName(i) {
					continue
				}
				return p, Result{Verdict: verdict.Yes}
			}
		}
		d := f.decide(i)
		if d.verdict == verdict.More {
			p.Pos = i
			return p, Result{Verdict: verdict.More, Want: i + 2*max(Eager, len(t.Data)-i)}
		}
		p = Point{Pos: max(i+1, d.next, p.Floor), Floor: max(p.Floor, d.floor), Within: d.within}
		if t.XML && d.verdict == verdict.Yes && f.isName(i) {
			continue
		}
		if d.verdict == verdict.Yes || d.tooLong {
			return p, Result{Verdict: d.verdict, TooLong: d.tooLong}
		}
	}
	if stop == len(t.Data) {
		return p, Result{Verdict: verdict.More}
	}
	return p, Result{}
}

// decide decides about Data[i]: a colon, "@" or a dot. In a string of JSON, it decides by the decoded text if
// that may matter.
func (f *Finder) decide(i int) decision {
	if open := i - len("<URL"); f.isOrdinary && open >= f.floor && string(f.Data[open:i+1]) == "<URL:" {
		if end := f.ordinaryLabel(open); end > 0 {
			return decision{verdict: verdict.Yes, next: end, floor: end}
		}
	}
	if f.XML {
		return f.asWritten(i)
	}
	if f.dependsOnString(i) {
		if d, ok := f.inString(i); ok {
			return d
		}
	}
	d := f.asWritten(i)
	v := verdict.No
	switch {
	case d.verdict == verdict.Yes:
		v = f.mayEndInString()
	case d.verdict == verdict.No:
		v = f.mayBeginInString(i, d.next)
	}
	switch {
	case v == verdict.Yes:
		if in, ok := f.inString(i); ok {
			return in
		}
	case v == verdict.More && f.isJSON(i):
		return undecided
	}
	return d
}

// asWritten is decide for text as it is.
func (f *Finder) asWritten(i int) decision {
	switch f.Data[i] {
	case ':':
		return f.colon(i)
	case '@':
		if f.kinds.Has(Email) {
			return f.address(i)
		}
	case '.':
		if f.kinds.Has(Schemeless) {
			return f.host(i)
		}
	}
	return none
}

// Leave moves p to the end of the URL that p is within, or to a bracket, a quote or a separator that probably
// ends it: how the URL was read is not known any more. It returns false if no such place is in the window.
func (p *Point) Leave(t *Window) bool {
	for i := p.Pos; i < len(t.Data); i++ {
		c := t.Data[i]
		leaves := ends.Delimits(c) || ends.Closes(c)
		switch c {
		case '\\': // the escape sequences of white space end any URL
			if i+1 == len(t.Data) && !t.EOF {
				p.Pos, p.Floor = i, i
				return false
			}
			leaves = i+1 < len(t.Data) && bytes.IndexByte([]byte("nrtfb"), t.Data[i+1]) >= 0
		case ',', ';', '|':
			after := cursor{data: t.Data, eof: t.EOF, at: i}
			v := after.divides()
			if v == verdict.More {
				p.Pos, p.Floor = i, i
				return false
			}
			leaves = v == verdict.Yes
		}
		if leaves {
			p.Pos, p.Floor = i, i
			p.Within = false
			return true
		}
	}
	p.Pos = len(t.Data)
	p.Floor = p.Pos
	return false
}

// A decision is the conclusion of a rule about a point. The zero decision means that no
// URL is found there.
type decision struct {
	verdict verdict.Verdict
	next    int  // where the search continues, if that is after the next byte
	floor   int  // the new Place.Floor, if it is greater
	within  bool // next is within a URL that is longer than the limit
	tooLong bool // a URL is longer than the limit

	baseless bool // see Result.Baseless
}

// none is the decision that no URL is found at the point.
var none decision

// undecided is the decision that more text is needed.
var undecided = decision{verdict: verdict.More}

// decided returns a decision with verdict v, after which the search continues at the next
// byte.
func decided(v verdict.Verdict) decision { return decision{verdict: v} }

// resumeAt returns the decision that no URL is found at a point before index next.
func resumeAt(next int) decision { return decision{next: next} }

// skipTo returns the decision that no URL that is searched for is before index end, where
// the search continues. The text before end is not looked at again.
func skipTo(end int) decision { return decision{next: end, floor: end} }

// settles reports whether d is final for the point i, so that no other rule has to decide
// about it.
func (d decision) settles(i int) bool { return d.verdict != verdict.No || d.next > i }

// found returns the decision that c was found, and that the search continues at index
// end.
func (f *Finder) found(c Candidate, end int) decision {
	f.Found = c
	return decision{verdict: verdict.Yes, next: end, floor: end}
}

// A text is a Text with a floor. Its methods are the rules that depend on nothing else.
type text struct {
	*Window
	floor    int             // see Place
	fallback *chars.Fallback // character set of octets that are not UTF-8
}

// atEdge returns the verdict at the end of the window: More, or No if the text ends
// there.
func (t *text) atEdge() verdict.Verdict {
	if t.EOF {
		return verdict.No
	}
	return verdict.More
}

// isRefanged reports whether a byte of Data[from:to] was defanged in the input.
func (t *text) isRefanged(from, to int) bool {
	return t.Refanged != nil && t.Refanged(from, to)
}

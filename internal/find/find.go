// Package find finds the URLs in a text: where they begin and end, without their
// delimiters, rejoined. It knows nothing of where the text comes from, nor of the input's
// offsets and lines: it is given a window of the text, and what it finds depends on that
// and on the place of the search alone.
//
// # Flow
//
// [Finder.Step] goes from one byte that a URL may be found by to the next: the colon after
// its scheme and, if they are wanted, the "@" of an address and the first dot of a host. A
// bitmap that package internal/trigger makes of a block at a time marks these bytes: that
// is the one pass that all text goes through. Most colons are passed over by what is
// beside them (marks.go). Of the rest, most are those of ordinary URLs, whose ends need no
// decisions (ordinary.go). At any other, Step looks back for a scheme and for what may be
// before that (colon.go). What is in brackets is package wrapper's to decide about; the
// end of what is not is found here (bare.go): authority.go, bracket.go, enclose.go and
// charRef.go decide about single bytes, rejoin.go about line breaks, and trim.go takes
// off what is not of the URL. Addresses are in email.go, hosts in host.go, and what both
// share in domain.go and escape.go; lookalike.go, labels.go, sourcecode.go and messageid.go
// tell them from what only looks like them.
//
// # Windows
//
// A rule never guesses at the edge of a window. If more text could change the answer, the
// verdict is [wrapper.More], unless [Text].EOF says that nothing follows.
//
// # Time
//
// A Finder remembers of a text what would else be looked at again for each URL (marks,
// Heads, known, fieldLine). These caches hold indices of the window, and change no answer.
// [Finder.Slide] moves the indices when the window slides.
package find

import (
	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/internal/wrapper"
)

const (
	// LookBehind is how many bytes before the place of the search the rules look at, at
	// most. A window has them, or begins where the text does.
	LookBehind = 4 << 10
	// MaxHead is how many bytes of the line are looked at that a URL begins in.
	MaxHead = 512
	// Eager is up to how many bytes a candidate may be looked at again with each read.
	Eager = 256
	// MaxAngle is how many bytes before a scheme the "<" of its wrapper is looked for.
	MaxAngle = 64
)

// A Text is a window of a text.
//
//	text = what is before the window, Data, what is after it
//
// The first of these is empty, or Data begins at least LookBehind before the place of the
// search. The last is empty if EOF is true.
type Text struct {
	Data []byte
	Head []byte // of the line that Data begins in, what is before Data: its first MaxHead bytes
	EOF  bool

	// Refanged reports whether something in Data[from:to] was defanged. It may be nil.
	Refanged func(from, to int) bool
}

// Rules say what is looked for.
type Rules struct {
	wrapper.Rules
	Kinds  Kinds
	Rejoin Rejoin
	// Invalid says that URLs which are valid at no level are wanted, too. Otherwise they
	// end no wrapper.
	Invalid bool
}

// A Kind is how a URL is given in the text.
type Kind uint8

// The kinds: see extract.Kind.
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

// Names are the kinds without a scheme.
const Names = Kinds(1<<Schemeless | 1<<Email)

// Has reports whether k is in the set.
func (s Kinds) Has(k Kind) bool { return s&(1<<k) != 0 }

// A Rejoin says which broken URLs are rejoined. Each value includes the one before.
type Rejoin uint8

// The values.
const (
	RejoinNone    Rejoin = iota
	RejoinWrapped        // in wrappers
	RejoinHyphen         // without brackets too, if a line ends in a hyphen
	RejoinWide           // and if the URL fills its line, and more
)

// A Place is where the search is: indices of the window.
//
//	0 ≤ Floor, 0 ≤ Pos ≤ len(Data)
type Place struct {
	Pos    int  // what is before it has been decided about
	Floor  int  // the end of the last candidate: nothing before it is looked at again
	Within bool // Pos is in a URL that is longer than Rules.MaxURL, and the rest of that is passed over
}

// Slide moves p when a window loses its first drop bytes.
func (p *Place) Slide(drop int) {
	p.Pos -= drop
	p.Floor = max(0, p.Floor-drop)
}

// A Candidate is a URL that was found, valid or not. Its slices belong to the Finder or to
// the window, and are valid until the next Step.
type Candidate struct {
	Kind     Kind
	From, To int    // where it is in the window, with its delimiters
	URL      []byte // the URL, rejoined, in UTF-8; with all hyphens
	Hyphens  []int  // the offsets in URL of hyphens that a line break followed, in order
	Rejoined bool   // there are line breaks in it that URL has not

	// Start and End are where the URL is in the window, without its delimiters. All that was
	// dropped from it is between them, too.
	Start, End int

	Ordinary   bool // it is valid at the level parse.Lenient; if false, that is not known
	LeftBroken bool // it goes on after a line break, but beyond a limit
}

// A Result is what a Step has decided about its place.
type Result struct {
	// Verdict is Yes if Finder.Found was found. It is More if what follows the place is to be
	// decided about with more text, as at the end of the window. Otherwise it is No.
	Verdict wrapper.Verdict
	TooLong bool // a URL was passed over, as it is longer than Rules.MaxURL
	// Want is how long the window has to be for another look to pay, if a candidate was not
	// decided about; else 0.
	Want int
}

// A Finder finds the URLs in a text. The text is that of one window after another, each of
// which goes on with the one before, up to the next Reset.
//
// Its fields are of three sorts, so there are twelve of them: what is looked for, the text
// of the Step, and what is kept from one Step to the next, as a cache or for its memory.
type Finder struct {
	Found Candidate // by the last Step with the verdict Yes

	rules      Rules
	kinds      Kinds // in this text
	prose      bool  // in it, "a.name" may be a host; else it rather is a member or a file
	isOrdinary bool  // the rules let ordinary decide
	ends       schemeEnds

	text  // of the Step
	marks marks
	heads Heads
	field fieldLine
	bare  bare
	cand  wrapper.Candidate
}

// Init sets the rules, before the first text. The Finder must not be copied after that.
func (f *Finder) Init(r *Rules) {
	f.rules = *r
	f.fallback = (*chars.Fallback)(r.Fallback)
	f.ends = schemeEnds{opaque: r.Schemes.OpaqueEnds(), known: r.Schemes.KnownEnds()}
	f.isOrdinary = r.Kinds.Has(Bare) && r.Kinds.Has(Angle) && r.Kinds.Has(Wrapped) && r.Rejoin != RejoinWide
	for _, name := range ordinarySchemes {
		f.isOrdinary = f.isOrdinary && r.Schemes.Known([]byte(name))
	}
	f.bare.rules, f.bare.heads = &f.rules, &f.heads
}

var ordinarySchemes = scheme.Names(scheme.Ordinary)

// Reset begins another text, in which such kinds are looked for. If it is not prose, names
// in it are rather those of files and members than those of hosts.
func (f *Finder) Reset(kinds Kinds, prose bool) {
	f.kinds, f.prose = kinds, prose
	f.heads.Reset()
	f.field = fieldLine{at: -1}
	f.bare.cache.reset()
	f.marks.reset()
}

// ResetWithin is called after Reset if the first window does not begin where its text does.
func (f *Finder) ResetWithin() { f.heads.ResetWithin() }

// Slide is called when the window loses its first drop bytes.
func (f *Finder) Slide(drop int) {
	f.heads.Slide(drop)
	f.field.at -= drop
	f.bare.cache.slide(drop)
	f.marks.slide(drop)
}

// Step goes on from p until it has found a URL, needs more text, has passed over a URL that
// is too long, or comes to the index stop: it decides about each place before that. It
// returns the place where the search goes on, which may be after stop.
func (f *Finder) Step(t *Text, p Place, stop int) (Place, Result) {
	f.Text = t
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
				return Place{Pos: end, Floor: end}, Result{Verdict: wrapper.Yes}
			}
		}
		d := f.decide(i)
		if d.verdict == wrapper.More {
			p.Pos = i
			return p, Result{Verdict: wrapper.More, Want: i + 2*max(Eager, len(t.Data)-i)}
		}
		p = Place{Pos: max(i+1, d.next, p.Floor), Floor: max(p.Floor, d.floor), Within: d.within}
		if d.verdict == wrapper.Yes || d.tooLong {
			return p, Result{Verdict: d.verdict, TooLong: d.tooLong}
		}
	}
	if stop == len(t.Data) {
		return p, Result{Verdict: wrapper.More}
	}
	return p, Result{}
}

// decide decides about the place i.
func (f *Finder) decide(i int) decision {
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

// Leave goes to the end of the URL that p is within. It returns false if that is not in the
// window.
func (p *Place) Leave(t *Text) bool {
	for i, c := range t.Data[p.Pos:] {
		if ascii.Is(c, ascii.Space|ascii.Control) || c == '"' || c == '<' || c == '>' {
			p.Pos += i
			p.Floor = p.Pos
			p.Within = false
			return true
		}
	}
	p.Pos = len(t.Data)
	p.Floor = p.Pos
	return false
}

// A decision is what a rule says about a place. The zero decision is that no URL is found
// by it.
type decision struct {
	verdict wrapper.Verdict
	next    int  // where the search goes on, if not right after the place
	floor   int  // nothing before it is looked at again
	within  bool // the rest of a URL begins at next that is longer than the limit
	tooLong bool // a URL is longer than the limit
}

// none is the decision that no URL is found by the place.
var none decision

// undecided is the decision that needs more text.
var undecided = decision{verdict: wrapper.More}

// decided returns the decision with a verdict that says nothing about what is after the
// place.
func decided(v wrapper.Verdict) decision { return decision{verdict: v} }

// resumeAt returns the decision that no URL is found by what is before index next.
func resumeAt(next int) decision { return decision{next: next} }

// pass returns the decision that what ends before index end is dealt with, and is none of
// the URLs that are looked for.
func skipTo(end int) decision { return decision{next: end, floor: end} }

// settles reports whether d leaves nothing to be decided about the place i.
func (d decision) settles(i int) bool { return d.verdict != wrapper.No || d.next > i }

// found returns the decision that the candidate c was found, and that what ends before
// index end is dealt with.
func (f *Finder) found(c Candidate, end int) decision {
	f.Found = c
	return decision{verdict: wrapper.Yes, next: end, floor: end}
}

// text is a Text that is searched from a floor on. Its methods are the rules that depend on
// nothing else.
type text struct {
	*Text
	floor    int             // nothing before it is looked at again
	fallback *chars.Fallback // character set of octets that are not UTF-8
}

// atEdge is the verdict where the window ends before it can be given.
func (t *text) atEdge() wrapper.Verdict {
	if t.EOF {
		return wrapper.No
	}
	return wrapper.More
}

// isRefanged reports whether something in Data[from:to] was defanged.
func (t *text) isRefanged(from, to int) bool {
	return t.Refanged != nil && t.Refanged(from, to)
}

func yes(is bool) wrapper.Verdict {
	if is {
		return wrapper.Yes
	}
	return wrapper.No
}

func not(v wrapper.Verdict) wrapper.Verdict {
	switch v {
	case wrapper.Yes:
		return wrapper.No
	case wrapper.No:
		return wrapper.Yes
	}
	return v
}

package find

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/verdict"
	"github.com/urlgrep/urlgrep/parse"
)

// A Base resolves relative references.
type Base struct {
	URL      string            // "" if it is not known
	Resolves func(at int) bool // reports whether the reference at index at is resolved
}

// Reference decides about a text that is one URL reference: the value of an attribute, or
// the argument of url() in CSS. The window must begin where the text does. If the
// reference is no URL and not relative to a known base, or if it is longer than the
// limit, the verdict is No and the place is the beginning of the text: the caller then
// searches the text with Step.
func (f *Finder) Reference(t *Window, base Base) (Point, Result) {
	f.Window, f.floor = t, 0
	if !t.EOF && len(t.Data) <= max(f.rules.MaxURL, MaxHead) {
		return Point{}, Result{Verdict: verdict.More, Want: 2 * len(t.Data)}
	}
	d := f.reference(base)
	return Point{Pos: d.next, Floor: d.floor}, Result{Verdict: d.verdict, TooLong: d.tooLong, Baseless: d.baseless}
}

// reference decides about the reference that the window holds.
func (f *Finder) reference(base Base) decision {
	from, to := 0, len(f.Data)
	for from < to && f.Data[from] <= ' ' {
		from++
	}
	for from < to && f.Data[to-1] <= ' ' {
		to--
	}
	value := f.Data[from:to]
	colon := bytes.IndexByte(value, ':')
	if colon < 0 && base.URL == "" {
		return f.baseless(value, colon)
	}
	isTooLong := len(f.Data) > f.rules.MaxURL
	isValid := colon > 0 && !isTooLong && parse.Valid(value, parse.Lenient)
	if !isValid {
		if value = f.inUTF8(value); hasBreaks(value) {
			value = withoutBreaks(value)
		}
		colon = bytes.IndexByte(value, ':')
	}
	absolute := false
	if colon >= 0 {
		first, ok := f.rules.Schemes.Before(value, colon)
		absolute = ok && first == 0
	}
	if absolute && base.isSibling(value, colon) {
		value, absolute = withoutScheme(value, colon), false
	}
	switch {
	case absolute && isValid && !isReadOtherwise(value, colon):
		return f.followed(Candidate{From: from, To: to, URL: value, Valid: true})
	case absolute && !isTooLong:
		return f.absolute(value, colon, from, to)
	case absolute:
		return none
	case base.URL == "":
		return f.baseless(value, colon)
	case len(value) == 0, !f.kinds.Has(Attribute):
		return none
	case isTooLong:
		return tooLong(0)
	}
	return f.relative(value, base, from, to)
}

// baseless decides about value, whose first colon is at index colon, if no base is known.
func (f *Finder) baseless(value []byte, colon int) decision {
	isRelative := len(value) > 0 && value[0] != '#' && !hasScheme(value, colon)
	return decision{baseless: isRelative && f.kinds.Has(Attribute)}
}

// hasScheme reports whether value, whose first colon is at index colon, begins with the
// name of a scheme and a colon, also of a scheme that is not searched for.
func hasScheme(value []byte, colon int) bool {
	if colon <= 0 || !ascii.Is(value[0], ascii.Alpha) {
		return false
	}
	return !bytes.ContainsFunc(value[:colon], func(c rune) bool {
		return c >= utf8.RuneSelf || !ascii.Is(byte(c), ascii.Scheme)
	})
}

// isSibling reports whether value, with a scheme that ends at colon, is relative to b
// nevertheless: browsers ignore the scheme of "http:a" if it is that of the base, for
// special schemes (WHATWG URL standard, "special relative or authority state" and "file
// state").
func (b *Base) isSibling(value []byte, colon int) bool {
	return hasPrefixFold(b.URL, value[:colon+1]) && repairerOf(value[:colon]).special &&
		!bytes.HasPrefix(value[colon+1:], []byte("//"))
}

// hasPrefixFold reports whether s begins with prefix, in any letter case.
func hasPrefixFold(s string, prefix []byte) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], string(prefix))
}

// withoutScheme returns the text after the colon of value as a reference without a
// scheme, although it may begin as one with a scheme does.
func withoutScheme(value []byte, colon int) []byte {
	ref := value[colon+1:]
	switch {
	case repairerOf(value[:colon]).file && hasDrive(ref):
		return append([]byte("/"), ref...)
	case len(ref) > 0 && strings.IndexByte(`/\?#`, ref[0]) < 0:
		return append([]byte("./"), ref...)
	}
	return ref
}

// relative decides about value, a reference without a scheme in Data[from:to].
func (f *Finder) relative(value []byte, base Base, from, to int) decision {
	if !base.Resolves(from) {
		return none
	}
	end := strings.IndexByte(base.URL, ':')
	r := repairerOf([]byte(base.URL[:end]))
	ref := r.relative(value)
	resolved, ok := parse.Resolve(string(r.url([]byte(base.URL), end)), string(ref))
	if !ok {
		return none
	}
	c := Candidate{From: from, To: to, URL: []byte(resolved), Repaired: !bytes.Equal(ref, value)}
	if c.Repaired && !isFollowed(c.URL, r.special) {
		return none
	}
	return f.followed(c)
}

// absolute decides about value, a reference with a scheme in Data[from:to].
func (f *Finder) absolute(value []byte, colon, from, to int) decision {
	r := repairerOf(value[:colon])
	c := Candidate{From: from, To: to, URL: r.url(value, colon)}
	c.Repaired = !bytes.Equal(c.URL, value)
	if c.Repaired && !isFollowed(c.URL, r.special) {
		c.URL, c.Repaired = value, false
	}
	return f.followed(c)
}

// followed decides about c.URL, a URL that an attribute refers to.
func (f *Finder) followed(c Candidate) decision {
	colon := bytes.IndexByte(c.URL, ':')
	// Some pages percent-encode the "@" of an address, which mail programs accept.
	needed := c.URL
	if bytes.Contains(c.URL, []byte("%40")) {
		needed = bytes.Replace(c.URL, []byte("%40"), []byte("@"), 1)
	}
	switch {
	case f.rules.Schemes.Begins(needed, 0, colon, true) != verdict.Yes, !hasContent(c.URL[colon+1:]):
		return none
	case !f.kinds.Has(Attribute):
		return skipTo(len(f.Data))
	case len(c.URL) > f.rules.MaxURL:
		return tooLong(len(f.Data))
	}
	c.Kind, c.Start, c.End = Attribute, c.From, c.To
	if written := f.Data[c.From:c.To]; !c.Valid && hasBreaks(written) {
		c.Repaired = true
		c.Rejoined = bytes.ContainsAny(written, "\r\n")
	}
	return f.found(c, len(f.Data))
}

// withoutBreaks returns b without tabs and line breaks: WHATWG URL standard, "Remove all
// ASCII tab or newline from input."
func withoutBreaks(b []byte) []byte {
	return bytes.Map(func(r rune) rune {
		if r == '\t' || r == '\r' || r == '\n' {
			return -1
		}
		return r
	}, b)
}

// hasBreaks reports whether b has tabs or line breaks.
func hasBreaks(b []byte) bool {
	return bytes.IndexByte(b, '\t') >= 0 || bytes.IndexByte(b, '\n') >= 0 || bytes.IndexByte(b, '\r') >= 0
}

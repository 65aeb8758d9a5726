package find

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/wrapper"
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
func (f *Finder) Reference(t *Text, base Base) (Place, Result) {
	f.Text, f.floor = t, 0
	if !t.EOF && len(t.Data) <= max(f.rules.MaxURL, MaxHead) {
		return Place{}, Result{Verdict: wrapper.More, Want: 2 * len(t.Data)}
	}
	d := f.reference(base)
	return Place{Pos: d.next, Floor: d.floor}, Result{Verdict: d.verdict, TooLong: d.tooLong}
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
	value := f.inUTF8(f.Data[from:to])
	colon := bytes.IndexByte(value, ':')
	absolute := false
	if colon >= 0 {
		first, ok := f.rules.Schemes.Before(value, colon)
		absolute = ok && first == 0
	}
	isTooLong := len(f.Data) > f.rules.MaxURL
	switch {
	case absolute && !isTooLong:
		return f.absolute(value, colon, from, to)
	case absolute, base.URL == "", len(value) == 0, !f.kinds.Has(Attribute):
		return none
	case isTooLong:
		return tooLong(0)
	}
	return f.relative(value, base, from, to)
}

// relative decides about value, a reference without a scheme in Data[from:to].
func (f *Finder) relative(value []byte, base Base, from, to int) decision {
	if !base.Resolves(from) {
		return none
	}
	resolved, ok := parse.Resolve(base.URL, string(encodeBlanks(value, 0)))
	url := []byte(resolved)
	colon := bytes.IndexByte(url, ':')
	switch {
	case !ok, !f.rules.Schemes.Wanted(url[:colon]):
		return none
	case f.rules.Schemes.Begins(url, 0, colon, true) != wrapper.Yes, !hasContent(url[colon+1:]):
		return none
	}
	return f.foundReference(from, to, url)
}

// absolute decides about value, a reference with a scheme in Data[from:to].
func (f *Finder) absolute(value []byte, colon, from, to int) decision {
	// Some pages percent-encode the "@" of an address, which mail programs accept.
	needed := value
	if bytes.Contains(value, []byte("%40")) {
		needed = bytes.Replace(value, []byte("%40"), []byte("@"), 1)
	}
	if f.rules.Schemes.Begins(needed, 0, colon, true) != wrapper.Yes || !hasContent(value[colon+1:]) {
		return none
	}
	if !f.kinds.Has(Attribute) {
		return skipTo(len(f.Data))
	}
	return f.foundReference(from, to, encodeBlanks(value, colon+1))
}

// encodeBlanks percent-encodes the blanks in ref as browsers do (URL Standard, "path
// state" and the states after it): href="mailto:a@b.example?subject=an example" is one
// URL. A blank in an authority stays, and makes the URL invalid here as it does there.
// The text after the scheme begins at ref[from].
func encodeBlanks(ref []byte, from int) []byte {
	blank := bytes.IndexByte(ref, ' ')
	if blank < 0 {
		return ref
	}
	if rest, ok := bytes.CutPrefix(ref[from:], []byte("//")); ok {
		end := bytes.IndexAny(rest, "/?#")
		if end < 0 || blank < len(ref)-len(rest)+end {
			return ref
		}
	}
	return bytes.ReplaceAll(ref, []byte(" "), []byte("%20"))
}

// foundReference returns the decision that url was found at Data[from:to], or that it is
// too long once it is resolved and its blanks are encoded.
func (f *Finder) foundReference(from, to int, url []byte) decision {
	if len(url) > f.rules.MaxURL {
		return tooLong(len(f.Data))
	}
	return f.found(Candidate{Kind: Attribute, From: from, To: to, Start: from, End: to, URL: url}, len(f.Data))
}

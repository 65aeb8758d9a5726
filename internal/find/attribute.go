package find

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/wrapper"
	"github.com/urlgrep/urlgrep/parse"
)

// A Base is what relative references are resolved against.
type Base struct {
	URL      string            // "" if it is not known
	Resolves func(at int) bool // whether the reference at an index of the window is
}

// Reference decides about a text that is one URL reference: the value of an attribute, or
// of url() in CSS. The text begins with the window. One that is no URL, nor relative to a
// base that is known, is to be searched as other text is, as is one that is longer than the
// limit: then the verdict is No, and the place is the beginning of the text.
func (f *Finder) Reference(t *Text, base Base) (Place, Result) {
	f.Text, f.floor = t, 0
	if !t.EOF && len(t.Data) <= max(f.rules.MaxURL, MaxHead) {
		return Place{}, Result{Verdict: wrapper.More, Want: 2 * len(t.Data)}
	}
	d := f.reference(base)
	return Place{Pos: d.next, Floor: d.floor}, Result{Verdict: d.verdict, TooLong: d.tooLong}
}

// charRef decides about the text.
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

// relative decides about a reference that has no scheme.
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

// absolute decides about a reference that has a scheme.
func (f *Finder) absolute(value []byte, colon, from, to int) decision {
	// An address has its "@" encoded here at times, as no mail program minds.
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

// encodeBlanks encodes the blanks in a reference as browsers do (URL Standard, "path
// state" and those after it): href="mailto:a@b.example?subject=an example" is all one
// URL. One in an authority stays and makes the URL invalid, here as there. What is
// after the scheme begins at from.
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

// foundReference is found for a URL, Data[from:to] in the window, unless it is longer than
// the limit with its base, or with its blanks encoded.
func (f *Finder) foundReference(from, to int, url []byte) decision {
	if len(url) > f.rules.MaxURL {
		return tooLong(len(f.Data))
	}
	return f.found(Candidate{Kind: Attribute, From: from, To: to, Start: from, End: to, URL: url}, len(f.Data))
}

package record

import (
	"strings"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/parse"
)

// levels is the URL of a record, parsed at each level of package parse, with the errors. It is
// parsed when a field needs it, as some outputs print no field that does. The methods of Record
// below parse it.
type levels struct {
	isParsed, isJudged bool // the fields of generic are set, those of strictly

	scheme  string
	isURI   bool           // the components are those of a URI, in which no character needs an escape
	uri     parse.Warnings // at RFC3986
	lenient parse.URL      // parsed at Lenient; for matches without levels, the components that they have
	strict  parse.URL      // parsed at RFC1738
	errs    [3]error       // in the order of parse.Levels
}

// hasLevels reports whether the match is a URL with a scheme, so that it is valid or not at
// each level.
func (r *Record) hasLevels() bool {
	return r.match.Kind != extract.Email && r.match.Kind != extract.Schemeless
}

// generic returns the URL parsed at Lenient.
func (r *Record) generic() *parse.URL {
	if !r.isParsed {
		r.parse()
	}
	return &r.lenient
}

// isPlain reports whether the URL and its components are those of a URI, in which no character
// needs an escape in JSON.
func (r *Record) isPlain() bool {
	r.generic()
	return r.isURI
}

// strictly returns the URL parsed at RFC1738.
func (r *Record) strictly() *parse.URL {
	if !r.isJudged {
		r.judge()
	}
	return &r.strict
}

// parse parses the match at Lenient and RFC3986.
func (r *Record) parse() {
	l, m := &r.levels, r.match
	l.isParsed, l.scheme, l.isURI = true, "", false
	switch m.Kind {
	case extract.Email:
		l.lenient = parse.URL{}
		if at := strings.LastIndexByte(m.URL, '@'); at >= 0 {
			l.lenient.User = parse.Component{Value: m.URL[:at], Present: true}
			l.lenient.Host = parse.Component{Value: m.URL[at+1:], Present: true}
		}
	case extract.Schemeless:
		// Parse the match with a scheme before it, which gives it its components.
		if l.lenient.Reset(scheme.Assumed+m.URL, parse.Lenient) != nil {
			l.lenient = parse.URL{}
		}
	default:
		l.errs[2] = l.lenient.Reset(m.URL, parse.Lenient)
		uri, err := l.lenient.At(parse.RFC3986)
		l.errs[1], l.isURI, l.uri = err, err == nil, uri.Warnings
		if l.scheme = l.lenient.Scheme; l.scheme == "" {
			l.scheme = r.strictly().Scheme // RFC 3986 allows fewer schemes
		}
	}
}

// judge parses the match at RFC1738, too.
func (r *Record) judge() {
	l := &r.levels
	l.isJudged = true
	if !r.hasLevels() {
		l.strict, l.errs = parse.URL{}, [3]error{}
		return
	}
	l.strict, l.errs[0] = r.generic().At(parse.RFC1738)
}

// results returns the error of each level, in the order of parse.Levels. All are nil for a
// match without levels.
func (r *Record) results() *[3]error {
	r.generic()
	r.strictly()
	return &r.errs
}

// warnings returns the warnings of package parse at the level of the match.
func (r *Record) warnings() (w parse.Warnings) {
	if !r.hasLevels() {
		return 0
	}
	switch r.match.Level {
	case parse.RFC3986:
		r.generic()
		w = r.uri
	case parse.RFC1738:
		w = r.strictly().Warnings
	default:
		w = r.generic().Warnings
	}
	return w
}

// repaired is the name of the warning that a match is repaired, which is about the text that the
// URL comes from.
const repaired = "repaired"

// isRepaired reports whether the match has the warning repaired.
func (r *Record) isRepaired() bool { return r.match.Repaired && r.hasLevels() }

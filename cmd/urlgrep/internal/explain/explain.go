// Package explain prints how each level of package parse parses a URL, as text or as
// JSON.
package explain

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/internal/jsonenc"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/parse"
)

// Settings are the settings of an Explainer.
type Settings struct {
	Level parse.Level // level used by AnyValid
	JSON  bool
	Quiet bool // print nothing
}

// An Explainer prints how each level parses the URLs it is given.
type Explainer struct {
	settings Settings
	line     *output.Line
	any      bool // a URL was valid at settings.Level
	count    int
}

// New returns an Explainer that prints to line.
func New(line *output.Line, s Settings) *Explainer { return &Explainer{settings: s, line: line} }

// AnyValid reports whether one of the URLs was valid at the level of the settings.
func (x *Explainer) AnyValid() bool { return x.any }

// Lines explains the URL on each non-empty line of r. A line may have at most longest
// bytes.
func (x *Explainer) Lines(r io.Reader, longest int) error {
	in := bufio.NewScanner(r)
	in.Buffer(nil, longest+len("\r\n"))
	line := 0
	for in.Scan() && x.line.Output().Err() == nil {
		if line++; in.Text() != "" {
			x.URL(in.Text())
		}
	}
	if in.Err() == bufio.ErrTooLong {
		return fmt.Errorf("line %d is longer than %d bytes", line+1, longest)
	}
	return in.Err()
}

// URL explains a URL.
func (x *Explainer) URL(text string) {
	switch {
	case x.settings.Quiet:
	case x.settings.JSON:
		x.object(text)
	default:
		x.prose(text)
	}
	if _, err := parse.Parse(text, x.settings.Level); err == nil {
		x.any = true
	}
	x.count++
}

// Keys of the object that --explain --json prints for a URL. The value of an absent field
// is null.
var (
	keyURL       = jsonenc.NewKey("url")
	keyRawBase64 = jsonenc.NewKey("raw_base64") // the bytes of a URL that is not UTF-8; omitted otherwise
	keyScheme    = jsonenc.NewKey("scheme")
	keyLevels    = jsonenc.NewKey("levels")

	// Keys of the object for each level.
	keyValid         = jsonenc.NewKey("valid")
	keyErrorClass    = jsonenc.NewKey("error_class")
	keyErrorOffset   = jsonenc.NewKey("error_offset")
	keyWarnings      = jsonenc.NewKey("warnings")
	keyComponents    = jsonenc.NewKey("components")
	keyFragment      = jsonenc.NewKey("fragment")
	keyFragmentValid = jsonenc.NewKey("fragment_valid")
	keyEffectivePort = jsonenc.NewKey("effective_port")
)

// object prints the result of each level for a URL as one line of JSON.
func (x *Explainer) object(text string) {
	var e jsonenc.Encoder
	e.Open(jsonenc.Member)
	e.String(keyURL, text)
	if !utf8.ValidString(text) {
		e.Base64(keyRawBase64, text)
	}
	scheme := ""
	for _, level := range parse.Levels() { // all levels that know one have the same one
		u, _ := parse.Parse(text, level)
		scheme = cmp.Or(u.Scheme, scheme)
	}
	nullable(&e, keyScheme, scheme != "", func() { e.String(keyScheme, scheme) })
	e.Open(keyLevels)
	for _, level := range parse.Levels() {
		u, err := parse.Parse(text, level)
		e.Open(jsonenc.NewKey(level.String()))
		encodeLevel(&e, &u, err)
		e.Close()
	}
	e.Close()
	e.Close()
	x.line.Output().Write(append(e.B, '\n'))
}

// encodeLevel encodes the result of one level for a URL.
func encodeLevel(e *jsonenc.Encoder, u *parse.URL, err error) {
	wrong, _ := err.(*parse.Error)
	e.Bool(keyValid, wrong == nil)
	nullable(e, keyErrorClass, wrong != nil, func() { e.Label(keyErrorClass, wrong.Class.String()) })
	nullable(e, keyErrorOffset, wrong != nil, func() { e.Int(keyErrorOffset, int64(wrong.Offset)) })
	record.EncodeWarnings(e, keyWarnings, u.Warnings)
	nullable(e, keyComponents, wrong == nil, func() { record.EncodeComponents(e, keyComponents, u, false) })
	nullable(e, keyFragment, u.Fragment.Present, func() { e.String(keyFragment, u.Fragment.Value) })
	nullable(e, keyFragmentValid, u.Fragment.Present, func() { e.Bool(keyFragmentValid, u.FragmentValid) })
	port, ok := u.EffectivePort()
	nullable(e, keyEffectivePort, ok, func() { e.Int(keyEffectivePort, int64(port)) })
}

// nullable encodes a value, or null if it is absent.
func nullable(e *jsonenc.Encoder, k jsonenc.Key, present bool, encode func()) {
	if present {
		encode()
	} else {
		e.Null(k)
	}
}

// prose prints the result of each level for a URL as text.
func (x *Explainer) prose(text string) {
	if x.count > 0 {
		x.line.End()
	}
	x.picture(text)
	l := x.line
	var last []record.Description
	for _, level := range parse.Levels() {
		u, err := parse.Parse(text, level)
		if err != nil {
			x.wrong(err.(*parse.Error))
			continue
		}
		l.AddLine("", level.String()+": ")
		l.AddLine(l.Colours.Valid, "valid")
		l.End()
		list := describe(&u)
		if slices.Equal(list, last) {
			l.AddLine("", "  same as above")
			l.End()
			continue
		}
		last = list
		for _, f := range list {
			l.AddLine("", "  ")
			l.AddLine(l.Colours.Part, f.Name)
			if f.Value != "" {
				l.AddLine("", strings.Repeat(" ", max(0, 16-len(f.Name)))+f.Value)
			}
			l.End()
		}
	}
}

// picture prints a URL with a diagram of its components at the first level at which it is
// valid.
func (x *Explainer) picture(text string) {
	var list []parse.NamedComponent
	for _, level := range parse.Levels() {
		if u, err := parse.Parse(text, level); err == nil {
			list = record.Leaves(&u)
			break
		}
	}
	at := 0
	for i, p := range list {
		x.line.AddLine("", text[at:p.Span.From])
		x.line.AddLine(componentColour(i), p.Value)
		at = p.Span.To
	}
	x.line.AddLine("", text[at:])
	x.line.End()
	x.draw(text, list)
}

// wrong prints the place of an error in a URL, and the error.
func (x *Explainer) wrong(e *parse.Error) {
	l := x.line
	l.AddLine("", e.Level.String()+": ")
	l.AddLine(l.Colours.Wrong, "not valid")
	l.AddLine("", fmt.Sprintf(": %s at byte %d", e.Class, e.Offset))
	l.End()
	l.AddLine("", "  "+e.URL)
	l.End()
	l.AddCaret([]byte("  "+e.URL[:e.Offset]), e.Class.String(), e.Rule())
}

// describe returns descriptions of the components of a valid URL and of its other
// properties.
func describe(u *parse.URL) (list []record.Description) {
	add := func(name, value string) { list = append(list, record.Description{Name: name, Value: value}) }
	add("scheme", u.Scheme)
	list = append(list, record.Describe(u)...)
	if u.Fragment.Present {
		add("fragment", u.Fragment.Value)
	}
	if port, ok := u.EffectivePort(); ok {
		add("effective port", fmt.Sprint(port))
	}
	if u.Fragment.Present && !u.FragmentValid {
		add("warning", "fragment not valid")
	}
	for w := range u.Warnings.Names() {
		add("warning", w)
	}
	return list
}

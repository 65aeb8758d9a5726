package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/jsonenc"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/parse"
	"github.com/urlgrep/urlgrep/wrapper"
)

// An explainer says of URLs what each level makes of them.
type explainer struct {
	*config
	out   *output.Output
	print printer
	any   bool // one was valid at the level asked for
	count int
}

// explain is what --explain does with the URLs that are operands, or one a
// line on standard input. Something is found when one of them is valid.
func explain(c *config, stdin io.Reader, out *output.Output, log *output.Messages) int {
	x := &explainer{config: c, out: out, print: printer{config: c, out: out, colours: c.palette(out)}}
	for _, url := range c.operands {
		x.url(url)
	}
	if len(c.operands) == 0 {
		if err := x.lines(input.NewSource(stdin, &input.Monitor{Out: out})); err != nil {
			log.Print(input.StdinName, output.Cause(err).Error())
			return exitError
		}
	}
	if x.any {
		return exitFound
	}
	return exitNothing
}

// lines explains the URL on each line of r that has one.
func (x *explainer) lines(r io.Reader) error {
	longest := x.opts.MaxURL
	if longest == 0 {
		longest = wrapper.DefaultMaxURL
	}
	in := bufio.NewScanner(r)
	in.Buffer(nil, longest+len("\r\n"))
	line := 0
	for in.Scan() && x.out.Err() == nil {
		if line++; in.Text() != "" {
			x.url(in.Text())
		}
	}
	if in.Err() == bufio.ErrTooLong {
		return fmt.Errorf("line %d is longer than %d bytes", line+1, longest)
	}
	return in.Err()
}

func (x *explainer) url(text string) {
	switch {
	case x.quiet:
	case x.json:
		x.object(text)
	default:
		x.prose(text)
	}
	if _, err := parse.Parse(text, x.opts.Level); err == nil {
		x.any = true
	}
	x.count++
}

// The keys of what --explain --json prints about a URL, of all of which null is the value
// if it is absent.
var (
	keyURL       = jsonenc.NewKey("url")
	keyRawBase64 = jsonenc.NewKey("raw_base64") // URL, if that is not UTF-8; else it is left out
	keyScheme    = jsonenc.NewKey("scheme")
	keyLevels    = jsonenc.NewKey("levels")

	// Of each level.
	keyValid         = jsonenc.NewKey("valid")
	keyErrorClass    = jsonenc.NewKey("error_class")
	keyErrorOffset   = jsonenc.NewKey("error_offset")
	keyWarnings      = jsonenc.NewKey("warnings")
	keyComponents    = jsonenc.NewKey("components")
	keyFragment      = jsonenc.NewKey("fragment")
	keyFragmentValid = jsonenc.NewKey("fragment_valid")
	keyEffectivePort = jsonenc.NewKey("effective_port")
)

// object prints what each level makes of a URL, as one line of JSON.
func (x *explainer) object(text string) {
	var e jsonenc.Encoder
	e.Open(jsonenc.Member)
	e.String(keyURL, text)
	if !utf8.ValidString(text) {
		e.Base64(keyRawBase64, text)
	}
	scheme := ""
	for _, level := range parse.Levels() { // all that know one know the same
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
	x.out.Write(append(e.B, '\n'))
}

// encodeLevel encodes what a level makes of a URL.
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

// nullable encodes a value, null if it is absent.
func nullable(e *jsonenc.Encoder, k jsonenc.Key, present bool, encode func()) {
	if present {
		encode()
	} else {
		e.Null(k)
	}
}

// prose prints the same for people.
func (x *explainer) prose(text string) {
	if x.count > 0 {
		fmt.Fprintln(x.out)
	}
	x.picture(text)
	p := &x.print
	var last []record.Description
	for _, level := range parse.Levels() {
		u, err := parse.Parse(text, level)
		if err != nil {
			x.wrong(err.(*parse.Error))
			continue
		}
		p.add("", level.String()+": ")
		p.add(p.colours.valid, "valid")
		p.end()
		list := describe(&u)
		if slices.Equal(list, last) {
			p.add("", "  the same")
			p.end()
			continue
		}
		last = list
		for _, f := range list {
			p.add("", "  ")
			p.add(p.colours.part, f.Name)
			if f.Value != "" {
				p.add("", strings.Repeat(" ", max(0, 16-len(f.Name)))+f.Value)
			}
			p.end()
		}
	}
}

// picture prints a URL, and what its parts are at the first level at which it is
// valid.
func (x *explainer) picture(text string) {
	var list []parse.NamedComponent
	for _, level := range parse.Levels() {
		if u, err := parse.Parse(text, level); err == nil {
			list = record.Leaves(&u)
			break
		}
	}
	at := 0
	for i, p := range list {
		x.print.add("", text[at:p.Span.From])
		x.print.add(componentColour(i), p.Value)
		at = p.Span.To
	}
	x.print.add("", text[at:])
	x.print.end()
	x.draw(text, list)
}

// wrong prints where a URL is wrong, and what is.
func (x *explainer) wrong(e *parse.Error) {
	p := &x.print
	p.add("", e.Level.String()+": ")
	p.add(p.colours.wrong, "not valid")
	p.add("", fmt.Sprintf(": %s at byte %d", e.Class, e.Offset))
	p.end()
	p.add("", "  "+e.URL)
	p.end()
	p.caret([]byte("  "+e.URL[:e.Offset]), e.Class.String(), e.Rule())
}

// describe returns each component of a valid URL, and for what else
// there is to say, for people.
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
		add("warning", "bad fragment")
	}
	for w := range u.Warnings.Names() {
		add("warning", w)
	}
	return list
}

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
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
		if err := x.lines(newSource(stdin, out)); err != nil {
			log.Print(stdinName, output.Cause(err).Error())
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

// An explanation is what --explain --json prints about a URL: all the keys,
// null for what is absent.
type explanation struct {
	URL       string  `json:"url"`
	RawBase64 []byte  `json:"raw_base64,omitempty"` // URL, where that is not UTF-8
	Scheme    *string `json:"scheme"`
	Levels    struct {
		RFC1738 finding `json:"rfc1738"`
		RFC3986 finding `json:"rfc3986"`
		Lenient finding `json:"lenient"`
	} `json:"levels"`
}

// A finding is what a level makes of a URL.
type finding struct {
	Valid         bool            `json:"valid"`
	ErrorClass    *parse.Class    `json:"error_class"`
	ErrorOffset   *int            `json:"error_offset"`
	Warnings      parse.Warnings  `json:"warnings"`
	Components    any             `json:"components"`
	Fragment      parse.Component `json:"fragment"`
	FragmentValid *bool           `json:"fragment_valid"`
	EffectivePort *int            `json:"effective_port"`
}

func (x *explainer) object(text string) {
	e := explanation{URL: text}
	if !utf8.ValidString(text) {
		e.RawBase64 = []byte(text)
	}
	e.Levels.RFC1738 = e.find(text, parse.RFC1738)
	e.Levels.RFC3986 = e.find(text, parse.RFC3986)
	e.Levels.Lenient = e.find(text, parse.Lenient)
	x.out.Write(encode(&e))
}

// encode returns v as one line of JSON.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // v has nothing in it that could not be encoded
	}
	return b.Bytes()
}

// find returns what a level makes of a URL, and notes its scheme, which is the
// same at all levels that know one.
func (e *explanation) find(text string, level parse.Level) finding {
	u, err := parse.Parse(text, level)
	if u.Scheme != "" {
		e.Scheme = &u.Scheme
	}
	if err != nil {
		err := err.(*parse.Error)
		return finding{ErrorClass: &err.Class, ErrorOffset: &err.Offset}
	}
	f := finding{Valid: true, Warnings: u.Warnings, Components: u.Components(), Fragment: u.Fragment}
	if u.Fragment.Present {
		f.FragmentValid = &u.FragmentValid
	}
	if port, ok := u.EffectivePort(); ok {
		f.EffectivePort = &port
	}
	return f
}

// prose prints the same for people.
func (x *explainer) prose(text string) {
	if x.count > 0 {
		fmt.Fprintln(x.out)
	}
	x.picture(text)
	p := &x.print
	var last []field
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
			p.add(p.colours.part, f.name)
			if f.value != "" {
				p.add("", strings.Repeat(" ", max(0, 16-len(f.name)))+f.value)
			}
			p.end()
		}
	}
}

// picture prints a URL, and what its parts are at the first level at which it is
// valid.
func (x *explainer) picture(text string) {
	var list []portion
	for _, level := range parse.Levels() {
		if u, err := parse.Parse(text, level); err == nil {
			list = portions(&u)
			break
		}
	}
	at := 0
	for i, p := range list {
		x.print.add("", text[at:p.from])
		x.print.add(portionColour(i), text[p.from:p.to])
		at = p.to
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
func describe(u *parse.URL) (list []field) {
	add := func(name, value string) { list = append(list, field{name, value}) }
	add("scheme", u.Scheme)
	list = append(list, fields(u.Components())...)
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

// A field is a component that is not absent, for people to read.
type field struct{ name, value string }

// fields returns the components that v, which is one of parse's types, has in
// its JSON, in that order: so their names are the same with --json and
// without.
func fields(v any) (list []field) {
	d := json.NewDecoder(bytes.NewReader(encode(v)))
	d.Token() // "{"
	for d.More() {
		name, _ := d.Token()
		var value json.RawMessage
		d.Decode(&value)
		if f := (field{name.(string), readable(value)}); string(value) != "null" {
			list = append(list, f)
		}
	}
	return list
}

// readable returns a string as it is, but for the empty one, which would not be
// seen, and anything else as JSON.
func readable(value json.RawMessage) (s string) {
	if json.Unmarshal(value, &s) == nil && s != "" {
		return s
	}
	return string(value)
}

package unwrap

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"regexp/syntax"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/scheme"
)

// A RuleError is an error in a line of a table of rules.
type RuleError struct {
	Line     int    // from 1
	Provider string // in a table of ClearURLs, "" outside providers
	Err      error
}

func (e *RuleError) Error() string {
	if e.Provider != "" {
		return fmt.Sprintf("line %d: provider %q: %v", e.Line, e.Provider, e.Err)
	}
	return fmt.Sprintf("line %d: %v", e.Line, e.Err)
}

func (e *RuleError) Unwrap() error { return e.Err }

// ParseRules parses a table of tracking parameters in one of two formats.
//
// A text has one parameter in a line: its name, in which "*" is any text, and after a blank
// the hosts that it is for. "*.a.example" is a.example and all hosts below it; without hosts
// the parameter is for all. A text from "#" to the end of the line is a comment:
//
//	ref_*  shop.example *.a.example
//	campaign_id
//
// A JSON object, which begins with "{", is a table in the format of the browser extension
// ClearURLs (data.min.json). Its providers are used with urlPattern, rules, rawRules and
// exceptions; referralMarketing, redirections, completeProvider and forceRedirection are
// checked and have no effect. Go's regular expressions have no look-around: a rule that
// cannot be compiled is skipped, and a provider if its urlPattern or one of its exceptions
// cannot. A provider with an unknown key is used without it. skipped has an error for each of
// these.
//
// The error, if any, is a *RuleError: for a text with another form, or JSON that is not such
// a table.
func ParseRules(text []byte) (r *Rules, skipped []*RuleError, err error) {
	text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	if start := bytes.TrimLeft(text, " \t\r\n"); len(start) > 0 && start[0] == '{' {
		t := clearURLs{text: text, dec: json.NewDecoder(bytes.NewReader(text))}
		if err := t.table(); err != nil {
			return nil, nil, t.wrap(err)
		}
		return &t.rules, t.skipped, nil
	}
	r = new(Rules)
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		line, _, _ = strings.Cut(line, "#")
		name, hosts, _ := strings.Cut(strings.Join(strings.Fields(line), " "), " ")
		if name == "" {
			continue
		}
		if err := checkParameter(name, hosts); err != nil {
			return nil, nil, &RuleError{Line: number, Err: err}
		}
		r.params = append(r.params, trackingParameter{name: name, hosts: strings.ToLower(hosts)})
	}
	return r, nil, nil
}

// checkParameter returns an error if name is not a name of a parameter or hosts are not
// hosts.
func checkParameter(name, hosts string) error {
	if i := strings.IndexAny(name, "?&=/:|^$"); i >= 0 {
		return fmt.Errorf("invalid parameter %.100q: a name has no %q", name, name[i])
	}
	if strings.Trim(name, "*") == "" {
		return fmt.Errorf("invalid parameter %.100q: it matches every name", name)
	}
	for host := range strings.FieldsSeq(hosts) {
		plain := strings.TrimPrefix(host, "*.")
		if plain == "" || strings.ContainsAny(plain, "*/:?#@[]") || !isValid(scheme.Assumed+plain) {
			return fmt.Errorf("invalid host %.100q: must be as a.com or *.a.com", host)
		}
	}
	return nil
}

// A provider is a provider of ClearURLs: rules for the URLs that url matches.
type provider struct {
	url        *regexp.Regexp
	literal    string // in lower case; in all ASCII texts that url matches
	exceptions []*regexp.Regexp
	rules      []*regexp.Regexp // for the names of parameters
	raw        []*regexp.Regexp // for the whole URL
}

// applies reports whether p is for url. lower is url in lower case if it is ASCII, otherwise
// empty.
func (p *provider) applies(url, lower string) bool {
	// Most of the 200 providers are for one host, which takes less time to find than to
	// match.
	if lower != "" && !strings.Contains(lower, p.literal) {
		return false
	}
	return p.url.MatchString(url) && !matchesAny(p.exceptions, url)
}

// tracks reports whether a parameter with the given name is a tracking parameter.
func (p *provider) tracks(name string) bool { return matchesAny(p.rules, name) }

func matchesAny(list []*regexp.Regexp, text string) bool {
	for _, re := range list {
		if re.MatchString(text) {
			return true
		}
	}
	return false
}

// literalOf returns a text in lower case that is in all ASCII texts that re matches.
func literalOf(re *syntax.Regexp) string {
	switch re.Op {
	case syntax.OpLiteral:
		if text := string(re.Rune); ascii.All(text) {
			return strings.ToLower(text)
		}
	case syntax.OpCapture, syntax.OpPlus:
		return literalOf(re.Sub[0])
	case syntax.OpConcat:
		longest := ""
		for _, sub := range re.Sub {
			if text := literalOf(sub); len(text) > len(longest) {
				longest = text
			}
		}
		return longest
	}
	return ""
}

// removeRaw returns url without the text that a raw rule matches. A rule that would make the
// URL invalid is not applied.
func (p *provider) removeRaw(url string) string {
	for _, rule := range p.raw {
		if shorter := rule.ReplaceAllLiteralString(url, ""); shorter != url && isValid(shorter) {
			url = shorter
		}
	}
	return url
}

// clearURLs parses a table of ClearURLs.
type clearURLs struct {
	text    []byte
	dec     *json.Decoder
	at      int    // an offset in text
	lines   int    // the number of line feeds before at
	name    string // of the provider
	rules   Rules
	skipped []*RuleError
}

// line returns the line of the token that was read last.
func (t *clearURLs) line() int {
	end := min(len(t.text), int(t.dec.InputOffset()))
	t.lines += bytes.Count(t.text[t.at:end], []byte("\n"))
	t.at = end
	return 1 + t.lines
}

// wrap returns err, which ends the parsing, with its place.
func (t *clearURLs) wrap(err error) error {
	line := t.line()
	var wrong *json.SyntaxError
	if errors.As(err, &wrong) {
		line = 1 + bytes.Count(t.text[:min(len(t.text), int(wrong.Offset))], []byte("\n"))
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the table ends too early")
	}
	return &RuleError{line, t.name, err}
}

// skip notes a rule that is not used.
func (t *clearURLs) skip(format string, args ...any) {
	t.skipped = append(t.skipped, &RuleError{t.line(), t.name, fmt.Errorf(format, args...)})
}

// table parses the whole table.
func (t *clearURLs) table() error {
	found := false
	err := t.object("the table", func(key string) error {
		if key != "providers" || found {
			return fmt.Errorf("unknown key %.100q: want one key %q", key, "providers")
		}
		found = true
		return t.object("providers", func(name string) error {
			t.name = name
			err := t.provider()
			if err == nil {
				t.name = ""
			}
			return err
		})
	})
	if err != nil {
		return err
	}
	if !found {
		return fmt.Errorf("no key %q", "providers")
	}
	if _, err := t.dec.Token(); err != io.EOF {
		return errors.New("text after the table")
	}
	return nil
}

// object parses an object, and calls member after each key. what names the object.
func (t *clearURLs) object(what string, member func(key string) error) error {
	if err := t.open('{', what, "an object"); err != nil {
		return err
	}
	for t.dec.More() {
		key, err := t.dec.Token()
		if err != nil {
			return err
		}
		if err := member(key.(string)); err != nil { // keys of objects are strings
			return err
		}
	}
	_, err := t.dec.Token()
	return err
}

// open reads the first token of a value.
func (t *clearURLs) open(want json.Delim, what, kind string) error {
	token, err := t.dec.Token()
	if err == nil && token != want {
		err = fmt.Errorf("%s must be %s", what, kind)
	}
	return err
}

// provider parses a provider.
func (t *clearURLs) provider() error {
	var p provider
	usable, hasURL := true, false
	err := t.object("a provider", func(key string) (err error) {
		switch key {
		case "urlPattern":
			text, err := t.readString(key)
			if err != nil {
				return err
			}
			hasURL = true
			p.url = t.compile(key, "", text, "")
			usable = usable && p.url != nil
			return nil
		case "rules":
			p.rules, err = t.expressions(key, "^(?:", ")$")
			return err
		case "rawRules":
			p.raw, err = t.expressions(key, "", "")
			return err
		case "exceptions":
			before := len(t.skipped)
			p.exceptions, err = t.expressions(key, "", "")
			usable = usable && len(t.skipped) == before
			return err
		case "referralMarketing", "redirections":
			return t.readStrings(key, func(string) {})
		case "completeProvider", "forceRedirection":
			token, err := t.dec.Token()
			if _, ok := token.(bool); err == nil && !ok {
				err = fmt.Errorf("%s must be true or false", key)
			}
			return err
		}
		var ignored any
		t.skip("unknown key %.100q is not used", key)
		return t.dec.Decode(&ignored)
	})
	switch {
	case err != nil:
		return err
	case !hasURL:
		return fmt.Errorf("no key %q", "urlPattern")
	case !usable:
		t.skip("the provider is not used")
	default:
		if re, err := syntax.Parse(p.url.String(), syntax.Perl); err == nil {
			p.literal = literalOf(re)
		}
		t.rules.providers = append(t.rules.providers, p)
	}
	return nil
}

// readString parses a string.
func (t *clearURLs) readString(key string) (string, error) {
	token, err := t.dec.Token()
	text, ok := token.(string)
	if err == nil && !ok {
		err = fmt.Errorf("%s must be a string", key)
	}
	return text, err
}

// readStrings parses an array of strings, and calls do for each.
func (t *clearURLs) readStrings(key string, do func(string)) error {
	if err := t.open('[', key, "an array"); err != nil {
		return err
	}
	for t.dec.More() {
		text, err := t.readString("an element of " + key)
		if err != nil {
			return err
		}
		do(text)
	}
	_, err := t.dec.Token()
	return err
}

// expressions parses an array of regular expressions, and returns those that can be
// compiled between before and after.
func (t *clearURLs) expressions(key, before, after string) (list []*regexp.Regexp, err error) {
	err = t.readStrings(key, func(text string) {
		if re := t.compile(key, before, text, after); re != nil {
			list = append(list, re)
		}
	})
	return list, err
}

// compile compiles a regular expression between before and after, which ignores letter case
// as in ClearURLs. It returns nil, and notes that the expression is not used, if that is not
// possible.
func (t *clearURLs) compile(key, before, text, after string) *regexp.Regexp {
	re, err := regexp.Compile("(?i)" + before + text + after)
	if err == nil {
		return re
	}
	var wrong *syntax.Error
	if errors.As(err, &wrong) {
		err = fmt.Errorf("%s: %.200q", wrong.Code, wrong.Expr)
	}
	t.skip("%s: expression %.200q is not used: %w", key, text, err)
	return nil
}

package parse_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/parse"
)

func TestLevelText(t *testing.T) {
	for _, level := range parse.Levels() {
		b, err := level.MarshalText()
		if err != nil || string(b) != level.String() {
			t.Errorf("%v: %q, %v", level, b, err)
		}
		var got parse.Level
		if err := got.UnmarshalText(b); err != nil || got != level {
			t.Errorf("%v: %v, %v", level, got, err)
		}
	}
	if _, err := parse.Level(9).MarshalText(); err == nil {
		t.Error("Level(9) has a text")
	}
	if got := parse.Level(9).String(); got != "Level(9)" {
		t.Error(got)
	}
}

// TestUnknownLevel checks that no text is valid at an unknown level, and that the error
// describes the level.
func TestUnknownLevel(t *testing.T) {
	const level = parse.Level(99)
	for _, text := range []string{"http://a.example/", "x:y", "http://a:b@c/", "", "a b"} {
		u, err := parse.Parse(text, level)
		if want := (parse.URL{Text: text, Level: level}); u != want || !errors.Is(err, parse.UnknownLevel) {
			t.Errorf("Parse(%q) = %+v, %v", text, u, err)
		}
		if err == nil || !strings.Contains(err.Error(), "unknown-level at offset 0 (Level(99): valid levels are lenient, rfc3986 and rfc1738)") {
			t.Errorf("Parse(%q): %v", text, err)
		}
		if parse.Valid([]byte(text), level) {
			t.Errorf("Valid(%q)", text)
		}
		levels := parse.Levels()
		for _, from := range append(levels[:], level) {
			u, _ := parse.Parse(text, from)
			if got, err := u.At(level); got != (parse.URL{Text: text, Level: level}) || !errors.Is(err, parse.UnknownLevel) {
				t.Errorf("Parse(%q, %v).At(%v) = %+v, %v", text, from, level, got, err)
			}
		}
	}
}

// TestFailedURL checks that a failed Parse returns only the text, the level and the
// scheme.
func TestFailedURL(t *testing.T) {
	for _, c := range []struct{ text, scheme string }{
		{"HTTP://u:p@h/a?b|<#c", "http"},
		{"X-New:<#c", "x-new"},
		{"<#c", ""},
	} {
		for _, level := range parse.Levels() {
			u, err := parse.Parse(c.text, level)
			if want := (parse.URL{Text: c.text, Level: level, Scheme: c.scheme}); err == nil || u != want {
				t.Errorf("Parse(%q, %v) = %+v, %v", c.text, level, u, err)
			}
		}
	}
}

// TestAt checks that At returns the URL and the error of Parse at another level.
func TestAt(t *testing.T) {
	for _, text := range []string{"http://a.example/b?c#d", "http://a.example/ü", "1:x", "ftp://a:b?@c/", "http://a b/"} {
		for _, from := range parse.Levels() {
			u, _ := parse.Parse(text, from)
			for _, to := range parse.Levels() {
				want, wantErr := parse.Parse(text, to)
				if got, err := u.At(to); !reflect.DeepEqual(got, want) || !reflect.DeepEqual(err, wantErr) {
					t.Errorf("Parse(%q, %v).At(%v) = %+v, %v; want %+v, %v", text, from, to, got, err, want, wantErr)
				}
			}
		}
	}
}

// TestReset checks that Reset keeps no data of the URL before.
func TestReset(t *testing.T) {
	texts := []string{"ftp://u:p@a.example:1/b;type=a#c", "http://a b/", "x:", "http://ü.example/?q", "", "mailto:a@b"}
	for _, level := range parse.Levels() {
		var u parse.URL
		for _, text := range append(texts, texts...) {
			want, wantErr := parse.Parse(text, level)
			if err := u.Reset(text, level); !reflect.DeepEqual(u, want) || !reflect.DeepEqual(err, wantErr) {
				t.Errorf("Reset(%q, %v): %+v, %v; want %+v, %v", text, level, u, err, want, wantErr)
			}
		}
	}
}

// TestBytes checks that Parse and Valid do with bytes what they do with a string, and that a URL
// does not change with the bytes.
func TestBytes(t *testing.T) {
	for _, text := range []string{"ftp://u:p@a.example:1/b;type=a#c", "http://a b/", "x:", "http://ü.example/?q", "", "mailto:a@b"} {
		for _, level := range parse.Levels() {
			b := []byte(text)
			want, wantErr := parse.Parse(text, level)
			valid := parse.Valid(b, level)
			got, err := parse.Parse(b, level)
			clear(b)
			if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(err, wantErr) || valid != (err == nil) || valid != parse.Valid(text, level) {
				t.Errorf("Parse(%q, %v): %+v, %v; want %+v, %v; Valid: %v", text, level, got, err, want, wantErr, valid)
			}
		}
	}
}

// TestComponentJSON checks the JSON of components, in which < > & are not escaped.
func TestComponentJSON(t *testing.T) {
	for _, c := range []struct{ value, want string }{
		{"a", `"a"`},
		{"\"\\\x01\x7f\u2028", `"\"\\\u0001\u007f\u2028"`},
		{"<&>é\xff", `"<&>é` + "\ufffd" + `"`},
	} {
		b, err := parse.Component{Value: c.value, Present: true}.MarshalJSON()
		if err != nil || string(b) != c.want {
			t.Errorf("%q: %s, %v", c.value, b, err)
		}
		var back string
		if err := json.Unmarshal(b, &back); err != nil || back != strings.ToValidUTF8(c.value, "\ufffd") {
			t.Errorf("%q: %q, %v", c.value, back, err)
		}
	}
}

// TestErrorMessage checks that the message of an error is short for any URL, and shows
// the offset.
func TestErrorMessage(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"x:\x1b[0m", `"x:\x1b[0m": unsafe-char at offset 2 (RFC 3986, appendix A (pchar): characters that are not allowed must be encoded; a control character is not allowed)`},
		{"http://a b/", `"http://a b/": bad-host at offset 8 (RFC 3986, section 3.2.2: the host is not valid; a blank is not allowed)`},
		{"http://a:8\t0/", `"http://a:8\t0/": bad-port at offset 10 (RFC 3986, section 3.2.3: a port must be digits; a tab is not allowed)`},
		{"ht\r\ntp://a/", `"ht\r\ntp://a/": bad-scheme at offset 2 (RFC 3986, section 3.1: a scheme must be a letter, then letters, digits, +, - or .; a line break is not allowed)`},
		{"http://a\u3000b/", "\"http://a\u3000b/\"" + `: bad-host at offset 8 (RFC 3986, section 3.2.2: the host is not valid; white space is not allowed)`},
		{"x:\"a\"", `"x:\"a\"": unsafe-char at offset 2 (RFC 3986, appendix A (pchar): characters that are not allowed must be encoded; a double quote is not allowed)`},
		{"x:a>", `"x:a>": unsafe-char at offset 3 (RFC 3986, appendix A (pchar): characters that are not allowed must be encoded; an angle bracket is not allowed)`},
		{"http://a%4 1/", `"http://a%4 1/": bad-escape at offset 10 (RFC 3986, section 2.1: two hexadecimal digits must follow "%"; a blank is not allowed)`},
		{"x:a\x7f", `"x:a\x7f": unsafe-char at offset 3 (RFC 3986, appendix A (pchar): characters that are not allowed must be encoded; a control character is not allowed)`},
		{"x:a\u0085", `"x:a\u0085": unsafe-char at offset 3 (RFC 3986, appendix A (pchar): characters that are not allowed must be encoded; a control character is not allowed)`},
		{"http://a:x/", `"http://a:x/": bad-port at offset 10 (RFC 3986, section 3.2.3: a port must be digits)`},
		{"http", `"http": no-scheme at offset 4 (RFC 3986, section 3.1: a scheme and a colon must come first)`},
		{"x:" + strings.Repeat("a", 100) + " " + strings.Repeat("é", 100),
			`…"` + strings.Repeat("a", 60) + " " + strings.Repeat("é", 9) + `"…: unsafe-char at offset 102 (RFC 3986, appendix A (pchar): characters that are not allowed must be encoded; a blank is not allowed)`},
	} {
		if _, err := parse.Parse(c.text, parse.Lenient); err == nil || err.Error() != c.want {
			t.Errorf("%q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

// TestRules checks that each class has a rule at the levels at which it occurs, and is an
// error that errors.Is finds.
func TestRules(t *testing.T) {
	for class := parse.NoScheme; class <= parse.EmptyAddress; class++ {
		for _, level := range parse.Levels() {
			e := &parse.Error{Level: level, Scheme: "nntp", Class: class}
			if rule := e.Rule(); !strings.HasPrefix(rule, "RFC ") {
				t.Errorf("%v at %v: %q", class, level, rule)
			}
			if !errors.Is(e, class) || errors.Is(e, class+1) {
				t.Errorf("%v at %v: errors.Is", class, level)
			}
		}
	}
}

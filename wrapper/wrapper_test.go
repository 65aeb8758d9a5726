package wrapper_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/wrapper"
)

// TestNext checks the wrappers that Next finds in texts.
func TestNext(t *testing.T) {
	schemes, err := wrapper.ParseSchemes("x")
	if err != nil {
		t.Fatal(err)
	}
	rules := map[string]*wrapper.Rules{
		"":         {},
		"schemes":  {Schemes: schemes},
		"max-url":  {MaxURL: 12},
		"one line": {MaxLines: 1},
		"wide":     {Wide: true},
		"koi8-r":   {Fallback: fallback('я')},
	}
	for _, c := range []struct{ rules, text, want string }{
		{"", "see <URL:http://a.exa\nmple/b-\nc> now", "closed 4-32 http://a.example/b-c [18]"},
		{"", "> <http://a.example/\n> b>", "closed 2-25 http://a.example/b []"},
		{"", "<URL:http://a.example/ and so on, as it is never closed", "unclosed 0"},
		{"", "<http://a.example/ b>", "unclosed 0"},
		{"wide", "<http://a.example/ b|c>", "closed 0-23 http://a.example/b|c []"},
		{"", "<URL: see there> <URL:http", "none; cut 17"},
		{"", "a < b", "none; cut 2"},
		{"schemes", "<ftp://a.example/> <x:y>", "closed 19-24 x:y []"},
		{"max-url", "<URL:http://a.example/b>", "unclosed 0"},
		{"one line", "<URL:http://a.example/\nb>", "unclosed 0"},
		{"koi8-r", "<URL:http://a.example/\xc1>", "closed 0-24 http://a.example/я []"},
	} {
		var got []string
		for _, atEOF := range []bool{true, false} {
			var w wrapper.Candidate
			said := "none"
			switch rules[c.rules].Next(&w, []byte(c.text), 0, atEOF) {
			case wrapper.Closed:
				said = fmt.Sprintf("closed %d-%d %s %d", w.Start, w.End, w.URL, w.Hyphens)
			case wrapper.Unclosed:
				said = fmt.Sprintf("unclosed %d", w.Start)
			case wrapper.Cut:
				said = fmt.Sprintf("cut %d", w.Start)
			}
			if len(got) == 0 || said != got[0] {
				got = append(got, said)
			}
		}
		if got := strings.Join(got, "; "); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.rules, c.text, got, c.want)
		}
	}
}

// The text of Schemes is read as the same, and so is their JSON.
func TestSchemesText(t *testing.T) {
	for list, want := range map[string]string{
		"":                     "",
		"http,HTTPS":           "http,https",
		"+x,a,-news,urn":       "+a,x,-news,urn",
		"http,+x,-http":        "http,+x,-http",
		"x,+x":                 "x,+x",
		" -mailto: , +dns,dns": "+dns,-mailto",
	} {
		var s, again wrapper.Schemes
		if err := s.UnmarshalText([]byte(list)); err != nil || s.String() != want {
			t.Errorf("%q: %q, %v; want %q", list, &s, err, want)
		}
		data, err := json.Marshal(&s)
		if err == nil {
			err = json.Unmarshal(data, &again)
		}
		if err != nil || !reflect.DeepEqual(s, again) {
			t.Errorf("%q: %s, %v", list, data, err)
		}
	}
	var s wrapper.Schemes
	if err := s.UnmarshalText([]byte("a b")); err == nil {
		t.Error(&s)
	}
	if !s.Wanted([]byte("http")) || !s.Known([]byte("http")) || (*wrapper.Schemes)(nil).String() != "" {
		t.Error("the zero Schemes are not the built-in table")
	}
}

func TestStateString(t *testing.T) {
	for i, want := range []string{"none", "closed", "unclosed", "cut", "State(4)"} {
		if got := wrapper.State(i).String(); got != want {
			t.Errorf("%d is %q, want %q", i, got, want)
		}
	}
}

// fallback returns a character set with one character.
func fallback(r rune) *[128]rune {
	var set [128]rune
	for i := range set {
		set[i] = r
	}
	return &set
}

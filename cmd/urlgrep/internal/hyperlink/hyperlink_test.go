package hyperlink

import (
	"strings"
	"testing"
)

// TestURI checks which URLs become links, and how.
func TestURI(t *testing.T) {
	long := "http://a.example/" + strings.Repeat("b", maxURI-len("http://a.example/"))
	for _, c := range []struct{ url, want string }{
		{"http://a.example/b?c=%20;d#e", "http://a.example/b?c=%20;d#e"},
		{"HTTPS://a.example/", "HTTPS://a.example/"},
		{"mailto:joe@a.example", "mailto:joe@a.example"},
		{"http://bücher.example/\u202e", "http://b%C3%BCcher.example/%E2%80%AE"},
		{"http://a.example/\x1b\\\x07\x9c\x00 \x7f\n", `http://a.example/%1B\%07%9C%00%20%7F%0A`},
		{long, long},
		{long + "b", ""},
		{long[1:] + "b", ""}, // no scheme that is known
		{long[:maxURI-1] + "é", ""},
		{long[:maxURI-6] + "é", long[:maxURI-6] + "%C3%A9"},
		{"javascript:alert(1)", ""},
		{"JavaScript://a.example/%0aalert(1)", ""},
		{"vbscript:x", ""},
		{"data:text/html,x", ""},
		{"file:///etc/passwd", ""},
		{"x-unknown://a.example/", ""},
		{"www.a.example", ""},
		{":", ""},
		{"", ""},
	} {
		if got := URI(c.url); got != c.want {
			t.Errorf("URI(%.60q) = %.60q, want %.60q", c.url, got, c.want)
		}
	}
}

// TestLink checks the control sequences.
func TestLink(t *testing.T) {
	for _, c := range []struct {
		link Link
		want string
	}{
		{Link{}, "x"},
		{Link{ID: 3}, "x"},
		{Link{URI: "http://a/"}, "\x1b]8;;http://a/\x1b\\x\x1b]8;;\x1b\\"},
		{Link{URI: "http://a/", ID: 12}, "\x1b]8;id=12;http://a/\x1b\\x\x1b]8;;\x1b\\"},
	} {
		if got := string(c.link.AppendEnd(append(c.link.AppendStart(nil), 'x'))); got != c.want {
			t.Errorf("%+v: got %q, want %q", c.link, got, c.want)
		}
	}
}

// FuzzURI checks that no URL ends its control sequence or exceeds the limit.
func FuzzURI(f *testing.F) {
	f.Add("http://a.example/\x1b\\")
	f.Add("mailto:\xff\u0090;é")
	f.Fuzz(func(t *testing.T, url string) {
		uri := URI(url)
		if len(uri) > maxURI || strings.ContainsFunc(uri, func(r rune) bool { return r <= ' ' || r > '~' }) {
			t.Errorf("%q: got %q", url, uri)
		}
	})
}

// TestWorks checks the environments of terminals.
func TestWorks(t *testing.T) {
	for _, c := range []struct {
		env  string
		want bool
	}{
		{"", false},
		{"TERM=dumb", false},
		{"TERM=linux", false},
		{"TERM=vt220", false},
		{"TERM=eterm-color", false},
		{"TERM=xterm", true},
		{"TERM=xterm-256color", true},
		{"TERM=xterm-kitty", true},
		{"TERM=vte-256color VTE_VERSION=7001", true},
		{"TERM=xterm-256color VTE_VERSION=5002", true},
		{"TERM=xterm-256color VTE_VERSION=5000", false},
		{"TERM=xterm-256color VTE_VERSION=3405", false},
		{"TERM=xterm-256color VTE_VERSION=x", false},
		{"TERM=tmux-256color TMUX=/tmp/tmux-0/default,1,0", true},
		{"TERM=tmux-256color", true},
		{"TERM=screen-256color TMUX=/tmp/tmux-0/default,1,0", true},
		{"TERM=screen", false},
		{"TERM=xterm STY=12.pts-0.host", false},
	} {
		getenv := func(name string) string {
			for v := range strings.FieldsSeq(c.env) {
				if value, ok := strings.CutPrefix(v, name+"="); ok {
					return value
				}
			}
			return ""
		}
		if got := Works(getenv); got != c.want {
			t.Errorf("%q: got %v", c.env, got)
		}
	}
}

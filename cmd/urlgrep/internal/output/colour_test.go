package output

import (
	"bytes"
	"testing"
)

// TestNewPalette checks when there are colours.
func TestNewPalette(t *testing.T) {
	for _, c := range []struct {
		when          When
		terminal      bool
		term, noColor string
		want          bool
	}{
		{Auto, true, "xterm", "", true},
		{Auto, false, "xterm", "", false},
		{Auto, true, "dumb", "", false},
		{Auto, true, "", "", false},
		{Auto, true, "xterm", "1", false},
		{Always, false, "dumb", "1", true},
		{Never, true, "xterm", "", false},
	} {
		t.Setenv("TERM", c.term)
		t.Setenv("NO_COLOR", c.noColor)
		t.Setenv("GREP_COLORS", "")
		out := New(new(bytes.Buffer))
		out.Terminal = c.terminal
		p := NewPalette(c.when, out)
		if want := (Palette{}); p.On != c.want || !c.want && p != want || c.want && p != standardPalette {
			t.Errorf("%+v: %+v", c, p)
		}
	}
}

// TestGrepColors checks the capabilities of GREP_COLORS, and that one that is malformed changes
// nothing.
func TestGrepColors(t *testing.T) {
	t.Setenv("TERM", "xterm")
	for _, c := range []struct {
		value string
		set   func(p *Palette)
	}{
		{"mt=01;32", func(p *Palette) { p.URL = "01;32" }},
		{"mt=1:ms=2", func(p *Palette) { p.URL = "2" }},
		{"sl=1:cx=2:fn=3:ln=4:bn=5:se=6", func(p *Palette) {
			p.Selected, p.Context, p.Name, p.Line, p.Offset, p.Separator = "1", "2", "3", "4", "5", "6"
		}},
		{"fn=:ne", func(p *Palette) { p.Name, p.noErase = "", true }},
		{"ne=1:rv:mc=1:xx=2:fn:ln=a:se=\x1b:ms =1", func(p *Palette) {}},
		{":::", func(p *Palette) {}},
	} {
		t.Setenv("GREP_COLORS", c.value)
		want := standardPalette
		c.set(&want)
		if got := NewPalette(Always, New(new(bytes.Buffer))); got != want {
			t.Errorf("%q: %+v, want %+v", c.value, got, want)
		}
	}
}

// TestHasLinks checks that links are on where the user wants them, or where terminals show them.
func TestHasLinks(t *testing.T) {
	for _, name := range []string{"TERM_PROGRAM", "VTE_VERSION", "WT_SESSION", "KITTY_WINDOW_ID", "TMUX", "STY"} {
		t.Setenv(name, "")
	}
	for _, c := range []struct {
		when     When
		terminal bool
		term     string
		want     bool
	}{
		{Always, false, "dumb", true},
		{Never, true, "xterm-kitty", false},
		{Auto, true, "xterm-kitty", true},
		{Auto, false, "xterm-kitty", false},
		{Auto, true, "dumb", false},
	} {
		t.Setenv("TERM", c.term)
		out := New(new(bytes.Buffer))
		out.Terminal = c.terminal
		if got := HasLinks(c.when, out); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

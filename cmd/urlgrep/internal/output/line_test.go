package output

import (
	"bytes"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/hyperlink"
)

// TestLine checks lines with and without colours, links and a terminal. In the results, "E" is the
// escape character.
func TestLine(t *testing.T) {
	plain := Palette{On: true, Separator: "36", Caret: "32", noErase: true}
	link := hyperlink.Link{URI: "http://a.example/"}
	for _, c := range []struct {
		name    string
		colours Palette
		links   bool
		build   func(l *Line)
		text    string // written to a file
		shown   string // written to a terminal
	}{
		{"text", Palette{}, false, func(l *Line) { l.Add("31", []byte("a\x1bb\tc")); l.AddInt("", -7); l.Separate(':'); l.End() }, "aEb\tc-7:\n", "a\\u001bb\\u0009c-7:\n"},
		{"colours", plain, false, func(l *Line) { l.Add("31", []byte("a\x1bb")); l.Separate(':'); l.AddInt("", 7); l.End() }, "E[31ma\\u001bbE[mE[36m:E[m7\n", "E[31ma\\u001bbE[mE[36m:E[m7\n"},
		{"erased", Palette{On: true}, false, func(l *Line) { l.AddString("31", "a"); l.AddString("", "b"); l.AddString("31", ""); l.End() }, "E[31mE[KaE[mE[Kb\n", "E[31mE[KaE[mE[Kb\n"},
		{"a string of several lines", Palette{}, false, func(l *Line) { l.AddLine("31", "a\nb"); l.EndWith(0) }, "a\\u000ab\x00", "a\\u000ab\\u0000"},
		{"unchanged", plain, false, func(l *Line) {
			l.Append('a', 0x1b)
			l.AppendFunc(func(b []byte) []byte { return append(b, "c\x01"...) })
			l.End()
		}, "aEc\x01\n", "aEc\x01\n"},
		{"safe text", plain, false, func(l *Line) {
			l.AddShown("31", []byte("a\x1b"))
			l.AddShown("", []byte("b"))
			l.AddShown("31", nil)
			l.EndShown('\n')
		}, "E[31maEE[mb\n", "E[31maEE[mb\n"},
		{"safe text without colours", Palette{}, false, func(l *Line) { l.AddShown("31", []byte("a\x1b")); l.EndShown('\n') }, "aE\n", "aE\n"},
		{"in parts", Palette{}, false, func(l *Line) { l.AddString("", "a"); l.Pass(); l.AddString("", "b"); l.End() }, "ab\n", "ab\n"},
		{"forgotten", Palette{}, false, func(l *Line) { l.AddString("", "a"); l.Reset(); l.AddString("", "b"); l.End() }, "b\n", "b\n"},
		{"no link", Palette{}, false, func(l *Line) { l.AddLink(link, "31", appendText("a\x1b")); l.End() }, "aE\n", "a\\u001b\n"},
		{"a link", Palette{}, true, func(l *Line) { l.AddLink(link, "31", appendText("a\x1b")); l.AddString("", "\x1b"); l.End() },
			"E]8;;http://a.example/E\\a\\u001bE]8;;E\\\\u001b\n", "E]8;;http://a.example/E\\a\\u001bE]8;;E\\\\u001b\n"},
		{"a link in a colour", plain, true, func(l *Line) { l.AddLink(link, "31", appendText("a")); l.End() },
			"E[31mE]8;;http://a.example/E\\aE]8;;E\\E[m\n", "E[31mE]8;;http://a.example/E\\aE]8;;E\\E[m\n"},
		{"a link of no text", plain, true, func(l *Line) { l.AddLink(link, "31", appendText("")); l.End() }, "\n", "\n"},
		{"made visible", Palette{}, false, func(l *Line) { l.Append('a', 0x1b); l.MakeVisible(); l.EndShown('\n') }, "aE\n", "a\\u001b\n"},
		{"made visible with colours", plain, false, func(l *Line) { l.Append('a', 0x1b); l.MakeVisible(); l.EndShown('\n') }, "aE\n", "aE\n"},
		{"a caret", plain, false, func(l *Line) { l.AddCaret([]byte("ä\tbc"), "bad-port", "a\nrule"); l.End() }, "         E[32m^ bad-portE[m: a\\u000arule\n\n", "         E[32m^ bad-portE[m: a\\u000arule\n\n"},
		{"a caret after a control character", Palette{}, false, func(l *Line) { l.AddCaret([]byte("\x1b日"), "x", "y") }, "   ^ x: y\n", "        ^ x: y\n"},
		{"a caret after a tab", Palette{}, false, func(l *Line) { l.AddCaret([]byte("ä\tbc"), "x", "y") }, " \t  ^ x: y\n", "         ^ x: y\n"},
	} {
		for _, terminal := range []bool{false, true} {
			var b bytes.Buffer
			out := New(&b)
			out.Terminal = terminal
			l := NewLine(out, c.colours)
			l.Links = c.links
			c.build(l)
			out.Flush()
			want := c.text
			if terminal {
				want = c.shown
			}
			if got := string(bytes.ReplaceAll(b.Bytes(), []byte("\x1b"), []byte("E"))); got != want || l.Output() != out {
				t.Errorf("%s, terminal %v: %q, want %q", c.name, terminal, got, want)
			}
		}
	}
}

func appendText(text string) func(b []byte) []byte {
	return func(b []byte) []byte { return append(b, text...) }
}

// TestShown checks when text within a line is made visible as a whole, and that its line breaks
// always are.
func TestShown(t *testing.T) {
	for _, c := range []struct {
		terminal, colours, links bool
		is                       bool
		want                     string
	}{
		{false, false, false, false, "\x1b\\u000a"},
		{true, false, false, true, "\\u001b\\u000a"},
		{false, true, false, true, "\\u001b\\u000a"},
		{false, false, true, true, "\\u001b\\u000a"},
	} {
		out := New(new(bytes.Buffer))
		out.Terminal = c.terminal
		l := NewLine(out, Palette{On: c.colours})
		l.Links = c.links
		if got := string(l.Shown([]byte("\x1b\n"))); got != c.want || l.IsShown() != c.is {
			t.Errorf("%+v: %q, %v", c, got, l.IsShown())
		}
	}
}

package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// TestFieldsAdmit checks that no match is in a header field that prefilter.Fields leaves
// out, whether by its hints or by reading all of the field.
func TestFieldsAdmit(t *testing.T) {
	t.Parallel()
	pieces := []string{
		"http", "mailto", "urn", "URL", "x", ":", ": ", "//", "/", "<", ">", "a", "1", "é", "\b", "_\b",
		"=?us-ascii?q?", "=?us-ascii?b?", "=?utf-7?q?", "?=", "=3A", "=2F=2F", "=6Dailto", "Oi8v", "+ADo-", "; x*=us-ascii''", "; x*0*=''", "%3A", "\n ",
		"b.org", "@", " ",
	}
	tails := []string{"", "//a", "a:b", "a@b.org", "//a?=", "a@b.org?="}
	n := 3
	switch effort.Get() {
	case effort.Short:
		n = 2
	case effort.Long:
		n = 4
	}
	var header strings.Builder
	fields := 0
	options := []*Options{{Input: InputMail}, {Input: InputMail, Kinds: append(DefaultKinds(), Schemeless, Email)}}
	if named, err := ParseSchemes("+x"); err == nil {
		options = append(options, &Options{Input: InputMail, Schemes: named})
	}
	flush := func() {
		header.WriteString("\nno body\n")
		for _, o := range options {
			if got, want := matchesOf(header.String(), o, true), matchesOf(header.String(), o, false); got != want {
				t.Fatalf("with filter and without it differ, %+v:\n%s", *o, firstDifference(header.String(), got, want))
			}
		}
		header.Reset()
		fields = 0
	}
	var extend func(text string, n int)
	extend = func(text string, n int) {
		for _, tail := range tails {
			name := "X-Field"
			switch {
			case strings.Contains(text, "*="):
				name = "Content-Disposition"
			case fields%2 == 0:
				name = "Subject"
			}
			fmt.Fprintf(&header, "%s: %s%s\n", name, text, tail)
			if fields++; fields == 1000 {
				flush()
			}
		}
		if n > 0 {
			for _, p := range pieces {
				extend(text+p, n-1)
			}
		}
	}
	extend("", n)
	flush()
}

// matchesOf lists the matches in a text, a line each.
func matchesOf(text string, o *Options, filtered bool) string {
	s := NewScanner(nil, o)
	if !filtered {
		s.src.mailbox.Fields, s.src.mail = nil, nil
	}
	s.Reset(strings.NewReader(text))
	var b strings.Builder
	for s.Scan() {
		m := s.Match()
		fmt.Fprintf(&b, "%d %v %q of %q\n", m.Offset, m.Kind, m.URL, m.Text)
	}
	return b.String()
}

// firstDifference returns the first lines in which got and want differ, and the beginning of
// the header from there on.
func firstDifference(header, got, want string) string {
	g, w := strings.SplitAfter(got, "\n"), strings.SplitAfter(want, "\n")
	for len(g) > 1 && len(w) > 1 && g[0] == w[0] {
		g, w = g[1:], w[1:]
	}
	at := 0
	fmt.Sscan(max(g[0], w[0]), &at)
	return fmt.Sprintf("got  %swant %sof %.200q", g[0], w[0], header[max(0, at-50):])
}

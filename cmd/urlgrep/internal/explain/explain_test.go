package explain

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/internal/visible"
	"github.com/urlgrep/urlgrep/parse"
)

// FuzzExplain checks for any text that the JSON agrees with package parse, that no
// control character reaches a terminal, and that the components occur in the text in
// order.
func FuzzExplain(f *testing.F) {
	for _, s := range []string{"http://a.example:80/b?c#d", "ftp://joe:pw@a.example/b/c;type=i", "mailto:joe@a.example", "prospero://a.example//b;c=d;e=f", "http://日本.example/\u202e\x1b[31m", "wais://a/b/c/d", "gopher://a/1b%09c", "x", "nntp://a/b/1\xff", "news:*", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			t.Skip()
		}
		var b bytes.Buffer
		out := output.New(&b)
		New(output.NewLine(out, output.Palette{}), Settings{JSON: true}).URL(text)
		out.Flush()
		var got struct {
			URL    string `json:"url"`
			Raw    []byte `json:"raw_base64"`
			Levels map[string]struct{ Valid bool }
		}
		if err := json.Unmarshal(b.Bytes(), &got); err != nil {
			t.Fatalf("%q: %v in %s", text, err, &b)
		}
		if got.Raw == nil && got.URL != text || got.Raw != nil && string(got.Raw) != text {
			t.Errorf("%q: %s", text, &b)
		}
		for _, level := range parse.Levels() {
			u, err := parse.Parse(text, level)
			if got.Levels[level.String()].Valid != (err == nil) {
				t.Errorf("%q: %s", text, &b)
			}
			at := 0
			for _, p := range record.Leaves(&u) {
				if p.Span.From < at || p.Span.To <= p.Span.From || p.Span.To > len(text) {
					t.Errorf("%q: %+v behind %d", text, p, at)
				}
				at = p.Span.To
			}
		}

		b.Reset()
		out.Terminal = true
		New(output.NewLine(out, output.Palette{}), Settings{}).URL(text)
		out.Flush()
		for line := range strings.Lines(b.String()) {
			if line = strings.TrimSuffix(line, "\n"); string(visible.Append(nil, []byte(line))) != line {
				t.Errorf("%q: %q", text, line)
			}
		}
	})
}

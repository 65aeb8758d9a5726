package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/internal/testing/texts"
	"github.com/urlgrep/urlgrep/internal/visible"
	"github.com/urlgrep/urlgrep/parse"
)

// TestExplainVectors compares --explain --json with the vectors for package parse.
func TestExplainVectors(t *testing.T) {
	for _, file := range texts.Vectors(t) {
		t.Run(strings.TrimSuffix(file.Name, ".jsonl"), func(t *testing.T) {
			vectors, err := readObjects(file.Data)
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range vectors {
				checkVector(t, v)
			}
		})
	}
}

func checkVector(t *testing.T, v map[string]any) {
	url, _ := v["url"].(string)
	if h, ok := v["url_hex"].(string); ok {
		b, err := hex.DecodeString(h)
		if err != nil {
			t.Fatal(err)
		}
		url = string(b)
	}
	level := v["level"].(string)
	var stdout, stderr bytes.Buffer
	args := []string{"urlgrep", "--explain", "--json", "--level=" + level, "--", url}
	if status := run(args, nil, &stdout, &stderr); (status == exitFound) != v["valid"].(bool) || stderr.Len() > 0 {
		t.Errorf("%v: exit status %d, %s", v["id"], status, &stderr)
	}
	var got struct {
		Scheme any
		Levels map[string]map[string]any
	}
	if err := json.Unmarshal(stdout.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	// Another level may know a scheme where this one knows none.
	if v["scheme"] != nil && got.Scheme != v["scheme"] {
		t.Errorf("%v: scheme is %v, want %v", v["id"], got.Scheme, v["scheme"])
	}
	for _, key := range []string{"valid", "components", "fragment", "fragment_valid", "effective_port", "error_class", "error_offset", "warnings"} {
		g, ok := got.Levels[level][key]
		if !ok || !reflect.DeepEqual(g, v[key]) {
			t.Errorf("%v: %s of %q is %s, want %s", v["id"], key, url, compact(g), compact(v[key]))
		}
	}
}

// FuzzExplain: of any text the JSON says what package parse does, on a terminal comes
// nothing out of it that is not shown, and the parts stand in it one behind another.
func FuzzExplain(f *testing.F) {
	for _, s := range []string{"http://a.example:80/b?c#d", "ftp://joe:pw@a.example/b/c;type=i", "mailto:joe@a.example", "prospero://a.example//b;c=d;e=f", "http://日本.example/\u202e\x1b[31m", "wais://a/b/c/d", "gopher://a/1b%09c", "x", "nntp://a/b/1\xff", "news:*", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 2000 {
			t.Skip()
		}
		var b bytes.Buffer
		c := config{recordOptions: recordOptions{json: true}}
		x := &explainer{config: &c, out: output.New(&b)}
		x.print = printer{config: &c, out: x.out}
		x.url(text)
		x.out.Flush()
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
		c.json, x.out.Terminal = false, true
		x.url(text)
		x.out.Flush()
		for line := range strings.Lines(b.String()) {
			if line = strings.TrimSuffix(line, "\n"); string(visible.Append(nil, []byte(line))) != line {
				t.Errorf("%q: %q", text, line)
			}
		}
	})
}

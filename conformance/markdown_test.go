package conformance

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"
)

// markdownTexts are texts in Markdown with one URL, at "@".
var markdownTexts = []string{
	"[l](@)\n", "[l](<@>)\n", "![i](@ \"t\")\n", "<@>\n", "see @ there\n", "*see @* there\n", "_see @_\n", "[r]\n\n[r]: @\n\nb\n", "[r][]\n\n[r]: <@> 't'\n",
	"| a | b |\n|---|---|\n| c | @ |\n", "(@)\n", "`@` b\n", "<a href=\"@\">l</a>\n", "<a href='@'>l</a>\n", "- @\n- b\n", "> see @, b\n", "@\n", "a\n\n    @\n", "[@](@)\n", "~see @~ b\n", "$@$ b\n",
}

// markdownParts are what the random URLs consist of.
var markdownParts = []string{
	"a", "b", "(x)", "(", ")", "[x]", "[", "]", "](javascript:f)", ")%20[x](javascript:f", "*", "**", "_", "__", "/_c_/", "~", "~c~", "~~", "`", "!", "![", "<b>", "<", ">", "\\", "\\)", "&lt;", "&copy;", "&#41;", "&", "&amp;", "%29", "%20",
	"|", "'", `"`, "#", ";", ",", "$", "--", "@", "é", "=", "?q=", "//", "-", "+", ":", "{x}", "^", " ",
}

// markdownShape returns the structure of a text in Markdown, and the texts and targets in it.
func markdownShape(source string) (shape string, values []string) {
	parser := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough)).Parser()
	b := []byte(source)
	value := func(kind, text string) {
		if kind == "text" && strings.HasSuffix(shape, "text ") { // one text may be several nodes
			values[len(values)-1] += text
			return
		}
		shape, values = shape+kind+" ", append(values, text)
	}
	ast.Walk(parser.Parse(text.NewReader(b)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			if n.Kind() != ast.KindText && n.Kind() != ast.KindString {
				shape += "end "
			}
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Text:
			value("text", string(n.Segment.Value(b)))
			return ast.WalkContinue, nil
		case *ast.String:
			value("text", string(n.Value))
			return ast.WalkContinue, nil
		case *ast.Link:
			value("link", string(n.Destination)+"\x00"+string(n.Title))
		case *ast.Image:
			value("image", string(n.Destination)+"\x00"+string(n.Title))
		case *ast.AutoLink:
			value("auto", string(n.URL(b)))
		case *ast.RawHTML:
			value("html", string(n.Segments.Value(b)))
		}
		if n.Type() == ast.TypeBlock && n.ChildCount() == 0 && n.Lines().Len() > 0 {
			value("lines", string(n.Lines().Value(b)))
		}
		shape += n.Kind().String() + " "
		return ast.WalkContinue, nil
	})
	return shape, values
}

// randomMarkdownURL returns a URL of several parts.
func randomMarkdownURL(r *rand.Rand, host string) string {
	b := "http://" + host + "/a"
	for range r.IntN(5) {
		b += markdownParts[r.IntN(len(markdownParts))]
	}
	return b
}

// TestMarkdown checks that --replace with the fields of random URLs changes nothing in the
// structure of Markdown but the URL, as goldmark reads it.
func TestMarkdown(t *testing.T) {
	program, done, err := command()
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	r := rand.New(rand.NewPCG(29, 1))
	const divider = "\n=== divider ===\n"
	for _, suffix := range []string{".md", ".rst"} { // in the second, the notation is not certain
		dir := t.TempDir()
		var args, sources, olds []string
		for i := 0; i < 3000; {
			target := randomMarkdownURL(r, "b.example")
			if r.IntN(3) > 0 {
				target = url.QueryEscape(target)
			}
			old := "https://www.google.com/url?q=" + target + []string{"", "&sa=D", "&a=(x)", "#[c](d)"}[r.IntN(4)]
			source := strings.ReplaceAll(markdownTexts[r.IntN(len(markdownTexts))], "@", old)
			if found, at := firstURL(source); found != old || !strings.HasPrefix(source[at:], old) || strings.Contains(source, "=== d") {
				continue
			}
			name := filepath.Join(dir, fmt.Sprint(i)+suffix)
			if err := os.WriteFile(name, []byte(source+divider), 0o600); err != nil {
				t.Fatal(err)
			}
			args, sources, olds = append(args, name), append(sources, source), append(olds, old)
			i++
		}
		cmd := exec.Command(program, append([]string{"--input=text", "--unwrap", "--replace={{or .Target .URL}}"}, args...)...)
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil && cmd.ProcessState.ExitCode() != 2 {
			t.Fatal(err, &stderr)
		}
		got := strings.Split(string(out), divider)
		if len(got) != len(sources)+1 {
			t.Fatalf("%d texts, want %d", len(got)-1, len(sources))
		}
		changed, seen := 0, 0
		for i, source := range sources {
			if got[i] == source {
				continue
			}
			changed++
			shape, values := markdownShape(source)
			if strings.Count(strings.Join(values, "\n"), olds[i]) < strings.Count(source, olds[i]) {
				continue // it ends elsewhere in Markdown
			}
			seen++
			newShape, newValues := markdownShape(got[i])
			if newShape != shape || len(newValues) != len(values) {
				t.Errorf("%q becomes %q:\n%s%q\n%s%q", source, got[i], shape, values, newShape, newValues)
			}
		}
		t.Logf("%s: %d edits, %d URLs replaced, %d of them seen by goldmark", suffix, len(sources), changed, seen)
		if seen < 500 {
			t.Error("too few")
		}
	}
}

// firstURL returns the first URL of a text, and its offset.
func firstURL(source string) (url string, at int64) {
	for m, err := range extract.Bytes([]byte(source), &extract.Options{Input: extract.InputText}) {
		if err != nil {
			break
		}
		return m.URL, m.URLOffset
	}
	return "", 0
}

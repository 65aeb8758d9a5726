package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"math/rand/v2"
	"net/url"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	xhtml "golang.org/x/net/html"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
	"github.com/urlgrep/urlgrep/unwrap"
)

// A structured is a text as the parser of its language sees it.
type structured struct {
	Error  string
	Shape  string   // all but the values
	Values []string // the strings, texts and comments
}

// add adds a value.
func (s *structured) add(kind, value string) {
	s.Shape += kind + " "
	s.Values = append(s.Values, value)
}

// has reports whether a value has text.
func (s *structured) has(text string) bool {
	return slices.ContainsFunc(s.Values, func(v string) bool { return strings.Contains(v, text) })
}

// A language is a language of texts with one URL. The texts have "@" for it.
type language struct {
	name   string
	parse  func(t *testing.T, texts []string) []structured
	texts  []string
	writes []*strings.Replacer // ways of writing a URL
}

var (
	asItIs  = strings.NewReplacer()
	inHTML  = strings.NewReplacer("&", "&amp;", "'", "&#39;", `"`, "&#34;", "<", "&lt;")
	byPHP   = strings.NewReplacer("&", "&#38;", "'", "&#039;")
	inHexes = strings.NewReplacer("&", "&#x26;", "'", "&apos;")
	byJSON  = strings.NewReplacer("/", `\/`)
	byGo    = strings.NewReplacer("&", `\u0026`)
	inBoth  = strings.NewReplacer("/", `\/`, "&", `\u0026`, "'", `\u0027`)
	byHex   = strings.NewReplacer("'", `\x27`, "&", `\x26`)
	slashes = strings.NewReplacer("/", `\x2f`, "'", `\u0027`)
)

// languages returns the languages whose parsers are installed.
func languages(t *testing.T) []language {
	list := []language{
		{"html", each(parseHTML), []string{
			`<p>a</p><a href="@" title='t'>l</a><i>b</i>`, `<p>a</p><a title="t" href='@'>l</a><i>b</i>`, `<a href=@ title=t>l</a><i>b</i>`, `<p>see @ there</p><i>b</i>`,
			"<!-- see @ there --><i>b</i>", `<p>see "@" there</p>`, `<a onclick="f('@')">l</a>`,
		}, []*strings.Replacer{asItIs, inHTML, byPHP, inHexes}},
		{"xml", each(parseXML), []string{`<a><b href="@" c='t'/></a>`, `<a><b c="t" href='@'/></a>`, "<a>see @ there<b/></a>", "<a><!-- @ --><b/></a>", "<a><![CDATA[@]]><b/></a>"}, []*strings.Replacer{asItIs, inHTML, byPHP, inHexes}},
		{"json", each(parseJSON), []string{`{"a":"@","b":[1]}`, `["see @ there",null]`}, []*strings.Replacer{asItIs, byJSON, byGo, inBoth}},
		{"go", each(parseGo), []string{"package a\n\nvar a, b = \"@\", 'c'\n", "package a\n\nvar a, b = `@`, 'c'\n", "package a\n\n// See @ there.\nvar a int\n", "package a\n\n/* See @ there. */ var a int\n", "package a\n\nvar a = f(\"see @ there\") + g('b')\n"},
			[]*strings.Replacer{asItIs, byGo, byHex, slashes}},
		{"csv", each(parseCSV), []string{"a,@,b\n", "a,\"@\",b\n", "a,see @,b\n", "@,b\n"}, []*strings.Replacer{asItIs}},
	}
	python := script(t, "python3", "-c", pythonStructure)
	list = append(list,
		language{"python", python("python"), []string{"a = '@'\n", "a = \"@\"\nb = 1\n", "a = '''see @ there'''\n", "a = b'@' + c\n", "f('@', \"b\")  # c\n", "# see @ there\na = 1\n", "\"\"\"See @ there.\"\"\"\nb = f'{a}'\n"},
			[]*strings.Replacer{asItIs, byHex, byGo, slashes}},
		language{"sh", python("sh"), []string{"curl -o a @ && b\n", "curl '@' b\n", "curl \"@\" b\n", "a=@\n"}, []*strings.Replacer{asItIs}},
		language{"yaml", python("yaml"), []string{"a: @\nb: 1\n", "a: \"@\"\nb: 1\n", "a: '@'\nb: 1\n", "a: [b, @, c]\n", "a: {b: @}\n", "- @\n- b\n", "a: b # @\n"}, []*strings.Replacer{asItIs, byJSON}},
		language{"js", script(t, "node", "--expose-internals", "-e", nodeStructure)("js"), []string{"var a = '@';\n", "var a = \"@\", b;\n", "var a = `@`;\n", "// see @ there\nvar a;\n", "/* see @ there */ var a;\n", "f('see @ there', \"b\");\n", "var a = `<a href=\"@\">${b}</a>`;\n"},
			[]*strings.Replacer{asItIs, byJSON, inBoth, byHex, slashes}},
	)
	return slices.DeleteFunc(list, func(l language) bool { return l.parse == nil })
}

// each returns a function that parses one text after another.
func each(parse func(text string, s *structured) error) func(*testing.T, []string) []structured {
	return func(t *testing.T, texts []string) []structured {
		list := make([]structured, len(texts))
		for i := range texts {
			if err := parse(texts[i], &list[i]); err != nil {
				list[i].Error = err.Error()
			}
		}
		return list
	}
}

func parseHTML(text string, s *structured) error {
	root, err := xhtml.Parse(strings.NewReader(text))
	for n := range root.Descendants() {
		if n.Type == xhtml.ElementNode {
			s.Shape += "<" + n.Data + ">"
		} else {
			s.add(fmt.Sprint(n.Type), n.Data)
		}
		for _, a := range n.Attr {
			s.add(a.Key, a.Val)
		}
	}
	return err
}

func parseXML(text string, s *structured) error {
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		switch n := token.(type) {
		case xml.StartElement:
			s.Shape += "<" + n.Name.Local + ">"
			for _, a := range n.Attr {
				s.add(a.Name.Local, a.Value)
			}
		case xml.CharData:
			s.add("text", string(n))
		case xml.Comment:
			s.add("comment", string(n))
		default:
			s.Shape += fmt.Sprintf("%T", n)
		}
	}
}

func parseJSON(text string, s *structured) error {
	for d := json.NewDecoder(strings.NewReader(text)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if text, ok := token.(string); ok {
			s.add("string", text)
		} else {
			s.Shape += fmt.Sprint(token)
		}
	}
}

func parseGo(text string, s *structured) error {
	file, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ParseComments)
	if err != nil {
		return err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			value, err := strconv.Unquote(n.Value)
			s.add(n.Kind.String(), value+fmt.Sprint(err))
		case *ast.Comment:
			s.add("comment", n.Text)
		case *ast.Ident:
			s.Shape += n.Name
		}
		s.Shape += fmt.Sprintf("%T ", n)
		return true
	})
	return nil
}

func parseCSV(text string, s *structured) error {
	records, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	for _, r := range records {
		s.Shape += "record "
		for _, field := range r {
			s.add("field", field)
		}
	}
	return err
}

// script returns a function that parses texts of a language with a program, or nil for a language
// whose parser is not installed, which it logs. The program gets the name of the language and a
// list of texts as JSON on its standard input, and prints a list of structured, or the reason why
// it prints no list.
func script(t *testing.T, name string, args ...string) func(language string) func(*testing.T, []string) []structured {
	parse := func(language string, texts []string) (list []structured, err error) {
		in, err := json.Marshal(map[string]any{"language": language, "texts": texts})
		if err != nil {
			return nil, err
		}
		cmd := exec.Command(name, args...)
		cmd.Stdin = bytes.NewReader(in)
		out, err := cmd.Output()
		if err != nil {
			if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
				err = fmt.Errorf("%w: %s", err, failed.Stderr)
			}
			return nil, err
		}
		return list, json.Unmarshal(out, &list)
	}
	return func(language string) func(*testing.T, []string) []structured {
		if _, err := parse(language, nil); err != nil {
			t.Logf("%s is not parsed: %v", language, err)
			return nil
		}
		return func(t *testing.T, texts []string) []structured {
			list, err := parse(language, texts)
			if err != nil || len(list) != len(texts) {
				t.Fatalf("%s: %d results, %v", language, len(list), err)
			}
			return list
		}
	}
}

const pythonStructure = `
import ast, io, json, shlex, sys, tokenize, warnings
warnings.simplefilter("ignore")
given = json.load(sys.stdin)

def text(v):
    return v.decode("latin-1") if isinstance(v, bytes) else str(v)

def python(source):
    values = []
    tree = ast.parse(source)
    for n in ast.walk(tree):
        if isinstance(n, ast.Constant):
            values.append(text(n.value))
            n.value = type(n.value).__name__
    for k in tokenize.generate_tokens(io.StringIO(source).readline):
        if k.type == tokenize.COMMENT:
            values.append(k.string)
    return ast.dump(tree), values

def sh(source):
    lexer = shlex.shlex(source, posix=True, punctuation_chars=True)
    lexer.whitespace_split = True
    lexer.commenters = ""
    words = list(lexer)
    punctuation = [w if set(w) <= set("();<>|&") else "word" for w in words]
    if any(c in source for c in "$\x60"):
        raise ValueError("expansion") # shlex does not read it
    return " ".join(punctuation), words

def yaml_(source):
    shape, values = [], []
    for e in yaml.parse(source):
        shape.append(type(e).__name__)
        if isinstance(e, yaml.ScalarEvent):
            values.append(e.value)
    return " ".join(shape), values

if given["language"] == "yaml":
    import yaml
parse = {"python": python, "sh": sh, "yaml": yaml_}[given["language"]]
results = []
for source in given["texts"] or []:
    try:
        shape, values = parse(source)
        results.append({"Shape": shape, "Values": values})
    except Exception as e:
        results.append({"Error": type(e).__name__ + str(e)})
json.dump(results, sys.stdout)
`

const nodeStructure = `
const acorn = require('internal/deps/acorn/acorn/dist/acorn');
const given = JSON.parse(require('fs').readFileSync(0, 'utf8'));
const results = (given.texts || []).map(source => {
  const r = {Shape: '', Values: []};
  const walk = n => {
    if (Array.isArray(n)) { r.Shape += '['; n.forEach(walk); r.Shape += ']'; return; }
    if (n === null || typeof n !== 'object') { r.Shape += String(n) + ' '; return; }
    r.Shape += n.type + ' ';
    for (const [k, v] of Object.entries(n)) {
      if (['type', 'start', 'end', 'raw'].includes(k)) continue;
      if (n.type === 'Literal' && k === 'value') r.Values.push(String(v));
      else if (n.type === 'TemplateElement' && k === 'value') r.Values.push(String(v.cooked));
      else walk(v);
    }
  };
  try {
    walk(acorn.parse(source, {ecmaVersion: 'latest', onComment: (block, text) => { r.Shape += 'comment '; r.Values.push(text); }}));
    return r;
  } catch (e) {
    return {Error: String(e)};
  }
});
process.stdout.write(JSON.stringify(results));
`

// hostileParts are what random URLs consist of.
var hostileParts = []string{
	"a", "b1", "it's", "'", "(x)", "(", ")", "&b=1", "&c", "&lt;", "&lt", "&copy=", "&amp;", "&#39;", "%27", "%20", "%3C", "%", ";", ",", "*", "*/", "/*", "--", "-->", "$", "${x}", "$(x)",
	"#f", "?q=", "=", "[x]", "](javascript:f)", "!", "@", "|", "//", "~", "~~", "_", "__", "é", "“", "\u00a0", "`", `"`, "<b>", "<", ">", "\\", "{{x}}", "{", "}", "^", "#{x}", " onx=f", "+", ":", ".", "'+f()+'", "';f();//", "\u2028", "😀", "??", "]]>",
}

// randomURL returns a URL of n parts.
func randomURL(r *rand.Rand, host string, n int) string {
	b := "http://" + host + "/a" // no scheme is changed by chance
	for range n {
		b += hostileParts[r.IntN(len(hostileParts))]
		if r.IntN(2) == 0 {
			b += "c"
		}
	}
	return b
}

// A randomEdit is an edit of a text with one URL.
type randomEdit struct {
	args          []string
	before, after string // the text around the URL
	old, written  string // the URL, and how the text writes it
	want          string // the new URL
	got           string // the edited text
	report        string // what was reported
}

func (e *randomEdit) text() string { return e.before + e.written + e.after }

// isLeft reports whether the URL was not replaced, which must have been reported.
func (e *randomEdit) isLeft() bool { return e.report != "" }

// A rewriting is a template of --replace and the options for it.
type rewriting struct {
	args []string
	new  func(old string) string // the URL that replaces another one
}

// rewritings returns templates. insert is text that some of them insert.
func rewritings(insert string) []rewriting {
	quoted := strconv.Quote(insert)
	same := func(old string) string { return old }
	add := func(old string) string { return strings.Replace(old, "a.example", "b.example", 1) + insert }
	return []rewriting{
		{[]string{"--replace={{.URL}}"}, same},
		{[]string{"--replace=https{{slice .URL 4}}"}, func(old string) string { return "https" + old[4:] }},
		{[]string{`--replace={{define "x"}}{{with .}}{{.URL}}{{end}}{{end}}{{if .URL}}{{template "x" .}}{{end}}`}, same},
		{[]string{`--replace={{replace .URL "a.example" "b.example"}}{{print ` + quoted + `}}`}, add},
		{[]string{`--replace={{$x := replace .URL "/a" ` + strconv.Quote("/"+insert) + `}}{{range .Warnings}}{{end}}{{printf "%s" $x}}`}, func(old string) string {
			return strings.ReplaceAll(old, "/a", "/"+insert)
		}},
		{[]string{"--unwrap", "--replace={{or .Target .URL}}"}, nil},
	}
}

// TestReplaceStructure checks edits of random URLs in texts of many languages, with templates that
// give a URL. All text around the URL stays. A second search finds exactly the new URL in its
// place. The parser of the language sees the new URL instead of the old one, and nothing else
// changed. A URL that was not replaced stays, and that is reported.
func TestReplaceStructure(t *testing.T) {
	t.Parallel()
	rounds := effort.Rounds(6000)
	if effort.Get() == effort.Short {
		rounds = 150
	}
	for i, l := range languages(t) {
		t.Run(l.name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(29, uint64(i)))
			name := filepath.Join(t.TempDir(), "a."+l.name)
			var edits []*randomEdit
			for range rounds {
				if e := newRandomEdit(r, &l); e != nil {
					e.run(t, name)
					edits = append(edits, e)
				}
			}
			checkStructure(t, &l, edits)
		})
	}
}

// newRandomEdit returns a random edit, or nil if the random text does not have the random URL, or
// the template would not give a URL.
func newRandomEdit(r *rand.Rand, l *language) *randomEdit {
	insert := strings.TrimPrefix(randomURL(r, "", 1+r.IntN(3)), "http:///a")
	list := rewritings(insert)
	rw := list[r.IntN(len(list))]
	e := &randomEdit{args: rw.args, old: randomURL(r, "a.example", r.IntN(5))}
	if rw.new == nil {
		target := randomURL(r, "b.example", r.IntN(5))
		if r.IntN(2) == 0 {
			target = url.QueryEscape(target)
		}
		e.old = "https://www.google.com/url?q=" + target + []string{"", "&sa=D", "&a=(x)", "&b=it's"}[r.IntN(4)]
	}
	e.before, e.after, _ = strings.Cut(l.texts[r.IntN(len(l.texts))], "@")
	e.written = l.writes[r.IntN(len(l.writes))].Replace(e.old)
	if !isURLIn(e.before, e.written, e.after, e.old) {
		return nil
	}
	if rw.new != nil {
		e.want = rw.new(e.old)
	} else if e.want = unwrap.URL(e.old).Target; e.want == "" {
		e.want = e.old
	}
	if !isURLIn(" ", e.want, "\n", e.want) {
		return nil
	}
	return e
}

// isURLIn reports whether a search of three texts finds a URL in the place of the second one.
func isURLIn(before, written, after, url string) bool {
	for m, err := range extract.Bytes([]byte(before+written+after), &extract.Options{Input: extract.InputText}) {
		if err != nil || m.URLOffset != int64(len(before)) {
			return false
		}
		return m.URLEnd == int64(len(before)+len(written)) && m.URL == url
	}
	return false
}

// run edits the text, in the file name.
func (e *randomEdit) run(t *testing.T, name string) {
	t.Helper()
	write(t, name, e.text())
	var stdout, stderr bytes.Buffer
	status := run(slices.Concat([]string{"urlgrep", "--input=text", name}, e.args), nil, &stdout, &stderr)
	e.got, e.report = stdout.String(), stderr.String()
	switch {
	case status == exitError && strings.Contains(e.report, ": 1 URL not replaced, in line ") && e.got == e.text():
	case status != exitFound || e.report != "":
		t.Errorf("%q of %q: exit status %d, %q", e.args, e.text(), status, e.report)
	case !strings.HasPrefix(e.got, e.before) || !strings.HasSuffix(e.got, e.after):
		t.Errorf("%q of %q: %q", e.args, e.text(), e.got)
	}
}

// checkStructure checks edits of texts of a language.
func checkStructure(t *testing.T, l *language, edits []*randomEdit) {
	var texts []string
	for _, e := range edits {
		texts = append(texts, e.text(), e.got)
	}
	parsed := l.parse(t, texts)
	done, well := 0, 0
	for i, e := range edits {
		old, new := &parsed[2*i], &parsed[2*i+1]
		if e.isLeft() {
			continue
		}
		done++
		written := strings.TrimSuffix(strings.TrimPrefix(e.got, e.before), e.after)
		if !isURLIn(e.before, written, e.after, e.want) {
			t.Errorf("%q of %q: %q, in which %q is not found", e.args, e.text(), e.got, e.want)
		}
		if old.Error != "" || !old.has(e.old) && !old.has(e.written) {
			continue // such as "&" in XML, or "&lt" in HTML
		}
		well++
		if new.Error != "" || new.Shape != old.Shape || len(new.Values) != len(old.Values) {
			t.Errorf("%q of %q: %q has another structure: %s\n%s\n%s", e.args, e.text(), e.got, new.Error, old.Shape, new.Shape)
			continue
		}
		for k, value := range old.Values {
			decoded, asWritten := strings.ReplaceAll(value, e.old, e.want), strings.ReplaceAll(value, e.written, written)
			if new.Values[k] != decoded && new.Values[k] != asWritten {
				t.Errorf("%q of %q: %q has %q, want %q or %q", e.args, e.text(), e.got, new.Values[k], decoded, asWritten)
			}
		}
	}
	t.Logf("%d edits, %d URLs replaced, %d of them seen by the parser", len(edits), done, well)
	if done < len(edits)/3 || well < done/4 {
		t.Error("too few")
	}
}

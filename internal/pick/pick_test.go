package pick

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/urlgrep/urlgrep/internal/visible"
)

var update = flag.Bool("update", false, "rewrite what is seen in testdata")

// TestSessions checks the sessions in testdata.
func TestSessions(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no sessions: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			testSession(t, archive)
			if *update {
				if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func testSession(t *testing.T, archive *txtar.Archive) {
	var m *model
	did := actNone
	for i := range archive.Files {
		f := &archive.Files[i]
		text := string(f.Data)
		switch f.Name {
		case "items":
			items := readItems(t, f.Data)
			m = newModel(items, fmt.Sprintf("%d URLs", len(items)))
		case "size":
			var width, height int
			if _, err := fmt.Sscan(text, &width, &height); err != nil {
				t.Fatal(err)
			}
			m.resize(width, height)
		case "keys":
			for _, name := range strings.Fields(text) {
				if name == "space" {
					name = " "
				}
				did = m.press(key(name))
			}
		case "screen":
			check(t, f, picture(m.screen()))
		case "did":
			check(t, f, describe(m, did))
		default:
			t.Fatalf("there is no %q", f.Name)
		}
	}
}

func check(t *testing.T, f *txtar.File, got string) {
	t.Helper()
	if want := string(f.Data); got != want && !*update {
		t.Errorf("%s:\n%swant:\n%s", f.Name, got, want)
	}
	f.Data = []byte(got)
}

func readItems(t *testing.T, text []byte) (items []Item) {
	for d := json.NewDecoder(bytes.NewReader(text)); d.More(); {
		var item Item
		if err := d.Decode(&item); err != nil {
			t.Fatal(err)
		}
		items = append(items, item)
	}
	return items
}

func picture(lines []line) string {
	var b strings.Builder
	for _, l := range lines {
		letter := [...]string{plain: " ", strong: "b", faint: "f", highlighted: "r"}[l.style]
		fmt.Fprintln(&b, strings.TrimRight(letter+" "+l.text, " "))
	}
	return b.String()
}

func describe(m *model, a action) string {
	name := [...]string{"none", "open", "copy", "print", "leave", "interrupt"}[a]
	if actOpen <= a && a <= actPrint {
		name += fmt.Sprint(" ", m.chosen())
	}
	return name + "\n"
}

// FuzzModel checks, for any items, keys and screen sizes, that every line of the screen
// is drawn, that none is too wide, and that the screen has no control characters.
func FuzzModel(f *testing.F) {
	f.Add("http://a.example/日本\x1b[31m\xff", "jj/a\x7f\r v\x1b[6~", uint8(20), uint8(12))
	f.Add("http://a.example/\u202e", " \t/zz", uint8(1), uint8(1))
	f.Fuzz(func(t *testing.T, text, typed string, width, height uint8) {
		w, h := int(width)+1, int(height)+1
		items := []Item{{URL: text, Count: 2, Place: text}, {URL: "http://a.example/", Text: []string{text, "", text}}, {}}
		m := newModel(items, "3 URLs")
		m.resize(w, h)
		for rest := []byte(typed); ; {
			testScreen(t, m, w, h)
			k, n := nextKey(rest)
			if n == 0 {
				break
			}
			if a := m.press(k); actOpen <= a && a <= actPrint && len(m.chosen()) == 0 {
				t.Fatalf("%q does something with nothing", k)
			}
			rest = rest[n:]
		}
	})
}

func testScreen(t *testing.T, m *model, width, height int) {
	lines := m.screen()
	if len(lines) != height {
		t.Fatalf("%d lines, want %d", len(lines), height)
	}
	for _, l := range lines {
		if n := visible.Columns([]byte(l.text)); n > width {
			t.Fatalf("%q has %d columns, there are %d", l.text, n, width)
		}
		if strings.ContainsFunc(l.text, unicode.IsControl) {
			t.Fatalf("%q has a control character", l.text)
		}
	}
}

// TestLongList checks that the cursor stays on the screen in a long list.
func TestLongList(t *testing.T) {
	items := make([]Item, 5000)
	for i := range items {
		items[i].URL = fmt.Sprintf("http://a.example/%d", i)
	}
	m := newModel(items, "5000 URLs")
	m.resize(40, 20)
	for _, k := range []key{"j", "pagedown", "end", "k", "pageup", "home", "down", "end", "/", "9", "9", "enter", "pagedown", "/", "escape"} {
		m.press(k)
		want := items[m.shown[m.cursor]].URL
		if !slices.ContainsFunc(m.screen(), func(l line) bool { return l.style == highlighted && l.text == ">  "+want }) {
			t.Errorf("after %s: %s is not on the screen", k, want)
		}
	}
	if got := items[m.shown[m.cursor]].URL; !strings.Contains(got, "99") {
		t.Errorf("without the filter the cursor is on %s", got)
	}
}

func TestKeys(t *testing.T) {
	for typed, want := range map[string][]key{
		"jk":                        {"j", "k"},
		"é日":                        {"é", "日"},
		"\r\n\t\x7f\b":              {keyEnter, keyEnter, keyTab, keyBackspace, keyBackspace},
		"\x03\x15":                  {"ctrl-c", "ctrl-u"},
		"\x1b[A\x1bOB":              {keyUp, keyDown},
		"\x1b[H\x1b[1~\x1b[7~":      {keyHome, keyHome, keyHome},
		"\x1b[F\x1b[4~\x1b[8~":      {keyEnd, keyEnd, keyEnd},
		"\x1b[5~\x1b[6~":            {keyPageUp, keyPageDown},
		"\x1b[1;5A\x1b[6;2~":        {keyUp, keyPageDown}, // with Ctrl, with Shift
		"\x1b[15~x":                 {keyNone, "x"},
		"\x1bqj":                    {keyNone, "j"}, // with Alt
		"\x1b\x1b[A":                {keyEscape, keyUp},
		"\x1b[200~":                 {keyNone},
		"\x01\x00":                  {keyNone, keyNone},
		"\u009bA":                   {keyNone, "A"},
		"\xffa":                     {keyNone, "a"},
		"\x1b":                      nil, // more may come
		"\x1b[":                     nil,
		"a\x1b[1;":                  {"a"},
		"\xe6\x97":                  nil,
		"\x1b[" + many("1", 40):     {keyNone},
		"\x1b[" + many("1", 10):     nil,
		"\x1b[" + many("1;", 10):    nil,
		"\x1b[M\x1b[24;80;1R\x1bOP": {keyEnter, keyNone, keyNone},
	} {
		var got []key
		for rest := []byte(typed); ; {
			k, n := nextKey(rest)
			if n == 0 {
				break
			}
			got = append(got, k)
			rest = rest[n:]
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", typed, got, want)
		}
	}
}

func many(s string, n int) string { return strings.Repeat(s, n) }

// TestFindOpener checks that the first existing program is chosen.
func TestFindOpener(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(t.TempDir(), "missing")
	list := func(commands ...string) string { return strings.Join(commands, string(os.PathListSeparator)) }
	for _, test := range []struct {
		browsers   string
		background bool
	}{
		{list(missing, "", "&", self+" -x"), false},
		{list(missing+" &", self+" -x &", self), true},
	} {
		o, err := findOpener(test.browsers, "http://a.example/")
		if err != nil || o.background != test.background || !slices.Equal(o.cmd.Args, []string{self, "-x", "http://a.example/"}) {
			t.Errorf("%q: got %v, %v", test.browsers, o, err)
		}
	}
	if o, err := findOpener(list(missing, missing), "http://a.example/"); err == nil {
		t.Errorf("got %v", o)
	}
}

// TestArguments checks that a URL is one argument, whatever its characters.
func TestArguments(t *testing.T) {
	const url = "http://a.example/$(x)%s; y"
	for command, want := range map[string][]string{
		"":                    {url},
		"-new-tab":            {"-new-tab", url},
		"-remote openURL(%s)": {"-remote", "openURL(" + url + ")"},
		"%s -x":               {url, "-x"},
		"%%s 100%%":           {"%s", "100%", url},
	} {
		if got := arguments(strings.Fields(command), url); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", command, got, want)
		}
	}
}

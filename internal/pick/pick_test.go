package pick

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/urlgrep/urlgrep/internal/visible"
)

var rewrite = flag.Bool("update", false, "rewrite what is seen in testdata")

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
			if *rewrite {
				if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func testSession(t *testing.T, archive *txtar.Archive) {
	m := newModel(testActions(t), AsFound)
	did := actNone
	now := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	for i := range archive.Files {
		f := &archive.Files[i]
		text := string(f.Data)
		switch f.Name {
		case "items", "reading":
			m.update(update{items: readItems(t, f.Data, len(m.items)), ended: f.Name == "items"})
		case "full":
			m.update(update{ended: true, full: true})
		case "message":
			m.update(update{messages: 1, message: strings.TrimSpace(text)})
		case "size":
			var width, height int
			if _, err := fmt.Sscan(text, &width, &height); err != nil {
				t.Fatal(err)
			}
			m.resize(width, height)
		case "keys":
			for _, name := range strings.Fields(text) {
				did, now = pressNamed(m, name, now)
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
	if want := string(f.Data); got != want && !*rewrite {
		t.Errorf("%s:\n%swant:\n%s", f.Name, got, want)
	}
	f.Data = []byte(got)
}

// pressNamed presses the key with that name in a session, or does with the mouse what the
// name says, and returns the action and the time then.
func pressNamed(m *model, name string, now time.Time) (action, time.Time) {
	did := map[string]mouse{"click": click, "rightclick": rightClick, "wheelup": wheelUp, "wheeldown": wheelDown}
	switch name, row, _ := strings.Cut(name, ":"); {
	case name == "later":
		return actNone, now.Add(time.Second)
	case did[name] != noMouse:
		line, _ := strconv.Atoi(row)
		return m.point(event{mouse: did[name], row: line}, now), now
	case name == "space":
		return m.press(" "), now
	}
	return m.press(key(name)), now
}

// testActions returns the user's own actions in the sessions.
func testActions(t *testing.T) (a Actions) {
	for _, text := range []string{"m=mpv --no-video %s", "W=wget -q &"} {
		if err := a.Set(text); err != nil {
			t.Fatal(err)
		}
	}
	return a
}

// readItems returns the items in text by their numbers, from first on.
func readItems(t *testing.T, text []byte, first int) map[int]Item {
	items := make(map[int]Item)
	for d := json.NewDecoder(bytes.NewReader(text)); d.More(); {
		var item Item
		if err := d.Decode(&item); err != nil {
			t.Fatal(err)
		}
		items[first+len(items)] = item
	}
	return items
}

// modelOf returns a model of items whose search has ended.
func modelOf(items ...Item) *model {
	m := newModel(nil, AsFound)
	u := update{items: make(map[int]Item), ended: true}
	for i, item := range items {
		u.items[i] = item
	}
	m.update(u)
	return m
}

func picture(lines []line) string {
	var b strings.Builder
	for _, l := range lines {
		letter := [...]string{plain: " ", strong: "b", faint: "f", highlighted: "r", alarming: "w"}[l.style]
		fmt.Fprintln(&b, strings.TrimRight(letter+" "+l.text, " "))
	}
	return b.String()
}

func describe(m *model, a action) string {
	name := ""
	if a >= actOwn {
		name = m.actions[a-actOwn].text
	} else {
		name = [...]string{"none", "open", "copy", "print", "leave", "interrupt"}[a]
	}
	if a.needsItem() {
		name += fmt.Sprint(" ", m.chosen())
	}
	return name + "\n"
}

// FuzzModel checks, for any items, keys and screen sizes, that every line of the screen
// is drawn, that none is too wide, and that the screen has no control characters.
func FuzzModel(f *testing.F) {
	f.Add("http://a.example/日本\x1b[31m\xff", "jj/a\x7f\r v\x1b[6~", uint8(20), uint8(12))
	f.Add("http://a.example/\u202e", " \t/zz", uint8(1), uint8(1))
	f.Add("http://a.example/", "?jq12s\x1b[<0;3;2M\x1b[<0;3;2M\x1b[<65;1;1M\x1b[M`!!aim", uint8(70), uint8(9))
	f.Fuzz(func(t *testing.T, text, typed string, width, height uint8) {
		w, h := int(width)+1, int(height)+1
		items := []Item{{URL: text, Count: 2, Place: text, Label: text, Original: text, Warnings: []string{text}}, {URL: "http://a.example/", Text: []string{text, "", text}}, {}}
		m := modelOf(items[:1]...)
		m.update(update{items: map[int]Item{1: items[1], 2: items[2]}, messages: 1, message: text})
		m.actions = Actions{{key: "m", text: text}}
		m.resize(w, h)
		for rest := []byte(typed); ; {
			testScreen(t, m, w, h)
			e, n := nextEvent(rest)
			if n == 0 {
				break
			}
			a := actNone
			if e.mouse != noMouse {
				a = m.point(e, time.Time{}.Add(1))
			} else {
				a = m.press(e.key)
			}
			if a.needsItem() && len(m.chosen()) == 0 {
				t.Fatalf("%q does something with nothing", rest[:n])
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
	m := modelOf(items...)
	m.resize(40, 20)
	for _, k := range []key{"j", "pagedown", "end", "k", "pageup", "home", "down", "end", "/", "9", "9", "enter", "pagedown", "/", "escape"} {
		m.press(k)
		want := items[m.shown[m.cursor]].URL
		if !slices.ContainsFunc(m.screen(), func(l line) bool {
			return l.style == highlighted && strings.HasPrefix(l.text, ">") && strings.HasSuffix(l.text, " "+want)
		}) {
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
		"\x1bOM\x1b[24;80;1R\x1bOP": {keyEnter, keyNone, keyNone},
		"\x1b[M !!j\x1b[M":          {keyNone, "j"}, // the mouse, and an incomplete event of it
		"\x1b[<0;1;1Mj\x1b[<0;1;1":  {keyNone, "j"},
	} {
		var got []key
		for rest := []byte(typed); ; {
			e, n := nextEvent(rest)
			if n == 0 {
				break
			}
			got = append(got, e.key)
			rest = rest[n:]
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", typed, got, want)
		}
	}
}

func many(s string, n int) string { return strings.Repeat(s, n) }

// TestMouse checks the events of the mouse.
func TestMouse(t *testing.T) {
	for typed, want := range map[string]event{
		"\x1b[<0;10;3M":                   {mouse: click, row: 2},
		"\x1b[<2;1;300M":                  {mouse: rightClick, row: 299},
		"\x1b[<64;1;1M":                   {mouse: wheelUp},
		"\x1b[<65;223;1M":                 {mouse: wheelDown},
		"\x1b[<0;10;3m":                   {}, // released
		"\x1b[<1;10;3M":                   {}, // the middle button
		"\x1b[<4;10;3M":                   {}, // with Shift
		"\x1b[<16;10;3M":                  {}, // with Ctrl
		"\x1b[<32;10;3M":                  {}, // moved
		"\x1b[<0;10;0M":                   {},
		"\x1b[<0;10M":                     {},
		"\x1b[<M":                         {},
		"\x1b[<;;M":                       {},
		"\x1b[<0;1;99999999999999999999M": {},
		"\x1b[M !#":                       {mouse: click, row: 2},
		"\x1b[M\"!!":                      {mouse: rightClick},
		"\x1b[M`!!":                       {mouse: wheelUp},
		"\x1b[Ma!!":                       {mouse: wheelDown},
		"\x1b[M#!!":                       {}, // released
		"\x1b[M \x00\x00":                 {},
	} {
		if got, n := nextEvent([]byte(typed)); got != want || n != len(typed) {
			t.Errorf("%q: got %+v, %d bytes, want %+v", typed, got, n, want)
		}
	}
}

// TestFindBrowser checks that the first existing program is chosen.
func TestFindBrowser(t *testing.T) {
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
		c, err := findBrowser(test.browsers)
		if err != nil || c.background != test.background || !slices.Equal(c.words, []string{self, "-x"}) {
			t.Errorf("%q: got %v, %v", test.browsers, c, err)
			continue
		}
		if cmd, err := c.with("http://a.example/"); err != nil || !slices.Equal(cmd.Args, []string{self, "-x", "http://a.example/"}) {
			t.Errorf("%q: got %v, %v", test.browsers, cmd, err)
		}
	}
	if c, err := findBrowser(list(missing, missing)); err == nil {
		t.Errorf("got %v", c)
	}
}

// TestActions checks which actions are accepted, and the errors for others.
func TestActions(t *testing.T) {
	for text, want := range map[string]string{
		"":             " is not KEY=COMMAND, such as m=mpv %s",
		"m":            " is not KEY=COMMAND, such as m=mpv %s",
		"=":            " is not KEY=COMMAND, such as m=mpv %s",
		"mm=mpv":       " is not KEY=COMMAND, such as m=mpv %s",
		"m =mpv":       " is not KEY=COMMAND, such as m=mpv %s",
		"\t=mpv":       ": the key is not a printable character",
		"\xff=mpv":     ": the key is not a printable character",
		"\u202e=mpv":   ": the key is not a printable character",
		"q=mpv":        ": the key q has a function: quit",
		"3=mpv":        ": the key 3 has a function: go to the row with that number",
		" =mpv":        ": the key   has a function: mark the URL, to choose several",
		"c=x":          `: the key c is already for "curl -O"`,
		"m=":           `: there is no command after "m="`,
		"m= &":         `: there is no command after "m="`,
		"m=mpv %d":     `: byte 6: "%d" is not %s or %%`,
		"é=mpv %%s %é": `: byte 11: "%é" is not %s or %%`,
		"m=mpv %":      `: byte 6: "%" is not %s or %%`,
		"m=mpv %s":     "",
		"==mpv":        "",
		"é=mpv %%s=%s": "",
		"M=mpv &":      "",
	} {
		a := Actions{}
		if err := a.Set("c=curl -O"); err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := a.Set(text); err != nil {
			got = strings.TrimPrefix(err.Error(), strconv.Quote(text))
		}
		if got != want || (len(a) == 2) != (want == "") {
			t.Errorf("%q: got %d and %q, want %q", text, len(a), got, want)
		}
	}
}

// TestFunctions checks that each character that does something is in the bindings, and that
// no other one does.
func TestFunctions(t *testing.T) {
	for r := ' '; r <= '~'; r++ {
		m := modelOf(Item{URL: "http://a.example/1", Date: time.Unix(1, 0)}, Item{URL: "http://a.example/2"}, Item{URL: "http://a.example/3"})
		m.press("j")
		before := *m
		a := m.press(key(r))
		nothing := a == actNone && m.notice == "this key does nothing; ? shows the keys"
		m.notice = before.notice
		if nothing == (function(key(r)) != "") {
			t.Errorf("%q: it is in the bindings, or it has an effect, but not both", r)
		}
	}
}

// TestFeed checks that an update has what has changed since the last one.
func TestFeed(t *testing.T) {
	f := NewFeed()
	f.Put(0, Item{URL: "a"})
	f.Put(1, Item{URL: "b"})
	f.Put(0, Item{URL: "a", Count: 2})
	f.Message("one")
	f.Message("two")
	<-f.changed
	if u := f.take(); len(u.items) != 2 || u.items[0].Count != 2 || u.messages != 2 || u.message != "two" || u.ended {
		t.Errorf("%+v", u)
	}
	f.End(true)
	<-f.changed
	if u := f.take(); len(u.items) != 0 || u.messages != 0 || !u.ended || !u.full {
		t.Errorf("%+v", u)
	}
	if u := f.take(); u.ended {
		t.Errorf("%+v", u)
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

package parse_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/members"
	"github.com/urlgrep/urlgrep/parse"
)

var update = flag.Bool("update", false, "rewrite the right-hand sides in testdata/cases.txt")

// caret marks the offset of the error in a case.
const caret = "‸"

// TestCases checks the cases in testdata/cases.txt, which describes its format. It fails
// if a scheme, a class or a warning occurs in none of them.
func TestCases(t *testing.T) {
	const name = "testdata/cases.txt"
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var level parse.Level
	var out bytes.Buffer
	seen := map[string]bool{}
	for i, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		text, want, isCase := strings.Cut(line, " => ")
		switch {
		case strings.HasPrefix(line, "["):
			if err := level.UnmarshalText([]byte(strings.Trim(line, "[]"))); err != nil {
				t.Fatalf("%s:%d: %v", name, i+1, err)
			}
		case isCase && !strings.HasPrefix(line, "#"):
			got := runCase(t, strings.ReplaceAll(text, caret, ""), level, seen)
			if got != text+" => "+want && !*update {
				t.Errorf("%s:%d:\n got %s\nwant %s", name, i+1, got, line)
			}
			line = got
		}
		out.WriteString(line + "\n")
	}
	if *update {
		if err := os.WriteFile(name, out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range allNames(t) {
		if !seen[name] {
			t.Errorf("%s has no case for %s", "testdata/cases.txt", name)
		}
	}
}

// runCase returns the expected line for a text, and adds the names in it to seen.
func runCase(t *testing.T, text string, level parse.Level, seen map[string]bool) string {
	url, err := strconv.Unquote(`"` + strings.ReplaceAll(text, `"`, `\"`) + `"`)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	u, err := parse.Parse(url, level)
	var e *parse.Error
	if errors.As(err, &e) {
		seen[e.Class.String()] = true
		return mark(url[:e.Offset]) + caret + mark(url[e.Offset:]) + " => " + e.Class.String()
	}
	seen[u.Scheme] = true
	return mark(url) + " => " + describe(t, u, seen)
}

// mark returns s with all characters visible.
func mark(s string) string {
	q := strconv.Quote(s)
	return strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
}

// describe lists the components in u, without the absent ones.
func describe(t *testing.T, u parse.URL, seen map[string]bool) string {
	var b strings.Builder
	fields, err := json.Marshal(members.Of(u))
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(fields))
	d.Token() // {
	for d.More() {
		key, _ := d.Token()
		var value any
		if err := d.Decode(&value); err != nil {
			t.Fatal(err)
		}
		if s, ok := value.(string); ok {
			value = mark(s)
		}
		if value != nil {
			fmt.Fprintf(&b, "%v=%v ", key, value)
		}
	}
	if u.Fragment.Present {
		fmt.Fprintf(&b, "fragment=%s ", mark(u.Fragment.Value))
		if !u.FragmentValid {
			b.WriteString("(bad) ")
		}
	}
	if port, ok := u.EffectivePort(); ok {
		fmt.Fprintf(&b, "-> %d ", port)
	}
	for w := range u.Warnings.Names() {
		seen[w] = true
		fmt.Fprintf(&b, "! %s ", w)
	}
	return strings.TrimSuffix(b.String(), " ")
}

// allNames lists the schemes with a meaning, the classes and the warnings.
func allNames(t *testing.T) []string {
	names := strings.Fields("ftp http gopher mailto news nntp telnet wais file prospero https ws wss url")
	for c := parse.NoScheme; c <= parse.EmptyAddress; c++ {
		names = append(names, c.String())
	}
	for w := range (^parse.Warnings(0)).Names() {
		names = append(names, w)
	}
	if len(names) != 14+21+25 {
		t.Errorf("%d names", len(names))
	}
	return names
}

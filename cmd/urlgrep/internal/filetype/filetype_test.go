package filetype

import (
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/detect"
)

// TestTable checks that the types have patterns in lower case, sorted by name, and that Text lists
// all of them.
func TestTable(t *testing.T) {
	if !slices.IsSorted(Names()) || len(slices.Compact(Names())) != len(table) {
		t.Errorf("the names are not sorted: %q", Names())
	}
	text := strings.Fields(Text())
	for _, typ := range table {
		if !slices.Contains(text, typ.Name) {
			t.Errorf("Text does not list %s", typ.Name)
		}
		for _, pattern := range typ.Patterns {
			example := strings.NewReplacer("[0-9]", "1", "[1-9]", "1", "[a-z]", "a", "*", "x").Replace(pattern)
			if ok, _ := path.Match(pattern, example); !ok || !typ.matches(example) {
				t.Errorf("%s: %s does not match %s", typ.Name, pattern, example)
			}
			if strings.HasPrefix(pattern, "*") && !strings.Contains(pattern, "[") && strings.ContainsAny(pattern[1:], "*?\\") {
				t.Errorf("%s: %s has a star that is not at its beginning, and no class", typ.Name, pattern)
			}
			if pattern != strings.ToLower(pattern) {
				t.Errorf("%s: %s is not in lower case", typ.Name, pattern)
			}
			if !slices.Contains(text, pattern) {
				t.Errorf("Text does not list %s", pattern)
			}
		}
	}
}

// formatOf returns a function that returns the format of a file that has the name of a format.
func formatOf(name string) func() detect.Format {
	return func() detect.Format {
		return map[string]detect.Format{"message": detect.Message, "mailbox": detect.Mbox, "batch": detect.Batch}[name]
	}
}

func TestFilter(t *testing.T) {
	for _, test := range []struct {
		options  string // each is a --type
		searched string
		skipped  string
	}{
		{"", "a a.txt 1", ""},
		{"text", "a.txt A.TXT a.txt.gz a.TXT.XZ README readme.de", "a a.md a.txt.lz atxt 1"},
		{"text,markdown", "a.txt a.md", "a.c"},
		{"text markdown", "a.txt a.md", "a.c"},
		{"text,!archive", "a.txt", "a.txt.gz a.gz"},
		{"!text,!code", "a a.md", "a.txt a.c"},
		{"!text", "a a.md", "a.txt a.txt.gz"},
		{"text !text", "", "a.txt a"},
		{"!text text", "a.txt", "a"},
		{"!archive text", "a.txt.gz", "a.gz a"},
		{"text !archive", "a.txt", "a.txt.gz a.gz"},
		{"mail", "a.eml mbox INBOX a.mbox.gz message mailbox", "a.txt 1 batch"},
		{"news", "message batch", "a.eml 1 mailbox"},
		{"mbox", "mbox a.mbox.zst mailbox", "message a.eml"},
		{"!mail", "a.txt 1 batch", "message mailbox a.eml"},
		{"text !mbox", "a.txt", "mailbox a.mbox 1"},
		{"man", "ls.1 ls.1.gz printf.3posix", "a.txt"},
		{"code", "Makefile a.go a.R", "a.html"},
	} {
		var f Filter
		for _, list := range strings.Split(test.options, " ") {
			if list == "" {
				continue
			}
			if err := f.Option().Set(list); err != nil {
				t.Fatal(err)
			}
		}
		if f.IsEmpty() != (test.options == "") {
			t.Errorf("%s: f.IsEmpty() = %t", test.options, f.IsEmpty())
		}
		for _, name := range strings.Fields(test.searched) {
			if f.Excludes(name, false, formatOf(name)) {
				t.Errorf("%s excludes %s", test.options, name)
			}
		}
		for _, name := range strings.Fields(test.skipped) {
			if !f.Excludes(name, false, formatOf(name)) {
				t.Errorf("%s does not exclude %s", test.options, name)
			}
		}
	}
}

func TestIsKnown(t *testing.T) {
	for name, want := range map[string]bool{"a.TXT": true, "a.mbox.gz": true, "2019.gz": true, "linux-2019": false, "a.b": false, "INBOX.work": false} {
		if IsKnown(name) != want {
			t.Errorf("IsKnown(%q) = %t", name, !want)
		}
	}
}

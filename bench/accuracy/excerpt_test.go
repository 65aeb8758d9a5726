package main

import (
	"slices"
	"strings"
	"testing"
)

// TestExcerpts parses all excerpts, which checks that each label is in its text or is
// marked as rejoined or decoded.
func TestExcerpts(t *testing.T) {
	excerpts, err := readExcerpts("testdata")
	if err != nil {
		t.Fatal(err)
	}
	if len(excerpts) < 300 {
		t.Errorf("%d excerpts, want 300 at least", len(excerpts))
	}
	for _, e := range excerpts {
		switch i := strings.LastIndexByte(e.name, '.'); e.name[i+1:] {
		case "txt", "eml", "html":
		default:
			t.Errorf("%s/%s: unknown extension", e.genre, e.name)
		}
		if strings.TrimSpace(e.text) == "" {
			t.Errorf("%s/%s: no text", e.genre, e.name)
		}
	}
}

func TestParseExcerpts(t *testing.T) {
	const file = `A comment.

-- a.txt --
see http://a.example/ and
http://b.exam
ple/
-- want --
http://a.example/
rejoined http://b.example/

-- b.txt --
-- 
signature
-- want --
hard: no URL
`
	got, err := parseExcerpts("mail", file)
	if err != nil {
		t.Fatal(err)
	}
	want := []excerpt{
		{"mail", "a.txt", "see http://a.example/ and\nhttp://b.exam\nple/\n", []label{{"http://a.example/", literal}, {"http://b.example/", rejoined}}, plain, ""},
		{"mail", "b.txt", "-- \nsignature\n", nil, hard, "no URL"},
	}
	if !slices.EqualFunc(got, want, func(a, b excerpt) bool {
		return a.genre == b.genre && a.name == b.name && a.text == b.text && slices.Equal(a.urls, b.urls) && a.class == b.class && a.reason == b.reason
	}) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

func TestParseExcerptsErrors(t *testing.T) {
	for name, c := range map[string]struct{ file, err string }{
		"no labels":        {"-- a.txt --\na\n", "no labels"},
		"no labels before": {"-- a.txt --\na\n-- b.txt --\n-- want --\n", "no labels"},
		"no text":          {"-- want --\n", "without a text"},
		"two of a name":    {"-- a.txt --\n-- want --\n-- a.txt --\n-- want --\n", "two"},
		"not in the text":  {"-- a.txt --\na\n-- want --\nhttp://a.example/\n", "not marked"},
		"needs no mark":    {"-- a.txt --\nhttp://a.example/\n-- want --\ndecoded http://a.example/\n", "marked as decoded"},
		"twice":            {"-- a.txt --\nhttp://a.example/\n-- want --\nhttp://a.example/\nhttp://a.example/\n", "twice"},
		"no URL":           {"-- a.txt --\nabc\n-- want --\nabc\n", "no URL"},
		"no reason":        {"-- a.txt --\n-- want --\nhard:\n", "no reason"},
		"two classes":      {"-- a.txt --\n-- want --\nhard: a\narguable: b\n", "already"},
		"unknown mark":     {"-- a.txt --\n-- want --\nfound http://a.example/\n", "no label"},
	} {
		_, err := parseExcerpts("mail", c.file)
		if err == nil || !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: error %v, want %q in it", name, err, c.err)
		}
	}
}

package join

import "testing"

// TestPage has a line for each way in which a line of a page ends.
func TestPage(t *testing.T) {
	const url = "http://a.example/long/"
	full := PageBreak{Full: true, Same: true}
	own := PageBreak{Full: true, Same: true, Own: true, Alone: true}
	link := func(b PageBreak, l PageLink) PageBreak { b.Link = l; return b }
	for _, c := range []struct {
		url, word string
		b         PageBreak
		way       string
	}{
		{url, "name", PageBreak{Link: PageLinkGoesOn}, "link"},
		{"https://a.example", "anna@a.example", PageBreak{Link: PageLinkGoesOn}, "link"},

		{"https://a.example/b", "c", PageBreak{Same: true, Link: PageLinkSame}, "same-link"},
		{"https://a.example", "anna@a.example", PageBreak{Same: true, Link: PageLinkSame}, "address"},
		{"https://a.example/b", "c", PageBreak{Link: PageLinkSame}, "style"},

		{"http:", "//a.example/b", PageBreak{Same: true}, "scheme"},
		{"(https://", "www.a.example/b.", PageBreak{Same: true}, "scheme"},
		{"http://", "e.g.", PageBreak{Same: true}, "open"},
		{"Theorem:", "//a.example/b", full, "open"},

		// A letterhead, in italics or not.
		{"https://anna.example", "anna@gmail.example", own, "address"},
		{"https://anna.example/", "<anna.b+c@gmail.example>,", own, "address"},
		{"https://anna.example", "github.example/anna", own, "host"},
		{"www.anna.example", "Berlin", PageBreak{Full: true, Same: true, Own: true, Alone: true, First: true}, "host"},
		{"https://anna.example/", "www.berta.example", own, "url"},
		{"https://a.example/@", "anna/b", full, "open"},
		{"https://a.example/", "@anna/b", full, "full"},
		{"https://a.example/?to=", "anna@b.example", full, "address"},

		{url, "http://b.example/", own, "url"},
		{url, "(git+ssh://b.example/)", own, "url"},
		{"https://web.example/", "20201111/https://b.example/,", own, "own"},

		{"https://www.a.e", "xample.example/b.", PageBreak{Full: true, Tight: true, Same: true, Own: true, Alone: true}, "own"},
		{"http://a.example", "/b/c", full, "full"},
		{"http://a.", "example/b", full, "full"},

		{url, "name/index.html", PageBreak{Full: true, Own: true}, "style"},
		{"http:", "//a.example/", PageBreak{}, "scheme"},

		{"http://a.example/b?", "c_d=e", PageBreak{Same: true}, "query"},
		{"a.example/b?", "c=d", PageBreak{Same: true}, "query"},
		{"who/what?", "Answer:", full, "open"},
		{"http://a.example/b?", "c/d=e", PageBreak{Same: true}, "open"},

		{url, "name.", own, "own"},
		{"http://a.example/Ind", "ex", own, "own"},
		{url, "name/b", PageBreak{Same: true, Own: true, Alone: true}, "open"}, // not full
		{url, "name", PageBreak{Full: true, Same: true, Own: true}, "open"},    // more in its style follows

		{"http://a.example/ind", "ex.html", PageBreak{First: true, Tight: true, Full: true, Same: true}, "cut"},
		{"http://a.example/index", "29.", PageBreak{First: true, Tight: true, Full: true, Same: true}, "open"},
		{"http://a.example/index", "The", PageBreak{First: true, Tight: true, Full: true, Same: true}, "open"},

		{url, "name/index.html", full, "full"},
		{url, "word", full, "open"},
		{url, "word", PageBreak{Full: true, Same: true, Single: true}, "full"},
		{url, "Word", PageBreak{Full: true, Same: true, Single: true}, "open"},
		{url, "name/index.html", PageBreak{Same: true}, "open"},
		{"http://a.example/index.", "html", PageBreak{Full: true, Same: true, Single: true}, "full"},
		{"http://a.example/index.", "html", full, "open"},
		{"http://a.example/index.", "The/other", full, "open"},
		{"http://a.example/has", "h.rs#b", full, "full"},
		{"http://a.example/index", "e.g.", full, "open"},
		{"http://a.example/index", "2.5", full, "open"},
		{"http://a.example/index", "====", full, "open"},
		{"http://a.example/", ".136", full, "open"},
		{"http://a.example/?b=", "CdEf", full, "full"},
		{"http://a.example/b", "and", full, "open"},

		{"http://a.example/b-", "c", PageBreak{Same: true}, "hyphen"},
		{"http://a.example/b-", "c", own, "own"},

		// The link is that of a program which looks for URLs in lines.
		{url, "name/index.html", link(full, PageLinkEnds), "full"},
		{url, "word", link(full, PageLinkEnds), "link-ends"},
		{url, "word", link(PageBreak{Same: true}, PageLinkOther), "link-ends"},
	} {
		b := c.b
		b.URL, b.Word = c.url, c.word
		if way := Page(&b); way.Name != c.way {
			t.Errorf("%q %q: %s, want %s (%+v)", c.url, c.word, way.Name, c.way, c.b)
		}
	}
}

// TestPageWays checks that each rule has a name, a sentence and a count, and that the last one
// applies to any break.
func TestPageWays(t *testing.T) {
	names := map[string]bool{}
	for _, w := range PageWays {
		if w.Name == "" || w.Sentence == "" || w.Count == "" || names[w.Name] {
			t.Errorf("the rule %+v is not complete, or its name is taken", w)
		}
		names[w.Name] = true
	}
	// Words without letters and digits must not panic.
	for _, s := range []string{".", "-", "@", "/", ":", "?", "=", "www.", "://", "\u00e4", "\xff"} {
		for _, w := range []string{".", "@", "a@", "@a.bc", "://", "//", "=", "\u00e4", "\xff"} {
			for _, b := range []PageBreak{{}, {Full: true, Same: true}, {Full: true, Same: true, First: true, Tight: true, Own: true, Alone: true}} {
				b.URL, b.Word = s, w
				Page(&b)
			}
		}
	}
}

package join

import "testing"

// TestPage has a line for each way in which a line of a page ends.
func TestPage(t *testing.T) {
	const url = "http://a.example/long/"
	full := PageBreak{Long: true, Full: true, Sure: true, Same: true}
	lone := PageBreak{Long: true, Full: true, Tight: true, Same: true, First: true, Single: true}
	with := func(b PageBreak, set func(b *PageBreak)) PageBreak { set(&b); return b }
	own := with(full, func(b *PageBreak) { b.Own, b.Alone = true, true })
	cut := with(full, func(b *PageBreak) { b.First, b.Tight = true, true })
	single := with(full, func(b *PageBreak) { b.Single = true })
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
		{"http://", "e.g.", PageBreak{Same: true}, "space"},
		{"http://", "e.g.", full, "end"},
		{"Theorem:", "//a.example/b", full, "anew"},
		{"h", "ttps://a.example/b", PageBreak{}, "scheme"},
		{"https:/", "/a.example", PageBreak{}, "scheme"},
		{"http", "s://word", PageBreak{Same: true}, "url"},

		// A letterhead, in italics or not.
		{"https://anna.example", "anna@gmail.example", own, "address"},
		{"https://anna.example/", "<anna.b+c@gmail.example>,", own, "address"},
		{"https://anna.example", "github.example/anna", own, "host"},
		{"https://anna.example/", "github.example/anna", own, "host"},
		{"https://anna.example/", "index.html", own, "own"},
		{"www.anna.example", "Berlin", with(cut, func(b *PageBreak) { b.Own, b.Alone = true, true }), "host"},
		{"https://anna.example/", "www.berta.example", own, "url"},
		{"https://anna.example", "+49", lone, "end"},
		{"https://anna.example/cv", "Berlin", lone, "end"},
		{"https://a.example/@", "anna/b", full, "end"},
		{"https://a.example/", "@anna/b", full, "full"},
		{"https://a.example/?to=", "anna@b.example", full, "address"},

		{url, "http://b.example/", own, "url"},
		{url, "(git+ssh://b.example/)", own, "url"},
		{"https://web.example/", "20201111/https://b.example/,", own, "parts"},

		{"https://www.a.e", "xample.example/b.", with(own, func(b *PageBreak) { b.Tight = true }), "own"},
		{"https://www.a.co", "m/b", cut, "cut"},
		{"https://www.a.com", "v1.2", cut, "host"},
		{"http://a.example", "/b/c", full, "anew"},
		{"http://a.example", "/b/c", own, "own"},
		{"http://a.", "example/b", full, "incomplete"},
		{"https://www.acme.", "com", full, "incomplete"},
		{"https://www.acme.com.", "is", full, "end"},

		{url, "name/index.html", with(own, func(b *PageBreak) { b.Same = false }), "style"},
		{"http:", "//a.example/", PageBreak{}, "scheme"},
		{url, "name/index.html", with(full, func(b *PageBreak) { b.Moved = true }), "moved"},
		{"http://a.example/b?", "c=d", with(full, func(b *PageBreak) { b.Moved = true }), "query"},

		{"http://a.example/b?", "c_d=e", PageBreak{Same: true}, "query"},
		{"a.example/b?", "c=d", PageBreak{Same: true}, "query"},
		{"who/what?", "Answer:", full, "end"},
		{"http://a.example/b?", "c/d=e", PageBreak{Same: true}, "space"},
		{"http://a.example/M%C", "3%BCnchner", PageBreak{Same: true}, "escape"},
		{"http://a.example/M%", "C3%BCnchner", PageBreak{Same: true}, "escape"},
		{"http://a.example/100%", "of", full, "full"},
		{"http://a.example/M", "%C3%BCnchner", full, "escape"},

		// What begins anew does not continue a URL, though the line is full.
		{"http://a.example/repo", "main.py", own, "anew"},
		{"http://a.example/v1/users", "/v1/orders", full, "anew"},
		{"http://a.example/repo", "./configure", full, "anew"},
		{"http://a.example/repo", "--verbose", own, "anew"},
		{"http://a.example/repo", "$", own, "anew"},
		{"http://a.example/li", "brary-health.txt", cut, "cut"},
		{"http://a.example/valida", "tion.html", own, "anew"},
		{"http://a.example/b", "README.md", with(cut, func(b *PageBreak) { b.Edge = true }), "anew"},
		{"http://a.example/7eb65200ba39", "ac654", cut, "cut"},
		{url, "937d138c", full, "full"},
		{url, "1995", with(cut, func(b *PageBreak) { b.Edge, b.Single = true, true }), "full"},
		{"http://a.example/b%20", "word", with(cut, func(b *PageBreak) { b.Edge, b.Single, b.Known = true, true, true }), "cut"},
		{"http://www.un-da", "ta.example/b/c", with(cut, func(b *PageBreak) { b.Single = true }), "cut"},
		{"https://www.un-data.example/", "github.example/data", with(cut, func(b *PageBreak) { b.Single = true }), "url"},
		{url, "5.", single, "end"},
		{"http://a.example/valida", "tion.html", with(own, func(b *PageBreak) { b.Whole = true }), "own"},
		{"http://a.example/valida", "tion.html", with(full, func(b *PageBreak) { b.Whole = true }), "full"},
		{"http://a.example/groups", "/b/c", own, "own"},
		{"http://a.example/groups", "/b/c", with(own, func(b *PageBreak) { b.First = true }), "anew"},

		{url, "name.", own, "own"},
		{"http://a.example/Ind", "ex", own, "own"},
		{"http://a.example/cv", "Berlin", with(own, func(b *PageBreak) { b.First, b.Single = true, true }), "end"},
		{"http://a.example/", "12345", with(own, func(b *PageBreak) { b.First, b.Single = true, true }), "end"},
		{"http://a.example/4ce8e", "615156", with(own, func(b *PageBreak) { b.First, b.Single = true, true }), "own"},
		{url, "name/b", PageBreak{Same: true, Own: true, Alone: true}, "space"},
		{url, "name/b", PageBreak{Same: true, Own: true, Alone: true, Long: true, Sure: true}, "part-space"},
		{url, "name/b?c=d", PageBreak{Same: true, Long: true, Sure: true}, "parts"},
		{"http://a.example/b", "name", PageBreak{Long: true, Full: true, Sure: true, Same: true, Own: true}, "end"}, // more in its style follows
		{"http://a.example/b),", "name", own, "end"},

		{"http://a.example/ind", "ex/b.html", cut, "cut"},
		{"http://a.example/ind", "exes.html", cut, "anew"},
		{"http://a.example/ind", "exes.html", with(cut, func(b *PageBreak) { b.Edge = true }), "cut"},
		{"http://a.example/b", "/c/d", with(cut, func(b *PageBreak) { b.Edge = true }), "full"},
		{"http://a.example/2004.851", "32", with(cut, func(b *PageBreak) { b.Single = true }), "cut"},
		{"http://a.example/?b=1", "32", with(cut, func(b *PageBreak) { b.Single = true }), "end"},
		{"http://a.example/index", "29.", cut, "end"},
		{"http://a.example/index", "The", cut, "end"},
		{"http://a.example/index", "word", with(cut, func(b *PageBreak) { b.Known = true }), "end"},

		{url, "name/index.html", full, "full"},
		{url, "word", full, "full"},
		{url, "which", full, "end"},
		{url, "White-Paper,", full, "full"},
		{url, "Word", single, "end"},
		{url, "name/index.html", PageBreak{Same: true}, "space"},
		{"http://a.example/index.", "html", single, "incomplete"},
		{"http://a.example/index.", "html", full, "full"},
		{"http://a.example/index.", "2019", full, "end"},
		{"http://a.example/index.", "2019/b", full, "full"},
		{"http://a.example/index.", "as", full, "end"},
		{"http://a.example/index.", "The/other", full, "end"},
		{"http://a.example/has", "h.rs#b", full, "full"},
		{"http://a.example/has", "src/h.rs", full, "end"},
		{"http://a.example/has", "and/or", with(full, func(b *PageBreak) { b.Tight = true }), "end"},
		{"http://a.example/index", "e.g.", full, "end"},
		{"http://a.example/index", "2.5", full, "end"},
		{"http://a.example/index", "====", full, "end"},
		{"http://a.example/", ".136", full, "end"},
		{"http://a.example/(b)", ".html", full, "full"},
		{"http://a.example/?b=", "CdEf", full, "full"},
		{"http://a.example/b_", "(c)", full, "full"},
		{"http://a.example/b", "and", full, "end"},
		{"http://a.example/b", "-and-c", full, "full"},

		// The URL is the longest line of all.
		{"http://a.example/b?c", "d=e&f=g", lone, "lone"},
		{"http://a.example/b", "&c=d", lone, "lone"},
		{"http://a.example/b", "%C3%BC", lone, "escape"},
		{"http://a.example/b", "-c/d", lone, "lone"},
		{"http://a.example/b/", "c/d.html", lone, "lone"},
		{"http://a.example/", "c/d.html", lone, "end"},
		{"http://a.example/b/", "word", lone, "end"},
		{"http://a.example/b", "/c/d", lone, "anew"},
		{"www.a.example/b/", "c/d.html", lone, "lone"},

		{"http://a.example/b-", "c", PageBreak{Same: true}, "space"},
		{"http://a.example/b-", "c", PageBreak{Same: true, Single: true}, "hyphen"},
		{"http://a.example/b-", "Berlin", PageBreak{Same: true, Single: true}, "space"},
		{"http://a.example/b-", "c_d", PageBreak{Same: true}, "hyphen"},
		{"http://a.example/b-", "c", with(own, func(b *PageBreak) { b.Moved = true }), "hyphen"},
		{"http://a.example/b-", "c", link(PageBreak{}, PageLinkDrops), "link-hyphen"},
		{"ht-", "tps://a.example/b", PageBreak{}, "scheme-hyphen"},
		{"cut-", "tps://a.example/b", PageBreak{}, "url"},

		// A part that is incomplete goes on, though the line has space.
		{"https://web.example/web/20201111010203/", "https://b.example/c", PageBreak{Same: true}, "archived"},
		{"https://web.example/web/2020/", "https://b.example/c", PageBreak{Same: true}, "url"},
		{"https://en.", "a.example/b", PageBreak{Same: true}, "incomplete"},
		{"https://en.", "we", PageBreak{Same: true}, "space"},
		{"http://192.0.2.1:", "8080/b", PageBreak{Same: true}, "incomplete"},
		{"http://a.example/b:", "8080", PageBreak{Same: true}, "space"},
		{"https://doi.org/", "10.1000/182", PageBreak{Same: true}, "incomplete"},
		{"https://doi.org/10.1000/", "182.3", PageBreak{Same: true}, "incomplete"},
		{"https://doi.org/10.1000/", "182", PageBreak{Same: true}, "space"},
		{"https://doi.org/", "and", PageBreak{Same: true}, "space"},
		{"http://a.example/b.", "html", PageBreak{Same: true, Single: true}, "incomplete"},
		{"http://a.example/b.", "pdf", PageBreak{Same: true}, "space"},

		// Without a scheme.
		{"doi.example/b", "?c=d", full, "full"},
		{"(doi.example/b", "?c=d", full, "end"},
		{"and/or", "?c=d", full, "end"},
		{"https://a.example/b/", "c.example/d", with(full, func(b *PageBreak) { b.First = true }), "url"},
		{"https://a.exam", "ple.com/d", with(cut, func(b *PageBreak) { b.Single = true }), "cut"},

		{"http://a.example/b", "and", own, "end"},
		{"http://a.example/b_", "-_c_d", full, "full"},
		{"http://a.example/b-4926", "-82684c46", full, "full"},
		{"http://a.example/b12c", "d34ef", full, "full"},
		{"http://a.example/b2c", "DeFg", with(cut, func(b *PageBreak) { b.Edge, b.Single = true, true }), "cut"},
		{"http://a.example/b2c", "d", with(cut, func(b *PageBreak) { b.Edge, b.Single = true, true }), "cut"},
		{"http://a.example/b2c", "Berlin", with(cut, func(b *PageBreak) { b.Edge, b.Single = true, true }), "end"},
		{"http://a.example/table", "arden.", with(full, func(b *PageBreak) { b.Tight, b.Cuts = true, true }), "cut"},
		{"http://a.example/2", "3.", with(full, func(b *PageBreak) { b.Tight, b.Cuts = true, true }), "end"},
		{"https://web.example/web/20201111010203/htt", "ps://b.example/c", full, "archived"},
		{"https://arxiv.org/abs/", "1211.28622v2", PageBreak{Same: true}, "incomplete"},
		{"https://arxiv.org/abs/", "1211", PageBreak{Same: true}, "space"},
		{"https://doi.org/10.1000/j.", "2006.06", PageBreak{Same: true}, "incomplete"},
		{"http://a.example/b#", "c", PageBreak{Same: true, Single: true}, "incomplete"},
		{"http://a.example/b#", "and", PageBreak{Same: true}, "space"},
		{"http://a.example/?b=", "1&c=2", PageBreak{Same: true}, "incomplete"},
		{"https://", "a.", PageBreak{Same: true, Single: true}, "scheme"},
		{"http://a.example/b=1", "23d", with(cut, func(b *PageBreak) { b.Edge = true }), "cut"},
		{"http://a.example/b-", "c", full, "hyphen"},
		{"http://a.example/b-", "c/d?e", PageBreak{Same: true, Long: true}, "hyphen"},
		{"http://a.example/b-", "c", with(full, func(b *PageBreak) { b.Added = true }), "added-hyphen"},

		// The link is that of a program which looks for URLs in lines.
		{url, "name/index.html", link(full, PageLinkEnds), "full"},
		{url, "which", link(full, PageLinkEnds), "end"},
		{url, "which", link(full, PageLinkOther), "end"},
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
	full := PageBreak{Long: true, Full: true, Sure: true, Same: true}
	lone := PageBreak{Long: true, Full: true, Tight: true, Same: true, First: true, Single: true}
	cut := PageBreak{Long: true, Full: true, Tight: true, Sure: true, Same: true, First: true, Own: true, Alone: true}
	for _, w := range PageWays {
		if w.Name == "" || w.Sentence == "" || w.Count == "" || names[w.Name] {
			t.Errorf("the rule %+v is not complete, or its name is taken", w)
		}
		names[w.Name] = true
	}
	// Words without letters and digits must not panic.
	for _, s := range []string{".", "-", "@", "/", ":", "?", "=", "www.", "://", "\u00e4", "\xff"} {
		for _, w := range []string{".", "@", "a@", "@a.bc", "://", "//", "=", "\u00e4", "\xff"} {
			for _, b := range []PageBreak{{}, full, lone, cut} {
				b.URL, b.Word = s, w
				Page(&b)
			}
		}
	}
}

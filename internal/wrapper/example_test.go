package wrapper_test

import (
	"fmt"

	"github.com/urlgrep/urlgrep/internal/wrapper"
)

func ExampleRules_Scan() {
	text := []byte("> found under <URL:ftp://info.cern.ch/pub/www/doc-\n> index;type=d> but\n")
	at := 14 // index of the "<"

	var rules wrapper.Rules
	var c wrapper.Candidate
	if rules.Scan(&c, text, at, text[:at+1], true) == wrapper.Closed {
		fmt.Printf("%s\n%q\non %d lines, hyphens at a line break: %d\n", c.URL, text[c.Start:c.End], c.Lines, c.Hyphens)
	}
	// Output:
	// ftp://info.cern.ch/pub/www/doc-index;type=d
	// "<URL:ftp://info.cern.ch/pub/www/doc-\n> index;type=d>"
	// on 2 lines, hyphens at a line break: [30]
}

// Scan does not guess while more text may follow.
func ExampleRules_Scan_cut() {
	var rules wrapper.Rules
	var c wrapper.Candidate
	for _, text := range []string{"<UR", "<URL:http:", "<URL:http://a/b", "<URL:http://a/b>", "<URL:http://a/b <"} {
		switch rules.Scan(&c, []byte(text), 0, nil, false) {
		case wrapper.Cut:
			fmt.Println(text, "may go on")
		case wrapper.Closed:
			fmt.Println(text, "is whole")
		case wrapper.Unclosed:
			fmt.Println(text, "is not closed")
		}
	}
	// Output:
	// <UR may go on
	// <URL:http: may go on
	// <URL:http://a/b may go on
	// <URL:http://a/b> is whole
	// <URL:http://a/b < is not closed
}

func ExampleParsePrefix() {
	p := wrapper.ParsePrefix([]byte(">> // see http://a/b-"))
	fmt.Println(p.Depth)
	// Output: 2
}

func ExamplePrefix_Continue() {
	text := []byte("> # see http://a/b-\n> # c.html\n>\n> x\n")
	p := wrapper.ParsePrefix(text)

	end, lines, v := p.Continue(text, 20, 1, true)
	fmt.Printf("%q %d %v\n", text[end:end+6], lines, v == wrapper.Yes)

	_, _, v = p.Continue(text, 31, 2, true)
	fmt.Println("continues after a blank line:", v == wrapper.Yes)
	// Output:
	// "c.html" 1 true
	// continues after a blank line: false
}

func ExampleSchemes_Begins() {
	var schemes *wrapper.Schemes // the built-in table
	for _, text := range []string{"http://a/", "mailto:user@a.com", "std::string", "news:comp.lang.c", "note: x"} {
		for colon, c := range text {
			if c == ':' {
				fmt.Println(text, schemes.Begins([]byte(text), 0, colon, true) == wrapper.Yes)
				break
			}
		}
	}
	// Output:
	// http://a/ true
	// mailto:user@a.com true
	// std::string false
	// news:comp.lang.c true
	// note: x false
}

func ExampleSchemes_Before() {
	var schemes *wrapper.Schemes
	for _, text := range []string{"see http", "1.http", "seehttp", "git+ssh", "hxxp"} {
		if at, ok := schemes.Before([]byte(text+"://a/"), len(text)); ok {
			fmt.Printf("%s: %s\n", text, text[at:])
		} else {
			fmt.Printf("%s: none\n", text)
		}
	}
	// Output:
	// see http: http
	// 1.http: http
	// seehttp: http
	// git+ssh: git+ssh
	// hxxp: none
}

// In KOI8-R, octet A0 is a line drawing character and not white space.
func ExampleRules_Prefix() {
	var koi8r [128]rune
	for i := range koi8r {
		koi8r[i] = '═'
	}
	for _, rules := range []wrapper.Rules{{}, {Fallback: &koi8r}} {
		p := rules.Prefix([]byte(">\xA0> see"))
		fmt.Println(p.Depth)
	}
	// Output:
	// 2
	// 1
}

func ExamplePrefix_Initialled() {
	for _, line := range []string{"JD> see http://a/", "> see http://a/"} {
		p := wrapper.ParsePrefix([]byte(line))
		fmt.Println(p.Initialled())
	}
	// Output:
	// true
	// false
}

// Two bytes distinguish most words from schemes, without a lookup in the table.
func ExampleEnds() {
	var schemes *wrapper.Schemes // the built-in table
	known, opaque := schemes.KnownEnds(), schemes.OpaqueEnds()
	for _, word := range []string{"http", "mailto", "From"} {
		last := len(word) - 1
		fmt.Println(word, known.May(word[last-1], word[last]), opaque.May(word[last-1], word[last]))
	}
	// Output:
	// http true false
	// mailto true true
	// From false false
}

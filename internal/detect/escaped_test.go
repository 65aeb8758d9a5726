package detect

import "testing"

func TestCalendar(t *testing.T) {
	for _, c := range []struct {
		head     string
		is, more bool
	}{
		{"BEGIN:VCALENDAR\r\n", true, false},
		{"begin:vCard\nversion:2.1\n", true, false},
		{" \r\n\tBEGIN:VEVENT \n", true, false},
		{"", false, true},
		{"\n", false, true},
		{"BEG", false, true},
		{"BEGIN:VC", false, true},
		{"BEGIN:VCARD", false, true},
		{"BEGIN:VCARDS\n", false, false},
		{"BEGIN:WORLD\n", false, false},
		{"BEGIN CERTIFICATE", false, false},
		{"BEGINNING", false, false},
		{"-----BEGIN:VCARD\n", false, false},
	} {
		if is, more := isCalendar([]byte(c.head), false); is != c.is || more != c.more {
			t.Errorf("%q: %t, more %t", c.head, is, more)
		}
		for i := range c.head {
			if is, more := isCalendar([]byte(c.head[:i]), false); !more && is != c.is {
				t.Errorf("%q: %t, but %q: %t", c.head[:i], is, c.head, c.is)
			}
		}
	}
	for head, want := range map[string]bool{"BEGIN:VCARD": true, "BEGIN:VCAR": false, "BEGIN:": false, "": false} {
		if is, more := isCalendar([]byte(head), true); is != want || more {
			t.Errorf("%q at the end: %t, more %t", head, is, more)
		}
	}
}

func TestEscaped(t *testing.T) {
	for head, want := range map[string]Format{
		".TH X 1\n":                              Roff,
		"\n\n.TH \"X\" 1\n":                      Roff,
		".\\\" a comment\n":                      Roff,
		"'\\\" t\n":                              Roff,
		". \\\" a comment\n":                     Roff,
		".Dd March 1, 1997\n.Dt X 1\n":           Roff,
		".\n.TH X 1\n":                           Roff,
		".de CW\n.sp\n..\n.\\\" a comment\n":     Roff,
		".ig \\\" -*- nroff -*-\nA text.\n.SH A": Roff,
		"\\\"a comment\n.TH X 1\n":               Roff,
		".so man1/x.1\n":                         Text,
		".SH NAME\n":                             Roff,
		".UR http://u.example/":                  Roff,
		".SH\nNAME\n":                            Text,
		".BR {\n":                                Text,
		".TH {\n":                                Text,
		".the end\n":                             Text,
		"...\n.TH X\n":                           Text,
		"'Tis a text.\n":                         Text,
		".gitignore\n":                           Text,
		".text\n.globl main\n":                   Text,
		"# .TH X 1\n":                            Text,

		"\\documentclass[a4paper]{article}\n":      TeX,
		"% a comment\n\n\\section{A}\n":            TeX,
		"%% \\iffalse\n":                           TeX,
		"% !TeX root = a.tex\nA text.\n":           TeX,
		"\\input macros\n":                         TeX,
		"\\def\\a{b}\n":                            TeX,
		"\\section*{A}\n":                          TeX,
		"\\ProvidesExplPackage {a} {b}\n":          TeX,
		"@article{key,\n  url = {":                 TeX,
		"@Article {key:1, title={a}}":              TeX,
		"@article{,\n":                             TeX,
		"% a\n@string{a = \"b\"}\n":                TeX,
		"@comment{x}\n":                            TeX,
		"\\set a b\n":                              Text,
		"\\section a Title\n":                      Text,
		"\\d{3}\n":                                 Text,
		"\\\\server\\share\n":                      Text,
		"%!PS-Adobe-3.0\n\\def\\a{}\n":             Text,
		"%% Erlang\n-module(a).\n":                 Text,
		"%{\n#include <a.h>\n":                     Text,
		"% a comment only\n":                       Text,
		"@media{a,\n":                              Text,
		"@article a, b\n":                          Text,
		"@title{A, b}\n":                           Text,
		"```\n\\documentclass{article}\n":          Text,
		"@book me\n":                               Text,
		"\\input texinfo @c -*-texinfo-*-\n":       Texinfo,
		"\\input ../texinfo.tex\n":                 Texinfo,
		"@c a comment\n@node A\n":                  Texinfo,
		"@c %**start of header\n\\input texinfo\n": Texinfo,
		"@c\n@comment a\n\n@section A\n":           Texinfo,
		"@node Top, A\n":                           Texinfo,
		"@ignore\nA text.\n":                       Texinfo,
		"@c hello\n":                               Text,
		"@c hello\nyou\n":                          Text,
		"@node \"%a%\" %*\n":                       Text,
		"@section('content')\n":                    Text,
		"@section A\n":                             Text,
		"@echo off\n":                              Text,
		"@import url(a);\n":                        Text,
		"@c.route('/')\n":                          Text,
		"":                                         Text,
	} {
		if got, more := escapedOf([]byte(head), true); got != want || more {
			t.Errorf("%q: format %d, more %t, want %d", head, got, more, want)
		}
		for i := range head {
			if got, more := escapedOf([]byte(head[:i]), false); !more && got != want {
				t.Errorf("%q: format %d, but %q: %d", head[:i], got, head, want)
			}
		}
	}
}

// TestEager checks that what most texts begin with is decided at once.
func TestEager(t *testing.T) {
	for _, head := range []string{"a", "http", "#", "...and", "'twas", ".git", "@joe ", "@", "\\\\a"} {
		if _, more := escapedOf([]byte(head+"\n"), false); more {
			t.Errorf("%q: undecided", head)
		}
	}
}

package detect

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// heads are pieces of beginnings of inputs.
var heads = []string{
	"From: a@b\n", "Subject : x\n", "To:\n", "X-Y: z\n", " folded\n", "\tfolded\r\n", "From a@b Mon Jan  5 12:00:00 2015\n", "From me\n", ">From me\n",
	"\n", "\r\n", "\r", "\n\n", "  \n", "\t\r\n", UTF8BOM, MMDFLine + "\n", MMDFLine + "\r\n", "#! rnews 12\n", "#! rnews x\n", "#! cunbatch\n", "#!/bin/sh\n",
	"http://a/\n", "some words\n", "a b: c\n", "<URL: x>\n", "Message-ID: <x>\r\n", "Date: x\r", "<!DOCTYPE html>", "<!doctype ", "HTML\n", "<html", "<HTML lang=en>", "<", ">", "<!--", " x -->", "<!-->", "<?xml version='1.0'?>", "<?xml", "<svg", "<rss ", "<a xmlns='b'", "<a ", " xmlns:b=", "xmlns", "<!DOCTYPE a", "?>", "\x00", "\xff", ":", " ", "e : x\n", "From", "F", "\x01", "g,h\n", "i,", "j, k\n", `"l`, `",`, "\r\n",
	".TH X 1\n", ".TH ", ".\\\" a\n", "'\\\" t\n", ".de A\n", ".", "'", ".if", "\\\"", "% a\n", "%", "\\documentclass{a}\n", "\\input ", "\\def\\a{}\n", "\\",
	"\\section", "{", "*", "@article{a,\n", "@string{", "@", "@c a\n", "@c\n", "@node A\n", "@ignore\n", "@section A\n", "texinfo\n", "../", "=",
}

// checkText checks that FormatOf finds the same format in the beginning of an input
// whether it comes in pieces or whole.
func checkText(t *testing.T, head string) {
	t.Helper()
	want, more := FormatOf([]byte(head), false, All)
	if more {
		t.Fatalf("%q: more than all is wanted", head)
	}
	for i := range len(head) + 1 {
		if got, more := FormatOf([]byte(head[:i]), false, Stream); !more && got != want {
			t.Fatalf("%q is %d, but %d from its first %d bytes", head, want, got, i)
		}
	}
}

func TestDetectPieces(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1738, 1))
	for range effort.Rounds(20000) {
		var b strings.Builder
		for range 1 + rnd.IntN(6) {
			b.WriteString(heads[rnd.IntN(len(heads))])
		}
		checkText(t, b.String())
	}
}

// TestDetectWhite checks that lines of white space before a message are ignored, like
// blank lines.
func TestDetectWhite(t *testing.T) {
	for _, white := range []string{"", "\n", "\r\n", "  \n", "\t \r\n\n \n"} {
		for head, want := range map[string]Format{
			"From: a@b\nSubject: x\n":                        Message,
			"From a@b Mon Jan  5 12:00:00 2015\nFrom: a@b\n": Mbox,
			"From a@b\nFrom: a@b\nSubject: x\n\n":            Mbox,
			MMDFLine + "\nFrom: a@b\n":                       MMDF,
			"some words\n":                                   Text,
		} {
			head = white + head
			if got, _ := textOf([]byte(head), true); got != want {
				t.Errorf("%q is %d, want %d", head, got, want)
			}
			checkText(t, head)
		}
	}
}

// TestDetectHTML checks that a document is HTML only if it declares so before anything
// but comments and white space.
func TestDetectHTML(t *testing.T) {
	for head, want := range map[string]Format{
		"<!DOCTYPE html>":          HTML,
		"<!doctype HTML PUBLIC":    HTML,
		"<!doctype html\n>":        HTML,
		"<html>":                   HTML,
		"<HTML lang=en>":           HTML,
		" \r\n\t\f<html\tlang=en>": HTML,
		UTF8BOM + "\n<html>":       HTML,
		"<!-- <p> --> <!---->\n<!-- -- ->-->\n<html>":                 HTML,
		"<?xml version='1.0'?>\n<!-- x --><!DOCTYPE html SYSTEM 'x'>": HTML,
		"<!--" + strings.Repeat("x", TextHead-30) + "--><html>":       HTML,
		"<!--" + strings.Repeat("x", TextHead) + "--><html>":          Text,
		"":                     Text,
		"<":                    Text,
		"<!DOCTYPE html":       Text,
		"<html":                Text,
		"<htmlx>":              Text,
		"<html5>":              Text,
		"<!DOCTYPE html5>":     Text,
		"<!DOCTYPE  html>":     Text,
		"<!DOCTYPE svg><html>": XML,
		"<?php x ?><html>":     Text,
		"<?xml ?><rss><html>":  XML,
		"<p><html>":            Text,
		"see <html>":           Text,
		"# A\n<html>":          Text,
		"<!-- x -->\nA <html>": Text,
		"<!-- <html>":          Text,
		"<html://a/>":          Text,
		"From: a@b\nSubject: <html>\n\n<!DOCTYPE html>":          Message,
		"From a@b Mon Jan  5 12:00:00 2015\nFrom: a@b\n\n<html>": Mbox,
	} {
		if got, more := textOf([]byte(head), true); got != want || more {
			t.Errorf("%.60q is %d, want %d", head, got, want)
		}
		if len(head) < 500 {
			checkText(t, head)
		}
	}
}

// TestDetectCSV checks which texts are CSV.
func TestDetectCSV(t *testing.T) {
	long := strings.Repeat("x", TextHead)
	for head, want := range map[string]Format{
		"a,b\nc,d\ne,f\n":              CSV,
		"a,b\nc,d\ne,f\ng":             CSV,
		"a,b\nc,d\ne":                  Text,
		"a,b\nc,d":                     CSV,
		"a,b\nc,":                      CSV,
		"a,b\n":                        Text,
		"a\nb\nc\n":                    Text,
		"a,b\r\nc,d\r\ne,f\r\n":        CSV,
		"a,b\rc,d\re,f\r":              CSV,
		UTF8BOM + "a,b\nc,d\n":         CSV,
		",b\nc,d\n":                    CSV,
		"a,\nc,d\n":                    Text,
		"a,b\nc, d\n":                  Text,
		"a,b\nc,\td\n":                 Text,
		"a,b\n c,d\n":                  CSV,
		"\na,b\nc,d\n":                 Text,
		"a,b\n\nc,d\n":                 Text,
		"a,b\nc,d\n\n":                 Text,
		"a,b\nc,d,e\n":                 Text,
		"a,b,c\nd,e\n":                 Text,
		"a,b\nhttp://c/,d\n":           CSV,
		"http://a/,b\nc,d\n":           Text,
		"a,b@c\nc,d\n":                 Text,
		"a,b;\nc,d;\n":                 Text,
		"(a,b\nc,d\n":                  Text,
		"\"a\",\"b,c\"\nd,\"e\nf\"\n":  CSV,
		"\"a\",b\nd,\"\"\"e\"\" f\"\n": CSV,
		"\"a\nb\",c\nd,e\n":            Text,
		"a,b\nc,d\"e\n":                Text,
		"a,b\nc,\"d\" e\n":             Text,
		"a,b\nc,\"d\n":                 Text,
		"a,b\nc,d\ne," + long:          CSV,
		"a,b\nc," + long:               Text,
		"a,b\nc,d\ne,f,\"" + long:      Text,
		"From,Subject\na,b\n":          CSV,
		"From: a,b\nSubject: x,y\n\n":  Message,
	} {
		if got, more := FormatOf([]byte(head), false, All); got != want || more {
			t.Errorf("%.60q is %v, want %v", head, got, want)
		}
		if len(head) < 500 {
			checkText(t, head)
		}
	}
}

func FuzzText(f *testing.F) {
	for _, h := range heads {
		f.Add(h + heads[0] + heads[1])
	}
	f.Fuzz(func(t *testing.T, head string) {
		if len(head) > 500 {
			t.Skip() // all its beginnings are tried
		}
		checkText(t, head)
	})
}

package htmltext

import (
	"strings"
	"testing"
)

func TestCharset(t *testing.T) {
	for head, want := range map[string]string{
		``:                                 "",
		`<html><meta charset=koi8-r>`:      "koi8-r",
		`<META a CHARSET = ' koi8-r ' / >`: "koi8-r",
		`<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">`:                 "koi8-r",
		`<meta content="text/html;charset = 'koi8-r'; x" http-equiv=content-type>`:             "koi8-r",
		`<meta http-equiv=content-type content="charset; xcharset=koi8-r x">`:                  "koi8-r",
		`<meta http-equiv=content-type content="charset='koi8-r">`:                             "",
		`<meta http-equiv=content-type content="text/html">`:                                   "",
		`<meta http-equiv=refresh content="charset=koi8-r">`:                                   "",
		`<meta content="charset=koi8-r">`:                                                      "",
		`<meta name=x><meta charset=koi8-r><meta charset=big5>`:                                "koi8-r",
		`<meta charset=UTF-16LE>`:                                                              "UTF-16LE",
		`<!-- <meta charset=big5> --><meta charset=koi8-r>`:                                    "koi8-r",
		`<!--><meta charset=koi8-r>-->`:                                                        "koi8-r",
		`<!-- <meta charset=koi8-r>`:                                                           "",
		`<a title="<meta charset=big5>"><meta charset=koi8-r>`:                                 "koi8-r",
		`<!DOCTYPE html><?xml?></a x><3 <metal charset=big5><meta/ charset="koi8-r"/>`:         "koi8-r",
		`<?xml version="1.0" encoding = 'koi8-r'?><meta charset=big5>`:                         "koi8-r",
		`<?xml version="1.0"?><meta charset=koi8-r>`:                                           "koi8-r",
		`<?php encoding="big5"?><meta charset=koi8-r>`:                                         "koi8-r",
		`<meta charset=koi8-r`:                                                                 "",
		strings.Repeat(" ", MaxPrescan-len(`<meta charset=koi8-r>`)) + `<meta charset=koi8-r>`: "koi8-r",
		strings.Repeat(" ", MaxPrescan-5) + `<meta charset=koi8-r>`:                            "",
	} {
		if got := Charset([]byte(head)); got != want {
			t.Errorf("%s: got %q, want %q", head, got, want)
		}
		checkBeginnings(t, head)
	}
}

// checkBeginnings checks that no beginning of a document declares a character set
// different from that of the document.
func checkBeginnings(t *testing.T, head string) {
	t.Helper()
	want := Charset([]byte(head))
	for i := range head {
		if got := Charset([]byte(head[:i])); got != "" && got != want {
			t.Errorf("%q: %q, from its first %d bytes %q", head, want, i, got)
		}
	}
}

// FuzzCharset checks the same with any document, and that a declaration before the
// document takes precedence.
func FuzzCharset(f *testing.F) {
	for _, c := range cases {
		f.Add(c.input)
	}
	f.Add(`<!-- <meta charset=big5> --><meta http-equiv=content-type content="text/html; charset='koi8-r'">`)
	f.Add(`<?xml version="1.0" encoding = 'koi8-r'?><meta charset=big5>`)
	f.Fuzz(func(t *testing.T, document string) {
		checkBeginnings(t, document[:min(len(document), 300)])
		if got := Charset([]byte("<meta charset=koi8-r>" + document)); got != "koi8-r" {
			t.Errorf("%q behind a declaration: %q", document, got)
		}
	})
}

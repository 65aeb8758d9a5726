package header

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"mime"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/offset"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

func TestParseMediaType(t *testing.T) {
	type params = map[string]string
	for _, c := range []struct {
		body string
		typ  string
		want params
	}{
		{"text/plain", "text/plain", nil},
		{" Text/PLAIN \r\n", "text/plain", nil},
		{"text/plain; charset=us-ascii (Plain text)\n", "text/plain", params{"charset": "us-ascii"}},
		{"(a) text (b) / (c) plain (d); (e) charset (f) = (g) \"utf-8\" (h); x=y", "text/plain", params{"charset": "utf-8", "x": "y"}},
		{"text/plain;\r\n\tcharset=\"iso-8859-1\";\r\n format=flowed; DelSp=Yes\r\n", "text/plain", params{"charset": "iso-8859-1", "format": "flowed", "delsp": "Yes"}},

		// No type, or half of one.
		{"", "/", nil},
		{" ", "/", nil},
		{";", "/", nil},
		{"text", "text/", nil},
		{"multipart; boundary=x", "multipart/", params{"boundary": "x"}},
		{"plain", "/", nil},
		{"<html>", "/", nil},
		{"text/plain>", "text/plain", nil},
		{"text/", "text/", nil},
		{"/plain", "/", nil},
		{"\"text/plain\"; a=b", "text/plain", params{"a": "b"}},
		{"charset=utf-8", "/", params{"charset": "utf-8"}},
		{"; charset=utf-8", "/", params{"charset": "utf-8"}},
		{"text/html, charset=utf-8", "text/html", params{"charset": "utf-8"}},

		// Semicolons and blanks.
		{"multipart/mixed boundary=\"x\"", "multipart/mixed", params{"boundary": "x"}},
		{"text/plain charset=utf-8 format=flowed", "text/plain", params{"charset": "utf-8", "format": "flowed"}},
		{"text/plain;;; ; a=b;", "text/plain", params{"a": "b"}},
		{"text/plain;a = b ;c=\t\"d\"", "text/plain", params{"a": "b", "c": "d"}},
		{"text/plain; us-ascii; a=b", "text/plain", params{"a": "b"}},
		{"text/plain; =a; b=c", "text/plain", params{"b": "c"}},
		{"text/plain; a=; b=c", "text/plain", params{"a": "", "b": "c"}},
		{"text/plain; a", "text/plain", nil},
		{"text/plain; a=", "text/plain", params{"a": ""}},

		// Values.
		{"a/b; c=\"d \\\"e\\\" \\\\ f\"", "a/b", params{"c": "d \"e\" \\ f"}},
		{"a/b; c=\"C:\\temp\\x.txt\"", "a/b", params{"c": "C:\\temp\\x.txt"}},
		{"a/b; c=\"d; e=f\"; g=h", "a/b", params{"c": "d; e=f", "g": "h"}},
		{"a/b; c=\"d; g=h", "a/b", params{"c": "d", "g": "h"}},
		{"a/b; c=\"d \n e; g=h", "a/b", params{"c": "d", "g": "h"}},
		{"a/b; c=\"d\n e\"", "a/b", params{"c": "d e"}},
		{"a/b; c=\"\"; d=e", "a/b", params{"c": "", "d": "e"}},
		{"a/b; c=\"d\"e; f=g", "a/b", params{"c": "d", "f": "g"}},
		{"multipart/mixed; boundary==_a:b/c=?d; e=f", "multipart/mixed", params{"boundary": "=_a:b/c=?d", "e": "f"}},
		{"multipart/mixed; boundary=\\\"x\\\"; e=f", "multipart/mixed", params{"boundary": "x", "e": "f"}},
		{"multipart/mixed; boundary=\\\"x", "multipart/mixed", params{"boundary": "\\\"x"}},
		{"multipart/mixed; boundary=\"a b \t\"", "multipart/mixed", params{"boundary": "a b"}},
		{"multipart/mixed; boundary=\" a\"; x=\" a \"", "multipart/mixed", params{"boundary": " a", "x": " a "}},
		{"multipart/mixed; boundary=\"=?utf-8?Q?a?=\"; x==?utf-8?Q?a?=", "multipart/mixed", params{"boundary": "=?utf-8?Q?a?=", "x": "a"}},
		{"a/b; name=my notes.txt; c=d", "a/b", params{"name": "my notes.txt", "c": "d"}},
		{"a/b; name=my notes (1).txt; c=d", "a/b", params{"name": "my notes", "c": "d"}},
		{"a/b; name=a(b); c=d", "a/b", params{"name": "a(b)", "c": "d"}},
		{"a/b; c=d; C=e; c*=''f; g=h; g=i", "a/b", params{"c": "f", "g": "h"}},
		{"a/b; (c; d=e", "a/b", params{"d": "e"}},
		{"a/b; name=\"=?iso-8859-1?Q?caf=E9?=\n =?iso-8859-1?Q?=2Etxt?=\"", "a/b", params{"name": "café.txt"}},
		{"a/b; name=caf\xe9", "a/b", params{"name": "caf\xe9"}},

		// RFC 2231, with its own examples.
		{"message/external-body; access-type=URL;\n URL*0=\"ftp://\";\n URL*1=\"cs.utk.edu/pub/moore/bulk-mailer/bulk-mailer.tar\"",
			"message/external-body", params{"access-type": "URL", "url": "ftp://cs.utk.edu/pub/moore/bulk-mailer/bulk-mailer.tar"}},
		{"application/x-stuff; title*=us-ascii'en-us'This%20is%20%2A%2A%2Afun%2A%2A%2A", "application/x-stuff", params{"title": "This is ***fun***"}},
		{"application/x-stuff\n title*0*=us-ascii'en'This%20is%20even%20more%20\n title*1*=%2A%2A%2Afun%2A%2A%2A%20\n title*2=\"isn't it!\"",
			"application/x-stuff", params{"title": "This is even more ***fun*** isn't it!"}},
		{"a/b; t*2=c; t*10=d; t*0*=''%41; t*1=b", "a/b", params{"t": "Abcd"}},
		{"a/b; t*0=a; t*0=b; t*1=c", "a/b", params{"t": "ac"}},
		{"a/b; t*0*=gbk''%D6; t*1*=%D0", "a/b", params{"t": "中"}},
		{"a/b; t*=no-quotes%41", "a/b", params{"t": "no-quotesA"}},
		{"a/b; t*=x-unknown''%E9", "a/b", params{"t": "é"}},
		{"a/b; t*=\"utf-8''%C3%A9\"", "a/b", params{"t": "é"}},
		{"a/b; t*x=y; t*99999999999=z", "a/b", params{"t*x": "y", "t*99999999999": "z"}},
	} {
		got := ParseMediaType([]byte(c.body))
		if typ := got.Type + "/" + got.Subtype; typ != c.typ || !maps.Equal(byName(got.Parameters), c.want) {
			t.Errorf("%q: got %s %q, want %s %q", c.body, typ, got.Parameters, c.typ, c.want)
		}
	}
}

// byName returns the values of parameters by their names.
func byName(all Parameters) map[string]string {
	values := make(map[string]string)
	for _, p := range all {
		values[p.Name] = all.Param(p.Name)
	}
	return values
}

// TestParseMediaTypeAll checks ParseMediaType against mime.ParseMediaType, with
// well-formed values.
func TestParseMediaTypeAll(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	letters := []rune("abc ;=\"\\/'%*?é日")
	for range 3000 {
		values := make(map[string]string)
		for i := range r.IntN(5) {
			value := make([]rune, r.IntN(20))
			for i := range value {
				value[i] = letters[r.IntN(len(letters))]
			}
			values[fmt.Sprintf("p%d", i)] = string(value)
		}
		body := mime.FormatMediaType("a/b", values)
		_, want, err := mime.ParseMediaType(body)
		if err != nil {
			continue
		}
		if got := ParseMediaType([]byte(body)); got.Type != "a" || got.Subtype != "b" || !maps.Equal(byName(got.Parameters), want) {
			t.Fatalf("%q: got %+v, want %q", body, got, want)
		}
	}
}

// TestOrdinaryMediaType compares ordinaryMediaType and parseMediaType, with random text
// of the characters that matter.
func TestOrdinaryMediaType(t *testing.T) {
	pieces := []string{"a", "text/", "plain", ";", ";", "; ", " ", "\r\n\t", "boundary=", "b=", "b*=", "b*0=", "=", "\"", "\"c d \"", "\\", "(", "(x)", "=?", "?=", "é", "/", "charset=utf-8", "*"}
	r := rand.New(rand.NewPCG(5, 6))
	ordinary, n := 0, effort.Rounds(300_000)
	for range n {
		body := "Text/x"
		if r.IntN(4) == 0 {
			body = ""
		}
		for range r.IntN(9) {
			body += pieces[r.IntN(len(pieces))]
		}
		want := parseMediaType([]byte(body))
		got, ok := ordinaryMediaType([]byte(body))
		if !ok {
			continue
		}
		ordinary++
		if got.Type != want.Type || got.Subtype != want.Subtype || !slices.Equal(got.Parameters, want.Parameters) {
			t.Fatalf("%q: %+v, want %+v", body, got, want)
		}
	}
	if ordinary < n/30 {
		t.Errorf("%d are ordinary", ordinary)
	}
}

func TestMaxParameters(t *testing.T) {
	var body strings.Builder
	for i := range 50000 {
		fmt.Fprintf(&body, "; a*%d=b", i)
	}
	if got := ParseMediaType([]byte("a/b" + body.String())); got.Param("a") != strings.Repeat("b", maxParameters) {
		t.Errorf("got %q", got.Param("a"))
	}
	for n, want := range map[int]bool{1: false, maxParameters: false, maxParameters + 1: true} {
		if got := ParseMediaType([]byte("a/b" + strings.Repeat("; a=b", n) + ";\r\n")); got.More != want {
			t.Errorf("%d parameters: there are more: %v", n, got.More)
		}
	}
	var d Decoder
	var m offset.Map
	got := string(d.AppendText(nil, []byte("Content-Type: a/b"+body.String()), 0, 1, &m))
	if !strings.HasPrefix(got, "Content-Type: a/b; a=\""+strings.Repeat("b", maxParameters)+"\"; a*256=b; ") || !strings.HasSuffix(got, "; a*49999=b") {
		t.Errorf("got %.400q", got)
	}
}

func TestContentTransferEncoding(t *testing.T) {
	for body, want := range map[string]string{
		" base64\r\n":            "base64",
		"Quoted-Printable":       "quoted-printable",
		"(a (b)) 8BIT (c)":       "8bit",
		"\"base64\"":             "base64",
		"base64;":                "base64",
		"7bit.":                  "7bit",
		"<base64>":               "base64",
		"quoted-printable, 7bit": "quoted-printable",
		"x-uuencode":             "x-uuencode",
		"":                       "",
		" (":                     "",
	} {
		if got := ContentTransferEncoding([]byte(body)); got != want {
			t.Errorf("%q: got %q, want %q", body, got, want)
		}
	}
}

func FuzzParseMediaType(f *testing.F) {
	for _, s := range []string{
		"text/plain; charset=us-ascii (Plain text)", "a/b; c=\"d \\\"e\" f=g;h*1*=x;h*0*=utf-8''%41", "multipart/mixed boundary=\"x", "a/b; c=\\\"d\\\"",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		got := ParseMediaType(body)
		ContentTransferEncoding(body)
		if want := parseMediaType(body); got.Type != want.Type || got.Subtype != want.Subtype || !slices.Equal(got.Parameters, want.Parameters) {
			t.Errorf("%+v, want %+v", got, want)
		}
		if len(got.Parameters) > maxParameters {
			t.Errorf("%d parameters", len(got.Parameters))
		}
		for _, p := range got.Parameters {
			if p.Name != strings.ToLower(p.Name) || len(p.Value) > 3*len(body) {
				t.Errorf("%q: %q", p.Name, p.Value)
			}
		}
	})
}

func BenchmarkParseMediaType(b *testing.B) {
	body := []byte("multipart/alternative; boundary=\"----=_NextPart_000_0001\"; charset=utf-8\r\n")
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		ParseMediaType(body)
	}
}

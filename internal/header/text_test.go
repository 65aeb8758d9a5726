package header

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"mime"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"

	"github.com/urlgrep/urlgrep/internal/offset"
)

// appendText returns the text of a field, and checks its map.
func appendText(t testing.TB, d *Decoder, field string) (string, *offset.Map) {
	t.Helper()
	const at, line = 1000, 7
	var m offset.Map
	m.Line(1)
	m.Copy(3, 0)
	got := d.AppendText([]byte("abc"), []byte(field), at, line, &m)
	if string(got[:3]) != "abc" || m.Len() != int64(len(got)) {
		t.Fatalf("%q: %q, and a map of %d bytes", field, got, m.Len())
	}
	for i := int64(3); i < m.Len(); i++ {
		start, end := m.Start(i), m.End(i+1)
		if start < at || end < start || end > at+int64(len(field)) {
			t.Fatalf("%q: %q is from %d to %d", field, got[i:], start, end)
		}
		want := line + strings.Count(field[:start-at], "\n")
		// Inserted text belongs to the place where it is inserted.
		if n := m.LineOf(i); n != int64(want) && end > start {
			t.Fatalf("%q: %q is in line %d, want %d", field, got[i:], n, want)
		}
	}
	return string(got[3:]), &m
}

var textCases = []struct{ field, want string }{
	// Unfolding.
	{"", ""},
	{"Subject: a\n", "Subject: a\n"},
	{"Subject: a\r\n", "Subject: a\r\n"},
	{"Subject: a", "Subject: a"},
	{"Subject: a\n b\n\t c\n", "Subject: a b\t c\n"},
	{"Subject: a\r\n b\r\n\tc\r\n", "Subject: a b\tc\r\n"},
	{"Subject: a\r b\r\tc\r", "Subject: a b\tc\r"},
	{"Subject: a\r\r\n b\n", "Subject: a b\n"},
	{"Subject:\n \n\ta\n", "Subject: \ta\n"},
	{"Subject: a\nb\n", "Subject: a\nb\n"}, // not folded: two lines
	{"List-Unsubscribe: <http://l.example/u>,\n <mailto:x>\n", "List-Unsubscribe: <http://l.example/u>, <mailto:x>\n"},
	{"Subject: \xfcb\xe9r\n", "Subject: \xfcb\xe9r\n"},

	// Encoded words.
	{"Subject: =?utf-8?Q?caf=C3=A9?=\n", "Subject: café\n"},
	{"Subject: =?UTF-8?q?caf=c3=a9_a?= b\n", "Subject: café a b\n"},
	{"Subject: =?utf-8?B?Y2Fmw6k=?=\n", "Subject: café\n"},
	{"Subject: =?iso-8859-1?Q?caf=E9?=", "Subject: café"},
	{"Subject: =?iso-8859-1*en?Q?caf=E9?=", "Subject: café"},
	{"Subject: =?utf-8?Q?a?= =?utf-8?Q?b?=", "Subject: ab"},
	{"Subject: =?utf-8?Q?a?=\n =?utf-8?Q?b?=\n", "Subject: ab\n"},
	{"Subject: =?utf-8?Q?a?=\r\n\t =?iso-8859-1?B?6Q?=\r\n c\r\n", "Subject: aé c\r\n"},
	{"Subject: =?utf-8?Q?a?=  b  =?utf-8?Q?c?=", "Subject: a  b  c"},
	{"Subject: =?utf-8?Q?a?==?utf-8?Q?b?=", "Subject: ab"},
	{`From: "=?utf-8?Q?a?=" (=?utf-8?Q?b?=) x=?utf-8?Q?c?=y`, `From: "a" (b) xcy`},
	{"Subject: =?utf-8?B?aHR0cDovL3UuZXhhbXBsZS8=?=\n =?utf-8?Q?p?=", "Subject: http://u.example/p"},

	// Characters that are split between words.
	{"Subject: =?utf-8?Q?=C3?= =?utf-8?B?qQ==?=", "Subject: é"},
	{"Subject: =?utf-8?Q?=E2=82?= =?UTF-8?Q?=AC?=", "Subject: €"},
	{"Subject: =?gbk?Q?=D6?=\n =?gbk?Q?=D0?= b", "Subject: 中 b"},
	{"Subject: =?iso-2022-jp?Q?=1B$BF|?= =?iso-2022-jp?Q?K\\=1B(B?=", "Subject: 日本"},
	{"Subject: =?iso-2022-jp?B?GyRCRg==?= =?iso-2022-jp?B?fBsoQg==?=", "Subject: 日"},

	// Unknown and wrong character sets.
	{"Subject: =?x-bogus?Q?http=3A//a.example/?= http://b.example/", "Subject: http://a.example/ http://b.example/"},
	{"Subject: =?x-bogus?Q?caf=C3=A9?=", "Subject: café"},
	{"Subject: =?x-bogus?Q?caf=E9=80?=", "Subject: café€"},
	{"Subject: =?us-ascii?Q?caf=C3=A9?=", "Subject: café"},
	{"Subject: =?utf-8?Q?caf=E9?=", "Subject: caf\xe9"},
	{"Subject: =??Q?caf=C3=A9?=", "Subject: café"},
	{"Subject: =?utf-16be?B?AGEAYg==?=", "Subject: ab"},
	{"Subject: =?utf-7?Q?+AOk-?=", "Subject: é"},

	// Malformed words.
	{"Subject: =?utf-8?B?Y2Fmw6k?=", "Subject: café"},
	{"Subject: =?utf-8?B?Y2 Fm\n w6 k=?= x", "Subject: café x"},
	{"Subject: =?utf-8?B?YWI=Y2Q=?=", "Subject: abcd"},
	{"Subject: =?utf-8?B?YWJjZ?=", "Subject: abc"},
	{"Subject: =?utf-8?B?Y!W*I.=?=", "Subject: ab"},
	{"Subject: =?utf-8?B?http://u.example/?=", "Subject: =?utf-8?B?http://u.example/?="},
	{"Subject: =?utf-8?B?!?=", "Subject: =?utf-8?B?!?="},
	{"Subject: =?utf-8?B??=x", "Subject: x"},
	{"Subject: =?utf-8?Q??=x", "Subject: x"},
	{"Subject: =?utf-8?Q?a=ZZb=4?=", "Subject: a=ZZb=4"},
	{"Subject: =?utf-8?Q?a b\n c?=", "Subject: a b c"},
	{"Subject: =?utf-8?Q?a?b?=", "Subject: a?b"},
	{"Subject: =?utf-8?Q?what=?=", "Subject: what="},
	{"Subject: =?utf-8?Q?=41?=", "Subject: A"},
	{"Subject: =?utf-8?Q?a=0Ab=0D=0A_c?=", "Subject: a\nb\r\n c"},

	// No words.
	{"Subject: =?utf-8?X?a?=", "Subject: =?utf-8?X?a?="},
	{"Subject: =?utf-8?Q?a", "Subject: =?utf-8?Q?a"},
	{"Subject: =?utf-8?Q?a =?utf-8?Q?b?= c", "Subject: =?utf-8?Q?a b c"},
	{"Subject: =?utf-8?Q", "Subject: =?utf-8?Q"},
	{"Subject: =?", "Subject: =?"},
	{"Subject: =", "Subject: ="},
	{"Subject: ==?=?utf-8?Q?b?=", "Subject: ==?b"},
	{"Subject: =?ut f-8?Q?b?=", "Subject: =?ut f-8?Q?b?="},
	{"Subject: =?utf-8?Q?" + strings.Repeat("a", 4096) + "?= =?utf-8?Q?b?=", "Subject: =?utf-8?Q?" + strings.Repeat("a", 4096) + "?= b"},
	{"Subject: =?utf-8?Q?" + strings.Repeat("a", 4096-12) + "?=", "Subject: " + strings.Repeat("a", 4096-12)},

	// Parameters.
	{"Content-Type: text/plain; charset=a\n", "Content-Type: text/plain; charset=a\n"},
	{"Content-Type: text/plain;\n name*=utf-8''http%3A%2F%2Fa%2F;\n x=y\n", "Content-Type: text/plain; name=\"http://a/\"; x=y\n"},
	{"content-type: x/y; a*0=\"http://\";\n a*1=\"a.example/\" ; b=c\n", "content-type: x/y; a=\"http://a.example/\" ; b=c\n"},
	{"Content-Type: x/y; a*1=b.example/;\n c=d;\n a*0=\"http://\"\n", "Content-Type: x/y; a=\"http://b.example/\"; c=d\n"},
	{"Content-Type: x/y; a*0*=iso-8859-1'fr'%E9;a*1=\"%E9\";a*2*=%E9", "Content-Type: x/y; a=\"é%E9é\""},
	{"Content-Type: x/y; a*0*=utf-8''%E2; a*1*=%82%AC", "Content-Type: x/y; a=\"€\""},
	{"Content-Type: x/y; a*0=b (http://c/); a*1=d", "Content-Type: x/y; a=\"bd\" (http://c/); "},
	{"Content-Type: x/y; a*0=b; a*0=c; A*1=d", "Content-Type: x/y; a=\"bd\"; a*0=c"},
	{"Content-Type: x/y; a*7=b; a*9=c", "Content-Type: x/y; a=\"bc\""},
	{"Content-Type: x/y; a*=%41%ZZ%4; b=c", "Content-Type: x/y; a=\"A%ZZ%4\"; b=c"},
	{"Content-Type: x/y; a*0=\"\\\"\\\\\\x\"", "Content-Type: x/y; a=\"\"\\\\x\""},
	{"Content-Type: x/y; *=a; *0=b; c*x=d", "Content-Type: x/y; =\"a\"; *0=b; c*x=d"},
	{"Content-Disposition: attachment; filename*=''a%20b; n=\"=?utf-8?Q?c?=\"\n", "Content-Disposition: attachment; filename=\"a b\"; n=\"c\"\n"},
	{"X-Type: x/y; a*0=b; a*1=c", "X-Type: x/y; a*0=b; a*1=c"},
	{"Content-Type: message/external-body; access-type=URL;\n URL=\"ftp://cs.utk.edu/pub/moore/\n  bulk-mailer.tar\"\n", "Content-Type: message/external-body; access-type=URL; URL=\"ftp://cs.utk.edu/pub/moore/bulk-mailer.tar\"\n"},
	{"Content-Type: message/external-body; url=ftp://a/\n b; access-type=URL\n", "Content-Type: message/external-body; url=\"ftp://a/b\"; access-type=URL\n"},
	{"Content-Type: message/external-body; access-type=URL;\n URL*0=\"ftp://cs.utk.edu/\";\n URL*1=\"pub/ x\"\n", "Content-Type: message/external-body; access-type=URL; URL=\"ftp://cs.utk.edu/pub/x\"\n"},
	{"Content-Type: text/plain; url=\"ftp://a/ b\"; x*=y", "Content-Type: text/plain; url=\"ftp://a/ b\"; x=\"y\""},
}

func TestAppendText(t *testing.T) {
	var d Decoder
	for _, c := range textCases {
		if got, _ := appendText(t, &d, c.field); got != c.want {
			t.Errorf("%q\n got %q\nwant %q", c.field, got, c.want)
		}
	}
}

// TestMaxWord checks words of the maximum length, and longer ones.
func TestFolds(t *testing.T) {
	var d Decoder
	var m offset.Map
	for _, test := range []struct{ field, want string }{
		{"A: b\n", "A: b\n"},
		{"A: b\n c\n\td\n", "A: b| c|\td\n"},
		{"A: b \r\n \r\n c\r\n", "A: b | | c\r\n"},
		{"A:\n =?utf-8?q?b_c?=\n =?utf-8?q?d?= e\n f\n", "A:| b cd e| f\n"},
	} {
		m.Reset()
		text := string(d.AppendText(nil, []byte(test.field), 0, 1, &m))
		for _, at := range slices.Backward(d.Folds()) {
			text = text[:at] + "|" + text[at:]
		}
		if text != test.want {
			t.Errorf("%q: got %q, want %q", test.field, text, test.want)
		}
	}
}

func TestMaxWord(t *testing.T) {
	d := Decoder{MaxWord: len("=?utf-8?Q?abc?=")}
	if got, _ := appendText(t, &d, "=?utf-8?Q?abc?= =?utf-8?Q?abcd?="); got != "abc =?utf-8?Q?abcd?=" {
		t.Errorf("got %q", got)
	}
	for field, want := range map[string]bool{
		"=?utf-8?Q?abc?=":         false,
		"=?utf-8?Q?abcd?=":        true,
		"=?utf-8?Q?a =?utf-8?Q?b": false,
		"=?utf-8?Q?=?utf-8?Q?b?=": false, // the word begins with the second "=?"
	} {
		if appendText(t, &d, field); d.TooLong() != want {
			t.Errorf("%q is too long: %v", field, d.TooLong())
		}
	}
}

// TestPlaces checks the offsets of text: the first what in the text is from the first
// from in the field.
func TestPlaces(t *testing.T) {
	for _, c := range []struct{ field, what, from string }{
		{"Subject: a\n http://a/\n", "http://a/", "http://a/"},
		{"Subject: a\n b", "a b", "a\n b"},
		{"Subject: =?utf-8?Q?a=3Db_c?=", "=b ", "=3Db_"},
		{"Subject: =?utf-8?Q?=C3=A9?=", "é", "=C3=A9"},
		{"Subject: =?utf-8?Q?=C3?=\n =?utf-8?Q?=A9?=", "é", "=C3?=\n =?utf-8?Q?=A9"},
		{"Subject: =?iso-8859-1?Q?=E9=E8?=", "è", "=E8"},
		{"Subject: =?utf-8?B?YWJjZGVm?=", "b", "WJ"},
		{"Subject: =?utf-8?B?YWJjZGVm?=", "cd", "JjZG"},
		{"Subject: =?utf-8?B?YWJjZA==?=", "d", "ZA"},
		{"Subject: =?utf-8?B?YW Jj?=", "b", "W J"},
		{"Subject: =?iso-8859-1?B?YWJjZGVm?=", "cd", "JjZG"},
		{"Subject: =?iso-8859-1?B?YelhYeA=?=", "a\u00e9", "Yel"},
		{"Subject: =?gbk?Q?a=D6=D0b?=", "中", "=D6=D0"},
		{"Subject: =?gbk?Q?a=D6=D0b?=", "b", "b?="[:1]},
		{"Content-Type: x/y; a*1=bc; a*0*=''x%3Ay", "x:y", "x%3Ay"},
		{"Content-Type: x/y; a*1=bc; a*0*=''x%3Ay", "bc", "bc"},
		{"Content-Type: x/y; a*=utf-8'en'x%3Ay", "a=", "a*="},
	} {
		var d Decoder
		got, m := appendText(t, &d, c.field)
		body := strings.Index(got, ":") + 1
		i := body + strings.Index(got[body:], c.what)
		start, end := m.Start(int64(i+3))-1000, m.End(int64(i+3+len(c.what)))-1000
		if c.what == "a=" { // the name, without the additions of RFC 2231
			if start != int64(strings.Index(c.field, c.from)) {
				t.Errorf("%q: %q is from %d", c.field, c.what, start)
			}
			continue
		}
		if from := c.field[start:end]; from != c.from {
			t.Errorf("%q: %q is from %q, want %q", c.field, c.what, from, c.from)
		}
	}
}

// TestPlacesOfWords checks for text in each encoding that each character is mapped to a
// range that decodes to that character alone.
func TestPlacesOfWords(t *testing.T) {
	var d Decoder
	for _, c := range []struct{ label, text string }{
		{"utf-8", "http://ü.example/日本?a=b_c d\U0001F600"},
		{"iso-8859-1", "http://ü.example/?a=b_c déjà"},
		{"koi8-r", "Привет http://u.example/_"},
		{"gbk", "http://例子.example/中a文"},
		{"shift_jis", "http://u.example/日a本ｱ"},
		{"euc-kr", "http://u.example/한a국"},
		{"utf-16be", "http://ü.example/日本"},
	} {
		e, err := htmlindex.Get(c.label)
		if err != nil {
			t.Fatal(err)
		}
		var q, b strings.Builder
		octets, err := e.NewEncoder().String(c.text)
		if err != nil {
			t.Fatal(err)
		}
		for i := range len(octets) {
			fmt.Fprintf(&q, "=%02X", octets[i])
		}
		b.WriteString(base64.StdEncoding.EncodeToString([]byte(octets)))
		checkWord(t, &d, e, c.text, "=?"+c.label+"?Q?"+q.String()+"?=", "Q")
		checkWord(t, &d, e, c.text, "=?"+c.label+"?B?"+b.String()+"?=", "B")
		// A word for each octet, which RFC 2047 forbids.
		var words strings.Builder
		for i := range len(octets) {
			fmt.Fprintf(&words, "=?%s?Q?=%02X?=\r\n ", c.label, octets[i])
		}
		if got, _ := appendText(t, &d, words.String()); strings.TrimSpace(got) != c.text {
			t.Errorf("%s: got %q, want %q", c.label, got, c.text)
		}
	}
}

func checkWord(t *testing.T, d *Decoder, e encoding.Encoding, text, word, coding string) {
	t.Helper()
	got, m := appendText(t, d, word)
	if got != text {
		t.Errorf("%q: got %q, want %q", word, got, text)
		return
	}
	for i, r := range got {
		n := int64(i + utf8.RuneLen(r))
		from := word[m.Start(int64(i+3))-1000 : m.End(n+3)-1000]
		want, _ := e.NewEncoder().String(string(r))
		if coding == "Q" {
			if escaped := strings.ToUpper(fmt.Sprintf("%x", want)); strings.ReplaceAll(from, "=", "") != escaped {
				t.Errorf("%q: %q is from %q", word, r, from)
			}
			continue
		}
		if n := (8*len(want)+5)/6 + 1; len(from) > n {
			t.Errorf("%q: %q is from %q", word, r, from)
		}
	}
}

func TestText(t *testing.T) {
	var d Decoder
	for body, want := range map[string]string{
		"":                            "",
		" a\n":                        "a",
		" \t a\r\n  b \r\n":           "a  b",
		" =?utf-8?Q?_a_?=\n":          "a",
		" caf\xe9 =?utf-8?Q?=C3=A9?=": "café é",
		"=?utf-8?Q?=E9?=":             "é",
		" Content-Type: x; a*0=b":     "Content-Type: x; a*0=b",
	} {
		if got := d.Text([]byte(body)); got != want {
			t.Errorf("%q: got %q, want %q", body, got, want)
		}
	}
}

// TestWordDecoder checks AppendText against mime.WordDecoder, with well-formed words.
func TestWordDecoder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	letters := []rune("abc /:._?=é€日\U0001F600 \t")
	var d Decoder
	var w mime.WordDecoder
	for range 3000 {
		var field strings.Builder
		for range r.IntN(4) {
			text := make([]rune, r.IntN(60))
			for i := range text {
				text[i] = letters[r.IntN(len(letters))]
			}
			switch r.IntN(4) {
			case 0:
				field.WriteString(strings.ReplaceAll(string(text), "=", ""))
			case 1:
				field.WriteString(mime.QEncoding.Encode("utf-8", "é"+string(text)))
			case 2:
				field.WriteString(mime.BEncoding.Encode("utf-8", "é"+string(text)))
			case 3:
				field.WriteString(mime.QEncoding.Encode("iso-8859-1", "caf\xe9 caf\xe9"))
			}
			field.WriteString([]string{" ", "", "  "}[r.IntN(3)])
		}
		want, err := w.DecodeHeader(field.String())
		if err != nil {
			continue
		}
		if got, _ := appendText(t, &d, field.String()); got != want {
			t.Fatalf("%q\n got %q\nwant %q", field.String(), got, want)
		}
	}
}

// TestHostile checks fields that would take very long if any part were looked at
// repeatedly. Only the time limit of the test would end it then.
func TestHostile(t *testing.T) {
	var d Decoder
	var m offset.Map
	for _, unit := range []string{
		"=?", "=?a?q?", "=?a?q?=?", "=?a?q? ", "=?a?b?QQ==?=", "=?gbk?q?=81?= ", "\r ", "\r", "a\ra", "\n ", "(", "\"", "\\\"", "a b ",
		"a*0=b;", "a=\"b;", ";a=", "(;", "a*=''%41;", "()", "a(", "=?a?q?\n ",
	} {
		for _, head := range []string{"Subject: ", "Content-Type: message/external-body; x*=y;"} {
			field := head + strings.Repeat(unit, 1<<18/len(unit))
			m.Reset()
			d.AppendText(nil, []byte(field), 0, 1, &m)
			ParseMediaType([]byte(field[len(head):]))
			ContentTransferEncoding([]byte(field[len(head):]))
			Date([]byte(field[len(head):]))
		}
	}
}

func FuzzAppendText(f *testing.F) {
	for _, c := range textCases {
		if len(c.field) < 200 {
			f.Add([]byte(c.field))
		}
	}
	f.Add([]byte("Content-Type: a; x*=hz-gb-2312''~{"))
	var d Decoder
	// The value of a parameter may end in a state in which ASCII has another meaning.
	state := regexp.MustCompile(`(?is)\*.*(2022|hz).*'`)
	f.Fuzz(func(t *testing.T, field []byte) {
		if len(field) > 1000 {
			t.Skip() // appendText's checks are slow
		}
		const planted = "http://planted.example/p"
		got, _ := appendText(t, &d, string(field))
		if !bytes.ContainsAny(field, "=\r\n") && got != string(field) {
			t.Errorf("%q: got %q", field, got)
		}
		if got, _ := appendText(t, &d, string(field)+"\n "+planted+" \n"); !strings.Contains(got, planted) && !strings.Contains(strings.ReplaceAll(got, "=?", ""), planted) {
			// Within a word in base64 it is ignored.
			if !bytes.Contains(bytes.ToLower(field), []byte("?b?")) && !state.Match(field) {
				t.Errorf("%q: lost, in %q", field, got)
			}
		}
		if s := d.Text(field); !utf8.ValidString(s) {
			t.Errorf("%q: text %q", field, s)
		}
	})
}

func BenchmarkAppendText(b *testing.B) {
	for _, c := range []struct{ name, field string }{
		{"plain", "Received: from mail.example.org (mail.example.org [192.0.2.1])\r\n"},
		{"folded", "Received: from mail.example.org (mail.example.org [192.0.2.1])\r\n\tby mx.example.com with ESMTP id abc=def\r\n\tfor <a@b.example>; Mon, 1 Jan 2001 00:00:00 +0000\r\n"},
		{"Q", "Subject: =?utf-8?Q?Caf=C3=A9_http=3A//u.example/p?=\r\n =?utf-8?Q?und_=C3=BCber?=\r\n"},
		{"B", "Subject: =?utf-8?B?Q2Fmw6kgaHR0cDovL3UuZXhhbXBsZS9wIHVuZCDDvGJlcg==?=\r\n"},
		{"iso-2022-jp", "Subject: =?iso-2022-jp?B?GyRCRnxLXDhsGyhCIGh0dHA6Ly91LmV4YW1wbGUvcA==?=\r\n"},
		{"parameters", "Content-Type: text/plain; name*0*=utf-8''http%3A%2F%2Fa;\r\n name*1=\"b/c.txt\"\r\n"},
	} {
		b.Run(c.name, func(b *testing.B) {
			var d Decoder
			var m offset.Map
			var dst []byte
			field := []byte(c.field)
			b.SetBytes(int64(len(c.field)))
			b.ReportAllocs()
			for b.Loop() {
				m.Reset()
				dst = d.AppendText(dst[:0], field, 0, 1, &m)
			}
		})
	}
}

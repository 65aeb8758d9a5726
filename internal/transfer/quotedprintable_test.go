package transfer

import (
	"bytes"
	"io"
	"math/rand/v2"
	"mime/quotedprintable"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/offset"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

func newQuotedPrintable() Decoder { return &QuotedPrintable{Line: firstLine} }

var escape = regexp.MustCompile(`^=[0-9A-Fa-f]{2}`)

// slowQuotedPrintable decodes one line at a time, octet by octet.
func slowQuotedPrintable(body []byte) (text []octet, malformed int) {
	at, line := int64(firstAt), int64(firstLine)
	content, ends := lines(body)
	for i, l := range content {
		end := at + int64(len(l))
		for n := 0; n < 998 && len(l) > 0 && (l[len(l)-1] == ' ' || l[len(l)-1] == '\t'); n++ {
			l = l[:len(l)-1]
		}
		soft := ends[i] != nil && bytes.HasSuffix(l, []byte("="))
		if soft {
			l = l[:len(l)-1]
		}
		for len(l) > 0 {
			c, n := l[0], int64(1)
			if c == '=' && escape.Match(l) {
				v, _ := strconv.ParseUint(string(l[1:3]), 16, 8)
				c, n = byte(v), 3
			} else if c == '=' {
				malformed++
			}
			text = append(text, octet{c, at, at + n, line})
			l, at = l[n:], at+n
		}
		at = end
		for _, c := range ends[i] {
			if !soft {
				text = append(text, octet{c, at, at + 1, line})
			}
			if at++; c == '\n' {
				line++
			}
		}
	}
	return text, malformed
}

func TestQuotedPrintable(t *testing.T) {
	blanks := strings.Repeat(" ", maxLine)
	for _, c := range []struct {
		body, want string
		malformed  int
	}{
		{"", "", 0},
		{"plain\n", "plain\n", 0},
		{"http://u.exam=\nple/p", "http://u.example/p", 0},
		{"http://u.exam=\r\nple/p\r\n", "http://u.example/p\r\n", 0},
		{"http://u.exam=\rple/p\r", "http://u.example/p\r", 0},
		{"a=\r\r\nb", "a\r\nb", 0},
		{"a= \t\nb=\t \r\nc", "abc", 0},
		{"?a=3D1&b=3d2&c=3D=3d", "?a=1&b=2&c==", 0},
		{"?a=b&c=12", "?a=b&c\x12", 1}, // "=b&" is no escape; "=12" cannot be distinguished from one
		{"=C3=A9=c3=a9=C3=a9", "ééé", 0},
		{"=ZZ =4 =4Z == ===", "=ZZ =4 =4Z == ===", 8},
		{"==20=3=20", "= =3 ", 2},
		{"= x", "= x", 1},
		{"a=", "a=", 1},
		{"a= ", "a=", 1},
		{"a=4", "a=4", 1},
		{"a==\nb", "a=b", 1},
		{"a=3=\nD", "a=3D", 1},
		{"a=3\nD", "a=3\nD", 1},
		{"=\n=\n=\n", "", 0},
		{"\xE9\xFF\x00=00", "\xE9\xFF\x00\x00", 0},
		{"a \nb\t\r\nc \t", "a\nb\r\nc", 0},
		{"a=20\nb=09 \nc =\n d", "a \nb\t\nc  d", 0},
		{"=0D=0A=0A", "\r\n\n", 0},
		{"a" + blanks + "\nb", "a\nb", 0},
		{"a  " + blanks + "\nb", "a  \nb", 0},
		{"a=" + blanks + "\nb", "ab", 0},
		{"a= " + blanks + "\nb", "a= \nb", 1},
		{"a=" + blanks + "b", "a=" + blanks + "b", 1},
	} {
		got := decode(newQuotedPrintable(), []byte(c.body), whole)
		if textOf(got) != c.want {
			t.Errorf("%.100q: got %q, want %q", c.body, textOf(got), c.want)
		}
		if _, n := slowQuotedPrintable([]byte(c.body)); n != c.malformed {
			t.Errorf("%.100q: the oracle has %d malformed, want %d", c.body, n, c.malformed)
		}
		check(t, newQuotedPrintable, slowQuotedPrintable, []byte(c.body))
	}
}

// TestQuotedPrintablePlace checks the offsets of a URL that soft line breaks divide.
func TestQuotedPrintablePlace(t *testing.T) {
	got := decode(newQuotedPrintable(), []byte("see=20\n http://u.exam=  \nple=2Fp=\n\n"), whole)
	i := strings.Index(textOf(got), "http")
	j := i + len("http://u.example/p")
	if textOf(got) != "see \n http://u.example/p\n" || got[i].start != firstAt+8 || got[j-1].end != firstAt+32 ||
		got[i].line != firstLine+1 || got[j-1].line != firstLine+2 {
		t.Errorf("%q from %v to %v", textOf(got), got[i], got[j-1])
	}
}

// TestQuotedPrintableRandom checks random bodies of the characters that matter.
func TestQuotedPrintableRandom(t *testing.T) {
	words := []string{"=", "=", "3", "D", "g", " ", "\t", "\n", "\r\n", "\r", "=3D", "=e9", "text", "=\n", "= \r\n", "\xE9",
		strings.Repeat(" ", 500), "=" + strings.Repeat(" ", 996), "=" + strings.Repeat("\t", 999)}
	compare := func(body []byte) { check(t, newQuotedPrintable, slowQuotedPrintable, body) }
	random(t, words, compare)
}

// TestQuotedPrintableLong checks bodies that are too long to be decoded at once.
func TestQuotedPrintableLong(t *testing.T) {
	words := []string{"=\n", "=\n", "=\r\n", "=3D", "=C3=A9", "=3d=3D=3D", " \n", "\t\r\n", "\n", "\r", "=", "= \n", "=4", " ", "=20\n",
		"text", "text of a few words", strings.Repeat("text ", 20), strings.Repeat("=D0=B6", 40)}
	r := rand.New(rand.NewPCG(9, 10))
	for range 200 {
		var body []byte
		for range r.IntN(200) {
			body = append(body, words[r.IntN(len(words))]...)
		}
		check(t, newQuotedPrintable, slowQuotedPrintable, body)
		want, _ := slowQuotedPrintable(body)
		for i := range want {
			want[i].line = 0
		}
		if got := decode(new(QuotedPrintable), body, whole); !slices.Equal(got, want) {
			t.Fatalf("%q: otherwise if lines are not counted", body)
		}
	}
}

// random calls check with random bodies joined from words.
func random(t *testing.T, words []string, check func([]byte)) {
	r := effort.Rand(t)
	for range 500 {
		var body []byte
		for range r.IntN(15) {
			body = append(body, words[r.IntN(len(words))]...)
		}
		check(body)
	}
}

// TestQuotedPrintableStandard checks QuotedPrintable against package
// mime/quotedprintable, with the output of its encoder.
func TestQuotedPrintableStandard(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		text := make([]byte, r.IntN(500))
		for i := range text {
			text[i] = "ab c=\t\xE9\n.-"[r.IntN(10)]
		}
		var body bytes.Buffer
		w := quotedprintable.NewWriter(&body)
		w.Write(text)
		w.Close()
		want, err := io.ReadAll(quotedprintable.NewReader(bytes.NewReader(body.Bytes())))
		if err != nil {
			t.Fatal(err)
		}
		if got := textOf(decode(newQuotedPrintable(), body.Bytes(), whole)); got != string(want) {
			t.Fatalf("%q: got %q, want %q", body.Bytes(), got, want)
		}
	}
}

// TestReset checks that a decoder can be used again after Reset.
func TestReset(t *testing.T) {
	q := &QuotedPrintable{Line: firstLine}
	decode(q, []byte("a=\r"), whole)
	q.Reset()
	q.Line = firstLine
	if got := textOf(decode(q, []byte("\n"), whole)); got != "\n" || q.Malformed() != 0 || q.Line != firstLine+1 {
		t.Errorf("got %q, line %d", got, q.Line)
	}
	b := &Base64{Line: firstLine}
	decode(b, []byte("this is no base64"), whole)
	b.Reset()
	b.Line = firstLine
	if got := textOf(decode(b, []byte("YWJj\n"), whole)); got != "abc" || b.Malformed() != 0 || b.Line != firstLine+1 {
		t.Errorf("got %q, line %d", got, b.Line)
	}
}

func FuzzQuotedPrintable(f *testing.F) {
	for _, s := range []string{"a=\r\nb", "=3D=e9", "x= \t\n y=20 \n", "=", "= =4", "a=\r", "\xE9=ZZ"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		check(t, newQuotedPrintable, slowQuotedPrintable, body[:min(len(body), 4000)])
	})
}

// quotedBody returns a mebibyte of encoded lines in which every nth character is escaped.
func quotedBody(n int) []byte {
	var body bytes.Buffer
	for i := 0; body.Len() < 1<<20; i++ {
		for column := 0; column < 72; i++ {
			if i%n == 0 {
				body.WriteString("=C3=A9")
				column += 6
			} else {
				body.WriteByte("the quick brown fox"[i%19])
				column++
			}
		}
		body.WriteString([]string{"\n", "=\n"}[i%2])
	}
	return body.Bytes()
}

// benchmark decodes body in pieces of the size of a reader's window.
func benchmark(b *testing.B, d Decoder, body []byte) {
	const window = 64 << 10
	var m offset.Map
	var text []byte
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		for at := 0; at < len(body); at += window {
			m.Reset()
			text = d.Append(text[:0], body[at:min(len(body), at+window)], int64(at), &m)
		}
		text = d.Close(text[:0], &m)
	}
}

func BenchmarkQuotedPrintable(b *testing.B) {
	for _, c := range []struct {
		name string
		body []byte
	}{
		{"dense", quotedBody(8)},
		{"light", quotedBody(150)},
		{"none", quotedBody(1 << 30)},
		{"escapes", bytes.Repeat([]byte("=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=C3=A9=\n"), 14000)},
		{"equals", bytes.Repeat([]byte("="), 1<<20)},
		{"CR", bytes.Repeat([]byte("\r"), 1<<20)},
		{"blanks", bytes.Repeat([]byte(" "), 1<<20)},
	} {
		b.Run(c.name, func(b *testing.B) { benchmark(b, new(QuotedPrintable), c.body) })
	}
}

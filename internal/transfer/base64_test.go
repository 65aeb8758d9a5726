package transfer

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/offset"
)

func newBase64() Decoder { return &Base64{Line: firstLine} }

// slowBase64 decodes one line at a time, digit by digit. It calls isText to decide which
// lines are text; TestIsText checks isText.
func slowBase64(body []byte) (out []octet, malformed int) {
	judge := Base64{}
	at, line := int64(firstAt), int64(firstLine)
	var quantum []digit
	flush := func() {
		bits := 0
		for _, d := range quantum {
			bits = bits<<6 | int(d.value)
		}
		bits <<= 6 * (4 - len(quantum))
		for i := 0; i+1 < len(quantum); i++ {
			d := quantum[i]
			out = append(out, octet{byte(bits >> (16 - 8*i)), d.at, quantum[i+1].at + 1, d.line})
		}
		if len(quantum) == 1 {
			malformed++
		}
		quantum = nil
	}
	content, ends := lines(body)
	for i, l := range content {
		before := judge.text
		judge.text = judge.isText(l[:min(len(l), 998)])
		if judge.text && !before {
			flush()
			if len(out) > 0 && out[len(out)-1].c != '\n' {
				out = append(out, octet{'\n', at, at, line})
			}
		}
		for j, c := range append(bytes.Clone(l), ends[i]...) {
			v := strings.IndexByte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/", c)
			switch {
			case judge.text:
				out = append(out, octet{c, at + int64(j), at + int64(j) + 1, line})
			case c == '=':
				flush()
			case c == '-' || c == '_':
				v = 62 + strings.IndexByte("-_", c)
				fallthrough
			case v >= 0:
				quantum = append(quantum, digit{byte(v), at + int64(j), line})
				if len(quantum) == 4 {
					flush()
				}
			}
		}
		at += int64(len(l) + len(ends[i]))
		line += int64(bytes.Count(ends[i], []byte("\n")))
	}
	flush()
	return out, malformed + judge.malformed
}

const url = "see http://u.example/p?a=1 now\n"

// wrap breaks base64 into lines of width characters.
func wrap(s string, width int, end string) string {
	var b strings.Builder
	for len(s) > width {
		b.WriteString(s[:width] + end)
		s = s[width:]
	}
	return b.String() + s + end
}

func TestBase64(t *testing.T) {
	long := strings.Repeat("The quick brown fox jumps over the lazy dog. ", 9) + url
	encode := base64.StdEncoding.EncodeToString
	all := encode([]byte(long))
	footer := "_______________________________________________\nR-help mailing list\nhttps://u.example/r-help\nRegards\n"
	for _, c := range []struct {
		body, want string
		malformed  int
	}{
		{"", "", 0},
		{"\n\n", "", 0},
		{"Zm9v\n", "foo", 0},
		{"Zm8=\n", "fo", 0},
		{"Zg==\n", "f", 0},
		{"Zm8\n", "fo", 0}, // no padding
		{"Zg", "f", 0},
		{"Zm9vZ\n", "foo", 1}, // 4n+1
		{"Zm8=Zm9v\n", "fofoo", 1},
		{"Zm8=\nZm9v\n", "fofoo", 0},
		{"Zm9v\n====\nZm9v\n", "foo\n====\nfoo", 1},
		{"Zm\n9v\nYm\n\n\nFy", "foobar", 0},
		{"Zm9v\nZ\nm\n9\nv\n", "foofoo", 0},
		{"\nZm9v\n\n\n\nZm9v", "foofoo", 0},
		{"  Zm9v \r\n\tZm9v\t\r\n", "foofoo", 0},
		{"Zm9v\rZm9v\r", "foofoo", 0},
		{wrap(all, 76, "\n"), long, 0},
		{wrap(all, 60, "\r\n"), long, 0},
		{wrap(all, 75, "\n"), long, 0},
		{wrap(all, 5, "\n"), long, 0},
		{wrap(all, 1, "\n"), long, 0},
		{all, long, 0},
		{strings.TrimRight(all, "="), long, 0},
		{wrap(all, 4, " "), long, 1},
		{wrap(all, 13, " ") + "\n", long, 1},
		{wrap(all, 20, "!") + "\n", long, 1},
		{wrap(all, 20, "\x00\xE9*"), long, 1},
		{wrap(encode([]byte("foo?>")), 60, "=\n") + encode([]byte(url)), "foo?>" + url, 0},
		{base64.URLEncoding.EncodeToString([]byte("http://u.example/~~~/???>>>")), "http://u.example/~~~/???>>>", 1},
		// Lines that are text.
		{wrap(all, 76, "\n") + footer, long + footer, 4},
		{"Zm9v\n" + footer, "foo\n" + footer, 4},
		{"Zm8\n" + footer, "fo\n" + footer, 4},
		{"Zm9vC\n--\n" + footer, "foo\n--\n" + footer, 6},
		{footer, footer, 4},
		{"Zm9v\nsee http://u.example/p now\nZm9vYmFy\n", "foo\nsee http://u.example/p now\nfoobar", 1},
		{"Zm9v\nsee U\n", "foo\nsee U\n", 1},
		{"Zm9v\nuser@u.example", "foo\nuser@u.example", 1},
		{"Zm9v\nwww.u.example", "foo\nwww.u.example", 1},
		{"Zm9v\nhttp://u.example/aB1cD2eF3gH4iJ5k", "foo\nhttp://u.example/aB1cD2eF3gH4iJ5k", 1},
		{"Hello,\n\nplease see\nhttp://u.example/p\nNow\n", "Hello,\n\nplease see\nhttp://u.example/p\nNow\n", 4},
		{"By a mailing list\n\n" + wrap(all, 76, "\n") + footer, "By a mailing list\n\n" + long + footer, 5},
		{"\xE9t\xE9 \xE0 la plage\r\n", "\xE9t\xE9 \xE0 la plage\r\n", 1},
	} {
		got := decode(newBase64(), []byte(c.body), whole)
		if textOf(got) != c.want {
			t.Errorf("%.100q: got %q, want %q", c.body, textOf(got), c.want)
		}
		if _, n := slowBase64([]byte(c.body)); n != c.malformed {
			t.Errorf("%.100q: the oracle has %d malformed, want %d", c.body, n, c.malformed)
		}
		check(t, newBase64, slowBase64, []byte(c.body))
	}
}

// TestBase64Place checks the offsets of a URL in base64 that is spread over line ends.
func TestBase64Place(t *testing.T) {
	const text = "An mailto:a@u.example and a http://u.example/p?a=1 here.\n"
	encoded := base64.StdEncoding.EncodeToString([]byte(text))
	for width := 1; width <= len(encoded); width++ {
		body := []byte(wrap(encoded, width, "\r\n"))
		got := decode(newBase64(), body, whole)
		for i, o := range got {
			// Octet k of a quantum is from its digits k and k+1.
			first, last := i/3*4+i%3, i/3*4+i%3+1
			want := octet{text[i], int64(first + first/width*2), int64(last + last/width*2 + 1), int64(first / width)}
			want.start += firstAt
			want.end += firstAt
			want.line += firstLine
			if o != want {
				t.Fatalf("width %d: got %v, want %v", width, o, want)
			}
		}
	}
}

// TestBase64Long checks lines that are so long that they come in pieces.
func TestBase64Long(t *testing.T) {
	encoded := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte(url), 200))
	prose := strings.Repeat("to be or not to be, ", 200)
	for _, body := range []string{
		encoded + "\n" + encoded,
		"!" + encoded + "\n",
		encoded[:2000] + "!" + encoded + "\nZm9v",
		encoded[:2000] + " " + prose + "\nZm9v", // judged by its beginning
		prose + encoded + "\n" + encoded + "\n" + prose,
		strings.Repeat(" ", 3000) + prose + "\n",
	} {
		check(t, newBase64, slowBase64, []byte(body))
	}
}

// TestBase64Far checks a quantum that spans more of the input than a map can express.
func TestBase64Far(t *testing.T) {
	var b Base64
	var m offset.Map
	text := b.Append(nil, []byte("Zg"), 0, &m)
	text = b.Append(text, []byte("\n=\n"), 1<<40, &m)
	text = b.Append(text, []byte("Z\n"), 1<<40+3, &m)
	text = b.Append(text, []byte("g"), 1<<41, &m)
	text = b.Close(text, &m)
	if string(text) != "ff" || m.Start(0) != 0 || m.End(1) != 2 || m.Start(1) != 1<<40+3 || m.End(2) < m.Start(1) {
		t.Errorf("%q: %d-%d, %d-%d", text, m.Start(0), m.End(1), m.Start(1), m.End(2))
	}
}

// TestIsText checks whether lines after a line of base64 are text, and whether the lines
// that would be base64 there are text after a line of text.
func TestIsText(t *testing.T) {
	for _, c := range []struct {
		line string
		want [2]bool
	}{
		{"aHR0cDovL3UuZXhhbXBsZS9w", [2]bool{false, false}},
		{"aHR0 cDov L3Uu ZXhh bXBs ZS9w", [2]bool{false, true}},
		{"aHR0cDov L3UuZXhhbXBsZS9w", [2]bool{false, true}},
		{"aHR0cDov!L3UuZXhhbXBsZS9w", [2]bool{false, true}},
		{">aHR0cDovL3UuZXhhbXBsZS9w", [2]bool{false, true}},
		{"Cg==", [2]bool{false, true}},
		{"=", [2]bool{false, true}},
		{"AAAAAAAA", [2]bool{false, true}},
		{"Regards", [2]bool{false, true}}, // ambiguous
		{"-- ", [2]bool{true, true}},
		{"--", [2]bool{true, true}},
		{"________________________________________", [2]bool{true, true}},
		{"========================================", [2]bool{true, true}},
		{"****************************************", [2]bool{true, true}},
		{"R-help mailing list", [2]bool{true, true}},
		{"To UNSUBSCRIBE from this list", [2]bool{true, true}},
		{"see you there", [2]bool{true, true}},
		{"call 555 1234 now", [2]bool{true, true}},
		{"http://u.example/aHR0cDovL3UuZXhhbXBsZS9w", [2]bool{true, true}},
		{"aB1cD2 <aB1cD2@u.example>", [2]bool{true, true}},
		{"you must not, I say", [2]bool{true, true}},
		{"日本語", [2]bool{true, true}},
	} {
		for i, behind := range []bool{false, true} {
			b := Base64{text: behind}
			if got := b.isText([]byte(c.line)); got != c.want[i] {
				t.Errorf("%q behind text %t: got %t", c.line, behind, got)
			}
		}
	}
}

// TestBase64Random checks random bodies of the characters that matter.
func TestBase64Random(t *testing.T) {
	words := []string{"Zm9v", "Z", "m", "9v", "YmFy\n", "=", "==", "\n", "\r\n", "\r", " ", "!", "-", "_", "http://u.example/\n",
		"some text here\n", "\nCg==\n", "YmFyZm9vYmFy\r\n", strings.Repeat("Zm9v", 240), strings.Repeat(" ", 499)}
	random(t, words, func(body []byte) { check(t, newBase64, slowBase64, body) })
}

// TestBase64Standard checks Base64 against package encoding/base64.
func TestBase64Standard(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		text := make([]byte, r.IntN(300))
		for i := range text {
			text[i] = byte(r.Uint32())
		}
		body := wrap(base64.StdEncoding.EncodeToString(text), 76, "\n")
		if got := textOf(decode(newBase64(), []byte(body), always(1+r.IntN(100)))); got != string(text) {
			t.Fatalf("%q: got %q, want %q", body, got, text)
		}
	}
}

func FuzzBase64(f *testing.F) {
	for _, s := range []string{"Zm9v\nYmE=\n", "Zm9\nvYmFyC\n", "Zm8=Zm9v", "Zm9v\nsee http://u.example/\nYmFy", "Z m9!v aB1c", "hi there\n\nYmFy\nZm9v", "====\n-_"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		check(t, newBase64, slowBase64, body[:min(len(body), 4000)])
	})
}

func BenchmarkBase64(b *testing.B) {
	encoded := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte(url), 25000))
	for _, c := range []struct{ name, body string }{
		{"LF", wrap(encoded, 76, "\n")},
		{"CRLF", wrap(encoded, 76, "\r\n")},
		{"75", wrap(encoded, 75, "\n")},
		{"dirty", wrap(encoded, 76, "!\n")},
		{"blanks", wrap(encoded, 76, " \n")},
		{"one line", encoded},
		{"text", strings.Repeat("and provide commented, minimal, self-contained, reproducible code.\n", 15000)},
		{"LFs", strings.Repeat("\n", 1<<20)},
		{"digits", strings.Repeat("Z\n", 1<<19)},
		{"equals", strings.Repeat("=", 1<<20)},
		{"bangs", strings.Repeat("!", 1<<20)},
	} {
		b.Run(c.name, func(b *testing.B) { benchmark(b, new(Base64), []byte(c.body)) })
	}
}

func ExampleBase64() {
	var b Base64
	var m offset.Map
	b.Line = 1
	text := b.Append(nil, []byte("aHR0cDovL3Uu\nZXhhbXBsZS9w\n"), 0, &m)
	text = b.Close(text, &m)
	fmt.Printf("%s is from %d to %d\n", text, m.Start(0), m.End(int64(len(text))))
	// Output: http://u.example/p is from 0 to 25
}

// TestBase64Copied checks that Copied returns the text that was not in base64.
func TestBase64Copied(t *testing.T) {
	const raw = "QUJDREVG\nQQ==\nsee http://a/ now\n\nmore of it\nQUJDQzFhMWFCMmIy\nfooter: x y\n"
	var b Base64
	var m offset.Map
	text := b.Append(nil, []byte(raw), 0, &m)
	text = b.Close(text, &m)
	var copied []string
	for _, c := range b.Copied() {
		copied = append(copied, string(text[c.From:c.To]))
	}
	want := []string{"\nsee http://a/ now\n\nmore of it\n", "\nfooter: x y\n"}
	if !slices.Equal(copied, want) {
		t.Errorf("%q was copied of %q, want %q", copied, text, want)
	}
}

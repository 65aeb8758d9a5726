package extract

import (
	"encoding/base64"
	"encoding/csv"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding/unicode"

	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// csvHead are the first records of a text that is CSV.
const csvHead = "url,code\nb,1\nc,2\n"

// csvPieces are pieces of CSV.
var csvPieces = []string{
	"http://a.example/", "http://b.example/c-", "https://d.example/?e=f", "http://g.example/h", "(http://i.example/j", "http://k.example/~l", ",", ",", ",,", ", ", ";", `"`, `"`, `""`, `",`, `,"`, "\"\n", "\n\"",
	"\n", "\r\n", "\r", "m", "200", "n o", ")", "'", "'http://p.example/'", "URL:", "<URL:http://q.example/r", "<http://s.example/", ">", `\u002c`, `"http:\/\/t.example\/u`, "v=w", "&amp;", "x.html", "/", "-", "|", "[", "]",
}

// csvSoup returns pieces of CSV, of at least size bytes.
func csvSoup(rnd *rand.Rand, size int) string {
	more := append(slices.Clone(csvPieces), "y.example", "z@a.example", "www.b.example/c", strings.Repeat("x", 500), strings.Repeat("d ", 900), strings.Repeat(`"`, 70), "http\\://e.example/")
	var b strings.Builder
	b.WriteString(csvHead)
	for b.Len() < size {
		b.WriteString(more[rnd.IntN(len(more))])
	}
	return b.String()
}

// TestCSVChunks checks that any split of CSV into reads gives the same matches, and the same text if
// they are replaced.
func TestCSVChunks(t *testing.T) {
	t.Parallel()
	checkReads(t, csvSoup)
}

// TestCSVLong is TestCSVChunks for text that is longer than the window, and checks that ranges of it
// have the same matches.
func TestCSVLong(t *testing.T) {
	t.Parallel()
	checkLong(t, csvSoup)
}

// TestCSVFields checks that the URLs that are fields of CSV are found as package csv reads them.
func TestCSVFields(t *testing.T) {
	rnd := effort.Rand(t)
	for range effort.Rounds(500) {
		var b strings.Builder
		w := csv.NewWriter(&b)
		w.UseCRLF = rnd.IntN(2) == 0
		w.Write([]string{"url", "a code", "text"})
		var want []string
		for range 2 + rnd.IntN(20) {
			record := make([]string, 3)
			for k := range record {
				record[k] = []string{"", "200", "a b", "a, b", "say \"a\"", "a\nb", "\"", ",", "\n"}[rnd.IntN(9)]
				if rnd.IntN(2) == 0 {
					record[k] = []string{"http://a.example/b", "http://a.example/b,c", "http://a.example:80", "http://a.example/?b=c", "http://a.example/b;c=d", "https://a.example/b-c/"}[rnd.IntN(6)]
					want = append(want, record[k])
				}
			}
			w.Write(record)
		}
		w.Flush()
		var got []string
		for m := range Bytes([]byte(b.String()), nil) {
			got = append(got, m.URL)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%s\n%q, want %q", b.String(), got, want)
		}
	}
}

// csvCases have an input and the URLs in it.
var csvCases = []struct{ name, text, want string }{
	{"records", "url,code\nhttp://a/b,200\nhttp://a/c,404\n", "http://a/b http://a/c"},
	{"two records", "code,url\n200,see http://a/b,x", "http://a/b,x"},
	{"two records and an end", "url,code\nhttp://a/b,200", "http://a/b"},
	{"quotes", "\"url\",code\nhttp://a/b,200\n\"http://a/c,404\",1\n", "http://a/b http://a/c,404"},
	{"a quoted line break", "url,code\n\"see\nhttp://a/c,404\",1\nhttp://a/b,200\n", "http://a/c,404 http://a/b"},
	{"a byte order mark", "\xEF\xBB\xBFurl,code\nhttp://a/b,200\nhttp://a/c,404\n", "http://a/b http://a/c"},
	{"lines that end in CR", "url,code\rhttp://a/b,200\rhttp://a/c,404\r", "http://a/b http://a/c"},
	{"an empty name", ",url,code\n1,see http://a/b,200\n2,http://a/c-,\n", "http://a/b http://a/c-"},
	{"an end of a line", "code,url\n1,http://a/b-\nc,http://d/e\n", "http://a/b- http://d/e"},
	{"one record", "url,code\n", ""},
	{"no names", "http://a/b,200\nhttp://a/c,404\nhttp://a/d,404\n", "http://a/b,200 http://a/c,404 http://a/d,404"},
	{"prose", "see a, or\nhttp://a/b,c, or\nd, e\n", "http://a/b,c"},
	{"other numbers of fields", "url,code\nhttp://a/b,200,c\nhttp://a/c\n", "http://a/b,200,c http://a/c"},
	{"an empty line", "url,code\n\nhttp://a/b,200\n", "http://a/b,200"},
	{"a program", "f(a,b);\nhttp://a/b,200\nhttp://a/b,200\n", "http://a/b,200 http://a/b,200"},
	{"JSON", "[1,2]\n[\"http://a/b\",2]\n[\"see http://a/b,c\",2]\n", "http://a/b http://a/b,c"},
	{"a log", "10:00:01,123 a\n10:00:01,123 http://a/b,c\n10:00:01,123 b", "http://a/b,c"},
}

// TestCSV checks the cases as an input, in UTF-16, in ranges, and as the parts of mail. With
// InputText nothing is CSV.
func TestCSV(t *testing.T) {
	urls := func(text string, o *Options) string {
		var found []string
		for m, err := range Bytes([]byte(text), o) {
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, m.URL)
		}
		return strings.Join(found, " ")
	}
	for _, c := range csvCases {
		if got := urls(c.text, nil); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		utf16, _ := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(strings.TrimPrefix(c.text, detect.UTF8BOM))
		if got := urls(utf16, nil); got != c.want {
			t.Errorf("%s, in UTF-16: %s, want %s", c.name, got, c.want)
		}
	}
	const part = "url,code\nhttp://a/b,200\n"
	long := part + strings.Repeat("http://c.example/d,200\n", 2000)
	ranges, _, _ := inRanges(t, long, &Options{}, func() int { return 4001 })
	if len(ranges) != 2001 || ranges[2000].URL != "http://c.example/d" {
		t.Errorf("in ranges: %d matches", len(ranges))
	}
	if got := urls(part, &Options{Input: InputText}); got != "http://a/b,200" {
		t.Errorf("as text: %s", got)
	}
	for _, c := range []struct{ media, encoding, want string }{
		{"text/csv", "7bit", "http://a/b"},
		{"text/csv; charset=utf-8", "base64", "http://a/b"},
		{"application/csv", "quoted-printable", "http://a/b"},
		{"text/plain", "7bit", "http://a/b,200"},
	} {
		body := part
		switch c.encoding {
		case "base64":
			body = base64.StdEncoding.EncodeToString([]byte(part)) + "\n"
		case "quoted-printable":
			body = strings.ReplaceAll(part, "=", "=3D")
		}
		mail := fmt.Sprintf("From: a@b\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: %s\nContent-Transfer-Encoding: %s\n\n%s\n--x\nContent-Type: text/plain\n\nhttp://h/i,j\n--x--\n", c.media, c.encoding, body)
		if got := urls(mail, nil); got != c.want+" http://h/i,j" {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// TestCSVReset checks that a Scanner forgets that an input was CSV.
func TestCSVReset(t *testing.T) {
	s := NewScanner(nil, nil)
	for _, c := range []struct{ text, want string }{
		{csvHead + "http://a/b,c", "http://a/b"},
		{"see http://a/b,c", "http://a/b,c"},
		{csvHead + "http://a/b,c", "http://a/b"},
		{"<svg>http://a/b,c", "http://a/b,c"},
	} {
		s.Reset(io.Reader(strings.NewReader(c.text)))
		if !s.Scan() || string(s.URL()) != c.want {
			t.Errorf("%q: %q, want %q", c.text, s.URL(), c.want)
		}
	}
}

// TestCSVLimits checks that a URL far from the quote of its field is not cut, and that one that begins its field is.
func TestCSVLimits(t *testing.T) {
	const limit = 2 << 10
	for size := limit - 10; size < limit+10; size++ {
		text := csvHead + `"` + strings.Repeat("a ", size/2) + strings.Repeat(".", size%2) + "http://a.example/b,c\",\n"
		want := "http://a.example/b,c"
		if rest := strings.TrimSuffix(text, "http://a.example/b,c\",\n"); size%4 == 0 {
			text, want = strings.ReplaceAll(rest, `"`, "")+"\nhttp://a.example/b,c,\n", "http://a.example/b"
		}
		for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
			if found, _ := all(r, nil); len(found) != 1 || found[0].URL != want {
				t.Errorf("%d bytes after a quote: %v", size, found)
			}
		}
	}
}

package extract

import (
	"encoding/base64"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// A boundCase is a limit, and texts that reach it.
type boundCase struct {
	name   string
	o      Options          // includes the limit
	text   func(int) string // returns a text that needs n of the limit
	most   int              // the limit
	within []string         // the URLs in a text within the limit
	beyond []string         // the URLs in a text beyond it
	sign   string           // sign that the limit was exceeded: a field of Limits, or a word of account
}

const plainMail = "From: joe@a.example\nSubject: x\n"

// longBase is a base URL of 4000 bytes.
var longBase = "http://u.example/" + strings.Repeat("b", 3982) + "/"

var boundCases = []boundCase{
	{
		name: "MaxURL", o: Options{Input: InputText, MaxURL: 40}, most: 40,
		text:   func(n int) string { return "see http://u.example/" + strings.Repeat("b", n-17) + " and" },
		within: []string{"http://u.example/bbbbbbbbbbbbbbbbbbbbbbb"}, sign: "skipped",
	},
	{
		name: "MaxURL in a wrapper", o: Options{Input: InputText, MaxURL: 40}, most: 40,
		text:   func(n int) string { return "see <URL:http://u.example/\n" + strings.Repeat("b", n-17) + "> and" },
		within: []string{"http://u.example/bbbbbbbbbbbbbbbbbbbbbbb"}, beyond: []string{"http://u.example/"}, sign: "broken",
	},
	{
		name: "MaxURL in a wrapper on one line", o: Options{Input: InputText, MaxURL: 40}, most: 40,
		text:   func(n int) string { return "see <URL:http://u.example/" + strings.Repeat("b", n-17) + "> and" },
		within: []string{"http://u.example/bbbbbbbbbbbbbbbbbbbbbbb"}, sign: "skipped",
	},
	{
		name: "MaxURL of a reference", o: Options{Input: InputHTML, MaxURL: 40}, most: 40 - len("http://u.example/"),
		text:   func(n int) string { return "<base href='http://u.example/'><a href='" + strings.Repeat("b", n) + "'>" },
		within: []string{"http://u.example/", "http://u.example/bbbbbbbbbbbbbbbbbbbbbbb"}, beyond: []string{"http://u.example/"}, sign: "skipped",
	},
	{
		name: "MaxURL of a long reference", o: Options{Input: InputHTML, MaxURL: 1000}, most: 983,
		text: func(n int) string {
			if n == 983 {
				n = 1 // resolved, the text between them is longer as well
			}
			return "<base href='http://u.example/'><a href='" + strings.Repeat("b", n+n/984*17) + "'>"
		},
		within: []string{"http://u.example/", "http://u.example/b"}, beyond: []string{"http://u.example/"}, sign: "skipped",
	},
	{
		name: "MaxLines", o: Options{Input: InputText, MaxLines: 3}, most: 3,
		text:   func(n int) string { return "<URL:http://u.example/" + strings.Repeat("\nb", n-1) + "> and" },
		within: []string{"http://u.example/bb"}, beyond: []string{"http://u.example/"}, sign: "broken",
	},
	{
		name: "MaxLines at hyphens", o: Options{Input: InputText, MaxLines: 3}, most: 3,
		text:   func(n int) string { return "http://u.example/" + strings.Repeat("b-\n", n-1) + "c and" },
		within: []string{"http://u.example/b-b-c"}, beyond: []string{"http://u.example/b-b-b-"}, sign: "broken",
	},
	{
		name: "Depth", o: Options{Limits: Limits{Depth: 3}}, most: 3,
		text: func(n int) string {
			text := plainMail
			for range n {
				text += "Content-Type: message/rfc822\n\n"
			}
			return text + "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString([]byte("http://u.example/ ")) + "\n"
		},
		within: []string{"http://u.example/"}, sign: "Depth",
	},
	{
		name: "Parts", o: Options{Limits: Limits{Parts: 3}}, most: 3,
		text: func(n int) string {
			return plainMail + "Content-Type: multipart/mixed; boundary=b\n" + strings.Repeat("\n--b\n\n", n-1) +
				"\n--b\nContent-Transfer-Encoding: quoted-printable\n\nhttp://u.exam=\nple/\n\n--b--\n"
		},
		within: []string{"http://u.example/"}, beyond: []string{"http://u.exam"}, sign: "Parts",
	},
	{
		name: "Header", o: Options{Limits: Limits{Header: 64}}, most: 64,
		text: func(n int) string {
			const field = "X: =?utf-8?q?http=3A//u.example/?=\n b\n"
			return plainMail + field[:len(field)-1] + strings.Repeat("b", n-len(field)) + "\n"
		},
		within: []string{"http://u.example/"}, sign: "Header",
	},
	{
		name: "Header, of several fields", o: Options{Limits: Limits{Header: 100}}, most: 1,
		text: func(n int) string {
			return plainMail + strings.Repeat("X: y\n", 20*n) + "X: =?utf-8?q?http=3A//u.example/?=\n"
		},
		within: []string{"http://u.example/"}, beyond: []string{"http://u.example/"}, // no limit is reported
	},
	{
		name: "Field", o: Options{Limits: Limits{Field: 64}}, most: 64,
		text: func(n int) string {
			const field = "X: =?utf-8?q?http=3A//u.example/?= \n"
			return plainMail + field[:len(field)-1] + strings.Repeat("b", n-len(field)) + "\n"
		},
		within: []string{"http://u.example/"}, sign: "Field",
	},
	{
		name: "Word", o: Options{Limits: Limits{Word: 40}}, most: 40,
		text: func(n int) string {
			return plainMail + "X: =?utf-8?q?http=3A//u.example/" + strings.Repeat("b", n-31) + "?=\n"
		},
		within: []string{"http://u.example/bbbbbbbbb"}, sign: "Word",
	},
	{
		name: "Paragraph", o: Options{Limits: Limits{Paragraph: 30}}, most: 29,
		text: func(n int) string {
			return plainMail + "Content-Type: text/plain; format=flowed\n\n" + strings.Repeat("b", n-1) + " \nhttp://u.example/\n"
		},
		within: []string{"http://u.example/"}, beyond: []string{"http://u.example/"}, sign: "Paragraph",
	},
	{
		name: "Tag", o: Options{Input: InputHTML, Limits: Limits{Tag: 40}}, most: 40,
		text:   func(n int) string { return "<a href='http://u.example/\tb' id=" + strings.Repeat("b", n-34) + ">" },
		within: []string{"http://u.example/b"}, beyond: []string{"http://u.example/"}, sign: "Tag",
	},
	{
		name: "Encoded", o: Options{Limits: Limits{Encoded: 3}}, most: 3,
		text: func(n int) string {
			text := "Subject: =?utf-8?q?http=3A//u.example/?=\n\n"
			for range n {
				text = plainMail + "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString([]byte(text)) + "\n"
			}
			return text
		},
		within: []string{"http://u.example/"}, sign: "Encoded",
	},
	{
		name: "attributes of a tag", o: Options{Input: InputHTML}, most: 1024,
		text:   func(n int) string { return "<a href='http://u.example/\tb'" + strings.Repeat(" c", n-1) + ">" },
		within: []string{"http://u.example/b"}, beyond: []string{"http://u.example/"}, sign: "Tag",
	},
	{
		name: "a base", o: Options{Input: InputHTML}, most: 4 << 10,
		text: func(n int) string {
			return "<base href='http://u.example/?" + strings.Repeat("b", n-18) + "'><a href='c'>"
		},
		within: []string{"http://u.example/?" + strings.Repeat("b", 4<<10-18), "http://u.example/c"},
		beyond: []string{"http://u.example/?" + strings.Repeat("b", 4<<10-17)}, sign: "unresolved",
	},
	{
		// The bases have 4000 bytes each; before the value of reference 21 are 4263.
		name: "a base that is repeated", o: Options{Input: InputHTML}, most: (16<<10 + 16*4263) / 4000,
		text:   func(n int) string { return "<base href='" + longBase + "'>" + strings.Repeat("<a href='c'>", n) },
		within: append([]string{longBase}, slices.Repeat([]string{longBase + "c"}, 21)...),
		beyond: append([]string{longBase}, slices.Repeat([]string{longBase + "c"}, 21)...), sign: "unresolved",
	},
	{
		// The base has 4000 bytes; before the value of reference 1 are 309.
		name: "a given base that is repeated", o: Options{Input: InputHTML, Base: longBase}, most: (1<<10 + 16*309) / 4000,
		text:   func(n int) string { return strings.Repeat(" ", 300) + strings.Repeat("<a href='c'>", n) },
		within: []string{longBase + "c"}, beyond: []string{longBase + "c"}, sign: "unresolved",
	},
	{
		name: "a line that divides messages", o: Options{Input: InputMbox}, most: 1 << 10,
		text: func(n int) string {
			const from = " Thu Jan  1 00:00:00 2004\n"
			return "From a" + from + plainMail + "\n\nFrom " + strings.Repeat("a", n-5-len(from)) + from + plainMail + "X: =?utf-8?q?http=3A//u.example/?=\n"
		},
		within: []string{"http://u.example/"},
	},
	{
		name: "quote marks of format=flowed", most: 1000,
		text: func(n int) string {
			line := strings.Repeat(">", n)
			return plainMail + "Content-Type: text/plain; format=flowed; delsp=yes\n\n" + line + " http://u.example/ \n" + line + " b\n"
		},
		within: []string{"http://u.example/b"}, beyond: []string{"http://u.example/"},
	},
}

// TestBounds checks that at each limit all URLs are found, and beyond it the URLs after
// it too; that exceeding it is reported; and that all of this does not depend on how the
// text arrives.
func TestBounds(t *testing.T) {
	for _, c := range boundCases {
		for n := c.most; n <= c.most+1; n++ {
			want, sign := c.within, ""
			if n > c.most {
				want, sign = c.beyond, c.sign
			}
			text := c.text(n) + last
			for _, r := range []io.Reader{strings.NewReader(text), iotest.OneByteReader(strings.NewReader(text))} {
				got, end, told := bounded(r, c.o)
				if !slices.Equal(got, append(slices.Clone(want), lastURL)) || told != sign {
					t.Errorf("%s, with %d: found %q, want %q; told %q, want %q", c.name, n, got, want, told, sign)
				}
				if at := len(text) - len(last) + strings.Index(last, lastURL) + len(lastURL); end != int64(at) {
					t.Errorf("%s, with %d: the last one ends at %d, want %d", c.name, n, end, at)
				}
			}
		}
	}
}

const (
	lastURL = "http://last.example/p"
	last    = "\n\nsee " + lastURL + " now\n"
)

// bounded returns the URLs in a text, the offset at which the last one ends, and the
// limit that was reported.
func bounded(r io.Reader, o Options) (urls []string, end int64, told string) {
	o.Note = func(n Note) { told += strings.Join(n.Beyond, " ") }
	s := NewScanner(r, &o)
	for s.Scan() {
		urls, end = append(urls, s.Match().URL), s.Match().End
	}
	if s.Err() != nil {
		urls = append(urls, s.Err().Error())
	}
	if n := s.Counts().Skipped; n > 0 {
		told += strings.Repeat("skipped", int(n))
	}
	if n := s.Counts().LeftBroken; n > 0 {
		told += strings.Repeat("broken", int(n))
	}
	if n := s.Counts().Unresolved; n > 0 {
		told += strings.Repeat("unresolved", int(n))
	}
	return urls, end, told
}

// TestLongFieldName checks that the name of a field in a Match is bounded: a million URLs
// in one field have a copy each.
func TestLongFieldName(t *testing.T) {
	for _, name := range []string{strings.Repeat("X", maxFieldName), strings.Repeat("X", maxFieldName+1)} {
		s := NewScanner(strings.NewReader("Subject: x\n"+name+": http://a.example/\n\n"), &Options{Input: InputMail})
		if !s.Scan() || s.Match().Header != name[:maxFieldName] {
			t.Errorf("%d bytes: got %q", len(name), s.Match().Header)
		}
	}
}

package extract

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// FuzzReference checks that the scanner finds the matches of the reference.
func FuzzReference(f *testing.F) {
	for _, s := range smalls {
		f.Add(s.before + s.after)
		f.Add(s.before + strings.Join(s.members(), "") + s.after)
	}
	f.Fuzz(func(t *testing.T, in string) {
		// UTF-16 is for FuzzCharset.
		if len(in) > 200 || strings.HasPrefix(in, "\xff\xfe") || strings.HasPrefix(in, "\xfe\xff") {
			t.Skip()
		}
		(&comparison{T: t}).check(in, defaults)
	})
}

// charsets are some of each sort: octets that extend ASCII, several octets a
// character, octets of ASCII that are parts of other characters, states.
var charsets = []string{
	"windows-1252", "iso-8859-1", "koi8-r", "ibm866", "macintosh", "windows-1251", "utf-8",
	"utf-16le", "utf-16be", "utf-32le", "utf-32be",
	"iso-2022-jp", "shift_jis", "euc-jp", "gbk", "gb18030", "big5", "euc-kr",
}

// FuzzCharset checks, for any octets and any character set, that offsets are in range and
// in order, and that the octets between them, decoded, are the text of the match.
func FuzzCharset(f *testing.F) {
	for i := range charsets {
		f.Add([]byte("see <URL:http://a.example/\n> b\xe9c> http://d.example/\x93\x81"), uint8(i))
		f.Add([]byte("\x1b$B$3\x1b(Bhttp://a.example/\x82\xa0 \xa4\xb3"), uint8(i))
		f.Add([]byte("h\x00t\x00t\x00p\x00:\x00/\x00/\x00a\x00/\x00\x00\xd8\x20\x00"), uint8(i))
		f.Add([]byte("\xff\xfe\x00\x00h\x00\x00\x00t\x00\x00\x00"), uint8(i))
	}
	f.Fuzz(func(t *testing.T, in []byte, n uint8) {
		o := *everything
		o.Charset = charsets[int(n)%len(charsets)]
		found := checkCharset(t, in, &o)
		if _, ok := charset.Sniff(in); ok || o.Charset == "iso-2022-jp" {
			return // in another set, or its decoding depends on the text before the match
		}
		// Text labelled as UTF-16 or UTF-32 may be in the other, or in octets, and may even
		// change from one to the other.
		may := []string{o.Charset}
		if strings.HasPrefix(o.Charset, "utf-16") || strings.HasPrefix(o.Charset, "utf-32") {
			may = []string{"utf-8", "utf-16le", "utf-16be", "utf-32le", "utf-32be"}
		}
		for _, m := range found {
			cut := in[m.Offset:m.End]
			is := func(name string) bool { return decodeAlone(t, cut, name) == m.Text }
			mixed := len(may) > 1 && len(cut) != len(m.Text) && len(cut) < 2*utf8.RuneCountInString(m.Text)
			if !slices.ContainsFunc(may, is) && !mixed && !strings.ContainsRune(m.Text, utf8.RuneError) {
				t.Errorf("%s: %q: %q at %d-%d, which is %q", o.Charset, in, m.Text, m.Offset, m.End, cut)
			}
		}
	})
}

// decodeAlone returns octets that are cut out of a text, decoded by golang.org/x/text:
// all of them, or those that are no UTF-8, each for itself.
func decodeAlone(t *testing.T, octets []byte, name string) string {
	t.Helper()
	c, err := charset.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	var e encoding.Encoding
	switch name {
	case "utf-8":
		e = charmap.Windows1252 // octets that are not UTF-8
	case "utf-32le":
		e = utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)
	case "utf-32be":
		e = utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM)
	default:
		if e, err = htmlindex.Get(name); err != nil {
			t.Fatal(err)
		}
	}
	if c.Whole() {
		text, _ := e.NewDecoder().Bytes(octets)
		return string(text)
	}
	var text strings.Builder
	for len(octets) > 0 {
		r, n := utf8.DecodeRune(octets)
		if r == utf8.RuneError && n == 1 {
			octet, _ := e.NewDecoder().Bytes(octets[:1])
			r, _ = utf8.DecodeRune(octet)
		}
		text.WriteRune(r)
		octets = octets[n:]
	}
	return text.String()
}

// isWide reports whether a body that begins with octets is read as UTF-16 or UTF-32,
// whatever character set is declared.
func isWide(octets string) bool {
	_, ok := charset.Wide([]byte(octets))
	return ok
}

// checkCharset scans in, and checks properties that do not depend on its content.
func checkCharset(t *testing.T, in []byte, o *Options) []Match {
	t.Helper()
	whole, err := all(bytes.NewReader(in), o)
	if err != nil {
		t.Fatalf("%s: %q: %v", o.Charset, in, err)
	}
	var at int64
	for _, m := range whole {
		switch {
		case m.Offset < at || m.End <= m.Offset || m.End > int64(len(in)):
			t.Errorf("%s: %q: match at %d-%d behind %d", o.Charset, in, m.Offset, m.End, at)
		case !utf8.ValidString(m.URL) || !utf8.ValidString(m.Text):
			t.Errorf("%s: %q: not UTF-8: %q in %q", o.Charset, in, m.URL, m.Text)
		}
		at = m.End
	}
	pieces, err := all(iotest.OneByteReader(bytes.NewReader(in)), o)
	if err != nil || matchesText(pieces) != matchesText(whole) {
		t.Errorf("%s: %q: byte by byte, with error %v:\n%swhole:\n%s", o.Charset, in, err, matchesText(pieces), matchesText(whole))
	}
	return whole
}

// TestCharsets checks that a text with URLs gives the same matches in every character set
// as in UTF-8, and that the octets between the offsets are the text of the match.
func TestCharsets(t *testing.T) {
	const text = "Привет <URL:http://a.example/\n> b-\n> c> и http://d.example/e). " +
		"日本語 http://f.example/ 。\r\n(mailto:g@h.example) é “http://i.example/j” конец\r\n"
	sets := []string{"utf-8", "utf-16le", "utf-16be", "koi8-r", "ibm866", "windows-1251", "iso-8859-5", "macintosh", "windows-1252",
		"iso-2022-jp", "shift_jis", "euc-jp", "gbk", "gb18030", "big5", "euc-kr"}
	for _, set := range sets {
		e, err := htmlindex.Get(set)
		if err != nil {
			t.Fatal(err)
		}
		plain := fits(e, text)
		octets, err := e.NewEncoder().String(plain)
		if err != nil {
			t.Fatal(set, err)
		}
		o := &Options{Input: InputText, Charset: set}
		if strings.HasPrefix(set, "utf-16") { // which is seen by its mark
			mark, _ := e.NewEncoder().String("\ufeff")
			octets = mark + octets
		}
		want, _ := all(strings.NewReader(plain), &Options{Input: InputText})
		got := checkCharset(t, []byte(octets), o)
		if urlsOf(got) != urlsOf(want) || len(want) != 5 {
			t.Errorf("%s:\n%swant\n%s", set, urlsOf(got), urlsOf(want))
			continue
		}
		for i, m := range got {
			cut, err := e.NewDecoder().String(octets[m.Offset:m.End])
			if err != nil || cut != want[i].Text || m.Text != want[i].Text {
				t.Errorf("%s: octets %d-%d are %q, text is %q, want %q", set, m.Offset, m.End, cut, m.Text, want[i].Text)
			}
		}
	}
}

// fits returns text without the characters that e cannot write.
func fits(e encoding.Encoding, text string) string {
	var b strings.Builder
	for _, r := range text {
		if s, err := e.NewEncoder().String(string(r)); err == nil {
			if back, err := e.NewDecoder().String(s); err == nil && back == string(r) {
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}

func urlsOf(ms []Match) string {
	var b strings.Builder
	for _, m := range ms {
		fmt.Fprintln(&b, m.Kind, m.URL)
	}
	return b.String()
}

// TestFaultAnywhere checks that, wherever a reader fails, the scan finds the URLs of the
// text before the failure, except for those that are cut off. A URL that is found has its
// delimiter; the others are counted.
func TestFaultAnywhere(t *testing.T) {
	w := &writer{Rand: effort.Rand(t)}
	for range effort.Rounds(3000) {
		text := w.text()
		cut := w.IntN(len(text) + 1)
		want, _ := all(strings.NewReader(text[:cut]), everything)
		s := NewScanner(io.MultiReader(strings.NewReader(text[:cut]), iotest.ErrReader(io.ErrUnexpectedEOF)), everything)
		var got, rest []Match
		for s.Scan() {
			got = append(got, s.Match())
		}
		rest = want
		for _, m := range got {
			i := slices.IndexFunc(rest, func(w Match) bool { return w.Offset == m.Offset && w.URL == m.URL && w.Kind == m.Kind })
			if i < 0 || m.Kind == Bare && m.End == int64(cut) {
				t.Fatalf("%q: with an error,\n%swant\n%s", text[:cut], matchesText(got), matchesText(want))
			}
			rest = rest[i+1:]
		}
		if s.Err() != io.ErrUnexpectedEOF || len(got)+int(s.Counts().CutOff) != len(want) {
			t.Fatalf("%q: error %v, %d cut off,\n%swant\n%s", text[:cut], s.Err(), s.Counts().CutOff, matchesText(got), matchesText(want))
		}
	}
}

// TestCutAnywhere checks that, wherever a reader fails in mail, HTML or another character
// set, the scan finds no URL that it does not find without the failure.
func TestCutAnywhere(t *testing.T) {
	step := 1
	if effort.Get() == effort.Short {
		step = 5
	}
	const text = "see http://one.example/aaa and <URL:http://two.example/\nbbb> http://three.example/ccc-\nddd \"http://four.example/e\" joe@five.example.\n"
	const page = "<html><body><a href=\"http://one.example/a\">http://two.example/b</a> <img src=http://three.example/c>\n<p>http://four.example/d</p></body></html>\n"
	const head = "From: a@b.example\nSubject: http://subject.example/x\n y\n"
	base64Of := func(text string) string {
		return "Content-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString([]byte(text)) + "\n"
	}
	utf16, _ := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(text)
	for what, text := range map[string]string{
		"text":             text,
		"UTF-16":           utf16,
		"HTML":             page,
		"header":           head + "\n" + text,
		"base64":           head + base64Of(text),
		"quoted-printable": head + "Content-Transfer-Encoding: quoted-printable\n\nsee http://one.ex=\nample/=61a http://two.example/=E4b. http://three=2Eexample/\n",
		"UTF-16 in base64": head + "Content-Type: text/plain; charset=utf-16\n" + base64Of(utf16),
		"flowed":           head + "Content-Type: text/plain; format=flowed; delsp=yes\n\nsee http://one.example/a \nbc and <http://two.example/ \nd>\n",
		"multipart": head + "Content-Type: multipart/mixed; boundary=x\n\n--x\n\n" + text + "\n--x\nContent-Type: text/html\n" + base64Of(page) +
			"--x\nContent-Type: message/rfc822\n" + base64Of(head+"\n"+text) + "--x--\n",
		"mbox": "From joe Thu Jan  1 00:00:00 2026\n" + head + "\n" + text + "\nFrom joe Thu Jan  1 00:00:00 2026\n" + head + "\n" + text,
	} {
		for _, o := range []*Options{nil, {Documents: everything.Documents}, {Kinds: everything.Kinds}, {Refang: true, Kinds: everything.Kinds}} {
			want, err := all(strings.NewReader(text), o)
			if err != nil || len(want) < 3 {
				t.Fatalf("%s: %d, %v", what, len(want), err)
			}
			isThere := func(m Match) bool {
				return slices.ContainsFunc(want, func(w Match) bool { return w.URL == m.URL && w.Offset == m.Offset })
			}
			cutOff := int64(0)
			for cut := 0; cut < len(text); cut += step {
				s := NewScanner(io.MultiReader(strings.NewReader(text[:cut]), iotest.ErrReader(io.ErrUnexpectedEOF)), o)
				for s.Scan() {
					if m := s.Match(); !isThere(m) {
						t.Errorf("%s cut at %d, in %q: %s", what, cut, text[max(0, cut-20):cut], m.URL)
					}
				}
				cutOff += s.Counts().CutOff
			}
			if cutOff == 0 {
				t.Errorf("%s: no URL is counted that is cut off", what)
			}
		}
	}
}

package extract

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/urlgrep/urlgrep/extract/documents"
	"github.com/urlgrep/urlgrep/internal/detect"
)

// A placedWriter encodes text, and records where in its output each byte of the text is.
type placedWriter struct {
	*rand.Rand
	out    []byte
	places [][2]int // of each byte of the text: where it begins and ends
}

// text encodes text in a character set, and that in a transfer encoding. All bytes of
// a character are where it is.
func (w *placedWriter) text(t *testing.T, text, charset, encoding string) {
	t.Helper()
	e, err := htmlindex.Get(charset)
	if err != nil {
		t.Fatal(err)
	}
	var octets []byte
	var ends []int // of each byte of the text, in octets
	for _, r := range text {
		char, err := e.NewEncoder().String(string(r))
		if err != nil {
			t.Fatal(err)
		}
		octets = append(octets, char...)
		for range utf8.RuneLen(r) {
			ends = append(ends, len(octets))
		}
	}
	var placed [][2]int // the octets
	switch encoding {
	case "base64":
		placed = w.base64(octets)
	case "quoted-printable":
		placed = w.quotedPrintable(octets)
	default:
		for i := range octets {
			placed = append(placed, [2]int{len(w.out) + i, len(w.out) + i + 1})
		}
		w.out = append(w.out, octets...)
	}
	w.place(placed, ends)
}

// place says where the text is whose characters end at ends in octets, which are placed.
func (w *placedWriter) place(placed [][2]int, ends []int) {
	from := 0
	for i, end := range ends {
		if i > 0 && end > ends[i-1] {
			from = ends[i-1]
		}
		w.places = append(w.places, [2]int{placed[from][0], placed[end-1][1]})
	}
}

// base64 writes whole quanta in lines of any length. An octet is in two characters of
// its quantum.
func (w *placedWriter) base64(octets []byte) (placed [][2]int) {
	quanta := 1 + w.IntN(19)
	for len(octets) > 0 {
		line := octets[:min(len(octets), 3*quanta)]
		for i := range line {
			at := len(w.out) + i/3*4 + i%3
			placed = append(placed, [2]int{at, at + 2})
		}
		w.out = base64.StdEncoding.AppendEncode(w.out, line)
		w.out = append(w.out, '\n')
		octets = octets[len(line):]
	}
	return placed
}

// quotedPrintable breaks lines anywhere.
func (w *placedWriter) quotedPrintable(octets []byte) (placed [][2]int) {
	column := 0
	for i, c := range octets {
		if column > 70 || w.IntN(20) == 0 {
			w.out = append(w.out, "=\n"...)
			column = 0
		}
		begin := len(w.out)
		behind := byte('\n')
		if i+1 < len(octets) {
			behind = octets[i+1]
		}
		switch {
		case c == '\n':
			w.out = append(w.out, c)
			column = -1
		case c == '=' || c < ' ' || c > '~' || c == ' ' && behind < ' ' || w.IntN(10) == 0:
			w.out = fmt.Appendf(w.out, []string{"=%02X", "=%02x"}[w.IntN(2)], c)
		default:
			w.out = append(w.out, c)
		}
		column += len(w.out) - begin
		placed = append(placed, [2]int{begin, len(w.out)})
	}
	return placed
}

// FuzzPlaces checks that the matches in a text are found in mail that has the text
// encoded, at the encoded bytes. The text may begin like a document, but not like a calendar
// or in UTF-16, and has no data in uuencode or yEnc: mail is decoded further then.
func FuzzPlaces(f *testing.F) {
	charsets := []string{"utf-8", "iso-8859-15", "koi8-r", "windows-1251", "shift_jis", "euc-jp", "gbk", "gb18030", "big5", "euc-kr", "utf-16le", "utf-16be"}
	encodings := []string{"8bit", "quoted-printable", "base64"}
	for i, s := range smalls {
		f.Add("see "+s.before+s.after+" é", uint8(i), uint8(i))
	}
	f.Add("PK\x03\x04 http://a.example/b", uint8(0), uint8(2))
	f.Add("BEGIN:VCARD\nURL:http://a.example/\\,b\n", uint8(0), uint8(0))
	f.Add("begin 644 a\n)2%144#HO+T$O\n`\nend\n", uint8(0), uint8(0))
	f.Add("ÿþh\x00t\x00t\x00p\x00:\x00/\x00/\x00a\x00/\x00", uint8(1), uint8(0))
	data := regexp.MustCompile(`(?m)^(begin|begin-base64|=ybegin) `)
	rnd := rand.New(rand.NewPCG(1738, 5))
	texts := &writer{Rand: rnd}
	for i := range 40 {
		f.Add(texts.text()+texts.text(), uint8(rnd.Uint32()), uint8(i))
	}
	f.Fuzz(func(t *testing.T, text string, set, seed uint8) {
		if len(text) > 2000 {
			t.Skip()
		}
		charset, encoding := charsets[int(set)%len(charsets)], encodings[int(seed)%len(encodings)]
		if strings.HasPrefix(charset, "utf-16") {
			encoding = "base64" // the line breaks of others are those of ASCII
		}
		e, _ := htmlindex.Get(charset)
		text = fits(e, strings.Map(func(r rune) rune {
			if r == utf8.RuneError || r == '\ufeff' {
				return -1
			}
			return r
		}, strings.ToValidUTF8(text, "")))
		octets, _ := e.NewEncoder().String(text)
		if detect.BeginsCalendar([]byte(text)) || encoding == "8bit" && data.MatchString(text) || !strings.HasPrefix(charset, "utf-16") && isWide(octets) {
			t.Skip("decoded further")
		}
		if f, _ := detect.DocumentOf([]byte(octets), detect.All); f == detect.CMS || f == detect.TNEF {
			t.Skip("mail")
		}
		w := placedWriter{Rand: rand.New(rand.NewPCG(uint64(seed), 1))}
		w.out = fmt.Appendf(nil, "From: ann\nContent-Type: text/plain; charset=%s\nContent-Transfer-Encoding: %s\n\n", charset, encoding)
		w.text(t, text, charset, encoding)
		want, _ := all(strings.NewReader(text), everything)
		o := everyKind(InputMail)
		o.Documents = documents.Of()
		got, err := all(strings.NewReader(string(w.out)), o)
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			m := &want[i]
			m.Offset, m.End = int64(w.places[m.Offset][0]), int64(w.places[m.End-1][1])
			m.Line = int64(strings.Count(string(w.out[:m.Offset]), "\n")) + 1
		}
		if matchesText(got) != matchesText(want) {
			t.Errorf("%q in %s and %s, which is\n%q: got\n%swant\n%s", text, charset, encoding, w.out, matchesText(got), matchesText(want))
		}
	})
}

// words writes text in encoded words (RFC 2047), each on its own line.
func (w *placedWriter) words(t *testing.T, text, charset string) {
	t.Helper()
	e, err := htmlindex.Get(charset)
	if err != nil {
		t.Fatal(err)
	}
	for text != "" {
		var octets []byte
		var ends []int
		for n := 1 + w.IntN(12); n > 0 && text != ""; n-- {
			_, size := utf8.DecodeRuneInString(text)
			char, err := e.NewEncoder().String(text[:size])
			if err != nil {
				t.Fatal(err)
			}
			octets, text = append(octets, char...), text[size:]
			for range size {
				ends = append(ends, len(octets))
			}
		}
		w.out = fmt.Appendf(w.out, "\n =?%s?", charset)
		var placed [][2]int
		if w.IntN(2) == 0 {
			w.out = append(w.out, "B?"...)
			for i := range octets {
				at := len(w.out) + i/3*4 + i%3
				placed = append(placed, [2]int{at, at + 2})
			}
			w.out = base64.StdEncoding.AppendEncode(w.out, octets)
		} else {
			w.out = append(w.out, "Q?"...)
			for _, c := range octets {
				begin := len(w.out)
				switch {
				case c == ' ':
					w.out = append(w.out, '_')
				case c <= ' ' || c > '~' || strings.IndexByte("=?_", c) >= 0 || w.IntN(10) == 0:
					w.out = fmt.Appendf(w.out, "=%02X", c)
				default:
					w.out = append(w.out, c)
				}
				placed = append(placed, [2]int{begin, len(w.out)})
			}
		}
		w.out = append(w.out, "?="...)
		w.place(placed, ends)
	}
}

// FuzzWords checks the same for encoded words in a header.
func FuzzWords(f *testing.F) {
	charsets := []string{"utf-8", "iso-8859-15", "koi8-r", "shift_jis", "euc-jp", "gbk", "big5", "euc-kr"}
	for i, s := range smalls {
		f.Add("see "+s.before+s.after+" é", uint8(i), uint8(i))
	}
	f.Add("<URL: http://a.example/b(c) > www.d.example/é, joe@e.example", uint8(0), uint8(9))
	f.Fuzz(func(t *testing.T, text string, set, seed uint8) {
		if len(text) > 500 || strings.Contains(text, "=?") {
			t.Skip()
		}
		charset := charsets[int(set)%len(charsets)]
		e, _ := htmlindex.Get(charset)
		text = fits(e, strings.Map(func(r rune) rune {
			if r == '\r' || r == '\n' || r == utf8.RuneError || r == '\ufeff' {
				return -1
			}
			return r
		}, strings.ToValidUTF8(text, "")))
		const head = "From: ann\nSubject:"
		w := placedWriter{Rand: rand.New(rand.NewPCG(uint64(seed), 2)), out: []byte(head)}
		w.words(t, text, charset)
		w.out = append(w.out, "\n\n"...)
		want, _ := all(strings.NewReader(head+" "+text+"\n\n"), everyKind(InputMail))
		got, err := all(strings.NewReader(string(w.out)), everyKind(InputMail))
		if err != nil {
			t.Fatal(err)
		}
		for i := range want {
			m := &want[i]
			m.Offset, m.End = int64(w.places[m.Offset-int64(len(head)+1)][0]), int64(w.places[m.End-1-int64(len(head)+1)][1])
			m.Line = int64(strings.Count(string(w.out[:m.Offset]), "\n")) + 1
		}
		if matchesText(got) != matchesText(want) {
			t.Errorf("%q in %s, which is\n%q: got\n%swant\n%s", text, charset, w.out, matchesText(got), matchesText(want))
		}
	})
}

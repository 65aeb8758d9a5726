package transfer

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/offset"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

func newUuencode() Decoder { return &Uuencode{wholeLines{Line: firstLine}} }

func newYEnc() Decoder { return &YEnc{wholeLines{Line: firstLine}} }

// slowLines decodes one line at a time with decode, which returns the octets of a line at an
// offset, and how often it violates the encoding. ok is false for a line that is not data.
func slowLines(body []byte, decode func(line []byte, at int64) (out []octet, malformed int, ok bool)) (text []octet, malformed int) {
	at, line, midLine := int64(firstAt), int64(firstLine), false
	content, ends := lines(body)
	for i, l := range content {
		out, bad, ok := decode(l, at)
		if ok = ok && len(l) <= 998; !ok {
			bad = 1
			if out = nil; midLine {
				out = append(out, octet{'\n', at, at, 0})
			}
			for k, c := range append(bytes.Clone(l), ends[i]...) {
				out = append(out, octet{c, at + int64(k), at + int64(k) + 1, 0})
			}
		}
		malformed += bad
		for k := range out {
			out[k].line = line
		}
		text = append(text, out...)
		if len(out) > 0 {
			last := out[len(out)-1].c
			midLine = last != '\n' && (last != '\r' || ok)
		}
		at += int64(len(l) + len(ends[i]))
		line += int64(bytes.Count(ends[i], []byte("\n")))
	}
	return text, malformed
}

func slowUuencode(body []byte) (text []octet, malformed int) {
	return slowLines(body, func(line []byte, at int64) (out []octet, malformed int, ok bool) {
		if !IsUuencoded(bytes.TrimRight(line, " \t")) {
			return nil, 0, false
		}
		var bits strings.Builder
		for i, c := range line {
			if i > 0 {
				fmt.Fprintf(&bits, "%06b", (c-32)%64)
			}
		}
		if len(line) == 0 {
			return nil, 0, true
		}
		end := at + int64(len(line))
		if digits := (int64(line[0]-32)%64 + 2) / 3 * 4; digits < int64(len(line)-1) {
			end = at + 1 + digits
		}
		for i := range int(line[0]-32) % 64 {
			octets := bits.String() + strings.Repeat("0", 8*64)
			v, _ := strconv.ParseUint(octets[8*i:8*i+8], 2, 8)
			start := min(end, at+1+int64(8*i/6))
			out = append(out, octet{c: byte(v), start: start, end: min(end, start+2)})
		}
		return out, 0, true
	})
}

func slowYEnc(body []byte) (text []octet, malformed int) {
	return slowLines(body, func(line []byte, at int64) (out []octet, malformed int, ok bool) {
		if bytes.HasPrefix(line, []byte("=y")) {
			return nil, 0, false
		}
		for i := 0; i < len(line); i++ {
			o := octet{c: line[i] - 42, start: at + int64(i), end: at + int64(i) + 1}
			if line[i] == '=' && i+1 < len(line) {
				i++
				o.c, o.end = line[i]-64-42, o.end+1
			} else if line[i] == '=' {
				malformed++
				o.c = '='
			}
			out = append(out, o)
		}
		return out, malformed, true
	})
}

// uuencode encodes text as POSIX.1-2017, uuencode, says, with zero for the value 0.
func uuencode(text, zero, eol string) string {
	var b strings.Builder
	digit := func(v byte) {
		if v == 0 {
			b.WriteString(zero)
		} else {
			b.WriteByte(v + ' ')
		}
	}
	for len(text) > 0 {
		n := min(len(text), 45)
		digit(byte(n))
		for i := 0; i < n; i += 3 {
			q := append([]byte(text[i:min(i+3, n)]), 0, 0)
			digit(q[0] >> 2)
			digit(q[0]&3<<4 | q[1]>>4)
			digit(q[1]&15<<2 | q[2]>>6)
			digit(q[2] & 63)
		}
		b.WriteString(eol)
		text = text[n:]
	}
	return b.String()
}

// yencode encodes text as yEnc 1.3 says, in lines of width octets.
func yencode(text string, width int, eol string) string {
	var b strings.Builder
	for i, c := range []byte(text) {
		if i > 0 && i%width == 0 {
			b.WriteString(eol)
		}
		switch c += 42; c {
		case 0, '\n', '\r', '=':
			b.WriteByte('=')
			c += 64
		}
		b.WriteByte(c)
	}
	return b.String() + eol
}

func TestUuencode(t *testing.T) {
	long := strings.Repeat("The quick brown fox jumps over the lazy dog.\x00\x00\x00", 9) + url
	for _, c := range []struct {
		body, want string
		malformed  int
	}{
		{"", "", 0},
		{"\n\n", "", 0},
		{"#0V%T\n", "Cat", 0},
		{"#0V%T", "Cat", 0},
		{"#0V%T\n`\n", "Cat", 0},
		{"#0V%T\n \n", "Cat", 0},
		{"\"0V$ \n", "Ca", 0},
		{"\"0V$\n", "Ca", 0},    // blanks are removed
		{"!0P\n", "C", 0},       // no padding
		{"#0V%TX\n", "Cat", 0},  // a checksum
		{"#0V%TXY\n", "Cat", 0}, // and a line end that became blank
		{"#0V%TXYZ\n", "#0V%TXYZ\n", 1},
		{"#0V%T  \n", "Cat", 0},
		{"M\n", strings.Repeat("\x00", 45), 0},
		{"L\n", "L\n", 1},
		{"begin 644 cat\n#0V%T\n`\nend\n", "begin 644 cat\nCat\nend\n", 2},
		{"#0V%T\r\n#0V%T\r\n", "CatCat", 0},
		{"#0V%T\r#0V%T\r", "CatCat", 0},
		{"#0v%T\nx\r", "#0v%T\nx\r", 2},
		{uuencode(long, "`", "\n"), long, 0},
		{uuencode(long, " ", "\n"), long, 0},
		{strings.ReplaceAll(uuencode(long, " ", "\n"), " \n", "\n"), long, 0},
		{uuencode(long, "`", "\r\n") + url, long + url, 1},
		{"M" + strings.Repeat("A", 2000) + "\n#0V%T\n", "M" + strings.Repeat("A", 2000) + "\nCat", 1},
	} {
		if got := textOf(decode(newUuencode(), []byte(c.body), whole)); got != c.want {
			t.Errorf("%.100q: got %q, want %q", c.body, got, c.want)
		}
		if _, n := slowUuencode([]byte(c.body)); n != c.malformed {
			t.Errorf("%.100q: the oracle has %d malformed, want %d", c.body, n, c.malformed)
		}
		check(t, newUuencode, slowUuencode, []byte(c.body))
	}
}

// TestUuencodePlace checks the offsets of octets in full lines, which are one run of the map.
func TestUuencodePlace(t *testing.T) {
	text := strings.Repeat("0123456789abcde", 9) + "xy"
	for i, o := range decode(newUuencode(), []byte(uuencode(text, "`", "\r\n")), whole) {
		k := i % 45
		start := firstAt + int64(i/45*63+1+k/3*4+k%3)
		if want := (octet{text[i], start, start + 2, firstLine + int64(i/45)}); o != want {
			t.Fatalf("byte %d: got %v, want %v", i, o, want)
		}
	}
}

func TestYEnc(t *testing.T) {
	all := make([]byte, 256)
	for i := range all {
		all[i] = byte(i)
	}
	long := strings.Repeat(string(all), 3) + url
	for _, c := range []struct {
		body, want string
		malformed  int
	}{
		{"", "", 0},
		{"\r\n", "", 0},
		{"\x6d\x8b\x9e\n", "Cat", 0},
		{"\x6d=\xcb\x9e", "Cat", 0}, // an escape that is not needed
		{"=}=n=@=J=M\n", "\x13\x04\xd6\xe0\xe3", 0},
		{"\x6d=\r\n\x8b", "C=a", 1},
		{"=yend size=3\n", "=yend size=3\n", 1},
		{"\x6d\n=yend size=3\n", "C\n=yend size=3\n", 1},
		{yencode(long, 128, "\r\n"), long, 0},
		{yencode(long, 997, "\n"), long, 0},
		{yencode(long, 64, "\r"), long, 0},
		{strings.Repeat("A", 2000) + "\n\x6d\n", strings.Repeat("A", 2000) + "\nC", 1},
	} {
		if got := textOf(decode(newYEnc(), []byte(c.body), whole)); got != c.want {
			t.Errorf("%.100q: got %q, want %q", c.body, got, c.want)
		}
		if _, n := slowYEnc([]byte(c.body)); n != c.malformed {
			t.Errorf("%.100q: the oracle has %d malformed, want %d", c.body, n, c.malformed)
		}
		check(t, newYEnc, slowYEnc, []byte(c.body))
	}
}

// TestWholeLinesRandom checks random lines of data that are cut off, changed or too long.
func TestWholeLinesRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1738, 19))
	for range effort.Rounds(2000) {
		var body []byte
		for range r.IntN(6) {
			octets := make([]byte, r.IntN(100))
			for i := range octets {
				octets[i] = byte(r.Uint32()) & byte(-(r.Uint32() & 1))
			}
			eol := []string{"\n", "\r\n", "\r"}[r.IntN(3)]
			switch r.IntN(6) {
			case 0, 1:
				body = append(body, uuencode(string(octets), []string{"`", " "}[r.IntN(2)], eol)...)
			case 2, 3:
				body = append(body, yencode(string(octets), 1+r.IntN(99), eol)...)
			case 4:
				body = append(body, strings.Repeat("M", 900+r.IntN(200))+eol...)
			case 5:
				body = append(body, []string{"begin 644 a", "end", "=yend size=1", "", " ", "see " + url}[r.IntN(6)]+eol...)
			}
			for len(body) > 0 && r.IntN(3) == 0 {
				body[r.IntN(len(body))] = "= `~\r\nM"[r.IntN(7)]
			}
			if r.IntN(4) == 0 {
				body = body[:r.IntN(len(body)+1)]
			}
		}
		check(t, newUuencode, slowUuencode, body)
		check(t, newYEnc, slowYEnc, body)
	}
}

func FuzzWholeLines(f *testing.F) {
	f.Add([]byte(uuencode(url, "`", "\r\n")))
	f.Add([]byte("begin 644 a\n" + uuencode(url, " ", "\n") + "`\nend\n"))
	f.Add([]byte(yencode(url, 9, "\r\n") + "=yend size=1\r\n"))
	f.Fuzz(func(t *testing.T, body []byte) {
		check(t, newUuencode, slowUuencode, body)
		check(t, newYEnc, slowYEnc, body)
	})
}

func BenchmarkWholeLines(b *testing.B) {
	text := strings.Repeat(url, 25000)
	for _, c := range []struct {
		name string
		new  func() Decoder
		body string
	}{
		{"uuencode", newUuencode, uuencode(text, "`", "\n")},
		{"uuencode LFs", newUuencode, strings.Repeat("\n", 1<<20)},
		{"uuencode CRs", newUuencode, strings.Repeat("M\r", 1<<19)},
		{"uuencode long", newUuencode, strings.Repeat("M", 1<<20)},
		{"yEnc", newYEnc, yencode(text, 128, "\r\n")},
		{"yEnc escapes", newYEnc, strings.Repeat("=", 1<<20)},
	} {
		b.Run(c.name, func(b *testing.B) {
			var m offset.Map
			var text []byte
			b.SetBytes(int64(len(c.body)))
			for b.Loop() {
				d, raw := c.new(), []byte(c.body)
				for m.Reset(); len(raw) > 0; raw = raw[min(len(raw), 1<<15):] {
					text = d.Append(text[:0], raw[:min(len(raw), 1<<15)], 0, &m)
				}
				text = d.Close(text[:0], &m)
			}
		})
	}
}

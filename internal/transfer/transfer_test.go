package transfer

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/urlgrep/urlgrep/internal/offset"
)

// The offset and line of the bodies in these tests.
const (
	firstAt   = 1000
	firstLine = 7
)

// An octet of decoded text, its range in the input and its line.
type octet struct {
	c                byte
	start, end, line int64
}

func (o octet) String() string {
	return fmt.Sprintf("%q %d-%d line %d", o.c, o.start, o.end, o.line)
}

func textOf(octets []octet) string {
	var s []byte
	for _, o := range octets {
		s = append(s, o.c)
	}
	return string(s)
}

// decode passes body to d in pieces; size returns the length of each.
func decode(d Decoder, body []byte, size func() int) []octet {
	var m offset.Map
	var text []byte
	for at := 0; at < len(body); {
		n := min(size(), len(body)-at)
		piece := bytes.Clone(body[at : at+n])
		text = d.Append(text, piece, firstAt+int64(at), &m)
		clear(piece) // the decoder must not keep it
		at += n
	}
	text = d.Close(text, &m)
	if m.Len() != int64(len(text)) {
		panic(fmt.Sprintf("the map is of %d bytes and the text of %d", m.Len(), len(text)))
	}
	octets := []octet{}
	for i, c := range text {
		octets = append(octets, octet{c, m.Start(int64(i)), m.End(int64(i) + 1), m.LineOf(int64(i))})
	}
	return octets
}

// whole is the size of a piece that contains everything.
func whole() int { return 1 << 30 }

// always returns a function that returns n as the size of each piece.
func always(n int) func() int { return func() int { return n } }

// check decodes body in several kinds of pieces and compares the results with oracle's.
func check(t testing.TB, newDecoder func() Decoder, oracle func([]byte) ([]octet, int), body []byte) {
	t.Helper()
	want, malformed := oracle(body)
	r := rand.New(rand.NewPCG(1, uint64(len(body))))
	for name, size := range map[string]func() int{
		"whole": whole, "1": always(1), "2": always(2), "3": always(3), "7": always(7),
		"64": always(64), "997": always(997), "998": always(998), "999": always(999), "1000": always(1000),
		"random": func() int { return r.IntN(12) },
	} {
		d := newDecoder()
		got := decode(d, body, size)
		if textOf(got) != textOf(want) {
			t.Fatalf("%.300q, pieces %s:\n got %.300q\nwant %.300q", body, name, textOf(got), textOf(want))
		}
		if !slices.Equal(got, want) {
			for i := range got {
				if got[i] != want[i] {
					t.Fatalf("%.300q, pieces %s, byte %d: got %v, want %v", body, name, i, got[i], want[i])
				}
			}
		}
		if d.Malformed() != malformed {
			t.Fatalf("%.300q, pieces %s: malformed: %d, want %d", body, name, d.Malformed(), malformed)
		}
		if n := lineOf(d) - firstLine; n != int64(bytes.Count(body, []byte("\n"))) {
			t.Fatalf("%.300q, pieces %s: %d lines", body, name, n)
		}
		if n := heldBy(d); n > 3*maxLine {
			t.Fatalf("%.300q, pieces %s: room for %d bytes held back", body, name, n)
		}
	}
}

func lineOf(d Decoder) int64 {
	switch d := d.(type) {
	case *QuotedPrintable:
		return d.Line
	case *Uuencode:
		return d.Line
	case *YEnc:
		return d.Line
	}
	return d.(*Base64).Line
}

func heldBy(d Decoder) int {
	switch d := d.(type) {
	case *QuotedPrintable:
		return cap(d.held)
	case *Uuencode:
		return cap(d.held)
	case *YEnc:
		return cap(d.held)
	}
	return cap(d.(*Base64).held.text)
}

// lines returns the contents and the line ends of the lines of body.
func lines(body []byte) (content, ends [][]byte) {
	for len(body) > 0 {
		i := bytes.IndexAny(body, "\r\n")
		if i < 0 {
			return append(content, body), append(ends, nil)
		}
		n := 1
		if bytes.HasPrefix(body[i:], []byte("\r\n")) {
			n = 2
		}
		content, ends = append(content, body[:i]), append(ends, body[i:i+n])
		body = body[i+n:]
	}
	return content, ends
}

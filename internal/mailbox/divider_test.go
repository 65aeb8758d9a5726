package mailbox

import (
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/urlgrep/urlgrep/internal/detect"
)

// newDivider returns a divider of text in the given format, within multiparts with the
// given boundaries, the outermost first.
func newDivider(text string, f detect.Format, boundaries ...string) *divider {
	in := new(lines)
	in.size = fileRead
	in.reset(strings.NewReader(text), 1)
	d := &divider{in: in}
	d.reset(f)
	for _, b := range boundaries {
		d.push(frame{multipart: true, boundary: b, parts: 1}, 1<<10)
	}
	return d
}

// TestDivider checks that a body ends at the first delimiter. In want, the body is
// followed by the kind of the delimiter and the index of its frame.
func TestDivider(t *testing.T) {
	const from = "From joe@a.example Sat Jan  3 01:05:34 1996\n"
	for _, test := range []struct {
		name       string
		format     detect.Format
		boundaries []string
		text       string
		want       string
	}{
		{"nothing", detect.Message, nil, "", `"" endOfInput 0`},
		{"lines", detect.Message, nil, "a\n--b\n" + from + "X: y\n", fmt.Sprintf("%q endOfInput 0", "a\n--b\n"+from+"X: y\n")},
		{"no end", detect.Message, nil, "a", `"a" endOfInput 0`},
		{"boundary", detect.Message, []string{"b"}, "a\n--b\nc\n", `"a\n" boundary 0`},
		{"boundary and blanks", detect.Message, []string{"b"}, "a\n--b \t\nc\n", `"a\n" boundary 0`},
		{"closing", detect.Message, []string{"b"}, "a\n--b--\nc\n", `"a\n" closing 0`},
		{"longer than the boundary", detect.Message, []string{"b"}, "a\n--bc\n", `"a\n--bc\n" endOfInput 0`},
		{"within a line", detect.Message, []string{"b"}, "a --b\n", `"a --b\n" endOfInput 0`},
		{"outer boundary", detect.Message, []string{"b", "c"}, "a\n--b\n", `"a\n" boundary 0`},
		{"inner boundary", detect.Message, []string{"b", "c"}, "a\n--c\n", `"a\n" boundary 1`},
		{"one boundary for two", detect.Message, []string{"b", "b"}, "a\n--b\n", `"a\n" boundary 1`},
		{"one begins as the other", detect.Message, []string{"bc", "b"}, "a\n--bc\n", `"a\n" boundary 0`},
		{"separator", detect.Mbox, nil, "a\n\n" + from + "X: y\n", `"a\n\n" separator 0`},
		{"separator without a field after it", detect.Mbox, nil, "a\n\n" + from + "x y\n", fmt.Sprintf("%q endOfInput 0", "a\n\n"+from+"x y\n")},
		{"separator in a part", detect.Mbox, []string{"b"}, "a\n\n" + from + "X: y\n", `"a\n\n" separator 0`},
		{"quoted From", detect.Mbox, nil, "a\n>From b\n>>From c\n", `"a\nFrom b\n>From c\n" endOfInput 0`},
		{"quoted From of a message", detect.Message, nil, "a\n>From b\n", `"a\n>From b\n" endOfInput 0`},
		{"four ^A", detect.MMDF, nil, "a\n\x01\x01\x01\x01\nb\n", `"a\n" separator 0`},
		{"batch", detect.Batch, nil, "a\n#! rnews 10\nb\n", `"a\n" separator 0`},
	} {
		for _, base64 := range []bool{false, true} {
			d := newDivider(test.text, test.format, test.boundaries...)
			if got := outlineOf(d, base64); got != test.want {
				t.Errorf("%s (base64 %v): got %s, want %s", test.name, base64, got, test.want)
			}
			d = newDivider("", test.format, test.boundaries...)
			d.in.r = iotest.OneByteReader(strings.NewReader(test.text))
			if got := outlineOf(d, base64); got != test.want {
				t.Errorf("%s (base64 %v), byte by byte: got %s, want %s", test.name, base64, got, test.want)
			}
		}
	}
}

// outlineOf consumes the next body and returns it with the delimiter after it.
func outlineOf(d *divider, base64 bool) string {
	var body strings.Builder
	for {
		n, end := d.chunk(base64)
		body.Write(d.in.consume(n))
		if end.kind != none {
			kind := [...]string{boundary: "boundary", closing: "closing", separator: "separator", endOfField: "endOfField", endOfInput: "endOfInput"}[end.kind]
			return fmt.Sprintf("%q %s %d", body.String(), kind, end.frame)
		}
	}
}

// TestDividerField checks that a field too long to be held ends at the first line that
// does not continue it.
func TestDividerField(t *testing.T) {
	d := newDivider(" a\n\tb\nC: d\n", detect.Message)
	d.inField = true
	if got, want := outlineOf(d, false), `" a\n\tb\n" endOfField 0`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestDividerWire checks that in the wire format the dot before a line that begins with
// a dot is removed.
func TestDividerWire(t *testing.T) {
	d := newDivider("a\r\n..b\r\n.c\r\n", detect.Message)
	d.wire = true
	if got, want := outlineOf(d, false), `"a\r\n.b\r\n.c\r\n" endOfInput 0`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestAdopts checks that a multipart adopts an undeclared boundary if a field of a part
// follows it, and any boundary if none was declared.
func TestAdopts(t *testing.T) {
	for _, test := range []struct {
		declared, text, want string
	}{
		{"", "a\n--b\nc\n", `"a\n" boundary 0`},
		{"", "a\n-- \nc\n", `"a\n-- \nc\n" endOfInput 0`},
		{"", "a\n--b c\n", `"a\n--b c\n" endOfInput 0`},
		{"x", "a\n--b\nc\n", `"a\n--b\nc\n" endOfInput 0`},
		{"x", "a\n--b\nContent-Type: text/html\n", `"a\n" boundary 0`},
	} {
		d := newDivider(test.text, detect.Message, test.declared)
		d.frames[0].parts = 0
		got := outlineOf(d, false)
		if adopted := strings.Contains(test.want, "boundary"); got != test.want || d.frames[0].adopted != adopted {
			t.Errorf("%q declared, %q: got %s, adopted %v", test.declared, test.text, got, d.frames[0].adopted)
		}
	}
}

// TestStrays checks that strays are found, whichever part of the text has been searched
// before.
func TestStrays(t *testing.T) {
	const text = "QUJD\nREVG\nhttp://a.example/\nR0hJ\n"
	first := strings.IndexByte(text, ':')
	for _, test := range []struct {
		from, to int
		want     bool
	}{{0, 10, false}, {0, len(text), true}, {10, 28, true}, {28, len(text), false}} {
		var s strays
		if i := s.index([]byte(text), 0); i > first {
			t.Fatalf("the first stray is at %d", i)
		}
		if got := s.occurIn([]byte(text[test.from:test.to]), int64(test.from)); got != test.want {
			t.Errorf("from %d to %d: got %v, want %v", test.from, test.to, got, test.want)
		}
	}
}

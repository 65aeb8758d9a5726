// Package hostile has texts, mail and HTML on which a careless reader takes time that
// grows with the square of their length, or too much memory. Each text repeats a piece,
// to any length. They are for tests and benchmarks.
package hostile

import (
	"fmt"
	"io"
)

// A Group is a set of texts of the same kind.
type Group struct {
	Name  string
	Input string // format of the texts: "text", "mail", "mbox" or "html"
	Texts []Text
}

// Groups returns all texts. It is not a variable, because the texts take megabytes and a
// test binary may be started many times, as a program that needs none of them.
func Groups() []Group {
	return []Group{
		{"wrappers", "text", wrappers()},
		{"URLs", "text", bare()},
		{"long URLs", "text", long()},
		{"hosts and addresses", "text", hosts()},
		{"defanged", "text", defanged()},
		{"octets", "text", octets()},
		{"lines", "text", lines()},
		{"parts", "mail", structure()},
		{"headers", "mail", headers()},
		{"encodings", "mail", encodings()},
		{"calendars", "mail", calendars()},
		{"mailboxes", "mbox", mailboxes()},
		{"messages repeated", "mail", repeated()},
		{"HTML", "html", pages()},
		{"bases", "html", bases()},
		{"labels", "html", labels()},
	}
}

// A Text is a text of any length.
type Text struct {
	Name string
	head string
	more func(i int) string // returns the piece with the number i
}

// Last is the URL at the end of each Reader, in a line of its own.
const Last = "http://last.example/p"

// Reader returns a reader of size bytes of the text, the rest of its last piece, and then
// Last.
func (t Text) Reader(size int64) io.Reader {
	return &reader{more: t.more, rest: t.head, left: size}
}

type reader struct {
	more  func(int) string
	rest  string // rest of the current piece
	i     int    // number of the next piece
	left  int64
	ended bool
}

func (r *reader) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if r.rest == "" {
			switch {
			case r.left > 0:
				r.rest = r.more(r.i)
				r.i++
			case !r.ended:
				r.rest, r.ended = "\n\nsee "+Last+" now\n", true
			case n == 0:
				return 0, io.EOF
			default:
				return n, nil
			}
		}
		k := copy(p[n:], r.rest)
		r.rest = r.rest[k:]
		r.left -= int64(k)
		n += k
	}
	return n, nil
}

// again returns a Text.more for pieces that are all the same.
func again(text string) func(int) string { return func(int) string { return text } }

// numbered returns a Text.more for pieces that contain their number.
func numbered(format string) func(int) string {
	return func(i int) string { return fmt.Sprintf(format, i) }
}

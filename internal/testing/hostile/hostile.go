// Package hostile has texts, mail and HTML that cost careless readers dear: time that
// grows with the square of their length, or memory. Each goes on and on, to any length.
// They are for tests and benchmarks.
package hostile

import (
	"fmt"
	"io"
)

// A Group is texts that try the same thing.
type Group struct {
	Name  string
	Input string // what they are: "text", "mail", "mbox" or "html"
	Texts []Text
}

// Groups returns all texts. They are no variables because they take megabytes, and a test
// binary may be started many times, as a program that needs none of them.
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
		{"mailboxes", "mbox", mailboxes()},
		{"messages repeated", "mail", repeated()},
		{"HTML", "html", pages()},
		{"bases", "html", bases()},
	}
}

// A Text is one that goes on and on.
type Text struct {
	Name string
	head string
	more func(i int) string // what comes again and again
}

// Last is the URL that each Reader ends in, in lines of its own.
const Last = "http://last.example/p"

// Reader returns a reader of size bytes of the text, and what its last piece needs
// beyond them; and then of Last.
func (t Text) Reader(size int64) io.Reader {
	return &reader{more: t.more, rest: t.head, left: size}
}

type reader struct {
	more  func(int) string
	rest  string // of the last piece
	i     int    // the number of the next one
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

// again is what more is where each piece is the same text.
func again(text string) func(int) string { return func(int) string { return text } }

// numbered is what more is where the number of the piece is in it.
func numbered(format string) func(int) string {
	return func(i int) string { return fmt.Sprintf(format, i) }
}

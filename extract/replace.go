package extract

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/urlgrep/urlgrep/internal/find"
)

// ErrEncoded is the error of [Replace] where the text of the input is not its
// bytes: in mail, in HTML, and in a character set that is decoded as a whole, such
// as UTF-16. Nothing has been written then. With Options.Input Text, mail and HTML
// are the text that they are made of; what is encoded there is not decoded.
var ErrEncoded = errors.New("URLs cannot be replaced in mail, HTML and other encoded text")

// Replace copies src to dst and writes, instead of each URL, what replace returns
// for it. All else is copied byte for byte, and so is a URL for which replace returns
// Match.Text.
//
// What is replaced is the URL, from its first character to its last. Its delimiters
// stay, with the white space in them. All that was put into the URL goes: line
// breaks and what follows them, up to the ">" if one is behind the URL too. So one that
// was broken is on one line if replace returns Match.URL. What replace returns is
// written as it is, in UTF-8 and in no delimiters but those that are there, and is not
// looked at again.
//
// A defanged URL without delimiters has the same Match.Text and Match.URL: see
// Options.Refang. So Replace cannot refang it: it is copied if replace returns either. A
// program that refangs writes Match.URL in the place of the bytes from Match.URLOffset to
// Match.URLEnd.
//
// The options say which URLs are replaced: one that Options.Validity, Kinds or any
// other leaves out is copied. Options.Line is told nothing.
//
// A match is written as soon as it is certain, and other text once its line is at an
// end. Memory is bounded as that of a [Scanner] is, except for what replace returns.
//
// The error is that of src, after what came before it, without a URL that it cuts off;
// that of dst; [ErrEncoded]; [ErrBinary], and then what follows the NUL is left out; or
// that of invalid [Options], and then Replace reads and writes nothing. Whatever the
// error is, what has been written is a beginning of what would have been written without
// it.
func Replace(dst io.Writer, src io.Reader, o *Options, replace func(Match) string) error {
	s := NewScanner(strings.NewReader(""), o)
	s.liner = nil // Options.Line could end the scan
	switch {
	case s.err != nil:
		return s.err
	case s.src.isDecoded():
		return ErrEncoded
	}
	c := &copier{s: s, src: src, dst: bufio.NewWriterSize(dst, chunk)}
	s.Reset(c)
	for s.Scan() {
		if s.src.isDecoded() {
			return ErrEncoded
		}
		m := s.Match()
		if other := replace(m); other != m.Text {
			from, to, _ := s.urlAt(&s.finder.Found)
			c.copyTo(s.src.start(s.win.offset(from)))
			c.dst.WriteString(other)
			c.skipTo(s.src.end(s.win.offset(to)))
		}
	}
	if s.src.isDecoded() {
		return ErrEncoded
	}
	switch {
	case s.err == ErrBinary:
	case s.cutOff > 0:
		c.copyTo(s.cutAt)
	default:
		c.copyTo(c.at + int64(c.held.Len()))
	}
	if err := c.dst.Flush(); err != nil {
		return err
	}
	return s.err
}

// A copier is what Replace's Scanner reads from. It holds what has been read and may
// still belong to a URL.
type copier struct {
	s    *Scanner
	src  io.Reader
	dst  *bufio.Writer // its errors stay until Flush
	held bytes.Buffer
	at   int64 // offset of what is held
}

// Read reads on, once all has been written that is certain: it may take long.
func (c *copier) Read(p []byte) (int, error) {
	if c.s.src.isDecoded() {
		return 0, ErrEncoded
	}
	c.copyTo(c.s.src.start(c.s.win.offset(c.s.settled())))
	if err := c.dst.Flush(); err != nil {
		return 0, err
	}
	n, err := c.src.Read(p)
	c.held.Write(p[:n])
	return n, err
}

// copyTo writes what is held before an offset.
func (c *copier) copyTo(offset int64) { c.dst.Write(c.next(offset)) }

// skipTo forgets what is held before an offset.
func (c *copier) skipTo(offset int64) { c.next(offset) }

func (c *copier) next(offset int64) []byte {
	b := c.held.Next(int(max(0, offset-c.at)))
	c.at += int64(len(b))
	return b
}

// isDecoded reports whether the text is not the bytes of the input. It is known as
// soon as something has been found.
func (src *source) isDecoded() bool { return src.mail != nil || src.decoder != nil }

// settled returns an index of the window before which nothing begins that is still
// to be found. Only a wrapper begins in a line before that of its URL's colon.
func (s *Scanner) settled() int {
	pos, text := s.place.Pos, s.win.Data
	first := max(0, s.place.Floor, pos-find.LookBehind)
	if first > pos {
		return pos
	}
	line := first + find.LastBreak(text[first:pos]) + 1
	near := max(first, line-maxOpening)
	if i := bytes.LastIndexByte(text[near:line], '<'); i >= 0 {
		return near + i
	}
	return line
}

// maxOpening is more than a wrapper's "<" stands before the colon of its URL.
const maxOpening = find.MaxHead

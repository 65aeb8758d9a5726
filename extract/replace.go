package extract

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/urlgrep/urlgrep/internal/find"
)

// ErrEncoded is the error of [Replace] for an input whose text is encoded: mail, HTML, a
// calendar or another format that encodes text, and a character set that is decoded as a
// whole, as UTF-16 is. Replace has then written nothing. With Options.Input Text, mail
// and the other formats are copied as they are: URLs in encoded parts are not found.
var ErrEncoded = errors.New("URLs cannot be replaced in mail, HTML and other encoded text")

// Replace copies src to dst, and writes for each URL the result of replace instead. All
// other text is copied byte for byte, and so is a URL for which replace returns
// Match.Text.
//
// The URL is replaced from its first character to its last. Its delimiters stay, with the
// white space between them and the URL. Text that a line break put into the URL is
// removed, up to the ">" if one follows the URL; so a broken URL is on one line if
// replace returns Match.URL. The result of replace is written unchanged, in UTF-8 and
// without delimiters, and is not searched.
//
// A defanged URL without delimiters has the same Match.Text and Match.URL: see
// Options.Refang. So Replace cannot refang it: it is copied if replace returns either. A
// program that refangs writes Match.URL in the place of the bytes from Match.URLOffset to
// Match.URLEnd.
//
// The options select the URLs that are replaced; the others are copied. Options.Line and
// Options.Messages are not called.
//
// A match is written as soon as it is certain, and other text after its line has ended.
// Memory is bounded as for a [Scanner], except for the results of replace.
//
// Replace returns an error of src after it has copied the text before it, except for a
// URL that the error cuts off. It returns an error of dst; [ErrEncoded]; [ErrBinary]
// after it has copied the text before the NUL; or an error for invalid [Options], before
// it reads or writes. After any error, the text in dst is a beginning of the text that
// would be written without the error.
func Replace(dst io.Writer, src io.Reader, o *Options, replace func(Match) string) error {
	s := NewScanner(strings.NewReader(""), o)
	s.lines = nil // Options.Line could end the scan
	s.opts.Messages = nil
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

// A copier is the reader of Replace's Scanner. It holds the text that has been read and
// may still belong to a URL.
type copier struct {
	s    *Scanner
	src  io.Reader
	dst  *bufio.Writer // an error is returned by Flush
	held bytes.Buffer
	at   int64 // offset of held
}

// Read reads more text. It first writes the text that is certain, since reading may
// block.
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

// copyTo writes the held text before an offset.
func (c *copier) copyTo(offset int64) { c.dst.Write(c.next(offset)) }

// skipTo drops the held text before an offset.
func (c *copier) skipTo(offset int64) { c.next(offset) }

func (c *copier) next(offset int64) []byte {
	b := c.held.Next(int(max(0, offset-c.at)))
	c.at += int64(len(b))
	return b
}

// isDecoded reports whether the input is decoded. The answer is final after the first
// read of text.
func (src *source) isDecoded() bool { return src.mail != nil || src.decoder != nil }

// settled returns an index of the window before which no URL begins that is still to be
// found. Only a wrapper can begin in a line before that of its URL's colon.
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

// maxOpening is greater than the distance between a wrapper's "<" and the colon of its
// URL.
const maxOpening = find.MaxHead

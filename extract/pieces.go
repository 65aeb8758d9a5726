package extract

import (
	"bytes"
	"errors"
	"io"
	"iter"

	"github.com/urlgrep/urlgrep/internal/find"
)

// ErrScanned is the error of [Scanner.Pieces] for an input that the Scanner has already scanned
// or divided, completely or in part, and of [Scanner.Scan] for one that it has divided.
// [Scanner.Reset] starts a scan of another input.
var ErrScanned = errors.New("the input has already been scanned or divided into pieces")

// A Piece is a part of a text: a URL, or text before, between or after URLs.
type Piece struct {
	// Text is the bytes of the input. It is valid until the next Piece.
	Text []byte

	// IsURL reports whether the Piece is the URL that Scanner.Match returns, from its first
	// character to its last, without delimiters. Text that a line break put into the URL is
	// a part of it, up to the ">" if one follows the URL.
	IsURL bool
}

// Pieces returns an iterator over the pieces of the input, for a program that edits text. All
// pieces together are the input, byte for byte. A piece that is no URL may begin and end within a
// character. Pieces takes the place of a loop over Scan: an
// input is scanned, or divided by one loop over Pieces.
//
//	for p, err := range s.Pieces() {
//		switch {
//		case err != nil:
//			return err
//		case p.IsURL:
//			io.WriteString(w, "<"+s.Match().URL+">")
//		default:
//			w.Write(p.Text)
//		}
//	}
//
// The options select the URLs that are pieces. Options.Line and Options.SelectMessage are not
// called.
//
// A URL is returned as soon as it is certain, and other text after its line has ended. Memory
// is bounded as for Scan. Text without a URL is divided into pieces of any length.
//
// If the iteration ends with an error, the last pair has the error and an empty Piece. The
// error is [ErrEncoded], and there is no other pair; an error of the reader, after the text
// before it except for a URL that the error cuts off; [ErrBinary], after the text before the
// NUL; or an error for invalid [Options]. The pieces before any error are a beginning of the
// pieces without it.
//
// After a Scan of the input, and after another loop over its Pieces, the only pair has the error
// [ErrScanned]. A loop that was left, by break for example, cannot be continued. In the loop and
// after it, Scan returns false and sets that error; in the loop, Reset and Release panic.
func (s *Scanner) Pieces() iter.Seq2[Piece, error] {
	return s.pieces(func() error { return nil })
}

// pieces is Pieces. It calls flush before each read, which may block. An error of flush ends
// the iteration.
func (s *Scanner) pieces(flush func() error) iter.Seq2[Piece, error] {
	return func(yield func(Piece, error) bool) {
		if s.err == nil && s.isRead {
			yield(Piece{}, ErrScanned)
			return
		}
		if s.err != nil {
			yield(Piece{}, s.err)
			return
		}
		defer func(lines *lineReporter) { s.lines = lines }(s.lines)
		s.lines = nil // Options.Line could end the scan
		s.src.notMail = nil
		if s.bounds != nil {
			yield(Piece{}, errors.New("a range cannot be divided into pieces"))
			return
		}
		d := &cutter{s: s, src: s.src.raw.R, flush: flush, yield: yield}
		s.cutter, s.isRead = d, true
		s.src.raw.R = d
		d.run()
	}
}

// errStopped is the error of a divider whose iteration has ended.
var errStopped = errors.New("the loop over the pieces has ended")

// A cutter divides the text of its Scanner into pieces. It is the reader of the Scanner, and
// holds the text that has been read and may still belong to a URL.
type cutter struct {
	s       *Scanner
	src     io.Reader
	flush   func() error
	yield   func(Piece, error) bool
	running bool // run has not returned
	within  bool // yield is being called
	stopped bool // yield has returned false
	held    bytes.Buffer
	at      int64 // offset of held
}

// pass calls yield.
func (d *cutter) pass(p Piece, err error) {
	d.within = true
	defer func() { d.within = false }()
	d.stopped = !d.yield(p, err)
}

// leave panics if the loop over the pieces is running, which needs its Scanner.
func (d *cutter) leave() {
	if d != nil && d.within {
		panic("extract: Reset or Release in a loop over Scanner.Pieces")
	}
}

// isScanning reports whether a call of Scan is one of run.
func (d *cutter) isScanning() bool { return d.running && !d.within }

// run yields the pieces.
func (d *cutter) run() {
	d.running = true
	defer func() { d.running = false }()
	s := d.s
	for !s.src.isDecoded() && s.Scan() {
		if s.src.isDecoded() {
			break
		}
		from, to, _ := s.urlAt(&s.finder.Found)
		d.passTo(s.src.start(s.win.offset(from)), false)
		d.passTo(s.src.end(s.win.offset(to)), true)
		if d.stopped {
			break
		}
	}
	err := s.err
	switch {
	case err == errStopped:
		s.err = nil
		return
	case s.src.isDecoded():
		err = ErrEncoded
	case err == ErrBinary:
	case s.cutOff > 0:
		d.passTo(s.cutAt, false)
	default:
		d.passTo(d.at+int64(d.held.Len()), false)
	}
	if err != nil && !d.stopped {
		d.pass(Piece{}, err)
	}
}

// Read reads more text. It first yields the text that is certain, since reading may block.
func (d *cutter) Read(p []byte) (int, error) {
	s := d.s
	if s.src.isDecoded() {
		return 0, ErrEncoded
	}
	d.passTo(s.src.start(s.win.offset(s.settled())), false)
	if d.stopped {
		return 0, errStopped
	}
	if err := d.flush(); err != nil {
		return 0, err
	}
	n, err := d.src.Read(p)
	d.held.Write(p[:n])
	return n, err
}

// passTo yields the held text before an offset as a piece.
func (d *cutter) passTo(offset int64, isURL bool) {
	text := d.held.Next(int(max(0, offset-d.at)))
	d.at += int64(len(text))
	if (len(text) > 0 || isURL) && !d.stopped {
		d.pass(Piece{text, isURL}, nil)
	}
}

// settled returns an index of the window before which no URL begins that is still to be
// found. Only a wrapper can begin in a line before that of its URL's colon.
func (s *Scanner) settled() int {
	pos, text := s.point.Pos, s.win.Data
	first := max(0, s.point.Floor, pos-find.LookBehind)
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

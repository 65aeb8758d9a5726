package extract

import (
	"bytes"
	"io"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// fill reads until the candidate at pos can be looked at again with profit. It
// makes room first: what is dealt with moves out, and if that is not enough
// the window grows. It grows no further than the limits on a candidate allow,
// as no candidate asks for more.
func (s *Scanner) fill() {
	for {
		if cap(s.buf)-len(s.buf) < chunk/2 {
			s.slide()
		}
		if behind := s.dealtWith(); behind > 0 || s.base > 0 {
			s.src.discard(s, behind)
		}
		n, err := s.src.read(s)
		if s.opts.Input == Auto && s.src.mail == nil && s.base < binaryHead && s.nul(n) {
			return
		}
		if err != nil {
			s.end(err)
			return
		}
		s.credit = min(s.credit+looks*n, looks<<20)
		if n > 0 && (len(s.buf)-s.pos < eager || len(s.buf) >= s.want || s.decisive(n) && s.affords(len(s.buf)-s.pos)) {
			return
		}
	}
}

// end notes the end of the text. If the reader has failed, the text is cut off there.
func (s *Scanner) end(err error) {
	if err == io.EOF && (s.src.mail == nil || !s.src.mail.r.Cut()) {
		s.eof = true
		return
	}
	s.cut = true
	if err != io.EOF && s.err == nil {
		s.err = err
	}
}

// nul ends the text at a NUL, if there is one among the last n bytes that also
// is among the first 32 KiB.
func (s *Scanner) nul(n int) bool {
	if s.src.decoder != nil {
		return false
	}
	from := len(s.buf) - n
	to := min(len(s.buf), int(max(0, binaryHead-s.base)))
	if from >= to {
		return false
	}
	i := bytes.IndexByte(s.buf[from:to], 0)
	if i < 0 || s.src.start(s, from+i) >= binaryHead {
		return false
	}
	s.buf = s.buf[:from+i]
	s.eof, s.err = true, ErrBinary
	return true
}

// decisive reports whether the last n bytes of the window may end a candidate.
// Unless they do, one that has asked for more is not looked at again before
// the window has doubled: so a long one that comes in small pieces costs linear
// time, and a match still comes out as soon as it is certain. But see affords.
func (s *Scanner) decisive(n int) bool {
	from := len(s.buf) - n
	if from > 0 && ascii.Is(s.buf[from-1], ascii.Space) {
		return true
	}
	for _, c := range s.buf[from:] {
		if ascii.Is(c, ascii.Space|ascii.Control) || strings.IndexByte("\"<>()[]{}'`*|\\", c) >= 0 ||
			c == 0xC2 || c == 0xE2 || c == 0xE3 || c == 0xEF {
			return true
		}
	}
	return false
}

// looks is how often a byte may be looked at because another one might have ended the
// candidate that both are in.
const looks = 16

// affords reports whether n bytes may be looked at again, and takes account of it.
// Where each byte might end a long candidate, and none does, and they come one by one,
// it would else be looked at as often as it has bytes. So what pays is what has been
// read, a long time before too, as mostly there is nothing to pay for.
func (s *Scanner) affords(n int) bool {
	if s.credit < n {
		return false
	}
	s.credit -= n
	return true
}

// dealtWith returns the index before which nothing of the window is needed any more.
func (s *Scanner) dealtWith() int {
	n := max(0, s.pos-lookBehind)
	if s.liner != nil {
		n = min(n, int(s.liner.at-s.base))
	}
	return n
}

// slide moves what is kept of the window to its beginning, and makes room for
// a chunk behind it.
func (s *Scanner) slide() {
	drop := s.dealtWith()
	s.lines.slide(s, drop)
	if s.opts.placed() {
		s.tail.slide(s, drop)
	}
	kept := s.buf[drop:]
	if room := len(kept) + chunk; room > cap(s.buf) {
		grown := make([]byte, len(kept), max(room, 2*cap(s.buf)))
		copy(grown, kept)
		s.buf = grown
	} else {
		s.buf = s.buf[:copy(s.buf[:cap(s.buf)], kept)]
	}
	s.base += int64(drop)
	s.pos -= drop
	s.done = max(0, s.done-drop)
	s.want -= drop
	s.bare.slide(drop)
	s.triggers.slide(drop)
}

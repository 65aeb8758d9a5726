package extract

import (
	"bytes"
	"errors"
	"io"
	"iter"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/parse"
	"github.com/urlgrep/urlgrep/wrapper"
)

// ErrBinary is the error of a scan with Options.Input Auto that met a NUL in
// the first 32 KiB: the input is no text. What stood before the NUL has been
// scanned.
var ErrBinary = errors.New("binary file")

const (
	chunk      = 64 << 10        // bytes read at once
	lookBehind = 4 << 10         // bytes before the place of search that are kept
	binaryHead = detect.HeadSize // bytes in which a NUL makes the input binary
	maxHead    = 512             // bytes of a line that are kept for its prefix
	eager      = 256             // bytes of a candidate that is looked at again with each read
)

// A Scanner finds URLs in a stream of text. It is used like a bufio.Scanner:
//
//	for s.Scan() {
//		m := s.Match()
//		…
//	}
//	if err := s.Err(); err != nil {
//		…
//	}
//
// The zero Scanner has the default options, and [Scanner.Reset] gives it something to
// read. A Scanner must not be used by several goroutines at once.
type Scanner struct {
	opts  Options
	rules wrapper.Rules
	set   charset.Charset
	src   source
	err   error

	refused error // that of the options: nothing is scanned

	isOrdinary    bool          // the options let ordinary decide
	wantsOrdinary bool          // and want all that it finds
	opaqueEnds    *wrapper.Ends // of schemes that need no "//"
	knownEnds     *wrapper.Ends

	wanted KindSet // by the options
	kinds  KindSet // in this text

	// The window. buf[:pos] has been dealt with; at least lookBehind bytes of
	// it are kept, or all there are. buf[0] is byte base of the text. All
	// indices below are into buf, and all of them move when fill slides it.
	//
	//	0 ≤ done ≤ pos ≤ len(buf)
	buf  []byte
	base int64
	pos  int
	done int // end of the last candidate: nothing before it is looked at again
	eof  bool
	cut  bool // the reader has failed: what the text ends in is not all there

	want    int  // fill again until the window has grown to this
	credit  int  // bytes that may be looked at again before that
	skip    bool // within a URL longer than the limit
	skipped int64
	broken  int64 // URLs left broken, since they go beyond a limit
	cutOff  int64 // URLs left out, since they are cut off
	cutAt   int64 // offset of the first of those

	reference bool // the text is one URL reference, if it is any
	notProse  bool // in it, "a.name" is rather a member or a file than a host

	stretch  *stretch // nil: all of the text
	triggers triggers
	lines    lines
	liner    *liner // nil: nobody wants lines
	tail     tail
	seen     fieldLine
	bare     bare
	cand     wrapper.Candidate
	hit      hit
	match    Match // what Match has made of hit
	made     bool
}

// NewScanner returns a Scanner that reads from r. A nil o is the default, and a nil r
// holds nothing: the Scanner is then for Reset.
func NewScanner(r io.Reader, o *Options) *Scanner {
	s := new(Scanner)
	if o != nil {
		s.opts = *o
	}
	s.prepare()
	s.Reset(r)
	return s
}

// prepare makes ready for scans with s.opts.
func (s *Scanner) prepare() {
	s.wanted = s.opts.Kinds
	if s.wanted == (KindSet{}) {
		s.wanted = defaultKinds
	}
	s.rules = wrapper.Rules{
		Schemes:  s.opts.Schemes,
		MaxURL:   limit(s.opts.MaxURL, wrapper.DefaultMaxURL, wrapper.HighestMaxURL),
		MaxLines: limit(s.opts.MaxLines, wrapper.DefaultMaxLines, wrapper.HighestMaxLines),
	}
	if s.opts.Rejoin == RejoinNone {
		s.rules.MaxLines = 1
	}
	s.set, s.refused = s.opts.check()
	s.rules.Fallback = (*[128]rune)(s.set.Fallback)
	s.opaqueEnds, s.knownEnds = s.rules.Schemes.OpaqueEnds(), s.rules.Schemes.KnownEnds()
	s.isOrdinary = s.wanted.Has(Bare) && s.wanted.Has(Angle) && s.wanted.Has(Wrapped) && s.opts.Rejoin != RejoinWide
	for _, name := range ordinarySchemes {
		s.isOrdinary = s.isOrdinary && s.opts.Schemes.Known([]byte(name))
	}
	s.wantsOrdinary = s.opts.Level == parse.Lenient && !s.opts.Invalid && !s.opts.NoSignature && !s.opts.Unquoted
	if s.opts.Line != nil {
		s.liner = &liner{tell: s.opts.Line}
	}
}

var ordinarySchemes = scheme.Names(scheme.Ordinary)

// Reset makes the Scanner read from r, from the beginning, with the options it
// has. It keeps the memory that it has.
func (s *Scanner) Reset(r io.Reader) {
	if s.wanted == (KindSet{}) {
		s.prepare() // the zero Scanner
	}
	if s.liner != nil {
		s.liner.over = false
	}
	s.empty()
	s.skipped, s.broken, s.cutOff = 0, 0, 0
	s.kinds = s.wanted
	s.stretch = nil
	s.err = nil
	if s.refused != nil {
		s.refuse(s.refused)
		return
	}
	s.src.open(s, r)
}

// refuse ends the scan before anything is read.
func (s *Scanner) refuse(err error) { s.err, s.eof = err, true }

// empty makes ready for another text.
func (s *Scanner) empty() {
	s.buf, s.base, s.pos, s.done, s.want = s.buf[:0], 0, 0, 0, 0
	s.eof, s.cut, s.skip, s.reference, s.notProse = false, false, false, false, false
	s.lines = lines{saved: s.lines.saved[:0], whole: s.lines.whole}
	if s.liner != nil {
		s.liner.reset()
	}
	s.tail = tail{}
	s.seen = fieldLine{at: -1}
	s.bare.lost = s.bare.lost[:0]
	s.bare.noUser.from, s.bare.noUser.to = 0, 0
	s.triggers.from, s.triggers.to = 0, 0
}

// limit returns the limit that an option sets.
func limit(option, standard, highest int) int {
	if option == 0 {
		return standard
	}
	return min(option, highest)
}

// Bytes returns an iterator over the URLs in b: All of a new Scanner that reads b.
// If the scan ends with an error, that comes last, with a zero Match: check it in the loop
// before the Match is used. A scan of b can fail as well, with [ErrBinary] for example.
func Bytes(b []byte, o *Options) iter.Seq2[Match, error] {
	return NewScanner(bytes.NewReader(b), o).All()
}

// All returns an iterator over the matches that are left. If the scan ends with an error,
// that comes last, with a zero Match: check it in the loop before the Match is used.
func (s *Scanner) All() iter.Seq2[Match, error] {
	return func(yield func(Match, error) bool) {
		for s.Scan() {
			if !yield(s.Match(), nil) {
				return
			}
		}
		if s.err != nil {
			yield(Match{}, s.err)
		}
	}
}

// Err returns the error that ended the scan: that of the reader, as it came,
// [io.ErrNoProgress] after 100 reads in a row that returned neither a byte nor an error,
// or [ErrBinary]; the text before it has been scanned. After an error of the reader a URL
// that more text might have made longer is left out: see [Scanner.CutOff]. If the
// [Options] are invalid, Err says so from the beginning, and nothing is read. At the end
// of the input it is nil. A URL that is not valid is no error of the scan.
func (s *Scanner) Err() error { return s.err }

// InputOffset returns the offset in the input, in bytes, at which Scan looks for the
// next URL.
func (s *Scanner) InputOffset() int64 {
	switch {
	case s.pos < len(s.buf):
		return s.src.start(s, s.pos)
	case s.src.mail != nil && len(s.buf) == 0:
		return s.src.mail.r.InputOffset()
	}
	return s.src.end(s, s.pos)
}

// Skipped returns how many URLs were passed over, in this input so far, because they
// were longer than Options.MaxURL. One in a wrapper is, if its first line is longer;
// if not, LeftBroken counts it.
func (s *Scanner) Skipped() int64 { return s.skipped }

// LeftBroken returns how many URLs, in this input so far, were put together no
// further than the line break before which they reached Options.MaxLines or, in a
// wrapper, not at all, because that goes beyond Options.MaxLines or Options.MaxURL.
func (s *Scanner) LeftBroken() int64 { return s.broken }

// CutOff returns how many URLs, in this input so far, were left out because the reader
// failed, with another error than io.EOF, before the text that ends them. A URL is
// not left out if its delimiter has been read.
func (s *Scanner) CutOff() int64 { return s.cutOff }

// PassedOver returns how many attachments of mail were passed over, in this input so
// far, because they hold no text: see Options.AllParts.
func (s *Scanner) PassedOver() int64 {
	if s.src.mail == nil {
		return 0
	}
	return s.src.mail.r.PassedOver()
}

// Unresolved returns how many relative references, in this input so far, were scanned as
// text because their base is longer than 4 KiB, or was repeated too often: by more than
// 16 bytes for each byte of the document before the reference, and 16 KiB.
func (s *Scanner) Unresolved() int64 {
	if s.src.mail == nil {
		return 0
	}
	return s.src.mail.r.Unresolved()
}

// Messages returns how many messages of mail have been read, or begun to be: those
// within others are not counted.
func (s *Scanner) Messages() int {
	if s.src.mail == nil {
		return 0
	}
	return s.src.mail.r.Messages()
}

// Scan finds the next match, which Match, or URL, then returns. It returns false
// at the end of the input and at an error, after the URLs that are certain then. It reads
// no more than it must: a match
// is given as soon as the byte is in that makes it certain. Only of one that is longer
// than 256 bytes, comes a few bytes at a time and has many that might have ended it, as
// brackets, more may be read, as much again as it is long.
func (s *Scanner) Scan() bool {
	s.hit.url, s.hit.reading = nil, nil
	if s.made {
		s.match, s.made = Match{}, false
	}
	if s.stretch != nil {
		return s.scanRange()
	}
	if s.liner != nil && s.liner.over {
		return false
	}
	for {
		switch s.step() {
		case wrapper.Yes:
			if s.liner == nil || s.liner.found(s) {
				return true
			}
			s.hit.url, s.hit.reading = nil, nil
			return false
		case wrapper.More:
			if s.cut && s.passCut() {
				continue
			}
			if s.liner != nil && !s.liner.passed(s) {
				return false
			}
			if !s.eof {
				s.fill()
			} else if !s.nextText() {
				return false
			}
		}
	}
}

// step goes to the next place where a URL may stand, and decides about it. The
// verdict is More at the end of the window.
func (s *Scanner) step() wrapper.Verdict {
	if s.reference {
		if v := s.attribute(); v != wrapper.No {
			return v
		}
	}
	if s.pos == len(s.buf) || s.skip && !s.skipURL() {
		return wrapper.More
	}
	i := s.next()
	if i < 0 {
		s.pos = len(s.buf)
		return wrapper.More
	}
	s.pos = i
	v := wrapper.No
	switch s.buf[i] {
	case ':':
		v = s.colon(i)
	case '@':
		if s.kinds.Has(Email) {
			v = s.address(i)
		}
	case '.':
		if s.kinds.Has(Schemeless) {
			v = s.host(i)
		}
	}
	switch v {
	case wrapper.No:
		s.pos = max(s.pos, i+1, s.done)
	case wrapper.Yes:
		s.pos = s.done
	case wrapper.More:
		s.want = i + 2*max(eager, len(s.buf)-i)
	}
	return v
}

// passCut passes over what is undecided where the text is cut off. If that would be a URL
// at the end of a whole text, it counts as cut off. passCut returns false when nothing is
// left.
func (s *Scanner) passCut() bool {
	s.eof = true
	if s.pos == len(s.buf) {
		s.cut = false
		return false
	}
	reject := s.opts.Reject
	s.opts.Reject = nil
	defer func() { s.opts.Reject = reject }()
	switch s.step() {
	case wrapper.Yes:
		if s.cutOff == 0 {
			s.cutAt = s.src.start(s, s.hit.from)
		}
		s.cutOff++
		s.hit.url, s.hit.reading = nil, nil
	case wrapper.More:
		s.cut = false
		return false
	}
	s.eof = false
	return true
}

// skipURL goes to the end of a URL that is longer than the limit. It returns
// false when that is not in the window.
func (s *Scanner) skipURL() bool {
	for i, c := range s.buf[s.pos:] {
		if ascii.Is(c, ascii.Space|ascii.Control) || c == '"' || c == '<' || c == '>' {
			s.pos += i
			s.done = s.pos
			s.skip = false
			return true
		}
	}
	s.pos = len(s.buf)
	s.done = s.pos
	return false
}

// drop ends the deliberation on a candidate that is no match.
func (s *Scanner) drop() wrapper.Verdict {
	s.pos = s.done
	return wrapper.No
}

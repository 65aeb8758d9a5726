package extract

import (
	"bytes"
	"errors"
	"io"
	"iter"

	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/find"
	"github.com/urlgrep/urlgrep/internal/wrapper"
	"github.com/urlgrep/urlgrep/parse"
)

// ErrBinary is the error of a scan with Options.Input Auto that met a NUL in
// the first 32 KiB: the input is no text. What was before the NUL has been
// scanned.
var ErrBinary = errors.New("binary file")

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
	// It only connects what does the work, and has a field for each of that.
	config
	err error // that ended the scan

	// The way of the text: src gives it to the window, in which the finder finds what is
	// accepted as a hit. The annotator says where that is.
	src       source
	win       window
	finder    find.Finder
	place     find.Place // of the search, in the window
	want      int        // fill again until the window has grown to this
	reference bool       // the text is one URL reference, if it is any
	annotator annotator
	hit       hit
	counts

	liner   *liner   // nil: nobody wants lines
	stretch *stretch // nil: all of the text
}

// A config is what the options say.
type config struct {
	opts    Options
	rules   wrapper.Rules
	set     charset.Charset
	wanted  KindSet
	refused error // the options are invalid: nothing is scanned

	wantsOrdinary bool // all URLs are wanted that are ordinary: see find.Candidate
}

// counts are of what was not found in the input so far.
type counts struct {
	skipped int64
	broken  int64 // URLs left broken, since they go beyond a limit
	cutOff  int64 // URLs left out, since they are cut off
	cutAt   int64 // offset of the first of those
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
	o := &s.opts
	s.wanted = o.Kinds
	if s.wanted == (KindSet{}) {
		s.wanted = defaultKinds
	}
	s.rules = wrapper.Rules{
		Schemes:  (*wrapper.Schemes)(o.Schemes),
		MaxURL:   limit(o.MaxURL, wrapper.DefaultMaxURL, wrapper.HighestMaxURL),
		MaxLines: limit(o.MaxLines, wrapper.DefaultMaxLines, wrapper.HighestMaxLines),
	}
	if o.Rejoin == RejoinNone {
		s.rules.MaxLines = 1
	}
	s.set, s.refused = o.check()
	s.rules.Fallback = (*[128]rune)(s.set.Fallback)
	s.wantsOrdinary = o.Level == parse.Lenient && o.Validity != InvalidOnly && !o.SkipSignatures && !o.SkipQuoted
	s.finder.Init(&find.Rules{
		Rules: s.rules, Kinds: find.Kinds(s.wanted.bits),
		Rejoin: find.Rejoin(o.Rejoin - RejoinNone), Invalid: o.Validity != ValidOnly,
	})
	s.src.mailbox, s.src.addresses = mailOptions(o, s.wanted), s.wanted.Has(Email)
	if o.Refang {
		s.win.Refanged = func(from, to int) bool {
			return s.src.refanged(s.win.offset(from), s.win.offset(to))
		}
	}
	s.annotator = annotator{opts: o, rules: &s.rules, src: &s.src}
	if o.Line != nil {
		s.liner = &liner{window: &s.win, annotator: &s.annotator, tell: o.Line}
	}
}

// Reset makes the Scanner read from r, from the beginning, with the options it
// has. It keeps the memory that it has. A nil r holds nothing: a Scanner that waits for its
// next input then keeps no reference to the last one.
func (s *Scanner) Reset(r io.Reader) {
	if s.wanted == (KindSet{}) {
		s.prepare() // the zero Scanner
	}
	if s.liner != nil {
		s.liner.over = false
	}
	s.hit.forget()
	s.counts = counts{}
	s.reference = false
	s.begin(s.wanted, true, 0)
	s.stretch = nil
	s.err = nil
	if s.refused != nil {
		s.refuse(s.refused)
		return
	}
	s.win.fit(r)
	s.src.open(r, &s.opts, s.set)
}

// Release lets go of the memory that the Scanner has, which grows with the longest URL and
// the largest message. It ends the scan; Reset begins another with the same options.
func (s *Scanner) Release() {
	o := s.opts
	*s = Scanner{}
	s.opts = o
	s.prepare()
	s.Reset(nil)
}

// refuse ends the scan before anything is read.
func (s *Scanner) refuse(err error) { s.err, s.win.EOF = err, true }

// begin makes ready for another text, in which kinds are looked for, before which there
// are so many LFs in the input. For prose see find.Finder.
func (s *Scanner) begin(kinds KindSet, prose bool, lines int64) {
	s.win.reset()
	s.place, s.want = find.Place{}, 0
	s.finder.Reset(find.Kinds(kinds.bits), prose)
	s.annotator.reset(lines)
	if s.liner != nil {
		s.liner.reset()
	}
}

// limit returns the limit that an option sets.
func limit(option, standard, highest int) int {
	if option == 0 {
		return standard
	}
	return min(option, highest)
}

// Bytes returns an iterator over the URLs in b: each loop over it is All of a new Scanner
// that reads b. If the scan ends with an error, that comes last, with a zero Match: check it
// in the loop before the Match is used. A scan of b can fail as well, with [ErrBinary] for
// example.
func Bytes(b []byte, o *Options) iter.Seq2[Match, error] {
	return func(yield func(Match, error) bool) {
		NewScanner(bytes.NewReader(b), o).All()(yield)
	}
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
	case s.place.Pos < len(s.win.Data):
		return s.src.start(s.win.offset(s.place.Pos))
	case s.src.mail != nil && len(s.win.Data) == 0:
		return s.src.mail.r.InputOffset()
	}
	return s.src.end(s.win.offset(s.place.Pos))
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
	s.hit.forget()
	if s.stretch != nil {
		return s.scanRange()
	}
	if s.liner != nil && s.liner.over {
		return false
	}
	for {
		switch s.step(len(s.win.Data)) {
		case wrapper.Yes:
			if s.liner == nil || s.liner.found(s.finder.Found.From) {
				return true
			}
			s.hit.forget()
			return false
		case wrapper.More:
			if s.win.cut && s.passCut() {
				continue
			}
			if s.liner != nil && !s.liner.passed(s.place) {
				return false
			}
			if !s.win.EOF {
				s.fill()
			} else if !s.nextText() {
				return false
			}
		}
	}
}

// step searches the window up to index stop, or the next URL. The verdict is Yes if there is
// a hit, and More if the window has to grow.
func (s *Scanner) step(stop int) wrapper.Verdict {
	if s.reference {
		if v := s.stepReference(); v != wrapper.No {
			return v
		}
	}
	next, r := s.finder.Step(&s.win.Text, s.place, stop)
	s.place = next
	switch r.Verdict {
	case wrapper.Yes:
		if c := &s.finder.Found; !(c.Ordinary && s.wantsOrdinary) && !s.accept(c) {
			return wrapper.No
		}
		s.hit.is = true
	case wrapper.More:
		if r.Want > 0 {
			s.want = r.Want
		}
	case wrapper.No:
		if r.TooLong {
			s.skipped++
		}
	}
	return r.Verdict
}

// stepReference is step for a text that is one URL reference. It goes after the text if a
// hit is in it, or would be at another level. If what is in it is no URL at all, the
// verdict is No, and the text is searched as others are.
func (s *Scanner) stepReference() wrapper.Verdict {
	m := s.src.mail
	next, r := s.finder.Reference(&s.win.Text, find.Base{URL: m.seg.Base, Resolves: func(at int) bool {
		return m.r.Resolves(s.src.startOf(s.win.offset(at)))
	}})
	if r.Verdict == wrapper.More {
		s.want = r.Want
		return wrapper.More
	}
	s.reference = false
	if r.TooLong {
		s.skipped++
	}
	if c := &s.finder.Found; r.Verdict == wrapper.Yes {
		s.hit.is = s.accept(c)
		if !s.hit.is {
			if !parse.Valid(c.URL, parse.Lenient) {
				return wrapper.No
			}
			r.Verdict = wrapper.No
		}
	}
	s.place = next
	return r.Verdict
}

// end notes the end of the text. If the reader has failed, the text is cut off there.
func (s *Scanner) end(err error) {
	if err == io.EOF && (s.src.mail == nil || !s.src.mail.r.Cut()) {
		s.win.EOF = true
		return
	}
	s.win.cut = true
	if err != io.EOF && s.err == nil {
		s.err = err
	}
}

// passCut passes over what is undecided where the text is cut off. If that would be a URL
// at the end of a whole text, it counts as cut off. passCut returns false when nothing is
// left.
func (s *Scanner) passCut() bool {
	w := &s.win
	w.EOF = true
	if s.place.Pos == len(w.Data) {
		w.cut = false
		return false
	}
	reject := s.opts.Reject
	s.opts.Reject = nil
	defer func() { s.opts.Reject = reject }()
	switch s.step(s.place.Pos + 1) {
	case wrapper.Yes:
		if s.cutOff == 0 {
			s.cutAt = s.src.start(w.offset(s.finder.Found.From))
		}
		s.cutOff++
		s.hit.forget()
	case wrapper.More:
		w.cut = false
		return false
	}
	w.EOF = false
	return true
}

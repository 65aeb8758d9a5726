package extract

import (
	"bytes"
	"errors"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/find"
	"github.com/urlgrep/urlgrep/internal/verdict"
	"github.com/urlgrep/urlgrep/parse"
)

// ErrBinary is the error of a scan with Options.Input Auto if the first 32 KiB of the
// input contain a NUL, so that the input is not text. The text before the NUL has been
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
// The zero Scanner has the default options; [Scanner.Reset] sets its reader. A Scanner is
// not safe for concurrent use.
type Scanner struct {
	// A Scanner only connects the parts below, and has a field for each of them.
	config
	err error // error that ended the scan

	// The source puts text into the window. The finder finds candidates in the window,
	// and an accepted one is the hit. The annotator finds the place of the hit.
	src       source
	win       window
	finder    find.Finder
	point     find.Point // of the search, in the window
	want      int        // length of the window at which the finder can decide
	reference bool       // the text may be one URL reference
	annotator annotator
	hit       hit
	counts

	lines  *lineReporter // nil without Options.Line
	bounds *bounds       // nil: the whole input
	isRead bool          // the input has been read, at least in part
	cutter *cutter       // of the loop over Pieces for this input; nil if there was none
}

// A config is the settings that follow from the options.
type config struct {
	opts       Options
	rules      find.Rules
	set        charset.Charset
	wanted     kindSet
	optionsErr error // error if the options are invalid: nothing is scanned

	acceptsValid bool // the options accept every URL that is valid at the level Lenient
}

// counts are the numbers of URLs that were not found in the input so far.
type counts struct {
	skipped int64
	broken  int64 // URLs left broken, since they exceed a limit
	cutOff  int64 // URLs left out, since they are cut off
	cutAt   int64 // offset of the first of those

	baseless int64 // relative references without a base
}

// NewScanner returns a Scanner that reads from r. A nil o is the default. A nil r is
// empty: call Reset before the first Scan.
//
// A [Document] is read in any order. If r has the methods ReadAt, Seek and Size, as
// [io.NewSectionReader] returns it for an [io.ReaderAt] and a size, a document is read there, and
// not from its beginning to its end. Otherwise it is copied: the bytes after the first 8 MiB to a
// temporary file.
func NewScanner(r io.Reader, o *Options) *Scanner {
	s := new(Scanner)
	s.init(o)
	s.Reset(r)
	return s
}

// init prepares a new Scanner for scans with the options.
func (s *Scanner) init(o *Options) {
	if o != nil {
		s.opts = *o
		s.opts.Kinds = slices.Clone(o.Kinds)
	}
	s.prepare()
}

// prepare prepares for scans with s.opts.
func (s *Scanner) prepare() {
	o := &s.opts
	s.wanted = kindSet{}
	if s.set, s.optionsErr = o.check(); s.optionsErr == nil {
		s.wanted = kindsOf(o.Kinds...)
	}
	if s.wanted == (kindSet{}) {
		s.wanted = defaultKinds
	}
	s.rules = find.Rules{
		Schemes:  o.Schemes.internal(),
		MaxURL:   limit(o.MaxURL, find.DefaultMaxURL, find.HighestMaxURL),
		MaxLines: limit(o.MaxLines, find.DefaultMaxLines, find.HighestMaxLines),
		Kinds:    find.Kinds(s.wanted.bits),
		Rejoin:   o.Rejoin.ways(),
		Invalid:  o.Validity != ValidOnly,
		Folded: func(from, to int) bool {
			return s.src.folded(s.win.offset(from), s.win.offset(to))
		},
	}
	if o.Rejoin == RejoinNone {
		s.rules.MaxLines = 1
	}
	s.rules.Fallback = s.set.Fallback
	s.acceptsValid = o.Level == parse.Lenient && o.Validity != InvalidOnly && !o.SkipSignatures && !o.SkipQuoted
	s.finder.Init(&s.rules)
	s.src.mailbox, s.src.addresses = mailOptions(o, s.wanted), s.wanted.has(Email)
	if o.Refang {
		s.win.Refanged = func(from, to int) bool {
			return s.src.refanged(s.win.offset(from), s.win.offset(to))
		}
	}
	s.annotator = annotator{opts: o, rules: &s.rules, src: &s.src}
	if o.Line != nil {
		s.lines = &lineReporter{window: &s.win, annotator: &s.annotator, report: o.Line}
	}
}

// Reset starts a scan of r with the options and the memory of the Scanner. A nil r is
// empty: it releases the reference to the last reader until the next input.
func (s *Scanner) Reset(r io.Reader) {
	s.cutter.leave()
	s.cutter, s.isRead = nil, false
	if s.wanted == (kindSet{}) {
		s.prepare() // the zero Scanner
	}
	if s.lines != nil {
		s.lines.begin()
	}
	s.hit.clear()
	s.counts = counts{}
	s.reference = false
	s.begin(s.wanted, true, 0)
	s.bounds = nil
	s.err = nil
	if s.opts.Signs != nil {
		s.opts.Signs.reset()
	}
	if s.optionsErr != nil {
		s.src.open(nil, &s.opts, s.set)
		s.refuse(s.optionsErr)
		return
	}
	s.win.sizeFor(r)
	s.src.open(r, &s.opts, s.set)
}

// Release frees the memory of the Scanner, which grows with the longest URL and the
// largest message. It ends the scan. Reset starts another with the same options.
func (s *Scanner) Release() {
	s.cutter.leave()
	o := s.opts
	*s = Scanner{}
	s.opts = o
	s.prepare()
	s.Reset(nil)
}

// refuse ends the scan before anything is read.
func (s *Scanner) refuse(err error) { s.err, s.win.EOF = err, true }

// begin prepares for another text, in which kinds are searched and which is preceded by
// lines LFs of the input. For prose see find.Finder.
func (s *Scanner) begin(kinds kindSet, prose bool, lines int64) {
	s.win.reset()
	s.point, s.want = find.Point{}, 0
	s.finder.Reset(find.Kinds(kinds.bits), prose)
	s.annotator.reset(lines)
	if s.lines != nil {
		s.lines.reset()
	}
}

// limit returns the limit that an option sets.
func limit(option, standard, highest int) int {
	if option == 0 {
		return standard
	}
	return min(option, highest)
}

// Bytes returns an iterator over the URLs in b, the contents of a file of any format: see
// Options.Input. [Text] does the same for a text. Each loop over it is All of a new Scanner
// that reads b. If the scan ends with an error, the last pair has the error and a zero
// Match: check the error in the loop before you use the Match. A scan of b can also fail,
// with [ErrBinary] for example.
func Bytes(b []byte, o *Options) iter.Seq2[Match, error] {
	return func(yield func(Match, error) bool) {
		NewScanner(bytes.NewReader(b), o).All()(yield)
	}
}

// Text returns an iterator over the URLs in s, which is plain text whatever it begins with: a
// comment, a cell of a table, a row of a database. Other text from users belongs here, too: a
// comment that begins with "From: bob" and "Content-Transfer-Encoding: base64" would be decoded
// as mail by Bytes.
//
// Text is like [Bytes], with Options.Input InputText whatever o has. The last pair has an error
// only if o is invalid.
func Text(s string, o *Options) iter.Seq2[Match, error] {
	return func(yield func(Match, error) bool) {
		text := Options{}
		if o != nil {
			text = *o
		}
		text.Input = InputText
		NewScanner(strings.NewReader(s), &text).All()(yield)
	}
}

// All returns an iterator over the remaining matches. If the scan ends with an error, the
// last pair has the error and a zero Match: check the error in the loop before you use
// the Match.
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

// Err returns the error that ended the scan, or nil at the end of the input. It is the
// error of the reader, unchanged, [io.ErrNoProgress] after 100 reads in a row that
// returned neither a byte nor an error, or [ErrBinary]. The text before the error has
// been scanned, except for a URL that more text could have made longer: see
// [Counts].CutOff. If the [Options] are invalid, Err returns an error from the
// beginning, and nothing is read. A URL that is not valid is not an error of the scan.
func (s *Scanner) Err() error { return s.err }

// InputOffset returns the offset in the input, in bytes, from which Scan searches for the
// next URL.
func (s *Scanner) InputOffset() int64 {
	switch {
	case s.point.Pos < len(s.win.Data):
		return s.src.start(s.win.offset(s.point.Pos))
	case len(s.win.Data) == 0:
		return s.src.consumed(s.win.offset(0))
	}
	return s.src.end(s.win.offset(s.point.Pos))
}

// Counts are the numbers of what a Scanner has read in an input so far, and of what it has left
// out: see [Scanner.Counts].
type Counts struct {
	// Messages is the number of messages of mail of which at least the beginning has been
	// read. Messages within others are not counted.
	Messages int64

	// Selected is the number of messages that Options.SelectMessage has selected, or in which
	// it has selected a message. It is 0 without Options.SelectMessage.
	Selected int64

	// Skipped is the number of URLs that were skipped because they are longer than
	// Options.MaxURL. A URL in a wrapper is skipped if its first line is longer; otherwise
	// LeftBroken counts it.
	Skipped int64

	// LeftBroken is the number of URLs that were not rejoined completely. A URL without a
	// wrapper ends at the line break before which it reaches Options.MaxLines. A URL in a
	// wrapper that exceeds Options.MaxLines or Options.MaxURL is not rejoined at all.
	LeftBroken int64

	// CutOff is the number of URLs that were left out because the reader failed, with an
	// error other than io.EOF, before the text that ends them. A URL whose delimiter has been
	// read is not left out.
	CutOff int64

	// PassedOver is the number of attachments of mail that were not scanned because they hold
	// no text: see Options.AllParts.
	PassedOver int64

	// WithoutBase is the number of relative references that were not resolved because no base
	// URL is known: see Options.Base. A reference to a place in the same document, such as
	// "#top", does not count.
	WithoutBase int64

	// Unresolved is the number of relative references that were scanned as text because their
	// base is longer than 4 KiB, or was repeated too often: by more than 16 bytes for each
	// byte of the document before the reference, and 16 KiB, or 1 KiB for Options.Base.
	Unresolved int64
}

// Counts returns the counts for this input so far.
func (s *Scanner) Counts() Counts {
	c := Counts{Skipped: s.skipped, LeftBroken: s.broken, CutOff: s.cutOff, WithoutBase: s.baseless}
	if s.src.contents != nil {
		s.src.contents.count(&c)
	}
	return c
}

// Scan advances the Scanner to the next match, which Match and URL then return. It
// returns false at the end of the input and at an error, after the URLs that are certain.
// Err distinguishes the two.
//
// Scan returns a match as soon as the byte is read that makes it certain. With InputAuto, the
// first one waits until the format is known, which takes at most 32 KiB: for a connection that
// carries text, set Options.Input to InputText. A link in HTML
// waits for its [Element].Label, unless Options.SkipPlaces is set. For a match
// that is longer than 256 bytes, arrives a few bytes at a time and contains many
// characters that could end it, such as brackets, Scan may read more: up to the length of
// the match again.
//
// If [Scanner.Pieces] divides the input, or has divided it, Scan returns false, and Err returns
// [ErrScanned] unless there was an error before.
func (s *Scanner) Scan() bool {
	if s.cutter != nil && !s.cutter.isScanning() {
		if s.err == nil {
			s.err = ErrScanned
		}
		return false
	}
	s.hit.clear()
	if s.bounds != nil && s.bounds.format == InputText {
		return s.scanText()
	}
	if s.lines != nil && s.lines.stopped {
		return false
	}
	for {
		switch s.step(len(s.win.Data)) {
		case verdict.Yes:
			if s.lines == nil || s.lines.found(s.finder.Found.From) {
				if s.opts.Signs != nil {
					s.Match() // its host is compared with those of later matches
				}
				return true
			}
			s.hit.clear()
			return false
		case verdict.More:
			if s.win.cut && s.skipCut() {
				continue
			}
			if s.lines != nil && !s.lines.passed(s.point) {
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

// step searches the window up to index stop, or to the next URL. The verdict is Yes for a
// hit, and More if the window has to grow.
func (s *Scanner) step(stop int) verdict.Verdict {
	if s.reference {
		if v := s.stepReference(); v != verdict.No {
			return v
		}
	}
	next, r := s.finder.Step(&s.win.Window, s.point, stop)
	s.point = next
	switch r.Verdict {
	case verdict.Yes:
		if !s.accepts(&s.finder.Found) {
			return verdict.No
		}
		s.hit.found = true
	case verdict.More:
		if r.Want > 0 {
			s.want = r.Want
		}
	case verdict.No:
		if r.TooLong {
			s.skipped++
		}
	}
	return r.Verdict
}

// stepReference is step for a text that may be one URL reference. If it is one at any
// level, the point of the search moves after the text, also if the options do not accept
// the URL. If it is not, the verdict is No, and the text is searched as others are.
func (s *Scanner) stepReference() verdict.Verdict {
	next, r := s.finder.Reference(&s.win.Window, find.Base{URL: s.src.seg.Base, Resolves: func(at int) bool {
		return s.src.mail.r.Resolves(s.src.startOf(s.win.offset(at)))
	}})
	if r.Verdict == verdict.More {
		s.want = r.Want
		return verdict.More
	}
	s.reference = false
	if r.TooLong {
		s.skipped++
	}
	if r.Baseless {
		s.baseless++
	}
	if c := &s.finder.Found; r.Verdict == verdict.Yes {
		s.hit.found = s.accepts(c)
		if !s.hit.found {
			if !c.Valid && !parse.Valid(c.URL, parse.Lenient) {
				return verdict.No
			}
			r.Verdict = verdict.No
		}
	}
	s.point = next
	return r.Verdict
}

// end records the end of the text. If the reader failed, the text is cut off.
func (s *Scanner) end(err error) {
	if err == io.EOF && !s.src.contents.isCut() {
		s.win.EOF = true
		return
	}
	s.win.cut = true
	if err != io.EOF && s.err == nil {
		s.err = err
	}
}

// skipCut skips the undecided text before the place where the text is cut off. If the
// text would be a URL at the end of a whole text, it counts as cut off. skipCut returns
// false when no text is left.
func (s *Scanner) skipCut() bool {
	w := &s.win
	w.EOF = true
	if s.point.Pos == len(w.Data) {
		w.cut = false
		return false
	}
	reject := s.opts.Reject
	s.opts.Reject = nil
	defer func() { s.opts.Reject = reject }()
	switch s.step(s.point.Pos + 1) {
	case verdict.Yes:
		if s.cutOff == 0 {
			s.cutAt = s.src.start(w.offset(s.finder.Found.From))
		}
		s.cutOff++
		s.hit.clear()
	case verdict.More:
		w.cut = false
		return false
	}
	w.EOF = false
	return true
}

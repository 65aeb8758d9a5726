package extract

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/parse"
	"github.com/urlgrep/urlgrep/wrapper"
)

// ErrBinary is the error of a scan with Options.Input Auto that met a NUL in
// the first 32 KiB: the input is no text. What stood before the NUL has been
// scanned.
var ErrBinary = errors.New("binary file")

const (
	chunk      = 64 << 10 // bytes read at once
	lookBehind = 4 << 10  // bytes before the place of search that are kept
	binaryHead = 32 << 10 // bytes in which a NUL makes the input binary
	maxHead    = 512      // bytes of a line that are kept for its prefix
	eager      = 256      // bytes of a candidate that is looked at again with each read
)

// A Scanner finds URLs in a stream of text. It is used like a bufio.Scanner:
//
//	for s.Scan() {
//		m := s.Match()
//		…
//	}
//	if err := s.Err(); err != nil {
//
// A Scanner must not be used by several goroutines at once.
type Scanner struct {
	opts  Options
	rules wrapper.Rules
	kinds KindSet
	src   source
	err   error

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

	want    int  // fill again until the window has grown to this
	skip    bool // within a URL longer than the limit
	skipped int64

	lines lines
	bare  bare
	cand  wrapper.Candidate
	match Match
	utf8  []byte // scratch
}

// NewScanner returns a Scanner that reads from r. A nil o is the default.
func NewScanner(r io.Reader, o *Options) *Scanner {
	s := new(Scanner)
	if o != nil {
		s.opts = *o
	}
	s.kinds = s.opts.Kinds
	if s.kinds == 0 {
		s.kinds = DefaultKinds
	}
	s.rules = wrapper.Rules{Schemes: s.opts.Schemes, MaxURL: s.opts.MaxURL, MaxLines: s.opts.MaxLines}
	if s.rules.MaxURL == 0 {
		s.rules.MaxURL = wrapper.DefaultMaxURL
	}
	if s.rules.MaxLines == 0 {
		s.rules.MaxLines = wrapper.DefaultMaxLines
	}
	if s.opts.Rejoin == RejoinNone {
		s.rules.MaxLines = 1
	}
	set, err := charset.Lookup(s.opts.Charset)
	if err != nil {
		s.err = err
	}
	s.src = newSource(r, set)
	s.rules.Fallback = (*[128]rune)(set.Fallback)
	return s
}

// Bytes returns the URLs in b and, as the second value with a last, zero Match,
// an error, if there is one. It is NewScanner's All over b.
func Bytes(b []byte, o *Options) iter.Seq2[Match, error] {
	return NewScanner(bytes.NewReader(b), o).All()
}

// All returns an iterator over the matches that are left. An error comes last,
// with a zero Match.
func (s *Scanner) All() iter.Seq2[Match, error] {
	return func(yield func(Match, error) bool) {
		for s.Scan() {
			if !yield(s.match, nil) {
				return
			}
		}
		if s.err != nil {
			yield(Match{}, s.err)
		}
	}
}

// Match returns the match that Scan found.
func (s *Scanner) Match() Match { return s.match }

// Err returns the error that ended the scan: that of the reader, ErrBinary, or
// that of an unknown Options.Charset. At the end of the input it is nil. A URL
// that is not valid is no error of the scan.
func (s *Scanner) Err() error { return s.err }

// Skipped returns how many URLs outside wrappers were passed over because they
// were longer than Options.MaxURL.
func (s *Scanner) Skipped() int64 { return s.skipped }

// Scan finds the next match, which Match then returns. It returns false at the
// end of the input and at an error. It reads no more than it must: a match is
// given as soon as the byte is in that makes it certain.
func (s *Scanner) Scan() bool {
	for {
		switch s.step() {
		case wrapper.Yes:
			return true
		case wrapper.More:
			if s.eof {
				return false
			}
			s.fill()
		}
	}
}

// step goes to the next place where a URL may stand, and decides about it. The
// verdict is More at the end of the window.
func (s *Scanner) step() wrapper.Verdict {
	if s.skip && !s.skipURL() {
		return wrapper.More
	}
	i := s.trigger()
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
		v = s.address(i)
	case '.':
		v = s.host(i)
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

// trigger returns the index of the next byte that a URL may be found by: the
// colon behind its scheme and, where addresses and hosts are wanted, the "@"
// or the first dot; -1 when there is none in the window.
func (s *Scanner) trigger() int {
	at, dot := s.kinds.Has(Email), s.kinds.Has(Schemeless)
	rest := s.buf[s.pos:]
	if !at && !dot {
		if i := bytes.IndexByte(rest, ':'); i >= 0 {
			return s.pos + i
		}
		return -1
	}
	for i, c := range rest {
		if c == ':' || c == '@' && at || c == '.' && dot {
			return s.pos + i
		}
	}
	return -1
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

// fill reads until the candidate at pos can be looked at again with profit. It
// makes room first: what is dealt with moves out, and if that is not enough
// the window grows. It grows no further than the limits on a candidate allow,
// as no candidate asks for more.
func (s *Scanner) fill() {
	for {
		if cap(s.buf)-len(s.buf) < chunk/2 {
			s.slide()
		}
		n, err := s.src.read(s)
		if err != nil {
			s.eof = true
			if err != io.EOF && s.err == nil {
				s.err = err
			}
			return
		}
		if s.opts.Input == Auto && s.base < binaryHead && s.nul(n) {
			return
		}
		if n > 0 && (len(s.buf)-s.pos < eager || len(s.buf) >= s.want || s.decisive(n)) {
			return
		}
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
	if i < 0 {
		return false
	}
	s.buf = s.buf[:from+i]
	s.eof, s.err = true, ErrBinary
	return true
}

// decisive reports whether the last n bytes of the window may end a candidate.
// Unless they do, one that has asked for more is not looked at again before
// the window has doubled: so a long one that comes in small pieces costs linear
// time, and a match still comes out as soon as it is certain.
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

// slide moves what is kept of the window to its beginning, and makes room for
// a chunk behind it.
func (s *Scanner) slide() {
	drop := max(0, s.pos-lookBehind)
	s.lines.slide(s, drop)
	s.src.slide(drop)
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
}

// colon decides about the colon at buf[i]: whether a URL or a wrapper begins
// with the word before it.
func (s *Scanner) colon(i int) wrapper.Verdict {
	if i == s.done {
		return wrapper.No
	}
	prev := s.buf[i-1]
	if prev != '\b' && !ascii.Is(prev, ascii.Scheme) {
		return wrapper.No
	}
	if i+1 == len(s.buf) && !s.eof {
		return wrapper.More
	}
	if prev == '\b' || i+1 < len(s.buf) && s.buf[i+1] == '\b' {
		return s.struck(i)
	}
	if prev|0x20 == 'l' && i-3 >= s.done && s.buf[i-3]|0x20 == 'u' && s.buf[i-2]|0x20 == 'r' {
		if v := s.label(i - 3); v != wrapper.No || s.pos > i {
			return v
		}
	}
	if i+1 < len(s.buf) && ascii.Is(s.buf[i+1], ascii.Space) && !s.inAngle(i) {
		return wrapper.No // as nearly every colon in mail: "Subject: …"
	}
	start, ok := s.rules.Schemes.Before(s.buf[s.done:], i-s.done)
	if !ok {
		return wrapper.No
	}
	start += s.done
	if open := s.angleBefore(start); open >= 0 {
		if v := s.wrapper(open, Angle); v != wrapper.No || s.pos > i {
			return v
		}
	}
	if v := s.rules.Schemes.Begins(s.buf, start, i, s.eof); v != wrapper.Yes {
		return v
	}
	return s.undelimited(Bare, start, start, i, s.opts.Rejoin != RejoinNone && s.opts.Rejoin != RejoinWrapped)
}

// label decides about "URL:" at buf[at]: it opens a wrapper behind "<", and is
// the prefix of a URL elsewhere.
func (s *Scanner) label(at int) wrapper.Verdict {
	if at > s.done && s.buf[at-1] == '<' {
		return s.wrapper(at-1, Wrapped)
	}
	if at > s.done && (s.buf[at-1] == '_' || ascii.Is(s.buf[at-1], ascii.AlphaDigit)) {
		return wrapper.No
	}
	start := at + len("URL:")
	for start < len(s.buf) && (s.buf[start] == ' ' || s.buf[start] == '\t') {
		if start++; start-at > maxHead {
			return wrapper.No
		}
	}
	end := start
	for end < len(s.buf) && end-start < lookBehind/2 && ascii.Is(s.buf[end], ascii.Scheme) {
		end++
	}
	if end == len(s.buf) && !s.eof {
		return wrapper.More
	}
	if end == len(s.buf) || s.buf[end] != ':' {
		return wrapper.No
	}
	if first, ok := s.rules.Schemes.Before(s.buf[start:], end-start); !ok || first != 0 {
		return wrapper.No
	}
	if v := s.rules.Schemes.Begins(s.buf, start, end, s.eof); v != wrapper.Yes {
		return v
	}
	return s.undelimited(Prefixed, at, start, end, false)
}

// inAngle reports whether "<" stands before the word that ends at buf[colon].
func (s *Scanner) inAngle(colon int) bool {
	start := colon
	for start > s.done && colon-start <= maxHead/2 && ascii.Is(s.buf[start-1], ascii.Scheme) {
		start--
	}
	return s.angleBefore(start) >= 0
}

// angleBefore returns the index of the "<" that stands before a scheme at
// buf[start], -1 when none does. White space may be between, one line break,
// and the prefix of the line behind that.
func (s *Scanner) angleBefore(start int) int {
	first := max(s.done, start-maxHead/2)
	i := start
	for i > first && ascii.Is(s.buf[i-1], ascii.Blank) {
		i--
	}
	if i > first && s.buf[i-1] == '<' {
		return i - 1
	}
	for i > first && strings.IndexByte(" \t>|:;#/*%!-'.", s.buf[i-1]) >= 0 {
		i--
	}
	if i == first || !ascii.Is(s.buf[i-1], ascii.LineBreak) {
		return -1
	}
	first = max(s.done, i-maxHead/2)
	for i > first && ascii.Is(s.buf[i-1], ascii.Space) {
		i--
	}
	if i > first && s.buf[i-1] == '<' {
		return i - 1
	}
	return -1
}

// wrapper decides about the "<" at buf[open].
func (s *Scanner) wrapper(open int, kind Kind) wrapper.Verdict {
	c := &s.cand
	switch s.rules.Scan(c, s.buf, open, s.lines.head(s, open+1), s.eof) {
	case wrapper.Cut:
		return wrapper.More
	case wrapper.Unclosed:
		return s.unclosed(c.SchemeAt)
	case wrapper.NoWrapper:
		return wrapper.No
	}
	s.done = c.End
	scheme := c.URL[:c.Scheme]
	if !substantial(c.URL[c.Scheme+1:]) || !s.kinds.Has(kind) {
		return s.drop()
	}
	if !s.opts.Schemes.Wanted(string(bytes.ToLower(scheme))) {
		return s.drop()
	}
	return s.found(kind, c.Start, c.End, c.URL, c.Hyphens, c.Lines > 1)
}

// unclosed takes the URL of a wrapper that was not closed for a bare one, to
// the end of its line.
func (s *Scanner) unclosed(start int) wrapper.Verdict {
	colon := start
	for colon < len(s.buf) && colon-start < lookBehind/2 && ascii.Is(s.buf[colon], ascii.Scheme) {
		colon++
	}
	if colon == len(s.buf) || s.buf[colon] != ':' || s.rules.Schemes.Begins(s.buf, start, colon, s.eof) != wrapper.Yes {
		s.pos = colon
		return wrapper.No
	}
	return s.undelimited(Bare, start, start, colon, false)
}

// struck decides about a colon in overstruck text, as man and nroff write it:
// "_^Hh_^Ht…" for underlined, "h^Hht^Ht…" for bold.
func (s *Scanner) struck(i int) wrapper.Verdict {
	if i+1 < len(s.buf) && s.buf[i+1] == '\b' {
		return wrapper.No // the colon that stays comes behind it
	}
	start := i
	for start-2 > s.done && s.buf[start-1] == '\b' {
		start -= 2
	}
	var scheme [lookBehind / 4]byte
	n := len(scheme)
	for n > 0 && start > s.done && ascii.Is(s.buf[start-1], ascii.Scheme) {
		n--
		scheme[n] = s.buf[start-1]
		start--
		for start-2 >= s.done && s.buf[start-1] == '\b' {
			start -= 2
		}
	}
	if len(s.buf)-i < eager && !s.eof {
		return wrapper.More
	}
	text := append(scheme[n:len(scheme):len(scheme)], unstrike(s.buf[i:min(len(s.buf), i+eager)])...)
	colon := len(scheme) - n
	if first, ok := s.rules.Schemes.Before(text, colon); !ok || first != 0 {
		return wrapper.No
	}
	if s.rules.Schemes.Begins(text, 0, colon, true) != wrapper.Yes {
		return wrapper.No
	}
	s.bare.struck = true
	return s.undelimited(Bare, start, start, i, true)
}

// unstrike returns a copy of b without overstruck characters.
func unstrike(b []byte) []byte {
	var out []byte
	for i, c := range b {
		if c != '\b' && (i+1 == len(b) || b[i+1] != '\b') {
			out = append(out, c)
		}
	}
	return out
}

// undelimited decides about a URL without brackets around it. Its delimiters,
// if any, begin at buf[from], its scheme at buf[start].
func (s *Scanner) undelimited(kind Kind, from, start, colon int, join bool) wrapper.Verdict {
	b := &s.bare
	switch s.run(start, colon, join) {
	case wrapper.More:
		return wrapper.More
	case wrapper.No: // too long
		s.skipped++
		s.skip = true
		s.pos, s.done = b.at, b.at
		return wrapper.No
	}
	s.done = max(s.done, b.end())
	scheme := bytes.IndexByte(b.out, ':')
	if scheme < 0 || !substantial(b.out[scheme+1:]) || !s.kinds.Has(kind) {
		s.done = max(s.done, colon+1)
		return s.drop()
	}
	return s.found(kind, from, b.end(), b.out, b.hyphens, b.lines > 1)
}

// substantial reports whether there is more behind a URL's colon than what
// divides its parts: "http://" and "mailto:" alone are no URLs, "news:*" is.
func substantial(rest []byte) bool {
	for _, c := range rest {
		if c >= utf8.RuneSelf || ascii.Is(c, ascii.AlphaDigit) {
			return true
		}
	}
	return len(rest) == 1 && rest[0] == '*'
}

// drop ends the deliberation on a candidate that is no match.
func (s *Scanner) drop() wrapper.Verdict {
	s.pos = s.done
	return wrapper.No
}

// found validates what was found at buf[from:to], and sets the match to it.
func (s *Scanner) found(kind Kind, from, to int, url []byte, hyphens []int, rejoined bool) wrapper.Verdict {
	m := &s.match
	*m = Match{Kind: kind, Rejoined: rejoined}
	raw := s.buf[from:to]
	if utf8.Valid(raw) {
		m.Text = string(raw)
	} else {
		m.Raw = string(raw)
		m.Text = string(chars.AppendUTF8(nil, raw, (*chars.Fallback)(s.rules.Fallback)))
	}
	if len(hyphens) > 0 {
		m.setReadings(url, hyphens, s.opts.Hyphen)
	} else if i := bytes.Index(raw, url); i >= 0 && m.Raw == "" {
		m.URL = m.Text[i : i+len(url)]
	} else {
		m.URL = string(url)
	}
	if kind != Schemeless && kind != Email {
		u, err := parse.Parse(m.URL, s.opts.Level)
		m.Parsed = u
		if err != nil && !errors.As(err, &m.Err) {
			panic(fmt.Sprintf("extract: parse.Parse returned %T", err))
		}
		if (m.Err != nil) != s.opts.Invalid {
			return s.drop()
		}
	} else if s.opts.Invalid {
		return s.drop()
	}
	m.Offset, m.End = s.src.offset(s, from), s.src.offset(s, to)
	if !s.opts.NoPlace {
		m.Line = s.lines.number(s, from)
		prefix := wrapper.ParsePrefix(s.lines.head(s, from+1))
		m.QuoteDepth = prefix.Depth
	}
	return wrapper.Yes
}

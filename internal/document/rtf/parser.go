package rtf

import (
	"bytes"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/changes"
	"github.com/urlgrep/urlgrep/internal/offset"
)

// maxDepth is the number of groups within groups whose state is kept. A group within them
// has the state of the group around it.
const maxDepth = 4096

// A sink collects a text.
type sink struct {
	buf   []byte
	from  int64 // the offset of the first token in buf
	end   int64 // the offset after the last one
	marks int   // the fields whose result begins in buf

	paragraphs []document.Paragraph // that begin in buf

	changes *changes.Text // of a text for people
}

// newText returns a sink for text for people.
func newText() *sink { return &sink{changes: new(changes.Text)} }

// size returns the number of bytes that are held.
func (s *sink) size() int {
	if s.changes == nil {
		return len(s.buf)
	}
	return len(s.buf) + s.changes.Size()
}

// paragraph returns the number of the paragraph at index i of buf, or 0 before the first one.
func (s *sink) paragraph(i int) int {
	k := len(s.paragraphs)
	for k > 0 && s.paragraphs[k-1].From > int64(i) {
		k--
	}
	if k == 0 {
		return 0
	}
	return s.paragraphs[k-1].Number
}

// cutOff drops the last word, as it may be the beginning of a longer one, unless a quote ends it.
func (s *sink) cutOff() {
	if bytes.HasSuffix(s.buf, []byte{'"'}) {
		return
	}
	s.clip(bytes.LastIndexAny(s.buf, " \n\t") + 1)
}

// clip drops the text from index n on.
func (s *sink) clip(n int) {
	s.buf = s.buf[:n]
	if s.changes != nil {
		s.changes.Clip(n)
	}
	for k := len(s.paragraphs); k > 0 && s.paragraphs[k-1].From >= int64(n); k-- {
		s.paragraphs = s.paragraphs[:k-1]
	}
}

// A group is the state of a group.
type group struct {
	sink     *sink // nil if text is skipped
	dest     destination
	word     string // the control word of dest
	font     int    // the number of the font, or -1
	cpg      int    // the code page of the font
	uc       int    // the characters that follow a character of Unicode, for older readers
	rtfOnly  bool   // \htmlrtf: not in the HTML
	raised   bool   // superscript
	inserted bool   // by a tracked change
	deleted  bool
	opened   bool  // a destination word begins a destination: no text came before it
	star     bool  // \* came before
	begins   bool  // this group began dest
	from     int64 // the offset of the group
}

// A parser reads tokens, and keeps the state of groups and the current text.
type parser struct {
	lex    *lexer
	g      group
	stack  []group
	over   int // groups that are too deep for the stack
	deep   bool
	skip   int    // characters to skip after a character of Unicode
	high   rune   // the first of two surrogates
	raw    []byte // characters in the code page rawPage
	text   []byte // raw, decoded
	page   int    // the code page of raw
	ansi   int    // the code page of the document
	fonts  map[int]int
	deff   int
	dec    charset.Decoder
	m      offset.Map
	scheme map[int]charset.Charset

	paragraph int // the number of the paragraph: that of the words \par before it, and one
}

// maxFonts is the number of fonts whose code page is kept.
const maxFonts = 1 << 12

func newParser(lex *lexer, main *sink) *parser {
	return &parser{
		lex:    lex,
		g:      group{sink: main, font: -1, cpg: 0, uc: 1},
		ansi:   1252,
		fonts:  map[int]int{},
		scheme: map[int]charset.Charset{},
		deff:   -1,

		paragraph: 1,
	}
}

// codePage returns the code page of the current font.
func (p *parser) codePage() int {
	if p.g.cpg != 0 {
		return p.g.cpg
	}
	return p.ansi
}

// put appends text in UTF-8 to the current sink.
func (p *parser) put(text string) {
	p.flushRaw()
	if s := p.g.sink; s != nil {
		p.touch(s)
		p.add(s, []byte(text))
	}
}

// add appends text in UTF-8 to a sink, unless it was deleted.
func (p *parser) add(s *sink, text []byte) {
	if s.changes != nil {
		if p.paragraph != s.paragraph(len(s.buf)) {
			s.paragraphs = append(s.paragraphs, document.Paragraph{From: int64(len(s.buf)), Number: p.paragraph})
		}
		switch {
		case p.g.deleted:
			s.changes.Delete(len(s.buf), text)
			return
		case p.g.inserted:
			s.changes.Insert(len(s.buf), len(s.buf)+len(text))
		}
	}
	s.buf = append(s.buf, text...)
}

func (p *parser) touch(s *sink) {
	if s.size() == 0 && len(p.raw) == 0 {
		s.from = p.lex.from
	}
	s.end = p.lex.offset()
}

// chars appends characters in the code page of the current font.
func (p *parser) chars(c []byte) {
	if p.skip > 0 {
		n := min(p.skip, len(c))
		p.skip -= n
		c = c[n:]
	}
	s := p.g.sink
	if s == nil || len(c) == 0 {
		return
	}
	p.high = 0
	page := p.codePage()
	if len(p.raw) > 0 && page != p.page {
		p.flushRaw()
	}
	p.touch(s)
	if len(p.raw) == 0 && isASCII(c) {
		p.add(s, c)
		return
	}
	p.page = page
	p.raw = append(p.raw, c...)
	if len(p.raw) > 4<<10 {
		p.flushRaw()
	}
}

func isASCII(c []byte) bool {
	for _, b := range c {
		if b >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// flushRaw decodes raw.
func (p *parser) flushRaw() {
	if len(p.raw) == 0 {
		return
	}
	if s := p.g.sink; s != nil {
		c, ok := p.scheme[p.page]
		if !ok {
			var err error
			if c, err = charset.Lookup("cp" + strconv.Itoa(p.page)); err != nil {
				c, _ = charset.Lookup("windows-1252")
			}
			p.scheme[p.page] = c
		}
		p.dec.Reset(c)
		p.m.Reset()
		p.text = p.dec.Append(p.text[:0], p.raw, 0, &p.m, true)
		if !utf8.Valid(p.text) {
			p.text = toValid(p.text)
		}
		p.add(s, p.text)
	}
	p.raw = p.raw[:0]
}

func toValid(b []byte) []byte { return []byte(string([]rune(string(b)))) }

// unicode appends the character of \u.
func (p *parser) unicode(n int) {
	p.flushRaw()
	c := rune(n & 0xFFFF)
	if n > 0xFFFF && n <= utf8.MaxRune {
		c = rune(n)
	}
	p.skip = p.g.uc
	switch {
	case c >= 0xD800 && c < 0xDC00:
		p.high = c
		return
	case c >= 0xDC00 && c < 0xE000:
		c = utf16.DecodeRune(p.high, c)
	case c >= 0xF020 && c < 0xF100: // a font of symbols
		c -= 0xF000
	}
	p.high = 0
	if s := p.g.sink; s != nil {
		p.touch(s)
		p.text = utf8.AppendRune(p.text[:0], c)
		p.add(s, p.text)
	}
}

// open begins a group.
func (p *parser) open() {
	p.flushRaw()
	p.skip, p.high = 0, 0
	if len(p.stack) == maxDepth {
		p.over++
		p.deep = true
		return
	}
	p.stack = append(p.stack, p.g)
	p.g.opened, p.g.star, p.g.begins = true, false, false
	p.g.from = p.lex.offset() - 1
}

// close ends a group. It returns the group, and false if its state was not kept.
func (p *parser) close() (group, bool) {
	p.flushRaw()
	p.skip, p.high = 0, 0
	if p.over > 0 {
		p.over--
		return group{}, false
	}
	if len(p.stack) == 0 {
		return group{}, false
	}
	g := p.g
	p.g = p.stack[len(p.stack)-1]
	p.stack = p.stack[:len(p.stack)-1]
	return g, true
}

// property applies a control word that changes the state, and reports whether t is one.
func (p *parser) property(t *token) bool {
	switch t.word {
	case "uc":
		p.g.uc = min(max(t.param, 0), 1000)
	case "f":
		p.flushRaw()
		p.g.font, p.g.cpg = t.param, p.fonts[t.param]
	case "plain":
		p.flushRaw()
		p.g.font, p.g.cpg = p.deff, p.fonts[p.deff]
		p.g.raised, p.g.inserted, p.g.deleted = false, false, false
	case "deff":
		p.deff = t.param
	case "ansicpg":
		if t.param > 0 {
			p.ansi = t.param
		}
	case "mac":
		p.ansi = 10000
	case "pc":
		p.ansi = 437
	case "pca":
		p.ansi = 850
	case "fcharset":
		if cp := charsets[t.param]; cp != 0 && p.g.dest == fontTable && t.param != 0 {
			p.setFont(cp)
		}
	case "cpg":
		if p.g.dest == fontTable && t.param > 0 {
			p.setFont(t.param)
		}
	case "htmlrtf":
		p.flushRaw()
		p.g.rtfOnly = !t.hasParam || t.param != 0
	default:
		return false
	}
	return true
}

func (p *parser) setFont(cp int) {
	if len(p.fonts) < maxFonts {
		p.fonts[p.g.font] = cp
	}
}

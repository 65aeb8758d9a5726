package find

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/begin"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/ends"
	"github.com/urlgrep/urlgrep/internal/escape"
	"github.com/urlgrep/urlgrep/internal/join"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// A reader reads a URL up to its end. It reads character by character with its cursor, asks package
// ends for the action at each, and package join whether the URL continues after white space. The
// delimiters of the URL are parameters: see mode and bracketed.go.
//
// The last byte that the URL may end on is known when reading is finished; finish removes all
// bytes after it.
type reader struct {
	cursor
	output
	breaks
	mode
	state

	open   []paren // brackets whose partner has not been read
	rules  *Rules
	join   join.Rules
	heads  *Heads
	text   *Window
	cache  readerCache // from one URL to the next
	broken join.Break  // the last break, here so that it need not be allocated
	prefix join.Prefix // of the line that the URL begins in, if a break has needed it
	layout join.Layout // likewise
	most   int         // bytes that the URL may have before it is trimmed
}

// A mode is the context that decides, together with the text, where a URL ends.
type mode struct {
	delimiter join.Delimiter
	enclose   ends.Enclosure // what encloses it
	unspaced  bool           // the text before it is in a script without spaces between words
	joins     bool           // it may continue in the next line
	exact     int            // index of its exact delimiter; 0 if the rules decide where it ends: see exact.go
	inField   bool           // it is in a field of CSV without quotes, which a comma or a line break ends
}

// A state is what a reader knows of the URL so far.
type state struct {
	part        ends.Part
	host        int  // offset in the URL where the authority begins; -1 without an authority
	user        int  // index of the "@" that ends the userinfo; 0 without a userinfo
	soft        int  // index after the last soft hyphen or U+2010 that was read
	sequenceEnd int  // index after the last escape sequence of a string literal
	seen        int  // index up to which it was read before, if a bracket without a partner ends it; otherwise 0
	unknown     bool // in brackets: its scheme is not known
	abandoned   bool // in brackets: they are prose
	foreign     bool // it has characters outside ASCII
	coloured    bool // a colour was set within it
	doubled     bool // "://" ended it in the authority
	quoted      bool // it has an apostrophe
	template    bool // its port is a placeholder, as in "http://localhost:$PORT/"
	mail        mailPart
}

// breaks are the line breaks that were removed from a URL. The offsets are those in
// the URL, and increase.
type breaks struct {
	breaks  []int // offsets of the bytes after a line break
	hyphens []int // offsets of the hyphens before a line break
	lines   int   // number of lines read: len(breaks)+1, and the lines of page breaks
	apart   bool  // white space was removed before the host
	spaces  int   // runs of white space that are not at a line break
	beyond  bool  // the URL continues in more lines than the limit allows
	literal bool  // its last line is a string literal that continues another one
}

// A readerCache holds facts about the text after a URL that reading the URL has shown, so
// that reading the next URL need not find them again.
type readerCache struct {
	unmatched  []unmatchedBrackets
	noUserinfo stretch                      // without "@" and without a character that ends a userinfo
	strict     [escape.NumNotations]stretch // all text is in the notation
}

// A stretch is a range of the window.
type stretch struct{ from, to int }

func (k *readerCache) reset() { *k = readerCache{unmatched: k.unmatched[:0]} }

// slide adjusts the indices when the window loses its first drop bytes.
func (k *readerCache) slide(drop int) {
	for i := range k.unmatched {
		k.unmatched[i].slide(drop)
	}
	k.noUserinfo.slide(drop)
	for i := range k.strict {
		k.strict[i].slide(drop)
	}
}

func (s *stretch) slide(drop int) {
	s.from -= drop
	s.to -= drop
}

// init sets the rules and the lines of the text.
func (b *reader) init(r *Rules, heads *Heads) {
	b.rules, b.heads = r, heads
	b.join = join.Rules{Rejoin: r.Rejoin, Schemes: r.Schemes, MaxLines: r.MaxLines, Fallback: r.Fallback, Folded: r.Folded}
}

// maxMarkup bounds how many times longer than MaxURL a URL may be in the text because of
// markup that is removed, such as overstrikes and groff's "\:". Line breaks in the URL
// are not counted.
const maxMarkup = 8

// A beginning is where a URL begins.
type beginning struct {
	from   int // index of the window where its prefix begins, if any
	start  int // index of its first byte
	colon  int // index of the end of its scheme; before start if it begins with a host
	joins  bool
	struck bool // the text is known to have overstruck characters

	inField bool // see mode

	// notation is that of the colon; if it is not Markup, all text of the URL is in it.
	notation escape.Notation

	// opening is where the marks after the scheme are, and end the index after it, if white space is before
	// the host. Otherwise it is nil.
	opening *join.Opening
	end     int

	tear *tear // the line break in the scheme, or nil
}

// run reads the URL without brackets that begins at o. The verdict is Yes if its end was found. It is
// No if the URL is so much longer than the limit that trimming cannot make it short enough.
func (b *reader) run(t *text, o beginning) verdict.Verdict {
	if v := b.exactly(t, &o); v != verdict.No {
		return v
	}
	return b.byRules(t, &o)
}

// byRules is run for a URL without an exact delimiter. It sets o.struck if the text has overstruck characters.
func (b *reader) byRules(t *text, o *beginning) verdict.Verdict {
	for {
		b.begin(t, *o)
		b.mode = enclosing(t.Data[:o.from])
		b.joins, b.inField = o.joins, o.inField
		v := b.scan()
		if v == verdict.No && b.atBackspace() {
			o.struck = true // read it again
			continue
		}
		if v == verdict.Yes && b.lines > 1 && (b.sequenceEnd > 0 || b.atSequence()) {
			o.joins = false // likewise: with an escape sequence of a string literal it does not continue in another line
			continue
		}
		return v
	}
}

// cursor returns a cursor at the first character that need not be written as it is.
func (o *beginning) cursor(t *text) cursor {
	c := cursor{
		data: t.Data, eof: t.EOF, at: o.start, fallback: t.fallback,
		start: o.start, notation: o.notation, strict: o.isStrict(), struck: o.struck, xml: t.XML,
	}
	if c.strict {
		c.at = o.colon
	}
	return c
}

func (o *beginning) isStrict() bool { return o.notation != escape.Markup }

// begin prepares b for the URL that begins at o.
func (b *reader) begin(t *text, o beginning) {
	b.text = t.Window
	b.cursor = o.cursor(t)
	b.output.reset(o.start)
	b.breaks = breaks{breaks: b.breaks.breaks[:0], hyphens: b.hyphens[:0], lines: 1}
	b.prefix, b.layout = join.Prefix{}, join.Layout{}
	b.open = b.open[:0]
	b.most = b.rules.MaxURL + maxMarksOff
	b.state = state{host: -1}
	switch {
	case o.opening != nil:
		b.beginSpaced(o)
	case o.tear != nil:
		b.at = o.tear.from
		b.drop(o.tear.to - b.at)
		b.breaks.breaks = append(b.breaks.breaks, b.len(b.at))
		b.lines++
		b.layout = o.tear.layout
		b.at = o.colon + len("://")
		b.part, b.host = ends.Authority, b.len(b.at)
	case o.colon < o.start:
		b.part, b.host = ends.Authority, 0
	case o.struck:
	case o.isStrict():
	default:
		b.at = o.colon + 1
		if bytes.HasPrefix(b.data[b.at:], []byte("//")) {
			b.at += 2
			b.part, b.host = ends.Authority, b.at-o.start
		} else {
			b.beginPath()
		}
	}
}

// beginSpaced reads a scheme and the marks after it, with white space between them.
func (b *reader) beginSpaced(o beginning) {
	b.at = o.end
	for _, mark := range [...]int{o.opening.Colon, o.opening.First, o.opening.Second} {
		b.drop(mark - b.at)
		b.at++
	}
	b.drop(o.opening.Host - b.at)
	b.part, b.host = ends.Authority, b.len(b.at)
	b.spaces += o.opening.Spaces
	b.apart = true
	for range o.opening.Lines {
		b.breaks.breaks = append(b.breaks.breaks, b.host)
	}
	b.lines += o.opening.Lines
}

// scan reads the URL to its end, and trims it if it has no brackets.
func (b *reader) scan() verdict.Verdict {
	for {
		if !b.struck {
			row := b.row()
			data, i := b.data, b.at
			for i < len(data) && row[data[i]] == ends.GoesOn {
				i++
			}
			b.at = i
		}
		if b.len(b.at) > b.most || b.at-b.cursor.start > maxMarkup*b.rules.MaxURL+MaxHead*b.lines {
			return verdict.No
		}
		if b.at == len(b.data) {
			if !b.eof {
				return verdict.More
			}
			break
		}
		if b.exact > 0 && b.at >= b.exact {
			break
		}
		v := b.step()
		if v == verdict.More {
			return v
		}
		if v == verdict.No {
			if b.atBackspace() {
				return v
			}
			break
		}
	}
	b.flush(b.data, b.at)
	if b.part != ends.Brackets {
		b.finish()
	}
	return verdict.Yes
}

// atBackspace reports whether a backspace has ended a URL that is not known to have overstruck characters.
func (b *reader) atBackspace() bool {
	return b.at < len(b.data) && b.data[b.at] == '\b' && !b.struck && !b.strict && b.len(b.at) <= b.most
}

// atSequence reports whether an escape sequence of a string literal has ended the URL.
func (b *reader) atSequence() bool {
	if b.at == len(b.data) || b.data[b.at] != '\\' {
		return false
	}
	ch, v := b.char()
	return v == verdict.Yes && ch.form == sequence
}

// step reads the character at the cursor. The verdict is No if it ends the URL.
func (b *reader) step() verdict.Verdict {
	ch, v := b.char()
	switch {
	case v != verdict.Yes:
		return v
	case ch.form == nothing:
		b.drop(ch.size)
		return verdict.Yes
	case b.part == ends.Brackets:
		return b.inBrackets(ch)
	}
	if ch.r >= utf8.RuneSelf {
		v = b.wide(ch)
	} else {
		v = b.ascii(ch)
	}
	if v == verdict.No {
		if v = b.passes(ch); v == verdict.Yes {
			b.take(ch)
		}
	}
	return v
}

// take reads ch as a character of the URL.
func (b *reader) take(ch char) {
	switch {
	case ch.form == nothing:
		b.drop(ch.size)
	case ch.form == sequence, ch.form == replaced:
		b.replace(ch.size, ch.r)
		if ch.form == sequence {
			b.sequenceEnd = b.at
		}
	case ch.form == backslash:
		b.drop(ch.size - 1)
		b.at++
	case ch.size == 1 && ch.r >= utf8.RuneSelf:
		b.replace(1, ch.r)
	default:
		b.at += ch.size
	}
}

// drop leaves n bytes of the window out of the URL.
func (b *reader) drop(n int) {
	b.flush(b.data, b.at)
	b.at += n
	b.resume(b.at)
}

// replace reads n bytes of the window as the character r.
func (b *reader) replace(n int, r rune) {
	b.flush(b.data, b.at)
	b.add(r, b.at, n)
	b.at += n
	b.resume(b.at)
}

// head returns the line that the URL begins in, up to and with its first byte.
func (b *reader) head() []byte { return b.heads.Of(b.text, b.output.start()+1) }

// last returns the last byte of the URL so far, or 0.
func (b *reader) last() byte {
	if b.at > b.from {
		return b.data[b.at-1]
	}
	if len(b.url) > 0 {
		return b.url[len(b.url)-1]
	}
	return 0
}

// wide decides about a character outside ASCII.
func (b *reader) wide(ch char) verdict.Verdict {
	b.foreign = true
	switch {
	case b.mayJoin() && ch.form == plain && chars.IsSpace(ch.r):
		return b.atBreak()
	case b.mayJoin() && ch.form == plain && join.IsFrame(ch.r):
		return b.atBreak()
	case ch.r == chars.SoftHyphen:
		b.drop(ch.size)
		b.soft = b.at
		return verdict.Yes
	case ch.r == curlyApostrophe && b.part >= ends.Path && ascii.Is(b.last(), ascii.Alpha):
		v := b.inSlug()
		if v == verdict.Yes {
			b.take(ch)
		}
		return v
	case ch.r == '【' && b.part == ends.Path && b.last() == '/':
		return b.title()
	case ends.Rune(ch.r) != ends.GoesOn:
		return verdict.No
	case b.part >= ends.Path && unicode.Is(unicode.Hangul, ch.r) && (b.last() == '/' || ascii.Is(b.last(), ascii.AlphaDigit)):
		if v := b.particle(); v != verdict.No {
			return v.Not()
		}
	}
	if b.unspaced && b.part >= ends.Path && isUnspaced(ch.r) && ascii.Is(b.last(), ascii.AlphaDigit) {
		return verdict.No
	}
	b.take(ch)
	if ch.r == chars.Hyphen {
		b.soft = b.at
	}
	return verdict.Yes
}

const (
	curlyApostrophe = 0x2019
	maxElided       = 64 // bounds the letters after an apostrophe
)

// inSlug decides whether the apostrophe at the cursor, which a letter precedes, is within words that are joined by
// hyphens, as in "i’m-a-swan": letters, a hyphen, "_" or "/", and a letter or a digit follow it.
func (b *reader) inSlug() verdict.Verdict {
	after := b.cursor
	after.next()
	for n := range maxElided {
		r, v := after.next()
		switch {
		case v != verdict.Yes:
			return v
		case r < utf8.RuneSelf && ascii.Is(byte(r), ascii.Alpha):
			continue
		case n == 0 || r != '-' && r != '_' && r != '/':
			return verdict.No
		}
		r, v = after.next()
		if v == verdict.Yes {
			v = verdict.Of(r < utf8.RuneSelf && ascii.Is(byte(r), ascii.AlphaDigit))
		}
		return v
	}
	return verdict.No
}

// maxTitle bounds the text in lenticular brackets, in characters.
const maxTitle = 64

// title decides whether the bracket at the cursor, with which a segment of the path begins, has its partner in the word,
// and reads the text up to that.
func (b *reader) title() verdict.Verdict {
	c := b.cursor
	for range maxTitle {
		ch, v := c.char()
		switch {
		case v != verdict.Yes:
			return v
		case ch.form != plain, ch.r < utf8.RuneSelf && (ends.Delimits(byte(ch.r)) || strings.ContainsRune("&`()[]{}", ch.r)), ch.r == chars.SoftHyphen,
			chars.IsSpace(ch.r), unicode.IsControl(ch.r), join.IsFrame(ch.r):
			return verdict.No
		}
		if c.at += ch.size; ch.r == '】' {
			b.takeTo(c.at)
			return verdict.Yes
		}
	}
	return verdict.No
}

// ascii decides about a character of ASCII.
func (b *reader) ascii(ch char) verdict.Verdict {
	c := byte(ch.r)
	if b.mail != noMail && b.endsMail(c) {
		return verdict.No
	}
	switch ch.form {
	case unreadable:
		return verdict.No
	case sequence, replaced:
		if c == '\\' {
			return verdict.No
		}
	case backslash:
		return b.backslashed(ch)
	}
	isEnd := c == b.enclose.By || c == '\'' && b.enclose.By == '`' // `http://a/'
	if isEnd && ends.At(b.part, c) == ends.Asks {
		return b.closes(ch)
	}
	switch c {
	case esc:
		if v := b.colours(); v != verdict.No {
			return v
		}
	case '/':
		return b.slash(ch)
	case '?', '#':
		if b.part <= ends.Path {
			b.part = ends.Query
		}
	case ':':
		if b.part == ends.Authority && b.host >= 0 {
			return b.colon(ch)
		}
		if b.part == ends.Scheme {
			b.part = ends.Slashes
		} else if v := b.glued(); v != verdict.No {
			return v.Not()
		}
	case '\'':
		if b.part >= ends.Path && !b.quoted {
			if v := b.closesString(ch); v != verdict.No {
				return v.Not()
			}
			b.quoted = true
		}
	case '(', '{', '[':
		return b.opening(ch)
	case ')', '}', ']':
		return b.closing(ch)
	case ',', ';', '|':
		if ends.At(b.part, c) == ends.Asks {
			return b.separator(ch)
		}
	case '&':
		return b.ampersand(ch)
	}
	switch ends.At(b.part, c) {
	case ends.Ends:
		if c != '|' || !b.atDrive() {
			return verdict.No
		}
	case ends.Breaks:
		if !b.mayJoin() || ch.form != plain {
			return verdict.No
		}
		return b.atBreak()
	}
	if b.part == ends.Slashes && c != ':' {
		if ends.Always(ch.r) {
			return verdict.No
		}
		b.beginPath()
	}
	b.take(ch)
	return verdict.Yes
}

// glued decides whether another URL begins with the scheme at the end of this one, directly after a letter
// or a digit, and removes the scheme. After a percent escape it is part of this URL. A host before it must have a dot.
func (b *reader) glued() verdict.Verdict {
	if b.part < ends.Authority {
		return verdict.No
	}
	v := b.begins("://")
	switch {
	case v != verdict.Yes:
		return v
	case !b.strict && !bytes.HasPrefix(b.data[b.at:], []byte("://")):
		return verdict.No
	}
	after := b.cursor
	for range "://" {
		after.next()
	}
	switch r, v := after.peek(0); {
	case v != verdict.Yes:
		return v
	case r >= utf8.RuneSelf || !ascii.Is(byte(r), ascii.AlphaDigit):
		return verdict.No
	}
	b.flush(b.data, b.at)
	n := len(b.url) - begin.CommonEnd(b.url)
	if b.part == ends.Authority && bytes.IndexByte(b.url[b.host:max(n, b.host)], '.') < 0 {
		return verdict.No
	}
	if n == len(b.url) || !ascii.Is(b.url[n-1], ascii.AlphaDigit) || endsInEscape(b.url[:n]) || !b.rules.Schemes.Known(b.url[n:]) {
		return verdict.No
	}
	b.url = b.url[:n]
	return verdict.Yes
}

// endsInEscape reports whether url ends in a percent escape, which may be escaped itself: "%3D", "%253D".
func endsInEscape(url []byte) bool {
	n := len(url)
	if n < 3 || !ascii.Is(url[n-1], ascii.Hex) || !ascii.Is(url[n-2], ascii.Hex) {
		return false
	}
	for url = url[:n-2]; bytes.HasSuffix(url, []byte("25")); {
		url = url[:len(url)-2]
	}
	return bytes.HasSuffix(url, []byte{'%'})
}

// atDrive reports whether a file URL of which the path is the letter of a drive is before the cursor, as
// in "file:///c|/".
func (b *reader) atDrive() bool {
	b.flush(b.data, b.at)
	n := len("file:///")
	return b.part == ends.Path && len(b.url) == n+1 && ascii.EqualFold(b.url[:n], "file:///") && ascii.Is(b.url[n], ascii.Alpha)
}

// backslashed decides about a character after a backslash of markup. It is part of the URL, and
// encloses nothing.
func (b *reader) backslashed(ch char) verdict.Verdict {
	switch ch.r {
	case '(', ')':
		if b.part == ends.Authority {
			return verdict.No
		}
		b.drop(ch.size - 1)
		ch = char{r: ch.r, size: 1}
		if ch.r == '(' {
			return b.opening(ch)
		}
		return b.closing(ch)
	case '&':
		b.drop(ch.size - 1)
		if b.xml {
			return verdict.Yes // read the reference next
		}
		return b.ampersand(char{r: '&', size: 1})
	case '=':
		if b.part != ends.Query {
			return verdict.No
		}
	case '#', '?':
		if b.part <= ends.Path {
			b.part = ends.Query
		}
	}
	b.take(ch)
	return verdict.Yes
}

// closesString decides whether the apostrophe ch, the first one in the URL, closes a string of a program or of
// SQL: it follows a word or a slash, and a comma or semicolon and the next value follow it.
func (b *reader) closesString(ch char) verdict.Verdict {
	if last := b.last(); last != '/' && !ascii.Is(last, ascii.AlphaDigit) {
		return verdict.No
	}
	after := b.after(ch.size)
	switch r, v := after.next(); {
	case v != verdict.Yes:
		return v
	case r != ',' && r != ';':
		return verdict.No
	}
	r, v := after.next()
	if v != verdict.Yes {
		return v
	}
	return verdict.Of(r < utf8.RuneSelf && (ascii.Is(byte(r), ascii.AlphaDigit) || strings.ContainsRune(`'"-([{`, r)))
}

// separator decides about ",", ";" and, in a query, "|". They separate two URLs if
// "scheme://" follows, or a scheme that begins a URL after them also without "//". A comma
// ends a field of CSV.
func (b *reader) separator(ch char) verdict.Verdict {
	if b.inField && ch.r == ',' && ch.form == plain {
		return verdict.No
	}
	v := b.divides()
	if v == verdict.No {
		b.take(ch)
	}
	return v.Not()
}

// divides decides whether the character at the cursor divides two URLs.
func (c cursor) divides() verdict.Verdict {
	const maxScheme = 64
	c.next()
	name := make([]byte, 0, maxScheme)
	for len(name) < maxScheme {
		r, v := c.next()
		switch {
		case v == verdict.More:
			return v
		case v == verdict.Yes && r < utf8.RuneSelf && ascii.Is(byte(r), ascii.Scheme) && (len(name) > 0 || ascii.Is(byte(r), ascii.Alpha)):
			name = append(name, byte(r))
			continue
		case v == verdict.No, r != ':', len(name) == 0:
			return verdict.No
		}
		if s := scheme.Lookup(name); s != nil && s.Is(scheme.Divides) {
			return verdict.Yes
		}
		return c.begins("//")
	}
	return verdict.No
}

// ampersand decides about "&". A reference to a character that ends a URL ends it, as in
// text that is or was HTML: "&gt;", "&quot;", "&nbsp;". A reference to an apostrophe is
// read as the apostrophe, and a reference to "&" between two parameters of a query as
// "&".
func (b *reader) ampersand(ch char) verdict.Verdict {
	if ch.form == replaced {
		b.take(ch)
		return verdict.Yes
	}
	r, size, v := b.reference()
	if v == verdict.More {
		return v
	}
	after := b.after(size)
	switch {
	case v == verdict.No:
	case r == '\'':
		if b.part == ends.Authority {
			return verdict.No
		}
		if b.enclose.By == '\'' {
			if v := after.isWord(); v != verdict.Yes {
				return v
			}
		}
		b.replace(size, r)
		return verdict.Yes
	case r == chars.SoftHyphen:
		b.drop(size)
		return verdict.Yes
	case ends.Always(r):
		return verdict.No
	case r == '&' && b.part == ends.Query && b.last() != '?':
		next, v := after.next()
		for v == verdict.Yes && next == chars.SoftHyphen {
			next, v = after.next()
		}
		if v == verdict.More {
			return v
		}
		if v == verdict.Yes && isParameter(next) {
			b.take(ch)
			b.drop(size - ch.size)
			return verdict.Yes
		}
	}
	b.take(ch)
	return verdict.Yes
}

// isParameter reports whether a parameter of a query begins with r.
func isParameter(r rune) bool {
	return r == '_' || r == '%' || r < utf8.RuneSelf && ascii.Is(byte(r), ascii.AlphaDigit)
}

// mayJoin reports whether the URL may continue in the next line. One with escape sequences of a string
// literal does not.
func (b *reader) mayJoin() bool { return b.joins && b.sequenceEnd == 0 }

// atBreak decides about white space, or the quote of a string literal: whether the URL continues
// after it.
func (b *reader) atBreak() verdict.Verdict {
	start := b.cursor.start
	br := &b.broken
	*br = join.Break{
		Data: b.data, EOF: b.eof, At: b.at, Delimiter: b.delimiter,
		Last: b.last(), Soft: b.soft == b.at && b.at > start, Host: b.host == 0, Query: b.part == ends.Query,
		Spaces: b.spaces, Lines: b.lines, Joined: len(b.breaks.breaks) > 0, Literal: b.literal,
		Begun: b.begun(),
	}
	if br.Last == '-' {
		b.flush(b.data, b.at)
		br.Dash = bytes.HasSuffix(b.url, []byte("--"))
	}
	if b.rules.Rejoin.Has(join.Blanks) && b.delimiter == join.Bare && b.host >= 0 {
		b.flush(b.data, b.at)
		br.URL, br.HostAt, br.Apart, br.Source = b.url, b.host, b.apart, b.data[max(start, b.at-maxSource):b.at]
	}
	ws := b.join.Ways(br)
	if ws == nil {
		return verdict.No
	}
	if start > 0 {
		br.Before = b.data[start-1]
	}
	br.Width, br.Prefix, br.Layout = b.at-start, &b.prefix, &b.layout
	if b.data[b.at] == '"' || br.MayEndRow() {
		br.Line = b.head()
	}
	if b.part == ends.Authority {
		b.flush(b.data, b.at)
		br.Port = endsInPort(b.url[b.host:])
		br.Dotless = bytes.IndexByte(b.url[b.host:], '.') < 0
	}
	return b.rejoin(ws, br)
}

// begun reports whether the URL has more than its scheme and slashes.
func (b *reader) begun() bool {
	if b.host >= 0 {
		return b.len(b.at) > b.host
	}
	b.flush(b.data, b.at)
	_, rest, _ := bytes.Cut(b.url, []byte{':'})
	return len(bytes.TrimLeft(rest, "/")) > 0
}

// maxSource is how many bytes of the text of a URL a break has.
const maxSource = 128

// endsInPort reports whether an authority ends in a colon and digits, with hyphens after them or not.
func endsInPort(authority []byte) bool {
	digits := bytes.TrimRight(authority, "-")
	before := bytes.TrimRight(digits, "0123456789")
	return len(before) < len(digits) && bytes.HasSuffix(before, []byte(":"))
}

// rejoin removes the break br from the URL, if the URL continues after it in one of ws.
func (b *reader) rejoin(ws []join.Way, br *join.Break) verdict.Verdict {
	j := b.join.Join(ws, br)
	if b.inField && (j.Lines > 0 || j.Beyond) {
		return verdict.No
	}
	if b.beyond = j.Beyond; j.Verdict != verdict.Yes {
		return j.Verdict
	}
	b.flush(b.data, b.at)
	b.at = j.Next
	if b.literal = b.data[br.At] == '"'; j.Lines == 0 {
		b.spaces++
	} else {
		b.unread(string(chars.Hyphen))
		if n := len(b.url); n > 0 && b.url[n-1] == '-' && !b.literal && (len(b.hyphens) == 0 || b.hyphens[len(b.hyphens)-1] < n-1) {
			b.hyphens = append(b.hyphens, n-1)
		}
		b.breaks.breaks = append(b.breaks.breaks, len(b.url))
		b.lines += j.Lines
	}
	b.resume(b.at)
	return verdict.Yes
}

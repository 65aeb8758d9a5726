package legacy

import (
	"encoding/binary"
	"sort"
	"strings"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/cfb"
	"github.com/urlgrep/urlgrep/internal/document/link"
	"github.com/urlgrep/urlgrep/internal/document/richtext"
	"github.com/urlgrep/urlgrep/internal/document/wide"
)

// The offsets in the File Information Block ([MS-DOC] 2.5).
const (
	fibSize       = 426
	fibMore       = 562 // with the drawings
	fibFlags      = 0x0A
	fibMin        = 0x18 // the text of Word 95 and older
	fibMac        = 0x1C
	fibCharacters = 0xFA  // the table of properties of characters
	fibAssoc      = 0x19A // strings: the second one is the template
	fibClx        = 0x1A2 // the table of pieces
	fibDrawings   = 0x22A
	fibKey        = 0x0E // the size of the parameters of the encryption
	fibPlain      = 0x44 // what is not encrypted
	flagEncrypted = 0x0100
	flagXOR       = 0x8000 // encrypted by XOR
	flagTable1    = 0x0200 // the table stream is 1Table
	word97        = 0xA5EC
	word95        = 0xA5DC
	firstUnicode  = 0xC1 // the first version with a table stream
)

const (
	maxClx   = 64 << 20
	maxScan  = 64 << 20 // bytes of a stream in which hyperlink objects are looked for
	maxInst  = 64 << 10 // bytes of the instruction of a field
	maxField = 64       // fields within fields
	docBatch = 16 << 10
)

// A piece is a range of text in the stream WordDocument.
type piece struct {
	at, size int64
	narrow   bool // one byte for a character
}

// A doc reads a .doc.
type doc struct {
	r      *reader
	st     *cfb.Stream
	tables []*cfb.Stream // and other streams that may have hyperlink objects
	pieces []piece
	buf    []byte
	spans  []span // with marks
	last   mark   // the marks of the last character
	art    []byte // shapes
	text   []byte // decoded, not yet added
	high   rune   // the first of two surrogates
	fields []docField
	inside int // fields that are too deep
}

// A docField is a field that has not ended.
type docField struct {
	inst   []byte
	result bool // the instruction has ended
	id     int  // of the open link, or 0
}

func openDoc(r *reader, i int) source {
	r.w.Paragraph = 1
	d := &doc{r: r, st: r.f.Open(i), buf: make([]byte, docBatch)}
	fib := d.st.Bytes(fibMore)
	le := binary.LittleEndian
	if len(fib) < 0x20 {
		r.env.Note(document.Damaged, r.f.Entries[i].Path)
		return once{}
	}
	flags, version := le.Uint16(fib[fibFlags:]), le.Uint16(fib[2:])
	var decrypt func(p []byte, at int64)
	if flags&flagEncrypted != 0 {
		if decrypt = r.unlockDoc(i, fib); decrypt == nil {
			return once{}
		}
		d.st.Decrypt = plainTo(fibPlain, decrypt)
		fib = d.st.Bytes(fibMore)
	}
	if version < firstUnicode || len(fib) < fibSize {
		from, to := int64(le.Uint32(fib[fibMin:])), int64(le.Uint32(fib[fibMac:]))
		d.addPiece(from, to-from, true)
		return d
	}
	name, other := "0Table", "1Table"
	if flags&flagTable1 != 0 {
		name, other = other, name
	}
	table := r.sibling(i, name)
	if table == nil {
		table = r.sibling(i, other)
	}
	if table != nil {
		table.Decrypt = decrypt
		d.tables = append(d.tables, table)
		d.readClx(located(table, fib, fibClx, maxClx))
		d.template(located(table, fib, fibAssoc, maxInst))
		d.spans = readMarks(r, d.st, located(table, fib, fibCharacters, maxClx))
		d.art = located(table, fib, fibDrawings, maxScan)
	}
	if data := r.sibling(i, "Data"); data != nil {
		data.Decrypt = decrypt
		d.tables = append(d.tables, data)
	}
	if len(d.pieces) == 0 {
		r.env.Note(document.Damaged, r.f.Entries[i].Path+": table of pieces")
		from, to := int64(le.Uint32(fib[fibMin:])), int64(le.Uint32(fib[fibMac:]))
		d.addPiece(from, to-from, true)
	}
	return d
}

// unlockDoc returns the function that decrypts the streams of the document i, whose File Information Block is not
// decrypted ([MS-DOC] 2.2.6). It returns nil if that is not possible, and has noted why.
func (r *reader) unlockDoc(i int, fib []byte) func(p []byte, at int64) {
	const blockSize = 512
	le := binary.LittleEndian
	flags, version := le.Uint16(fib[fibFlags:]), le.Uint16(fib[2:])
	name := "0Table"
	if flags&flagTable1 != 0 {
		name = "1Table"
	}
	table := r.sibling(i, name)
	if table == nil || flags&flagXOR != 0 || version < firstUnicode {
		r.env.Note(document.Encrypted, r.f.Entries[i].Path)
		return nil
	}
	c := r.unlockRC4(i, table.Bytes(int(min(le.Uint32(fib[fibKey:]), maxInfo))))
	if c == nil {
		return nil
	}
	return func(p []byte, at int64) { c.DecryptBlocks(p, at, blockSize) }
}

// plainTo returns a function that decrypts bytes from an offset on.
func plainTo(from int64, decrypt func(p []byte, at int64)) func(p []byte, at int64) {
	return func(p []byte, at int64) {
		plain := min(max(0, from-at), int64(len(p)))
		decrypt(p[plain:], at+plain)
	}
}

// located returns the bytes of a stream whose place the File Information Block has at an
// offset.
func located(st *cfb.Stream, fib []byte, offset int, limit int64) []byte {
	if len(fib) < offset+8 {
		return nil
	}
	le := binary.LittleEndian
	return streamBytes(st, int64(le.Uint32(fib[offset:])), int64(le.Uint32(fib[offset+4:])), limit)
}

// streamBytes returns the bytes of a stream.
func streamBytes(st *cfb.Stream, at, size, limit int64) []byte {
	size = min(size, st.Size()-at, limit)
	if size <= 0 {
		return nil
	}
	p := make([]byte, size)
	n, _ := st.ReadAt(p, at)
	return p[:n]
}

// readClx reads the table of pieces ([MS-DOC] 2.8.35).
func (d *doc) readClx(p []byte) {
	le := binary.LittleEndian
	for len(p) >= 3 && p[0] == 1 { // properties
		p = p[min(len(p), 3+int(le.Uint16(p[1:]))):]
	}
	if len(p) < 9 || p[0] != 2 {
		return
	}
	p = p[5:]
	n := (len(p) - 4) / 12
	for i := range n {
		from, to := int64(le.Uint32(p[4*i:])), int64(le.Uint32(p[4*i+4:]))
		fc := le.Uint32(p[4*(n+1)+8*i+2:])
		if fc&(1<<30) != 0 {
			d.addPiece(int64(fc&(1<<30-1))/2, to-from, true)
		} else {
			d.addPiece(int64(fc&(1<<30-1)), 2*(to-from), false)
		}
	}
}

// addPiece adds a piece, as far as it is in the stream.
func (d *doc) addPiece(at, size int64, narrow bool) {
	if size = min(size, d.st.Size()-at); size > 0 && d.r.object() {
		d.pieces = append(d.pieces, piece{at, size, narrow})
	}
}

// template adds the template of the document ([MS-DOC] 2.9.273), if it is a path.
func (d *doc) template(p []byte) {
	le := binary.LittleEndian
	if len(p) < 6 || le.Uint16(p) != 0xFFFF {
		return
	}
	p = p[6:]
	for i := 0; len(p) >= 2 && i < 2; i++ {
		n := min(2*int(le.Uint16(p)), len(p)-2)
		if s := wide.UntilNUL(p[2 : 2+n]); i == 1 && strings.ContainsAny(s, `/\`) {
			d.r.target(s, "attachedTemplate", "")
		}
		p = p[2+n:]
	}
}

// step implements source.
func (d *doc) step() bool {
	if len(d.pieces) == 0 {
		for len(d.fields) > 0 {
			d.endField()
		}
		if len(d.tables) == 0 {
			return false
		}
		d.r.drawings(d.art)
		d.art = nil
		d.r.hyperlinks(d.tables[0].Bytes(maxScan))
		d.tables = d.tables[1:]
		return true
	}
	p := &d.pieces[0]
	b := d.buf[:min(int64(len(d.buf)), p.size)]
	n, err := d.st.ReadAt(b, p.at)
	if err == document.ErrTooMuch {
		d.r.stop(document.TooMuch)
		return false
	}
	from, width := p.at, int64(2)
	if p.narrow {
		width = 1
	}
	p.at, p.size = p.at+int64(n), p.size-int64(n)
	if n == 0 || p.size == 0 {
		d.pieces = d.pieces[1:]
	}
	spans := d.spans[sort.Search(len(d.spans), func(i int) bool { return d.spans[i].to > from }):]
	for b = b[:n]; int64(len(b)) >= width; b, from = b[width:], from+width {
		for len(spans) > 0 && spans[0].to <= from {
			spans = spans[1:]
		}
		m := mark(0)
		if len(spans) > 0 && spans[0].from <= from {
			m = spans[0].mark
		}
		if m != d.last {
			d.mark(m)
		}
		switch {
		case m&symbol != 0:
			d.char(' ')
		case width == 1:
			d.char(ansi()[b[0]])
		default:
			d.unit(rune(binary.LittleEndian.Uint16(b)))
		}
	}
	d.flush()
	return true
}

// mark begins text with other marks.
func (d *doc) mark(m mark) {
	if (m^d.last)&(inserted|deleted) != 0 {
		d.flush()
		d.last &^= raised // the text before may be deleted
	}
	if m&^d.last&raised != 0 && !d.inInstruction() {
		d.text = append(d.text, ' ')
	}
	d.last = m
}

// ansi returns windows-1252 ([MS-DOC] 2.9.73).
var ansi = sync.OnceValue(func() *[256]rune {
	t := new([256]rune)
	for c := range t {
		t[c] = rune(c)
		if c >= 0x80 {
			t[c], _ = utf8.DecodeRuneInString(decode([]byte{byte(c)}, 1252))
		}
	}
	return t
})

// unit adds a unit of UTF-16.
func (d *doc) unit(c rune) {
	switch {
	case c >= 0xD800 && c < 0xDC00:
		d.high = c
		return
	case c >= 0xDC00 && c < 0xE000:
		c = utf16.DecodeRune(d.high, c)
	}
	d.high = 0
	d.char(c)
}

// char adds a character ([MS-DOC] 2.4.1 has those that are special).
func (d *doc) char(c rune) {
	if c >= ' ' {
		d.text = utf8.AppendRune(d.text, c)
		return
	}
	switch c {
	case 0x0D, 0x0C, 0x0E:
		d.flush()
		if d.r.w.Paragraph++; !d.inInstruction() {
			d.r.w.EndParagraph()
		}
	case 0x01, 0x02, 0x05: // a picture, the mark of a note or a comment: it is no part of a URL before it
		d.text = append(d.text, ' ')
	case 0x0B:
		d.text = append(d.text, '\n')
	case 0x07, '\t':
		d.text = append(d.text, '\t')
	case 0x1E:
		d.text = append(d.text, '-')
	case 0x13:
		d.flush()
		if len(d.fields) == maxField || !d.r.object() {
			d.inside++
			return
		}
		d.fields = append(d.fields, docField{})
	case 0x14:
		if d.inside == 0 {
			d.separate()
		}
	case 0x15:
		if d.inside > 0 {
			d.inside--
		} else {
			d.flush()
			d.endField()
		}
	}
}

// inInstruction reports whether text belongs to an instruction.
func (d *doc) inInstruction() bool {
	n := len(d.fields)
	return n > 0 && !d.fields[n-1].result
}

// flush adds the text, to the paragraph or to the instruction that it belongs to.
func (d *doc) flush() {
	if len(d.text) == 0 {
		return
	}
	i := len(d.fields) - 1
	for i >= 0 && d.fields[i].result {
		i--
	}
	switch {
	case i >= 0:
		if f := &d.fields[i]; len(f.inst) < maxInst {
			f.inst = append(f.inst, d.text...)
		}
	case d.last&deleted != 0:
		d.r.w.Deleted(d.text)
	case d.last&inserted != 0:
		d.r.w.Inserted(d.text)
	default:
		d.r.w.Text(d.text)
	}
	d.text = d.text[:0]
}

// separate ends the instruction of the innermost field.
func (d *doc) separate() {
	d.flush()
	n := len(d.fields)
	if n == 0 || d.fields[n-1].result {
		return
	}
	f := &d.fields[n-1]
	f.result = true
	for _, g := range d.fields[:n-1] {
		if !g.result { // the result is part of an instruction
			return
		}
	}
	parsed := link.ParseField(string(f.inst))
	d.parsed(parsed)
	if parsed.Target != "" {
		d.remember(parsed.Target)
		d.r.w.Text(nil) // begins the paragraph, if the link does
		f.id = d.r.w.OpenLink(richtext.Link{Target: parsed.Target, Relation: parsed.Relation})
	}
}

func (d *doc) parsed(f link.Field) {
	for line := range strings.Lines(f.Text) {
		d.r.line(line)
	}
}

func (d *doc) remember(target string) {
	if len(d.r.targets) < maxTargets {
		d.r.targets[target] = true
	}
}

// endField ends the innermost field.
func (d *doc) endField() {
	n := len(d.fields) - 1
	if n < 0 {
		return
	}
	f := d.fields[n]
	if f.id != 0 {
		d.r.w.CloseLink(f.id)
	} else if !f.result {
		parsed := link.ParseField(string(f.inst))
		d.parsed(parsed)
		d.r.target(parsed.Target, parsed.Relation, "")
	}
	d.fields = d.fields[:n]
}

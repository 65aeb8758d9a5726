package extract

import (
	"io"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/document/formats"
	"github.com/urlgrep/urlgrep/internal/mailbox"
	"github.com/urlgrep/urlgrep/internal/reading"
)

// A source returns the texts of an input, one after the other. It maps each character of a text to
// the bytes of the input that encode it.
//
//	raw → decoder → contents → refang → window
//
// Each stage is optional, except for raw and contents: the decoder decodes a character set of which
// a byte order mark or the options say that the whole input is in it, and refang restores defanged
// URLs.
type source struct {
	mailbox   *mailbox.Options // options for reading mail
	addresses bool             // e-mail addresses are searched, so they are refanged too

	raw        reading.Reader    // the input; no read is empty without an error
	at         *io.SectionReader // the bytes of raw; nil if they can only be read once
	r          io.Reader         // raw, or its decoded text if decoder is not nil
	input      Input             // format in the options
	sniffed    bool              // the format has been detected
	unreadable detect.Format     // of a document that is read as if its format were not known, or detect.Text
	notMail    func()            // called, instead of reading it, for an input that is not mail; nil: it is read

	decoder  *decoder
	contents contents         // nil before the first input
	seg      *mailbox.Segment // of the text that is read; that of the last one at the end
	refang   *refanger        // nil without Options.Refang
	stages   []stage          // those that change the text, from refang back to decoder

	mail    *mail    // of this or an earlier input, used again: a Maildir's next message needs no new one
	message *Message // of seg, made for its first match
	serial  int64    // of message
}

// A stage makes a text from another one. Its methods lead back from offsets in the text to those
// in the other.
type stage interface {
	// start returns the offset of the first byte that the byte of the text at an offset was made
	// from, and end the offset after the last byte for the byte before an offset.
	start(at int64) int64
	end(at int64) int64

	// discard releases the places of the text before an offset. It returns the offset in the
	// other text before which no places are needed either.
	discard(before int64) int64
}

// start returns the offset in the input of the character at an offset of the text.
func (src *source) start(at int64) int64 {
	for _, s := range src.stages {
		at = s.start(at)
	}
	return at
}

// end returns the offset in the input after the character that ends at an offset of the
// text.
func (src *source) end(at int64) int64 {
	for _, s := range src.stages {
		at = s.end(at)
	}
	return at
}

// discard drops the places of the text before an offset. It is called before each read,
// not when the window slides: the places of some texts take twenty times as much memory
// as the text.
func (src *source) discard(before int64) {
	for _, s := range src.stages {
		before = s.discard(before)
	}
}

// link sets the stages that are in use.
func (src *source) link() {
	src.stages = src.stages[:0]
	if src.refang != nil {
		src.stages = append(src.stages, src.refang)
	}
	if s, ok := src.contents.(stage); ok {
		src.stages = append(src.stages, s)
	}
	if src.decoder != nil {
		src.stages = append(src.stages, src.decoder)
	}
}

// open starts to read r with the options, in the character set that they name.
func (src *source) open(r io.Reader, o *Options, set charset.Charset) {
	*src = source{
		mailbox: src.mailbox, addresses: src.addresses,
		input: o.Input, mail: src.mail, refang: src.refang, stages: src.stages,
	}
	src.from(r)
	if o.SelectMessage != nil {
		src.notMail = func() {
			if o.Note != nil {
				o.Note(Note{Text: "not mail, so it has no message to select"})
			}
		}
	}
	if o.Refang {
		src.openRefang()
	}
	src.openText()
	switch {
	case o.Input == InputMail:
		src.openMail(nil, nil, detect.Message)
	case o.Input == InputMbox:
		src.openMail(nil, nil, detect.Mbox)
	case set.Whole():
		src.decode(src.r, set)
		if o.Note != nil {
			src.decoder.doubt = func() { o.Note(Note{Text: mailbox.NotInCharset(o.Charset)}) }
		}
	}
}

// from sets the reader of src to r; a nil r is empty.
func (src *source) from(r io.Reader) {
	if r == nil {
		r = strings.NewReader("")
	}
	src.raw.R, src.at = r, reading.Section(r)
	src.r = &src.raw
}

// decode starts to read r, which is in a character set that must be decoded.
func (src *source) decode(r io.Reader, set charset.Charset) {
	src.decoder = newDecoder(r, set)
	src.r = src.decoder.text
	src.openText()
}

// openRefang prepares for another text to be refanged.
func (src *source) openRefang() {
	if src.refang == nil {
		src.refang = newRefanger(src.addresses)
	} else {
		src.refang.reset()
	}
}

// openText makes the whole input one text.
func (src *source) openText() {
	src.contents, src.seg = oneText{src.r}, &whole
	src.link()
}

// setFormat sets the format of the input, which is one text.
func (src *source) setFormat(f detect.Format) {
	switch src.seg = &whole; f {
	case detect.XML:
		src.seg = &wholeXML
	case detect.CSV:
		src.seg = &wholeCSV
	}
}

// openMail makes the input mail, in the format f. Its first bytes, head, have been read, and err
// after them.
func (src *source) openMail(head []byte, err error, f detect.Format) {
	src.newMail()
	src.mail.r.ResetAfter(head, err, src.r, f)
	if src.at != nil && src.decoder == nil {
		src.mail.r.SetInput(src.at)
	}
}

// newMail makes the input mail, whose reader the caller resets.
func (src *source) newMail() {
	if src.mail == nil {
		src.mail = &mail{r: mailbox.NewReader(src.mailbox)}
	}
	src.mail.decoder, src.mail.isBegun = src.decoder, false
	src.contents, src.seg, src.sniffed = src.mail, &whole, true
	src.link()
}

// next advances to the next text. The error is io.EOF after the last one.
func (src *source) next() error {
	seg, err := src.contents.next()
	if err == nil {
		src.seg = seg
	}
	return err
}

// consumed returns the offset in the input before which everything has been read between two
// texts. at is the offset in the text if the input is one text.
func (src *source) consumed(at int64) int64 {
	if src.contents == nil {
		return 0
	}
	at = src.contents.consumed(at)
	if src.decoder != nil {
		at = src.decoder.end(at)
	}
	return at
}

// isDecoded reports whether the text may differ from the input. The answer is final after the
// first read.
func (src *source) isDecoded() bool {
	_, isOne := src.contents.(oneText)
	return src.contents != nil && !isOne || src.decoder != nil
}

// appendTo appends some text to buf, which has room for it. It may return text and an
// error.
func (src *source) appendTo(buf []byte) ([]byte, error) {
	if !src.sniffed {
		return src.sniff(buf)
	}
	n, err := src.read(buf[len(buf):min(cap(buf), len(buf)+chunk)])
	return buf[:len(buf)+n], err
}

// read reads some of the text.
func (src *source) read(free []byte) (int, error) {
	if src.refang != nil {
		return src.refang.read(free, src.contents.read)
	}
	return src.contents.read(free)
}

// sniff reads the first bytes, until they are enough to decide whether they begin with a
// byte order mark of UTF-16 or UTF-32, and whether they begin mail or HTML.
func (src *source) sniff(buf []byte) ([]byte, error) {
	var err error
	var f detect.Format
	for more := true; more; {
		var n int
		n, err = src.r.Read(buf[len(buf):min(cap(buf), chunk)])
		buf = buf[:len(buf)+n]
		after := detect.Stream
		if err != nil {
			after = detect.All
		}
		if src.decoder == nil {
			var set charset.Charset
			if set, more = detect.CharsetOf(buf, after); more {
				continue
			}
			if set.Whole() {
				src.decode(src.unread(buf, err), set)
				buf, more = buf[:0], true
				continue
			}
		}
		if f, more = src.format(buf, after); !more {
			src.reportUnreadable()
		}
		if src.notMail != nil && !more && !f.HasMessages() {
			return src.leaveOut(buf, err)
		} else if !f.IsText() {
			src.openMail(buf, err, f)
			return buf[:0], io.EOF // of the text before the first
		}
	}
	src.sniffed = true
	if src.refang != nil {
		src.r = src.unread(buf, err)
		src.openText()
		buf, err = src.appendTo(buf[:0])
	}
	src.setFormat(f)
	return buf, err
}

// leaveOut ends an input that is not mail, which begins with buf. err is the error of the
// last read.
func (src *source) leaveOut(buf []byte, err error) ([]byte, error) {
	src.sniffed = true
	if len(buf) > 0 {
		src.notMail()
	}
	if err == nil {
		err = io.EOF
	}
	return buf[:0], err
}

// format returns the format of the input, which the options set or head shows. It returns
// more if head is too short.
func (src *source) format(head []byte, after detect.Extent) (f detect.Format, more bool) {
	switch {
	case src.input == InputHTML && src.decoder == nil:
		return detect.HTML, false
	case src.input == InputHTML:
		return detect.HTMLInUTF8, false
	case src.input != InputAuto:
		return detect.Text, false
	}
	if src.decoder == nil {
		if f, more = detect.FileOf(head, after); more || formats.Has(src.mailbox.Documents, f) {
			return f, more
		}
		src.unreadable = f
	}
	return detect.FormatOf(head, src.decoder != nil, after)
}

// reportUnreadable calls the Note of the options for a document that is not read, unless the
// caller has chosen the formats.
func (src *source) reportUnreadable() {
	if o := src.mailbox; src.unreadable != detect.Text && o.Documents == nil && o.Note != nil {
		o.Note(mailbox.Unread(src.unreadable))
	}
}

// unread returns a reader of buf, which has been read, and of the text after it.
func (src *source) unread(buf []byte, err error) io.Reader {
	return io.MultiReader(&headReader{slices.Clone(buf), err}, src.r)
}

// A headReader is a reader that returns b, and then err, or io.EOF if err is nil.
type headReader struct {
	b   []byte
	err error
}

func (h *headReader) Read(p []byte) (int, error) {
	n := copy(p, h.b)
	h.b = h.b[n:]
	if n > 0 {
		return n, nil
	}
	if h.err != nil {
		return 0, h.err
	}
	return 0, io.EOF
}

// startOf returns the offset, in the decoded text before refanging, of the character at
// an offset of the text in the window.
func (src *source) startOf(at int64) int64 {
	if src.refang != nil {
		return src.refang.start(at)
	}
	return at
}

// refanged reports whether the text between two offsets was refanged.
func (src *source) refanged(from, to int64) bool {
	return src.refang != nil && !src.refang.places.Copied(from, to)
}

// decodedFrom returns the offset in the input that an offset of the input of mail was decoded
// from.
func (src *source) decodedFrom(at int64) int64 {
	if src.decoder != nil {
		return src.decoder.start(at)
	}
	return at
}

// folded reports whether a line break was removed from the text between two offsets, by
// unfolding a header field or in a text in format=flowed.
func (src *source) folded(from, to int64) bool {
	return src.contents.folded(src.startOf(from), src.startOf(to))
}

package extract

import (
	"bufio"
	"io"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/document/formats"
	"github.com/urlgrep/urlgrep/internal/mailbox"
	"github.com/urlgrep/urlgrep/internal/offset"
	"github.com/urlgrep/urlgrep/internal/reading"
)

// A source returns the text of an input: its bytes unchanged, or decoded to UTF-8 if a
// byte order mark or the options require it, or the texts of mail. It maps each character
// in the window to the bytes of the input that encode it.
//
// It has more fields than most types: each is a stage of the text between the reader and
// the window, or a property of the first stage.
type source struct {
	mailbox   *mailbox.Options // options for reading mail
	addresses bool             // e-mail addresses are searched, so they are refanged too

	raw        reading.Reader // the input; no read is empty without an error
	at         io.ReaderAt    // the bytes of raw; nil if they can only be read once
	r          io.Reader      // raw, or its decoded text if decoder is not nil
	input      Input          // format in the options
	sniffed    bool           // the format has been detected
	unreadable detect.Format  // of a document that is read as if its format were not known, or detect.Text
	decoder    *charset.Reader
	notMail    func()     // called, instead of reading it, for an input that is not mail; nil: it is read
	doubt      func()     // notes at the end that the text was not in the character set of decoder; may be nil
	places     offset.Map // from the text to the input, if decoder is not nil
	refang     *refanger  // the last stage; nil without Options.Refang
	mail       *mail      // nil if the input is one text
	spare      *mail      // mail of this or an earlier input, used again: a Maildir's next message needs no new one
}

// open starts to read r with the options, in the character set that they name.
func (src *source) open(r io.Reader, o *Options, set charset.Charset) {
	*src = source{
		mailbox: src.mailbox, addresses: src.addresses,
		input: o.Input, spare: src.spare, places: src.places, refang: src.refang,
	}
	src.from(r)
	src.places.Reset()
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
	switch {
	case o.Input == InputMail:
		src.openMail(detect.Message)
	case o.Input == InputMbox:
		src.openMail(detect.Mbox)
	case set.Whole():
		src.decode(src.r, set)
		if o.Note != nil {
			src.doubt = func() { o.Note(Note{Text: mailbox.NotInCharset(o.Charset)}) }
		}
	}
}

// from sets the reader of src to r; a nil r is empty.
func (src *source) from(r io.Reader) {
	if r == nil {
		r = strings.NewReader("")
	}
	src.raw.R, src.at = r, readerAt(r)
	src.r = &src.raw
}

// readerAt returns the bytes that r will return, or nil if they can only be read once.
func readerAt(r io.Reader) io.ReaderAt {
	in, ok := r.(interface {
		io.ReaderAt
		io.Seeker
		Size() int64
	})
	if !ok {
		return nil
	}
	from, err := in.Seek(0, io.SeekCurrent)
	if err != nil || from > in.Size() {
		return nil
	}
	return io.NewSectionReader(in, from, in.Size()-from)
}

// decode starts to read r, which is in a character set that must be decoded. Reads go
// through a buffer, since a charset.Reader requires long reads.
func (src *source) decode(r io.Reader, set charset.Charset) {
	src.decoder = charset.NewReader(r, set)
	src.r = bufio.NewReaderSize(decoded{src}, 2*charset.MinRead)
}

// decoded reads the text that a source's decoder returns.
type decoded struct{ src *source }

func (d decoded) Read(p []byte) (int, error) {
	n, err := d.src.decoder.Read(p, &d.src.places)
	if err != nil && d.src.doubt != nil && d.src.decoder.Mislabelled() {
		d.src.doubt()
		d.src.doubt = nil
	}
	return n, err
}

// openRefang prepares for another text to be refanged.
func (src *source) openRefang() {
	if src.refang == nil {
		src.refang = newRefanger(src.addresses)
	} else {
		src.refang.reset()
	}
}

func (src *source) openMail(f detect.Format) {
	src.mail = src.mailReader()
	src.sniffed = true
	src.mail.open(src.r, f)
	if src.at != nil && src.decoder == nil {
		src.mail.r.SetInput(src.at)
	}
}

// mailReader returns the reader of mail.
func (src *source) mailReader() *mail {
	if src.spare == nil {
		src.spare = &mail{r: mailbox.NewReader(src.mailbox)}
	}
	return src.spare
}

// appendTo appends some text to buf, which has room for it. It may return text and an
// error.
func (src *source) appendTo(buf []byte) ([]byte, error) {
	if !src.sniffed {
		return src.sniff(buf)
	}
	n, err := src.next(buf[len(buf):min(cap(buf), len(buf)+chunk)])
	return buf[:len(buf)+n], err
}

func (src *source) next(free []byte) (int, error) {
	if src.refang != nil {
		return src.refang.read(free, src.nextDecoded)
	}
	return src.nextDecoded(free)
}

func (src *source) nextDecoded(free []byte) (int, error) {
	if src.mail != nil {
		return src.mail.read(free)
	}
	return src.r.Read(free)
}

// sniff reads the first bytes, until they are enough to decide whether they begin with a
// byte order mark of UTF-16 or UTF-32, and whether they begin mail or HTML.
func (src *source) sniff(buf []byte) ([]byte, error) {
	var err error
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
		var f detect.Format
		if f, more = src.format(buf, after); !more {
			src.reportUnreadable()
		}
		if src.notMail != nil && !more && !f.HasMessages() {
			return src.leaveOut(buf, err)
		} else if f != detect.Text {
			src.r = src.unread(buf, err)
			src.openMail(f)
			return buf[:0], io.EOF // of the text before the first
		}
	}
	src.sniffed = true
	if src.refang != nil {
		src.r = src.unread(buf, err)
		return src.appendTo(buf[:0])
	}
	if len(buf) > 0 && err != nil {
		src.r = &headReader{nil, err}
		return buf, nil
	}
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
		if f, more = detect.DocumentOf(head, after); more || formats.Has(src.mailbox.Documents, f) {
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
		return src.refang.places.Start(at)
	}
	return at
}

// start returns the offset in the input of the character at an offset of the text.
func (src *source) start(at int64) int64 {
	at = src.startOf(at)
	if src.mail != nil {
		at = src.mail.r.Start(at)
	}
	if src.decoder != nil {
		at = src.places.Start(at)
	}
	return at
}

// decodedFrom returns the offset in the input that an offset of the input of mail was
// decoded from.
func (src *source) decodedFrom(at int64) int64 {
	if src.decoder != nil {
		return src.places.Start(at)
	}
	return at
}

// end returns the offset in the input after the character that ends at an offset of the
// text.
func (src *source) end(at int64) int64 {
	if src.refang != nil {
		at = src.refang.places.End(at)
	}
	if src.mail != nil {
		at = src.mail.r.End(at)
	}
	if src.decoder != nil {
		at = src.places.End(at)
	}
	return at
}

// refanged reports whether the text between two offsets was refanged.
func (src *source) refanged(from, to int64) bool {
	return src.refang != nil && !src.refang.places.Copied(from, to)
}

// folded reports whether a line break was removed from the text between two offsets, by
// unfolding a header field or in a text in format=flowed.
func (src *source) folded(from, to int64) bool {
	return src.mail != nil && src.mail.r.Folded(src.startOf(from), src.startOf(to))
}

// discard drops the places of the text before an offset. It is called before each read,
// not when the window slides: the places of some texts take twenty times as much memory
// as the text.
func (src *source) discard(before int64) {
	at := src.startOf(before)
	if src.refang != nil {
		src.refang.places.Discard(before)
	}
	if src.mail != nil {
		src.mail.r.Discard(at)
	}
	if src.decoder != nil {
		if src.mail != nil {
			at = src.mail.r.Start(at)
			if line := src.mail.r.NextLine(); line != nil {
				at = min(at, line.Offset)
			}
		}
		src.places.Discard(at)
	}
}

package extract

import (
	"bufio"
	"io"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/mailbox"
	"github.com/urlgrep/urlgrep/internal/offset"
	"github.com/urlgrep/urlgrep/internal/reading"
)

// A source gives the text of an input: its bytes as they are or, where a byte
// order mark or the options say so, decoded to UTF-8; of mail, the texts it is
// made of. It knows for each character in the window which bytes of the input it
// was.
//
// It has more fields than most types: each is a stage that text goes through on its way from
// the reader to the window, or what is known of the first stage.
type source struct {
	mailbox   *mailbox.Options // how mail is read
	addresses bool             // e-mail addresses are looked for: they are refanged as well

	raw     reading.Reader // of the input: no read is empty without an error
	r       io.Reader      // raw, decoded if there is a decoder
	input   Input          // as the options say
	sniffed bool           // what it is
	decoder *charset.Reader
	doubt   func()     // notes, at the end, that the text was not in the set of decoder; may be nil
	places  offset.Map // from the text to the input, if there is a decoder
	refang  *refanger  // of all that; nil: defanged URLs are none
	mail    *mail      // nil: the input is one text
	spare   *mail      // of this input or one before; a Maildir's next message needs no new one
}

// open makes ready to read r as the options say, in the character set that they name.
func (src *source) open(r io.Reader, o *Options, set charset.Charset) {
	*src = source{
		mailbox: src.mailbox, addresses: src.addresses,
		input: o.Input, spare: src.spare, places: src.places, refang: src.refang,
	}
	src.from(r)
	src.places.Reset()
	if o.Refang {
		src.openRefang()
	}
	switch {
	case o.Input == Mail:
		src.openMail(mailbox.Message)
	case o.Input == Mbox:
		src.openMail(mailbox.Mbox)
	case set.Whole():
		src.decode(src.r, set)
		if o.Note != nil {
			src.doubt = func() { o.Note(Note{Text: mailbox.NotInCharset(o.Charset)}) }
		}
	}
}

// from makes src read from r; a nil r is empty.
func (src *source) from(r io.Reader) {
	if r == nil {
		r = strings.NewReader("")
	}
	src.raw.R = r
	src.r = &src.raw
}

// decode makes ready to read r, which is in a character set that must be decoded.
// It is read through a buffer, as a charset.Reader takes no short one.
func (src *source) decode(r io.Reader, set charset.Charset) {
	src.decoder = charset.NewReader(r, set)
	src.r = bufio.NewReaderSize(decoded{src}, 2*charset.MinRead)
}

// decoded is the text that a source's decoder gives.
type decoded struct{ src *source }

func (d decoded) Read(p []byte) (int, error) {
	n, err := d.src.decoder.Read(p, &d.src.places)
	if err != nil && d.src.doubt != nil && d.src.decoder.Doubted() {
		d.src.doubt()
		d.src.doubt = nil
	}
	return n, err
}

// openRefang makes ready for another text that is to be refanged.
func (src *source) openRefang() {
	if src.refang == nil {
		src.refang = newRefanger(src.addresses)
	} else {
		src.refang.reset()
	}
}

func (src *source) openMail(f mailbox.Format) {
	src.mail = src.mailReader()
	src.sniffed = true
	src.mail.open(src.r, f)
}

// mailReader returns what reads mail.
func (src *source) mailReader() *mail {
	if src.spare == nil {
		src.spare = &mail{r: mailbox.NewReader(src.mailbox)}
	}
	return src.spare
}

// appendTo appends some text to buf, which has room for it. An error may come with it.
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

// sniff reads the first bytes, until they are known to be no byte order mark
// of UTF-16 or UTF-32, or to be one, and to be mail or HTML or neither.
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
				src.decode(src.again(buf, err), set)
				buf, more = buf[:0], true
				continue
			}
		}
		var f mailbox.Format
		if f, more = src.format(buf, after); f != mailbox.Text {
			src.r = src.again(buf, err)
			src.openMail(f)
			return buf[:0], io.EOF // of the text before the first
		}
	}
	src.sniffed = true
	if src.refang != nil {
		src.r = src.again(buf, err)
		return src.appendTo(buf[:0])
	}
	if len(buf) > 0 && err != nil {
		src.r = &head{nil, err}
		return buf, nil
	}
	return buf, err
}

// format tells what the input is, as the options say or by how it begins; or more if
// that is too short.
func (src *source) format(head []byte, after detect.Extent) (f mailbox.Format, more bool) {
	switch {
	case src.input == HTML && src.decoder == nil:
		return mailbox.HTML, false
	case src.input == HTML:
		return mailbox.HTMLInUTF8, false
	case src.input != Auto:
		return mailbox.Text, false
	}
	return detect.FormatOf(head, src.decoder != nil, after)
}

// again returns a reader of buf, which has been read, and of what follows.
func (src *source) again(buf []byte, err error) io.Reader {
	return io.MultiReader(&head{slices.Clone(buf), err}, src.r)
}

// A head is a reader of some bytes and then an error, if that is not io.EOF.
type head struct {
	b   []byte
	err error
}

func (h *head) Read(p []byte) (int, error) {
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

// startOf returns the offset in the decoded text, which may still be defanged, of
// the character at an offset of the text in the window.
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

// refanged reports whether something was refanged between two offsets of the text.
func (src *source) refanged(from, to int64) bool {
	return src.refang != nil && !src.refang.places.Copied(from, to)
}

// discard forgets where the text before an offset came from. It is
// done before each read, not when the window slides: of some text the places take
// twenty times as much memory as itself.
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
		}
		src.places.Discard(at)
	}
}

package header

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/offset"
)

// DefaultMaxWord is the default of Decoder.MaxWord. RFC 2047, section 2: "An
// 'encoded-word' may not be more than 75 characters long"; some software puts a whole
// Subject into one.
const DefaultMaxWord = 4 << 10

// A Decoder decodes the text of fields. The zero value is ready to use. A Decoder reuses
// its memory from one field to the next.
type Decoder struct {
	// MaxWord is the maximum length in bytes of an encoded word that is decoded. Longer
	// ones remain encoded. 0 means DefaultMaxWord.
	MaxWord int

	pieces []piece
	octets []byte     // octets of the pieces
	inner  offset.Map // map of octets to the input

	decoder charset.Decoder
	chars   []byte     // characters of octets
	outer   offset.Map // map of chars to octets

	unused offset.Map // map of the text that Text returns

	folds []int64 // see Folds

	tooLong     bool
	mislabelled string
}

// TooLong reports whether the last text contained an encoded word longer than MaxWord.
func (d *Decoder) TooLong() bool { return d.tooLong }

// Mislabelled returns the first character set that an encoded word in the last text
// declares although its octets are not in that character set. It returns "" if all
// declarations are right.
func (d *Decoder) Mislabelled() string { return d.mislabelled }

// AppendText appends the text of field to dst, and adds it to m. The field is at offset
// at of the input and begins in the given line. The text includes the name, the colon and
// the last line break, so that the texts of consecutive fields are lines.
//
// Encoded words are decoded in any place: RFC 2047, section 5, forbids them in quoted
// strings and some other places, but software writes them there. Text that is not encoded
// remains unchanged, even if it is not UTF-8.
//
// In Content-Type and Content-Disposition, RFC 2231 parameters in sections are joined in
// the place of their first section. So is the URL of message/external-body (RFC 2017).
func (d *Decoder) AppendText(dst, field []byte, at, line int64, m *offset.Map) []byte {
	t := d.text(dst, field, at, line, m)
	d.folds = d.folds[:0]
	t.folds = &d.folds
	if hasParameters(field) {
		t.parameters()
	}
	t.appendTo(len(field))
	return t.sink.dst
}

// Folds returns the offsets, in the text that AppendText returned last, of the white
// space before which a fold was removed, in order. They are offsets as m.Len counts, and
// valid until the next call.
func (d *Decoder) Folds() []int64 { return d.folds }

// Text returns the text of the body of a field for a human reader. It is the same as
// AppendText's, without white space around it and in UTF-8: octets that are not UTF-8 are
// decoded as windows-1252.
func (d *Decoder) Text(body []byte) string {
	d.unused.Reset()
	t := d.text(nil, body, 0, 0, &d.unused)
	t.appendTo(len(body))
	return strings.TrimSpace(string(chars.AppendUTF8(nil, t.sink.dst, nil)))
}

// A text is the state of decoding a field.
type text struct {
	d    *Decoder
	sink sink
	raw  []byte // the field
	at   int64  // offset of raw in the input
	done int    // length of the part of raw that is decoded
	line int64  // number of the line that contains raw[done]
	end  int    // offset in raw up to which text is decoded
	ends int    // offset in raw of the last "?=" that was found

	folds *[]int64 // the offsets of folds in the text are added to it; nil if they are not needed
}

func (d *Decoder) text(dst, field []byte, at, line int64, m *offset.Map) *text {
	d.tooLong, d.mislabelled = false, ""
	t := &text{d: d, raw: field, at: at, line: line}
	t.sink.reset(dst, line, m)
	return t
}

// appendTo appends the text of the field up to offset end.
func (t *text) appendTo(end int) {
	t.end = end
	for t.done < end {
		n := bytes.IndexAny(t.raw[t.done:end], "\r\n=")
		if n < 0 {
			n = end - t.done
		}
		t.copy(n)
		switch {
		case t.done == end:
		case t.raw[t.done] != '=':
			t.lineBreak()
		case !t.appendWords():
			t.copy(1)
		}
	}
}

// copy appends the next n bytes unchanged.
func (t *text) copy(n int) {
	t.sink.inLine(t.line)
	t.sink.copy(t.raw[t.done:t.done+n], t.at+int64(t.done))
	t.advance(t.done + n)
}

// advance continues decoding at offset to.
func (t *text) advance(to int) {
	t.line = t.lineAt(to)
	t.done = to
}

// lineAt returns the number of the line that contains raw[i]. The index i must not be
// less than done.
func (t *text) lineAt(i int) int64 {
	return t.line + int64(bytes.Count(t.raw[t.done:i], []byte("\n")))
}

// lineBreak appends the next line breaks, or nothing if the line is folded there. RFC
// 5322, section 2.2.3: "Each header field should be treated in its unfolded form for
// further syntactic and semantic evaluation." The white space after a fold remains.
func (t *text) lineBreak() {
	end := t.done
	for end < t.end && isBreak(t.raw[end]) {
		end++
	}
	if end < len(t.raw) && isBlank(t.raw[end]) {
		t.advance(end)
		if t.folds != nil {
			*t.folds = append(*t.folds, t.sink.m.Len())
		}
		return
	}
	for t.done < end {
		line := t.raw[t.done:end]
		t.copy(min(len(line), find(line, "\n")+1))
	}
}

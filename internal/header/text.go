package header

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/offset"
)

// DefaultMaxWord is the length in bytes of the longest encoded word that is
// decoded. RFC 2047, section 2: "An 'encoded-word' may not be more than 75
// characters long"; some software puts a whole Subject into one.
const DefaultMaxWord = 4 << 10

// A Decoder gives the text of fields. The zero value is ready to use. It keeps
// what it works with from one field to the next.
type Decoder struct {
	// MaxWord is the length in bytes of the longest encoded word that is
	// decoded, a longer one stays as it is. 0 means DefaultMaxWord.
	MaxWord int

	pieces []piece
	octets []byte     // that the pieces give
	inner  offset.Map // of octets

	decoder charset.Decoder
	chars   []byte     // that the octets are
	outer   offset.Map // of chars, to octets

	unused offset.Map // of what Text gives

	tooLong bool
	doubted string
}

// TooLong reports whether there was an encoded word longer than MaxWord in the text
// that was given last.
func (d *Decoder) TooLong() bool { return d.tooLong }

// Doubted returns the first character set in the last text that an encoded word declares
// and its octets are not in, or "".
func (d *Decoder) Doubted() string { return d.doubted }

// AppendText appends the text of the field, which is at offset at of the
// input and begins in the given line of it, and tells m where it is from. The
// text has the name, the colon and the last line break, so that the texts of
// fields one after the other are lines.
//
// Encoded words are decoded wherever they stand: RFC 2047, section 5, forbids
// them in quoted strings and some other places, but software writes them there.
// What is not encoded stays as it is, even if it is not UTF-8.
//
// In Content-Type and Content-Disposition, parameters that are continued or
// extended by RFC 2231 are put together where their first section is, and
// so is the URL of message/external-body (RFC 2017).
func (d *Decoder) AppendText(dst, field []byte, at, line int64, m *offset.Map) []byte {
	t := d.text(dst, field, at, line, m)
	if hasParameters(field) {
		t.parameters()
	}
	t.upTo(len(field))
	return t.sink.dst
}

// Text returns the text of the body of a field, for a person: as AppendText
// gives it, without white space around it, and all of it UTF-8: octets that are
// not are read in windows-1252.
func (d *Decoder) Text(body []byte) string {
	d.unused.Reset()
	t := d.text(nil, body, 0, 0, &d.unused)
	t.upTo(len(body))
	return strings.TrimSpace(string(chars.AppendUTF8(nil, t.sink.dst, nil)))
}

// A text is a field on its way to become text.
type text struct {
	d    *Decoder
	sink sink
	raw  []byte // the field
	at   int64  // offset of raw in the input
	done int    // bytes of raw that are text already
	line int64  // number of the line that raw[done] is in
	end  int    // offset in raw up to which text is asked for
	ends int    // offset in raw of the "?=" that was found last
}

func (d *Decoder) text(dst, field []byte, at, line int64, m *offset.Map) *text {
	d.tooLong, d.doubted = false, ""
	t := &text{d: d, raw: field, at: at, line: line}
	t.sink.reset(dst, line, m)
	return t
}

// upTo gives the text up to offset end of the field.
func (t *text) upTo(end int) {
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
		case !t.words():
			t.copy(1)
		}
	}
}

// copy gives the next n bytes as they are.
func (t *text) copy(n int) {
	t.sink.inLine(t.line)
	t.sink.copy(t.raw[t.done:t.done+n], t.at+int64(t.done))
	t.pass(t.done + n)
}

// pass goes on at offset to.
func (t *text) pass(to int) {
	t.line = t.lineAt(to)
	t.done = to
}

// lineAt returns the number of the line that raw[i] is in, which must not be
// before what is text already.
func (t *text) lineAt(i int) int64 {
	return t.line + int64(bytes.Count(t.raw[t.done:i], []byte("\n")))
}

// lineBreak gives the line break, or several, that comes next, and nothing if
// the line is folded there. RFC 5322, section 2.2.3: "Each header field should
// be treated in its unfolded form for further syntactic and semantic
// evaluation." The white space behind it stays.
func (t *text) lineBreak() {
	end := t.done
	for end < t.end && isBreak(t.raw[end]) {
		end++
	}
	if end < len(t.raw) && isBlank(t.raw[end]) {
		t.pass(end)
		return
	}
	for t.done < end {
		line := t.raw[t.done:end]
		t.copy(min(len(line), find(line, "\n")+1))
	}
}

package escape

import "github.com/urlgrep/urlgrep/internal/offset"

// A document is the Decoder of documents in which a sequence of bytes represents a
// character, or none, and in which no line break is removed. The syntax finds the
// sequences.
type document struct {
	syntax syntax
	held   []byte // undecided end of the encoded text
	heldAt int64
	last   byte // of the decoded text, 0 at its beginning
}

// A syntax finds the sequences of one format. It has no state that depends on how the
// text is divided.
type syntax interface {
	// reset begins a new text.
	reset()

	// next returns the index in text of the next byte that a sequence is recognized by,
	// or -1.
	next(text []byte) int

	// read reads the sequence that is recognized by text[i]. The sequence before it ends
	// at index free or before it, and last is the byte of the decoded text before
	// text[i]. read returns more if text is too short to decide; atEOF says that nothing
	// follows. It must decide if maxSequence bytes follow text[i].
	read(text []byte, free, i int, last byte, atEOF bool) (s unit, more bool)

	// open returns how many bytes at the end of text may be part of a sequence that is
	// recognized by a byte after text.
	open(text []byte) int
}

// maxSequence bounds the length of a sequence.
const maxSequence = 256

// A unit is a sequence, from index from to index to of a text, which represents char. If
// kept is set, it represents itself.
type unit struct {
	from, to int
	char     string
	kept     bool
}

// keep returns the unit of n bytes from index i on that represent themselves.
func keep(i, n int) unit { return unit{from: i, to: i + n, kept: true} }

// Reset begins a new text. See [Decoder].
func (d *document) Reset() {
	d.syntax.reset()
	d.held, d.last = d.held[:0], 0
}

// Held returns the number of bytes that are held back. See [Decoder].
func (d *document) Held() int { return len(d.held) }

// Append decodes src. See [Decoder].
func (d *document) Append(dst, src []byte, at int64, m *offset.Map) []byte {
	if len(d.held) > 0 {
		d.held = append(d.held, src...)
		src, at = d.held, d.heldAt
	}
	dst, n := d.decode(dst, src, at, m, false)
	d.held = append(d.held[:0], src[n:]...)
	d.heldAt = at + int64(n)
	return dst
}

// Close decodes the text that was held back. See [Decoder].
func (d *document) Close(dst []byte, m *offset.Map) []byte {
	dst, _ = d.decode(dst, d.held, d.heldAt, m, true)
	d.held = d.held[:0]
	return dst
}

// decode decodes text, which is at an offset of the encoded text, and returns how much of
// it is decoded: all if atEOF is set.
func (d *document) decode(dst, text []byte, at int64, m *offset.Map, atEOF bool) ([]byte, int) {
	done, free := 0, 0 // text[:done] has been copied, no sequence contains text[free:]
	for {
		n := d.syntax.next(text[free:])
		if n < 0 {
			break
		}
		i := free + n
		last := d.last
		if i > done {
			last = text[i-1]
		}
		s, more := d.syntax.read(text, free, i, last, atEOF)
		if more {
			return d.copy(dst, text[done:s.from], at+int64(done), m), s.from
		}
		if free = s.to; s.kept {
			continue
		}
		dst = d.copy(dst, text[done:s.from], at+int64(done), m)
		if len(s.char) > 0 {
			m.Add(len(s.char), at+int64(s.from), len(s.char), s.to-s.from)
			dst = append(dst, s.char...)
			d.last = s.char[len(s.char)-1]
		}
		done = s.to
	}
	end := len(text)
	if !atEOF {
		end -= d.syntax.open(text[free:])
	}
	return d.copy(dst, text[done:end], at+int64(done), m), end
}

// copy appends text unchanged.
func (d *document) copy(dst, text []byte, at int64, m *offset.Map) []byte {
	if len(text) == 0 {
		return dst
	}
	d.last = text[len(text)-1]
	return copied(dst, text, at, m)
}

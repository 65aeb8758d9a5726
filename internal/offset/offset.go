// Package offset maps offsets in a decoded text to offsets in the encoded input: it knows
// the bytes of the input that each byte of the text was decoded from.
package offset

import (
	"slices"
	"sort"
)

// A Map maps offsets in a decoded text to offsets in the input that the text was decoded
// from. A decoder builds the Map along with the text: each call of Add and its variants
// describes the next bytes of the text.
//
// The zero value is the Map of an empty text.
type Map struct {
	// An alternative is to keep one offset for each line, and to decode the line again on
	// demand. The map would be smaller, but the input would have to be kept, and the
	// state of each decoder at each line.
	runs  []run
	lines []line
	size  int64 // length of the text in bytes

	// The state of the last run, if it is a copy, so that Copy need not look at the runs.
	copied bool  // the last run is a copy
	ahead  int64 // offset in the input minus offset in the text, in a copy
}

// A run describes the text from offset out up to the next run. It was decoded from the
// input from offset raw on, each per bytes of the text from took bytes of the input. That
// is 1 from 1 for text that is not encoded, 1 from 3 for "=C3=A9" in quoted-printable, 3
// from 4 for base64, and 2 from 1 for text decoded from ISO 8859-1. So lines of base64
// that have the same length are one run, and so is a part without encoding, however long.
// In base64, in which a unit is a quantum or a line, took is negative.
type run struct {
	out, raw  int64
	per, took int32
}

// bytes returns the number of bytes of the input in a unit.
func (r *run) bytes() int64 {
	if r.took < 0 {
		return -int64(r.took)
	}
	return int64(r.took)
}

// A line says that the text from offset out on is in the line with that number.
type line struct {
	out, number int64
}

// Reset makes m the Map of an empty text.
func (m *Map) Reset() {
	*m = Map{runs: m.runs[:0], lines: m.lines[:0]}
}

// Len returns the length of the text in bytes.
func (m *Map) Len() int64 { return m.size }

// Add adds n bytes to the text, decoded from the input from offset raw on: each per bytes
// of the text from took bytes of the input. The last unit may be incomplete.
func (m *Map) Add(n int, raw int64, per, took int) { m.add(n, raw, int32(per), int32(took)) }

// AddByte adds a byte to the text, decoded from took bytes of the input at offset raw.
// Unlike Add, it does not check whether the byte continues the last run.
func (m *Map) AddByte(raw int64, took int) {
	m.runs = append(m.runs, run{m.size, raw, 1, int32(took)})
	m.copied = false
	m.size++
}

// Base64 adds n bytes to the text, decoded from base64 (RFC 2045, section 6.8) at offset
// raw of the input: three bytes from four characters, each byte from two of them.
func (m *Map) Base64(n int, raw int64) { m.add(n, raw, 3, -4) }

// Base64Lines adds n bytes to the text, decoded from lines of base64. The first line
// begins at offset raw of the input, and each further line begins step bytes after the
// one before. Each line gives per bytes, which are whole quanta.
func (m *Map) Base64Lines(n int, raw int64, per, step int) {
	m.add(n, raw, int32(per), -int32(step))
}

// Copy adds n bytes to the text that are those of the input at offset raw.
func (m *Map) Copy(n int, raw int64) {
	if m.copied && raw-m.size == m.ahead {
		m.size += int64(n)
		return
	}
	m.copyFrom(n, raw)
}

// copyFrom is Copy for bytes that do not continue a copy.
func (m *Map) copyFrom(n int, raw int64) {
	if n > 0 {
		m.runs = append(m.runs, run{m.size, raw, 1, 1})
		m.copied, m.ahead = true, raw-m.size
		m.size += int64(n)
	}
}

func (m *Map) add(n int, raw int64, per, took int32) {
	if n == 0 {
		return
	}
	if k := len(m.runs); m.copied && per != took || k == 0 || !m.runs[k-1].continues(m.size, raw, per, took) {
		m.runs = append(m.runs, run{m.size, raw, per, took})
	}
	m.copied = false
	m.size += int64(n)
}

// continues reports whether r also describes the text from offset out on, if each per
// bytes of it were decoded from took bytes of the input, from offset raw on.
func (r *run) continues(out, raw int64, per, took int32) bool {
	if r.per != per || r.took != took {
		return false
	}
	have := out - r.out
	return have*r.bytes() == (raw-r.raw)*int64(per) && (per == 1 || have%int64(per) == 0) // a division takes longer than the rest
}

// Runs returns the number of runs, to which the memory of the Map is proportional.
func (m *Map) Runs() int { return len(m.runs) }

// Copied reports whether all bytes of the text from offset i to offset j were added by
// Copy.
func (m *Map) Copied(i, j int64) bool {
	k := max(0, sort.Search(len(m.runs), func(k int) bool { return m.runs[k].out > i })-1)
	for ; k < len(m.runs) && m.runs[k].out < j; k++ {
		if m.runs[k].per != 1 || m.runs[k].took != 1 {
			return false
		}
	}
	return true
}

// HasGap reports whether bytes of the input were left out between the bytes at offsets i
// and j of the text.
func (m *Map) HasGap(i, j int64) bool {
	k := sort.Search(len(m.runs), func(k int) bool { return m.runs[k].out > i })
	for ; k < len(m.runs) && m.runs[k].out <= j; k++ {
		if m.runs[k].raw > m.End(m.runs[k].out) {
			return true
		}
	}
	return false
}

// Line says that the text that is added from now on, up to the next call, is in the line
// of the input with that number. Lines without text take no memory.
func (m *Map) Line(number int64) {
	if k := len(m.lines); k > 0 && m.lines[k-1].number == number {
		return
	} else if k > 0 && m.lines[k-1].out == m.size {
		m.lines[k-1].number = number
		return
	}
	m.lines = append(m.lines, line{m.size, number})
}

// Start returns the offset of the first byte of the input that the byte of the text at
// offset i was decoded from. If i is the length of the text, Start returns End(i).
func (m *Map) Start(i int64) int64 {
	if i >= m.size {
		return m.End(m.size)
	}
	r, k := m.find(i)
	start, _ := r.unit(k)
	return start
}

// End returns the offset after the last byte of the input that the byte of the text
// before offset i was decoded from.
func (m *Map) End(i int64) int64 {
	if m.size == 0 || i <= 0 {
		if len(m.runs) == 0 {
			return 0
		}
		return m.runs[0].raw
	}
	r, k := m.find(i - 1)
	_, end := r.unit(k)
	return end
}

// unit returns the range of the input that the byte at offset k of the run was decoded
// from.
func (r *run) unit(k int64) (start, end int64) {
	start = r.raw + k/int64(r.per)*r.bytes()
	if r.took < 0 {
		k %= int64(r.per)
		start += k/3*4 + k%3
		return start, start + 2
	}
	return start, start + r.bytes()
}

// LineOf returns the number of the line that the byte at offset i of the text is in, as
// set by Line. It returns 0 if Line was not called.
func (m *Map) LineOf(i int64) int64 {
	k := sort.Search(len(m.lines), func(k int) bool { return m.lines[k].out > i })
	if k == 0 {
		return 0
	}
	return m.lines[k-1].number
}

// find returns the run that contains offset i of the text, and the offset in that run.
func (m *Map) find(i int64) (*run, int64) {
	k := len(m.runs) - 1
	if m.runs[k].out > i {
		k = max(0, sort.Search(k, func(k int) bool { return m.runs[k].out > i })-1)
	}
	return &m.runs[k], i - m.runs[k].out
}

// maxSmall is the number of runs, and of lines, up to which a Map keeps them all.
const maxSmall = 128

// IsSmall reports whether the Map is so small that Discard would do nothing.
func (m *Map) IsSmall() bool { return len(m.runs) <= maxSmall && len(m.lines) <= maxSmall }

// Discard says that the caller needs nothing before offset i of the text any more. The
// Map may keep it if it takes little memory.
func (m *Map) Discard(i int64) {
	if m.IsSmall() {
		return
	}
	k := sort.Search(len(m.runs), func(k int) bool { return m.runs[k].out > i }) - 1
	if k > len(m.runs)/2 {
		m.runs = m.runs[:copy(m.runs, m.runs[k:])]
	}
	k = sort.Search(len(m.lines), func(k int) bool { return m.lines[k].out > i }) - 1
	if k > len(m.lines)/2 {
		m.lines = m.lines[:copy(m.lines, m.lines[k:])]
	}
}

// Forget says that the caller needs nothing from offset i to offset j of the text any
// more. It keeps what is before and after that range.
func (m *Map) Forget(i, j int64) {
	from := sort.Search(len(m.runs), func(k int) bool { return m.runs[k].out >= i })
	to := sort.Search(len(m.runs), func(k int) bool { return m.runs[k].out > j }) - 1
	if from < to {
		m.runs = slices.Delete(m.runs, from, to)
	}
	from = sort.Search(len(m.lines), func(k int) bool { return m.lines[k].out >= i })
	to = sort.Search(len(m.lines), func(k int) bool { return m.lines[k].out > j }) - 1
	if from < to {
		m.lines = slices.Delete(m.lines, from, to)
	}
}

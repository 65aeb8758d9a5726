// Package offset knows where text came from that has been decoded: which bytes
// of the encoded input each byte of the text was made of.
package offset

import (
	"slices"
	"sort"
)

// A Map maps offsets in a decoded text to offsets in what it was decoded from.
// It is built while the text is: each Add tells of the next bytes of it.
//
// The map is a list of runs. In a run, every per bytes of the text came from
// took bytes of the input, one behind the other: 1 from 1 where nothing was
// encoded, 1 from 3 in quoted-printable's "=C3=A9", 3 from 4 in base64, 2 from 1
// where ISO 8859-1 became UTF-8. So lines of base64 that are as long are one run,
// and a part that is not encoded at all is one as well, however long.
//
// The road not taken is to keep an anchor for each line only and to decode that
// again on demand. It makes a smaller map but needs the input still to be there,
// and the state of each decoder at each line.
//
// The zero value is the map of an empty text.
type Map struct {
	runs  []run
	lines []line
	size  int64 // length of the text

	// What Copy says so often that it is known without a look at the runs.
	copied bool  // whether the last run is a copy
	ahead  int64 // and how far the input is ahead of the text in it
}

// A run says that the text from out on came from the input from raw on. In base64,
// in which a unit is a quantum or a line, took is negative.
type run struct {
	out, raw  int64
	per, took int32
}

// bytes returns how many bytes of the input a unit came from.
func (r *run) bytes() int64 {
	if r.took < 0 {
		return -int64(r.took)
	}
	return int64(r.took)
}

// A line says that the text from out on stands in the line with that number.
type line struct {
	out, number int64
}

// Reset makes m the map of an empty text again.
func (m *Map) Reset() {
	*m = Map{runs: m.runs[:0], lines: m.lines[:0]}
}

// Len returns the length of the text in bytes.
func (m *Map) Len() int64 { return m.size }

// Add says that the next n bytes of the text came from the input at raw: each
// per bytes from took bytes. The last unit may be incomplete.
func (m *Map) Add(n int, raw int64, per, took int) { m.add(n, raw, int32(per), int32(took)) }

// One says that the next byte of the text came from took bytes of the input at raw, as
// Add does, but does not look whether that goes on with what was told before.
func (m *Map) One(raw int64, took int) {
	m.runs = append(m.runs, run{m.size, raw, 1, int32(took)})
	m.copied = false
	m.size++
}

// Base64 says that the next n bytes of the text came from the input at raw in
// base64 (RFC 2045, section 6.8): three bytes from four characters, and each of
// them from two of these.
func (m *Map) Base64(n int, raw int64) { m.add(n, raw, 3, -4) }

// Base64Lines says that the next n bytes of the text came from lines of base64, of
// which the first one begins at raw, each step bytes behind the one before, and each
// gave per bytes, which are whole quanta.
func (m *Map) Base64Lines(n int, raw int64, per, step int) {
	m.add(n, raw, int32(per), -int32(step))
}

// Copy says that the next n bytes of the text are those of the input at raw.
func (m *Map) Copy(n int, raw int64) {
	if m.copied && raw-m.size == m.ahead {
		m.size += int64(n)
		return
	}
	m.copyFrom(n, raw)
}

// copyFrom is Copy where what comes next does not go on with a copy.
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
	if k := len(m.runs); m.copied && per != took || k == 0 || !m.runs[k-1].goesOn(m.size, raw, per, took) {
		m.runs = append(m.runs, run{m.size, raw, per, took})
	}
	m.copied = false
	m.size += int64(n)
}

// goesOn reports whether that the text from out on came from raw on, per bytes
// from took bytes, is what r says already.
func (r *run) goesOn(out, raw int64, per, took int32) bool {
	if r.per != per || r.took != took {
		return false
	}
	have := out - r.out
	return have*r.bytes() == (raw-r.raw)*int64(per) && (per == 1 || have%int64(per) == 0) // a division takes longer than all else
}

// Copied reports whether the text from i to j is that of the input: only Copy
// told of it.
func (m *Map) Copied(i, j int64) bool {
	k := max(0, sort.Search(len(m.runs), func(k int) bool { return m.runs[k].out > i })-1)
	for ; k < len(m.runs) && m.runs[k].out < j; k++ {
		if m.runs[k].per != 1 || m.runs[k].took != 1 {
			return false
		}
	}
	return true
}

// Line says that what comes next stands in the line of the input with that
// number, up to the next call. Lines without text cost nothing.
func (m *Map) Line(number int64) {
	if k := len(m.lines); k > 0 && m.lines[k-1].number == number {
		return
	} else if k > 0 && m.lines[k-1].out == m.size {
		m.lines[k-1].number = number
		return
	}
	m.lines = append(m.lines, line{m.size, number})
}

// Start returns the offset of the first byte of the input that the byte of the
// text at i was made of. At the end of the text it is End's.
func (m *Map) Start(i int64) int64 {
	if i >= m.size {
		return m.End(m.size)
	}
	r, k := m.find(i)
	start, _ := r.unit(k)
	return start
}

// End returns the offset behind the last byte of the input that the byte of the
// text before i was made of.
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

// unit returns where the byte came from that is k bytes into the run.
func (r *run) unit(k int64) (start, end int64) {
	start = r.raw + k/int64(r.per)*r.bytes()
	if r.took < 0 {
		k %= int64(r.per)
		start += k/3*4 + k%3
		return start, start + 2
	}
	return start, start + r.bytes()
}

// LineOf returns the number of the line in which Start(i) is, as told by Line;
// 0 if nothing was told.
func (m *Map) LineOf(i int64) int64 {
	k := sort.Search(len(m.lines), func(k int) bool { return m.lines[k].out > i })
	if k == 0 {
		return 0
	}
	return m.lines[k-1].number
}

// find returns the run that the byte of the text at i is in, and how far in.
func (m *Map) find(i int64) (*run, int64) {
	k := len(m.runs) - 1
	if m.runs[k].out > i {
		k = max(0, sort.Search(k, func(k int) bool { return m.runs[k].out > i })-1)
	}
	return &m.runs[k], i - m.runs[k].out
}

// few is how many runs or lines are kept rather than discarded one by one.
const few = 128

// Few reports whether the map is so small that Discard would do nothing.
func (m *Map) Few() bool { return len(m.runs) <= few && len(m.lines) <= few }

// Discard forgets what came before offset i of the text, which is not asked for
// any more. What takes little memory may stay.
func (m *Map) Discard(i int64) {
	if m.Few() {
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

// Forget forgets where the text from offset i to j came from, which is not asked
// for any more. What stands before and behind is still known.
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

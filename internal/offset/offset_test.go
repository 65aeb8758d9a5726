package offset

import (
	"math/rand/v2"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// A model is a Map that stores the range of the input for each byte of the text.
type model struct {
	start, end, line []int64
	number           int64 // number of the next line
}

func (m *model) add(n int, raw int64, per, took int) {
	for i := range n {
		start := raw + int64(i/per*took)
		end := start + int64(took)
		m.start, m.end, m.line = append(m.start, start), append(m.end, end), append(m.line, m.number)
	}
}

func (m *model) base64(n int, raw int64, per, step int) {
	for i := range n {
		inLine := i % per
		start := raw + int64(i/per*step+inLine/3*4+inLine%3)
		m.start, m.end, m.line = append(m.start, start), append(m.end, start+2), append(m.line, m.number)
	}
}

// compare checks that got and m say the same of the text from offset i on.
func (m *model) compare(t testing.TB, got *Map, i int) {
	t.Helper()
	n := len(m.start)
	if got.Len() != int64(n) {
		t.Fatalf("Len is %d, want %d", got.Len(), n)
	}
	for ; i < n; i++ {
		start, end, line := got.Start(int64(i)), got.End(int64(i)+1), got.LineOf(int64(i))
		if start != m.start[i] || end != m.end[i] || line != m.line[i] {
			t.Fatalf("byte %d of %d: %d-%d in line %d, want %d-%d in line %d", i, n, start, end, line, m.start[i], m.end[i], m.line[i])
		}
	}
	if n > 0 && got.Start(int64(n)) != m.end[n-1] {
		t.Fatalf("the end is from %d, want %d", got.Start(int64(n)), m.end[n-1])
	}
}

// A source returns numbers from 0 up to but not including n.
type source interface{ IntN(n int) int }

// build adds some text to m and want, as a decoder might.
func build(r source, m *Map, want *model, raw int64) int64 {
	units := [][2]int{{1, 1}, {1, 1}, {1, 3}, {3, 4}, {2, 1}, {1, 2}, {3, 2}, {1, 0}, {2, 5}, {6, 9}}
	for range r.IntN(30) {
		if r.IntN(4) == 0 {
			want.number++
			m.Line(want.number)
		}
		u := units[r.IntN(len(units))]
		n := r.IntN(10)
		switch {
		case u == [2]int{1, 1} && r.IntN(2) == 0:
			m.Copy(n, raw)
			want.add(n, raw, u[0], u[1])
		case u == [2]int{3, 4} && r.IntN(2) == 0:
			m.Base64(n, raw)
			want.base64(n, raw, 3, 4)
		case u[0] == 1 && r.IntN(3) == 0:
			n = 1
			m.AddByte(raw, u[1])
			want.add(n, raw, u[0], u[1])
		case u == [2]int{6, 9}:
			m.Base64Lines(n, raw, u[0], u[1])
			want.base64(n, raw, u[0], u[1])
		default:
			m.Add(n, raw, u[0], u[1])
			want.add(n, raw, u[0], u[1])
		}
		raw += int64((n + u[0] - 1) / u[0] * u[1])
		raw += int64(max(0, r.IntN(8)-4)) // some of the input gives no text
	}
	return raw
}

// TestMap checks that a Map says the same as a model.
func TestMap(t *testing.T) {
	r := effort.Rand(t)
	var m Map
	for range 1000 {
		m.Reset()
		var want model
		build(r, &m, &want, r.Int64N(1<<40))
		want.compare(t, &m, 0)
	}
}

// TestDiscard checks that a Map says the same as before of the text after a discarded
// part, and does not grow.
func TestDiscard(t *testing.T) {
	r := effort.Rand(t)
	var m Map
	var want model
	raw := int64(0)
	from := 0
	for range 500 {
		raw = build(r, &m, &want, raw)
		if r.IntN(3) > 0 {
			from = min(len(want.start), from+r.IntN(400))
			m.Discard(int64(from))
		}
		from = max(from, len(want.start)-2000)
		m.Discard(int64(from))
		want.compare(t, &m, from)
		if len(m.runs) > 4000 || len(m.lines) > 4000 {
			t.Fatalf("%d runs, %d lines of %d bytes", len(m.runs), len(m.lines), len(want.start)-from)
		}
	}
}

// TestForget checks that a Map says the same as before of the text before and after a
// forgotten part, and does not grow.
func TestForget(t *testing.T) {
	r := effort.Rand(t)
	for range 50 {
		var m Map
		var want model
		raw := build(r, &m, &want, 0)
		from := len(want.start)
		to := from
		for range 50 {
			raw = build(r, &m, &want, raw)
			to += r.IntN(1 + len(want.start) - to)
			m.Forget(int64(from), int64(to))
		}
		to = len(want.start)
		m.Forget(int64(from), int64(to))
		if len(m.runs) > 100 || len(m.lines) > 100 {
			t.Fatalf("%d runs, %d lines", len(m.runs), len(m.lines))
		}
		build(r, &m, &want, raw)
		for i := range want.start {
			if i >= from && i < to {
				continue
			}
			at := int64(i)
			if m.Start(at) != want.start[i] || m.End(at+1) != want.end[i] || m.LineOf(at) != want.line[i] {
				t.Fatalf("byte %d, of %d to %d that are forgotten: from %d to %d in line %d, want %d to %d in line %d", i, from, to,
					m.Start(at), m.End(at+1), m.LineOf(at), want.start[i], want.end[i], want.line[i])
			}
		}
	}
}

// octets is a source of its bytes, and of zeros after them.
type octets []byte

func (o *octets) IntN(n int) int {
	if len(*o) == 0 {
		return 0
	}
	c := (*o)[0]
	*o = (*o)[1:]
	return int(c) % n
}

// program returns enough octets to make a Map that is long enough for Discard to have an
// effect.
func program(r *rand.Rand) []byte {
	p := make([]byte, 2000)
	for i := range p {
		p[i] = byte(r.Uint32())
	}
	return p
}

// FuzzMap checks what TestMap, TestDiscard and TestForget check, with operations chosen
// by the octets.
func FuzzMap(f *testing.F) {
	f.Add([]byte{3, 0, 0, 5, 0, 3, 2, 0, 9, 9, 1}, uint8(7))
	for i := range uint8(4) {
		f.Add(program(rand.New(rand.NewPCG(1, uint64(i)))), i)
	}
	f.Fuzz(func(t *testing.T, program []byte, forget uint8) {
		var m Map
		var want model
		r := octets(program[:min(len(program), 4000)])
		raw, from := int64(0), 0
		for len(r) > 0 {
			raw = build(&r, &m, &want, raw)
			n := len(want.start)
			switch r.IntN(8) {
			case 0:
				from = max(from, n-r.IntN(256))
				m.Discard(int64(from))
			case 1:
				if forget > 0 {
					from = max(from, n-int(forget))
					m.Forget(0, int64(from))
				}
			}
		}
		want.compare(t, &m, from)
	})
}

// TestMerge checks that text that continues the last run adds no run.
func TestMerge(t *testing.T) {
	var m Map
	for i := range int64(1000) {
		m.Copy(10, i*10)
	}
	for i := range int64(1000) {
		m.Add(1, 10000+3*i, 1, 3)
	}
	for i := range int64(1000) {
		m.Add(57, 13000+76*i, 3, 4)
	}
	if len(m.runs) != 3 || m.Len() != 1000*(10+1+57) {
		t.Errorf("%d runs of %d bytes", len(m.runs), m.Len())
	}
	// An incomplete unit ends its run.
	m.Add(2, 89000, 3, 4)
	m.Add(3, 89004, 3, 4)
	if len(m.runs) != 4 || m.Start(m.Len()-3) != 89004 {
		t.Errorf("%d runs, the last from %d", len(m.runs), m.Start(m.Len()-3))
	}
}

func TestEmpty(t *testing.T) {
	var m Map
	if m.Len() != 0 || m.Start(0) != 0 || m.End(0) != 0 || m.LineOf(0) != 0 {
		t.Error("the zero Map is not empty")
	}
	m.Line(5)
	m.Add(0, 100, 1, 1)
	m.Discard(0)
	if m.Len() != 0 || m.LineOf(0) != 5 {
		t.Errorf("%d bytes, line %d", m.Len(), m.LineOf(0))
	}
	m.Line(6) // line 5 has no text
	m.Copy(3, 100)
	m.Line(7)
	if m.Start(0) != 100 || m.End(0) != 100 || m.End(3) != 103 || m.Start(3) != 103 ||
		m.LineOf(0) != 6 || m.LineOf(2) != 6 || m.LineOf(3) != 7 || len(m.lines) != 2 {
		t.Errorf("%+v", m)
	}
	m.Reset()
	if m.Len() != 0 || m.End(0) != 0 || m.LineOf(0) != 0 {
		t.Errorf("%+v", m)
	}
}

func BenchmarkMap(b *testing.B) {
	var m Map
	const lines = 1000
	b.Run("Add", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			m.Reset()
			for i := range int64(lines) {
				m.Line(i)
				m.Add(57, 77*i, 3, 4)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/lines, "ns/line")
	})
	b.Run("Start", func(b *testing.B) {
		for i := int64(0); b.Loop(); i++ {
			m.Start(i * 7919 % m.Len())
		}
	})
}

func TestHasGap(t *testing.T) {
	var m Map
	m.Copy(3, 10)            // "abc" at 10
	m.Copy(2, 13)            // "de" at 13
	m.Copy(2, 16)            // "fg" at 16: a byte was left out before it
	m.AddByte(18, 0)         // "h", which is not in the input
	m.Add(4, 18, 1, 3)       // "ijkl" at 18, 21, 24 and 27
	m.Base64(6, 31)          // "mnopqr" at 31: a byte was left out
	m.Copy(1, m.End(m.size)) // "s"
	for i := range m.Len() {
		for j := i; j < m.Len(); j++ {
			want := i < 5 && j >= 5 || i < 12 && j >= 12
			if got := m.HasGap(i, j); got != want {
				t.Errorf("HasGap(%d, %d) = %v", i, j, got)
			}
		}
	}
}

func TestCopied(t *testing.T) {
	var m Map
	m.Copy(3, 10)      // abc
	m.Add(1, 13, 1, 3) // "[.]"
	m.Copy(2, 16)      // de
	m.Add(4, 18, 4, 4) // hxxp
	m.Copy(2, 22)
	for _, c := range []struct {
		i, j int64
		want bool
	}{
		{0, 3, true}, {0, 4, false}, {2, 5, false}, {3, 4, false}, {4, 6, true}, {4, 7, false},
		{9, 10, false}, {9, 11, false}, {10, 12, true}, {0, 12, false}, {3, 3, true},
	} {
		if got := m.Copied(c.i, c.j); got != c.want {
			t.Errorf("from %d to %d: %t", c.i, c.j, got)
		}
	}
}

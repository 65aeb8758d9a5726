package extract

import "github.com/urlgrep/urlgrep/internal/trigger"

// triggers know what in the window a URL may be found by: the colon behind its
// scheme and, where addresses and hosts are wanted, "@" and dots.
type triggers struct {
	bitmap   trigger.Bitmap // of the window from index from to to
	from, to int
}

// next returns the index of the next marked byte from pos on, -1 when there is none
// in the window.
func (s *Scanner) next() int {
	m := &s.triggers
	for i := s.pos; i < len(s.buf); i = m.to {
		if i < m.from || i >= m.to {
			m.from = i
			m.to = trigger.Find(&m.bitmap, s.buf, i, s.kinds&(1<<Schemeless|1<<Email) != 0)
		}
		if n := m.bitmap.Next(i-m.from, m.to-m.from); n >= 0 {
			return m.from + n
		}
	}
	return -1
}

// slide forgets the first drop bytes of the window.
func (m *triggers) slide(drop int) {
	m.from -= drop
	m.to -= drop
}

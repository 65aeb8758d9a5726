package sink

// ofMarks holds a value for each URL of an input that was marked, by the number of its mark:
// see extract.Line.Marks. It forgets the values of all but the last maxMarked marks, whose
// lines have been printed. The zero value has no values.
type ofMarks[T any] struct {
	values []T // a ring, if it has maxMarked values
	n      int // number of marks so far
}

// maxMarked is the number of marks that can be in lines to come: as many as a line has bytes.
const maxMarked = 4 << 10

// reset forgets all values.
func (m *ofMarks[T]) reset() { m.values, m.n = m.values[:0], 0 }

// add adds the value of the next mark.
func (m *ofMarks[T]) add(v T) {
	if len(m.values) < maxMarked {
		m.values = append(m.values, v)
	} else {
		m.values[m.n%maxMarked] = v
	}
	m.n++
}

// of returns the value of a mark, or the zero value if it is forgotten.
func (m *ofMarks[T]) of(mark int) (v T) {
	if mark < m.n-len(m.values) || mark >= m.n {
		return v
	}
	return m.values[mark%maxMarked]
}

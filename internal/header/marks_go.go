//go:build purego || !amd64

package header

func (m *Marks) find(text []byte, n int) { m.findGo(text, n) }

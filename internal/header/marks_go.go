//go:build purego || !amd64

package header

func (m *Marks) lines(text []byte, size int) { m.linesGo(text, size) }

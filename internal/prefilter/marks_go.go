//go:build purego || !amd64

package prefilter

func (m *Marks) lines(text []byte, size int) (made int) { return m.linesGo(text, size) }

//go:build purego || !amd64

package span

// Len returns how many bytes at the beginning of b are of the class.
func (c *Class) Len(b []byte) int { return c.lenGo(b) }

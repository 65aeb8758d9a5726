//go:build purego || !amd64

package span

func (c *Classes) prefix(b []byte) (inner, outer int) { return c.prefixGo(b) }

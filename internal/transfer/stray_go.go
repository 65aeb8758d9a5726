//go:build purego || !amd64

package transfer

func stray(text []byte) int { return strayGo(text) }

//go:build purego || !amd64

package prefilter

func stray(text []byte) int { return strayGo(text) }

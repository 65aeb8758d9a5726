//go:build purego || !amd64

package prefilter

func ruleLine(text []byte) int { return ruleLineGo(text) }

//go:build purego || !amd64

package htmltext

func flatten(dst, src []byte, lf byte) int { return flatGo(dst, src, lf) }

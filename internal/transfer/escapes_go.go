//go:build purego || !amd64

package transfer

import "github.com/urlgrep/urlgrep/internal/offset"

// decodeEscapes decodes nothing and leaves all to decodeMarked.
func (q *QuotedPrintable) decodeEscapes(dst, _ []byte, done, _ int, _ int64, _ *offset.Map) ([]byte, int) {
	return dst, done
}

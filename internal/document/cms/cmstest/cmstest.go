// Package cmstest makes elements of BER (ITU-T X.690) for tests.
package cmstest

import (
	"bytes"
	"encoding/binary"
	"strings"
)

// TLV returns an element of definite length.
func TLV(tag byte, contents ...string) string {
	text := strings.Join(contents, "")
	n := binary.BigEndian.AppendUint32(nil, uint32(len(text)))
	if len(text) < 0x80 {
		return string([]byte{tag, n[3]}) + text
	}
	n = bytes.TrimLeft(n, "\x00")
	return string([]byte{tag, 0x80 | byte(len(n))}) + string(n) + text
}

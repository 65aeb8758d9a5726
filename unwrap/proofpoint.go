package unwrap

import (
	"encoding/base64"
	"strings"

	"github.com/urlgrep/urlgrep/internal/percent"
)

// Proofpoint has published a decoder for its three formats (URLDefenseDecode.py).

// proofpoint2 decodes the parameter "u" of the second version: "_" is "/", and "-" begins an
// escape instead of "%". A "%" is itself.
func proofpoint2(text string) (string, bool) {
	return percent.Decode(strings.NewReplacer("%", "%25", "-", "%", "_", "/").Replace(text))
}

// proofpoint3 decodes the third version:
//
//	target "__;" replaced "!" …
//
// In target, "*" is the next octet of replaced, which is in base64. "**" and a letter or
// digit of base64 is a run of octets: 2 for "A", up to 65 for "_". All octets must be used.
// The last "__;" counts, as the target may be such a URL itself.
func proofpoint3(text string) (string, bool) {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	i := strings.LastIndex(text, "__;")
	if i < 0 {
		return "", false
	}
	encoded, _, ok := strings.Cut(text[i+len("__;"):], "!")
	if !ok {
		return "", false
	}
	replaced, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(encoded, "="))
	if err != nil {
		return "", false
	}
	text = text[:i]
	b := make([]byte, 0, len(text)+len(replaced))
	for {
		star := strings.IndexByte(text, '*')
		if star < 0 {
			return string(append(b, text...)), len(replaced) == 0
		}
		b = append(b, text[:star]...)
		text = text[star+1:]
		run := 1
		if len(text) >= 2 && text[0] == '*' {
			if run = strings.IndexByte(alphabet, text[1]) + 2; run < 2 {
				return "", false
			}
			text = text[2:]
		}
		if run > len(replaced) {
			return "", false
		}
		b = append(b, replaced[:run]...)
		replaced = replaced[run:]
	}
}

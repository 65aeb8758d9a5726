package mailbox

import "bytes"

// lastBytes holds the last bytes of a body.
type lastBytes [16]byte

// append appends raw.
func (t *lastBytes) append(raw []byte) {
	if n := len(raw) - len(t); n >= 0 {
		*t = lastBytes(raw[n:])
		return
	}
	copy(t[:], t[len(raw):])
	copy(t[len(t)-len(raw):], raw)
}

// endsUuencoded reports whether the body ends in uuencoded data, followed by at most two
// line breaks, as the last piece of a file that was sent in several messages does. The last
// line of data has the length 0, written as a blank or a backquote.
func (t *lastBytes) endsUuencoded() bool {
	return (t[15] == 'd' || t[14] == 'd' || t[13] == 'd' || t[12] == 'd' || t[11] == 'd') && t.isUuencoded()
}

func (t *lastBytes) isUuencoded() bool {
	text, ok := bytes.CutSuffix(trimWhite(t[:]), []byte("\nend"))
	text = bytes.TrimSuffix(text, []byte("\r"))
	return ok && (bytes.HasSuffix(text, []byte("\n`")) || bytes.HasSuffix(text, []byte("\n ")))
}

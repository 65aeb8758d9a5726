package extract

import (
	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/defang"
	"github.com/urlgrep/urlgrep/internal/hosts"
	"github.com/urlgrep/urlgrep/internal/offset"
)

// A refanger restores defanged URLs in a text before the text is searched, so that
// finding them needs no other rules.
type refanger struct {
	decoder defang.Decoder
	places  offset.Map // from the restored text to the text before
	in      [refangSize]byte
	at      int64 // bytes read
	err     error // of the last read
}

const refangSize = 16 << 10

func newRefanger(addresses bool) *refanger {
	return &refanger{decoder: defang.Decoder{Host: isHost, Addresses: addresses}}
}

// isHost reports whether name, which is spelled out, may be a host. Names below "example"
// are for documentation (RFC 2606).
func isHost(name []byte) bool {
	return hosts.IsKnown(name) || len(name) > len(example) && ascii.EqualFold(name[len(name)-len(example):], example)
}

const example = ".example"

// reset prepares for another text.
func (f *refanger) reset() {
	f.decoder.Reset()
	f.places.Reset()
	f.at, f.err = 0, nil
}

func (f *refanger) start(at int64) int64 { return f.places.Start(at) }

func (f *refanger) end(at int64) int64 { return f.places.End(at) }

func (f *refanger) discard(before int64) int64 {
	from := f.places.Start(before)
	f.places.Discard(before)
	return from
}

// read reads text by next and decodes it into p, which is much longer than
// defang.MaxHeld.
func (f *refanger) read(p []byte, next func([]byte) (int, error)) (int, error) {
	for f.err == nil {
		var n int
		n, f.err = next(f.in[:min(refangSize, len(p)-defang.MaxHeld)])
		text := f.decoder.Append(p[:0], f.in[:n], f.at, &f.places, f.err != nil)
		f.at += int64(n)
		if len(text) > 0 || n == 0 && f.err == nil {
			return len(text), nil
		}
	}
	return 0, f.err
}

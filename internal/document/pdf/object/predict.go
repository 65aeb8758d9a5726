package object

import (
	"io"
	"slices"

	"github.com/urlgrep/urlgrep/internal/document"
)

// maxRow is the number of bytes of a row of samples.
const maxRow = 1 << 20

// predict undoes the predictor of LZWDecode and FlateDecode (7.4.4.4).
func (f *File) predict(r io.Reader, filter Name, parms Dict) io.Reader {
	switch filter {
	case "FlateDecode", "Fl", "LZWDecode", "LZW":
	default:
		return r
	}
	predictor := f.Int(parms.Get("Predictor"), 1)
	if predictor < 2 {
		return r
	}
	colors, bits, columns := f.Int(parms.Get("Colors"), 1), f.Int(parms.Get("BitsPerComponent"), 8), f.Int(parms.Get("Columns"), 1)
	if colors < 1 || bits < 1 || columns < 1 || colors > 64 || bits > 16 || columns > maxRow || columns*colors*bits > 8*maxRow {
		f.Note(document.Unsupported, "predictor")
		return eof{}
	}
	row := (columns*colors*bits + 7) / 8
	step := max(1, colors*bits/8)
	if predictor == 2 && bits != 8 {
		f.Note(document.Unsupported, "predictor")
		return eof{}
	}
	if predictor == 2 {
		var buf []byte
		return &bytewise{next: func() (_ []byte, err error) {
			buf, err = readRow(r, buf[:0], row)
			for i := step; i < len(buf); i++ {
				buf[i] += buf[i-step]
			}
			return buf, err
		}}
	}
	// A row begins with the number of its PNG filter (RFC 2083, 6). zero precedes the
	// first row.
	buf, above := make([]byte, step), []byte(nil)
	return &bytewise{next: func() (_ []byte, err error) {
		buf, err = readRow(r, buf[:step], step+1+row)
		n := len(buf) - step
		if n == 0 {
			return nil, err
		}
		kind := buf[step]
		if len(above) < len(buf) {
			above = append(above, make([]byte, len(buf)-len(above))...)
		}
		// The samples of cur and up begin at step; zeros are before them.
		cur, up := buf[1:step+n], above[1:step+n]
		clear(cur[:step])
		switch kind {
		case 1:
			for i := step; i < len(cur); i++ {
				cur[i] += cur[i-step]
			}
		case 2:
			for i := step; i < len(cur); i++ {
				cur[i] += up[i]
			}
		case 3:
			for i := step; i < len(cur); i++ {
				cur[i] += byte((int(cur[i-step]) + int(up[i])) / 2)
			}
		case 4:
			for i := step; i < len(cur); i++ {
				cur[i] += paeth(cur[i-step], up[i], up[i-step])
			}
		}
		buf, above = above, buf
		return cur[step:], err
	}}
}

// readRow appends to buf until it has n bytes, or r ends, whose error it returns. The memory
// grows with the data: a row may be much longer than they are.
func readRow(r io.Reader, buf []byte, n int) ([]byte, error) {
	for len(buf) < n {
		buf = slices.Grow(buf, min(n-len(buf), max(512, len(buf))))
		k, err := io.ReadFull(r, buf[len(buf):min(n, cap(buf))])
		buf = buf[:len(buf)+k]
		if err == io.ErrUnexpectedEOF {
			err = io.EOF
		}
		if err != nil {
			return buf, err
		}
	}
	return buf, nil
}

// paeth is the predictor of RFC 2083, 6.6.
func paeth(a, b, c byte) byte {
	pa, pb := int(b)-int(c), int(a)-int(c)
	pc := abs(pa + pb)
	pa, pb = abs(pa), abs(pb)
	switch {
	case pa <= pb && pa <= pc:
		return a
	case pb <= pc:
		return b
	}
	return c
}

func abs(n int) int { return max(n, -n) }

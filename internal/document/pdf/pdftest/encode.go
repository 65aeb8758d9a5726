package pdftest

import (
	"bytes"
	"compress/lzw"
	"compress/zlib"
	"encoding/ascii85"
	"fmt"
)

// Encode encodes data so that the filters decode them. It returns the keys of the stream.
// Besides the names of filters there are "LZW0", for EarlyChange 0, and "Predictor", for
// FlateDecode with predictors.
func Encode(data []byte, filters ...string) ([]byte, string) {
	names, parms := "", ""
	for i := len(filters) - 1; i >= 0; i-- {
		name, parm := filters[i], "null"
		var b bytes.Buffer
		switch name {
		case "FlateDecode":
			z := zlib.NewWriter(&b)
			z.Write(data)
			z.Close()
		case "Predictor":
			const columns = 7
			name, parm = "FlateDecode", fmt.Sprintf("<</Predictor 15/Columns %d>>", columns)
			z := zlib.NewWriter(&b)
			z.Write(predict(data, columns))
			z.Close()
		case "LZWDecode":
			b.Write(lzwEarly(data))
		case "LZW0":
			name, parm = "LZWDecode", "<</EarlyChange 0>>"
			z := lzw.NewWriter(&b, lzw.MSB, 8)
			z.Write(data)
			z.Close()
		case "ASCII85Decode":
			z := ascii85.NewEncoder(&b)
			z.Write(data)
			z.Close()
			b.WriteString("~>")
		case "ASCIIHexDecode":
			fmt.Fprintf(&b, "%x>", data)
		case "RunLengthDecode":
			for rest := data; len(rest) > 0; {
				n := min(len(rest), 100)
				b.WriteByte(byte(n - 1))
				b.Write(rest[:n])
				rest = rest[n:]
			}
			b.WriteByte(128)
		}
		data = b.Bytes()
		names, parms = "/"+name+names, parm+" "+parms
	}
	if len(filters) == 0 {
		return data, ""
	}
	return data, fmt.Sprintf("/Filter[%s]/DecodeParms[%s]", names, parms)
}

// predict applies the PNG filters to rows, each another one.
func predict(data []byte, columns int) (out []byte) {
	above := make([]byte, columns)
	for kind := 0; len(data) > 0; kind++ {
		row := data[:min(columns, len(data))]
		data = data[len(row):]
		out = append(out, byte(kind%5))
		for i, c := range row {
			a, b, d := 0, int(above[i]), 0 // left, above, above left
			if i > 0 {
				a, d = int(row[i-1]), int(above[i-1])
			}
			p := a + b - d
			paeth := d
			if pa, pb, pd := (p-a)*(p-a), (p-b)*(p-b), (p-d)*(p-d); pa <= pb && pa <= pd {
				paeth = a
			} else if pb <= pd {
				paeth = b
			}
			out = append(out, c-byte([5]int{0, a, b, (a + b) / 2, paeth}[kind%5]))
		}
		above = append(bytes.Clone(row), make([]byte, columns)...)
	}
	return out
}

// lzwEarly encodes LZW with EarlyChange 1.
func lzwEarly(data []byte) (out []byte) {
	var bits uint64
	have, width := 0, 9
	emit := func(code int) {
		bits, have = bits<<width|uint64(code), have+width
		for have >= 8 {
			out = append(out, byte(bits>>(have-8)))
			have -= 8
		}
	}
	table := map[string]int{}
	code := func(s string) int {
		if len(s) == 1 {
			return int(s[0])
		}
		return table[s]
	}
	emit(256)
	next, s := 258, ""
	for _, c := range data {
		t := s + string([]byte{c})
		if _, ok := table[t]; ok || len(t) == 1 {
			s = t
			continue
		}
		emit(code(s))
		table[t] = next
		if next++; next+1 > 1<<width {
			width++
		}
		if next == 4094 {
			emit(256)
			clear(table)
			next, width = 258, 9
		}
		s = string([]byte{c})
	}
	if s != "" {
		emit(code(s))
		if next++; next+1 > 1<<width {
			width++
		}
	}
	emit(257)
	return append(out, byte(bits<<(8-have)))
}

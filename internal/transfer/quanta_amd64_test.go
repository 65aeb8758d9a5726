//go:build !purego

package transfer

import (
	"bytes"
	"encoding/base64"
	"math/rand/v2"
	"testing"
)

// checkLines compares quantaLines with package encoding/base64, one line at a time.
func checkLines(t *testing.T, raw []byte, width int, end string) {
	t.Helper()
	step := width + len(end)
	want, lines := []byte("before"), 0
	for rest := raw; len(rest) >= step && string(rest[width:step]) == end; rest = rest[step:] {
		line := rest[:width]
		text, err := base64.StdEncoding.DecodeString(string(line))
		if err != nil || bytes.ContainsAny(line, "=\r\n") {
			break
		}
		want = append(want, text...)
		lines++
	}
	got, n := quantaLines([]byte("before"), raw, width, step)
	if n != lines || !bytes.Equal(got, want) {
		t.Fatalf("%q in lines of %d: %d lines, %q; want %d, %q", raw, width, n, got, lines, want)
	}
}

// TestQuantaLines checks each byte at each position of the second of three lines, and of
// its line end.
func TestQuantaLines(t *testing.T) {
	if !hasAVX2 {
		t.Skip("needs AVX2")
	}
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	for _, width := range []int{32, 36, 60, 64, 68, 76, 92, 96, 100} {
		for _, end := range []string{"\n", "\r\n"} {
			line := (digits + digits + digits)[width%7:][:width] + end
			raw := []byte(line + line + line + line[:width-1])
			for i := len(line); i < 2*len(line); i++ {
				was := raw[i]
				for c := range 256 {
					raw[i] = byte(c)
					checkLines(t, raw, width, end)
				}
				raw[i] = was
			}
			for i := range raw[len(line):] {
				checkLines(t, raw[:len(line)+i], width, end)
			}
		}
	}
}

func TestQuantaLinesRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 3000 {
		width := quantaBlock + 4*r.IntN(30)
		end := []string{"\n", "\r\n"}[r.IntN(2)]
		text := make([]byte, width/4*3*(1+r.IntN(8)))
		for i := range text {
			text[i] = byte(r.Uint32())
		}
		raw := []byte(wrap(base64.StdEncoding.EncodeToString(text), width, end))
		checkLines(t, raw, width, end)
		raw[width+len(end)+r.IntN(len(raw)-width-len(end)+1)-1] = byte(r.Uint32())
		checkLines(t, raw, width, end)
	}
}

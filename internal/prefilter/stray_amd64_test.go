//go:build !purego

package prefilter

import "testing"

// TestStrayAVX2 checks strayAVX2 on machines where Stray uses AVX-512.
func TestStrayAVX2(t *testing.T) {
	if !hasAVX512 {
		t.Skip("it is what Stray uses here")
	}
	hasAVX512 = false
	defer func() { hasAVX512 = true }()
	TestStray(t)
	TestStrayGo(t)
}

func BenchmarkStray(b *testing.B) {
	text := make([]byte, 32<<10)
	for i := range text {
		text[i] = 'A'
	}
	for _, k := range []struct {
		name string
		find func(*byte, int) int
		has  bool
	}{{"AVX512", strayAVX512, hasAVX512}, {"AVX2", strayAVX2, hasAVX2}} {
		if !k.has {
			continue
		}
		b.Run(k.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if k.find(&text[0], len(text)) != len(text) {
					b.Fatal("found")
				}
			}
		})
	}
}

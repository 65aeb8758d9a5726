package unpack

import (
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/zstd"
	"github.com/urlgrep/urlgrep/internal/detect"
)

// TestHeaders checks that the windows of all frames, blocks and streams are known before
// the decoder reads their headers, whatever the sizes of the reads.
func TestHeaders(t *testing.T) {
	blocks := fixture(t, "blocks.xz") // from xz --block-size=500 --lzma2=dict=64KiB --check=sha256, of small
	large := []byte(blocks)
	declare(large, 36) // 1 GiB
	var text strings.Builder
	for i := range 100_000 {
		text.WriteByte(byte(i * i >> 7))
	}
	frame := zst(text.String(), zstd.WithWindowSize(64<<10), zstd.WithSingleSegment(false))
	for _, test := range []struct {
		what, data string
		first      func(*headers) int64
		want       []int64
	}{
		{"blocks", blocks, xzStream, []int64{64 << 10, 64 << 10, 64 << 10}},
		{"streams", blocks + "\x00\x00\x00\x00" + fixture(t, "sample.xz") + string(large), xzStream,
			[]int64{64 << 10, 64 << 10, 64 << 10, 8 << 20, 1 << 30, 64 << 10, 64 << 10}},
		{"garbage", blocks + "garbage" + blocks, xzStream, []int64{64 << 10, 64 << 10, 64 << 10}},
		{"frame", frame, zstdFrame, []int64{64 << 10}},
		{"frames", frame + "\x5a*M\x18\x03\x00\x00\x00abc" + zst(text.String()[:50_000], zstd.WithWindowSize(32<<10), zstd.WithSingleSegment(false)) + zst(text.String(), zstd.WithEncoderCRC(false), zstd.WithSingleSegment(true)) + frame, zstdFrame,
			[]int64{64 << 10, 32 << 10, 100_000, 64 << 10}},
		{"no frame", frame + "garbage" + frame, zstdFrame, []int64{64 << 10}},
	} {
		for _, of := range []func(io.Reader) io.Reader{iotest.OneByteReader, iotest.HalfReader, iotest.DataErrReader} {
			var got []int64
			m := &meteredReader{Reader: of(strings.NewReader(test.data)), grow: func(n int64) { got = append(got, n) }}
			m.expect(test.first, 4, 0)
			if data, err := io.ReadAll(m); string(data) != test.data || err != nil || !slices.Equal(got, test.want) {
				t.Errorf("%s: got %d, want %d, %v", test.what, got, test.want, err)
			}
		}
	}
}

// TestMemory checks that only the first in turn exceeds the limit, and by no more than its
// own two windows, that it never waits, also not for the windows of waiting decoders, and
// that idle windows are freed.
func TestMemory(t *testing.T) {
	const workers = 20
	m := NewMemory(workers)
	large := m.limit + 1
	turns := [workers + 1]chan struct{}{}
	for i := range turns {
		turns[i] = make(chan struct{})
	}
	close(turns[0])
	var work sync.WaitGroup
	for i := range workers {
		work.Go(func() {
			first := false
			await := func() { <-turns[i]; first = true }
			outer := &decoder{format: detect.XZ, window: 10 << 20}
			m.acquire(outer.window, await)
			inner := &decoder{format: detect.Zstd, window: large}
			m.acquire(inner.window, await)
			m.mu.Lock()
			held := m.held
			m.mu.Unlock()
			if !first || held > m.limit+outer.window+inner.window {
				t.Errorf("worker %d, first %t, has a large window with others of %d bytes", i, first, held)
			}
			m.put(inner)
			m.put(outer)
			<-turns[i]
			close(turns[i+1])
		})
	}
	work.Wait()
	m.put(&decoder{format: detect.Zstd, window: large})
	m.held += large
	if m.get(detect.Zstd, 1, func() {}) != nil {
		t.Error("what is idle beyond the bound is given to one that is not the first")
	}
	m.acquire(m.limit, func() { t.Error("what is idle is not freed") })
	if m.held != m.limit || len(m.idle) > 0 {
		t.Errorf("%d bytes are held", m.held)
	}
}

// TestHold checks that what a visitor holds counts like the window of a decoder.
func TestHold(t *testing.T) {
	m := NewMemory(1)
	waited := false
	u, first := New(Limits{}), New(Limits{})
	u.Share(m, func() { waited = true })
	first.Share(m, nil)
	u.Hold(m.limit)
	if waited || m.held != m.limit {
		t.Errorf("within the limit: waited %t, %d bytes are held", waited, m.held)
	}
	first.Hold(1)
	if u.Hold(1); !waited || m.held != m.limit+2 {
		t.Errorf("beyond the limit: waited %t, %d bytes are held", waited, m.held)
	}
	u.Hold(-m.limit - 1)
	first.Hold(-1)
	if m.held != 0 {
		t.Errorf("%d bytes are left", m.held)
	}
}

// TestMemoryGet checks that a decoder with the best window is preferred.
func TestMemoryGet(t *testing.T) {
	m := NewMemory(1)
	for _, window := range []int64{3, 1, 5, 2} {
		m.acquire(window, nil)
		m.put(&decoder{format: detect.XZ, window: window})
	}
	for _, want := range []int64{2, 3, 5, 1} {
		if d := m.get(detect.XZ, 2, nil); d.window != want {
			t.Errorf("got a window of %d, want %d", d.window, want)
		}
	}
	if m.put(&decoder{format: detect.Zstd}); m.get(detect.XZ, 0, nil) != nil {
		t.Error("got a decoder of another format")
	}
}

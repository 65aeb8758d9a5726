package ahead

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"testing"
	"testing/iotest"

	"github.com/urlgrep/urlgrep/internal/recovered"
)

var (
	errBroken = errors.New("broken")
	sample    = func() []byte {
		text := make([]byte, (blocks+2)*blockSize+17)
		for i := range text {
			text[i] = byte(i * i >> 8)
		}
		return text
	}()
)

// TestRead checks that a Reader returns the bytes and the error of its input, whatever
// the sizes of the reads.
func TestRead(t *testing.T) {
	var r Reader
	for what, of := range map[string]func(io.Reader) io.Reader{
		"at once":      func(in io.Reader) io.Reader { return in },
		"by the byte":  iotest.OneByteReader,
		"by halves":    iotest.HalfReader,
		"end at once":  iotest.DataErrReader,
		"with nothing": func(in io.Reader) io.Reader { return &emptyReads{in, false} },
	} {
		for _, size := range []int{0, 1, blockSize - 1, blockSize, blockSize + 1, len(sample)} {
			for _, whole := range []bool{false, true} {
				calls, resumed := 0, 0
				in := of(io.MultiReader(bytes.NewReader(sample[:size]), iotest.ErrReader(errBroken)))
				r.Reset(in, whole, func() func() {
					calls++
					return func() { resumed++ }
				})
				got, err := io.ReadAll(iotest.HalfReader(&r))
				if !bytes.Equal(got, sample[:size]) || err != errBroken {
					t.Errorf("%s, whole %v: %d bytes of %d, %v", what, whole, len(got), size, err)
				}
				if _, err := r.Read(make([]byte, 1)); err != errBroken {
					t.Errorf("%s, whole %v: then %v", what, whole, err)
				}
				if least := 1 + (size-1)/blockSize; calls < least || resumed != calls {
					t.Errorf("%s, whole %v: %d and %d calls for %d bytes", what, whole, calls, resumed, size)
				}
				if !r.Stop(false) {
					t.Errorf("%s: not at its end", what)
				}
			}
		}
	}
}

// An emptyReads reader returns no bytes and no error every other time.
type emptyReads struct {
	io.Reader
	next bool
}

func (n *emptyReads) Read(p []byte) (int, error) {
	if n.next = !n.next; n.next {
		return 0, nil
	}
	return n.Reader.Read(p)
}

// TestPieces checks that a Reader returns each piece of its input before the next piece
// arrives.
func TestPieces(t *testing.T) {
	in, feed := io.Pipe()
	var r Reader
	r.Reset(in, false, nil)
	go feed.Write(sample[:blockSize])
	io.ReadFull(&r, make([]byte, blockSize))
	p := make([]byte, 10)
	for range 3 * blocks {
		go io.WriteString(feed, "piece")
		if n, err := r.Read(p); err != nil || string(p[:n]) != "piece" {
			t.Fatalf("%q, %v", p[:n], err)
		}
	}
	if r.Stop(false) {
		t.Error("the input, which is at no end, is not used")
	}
	feed.Close() // ends the goroutine
}

// A counter counts the calls of its Read.
type counter struct {
	n    int
	came chan bool
}

func (c *counter) Read(p []byte) (int, error) {
	c.n++
	c.came <- true
	return len(p), nil
}

// TestStop checks that a Reader reads no more than its blocks, that it reads nothing and
// leaves no goroutine after Stop, and that it can be used again.
func TestStop(t *testing.T) {
	before := runtime.NumGoroutine()
	var r Reader
	for range 10 {
		in := &counter{came: make(chan bool, 2*blocks)}
		r.Reset(in, true, nil)
		p := make([]byte, blockSize)
		for range 2 {
			io.ReadFull(&r, p)
		}
		for range 1 + blocks {
			<-in.came
		}
		if !r.Stop(true) || in.n != 1+blocks {
			t.Fatalf("%d blocks were read", in.n)
		}
	}
	for runtime.NumGoroutine() > before { // a goroutine may still be ending
		runtime.Gosched()
	}
}

// TestShort checks that an input no longer than a block needs no goroutine.
func TestShort(t *testing.T) {
	var r Reader
	r.Reset(bytes.NewReader(sample[:blockSize-1]), true, nil)
	if _, err := io.Copy(io.Discard, &r); err != nil || r.ring.full != nil {
		t.Errorf("a goroutine for %d bytes, %v", blockSize-1, err)
	}
}

// TestNoProgress checks that reading ends if the input keeps returning no bytes and no
// error.
func TestNoProgress(t *testing.T) {
	for _, whole := range []bool{false, true} {
		for _, size := range []int{blockSize, blockSize + 1, len(sample)} {
			var r Reader
			r.Reset(io.MultiReader(bytes.NewReader(sample[:size]), idle{}), whole, nil)
			got, err := io.ReadAll(&r)
			if !bytes.Equal(got, sample[:size]) || err != io.ErrNoProgress {
				t.Errorf("whole %v: %d bytes of %d, %v", whole, len(got), size, err)
			}
		}
	}
}

type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

// A panicking reader panics at the end of its input.
type panicking struct{ io.Reader }

func (p panicking) Read(b []byte) (int, error) {
	n, err := p.Reader.Read(b)
	if err != nil {
		panic(err)
	}
	return n, nil
}

// TestPanic checks that a panic of the input in the goroutine becomes an error after the
// bytes that were read before it.
func TestPanic(t *testing.T) {
	for _, whole := range []bool{false, true} {
		var r Reader
		r.Reset(panicking{bytes.NewReader(sample)}, whole, nil)
		got, err := io.ReadAll(&r)
		var panicked *recovered.Error
		if !bytes.Equal(got, sample) || !errors.As(err, &panicked) || panicked.Value != io.EOF {
			t.Errorf("whole %v: %d bytes of %d, %v", whole, len(got), len(sample), err)
		}
		if !r.Stop(true) {
			t.Errorf("whole %v: not at its end", whole)
		}
	}
}

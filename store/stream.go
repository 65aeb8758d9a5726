package store

import (
	"context"
	"io"
)

const (
	// rest is how much of a body is read only to be able to use its connection again. A new
	// connection takes about three round trips, with TLS.
	rest = 128 << 10

	// progress is how much must be read before a failure counts as the first one again.
	// A body that breaks after every byte must come to an end.
	progress = 1 << 20
)

// A stream reads bytes at to end of an object with one GET, and opens another one where the
// body broke. The zero stream is at its end.
type stream struct {
	at, end  int64
	body     *body // nil if no GET is open
	err      error // of the last attempt
	failures int   // in a row
	failedAt int64 // offset of the last failure
}

// read reads the next bytes, at least one. It returns an error only if it has read nothing.
func (s *stream) read(ctx context.Context, o *Object, p []byte) (int, error) {
	p = p[:min(int64(len(p)), s.end-s.at)]
	for {
		if s.err != nil {
			if s.at-s.failedAt >= progress {
				s.failures = 0
			}
			s.failures, s.failedAt = s.failures+1, s.at
			if err := o.client.pause(ctx, s.failures, s.err); err != nil {
				return 0, err
			}
			s.err = nil
		}
		n, err := s.attempt(ctx, o, p)
		s.at += int64(n)
		if s.at == s.end {
			err = nil // io.EOF
		}
		s.err = err
		if err != nil || s.at == s.end {
			s.close()
		}
		if n > 0 {
			return n, nil
		}
	}
}

// attempt reads from the body, which it opens if necessary. It returns bytes, an error, or
// both.
func (s *stream) attempt(ctx context.Context, o *Object, p []byte) (n int, err error) {
	if s.body == nil {
		s.body, err = openBody(ctx, o, s.at, s.end)
		if err != nil {
			return 0, err
		}
	}
	return s.body.read(p)
}

// close closes the body. If little of it is left, close reads that.
func (s *stream) close() {
	if s.body != nil {
		s.body.close(s.end - s.at)
		s.body = nil
	}
}

// A body is the answer to a GET.
type body struct {
	r io.ReadCloser
	w *watch
}

// openBody requests bytes from to to.
func openBody(ctx context.Context, o *Object, from, to int64) (*body, error) {
	b := &body{w: o.client.watch(ctx)}
	err := b.w.do(func() (err error) {
		b.r, err = o.get(b.w.ctx, from, to)
		return err
	})
	if err != nil {
		b.w.cancel(nil)
		return nil, err
	}
	return b, nil
}

// read reads until it has bytes or an error. If the body broke, whatever the reason, the
// error is temporary. The end is an error, as callers do not read there.
func (b *body) read(p []byte) (n int, err error) {
	err = b.w.do(func() (err error) {
		for n == 0 && err == nil {
			n, err = b.r.Read(p)
		}
		return err
	})
	if err != nil && b.w.ctx.Err() == nil {
		err = &brokenError{err}
	}
	return n, err
}

// close closes the body, of which left bytes were not read.
func (b *body) close(left int64) {
	if left <= rest {
		b.w.do(func() error {
			_, err := io.CopyN(io.Discard, b.r, left+1) // comes to the end
			return err
		})
	}
	b.w.cancel(nil)
	b.r.Close()
}

// A brokenError is the error of a body that ended too early.
type brokenError struct{ err error }

func (e *brokenError) Error() string {
	if e.err == io.EOF {
		return io.ErrUnexpectedEOF.Error()
	}
	return e.err.Error()
}

func (e *brokenError) Unwrap() []error { return []error{io.ErrUnexpectedEOF, e.err} }

package store

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"time"
)

const (
	// attempts is how often a request is made, or a body opened, before its error is
	// returned. With the pauses below, that takes about 20 seconds.
	attempts = 10

	// The pause before an attempt is a random part of a limit, so that clients that failed
	// at the same time do not try again at the same time. The limit is firstPause, and
	// doubles with each attempt up to maxPause.
	firstPause = 100 * time.Millisecond
	maxPause   = 20 * time.Second

	// stall is how long a service may take for an answer, or for the next bytes of one.
	stall = time.Minute
)

// errStalled is the error of a request that took longer than stall.
var errStalled = errors.New("the service does not answer")

// A refusal is an answer other than success.
type refusal struct {
	status int   // of HTTP
	err    error // of the SDK
}

// refused returns a refusal, or err if the status is 0, or is one of an answer that broke.
func refused(status int, err error) error {
	if status < http.StatusMultipleChoices {
		return err
	}
	return &refusal{status, err}
}

func (r *refusal) Error() string {
	if kind := r.kind(); kind != nil {
		return fmt.Sprintf("%v (%v)", kind, r.err)
	}
	return r.err.Error()
}

func (r *refusal) Unwrap() []error {
	if kind := r.kind(); kind != nil {
		return []error{kind, r.err}
	}
	return []error{r.err}
}

// kind returns the error that callers test for, or nil.
func (r *refusal) kind() error {
	switch r.status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return fs.ErrPermission
	case http.StatusNotFound:
		return fs.ErrNotExist
	case http.StatusPreconditionFailed, http.StatusRequestedRangeNotSatisfiable:
		return ErrChanged // the opened version has all ranges that are asked for
	}
	return nil
}

// temporary reports whether a request that failed with err may succeed later.
func temporary(err error) bool {
	var (
		answer      *refusal
		certificate *tls.CertificateVerificationError
		host        *net.DNSError
		request     *url.Error
		connection  *net.OpError
	)
	switch {
	case errors.As(err, &answer):
		switch s := answer.status; s {
		case http.StatusRequestTimeout, http.StatusTooManyRequests:
			return true
		case http.StatusNotImplemented, http.StatusHTTPVersionNotSupported:
			return false
		default:
			return s >= 500
		}
	case errors.As(err, &certificate), errors.As(err, &host) && host.IsNotFound:
		return false
	}
	return errors.Is(err, errStalled) || errors.Is(err, io.ErrUnexpectedEOF) ||
		errors.As(err, &request) || errors.As(err, &connection)
}

// try calls f, which makes a request, until it succeeds, its error is not temporary, or the
// attempts are used up.
func (c *Client) try(ctx context.Context, f func(context.Context) error) error {
	for failures := 1; ; failures++ {
		w := c.watch(ctx)
		err := w.do(func() error { return f(w.ctx) })
		w.cancel(nil)
		if err == nil {
			return nil
		}
		if err := c.pause(ctx, failures, err); err != nil {
			return err
		}
	}
}

// pause sleeps before the next attempt, after a number of failures in a row, the last of
// which is err. It returns an error if there is to be no other attempt.
func (c *Client) pause(ctx context.Context, failures int, err error) error {
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case !temporary(err):
		return err
	case failures >= attempts:
		return fmt.Errorf("%w (after %d attempts)", err, failures)
	}
	limit := min(maxPause, firstPause<<(failures-1))
	nap := c.sleep
	if nap == nil {
		nap = sleep
	}
	return nap(ctx, rand.N(limit))
}

// sleep waits for a time, or until ctx is done.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// A watch cancels a context when a step of a request takes too long.
type watch struct {
	ctx    context.Context
	cancel context.CancelCauseFunc
	limit  time.Duration
	timer  *time.Timer
}

// watch returns a watch for a request. The caller calls cancel when the request is done.
func (c *Client) watch(ctx context.Context) *watch {
	w := &watch{limit: c.stall}
	if w.limit == 0 {
		w.limit = stall
	}
	w.ctx, w.cancel = context.WithCancelCause(ctx)
	w.timer = time.AfterFunc(w.limit, func() { w.cancel(errStalled) })
	return w
}

// do calls f, a step. If the context ends, do returns the cause of that.
func (w *watch) do(f func() error) error {
	w.timer.Reset(w.limit)
	defer w.timer.Stop()
	err := f()
	if err != nil && w.ctx.Err() != nil {
		return context.Cause(w.ctx)
	}
	return err
}

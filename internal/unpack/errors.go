package unpack

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"
	"github.com/mikelolasagasti/xz"
	"github.com/urlgrep/urlgrep/internal/detect"
)

// An Error says why a text is incomplete.
type Error struct {
	Format string // "gzip", "zip" and so on
	After  int64  // bytes of text before the error
	Err    error
}

func (e *Error) Error() string {
	if e.After == 0 {
		return e.Format + ": " + e.Err.Error()
	}
	return fmt.Sprintf("%s: %v (after %s of text)", e.Format, e.Err, plural(e.After))
}

func (e *Error) Unwrap() error { return e.Err }

// Garbage is the error after a complete text that is followed by data in another format.
type Garbage struct {
	Format string
}

func (g *Garbage) Error() string { return g.Format + ": trailing garbage ignored" }

// wrapFault returns err as an Error of a layer. An Error of the layer below is returned
// unchanged, as it has the cause.
func wrapFault(f detect.Packing, after int64, err error) error {
	var below *Error
	var garbage *Garbage
	if err == nil || err == io.EOF || errors.As(err, &below) || errors.As(err, &garbage) {
		return err
	}
	return &Error{f.String(), after, reason(f, err)}
}

// isFault reports whether err means that a text is incomplete.
func isFault(err error) bool {
	var garbage *Garbage
	return err != nil && err != io.EOF && !errors.As(err, &garbage)
}

// reason returns err without the name of the format or the package before it. The error
// xz.ErrBuf occurs only at the end of the input.
func reason(f detect.Packing, err error) error {
	if err == io.ErrUnexpectedEOF || err == xz.ErrBuf {
		return errors.New("unexpected end of file")
	}
	said := err.Error()
	short := strings.TrimPrefix(said, "archive/")
	short = strings.TrimLeft(strings.TrimPrefix(short, f.String()), ": ")
	if short == said {
		return err
	}
	return errors.New(short)
}

func tooMuch(most int64) error {
	return fmt.Errorf("unpacks to more than %s; the rest is skipped", plural(most))
}

func tooDense(ratio int64) error {
	return fmt.Errorf("unpacks to more than %d times its size; the rest is skipped", ratio)
}

// tooLarge replaces the error of a decoder that needs more memory than the limit. The
// size needs is 0 if it is not known.
func tooLarge(err error, memory string, needs, limit int64) error {
	switch {
	case err != xz.ErrMemlimit && err != zstd.ErrWindowSizeExceeded && err != zstd.ErrDecoderSizeExceeded:
		return err
	case needs > limit:
		return &WindowError{fmt.Sprintf("needs a %s %s, more than the limit of %s", size(needs), memory, size(limit))}
	}
	return &WindowError{fmt.Sprintf("needs a larger %s than the limit of %s", memory, size(limit))}
}

// A WindowError is the error of a decoder that needs a larger window than the limit.
type WindowError struct{ text string }

func (e *WindowError) Error() string { return e.text }

// size formats n with the usual unit.
func size(n int64) string {
	for i, unit := range [...]string{"GiB", "MiB", "KiB"} {
		if u := int64(1) << (30 - 10*i); n >= u {
			return strconv.FormatFloat(float64(n)/float64(u), 'g', 4, 64) + " " + unit
		}
	}
	return plural(n)
}

func plural(n int64) string {
	if n == 1 {
		return "1 byte"
	}
	return fmt.Sprintf("%d bytes", n)
}

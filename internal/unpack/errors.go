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

// An Error says why there is not all of a text.
type Error struct {
	Format string // "gzip", "zip" …
	After  int64  // bytes of text that came before
	Err    error
}

func (e *Error) Error() string {
	if e.After == 0 {
		return e.Format + ": " + e.Err.Error()
	}
	return fmt.Sprintf("%s: %v (after %s of text)", e.Format, e.Err, plural(e.After))
}

func (e *Error) Unwrap() error { return e.Err }

// Garbage is the error after a text that is all there, where something that is
// not of its format follows.
type Garbage struct {
	Format string
}

func (g *Garbage) Error() string { return g.Format + ": trailing garbage ignored" }

// because returns the error of a layer. One of the layer below stays what it
// is: its own fault has been found.
func because(f detect.Packing, after int64, err error) error {
	var below *Error
	var garbage *Garbage
	if err == nil || err == io.EOF || errors.As(err, &below) || errors.As(err, &garbage) {
		return err
	}
	return &Error{f.String(), after, reason(f, err)}
}

// isFault reports whether there is not all of a text.
func isFault(err error) bool {
	var garbage *Garbage
	return err != nil && err != io.EOF && !errors.As(err, &garbage)
}

// reason returns err without the name of the format or the package before it.
// xz can make no progress only where the input is over.
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

// tooLarge returns the error of a decoder that would need more memory than the
// limit, in the place of its own. needs is 0 if that is not known.
func tooLarge(err error, memory string, needs, limit int64) error {
	switch {
	case err != xz.ErrMemlimit && err != zstd.ErrWindowSizeExceeded && err != zstd.ErrDecoderSizeExceeded:
		return err
	case needs > limit:
		return fmt.Errorf("needs a %s %s, more than the limit of %s", size(needs), memory, size(limit))
	}
	return fmt.Errorf("needs a larger %s than the limit of %s", memory, size(limit))
}

// size returns n with the unit that people use for it.
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

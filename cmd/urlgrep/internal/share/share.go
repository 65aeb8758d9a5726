// Package share divides a corpus among several runs of the program, and checks that their
// results are those of one run.
//
// # Terms
//
// The corpus is all files of a search, in the order of the walk. A [Part] is a share of the
// corpus: N parts divide its bytes into N contiguous pieces. A [Range] is a file, or the part
// of a file that a run searches. An index is a list of ranges (index.go). A manifest describes
// the result of one part (manifest.go).
//
// # Flow
//
// Package search finds the ranges of a part, searches them, and notes the [extract.Checkpoint]
// at both ends of each range that is a part of a file. [Create] makes the file for the
// results of a part, and Commit writes its manifest. [Verify] reads the manifests of a
// directory, and finds the parts that must be searched again: those that are missing or
// damaged, those whose first Checkpoint is not the last of the part before, those with inputs
// that could not be read, and all if they are of several searches. [Report.Merge] prints the
// results in order.
package share

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/extract"
)

// A Part is share Number, from 1, of Of shares of a corpus. The zero Part is no share.
type Part struct{ Number, Of int }

// MaxParts is the highest number of parts.
const MaxParts = 1_000_000

// ParsePart parses a Part, such as "3/7".
func ParsePart(text string) (p Part, err error) {
	number, of, ok := strings.Cut(text, "/")
	if !ok {
		return p, fmt.Errorf("%q is not a share such as 3/7", text)
	}
	if p.Of, err = strconv.Atoi(of); err != nil || p.Of < 1 || p.Of > MaxParts {
		return Part{}, fmt.Errorf("%q is not a number of shares from 1 to %d", of, MaxParts)
	}
	if p.Number, err = strconv.Atoi(number); err != nil || p.Number < 1 || p.Number > p.Of {
		return Part{}, fmt.Errorf("share %q is not from 1 to %d", number, p.Of)
	}
	return p, nil
}

// String returns the Part as ParsePart parses it.
func (p Part) String() string { return fmt.Sprintf("%d/%d", p.Number, p.Of) }

// MarshalText returns p.String().
func (p Part) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText sets p to the result of ParsePart.
func (p *Part) UnmarshalText(text []byte) (err error) {
	*p, err = ParsePart(string(text))
	return err
}

// IsLast reports whether p is the last part.
func (p Part) IsLast() bool { return p.Number == p.Of }

// Bounds returns the offsets at which the part of a corpus of total bytes begins and ends.
func (p Part) Bounds(total int64) (begin, end int64) {
	at := func(n int) int64 {
		hi, lo := bits.Mul64(uint64(total), uint64(n))
		q, _ := bits.Div64(hi, lo, uint64(p.Of))
		return int64(q)
	}
	return at(p.Number - 1), at(p.Number)
}

// Length returns the number of bytes of the part of a corpus of total bytes.
func (p Part) Length(total int64) int64 {
	begin, end := p.Bounds(total)
	return end - begin
}

// Cut returns the part of a file of size bytes, at offset at of a corpus, that belongs to
// p. If the file cannot be cut, all of it belongs to the part that its first byte is in; an
// empty file to the part that begins there. ok reports whether any of it belongs to p.
func (p Part) Cut(total, at, size int64, divisible bool) (begin, end int64, ok bool) {
	from, to := p.Bounds(total)
	isIn := from <= at && (at < to || at == to && p.IsLast())
	if !divisible || size == 0 || from <= at && at+size <= to {
		return 0, size, isIn
	}
	begin, end = max(from-at, 0), min(to-at, size)
	return begin, end, begin < end
}

// A Range is a file, or a part of a file. In JSON it is a line of an index, a request to
// a worker, and a part of a manifest.
type Range struct {
	File  string `json:"file"`
	Name  []byte `json:"file_bytes,omitempty"` // File, if it is not UTF-8
	Begin int64  `json:"begin"`
	End   *int64 `json:"end,omitempty"`  // nil: the end of the file
	Size  *int64 `json:"size,omitempty"` // of the file; nil: not known

	Before *extract.Survey     `json:"before,omitempty"` // of the text before the range
	From   *extract.Checkpoint `json:"from,omitempty"`   // from which the scan starts, if it is known

	First *extract.Checkpoint `json:"first,omitempty"` // of the scan at the beginning of the range
	Last  *extract.Checkpoint `json:"last,omitempty"`  // of the scan at the end of the range

	Failed bool `json:"failed,omitempty"` // the range could not be read completely
}

// NewRange returns the Range of a file of size bytes from begin to end.
func NewRange(file string, begin, end, size int64) Range {
	r := Range{File: file, Begin: begin, End: &end, Size: &size}
	if !utf8.ValidString(file) {
		r.Name = []byte(file)
	}
	return r
}

// An Answer is the end record of a worker for a range.
type Answer struct {
	Range
	URLs   int64    `json:"urls"`
	Errors []string `json:"errors,omitempty"`
}

// AppendAnswer appends an Answer as a line of JSON.
func AppendAnswer(b []byte, a *Answer) []byte {
	return AppendJSON(b, struct {
		Range *Answer `json:"range"`
	}{a})
}

// Path returns the name of the file.
func (r *Range) Path() string {
	if r.Name != nil {
		return string(r.Name)
	}
	return r.File
}

// IsWhole reports whether the range is the whole file, as far as that is known without its
// size.
func (r *Range) IsWhole() bool {
	return r.Begin == 0 && (r.End == nil || r.Size != nil && *r.End == *r.Size)
}

// Check returns an error if r is not a range.
func (r *Range) Check() error {
	switch {
	case r.Path() == "":
		return fmt.Errorf("the name of the file is missing")
	case r.Begin < 0 || r.End != nil && *r.End < r.Begin:
		return fmt.Errorf("the range ends before it begins")
	case r.Size != nil && (r.Begin > *r.Size || r.End != nil && *r.End > *r.Size):
		return fmt.Errorf("the range is beyond the end of the file")
	}
	return nil
}

// CheckSize returns an error if a file has another size than when the range was made.
func (r *Range) CheckSize(size int64) error {
	if r.Size != nil && *r.Size != size {
		return fmt.Errorf("the file has %d bytes, but had %d when it was surveyed", size, *r.Size)
	}
	return nil
}

// continues reports whether r begins where the range before it ends, in the middle of a file.
func (r *Range) continues(before *Range) bool {
	return r.Begin > 0 && before != nil && before.Path() == r.Path() && *before.End == r.Begin
}

// isBefore reports whether the scan of r was not begun, as no message begins in it, and a scan
// from c would find nothing in it.
func (r *Range) isBefore(c *extract.Checkpoint) bool {
	return r.First == nil && !r.Failed && c != nil && r.End != nil && c.Passes(*r.End)
}

// Follows reports whether the scan of r began in the state in which that of the range before
// it in the file ended. If one of them failed, no other scan would follow better.
func (r *Range) Follows(before *Range) bool {
	if r.Failed || before.Failed || r.isBefore(before.Last) {
		return true
	}
	return r.First != nil && before.Last != nil && *r.First == *before.Last
}

// AppendJSON appends a value as one line of JSON.
func AppendJSON(b []byte, value any) []byte {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err) // no value of this package has what JSON has not
	}
	return append(append(b, text...), '\n')
}

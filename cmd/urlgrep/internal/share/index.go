package share

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
)

// A Corpus describes the files of a search.
type Corpus struct {
	Files  int64  `json:"files"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"` // of the names and sizes
}

// A Counter counts the files of a corpus. The zero Counter has none.
type Counter struct {
	files, bytes int64
	sum          hash.Hash
}

// Add adds a file.
func (c *Counter) Add(name string, size int64) {
	if c.sum == nil {
		c.sum = sha256.New()
	}
	fmt.Fprintf(c.sum, "%q %d\n", name, size)
	c.files++
	c.bytes += size
}

// Corpus returns the files that were added.
func (c *Counter) Corpus() Corpus {
	if c.sum == nil {
		c.sum = sha256.New()
	}
	return Corpus{c.files, c.bytes, hex.EncodeToString(c.sum.Sum(nil))}
}

// A Summary is the last line of an index. An index without it is not complete.
type Summary struct {
	Version string `json:"version"` // of the program
	Ranges  int64  `json:"ranges"`
	Errors  int64  `json:"errors,omitempty"` // inputs that could not be surveyed; each is one range
	Corpus
}

// summaryLine is a Summary as a line of JSON.
type summaryLine struct {
	Survey *Summary `json:"survey"`
}

// AppendSummary appends a Summary as a line of an index.
func AppendSummary(b []byte, s *Summary) []byte { return AppendJSON(b, summaryLine{s}) }

// ParseLine parses a line of an index: a Range, or a Summary, which is nil for a Range.
func ParseLine(line []byte) (Range, *Summary, error) {
	var v struct {
		Range
		summaryLine
	}
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		return v.Range, nil, fmt.Errorf("not a range: %w", plain(err))
	}
	if d.More() {
		return v.Range, nil, errors.New("not a range: more than one value in a line")
	}
	if v.Survey != nil {
		return v.Range, v.Survey, nil
	}
	return v.Range, nil, v.Range.Check()
}

// plain returns an error of package json without names of Go.
func plain(err error) error {
	if e := (*json.UnmarshalTypeError)(nil); errors.As(err, &e) {
		key := e.Field[strings.LastIndexByte(e.Field, '.')+1:]
		return fmt.Errorf("the value of %q is a %s", key, e.Value)
	}
	return err
}

// IsIndex reports whether a file that begins with head is an index: its first line is that of one.
func IsIndex(head []byte) bool {
	line, _, ok := bytes.Cut(head, []byte("\n"))
	if !ok {
		return false
	}
	_, _, err := ParseLine(line)
	return err == nil
}

// ReadIndex reads the index in a file of the given version, and calls each for its ranges. An
// index in which inputs could not be surveyed is no error: it has less to say about these.
func ReadIndex(name, version string, each func(*Range)) (s *Summary, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%s: the index cannot be read: %v", name, output.Cause(err)) // the caller names another file
	}
	defer f.Close()
	in := bufio.NewReader(f)
	ranges := int64(0)
	for number := 1; ; number++ {
		line, err := in.ReadBytes('\n')
		switch {
		case err == io.EOF && len(line) == 0 && s != nil && s.Ranges == ranges:
			return s, nil
		case err == io.EOF:
			return nil, fmt.Errorf("%s: the index is damaged: its end is missing", name)
		case err != nil:
			return nil, fmt.Errorf("%s: the index cannot be read: %v", name, output.Cause(err))
		case s != nil:
			return nil, fmt.Errorf("%s: line %d: the index is damaged: text after its end", name, number)
		}
		var r Range
		if r, s, err = ParseLine(line); err != nil {
			return nil, fmt.Errorf("%s: line %d: the index is damaged: %w", name, number, err)
		}
		if s == nil {
			ranges++
			each(&r)
		} else if s.Version != version {
			return nil, fmt.Errorf("%s: the index is of version %s, this is %s", name, s.Version, version)
		}
	}
}

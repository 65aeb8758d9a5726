// Package stats counts what a search finds and skips, and writes the counts for --stats.
//
// A [Summary] holds the counts of a part of the work. Each worker has one, which is added
// to the Summary of the whole program when the worker's results are written.
package stats

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/parse"
)

// A Summary is the counts that --stats reports, for the whole work or a part of it. It
// has a field for each line of the report.
type Summary struct {
	Found                          int64 // URLs
	Files, Messages, Bytes         int64
	Selecting                      bool                     // messages are selected
	selected, undated              int64                    // messages
	kinds                          [extract.Email + 1]int64 // URLs by kind
	rejoined, hyphens              int64                    // URLs
	invalid                        map[parse.Class]int64
	tooLong, attachments, Binaries int64 // skipped
	unresolved, withoutBase        int64 // relative references
	cut                            int64 // URLs with truncated message fields
	Errors                         int64
}

// Add adds the counts of o.
func (s *Summary) Add(o *Summary) {
	s.Found += o.Found
	s.Files += o.Files
	s.Messages += o.Messages
	s.Bytes += o.Bytes
	s.selected += o.selected
	s.undated += o.undated
	for k, n := range o.kinds {
		s.kinds[k] += n
	}
	s.rejoined += o.rejoined
	s.hyphens += o.hyphens
	for class, n := range o.invalid {
		s.Invalid(class, n)
	}
	s.tooLong += o.tooLong
	s.attachments += o.attachments
	s.Binaries += o.Binaries
	s.unresolved += o.unresolved
	s.withoutBase += o.withoutBase
	s.cut += o.cut
	s.Errors += o.Errors
}

// Match counts a match.
func (s *Summary) Match(m *extract.Match) {
	s.kinds[m.Kind]++
	if m.Rejoined {
		s.rejoined++
	}
	if len(m.Alternatives) > 0 {
		s.hyphens++
	}
	var invalid *parse.Error
	if _, err := m.Parse(); errors.As(err, &invalid) {
		s.Invalid(invalid.Class, 1)
	}
}

// Scanned adds the counts of a scan, except those of its matches.
func (s *Summary) Scanned(c extract.Counts, left LeftOut) {
	s.Messages += c.Messages
	s.selected += c.Selected
	s.undated += left.Undated
	s.tooLong += left.TooLong
	s.attachments += left.Attachments
	s.unresolved += left.Unresolved
	s.withoutBase += left.WithoutBase
	s.cut += left.Cut
}

// Invalid counts n URLs that are not valid, for a reason of that class.
func (s *Summary) Invalid(class parse.Class, n int64) {
	if s.invalid == nil {
		s.invalid = make(map[parse.Class]int64)
	}
	s.invalid[class] += n
}

// Take returns the summary, and resets s.
func (s *Summary) Take() Summary {
	sum := *s
	*s = Summary{}
	return sum
}

// Write writes the summary, one number and its label per line, as wc does. A number that
// is part of the number above it is indented. Rare counts are omitted if they are 0.
func (s *Summary) Write(w io.Writer, level parse.Level, took time.Duration) {
	var b strings.Builder
	line := func(n int64, of string) { fmt.Fprintf(&b, "%11d %s\n", n, of) }
	some := func(n int64, of string) {
		if n > 0 {
			line(n, of)
		}
	}
	line(s.Files, "files")
	line(s.Messages, "messages")
	if s.Selecting {
		line(s.selected, "  selected")
	}
	some(s.undated, "  without a valid date, not selected")
	line(s.Bytes, "bytes")
	line(s.Found, "URLs")
	for k, n := range s.kinds {
		some(n, "  "+extract.Kind(k).String())
	}
	some(s.rejoined, "  split across lines and rejoined")
	some(s.hyphens, "  rejoined at a hyphen")
	classes := slices.SortedFunc(maps.Keys(s.invalid), func(a, b parse.Class) int {
		return cmp.Or(cmp.Compare(s.invalid[b], s.invalid[a]), cmp.Compare(a, b))
	})
	var invalid int64
	for _, n := range s.invalid {
		invalid += n
	}
	some(invalid, "not valid at "+level.String())
	for _, class := range classes {
		line(s.invalid[class], "  "+class.String())
	}
	for _, c := range s.skipped() {
		some(c.n, c.noun+"s "+c.reason)
	}
	line(s.Errors, "errors")
	fmt.Fprintf(&b, "%11.3f seconds, %s\n", took.Seconds(), Rate(s.Bytes, took))
	io.WriteString(w, b.String())
}

// A skip is a number of things that were skipped or changed, and the reason.
type skip struct {
	n            int64
	noun, reason string
}

// skipped returns what was skipped.
func (s *Summary) skipped() []skip {
	return []skip{
		{s.tooLong, "URL", "skipped, too long"},
		{s.attachments, "attachment", "skipped, without text"},
		{s.Binaries, "binary file", "skipped"},
		{s.unresolved, "relative reference", "not resolved, base URL too long"},
		{s.withoutBase, "relative reference", "not resolved, no base URL"},
		{s.cut, "URL", "with fields of the message cut, too long"},
	}
}

// Skipped describes what was skipped: each a number, what it counts, and the reason.
func (s *Summary) Skipped() (list []string) {
	for _, c := range s.skipped() {
		if c.n > 0 {
			list = append(list, output.Plural(c.n, c.noun)+" "+c.reason)
		}
	}
	return list
}

// Rate formats a rate in bytes per second.
func Rate(bytes int64, took time.Duration) string {
	return Amount(int64(float64(bytes)/max(took.Seconds(), 1e-9))) + "/s"
}

// Amount formats a number of bytes with a decimal prefix (kB, MB), as is usual for disks
// and networks.
func Amount(n int64) string {
	if n < 1000 {
		return fmt.Sprintf("%d B", n)
	}
	v, prefix := float64(n)/1000, 0
	for v >= 999.95 && prefix < len("kMGTPE")-1 {
		v /= 1000
		prefix++
	}
	return fmt.Sprintf("%.1f %cB", v, "kMGTPE"[prefix])
}

// LeftOut counts the parts of an input that were skipped.
type LeftOut struct {
	TooLong     int64 // URLs
	Broken      int64 // URLs that were not rejoined
	Attachments int64
	Unresolved  int64 // relative references with a base
	WithoutBase int64 // relative references without one
	Cut         int64 // URLs with truncated message fields
	Undated     int64 // messages that are not selected because they have no valid Date
}

// Of returns what c counts. The caller supplies cut and undated.
func Of(c extract.Counts, cut, undated int64) LeftOut {
	return LeftOut{c.Skipped, c.LeftBroken, c.PassedOver, c.Unresolved, c.WithoutBase, cut, undated}
}

// Add adds the counts of o.
func (l *LeftOut) Add(o LeftOut) {
	l.TooLong += o.TooLong
	l.Broken += o.Broken
	l.Attachments += o.Attachments
	l.Unresolved += o.Unresolved
	l.WithoutBase += o.WithoutBase
	l.Cut += o.Cut
	l.Undated += o.Undated
}

package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/parse"
)

// A summary is what --stats tells of a search, or of a section of it.
type summary struct {
	found                          int64 // URLs
	files, messages, bytes         int64
	kinds                          [extract.Email + 1]int64 // of the URLs, if they are wanted
	rejoined, hyphens              int64                    // of them
	invalid                        map[parse.Class]int64
	tooLong, attachments, binaries int64 // passed over
	unresolved                     int64 // references
	cut                            int64 // URLs, of the fields that come with them
	errors                         int64
}

// add adds what was summed up elsewhere.
func (s *summary) add(o *summary) {
	s.found += o.found
	s.files += o.files
	s.messages += o.messages
	s.bytes += o.bytes
	for k, n := range o.kinds {
		s.kinds[k] += n
	}
	s.rejoined += o.rejoined
	s.hyphens += o.hyphens
	for class, n := range o.invalid {
		s.invalidate(class, n)
	}
	s.tooLong += o.tooLong
	s.attachments += o.attachments
	s.binaries += o.binaries
	s.unresolved += o.unresolved
	s.cut += o.cut
	s.errors += o.errors
}

// match adds a match.
func (s *summary) match(m *extract.Match) {
	s.kinds[m.Kind]++
	if m.Rejoined {
		s.rejoined++
	}
	if len(m.Alternatives) > 0 {
		s.hyphens++
	}
	if m.Err != nil {
		s.invalidate(m.Err.(*parse.Error).Class, 1)
	}
}

// scanned adds what a scanner has read, but for its matches.
func (s *summary) scanned(sc *extract.Scanner, left leftOut) {
	s.messages += int64(sc.Messages())
	s.tooLong += left.tooLong
	s.attachments += left.attachments
	s.unresolved += left.unresolved
	s.cut += left.cut
}

func (s *summary) invalidate(class parse.Class, n int64) {
	if s.invalid == nil {
		s.invalid = make(map[parse.Class]int64)
	}
	s.invalid[class] += n
}

// take returns the summary, and begins another.
func (s *summary) take() summary {
	sum := *s
	*s = summary{}
	return sum
}

// write writes the summary: a number a line and what it is of, as wc does. What is a
// part of the number above is set in. Of what there seldom is, nothing is said where
// there is none.
func (s *summary) write(w io.Writer, level parse.Level, took time.Duration) {
	var b strings.Builder
	line := func(n int64, of string) { fmt.Fprintf(&b, "%11d %s\n", n, of) }
	some := func(n int64, of string) {
		if n > 0 {
			line(n, of)
		}
	}
	line(s.files, "files")
	line(s.messages, "messages")
	line(s.bytes, "bytes")
	line(s.found, "URLs")
	for k, n := range s.kinds {
		some(n, "  "+extract.Kind(k).String())
	}
	some(s.rejoined, "  broken over lines, and rejoined")
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
	some(s.tooLong, "URLs passed over, too long")
	some(s.attachments, "attachments passed over, without text")
	some(s.binaries, "binary files passed over")
	some(s.unresolved, "relative references not resolved, their base too long")
	some(s.cut, "URLs with the fields of their message cut, too long")
	line(s.errors, "errors")
	fmt.Fprintf(&b, "%11.3f seconds, %s\n", took.Seconds(), rate(s.bytes, took))
	io.WriteString(w, b.String())
}

// rate says how many bytes come in a second.
func rate(bytes int64, took time.Duration) string {
	return amount(int64(float64(bytes)/max(took.Seconds(), 1e-9))) + "/s"
}

// amount writes a number of bytes with a decimal prefix, as disks and networks are
// measured.
func amount(n int64) string {
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

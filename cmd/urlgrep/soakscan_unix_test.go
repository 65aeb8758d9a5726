//go:build unix

package main

import (
	"bytes"
	"cmp"
	"fmt"
	"hash/fnv"
	"io"
	"reflect"
	"slices"
	"sync"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/extract/documents"
	"github.com/urlgrep/urlgrep/parse"
)

// A scan is the complete result of package extract for a text.
type scan struct {
	Matches         []extract.Match
	Notes           []extract.Note
	Lines, Rejected uint64 // hashes
	extract.Counts
	Err error
}

// scanned scans r. If another is not nil, the Scanner first scans a part of that text.
func scanned(r io.Reader, o extract.Options, another io.Reader) *scan {
	found := new(scan)
	lines, rejected := fnv.New64a(), fnv.New64a()
	o.Note = func(n extract.Note) { found.Notes = append(found.Notes, n) }
	o.Reject = func(_ *extract.Match, e *parse.Error) { fmt.Fprintln(rejected, e.Class, e.Offset) }
	if o.Line != nil {
		o.Line = func(l *extract.Line) bool {
			fmt.Fprintf(lines, "%q %v %v %v %v %v %d %d\n", l.Text, l.URLs, l.Joined, l.First, l.CutBefore, l.CutAfter, l.Offset, l.Number)
			return true
		}
	}
	s := extract.NewScanner(cmp.Or(another, r), &o)
	if another != nil {
		for range 100 {
			s.Scan()
		}
		*found = scan{}
		lines.Reset()
		rejected.Reset()
		s.Reset(r)
	}
	for s.Scan() {
		s.Mark()
		found.Matches = append(found.Matches, s.Match())
	}
	found.Lines, found.Rejected = lines.Sum64(), rejected.Sum64()
	found.Counts, found.Err = s.Counts(), s.Err()
	return found
}

// scanOptions returns random options of package extract.
func (s *soaker) scanOptions() extract.Options {
	some := func(n int) int { // 0, which is the default, or up to n
		return s.IntN(2) * s.IntN(n)
	}
	o := extract.Options{
		Input: extract.Input(some(int(extract.InputHTML) + 1)), Charset: []string{"", "koi8-r", "iso-2022-jp", "utf-8"}[some(4)],
		Kinds: s.kinds(some(1 << (extract.Email + 1))), Level: parse.Level(s.IntN(int(parse.RFC1738) + 1)), Validity: extract.Validity(some(3)),
		Rejoin: []extract.Rejoin{extract.RejoinNone, extract.RejoinWrapped, extract.RejoinHyphen, extract.RejoinWide, extract.RejoinBlanks, extract.RejoinWide | extract.RejoinBlanks}[s.IntN(6)], DropHyphens: s.IntN(2) == 1, Refang: s.chance(20),
		SkipQuoted: s.chance(10), SkipSignatures: s.chance(10), AllParts: s.chance(30), MaxURL: some(400), MaxLines: some(10), SkipPlaces: s.chance(20),
		Documents: []*extract.Documents{nil, documents.Of(), documents.All(), documents.All()}[s.IntN(4)],
		Limits: extract.Limits{
			Depth: some(4), Parts: some(6), Header: some(2000), Field: some(300), Word: some(80), Paragraph: some(500), Tag: some(200), Encoded: some(3),
		},
	}
	if s.chance(20) {
		o.Schemes, _ = extract.ParseSchemes("+data,cid,-ftp")
	}
	s.options[fmt.Sprintf("%+v", o)] = true
	if s.chance(20) {
		o.Line = func(*extract.Line) bool { return true }
	}
	return o
}

// kinds returns the kinds whose bits are set.
func (s *soaker) kinds(bits int) (set []extract.Kind) {
	for k := extract.Wrapped; k <= extract.Email; k++ {
		if bits>>k&1 != 0 {
			set = append(set, k)
		}
	}
	return set
}

// library scans a text in several goroutines at the same time, with the same options.
func (s *soaker) library() int64 {
	data, o := s.slice(maxSlice), s.scanOptions()
	want := scanned(bytes.NewReader(data), o, nil)
	s.matches += int64(len(want.Matches))
	s.inOrder(want, data, &o)
	var work sync.WaitGroup
	got := make([]*scan, 1+s.IntN(3))
	for i := range got {
		r, another := s.chop(data), io.Reader(nil)
		if s.chance(30) {
			another = s.chop(s.slice(10_000))
		}
		work.Go(func() { got[i] = scanned(r, o, another) })
	}
	work.Wait()
	for _, g := range got {
		if !reflect.DeepEqual(g, want) {
			i := 0
			for i < min(len(g.Matches), len(want.Matches)) && reflect.DeepEqual(g.Matches[i], want.Matches[i]) {
				i++
			}
			s.same(fmt.Sprintf("%d bytes, %+v", len(data), o), g.describe(i), want.describe(i))
		}
	}
	return int64(len(data)) * int64(len(got))
}

// describe formats the scan, with only the i-th of its matches.
func (s *scan) describe(i int) string {
	rest := *s
	rest.Matches = rest.Matches[i:min(i+1, len(rest.Matches))]
	return fmt.Sprintf("%d matches, number %d of: %+v", len(s.Matches), i, rest)
}

// inOrder checks the properties that hold for all matches.
func (s *soaker) inOrder(found *scan, data []byte, o *extract.Options) {
	at, line, counted := int64(0), int64(1), int64(0)
	for _, m := range found.Matches {
		if m.Offset < at || m.End <= m.Offset || m.End > int64(len(data)) {
			s.same("places", fmt.Sprintf("%d-%d", m.Offset, m.End), fmt.Sprintf("from %d in %d", at, len(data)))
			return
		}
		line += int64(bytes.Count(data[counted:m.Offset], []byte("\n")))
		at, counted = m.End, m.Offset
		if m.Line != line && !o.SkipPlaces {
			s.same("line", fmt.Sprint(m.Line), fmt.Sprint(line))
			return
		}
	}
	if !slices.IsSortedFunc(found.Notes, func(a, b extract.Note) int { return int(a.Offset - b.Offset) }) {
		s.same("notes", fmt.Sprint(found.Notes), "in order")
	}
}

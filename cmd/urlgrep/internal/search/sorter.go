package search

import (
	"cmp"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/extsort"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
)

// A sorter sorts the results of a search. The workers write records to in, by sink.Sorted. As
// their output is written in the order of the inputs, the order of records with the same key
// does not depend on the number of workers.
type sorter struct {
	in     *output.Output
	sorter *extsort.Sorter
	out    *output.Output
}

// DefaultSortMemory is the number of bytes of results that are sorted in memory. More are
// sorted in temporary files.
const DefaultSortMemory = 64 << 20

// newSorter returns a sorter that prints to out.
func newSorter(o *Options, out *output.Output) *sorter {
	s := &sorter{sorter: extsort.New(o.Sort.Compare, cmp.Or(o.SortMemory, DefaultSortMemory)), out: out}
	const size = 64 << 10
	s.in = out.Through(s.sorter, size)
	s.in.LineBuffered = false
	return s
}

// print prints the results until stop returns true. It returns the error of a temporary file;
// the results found before it are printed.
func (s *sorter) print(stop func() bool) error {
	defer s.sorter.Close()
	s.in.Flush()
	err := s.sorter.Sorted(func(text []byte) bool {
		s.out.WriteShown(text)
		return s.out.Err() == nil && !stop()
	})
	if s.in.Err() != nil {
		err = s.in.Err()
	}
	return err
}

// printSorted prints the results in order, if they are sorted. A signal during that ends it.
func (s *Search) printSorted() {
	if s.sorter == nil {
		return
	}
	before := s.Interrupted()
	if err := s.sorter.print(func() bool { return s.Interrupted() && !before }); err != nil {
		s.log.Print("--sort", err.Error())
		s.result.failed = true
	}
}

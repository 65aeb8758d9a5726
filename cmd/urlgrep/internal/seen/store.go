package seen

import (
	"iter"
	"slices"

	"github.com/urlgrep/urlgrep/internal/tempfile"
)

// maxRuns is the number of runs of a level that are merged. With more runs, it takes longer to
// find a sum; with fewer, each sum is written more often.
const maxRuns = 4

// A store is a set of sums in runs. No two runs have a sum in common.
type store struct {
	levels [][]*run
	filter filter // of all sums; nil before the first run
	recent []sum  // sums that were found in runs, each at the place that its hash selects
	page   []byte // for run.has
	memory int    // bytes of memory of the Set
	create func() (file, error)
}

// newStore returns an empty store for a Set that uses that many bytes of memory.
func newStore(memory int) store {
	create := func() (file, error) { return tempfile.New() }
	return store{memory: memory, create: create}
}

// has reports whether k is in a run. After an error of a run, k may be in it.
func (s *store) has(k sum) (found bool, err error) {
	if len(s.levels) == 0 || !s.filter.admits(k) {
		return false, nil
	}
	recent := &s.recent[share(k.lo, len(s.recent))]
	if *recent == k {
		return true, nil
	}
	for _, level := range slices.Backward(s.levels) { // a run of a higher level has more sums
		for _, r := range level {
			found, failed := r.has(k, s.page)
			if found {
				*recent = k
				return true, nil
			}
			if failed != nil {
				err = failed
			}
		}
	}
	return false, err
}

// add adds sums, which are sorted, as a run of level 0. After an error, they are not in the
// store.
func (s *store) add(sums iter.Seq[sum]) error {
	if s.filter == nil {
		s.filter = make(filter, max(1, s.memory*5/8/blockSize))
		s.recent = make([]sum, max(1, s.memory/8/sumSize))
		s.page = make([]byte, pageSize)
	}
	r, err := s.write(sums)
	if err != nil {
		return err
	}
	for k := range sums {
		s.filter.add(k)
	}
	s.put(r, 0)
	return nil
}

// merge merges the runs of each level that has maxRuns of them. After an error, the store has
// the same sums.
func (s *store) merge() error {
	for i := 0; i < len(s.levels) && len(s.levels[i]) >= maxRuns; i++ {
		from := newMerger(s.levels[i])
		r, err := s.write(from.all())
		if err != nil {
			return err
		}
		if from.err != nil {
			r.file.Close()
			return from.err
		}
		closeAll(s.levels[i])
		s.levels[i] = nil
		s.put(r, i+1)
	}
	return nil
}

// write writes sums to a new file.
func (s *store) write(sums iter.Seq[sum]) (*run, error) {
	f, err := s.create()
	if err != nil {
		return nil, err
	}
	r, err := writeRun(f, sums)
	if err != nil {
		f.Close()
		return nil, err
	}
	return r, nil
}

// put adds a run to a level, which may be one above the highest.
func (s *store) put(r *run, level int) {
	if level == len(s.levels) {
		s.levels = append(s.levels, nil)
	}
	s.levels[level] = append(s.levels[level], r)
}

// reset removes all sums and all files.
func (s *store) reset() {
	if len(s.levels) == 0 {
		return
	}
	for _, level := range s.levels {
		closeAll(level)
	}
	s.levels = nil
	clear(s.filter)
	clear(s.recent)
}

func closeAll(runs []*run) {
	for _, r := range runs {
		r.file.Close()
	}
}

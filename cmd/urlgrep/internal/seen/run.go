package seen

import (
	"bufio"
	"encoding/binary"
	"io"
	"iter"
	"sort"
)

// A file is a temporary file with a run.
type file interface {
	io.Writer
	io.ReaderAt
	io.Closer
}

const (
	bucketBits = 12
	buckets    = 1 << bucketBits
	bufferSize = 64 << 10 // of a run that is written or merged, in bytes
	pageSize   = 4 << 10  // of the parts of a run in which a sum is looked for
)

// A run is a sorted list of sums in a file. The sums with the same first bits are a bucket.
type run struct {
	file  file
	index [buckets + 1]int64 // number of sums before each bucket; the last is that of all sums
}

// writeRun writes sums, which are sorted, to a file.
func writeRun(f file, sums iter.Seq[sum]) (*run, error) {
	r := &run{file: f}
	w := bufio.NewWriterSize(f, bufferSize)
	n, bucket := int64(0), 0
	for k := range sums {
		for ; bucket < int(k.hi>>(64-bucketBits)); bucket++ {
			r.index[bucket+1] = n
		}
		b := binary.BigEndian.AppendUint64(w.AvailableBuffer(), k.hi)
		if _, err := w.Write(binary.BigEndian.AppendUint64(b, k.lo)); err != nil {
			return nil, err
		}
		n++
	}
	for ; bucket < buckets; bucket++ {
		r.index[bucket+1] = n
	}
	return r, w.Flush()
}

// sumAt returns a sum in a part of a file.
func sumAt(part []byte, i int) sum {
	b := part[i*sumSize:]
	return sum{binary.BigEndian.Uint64(b), binary.BigEndian.Uint64(b[8:])}
}

// len returns the number of sums.
func (r *run) len() int64 { return r.index[buckets] }

// read fills part with sums, from the one with index at on.
func (r *run) read(part []byte, at int64) error {
	_, err := r.file.ReadAt(part, at*sumSize)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// has reports whether k is in the run. It reads to page the part of the bucket where k would be
// if the sums had equal distances, and another part if k is not in the range of that. Nearly
// always one part is enough: the place of a sum among 10,000 random sums has a standard deviation
// of at most 50, and a page has 256 sums.
func (r *run) has(k sum, page []byte) (bool, error) {
	bucket := k.hi >> (64 - bucketBits)
	lo, hi := r.index[bucket], r.index[bucket+1] // if k is in the run, it is from lo on, before hi
	least := bucket << (64 - bucketBits)         // the hi of these sums is not less
	most := least | (1<<(64-bucketBits) - 1)     // and not more
	for lo < hi {
		at := lo + int64(float64(hi-lo)*(float64(k.hi-least)/(float64(most-least)+1)))
		n := min(int64(len(page)/sumSize), hi-lo)
		at = min(max(at-n/2, lo), hi-n)
		part := page[:n*sumSize]
		if err := r.read(part, at); err != nil {
			return false, err
		}
		first, last := sumAt(part, 0), sumAt(part, int(n-1))
		switch {
		case k.less(first):
			hi, most = at, first.hi
		case last.less(k):
			lo, least = at+n, last.hi
		default:
			i := sort.Search(int(n), func(i int) bool { return !sumAt(part, i).less(k) })
			return sumAt(part, i) == k, nil
		}
	}
	return false, nil
}

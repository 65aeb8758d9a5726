package collect

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report"
)

// A sum is a hash of a value: the beginning of its SHA-256. Values with the same sum count as
// one. No input can be made that has many of them, and the figures are the same in each run.
type sum [16]byte

func sumOf(value string) (s sum) {
	all := sha256.Sum256([]byte(value))
	copy(s[:], all[:])
	return s
}

// bits returns the first 64 bits.
func (s sum) bits() uint64 { return binary.BigEndian.Uint64(s[:]) }

// A distinct counts different values. The number is exact up to a limit, and an estimate of a
// sketch above it.
type distinct struct {
	most   int              // the limit
	values map[sum]struct{} // nil above the limit
	sketch sketch
}

func newDistinct(most int) *distinct {
	return &distinct{most: most, values: make(map[sum]struct{})}
}

// add counts a value, if it has not been added before.
func (d *distinct) add(s sum) {
	if d.values == nil {
		d.sketch.add(s)
		return
	}
	if _, ok := d.values[s]; ok {
		return
	}
	d.sketch.add(s)
	d.values[s] = struct{}{}
	if len(d.values) > d.most {
		d.values = nil
	}
}

// figure returns the number of different values.
func (d *distinct) figure() report.Figure {
	if d.values == nil {
		return report.Figure{N: d.sketch.estimate(), Estimate: true}
	}
	return report.Figure{N: int64(len(d.values)), Estimate: false}
}

// A sketch estimates the number of different values: HyperLogLog (Flajolet and others, 2007)
// with hashes of 64 bits and the improved raw estimator of Ertl, "New cardinality estimation
// algorithms for HyperLogLog sketches" (2017), algorithm 6, which is not biased for any number.
// The standard error is 0.81 %.
type sketch struct{ registers [1 << sketchBits]uint8 }

const (
	sketchBits = 14
	maxRank    = 64 - sketchBits + 1
)

func (h *sketch) add(s sum) {
	hash := s.bits()
	i := hash >> (64 - sketchBits)
	rank := uint8(bits.LeadingZeros64(hash<<sketchBits|1<<(sketchBits-1)) + 1)
	h.registers[i] = max(h.registers[i], rank)
}

func (h *sketch) estimate() int64 {
	const m = float64(len(h.registers))
	var count [maxRank + 1]float64 // of registers with a rank
	for _, rank := range h.registers {
		count[rank]++
	}
	z := m * tau(1-count[maxRank]/m)
	for k := maxRank - 1; k > 0; k-- {
		z = (z + count[k]) / 2
	}
	z += m * sigma(count[0]/m)
	return int64(math.Round(m * m / (2 * math.Ln2 * z)))
}

// sigma corrects for registers of rank 0.
func sigma(x float64) float64 {
	if x == 1 {
		return math.Inf(1)
	}
	sum, y := x, 1.0
	for last := -1.0; sum != last; y += y {
		last = sum
		x *= x
		sum += x * y
	}
	return sum
}

// tau corrects for registers of the highest rank.
func tau(x float64) float64 {
	if x == 0 || x == 1 {
		return 0
	}
	sum, y := 1-x, 1.0
	for last := -1.0; sum != last; {
		last = sum
		x = math.Sqrt(x)
		y /= 2
		sum -= (1 - x) * (1 - x) * y
	}
	return sum / 3
}

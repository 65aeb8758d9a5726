//go:build unix

package main

import (
	octets "encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
	corpus "github.com/urlgrep/urlgrep/internal/testing/hostile"
)

// counted are the packages in which blocks of code are counted: those of the program,
// and of what it uses those that read text of the input.
const counted = "github.com/urlgrep/urlgrep/...,golang.org/x/net/idna,golang.org/x/text/...," +
	"regexp,regexp/syntax,text/template,encoding/json"

// TestLinear: the program runs as many blocks of code for each byte of a hostile text,
// whatever its length and the options. Unlike time, that is the same each time. What a
// single call of the runtime copies or looks for is not counted, however much it is:
// BenchmarkLinear has that. Both texts are shorter than the longest URL, so that one URL
// may be all of them. The longer one may be looked at several times, as it comes in
// several reads, but not as often as it is longer, and little work may grow more.
//
// Each text is read with one of optionSets in turn, and those that make much work for
// JSON with that as well; with URLGREP_TEST=long each with all. Less than
// URLGREP_TEST=thorough reads every third text.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes half a minute")
	}
	const size, times, most, little = 12 << 10, 8, 5, 25
	dir := t.TempDir()
	program := filepath.Join(dir, "urlgrep")
	build := exec.Command("go", "build", "-pgo=off", "-cover", "-covermode=count", "-coverpkg="+counted, "-o", program, ".")
	if text, err := build.CombinedOutput(); err != nil {
		t.Skipf("it cannot be built with counters: %v\n%s", err, text)
	}
	sets := optionSets()
	costly := []string{"long URLs", "bases", "messages repeated"}
	turn := 0
	for _, g := range corpus.Groups() {
		for _, text := range g.Texts {
			if turn++; turn%3 != 0 && effort.Get() < effort.Thorough {
				continue
			}
			for i, set := range sets {
				json := len(set) > 0 && set[0] == "--json" && slices.Contains(costly, g.Name)
				if effort.Get() < effort.Long && i != turn%len(sets) && !json {
					continue
				}
				args := slices.Concat([]string{"-j1", "--input=" + g.Input}, set)
				var n [2]uint64
				for i, size := range []int64{size, times * size} {
					cmd := exec.Command(program, args...)
					cmd.Stdin = text.Reader(size)
					n[i] = blocksRun(t, dir, cmd)
				}
				if n[1] > times*(most*n[0]+little*size) {
					t.Errorf("%s, %q: %d blocks for %d bytes, %d for %d", text.Name, args, n[0], size, n[1], times*size)
				}
			}
		}
	}
}

// blocksRun returns how many blocks of code a command runs that is built with counters,
// which it leaves in dir.
func blocksRun(t *testing.T, dir string, cmd *exec.Cmd) (n uint64) {
	t.Helper()
	counters := filepath.Join(dir, "covcounters.*")
	old, _ := filepath.Glob(counters)
	for _, name := range old {
		os.Remove(name)
	}
	cmd.Env = append(os.Environ(), "GOCOVERDIR="+dir)
	cmd.Run() // that it finds nothing is no error
	files, _ := filepath.Glob(counters)
	if len(files) != 1 {
		t.Fatalf("%q leaves %d files of counters", cmd.Args, len(files))
	}
	b, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	n, ok := sumOfCounters(b)
	if !ok {
		t.Skip("the counters of this Go have another format")
	}
	return n
}

// sumOfCounters returns the sum of the counters in a file as Go's package
// internal/coverage/encodecounter writes it: a header, that of a segment, texts, and for
// each function how many counters it has, its package, its number and the counters.
func sumOfCounters(b []byte) (sum uint64, ok bool) {
	const (
		magic   = "\x00\x63\x77\x6d"
		flavour = 24 // the place of what says how numbers are written
		uleb128 = 2
		header  = 32
		segment = 16 // the number of functions, and the lengths of two texts
	)
	if len(b) < header+segment || string(b[:len(magic)]) != magic || b[flavour] != uleb128 {
		return 0, false
	}
	functions := octets.LittleEndian.Uint64(b[header:])
	texts := int(octets.LittleEndian.Uint32(b[header+8:])) + int(octets.LittleEndian.Uint32(b[header+12:]))
	b = b[min((header+segment+texts+3)&^3, len(b)):]
	next := func() uint64 {
		v, n := octets.Uvarint(b)
		b = b[max(n, 0):]
		ok = ok && n > 0
		return v
	}
	ok = true
	for ; ok && functions > 0; functions-- {
		counters := next()
		next()
		next()
		for ; ok && counters > 0; counters-- {
			sum += next()
		}
	}
	return sum, ok
}

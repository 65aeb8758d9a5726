//go:build unix

package main

import (
	octets "encoding/binary"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
	corpus "github.com/urlgrep/urlgrep/internal/testing/hostile"
)

// counted are the packages whose blocks of code are counted: those of the program, and
// the packages it uses that read text of the input.
const counted = "github.com/urlgrep/urlgrep/...,golang.org/x/net/idna,golang.org/x/text/...," +
	"regexp,regexp/syntax,text/template,encoding/json"

// TestLinear checks that the program runs the same number of blocks of code per byte of a
// hostile text, for any length and all options. Unlike time, this number is the same in
// each run, if the reads are the same. The number does not include the work of a single call
// of the runtime that copies or searches memory; BenchmarkLinear includes that. Both texts are
// shorter than the longest URL, so that one URL may be the whole text. As the longer text
// comes in several reads, it may be scanned several times, but not in proportion to its
// length, and small amounts of work may grow more.
//
// The longer text is also read in small pieces. A candidate that each piece could have ended
// is examined again after each, until each byte has been read 16 times: see window.spend in
// package extract. So the work is a bounded multiple of that for the text from a file, and does
// not grow with the number of pieces.
//
// Each text is read with one of optionSets in turn, and also with the set for JSON if it
// causes much work there; with URLGREP_TEST=long with all sets. Below
// URLGREP_TEST=thorough the test is skipped, as it builds a program with counters.
func TestLinear(t *testing.T) {
	if effort.Get() < effort.Thorough {
		t.Skip("it takes a minute: set URLGREP_TEST=thorough")
	}
	const size, times, most, little = 12 << 10, 8, 5, 25
	const rereads = 18 // maxRereads of package extract, the first read, and those while the window doubles
	dir := t.TempDir()
	program := filepath.Join(dir, "urlgrep")
	build := exec.Command("go", "build", "-pgo=off", "-buildvcs=false", "-cover", "-covermode=count", "-coverpkg="+counted, "-o", program, ".")
	if text, err := build.CombinedOutput(); err != nil {
		t.Skipf("it cannot be built with counters: %v\n%s", err, text)
	}
	sets := optionSets()
	costly := []string{"long URLs", "bases", "messages repeated", "labels"}
	turn := 0
	for _, g := range corpus.Groups() {
		for _, text := range g.Texts {
			turn++
			for i, set := range sets {
				json := len(set) > 0 && set[0] == "--json" && slices.Contains(costly, g.Name)
				if effort.Get() < effort.Long && i != turn%len(sets) && !json {
					continue
				}
				args := slices.Concat([]string{"-j1", "--input=" + g.Input}, set)
				var n [2]uint64
				for i, size := range []int64{size, times * size} {
					n[i] = blocksRun(t, dir, exec.Command(program, args...), inFile(t, dir, text.Reader(size)))
				}
				if n[1] > times*(most*n[0]+little*size) {
					t.Errorf("%s, %q: %d blocks for %d bytes, %d for %d", text.Name, args, n[0], size, n[1], times*size)
				}
				if in := inPieces(t, text.Reader(times*size)); in != nil {
					if n, most := blocksRun(t, dir, exec.Command(program, args...), in), rereads*n[1]+little*times*size; n > most {
						t.Errorf("%s, %q: %d blocks for %d bytes in pieces, want %d at most", text.Name, args, n, times*size, most)
					}
				}
			}
		}
	}
}

// inFile returns a file that contains the text of r.
func inFile(t *testing.T, dir string, r io.Reader) *os.File {
	t.Helper()
	f, err := os.Create(filepath.Join(dir, "input"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(f, r); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	return f
}

// inPieces returns a socket from which each read returns the next 256 bytes of r, even if more
// bytes have been written. Reads of a pipe would have other lengths in each run. inPieces
// returns nil on systems without such sockets, such as macOS.
func inPieces(t *testing.T, r io.Reader) *os.File {
	t.Helper()
	syscall.ForkLock.RLock()
	fd, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_SEQPACKET, 0)
	if err == nil {
		syscall.CloseOnExec(fd[0])
		syscall.CloseOnExec(fd[1])
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil
	}
	in, out := os.NewFile(uintptr(fd[0]), "input"), os.NewFile(uintptr(fd[1]), "output")
	go func() {
		defer out.Close()
		var piece [256]byte
		for {
			n, err := io.ReadFull(r, piece[:])
			if n == 0 {
				return
			}
			if _, failed := out.Write(piece[:n]); failed != nil || err != nil {
				return // the program may end before it has read everything
			}
		}
	}()
	return in
}

// blocksRun returns the number of blocks of code that a command runs for an input, which it
// closes. The command must be built with coverage counters, which it writes to dir.
func blocksRun(t *testing.T, dir string, cmd *exec.Cmd, input *os.File) (n uint64) {
	t.Helper()
	defer input.Close()
	cmd.Stdin = input
	counters := filepath.Join(dir, "covcounters.*")
	old, _ := filepath.Glob(counters)
	for _, name := range old {
		os.Remove(name)
	}
	cmd.Env = append(os.Environ(), "GOCOVERDIR="+dir)
	cmd.Run() // an exit status of 1 is not an error
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

// sumOfCounters returns the sum of the counters in a file in the format of Go's package
// internal/coverage/encodecounter: a header, the header of a segment, strings, and for
// each function the number of its counters, its package, its number and the counters.
func sumOfCounters(b []byte) (sum uint64, ok bool) {
	const (
		magic   = "\x00\x63\x77\x6d"
		flavour = 24 // offset of the byte that selects the encoding of numbers
		uleb128 = 2
		header  = 32
		segment = 16 // number of functions, and lengths of two strings
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

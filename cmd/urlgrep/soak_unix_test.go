//go:build unix

package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/unpack"
)

var soak = flag.Duration("soak", 0, "how long TestSoak runs, on its corpora and the directories named")

const (
	soakLimit    = "131072"         // data limit of the program in KiB; Go's heap first asks for 64 MiB
	soakPatience = 10 * time.Minute // for one round, which normally takes seconds
	maxSlice     = 4 << 20          // maximum number of bytes of a text to scan at a time, in most rounds
)

// TestSoak scans all the corpora that it finds, for the time that -soak specifies.
// Without -soak it is skipped:
//
//	go test -race -run TestSoak -timeout 0 -v ./cmd/urlgrep -args -soak 45m [DIR]...
//
// Each round scans an input twice: first by one goroutine, all at once; then in reads of
// random lengths, by several goroutines, or by workers in random ranges. Both scans must
// have the same result. In some rounds the second scan is a process of its own, built
// without the race detector, with a limit on its memory.
//
// Each round has a number as its seed. URLGREP_TEST_SEED=N begins with the number that a
// failure printed.
func TestSoak(t *testing.T) {
	if *soak == 0 {
		t.Skip("takes as long as you like: -args -soak 45m")
	}
	s := newSoaker(t, append([]string{"../../testdata", "../../extract/testdata"}, flag.Args()...))
	kinds := []struct {
		name  string
		round func() (bytes int64)
	}{
		{"library", s.library}, {"library", s.library}, {"pipe", s.pipe}, {"workers", s.workers}, {"process", s.process},
	}
	rounds, read := map[string]int{}, map[string]int64{}
	began := time.Now()
	for told := began; time.Since(began) < *soak && s.failures < 10; s.seed++ {
		s.Rand = rand.New(rand.NewPCG(s.seed, 1738))
		late := time.AfterFunc(soakPatience, func() { panic(fmt.Sprintf("URLGREP_TEST_SEED=%d: it hangs", s.seed)) })
		kind := kinds[s.IntN(len(kinds))]
		n := kind.round()
		late.Stop()
		rounds[kind.name]++
		read[kind.name] += n
		if time.Since(told) > 5*time.Minute {
			told = time.Now()
			t.Logf("%v: %v", time.Since(began).Round(time.Second), rounds)
		}
	}
	for name, n := range rounds {
		t.Logf("%s: %d rounds, %d MB compared", name, n, read[name]/1e6)
	}
	t.Logf("%d texts, %d sets of options, %d matches of the library, %d MB of results, %d command lines that make no sense",
		len(s.files), len(s.options), s.matches, s.results/1e6, s.void)
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err == nil {
		t.Logf("%d is the most memory of the test, in the system's unit", usage.Maxrss)
	}
}

// A soaker holds the state of TestSoak.
type soaker struct {
	*testing.T
	*rand.Rand
	seed     uint64
	dir      string // directory of the inputs and the program
	files    []text
	plain    int64 // bytes of the texts that are not packed
	failures int

	options                map[string]bool // options that have been tried
	matches, results, void int64
}

// A text is a file of a corpus, unchanged or unpacked.
type text struct {
	path   string
	size   int64
	packed bool
}

func newSoaker(t *testing.T, dirs []string) *soaker {
	s := &soaker{T: t, seed: uint64(time.Now().UnixNano()), dir: t.TempDir(), options: map[string]bool{}}
	if n, err := strconv.ParseUint(os.Getenv("URLGREP_TEST_SEED"), 10, 64); err == nil {
		s.seed = n
	}
	t.Logf("URLGREP_TEST_SEED=%d", s.seed)
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !entry.Type().IsRegular() {
				return err
			}
			return s.addFile(path)
		})
		switch {
		case errors.Is(err, fs.ErrNotExist):
			t.Log(dir, "is not here")
		case err != nil:
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", "-o", s.program(), ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return s
}

// addFile adds a file, and the files packed in it.
func (s *soaker) addFile(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	own := text{path: path, size: info.Size()}
	unpack.New(unpack.Limits{}).Walk("", f, io.NewSectionReader(f, 0, info.Size()), func(_ string, r io.Reader) bool {
		name := filepath.Join(s.dir, strconv.Itoa(len(s.files)))
		var to *os.File
		if to, err = os.Create(name); err != nil {
			return false
		}
		defer to.Close()
		if size, _ := io.Copy(to, r); size != own.size { // as much as can be unpacked
			own.packed = true
			s.add(text{path: name, size: size})
		}
		return true
	})
	s.add(own)
	return err
}

func (s *soaker) add(file text) {
	s.files = append(s.files, file)
	if !file.packed {
		s.plain += file.size
	}
}

func (s *soaker) program() string { return filepath.Join(s.dir, "urlgrep") }

func (s *soaker) chance(percent int) bool { return s.IntN(100) < percent }

// file returns a random file: one of the many small ones, or the one that contains a
// random byte of all files. Unpacking the large ones again takes most of a minute with
// the race detector.
func (s *soaker) file() text {
	if s.chance(50) {
		return s.files[s.IntN(len(s.files))]
	}
	at := s.Int64N(s.plain)
	for _, f := range s.files {
		if f.packed {
			continue
		}
		if at -= f.size; at < 0 {
			return f
		}
	}
	panic("they are of that size together")
}

// slice returns a file, or a random part of it.
func (s *soaker) slice(most int64) []byte {
	file := s.file()
	n := min(file.size, most)
	if s.chance(50) {
		n = min(n, 1<<(4+s.IntN(18)))
	}
	data := make([]byte, n)
	f, err := os.Open(file.path)
	if err != nil {
		s.Fatal(err)
	}
	defer f.Close()
	if _, err := f.ReadAt(data, s.Int64N(file.size-n+1)); err != nil && err != io.EOF {
		s.Fatal(err)
	}
	return data
}

// A choppy reader returns at most most bytes at a time, sometimes none. It returns io.EOF
// with the last bytes or after them.
type choppy struct {
	r    *bytes.Reader
	rnd  *rand.Rand
	most int
}

func (c *choppy) Read(p []byte) (int, error) {
	n, err := c.r.Read(p[:min(len(p), c.rnd.IntN(c.most+1))])
	if err == nil && c.r.Len() == 0 && c.rnd.IntN(2) == 0 {
		err = io.EOF
	}
	return n, err
}

// chop returns a choppy reader of data. Only short texts get short reads.
func (s *soaker) chop(data []byte) io.Reader {
	lengths := []int{7, 70, 1000, 5000, 70_000, 200_000}
	if len(data) > 200_000 {
		lengths = lengths[2:]
	}
	rnd := rand.New(rand.NewPCG(s.Uint64(), 1738))
	return &choppy{bytes.NewReader(data), rnd, lengths[s.IntN(len(lengths))]}
}

// ways are options that can be combined with any others.
var ways = []string{
	"--input=text", "--input=mail", "--input=mbox", "--input=html", "-a", "--all-parts", "--skip=documents", "--schemeless", "--email", "--refang",
	"--rejoin=none", "--rejoin=wrapped", "--rejoin=wide", "--hyphen=drop", "--hyphen=both", "--level=rfc1738", "--level=rfc3986",
	"--charset=koi8-r", "--charset=iso-2022-jp", "--limit=url=200", "--limit=lines=3", "--kind=wrapped,bare,attribute", "--scheme=+data,cid",
	"--limit=depth=2,parts=3,header=500,field=100", "--limit=word=30,paragraph=200,tag=50,encoded=1",
	"--unquoted", "--no-signature", "--verbose", "--defang", "--stats", "--limit=bytes=100K", "--limit=window=1M",
}

// command returns random options: one that determines what is printed, and some others.
func (s *soaker) command() []string {
	printing := slices.Concat(waysToPrint, waysToPrintAll, []string{"", "--show-lines", "-C2 -n", "--count-by=message"})
	args := strings.Fields(printing[s.IntN(len(printing))])
	for s.chance(60) {
		args = append(args, ways[s.IntN(len(ways))])
	}
	s.options[strings.Join(args, " ")] = true
	return args
}

// same reports a difference, with the seed that reproduces it.
func (s *soaker) same(what, got, want string) {
	s.results += int64(len(want))
	if strings.HasSuffix(want, "Try 'urlgrep -h' for a short help, 'urlgrep --help' for all options.\n2\n") {
		s.void++
	}
	if got == want {
		return
	}
	i := 0
	for i < min(len(got), len(want)) && got[i] == want[i] {
		i++
	}
	begin := max(0, i-200)
	s.failures++
	s.Errorf("URLGREP_TEST_SEED=%d: %s: at byte %d of %d\n%q\nwant, of %d\n%q", s.seed, what, i, len(got), got[begin:min(len(got), i+200)],
		len(want), want[begin:min(len(want), i+200)])
}

// pipe compares the output for an input in random reads.
func (s *soaker) pipe() int64 {
	data, args := s.slice(maxSlice), s.command()
	args = slices.DeleteFunc(args, func(arg string) bool {
		return arg == "-m2" || arg == "--stats" // they report how much was read, or stop after the second match
	})
	if !slices.Contains(args, "-a") && bytes.IndexByte(data[:min(len(data), detect.HeadSize)], 0) >= 0 {
		args = append(args, "-a") // matches before a NUL are printed as they come
	}
	want := withInput(bytes.NewReader(data), append(args, "-j1")...)
	args = append(args, fmt.Sprintf("-j%d", 1+s.IntN(8)))
	s.same(fmt.Sprintf("%q through a pipe", args), withInput(s.chop(data), args...), want)
	return int64(len(data))
}

// operands returns random options, and files of all kinds.
func (s *soaker) operands() (args []string, size int64) {
	args = s.command()
	if s.chance(50) {
		name := filepath.Join(s.dir, "slice")
		data := s.slice(2 * maxSlice)
		write(s.T, name, string(data))
		return append(args, name), int64(len(data))
	}
	for n := 1 << s.IntN(6); n > 0 && size < 2*maxSlice; n-- {
		f := s.files[s.IntN(len(s.files))]
		args = append(args, f.path)
		size += f.size
	}
	return args, size
}

// workers compares the output of several workers, in ranges of a random length.
func (s *soaker) workers() int64 {
	args, size := s.operands()
	j := fmt.Sprintf("-j%d", 2+s.IntN(7))
	want := together(append(args, "-j1")...)
	length := max(size/2000, 300<<s.IntN(12)) // the work for a range does not depend on its length
	got := tuning{rangeLength: length}.together(append(args, j)...)
	s.same(fmt.Sprintf("%q %s in ranges of %d bytes", args, j, length), got, want)
	return size
}

// process compares the output of a process with a memory limit.
func (s *soaker) process() int64 {
	args, size := s.operands()
	status, want, messages := try(nil, append([]string{"urlgrep", "-j1"}, args...)...)
	limited := []string{"-c", `ulimit -d "$0" && exec "$@"`, soakLimit, s.program(), fmt.Sprintf("-j%d", 1+s.IntN(8))}
	cmd := exec.Command("sh", append(limited, args...)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		s.Fatal(err)
	}
	text := func(status int, stdout, stderr string) string {
		stderr = seconds().ReplaceAllString(stderr, "")
		return fmt.Sprintf("%s%s%d\n", stdout, stderr, status)
	}
	s.same(fmt.Sprintf("%q", cmd.Args), text(cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()), text(status, want, messages))
	return size
}

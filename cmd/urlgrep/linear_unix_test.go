//go:build unix

package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
	corpus "github.com/urlgrep/urlgrep/internal/testing/hostile"
)

// A trap is an input that could make the program take quadratic time, or unbounded
// memory.
type trap struct {
	name  string
	args  []string // followed by the name of the input
	write func(w io.Writer, size int64)
	holds bool // the options store what is found, as the manual says
}

// of returns the trap for a hostile text.
func of(g corpus.Group, text corpus.Text) trap {
	args := []string{"-n", "--schemeless", "--email", "--input=" + g.Input}
	if g.Name == "defanged" {
		args = append(args, "--refang")
	}
	return trap{
		name:  g.Name + "/" + text.Name,
		args:  args,
		write: func(w io.Writer, size int64) { io.Copy(w, text.Reader(size)) },
	}
}

// pieces returns a function that writes pieces of text.
func pieces(piece func(i int) string) func(io.Writer, int64) {
	return func(w io.Writer, size int64) {
		for i := 0; size > 0; i++ {
			n, _ := io.WriteString(w, piece(i))
			size -= int64(n)
		}
	}
}

// again returns a function that writes a text repeatedly.
func again(text string) func(io.Writer, int64) {
	return pieces(func(int) string { return text })
}

// different writes URLs that are all different.
var different = pieces(func(i int) string { return fmt.Sprintf("http://a%d.example/b%d\n", i, i) })

// oneURL writes a URL that is split across lines of 64 bytes.
func oneURL(w io.Writer, size int64) {
	const begin, end = "<URL:http://a/\n", ">\n"
	io.WriteString(w, begin)
	again(strings.Repeat("b", 63)+"\n")(w, size-int64(len(begin+end)+63))
	io.WriteString(w, end)
}

// inside returns a function that writes the output of write, packed.
func inside(pack func(io.Writer) io.WriteCloser, write func(io.Writer, int64)) func(io.Writer, int64) {
	return func(w io.Writer, size int64) {
		p := pack(w)
		write(p, size)
		p.Close()
	}
}

func gzipWriter(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) }

func zstdWriter(w io.Writer) io.WriteCloser {
	z, _ := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(64<<10))
	return z
}

// frames returns a function that writes the packed empty text repeatedly.
func frames(pack func(io.Writer) io.WriteCloser) func(io.Writer, int64) {
	var b bytes.Buffer
	p := pack(&b)
	p.Write(nil)
	p.Close()
	return again(b.String())
}

// emptyTar writes a tar archive of empty members.
func emptyTar(w io.Writer, size int64) {
	t := tar.NewWriter(w)
	for i := int64(0); i < size/512; i++ {
		t.WriteHeader(&tar.Header{Name: fmt.Sprint(i), Mode: 0o644})
	}
	t.Close()
}

// emptyZip writes a zip archive of empty members.
func emptyZip(w io.Writer, size int64) {
	z := zip.NewWriter(w)
	for i := range size / 110 { // size of a member, with its entry in the central directory
		z.CreateHeader(&zip.FileHeader{Name: fmt.Sprint(i)})
	}
	z.Close()
}

// traps returns the traps for the parts of the program outside package extract.
func traps() []trap {
	return []trap{
		{name: "URLs", write: again("http://a/ ")},
		{name: "--json", args: []string{"--json"}, write: again("http://a/\n")},
		{name: "-nbH", args: []string{"-nbH"}, write: again("http://a/\n")},
		{name: "--csv", args: []string{"--csv"}, write: again("http://a/\n")},
		{name: "--format", args: []string{"--format={{.Line}} {{.URL}}"}, write: again("http://a/\n")},
		{name: "--show-lines, in one line", args: []string{"--show-lines"}, write: again("a http://a/ ")},
		{name: "--show-lines, no URL in one line", args: []string{"--show-lines"}, write: again("all work and no play ")},
		{name: "--show-lines, one URL on all lines", args: []string{"--show-lines", "--limit=lines=1048576", "--limit=url=268435456"}, write: oneURL, holds: true},
		{name: "-C3, lines", args: []string{"-C3"}, write: again("a\na\na\na\na\na\na\nhttp://a/\n")},
		{name: "-B100, long lines", args: []string{"-B100"}, write: again(strings.Repeat("a ", 10_000) + "\n")},
		{name: "-B100, one line", args: []string{"-B100"}, write: again("all work and no play ")},
		{name: "-A3, empty lines", args: []string{"-A3"}, write: again("\n")},
		{name: "-u", args: []string{"-u"}, write: different, holds: true},
		{name: "--sort=url", args: []string{"--sort=url"}, write: different, holds: true},
		{name: "--sort=host --show-lines", args: []string{"--sort=host", "--show-lines"}, write: again("a http://b/ <URL:http://a/b-\nc>\n"), holds: true},
		{name: "--hyperlink=always", args: []string{"--hyperlink=always"}, write: again("http://a/é\n")},
		{name: "--hyperlink=always --show-lines, in one line", args: []string{"--hyperlink=always", "--show-lines"}, write: again("a http://a/ ")},
		{name: "--count-by=host", args: []string{"--count-by=host"}, write: different, holds: true},
		{name: "--hyphen=evidence", args: []string{"--hyphen=evidence"}, write: different, holds: true},
		{name: "--hyphen=evidence, hyphens", args: []string{"--hyphen=evidence"}, write: again("http://a.example/b-\nc-\nd-\ne\n"), holds: true},
		{name: "--hyphen=both, a URL", args: []string{"--hyphen=both"}, write: again("<URL:http://a.example/" + strings.Repeat("b-\n", 2000) + ">\n")},
		{name: "--rejoin=wide", args: []string{"--rejoin=wide"}, write: again("http://a.example/" + strings.Repeat("b", 60) + "\nc/d\n")},
		{name: "--rejoin=wide, paths", args: []string{"--rejoin=wide"}, write: again("http://a.example/\na/b\n")},
		{name: "--refang", args: []string{"--refang", "--schemeless", "--email"}, write: again("hxxp[:]//a[.]example/ a[at]a[.]org ")},
		{name: "--refang, brackets", args: []string{"--refang", "--schemeless", "--email"}, write: again("[.")},
		{name: "--refang, words", args: []string{"--refang", "--schemeless", "--email"}, write: again("a at a dot ")},
		{name: "--defang", args: []string{"--defang"}, write: again("http://a.b.c.d.e/\n")},
		{name: "--unquoted --no-signature", args: []string{"--unquoted", "--no-signature"}, write: again("-- \n> http://a/\n____________________\n")},
		{name: "--invalid", args: []string{"--invalid", "--level=rfc1738"}, write: again("http://a/~\n")},
		{name: "--invalid, long URLs", args: []string{"--invalid", "--level=rfc1738"}, write: again("http://a/" + strings.Repeat("a", 100_000) + "~\n")},
		{name: "--warn", args: []string{"--warn"}, write: again("http://a:b@a/%0a\n")},
		{name: "--warn, hosts", args: []string{"--warn", "--input=html"}, write: pieces(func(i int) string {
			return fmt.Sprintf("<a href='http://a%d.example/'>www.b%d.example</a>\n", i, i)
		})},
		{name: "--warn, hosts that look alike", args: []string{"--warn"}, write: pieces(func(i int) string {
			return fmt.Sprintf("http://l%dm.example/ http://1%drn.example/\n", i, i)
		})},
		{name: "--json, links that do not end", args: []string{"--json", "--input=html"}, write: again("<a href='http://a/'>b ")},
		{name: "--json, a link of images", args: []string{"--json", "--input=html"}, write: again("<a href='http://a/'>" + strings.Repeat("<img alt=b src='http://a/'>", 1000))},
		{name: "--json, labels of a megabyte", args: []string{"--json", "--input=html"}, write: again("<a href='http://a/'>" + strings.Repeat("b ", 500_000) + "</a>")},
		{name: "--json, an attribute after a link", args: []string{"--json", "--input=html"}, write: again("<a href='http://a/'><b c='" + strings.Repeat("d ", 5_000_000) + "'>")},
		{name: "--json, hidden elements", args: []string{"--json", "--input=html"}, write: again("<div hidden><a href='http://a/'>b")},
		{name: "--show-lines, a paragraph of HTML", args: []string{"--show-lines", "--input=html"}, write: again("a <a href='http://a/'>b</a> ")},
		{name: "-C3, blocks of HTML", args: []string{"-C3", "--input=html"}, write: again("<div>a<p><a href='http://a/'>b</a>")},
		{name: "--unwrap", args: []string{"--unwrap"}, write: again("https://www.google.com/url?q=" + strings.Repeat("https://www.google.com/url%3Fq=", 1000) + "http://a/\n")},
		{name: "--clean", args: []string{"--clean"}, write: again("http://a.example/?" + strings.Repeat("utm_source=a&b=c&", 5000) + "\n")},
		{name: "--host", args: []string{"--host=*a*a*a*a*a*b"}, write: again("http://" + strings.Repeat("a", 10_000) + "/\n")},
		{name: "-e", args: []string{"-e", "(a*)*b$", "-e", "(a|aa)+c"}, write: again("http://a/" + strings.Repeat("a", 1000) + "\n")},
		{name: "-f", args: []string{"-f"}, write: different, holds: true},
		{name: "--files-from", args: []string{"-s", "--files-from"}, write: again("a\n")},
		{name: "--charset=utf-16", args: []string{"--charset=utf-16", "-a"}, write: again("h\x00t\x00t\x00p\x00:\x00/\x00/\x00a\x00 \x00")},
		{name: "--verbose", args: []string{"--verbose"}, write: again("From x Tue Apr 27 19:02:44 2004\nSubject: x\nno field\n\n")},
		{name: "--json, a long header", args: []string{"--json"}, write: again("From: a@a.example\nSubject: " + strings.Repeat("\n =?utf-8?B?4oKs4oKs4oKs4oKs4oKs?=", 2000) + "\n\n" + strings.Repeat("http://a/\n", 100_000))},
		{name: "--json, a long name of a field", args: []string{"--json", "--input=mail"}, write: again("Subject: x\n" + strings.Repeat("X", 30_000) + ": " + strings.Repeat("http://a/ ", 3000) + "\n\n")},
		{name: "--explain", args: []string{"--explain"}, write: again("http://a/\n")},
		{name: "--explain, long URLs", args: []string{"--explain"}, write: again("http://a/?" + strings.Repeat("a=%41&", 20_000) + "\n")},
		{name: "--explain --json", args: []string{"--explain", "--json"}, write: again("ftp://a:b@a.example/c;type=i\n")},
		{name: "gzip", write: inside(gzipWriter, again("http://a/ "))},
		{name: "gzip of gzip", write: inside(gzipWriter, inside(gzipWriter, again("http://a/ ")))},
		{name: "gzip of gzip of gzip", write: inside(gzipWriter, inside(gzipWriter, inside(gzipWriter, again("http://a/ "))))},
		{name: "gzip of NULs", args: []string{"-a"}, write: inside(gzipWriter, again("\x00"))},
		{name: "gzip of nothing, again and again", write: frames(gzipWriter)},
		{name: "zstd", write: inside(zstdWriter, again("http://a/ "))},
		{name: "zstd of nothing, again and again", write: frames(zstdWriter)},
		{name: "tar of empty members", write: emptyTar},
		{name: "tar of empty members in gzip", write: inside(gzipWriter, emptyTar)},
		{name: "tar of a long name", args: []string{"-H"}, write: func(w io.Writer, size int64) {
			t := tar.NewWriter(w)
			const text = "http://a/ "
			t.WriteHeader(&tar.Header{Name: strings.Repeat("a", 900_000), Mode: 0o644, Size: size / int64(len(text)) * int64(len(text))})
			again(text)(t, size-int64(len(text))+1)
			t.Close()
		}},
		{name: "zip of empty members", write: emptyZip},
	}
}

// A cost is the cost of running the program.
type cost struct {
	cpu  time.Duration
	peak int64 // peak memory in bytes
}

// run measures a run of the program with an input of the trap.
func (p trap) run(tb testing.TB, program, name string, size int64) cost {
	f, err := os.Create(name)
	if err != nil {
		tb.Fatal(err)
	}
	p.write(f, size)
	if err := f.Close(); err != nil {
		tb.Fatal(err)
	}
	cmd := exec.Command(program, slices.Concat([]string{program, "-j1"}, p.args, []string{name})...)
	if p.readsInput() {
		cmd = exec.Command(program, slices.Concat([]string{program}, p.args)...)
		if cmd.Stdin, err = os.Open(name); err != nil {
			tb.Fatal(err)
		}
	}
	cmd.Args[0] = "measured"
	var stderr tail
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var c cost
	if err == nil {
		_, err = fmt.Sscan(string(out), &c.cpu, &c.peak)
	}
	if err != nil || strings.Contains(string(stderr), "panic") {
		tb.Fatalf("%s: %v\n%s", p.name, err, stderr)
	}
	return c
}

func init() { programs["measured"] = measured }

// measured is a program that runs another program and prints its cost. It is a process
// between the test and that program because Linux counts the memory of the parent process
// for its child.
func measured() {
	cmd := exec.Command(os.Args[1], os.Args[2:]...)
	cmd.Stdin, cmd.Stderr = os.Stdin, os.Stderr
	cmd.Run() // an exit status of 1 is not an error
	state := cmd.ProcessState
	if state == nil || !state.Exited() {
		fmt.Fprintln(os.Stderr, "it did not end by itself:", state)
		os.Exit(1)
	}
	peak := int64(state.SysUsage().(*syscall.Rusage).Maxrss)
	if runtime.GOOS != "darwin" {
		peak <<= 10
	}
	fmt.Println(int64(state.UserTime()+state.SystemTime()), peak)
}

// readsInput reports whether the input is passed as standard input, because operands
// would be URLs.
func (p trap) readsInput() bool { return len(p.args) > 0 && p.args[0] == "--explain" }

// A tail is a writer that keeps the end of the text.
type tail []byte

func (t *tail) Write(p []byte) (int, error) {
	*t = append(*t, p...)
	*t = (*t)[max(0, len(*t)-4<<10):]
	return len(p), nil
}

// TestTraps checks that memory is bounded for all traps. With URLGREP_TEST=long the
// inputs are as long as any limit.
func TestTraps(t *testing.T) {
	if effort.Get() == effort.Short {
		t.Skip("it takes seconds, and the race detector needs memory")
	}
	program := command(t).Path
	most, size := int64(40<<20), int64(200<<10)
	if effort.Get() == effort.Long {
		most, size = 64<<20, 8<<20
	}
	name := filepath.Join(t.TempDir(), "input")
	for _, p := range traps() {
		if c := p.run(t, program, name, size); c.peak > most && !p.holds {
			t.Errorf("%s: %d bytes of memory", p.name, c.peak)
		}
	}
}

// TestWindows checks that the windows of all decoders have a common bound, for any number
// of workers.
func TestWindows(t *testing.T) {
	if effort.Get() == effort.Short {
		t.Skip("it takes seconds, and the race detector needs memory")
	}
	const window = 128 << 20
	var packed bytes.Buffer
	z, _ := zstd.NewWriter(&packed, zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(window), zstd.WithEncoderLevel(zstd.SpeedFastest))
	again("http://a.example/ and more of the same\n")(z, window+window/8)
	z.Close()
	packed.WriteString("\x50*M\x18\x00\x40\x00\x00" + strings.Repeat("\x00", 16<<10)) // so that the file is not a small one
	dir := t.TempDir()
	args := []string{"-j4", "-c"}
	for i := range 3 {
		name := filepath.Join(dir, fmt.Sprint(i))
		write(t, name, packed.String())
		args = append(args, name)
	}
	p := trap{name: "windows", args: args, write: func(w io.Writer, _ int64) { w.Write(packed.Bytes()) }}
	if c := p.run(t, command(t).Path, filepath.Join(dir, "last"), window+window/8); c.peak > window*3/2 {
		t.Errorf("%d bytes of memory", c.peak)
	}
}

// allTraps returns the traps for hostile texts, and then the other traps, because writing
// some of these takes memory.
func allTraps() (all []trap) {
	for _, g := range corpus.Groups() {
		for _, text := range g.Texts {
			all = append(all, of(g, text))
		}
	}
	return append(all, traps()...)
}

// bench runs a benchmark for each trap. measure gets a function that runs the program.
func bench(b *testing.B, measure func(b *testing.B, run func(size int64) cost)) {
	program, name := command(b).Path, filepath.Join(b.TempDir(), "input")
	for _, p := range allTraps() {
		b.Run(strings.ReplaceAll(p.name, " ", "-"), func(b *testing.B) {
			for range b.N {
				measure(b, func(size int64) cost { return p.run(b, program, name, size) })
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkLinear shows that time is linear in the size of the input. For each trap it
// reports the nanoseconds per byte for 1, 2, 4 and 8 MiB, without the time to start the
// program. It takes long, and needs URLGREP_TEST=long.
func BenchmarkLinear(b *testing.B) {
	if effort.Get() < effort.Long {
		b.Skip("URLGREP_TEST is not long")
	}
	nothing := trap{write: func(io.Writer, int64) {}}
	program, name := command(b).Path, filepath.Join(b.TempDir(), "nothing")
	start := nothing.run(b, program, name, 0).cpu
	for range 9 {
		start = min(start, nothing.run(b, program, name, 0).cpu)
	}
	bench(b, func(b *testing.B, run func(int64) cost) {
		for size := int64(1 << 20); size <= 8<<20; size *= 2 {
			per := max(0, float64(run(size).cpu-start)/float64(size))
			b.ReportMetric(per, fmt.Sprintf("ns/B-%dMiB", size>>20))
		}
	})
}

// BenchmarkLinearOptions shows that time is linear with every option. For each of
// optionSets and each hostile text it reports the nanoseconds per byte for 256 KiB and 1
// MiB. It takes hours, and needs URLGREP_TEST=long. TestLinear counts instead.
func BenchmarkLinearOptions(b *testing.B) {
	if effort.Get() < effort.Long {
		b.Skip("URLGREP_TEST is not long")
	}
	program, name := command(b).Path, filepath.Join(b.TempDir(), "input")
	start := trap{write: func(io.Writer, int64) {}}.run(b, program, name, 0).cpu
	for _, set := range optionSets() {
		for _, g := range corpus.Groups() {
			for _, text := range g.Texts {
				p := of(g, text)
				p.args = slices.Concat(set, []string{"--input=" + g.Input})
				b.Run(strings.ReplaceAll(strings.Join(set, " ")+"/"+p.name, " ", "-"), func(b *testing.B) {
					for range b.N {
						for size := int64(256 << 10); size <= 1<<20; size *= 4 {
							per := max(0, float64(p.run(b, program, name, size).cpu-start)/float64(size))
							b.ReportMetric(per, fmt.Sprintf("ns/B-%dKiB", size>>10))
						}
					}
					b.ReportMetric(0, "ns/op")
				})
			}
		}
	}
}

// BenchmarkPeak shows that memory is bounded. For each trap it reports the peak memory
// for 8 and 64 MiB. It cannot show less than the memory of the test itself, some 30 MB.
// It takes long, and needs URLGREP_TEST=long.
func BenchmarkPeak(b *testing.B) {
	if effort.Get() < effort.Long {
		b.Skip("URLGREP_TEST is not long")
	}
	bench(b, func(b *testing.B, run func(int64) cost) {
		for _, size := range []int64{8 << 20, 64 << 20} {
			b.ReportMetric(float64(run(size).peak)/1e6, fmt.Sprintf("MB-%dMiB", size>>20))
		}
	})
}

package main

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/urlgrep/urlgrep/internal/testing/corpusgen"
)

// A contest compares base with each of the rivals on one text.
type contest struct {
	name   string
	kind   corpusgen.Kind
	share  int64 // the text is 1/share of the size of the largest one
	base   string
	rivals []string
}

// Only programs that decode mail read the mailboxes: other programs would find something
// different in them.
var contests = []contest{
	{"plain", corpusgen.Plain, 1, "urlgrep", []string{"urlgrep, two cores", "ripgrep", "ripgrep, no mmap", "ripgrep, 12 schemes", "ugrep", "grep, C", "grep, UTF-8", "xurls"}},
	{"plain, pure Go", corpusgen.Plain, 1, "urlgrep, pure Go", []string{"ripgrep", "ripgrep, 12 schemes"}},
	{"quoted", corpusgen.Quoted, 4, "urlgrep", []string{"ripgrep", "ripgrep, 12 schemes"}},
	{"dense", corpusgen.Dense, 8, "urlgrep", []string{"ripgrep", "ripgrep, 12 schemes", "ugrep", "grep, C", "grep, UTF-8"}},
	{"sparse", corpusgen.Sparse, 2, "urlgrep", []string{"ripgrep", "ripgrep, 12 schemes", "ugrep", "grep, C", "grep, UTF-8"}},
	{"one line", corpusgen.LongLine, 8, "urlgrep", []string{"ripgrep", "ripgrep, 12 schemes", "ugrep", "grep, C", "grep, UTF-8"}},
	{"mailbox", corpusgen.Mbox, 4, "urlgrep", []string{"urlgrep, two cores", "Go standard library", "Python"}},
	{"mailbox, attachments", corpusgen.Attachments, 4, "urlgrep", []string{"urlgrep, two cores", "Go standard library", "Python"}},
}

// A text is a file with its size and the number of URLs in it.
type text struct {
	file string
	size int64 // in bytes
	urls int64
}

// A measurement is the cost and the output of one run of a program.
type measurement struct {
	cpu, wall time.Duration
	memory    int64 // peak, in bytes; 0 if not known
	found     int64 // lines printed
}

// A result is the measurements of a program in all rounds, each with a measurement of
// base taken just before.
type result struct {
	name        string
	text        text // the text that it read
	base, rival []measurement
}

// run runs a contest. The first result compares base with itself.
func (c contest) run(dir string, programs map[string]program, size int64, rounds int) ([]result, error) {
	base := programs[c.base]
	whole, err := makeText(dir, c.kind, size/c.share)
	if err != nil {
		return nil, err
	}
	first, err := base.measure(dir, whole) // also brings the text into the page cache
	if err != nil {
		return nil, err
	}
	if first.found != whole.urls {
		return nil, fmt.Errorf("%s: %s found %d URLs, want %d", whole.file, c.base, first.found, whole.urls)
	}
	var results []result
	for _, name := range c.rivals {
		rival, ok := programs[name]
		if !ok {
			continue
		}
		r := result{name: name, text: whole}
		if rival.share > 0 {
			if r.text, err = makeText(dir, c.kind, max(1, size/c.share/rival.share)); err != nil {
				return nil, err
			}
		}
		for range rounds {
			b, err1 := base.measure(dir, whole)
			m, err2 := rival.measure(dir, r.text)
			if err := errors.Join(err1, err2); err != nil {
				return nil, err
			}
			r.base, r.rival = append(r.base, b), append(r.rival, m)
		}
		results = append(results, r)
		log.Printf("%s: %s: %s", c.name, name, strings.Join(r.figures(whole), ", "))
	}
	self := result{name: c.base, text: whole}
	for _, r := range results {
		self.base = append(self.base, r.base...)
	}
	for len(self.base) < rounds { // no rival is installed
		m, err := base.measure(dir, whole)
		if err != nil {
			return nil, err
		}
		self.base = append(self.base, m)
	}
	self.rival = self.base
	return append([]result{self}, results...), nil
}

// makeText returns a text, and writes its file unless it exists from an earlier run. The
// name of the file contains a checksum of the beginning of the text, so that a change of
// the generator changes the name. The number of URLs is in another file, which is written
// last.
func makeText(dir string, k corpusgen.Kind, size int64) (text, error) {
	sum := crc32.NewIEEE()
	if _, err := corpusgen.Write(sum, k, min(size, 1<<20)); err != nil {
		return text{}, err
	}
	t := text{file: filepath.Join(dir, fmt.Sprintf("%v-%d-%08x", k, size, sum.Sum32()))}
	count, err := os.ReadFile(t.file + ".urls")
	if err == nil {
		_, err = fmt.Sscan(string(count), &t.urls)
	}
	if err != nil {
		if t.urls, err = writeText(t.file, k, size); err != nil {
			return text{}, err
		}
		if err := os.WriteFile(t.file+".urls", fmt.Appendln(nil, t.urls), 0o666); err != nil {
			return text{}, err
		}
	}
	info, err := os.Stat(t.file)
	if err != nil {
		return text{}, err
	}
	t.size = info.Size()
	return t, nil
}

func writeText(file string, k corpusgen.Kind, size int64) (urls int64, err error) {
	f, err := os.Create(file)
	if err != nil {
		return 0, err
	}
	urls, err = corpusgen.Write(f, k, size)
	return urls, errors.Join(err, f.Close())
}

// measure runs a program on a text. The output goes to a file, because grep stops at the
// first match if its output is /dev/null.
func (p program) measure(dir string, t text) (m measurement, err error) {
	out, err := os.Create(filepath.Join(dir, "output"))
	if err != nil {
		return m, err
	}
	defer out.Close()
	var messages bytes.Buffer
	c := exec.Command(p.argv[0], append(p.argv[1:len(p.argv):len(p.argv)], t.file)...)
	c.Env = append(os.Environ(), p.env...)
	c.Stdout, c.Stderr = out, &messages
	begin := time.Now()
	err = c.Run()
	m.wall = time.Since(begin)
	nothing := c.ProcessState != nil && c.ProcessState.ExitCode() == 1 // grep and others exit with 1 if they find nothing
	if err != nil && !nothing || messages.Len() > 0 {
		return m, fmt.Errorf("%v: %v\n%s", c, err, messages.Bytes())
	}
	m.cpu = c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	m.memory = peak(c.ProcessState)
	m.found, err = countLines(out)
	return m, err
}

func countLines(f *os.File) (n int64, err error) {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return 0, err
	}
	for b := make([]byte, 64<<10); ; {
		k, err := f.Read(b)
		n += int64(bytes.Count(b[:k], []byte("\n")))
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/urlgrep/urlgrep/internal/testing/corpusgen"
)

// A contest compares base with each of the rivals on one text.
type contest struct {
	name   string
	text   source
	base   string
	rivals []string
}

// The rivals in more than one contest. Only programs that decode mail read the mailboxes:
// other programs would find something different in them.
var (
	ripgreps = []string{"ripgrep", "ripgrep, 12 schemes"}
	greps    = []string{"ripgrep", "ripgrep, 12 schemes", "ugrep", "grep, C", "grep, UTF-8"}
	decoders = []string{"urlgrep, two cores", "Go standard library", "Python"}
)

// tables holds all contests.
var tables = []table{
	{"Search", "cpu | wall | MB/s | memory | URLs", result.search, []contest{
		{"plain", source{corpusgen.Plain, 1}, "urlgrep", []string{"urlgrep, two cores", "ripgrep", "ripgrep, no mmap", "ripgrep, 12 schemes", "ugrep", "grep, C", "grep, UTF-8", "xurls"}},
		{"plain, pure Go", source{corpusgen.Plain, 1}, "urlgrep, pure Go", ripgreps},
		{"quoted", source{corpusgen.Quoted, 4}, "urlgrep", ripgreps},
		{"headers", source{corpusgen.Headers, 4}, "urlgrep", ripgreps},
		{"dense", source{corpusgen.Dense, 8}, "urlgrep", greps},
		{"sparse", source{corpusgen.Sparse, 2}, "urlgrep", greps},
		{"one line", source{corpusgen.LongLine, 8}, "urlgrep", greps},
		{"mailbox", source{corpusgen.Mbox, 4}, "urlgrep", decoders},
		{"mailbox, attachments", source{corpusgen.Attachments, 4}, "urlgrep", decoders},
		{"real mail", realMail, "urlgrep", decoders},
	}},
	{"Output", "cpu | wall | per URL | memory | lines", result.output, []contest{
		{"mailbox", source{corpusgen.Mbox, 4}, "urlgrep", outputs},
		{"mailbox, two cores", source{corpusgen.Mbox, 4}, "urlgrep --json", []string{"urlgrep --json, two cores"}},
		{"real mail", realMail, "urlgrep", outputs},
		{"real mail, two cores", realMail, "urlgrep --json", []string{"urlgrep --json, two cores"}},
		{"distinct", source{corpusgen.Distinct, 4}, "urlgrep", []string{"urlgrep -u"}},
	}},
}

// A result is the measurements of a program in all rounds, each with a measurement of
// base taken just before.
type result struct {
	name        string
	text        text // the text that it read
	base, rival []measurement
}

// run runs a contest. The first result compares base with itself. There are no results if
// the text is the user's mail and the user named none.
func (b *bench) run(c contest) ([]result, error) {
	base := b.programs[c.base]
	whole, err := b.makeText(c.text, 1)
	if err != nil || whole == (text{}) {
		return nil, err
	}
	first, err := base.measure(b.dir, whole) // also brings the text into the page cache
	if err != nil {
		return nil, err
	}
	if whole.urls != unknown && first.found != whole.urls {
		return nil, fmt.Errorf("%s: %s found %d URLs, want %d", whole.file, c.base, first.found, whole.urls)
	}
	var results []result
	for _, name := range c.rivals {
		rival, ok := b.programs[name]
		if !ok {
			continue
		}
		r := result{name: name, text: whole}
		if r.text, err = b.makeText(c.text, max(1, rival.share)); err != nil {
			return nil, err
		}
		for range b.rounds {
			m1, err1 := base.measure(b.dir, whole)
			m2, err2 := rival.measure(b.dir, r.text)
			if err := errors.Join(err1, err2); err != nil {
				return nil, err
			}
			r.base, r.rival = append(r.base, m1), append(r.rival, m2)
		}
		results = append(results, r)
		log.Printf("%s: %s: %s", c.name, name, strings.Join(r.search(whole), ", "))
	}
	self := result{name: c.base, text: whole}
	for _, r := range results {
		self.base = append(self.base, r.base...)
	}
	for len(self.base) < b.rounds { // no rival is installed
		m, err := base.measure(b.dir, whole)
		if err != nil {
			return nil, err
		}
		self.base = append(self.base, m)
	}
	self.rival = self.base
	return append([]result{self}, results...), nil
}

// A measurement is the cost and the output of one run of a program.
type measurement struct {
	cpu, wall time.Duration
	memory    int64 // peak, in bytes; 0 if not known
	found     int64 // lines printed
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
	c := p.command(t)
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

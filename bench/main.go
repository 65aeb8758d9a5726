// Bench compares urlgrep with other programs that find URLs, and the ways in which urlgrep
// prints them. It generates the texts, and prints tables, which docs/benchmarks.md explains.
//
//	go run . [-dir DIR] [-size MIB] [-rounds N] [-run REGEXP] [-o FILE] [MAILBOX...]
//
// It must be run in its own directory. It needs Go, and omits the rivals that are not
// written in Go and not installed. It is a separate module, so that urlgrep does not
// depend on the modules that it requires.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
)

// A bench has what all contests need.
type bench struct {
	dir      string // for texts, programs and output
	programs map[string]program
	size     int64 // of the largest generated text, in bytes
	mail     text  // the user's mailboxes, joined; the zero text if there are none
	rounds   int   // how often each pair of programs runs
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	debug.SetGCPercent(10) // the memory of bench is part of the measured memory: see peak
	var (
		dir    = flag.String("dir", "", "keep texts and programs in `DIR`, 2 GB of them (default in the user's cache)")
		size   = flag.Int64("size", 512, "of the largest text, in `MIB`; the others are in proportion")
		rounds = flag.Int("rounds", 7, "how often each pair of programs runs")
		run    = flag.String("run", "", "only the rows that match `REGEXP`: the title of the table, a comma, the text")
		out    = flag.String("o", "", "put the tables into `FILE` in place of those there")
	)
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "usage: go run . [options] [MAILBOX...]")
		flag.PrintDefaults()
	}
	flag.Parse()
	wanted, err := regexp.Compile(*run)
	if err != nil || *size < 1 || *rounds < 1 {
		flag.Usage()
		os.Exit(2)
	}
	b := bench{dir: *dir, size: *size << 20, rounds: *rounds}
	if err := b.report(flag.Args(), wanted, *out); err != nil {
		log.Fatal(err)
	}
}

func (b *bench) report(mailboxes []string, wanted *regexp.Regexp, out string) (err error) {
	if b.dir, err = folder(b.dir); err != nil {
		return err
	}
	if b.programs, err = install(b.dir); err != nil {
		return err
	}
	if b.mail, err = join(b.dir, mailboxes); err != nil {
		return err
	}
	var page bytes.Buffer
	if err := b.write(&page, wanted); err != nil {
		return err
	}
	if out == "" {
		_, err := os.Stdout.Write(page.Bytes())
		return err
	}
	return replace(out, page.Bytes())
}

// write measures what is wanted, and writes the tables.
func (b *bench) write(w io.Writer, wanted *regexp.Regexp) error {
	b.writeAbout(w)
	for _, t := range tables {
		var rows []string
		for _, c := range t.contests {
			if !wanted.MatchString(t.title + ", " + c.name) {
				continue
			}
			results, err := b.run(c)
			if err != nil {
				return err
			}
			rows = append(rows, t.rows(c, results)...)
		}
		writeTable(w, t.title, "text | program | "+t.columns, rows)
	}
	return b.writeDelays(w, wanted)
}

// folder creates the directory for all files.
func folder(dir string) (string, error) {
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return "", err
		}
		dir = filepath.Join(cache, "urlgrep-bench")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	return dir, os.MkdirAll(dir, 0o777)
}

// The lines before and after the tables in a page.
const (
	tableBegin = "<!-- table -->\n"
	tableEnd   = "<!-- end of table -->\n"
)

// replace replaces the tables in a page.
func replace(file string, figures []byte) error {
	page, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, ok1 := bytes.Cut(page, []byte(tableBegin))
	_, after, ok2 := bytes.Cut(rest, []byte(tableEnd))
	if !ok1 || !ok2 {
		return fmt.Errorf("%s: no tables between %q and %q", file, tableBegin, tableEnd)
	}
	page = slices.Concat(before, []byte(tableBegin), figures, []byte(tableEnd), after)
	return os.WriteFile(file, page, 0o666)
}

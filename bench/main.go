// Bench compares urlgrep with other programs that find URLs. It generates the texts, and
// prints a table of the ratios, which docs/benchmarks.md explains.
//
//	go run . [-dir DIR] [-size MIB] [-rounds N] [-run REGEXP] [-o FILE]
//
// It must be run in its own directory. It needs Go, and omits the rivals that are not
// written in Go and not installed. It is a separate module, so that urlgrep does not
// depend on the modules that it requires.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("bench: ")
	debug.SetGCPercent(10) // the memory of bench is part of the measured memory: see peak
	var (
		dir    = flag.String("dir", "", "keep texts and programs in `DIR`, 1.5 GB of them (default in the user's cache)")
		size   = flag.Int64("size", 512, "of the largest text, in `MIB`; the others are in proportion")
		rounds = flag.Int("rounds", 7, "how often each pair of programs runs")
		run    = flag.String("run", "", "only the texts whose names match `REGEXP`")
		out    = flag.String("o", "", "put the table into `FILE` in place of the one there")
	)
	flag.Parse()
	wanted, err := regexp.Compile(*run)
	if err != nil || flag.NArg() > 0 || *size < 1 || *rounds < 1 {
		flag.Usage()
		os.Exit(2)
	}
	if err := bench(*dir, *size<<20, *rounds, wanted, *out); err != nil {
		log.Fatal(err)
	}
}

func bench(dir string, size int64, rounds int, wanted *regexp.Regexp, out string) error {
	dir, err := folder(dir)
	if err != nil {
		return err
	}
	programs, err := install(dir)
	if err != nil {
		return err
	}
	t := newTable(programs, rounds)
	for _, c := range contests {
		if !wanted.MatchString(c.name) {
			continue
		}
		results, err := c.run(dir, programs, size, rounds)
		if err != nil {
			return err
		}
		t.add(c, results)
	}
	if out == "" {
		_, err := os.Stdout.Write(t.Bytes())
		return err
	}
	return replace(out, t.Bytes())
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

// The lines before and after the table in a page.
const (
	tableBegin = "<!-- table -->\n"
	tableEnd   = "<!-- end of table -->\n"
)

// replace replaces the table in a page.
func replace(file string, table []byte) error {
	page, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, ok1 := bytes.Cut(page, []byte(tableBegin))
	_, after, ok2 := bytes.Cut(rest, []byte(tableEnd))
	if !ok1 || !ok2 {
		return fmt.Errorf("%s: no table between %q and %q", file, tableBegin, tableEnd)
	}
	page = slices.Concat(before, []byte(tableBegin), table, []byte(tableEnd), after)
	return os.WriteFile(file, page, 0o666)
}

// Accuracy compares programs that find URLs on labelled excerpts, and prints tables in
// Markdown. README.md describes the excerpts, the rules for their labels and the method.
//
//	go run . [-dir DIR] [-o FILE]
//	go run . -command COMMAND [-misses]
//	go run . -only NAME [-misses]
//	go run . -somesci DIR -ewt DIR [-o FILE | -command COMMAND | -only NAME] [-misses]
//
// It runs in its own directory. Programs that are not installed are left out, with the
// reason on standard error. With -command it scores that command alone. A shell runs the
// command once for each excerpt, with the text on standard input and in a file whose name
// replaces {}. The command prints one URL a line.
//
// With -somesci and -ewt it compares programs on labels of others, in checkouts of these data
// sets, instead of on the excerpts.
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"slices"
)

// options are the values of the flags.
type options struct {
	dir, out, command, only string
	misses                  bool
	somesci, ewt            string
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("accuracy: ")
	var o options
	flag.StringVar(&o.dir, "dir", "", "the programs that ./install built are in `DIR` (default in the user's cache)")
	flag.StringVar(&o.out, "o", "", "replace the tables in `FILE`")
	flag.StringVar(&o.command, "command", "", "score `COMMAND` alone")
	flag.StringVar(&o.only, "only", "", "score the program `NAME` alone")
	flag.BoolVar(&o.misses, "misses", false, "print the URLs that are missed or wrongly found instead of tables")
	flag.StringVar(&o.somesci, "somesci", "", "score on the labels in `DIR`, a checkout of SoMeSci")
	flag.StringVar(&o.ewt, "ewt", "", "score on the labels in the CoNLL-U files in `DIR`, of UD English EWT")
	flag.Parse()
	if flag.NArg() > 0 || o.out != "" && (o.command != "" || o.only != "" || o.misses) {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(o); err != nil {
		log.Fatal(err)
	}
}

func run(o options) error {
	corpora, err := o.corpora()
	if err != nil {
		return err
	}
	programs, err := o.programs()
	if err != nil {
		return err
	}
	write, marks := o.excerpts, tablesOfExcerpts
	if len(corpora) > 0 {
		write, marks = func(w io.Writer, programs []program) error {
			return writeLabels(w, corpora, programs, o.misses)
		}, tablesOfLabels
	}
	if o.out == "" {
		return write(os.Stdout, programs)
	}
	return replaceTables(o.out, marks, func(w io.Writer) error { return write(w, programs) })
}

// corpora reads the data sets that others labelled.
func (o options) corpora() ([]corpus, error) {
	var all []corpus
	for _, set := range []struct {
		dir  string
		read func(string) (corpus, error)
	}{{o.somesci, readSoMeSci}, {o.ewt, readEWT}} {
		if set.dir == "" {
			continue
		}
		c, err := set.read(set.dir)
		if err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// programs returns the programs to score.
func (o options) programs() ([]program, error) {
	if o.command != "" {
		return []program{shell(o.command)}, nil
	}
	all, err := install(o.dir)
	if o.only != "" {
		all = slices.DeleteFunc(all, func(p program) bool { return p.name != o.only })
	}
	return all, err
}

// excerpts writes the tables, or the misses, of programs on the excerpts.
func (o options) excerpts(w io.Writer, programs []program) error {
	excerpts, err := readExcerpts("testdata")
	if err != nil {
		return err
	}
	var results []result
	for _, p := range programs {
		if p.real {
			continue
		}
		r, err := p.run(excerpts)
		if err != nil {
			return err
		}
		results = append(results, r)
	}
	if !o.misses {
		writeTables(w, excerpts, results)
		return nil
	}
	for _, r := range results {
		r.writeMisses(w, excerpts)
	}
	return nil
}

// cache returns dir, or the directory in the user's cache if dir is empty.
func cache(dir string) (string, error) {
	if dir != "" {
		return filepath.Abs(dir)
	}
	base, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("no directory for programs: %w", err)
	}
	return filepath.Join(base, "urlgrep-bench", "accuracy"), nil
}

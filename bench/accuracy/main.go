// Accuracy compares programs that find URLs on labelled excerpts, and prints tables in
// Markdown. README.md describes the excerpts, the rules for their labels and the method.
//
//	go run . [-dir DIR] [-o FILE]
//	go run . -command COMMAND [-misses]
//	go run . -only NAME [-misses]
//
// It runs in its own directory. Programs that are not installed are left out, with the
// reason on standard error. With -command it scores that command alone. A shell runs the
// command once for each excerpt, with the text on standard input and in a file whose name
// replaces {}. The command prints one URL a line.
package main

import (
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("accuracy: ")
	var (
		dir     = flag.String("dir", "", "the programs that ./install built are in `DIR` (default in the user's cache)")
		out     = flag.String("o", "", "replace the tables in `FILE`")
		command = flag.String("command", "", "score `COMMAND` alone")
		only    = flag.String("only", "", "score the program `NAME` alone")
		misses  = flag.Bool("misses", false, "print the URLs that are missed or wrongly found instead of tables")
	)
	flag.Parse()
	if flag.NArg() > 0 || *out != "" && (*command != "" || *only != "" || *misses) {
		flag.Usage()
		os.Exit(2)
	}
	if err := compare(*dir, *out, *command, *only, *misses); err != nil {
		log.Fatal(err)
	}
}

func compare(dir, out, command, only string, misses bool) error {
	excerpts, err := readExcerpts("testdata")
	if err != nil {
		return err
	}
	programs := []program{shell(command)}
	if command == "" {
		if programs, err = install(dir); err != nil {
			return err
		}
	}
	var results []result
	for _, p := range programs {
		if only != "" && p.name != only {
			continue
		}
		r, err := p.run(excerpts)
		if err != nil {
			return err
		}
		results = append(results, r)
	}
	if misses {
		for _, r := range results {
			r.writeMisses(os.Stdout, excerpts)
		}
		return nil
	}
	if out == "" {
		writeTables(os.Stdout, excerpts, results)
		return nil
	}
	return replaceTables(out, func(w io.Writer) { writeTables(w, excerpts, results) })
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

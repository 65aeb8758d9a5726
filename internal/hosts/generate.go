//go:build ignore

// Generate writes the files in the directory unicode, from these files of Unicode in the
// directory that its argument names:
//
//	confusables.txt          https://www.unicode.org/Public/security/15.0.0/
//	ScriptExtensions.txt     https://www.unicode.org/Public/15.0.0/ucd/
//	PropertyValueAliases.txt https://www.unicode.org/Public/15.0.0/ucd/
//
// The version is that of package unicode, which has the scripts, and of
// golang.org/x/text/unicode/norm.
package main

import (
	"cmp"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("usage: go run generate.go DIRECTORY")
	}
	confusables, version := read("confusables.txt")
	extensions, other := read("ScriptExtensions.txt")
	aliases, _ := read("PropertyValueAliases.txt")
	if version != other {
		log.Fatalf("confusables.txt is of Unicode %s, ScriptExtensions.txt of %s", version, other)
	}
	save("confusables.txt", prototypes(confusables))
	save("scripts.txt", scripts(extensions, aliases))
	save("version.txt", []string{version})
}

var versions = regexp.MustCompile(`(?:Version: |-)(\d+\.\d+\.\d+)`)

// read returns the fields of each line of a file, without comments, and the version that
// its first lines name.
func read(name string) (lines [][]string, version string) {
	data, err := os.ReadFile(filepath.Join(os.Args[1], name))
	if err != nil {
		log.Fatal(err)
	}
	version = versions.FindStringSubmatch(string(data))[1]
	for line := range strings.Lines(strings.TrimPrefix(string(data), "\ufeff")) {
		line, _, _ = strings.Cut(line, "#")
		if strings.TrimSpace(line) == "" {
			continue
		}
		fields := strings.Split(line, ";")
		for i := range fields {
			fields[i] = strings.TrimSpace(fields[i])
		}
		lines = append(lines, fields)
	}
	return lines, version
}

// prototypes returns a line for each prototype: its characters, and after ":" the
// characters that look like it.
func prototypes(table [][]string) (lines []string) {
	sources := map[string][]string{}
	for _, f := range table {
		to := short(f[1])
		sources[to] = append(sources[to], short(f[0]))
	}
	for to, from := range sources {
		slices.SortFunc(from, byNumber)
		lines = append(lines, to+": "+strings.Join(from, " "))
	}
	slices.SortFunc(lines, byNumber)
	return lines
}

// byNumber compares the first numbers of two lines.
func byNumber(a, b string) int {
	number := func(s string) (n int) { fmt.Sscanf(s, "%x", &n); return n }
	return cmp.Or(cmp.Compare(number(a), number(b)), strings.Compare(a, b))
}

// short returns hexadecimal numbers without leading zeros.
func short(codes string) string {
	fields := strings.Fields(codes)
	for i := range fields {
		fields[i] = strings.ToLower(strings.TrimLeft(fields[i], "0"))
	}
	return strings.Join(fields, " ")
}

// scripts returns a line for each range of characters with several scripts, or with one
// other than their property Script: the first, the last, and the names of the scripts.
func scripts(table, aliases [][]string) (lines []string) {
	long := map[string]string{}
	for _, f := range aliases {
		if f[0] == "sc" {
			long[f[1]] = f[2]
		}
	}
	for _, f := range table {
		first, last, isRange := strings.Cut(f[0], "..")
		if !isRange {
			last = first
		}
		var names []string
		for _, name := range strings.Fields(f[1]) {
			names = append(names, long[name])
		}
		slices.Sort(names)
		lines = append(lines, short(first)+" "+short(last)+" "+strings.Join(names, " "))
	}
	slices.SortFunc(lines, byNumber)
	return lines
}

func save(name string, lines []string) {
	if err := os.WriteFile(filepath.Join("unicode", name), []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
		log.Fatal(err)
	}
}

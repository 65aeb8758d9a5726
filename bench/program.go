package main

import (
	_ "embed"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A program prints the URLs in a file, one per line.
type program struct {
	argv    []string // arguments before the file
	env     []string // added to the environment of bench
	version []string // command that prints the version; nil if bench builds the program
	share   int64    // the program is slow and gets 1/share of the text; 0: the whole text
}

const (
	web    = `https?://[^\s<>"]+`
	posix  = `https?://[^[:space:]<>"]+`
	dozen  = `(?:(?:https?|ftp|gopher|nntp|telnet|wais|file|prospero|ldap|irc)://|mailto:|news:)[^\s<>"]+`
	tags   = "urfave_cli_no_docs" // as in the README
	binary = "bin"                // directory of the programs that bench builds
)

// outputs are command lines of urlgrep with one option, for what is printed.
var outputs = []string{
	"urlgrep -n",
	"urlgrep -b",
	"urlgrep --json",
	"urlgrep --csv",
	"urlgrep --format='{{.URL}}'",
	"urlgrep --format='{{.Line}} {{.URL}}'",
	"urlgrep --count-by=host",
	"urlgrep --show-lines",
	"urlgrep -u",
}

//go:embed stdlib/stdlib.py
var stdlibPy string

// install builds the programs written in Go, looks up the others, and returns those that
// there are.
func install(dir string) (map[string]program, error) {
	bin := filepath.Join(dir, binary)
	for _, build := range []struct {
		dir  string
		args []string
	}{
		{"..", []string{"-o", filepath.Join(bin, "urlgrep"), "-tags", tags, "./cmd/urlgrep"}},
		{"..", []string{"-o", filepath.Join(bin, "urlgrep-purego"), "-tags", tags + ",purego", "./cmd/urlgrep"}},
		{".", []string{"-o", bin + string(filepath.Separator), "./xurls", "./stdlib"}},
	} {
		c := exec.Command("go", append([]string{"build"}, build.args...)...)
		c.Dir, c.Stderr = build.dir, os.Stderr
		c.Env = append(os.Environ(), "CGO_ENABLED=0")
		if err := c.Run(); err != nil {
			return nil, fmt.Errorf("%v: %w", c, err)
		}
	}
	installed := programs(bin)
	for name, p := range installed {
		if _, err := exec.LookPath(p.argv[0]); err != nil {
			log.Printf("%s is left out: %v", name, err)
			delete(installed, name)
		}
	}
	return installed, nil
}

// programs returns all programs by name. The directory bin has those that bench builds.
func programs(bin string) map[string]program {
	urlgrep, pure := filepath.Join(bin, "urlgrep"), filepath.Join(bin, "urlgrep-purego")
	all := map[string]program{
		"urlgrep":                   {argv: []string{urlgrep, "-j", "1"}},
		"urlgrep, two cores":        {argv: []string{urlgrep, "-j", "2"}},
		"urlgrep, pure Go":          {argv: []string{pure, "-j", "1"}},
		"urlgrep --json, two cores": {argv: []string{urlgrep, "-j", "2", "--json"}},
		"urlgrep --scheme=mailto":   {argv: []string{urlgrep, "-j", "1", "--scheme=mailto"}},
		"urlgrep --version":         {argv: []string{urlgrep, "--version"}},
		"ripgrep":                   {argv: []string{"rg", "--no-config", "-o", web}, version: []string{"rg", "--version"}},
		"ripgrep, no mmap":          {argv: []string{"rg", "--no-config", "--no-mmap", "-o", web}},
		"ripgrep, 12 schemes":       {argv: []string{"rg", "--no-config", "-o", dozen}},
		"ugrep":                     {argv: []string{"ugrep", "-o", web}, version: []string{"ugrep", "--version"}},
		"grep, C":                   {argv: []string{"grep", "-aoE", posix}, env: []string{"LC_ALL=C"}, version: []string{"grep", "--version"}},
		"grep, UTF-8":               {argv: []string{"grep", "-aoE", posix}, env: []string{"LC_ALL=C.UTF-8"}, share: 8},
		"xurls":                     {argv: []string{filepath.Join(bin, "xurls")}, share: 512},
		"Go standard library":       {argv: []string{filepath.Join(bin, "stdlib")}},
		"Python":                    {argv: []string{python(), "-I", "-c", stdlibPy}, version: []string{"python3", "--version"}, share: 4},
	}
	for _, line := range outputs {
		_, option, _ := strings.Cut(strings.ReplaceAll(line, "'", ""), " ")
		all[line] = program{argv: []string{urlgrep, "-j", "1", option}}
	}
	return all
}

// command returns the command that runs a program on a text. The zero text is no argument.
func (p program) command(t text) *exec.Cmd {
	args := slices.Clone(p.argv[1:])
	if t != (text{}) {
		args = append(args, t.file)
	}
	c := exec.Command(p.argv[0], args...)
	c.Env = append(os.Environ(), p.env...)
	return c
}

// python returns the path of the interpreter. The command python3 may be a script that
// takes a tenth of a second to find it.
func python() string {
	out, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output()
	if err != nil {
		return "python3"
	}
	return strings.TrimSpace(string(out))
}

// about returns the name and version of a program.
func (p program) about() string {
	out, _ := exec.Command(p.version[0], p.version[1:]...).Output() // without a version, about returns the name alone
	return p.version[0] + " " + regexp.MustCompile(`[0-9]+(\.[0-9]+)+`).FindString(string(out))
}

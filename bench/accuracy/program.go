package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A program finds the URLs in an excerpt and prints one URL a line. Its exit status 1, with
// nothing on standard error, means that it found none.
type program struct {
	name    string
	argv    []string // file in it is the name of the file with the text
	env     []string // besides that of this process
	version []string // the command whose output has the version; nil: the name is enough

	schemeless []string // the command that also finds URLs without a scheme; nil: it cannot
	real       bool     // it finds hosts in domains that exist alone, so the excerpts do not suit it
}

// file is replaced with the name of the file that holds the text.
const file = "{}"

// The patterns for ripgrep: one that is often seen, and one with any scheme that does not
// end in punctuation.
const (
	usual = `https?://[^\s<>"]+`
	tuned = `\b[A-Za-z][A-Za-z0-9+.-]*://[^\s<>"'` + "`" + `\\{}|^]*[^\s<>"'` + "`" + `\\{}|^.,;:!?()\[\]*_]`
)

// shell returns the program that a shell runs.
func shell(command string) program {
	argv := []string{"sh", "-c", strings.ReplaceAll(command, file, `"$1"`), "sh", file}
	return program{name: command, argv: argv, schemeless: argv}
}

// install builds the programs in Go, and returns the programs that are installed. It logs
// why the others are left out. dir is the directory that the script install writes to.
func install(dir string) ([]program, error) {
	dir, err := cache(dir)
	if err != nil {
		return nil, err
	}
	bin := filepath.Join(dir, "bin")
	if err := os.MkdirAll(bin, 0o777); err != nil {
		return nil, err
	}
	for from, pkg := range map[string]string{"../..": "./cmd/urlgrep", "..": "./xurls"} {
		c := exec.Command("go", "build", "-pgo=off", "-o", bin+string(filepath.Separator), pkg)
		c.Dir, c.Stderr = from, os.Stderr
		if err := c.Run(); err != nil {
			return nil, fmt.Errorf("%v: %w", c, err)
		}
	}
	python := filepath.Join(dir, "python", "bin", "python")
	module := func(name string) []string {
		return []string{python, "-c", "import importlib.metadata as m; print(m.version('" + name + "'))"}
	}
	modules := filepath.Join(dir, "node", "node_modules")
	all := []program{
		{name: "urlgrep", argv: []string{filepath.Join(bin, "urlgrep"), file}, schemeless: []string{filepath.Join(bin, "urlgrep"), "--schemeless", file}},
		{name: "xurls", argv: []string{filepath.Join(bin, "xurls"), file}, version: []string{"go", "list", "-m", "-f", "{{.Version}}", "mvdan.cc/xurls/v2"}, schemeless: []string{filepath.Join(bin, "xurls"), file, "schemeless"}},
		{name: "linkify (Rust)", argv: []string{filepath.Join(dir, "linkify", "release", "linkify-urls"), file}, version: []string{"grep", "-A1", `name = "linkify"`, "linkify/Cargo.lock"}, schemeless: []string{filepath.Join(dir, "linkify", "release", "linkify-urls"), file, "schemeless"}},
		{name: "linkify-it", argv: []string{"node", "adapters/linkify-it.js", file}, env: []string{"NODE_PATH=" + modules}, version: []string{"node", "-p", "JSON.parse(fs.readFileSync(process.argv[1])).version", filepath.Join(modules, "linkify-it", "package.json")}, schemeless: []string{"node", "adapters/linkify-it.js", file, "schemeless"}},
		{name: "URI::Find", argv: []string{"perl", "adapters/uri-find.pl", file}, version: []string{"perl", "-MURI::Find", "-e", "print $URI::Find::VERSION"}, schemeless: []string{"perl", "adapters/uri-find.pl", file, "schemeless"}},
		{name: "urlscan", argv: []string{python, "adapters/urlscan_urls.py", file}, version: module("urlscan")},
		{name: "iocextract", argv: []string{python, "adapters/iocextract_urls.py", file}, version: module("iocextract")},
		{name: "urlextract", argv: []string{python, "adapters/urlextract_urls.py", file}, version: module("urlextract"), schemeless: []string{python, "adapters/urlextract_urls.py", file, "schemeless"}, real: true},
		{name: "ripgrep, usual", argv: []string{"rg", "--no-config", "-a", "-o", "--no-filename", usual, file}, version: []string{"rg", "--version"}},
		{name: "ripgrep, tuned", argv: []string{"rg", "--no-config", "-a", "-o", "--no-filename", tuned, file}, version: []string{"rg", "--version"}},
	}
	return slices.DeleteFunc(all, func(p program) bool {
		err := p.installed()
		if err != nil {
			log.Printf("%s is left out: %v", p.name, err)
		}
		return err != nil
	}), nil
}

// installed returns why p cannot be run, or nil.
func (p program) installed() error {
	if _, err := exec.LookPath(p.argv[0]); err != nil {
		return err
	}
	_, err := p.about()
	return err
}

// about returns the name and version of p.
func (p program) about() (string, error) {
	if p.version == nil {
		return p.name, nil
	}
	c := exec.Command(p.version[0], p.version[1:]...)
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%v: %w", c, err)
	}
	name, kind, _ := strings.Cut(p.name, ",")
	about := name + " " + regexp.MustCompile(`[0-9]+(\.[0-9]+)*`).FindString(string(out))
	if kind != "" {
		about += "," + kind
	}
	return about, nil
}

// A result is what a program found: found[i] is of the excerpt i.
type result struct {
	about string
	found [][]string
}

// run runs p on each of the excerpts.
func (p program) run(excerpts []excerpt) (result, error) {
	about, err := p.about()
	if err != nil {
		return result{}, err
	}
	r := result{about: about, found: make([][]string, len(excerpts))}
	dir, err := os.MkdirTemp("", "accuracy")
	if err != nil {
		return result{}, err
	}
	defer os.RemoveAll(dir)
	for i, e := range excerpts {
		name := filepath.Join(dir, e.name)
		if err := os.WriteFile(name, []byte(e.text), 0o666); err != nil {
			return result{}, err
		}
		out, err := p.output(name, e.text)
		if err != nil {
			return result{}, fmt.Errorf("%s on %s/%s: %w", p.name, e.genre, e.name, err)
		}
		r.found[i] = urls(out)
	}
	return r, nil
}

// output returns what p prints for a text, which is also in the file called name.
func (p program) output(name, text string) (string, error) {
	argv := slices.Clone(p.argv)
	for i, arg := range argv {
		if arg == file {
			argv[i] = name
		}
	}
	var stdout, stderr bytes.Buffer
	c := exec.Command(argv[0], argv[1:]...)
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(text), &stdout, &stderr
	c.Env = append(os.Environ(), p.env...)
	err := c.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 && stderr.Len() == 0 {
		err = nil // it found nothing, as grep says it
	}
	if err != nil {
		return "", fmt.Errorf("%w\n%s", err, &stderr)
	}
	return stdout.String(), nil
}

// writeMisses writes the labels that were not found, prefixed with "-", and the URLs found
// that are not labels, prefixed with "+".
func (r result) writeMisses(w io.Writer, excerpts []excerpt) {
	for i, e := range excerpts {
		got, want := set(r.found[i]), make(map[string]bool)
		var lines []string
		for _, l := range e.urls {
			want[l.url] = true
			if !got[l.url] {
				lines = append(lines, "- "+l.url)
			}
		}
		for _, url := range slices.Compact(slices.Sorted(slices.Values(r.found[i]))) {
			if !want[url] {
				lines = append(lines, "+ "+url)
			}
		}
		if lines != nil {
			fmt.Fprintf(w, "%s: %s/%s %s\n\t%s\n", r.about, e.genre, e.name, e.class, strings.Join(lines, "\n\t"))
		}
	}
}

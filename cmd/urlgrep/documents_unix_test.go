//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// docPages returns the pages whose commands are tested.
func docPages(t *testing.T) map[string]string {
	t.Helper()
	names, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	pages := map[string]string{}
	for _, name := range append(names, "../../README.md") {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		pages[filepath.Base(name)] = string(text)
	}
	return pages
}

// inGuide runs a shell command in a copy of testdata/guide, with urlgrep in PATH.
func inGuide(t *testing.T, line string) (output string, err error) {
	t.Helper()
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = t.TempDir()
	if err := os.CopyFS(cmd.Dir, os.DirFS("../../testdata/guide")); err != nil {
		t.Fatal(err)
	}
	cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(command(t).Path)+":"+os.Getenv("PATH"))
	b, err := cmd.CombinedOutput()
	return string(b), err
}

// TestSessions runs each command of the console sessions in the documents, and compares its
// output.
func TestSessions(t *testing.T) {
	t.Parallel()
	n := 0
	for name, page := range docPages(t) {
		for _, block := range regexp.MustCompile("(?ms)^```console\n(.*?)^```$").FindAllStringSubmatch(page, -1) {
			for _, c := range strings.Split("\n"+block[1], "\n$ ")[1:] {
				line, want, _ := strings.Cut(c, "\n")
				n++
				t.Run(name+"/"+line, func(t *testing.T) {
					if unpack, _, ok := strings.Cut(line, " | "); ok {
						if _, err := inGuide(t, unpack); err != nil {
							t.Skipf("%s: %v", unpack, err) // on macOS zcat requires another file name
						}
					}
					got, err := inGuide(t, line)
					if err != nil || strings.TrimSuffix(got, "\n") != strings.TrimSuffix(want, "\n") {
						t.Errorf("%v\n%swant:\n%s", err, got, want)
					}
				})
			}
		}
	}
	if n < 20 {
		t.Errorf("only %d commands are in the documents", n)
	}
}

// TestTasks runs each command of the table of tasks in the README.
func TestTasks(t *testing.T) {
	rows := regexp.MustCompile("(?m)^\\| .* \\| `(urlgrep .*)` \\|$").FindAllStringSubmatch(docPages(t)["README.md"], -1)
	if len(rows) < 10 {
		t.Fatalf("only %d tasks are in the table", len(rows))
	}
	for _, row := range rows {
		if strings.Contains(row[1], "--pick") {
			continue // needs a terminal
		}
		writes := strings.Contains(row[1], "--report=") || strings.Contains(row[1], "--in-place")
		if got, err := inGuide(t, row[1]); err != nil || writes != (got == "") || strings.Contains(got, "urlgrep: ") {
			t.Errorf("%s: %v\n%s", row[1], err, got)
		}
	}
}

// TestOptionsInDocuments checks that each option named in the documents exists.
func TestOptionsInDocuments(t *testing.T) {
	n := 0
	for name, page := range docPages(t) {
		for _, words := range regexp.MustCompile("urlgrep( [^|\n`]*)").FindAllStringSubmatch(page, -1) {
			words, _, _ := strings.Cut(words[1], "--preview") // an option of fzf
			for _, option := range regexp.MustCompile(" (--[a-z][a-z0-9-]*)").FindAllStringSubmatch(words, -1) {
				n++
				if _, err := program().Find(strings.TrimPrefix(option[1], "--")); err != nil {
					t.Errorf("%s: %s: %v", name, option[1], err)
				}
			}
		}
	}
	if n < 50 {
		t.Errorf("only %d options are in the documents", n)
	}
}

// TestQueries runs each query of docs/queries.md, and compares its answer.
func TestQueries(t *testing.T) {
	if _, err := exec.LookPath("sqlite3"); err != nil {
		t.Skip("sqlite3 is not installed")
	}
	home := t.TempDir()
	database := filepath.Join(home, "links.db")
	if text, err := inGuide(t, "urlgrep --sql list.mbox suspect.eml | sqlite3 "+database); err != nil || text != "" {
		t.Fatal(err, text)
	}
	queries := regexp.MustCompile("(?s)```sql\n(.*?)```\n\n```text\n(.*?)```").FindAllStringSubmatch(docPages(t)["queries.md"], -1)
	if len(queries) < 10 {
		t.Errorf("only %d queries", len(queries))
	}
	for _, q := range queries {
		cmd := exec.Command("sqlite3", "-header", "-column", database)
		cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home) // no sqliterc
		cmd.Stdin = strings.NewReader(q[1])
		got, err := cmd.CombinedOutput()
		if err != nil || blanks().ReplaceAllString(string(got), "\n") != q[2] {
			t.Errorf("%s%v\n%swant:\n%s", q[1], err, got, q[2])
		}
	}
}

// blanks are the blanks at the ends of lines.
var blanks = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(" *\n") })

package internal

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// An example is a block of CONTRIBUTING.md with the comment before it, which says what it is:
//
//	file PATH                    the text of a new file
//	in PATH, after "TEXT"        lines after the first line with TEXT
//	in PATH, before "TEXT"       lines before the line that precedes it, which begins a value
//	in PATH, at the end          lines at the end
//	stdin: TEXT                  commands and their output, with TEXT as their input
type example struct{ comment, text string }

// examples returns the examples of CONTRIBUTING.md.
func examples(t *testing.T) (list []example) {
	doc, err := os.ReadFile("../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	block := regexp.MustCompile("(?s)<!-- (.*?) -->\n```[a-z]+\n(.*?)\n```\n")
	for _, m := range block.FindAllStringSubmatch(string(doc), -1) {
		list = append(list, example{m[1], m[2] + "\n"})
	}
	return list
}

var place = regexp.MustCompile(`^in (\S+), (?:(after|before) "(.*)"|at the end)$`)

// insert inserts the text of an example into that of a file.
func (e *example) insert(t *testing.T, file, position, anchor string) string {
	if position == "" {
		return file + "\n" + e.text
	}
	i := strings.Index(file, strings.ReplaceAll(anchor, `\"`, `"`))
	if i < 0 {
		t.Fatalf("%s: it is not there", e.comment)
	}
	if position == "before" {
		i = strings.LastIndexByte(file[:i], '\n') + 1
	} else {
		i += strings.IndexByte(file[i:], '\n') + 1
	}
	return file[:i] + e.text + file[i:]
}

// TestContributing adds all examples of CONTRIBUTING.md to the program, builds it, and runs it. It
// changes no file.
func TestContributing(t *testing.T) {
	if effort.Get() < effort.Thorough {
		t.Skip("a build that takes half a minute: URLGREP_TEST=thorough")
	}
	dir := t.TempDir()
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	texts := map[string]string{}
	var runs []example
	for _, e := range examples(t) {
		if name, ok := strings.CutPrefix(e.comment, "file "); ok {
			texts[name] = e.text
		} else if m := place.FindStringSubmatch(e.comment); m != nil {
			if texts[m[1]] == "" {
				text, err := os.ReadFile(filepath.Join("..", m[1]))
				if err != nil {
					t.Fatal(err)
				}
				texts[m[1]] = string(text)
			}
			texts[m[1]] = e.insert(t, texts[m[1]], m[2], m[3])
		} else if strings.HasPrefix(e.comment, "stdin: ") {
			runs = append(runs, e)
		}
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range texts {
		file := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		overlay.Replace[filepath.Join(root, filepath.FromSlash(name))] = file
	}
	b, _ := json.Marshal(overlay)
	list := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(list, b, 0o666); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "urlgrep")
	if runtime.GOOS == "windows" {
		program += ".exe"
	}
	// These look at all options.
	tests := exec.Command("go", "test", "-pgo=off", "-vet=off", "-overlay", list, "-short", "-run", "TestOptionTable|TestPairs|TestOptionSets", "../cmd/urlgrep")
	if out, err := tests.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if out, err := exec.Command("go", "build", "-pgo=off", "-overlay", list, "-o", program, "../cmd/urlgrep").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if len(runs) < 2 {
		t.Errorf("%d examples are run", len(runs))
	}
	for _, e := range runs {
		input := strings.ReplaceAll(strings.TrimPrefix(e.comment, "stdin: "), `\n`, "\n")
		command, want, _ := strings.Cut(e.text, "\n")
		args := strings.Fields(command)[2:] // without "$ urlgrep"
		if last := len(args) - 1; last >= 0 && !strings.HasPrefix(args[last], "-") {
			args[last] = filepath.Join(dir, args[last])
			if err := os.WriteFile(args[last], []byte(input), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		run := exec.Command(program, args...)
		run.Stdin = strings.NewReader(input)
		if got, err := run.Output(); string(got) != want {
			t.Errorf("%s: %v, prints\n%swant\n%s", command, err, got, want)
		}
	}
}

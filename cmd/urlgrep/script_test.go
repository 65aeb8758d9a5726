package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// programs are the functions that the test binary runs, by the name it is run as.
var programs = map[string]func(){"urlgrep": main, "urlgrep-panics": mainThatPanics}

// mainThatPanics is like main, but panics after reading "PANIC".
func mainThatPanics() {
	os.Exit(tuning{onRead: panicAtMark}.run(os.Args, os.Stdin, os.Stdout, os.Stderr))
}

func panicAtMark(text []byte) {
	if bytes.Contains(text, []byte("PANIC")) {
		panic("read PANIC")
	}
}

func TestMain(m *testing.M) { testscript.Main(plain{m}, programs) }

// plain runs the tests without the user's settings of colours.
type plain struct{ m *testing.M }

func (p plain) Run() int {
	debug.SetGCPercent(400) // each run of the program allocates buffers, and little of it is live
	os.Unsetenv("GREP_COLORS")
	os.Unsetenv("NO_COLOR")
	return p.m.Run()
}

// TestScripts runs the scripts in testdata/script. With the environment variable URLGREP they run
// that program, such as a release, and not the one in the test binary.
func TestScripts(t *testing.T) {
	t.Parallel()
	path := os.Getenv("URLGREP")
	if path != "" && filepath.Base(path) != "urlgrep" {
		t.Fatalf("URLGREP=%s: the name of the program must be urlgrep", path)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("GORACE", "atexit_sleep_ms=0") // otherwise the race detector delays the exit of each process by a second
			if path != "" {
				env.Setenv("PATH", filepath.Dir(path)+string(filepath.ListSeparator)+env.Getenv("PATH"))
			}
			return nil
		},
		Condition: func(name string) (bool, error) {
			switch name {
			case "root":
				return os.Getuid() == 0, nil
			case "devices":
				_, err := os.Stat("/dev/full")
				return err == nil, nil
			}
			return false, nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"write":  cmdWrite,
			"packed": cmdPacked,
			"jsoncmp": func(ts *testscript.TestScript, _ bool, args []string) {
				if diff := jsonDiff(ts.ReadFile(args[0]), ts.ReadFile(args[1])); diff != "" {
					ts.Fatalf("%s", diff)
				}
			},
		},
	})
}

// cmdWrite is the command "write FILE TEXT…". Each text is interpreted like a Go string
// in double quotes. "n*TEXT" repeats a text n times.
func cmdWrite(ts *testscript.TestScript, _ bool, args []string) {
	var b strings.Builder
	for _, arg := range args[1:] {
		times := 1
		if n, rest, ok := strings.Cut(arg, "*"); ok {
			if i, err := strconv.Atoi(n); err == nil {
				times, arg = i, rest
			}
		}
		text, err := strconv.Unquote(`"` + arg + `"`)
		ts.Check(err)
		b.WriteString(strings.Repeat(text, times))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o666))
}

// cmdPacked is the command "packed FILE…". It copies files from testdata/packed, which
// the usual commands made from mbox in that directory.
func cmdPacked(ts *testscript.TestScript, _ bool, args []string) {
	for _, name := range args {
		data, err := os.ReadFile(filepath.Join("testdata", "packed", name))
		ts.Check(err)
		ts.Check(os.WriteFile(ts.MkAbs(name), data, 0o666))
	}
}

// jsonDiff compares JSON lines. The expected objects may omit keys; a null means that the
// key must be absent.
func jsonDiff(got, want string) string {
	g, err := readObjects(got)
	if err != nil {
		return "got: " + err.Error()
	}
	w, err := readObjects(want)
	if err != nil {
		return "want: " + err.Error()
	}
	if m := missing(g, w); m != "" || len(g) != len(w) {
		return fmt.Sprintf("got %d objects, want %d:\n%s", len(g), len(w), m)
	}
	var diff strings.Builder
	for i := range w {
		for key, value := range w[i] {
			if !reflect.DeepEqual(g[i][key], value) {
				fmt.Fprintf(&diff, "line %d: %s is %s, want %s\n", i+1, key, compact(g[i][key]), compact(value))
			}
		}
	}
	return diff.String()
}

// missing lists the URLs that are in only one of two lists.
func missing(got, want []map[string]any) string {
	var b strings.Builder
	list := func(sign string, of, not []map[string]any) {
		have := map[any]int{}
		for _, o := range not {
			have[o["url"]]++
		}
		for _, o := range of {
			if have[o["url"]]--; have[o["url"]] < 0 {
				fmt.Fprintf(&b, "%s %v:%v: %v\n", sign, o["line"], o["offset"], o["url"])
			}
		}
	}
	list("-", want, got)
	list("+", got, want)
	return b.String()
}

func readObjects(text string) (list []map[string]any, err error) {
	in := bufio.NewScanner(strings.NewReader(text))
	in.Buffer(nil, len(text)+1)
	for in.Scan() {
		var object map[string]any
		if err := json.Unmarshal(in.Bytes(), &object); err != nil {
			return nil, err
		}
		list = append(list, object)
	}
	return list, in.Err()
}

func compact(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

// TestCorpora runs the program on each of the corpora. The expected matches were written
// by human readers, not by the program. They have only the keys that matter for the case.
func TestCorpora(t *testing.T) {
	dirs, err := filepath.Glob("../../testdata/corpora/*/input")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("no corpora: %v", err)
	}
	for _, input := range dirs {
		dir := filepath.Dir(input)
		t.Run(filepath.Base(dir), func(t *testing.T) {
			args := []string{"urlgrep", "--json", "--input=text"}
			if more, err := os.ReadFile(filepath.Join(dir, "args")); err == nil {
				args = append(args, strings.Split(strings.TrimSpace(string(more)), "\n")...)
			}
			want, err := os.ReadFile(filepath.Join(dir, "want.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			var stdout, stderr bytes.Buffer
			if status := run(append(args, input), nil, &stdout, &stderr); status == exitError || stderr.Len() > 0 {
				t.Errorf("%q: exit status %d\n%s", args, status, &stderr)
			}
			if diff := jsonDiff(stdout.String(), string(want)); diff != "" {
				t.Errorf("%q %s:\n%s", args, input, diff)
			}
		})
	}
}

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// together runs the program and returns its exit status and what it has written,
// to both of its outputs, in order.
func together(args ...string) string {
	var out bytes.Buffer
	status := run(append([]string{"urlgrep"}, args...), strings.NewReader("http://stdin.example/ "), &out, &out)
	return fmt.Sprintf("%s%d\n", &out, status)
}

// sameWithWorkers checks that any number of workers writes what one writes, and
// returns that.
func sameWithWorkers(t *testing.T, args ...string) string {
	t.Helper()
	want := together(append(args, "-j1")...)
	for _, j := range []string{"-j2", "-j3", "-j8"} {
		if got := together(append(args, j)...); got != want {
			i := 0
			for i < min(len(got), len(want)) && got[i] == want[i] {
				i++
			}
			begin := max(0, i-100)
			t.Errorf("%q %s: at byte %d of %d\n%q\nwant, of %d\n%q", args, j, i, len(got), got[begin:min(len(got), i+200)],
				len(want), want[begin:min(len(want), i+200)])
		}
	}
	return want
}

// waysToPrint are options that change what is printed about an input.
var waysToPrint = []string{
	"-H", "-nb", "--json", "-c", "-l", "-L", "-q", "-m2", "--verbose", "--invalid --level=rfc1738", "--schemeless --email -n",
	"--unquoted", "--no-signature --json", "--refang", "--input=text --json", "-a --verbose", "--hyphen=both", "--hyphen=evidence",
	"-s", "--kind=wrapped -c",
}

// Workers search many files as one does, whatever the options: the corpora, named
// and in their directory.
func TestWorkersCorpora(t *testing.T) {
	files, err := filepath.Glob("../../testdata/corpora/*/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no corpora: %v", err)
	}
	for _, options := range waysToPrint {
		sameWithWorkers(t, append(strings.Fields(options), files...)...)
	}
	sameWithWorkers(t, "--json", "--verbose", "-r", "../../testdata", "testdata")
	const real = "../../../shared/gold"
	switch {
	case testing.Short():
	case !exists(real):
		t.Log(real, "is not here")
	default:
		sameWithWorkers(t, "--json", "--verbose", "-r", real)
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// Messages stand where they stand with one worker: behind what was found before
// them, also where that has to be held back.
func TestWorkersMessages(t *testing.T) {
	dir := t.TempDir()
	var args []string
	for i := range 40 {
		name := filepath.Join(dir, fmt.Sprintf("%03d", i))
		switch i % 10 {
		case 3: // does not exist
		case 5:
			write(t, name, "http://a.example/ \x00")
		case 7:
			os.Mkdir(name, 0o777)
		default:
			write(t, name, strings.Repeat(fmt.Sprintf("see http://%d.example/ or\n", i), (i*i%50)*10))
		}
		args = append(args, name, "-")
	}
	for _, options := range waysToPrint {
		sameWithWorkers(t, append(strings.Fields(options), args...)...)
	}
	all := sameWithWorkers(t, args...)
	for _, want := range []string{"is a directory", "no such file", "binary file", "stdin.example", "39.example", "\n2\n"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q does not come out", want)
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// More is held back than there is room for.
func TestWorkersHoldLittle(t *testing.T) {
	dir := t.TempDir()
	for i := range 4 {
		write(t, filepath.Join(dir, fmt.Sprint(i)), strings.Repeat("http://a.example/\n", 75_000))
	}
	sameWithWorkers(t, "-r", dir)
}

// A write error ends the work of all workers, and is said once.
func TestWorkersWriteError(t *testing.T) {
	dir := t.TempDir()
	var args []string
	for i := range 50 {
		name := filepath.Join(dir, fmt.Sprint(i))
		write(t, name, strings.Repeat("http://a.example/\n", 1000))
		args = append(args, name)
	}
	var stderr bytes.Buffer
	status := run(append([]string{"urlgrep", "-j3"}, args...), nil, full{}, &stderr)
	if status != exitError || stderr.String() != "urlgrep: write error: no space\n" {
		t.Errorf("exit status %d, %q", status, &stderr)
	}
}

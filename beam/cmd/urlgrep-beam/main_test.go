package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain runs the command instead of the tests if the environment variable isCommand is set.
// The workers that the command starts inherit it.
func TestMain(m *testing.M) {
	if os.Getenv(isCommand) != "" {
		main()
	}
	os.Exit(m.Run())
}

const isCommand = "URLGREP_BEAM_TEST_COMMAND"

// command runs the command, and returns its exit status and its output.
func command(t *testing.T, args ...string) (status int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	c := exec.Command(os.Args[0], args...)
	c.Env = append(os.Environ(), isCommand+"=1")
	c.Stdout, c.Stderr = &out, &errs
	err := c.Run()
	if e := (*exec.ExitError)(nil); err != nil && !errors.As(err, &e) {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode(), out.String(), errs.String()
}

// TestCommand checks the output and the exit statuses, with workers in the process and in another
// one.
func TestCommand(t *testing.T) {
	dir := t.TempDir()
	temp := filepath.Join(dir, "temp")
	if err := os.Mkdir(temp, 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", temp)
	text, empty := filepath.Join(dir, "text"), filepath.Join(dir, "empty")
	os.WriteFile(empty, nil, 0o666)
	os.WriteFile(text, []byte("see http://a.example/ and www.b.example\nhttp://c.example/"), 0o666)
	const process = 2 // the case with another process
	for i, test := range []struct {
		args   []string
		status int
		urls   string
		errs   string
	}{
		{[]string{text}, found, "http://a.example/ http://c.example/", ""},
		{[]string{"--limit=range=7", "--schemeless", text, empty}, found, "http://a.example/ www.b.example http://c.example/", ""},
		{[]string{"--environment_type=PROCESS", "--limit=range=7", text}, found, "http://a.example/ http://c.example/", ""},
		{[]string{empty}, notFound, "", ""},
		{[]string{text, filepath.Join(dir, "missing")}, failed, "http://a.example/ http://c.example/", "missing: at byte 0: no such file"},
	} {
		output := filepath.Join(dir, "output")
		status, stdout, stderr := command(t, append([]string{"--output-dir=" + output}, test.args...)...)
		if i == process { // Beam prints messages of its worker
			stdout, stderr = "", ""
		}
		if status != test.status || stdout != "" || !strings.Contains(stderr, test.errs) || test.errs == "" && stderr != "" {
			t.Errorf("%q: status %d, output %q, errors %q", test.args, status, stdout, stderr)
		}
		status, stdout, stderr = command(t, "--merge="+output)
		var urls []string
		for line := range strings.Lines(stdout) {
			var u struct{ URL string }
			if err := json.Unmarshal([]byte(line), &u); err != nil {
				t.Fatal(err)
			}
			urls = append(urls, u.URL)
		}
		if got := strings.Join(urls, " "); got != test.urls || status != test.status || !strings.Contains(stderr, test.errs) || test.errs == "" && stderr != "" {
			t.Errorf("%q: merged %q, status %d, errors %q", test.args, got, status, stderr)
		}
		if left, _ := os.ReadDir(output); len(left) > 2 || i == 0 && len(left) != 2 {
			t.Errorf("%q: the output directory has %v", test.args, left)
		}
	}
	if left, _ := os.ReadDir(temp); len(left) > 0 {
		t.Errorf("temporary files remain: %v", left)
	}
}

// TestUsage checks command lines with errors.
func TestUsage(t *testing.T) {
	for want, args := range map[string][]string{
		"no files given":                             {"--output-dir=x"},
		"--output-dir is required":                   {"x"},
		"range: must be a number ":                   {"--limit=range=1T", "x"},
		"unknown limit \"ranges\"":                   {"--limit=ranges=1", "x"},
		"range must be positive":                     {"--output-dir=x", "--limit=range=0", "x"},
		"option --range-size is now --limit=range=N": {"--output-dir=x", "--range-size=7", "x"},
		"option -range-size is now ":                 {"-range-size", "7", "x"},
		"unknown level":                              {"--output-dir=x", "--level=x", "x"},
		"no such file":                               {"--merge=missing"},
		"unknown character set":                      {"--output-dir=x", "--charset=x", "x"},
		"prism, spark and univer":                    {"--output-dir=" + t.TempDir(), "--runner=x", "x"},
	} {
		if status, _, errs := command(t, args...); status != failed || !strings.Contains(errs, want) {
			t.Errorf("%q: status %d, %s", args, status, errs)
		}
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string]size{"0": 0, "7": 7, "10K": 10 << 10, "64M": 64 << 20, "8191G": 8191 << 30} {
		var s size
		if err := s.Set(text); err != nil || s != want {
			t.Errorf("%s: %d, %v", text, s, err)
		}
	}
	for _, text := range []string{"", "M", "1.5M", "1T", "9223372036854775808", "8589934592G", "1KK"} {
		var s size
		if err := s.Set(text); err == nil {
			t.Errorf("%s: %d", text, s)
		}
	}
}

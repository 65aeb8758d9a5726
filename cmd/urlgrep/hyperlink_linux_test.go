package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/screen"
)

const linkedText = `see http://a.example/b?c;d and <URL:http://c.example/d-
efg?h
=i>, www.x.example, joe@y.example
hxxp://r[.]example/ http://b.example/é javascript:alert(1)
http://long.example/` + longPath + `
http://archive.is/http://t.example/
`

const longPath = "0123456789012345678901234567890123456789012345678901234567890123456789"

// linkedScreens are command lines, and the links that a terminal shows. The
// ids are those of pieces of one URL.
var linkedScreens = []struct {
	args string
	want []screen.Link
}{
	{"--schemeless --email --refang --scheme=+javascript", []screen.Link{
		{Text: "http://a.example/b?c;d", URI: "http://a.example/b?c;d"},
		{Text: "http://c.example/d-efg?h=i", URI: "http://c.example/d-efg?h=i"},
		{Text: "www.x.example", URI: "http://www.x.example"},
		{Text: "joe@y.example", URI: "mailto:joe@y.example"},
		{Text: "http://r.example/", URI: "http://r.example/"},
		{Text: "http://b.example/é", URI: "http://b.example/%C3%A9"},
		{Text: "http://long.example/" + longPath, URI: "http://long.example/" + longPath},
		{Text: "http://archive.is/http://t.example/", URI: "http://archive.is/http://t.example/"},
	}},
	{"--show-lines -n --host=c.example", []screen.Link{
		{Text: "http://c.example/d-", URI: "http://c.example/d-efg?h=i", ID: "1"},
		{Text: "efg?h", URI: "http://c.example/d-efg?h=i", ID: "1"},
		{Text: "=i", URI: "http://c.example/d-efg?h=i", ID: "1"},
	}},
	{"--show-lines -C1 --host=t.example --unwrap", []screen.Link{
		{Text: "http://archive.is/http://t.example/", URI: "http://archive.is/http://t.example/"},
	}},
	{"--unwrap -n --host=t.example", []screen.Link{{Text: "http://t.example/", URI: "http://t.example/"}}},
	{"--hyphen=both --host=c.example", []screen.Link{
		{Text: "http://c.example/d-efg?h=i", URI: "http://c.example/d-efg?h=i"},
		{Text: "http://c.example/defg?h=i", URI: "http://c.example/defg?h=i"},
	}},
	{"--defang", nil},
	{"--warn", nil},
	{"--json", nil},
	{"--csv", nil},
	{"-0", nil},
	{"--format={{.URL}}", nil},
	{"--hyperlink=never", nil},
	{"--hyperlink=never --show-lines", nil},
}

// TestHyperlinks checks which links a terminal shows, with colours and without, and that none
// are shown on terminals that do not know them.
func TestHyperlinks(t *testing.T) {
	name := filepath.Join(t.TempDir(), "text")
	write(t, name, linkedText)
	for _, c := range linkedScreens {
		for _, env := range []string{"TERM=xterm NO_COLOR=", "TERM=xterm NO_COLOR=1", "TERM=dumb NO_COLOR=", "TERM=screen TMUX="} {
			want := c.want
			if !strings.Contains(env, "xterm") {
				want = nil
			}
			t.Setenv("STY", "")
			t.Setenv("VTE_VERSION", "")
			for v := range strings.FieldsSeq(env) {
				key, value, _ := strings.Cut(v, "=")
				t.Setenv(key, value)
			}
			tty := openTerminal(t)
			run(append(append([]string{"urlgrep"}, strings.Fields(c.args)...), name), nil, tty.file, tty.file)
			s := screen.New(40, 120)
			s.Write(tty.shown())
			if got := s.Links(); !slices.Equal(got, want) {
				t.Errorf("%s, %s: got links\n%q\nwant\n%q", env, c.args, got, want)
			}
		}
	}
}

// TestHyperlinksInTmux checks that tmux shows the links of TestHyperlinks, with the URIs and
// the pieces that are one link.
func TestHyperlinksInTmux(t *testing.T) {
	tmux := findTmux(t)
	base := command(t)
	write(t, filepath.Join(base.Dir, "text"), linkedText)
	socket := filepath.Join(base.Dir, "socket")
	do := func(args ...string) []byte {
		t.Helper()
		cmd := exec.Command(tmux, append([]string{"-S", socket, "-f", os.DevNull}, args...)...)
		cmd.Dir, cmd.Env = base.Dir, append(os.Environ(), "LC_ALL=C.UTF-8", "GORACE=atexit_sleep_ms=0")
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("tmux %q: %v\n%s", args, err, &stderr)
		}
		return out
	}
	defer exec.Command(tmux, "-S", socket, "kill-server").Run()
	for i, c := range linkedScreens {
		done := fmt.Sprint("done", i)
		do("new-session", "-d", "-s", done, "-x", "120", "-y", "40",
			fmt.Sprintf("%s %s text; %s -S %s wait-for -S %s; exec cat", base.Path, strings.ReplaceAll(c.args, "{{.URL}}", "'{{.URL}}'"), tmux, socket, done))
		do("wait-for", done)
		s := screen.New(41, 120)
		s.Write(do("capture-pane", "-p", "-e", "-t", done))
		if !strings.Contains(s.Text(), "example") && c.want != nil {
			t.Errorf("%s: tmux shows\n%s", c.args, s.Text())
		}
		if got := s.Links(); !slices.Equal(got, c.want) {
			t.Errorf("%s: tmux has links\n%q\nwant\n%q", c.args, got, c.want)
		}
	}
}

// findTmux returns the path of a tmux that knows hyperlinks.
func findTmux(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("tmux")
	if err != nil {
		t.Skip("needs tmux 3.4 or later")
	}
	out, err := exec.Command(path, "-V").Output()
	version := regexp.MustCompile(`[0-9]+\.[0-9]+`).Find(out)
	if v, e := strconv.ParseFloat(string(version), 64); err != nil || e != nil || v < 3.4 {
		t.Skipf("needs tmux 3.4 or later, not %q", out)
	}
	return path
}

//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// A sandbox runs commands in a directory, as a user who may not read everything.
type sandbox struct {
	t   *testing.T
	cmd *exec.Cmd
}

func newSandbox(t *testing.T) *sandbox {
	s := &sandbox{t, command(t)}
	if os.Getuid() == 0 {
		s.cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	if err := os.Chmod(s.cmd.Dir, 0o777); err != nil {
		t.Fatal(err)
	}
	return s
}

// run runs a shell command, and returns the exit status and both outputs. "urlgrep" in it is the
// program.
func (s *sandbox) run(line string) (status int, stdout, stderr string) {
	s.t.Helper()
	cmd := exec.Command("sh", "-c", `urlgrep() { "$PROGRAM" "$@"; }; `+line)
	cmd.Dir, cmd.SysProcAttr = s.cmd.Dir, s.cmd.SysProcAttr
	cmd.Env = append(os.Environ(), "PROGRAM="+s.cmd.Path)
	cmd.Env = append(cmd.Env, s.cmd.Env...)
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	err := cmd.Run()
	if cmd.ProcessState == nil && os.Getuid() == 0 || cmd.ProcessState.ExitCode() == 126 {
		s.t.Skipf("the user nobody cannot run the program: %v", err) // see TestPermission
	}
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		s.t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), out.String(), log.String()
}

// scaleLoop returns the loop that docs/scale.md describes.
func scaleLoop(t *testing.T) string {
	t.Helper()
	loop := regexp.MustCompile("(?ms)^```sh\n(before=\n.*?)^```$").FindStringSubmatch(docPages(t)["scale.md"])
	if loop == nil {
		t.Fatal("docs/scale.md has no loop")
	}
	return loop[1]
}

// TestSharesUnread checks that a share that could not read a file is named until it was searched
// again without an error, with the loop in the documents, and that the loop also ends if the
// error stays. deploy/finish does the same, but fails in that case.
func TestSharesUnread(t *testing.T) {
	t.Parallel()
	s := newSandbox(t)
	mail := filepath.Join(s.cmd.Dir, "mail")
	for _, dir := range []string{mail, filepath.Join(mail, "z")} {
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	chmod := func(name string, mode os.FileMode) {
		t.Helper()
		if err := os.Chmod(filepath.Join(mail, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 6 {
		name := string(rune('a' + i))
		write(t, filepath.Join(mail, name), strings.Repeat(fmt.Sprintf("see http://%s.example/ or\n", name), 40))
		chmod(name, 0o644)
	}
	write(t, filepath.Join(mail, "z", "a"), "http://z.example/\n")
	chmod("z", 0o755)
	chmod("z/a", 0o644)
	script, err := os.ReadFile("../../deploy/finish")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(s.cmd.Dir, "finish"), string(script))
	_, all, _ := s.run("urlgrep -j1 -r --json mail/")
	for _, unread := range []string{"c", "z"} { // a file, and a directory
		for _, stays := range []bool{false, true} {
			os.RemoveAll(filepath.Join(s.cmd.Dir, "links"))
			for n := 1; n <= 3; n++ {
				if n == 2 || unread == "z" || stays {
					chmod(unread, 0)
				}
				s.run(fmt.Sprintf("urlgrep -r --json --part=%d/3 --output-dir=links mail/", n))
				chmod(unread, 0o755)
			}
			want := "2/3" // it has the last bytes of c
			if unread == "z" {
				want = "3/3"
			} else if stays {
				want = "1/3\n2/3"
			}
			status, again, reason := s.run("urlgrep --verify=links")
			if status != exitNothing || strings.TrimSpace(again) != want ||
				!strings.HasSuffix(reason, "urlgrep: part "+want[len(want)-3:]+": an input could not be read: mail/"+unread+": permission denied\n") {
				t.Errorf("%s: --verify: exit status %d, %q, %q", unread, status, again, reason)
			}
			if stays {
				chmod(unread, 0)
			}
			wantStatus, merged, errors := s.run("urlgrep -j1 -r --json mail/")
			if (merged == all) == stays {
				t.Fatalf("%s: one run prints %q", unread, merged)
			}
			finished, _, stderr := s.run("rm -rf copy all.json* && cp -r links copy && URLGREP=$PROGRAM sh finish copy all.json -r --json mail/")
			got, err := os.ReadFile(filepath.Join(s.cmd.Dir, "all.json"))
			if stays && (finished != exitError || !os.IsNotExist(err)) || !stays && (finished != 0 || string(got) != all) {
				t.Errorf("%s: finish has exit status %d, %q, %v, and writes %q", unread, finished, stderr, err, got)
			}
			status, _, stderr = s.run(scaleLoop(t))
			got, err = os.ReadFile(filepath.Join(s.cmd.Dir, "links.json"))
			if status != wantStatus || string(got) != merged || !strings.HasSuffix(stderr, errors) || err != nil {
				t.Errorf("%s: after the loop: exit status %d, %q, %v\n%swant\n%s", unread, status, stderr, err, got, merged)
			}
			if _, _, stderr = s.run("urlgrep --merge=links >/dev/null"); stderr != errors {
				t.Errorf("%s: --merge prints %q, want %q", unread, stderr, errors)
			}
			chmod(unread, 0o755)
		}
	}
}

// TestSurveyUnread checks that an index says how many files could not be read, and that no file
// is lost: workers have an error for it, or search it.
func TestSurveyUnread(t *testing.T) {
	s := newSandbox(t)
	for _, name := range []string{"a", "b", "c"} {
		write(t, filepath.Join(s.cmd.Dir, name), strings.Repeat("see http://"+name+".example/ or\n", 100))
	}
	if err := os.Mkdir(filepath.Join(s.cmd.Dir, "d"), 0); err != nil {
		t.Fatal(err)
	}
	b := filepath.Join(s.cmd.Dir, "b")
	os.Chmod(b, 0)
	status, index, stderr := s.run("urlgrep -r --survey=index --limit=range=1K a b c d; status=$?; cat index; exit $status")
	if status != exitError || !strings.Contains(index, `"errors":2,"files":4,`) || stderr != "urlgrep: b: permission denied\nurlgrep: d: permission denied\n" {
		t.Errorf("exit status %d, %q, %q", status, index, stderr)
	}
	_, found, stderr := s.run("urlgrep --worker <index")
	if strings.Contains(found, "http://b.example/") || !strings.Contains(found, `"errors":["b: permission denied"]`) || !strings.Contains(found, `"errors":["d: permission denied"]`) {
		t.Errorf("%q, %q", found, stderr)
	}
	os.Chmod(b, 0o644)
	_, found, _ = s.run("urlgrep --worker <index")
	for _, name := range []string{"a", "b", "c"} {
		if n := strings.Count(found, `"url":"http://`+name+`.example/"`); n != 100 {
			t.Errorf("%d URLs of %s", n, name)
		}
	}
}

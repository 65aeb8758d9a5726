//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestKillSQLite checks that a stop signal ends the program while sqlite3 reads the database of
// --sql-skip, with the exit status of the signal, and kills sqlite3. The second time sqlite3 ignores
// the signal.
func TestKillSQLite(t *testing.T) {
	receiveSignals(t)
	base := command(t)
	write(t, filepath.Join(base.Dir, "a.db"), sqliteMagic)
	write(t, filepath.Join(base.Dir, "a"), "http://a.example/\n")
	t.Setenv("PATH", base.Dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	pidFile := filepath.Join(base.Dir, "pid")
	for _, ignored := range []string{"", "INT TERM HUP"} {
		script := "#!/bin/sh\ntrap '' " + ignored + "\necho $$ >new; mv new pid\nexec sleep 600\n"
		if err := os.WriteFile(filepath.Join(base.Dir, "sqlite3"), []byte(script), 0o777); err != nil {
			t.Fatal(err)
		}
		for _, sig := range stopSignals {
			cmd := another(base, "--sql", "--sql-skip=a.db", "a")
			out := started(t, cmd)
			pid := 0
			for end := time.Now().Add(patience); pid == 0 && time.Now().Before(end); time.Sleep(time.Millisecond) {
				text, _ := os.ReadFile(pidFile)
				fmt.Sscan(string(text), &pid)
			}
			os.Remove(pidFile)
			cmd.Process.Signal(sig.number)
			var text bytes.Buffer
			text.ReadFrom(out)
			cmd.Wait()
			if code := cmd.ProcessState.ExitCode(); code != 128+int(sig.number) || text.Len() > 0 || fmt.Sprint(cmd.Stderr) != "" {
				t.Errorf("%v: it ended with %v, and printed %q, %q", sig.number, cmd.ProcessState, &text, cmd.Stderr)
			}
			if err := syscall.Kill(pid, 0); pid == 0 || !errors.Is(err, syscall.ESRCH) {
				t.Errorf("%v: sqlite3, process %d, goes on: %v", sig.number, pid, err)
			}
		}
	}
}

// TestSQLiteErrors checks the messages if sqlite3 fails, prints nothing or is not installed.
func TestSQLiteErrors(t *testing.T) {
	base := command(t)
	write(t, filepath.Join(base.Dir, "a.db"), sqliteMagic)
	write(t, filepath.Join(base.Dir, "a"), "http://a.example/\n")
	t.Setenv("PATH", base.Dir)
	for _, c := range []struct{ script, want string }{
		{"", `exec: "sqlite3": executable file not found in $PATH`},
		{"echo 'database disk image is malformed' >&2; exit 1", "database disk image is malformed"},
		{"exit 0", "no answer"},
	} {
		if c.script != "" {
			if err := os.WriteFile(filepath.Join(base.Dir, "sqlite3"), []byte("#!/bin/sh\n"+c.script+"\n"), 0o777); err != nil {
				t.Fatal(err)
			}
		}
		cmd := another(base, "--sql", "--sql-skip=a.db", "a")
		text, _ := cmd.CombinedOutput()
		if got := strings.TrimSpace(string(text)); got != "urlgrep: --sql-skip: a.db: sqlite3: "+c.want || cmd.ProcessState.ExitCode() != 2 {
			t.Errorf("%q: %s, %v", c.script, got, cmd.ProcessState)
		}
	}
}

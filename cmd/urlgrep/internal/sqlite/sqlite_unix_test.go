//go:build unix

package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// runner and printer are programs: a runner runs the database as a script, and a printer prints its
// arguments. They are written before any program is started: one cannot be while another process
// has it open for writing, as each does that is started at that time.
var runner, printer string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "sqlite")
	if err != nil {
		panic(err)
	}
	runner, printer = filepath.Join(dir, "runner"), filepath.Join(dir, "printer")
	for name, text := range map[string]string{runner: `. "$7"`, printer: `for a; do echo "$a"; done`} {
		if err := os.WriteFile(name, []byte("#!/bin/sh\n"+text+"\n"), 0o777); err != nil {
			panic(err)
		}
	}
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// program returns a program with small limits.
func program(name string) *Program {
	return &Program{Name: name, Time: time.Minute, Output: 1000, Line: 100}
}

// script returns the name of a database that is a script of a shell.
func script(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "script")
	if err := os.WriteFile(name, []byte(text+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// query returns the rows, each with a line break, and the error.
func query(p *Program, database, sql string) (rows string, err error) {
	err = p.Query(context.Background(), database, sql, func(line string) error {
		rows += line + "\n"
		return nil
	})
	return rows, err
}

// TestQuery checks what Query makes of the output and the exit status of a program.
func TestQuery(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, script, rows, err string }{
		{"rows", `printf 'a|1\nb|2\n'`, "a|1\nb|2\n", ""},
		{"last line without its end", `printf 'a\nb'`, "a\nb\n", ""},
		{"CR LF and empty lines", `printf '\na\r\n\n\r\nb\r\n'`, "a\nb\n", ""},
		{"piecewise", `printf a; sleep 0.05; printf 'b\nc'; sleep 0.05; printf 'd\n'`, "ab\ncd\n", ""},
		{"nothing", `:`, "", ""},
		{"standard input is empty", `cat`, "", ""},
		{"a warning", `echo careful >&2; echo a`, "a\n", ""},
		{"the reason", `printf '\n  no such table: x \nmore\n' >&2; exit 1`, "", "no such table: x"},
		{"rows before an error", `echo a; echo locked >&2; exit 5`, "a\n", "locked"},
		{"an exit status only", `exit 3`, "", "exit status 3"},
		{"a signal", `kill -9 $$`, "", "signal: killed"},
		{"a long reason", `head -c 100000 /dev/zero | tr '\0' x >&2; exit 1`, "", strings.Repeat("x", maxHead)},
		{"a line of the maximum length", `printf '%0100d\n%0100d' 1 2`, fmt.Sprintf("%0100d\n%0100d\n", 1, 2), ""},
		{"a longer one", `printf 'a\n%0101d\nb\n' 1`, "a\n", "a line of more than 100 bytes"},
		{"one without an end", `printf '%0200d' 1; exec sleep 600`, "", "a line of more than 100 bytes"},
		{"output of the maximum length", `for i in 1 2 3 4 5 6 7 8 9 10; do printf '%099d\n' 7; done`, strings.Repeat(fmt.Sprintf("%099d\n", 7), 10), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			rows, err := query(program(runner), script(t, c.script), "SELECT 1")
			if err == nil {
				err = errors.New("")
			}
			if rows != c.rows || err.Error() != c.err {
				t.Errorf("got %q, %v; want %q, %s", rows, err, c.rows, c.err)
			}
		})
	}
	t.Run("output without an end", func(t *testing.T) {
		t.Parallel()
		rows, err := query(program(runner), script(t, `while :; do echo 123456789; done`), "SELECT 1")
		if strings.Trim(rows, "123456789\n") != "" || len(rows) > 1000 || err == nil || err.Error() != "more output than 1000 bytes" {
			t.Errorf("got %q, %v", rows, err)
		}
	})
}

// TestArguments checks that the program gets the database and the query as they are, and neither
// as an option nor as a command.
func TestArguments(t *testing.T) {
	t.Parallel()
	absolute := filepath.Join(t.TempDir(), "a b.db")
	for database, want := range map[string]string{
		"a.db": "./a.db", "-a.db": "./-a.db", "file:a.db?mode=ro": "./file:a.db?mode=ro", "$(id)": "./$(id)", absolute: absolute,
	} {
		for _, sql := range []string{"SELECT 1", "-init x", ".shell id", "SELECT ';$(id)`id`'"} {
			rows, err := query(program(printer), database, sql)
			list := strings.Split(strings.TrimSuffix(rows, "\n"), "\n")
			if n := len(list); err != nil || n != 8 || list[n-2] != want || list[n-1] != " "+sql {
				t.Errorf("%s, %s: %q, %v", database, sql, list, err)
			}
		}
	}
}

// TestEnd checks that the program is killed after its time, at an error of row, and when the
// context is done, also if another process keeps its output open.
func TestEnd(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`echo $$; exec sleep 600`,
		`trap '' INT TERM HUP PIPE; echo $$; while :; do echo x; sleep 0.01; done`,
	} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			p, database, pid := program(runner), script(t, text), ""
			gone := func() {
				t.Helper()
				if err := exec.Command("kill", "-0", pid).Run(); pid == "" || err == nil {
					t.Errorf("process %q goes on", pid)
				}
			}
			own := errors.New("own")
			err := p.Query(context.Background(), database, "", func(line string) error {
				pid = line
				return own
			})
			if gone(); err != own {
				t.Errorf("an error of row: got %v", err)
			}

			ctx, cancel := context.WithCancelCause(context.Background())
			err = p.Query(ctx, database, "", func(line string) error {
				if line != "x" {
					pid = line
				}
				cancel(own)
				return nil
			})
			if gone(); err != own {
				t.Errorf("a context that is done: got %v", err)
			}
			if err := p.Query(ctx, database, "", func(string) error { t.Error("it has rows"); return nil }); err != own {
				t.Errorf("a context that was done before: got %v", err)
			}

			p.Time, p.Output = 100*time.Millisecond, 1<<30
			if _, err := query(p, database, ""); err == nil || err.Error() != "no answer within 100ms" {
				t.Errorf("after its time: got %v", err)
			}
		})
	}
}

// TestMissing checks the error if there is no program, or if it cannot be run.
func TestMissing(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	if rows, err := query(Default(), "a.db", "SELECT 1"); rows != "" || !errors.Is(err, exec.ErrNotFound) {
		t.Errorf("got %q, %v", rows, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "sqlite3"), []byte("#!/missing\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	if rows, err := query(Default(), "a.db", "SELECT 1"); rows != "" || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %q, %v", rows, err)
	}
}

// TestReal checks the arguments with the program itself, and that it reads no ~/.sqliterc.
func TestReal(t *testing.T) {
	if _, err := exec.LookPath("sqlite3"); err != nil {
		t.Skip("sqlite3 is not installed")
	}
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("HOME", dir)
	if err := os.WriteFile(".sqliterc", []byte(".mode box\n.print from sqliterc\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	rows, err := query(Default(), "-a.db", "CREATE TABLE t (a, b); INSERT INTO t VALUES (1, 'x'), (2, NULL); SELECT * FROM t")
	if rows != "1|x\n2|\n" || err != nil {
		t.Errorf("got %q, %v", rows, err)
	}
	if _, err := os.Stat("-a.db"); err != nil {
		t.Error(err)
	}
	for _, sql := range []string{"SELECT * FROM missing", ".tables", "-version"} {
		if rows, err := query(Default(), "-a.db", sql); rows != "" || err == nil {
			t.Errorf("%s: got %q, %v", sql, rows, err)
		}
	}
}

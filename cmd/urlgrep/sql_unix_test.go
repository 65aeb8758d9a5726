//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// A database is one that the tests of --sql fill with the program sqlite3.
type database struct {
	base *exec.Cmd // the program urlgrep, in the directory of the database
	name string
}

// newDatabase returns a database that does not exist yet, in a new directory. It skips the test
// without sqlite3.
func newDatabase(t *testing.T) *database {
	t.Helper()
	if _, err := exec.LookPath("sqlite3"); err != nil {
		if effort.Get() >= effort.Thorough {
			t.Fatal("sqlite3 is not installed")
		}
		t.Skip("sqlite3 is not installed")
	}
	return &database{command(t), "links.db"}
}

// sqlite returns a command that runs sqlite3 with a script. It does not wait for the disk.
func (d *database) sqlite(script io.Reader) *exec.Cmd {
	cmd := exec.Command("sqlite3", "-batch", "-init", os.DevNull, "-cmd", ".timeout 600000", "-cmd", "PRAGMA synchronous = OFF", d.name)
	cmd.Dir, cmd.Stdin = d.base.Dir, script
	return cmd
}

// ask returns the answer to a query.
func (d *database) ask(t *testing.T, query string) string {
	t.Helper()
	out, err := d.sqlite(strings.NewReader(".timeout 60000\n" + query)).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

// path returns the path of a file in the directory of the database.
func (d *database) path(name string) string { return filepath.Join(d.base.Dir, name) }

// rowsQuery asks for all rows, without the numbers of files, runs and URLs, which depend on the
// order of imports.
const rowsQuery = `SELECT path, hex(raw_path), size, sha256, complete FROM file ORDER BY path, raw_path;
SELECT url, scheme, host, domain, port, path, query, fragment FROM url ORDER BY url;
SELECT f.path, m.id, m.member, number, message_id, date, sender, subject FROM message m JOIN file f ON f.id = m.file ORDER BY f.path, m.id;
SELECT f.path, o.id, u.url, message, member, line, start, "end", kind, label FROM occurrence o JOIN file f ON f.id = o.file JOIN url u ON u.id = o.url ORDER BY f.path, o.id;
SELECT 'foreign key', * FROM pragma_foreign_key_check;
PRAGMA integrity_check;`

// An importing is a pipe from urlgrep --sql to sqlite3.
type importing struct {
	urlgrep, sqlite *exec.Cmd
	said            bytes.Buffer // by sqlite3
}

// startImport starts an import of files.
func (d *database) startImport(t *testing.T, stdin io.Reader, files ...string) *importing {
	t.Helper()
	i := &importing{urlgrep: another(d.base, append([]string{"--sql"}, files...)...)}
	i.urlgrep.Stdin = stdin
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	i.sqlite = d.sqlite(r)
	i.urlgrep.Stdout, i.sqlite.Stdout, i.sqlite.Stderr = w, &i.said, &i.said
	if err := i.sqlite.Start(); err != nil {
		t.Fatal(err)
	}
	if err := i.urlgrep.Start(); err != nil {
		t.Fatal(err)
	}
	for _, cmd := range []*exec.Cmd{i.urlgrep, i.sqlite} {
		kill := time.AfterFunc(patience, func() { cmd.Process.Kill() })
		t.Cleanup(func() { kill.Stop() })
	}
	return i
}

// wait waits for the end of the import, which must succeed.
func (i *importing) wait(t *testing.T) {
	t.Helper()
	i.urlgrep.Wait()
	if err := i.sqlite.Wait(); err != nil || i.said.Len() > 0 {
		t.Errorf("sqlite3: %v: %s", err, &i.said)
	}
}

// mailWith returns a mailbox of n messages, with URLs that other mailboxes have too.
func mailWith(name string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "From a@b.example Sun May  6 07:08:09 2001\nSubject: %s %d\nMessage-ID: <%d@%s.example>\n\n"+
			"http://all.example/ http://all.example/%d\nhttp://%s.example/%d\n\n", name, i, i, name, i, name, i)
	}
	return b.String()
}

// TestImportsAtOnce imports mailboxes into one database at the same time, and compares the rows
// with those of one import of all. Every import replaces rows of an earlier version of its
// mailbox, with URLs that no longer occur.
func TestImportsAtOnce(t *testing.T) {
	counts := []int{2, 5}
	if effort.Get() >= effort.Thorough {
		counts = []int{2, 5, 10, 40, 150}
	}
	for _, n := range counts {
		one, many := newDatabase(t), newDatabase(t)
		var names []string
		for i := range n {
			names = append(names, fmt.Sprintf("m%03d", i))
			write(t, many.path(names[i]), mailWith("old"+names[i], 3))
			write(t, one.path(names[i]), mailWith(names[i], 5+i%7*20))
		}
		many.startImport(t, nil, names...).wait(t)
		for i, name := range names {
			write(t, many.path(name), mailWith(name, 5+i%7*20))
		}
		one.startImport(t, nil, names...).wait(t)
		// Each import first searches a pipe, so that all have begun before one of them ends.
		var imports []*importing
		var feeds []*os.File
		for _, name := range names {
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			feeds = append(feeds, w)
			imports = append(imports, many.startImport(t, r, "-", name))
			r.Close()
		}
		for _, w := range feeds {
			w.Close()
		}
		for _, i := range imports {
			i.wait(t)
		}
		many.ask(t, "DELETE FROM file WHERE path NOT LIKE 'm%';")
		if got, want := many.ask(t, rowsQuery), one.ask(t, rowsQuery); got != want {
			t.Errorf("%d imports at once: other rows than one import has:\n%s\nwant:\n%s", n, got, want)
		}
	}
}

// TestImportsOfOneFile imports two versions of a file at the same time. The rows are those of one
// of them.
func TestImportsOfOneFile(t *testing.T) {
	for range effort.Rounds(20) {
		d := newDatabase(t)
		var want []string
		for i := range 2 {
			alone := newDatabase(t)
			write(t, alone.path("box"), mailWith("mail", 50+100*i))
			alone.startImport(t, nil, "box").wait(t)
			want = append(want, alone.ask(t, rowsQuery))
		}
		var imports []*importing
		for i := range 2 {
			dir := d.path(fmt.Sprint(i))
			if err := os.Mkdir(dir, 0o777); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(dir, "box"), mailWith("mail", 50+100*i))
			other := &database{another(d.base), filepath.Join(d.base.Dir, d.name)}
			other.base.Dir = dir
			imports = append(imports, other.startImport(t, nil, "box"))
		}
		for _, i := range imports {
			i.wait(t)
		}
		if got := d.ask(t, rowsQuery); got != want[0] && got != want[1] {
			t.Errorf("the rows are those of neither file:\n%s", got)
		}
	}
}

// TestImportHoldsNoLock checks that other programs, which wait for a short time only, write to the
// database while a file is searched.
func TestImportHoldsNoLock(t *testing.T) {
	t.Parallel()
	d := newDatabase(t)
	write(t, d.path("whole"), "http://whole.example/\n")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	i := d.startImport(t, r, "whole", "-")
	r.Close()
	w.WriteString(strings.Repeat("http://slow.example/\n", 10_000)) // returns when most of it has been read
	for d.ask(t, "SELECT count(*) FROM sqlite_master WHERE name = 'file'") == "0\n" || d.ask(t, "SELECT count(*) FROM file") == "0\n" {
		time.Sleep(10 * time.Millisecond)
	}
	for n := range 20 {
		out, err := d.sqlite(strings.NewReader(fmt.Sprintf(".timeout 50\nCREATE TABLE other%d (a); BEGIN EXCLUSIVE; COMMIT;", n))).CombinedOutput()
		if err != nil {
			t.Errorf("%v: %s", err, out)
		}
		w.WriteString("http://slow.example/\n")
		time.Sleep(5 * time.Millisecond)
	}
	w.Close()
	i.wait(t)
	if got := d.ask(t, "SELECT count(*) FROM occurrence"); got != "10021\n" {
		t.Errorf("got %s occurrences", got)
	}
}

// TestImportOfLockedDatabase checks that an import that waits in vain is an error, and leaves the
// rows as they are.
func TestImportOfLockedDatabase(t *testing.T) {
	d := newDatabase(t)
	write(t, d.path("box"), mailWith("old", 3))
	d.startImport(t, nil, "box").wait(t)
	old := d.ask(t, rowsQuery)
	write(t, d.path("box"), mailWith("new", 3))
	script, err := another(d.base, "--sql", "box").Output()
	if err != nil {
		t.Fatal(err)
	}
	begin := []byte("BEGIN IMMEDIATE;\n")
	if n := bytes.Count(script, begin); n != 3 {
		t.Fatalf("%d transactions", n)
	}
	for n := range 3 {
		script := bytes.Replace(script, []byte(".timeout 600000\n"), []byte(".timeout 50\n"), 1)
		at := 0 // of transaction n
		for range n + 1 {
			at += bytes.Index(script[at:], begin) + 1
		}
		// Another connection holds the lock from then on.
		lock := fmt.Sprintf(".shell (echo 'BEGIN IMMEDIATE;'; echo '.shell touch locked%[1]d; while ! test -f over%[1]d; do sleep 0.01; done') | "+
			"sqlite3 %[2]s >/dev/null 2>&1 & while ! test -f locked%[1]d; do sleep 0.01; done\n", n, d.name)
		out, err := d.sqlite(io.MultiReader(bytes.NewReader(script[:at-1]), strings.NewReader(lock), bytes.NewReader(script[at-1:]))).CombinedOutput()
		if err == nil || !strings.Contains(string(out), "locked") {
			t.Errorf("transaction %d: %v: %s", n, err, out)
		}
		write(t, d.path(fmt.Sprintf("over%d", n)), "")
		// Without the last transaction, URLs that no longer occur remain.
		if got := d.ask(t, rowsQuery); n < 2 && got != old {
			t.Errorf("transaction %d: got rows\n%s\nwant\n%s", n, got, old)
		}
	}
}

// TestImportInterrupted checks that a signal in the middle of a file leaves the rows of a complete
// search, and else stores the URLs found so far. The input waits: it is a named pipe.
func TestImportInterrupted(t *testing.T) {
	receiveSignals(t)
	d := newDatabase(t)
	pipe := fifo(t, d.base.Dir, "pipe")
	run := func(text string, signal syscall.Signal) {
		t.Helper()
		cmd := another(d.base, "--sql", "pipe")
		out := started(t, cmd)
		w, err := os.OpenFile(pipe, os.O_WRONLY, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		io.WriteString(w, text)
		var script bytes.Buffer
		for n := strings.Count(text, "http:"); n > 0; { // the URLs are printed before a read that waits
			line, err := out.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			script.WriteString(line)
			n -= strings.Count(line, "INSERT INTO new_occurrence")
		}
		if signal != 0 {
			cmd.Process.Signal(signal)
		} else {
			w.Close()
		}
		script.ReadFrom(out)
		cmd.Wait()
		if out, err := d.sqlite(&script).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("%q, %v: %v: %s", text, signal, err, out)
		}
	}
	const query = "SELECT complete, url.url FROM file LEFT JOIN occurrence o ON o.file = file.id LEFT JOIN url ON url.id = o.url ORDER BY o.id; SELECT count(*) FROM url"
	for _, step := range []struct {
		text   string
		signal syscall.Signal
		want   string
	}{
		{"http://a.example/1 http://a.example/2\n", syscall.SIGINT, "0|http://a.example/1\n0|http://a.example/2\n2\n"},
		{"http://b.example/1\n", syscall.SIGTERM, "0|http://b.example/1\n1\n"},
		{"http://c.example/1 http://c.example/2\n", 0, "1|http://c.example/1\n1|http://c.example/2\n2\n"},
		{"http://d.example/1\n", syscall.SIGINT, "1|http://c.example/1\n1|http://c.example/2\n2\n"},
		{"http://e.example/1\n", 0, "1|http://e.example/1\n1\n"},
	} {
		run(step.text, step.signal)
		if got := d.ask(t, query); got != step.want {
			t.Errorf("%q, %v: got\n%swant\n%s", step.text, step.signal, got, step.want)
		}
	}
}

// TestImportCutOff checks that an import that is cut off anywhere leaves the old rows of a file or
// all new ones.
func TestImportCutOff(t *testing.T) {
	t.Parallel()
	d := newDatabase(t)
	write(t, d.path("1"), mailWith("old", 2))
	write(t, d.path("2"), mailWith("old", 1))
	d.startImport(t, nil, "1", "2").wait(t)
	stored, err := os.ReadFile(d.path(d.name))
	if err != nil {
		t.Fatal(err)
	}
	write(t, d.path("1"), mailWith("new", 1))
	write(t, d.path("2"), mailWith("new", 2))
	script, err := another(d.base, "--sql", "1", "2").Output()
	if err != nil {
		t.Fatal(err)
	}
	both := func(d *database) [2]string {
		query := ""
		for _, path := range []string{"1", "2"} {
			query += fmt.Sprintf(`SELECT sha256, complete FROM file WHERE path = '%s';
SELECT m.* FROM message m JOIN file f ON f.id = m.file WHERE path = '%[1]s';
SELECT o.id, u.url, u.host, o.message, o.line FROM occurrence o JOIN file f ON f.id = o.file JOIN url u ON u.id = o.url WHERE f.path = '%[1]s';
SELECT '--';
`, path)
		}
		files := strings.Split(d.ask(t, query), "--\n")
		return [2]string{files[0], files[1]}
	}
	old := both(d)
	if out, err := d.sqlite(bytes.NewReader(script)).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	whole := both(d)
	tables := bytes.Index(script, []byte("UPDATE current SET run"))
	step := 61
	if effort.Get() == effort.Short {
		step = 307
	}
	var cuts []int
	for at := range script {
		switch {
		case effort.Get() == effort.Long,
			at%step == 0,
			effort.Get() >= effort.Thorough && at > tables && at%5 == 0,
			at > tables && script[at-1] == '\n':
			cuts = append(cuts, at)
		}
	}
	var group sync.WaitGroup
	next := make(chan int)
	for i := range 4 {
		copied := &database{d.base, fmt.Sprintf("cut%d.db", i)}
		group.Go(func() {
			for at := range next {
				if err := os.WriteFile(copied.path(copied.name), stored, 0o600); err != nil {
					t.Error(err)
				}
				copied.sqlite(bytes.NewReader(script[:at])).Run() // the error depends on the place
				for i, got := range both(copied) {
					if got != old[i] && got != whole[i] {
						t.Errorf("file %d, %d bytes, up to %q: got\n%s", i+1, at, script[max(0, at-80):at], got)
					}
				}
			}
		})
	}
	for _, at := range cuts {
		next <- at
	}
	close(next)
	group.Wait()
}

package sink

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/record/recordtest"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// A sqlDatabase is one that the program sqlite3 fills.
type sqlDatabase struct{ name string }

// newSQLDatabase returns a database that does not exist yet. It skips the test without sqlite3.
func newSQLDatabase(t *testing.T) *sqlDatabase {
	t.Helper()
	if _, err := exec.LookPath("sqlite3"); err != nil {
		if effort.Get() >= effort.Thorough {
			t.Fatal("sqlite3 is not installed")
		}
		t.Skip("sqlite3 is not installed")
	}
	return &sqlDatabase{filepath.Join(t.TempDir(), "links.db")}
}

// run runs statements, and returns their output.
func (d *sqlDatabase) run(t *testing.T, script []byte) string {
	t.Helper()
	cmd := exec.Command("sqlite3", "-batch", "-init", os.DevNull, "-cmd", "PRAGMA synchronous = OFF", d.name)
	cmd.Stdin = bytes.NewReader(script)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

// TestSQLCompleteness checks which searches replace the rows of an earlier one: see replaced.
func TestSQLCompleteness(t *testing.T) {
	d := newSQLDatabase(t)
	time1, time2 := time.Unix(1, 0), time.Unix(2, 0)
	for i, step := range []struct {
		version, options string
		sum              string
		modified         time.Time
		c                Completeness
		replaced         bool
	}{
		{"1", "-e a", "", time1, Failed, true},
		{"1", "-e a", "1", time1, Failed, true},
		{"1", "-e a", "1", time1, Interrupted, true},
		{"1", "-e a", "1", time1, Complete, true},
		{"1", "-e a", "1", time2, Failed, false},
		{"1", "-e a", "", time1, Failed, false}, // the file could not be read at all
		{"1", "-e a", "2", time2, Interrupted, false},
		{"2", "-e b", "1", time1, Interrupted, false},
		{"1", "-e b", "1", time1, Failed, true},
		{"1", "-e b", "1", time1, Complete, true},
		{"2", "-e b", "1", time1, Failed, true},
		{"2", "-e b", "1", time1, Complete, true},
		{"2", "-e b", "", time2, Failed, true},
		{"2", "-e b", "1", time1, Complete, true},
		{"2", "-e b", "2", time1, Failed, true},
		{"2", "-e b", "2", time1, Failed, true},
		{"2", "-e b", "2", time1, Complete, true},
		{"2", "-e b", "2", time1, Complete, true},
	} {
		run := i + 1
		var script bytes.Buffer
		out := output.New(&script)
		s := newSQL(out, SQLSettings{Version: step.version, Options: step.options})
		s.Open()
		f := &File{Name: "f", Size: 1, ModTime: step.modified, Sum: step.sum}
		s.BeginFile(f)
		s.Begin("f", false)
		s.Match(&Kept{extract.Match{URL: fmt.Sprintf("http://a.example/%d", run), Line: 1}})
		s.End(1)
		s.EndFile(f, step.c)
		s.BeginFile(&File{Name: "empty"})
		s.EndFile(&File{Name: "empty"}, Complete)
		s.Close()
		out.Flush()
		rows := func() string {
			return d.run(t, []byte("SELECT file.run, complete, url.url FROM file LEFT JOIN occurrence o ON o.file = file.id LEFT JOIN url ON url.id = o.url WHERE file.path = 'f'; SELECT url FROM url"))
		}
		var want string
		if step.replaced {
			complete := 0
			if step.c == Complete {
				complete = 1
			}
			want = fmt.Sprintf("%d|%d|http://a.example/%[1]d\nhttp://a.example/%[1]d\n", run, complete)
		} else {
			want = rows()
		}
		d.run(t, script.Bytes())
		if got := rows(); got != want {
			t.Errorf("%+v: got\n%swant\n%s", step, got, want)
		}
	}
}

// TestSQLText checks that all text in a database is UTF-8, whatever the octets of names and
// matches are, and that files whose names differ are different rows.
func TestSQLText(t *testing.T) {
	d := newSQLDatabase(t)
	var script bytes.Buffer
	out := output.New(&script)
	s := newSQL(out, SQLSettings{Version: "\xff", Command: "urlgrep \xff", Options: "\xff\x00"})
	s.Open()
	r := rand.New(rand.NewPCG(1, 2))
	names := []string{"\xff", "\xfe", "\uFFFD", "a\xed\xa0\x80b", "a\r\nb", "''", "\u00e9", "\xe9"}
	for range effort.Rounds(400) {
		names = append(names, recordtest.RandomText(r))
	}
	distinct := make(map[string]bool)
	for _, name := range names {
		distinct[name] = true
		f := &File{Name: name}
		s.BeginFile(f)
		s.Begin(name+"/"+recordtest.RandomText(r)+"\xff", false)
		m := recordtest.RandomMatch(r)
		m.URL += "\xff"
		s.Match(&Kept{*m})
		s.End(1)
		s.EndFile(f, Complete)
	}
	s.Close()
	out.Flush()
	d.run(t, script.Bytes())
	columns := 0
	for _, column := range strings.Fields(d.run(t, []byte("SELECT m.name || '.\"' || i.name || '\"' FROM sqlite_master m JOIN pragma_table_info(m.name) i WHERE m.type = 'table'"))) {
		columns++
		table, name, _ := strings.Cut(column, ".")
		for value := range strings.FieldsSeq(d.run(t, fmt.Appendf(nil, "SELECT hex(%s) FROM %s WHERE typeof(%[1]s) = 'text'", name, table))) {
			var text []byte
			fmt.Sscanf(value, "%x", &text)
			if !utf8.Valid(text) {
				t.Errorf("%s: %q is not UTF-8", column, text)
			}
		}
	}
	if columns < 40 {
		t.Errorf("only %d columns", columns)
	}
	stored := make(map[string]bool)
	for value := range strings.FieldsSeq(d.run(t, []byte("SELECT hex(raw_path) FROM file WHERE typeof(raw_path) = 'blob' AND raw_path <> X''"))) {
		var name []byte
		fmt.Sscanf(value, "%x", &name)
		stored[string(name)] = true
	}
	for name := range distinct {
		if name != "" && !stored[name] {
			t.Errorf("no file %q", name)
		}
	}
}

// TestSQLUnknown checks that a database with other tables has the same error in sqlite3.
func TestSQLUnknown(t *testing.T) {
	if !strings.Contains(schema, `CONSTRAINT "`+SQLUnknown+`"`) {
		t.Error("the schema has another text")
	}
}

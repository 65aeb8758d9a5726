package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/urlgrep/urlgrep/internal/testing/corpusgen"
)

// TestSearch checks the medians, and that the times for a part of a text are scaled to the
// whole text.
func TestSearch(t *testing.T) {
	whole := text{size: 8e6, urls: 80}
	base := []measurement{{cpu: time.Second, wall: 2 * time.Second}, {cpu: 2 * time.Second, wall: time.Second}, {cpu: time.Second, wall: time.Second}}
	rival := []measurement{
		{cpu: 4 * time.Second, wall: 4 * time.Second, memory: 2e6, found: 9},
		{cpu: 2 * time.Second, wall: 4 * time.Second, memory: 3e6, found: 9},
		{cpu: 2 * time.Second, wall: 3 * time.Second, memory: 1e6, found: 9},
	}
	for _, c := range []struct {
		read text
		want []string
	}{
		{whole, []string{"2.00", "3.00", "4.00", "3.0 MB", "9 of 80"}},
		{text{size: 1e6, urls: 10}, []string{"16.0", "24.0", "0.50", "3.0 MB", "9 of 10"}},
		{text{size: 8e6, urls: unknown}, []string{"2.00", "3.00", "4.00", "3.0 MB", "9"}},
	} {
		r := result{text: c.read, base: base, rival: rival}
		if got := r.search(whole); !slices.Equal(got, c.want) {
			t.Errorf("%v: got %q, want %q", c.read, got, c.want)
		}
	}
}

// TestOutput checks the time for each URL.
func TestOutput(t *testing.T) {
	r := result{
		base:  []measurement{{cpu: time.Second, wall: time.Second, found: 1000}},
		rival: []measurement{{cpu: 1250 * time.Millisecond, wall: 2 * time.Second, memory: 5e6, found: 1001}},
	}
	want := []string{"1.25", "2.00", "250 µs", "5.0 MB", "1001"}
	if got := r.output(text{}); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestWriteTable checks that there is no table without rows.
func TestWriteTable(t *testing.T) {
	var b strings.Builder
	writeTable(&b, "None", "a | b", nil)
	writeTable(&b, "One", "a | b", []string{"1 | 2"})
	if got, want := b.String(), "\n### One\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestReplace(t *testing.T) {
	file := filepath.Join(t.TempDir(), "page")
	for _, c := range []struct{ page, want string }{
		{"a\n" + tableBegin + "old\n" + tableEnd + "b\n", "a\n" + tableBegin + "new\n" + tableEnd + "b\n"},
		{"a\n" + tableEnd + tableBegin, ""},
		{"a\n", ""},
	} {
		if err := os.WriteFile(file, []byte(c.page), 0o666); err != nil {
			t.Fatal(err)
		}
		err := replace(file, []byte("new\n"))
		if (err != nil) != (c.want == "") {
			t.Errorf("%q: error %v", c.page, err)
		}
		if got, _ := os.ReadFile(file); err == nil && string(got) != c.want {
			t.Errorf("%q: got %q, want %q", c.page, got, c.want)
		}
	}
}

// TestRunAlone checks that base is measured even if no rival is installed.
func TestRunAlone(t *testing.T) {
	b := bench{
		dir:      t.TempDir(),
		programs: map[string]program{"base": {argv: []string{"true"}}},
		size:     1 << 10,
		rounds:   3,
	}
	results, err := b.run(contest{"sparse", source{corpusgen.Sparse, 1}, "base", []string{"missing"}})
	if err != nil || len(results) != 1 || len(results[0].rival) != 3 {
		t.Fatal(results, err)
	}
	results[0].search(results[0].text)
}

// TestContests checks that install knows the programs of all contests.
func TestContests(t *testing.T) {
	known := programs("bin")
	for _, table := range tables {
		for _, c := range table.contests {
			for _, name := range append([]string{c.base}, c.rivals...) {
				if known[name].argv == nil {
					t.Errorf("%s: no program %q", c.name, name)
				}
			}
		}
	}
	for _, d := range delays {
		if known[d.program].argv == nil {
			t.Errorf("%s: no program %q", d.name, d.program)
		}
	}
}

// TestRealMail checks that a contest on real mail has no results without a mailbox, and
// that several mailboxes are read as one.
func TestRealMail(t *testing.T) {
	b := bench{
		dir:      t.TempDir(),
		programs: map[string]program{"cat": {argv: []string{"cat"}}, "uniq": {argv: []string{"uniq"}}},
		rounds:   1,
	}
	c := contest{"real mail", realMail, "cat", []string{"uniq"}}
	if results, err := b.run(c); err != nil || results != nil {
		t.Fatal(results, err)
	}
	one, two := filepath.Join(b.dir, "one"), filepath.Join(b.dir, "two")
	for name, mailbox := range map[string]string{one: "From a@b\n\nx", two: "From a@b\n\nx\n"} {
		if err := os.WriteFile(name, []byte(mailbox), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var err error
	if b.mail, err = join(b.dir, []string{one, two}); err != nil {
		t.Fatal(err)
	}
	results, err := b.run(c)
	if err != nil {
		t.Fatal(err)
	}
	if got := results[0].search(b.mail)[4]; got != "9" {
		t.Errorf("found %s lines, want 9", got)
	}
	if got, _ := os.ReadFile(b.mail.file); int64(len(got)) != b.mail.size || string(got) != "From a@b\n\nx\n\nFrom a@b\n\nx\n\n\n" {
		t.Errorf("got %q, %d bytes", got, b.mail.size)
	}
	if _, err := join(b.dir, []string{b.mail.file, "testdata"}); err == nil {
		t.Error("no error for a directory")
	}
}

// TestWait checks that a program is not waited for after its first output.
func TestWait(t *testing.T) {
	p := program{argv: []string{"sh", "-c", "echo; exec sleep 60"}}
	if d, err := p.wait(text{}); err != nil || d > 30*time.Second {
		t.Errorf("%v, error %v", d, err)
	}
	if _, err := (program{argv: []string{"true"}}).wait(text{}); err == nil {
		t.Error("no error without output")
	}
}

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/search"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/share"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// shares searches the files in n shares, the last first, searches those again that --verify
// names, and returns the merged results and the number of shares that were searched again.
func (with tuning) shares(t *testing.T, n int, args ...string) (merged string, again int) {
	t.Helper()
	s := &sharing{with: with, dir: filepath.Join(t.TempDir(), "shares"), of: n, args: args}
	s.searchAll(t)
	for _, round := range s.settle(t) {
		again += len(strings.Fields(round))
	}
	return s.merge(), again
}

// TestShares checks that all shares together print what one run prints: of texts and mboxes in
// which states are hard to guess, and of a directory.
func TestShares(t *testing.T) {
	t.Parallel()
	with := tuning{rangeLength: 5000}
	texts := rangeMailboxes()
	maps.Copy(texts, rangeTexts())
	searched, again := 0, 0
	check := func(name string, counts []int, args ...string) {
		_, want, _ := with.try(nil, append([]string{"urlgrep", "-j1"}, args...)...)
		for _, n := range counts {
			got, wrong := with.shares(t, n, args...)
			if got != want {
				t.Errorf("%s: %q in %d shares prints\n%.2000s\nwant\n%.2000s", name, args, n, got, want)
			}
			searched += n
			again += wrong
		}
	}
	dir := t.TempDir()
	counts := []int{2, 7}
	if effort.Rounds(10) > 10 {
		counts = append(counts, 64)
	}
	large := 500_000 // length of a text that is searched with one set of options
	if effort.Get() == effort.Short {
		counts, large = counts[1:], 20_000
	}
	for name, text := range texts {
		file := filepath.Join(dir, name)
		write(t, file, text)
		for _, options := range []string{"", "--json", "-nb --no-signature"} {
			if len(text) < large || options == "" {
				check(name, counts, append(strings.Fields(options), file)...)
			}
		}
	}
	for _, options := range []string{"--json", "--csv", "-c", "-l", "--show-lines -n"} {
		check("directory", []int{3}, append(strings.Fields(options), "-r", dir, "testdata/script", filepath.Join(dir, "missing"))...)
	}
	if again == 0 || again > searched {
		t.Errorf("%d of %d shares were searched again", again, searched)
	}
	t.Logf("%d of %d shares were searched again", again, searched)
}

// drive does what a program does that has the ranges of an index searched by workers, and
// returns the objects of all ranges, in order, and the number of ranges searched again.
func drive(t *testing.T, index string, args ...string) (objects string, again int) {
	t.Helper()
	type end struct {
		Begin       int64
		First, Last *string
		Failed      bool
	}
	answer := func(requests string) (objects []string, ends []end) {
		status, stdout, stderr := try(strings.NewReader(requests), append([]string{"urlgrep", "--worker"}, args...)...)
		if status != exitFound {
			t.Fatalf("exit status %d, %q", status, stderr)
		}
		found := ""
		for line := range strings.Lines(stdout) {
			var v struct{ Range *end }
			if err := json.Unmarshal([]byte(line), &v); err != nil {
				t.Fatal(err)
			}
			if found += line; v.Range != nil {
				objects, ends = append(objects, strings.TrimSuffix(found, line)), append(ends, *v.Range)
				found = ""
			}
		}
		return objects, ends
	}
	list, ends := answer(index)
	requests := slices.Collect(strings.Lines(index))
	for i := range ends {
		if ends[i].Begin == 0 {
			continue
		}
		if ends[i].Failed || ends[i-1].Last == nil {
			t.Fatalf("range %d: %+v after %+v", i, ends[i], ends[i-1])
		}
		if last := *ends[i-1].Last; ends[i].First == nil || *ends[i].First != last {
			again++
			var request map[string]any
			json.Unmarshal([]byte(requests[i]), &request)
			delete(request, "before")
			request["from"] = last
			text, _ := json.Marshal(request)
			more, end := answer(string(text))
			list[i], ends[i] = more[0], end[0]
		}
	}
	return strings.Join(list, ""), again
}

// TestWorkerRanges checks that workers find in the ranges of an index what one run finds.
func TestWorkerRanges(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	texts := rangeMailboxes()
	maps.Copy(texts, rangeTexts())
	ranges, again := 0, 0
	for name, text := range texts {
		if len(text) > 200_000 {
			continue
		}
		file := filepath.Join(dir, name)
		write(t, file, text)
		sizes, options := []string{"3K", "20K"}, []string{"--schemeless", "--level=lenient"}
		if effort.Get() == effort.Short {
			sizes, options = sizes[:1], options[:1]
		}
		for _, size := range sizes {
			status, index, stderr := try(nil, "urlgrep", "--survey=-", "--limit=range="+size, file, "testdata/script/json.txtar")
			if status != exitFound || stderr != "" {
				t.Fatalf("--survey: exit status %d, %q", status, stderr)
			}
			for _, option := range options {
				got, wrong := drive(t, index, option)
				_, want, _ := try(nil, "urlgrep", "-j1", "-H", "--json", option, file, "testdata/script/json.txtar")
				if got != want {
					t.Errorf("%s in ranges of %s, %s: got\n%.2000s\nwant\n%.2000s", name, size, option, got, want)
				}
				ranges += strings.Count(index, "\n")
				again += wrong
			}
		}
	}
	if again == 0 || again > ranges/2 {
		t.Errorf("%d of %d ranges were searched again", again, ranges)
	}
	t.Logf("%d of %d ranges were searched again", again, ranges)
}

// TestShareStatus checks that --merge has the exit status, the results and the errors of one run,
// whatever the inputs are, and that --verify names the shares with an input that could not be
// read, and no others.
func TestShareStatus(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		write(t, name, text)
		return name
	}
	urls := file("urls", strings.Repeat("see http://a.example/1 or\n", 40))
	more := file("more", strings.Repeat("see http://b.example/1 or\n", 10))
	none := file("none", strings.Repeat("nothing\n", 50))
	var packed bytes.Buffer
	if err := packings["gzip"](&packed, []byte(strings.Repeat("http://c.example/ ", 50))); err != nil {
		t.Fatal(err)
	}
	damaged := file("damaged.gz", packed.String()[:packed.Len()-5])
	binary := file("binary", "\x00\x01http://d.example/\x00")
	missing := filepath.Join(dir, "missing")
	ways, counts := []string{"", "--json -m1", "-c", "-L", "-s -l", "--csv -e b.example"}, []int{3}
	if effort.Get() >= effort.Thorough {
		ways, counts = append(ways, "--json", "-l", "-m1", "-n", "--show-lines", "--tsv"), []int{1, 2, 3, 7}
	}
	for _, inputs := range [][]string{
		{urls, more}, {urls, none}, {none}, {none, binary}, {urls, damaged, more}, {none, damaged}, {urls, missing, more},
		{none, missing}, {missing}, {dir, urls}, {"-r", dir}, {"-r", dir, missing}, {urls, missing, damaged, dir},
	} {
		for _, options := range ways {
			args := append(strings.Fields(options), inputs...)
			status, stdout, stderr := try(nil, append([]string{"urlgrep", "-j1"}, args...)...)
			for _, n := range counts {
				s := &sharing{dir: filepath.Join(t.TempDir(), "shares"), of: n, args: args}
				s.searchAll(t)
				rounds := s.settle(t)
				verified, again, _ := try(nil, "urlgrep", "--verify="+s.dir)
				merged, got, errors := try(nil, "urlgrep", "--merge="+s.dir)
				if merged != status || got != stdout {
					t.Errorf("%q in %d shares: exit status %d, %q, want %d, %q", args, n, merged, got, status, stdout)
				}
				if isUnread := slices.Contains(inputs, missing); (verified == exitNothing) != isUnread || len(strings.Fields(again)) > 1 || len(rounds) > n+1 {
					t.Errorf("%q in %d shares: --verify has exit status %d, %q, after %q", args, n, verified, again, rounds)
				}
				if want := errorLines(stderr); errorLines(errors) != want && !slices.Contains(args, "-s") {
					t.Errorf("%q in %d shares: --merge prints %q, want %q", args, n, errors, want)
				}
			}
		}
	}
}

// errorLines returns the lines of standard error that are not about binary files.
func errorLines(stderr string) (lines string) {
	for line := range strings.Lines(stderr) {
		if !strings.Contains(line, "binary file") {
			lines += line
		}
	}
	return lines
}

// TestSharesChange checks that all shares are named if a file changes its size after any of them
// was searched, and that the loop makes the results those of the present files.
func TestSharesChange(t *testing.T) {
	for grown := 1; grown <= 3; grown++ {
		file := filepath.Join(t.TempDir(), "text")
		write(t, file, strings.Repeat("see http://a.example/1 or\n", 40))
		s := &sharing{dir: filepath.Join(t.TempDir(), "shares"), of: 3, args: []string{"--json", file}}
		for n := 1; n <= 3; n++ {
			s.search(t, fmt.Sprintf("%d/3", n))
			if n == grown {
				write(t, file, strings.Repeat("see http://a.example/1 or\n", 40)+"http://b.example/\n")
			}
		}
		if grown == 3 {
			s.search(t, "2/3")
		}
		if rounds := s.settle(t); !slices.Equal(rounds, []string{"1/3 2/3 3/3"}) {
			t.Errorf("after share %d: %q are searched again", grown, rounds)
		}
		if _, want, _ := try(nil, "urlgrep", "-j1", "--json", file); s.merge() != want {
			t.Errorf("after share %d: got\n%swant\n%s", grown, s.merge(), want)
		}
	}
}

// TestSharesListed checks that a share whose files change while it lists them has an input that
// could not be read.
func TestSharesListed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "text")
	write(t, file, "see http://a.example/1 or\n")
	for _, changes := range []bool{false, true} {
		p, err := planOf([]string{"--part=1/1", file})
		if err != nil {
			t.Fatal(err)
		}
		c := &task{plan: p}
		o := c.searchOptions(nil)
		o.KeepErrors = true
		o.Share = &search.Share{Part: c.part, Before: func() (r share.Range, ok bool) { // called after the files were listed once
			if changes {
				write(t, file, "see http://a.example/1 or http://b.example/\n")
			}
			return r, false
		}}
		var stdout, stderr bytes.Buffer
		out := output.New(&stdout)
		s := search.New(o, out, output.NewMessages(out, &stderr))
		status := s.Run()
		if f := s.Faults(); (f.Unread == 1) != changes || (status == exitError) != changes {
			t.Errorf("exit status %d, %+v, %q", status, f, &stderr)
		}
	}
}

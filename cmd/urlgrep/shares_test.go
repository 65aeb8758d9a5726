package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// shares searches the files in n shares, the last first, searches those again that --verify
// names, and returns the merged results and the number of shares that were searched again.
func shares(t *testing.T, n int, args ...string) (merged string, again int) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shares")
	search := func(part string) {
		status, stdout, _ := try(nil, slices.Concat([]string{"urlgrep", "--part=" + part, "--output-dir=" + dir}, args)...)
		if status > exitError || stdout != "" {
			t.Fatalf("--part=%s %q: exit status %d, %q", part, args, status, stdout)
		}
	}
	for i := n; i > 0; i-- {
		search(fmt.Sprintf("%d/%d", i, n))
	}
	for range n + 1 {
		status, stdout, stderr := try(nil, "urlgrep", "--verify="+dir)
		if (status == exitNothing) != (stdout != "") {
			t.Fatalf("--verify: exit status %d, %q, %q", status, stdout, stderr)
		}
		if status != exitNothing {
			break
		}
		for _, part := range strings.Fields(stdout) {
			search(part)
			again++
		}
	}
	_, merged, _ = try(nil, "urlgrep", "--merge="+dir)
	return merged, again
}

// TestShares checks that all shares together print what one run prints: of texts and mboxes in
// which states are hard to guess, and of a directory.
func TestShares(t *testing.T) {
	setRangeLength(t, 5000)
	texts := rangeMailboxes()
	maps.Copy(texts, rangeTexts)
	searched, again := 0, 0
	check := func(name string, counts []int, args ...string) {
		_, want, _ := try(nil, append([]string{"urlgrep", "-j1"}, args...)...)
		for _, n := range counts {
			got, wrong := shares(t, n, args...)
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
	for name, text := range texts {
		file := filepath.Join(dir, name)
		write(t, file, text)
		for _, options := range []string{"", "--json", "-nb --no-signature"} {
			if len(text) < 500_000 || options == "" {
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
	dir := t.TempDir()
	texts := rangeMailboxes()
	maps.Copy(texts, rangeTexts)
	ranges, again := 0, 0
	for name, text := range texts {
		if len(text) > 200_000 {
			continue
		}
		file := filepath.Join(dir, name)
		write(t, file, text)
		for _, size := range []string{"20K", "3K"} {
			status, index, stderr := try(nil, "urlgrep", "--survey=-", "--range-size="+size, file, "testdata/script/json.txtar")
			if status != exitFound || stderr != "" {
				t.Fatalf("--survey: exit status %d, %q", status, stderr)
			}
			for _, option := range []string{"--level=lenient", "--schemeless"} {
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

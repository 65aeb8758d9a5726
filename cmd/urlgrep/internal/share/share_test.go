package share

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/urlgrep/urlgrep/extract"
)

// TestCut checks that the parts of a corpus have each byte of each file once, in order, that a
// file that cannot be cut is in one part, and that no part is much larger than others.
func TestCut(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		sizes := make([]int64, random.IntN(8))
		divisible := make([]bool, len(sizes))
		total := int64(0)
		for i := range sizes {
			if random.IntN(4) > 0 {
				sizes[i] = random.Int64N([]int64{10, 1000, 1 << 40}[random.IntN(3)])
			}
			divisible[i] = random.IntN(3) > 0
			total += sizes[i]
		}
		of := 1 + random.IntN([]int{3, 40, MaxParts}[random.IntN(3)])
		if of > 1000 {
			of = 1000
		}
		ends, times := make([]int64, len(sizes)), make([]int, len(sizes))
		for n := 1; n <= of; n++ {
			p, at, length := Part{n, of}, int64(0), int64(0)
			for i, size := range sizes {
				begin, end, ok := p.Cut(total, at, size, divisible[i])
				at += size
				if !ok {
					continue
				}
				if begin != ends[i] || end < begin || !divisible[i] && end != size {
					t.Fatalf("part %s of files of %d: file %d from %d to %d, before it to %d", p, sizes, i, begin, end, ends[i])
				}
				ends[i] = end
				times[i]++
				if divisible[i] {
					length += end - begin
				}
			}
			if length > p.Length(total) {
				t.Errorf("part %s of files of %d has %d bytes of %d", p, sizes, length, total)
			}
		}
		for i, size := range sizes {
			if ends[i] != size || times[i] == 0 || times[i] > 1 && (!divisible[i] || size == 0) {
				t.Fatalf("%d parts of files of %d: file %d ends at %d, in %d parts", of, sizes, i, ends[i], times[i])
			}
		}
	}
}

// TestParsePart checks the texts of parts.
func TestParsePart(t *testing.T) {
	for _, text := range []string{"1/1", "3/7", "1000000/1000000"} {
		p, err := ParsePart(text)
		if err != nil || p.String() != text {
			t.Errorf("%s: %v, %v", text, p, err)
		}
	}
	for _, text := range []string{"", "1", "/", "0/1", "2/1", "1/0", "-1/3", "1/1000001", "1/2/3", "1 /2", "a/b"} {
		if p, err := ParsePart(text); err == nil || p != (Part{}) {
			t.Errorf("%q: %v", text, p)
		}
	}
}

// TestParseLine checks that a Range and a Summary are parsed from their lines.
func TestParseLine(t *testing.T) {
	r := NewRange("a\xff\n", 5, 9, 99)
	r.From = new(extract.Checkpoint)
	got, s, err := ParseLine(AppendJSON(nil, &r))
	if err != nil || s != nil || got.Path() != r.Path() || got.Begin != 5 || *got.End != 9 || *got.Size != 99 || *got.From != *r.From || got.Before != nil {
		t.Errorf("%+v, %v, %v", got, s, err)
	}
	summary := &Summary{Version: "v1", Ranges: 3, Corpus: Corpus{1, 2, "x"}}
	if _, s, err := ParseLine(AppendSummary(nil, summary)); err != nil || *s != *summary {
		t.Errorf("%+v, %v", s, err)
	}
	for _, line := range []string{
		"", "1", "[]", "{}", `{"file":"a"}{}`, `{"file":"a","begin":-1}`, `{"file":"a","begin":2,"end":1}`, `{"file":"a","end":5,"size":4}`,
		`{"file":"a","begin":5,"size":4}`, `{"file":"a","unknown":1}`, `{"file":"a","before":"x"}`, `{"file":"a","from":""}`,
	} {
		if r, s, err := ParseLine([]byte(line)); err == nil {
			t.Errorf("%q: %+v, %v", line, r, s)
		}
	}
}

// TestCommit checks that of several runs of one share at the same time, the results and the
// manifest of one are there.
func TestCommit(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	for range 20 {
		var group sync.WaitGroup
		for i := range 4 {
			group.Go(func() {
				w, err := Create(dir, Part{1, 1})
				if err != nil {
					t.Error(err)
					return
				}
				fmt.Fprintf(w, "result %d\n", i%2)
				if i == 3 {
					w.Discard()
					return
				}
				if err := w.Commit(&Manifest{Options: []string{"a"}, URLs: int64(i % 2)}); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		r, err := Verify(dir)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Again) > 0 { // the results of one run were removed by another
			w, _ := Create(dir, Part{1, 1})
			fmt.Fprintf(w, "result 0\n")
			w.Commit(new(Manifest))
			continue
		}
		var b bytes.Buffer
		if err := r.Merge(dir, &b); err != nil || b.String() != "result 0\n" && b.String() != "result 1\n" {
			t.Errorf("%q, %v", &b, err)
		}
	}
}

// TestCommitMode checks that results that are written again have the mode of the earlier ones.
func TestCommitMode(t *testing.T) {
	if os.PathSeparator != '/' {
		t.Skip("the system has no modes")
	}
	dir := t.TempDir()
	m := new(Manifest)
	for range 2 {
		w, err := Create(dir, Part{1, 1})
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(w, "result")
		if err := w.Commit(m); err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{m.Part.manifestName(), m.Data.File} {
			name = filepath.Join(dir, name)
			if info, err := os.Stat(name); err != nil || m.URLs == 1 && info.Mode() != 0o600 {
				t.Errorf("%s: %v, %v", name, info.Mode(), err)
			}
			os.Chmod(name, 0o600)
		}
		m.URLs = 1
	}
}

// TestVerifyChain checks that a part is searched again if it did not begin in the state in which
// the part before it ended, if its results were changed, and if no state at its beginning is
// known; and that no part is searched again because of an error of reading.
func TestVerifyChain(t *testing.T) {
	checkpoint := func(at int) *extract.Checkpoint {
		c := new(extract.Checkpoint)
		if err := c.UnmarshalText([]byte(fmt.Sprintf("m%d.1.2.false.10", at))); err != nil {
			t.Fatal(err)
		}
		return c
	}
	for _, c := range []struct {
		name        string
		first, last *extract.Checkpoint // of parts 2 and 1
		failed      bool                // part 1
		change      string              // of the results
		want        string
	}{
		{name: "right", first: checkpoint(5), last: checkpoint(5)},
		{name: "wrong", first: checkpoint(6), last: checkpoint(5), want: "2/2"},
		{name: "not known", last: checkpoint(5), want: "2/2"},
		{name: "in a long message", last: checkpoint(9)},
		{name: "failed", first: checkpoint(6), failed: true},
		{name: "damaged", first: checkpoint(5), last: checkpoint(5), change: "x", want: "1/2 2/2"},
	} {
		dir := t.TempDir()
		for n, r := range []Range{NewRange("a", 0, 5, 9), NewRange("a", 5, 9, 9)} {
			if n == 0 {
				r.First, r.Last, r.Failed = new(extract.Checkpoint), c.last, c.failed
			} else {
				r.First = c.first
			}
			w, err := Create(dir, Part{n + 1, 2})
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintln(w, n)
			m := &Manifest{Ranges: []Range{r}}
			if err := w.Commit(m); err != nil {
				t.Fatal(err)
			}
			if c.change != "" {
				os.WriteFile(filepath.Join(dir, m.Data.File), []byte(c.change), 0o666)
			}
		}
		if got := again(t, dir); got != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
		last, ok := LastOf(dir, Part{2, 2}, &Manifest{})
		if ok != (c.last != nil) || ok && *last.Last != *c.last {
			t.Errorf("%s: the part before ends at %v, %v", c.name, last.Last, ok)
		}
	}
	// Nothing is known after a range that failed, and one in which nothing begins.
	dir := t.TempDir()
	for n, r := range []Range{NewRange("a", 0, 5, 9), NewRange("a", 5, 6, 9), NewRange("a", 6, 9, 9)} {
		switch n {
		case 0:
			r.Failed = true
		case 2:
			r.First = checkpoint(6)
		}
		commit(t, dir, Part{n + 1, 3}, Manifest{Ranges: []Range{r}})
	}
	if got := again(t, dir); got != "" {
		t.Errorf("after a range that failed: %q", got)
	}
	os.Remove(filepath.Join(dir, "part-1-of-3.json"))
	if got := again(t, dir); got != "1/3" {
		t.Errorf("after a part that is missing: %q", got)
	}
	if _, err := Verify(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

// again returns the parts that Verify finds, each with a mark if only inputs could not be read.
func again(t *testing.T, dir string) string {
	t.Helper()
	r, err := Verify(dir)
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, a := range r.Again {
		if len(a.Reasons) == 0 {
			t.Errorf("no reason for part %s", a.Part)
		}
		mark := ""
		if a.Unread {
			mark = "!"
		}
		parts = append(parts, a.Part.String()+mark)
	}
	if r.IsRight() != (strings.Count(strings.Join(parts, ""), "!") == len(parts)) {
		t.Errorf("%q: IsRight is %v", parts, r.IsRight())
	}
	return strings.Join(parts, " ")
}

// TestVerifySearches checks that all parts are searched again if they are of several searches,
// whichever are first or more, and that a part without a checksum, as another version has written
// it, is searched again.
func TestVerifySearches(t *testing.T) {
	a := Manifest{Version: "v1", Options: []string{"-n"}, Corpus: Corpus{1, 2, "x"}}
	version, options, corpus := a, a, a
	version.Version, options.Options, corpus.Corpus = "v2", nil, Corpus{1, 3, "x"}
	for _, c := range []struct {
		manifests []*Manifest // nil: the part is missing
		want      string
	}{
		{[]*Manifest{&a, &a, &a}, ""},
		{[]*Manifest{&a, &a, &version}, "1/3 2/3 3/3"},
		{[]*Manifest{&options, &a, &a}, "1/3 2/3 3/3"},
		{[]*Manifest{&a, &corpus, &a}, "1/3 2/3 3/3"},
		{[]*Manifest{&corpus, &options, &version}, "1/3 2/3 3/3"},
		{[]*Manifest{nil, &a, &a}, "1/3"},
		{[]*Manifest{nil, &a, &options}, "1/3 2/3 3/3"},
	} {
		dir := t.TempDir()
		for i, m := range c.manifests {
			if m != nil {
				commit(t, dir, Part{i + 1, len(c.manifests)}, *m)
			}
		}
		if got := again(t, dir); got != c.want {
			t.Errorf("%v: %q, want %q", c.manifests, got, c.want)
		}
	}
	dir := t.TempDir()
	commit(t, dir, Part{1, 1}, a)
	name := filepath.Join(dir, "part-1-of-1.json")
	text, _ := os.ReadFile(name)
	at := strings.LastIndex(string(text), ",\n\t\"sha256\"")
	os.WriteFile(name, []byte(string(text[:at])+"\n}\n"), 0o666)
	if got := again(t, dir); got != "1/1" {
		t.Errorf("without a checksum: %q", got)
	}
}

// TestVerifyFaults checks that a part is searched again if inputs could not be read, also if
// their texts are not kept, and that other errors do not count.
func TestVerifyFaults(t *testing.T) {
	for _, c := range []struct {
		unread, other int
		want          string
	}{
		{0, 0, ""},
		{0, 300, ""},
		{1, 0, "1/1!"},
		{1, 300, "1/1!"},
		{300, 1, "1/1!"},
	} {
		var m Manifest
		for i := range c.other {
			m.Errors.Add(Fault{Text: fmt.Sprint("other", i)})
		}
		for i := range c.unread {
			m.Errors.Add(Fault{Text: fmt.Sprint("unread", i), Unread: true})
		}
		var sum Faults
		sum.AddAll(&m.Errors)
		sum.AddAll(&m.Errors)
		if sum.Unread != int64(2*c.unread) || sum.Other != int64(2*c.other) || len(sum.First) > 2*maxFaults {
			t.Errorf("twice %+v is %+v", m.Errors, sum)
		}
		dir := t.TempDir()
		commit(t, dir, Part{1, 1}, m)
		if got := again(t, dir); got != c.want {
			t.Errorf("%d and %d errors: %q, want %q", c.unread, c.other, got, c.want)
		}
		r, _ := Verify(dir)
		lines := min(c.unread, maxFaults) + min(c.other, maxFaults)
		more := c.unread + c.other - lines
		if more > 0 {
			lines++
		}
		if len(r.Errors) != lines || more > 0 && r.Errors[lines-1] != fmt.Sprintf("%d more errors", more) {
			t.Errorf("%d and %d errors: %q", c.unread, c.other, r.Errors)
		}
	}
}

// commit writes a part.
func commit(t *testing.T, dir string, p Part, m Manifest) {
	t.Helper()
	w, err := Create(dir, p)
	if err == nil {
		err = w.Commit(&m)
	}
	if err != nil {
		t.Fatal(err)
	}
}

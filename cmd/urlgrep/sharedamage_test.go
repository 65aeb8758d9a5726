package main

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/share"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// A sharing is a corpus that is searched in shares.
type sharing struct {
	with  tuning
	dir   string // of the results
	of    int
	args  []string          // options and files
	right map[string]string // the files of the results, if they are right
	want  string            // what one run prints
}

// newSharing searches files in shares, the last first, until they are right. Then it searches
// each again, so that each has begun in a known state.
func newSharing(t *testing.T, of int, args ...string) *sharing {
	t.Helper()
	s := &sharing{dir: filepath.Join(t.TempDir(), "shares"), of: of, args: args}
	_, s.want, _ = try(nil, append([]string{"urlgrep", "-j1"}, args...)...)
	s.searchAll(t)
	s.settle(t)
	for n := range of {
		s.search(t, fmt.Sprintf("%d/%d", n+1, of))
	}
	s.right = readDir(t, s.dir)
	if got := s.merge(); got != s.want {
		t.Fatalf("%q in %d shares:\n%.2000s\nwant\n%.2000s", args, of, got, s.want)
	}
	return s
}

// searchAll searches all shares, the last first.
func (s *sharing) searchAll(t *testing.T) {
	t.Helper()
	for n := s.of; n > 0; n-- {
		s.search(t, fmt.Sprintf("%d/%d", n, s.of))
	}
}

// search searches a share.
func (s *sharing) search(t *testing.T, part string) {
	t.Helper()
	status, stdout, stderr := s.with.try(nil, slices.Concat([]string{"urlgrep", "--part=" + part, "--output-dir=" + s.dir}, s.args)...)
	if status > exitError || stdout != "" {
		t.Fatalf("--part=%s %q: exit status %d, %q, %q", part, s.args, status, stdout, stderr)
	}
}

// settle is the loop of docs/scale.md: it searches the shares again that --verify names, until it
// names none, or the same as before. It returns the shares of each round.
func (s *sharing) settle(t *testing.T) (rounds []string) {
	t.Helper()
	before := ""
	for {
		status, again, stderr := s.with.try(nil, "urlgrep", "--verify="+s.dir)
		if (status == exitNothing) != (again != "") || status != exitFound && stderr == "" {
			t.Fatalf("--verify: exit status %d, %q, %q", status, again, stderr)
		}
		if status != exitNothing || again == before {
			return rounds
		}
		rounds = append(rounds, strings.Join(strings.Fields(again), " "))
		if len(rounds) > s.of+2 {
			t.Fatalf("%q in %d shares: the loop does not end: %q", s.args, s.of, rounds)
		}
		for _, part := range strings.Fields(again) {
			s.search(t, part)
		}
		before = again
	}
}

// merge returns the merged results.
func (s *sharing) merge() string {
	_, merged, _ := s.with.try(nil, "urlgrep", "--merge="+s.dir)
	return merged
}

// restore makes the results right.
func (s *sharing) restore(t *testing.T) {
	t.Helper()
	os.RemoveAll(s.dir)
	os.Mkdir(s.dir, 0o777)
	for name, text := range s.right {
		write(t, filepath.Join(s.dir, name), text)
	}
}

// names returns the names of the manifests or those of the results, by share.
func (s *sharing) names(manifests bool) (list []string) {
	for n := 1; n <= s.of; n++ {
		for name := range s.right {
			if strings.HasPrefix(name, fmt.Sprintf("part-%d-", n)) && strings.HasSuffix(name, ".json") == manifests {
				list = append(list, name)
			}
		}
	}
	return list
}

func readDir(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = string(text)
	}
	return files
}

// smallSharings returns small corpora in shares: a text and an mbox that are cut in the middle of
// a URL and of messages, several files, and more shares than bytes.
func smallSharings(t *testing.T) []*sharing {
	dir := t.TempDir()
	file := func(name, text string) string {
		name = filepath.Join(dir, name)
		write(t, name, text)
		return name
	}
	text := file("text", strings.Repeat("see <URL:http://a.example/\n b> and http://c.example/d-\ne or\n", 8))
	mail := rangeMailboxes()
	mbox := file("mbox", mail["multipart"][:len(mail["multipart"])/20]+mail["odd"][:200])
	long := file("long", "see <URL:http://a.example/"+strings.Repeat("\n mailto:b", 50)+"\n> http://c.example/\n")
	tiny := file("tiny", "http://a.b/\n")
	return []*sharing{
		newSharing(t, 3, text),
		newSharing(t, 5, "--json", mbox),
		newSharing(t, 4, "-n", text, tiny, mbox, long),
		newSharing(t, 4, "--schemeless", long),
		newSharing(t, 16, "--json", tiny),
	}
}

// TestShareBits checks that each bit of each manifest that changes, each byte that is missing and
// each end that is cut off is noticed, and that the share that it belongs to is named, and no
// other. A search of a share does not depend on its earlier manifest, so one search of each
// makes the results right.
func TestShareBits(t *testing.T) {
	t.Parallel()
	bits := 0
	for _, s := range smallSharings(t)[:2] {
		for i, name := range s.names(true) {
			path, text := filepath.Join(s.dir, name), []byte(s.right[name])
			f, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			want := fmt.Sprintf("%d/%d", i+1, s.of)
			check := func(what string, at int) {
				t.Helper()
				r, err := share.Verify(s.dir)
				if err != nil || len(r.Again) != 1 || r.Again[0].Part.String() != want || r.Again[0].Unread {
					t.Fatalf("%s, %s %d: %+v, %v", name, what, at, r, err)
				}
			}
			for at := range text {
				for bit := range 8 {
					if effort.Get() < effort.Thorough && (3*at+bit)%32 > 0 {
						continue
					}
					f.WriteAt([]byte{text[at] ^ 1<<bit}, int64(at))
					check("bit", 8*at+bit)
					bits++
				}
				f.WriteAt(text[at:at+1], int64(at))
			}
			for at := range text {
				if at%64 == 0 || effort.Get() >= effort.Thorough {
					write(t, path, string(text[:at])+string(text[at+1:]))
					check("without byte", at)
					write(t, path, string(text[:at]))
					check("cut off at", at)
				}
			}
			f.Close()
			s.search(t, want)
			if got := readDir(t, s.dir); !maps.Equal(got, s.right) {
				t.Errorf("%q: searching %s again gives other results", s.args, want)
			}
		}
	}
	t.Logf("%d bits", bits)
}

// TestShareDamage damages results at random, and checks that the loop ends, and that the merged
// results are then those of one run.
func TestShareDamage(t *testing.T) {
	t.Parallel()
	all := smallSharings(t)
	// Results of other searches, and of the same one with each share in the state that is guessed.
	var other []map[string]string
	for _, s := range all {
		dir := t.TempDir()
		for _, args := range [][]string{append([]string{"--level=rfc1738"}, s.args...), {"-c", "testdata/script/shares.txtar"}} {
			o := &sharing{dir: filepath.Join(dir, strconv.Itoa(len(other))), of: s.of, args: args}
			o.searchAll(t)
			other = append(other, readDir(t, o.dir))
		}
		guessed := map[string]string{}
		for n := s.of; n > 0; n-- {
			o := &sharing{dir: filepath.Join(dir, "guessed", strconv.Itoa(n)), of: s.of, args: s.args}
			o.search(t, fmt.Sprintf("%d/%d", n, s.of))
			maps.Copy(guessed, readDir(t, o.dir))
		}
		other = append(other, guessed)
	}
	random := rand.New(rand.NewPCG(29, 3))
	loops, again, most := effort.Rounds(2000), 0, 0
	if effort.Get() < effort.Thorough {
		loops /= 5
	}
	for range loops {
		i := random.IntN(len(all))
		s := all[i]
		s.restore(t)
		what := ""
		for range 1 + random.IntN(3) {
			what += damage(t, s, other[3*i:3*i+3], random) + " "
		}
		rounds := s.settle(t)
		if got := s.merge(); got != s.want {
			t.Fatalf("%s: %q in %d shares, after %q:\n%.2000s\nwant\n%.2000s", what, s.args, s.of, rounds, got, s.want)
		}
		again += min(1, len(rounds))
		most = max(most, len(rounds))
	}
	t.Logf("%d loops, %d searched shares again, in at most %d rounds", loops, again, most)
	if again < loops/2 {
		t.Error("the damage does little")
	}
}

// damage damages the results of a sharing, and returns a description. others are results of other
// searches in as many shares.
func damage(t *testing.T, s *sharing, others []map[string]string, random *rand.Rand) string {
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	manifests, results := s.names(true), s.names(false)
	change := func(name string, edit func([]byte) []byte) string {
		path := filepath.Join(s.dir, name)
		text, err := os.ReadFile(path)
		if err == nil && len(text) > 0 {
			write(t, path, string(edit(text)))
		}
		return name
	}
	place := func(name, as string) { // copies a file, if it is there
		if text, err := os.ReadFile(filepath.Join(s.dir, name)); err == nil {
			write(t, filepath.Join(s.dir, as), string(text))
		}
	}
	flip := func(text []byte) []byte {
		text[random.IntN(len(text))] ^= 1 << random.IntN(8)
		return text
	}
	cut := func(text []byte) []byte { return text[:random.IntN(len(text))] }
	without := func(text []byte) []byte { return slices.Delete(text, 0, 1+random.IntN(len(text))) }
	longer := func(text []byte) []byte { return append(text, bytes.Repeat([]byte{'x'}, 1+random.IntN(9))...) }
	edits := []func([]byte) []byte{flip, cut, without, longer}
	lists := [][]string{manifests, results}
	switch random.IntN(8) {
	case 0, 1:
		return "change of " + change(pick(lists[random.IntN(2)]), edits[random.IntN(len(edits))])
	case 2:
		name := pick(lists[random.IntN(2)])
		os.Remove(filepath.Join(s.dir, name))
		return "removal of " + name
	case 3:
		list := lists[random.IntN(2)]
		a, b := pick(list), pick(list)
		place(a, "saved")
		place(b, a)
		place("saved", b)
		os.Remove(filepath.Join(s.dir, "saved"))
		return "swap of " + a + " and " + b
	case 4:
		list := lists[random.IntN(2)]
		a, b := pick(list), pick(list)
		place(a, b)
		return "copy of " + a + " to " + b
	case 5:
		name := fmt.Sprintf("part-%d-of-%d.%016x.out", 1+random.IntN(s.of), s.of, random.Uint64())
		write(t, filepath.Join(s.dir, name), "http://stale.example/\n")
		write(t, filepath.Join(s.dir, ".part-0123456789abcdef"), "http://stale.example/\n")
		return "stale " + name
	}
	from, n, what := others[random.IntN(len(others))], 1+random.IntN(s.of), "manifest of another search as "
	both := random.IntN(2) == 0
	for name, text := range from {
		if strings.HasPrefix(name, fmt.Sprintf("part-%d-", n)) && (both || strings.HasSuffix(name, ".json")) {
			write(t, filepath.Join(s.dir, name), text)
			what += name + " "
		}
	}
	return what
}

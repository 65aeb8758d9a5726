package job

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/atomicfile"
	"github.com/urlgrep/urlgrep/internal/sealed"
	"github.com/urlgrep/urlgrep/parse"
)

// urlgrep is the path of the command of this repository.
var urlgrep string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "urlgrep-test-")
	if err == nil {
		urlgrep = filepath.Join(dir, "urlgrep.exe")
		build := exec.Command("go", "build", "-pgo=off", "-o", urlgrep, "./cmd/urlgrep")
		build.Dir, build.Stderr = "../../..", os.Stderr
		err = build.Run()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

// byCommand returns the lines that urlgrep prints for the inputs, sorted.
func byCommand(t *testing.T, inputs []string, options ...string) []string {
	t.Helper()
	args := append([]string{"-j1", "-H", "--json", "-r"}, options...)
	out, err := exec.Command(urlgrep, append(args, inputs...)...).Output()
	if e, ok := err.(*exec.ExitError); err != nil && (!ok || e.ExitCode() < 0) {
		t.Fatal(err)
	}
	return sorted(out)
}

func sorted(text []byte) []string {
	lines := strings.SplitAfter(string(text), "\n")
	slices.Sort(lines)
	return lines
}

// newJob returns a job with ranges of size bytes.
func newJob(t *testing.T, size int64, inputs ...string) *Job {
	t.Helper()
	return &Job{Version: Version(), Inputs: inputs, Output: t.TempDir(), Run: NewRun(), RangeSize: size}
}

// A tally is the number of ranges that a run scans, and scans again.
type tally struct{ scanned, again int }

// run runs all steps of a job, without an engine. It passes all values on as JSON, in random
// order.
func run(t *testing.T, j *Job) (*Manifest, tally) {
	t.Helper()
	return runDistorted(t, j, func(*Surveyed) {})
}

// runDistorted is run with surveys that distort may change.
func runDistorted(t *testing.T, j *Job, distort func(*Surveyed)) (*Manifest, tally) {
	t.Helper()
	var n tally
	j = pass(t, []*Job{j})[0]
	w, err := NewWorker(j)
	if err != nil {
		t.Fatal(err)
	}
	ctx := t.Context()
	var ranges []Range
	listed := j.List(ctx, func(r Range) { ranges = append(ranges, r) })
	surveys := map[int64][]Surveyed{}
	for _, r := range pass(t, ranges) {
		if s, ok := w.Survey(ctx, r); ok {
			distort(&s)
			surveys[r.Number] = append(surveys[r.Number], s)
		}
	}
	parts := map[int64][]Part{}
	for number, list := range surveys {
		for _, task := range pass(t, Chain(pass(t, list))) {
			p, err := w.Scan(ctx, task)
			if err != nil {
				t.Fatal(err)
			}
			if p.Scanned {
				n.scanned++
			}
			parts[number] = append(parts[number], p)
		}
	}
	all := []Part{listed}
	for _, list := range parts {
		settled, err := Settle(ctx, pass(t, list), func(ctx context.Context, task Task) (Part, error) {
			if slices.ContainsFunc(list, func(p Part) bool { return p.Scanned && p.Range == task.Range }) {
				n.again++
			}
			return w.Scan(ctx, task)
		})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, settled...)
	}
	paths, err := j.Commit(pass(t, all))
	if err != nil {
		t.Fatal(err)
	}
	counts := map[Key]int64{}
	for _, path := range paths {
		if err := j.Count(path, func(k Key, n int64) { counts[k] += n }); err != nil {
			t.Fatal(err)
		}
	}
	var list []Count
	for k, n := range counts {
		list = append(list, Count{k.Of, k.Value, n})
	}
	if len(list) > 0 { // an engine has no call without values
		if err := j.WriteCounts(list); err != nil {
			t.Fatal(err)
		}
	}
	m, err := ReadManifest(j.Output)
	if err != nil {
		t.Fatal(err)
	}
	return m, n
}

// pass returns the values after they are encoded and decoded, in random order.
func pass[T any](t *testing.T, list []T) []T {
	t.Helper()
	text, err := json.Marshal(list)
	if err != nil {
		t.Fatal(err)
	}
	var copied []T
	if err := json.Unmarshal(text, &copied); err != nil {
		t.Fatal(err)
	}
	rand.Shuffle(len(copied), func(i, j int) { copied[i], copied[j] = copied[j], copied[i] })
	return copied
}

// merged returns the lines of the output, sorted.
func merged(t *testing.T, m *Manifest, dir string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := m.Merge(dir, &out); err != nil {
		t.Fatal(err)
	}
	return sorted(out.Bytes())
}

// compare compares the lines of a job with those of urlgrep.
func compare(t *testing.T, what string, got, want []string) {
	t.Helper()
	if slices.Equal(got, want) {
		return
	}
	i := 0
	for i < min(len(got), len(want))-1 && got[i] == want[i] {
		i++
	}
	t.Errorf("%s: %d lines, urlgrep prints %d; the first difference:\n%s%s", what, len(got)-1, len(want)-1, got[min(i, len(got)-1)], want[min(i, len(want)-1)])
}

// TestCorpora compares the output with that of urlgrep on all corpora.
func TestCorpora(t *testing.T) {
	inputs := []string{"../../../testdata", "../../../cmd/urlgrep/testdata/packed"}
	want := byCommand(t, inputs)
	for _, size := range []int64{200, 1 << 12} {
		j := newJob(t, size, inputs...)
		m, n := run(t, j)
		compare(t, fmt.Sprint("ranges of ", size), merged(t, m, j.Output), want)
		t.Logf("ranges of %d bytes: %d scanned, %d again", size, n.scanned, n.again)
	}
}

// TestTiny compares the output with that of urlgrep for ranges of a few bytes.
func TestTiny(t *testing.T) {
	inputs := []string{"../../../testdata/guide", "../../../testdata/corpora/schemes"}
	want := byCommand(t, inputs)
	for _, size := range []int64{7} {
		j := newJob(t, size, inputs...)
		m, n := run(t, j)
		compare(t, fmt.Sprint("ranges of ", size), merged(t, m, j.Output), want)
		t.Logf("ranges of %d bytes: %d scanned, %d again", size, n.scanned, n.again)
	}
}

// TestOptions compares the output with that of urlgrep for several options.
func TestOptions(t *testing.T) {
	inputs := []string{"../../../testdata/guide", "../../../testdata/corpora/mail-cases"}
	kinds := append(extract.DefaultKinds(), extract.Schemeless, extract.Email)
	for _, test := range []struct {
		find    extract.Options
		options string
	}{
		{extract.Options{Kinds: kinds}, "--schemeless --email"},
		{extract.Options{Input: extract.InputText, Level: parse.RFC1738}, "--input=text --level=rfc1738"},
		{extract.Options{Input: extract.InputMbox, SkipQuoted: true}, "--input=mbox --unquoted"},
		{extract.Options{Input: extract.InputHTML, Rejoin: extract.RejoinWide}, "--input=html --rejoin=wide"},
		{extract.Options{SkipSignatures: true, DropHyphens: true, AllParts: true}, "--no-signature --hyphen=drop --all-parts"},
		{extract.Options{Charset: "utf-16le"}, "--charset=utf-16le"},
	} {
		j := newJob(t, 700, inputs...)
		j.Options = test.find
		m, _ := run(t, j)
		compare(t, test.options, merged(t, m, j.Output), byCommand(t, inputs, strings.Fields(test.options)...))
	}
}

// write writes a file, and returns its path.
func write(t *testing.T, name, text string) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestWrongGuess checks texts whose ranges are scanned again: in the middle of a long line its
// quote depth is not known.
func TestWrongGuess(t *testing.T) {
	long := strings.Repeat("http://a.example/ <URL:http://b.example/> ", 2000)
	name := write(t, "text", "see\n> > "+long+"\n> -- \n> "+long+"\n")
	want := byCommand(t, []string{name})
	for _, size := range []int64{1000, 10000, 60000} {
		j := newJob(t, size, name)
		m, n := run(t, j)
		compare(t, fmt.Sprint("ranges of ", size), merged(t, m, j.Output), want)
		if n.again == 0 || n.again == n.scanned {
			t.Errorf("ranges of %d: of %d ranges %d are scanned again", size, n.scanned, n.again)
		}
		t.Logf("ranges of %d bytes: %d scanned, %d again", size, n.scanned, n.again)
	}
}

// messages returns an mbox with the given bodies, which may begin with fields.
func messages(bodies ...string) string {
	var b strings.Builder
	for i, body := range bodies {
		fmt.Fprintf(&b, "From a@a.example Thu Jan  1 00:00:00 2026\nSubject: %d\n%s\n\n", i, body)
	}
	return b.String()
}

// TestWrongSurvey checks an mbox whose surveys are wrong, as they count too few or too many
// messages or lines, or are missing. "From " lines are in bodies and in attached messages.
func TestWrongSurvey(t *testing.T) {
	plain := "\nsee http://a.example/ and\nFrom now on\n\nFrom b Thu\n-- \nhttp://b.example/"
	attached := "Content-Type: message/rfc822\n\nFrom b@b.example Fri Jan  2 00:00:00 2026\nSubject: attached\n\nhttp://c.example/"
	name := write(t, "mbox", messages(plain, plain, attached, plain, attached, plain, plain))
	want := byCommand(t, []string{name})
	for _, size := range []int64{7, 100, 300} {
		for _, distort := range []func([]string) []string{
			func(word []string) []string { word[3] = "77"; return word }, // lines
			func(word []string) []string { word[4] = "0"; return word },  // messages
			func(word []string) []string { word[4] = "9"; return word },  // messages
			func([]string) []string { return nil },                       // no survey
		} {
			distorted := func(s *Surveyed) {
				if s.Range.Begin/size == 500/size { // one range
					s.Word = strings.Join(distort(strings.Split(s.Word, ".")), ".")
				}
			}
			j := newJob(t, size, name)
			m, n := runDistorted(t, j, distorted)
			compare(t, fmt.Sprint("ranges of ", size), merged(t, m, j.Output), want)
			files, _ := os.ReadDir(filepath.Join(j.Output, m.Run))
			listed := 1 // the counts
			for _, p := range m.Parts {
				if p.Path != "" {
					listed++
				}
			}
			if len(files) != listed {
				t.Errorf("ranges of %d: there are %d files, %d of them output", size, len(files), listed)
			}
			t.Logf("ranges of %d bytes: %d scanned, %d again", size, n.scanned, n.again)
		}
	}
}

// TestRandomMail compares the output with that of urlgrep for mboxes of random lines.
func TestRandomMail(t *testing.T) {
	lines := []string{
		"From a@b.example Thu Jan  1 00:00:00 2026", "From x", "From: a@b.example", "", "", "--X", "--X--", " folded",
		"Content-Type: multipart/mixed; boundary=X", "Content-Type: multipart/digest; boundary=X",
		"Content-Type: message/rfc822", "Content-Type: text/html", "<a href='", "Content-Transfer-Encoding: base64",
		"U2VlIGh0dHA6Ly9iYXNlLmV4YW1wbGUvIGFuZA==", "see http://a.example/x", "-- ", "> http://q.example/",
		"\x01\x01\x01\x01", "#! rnews 100", "Content-Length: 300", "\r", strings.Repeat("x", 5000), "<URL:http://c.exam",
		"ple/y>", "Content-Transfer-Encoding: quoted-printable", "http://d.example/=", "-----Original Message-----",
	}
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 0))
		text := "From a@b.example Thu Jan  1 00:00:00 2026\nFrom: a@b.example\n"
		for range 40 {
			text += lines[r.IntN(len(lines))] + "\n"
		}
		if seed%4 == 0 {
			text = text[strings.IndexByte(text, '\n'):] // a text
		}
		name := write(t, "x", text)
		j := newJob(t, int64(20+r.IntN(300)), name)
		m, _ := run(t, j)
		compare(t, fmt.Sprint("seed ", seed), merged(t, m, j.Output), byCommand(t, []string{name}))
	}
}

// TestFaults checks that the job goes on after inputs that cannot be read.
func TestFaults(t *testing.T) {
	packed, err := os.ReadFile("../../../testdata/guide/INBOX.gz")
	if err != nil {
		t.Fatal(err)
	}
	good := write(t, "good", "see http://a.example/ and http://b.example/")
	cut := write(t, "cut.gz", string(packed[:len(packed)/2]))
	trailed := write(t, "trailed.gz", string(packed)+"not gzip")
	empty := write(t, "empty", "")
	missing := filepath.Join(t.TempDir(), "missing")
	inputs := []string{cut, missing, good, trailed, empty, "ftp://a.example/x"}
	j := newJob(t, 7, inputs...)
	m, _ := run(t, j)
	compare(t, "faults", merged(t, m, j.Output), byCommand(t, inputs[:5]))
	var got []string
	for _, f := range m.Errors {
		got = append(got, f.File+": "+f.Reason)
	}
	want := []string{missing, "ftp://a.example/x", cut, trailed}
	if len(got) != len(want) {
		t.Fatalf("faults: %q", got)
	}
	for i, file := range want {
		if !strings.HasPrefix(got[i], file+": ") {
			t.Errorf("fault %d is %q, not of %s", i, got[i], file)
		}
	}
	if m.Files != 4 || m.Parts[len(m.Parts)-1].File != empty {
		t.Errorf("%d files, the last part is %+v", m.Files, m.Parts[len(m.Parts)-1])
	}
}

// TestChanged checks that a file is not searched if it has changed since it was listed, and
// that ranges after a fault are left out.
func TestChanged(t *testing.T) {
	name := write(t, "text", strings.Repeat("http://a.example/ ", 100))
	j := newJob(t, 100, name)
	w, err := NewWorker(j)
	if err != nil {
		t.Fatal(err)
	}
	var list []Surveyed
	j.List(t.Context(), func(r Range) {
		s, _ := w.Survey(t.Context(), r)
		list = append(list, s)
	})
	var parts []Part
	for i, task := range Chain(list) {
		if i == 5 {
			if err := os.WriteFile(name, []byte("http://b.example/"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		p, err := w.Scan(t.Context(), task)
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, p)
	}
	settled, err := Settle(t.Context(), parts, w.Scan)
	if err != nil || len(settled) != 6 || len(settled[5].Faults) != 1 || !strings.Contains(settled[5].Faults[0].Reason, "changed") {
		t.Errorf("%v, %+v", err, settled)
	}
}

// TestRuns checks that the output of two runs into one directory is that of one of them, and that
// a run leaves no files but its output.
func TestRuns(t *testing.T) {
	name := write(t, "text", "see http://a.example/ and http://b.example/")
	first := newJob(t, 10, name)
	second := *first
	second.Run, second.RangeSize = NewRun(), 20
	want := byCommand(t, []string{name})
	m, _ := run(t, first)
	compare(t, "first run", merged(t, m, first.Output), want)
	m, _ = run(t, &second)
	compare(t, "second run", merged(t, m, first.Output), want)
	if m.Run != second.Run {
		t.Errorf("the manifest is that of %s, not of %s", m.Run, second.Run)
	}
	entries, _ := os.ReadDir(first.Output)
	if len(entries) != 2 {
		t.Errorf("the directory has %v", entries)
	}
	// The first run cannot commit parts that the second one has removed.
	if _, err := first.Commit([]Part{{Range: Range{Entry: Entry{Name: name}}, Path: first.Run + "/x", Bytes: 1}}); err == nil {
		t.Error("a manifest with a missing part is written")
	}
	path := filepath.Join(first.Output, m.Parts[0].Path)
	if err := os.WriteFile(path, make([]byte, m.Parts[0].Bytes), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := m.Merge(first.Output, io.Discard); err == nil || !strings.Contains(err.Error(), m.Parts[0].Path) {
		t.Errorf("a damaged part: %v", err)
	}
}

// TestManifestPaths checks that a manifest names no files outside the directory of its run, as
// these would be removed.
func TestManifestPaths(t *testing.T) {
	read := func(text []byte) (*Manifest, error) {
		return ReadManifest(filepath.Dir(write(t, ManifestName, string(text))))
	}
	for _, m := range []Manifest{
		{}, {Run: "run-/../.."}, {Run: ".."}, {Run: "run-x", Parts: []Listed{{Path: "run-x/../y"}}}, {Run: "/run-x"},
	} {
		text, _ := sealed.Marshal(m)
		if m, err := read(text); err == nil {
			t.Errorf("%s is read as %+v", text, m)
		}
	}
	for _, text := range []string{"", "{}", `{"run":"run-x"}`} {
		if m, err := read([]byte(text)); err == nil {
			t.Errorf("%s is read as %+v", text, m)
		}
	}
}

// TestManifestBits checks that each bit of a manifest that changes is noticed, and that the next
// run replaces it, but not a file that is not a manifest.
func TestManifestBits(t *testing.T) {
	name := write(t, "text", "see http://a.example/ and http://b.example/")
	j := newJob(t, 10, name)
	run(t, j)
	path := filepath.Join(j.Output, ManifestName)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := append([]byte(nil), text...)
	for i := range text {
		for bit := range 8 {
			changed[i] ^= 1 << bit
			os.WriteFile(path, changed, 0o666)
			if m, err := ReadManifest(j.Output); err == nil {
				t.Fatalf("bit %d of byte %d: %+v", bit, i, m)
			}
			changed[i] = text[i]
		}
	}
	changed[5] ^= 1
	os.WriteFile(path, changed, 0o666)
	second := *j
	second.Run = NewRun()
	m, _ := run(t, &second)
	compare(t, "after a damaged manifest", merged(t, m, j.Output), byCommand(t, []string{name}))
	os.WriteFile(path, []byte("{}\n"), 0o666)
	if _, err := j.Replaced(); err == nil {
		t.Error("a file that is not a manifest would be replaced")
	}
}

// TestCount compares the counts with those of urlgrep.
func TestCount(t *testing.T) {
	inputs := []string{"../../../testdata/corpora/mail", "../../../testdata/corpora/hostile", "../../../testdata/guide"}
	j := newJob(t, 1000, inputs...)
	j.Options.Kinds = append(extract.DefaultKinds(), extract.Schemeless, extract.Email)
	m, _ := run(t, j)
	text, err := os.ReadFile(filepath.Join(j.Output, m.Run, CountsName))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		var c Count
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		got[c.Of] = append(got[c.Of], fmt.Sprintf("%d %s", c.URLs, c.Value))
	}
	for _, of := range []string{"host", "kind", "year"} {
		args := append([]string{"-j1", "-r", "--schemeless", "--email", "--count-by=" + of}, inputs...)
		out, _ := exec.Command(urlgrep, args...).Output()
		var want []string
		for line := range strings.Lines(string(out)) {
			if line = strings.TrimSpace(line); !strings.HasSuffix(line, " (none)") && !strings.HasSuffix(line, " unknown") {
				want = append(want, line)
			}
		}
		slices.Sort(want)
		slices.Sort(got[of])
		if len(want) == 0 || !slices.Equal(got[of], want) {
			t.Errorf("%s: %d counts, want %d:\n%q\n%q", of, len(got[of]), len(want), got[of], want)
		}
	}
}

// TestParseLine compares parseLine with package encoding/json.
func TestParseLine(t *testing.T) {
	for _, line := range byCommand(t, []string{"../../../testdata"}, "--schemeless", "--email")[1:] {
		var want struct {
			Kind, Host string
			HostASCII  string `json:"host_ascii"`
			Message    struct{ Date string }
		}
		if err := json.Unmarshal([]byte(line), &want); err != nil {
			t.Fatal(err)
		}
		got, err := parseLine([]byte(strings.TrimSuffix(line, "\n")))
		if w := (counted{want.Kind, cmp.Or(want.HostASCII, want.Host), want.Message.Date}); err != nil || got != w {
			t.Errorf("%s: %v, %+v, want %+v", line, err, got, w)
		}
	}
	for _, line := range []string{"", "{}", `{"url":"x"`, `{"range":{}}`} {
		if _, err := parseLine([]byte(line)); err == nil {
			t.Errorf("%q is taken for a match", line)
		}
	}
}

// TestDir checks that a worker may have another working directory, and that the output is no input.
func TestDir(t *testing.T) {
	name := write(t, "text", "http://a.example/")
	for _, input := range []string{".", "./", "text", filepath.Base(filepath.Dir(name))} {
		j := newJob(t, 1, input)
		j.Dir = filepath.Dir(name)
		if input != "." && input != "./" && input != "text" {
			j.Dir = filepath.Dir(j.Dir)
		}
		j.Output = filepath.Join(filepath.Dir(name), "output")
		if err := os.MkdirAll(j.Output, 0o777); err != nil {
			t.Fatal(err)
		}
		m, _ := run(t, j)
		if m.Files != 1 || m.URLs != 1 || filepath.Base(m.Parts[0].File) != "text" {
			t.Errorf("%s: %+v", input, m)
		}
	}
}

// TestVersion checks that a worker of another version is refused.
func TestVersion(t *testing.T) {
	j := newJob(t, 1, "x")
	j.Version = "v0.0.1"
	if _, err := NewWorker(j); err == nil {
		t.Error("no error")
	}
}

// TestDurable checks that all parts and their directory are on the disk before the manifest that
// names them has its name.
func TestDurable(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(name, []byte(strings.Repeat("see http://a.example/ there\n", 1000)), 0o666); err != nil {
		t.Fatal(err)
	}
	var steps []string
	atomicfile.Hook = func(step, target string) error {
		if step == "sync" || step == "rename" || step == "sync directory" {
			steps = append(steps, step+" "+filepath.Ext(target))
		}
		return nil
	}
	defer func() { atomicfile.Hook = nil }()
	run(t, newJob(t, 1<<20, name))
	want := []string{
		"sync .jsonl", "rename .jsonl", "sync directory .jsonl", "sync .json", "rename .json", "sync directory .json",
		"sync .jsonl", "rename .jsonl", "sync directory .jsonl", // the counts
	}
	if !slices.Equal(steps, want) {
		t.Errorf("the steps are %q, want %q", steps, want)
	}
}

package pipeline

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"
	"github.com/urlgrep/urlgrep/beam/internal/job"
)

func TestMain(m *testing.M) {
	flag.Parse()
	log.SetupLogging("error", "text")
	beam.Init()
	os.Exit(m.Run())
}

// run runs a job on an engine, and returns its manifest and its output.
func run(t *testing.T, j *job.Job, runner string) (*job.Manifest, []byte) {
	t.Helper()
	p, err := New(j)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := beam.Run(t.Context(), runner, p); err != nil {
		t.Fatal(err)
	}
	m, err := job.ReadManifest(j.Output)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := m.Merge(j.Output, &out); err != nil {
		t.Fatal(err)
	}
	return m, out.Bytes()
}

func newJob(output string, size int64, inputs ...string) *job.Job {
	return &job.Job{Version: job.Version(), Inputs: inputs, Output: output, Run: job.NewRun(), RangeSize: size}
}

// byCommand returns the lines that urlgrep prints for the inputs, sorted.
func byCommand(t *testing.T, inputs ...string) []string {
	t.Helper()
	args := append([]string{"run", "-pgo=off", "./cmd/urlgrep", "-j1", "-H", "--json", "-r"}, inputs...)
	c := exec.Command("go", args...)
	c.Dir = "../../.."
	out, err := c.Output()
	if e, ok := err.(*exec.ExitError); err != nil && (!ok || len(out) == 0) {
		t.Fatal(err, e)
	}
	return sorted(out)
}

func sorted(text []byte) []string {
	lines := strings.SplitAfter(string(text), "\n")
	slices.Sort(lines)
	return lines
}

// TestPrism compares the output of Prism with that of urlgrep, and that of a run with another
// one in the same directory. An input is missing.
func TestPrism(t *testing.T) {
	root, err := filepath.Abs("../../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	missing := filepath.Join(root, "missing")
	want := byCommand(t, root)
	dir := t.TempDir()
	for _, size := range []int64{1 << 10, 1 << 20} {
		j := newJob(dir, size, root, missing)
		m, got := run(t, j, "prism")
		if !slices.Equal(sorted(got), want) {
			t.Errorf("ranges of %d: the output has %d lines, and differs from the %d of urlgrep", size, bytes.Count(got, []byte("\n")), len(want)-1)
		}
		if len(m.Errors) == 0 || m.Errors[0].File != missing {
			t.Errorf("ranges of %d: errors: %+v", size, m.Errors)
		}
		counts, err := os.ReadFile(filepath.Join(dir, m.Run, job.CountsName))
		if err != nil || !bytes.Contains(counts, []byte(`{"of":"kind","value":"bare",`)) {
			t.Errorf("counts: %v, %.1000s", err, counts)
		}
	}
}

// TestTogether runs two jobs into one directory at the same time. The output is that of one.
func TestTogether(t *testing.T) {
	root := "../../../testdata/guide"
	dir := t.TempDir()
	jobs := []*job.Job{newJob(dir, 100, root), newJob(dir, 1000, root)}
	done := make(chan error)
	for _, j := range jobs {
		p, err := New(j)
		if err != nil {
			t.Fatal(err)
		}
		go func() {
			_, err := beam.Run(t.Context(), "prism", p)
			done <- err
		}()
	}
	failed := 0
	for range jobs {
		if <-done != nil {
			failed++ // the other run has removed its parts
		}
	}
	m, err := job.ReadManifest(dir)
	if err != nil || failed == len(jobs) {
		t.Fatal(err, failed)
	}
	var out bytes.Buffer
	if err := m.Merge(dir, &out); err != nil {
		t.Fatal(err)
	}
	if _, want := run(t, newJob(t.TempDir(), 500, root), "prism"); !bytes.Equal(out.Bytes(), want) {
		t.Error("the output is not that of one run")
	}
}

// TestFlink runs a job on the job server that the environment variable FLINK_JOB_SERVER names.
func TestFlink(t *testing.T) {
	server := os.Getenv("FLINK_JOB_SERVER")
	if server == "" {
		t.Skip("FLINK_JOB_SERVER is not set")
	}
	defer func(old string) { *jobopts.Endpoint = old }(*jobopts.Endpoint)
	*jobopts.Endpoint, *jobopts.EnvironmentType = server, "loopback"
	root, err := filepath.Abs("../../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	if _, got := run(t, newJob(t.TempDir(), 1<<14, root), "universal"); !slices.Equal(sorted(got), byCommand(t, root)) {
		t.Error("the output differs from that of urlgrep")
	}
}

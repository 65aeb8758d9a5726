package objects

import (
	"bytes"
	"flag"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/urlgrep/urlgrep/beam/internal/job"
	"github.com/urlgrep/urlgrep/beam/internal/pipeline"
)

func TestMain(m *testing.M) {
	flag.Parse()
	log.SetupLogging("error", "text")
	Register()
	beam.Init()
	os.Exit(m.Run())
}

// run runs a job with Prism, and returns the manifest and the output.
func run(t *testing.T, inputs ...string) (*job.Manifest, string) {
	t.Helper()
	j := &job.Job{Version: job.Version(), Inputs: inputs, Output: t.TempDir(), Run: job.NewRun(), RangeSize: 5000}
	p, err := pipeline.New(j)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := beam.Run(t.Context(), "prism", p); err != nil {
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
	return m, out.String()
}

// TestS3 compares the output for objects in a server for S3 with that for files.
func TestS3(t *testing.T) {
	backend := s3mem.New()
	server := httptest.NewServer(gofakes3.New(backend).Server())
	defer server.Close()
	t.Setenv("AWS_ENDPOINT_URL", server.URL)
	t.Setenv("AWS_ACCESS_KEY_ID", "KEY")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "SECRET")
	if err := backend.CreateBucket("archive"); err != nil {
		t.Fatal(err)
	}
	dir := "../../../testdata/guide/"
	names := []string{"INBOX.gz", "list.mbox", "page.html"}
	var files, keys []string
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := backend.PutObject("archive", "mail/"+name, nil, bytes.NewReader(text), int64(len(text)), nil); err != nil {
			t.Fatal(err)
		}
		files, keys = append(files, dir+name), append(keys, "s3://archive/mail/"+name)
	}
	_, want := run(t, files...)
	want = strings.ReplaceAll(want, `"file":"`+dir, `"file":"s3://archive/mail/`)
	m, got := run(t, keys...)
	if got != want || len(m.Errors) > 0 {
		t.Errorf("errors %v\n%s\nwant\n%s", m.Errors, got, want)
	}
	m, got = run(t, "s3://archive/mail/", "s3://archive/nothing", "s3://nowhere/x")
	if got != want || len(m.Errors) != 2 || m.Errors[0].File != "s3://archive/nothing" {
		t.Errorf("a prefix: errors %v\n%s\nwant\n%s", m.Errors, got, want)
	}
}

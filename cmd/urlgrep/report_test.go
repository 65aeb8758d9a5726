package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report"
)

// reported returns the Data of the report that the program writes, without what differs from
// run to run.
func reported(t *testing.T, args ...string) *report.Data {
	t.Helper()
	var data *report.Data
	with := tuning{writePage: func(_ io.Writer, d *report.Data) error {
		data = d
		return nil
	}}
	if status, _, stderr := with.try(strings.NewReader("http://stdin.example/ "), slices.Concat([]string{"urlgrep", "--report=-"}, args)...); data == nil {
		t.Fatalf("%q: exit status %d, %s", args, status, stderr)
	}
	data.Run.Command, data.Run.Started, data.Run.Took = "", time.Time{}, 0
	return data
}

// TestReportWorkers checks that several workers report the same as one.
func TestReportWorkers(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../testdata/corpora/*/*")
	if err != nil || len(files) == 0 {
		t.Fatalf("no corpora: %v", err)
	}
	for _, args := range [][]string{
		files,
		{"-r", "../../testdata/corpora", "testdata"},
		slices.Concat([]string{"--email", "--schemeless", "--unwrap", "--defang", "-m2", "-"}, files, []string{"missing", "testdata", "-"}),
		slices.Concat([]string{"-u", "--level=rfc1738", "--invalid"}, files),
	} {
		want := reported(t, append(args, "-j1")...)
		if want.Totals.URLs == 0 || len(want.Run.Files) == 0 || len(want.Hosts.Top) == 0 || want.Table.Of != int64(len(want.Table.Rows)) {
			t.Errorf("%.100q: %+v", args, want.Totals)
		}
		workers := []string{"-j8", "-j2"}
		if testing.Short() {
			workers = workers[:1]
		}
		table := want.Table
		want.Table = report.Table{}
		for _, j := range workers {
			got := reported(t, append(args, j)...)
			for i := range table.Rows {
				if i >= len(got.Table.Rows) || !reflect.DeepEqual(got.Table.Rows[i], table.Rows[i]) {
					t.Fatalf("%.100q %s: row %d of %d: got\n%+v\nwant\n%+v", args, j, i, len(table.Rows), got.Table.Rows[min(i, len(got.Table.Rows)-1)], table.Rows[i])
				}
			}
			got.Table = report.Table{}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%.100q %s: got\n%+v\nwant\n%+v", args, j, got, want)
			}
		}
	}
}

// TestReportLarge checks the report of more URLs than the table holds: it is the same for any
// number of workers and in each run.
func TestReportLarge(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for i := range 30 {
		var b strings.Builder
		for k := range 1000 {
			b.WriteString("x\nhttp://h" + strings.Repeat("a", (i+k)%40) + ".example/" + strings.Repeat("b", k%50) + "\ny\n")
		}
		write(t, filepath.Join(dir, string(rune('a'+i))), b.String())
	}
	want := reported(t, "-r", dir, "-j1")
	if n := len(want.Table.Rows); n != 20_000 || want.Table.Of != 30_000 || len(want.Run.Limits) != 1 || want.Totals.Distinct.N < 1000 {
		t.Errorf("%d rows of %d, %q, %+v", n, want.Table.Of, want.Run.Limits, want.Totals)
	}
	for _, row := range want.Table.Rows {
		if lines := strings.Split(row.Context, "\n"); len(lines) < 3 || !strings.Contains(row.Context, "x\n"+row.URL+"\ny") {
			t.Fatalf("%+v", row)
		}
	}
	for _, j := range []string{"-j2", "-j8"} {
		if got := reported(t, "-r", dir, j); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: another report", j)
		}
	}
}

// TestReportCounts checks figures of a report against those of other options.
func TestReportCounts(t *testing.T) {
	t.Parallel()
	dir := "../../testdata/corpora"
	d := reported(t, "-r", dir)
	all := together("-rh", dir)
	unique := map[string]bool{}
	n := int64(0)
	for line := range strings.Lines(strings.TrimSuffix(all, "0\n")) {
		if strings.Contains(line, "://") || strings.Contains(line, ":") {
			unique[line] = true
			n++
		}
	}
	if d.Totals.URLs != n || d.Totals.Distinct.N != int64(len(unique)) {
		t.Errorf("%d URLs, %d different; want %d, %d", d.Totals.URLs, d.Totals.Distinct.N, n, len(unique))
	}
	hosts := together("-r", "--count-by=host", dir)
	if want := hosts[:strings.IndexByte(hosts, '\n')]; len(strings.Fields(want)) != 2 || strings.Fields(want)[1] != d.Hosts.Top[0].Value {
		t.Errorf("first host %+v, want %s", d.Hosts.Top[0], want)
	}
}

// TestReportFails checks that a page that cannot be written completely leaves the old one, and
// no other file.
func TestReportFails(t *testing.T) {
	dir := t.TempDir()
	page, text := filepath.Join(dir, "page.html"), filepath.Join(dir, "text")
	write(t, page, "old")
	write(t, text, "http://a.example/\n")
	with := tuning{writePage: func(w io.Writer, _ *report.Data) error {
		if _, err := io.WriteString(w, strings.Repeat("new", 100_000)); err != nil {
			return err
		}
		return errors.New("no space left")
	}}
	status, stdout, stderr := with.try(nil, "urlgrep", "--report="+page, text)
	if status != exitError || stdout != "" || stderr != "urlgrep: "+page+": no space left\n" {
		t.Errorf("exit status %d, %q, %q", status, stdout, stderr)
	}
	got, err := os.ReadFile(page)
	if left, _ := os.ReadDir(dir); string(got) != "old" || err != nil || len(left) != 2 {
		t.Errorf("%.100q, %v, %v", got, err, left)
	}
}

// Urlgrep-beam finds the URLs in files on an engine of Apache Beam, and writes them to a
// directory as lines of JSON.
//
// Usage:
//
//	urlgrep-beam --output-dir=DIR [options] FILE...
//	urlgrep-beam --merge=DIR
//
// Each FILE is a file, or a directory whose files are all searched. The output is that of
// urlgrep --json --with-filename --recursive, in parts that DIR/manifest.json lists in order.
// With --merge, urlgrep-beam checks the parts and prints them.
//
// The other options are those of urlgrep, and those of Beam, such as --runner, --endpoint and
// --environment_type. The default engine is Prism, in the process. If the environment variable
// FLINK_JOB_SERVER is set, it is the address of the job server of Flink. The engines of --runner
// are flink, prism, spark and universal.
//
// The exit status is 0 if a URL is found, 1 if none is found, 2 if an error occurs, also with
// --merge.
package main

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/flink"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/prism"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/spark"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal"
	"github.com/urlgrep/urlgrep/beam/internal/job"
	"github.com/urlgrep/urlgrep/beam/internal/objects"
	"github.com/urlgrep/urlgrep/beam/internal/pipeline"
	"github.com/urlgrep/urlgrep/internal/atomicfile"
	"github.com/urlgrep/urlgrep/internal/visible"
)

// Exit statuses, as in urlgrep.
const (
	found = iota
	notFound
	failed
)

func main() { os.Exit(run()) }

func run() int {
	c := newConfig(flag.CommandLine)
	if err := checkNames(os.Args[1:]); err != nil {
		return report(err)
	}
	flag.Parse()
	if err := c.boot(); err != nil {
		return report(err)
	}
	log.SetupLogging("error", "text")
	objects.Register()
	atomicfile.Spare(syscall.SIGPIPE) // a connection that ends is an error of the engine
	beam.Init()                       // does not return in a worker
	if c.merge != "" {
		return merge(c.merge)
	}
	j, err := c.job(flag.Args())
	if err != nil {
		return report(err)
	}
	if err := execute(j); err != nil {
		j.Discard()
		return report(err)
	}
	return conclude(j)
}

// execute runs a job on the engine of the command line, and removes what engines leave in the
// directory for temporary files.
func execute(j *job.Job) error {
	temp, err := os.MkdirTemp("", "urlgrep-beam-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	os.Setenv("TMPDIR", temp)
	if err := setEngine(); err != nil {
		return err
	}
	p, err := pipeline.New(j)
	if err == nil {
		_, err = beam.Run(context.Background(), *runners.Runner, p)
	}
	return err
}

// engines are the values of --runner. Beam has more names for each, and exits with status 1 for
// any other.
var engines = []string{"flink", "prism", "spark", "universal"}

// setEngine sets the options of Beam that the command line has not set.
func setEngine() error {
	if server := os.Getenv("FLINK_JOB_SERVER"); server != "" && *runners.Runner == "" {
		*runners.Runner = "universal"
		*jobopts.Endpoint = server
	}
	if *runners.Runner == "" {
		*runners.Runner = "prism"
	}
	if !slices.Contains(engines, *runners.Runner) {
		return fmt.Errorf("--runner: unknown value %q: valid values are flink, prism, spark and universal", *runners.Runner)
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	if *jobopts.WorkerBinary == "" {
		*jobopts.WorkerBinary = self
	}
	return setProcess(self)
}

// conclude reports the faults in the manifest of a job, and returns the exit status.
func conclude(j *job.Job) int {
	m, err := job.ReadManifest(j.Output)
	switch {
	case err != nil:
		return report(err)
	case m.Run != j.Run:
		return report(fmt.Errorf("%s: another run has replaced the output", j.Output))
	}
	return status(m)
}

// status reports the faults in a manifest, and returns the exit status.
func status(m *job.Manifest) int {
	for _, f := range m.Errors {
		message(fmt.Sprintf("%s: at byte %d: %s", f.File, f.Offset, f.Reason))
	}
	switch {
	case len(m.Errors) > 0:
		return failed
	case m.URLs == 0:
		return notFound
	}
	return found
}

// merge prints the output in a directory, and the faults of the inputs.
func merge(dir string) int {
	m, err := job.ReadManifest(dir)
	if err != nil {
		return report(err)
	}
	out := bufio.NewWriterSize(os.Stdout, 64<<10)
	err = m.Merge(dir, out)
	if flushed := out.Flush(); err == nil {
		err = flushed
	}
	if err != nil {
		return report(err)
	}
	return status(m)
}

func report(err error) int {
	message(err.Error())
	return failed
}

func message(text string) { fmt.Fprintln(os.Stderr, visible.Line("urlgrep-beam: "+text)) }

// job returns the job of the command line.
func (c *config) job(inputs []string) (*job.Job, error) {
	switch {
	case len(inputs) == 0:
		return nil, errors.New("no files given")
	case c.output == "":
		return nil, errors.New("--output-dir is required")
	case c.rangeSize <= 0:
		return nil, errors.New("--limit: range must be positive")
	}
	dir, err := filepath.Abs(c.output)
	if err != nil {
		return nil, err
	}
	wd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	j := &job.Job{
		Version: job.Version(), Inputs: inputs, Dir: wd, Output: dir, Run: job.NewRun(),
		RangeSize: int64(c.rangeSize), Options: c.find(),
	}
	if _, err := job.NewWorker(j); err != nil {
		return nil, err
	}
	if _, err := j.Replaced(); err != nil {
		return nil, err
	}
	return j, os.MkdirAll(dir, 0o777)
}

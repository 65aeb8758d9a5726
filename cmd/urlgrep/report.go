package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime/debug"
	"slices"
	"time"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report/collect"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
)

// reports reports whether a report is written.
func (c *config) reports() bool { return c.report != "" }

// setReportName sets the file of --report.
func (c *config) setReportName(name string) error {
	if name == "" {
		return errors.New("the name of the file is empty")
	}
	c.report = name
	return nil
}

// reportMemory is the amount of memory, in bytes, that Go uses with --report before it collects
// garbage more often: less than the 256 MiB that the help of the option says.
const reportMemory = 200 << 20

// setReport opens the file of --report. It must not be a file that another option reads.
func (c *config) setReport() (err error) {
	if !c.reports() {
		return nil
	}
	if debug.SetMemoryLimit(-1) == math.MaxInt64 { // it is not set by the environment
		debug.SetMemoryLimit(reportMemory)
	}
	if c.report == "-" {
		return nil
	}
	if c.page, err = output.NewFile(c.report); err != nil {
		return fmt.Errorf("--report: %w", err)
	}
	if err := c.checkClaim(c.page.Claim("--report", nil)); err != nil {
		return fmt.Errorf("--report: %w", err)
	}
	return nil
}

// checkClaim returns an error if an option reads the file that another one writes.
func (c *config) checkClaim(claim *output.Claim) error {
	for _, name := range slices.Concat(c.patternFiles, c.lists, c.knownHosts, c.cleanRules) {
		if info, err := os.Stat(name); err == nil && claim.Judge(name, info, true) == output.Refused {
			return fmt.Errorf("%s: input file is also the output", name)
		}
	}
	return nil
}

// reportFormat returns the format of --report.
func (c *config) reportFormat() sink.Format {
	s := collect.Settings{
		Version: version(), Command: shellLine(c.args), Started: time.Now(), View: c.view(), MaxCount: c.max,
	}
	writePage := c.tuning.writePage
	if writePage == nil {
		writePage = report.Write
	}
	return sink.ReportFormat(s, func(out *output.Output, d *report.Data) error {
		write := func(w io.Writer) error { return writePage(w, d) }
		if c.page != nil {
			return c.page.Write(write)
		}
		return write(out.Lines())
	})
}

package main

import (
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

// reportMemory is the amount of memory, in bytes, that Go uses with --report before it collects
// garbage more often: less than the 256 MiB that the help of the option says.
const reportMemory = 200 << 20

// openReport opens the file of --report. It must not be a file that another option reads. It returns
// nil without --report and for standard output.
func (p *plan) openReport() (*output.File, error) {
	if !p.reports() {
		return nil, nil
	}
	if debug.SetMemoryLimit(-1) == math.MaxInt64 { // it is not set by the environment
		debug.SetMemoryLimit(reportMemory)
	}
	if p.report == "-" {
		return nil, nil
	}
	page, err := output.NewFile(p.report)
	if err == nil {
		err = p.checkClaim(page.Claim("--report", nil))
	}
	if err != nil {
		return nil, fmt.Errorf("--report: %w", err)
	}
	return page, nil
}

// checkClaim returns an error if an option reads the file that another one writes.
func (p *plan) checkClaim(claim *output.Claim) error {
	for _, name := range slices.Concat(p.patternFiles, p.lists, p.knownHosts, p.cleanRules, p.passwordFiles) {
		if info, err := os.Stat(name); err == nil && claim.Judge(name, info, true) == output.Refused {
			return fmt.Errorf("%s: input file is also the output", name)
		}
	}
	return nil
}

// reportFormat returns the format of --report.
func (t *task) reportFormat() sink.Format {
	s := collect.Settings{
		Version: version(), Command: shellLine(t.args), Started: time.Now(), View: t.view(), MaxCount: t.max,
	}
	writePage := t.tuning.writePage
	if writePage == nil {
		writePage = report.Write
	}
	return sink.ReportFormat(s, func(out *output.Output, d *report.Data) error {
		write := func(w io.Writer) error { return writePage(w, d) }
		if t.page != nil {
			return t.page.Write(write)
		}
		return write(out.Lines())
	})
}

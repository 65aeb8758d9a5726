package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/search"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/share"
)

// search searches the files, or writes an index of them.
func (t *task) search(stdin io.Reader, out *output.Output, log *output.Messages) int {
	o := t.searchOptions(stdin)
	switch {
	case t.writesIndex():
		return t.writeIndex(o, out, log)
	case t.worker:
		o.KeepErrors = true
		return search.New(o, out, log).Serve(stdin, version())
	case t.part == (share.Part{}):
		return search.New(o, out, log).Run()
	}
	s := &search.Share{Part: t.part, Index: t.survey, Version: version()}
	m := &share.Manifest{Part: t.part, Version: version(), Options: t.rest}
	s.Before = func() (r share.Range, ok bool) {
		m.Corpus = s.Corpus
		if t.outputDir == "" {
			return r, false
		}
		return share.LastOf(t.outputDir, t.part, m)
	}
	o.Share, o.KeepErrors = s, true
	if t.outputDir == "" {
		return search.New(o, out, log).Run()
	}
	to, err := share.Create(t.outputDir, t.part)
	if err != nil {
		log.Print("--output-dir", err.Error())
		return exitError
	}
	defer to.Discard()
	dir, err := os.Stat(t.outputDir)
	if err != nil {
		log.Print("--output-dir", output.Cause(err).Error())
		return exitError
	}
	o.Claims, o.Files.Results = []*output.Claim{{Option: "--output-dir", Info: dir}}, dir
	out = output.New(to)
	log = output.NewMessages(out, log.Writer())
	run := search.New(o, out, log)
	status := run.Run()
	out.Flush()
	switch {
	case out.Err() != nil:
		log.WriteError(out.Err())
		return exitError
	case status > interrupt.ExitStatus, run.Refused():
		return status
	}
	for _, r := range s.Ranges {
		m.Ranges = append(m.Ranges, *r)
	}
	m.URLs, m.Errors = run.Found(), run.Faults()
	if err := to.Commit(m); err != nil {
		log.Print("--output-dir", err.Error())
		return exitError
	}
	return status
}

// errNoIndex is the error of an index that is not written. The reason is reported.
var errNoIndex = errors.New("no index")

// writeIndex writes the index of --survey.
func (t *task) writeIndex(o *search.Options, out *output.Output, log *output.Messages) (status int) {
	length := t.rangeSize
	if length == 0 {
		length = defaultRangeSize
	}
	if t.survey == "-" {
		if claim := out.Claim(); claim != nil {
			o.Claims = []*output.Claim{claim}
		}
		return search.New(o, out, log).Survey(out, version(), length)
	}
	var run *search.Search
	write := func(to io.Writer) error {
		status = run.Survey(to, version(), length)
		if status > interrupt.ExitStatus || run.Refused() {
			return errNoIndex
		}
		return nil
	}
	file, err := output.NewFile(t.survey)
	if err == nil {
		claim := file.Claim("--survey", share.IsIndex)
		o.Claims = []*output.Claim{claim}
		run = search.New(o, out, log)
		if err = t.checkClaim(claim); err == nil {
			err = file.Write(write)
		}
	}
	if err != nil && !errors.Is(err, errNoIndex) {
		log.Print("--survey", err.Error())
		return exitError
	}
	return status
}

// verifyShares checks the shares in a directory, and prints those to search again.
func (p *plan) verifyShares(out *output.Output, log *output.Messages) int {
	r, err := share.Verify(p.verify)
	if err != nil {
		log.Print("--verify", err.Error())
		return exitError
	}
	printReasons(r, log)
	for _, a := range r.Again {
		io.WriteString(out, a.Part.String()+"\n")
	}
	if len(r.Again) > 0 {
		return exitNothing
	}
	for _, text := range r.Errors { // the shares are complete all the same
		log.Print(text)
	}
	return exitFound
}

// printReasons prints why shares must be searched again.
func printReasons(r *share.Report, log *output.Messages) {
	for _, a := range r.Again {
		for _, reason := range a.Reasons {
			if a.Unread {
				reason = "an input could not be read: " + reason
			}
			log.Print(fmt.Sprintf("part %s: %s", a.Part, reason))
		}
	}
}

// mergeShares prints the shares in a directory. Its errors and its exit status are those of one
// run.
func (p *plan) mergeShares(out *output.Output, log *output.Messages) int {
	r, err := share.Verify(p.merge)
	if err == nil && !r.IsRight() {
		printReasons(r, log)
		err = errors.New("shares must be searched again")
	}
	if err == nil {
		err = r.Merge(p.merge, out)
	}
	if err != nil {
		log.Print("--merge", err.Error())
		return exitError
	}
	for _, text := range r.Errors {
		log.Print(text)
	}
	switch {
	case len(r.Errors) > 0:
		return exitError
	case r.URLs == 0:
		return exitNothing
	}
	return exitFound
}

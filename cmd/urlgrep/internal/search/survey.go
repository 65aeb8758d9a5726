package search

import (
	"errors"
	"io"
	"sync"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/share"
	"github.com/urlgrep/urlgrep/extract"
)

// Survey writes an index of the corpus, for ranges of length bytes. It returns the exit
// status: Found, or Error if a file could not be surveyed. The index has such a file, or a
// directory whose files are not known, as one range, so that a worker reads it or reports an
// error; its Summary has their number.
func (s *Search) Survey(to io.Writer, version string, length int64) int {
	defer s.interruption.Watch(s.conclude, s.reporter.Tell)()
	if s.showsProgress() {
		defer s.reporter.Show(false)()
	}
	files := s.readLists(s.Files)
	if s.refusesOperands(&files) {
		return s.conclude()
	}
	var corpus share.Counter
	summary := share.Summary{Version: version}
	status := Found
	s.list(files, func(f listed) {
		corpus.Add(f.name, f.size)
		if f.warning != "" {
			if !s.Silent {
				s.log.Print(f.name, f.warning)
			}
			return
		}
		s.progress.Begin(f.name)
		ranges, err := s.surveyFile(f, length)
		if s.Interrupted() {
			return
		}
		if err != nil {
			status = Error
			if !s.Silent {
				s.log.Print(f.name, output.Cause(err).Error())
			}
			if err == errIsOutput {
				return
			}
			summary.Errors++
			ranges = []share.Range{share.NewRange(f.name, 0, f.size, f.size)}
		}
		var b []byte
		for i := range ranges {
			b = share.AppendJSON(b, &ranges[i])
		}
		to.Write(b)
		summary.Ranges += int64(len(ranges))
		s.progress.Read(f.size)
	})
	summary.Corpus = corpus.Corpus()
	if s.Interrupted() || s.Refused() {
		return s.conclude()
	}
	to.Write(share.AppendSummary(nil, &summary))
	s.reporter.Close()
	return status
}

// surveyFile returns the ranges of a file. A file that cannot be cut is one range.
func (s *Search) surveyFile(f listed, length int64) ([]share.Range, error) {
	whole := share.NewRange(f.name, 0, f.size, f.size)
	if f.err != nil || f.size <= length || !s.isDivisible() {
		return []share.Range{whole}, f.err
	}
	file, err := s.openRange(&whole)
	if errors.Is(err, extract.ErrIndivisible) {
		return []share.Range{whole}, nil
	} else if err != nil {
		return nil, err
	}
	defer file.close()
	var ranges []share.Range
	for begin := int64(0); begin < f.size; begin += length {
		ranges = append(ranges, share.NewRange(f.name, begin, min(begin+length, f.size), f.size))
	}
	surveys := make([]extract.Survey, len(ranges))
	failures := make([]error, len(ranges))
	var group sync.WaitGroup
	slots := make(chan struct{}, s.jobs())
	for i := range ranges {
		slots <- struct{}{}
		group.Go(func() {
			surveys[i], failures[i] = file.surveyor.Survey(ranges[i].Begin, *ranges[i].End)
			<-slots
		})
	}
	group.Wait()
	var before extract.Survey
	for i := range ranges {
		if failures[i] != nil {
			return nil, failures[i]
		}
		if i > 0 {
			sum := before
			ranges[i].Before = &sum
		}
		before = before.Add(surveys[i])
	}
	return ranges, nil
}

package search

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/share"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/longpath"
)

// maxRequest is the maximum number of bytes of a request.
const maxRequest = 1 << 20

// Serve answers requests, each of which is a line with a [share.Range], or a line with a
// [share.Summary] of the given version. For each range it prints the matches and an end
// record. It returns the exit status: Found, or Error if a line is no request. An error of an
// input is in its end record.
func (s *Search) Serve(in io.Reader, version string) int {
	defer s.interruption.Watch(s.conclude, s.reporter.Tell)()
	s.claimOutput()
	w := s.newWorker(nil, s.out, s.log)
	lines := bufio.NewReaderSize(requests{in, s.interruption, w.monitor.BeforeExit}, maxRequest)
	status := Found
	refuse := func(number int, err error) {
		status = Error
		s.log.Print(input.StdinName, "line "+strconv.Itoa(number), err.Error())
	}
	for number := 1; !s.Interrupted() && s.out.Err() == nil; number++ {
		line, err := lines.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			refuse(number, errors.New("the line is too long for a range"))
			break
		}
		if len(bytes.TrimSpace(line)) > 0 {
			r, summary, err := share.ParseLine(line)
			switch {
			case err != nil:
				refuse(number, err)
			case summary == nil:
				s.answer(w, &r)
			case summary.Version != version:
				refuse(number, errors.New("the index is of version "+summary.Version+", this is "+version))
			}
		}
		if err != nil {
			if err != io.EOF {
				refuse(number, err)
			}
			break
		}
	}
	w.End()
	if code := s.conclude(); s.Interrupted() {
		return code
	}
	return status
}

// requests reads requests. A stop signal ends the program while it waits for one.
type requests struct {
	from         io.Reader
	interruption *interrupt.Interruption
	beforeExit   func()
}

func (r requests) Read(p []byte) (n int, err error) {
	r.interruption.Wait(r.beforeExit)
	defer r.interruption.Resume()
	return r.from.Read(p)
}

// answer searches a range, and prints the matches and the end record.
func (s *Search) answer(w *worker, r *share.Range) {
	found := w.result.sums.Found
	a := share.Answer{Range: share.Range{File: r.File, Name: r.Name, Begin: r.Begin, End: r.End}}
	if r.IsWhole() {
		a.First = new(extract.Checkpoint)
		s.answerWhole(w, r)
		a.Failed = w.result.faults.Len() > 0
	} else if file, err := s.openRange(r); err != nil {
		a.Failed = true
		w.Fail(r.Path(), err)
	} else if err := s.divideRange(file, r); err != nil {
		a.Failed = true
		w.Fail(r.Path(), err)
	} else {
		s.answerPart(w, r, file)
		a.First, a.Last, a.Failed = file.First(), file.Last(), file.settled.failed
	}
	a.URLs, a.Errors = w.result.sums.Found-found, w.result.faults.Texts(false)
	w.result.faults = share.Faults{}
	if !s.Interrupted() {
		s.out.Write(share.AppendAnswer(nil, &a))
		s.out.Flush()
	}
}

// answerWhole searches a file.
func (s *Search) answerWhole(w *worker, r *share.Range) {
	if r.Size != nil {
		if info, err := longpath.Stat(r.Path()); err == nil && info.Mode().IsRegular() && info.Size() != *r.Size {
			w.Fail(r.Path(), r.CheckSize(info.Size()))
			return
		}
	}
	w.file(r.Path())
}

// answerPart searches a part of a file, and closes it.
func (s *Search) answerPart(w *worker, r *share.Range, file *division) {
	p := &part{DividedPart: file.Add(file.name, file.begin, file.end, true), division: file}
	from, err := file.Last(), error(nil)
	if from == nil {
		from, err = p.Guess()
	}
	if err != nil {
		file.settled.failed = true
		w.Fail(r.Path(), err)
	}
	if from == nil {
		file.close()
		return
	}
	p.scan(w, *from)
	p.settle(w, true)
}

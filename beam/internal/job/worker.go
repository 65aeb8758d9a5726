package job

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/extract/documents"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/engine"
	"github.com/urlgrep/urlgrep/internal/jsonenc"
	"github.com/urlgrep/urlgrep/internal/record"
)

// A Worker surveys and scans ranges, one after another.
type Worker struct {
	job     *Job
	options extract.Options
	engine  *engine.Engine
	encoder
	at     place
	faults []Fault // of the current range
}

// An encoder writes matches as lines of JSON.
type encoder struct {
	record  record.Record
	json    jsonenc.Encoder
	repeats record.Repetition // message fields written for the text
	out     *partFile
	urls    int64 // number of lines written
}

// A place is where a Worker is in an input.
type place struct {
	file   string // the text that is being scanned
	failed string // the text that had the last fault
}

// NewWorker returns a Worker for a job. It returns an error if the job is of another version,
// or its options are invalid.
func NewWorker(j *Job) (*Worker, error) {
	if v := Version(); j.Version != v {
		return nil, fmt.Errorf("this worker is of version %s, and the job of %s", v, j.Version)
	}
	w := &Worker{job: j, options: j.Options}
	// Documents and Signs are not sent to the workers. Signs are fields of JSON.
	w.options.Documents, w.options.Signs = documents.All(), new(extract.Signs)
	w.options.Note = w.note
	w.engine = engine.New(engine.Options{Find: w.options, Events: engine.Events{
		Begin: w.begin,
		End:   func(t *engine.Text) bool { w.end(t); return w.out.err == nil },
		Fail:  func(f *engine.Fault) { w.fail(f.Offset, f.Err) },
	}})
	record.Remember(&w.record)
	return w, extract.NewScanner(nil, &w.options).Err()
}

// Survey surveys a range. It returns false if the range is dropped, because another one is the
// whole input.
func (w *Worker) Survey(ctx context.Context, r Range) (s Surveyed, ok bool) {
	s.Range = r
	if r.Whole {
		return s, true
	}
	in, err := w.job.open(ctx, &r)
	if err != nil {
		return s, true // the scan of the first range reports the error
	}
	defer in.Close()
	indivisible := w.isPacked(in)
	if !indivisible {
		surveyor, err := engine.NewSurveyor(in, w.options)
		if indivisible = errors.Is(err, extract.ErrIndivisible); err == nil {
			if v, err := surveyor.Survey(r.Begin, r.end()); err == nil { // likewise
				word, _ := v.MarshalText()
				s.Word = string(word)
			}
		}
	}
	if indivisible {
		s.Range.Begin, s.Range.End, s.Range.Whole = 0, r.Entry.Size, true
		return s, r.Begin == 0
	}
	return s, true
}

// isPacked reports whether an input is compressed, or an archive. It is unpacked also if it is
// searched as text.
func (w *Worker) isPacked(in Object) bool {
	head := make([]byte, detect.HeadSize)
	n, _ := in.ReadAt(head, 0) // the scan reports an error
	return detect.Of(head[:n]).Packing != detect.None
}

// Scan scans a range, and writes a part. The error is that of writing. A task without a
// Checkpoint is not scanned.
func (w *Worker) Scan(ctx context.Context, t Task) (p Part, err error) {
	p.Range = t.Range
	if t.From == "" {
		return p, nil
	}
	var from extract.Checkpoint
	if err := from.UnmarshalText([]byte(t.From)); err != nil {
		return p, err
	}
	w.out, w.urls, w.faults = &partFile{dir: filepath.Join(w.job.Output, w.job.Run)}, 0, nil
	defer w.out.discard()
	w.at = place{file: t.Range.Entry.Name}
	in, err := w.job.open(ctx, &t.Range)
	if err != nil {
		w.fail(0, cause(err))
	} else {
		defer in.Close()
		if t.Range.Whole {
			e := t.Range.Entry
			w.engine.Scan(engine.Input{Name: e.Name, Reader: io.NewSectionReader(in, 0, e.Size), ReaderAt: in, Size: e.Size}, w.write)
		} else {
			w.part(&p, in, from)
		}
	}
	if err := ctx.Err(); err != nil { // the engine has cancelled the attempt
		return p, err
	}
	p.Scanned, p.URLs, p.Faults = true, w.urls, w.faults
	return p, w.out.commit(&p)
}

// fail records a fault of the current text.
func (w *Worker) fail(offset int64, err error) {
	w.at.failed = w.at.file
	w.faults = append(w.faults, Fault{File: w.at.file, Offset: offset, Reason: err.Error()})
}

// note records that a document could not be read completely, unless a fault explains it.
func (w *Worker) note(n extract.Note) {
	if n.Incomplete && w.at.failed != w.at.file {
		w.fail(n.Offset, errors.New(n.Text))
	}
}

// part scans a range of a text or an mbox.
func (w *Worker) part(p *Part, in Object, from extract.Checkpoint) {
	r := engine.Part{Begin: p.Range.Begin, End: p.Range.end(), Text: engine.Text{Name: p.Range.Entry.Name}}
	w.begin(r.Name)
	w.engine.ScanPart(&r, in, from, w.write)
	w.end(&r.Text)
	p.First, p.Last = word(r.First), word(r.Last)
}

// word returns the word of a Checkpoint, or "" if it is not known.
func word(c *extract.Checkpoint) string {
	if c == nil {
		return ""
	}
	return c.String()
}

// begin begins a text.
func (w *Worker) begin(name string) bool {
	w.at.file, w.repeats = name, record.Repetition{}
	return true
}

// end ends a text. Data that follows one is no fault after another one.
func (w *Worker) end(t *engine.Text) {
	if t.Err != nil && (w.at.failed != t.Name || !t.IsComplete()) {
		w.fail(t.Offset, cause(t.Err))
	}
}

// write writes a match.
func (w *Worker) write(f *engine.Found) error {
	m := f.Match()
	w.repeats.Bound(m)
	record.Reset(&w.record, record.View{}, w.at.file, m)
	w.json.Reset()
	record.Encode(&w.json, &w.record)
	w.json.B = append(w.json.B, '\n')
	w.out.Write(w.json.B)
	if w.out.err != nil { // Scan returns the error
		return engine.ErrStop
	}
	w.urls++
	return nil
}

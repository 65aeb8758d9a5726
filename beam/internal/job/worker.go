package job

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/extract/documents"
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/document/formats"
	"github.com/urlgrep/urlgrep/internal/jsonenc"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/internal/recovered"
	"github.com/urlgrep/urlgrep/internal/unpack"
)

// A Worker surveys and scans ranges, one after another.
type Worker struct {
	job     *Job
	options extract.Options
	tools
	encoder
	at     place
	faults []Fault // of the current range
}

// tools are reused from one range to the next. A nil tool is made when it is needed.
type tools struct {
	unpack  *unpack.Unpacker
	ranges  *extract.Range
	scanner *extract.Scanner
	in      *bufio.Reader
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
	recovered.Call(func() { // likewise
		if indivisible {
			return
		}
		surveyor, err := extract.NewSurveyor(in, &w.options)
		if indivisible = errors.Is(err, extract.ErrIndivisible); err != nil {
			return
		}
		if v, err := surveyor.Survey(r.Begin, r.end()); err == nil {
			word, _ := v.MarshalText()
			s.Word = string(word)
		}
	})
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
			w.whole(t.Range.Entry, in)
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
	if w.ranges == nil {
		w.ranges, _ = extract.NewRange(&w.options) // NewWorker has checked the options
	}
	r := w.ranges // a panic sets w.ranges to nil
	r.Reset(in, from, p.Range.Begin, p.Range.end())
	w.matches(r.Scanner())
	p.First, p.Last = word(r.First()), word(r.Last())
}

// word returns the word of a Checkpoint, or "" if it is not known.
func word(c extract.Checkpoint, ok bool) string {
	if !ok {
		return ""
	}
	return c.String()
}

// whole scans an input, and all texts packed in it.
func (w *Worker) whole(e Entry, in Object) {
	if w.unpack == nil {
		w.unpack = unpack.New(unpack.Limits{})
		if w.options.Input == extract.InputAuto {
			w.unpack.Documents()
		} else {
			w.unpack.ByMagic()
		}
	}
	at := io.NewSectionReader(in, 0, e.Size)
	err := recovered.Call(func() {
		w.unpack.Walk(e.Name, at, io.NewSectionReader(in, 0, e.Size), func(member string, r io.Reader) bool {
			w.at.file = member
			w.text(r)
			return w.out.err == nil
		})
	})
	if err != nil {
		w.tools = tools{}
		offset, _ := at.Seek(0, io.SeekCurrent)
		w.fail(offset, err)
	}
}

// text scans one text, unless it is binary.
func (w *Worker) text(r io.Reader) {
	rest := trailer{Reader: r}
	if w.in == nil {
		w.in = bufio.NewReaderSize(nil, detect.HeadSize)
	}
	w.in.Reset(&rest)
	if w.options.Input == extract.InputAuto && !w.isDecoded() {
		head, _ := w.in.Peek(detect.HeadSize) // the scan returns the error
		if detect.IsBinary(head, func(f detect.Format) bool { return formats.Has(w.options.Documents, f) }) {
			return
		}
	}
	if w.scanner == nil {
		w.scanner = extract.NewScanner(w.in, &w.options)
	} else {
		w.scanner.Reset(w.in)
	}
	w.matches(w.scanner)
	if rest.garbage != nil && w.at.failed != w.at.file {
		w.fail(0, rest.garbage)
	}
}

// isDecoded reports whether the character set uses NULs, so that they do not indicate a binary
// file.
func (w *Worker) isDecoded() bool {
	set, err := charset.Lookup(w.options.Charset)
	return err == nil && set.Whole()
}

// A trailer is the reader of a text. If data that is not of its format follows the text,
// it ends the text without an error and keeps the error in garbage.
type trailer struct {
	io.Reader
	garbage error
}

func (t *trailer) Read(p []byte) (n int, err error) {
	n, err = t.Reader.Read(p)
	if g := (*unpack.Garbage)(nil); errors.As(err, &g) {
		t.garbage, err = err, io.EOF
	}
	return n, err
}

// matches writes the matches of one text or range.
func (w *Worker) matches(sc *extract.Scanner) {
	w.repeats = record.Repetition{}
	err := recovered.Call(func() {
		for w.out.err == nil && sc.Scan() {
			w.write(sc)
		}
	})
	if err != nil {
		w.tools = tools{}
	} else if err = sc.Err(); errors.Is(err, extract.ErrBinary) {
		err = nil
	}
	if err != nil {
		offset := int64(0)
		recovered.Call(func() { offset = sc.InputOffset() })
		w.fail(offset, cause(err))
	}
}

// write writes the match of a scan.
func (w *Worker) write(sc *extract.Scanner) {
	m := sc.Match()
	w.repeats.Bound(&m)
	record.Reset(&w.record, record.View{}, w.at.file, &m)
	w.json.Reset()
	record.Encode(&w.json, &w.record)
	w.json.B = append(w.json.B, '\n')
	w.out.Write(w.json.B) // Scan returns the error
	w.urls++
}

package search

import (
	"cmp"
	"errors"
	"io/fs"
	"os"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/pool"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/share"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/engine"
	"github.com/urlgrep/urlgrep/internal/longpath"
)

// A Share is the part of the corpus that a search reads, and what it finds out about that
// part.
type Share struct {
	Part    share.Part
	Index   string // file of an index; "": the text before the part is surveyed
	Version string // of the index

	// Before returns the range before the part, if its last Checkpoint is known. It is
	// called once Corpus is set.
	Before func() (r share.Range, ok bool)

	Corpus share.Corpus
	Ranges []*share.Range // all that were searched
}

// A listed is a file of the corpus.
type listed struct {
	name    string
	size    int64
	pass    func(input.Visitor) // passes the file to a Visitor
	err     error               // why the file is not searched, or its size is not known
	warning string              // why it is skipped, so that it has no range; "": it is not
}

// A lister is an [input.Visitor] that lists the files of a corpus.
type lister struct {
	search *Search
	walker *input.Walker
	files  *input.Options
	each   func(f listed)
}

// list calls each for the files of the corpus, in order.
func (s *Search) list(files input.Options, each func(f listed)) {
	l := &lister{search: s, files: &files, each: each}
	l.walker = input.NewWalker(files, s.interruption, l)
	l.walker.Walk()
}

func (l *lister) IsOver() bool { return l.search.Interrupted() || l.search.Refused() }

func (l *lister) Operand(name string) {
	info, err := longpath.Stat(name)
	if err == nil && info.IsDir() && l.files.Recurse {
		l.walker.Dir(name)
		return
	}
	l.add(name, info, err, true, func(v input.Visitor) { v.Operand(name) })
}

func (l *lister) File(path string, e fs.DirEntry) {
	info, err := longpath.Stat(path)
	l.add(path, info, err, false, func(v input.Visitor) { v.File(path, e) })
}

func (l *lister) Message(path string, f *os.File, err error) {
	var info fs.FileInfo
	if err == nil {
		info, err = f.Stat()
		f.Close()
	}
	l.add(path, info, err, false, func(v input.Visitor) {
		v.Reserve()
		f, err := longpath.Open(path)
		v.Message(path, f, err)
	})
}

func (l *lister) Reserve() {}
func (l *lister) Release() {}

func (l *lister) Fail(name string, err error) {
	l.each(listed{name: name, pass: func(v input.Visitor) { v.Fail(name, err) }, err: err})
}

func (l *lister) Warn(name, text string) {
	l.each(listed{name: name, warning: text, pass: func(v input.Visitor) { v.Warn(name, text) }})
}

func (l *lister) Idle() {}

// searchShare searches the part of the corpus.
func (s *Search) searchShare(files input.Options) {
	if s.refusesOperands(&files) || !s.checkIndex() {
		return
	}
	o := s.Share
	var corpus share.Counter
	s.list(files, func(f listed) { corpus.Add(f.name, f.size) })
	if s.Refused() {
		return
	}
	o.Corpus = corpus.Corpus()
	s.progress.Expect(o.Part.Length(o.Corpus.Bytes))
	s.progress.SetTotalKnown(true)
	before, known := o.Before()

	d := newDispatcher(s, pool.New[*worker](s.jobs(), s.out, s.log.Writer()), files)
	at, again := int64(0), share.Counter{}
	s.list(files, func(f listed) {
		again.Add(f.name, f.size)
		begin, end, ok := o.Part.Cut(o.Corpus.Bytes, at, f.size, true)
		_, _, isWhole := o.Part.Cut(o.Corpus.Bytes, at, f.size, false) // if it cannot be cut
		at += f.size
		if !ok || d.IsOver() {
			return
		}
		if begin > 0 || end < f.size {
			r := share.NewRange(f.name, begin, end, f.size)
			if known && before.Path() == f.name && *before.End == begin {
				r.From = before.Last
			}
			if d.addCut(&r) || !isWhole {
				return
			}
		}
		whole := share.NewRange(f.name, 0, f.size, f.size)
		o.Ranges = append(o.Ranges, &whole)
		f.pass(d)
	})
	if !s.Interrupted() && again.Corpus() != o.Corpus {
		d.Fail("--part", &unread{errors.New("the files, or their sizes, changed while they were listed")})
	}
	d.pool.Close()
}

// checkIndex reads the index of the share, if the search may need it. It reports an index that cannot
// be used, and then returns false: all shares do so, also those that begin where a file does.
func (s *Search) checkIndex() bool {
	if s.Share.Index == "" || !engine.NeedsBefore(&s.Find) {
		return true
	}
	_, err := share.ReadIndex(s.Share.Index, s.Share.Version, func(*share.Range) {})
	if err != nil {
		w := s.newWorker(nil, s.out, s.log)
		w.Fail("--survey", &unread{err})
		w.End()
	}
	return err == nil
}

// addCut adds a part of a file to the pool and to the ranges of the share. It returns false if
// the file cannot be cut.
func (d *dispatcher) addCut(r *share.Range) bool {
	s := d.search
	if !s.isDivisible() || s.Format.Needs.Total {
		return false
	}
	d.Reserve()
	file, err := s.openRange(r)
	if errors.Is(err, extract.ErrIndivisible) {
		d.Release()
		return false
	}
	if err == nil {
		err = s.divideRange(file, r)
	}
	done := share.NewRange(r.Path(), r.Begin, *r.End, *r.Size)
	s.Share.Ranges = append(s.Share.Ranges, &done)
	if err != nil {
		d.Release()
		done.Failed = true
		d.Fail(r.Path(), &unread{err})
		return true
	}
	closeFile := file.close
	file.close = func() {
		done.First, done.Last, done.Failed = file.First(), file.Last(), file.settled.failed
		closeFile()
		d.Release()
	}
	d.addDivision(file)
	return true
}

// openRange opens the file of a range as a division without a Division: see divideRange. The error is
// extract.ErrIndivisible if the file cannot be cut.
func (s *Search) openRange(r *share.Range) (file *division, err error) {
	f, err := longpath.Open(r.Path())
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	src := input.NewSource(f, &input.Monitor{Out: s.out, Interruption: s.interruption, OnRead: s.OnRead})
	if !src.IsRegular() {
		return nil, errors.New("not a regular file, so that it has no ranges")
	}
	if _, v := s.judge(r.Path(), src.Info(), true); v != output.Searched {
		return nil, errIsOutput
	}
	if err := r.CheckSize(src.Size()); err != nil {
		return nil, err
	}
	surveyor, err := s.surveyor(src)
	if err != nil {
		return nil, err
	}
	file = &division{name: r.Path(), in: src, surveyor: surveyor, close: func() { f.Close() }, begin: r.Begin, end: -1}
	if r.End != nil && *r.End < src.Size() {
		file.end = *r.End
	}
	return file, nil
}

// divideRange sets the Division of the file of a range. If it returns an error, it has closed the file.
func (s *Search) divideRange(file *division, r *share.Range) error {
	before, err := s.before(r, file.surveyor)
	if err != nil {
		file.close()
		return err
	}
	from := r.From
	if from == nil && r.Begin == 0 {
		from = new(extract.Checkpoint)
	}
	file.Division = engine.NewDivision(file.in, file.surveyor, &s.Find, from, before)
	return nil
}

// before returns the Survey of the text before a range, if the search needs it.
func (s *Search) before(r *share.Range, v *engine.Surveyor) (extract.Survey, error) {
	switch {
	case r.Begin == 0 || !engine.NeedsBefore(&s.Find):
		return extract.Survey{}, nil
	case r.Before != nil:
		return *r.Before, nil
	}
	from, sum := int64(0), extract.Survey{}
	if s.Share != nil && s.Share.Index != "" {
		var changed error
		_, err := share.ReadIndex(s.Share.Index, s.Share.Version, func(p *share.Range) {
			if p.Path() != r.Path() {
				return
			}
			changed = cmp.Or(changed, p.CheckSize(*r.Size))
			if p.Begin <= r.Begin && p.Before != nil {
				from, sum = p.Begin, *p.Before
			}
		})
		if err = cmp.Or(err, changed); err != nil {
			return sum, err
		}
	}
	rest, err := v.Survey(from, r.Begin)
	return sum.Add(rest), err
}

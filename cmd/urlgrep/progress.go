package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/internal/visible"
)

// A line that says how far a search is needs little more than a few numbers that the
// search keeps, and one lock. Of the libraries for that, progressbar wants net/http and
// takes 2 ms to load, pb wants Go 1.26, and mpb compiles regular expressions when it is
// loaded; and none of them makes way for what others write to the same terminal.

// A showing says when progress is shown.
type showing uint8

const (
	showAuto showing = iota // on a terminal on which it disturbs nothing
	showAlways
	showNever
)

const (
	progressDelay    = time.Second            // before it is shown without having been asked for
	progressInterval = 200 * time.Millisecond // on a terminal
	reportInterval   = 5 * time.Second        // elsewhere, where each is a line
	reportColumns    = 200                    // of that
)

// A progress is how far a search is.
type progress struct {
	began time.Time
	read  atomic.Int64           // bytes of the input, as it is given
	file  atomic.Pointer[string] // that was begun last

	total   atomic.Int64 // bytes that there are, as far as is known
	whole   atomic.Bool  // nothing is missing from total
	measure sync.Once    // of total
}

// begin says that another file is searched.
func (p *progress) begin(file string) { p.file.Store(&file) }

// at returns what is shown of it at a time, but for the file.
func (p *progress) at(now time.Time) string {
	read, took := p.read.Load(), now.Sub(p.began)
	if !p.whole.Load() {
		return fmt.Sprintf("%s, %s, %s", amount(read), rate(read, took), clock(took))
	}
	total := max(p.total.Load(), read)
	text := fmt.Sprintf("%s of %s, %d %%, %s", amount(read), amount(total), int64(percent(read, total)), rate(read, took))
	if read > 0 {
		left := time.Duration(float64(took) / float64(read) * float64(total-read))
		text += ", " + clock(left) + " left"
	}
	return text
}

func percent(part, whole int64) float64 {
	if whole == 0 {
		return 100
	}
	return 100 * float64(part) / float64(whole)
}

// clock writes a time as 0:05 or 1:02:03.
func clock(d time.Duration) string {
	s := int64(d.Round(time.Second) / time.Second)
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// line returns a line that says how far the search is, in so many columns at most. Of
// the name of the file the end is kept.
func (p *progress) line(now time.Time, columns int) string {
	text := p.at(now)
	file := p.file.Load()
	if file == nil {
		return cutTo(text, columns)
	}
	name := visible.Append(nil, []byte(*file))
	room := columns - visible.Columns([]byte(text)) - len(", ")
	if visible.Columns(name) > room {
		for len(name) > 0 && 1+visible.Columns(name) > room {
			_, n := utf8.DecodeRune(name)
			name = name[n:]
		}
		if len(name) == 0 {
			return cutTo(text, columns)
		}
		name = append([]byte("…"), name...)
	}
	return text + ", " + string(name)
}

// cutTo returns the beginning of text, of ASCII.
func cutTo(text string, columns int) string { return text[:min(len(text), max(columns, 0))] }

// beginMeasuring finds out how much there is to read: of files that are named here, and
// of those in directories by and by. What is no regular file is not known, nor links
// that are followed, nor files in lists.
func (s *search) beginMeasuring() {
	s.progress.measure.Do(func() {
		if s.lists == nil && !s.dereference && !s.wantsEvidence() {
			go s.measured()()
		}
	})
}

// measured measures the files that are named. The rest is left to do.
func (s *search) measured() (rest func()) {
	known := true
	add := func(info fs.FileInfo) {
		s.progress.total.Add(info.Size())
		known = known && info.Mode().IsRegular()
	}
	operands := s.operands
	switch {
	case len(operands) > 0:
	case s.recurse:
		operands = []string{"."}
	default:
		operands = []string{"-"}
	}
	var dirs []string
	for _, name := range operands {
		info, err := s.stat(name)
		switch {
		case err != nil || name != "-" && s.filter.Excludes(name, info.IsDir()):
		case info.IsDir() && s.recurse:
			dirs = append(dirs, name)
		case !info.IsDir():
			add(info)
		}
	}
	s.progress.whole.Store(known && len(dirs) == 0)
	return func() {
		for _, name := range dirs {
			s.measureDir(name, add)
		}
		s.progress.whole.Store(known)
	}
}

// stat looks at an operand.
func (s *search) stat(name string) (fs.FileInfo, error) {
	if name != "-" {
		return os.Stat(name)
	}
	if f, ok := s.stdin.(*os.File); ok {
		return f.Stat()
	}
	return nil, fs.ErrInvalid
}

// measureDir looks at the files in a directory.
func (s *search) measureDir(name string, add func(fs.FileInfo)) {
	entries, _ := os.ReadDir(name) // the search comes by the error itself
	name += string(os.PathSeparator)
	for _, e := range s.chosen(name, entries) {
		path := name + e.Name()
		switch {
		case s.interrupted():
			return
		case e.IsDir():
			s.measureDir(path, add)
		case e.Type().IsRegular():
			if info, err := e.Info(); err == nil {
				add(info)
			}
		}
	}
}

// tell says once how far the search is, on a line of its own.
func (s *search) tell() {
	s.beginMeasuring()
	fmt.Fprintln(s.log.Writer(), "urlgrep: "+s.progress.line(time.Now(), reportColumns))
}

// A board is a terminal that a line of progress is on, below all that is written to
// it: for that the line is wiped first, and comes back with the next interval.
type board struct {
	mu      sync.Mutex
	w       io.Writer // where the line goes
	shown   bool
	midLine bool // what was written last does not end a line
	closed  bool
}

// wipe moves to the beginning of the line, and erases that (ECMA-48, section 8.3.41).
const wipe = "\r\x1b[K"

// show shows a line in the place of the last one.
func (b *board) show(line string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.closed && !b.midLine {
		io.WriteString(b.w, wipe+line)
		b.shown = true
	}
}

// clear wipes the line.
func (b *board) clear() {
	if b.shown {
		io.WriteString(b.w, wipe)
		b.shown = false
	}
}

// close wipes the line, and lets no other come.
func (b *board) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.clear()
	b.closed = true
}

// A boardWriter is what else is written to the terminal.
type boardWriter struct {
	*board
	to io.Writer
}

func (w boardWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.clear()
	if len(p) > 0 {
		w.midLine = p[len(p)-1] != '\n'
	}
	return w.to.Write(p)
}

// showsProgress reports whether progress is shown without having been asked for: on a
// terminal, which nobody types the input on, and where no results go, not even through
// a pager. What prints nothing before its end may go there.
func (s *search) showsProgress() bool {
	switch s.showing {
	case showAlways:
		return true
	case showNever:
		return false
	}
	out := s.log.Results()
	terminal := s.log.File()
	switch {
	case terminal == nil || !s.log.Terminal || os.Getenv("TERM") == "dumb" || !inForeground(terminal):
		return false
	case out.Terminal && !s.counts() && !s.quiet:
		return false
	case out.IsPipe():
		return false
	}
	f, ok := s.stdin.(*os.File)
	return len(s.operands) > 0 || s.recurse || !ok || !output.IsTerminal(f)
}

// showProgress shows how far the search is, until stop is called.
func (s *search) showProgress() (stop func()) {
	if !s.showsProgress() {
		return func() {}
	}
	show, interval := s.tell, reportInterval
	if s.log.Terminal && os.Getenv("TERM") != "dumb" {
		s.beginBoard()
		show, interval = s.draw, progressInterval
	}
	wait := progressDelay
	if s.showing == showAlways {
		show()
		wait = interval
	}
	done := make(chan struct{})
	go func() {
		for ; ; wait = interval {
			select {
			case <-time.After(wait):
				show()
			case <-done:
				return
			}
		}
	}()
	return func() { close(done) }
}

// beginBoard makes what is written to the terminal make way for the line.
func (s *search) beginBoard() {
	s.board = &board{w: s.log.Writer()}
	s.terminal = s.log.File()
	toBoard := func(w io.Writer) io.Writer { return boardWriter{s.board, w} }
	if out := s.log.Results(); out.Terminal {
		out.Wrap(toBoard)
	}
	s.log.Wrap(toBoard)
}

// draw shows the line on the terminal. In its last column some would go on to the next.
func (s *search) draw() {
	s.beginMeasuring()
	s.board.show(s.progress.line(time.Now(), columns(s.terminal)-1))
}

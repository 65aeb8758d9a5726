// Package progress shows how far a search is.
//
// A [Progress] is the numbers, which those who work keep. A [Reporter] shows them: on a
// terminal as a [StatusLine] below all else that is written to it, elsewhere as lines of
// their own.
package progress

import (
	"fmt"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/stats"
	"github.com/urlgrep/urlgrep/internal/visible"
)

// A Progress is how far a search is. Its methods may be called by several goroutines at
// the same time.
type Progress struct {
	began time.Time
	read  atomic.Int64           // bytes of the input, as it is given
	file  atomic.Pointer[string] // that was begun last
	total atomic.Int64           // bytes that there are, as far as is known
	whole atomic.Bool            // nothing is missing from total
}

// New returns the Progress of a search that begins now.
func New() *Progress { return &Progress{began: time.Now()} }

// Took returns how long the search has taken so far.
func (p *Progress) Took() time.Duration { return time.Since(p.began) }

// Begin says that another file is searched.
func (p *Progress) Begin(file string) { p.file.Store(&file) }

// Read says that n more bytes of the input are read.
func (p *Progress) Read(n int64) { p.read.Add(n) }

// Expect says that there are n more bytes to read.
func (p *Progress) Expect(n int64) { p.total.Add(n) }

// SetWhole says whether all that there is to read is expected.
func (p *Progress) SetWhole(whole bool) { p.whole.Store(whole) }

// Bytes returns how many bytes were read and how many there are; whole says whether the
// total is known.
func (p *Progress) Bytes() (read, total int64, whole bool) {
	return p.read.Load(), p.total.Load(), p.whole.Load()
}

// at returns what is shown of it at a time, except for the file.
func (p *Progress) at(now time.Time) string {
	read, took := p.read.Load(), now.Sub(p.began)
	if !p.whole.Load() {
		return fmt.Sprintf("%s, %s, %s", stats.Amount(read), stats.Rate(read, took), clock(took))
	}
	total := max(p.total.Load(), read)
	text := fmt.Sprintf("%s of %s, %d %%, %s", stats.Amount(read), stats.Amount(total), int64(percent(read, total)), stats.Rate(read, took))
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

// Line returns a line that says how far the search is, in so many columns at most. Of
// the name of the file the end is kept.
func (p *Progress) Line(now time.Time, columns int) string {
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

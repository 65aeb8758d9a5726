// Package progress shows the progress of a search.
//
// A [Progress] holds the numbers, which the workers update. A [Reporter] shows them: on a
// terminal in a [StatusLine] below all other output, and otherwise as separate lines.
package progress

import (
	"fmt"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/stats"
	"github.com/urlgrep/urlgrep/internal/visible"
)

// A Progress is the progress of a search. Its methods may be called by several goroutines
// at the same time.
type Progress struct {
	began      time.Time
	read       atomic.Int64           // bytes of the input, packed if it is packed
	file       atomic.Pointer[string] // the file begun last
	total      atomic.Int64           // bytes to read, as far as known
	totalKnown atomic.Bool            // total is complete
}

// New returns the Progress of a search that begins now.
func New() *Progress { return &Progress{began: time.Now()} }

// Took returns the time since the search began.
func (p *Progress) Took() time.Duration { return time.Since(p.began) }

// Begin sets the file being searched.
func (p *Progress) Begin(file string) { p.file.Store(&file) }

// Read adds n to the bytes read.
func (p *Progress) Read(n int64) { p.read.Add(n) }

// Expect adds n to the bytes to read.
func (p *Progress) Expect(n int64) { p.total.Add(n) }

// SetTotalKnown sets whether the number of bytes to read is complete.
func (p *Progress) SetTotalKnown(known bool) { p.totalKnown.Store(known) }

// Bytes returns the number of bytes read and to read. totalKnown reports whether the total
// is complete.
func (p *Progress) Bytes() (read, total int64, totalKnown bool) {
	return p.read.Load(), p.total.Load(), p.totalKnown.Load()
}

// at returns the text for a time, without the file.
func (p *Progress) at(now time.Time) string {
	read, took := p.read.Load(), now.Sub(p.began)
	if !p.totalKnown.Load() {
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

// clock formats a duration as 0:05 or 1:02:03.
func clock(d time.Duration) string {
	s := int64(d.Round(time.Second) / time.Second)
	if s < 3600 {
		return fmt.Sprintf("%d:%02d", s/60, s%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}

// Line returns the progress as a line of at most that many columns. The name of the file
// is truncated at its start.
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

// cutTo truncates text, which must be ASCII.
func cutTo(text string, columns int) string { return text[:min(len(text), max(columns, 0))] }

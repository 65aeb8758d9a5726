package engine

import (
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/urlgrep/urlgrep/extract"
)

func TestPlan(t *testing.T) {
	for size := range int64(50) {
		for length := int64(1); length < 12; length++ {
			p := Plan{size, length}
			at := int64(0)
			for i := range p.Parts() {
				begin, end := p.At(i)
				last := i == p.Parts()-1
				if begin != at || (end == -1) != last || !last && end != at+length || last && size-begin >= 2*length {
					t.Errorf("%+v: part %d is [%d:%d]", p, i, begin, end)
				}
				at = end
			}
		}
	}
}

// FuzzPlan checks plans for inputs of any size at some of their parts.
func FuzzPlan(f *testing.F) {
	f.Add(int64(1<<63-1), int64(1), int64(7))
	f.Add(int64(100), int64(10), int64(3))
	f.Add(int64(1<<40+1), int64(512<<10), int64(0))
	f.Fuzz(func(t *testing.T, size, length int64, i int64) {
		if size < 0 || length < 1 {
			t.Skip("no file, no part")
		}
		p := Plan{size, length}
		n := p.Parts()
		first, _ := p.At(0)
		last, end := p.At(n - 1)
		if first != 0 || end != -1 || last > size || size-last >= 2*length && n > 1 {
			t.Errorf("%+v: from %d, the last one is [%d:%d]", p, first, last, end)
		}
		if n > 1 && i >= 0 {
			i %= n - 1
			begin, end := p.At(i)
			if next, _ := p.At(i + 1); end != begin+length || end != next || end > size {
				t.Errorf("%+v: part %d is [%d:%d], the next one begins at %d", p, i, begin, end, next)
			}
		}
	})
}

// divide scans a text in parts of a length, with that many goroutines, and returns what is found, and
// how many parts were scanned again.
func divide(t *testing.T, text string, o extract.Options, length int64, workers int) (found []string, again int) {
	t.Helper()
	in := strings.NewReader(text)
	s, err := NewSurveyor(in, o)
	if err != nil {
		t.Fatal(err)
	}
	d := NewDivision(in, s, &o, new(extract.Checkpoint), extract.Survey{})
	plan := Plan{int64(len(text)), length}
	parts := make([]*DividedPart, plan.Parts())
	results := make([]trace, len(parts))
	for i := range parts {
		begin, end := plan.At(int64(i))
		parts[i] = d.Add("x", begin, end, end < 0)
	}
	next := make(chan int, len(parts))
	for i := range parts {
		next <- i
	}
	close(next)
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			e := New(Options{Find: o})
			for i := range next {
				if from, _ := parts[i].Guess(); from != nil {
					parts[i].Scan(e, *from, results[i].found)
				}
			}
		})
	}
	group.Wait()
	e := New(Options{Find: o})
	for i, p := range parts {
		right := p.IsRight()
		if !right {
			results[i].lines = nil
			again++
		}
		ended := p.Settle(right, func(from extract.Checkpoint) { p.Scan(e, from, results[i].found) })
		if found = append(found, results[i].lines...); ended {
			break
		}
	}
	if !d.Ended() || d.First() == nil {
		t.Errorf("parts of %d bytes: the division has not ended, or has no beginning", length)
	}
	return found, again
}

// TestDivision checks that a text in parts has the matches of the whole text for any length of the
// parts, also if a guess is wrong: after quoted text, and between messages.
func TestDivision(t *testing.T) {
	message := "From a@b.example Thu Jan  1 00:00:00 2026\nSubject: c\n\n" + one + "From \n\n"
	attached := "From a@b.example Thu Jan  1 00:00:00 2026\nContent-Type: message/rfc822\n\n" + message
	for _, text := range []string{
		strings.Repeat(one+two, 30), strings.Repeat(message, 20), strings.Repeat(attached+message, 10),
		strings.Repeat("> "+one+"-- \n"+two, 20), "",
	} {
		for _, o := range []extract.Options{{}, {SkipPlaces: true}, {SkipQuoted: true, SkipSignatures: true}} {
			var want trace
			Scan(stored(text), Options{Find: o}, want.found)
			for _, length := range []int64{1, 7, 100, 1000, 1 << 20} {
				for _, workers := range []int{1, 3} {
					got, again := divide(t, text, o, length, workers)
					if !slices.Equal(got, want.lines) {
						t.Errorf("%.20q in parts of %d bytes: %d matches, want %d", text, length, len(got), len(want.lines))
					}
					if again > 0 {
						t.Logf("%.20q in parts of %d bytes: %d are scanned again", text, length, again)
					}
				}
			}
		}
	}
}

// TestDivisionFault checks that a division ends at a part that cannot be read.
func TestDivisionFault(t *testing.T) {
	const length, readable = 100_000, 500_000
	text := strings.Repeat(one, 40_000)
	s, err := NewSurveyor(strings.NewReader(text), extract.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d := NewDivision(&failingAfter{strings.NewReader(text), readable}, s, &extract.Options{}, new(extract.Checkpoint), extract.Survey{})
	var found trace
	e, n := New(Options{}), 0
	for !d.Ended() && n < 11 {
		p := d.Add("x", int64(n)*length, int64(n+1)*length, false)
		from, _ := p.Guess()
		p.Scan(e, *from, found.found)
		p.Settle(p.IsRight(), func(extract.Checkpoint) {})
		n++
	}
	if !d.Ended() || n < readable/length-1 || n > readable/length+1 || d.Last() != nil || len(found.lines) < (readable-2*length)/len(one) {
		t.Errorf("it has ended: %v, after %d parts with %d matches, at %v", d.Ended(), n, len(found.lines), d.Last())
	}
}

// A failingAfter is a reader that fails after some bytes.
type failingAfter struct {
	io.ReaderAt
	n int64
}

func (f *failingAfter) ReadAt(p []byte, at int64) (int, error) {
	if at+int64(len(p)) > f.n {
		n, _ := f.ReaderAt.ReadAt(p[:max(0, min(int64(len(p)), f.n-at))], at)
		return n, io.ErrClosedPipe
	}
	return f.ReaderAt.ReadAt(p, at)
}

package extract_test

import (
	"fmt"
	"log"
	"strings"
	"sync"

	"github.com/urlgrep/urlgrep/extract"
)

// A text is scanned in ranges at the same time, each from a guess. Then the ranges are
// compared in order: the matches of a range are right if its scan came to the beginning of
// the range in the Checkpoint in which the scan of the range before left that. If not, the
// range is scanned again from there.
func Example_ranges() {
	text := strings.NewReader(strings.Repeat("see http://a.example/ and other lines\n", 1000))
	surveyor, err := extract.NewSurveyor(text, nil)
	if err != nil {
		log.Fatal(err)
	}
	type part struct {
		begin, end  int64
		lines       []int64 // of the URLs in it
		first, last extract.Checkpoint
	}
	scan := func(p *part, from extract.Checkpoint) {
		r, err := extract.NewRange(nil)
		if err != nil {
			log.Fatal(err)
		}
		p.lines = nil
		if err := r.Reset(text, from, p.begin, p.end); err != nil {
			log.Fatal(err)
		}
		for r.Scanner().Scan() {
			p.lines = append(p.lines, r.Scanner().Match().Line)
		}
		if err := r.Scanner().Err(); err != nil {
			log.Fatal(err)
		}
		p.first, _ = r.First()
		p.last, _ = r.Last()
	}

	const length = 10_000
	var parts []*part
	for begin := int64(0); begin < text.Size(); begin += length {
		parts = append(parts, &part{begin: begin, end: begin + length})
	}
	var group sync.WaitGroup
	surveys := make([]extract.Survey, len(parts))
	for i, p := range parts {
		group.Go(func() {
			var err error
			if surveys[i], err = surveyor.Survey(p.begin, p.end); err != nil {
				log.Fatal(err)
			}
		})
	}
	group.Wait()
	var before extract.Survey
	for i, p := range parts {
		if from, ok := surveys[i].Guess(before); ok {
			group.Go(func() { scan(p, from) })
		}
		before = before.Add(surveys[i])
	}
	group.Wait()

	var at extract.Checkpoint
	again := 0
	for _, p := range parts {
		if p.first != at {
			scan(p, at)
			again++
		}
		at = p.last
		fmt.Println(len(p.lines), "URLs from line", p.lines[0])
	}
	fmt.Println(again, "ranges scanned again")
	// Output:
	// 263 URLs from line 1
	// 264 URLs from line 264
	// 263 URLs from line 528
	// 210 URLs from line 791
	// 0 ranges scanned again
}

// A Checkpoint is sent to another machine as one word.
func ExampleCheckpoint_MarshalText() {
	text := strings.NewReader(strings.Repeat("see http://a.example/ and other lines\n", 10))
	r, err := extract.NewRange(nil)
	if err != nil {
		log.Fatal(err)
	}
	if err := r.Reset(text, extract.Checkpoint{}, 0, 100); err != nil {
		log.Fatal(err)
	}
	for r.Scanner().Scan() {
	}
	if err := r.Scanner().Err(); err != nil {
		log.Fatal(err)
	}
	last, _ := r.Last()
	word, err := last.MarshalText()
	if err != nil {
		log.Fatal(err)
	}

	// On the other machine.
	var from extract.Checkpoint
	if err := from.UnmarshalText(word); err != nil {
		log.Fatal(err)
	}
	if err := r.Reset(text, from, 100, -1); err != nil {
		log.Fatal(err)
	}
	for m, err := range r.Scanner().All() {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(m.Line, m.URL)
		break
	}
	// Output: 4 http://a.example/
}

const nineMessages = 9

// mboxOfNine is an mbox of nine messages.
var mboxOfNine = strings.NewReader(strings.Repeat(
	"From joe@a.example Sun May  6 07:08:09 2001\nFrom: joe@a.example\nSubject: b\n\nsee http://c.example/\n\n", nineMessages))

// The messages of an mbox are scanned in two ranges. The first has the messages that begin
// in the first half, and returns the Checkpoint of the next message.
func ExampleRange() {
	r, err := extract.NewRange(nil)
	if err != nil {
		log.Fatal(err)
	}
	middle := mboxOfNine.Size() / 2
	if err := r.Reset(mboxOfNine, extract.Checkpoint{}, 0, middle); err != nil {
		log.Fatal(err)
	}
	count := 0
	for r.Scanner().Scan() {
		count++
	}
	if err := r.Scanner().Err(); err != nil {
		log.Fatal(err)
	}
	fmt.Println(count, "in the first", r.Scanner().Counts().Messages, "messages")

	next, ok := r.Last()
	if !ok {
		log.Fatal("no message follows")
	}
	if err := r.Reset(mboxOfNine, next, middle, -1); err != nil {
		log.Fatal(err)
	}
	for m, err := range r.Scanner().All() {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("message", m.Message.Index, "line", m.Line)
	}
	// Output:
	// 5 in the first 5 messages
	// message 6 line 35
	// message 7 line 41
	// message 8 line 47
	// message 9 line 53
}

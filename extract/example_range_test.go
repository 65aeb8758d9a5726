package extract_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/urlgrep/urlgrep/extract"
)

// A text is scanned in two ranges, each by a Scanner of its own, which may run at the
// same time. The second begins in a guessed State, some way before its range. What it
// has found is right if it came to the range in the State in which the first left it;
// if not, it scans the range again from there.
func ExampleScanner_ResetRange() {
	line := "see http://a.example/ and other lines\n"
	text := strings.Repeat(line, 1000)
	middle := int64(len(text) / 2)
	o := &extract.Options{NoPlace: true}

	count := func(s *extract.Scanner, from extract.State, begin, end int64) (n int) {
		s.ResetRange(strings.NewReader(text), from, begin, end)
		for s.Scan() {
			n++
		}
		if err := s.Err(); err != nil {
			log.Fatal(err)
		}
		return n
	}
	one, two := extract.NewScanner(nil, o), extract.NewScanner(nil, o)
	first := count(one, extract.State{}, 0, middle)

	lead := strings.LastIndexByte(text[:middle-extract.RangeLead], '\n') + 1
	second := count(two, extract.State{}.Guess(int64(lead), 0), middle, -1)

	_, left := one.Seams()
	came, _ := two.Seams()
	if *came != *left {
		second = count(two, *left, middle, -1)
	}
	fmt.Println(first + second)
	// Output: 1000
}

// The messages of an mbox are divided among Scanners: one has those that begin in the
// first half, and tells where the other has to begin.
func ExampleScanner_ResetMessages() {
	message := "From joe@a.example Sun May  6 07:08:09 2001\nFrom: joe@a.example\nSubject: b\n\nsee http://c.example/\n\n"
	mbox := strings.NewReader(strings.Repeat(message, 9))

	s := extract.NewScanner(nil, nil)
	s.ResetMessages(mbox, extract.Seam{}, mbox.Size()/2)
	count := 0
	for s.Scan() {
		count++
	}
	if err := s.Err(); err != nil {
		log.Fatal(err)
	}
	seam := s.Left()
	fmt.Println(count, "in the first", seam.Messages, "messages")

	s.ResetMessages(mbox, *seam, -1)
	for s.Scan() {
		m := s.Match()
		fmt.Println("message", m.Message.Index, "line", m.Line)
	}
	if err := s.Err(); err != nil {
		log.Fatal(err)
	}
	// Output:
	// 5 in the first 5 messages
	// message 6 line 35
	// message 7 line 41
	// message 8 line 47
	// message 9 line 53
}

package extract_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/urlgrep/urlgrep/extract"
)

// A text is scanned in two ranges, which may be done at the same time. The second scan
// begins in a guessed State, some way before its range. Its matches are right if it came
// to the range in the State in which the first scan left its range. If not, the range is
// scanned again from that State.
func ExampleTextRange() {
	line := "see http://a.example/ and other lines\n"
	text := strings.Repeat(line, 1000)
	middle := int64(len(text) / 2)

	count := func(from extract.State, begin, end int64) (n int, r *extract.TextRange) {
		r, err := extract.NewTextRange(&extract.Options{SkipPlaces: true})
		if err != nil {
			log.Fatal(err)
		}
		if err := r.Reset(strings.NewReader(text), from, begin, end); err != nil {
			log.Fatal(err)
		}
		for r.Scan() {
			n++
		}
		if err := r.Err(); err != nil {
			log.Fatal(err)
		}
		return n, r
	}
	first, one := count(extract.State{}, 0, middle)

	lead, _, ok := extract.LineBefore(strings.NewReader(text), middle, '\n')
	if !ok {
		log.Fatal("no line begins near the middle")
	}
	second, two := count(extract.State{}.Guess(lead, 0), middle, -1)

	left, _ := one.Last()
	if came, ok := two.First(); !ok || came != left {
		second, _ = count(left, middle, -1)
	}
	fmt.Println(first + second)
	// Output: 1000
}

// A State is sent to another machine as one word.
func ExampleState_MarshalText() {
	text, err := extract.State{}.Guess(4096, 80).MarshalText()
	if err != nil {
		log.Fatal(err)
	}
	var st extract.State
	if err := st.UnmarshalText(text); err != nil {
		log.Fatal(err)
	}
	fmt.Println(st == extract.State{}.Guess(4096, 80))
	// Output: true
}

const nineMessages = 9

// mboxOfNine is an mbox of nine messages.
var mboxOfNine = strings.NewReader(strings.Repeat(
	"From joe@a.example Sun May  6 07:08:09 2001\nFrom: joe@a.example\nSubject: b\n\nsee http://c.example/\n\n", nineMessages))

// The messages of an mbox are scanned in two ranges. The first has the messages that
// begin in the first half, and returns the Seam at which the second begins.
func ExampleMessageRange() {
	r, err := extract.NewMessageRange(nil)
	if err != nil {
		log.Fatal(err)
	}
	if err := r.Reset(mboxOfNine, extract.Seam{}, mboxOfNine.Size()/2); err != nil {
		log.Fatal(err)
	}
	count := 0
	for r.Scan() {
		count++
	}
	if err := r.Err(); err != nil {
		log.Fatal(err)
	}
	next, ok := r.Next()
	fmt.Println(count, "in the first", next.Messages, "messages, and more:", ok)

	if err := r.Reset(mboxOfNine, next, -1); err != nil {
		log.Fatal(err)
	}
	for m, err := range r.All() {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("message", m.Message.Index, "line", m.Line)
	}
	// Output:
	// 5 in the first 5 messages, and more: true
	// message 6 line 35
	// message 7 line 41
	// message 8 line 47
	// message 9 line 53
}

// Seams divides an mbox before it is scanned: each range begins with the first message
// after an offset.
func ExampleSeams() {
	size := mboxOfNine.Size()
	for begin := int64(0); begin < size; begin += size / 3 {
		for seam, err := range extract.Seams(mboxOfNine, begin, -1) {
			if err != nil {
				log.Fatal(err)
			}
			fmt.Println(begin, "to", seam.At)
			break
		}
	}
	// Output:
	// 0 to 0
	// 297 to 297
	// 594 to 594
}

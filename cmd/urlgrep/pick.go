package main

import (
	"fmt"
	"slices"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/pick"
)

// What --pick holds: that many URLs, in so many bytes.
const (
	maxOffered      = 10_000
	maxOfferedBytes = 64 << 20
)

// choose has somebody choose among what is found, and prints that.
func (s *search) choose() int {
	terminal, err := pick.OpenTerminal()
	if err != nil {
		s.log.Print("--pick", err.Error())
		return exitError
	}
	o, status := s.gatherOffer()
	if s.interrupted() {
		return status
	}
	var result pick.Result
	if len(o.items) == 0 {
		result, err = terminal.Tell("urlgrep: no URLs found")
	} else {
		result, err = terminal.Run(o.items, o.heading())
	}
	switch {
	case err != nil:
		s.log.Print("--pick", output.Cause(err).Error())
		return exitError
	case result.Signal != 0:
		return interrupt.ExitStatus + int(result.Signal)
	}
	for _, i := range result.Printed {
		s.print.match(o.found[i].file, &o.found[i].match)
	}
	if status == exitFound && !result.Used {
		return exitNothing
	}
	return status
}

// gatherOffer searches, and returns what can be chosen, and the exit status.
func (s *search) gatherOffer() (*offer, int) {
	s.offer = &offer{number: make(map[string]int)}
	return s.offer, s.run()
}

// An offer is what can be chosen: each URL once, where it was found first, with the
// lines around it.
type offer struct {
	items  []pick.Item
	found  []found // for each of items
	number map[string]int
	bytes  int
	more   bool // there are more URLs than are held

	message *extract.Message // of the last one

	before  []string // the last lines, aroundURL at most
	waiting []int    // the items whose lines are still to come, in order
	begun   bool     // the first line of the first of them has come
	behind  []behind
	last    bool // no URL of the input is wanted any more
}

type found struct {
	file  string
	match extract.Match
}

// A behind is an item that so many more lines are wanted for, behind its URL.
type behind struct{ item, lines int }

// aroundURL is how many lines before and behind a URL are shown.
const aroundURL = 3

// full reports whether no more URLs are wanted.
func (o *offer) full() bool { return o != nil && o.more }

// heading says what the items are.
func (o *offer) heading() string {
	text := plural(int64(len(o.items)), "URL")
	if o.more {
		text = "the first " + text
	}
	return text
}

// add adds the match that sc has found, or counts it where its URL is there.
func (o *offer) add(file string, m *extract.Match, sc *extract.Scanner) {
	if i, ok := o.number[m.URL]; ok {
		o.items[i].Count++
		return
	}
	o.bytes += o.sizeOf(m)
	if len(o.items) == maxOffered || o.bytes > maxOfferedBytes {
		o.more = true
		return
	}
	sc.Mark()
	o.waiting = append(o.waiting, len(o.items))
	o.number[m.URL] = len(o.items)
	o.found = append(o.found, found{file, *m})
	item := pick.Item{URL: m.URL, Count: 1, Open: openable(m), Place: fmt.Sprintf("%s:%d", file, m.Line)}
	if m.Message != nil {
		item.About = slices.DeleteFunc([]string{m.Message.From, m.Message.Subject}, func(s string) bool { return s == "" })
	}
	o.items = append(o.items, item)
}

// sizeOf returns how many bytes are held for a match, but for the message that it
// shares with the last one.
func (o *offer) sizeOf(m *extract.Match) int {
	n := len(m.URL) + len(m.Text) + len(m.Raw)
	for _, url := range m.Alternatives {
		n += len(url)
	}
	if g := m.Message; g != nil && g != o.message {
		o.message = g
		n += len(g.ID) + len(g.DateRaw) + len(g.From) + len(g.Subject) + len(g.Newsgroups) + len(g.List)
	}
	return n
}

// begin makes ready for an input.
func (o *offer) begin() {
	o.before, o.waiting, o.begun, o.behind, o.last = nil, nil, false, nil, false
}

// finish takes in the lines that are wanted behind the last URL.
func (o *offer) finish(sc *extract.Scanner) {
	o.last = true
	for o.wantsMore() && sc.Scan() {
	}
}

// wantsMore reports whether more lines are wanted.
func (o *offer) wantsMore() bool { return !o.last || len(o.waiting)+len(o.behind) > 0 }

// line takes in a line of a text.
func (o *offer) line(l *extract.Line) (more bool) {
	if l.First {
		o.before, o.behind = nil, nil
	}
	text := string(l.Text)
	if l.CutBefore {
		text = "…" + text
	}
	if l.CutAfter {
		text += "…"
	}
	for i, b := range o.behind {
		o.addText(b.item, text)
		o.behind[i].lines--
	}
	o.behind = slices.DeleteFunc(o.behind, func(b behind) bool { return b.lines == 0 })
	for i := range l.URLs {
		if len(o.waiting) > 0 {
			o.addLine(text, i == len(l.URLs)-1 && l.Joined)
		}
	}
	if len(o.before) == aroundURL {
		o.before = append(o.before[:0], o.before[1:]...)
	}
	o.before = append(o.before, text)
	return o.wantsMore()
}

// addLine adds a line to the first item that waits for one; its URL may go on in the
// next line.
func (o *offer) addLine(text string, goesOn bool) {
	item := o.waiting[0]
	if !o.begun {
		o.addText(item, o.before...)
	}
	o.addText(item, text)
	if o.begun = goesOn; !goesOn {
		o.waiting = o.waiting[1:]
		o.behind = append(o.behind, behind{item, aroundURL})
	}
}

func (o *offer) addText(item int, lines ...string) {
	for _, text := range lines {
		o.bytes += len(text)
	}
	o.items[item].Text = append(o.items[item].Text, lines...)
}

// openable returns a URL as a program opens it: with a scheme.
func openable(m *extract.Match) string {
	switch m.Kind {
	case extract.Schemeless:
		return "http://" + m.URL
	case extract.Email:
		return "mailto:" + m.URL
	}
	return m.URL
}

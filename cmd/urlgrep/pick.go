package main

import (
	"fmt"
	"strings"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/pick"
)

// What --pick holds: that many URLs, in so many bytes.
const (
	maxOffered      = 10_000
	maxOfferedBytes = 64 << 20
)

// exitInterrupted is the exit status after Ctrl-C, as that of the signal in a shell.
const exitInterrupted = 128 + 2

// choose has somebody choose among what is found, and prints that.
func (s *search) choose() int {
	terminal, err := pick.OpenTerminal()
	if err != nil {
		s.log.print("--pick", err.Error())
		return exitError
	}
	o := &offer{number: make(map[string]int)}
	s.print.offer = o
	status := s.run()
	if len(o.items) == 0 {
		return status
	}
	result, err := terminal.Run(o.items, o.heading())
	switch {
	case err != nil:
		s.log.print("--pick", cause(err).Error())
		return exitError
	case result.Interrupted:
		return exitInterrupted
	}
	s.print.offer = nil
	for _, i := range result.Printed {
		s.print.match(o.found[i].file, &o.found[i].match)
	}
	if status == exitFound && !result.Used {
		return exitNothing
	}
	return status
}

// An offer is what can be chosen: each URL once, where it was found first.
type offer struct {
	items  []pick.Item
	found  []found // for each of items
	number map[string]int
	bytes  int
	more   bool // there are more URLs than are held
}

type found struct {
	file  string
	match extract.Match
}

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

// add adds a match, or counts it where its URL is there.
func (o *offer) add(file string, m *extract.Match) {
	if i, ok := o.number[m.URL]; ok {
		o.items[i].Count++
		return
	}
	o.bytes += len(m.URL) + len(m.Text) + len(m.Raw)
	if len(o.items) == maxOffered || o.bytes > maxOfferedBytes {
		o.more = true
		return
	}
	o.number[m.URL] = len(o.items)
	o.found = append(o.found, found{file, *m})
	o.items = append(o.items, newItem(file, m))
}

func newItem(file string, m *extract.Match) pick.Item {
	item := pick.Item{URL: m.URL, Count: 1, Open: openable(m), Place: fmt.Sprintf("%s:%d", file, m.Line)}
	if m.Message != nil {
		for _, about := range []string{m.Message.From, m.Message.Subject} {
			if about != "" {
				item.About = append(item.About, about)
			}
		}
	}
	if m.Text != m.URL {
		item.Text = strings.Split(m.Text, "\n")
	}
	return item
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

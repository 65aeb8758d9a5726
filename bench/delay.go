package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/urlgrep/urlgrep/internal/testing/corpusgen"
)

// A delay is the time from the start of a program to the first byte that it writes to a
// pipe.
type delay struct {
	name    string
	program string
	text    *source // nil if the program reads no text
}

var delays = []delay{
	{"start: `--version`", "urlgrep --version", nil},
	{"first URL of mailbox", "urlgrep", &source{corpusgen.Mbox, 4}},
	{"first of few URLs of mailbox", "urlgrep --scheme=mailto", &source{corpusgen.Mbox, 4}},
	{"first URL of mailbox, attachments", "urlgrep", &source{corpusgen.Attachments, 4}},
}

// writeDelays writes a table of the delays whose names match wanted. A run is short, so there
// are ten in each round.
func (b *bench) writeDelays(w io.Writer, wanted *regexp.Regexp) error {
	const title = "Delay"
	var rows []string
	for _, d := range delays {
		if !wanted.MatchString(title + ", " + d.name) {
			continue
		}
		var t text
		if d.text != nil {
			var err error
			if t, err = b.makeText(*d.text, 1); err != nil {
				return err
			}
		}
		var times []time.Duration
		for range 10 * b.rounds {
			wait, err := b.programs[d.program].wait(t)
			if err != nil {
				return err
			}
			times = append(times, wait)
		}
		row := []string{d.name, milliseconds(median(times)), milliseconds(slices.Max(times))}
		rows = append(rows, strings.Join(row, " | "))
		log.Print(strings.Join(row, ", "))
	}
	writeTable(w, title, "output | median | largest", rows)
	return nil
}

// wait returns the time from the start of a program to the first byte of its output. It then
// ends the program.
func (p program) wait(t text) (time.Duration, error) {
	c := p.command(t)
	out, err := c.StdoutPipe()
	if err != nil {
		return 0, err
	}
	begin := time.Now()
	if err := c.Start(); err != nil {
		return 0, err
	}
	var first [1]byte
	_, err = io.ReadFull(out, first[:])
	wait := time.Since(begin)
	if err != nil {
		return 0, fmt.Errorf("%v: no output: %w", c, errors.Join(err, c.Wait()))
	}
	c.Process.Kill() // an error means that the program has ended
	c.Wait()         // returns an error if the program was killed
	return wait, nil
}

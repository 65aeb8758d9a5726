package main

import (
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/search"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/internal/pick"
)

// choose searches, lets the user choose among the matches, and prints the chosen ones.
func (c *config) choose(s *search.Search, log *output.Messages) int {
	terminal, err := pick.OpenTerminal()
	if err != nil {
		log.Print("--pick", err.Error())
		return exitError
	}
	offer, to := sink.NewPicker(c.leads), s.Sink()
	s.SetSink(offer)
	status := s.Run()
	if s.Interrupted() {
		return status
	}
	var result pick.Result
	if items := offer.Items(); len(items) == 0 {
		result, err = terminal.ShowMessage("urlgrep: no URLs found")
	} else {
		result, err = terminal.Run(items, offer.Heading())
	}
	switch {
	case err != nil:
		log.Print("--pick", output.Cause(err).Error())
		return exitError
	case result.Signal != 0:
		return interrupt.ExitStatus + int(result.Signal)
	}
	var repeats record.Repetition
	offer.Print(result.Printed, to, func(f sink.Found) sink.Found { return c.found(f, &repeats) })
	if status == exitFound && !result.Used {
		return exitNothing
	}
	return status
}

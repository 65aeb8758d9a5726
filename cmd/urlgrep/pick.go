package main

import (
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/internal/pick"
)

// choose has the user choose among what is found, and prints that.
func (s *search) choose() int {
	terminal, err := pick.OpenTerminal()
	if err != nil {
		s.log.Print("--pick", err.Error())
		return exitError
	}
	offer, to := sink.NewPicker(), s.sink
	s.sink = offer
	status := s.run()
	if s.interrupted() {
		return status
	}
	var result pick.Result
	if items := offer.Items(); len(items) == 0 {
		result, err = terminal.Tell("urlgrep: no URLs found")
	} else {
		result, err = terminal.Run(items, offer.Heading())
	}
	switch {
	case err != nil:
		s.log.Print("--pick", output.Cause(err).Error())
		return exitError
	case result.Signal != 0:
		return interrupt.ExitStatus + int(result.Signal)
	}
	var repeats record.Repetition
	offer.Print(result.Printed, to, func(f sink.Found) sink.Found { return s.bound(f, &repeats) })
	if status == exitFound && !result.Used {
		return exitNothing
	}
	return status
}

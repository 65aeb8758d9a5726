package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"sync"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/progress"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/search"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/internal/pick"
	"github.com/urlgrep/urlgrep/internal/record"
)

// choose searches while the user chooses among the matches, and prints the chosen ones.
// Messages wait until the list is no longer on the terminal.
func (t *task) choose(stdin io.Reader, out *output.Output, log *output.Messages) int {
	terminal, err := pick.OpenTerminal()
	if err != nil {
		log.Print("--pick", err.Error())
		return exitError
	}
	feed := pick.NewFeed()
	offer, held := sink.NewPicker(t.leads, max(t.warn, record.Warnings), feed), &heldMessages{feed: feed, to: log.Writer(), holds: log.Terminal}
	nowhere := out.Through(io.Discard, 1<<10) // out is for the chosen matches
	o := t.searchOptions(stdin)
	o.Report.Progress = progress.Never // the list shows it
	o.Print = search.Print{Format: offer.Format(), Names: o.Names, MemberNames: o.MemberNames}
	s := search.New(o, nowhere, log.Through(nowhere, held))
	var stop func() int
	if t.readsTerminal(stdin) {
		status := s.Run()
		if s.Interrupted() {
			held.release()
			return status
		}
		stop = func() int { return status }
	} else {
		stop = s.Start(offer.Close).Stop
	}
	result, err := terminal.Run(feed, pick.Options{
		Browsers: os.Getenv("BROWSER"), Actions: t.actions, Order: t.listOrder(), Colours: t.hasColours(),
	})
	status := stop()
	held.release()
	if err == nil && result.Empty {
		result, err = terminal.ShowMessage("urlgrep: no URLs found")
	}
	switch {
	case err != nil:
		log.Print("--pick", output.Cause(err).Error())
		return exitError
	case result.Signal != 0:
		return interrupt.ExitStatus + int(result.Signal)
	}
	t.printChosen(offer, result.Printed, out, log)
	if status == exitFound && !result.Used {
		return exitNothing
	}
	return status
}

// printChosen prints the chosen items.
func (t *task) printChosen(offer *sink.Picker, items []int, out *output.Output, log *output.Messages) {
	if len(items) == 0 {
		return
	}
	format := t.chosen()
	run := format.Start(out, log)
	if run.Open != nil {
		run.Open()
	}
	to := run.Sink(&sink.Worker{Out: out, Log: log, IsStopped: func() bool { return false }})
	var repeats record.Repetition
	offer.Print(items, to, func(f sink.Found) sink.Found { return format.Needs.Printed(f, t.leads, &repeats) })
}

// listOrder returns the order of the list.
func (p *plan) listOrder() pick.Order {
	switch {
	case p.order.by == nil:
		return pick.AsFound
	case p.order.reverse:
		return pick.NewestFirst
	}
	return pick.OldestFirst
}

// hasColours reports whether the list has colours. It is always on a terminal.
func (p *plan) hasColours() bool {
	switch p.colouring {
	case output.Always:
		return true
	case output.Never:
		return false
	}
	return os.Getenv("NO_COLOR") == ""
}

// readsTerminal reports whether the search reads a terminal, whose keys are then not for
// the list. Such a search must end before the list is shown.
func (p *plan) readsTerminal(stdin io.Reader) bool {
	isStdin := len(p.operands)+len(p.lists) == 0 && !p.recurse || slices.Contains(p.operands, "-") || slices.Contains(p.lists, "-")
	if f, ok := stdin.(*os.File); ok && isStdin && output.IsTerminal(f) {
		return true
	}
	return slices.ContainsFunc(p.operands, func(name string) bool {
		info, err := os.Stat(name)
		return err == nil && info.Mode()&fs.ModeCharDevice != 0 && name != os.DevNull
	})
}

// maxHeld is the maximum size in bytes of the messages that are held.
const maxHeld = 1 << 20

// heldMessages is a writer of messages while the list is on the terminal. It passes them to
// the list. If messages go to a terminal, it holds them until release.
type heldMessages struct {
	feed *pick.Feed
	to   io.Writer

	mu    sync.Mutex
	holds bool
	text  []byte
	left  int // number of lines that are not in text because it is full
}

func (h *heldMessages) Write(p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for line := range bytes.Lines(p) {
		h.feed.Message(string(bytes.TrimSuffix(line, []byte("\n"))))
	}
	switch {
	case !h.holds:
		return h.to.Write(p)
	case len(h.text)+len(p) > maxHeld:
		h.left += bytes.Count(p, []byte("\n"))
	default:
		h.text = append(h.text, p...)
	}
	return len(p), nil
}

// release writes the held messages. Later ones are written at once.
func (h *heldMessages) release() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.to.Write(h.text)
	if h.left > 0 {
		fmt.Fprintf(h.to, "urlgrep: --pick: %s not shown\n", output.Plural(int64(h.left), "more message"))
	}
	h.holds, h.text, h.left = false, nil, 0
}

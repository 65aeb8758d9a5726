package search

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/seen"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/selection"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/stats"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/document/zipfile"
	"github.com/urlgrep/urlgrep/internal/engine"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/parse"
)

// A texts gets what the engine finds in one text after another: it selects matches, and prints them.
type texts struct {
	printer
	engine *engine.Engine
	filter selection.Filter
	text   text
	hit    sink.Found // the current match, as it is printed
}

// A text is the text that a worker is searching: the input, a text in it, or a range.
type text struct {
	name       string
	n, most    int               // number of matches that were selected, and its maximum
	filters    bool              // some matches may be rejected
	prints     bool              // matches are printed, not only counted
	repeats    record.Repetition // message fields printed
	undated    int64             // messages that only their Date excludes, as it is not valid
	unnumbered *part             // the range whose messages are numbered from 1; nil: none
}

// newFilter returns the selection filter of the texts of a worker.
func (s *Search) newFilter(t *texts) selection.Filter {
	f := selection.Filter{Selection: s.Selection, PerInput: s.PerInput, Same: s.Same, Leads: s.Leads}
	if s.evidence != nil {
		f.Evidence = s.evidence.urls
	}
	if s.Unique {
		f.Seen = seen.New(cmp.Or(s.UniqueMemory, seen.DefaultMemory)/s.workers(), t.forgets)
	}
	return f
}

// beginText begins a text of the input. It reports whether matches are looked for.
func (t *texts) beginText(name string) bool {
	t.sink.Begin(name, t.Names || name != t.at.input && t.MemberNames)
	return t.beginMatches(name)
}

// beginMatches prepares for the matches of a text, or a range. It reports whether any are looked for.
func (t *texts) beginMatches(name string) bool {
	t.text = text{name: name, most: t.Max, prints: !t.Format.Needs.Total, filters: t.filter.CanReject()}
	if t.First || t.Any {
		t.text.most, t.text.prints = min(t.text.most, 1), false
	}
	t.filter.Begin()
	return !t.isDone() && !t.isFull()
}

// isDone reports whether no more matches of the text are printed.
func (t *texts) isDone() bool { return t.text.n >= t.text.most || t.out.Err() != nil }

// match prints a match, if it is selected.
func (t *texts) match(f *engine.Found) error {
	switch {
	case t.search.Interrupted():
		return engine.ErrStop
	case t.text.filters && !t.filter.Selects(f):
		return nil
	}
	t.count(f)
	if t.text.prints {
		if err := t.sink.Match(t.hit); err != nil {
			return err
		}
	}
	if t.isDone() || t.isFull() {
		return engine.ErrStop
	}
	return nil
}

// count counts a match that is selected.
func (t *texts) count(f *engine.Found) {
	t.text.n++
	t.result.sums.Found++
	if t.Stats {
		t.addStats(f)
	}
}

func (t *texts) addStats(f *engine.Found) { t.result.sums.Match(f.Match()) }

// endText ends a text of the input. It reports whether to search further ones.
func (t *texts) endText(x *engine.Text) (more bool) {
	switch x.Skip {
	case engine.Binary:
		what, isPacked := describeBinary(x.Type)
		t.skipBinary(x.Name, what, t.at.listed && !isPacked)
		return !t.IsOver()
	case engine.RestBinary:
		t.skipBinary(x.Name, "binary file, the rest is skipped (use -a to search it)", t.at.listed && t.text.n == 0)
	}
	if (t.text.n > 0 || x.IsComplete()) && !t.search.Interrupted() {
		t.sink.End(t.text.n)
	}
	t.finish(x)
	return !t.IsOver()
}

// finish reports how the scan of a text ended, and counts it.
func (t *texts) finish(x *engine.Text) {
	if x.Err != nil {
		if errors.Is(x.Err, zipfile.ErrLocked) || errors.Is(x.Err, zipfile.ErrDoubtful) {
			x.Err = fmt.Errorf("%w%s", x.Err, lockedHint)
		}
		t.Fail(x.Name, x.Err)
		t.at.failed = x.Name
	}
	left := t.leftOut(x.Counts)
	t.note(x.Name, left)
	t.result.sums.Scanned(x.Counts, left)
	if !t.search.Interrupted() {
		t.result.sums.Files++
	}
}

// lockedHint follows the message that a document or a file is encrypted.
const lockedHint = " (use --password)"

// printNote prints a note about a message with --verbose. An Incomplete Note is an error,
// unless it explains one: a damaged zip file is an error before it is read as a document.
func (t *texts) printNote(n extract.Note) {
	text := n.Text
	if n.Locked {
		text += lockedHint
	}
	p := t.text.unnumbered
	if p != nil && n.Index > 0 && (n.Incomplete || t.Verbose) {
		t.turn.Await()
		n.Index += p.division.settled.messages
	}
	switch {
	case n.Index > 0 && p != nil && p.division.begin > 0:
		text = fmt.Sprintf("message at byte %d: %s", n.Offset, text)
	case n.Index > 0:
		text = fmt.Sprintf("message %d at byte %d: %s", n.Index, n.Offset, text)
	}
	switch {
	case n.Incomplete && t.at.failed != t.text.name:
		err := errors.New(text)
		if n.NotStored {
			err = &unread{err}
		}
		t.Fail(t.text.name, err)
	case t.Verbose:
		t.log.Print(t.text.name, text)
	}
}

// leftOut returns the counts of what a scan and the printer have skipped.
func (t *texts) leftOut(c extract.Counts) stats.LeftOut {
	return stats.Of(c, t.text.repeats.Cut, t.text.undated)
}

// piece passes a piece of a text to a sink, after the match if it is a URL that is selected.
func (t *texts) piece(p extract.Piece) error {
	if f := t.engine.Found(); p.IsURL && t.text.n < t.text.most && (!t.text.filters || t.filter.Selects(f)) {
		t.count(f)
		if err := t.sink.Match(t.hit); err != nil {
			return err
		}
	}
	if err := t.sink.Text.Text(p.Text); err != nil {
		return err
	}
	if t.out.Err() != nil || t.search.Interrupted() {
		return engine.ErrStop
	}
	return nil
}

// engineOptions returns the options of the engine of a worker, whose events are methods of w.
func (t *texts) engineOptions() engine.Options {
	o := engine.Options{Find: t.Find, Limits: t.Limits}
	if o.Find.Signs != nil {
		signs := *o.Find.Signs // each worker remembers the hosts of another message
		o.Find.Signs = &signs
	}
	if !t.Messages.IsEmpty() {
		o.Find.SelectMessage = t.selects
	}
	if t.Stats {
		o.Find.Reject = func(_ *extract.Match, e *parse.Error) { t.result.sums.Invalid(e.Class, 1) }
	}
	o.Find.Note = t.printNote
	o.Events = engine.Events{
		Begin: t.beginText,
		End:   t.endText,
		Fail:  func(f *engine.Fault) { t.Fail(f.Name, f.Err) },
	}
	if l := t.sink.Lines; l != nil {
		o.Find.Line, o.Events.Rest = l.Line, l.Finish
	}
	return o
}

// printed returns the current match of the engine, whichever it is, as it is printed.
func (t *texts) printed() sink.Found {
	var f sink.Found = t.engine.Found()
	if e := t.search.evidence; e != nil {
		f = &decided{t.engine.Found(), e}
	}
	return t.Format.Needs.Printed(f, t.Leads, &t.text.repeats)
}

// forgets reports an error of a temporary file of --unique. The search continues, so that no URL
// is lost.
func (t *texts) forgets(err error) {
	t.result.failed = true
	t.log.Print("--unique", err.Error(), "further URLs may be printed more than once")
}

// selects reports whether to search a message.
func (t *texts) selects(m *extract.Message) bool {
	selected, undated := t.Messages.Selects(m)
	if undated {
		t.text.undated++
	}
	return selected
}

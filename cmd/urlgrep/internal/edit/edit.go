// Package edit replaces URLs in text.
//
// # Terms
//
// An edit replaces old text, the bytes of a URL, by new text, the output of a template. Text
// outside of the edits is copied byte for byte. A destination is where the edited text goes:
// standard output, the file itself, or a unified diff.
//
// # Flow
//
// A [Sink] is the [sink.Rewriter] of one worker of a search, which passes it the pieces of each
// input and the selected matches. The Sink computes the edits (edit.go), and passes them with the
// text between them to its destination. A URL may be written with escape sequences: notation.go
// reads them, and encode.go writes the new text in the same notation, or finds that it may need
// escape sequences which are not known. place.go looks at the text around the URL, and check.go
// searches the edited text again. The destinations are:
//
//   - printer (print.go) writes the edited text to standard output, line by line;
//   - replacer (replace.go) replaces the file as a whole, by package atomicfile. Until the first
//     edit it writes nothing, so an unchanged file is not touched. backup.go keeps the original.
//     Before the first file is edited, inputs.go checks that no two inputs and backups are one file;
//   - differ (diff.go) collects the lines around the edits in hunks. The edits are known, so the
//     old and the new text need not be compared. name.go writes the names of files in a way that
//     patch and git read.
//
// # Memory
//
// A destination holds a bounded amount of text. A hunk, or a line of it, has no such bound: what
// exceeds 8 MiB of it is in a temporary file of the system.
package edit

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/record"
)

// Settings determine how texts are edited.
type Settings struct {
	Template *sink.Replacement
	Search   extract.Options // of the search
	View     record.View
	Fallback *chars.Fallback // character set of octets that are not UTF-8
	Diff     bool            // print a diff, and change no file
	InPlace  bool            // change the files
	Backup   Suffix          // of the backup of each changed file; "": no backup
	Verbose  bool            // report the changed files
	Silent   bool            // report no hard links and no omitted backups
}

// An Editor edits the texts of a search. Its Sinks share it.
type Editor struct {
	settings Settings
	inputs   *input.Inventory // the files to edit in place; nil: any
}

// New returns an Editor.
func New(s Settings) *Editor { return &Editor{settings: s} }

// Format returns the format that edits texts.
func (e *Editor) Format(line sink.NewLine) sink.Format {
	needs := sink.Needs{Fields: record.Everything, Records: true, Text: true}
	return sink.Each(needs, func(w *sink.Worker) sink.Sink {
		s := e.Sink(line(w.Out), w.Log)
		return sink.Sink{Printer: s, Text: s}
	})
}

// Sink returns a sink that prints to line and log. Each worker needs its own.
func (e *Editor) Sink(line *output.Line, log *output.Messages) *Sink {
	s := &Sink{editor: e, log: log, checker: newChecker(e.settings.Search)}
	switch {
	case e.settings.Diff:
		s.to = &differ{line: line}
	case e.settings.InPlace:
		s.to = &replacer{editor: e, note: s.note}
	default:
		s.to = &printer{out: line.Output()}
	}
	return s
}

// note reports what is unusual about a text.
func (s *Sink) note(text string) {
	if !s.editor.settings.Silent {
		s.log.Print(s.name, text)
	}
}

// A destination receives one edited text after another. An error ends the text.
type destination interface {
	begin(o *sink.Original) error
	copy(text []byte) error
	replace(old, new []byte) error

	// end ends the text. complete reports whether all of it was passed.
	end(complete bool) error
}

// A Sink edits one text after another. It is a [sink.Rewriter].
type Sink struct {
	editor  *Editor
	log     *output.Messages
	to      destination
	checker checker
	record  record.Record
	name    string
	edits   int64  // edits of the text that changed it
	before  []byte // the end of the edited text so far
	next    match
	kept
}

// kept counts the URLs of a text that were not replaced, since their new text may be read in
// another way there: it may need escape sequences that are not known, or a search would not find
// it.
type kept struct {
	n    int64
	line int64 // of the first
}

// A match is the selected match whose URL is the next piece, or the piece before it.
type match struct {
	is       bool // there is one
	url      string
	line     int64
	refanged bool
	rejoined bool
	new      sink.Result
	piece    []byte // the URL as the text writes it, once it is known
	isKnown  bool
}

// BeginText begins a text.
func (s *Sink) BeginText(o *sink.Original) error {
	s.name, s.edits, s.next.is, s.before, s.kept = o.Name, 0, false, s.before[:0], kept{}
	return s.to.begin(o)
}

// Begin does nothing: BeginText has begun the text.
func (s *Sink) Begin(string, bool) {}

// Match computes the new text for a match, whose URL is the next piece.
func (s *Sink) Match(f sink.Found) error {
	if err := s.replace(nil); err != nil {
		return err
	}
	m := f.Match()
	record.Reset(&s.record, s.editor.settings.View, s.name, m)
	if err := s.editor.settings.Template.Execute(&s.next.new, &s.record); err != nil {
		return fmt.Errorf("--replace: line %d: %w", m.Line, err)
	}
	s.next.is, s.next.isKnown, s.next.url, s.next.line = true, false, m.URL, int64(m.Line)
	s.next.refanged, s.next.rejoined = m.Refanged, m.Rejoined
	return nil
}

// Text copies the next piece, or replaces it when the piece after it is known.
func (s *Sink) Text(piece []byte) error {
	if s.next.is && !s.next.isKnown {
		s.next.piece, s.next.isKnown = append(s.next.piece[:0], piece...), true
		return nil
	}
	if err := s.replace(piece); err != nil {
		return err
	}
	s.remember(piece)
	return s.to.copy(piece)
}

// maxAround is how many bytes before and after a URL are looked at.
const maxAround = 512

// remember keeps the end of the text that was written.
func (s *Sink) remember(text []byte) {
	s.before = append(s.before, text[max(0, len(text)-maxAround):]...)
	if n := len(s.before) - maxAround; n > 4*maxAround { // not each time
		s.before = append(s.before[:0], s.before[n:]...)
	}
}

// replace replaces the piece that is known, if there is one. after is the piece after it, if
// there is one.
func (s *Sink) replace(after []byte) error {
	m := &s.next
	if !m.is || !m.isKnown {
		return nil
	}
	m.is = false
	text, ok := s.newText(after[:min(len(after), maxAround)])
	if !ok {
		if s.kept.n++; s.kept.n == 1 {
			s.kept.line = m.line
		}
		text = m.piece
	}
	s.remember(text)
	if bytes.Equal(text, m.piece) {
		return s.to.copy(m.piece)
	}
	s.edits++
	return s.to.replace(m.piece, text)
}

// newText returns the text that replaces the URL. It is not ok if that cannot be written.
func (s *Sink) newText(after []byte) (text []byte, ok bool) {
	m, fallback := &s.next, s.editor.settings.Fallback
	if m.isUnchanged(fallback) {
		return m.piece, true
	}
	p := newPlace(s.name, s.before[max(0, len(s.before)-maxAround):], after)
	if text, ok = m.encoded(p, fallback); !ok || bytes.Equal(text, m.piece) {
		return text, ok
	}
	if p.makesTag(m.url, string(m.new.Text)) {
		return nil, false
	}
	return text, s.checker.finds(p, m.piece, text, string(m.new.Text))
}

// isUnchanged reports whether the new text is the URL, and the old text writes it on one line and
// without what a template changes.
func (m *match) isUnchanged(fallback *chars.Fallback) bool {
	switch {
	case string(m.new.Text) != m.url:
		return false
	case string(m.piece) == m.url:
		return true
	case m.refanged || m.rejoined || bytes.ContainsAny(m.piece, " \t\r\n"):
		return false
	}
	return bytes.ContainsAny(m.piece, `\&`) || string(chars.AppendUTF8(nil, m.piece, fallback)) == m.url
}

// encoded returns the new text in the notation of the old text at p. It is not ok if it cannot be
// written there.
func (m *match) encoded(p place, fallback *chars.Fallback) (text []byte, ok bool) {
	e := newEncoder(p, m.piece, m.url, fallback)
	new, at := m.new.Text, 0
	for text, isField := range m.new.Parts() {
		from := at
		at += len(text)
		if !isField {
			e.literal(text)
			continue
		}
		f := part{text: []rune(string(text)), prev: p.last(), next: p.first(), isFirst: from == 0, isLast: at == len(new)}
		if !f.isFirst {
			f.prev, _ = utf8.DecodeLastRune(new[:from])
		}
		if !f.isLast {
			f.next, _ = utf8.DecodeRune(new[at:])
		}
		if !e.field(f) {
			return nil, false
		}
	}
	return e.text()
}

// End does nothing: EndText ends the text.
func (s *Sink) End(int) {}

// EndText ends the text.
func (s *Sink) EndText(complete bool) error {
	err := s.replace(nil)
	if failed := s.to.end(complete && err == nil); err == nil {
		err = failed
	}
	if err != nil || !complete {
		return err
	}
	if e := &s.editor.settings; e.Verbose && e.InPlace && !e.Diff && s.edits > 0 {
		s.log.Print(s.name, output.Plural(s.edits, "URL")+" replaced")
	}
	return s.kept.err()
}

// err returns the error for URLs that were not replaced, or nil.
func (k kept) err() error {
	switch k.n {
	case 0:
		return nil
	case 1:
		return fmt.Errorf("1 URL not replaced, in line %d: the new text may be read in another way there", k.line)
	}
	return fmt.Errorf("%d URLs not replaced, the first in line %d: the new text may be read in another way there", k.n, k.line)
}

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
// writes the new text in the same notation. The destinations are:
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

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/record"
)

// Settings determine how texts are edited.
type Settings struct {
	Template *sink.Template
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

// Sink returns a sink that prints to line and log. Each worker needs its own.
func (e *Editor) Sink(line *output.Line, log *output.Messages) *Sink {
	s := &Sink{editor: e, log: log}
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
	editor *Editor
	log    *output.Messages
	to     destination
	name   string
	edits  int64 // edits of the text that changed it
	match
}

// A match is the selected match whose URL is the next piece.
type match struct {
	is       bool
	record   record.Record
	url      string
	refanged bool
	text     []byte // the result of the template
}

// BeginText begins a text.
func (s *Sink) BeginText(o *sink.Original) error {
	s.name, s.edits, s.is = o.Name, 0, false
	return s.to.begin(o)
}

// Begin does nothing: BeginText has begun the text.
func (s *Sink) Begin(string, bool) {}

// Match computes the new text for a match, whose URL is the next piece.
func (s *Sink) Match(f sink.Found) (err error) {
	m := f.Match()
	record.Reset(&s.record, s.editor.settings.View, s.name, m)
	s.text, err = s.editor.settings.Template.Append(s.text[:0], &s.record)
	if err != nil {
		return fmt.Errorf("--replace: line %d: %w", m.Line, err)
	}
	s.is, s.url, s.refanged = true, m.URL, m.Refanged
	return nil
}

// Text copies or replaces the next piece.
func (s *Sink) Text(piece []byte) error {
	if !s.is {
		return s.to.copy(piece)
	}
	s.is = false
	text := s.newText(piece, s.editor.settings.Fallback)
	if bytes.Equal(text, piece) {
		return s.to.copy(piece)
	}
	s.edits++
	return s.to.replace(piece, text)
}

// End does nothing: EndText ends the text.
func (s *Sink) End(int) {}

// EndText ends the text.
func (s *Sink) EndText(complete bool) error {
	err := s.to.end(complete)
	if e := &s.editor.settings; e.Verbose && e.InPlace && !e.Diff && err == nil && complete && s.edits > 0 {
		s.log.Print(s.name, output.Plural(s.edits, "URL")+" replaced")
	}
	return err
}

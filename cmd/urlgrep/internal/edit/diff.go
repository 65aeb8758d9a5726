package edit

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/internal/tempfile"
)

const (
	contextLines = 3        // lines of context before and after a change
	maxMemory    = 8 << 20  // bytes of a part of the text that are held in memory
	maxContext   = 64 << 10 // maximum length of a line that is context before a change, in bytes
	maxGroup     = 64 << 10 // bytes of new lines that are held back until the old lines end
)

// noNewline follows a line without a line feed, at the end of a text.
const noNewline = "\n\\ No newline at end of file\n"

// A differ prints the changes of texts as unified diffs (POSIX, diff -u).
//
// It reads the text line by line. A region is the text from the first line with an edit to the
// next line feed that is in the old text and in the new text. All lines of a region are
// changed. Several regions are in one hunk if at most 2*contextLines lines are between them.
//
// A differ has more than a handful of fields, as each is another part of the text.
type differ struct {
	line *output.Line
	name string

	old, new int64           // numbers of lines that are complete
	current  tempfile.Buffer // the beginning of the current line, if it is in no region
	recent   [][]byte        // the last lines without a change that are in no hunk, at most contextLines
	inRegion bool
	hunk     hunk
	printed  bool // the header of the file has been printed
}

// A hunk is the changes that are printed together.
type hunk struct {
	open       bool
	body       tempfile.Buffer // its lines, except for those in added and in out
	out        *bufio.Writer   // writes to body
	added      tempfile.Buffer // the new lines of the last regions
	minus      side
	plus       side
	old, new   int64 // numbers of lines before the hunk
	oldN, newN int64 // numbers of lines in it
	after      int   // number of lines after the last region
}

// A side writes the old or the new lines of regions.
type side struct {
	to     io.Writer
	prefix string
	n      int64 // lines of the region
	within bool  // the last line has no line feed yet
}

func (s *side) Write(text []byte) (int, error) {
	for part := range bytes.Lines(text) {
		if !s.within {
			s.n++
			if _, err := io.WriteString(s.to, s.prefix); err != nil {
				return 0, err
			}
		}
		s.within = part[len(part)-1] != '\n'
		if _, err := s.to.Write(part); err != nil {
			return 0, err
		}
	}
	return len(text), nil
}

// end ends a line without a line feed.
func (s *side) end() error {
	if !s.within {
		return nil
	}
	s.within = false
	_, err := io.WriteString(s.to, noNewline)
	return err
}

func (d *differ) begin(o *sink.Original) error {
	d.name, d.old, d.new, d.printed = o.Name, 0, 0, false
	d.current.Limit = maxMemory
	d.current.Reset()
	d.recent = d.recent[:0]
	d.reset()
	return nil
}

// reset begins another hunk.
func (d *differ) reset() {
	h := &d.hunk
	h.body.Limit, h.added.Limit = maxMemory, maxMemory
	h.body.Reset()
	h.added.Reset()
	if h.out == nil {
		h.out = bufio.NewWriterSize(nil, 64<<10)
	}
	h.out.Reset(&h.body)
	h.minus, h.plus = side{to: h.out, prefix: "-"}, side{to: &h.added, prefix: "+"}
	h.open, h.oldN, h.newN, h.after = false, 0, 0, 0
	d.inRegion = false
}

func (d *differ) copy(text []byte) error { return storeError(d.add(text)) }

// add adds text without a change.
func (d *differ) add(text []byte) error {
	if !d.hunk.open {
		text = d.skip(text)
	}
	for part := range bytes.Lines(text) {
		if d.inRegion {
			if err := d.change(part, part); err != nil {
				return err
			}
		} else if _, err := d.current.Write(part); err != nil {
			return err
		}
		if part[len(part)-1] != '\n' {
			break
		}
		end := d.endLine
		if d.inRegion {
			end = d.endRegion
		}
		if err := end(); err != nil {
			return err
		}
	}
	return nil
}

// skip skips the lines of text that cannot be context, and returns the rest.
func (d *differ) skip(text []byte) []byte {
	rest := text
	for range contextLines + 1 {
		i := bytes.LastIndexByte(rest, '\n')
		if i < 0 {
			return text
		}
		rest = rest[:i]
	}
	skipped := text[:len(rest)+1]
	lines := int64(bytes.Count(skipped, []byte{'\n'}))
	d.old, d.new = d.old+lines, d.new+lines
	d.current.Reset()
	d.recent = d.recent[:0]
	return text[len(skipped):]
}

func (d *differ) replace(old, text []byte) error {
	if !d.inRegion {
		if err := d.beginRegion(); err != nil {
			return storeError(err)
		}
	}
	return storeError(d.change(old, text))
}

// change adds text to a region.
func (d *differ) change(old, text []byte) error {
	if _, err := d.hunk.minus.Write(old); err != nil {
		return err
	}
	_, err := d.hunk.plus.Write(text)
	return err
}

// beginRegion begins a region with the beginning of the current line.
func (d *differ) beginRegion() error {
	h := &d.hunk
	if !h.open {
		n := int64(len(d.recent))
		h.open, h.old, h.new = true, d.old-n, d.new-n
	}
	for _, line := range d.recent {
		if err := d.context(bytes.NewReader(line)); err != nil {
			return err
		}
	}
	d.recent = d.recent[:0]
	d.inRegion, h.after = true, 0
	for _, to := range []*side{&h.minus, &h.plus} {
		if _, err := d.current.WriteTo(to); err != nil {
			return err
		}
	}
	d.current.Reset()
	return nil
}

// context adds a line of context to the hunk.
func (d *differ) context(line io.WriterTo) error {
	h := &d.hunk
	if err := d.addAdded(); err != nil {
		return err
	}
	h.oldN++
	h.newN++
	if _, err := io.WriteString(h.out, " "); err != nil {
		return err
	}
	_, err := line.WriteTo(h.out)
	return err
}

// addAdded adds the new lines that were held back to the hunk.
func (d *differ) addAdded() error {
	h := &d.hunk
	if h.added.Size() == 0 {
		return nil
	}
	_, err := h.added.WriteTo(h.out)
	h.added.Reset()
	return err
}

// endRegion ends a region, at the end of a line.
func (d *differ) endRegion() error {
	h := &d.hunk
	d.inRegion = false
	d.old, d.new = d.old+h.minus.n, d.new+h.plus.n
	h.oldN, h.newN = h.oldN+h.minus.n, h.newN+h.plus.n
	h.minus.n, h.plus.n = 0, 0
	if h.added.Size() > maxGroup {
		return d.addAdded()
	}
	return nil
}

// endLine ends a line without a change.
func (d *differ) endLine() error {
	h := &d.hunk
	d.old++
	d.new++
	defer d.current.Reset()
	if h.open && h.after < contextLines {
		h.after++
		return d.context(&d.current)
	}
	tooLong := d.current.Size() > maxContext
	if h.open && (tooLong || len(d.recent) == contextLines) {
		if err := d.endHunk(); err != nil {
			return err
		}
	}
	switch {
	case tooLong:
		d.recent = d.recent[:0]
		return nil
	case len(d.recent) == contextLines:
		d.recent = append(d.recent[:0], d.recent[1:]...)
	}
	line, _ := d.current.Held(0, d.current.Size())
	d.recent = append(d.recent, bytes.Clone(line))
	return nil
}

// end ends the text. If it is not complete, the last hunk is not printed.
func (d *differ) end(complete bool) (err error) {
	h := &d.hunk
	defer d.reset()
	if !complete || !h.open {
		return nil
	}
	if d.inRegion {
		err = errors.Join(h.minus.end(), h.plus.end(), d.endRegion())
	} else if d.current.Size() > 0 && h.after < contextLines {
		if _, err = io.WriteString(&d.current, noNewline); err == nil {
			err = d.context(&d.current)
		}
	}
	if err == nil {
		err = d.endHunk()
	}
	return storeError(err)
}

// endHunk prints the hunk.
func (d *differ) endHunk() error {
	h := &d.hunk
	if err := errors.Join(d.addAdded(), h.out.Flush()); err != nil {
		return err
	}
	colours := diffColours(d.line.Colours.On)
	if !d.printed {
		d.printed = true
		d.header(colours.file, "--- "+diffName(d.name))
		d.header(colours.file, "+++ "+diffName(d.name))
	}
	d.header(colours.hunk, "@@ -"+span(h.old, h.oldN)+" +"+span(h.new, h.newN)+" @@")
	err := d.print(io.NewSectionReader(&h.body, 0, h.body.Size()), colours)
	d.reset()
	return err
}

// span returns the range of n lines that follow a number of lines.
func span(before, n int64) string {
	switch n {
	case 0:
		return strconv.FormatInt(before, 10) + ",0"
	case 1:
		return strconv.FormatInt(before+1, 10)
	}
	return fmt.Sprintf("%d,%d", before+1, n)
}

func (d *differ) header(colour, text string) {
	d.line.AddString(colour, text)
	d.line.End()
}

// print prints the lines of a hunk.
func (d *differ) print(body io.Reader, colours colours) error {
	out := d.line.Output()
	r := bufio.NewReaderSize(body, maxHeld)
	begins, colour := true, ""
	for out.Err() == nil {
		if _, err := r.Peek(1); err != nil {
			return atEnd(err)
		}
		text, _ := r.Peek(r.Buffered())
		if !d.line.IsShown() {
			out.Add(text)
			r.Discard(len(text))
			continue
		}
		i := bytes.IndexByte(text, '\n')
		if i < 0 {
			text, _ = r.Peek(maxHeld)
			i = bytes.IndexByte(text, '\n')
		}
		if begins {
			colour = colours.of(text[0])
		}
		if begins = i >= 0; begins {
			d.line.AddShown(colour, shown(nil, text[:i]))
			d.line.EndShown('\n')
			r.Discard(i + 1)
		} else {
			n := wholeRunes(text)
			d.line.AddShown(colour, shown(nil, text[:n]))
			d.line.Pass()
			r.Discard(n)
		}
	}
	return nil
}

// atEnd returns err, or nil for the end of the text.
func atEnd(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// storeError returns the error for a failed temporary file, or nil.
func storeError(err error) error {
	if err == nil {
		return nil
	}
	return failure("cannot store a part of the diff", err)
}

// colours are the colours of a diff, as those of git.
type colours struct{ file, hunk, old, new string }

func diffColours(on bool) colours {
	if !on {
		return colours{}
	}
	return colours{file: "1", hunk: "36", old: "31", new: "32"}
}

// of returns the colour of a line that begins with a prefix.
func (c colours) of(prefix byte) string {
	switch prefix {
	case '-':
		return c.old
	case '+':
		return c.new
	}
	return ""
}

package ooxml

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/document/link"
	"github.com/urlgrep/urlgrep/internal/document/richtext"
)

// fields are the complex fields that are open (ECMA-376 part 1, 17.16.18), from the outer
// to the inner one.
type fields struct {
	open  []openField
	extra int // fields that are open and not in open

	loose []byte // an instruction without the beginning of a field
}

// An openField is a field whose end is not read.
type openField struct {
	instruction []byte
	result      bool // its result is read
	link        int  // of the result
}

// The limits of fields.
const (
	maxFields      = 64
	maxInstruction = 64 << 10
)

// char reads the beginning, the middle or the end of a field.
func (f *fields) char(c *content, kind string) {
	if kind == "separate" && len(f.open) == 0 && len(f.loose) > 0 {
		f.open = append(f.open, openField{instruction: f.loose})
		f.loose = nil
	}
	f.endLoose(c)
	switch n := len(f.open); {
	case kind == "begin" && n == maxFields:
		f.extra++
	case kind == "begin":
		f.open = append(f.open, openField{})
	case kind == "end" && f.extra > 0:
		f.extra--
	case n == 0 || f.extra > 0:
	case kind == "separate" && !f.open[n-1].result:
		last := &f.open[n-1]
		last.result = true
		if l, ok := c.instruction(last.instruction); ok {
			last.link = c.w.OpenLink(l)
		}
	case kind == "end":
		f.end(c)
	}
}

// end ends the innermost field.
func (f *fields) end(c *content) {
	n := len(f.open) - 1
	last := f.open[n]
	f.open = f.open[:n]
	if last.result {
		c.w.CloseLink(last.link)
		return
	}
	if l, ok := c.instruction(last.instruction); ok {
		c.w.Target(l, "")
	}
}

// close ends all fields at the end of a member.
func (f *fields) close(c *content) {
	f.endLoose(c)
	for len(f.open) > 0 {
		f.end(c)
	}
}

// add adds to the instruction of the innermost field.
func (f *fields) add(c *content, text []byte) {
	if !f.nested(c, text) {
		f.loose = append(f.loose, text...)
	}
	if len(f.loose) > maxInstruction {
		f.endLoose(c)
	}
}

// endLoose ends an instruction without the beginning of a field.
func (f *fields) endLoose(c *content) {
	if len(f.loose) == 0 {
		return
	}
	if link.ParseField(string(f.loose)).Target == "" {
		c.w.Line(f.loose)
	} else if l, ok := c.instruction(f.loose); ok {
		c.w.Target(l, "")
	}
	f.loose = f.loose[:0]
}

// endParagraph ends a paragraph, which an instruction may go on after.
func (f *fields) endParagraph(c *content) {
	f.endLoose(c)
	f.nested(c, []byte{'\n'})
}

// nested adds text to the innermost instruction that is not complete: the result of a field
// within an instruction belongs to it. It returns false if all instructions are complete.
func (f *fields) nested(c *content, text []byte) bool {
	for i := len(f.open) - 1; i >= 0; i-- {
		if o := &f.open[i]; !o.result {
			if o.instruction = append(o.instruction, text...); len(o.instruction) > maxInstruction {
				c.w.Line(o.instruction)
				o.instruction = o.instruction[:0]
			}
			return true
		}
	}
	return false
}

// instruction returns the target of a field. It adds the other arguments that may have a
// URL as lines. It is not ok if there is no target.
func (c *content) instruction(text []byte) (l richtext.Link, ok bool) {
	f := link.ParseField(string(text))
	for line := range strings.Lines(f.Text) {
		if richtext.HasURL([]byte(line)) {
			c.w.Line([]byte(line))
		}
	}
	return richtext.Link{Target: f.Target, Relation: f.Relation}, f.Target != ""
}

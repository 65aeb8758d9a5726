// Package filetype selects files by types such as mail and office.
//
// A type is a list of patterns for names, because a file is selected before it is opened. Mail often
// has no telling name, so a type may also be a list of formats: the caller says which format a file
// has whose name tells nothing. The table of types is in table.go.
//
// A [Filter] collects the types of --type in the order given.
package filetype

import (
	"path"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
	"github.com/urlgrep/urlgrep/internal/detect"
)

// A Type is a line of the table.
type Type struct {
	Name     string
	Patterns []string // in the syntax of package path, in lower case
	Formats  []detect.Format
	Maildir  bool // messages in a Maildir are of this type
}

// A Filter selects files by their types. The zero Filter selects all files.
type Filter struct {
	choices []choice // in the order given
}

// A choice is a name in an argument of --type, with "!" before it if it is negated.
type choice struct {
	of      *Type
	negated bool
}

// Option returns the value of --type. Its argument is a list of names separated by commas.
func (f *Filter) Option() option.Value {
	return option.AnyOf(choices(), func(t *Type, negated bool) {
		f.choices = append(f.choices, choice{t, negated})
	})
}

// choices returns the names of the table.
func choices() (list []option.Choice[*Type]) {
	for i := range table {
		list = append(list, option.Choice[*Type]{Name: table[i].Name, Value: &table[i]})
	}
	return list
}

// IsEmpty reports whether f selects all files.
func (f *Filter) IsEmpty() bool { return len(f.choices) == 0 }

// Excludes reports whether to skip a file with that name in a directory. As in ripgrep, the last
// type that the file has counts. A file that has none of the types is skipped if one of them is not
// negated. The name of a message in a Maildir says nothing about its type. The function
// format, which is called only if it matters, returns the format of another file, or detect.Text.
func (f *Filter) Excludes(name string, inMaildir bool, format func() detect.Format) bool {
	name = strings.ToLower(name)
	for _, c := range slices.Backward(f.choices) {
		is := c.of.Maildir
		if !inMaildir {
			is = c.of.has(name) || len(c.of.Formats) > 0 && slices.Contains(c.of.Formats, format())
		}
		if is {
			return c.negated
		}
	}
	return slices.ContainsFunc(f.choices, func(c choice) bool { return !c.negated })
}

// IsKnown reports whether a name tells the type of the file.
func IsKnown(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(table, func(t Type) bool { return t.has(name) })
}

// has reports whether a file with that name, in lower case, is of type t, compressed or not.
func (t *Type) has(name string) bool {
	return t.matches(name) || slices.ContainsFunc(compressed[:], func(suffix string) bool {
		inner, ok := strings.CutSuffix(name, suffix)
		return ok && t.matches(inner)
	})
}

func (t *Type) matches(name string) bool {
	return slices.ContainsFunc(t.Patterns, func(pattern string) bool {
		if suffix, ok := strings.CutPrefix(pattern, "*"); ok && strings.IndexByte(suffix, '[') < 0 {
			return strings.HasSuffix(name, suffix) // most patterns: path.Match takes ten times as long
		}
		ok, _ := path.Match(pattern, name)
		return ok
	})
}

// Names returns the names of the types.
func Names() (names []string) {
	for _, t := range table {
		names = append(names, t.Name)
	}
	return names
}

// Text returns the table for the manual: each type in a line with its patterns.
func Text() string {
	width := 0
	for _, t := range table {
		width = max(width, len(t.Name))
	}
	var b strings.Builder
	for _, t := range table {
		b.WriteString("\t" + t.Name + strings.Repeat(" ", width-len(t.Name)+2))
		column := width + 2
		for i, p := range t.Patterns {
			if i > 0 && column+1+len(p) > textWidth {
				b.WriteString("\n\t" + strings.Repeat(" ", width+2))
				column = width + 2
			} else if i > 0 {
				b.WriteByte(' ')
				column++
			}
			b.WriteString(p)
			column += len(p)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// textWidth is the maximum width of a line of Text, without its tab.
const textWidth = 62

package main

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"
)

// A filter says by their names which files are searched, as GNU grep does.
type filter struct {
	files []glob // --include and --exclude, in the order in which they are given
	dirs  []glob // --exclude-dir
}

// A glob is a pattern for the names of files, and the option that wants them or not.
type glob struct {
	option  string
	pattern string
}

// A globOption is the value of an option that may be given several times: each
// adds a glob.
type globOption struct {
	option string
	to     *[]glob
}

func (o globOption) Set(pattern string) error {
	*o.to = append(*o.to, glob{o.option, pattern})
	return nil
}

func (o globOption) String() string { return "" }

func (f *filter) isEmpty() bool { return len(f.files)+len(f.dirs) == 0 }

// set makes the patterns ready, or says which of them is none.
func (f *filter) set() error {
	for i := range f.dirs {
		g := &f.dirs[i]
		g.pattern = strings.TrimRight(g.pattern, "/")
	}
	for _, globs := range [][]glob{f.files, f.dirs} {
		for i := range globs {
			g := &globs[i]
			if _, err := path.Match(g.pattern, ""); err != nil {
				return fmt.Errorf("--%s: bad pattern %q: want *, ?, [a-z], [!a-z] or \\ before one of these", g.option, g.pattern)
			}
			g.pattern = joined(negated(g.pattern))
		}
	}
	return nil
}

// negated writes [!a] as package path has it, which is [^a].
func negated(pattern string) string {
	b := []byte(pattern)
	class := false
	for i := 0; i+1 < len(b); i++ {
		switch {
		case b[i] == '\\':
			i++
		case b[i] == ']':
			class = false
		case b[i] == '[' && !class:
			if class = true; b[i+1] == '!' {
				b[i+1] = '^'
			}
		}
	}
	return string(b)
}

// separator stands for the slashes in names and patterns, as a star matches a slash
// too. No name has it.
const separator = "\x00"

func joined(name string) string {
	return strings.ReplaceAll(name, "/", separator)
}

// excludes reports whether a file is passed over. Its name is the last part of its
// path in a directory that is searched, and all of it on the command line: there an
// end of it that follows a slash may match as well.
func (f *filter) excludes(name string, isDir bool) bool {
	globs := f.files
	if isDir {
		globs = f.dirs
	}
	if len(globs) == 0 {
		return false
	}
	name = joined(strings.TrimRight(filepath.ToSlash(name), "/"))
	for i := len(globs) - 1; i >= 0; i-- {
		if globs[i].matches(name) {
			return !globs[i].includes()
		}
	}
	return globs[0].includes()
}

func (g glob) includes() bool { return g.option == "include" }

func (g glob) matches(name string) bool {
	for more := true; more; _, name, more = strings.Cut(name, separator) {
		if ok, _ := path.Match(g.pattern, name); ok {
			return true
		}
	}
	return false
}

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
	any     []alternative // of which one must match
}

// An alternative is a pattern without braces. One with a slash matches the paths of
// files in a directory, any other one their names.
type alternative struct {
	pattern string
	path    bool
}

// A globOption is the value of an option that may be given several times: each
// adds a glob.
type globOption struct {
	option string
	to     *[]glob
}

func (o globOption) Set(pattern string) error {
	*o.to = append(*o.to, glob{option: o.option, pattern: pattern})
	return nil
}

func (o globOption) String() string { return "" }

func (f *filter) isEmpty() bool { return len(f.files)+len(f.dirs) == 0 }

// set makes the patterns ready, or says which of them is none.
func (f *filter) set() error {
	for _, globs := range [][]glob{f.files, f.dirs} {
		for i := range globs {
			if err := globs[i].set(); err != nil {
				return fmt.Errorf("--%s: bad pattern %q: %w", globs[i].option, globs[i].pattern, err)
			}
		}
	}
	return nil
}

func (g *glob) set() error {
	patterns, err := expand(g.pattern)
	if err != nil {
		return err
	}
	for _, pattern := range patterns {
		if g.option == "exclude-dir" {
			pattern = strings.TrimRight(pattern, "/")
		}
		if _, err := path.Match(pattern, ""); err != nil {
			return errPattern
		}
		// An end of a path that follows a slash is matched anyway.
		for strings.HasPrefix(pattern, "**/") {
			pattern = strings.TrimLeft(pattern[len("**"):], "/")
		}
		g.any = append(g.any, alternative{joined(negated(pattern)), strings.Contains(pattern, "/")})
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

// excludes reports whether a file on the command line is passed over: whether its name
// is, or any end of it that follows a slash.
func (f *filter) excludes(name string, isDir bool) bool { return f.excludesIn("", name, isDir) }

// excludesIn is excludes for a file in a directory, whose path dir is. Its name alone is
// matched, but by patterns with a slash also the path.
func (f *filter) excludesIn(dir, name string, isDir bool) bool {
	globs := f.files
	if isDir {
		globs = f.dirs
	}
	if len(globs) == 0 {
		return false
	}
	dir = joined(filepath.ToSlash(dir))
	name = joined(strings.TrimRight(filepath.ToSlash(name), "/"))
	for i := len(globs) - 1; i >= 0; i-- {
		if globs[i].matches(dir, name) {
			return !globs[i].includes()
		}
	}
	return globs[0].includes()
}

func (g *glob) includes() bool { return g.option == "include" }

func (g *glob) matches(dir, name string) bool {
	for _, a := range g.any {
		if matchesEnd(a.pattern, name) || a.path && dir != "" && matchesEnd(a.pattern, dir+name) {
			return true
		}
	}
	return false
}

// matchesEnd reports whether a pattern matches a path, or an end of it that follows a
// slash.
func matchesEnd(pattern, name string) bool {
	for more := true; more; _, name, more = strings.Cut(name, separator) {
		if ok, _ := path.Match(pattern, name); ok {
			return true
		}
	}
	return false
}

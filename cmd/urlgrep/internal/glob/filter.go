// Package glob matches the names of files and hosts with shell patterns.
//
// # Terms
//
// A pattern is written by the user: a{b,c}/**/*.txt. A glob is a pattern without braces,
// in the syntax of package path. [Expand] expands a pattern to globs. A [Pattern] is a pattern
// of --glob, or a line of a .gitignore file, in which a star does not match a slash.
//
// # Flow
//
// A [Filter] collects the patterns of --include, --exclude, --exclude-dir and --glob in the
// order given, compiles them once, and then decides for each file whether to search it.
package glob

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// A Filter selects files by name, as GNU grep does.
type Filter struct {
	files []rule // --include, --exclude and --glob, in the order given
	dirs  []rule // --exclude-dir and --glob, in the order given
	wd    string // working directory, for --glob
}

// A rule is a pattern for file names, with the option that includes or excludes them.
type rule struct {
	option  string
	pattern string
	include bool
	any     []alternative // the rule matches if one of them does
	ignore  Pattern       // of --glob, instead of any
}

func (r *rule) isGlob() bool { return r.option == "glob" }

// An alternative is a glob. A glob with a slash also matches the paths of files in a
// directory; other globs match their names only.
type alternative struct {
	pattern string
	path    bool
}

// An Option is the value of an option that may be repeated. Each use adds a pattern to a
// Filter.
type Option struct {
	name string
	to   *Filter
}

// Option returns the value of the option with that name: "include", "exclude",
// "exclude-dir" or "glob".
func (f *Filter) Option(name string) Option { return Option{name, f} }

// Set adds a pattern.
func (o Option) Set(pattern string) error {
	excludes := o.name != "include" && (o.name != "glob" || strings.HasPrefix(pattern, "!"))
	r := rule{option: o.name, pattern: pattern, include: !excludes}
	if o.name != "exclude-dir" {
		o.to.files = append(o.to.files, r)
	}
	if o.name == "exclude-dir" || o.name == "glob" {
		o.to.dirs = append(o.to.dirs, r)
	}
	return nil
}

func (o Option) String() string { return "" }

// IsEmpty reports whether f has no patterns.
func (f *Filter) IsEmpty() bool { return len(f.files)+len(f.dirs) == 0 }

// Compile compiles the patterns. Those of --glob are relative to the working directory. It
// returns an error for the first pattern that is malformed.
func (f *Filter) Compile() error {
	if slices.ContainsFunc(f.files, func(r rule) bool { return r.isGlob() }) {
		f.wd, _ = os.Getwd() // without it, absolute paths stay as they are
		f.wd = filepath.ToSlash(f.wd)
	}
	for _, rules := range [][]rule{f.files, f.dirs} {
		for i := range rules {
			if err := rules[i].compile(); err != nil {
				return fmt.Errorf("--%s: invalid pattern %q: %w", rules[i].option, rules[i].pattern, err)
			}
		}
	}
	return nil
}

func (r *rule) compile() (err error) {
	if err := check(r.pattern); err != nil {
		return err
	}
	if r.isGlob() {
		r.ignore, err = NewPattern(r.pattern)
		return err
	}
	patterns, err := Expand(r.pattern)
	if err != nil {
		return err
	}
	for _, pattern := range patterns {
		if r.option == "exclude-dir" {
			pattern = strings.TrimRight(pattern, "/")
		}
		if _, err := path.Match(pattern, ""); err != nil {
			return errPattern
		}
		// A pattern matches after any slash of a path, even without this prefix.
		for strings.HasPrefix(pattern, "**/") {
			pattern = strings.TrimLeft(pattern[len("**"):], "/")
		}
		r.any = append(r.any, alternative{joined(ForPath(pattern)), strings.Contains(pattern, "/")})
	}
	return nil
}

// ForPath returns a pattern in the syntax of package path, which writes [!a] as [^a].
func ForPath(pattern string) string {
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

// separator replaces the slashes in names and patterns, so that a star matches slashes
// too. No file name contains it.
const separator = "\x00"

func joined(name string) string {
	return strings.ReplaceAll(name, "/", separator)
}

// Excludes reports whether to skip a file named on the command line. A pattern may match
// the whole name, or its end after any slash. As in ripgrep, --glob has no effect on such files.
func (f *Filter) Excludes(name string, isDir bool) bool {
	rules := slices.Clone(f.rules(isDir))
	rules = slices.DeleteFunc(rules, func(r rule) bool { return r.isGlob() })
	return f.decide(rules, "", name, isDir) == Skipped
}

// Decide is like Excludes for a file in the directory dir, which is empty or ends in a slash.
// Patterns match the name of the file; a pattern with a slash may also match the path. The last
// pattern that matches counts. If none matches, the file is skipped if the first option is
// --include, as in GNU grep, or if a --glob selects files, as in ripgrep. A file is Selected only
// by --glob: --include leaves it undecided.
func (f *Filter) Decide(dir, name string, isDir bool) Decision {
	return f.decide(f.rules(isDir), dir, name, isDir)
}

// rules returns the rules for files or directories.
func (f *Filter) rules(isDir bool) []rule {
	if isDir {
		return f.dirs
	}
	return f.files
}

func (f *Filter) decide(rules []rule, dir, name string, isDir bool) Decision {
	if len(rules) == 0 {
		return Undecided
	}
	dir = filepath.ToSlash(dir)
	name = strings.TrimRight(filepath.ToSlash(name), "/")
	relative := f.relative(dir + name)
	dir, name = joined(dir), joined(name)
	for _, r := range slices.Backward(rules) {
		switch {
		case r.isGlob() && !r.ignore.Match(relative, isDir), !r.isGlob() && !r.matches(dir, name):
		case !r.include:
			return Skipped
		case r.isGlob():
			return Selected
		default:
			return Undecided
		}
	}
	if !isDir && (rules[0].include || slices.ContainsFunc(rules, func(r rule) bool { return r.include && r.isGlob() })) {
		return Skipped
	}
	return Undecided
}

// relative returns a path relative to the working directory, if the path is below it.
func (f *Filter) relative(name string) string {
	if f.wd == "" {
		return name
	}
	name = path.Clean(name)
	if below, ok := strings.CutPrefix(name, strings.TrimSuffix(f.wd, "/")+"/"); ok {
		return below
	}
	return name
}

func (r *rule) matches(dir, name string) bool {
	for _, a := range r.any {
		if matchesEnd(a.pattern, name) || a.path && dir != "" && matchesEnd(a.pattern, dir+name) {
			return true
		}
	}
	return false
}

// matchesEnd reports whether a pattern matches a path, or the end of the path after any
// slash.
func matchesEnd(pattern, name string) bool {
	for more := true; more; _, name, more = strings.Cut(name, separator) {
		if ok, _ := path.Match(pattern, name); ok {
			return true
		}
	}
	return false
}

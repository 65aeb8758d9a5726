// Package glob matches the names of files and hosts with patterns as shells have them.
//
// # Terms
//
// A pattern is what the user gives: a{b,c}/**/*.txt. A glob is a pattern without braces,
// as package path matches it. [Expand] makes globs of a pattern.
//
// # Flow
//
// A [Filter] takes the patterns of --include, --exclude and --exclude-dir as they are
// given, compiles them once, and then says of each file whether it is passed over.
package glob

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"
)

// A Filter says by their names which files are searched, as GNU grep does.
type Filter struct {
	files []rule // --include and --exclude, in the order in which they are given
	dirs  []rule // --exclude-dir
}

// A rule is a pattern for the names of files, and the option that wants them or not.
type rule struct {
	option  string
	pattern string
	any     []alternative // of which one must match
}

// An alternative is a glob. One with a slash matches the paths of
// files in a directory, any other one their names.
type alternative struct {
	pattern string
	path    bool
}

// An Option is the value of an option that may be given several times: each adds a
// pattern to a Filter.
type Option struct {
	name string
	to   *[]rule
}

// Option returns the value of the option of that name: "include", "exclude" or
// "exclude-dir".
func (f *Filter) Option(name string) Option {
	if name == excludeDir {
		return Option{name, &f.dirs}
	}
	return Option{name, &f.files}
}

const excludeDir = "exclude-dir"

// Set adds a pattern.
func (o Option) Set(pattern string) error {
	*o.to = append(*o.to, rule{option: o.name, pattern: pattern})
	return nil
}

func (o Option) String() string { return "" }

// IsEmpty reports whether there is no pattern.
func (f *Filter) IsEmpty() bool { return len(f.files)+len(f.dirs) == 0 }

// Compile makes the patterns ready, or says which of them is malformed.
func (f *Filter) Compile() error {
	for _, rules := range [][]rule{f.files, f.dirs} {
		for i := range rules {
			if err := rules[i].compile(); err != nil {
				return fmt.Errorf("--%s: invalid pattern %q: %w", rules[i].option, rules[i].pattern, err)
			}
		}
	}
	return nil
}

func (r *rule) compile() error {
	patterns, err := Expand(r.pattern)
	if err != nil {
		return err
	}
	for _, pattern := range patterns {
		if r.option == excludeDir {
			pattern = strings.TrimRight(pattern, "/")
		}
		if _, err := path.Match(pattern, ""); err != nil {
			return errPattern
		}
		// An end of a path that follows a slash is matched anyway.
		for strings.HasPrefix(pattern, "**/") {
			pattern = strings.TrimLeft(pattern[len("**"):], "/")
		}
		r.any = append(r.any, alternative{joined(ForPath(pattern)), strings.Contains(pattern, "/")})
	}
	return nil
}

// ForPath returns a pattern with [!a] written as package path has it, which is [^a].
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

// separator stands for the slashes in names and patterns, as a star matches a slash
// too. No name has it.
const separator = "\x00"

func joined(name string) string {
	return strings.ReplaceAll(name, "/", separator)
}

// Excludes reports whether a file on the command line is passed over: whether its name
// is, or any end of it that follows a slash.
func (f *Filter) Excludes(name string, isDir bool) bool { return f.ExcludesIn("", name, isDir) }

// ExcludesIn is Excludes for a file in a directory, whose path dir is. Its name alone is
// matched, but by patterns with a slash also the path.
func (f *Filter) ExcludesIn(dir, name string, isDir bool) bool {
	rules := f.files
	if isDir {
		rules = f.dirs
	}
	if len(rules) == 0 {
		return false
	}
	dir = joined(filepath.ToSlash(dir))
	name = joined(strings.TrimRight(filepath.ToSlash(name), "/"))
	for i := len(rules) - 1; i >= 0; i-- {
		if rules[i].matches(dir, name) {
			return !rules[i].includes()
		}
	}
	return rules[0].includes()
}

func (r *rule) includes() bool { return r.option == "include" }

func (r *rule) matches(dir, name string) bool {
	for _, a := range r.any {
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

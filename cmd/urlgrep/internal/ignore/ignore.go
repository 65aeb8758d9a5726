// Package ignore decides which files .gitignore and .ignore files exclude from a search.
//
// # Terms
//
// A list is the patterns in one file: .gitignore, .ignore or .git/info/exclude. A repository is
// a directory that contains .git. A list applies to the directory that contains it, and to those
// below, up to the next repository for .gitignore.
//
// # Flow
//
// [Tree.Root] reads the lists of the directories above and in the one that is searched, and
// [Dir.Sub] those of a directory below. [Dir.Decide] asks the lists: .ignore before .gitignore,
// and the nearest list first. In a list, the last pattern that matches counts. A directory that is
// ignored must not be entered, so that no pattern can select a file in it again, as in Git.
package ignore

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/glob"
	"github.com/urlgrep/urlgrep/internal/longpath"
)

// maxSize is the maximum size of a list in bytes.
const maxSize = 4 << 20

// Names of the files that have patterns, and of what makes a directory a repository.
const (
	ignoreName    = ".ignore"
	gitIgnoreName = ".gitignore"
	gitName       = ".git"
)

// A Tree reads lists.
type Tree struct {
	// If they are not nil, Fail is called for each list that cannot be read, and Warn for each
	// line of a list that is not used, because it is not valid.
	Fail func(file string, err error)
	Warn func(file, text string)
}

// A Dir is a directory with the lists that apply to it. Its methods accept nil, for which
// nothing is ignored.
type Dir struct {
	tree         *Tree
	in           *Dir // the directory above; nil above the root
	depth        int
	path         string // absolute, with a slash at its end
	shown        string // the same as the user knows it, for messages
	inRepository bool
	ignore, git  []*list // .ignore, and .gitignore with info/exclude at the end; the nearest first
}

// A list is the patterns in a file.
type list struct {
	base     int // length of the path of the directory that the patterns are relative to
	patterns []glob.Pattern
}

// Root returns the Dir for a directory. In messages its path is shown, which ends in a separator or
// is empty; those above have their absolute paths. An error means that the directory cannot be read.
func (t *Tree) Root(dir, shown string) (*Dir, error) {
	path, err := filepath.Abs(dir)
	if err == nil {
		var real string
		if real, err = filepath.EvalSymlinks(path); err == nil {
			path = real
		} else if _, failed := longpath.Stat(path); failed == nil { // it is too long for EvalSymlinks
			err = nil
		}
	}
	if err != nil {
		return nil, err
	}
	var above []string // path and the directories above it, the nearest first
	for {
		above = append(above, path)
		parent := filepath.Dir(path)
		if parent == path {
			break
		}
		path = parent
	}
	d := &Dir{tree: t}
	for i, path := range slices.Backward(above) {
		slashed := strings.TrimSuffix(filepath.ToSlash(path), "/") + "/"
		name := filepath.FromSlash(slashed)
		if i == 0 {
			name = shown
		}
		d = d.enter(slashed, name, func(name string) bool {
			_, err := longpath.Lstat(slashed + name)
			return err == nil
		})
	}
	return d, nil
}

// Sub returns the Dir for the directory with that name in d, which contains entries in the order
// of their names.
func (d *Dir) Sub(name string, entries []fs.DirEntry) *Dir {
	if d == nil {
		return nil
	}
	return d.enter(d.path+name+"/", d.shown+name+string(os.PathSeparator), func(name string) bool {
		_, found := slices.BinarySearchFunc(entries, name, func(e fs.DirEntry, name string) int { return strings.Compare(e.Name(), name) })
		return found
	})
}

// enter returns the Dir for a directory in d, with these paths. The function has reports whether it contains a file.
func (d *Dir) enter(path, shown string, has func(name string) bool) *Dir {
	sub := &Dir{tree: d.tree, in: d, depth: d.depth + 1, path: path, shown: shown, inRepository: d.inRepository, ignore: d.ignore, git: d.git}
	if sub.depth%sharing == 0 {
		sub.share()
	}
	if has(gitName) {
		sub.inRepository = true
		sub.git = sub.read(nil, excludeFile(path), filepath.Join(gitName, "info", "exclude"))
	}
	if sub.inRepository && has(gitIgnoreName) {
		sub.git = sub.read(sub.git, path+gitIgnoreName, gitIgnoreName)
	}
	if has(ignoreName) {
		sub.ignore = sub.read(sub.ignore, path+ignoreName, ignoreName)
	}
	return sub
}

// sharing is the number of levels of a deep tree after which the paths of directories share memory.
const sharing = 64

// share makes the paths of the directories above d share the memory of its own, if they begin it.
// Otherwise the paths in a tree of n levels would take n times the memory of the longest.
func (d *Dir) share() {
	for above := d.in; above != nil; above = above.in {
		if strings.HasPrefix(d.path, above.path) && strings.HasPrefix(d.shown, above.shown) {
			above.path, above.shown = d.path[:len(above.path)], d.shown[:len(above.shown)]
		}
	}
}

// read returns lists with the one in a file before them, if that has patterns. In messages the file
// has that name in d.
func (d *Dir) read(lists []*list, file, name string) []*list {
	text, err := readFile(file)
	if err != nil {
		if d.tree.Fail != nil {
			d.tree.Fail(d.shown+name, err)
		}
		return lists
	}
	l := &list{base: len(d.path)}
	number := 0
	for line := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		number++
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		switch p, ok, err := glob.NewLine(line); {
		case err != nil:
			if d.tree.Warn != nil {
				d.tree.Warn(d.shown+name, fmt.Sprintf("line %d: invalid pattern %q, skipped", number, line))
			}
		case ok:
			l.patterns = append(l.patterns, p)
		}
	}
	if l.patterns == nil {
		return lists
	}
	return append([]*list{l}, lists...)
}

// readFile returns the contents of a regular file, or "" if it does not exist or is not a regular
// file: Git does not read others.
func readFile(name string) (string, error) {
	info, err := longpath.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && !info.Mode().IsRegular():
		return "", nil
	case err != nil:
		return "", err
	}
	f, err := longpath.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxSize+1))
	if err == nil && len(text) > maxSize {
		err = fmt.Errorf("the list is longer than %d bytes", maxSize)
	}
	if err != nil {
		return "", err
	}
	return string(text), nil
}

// excludeFile returns the name of the file info/exclude of the repository in a directory.
func excludeFile(dir string) string {
	git := dir + gitName
	if text, err := readFile(git); err == nil { // of a submodule or another worktree
		if path, ok := strings.CutPrefix(strings.TrimRight(text, "\r\n"), "gitdir: "); ok {
			git = below(dir, path)
			if common, err := readFile(filepath.Join(git, "commondir")); err == nil && common != "" {
				git = below(git, strings.TrimRight(common, "\r\n"))
			}
		}
	}
	return filepath.Join(git, "info", "exclude")
}

// below returns a path that may be relative to a directory.
func below(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// Decide returns whether the lists skip a file in d, or select it by a pattern that begins with
// "!".
func (d *Dir) Decide(name string, isDir bool) glob.Decision {
	if d == nil {
		return glob.Undecided
	}
	path := d.path + name
	for _, lists := range [][]*list{d.ignore, d.git} {
		for _, l := range lists {
			if decision := l.decide(path[l.base:], isDir); decision != glob.Undecided {
				return decision
			}
		}
	}
	return glob.Undecided
}

func (l *list) decide(path string, isDir bool) glob.Decision {
	for _, p := range slices.Backward(l.patterns) {
		switch {
		case !p.Match(path, isDir):
		case p.Negated:
			return glob.Selected
		default:
			return glob.Skipped
		}
	}
	return glob.Undecided
}

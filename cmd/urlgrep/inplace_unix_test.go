//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// TestEditNames edits random files with links, backups, repeated names and directories, and
// compares the result with that of a model: an error before any change, or each file edited once
// and kept in its backup.
func TestEditNames(t *testing.T) {
	r := rand.New(rand.NewPCG(29, 1))
	dir := t.TempDir()
	t.Chdir(dir)
	edits, refusals := 0, 0
	for range effort.Rounds(1500) {
		e := newEditing(t, r)
		n, isRefused := e.check(t)
		edits += n
		if isRefused {
			refusals++
		}
		for _, name := range e.top() {
			if err := os.RemoveAll(name); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Logf("%d edits, %d runs refused", edits, refusals)
	if edits == 0 || refusals == 0 {
		t.Errorf("%d edits, %d refusals", edits, refusals)
	}
}

// editNames are the names of random files. Some are backups of others with some suffixes.
var editNames = []string{
	"f", "g", "f.bak", "g.bak", "f.bak.bak", "old-f", "old-old-f", "F", "d/f", "d/g", "d/f.bak", "d/old-f", "bk/f", "bk/d/f", "bk/g",
	"d/e/f", "d/e/f.bak", "bk/bk/f",
}

var editSuffixes = []string{"", ".bak", ".bak", ".bak", "old-*", "bk/*", "bk/*", "d/*", "*/*", "x*x", "~", "here/*", "new/*"}

// An editing is a run of --in-place on random files in the working directory.
type editing struct {
	suffix           string
	recurse, follow  bool
	operands, listed []string
	threads          int
	before           map[string]string // the text of each regular file, by its name without links
	links            map[string]string // the text of each symbolic link
	inputs           []editInput
}

// An editInput is an input as the model sees it.
type editInput struct {
	name  string
	path  string // without symbolic links
	named bool
}

func oneOf[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// newEditing creates random files and chooses operands.
func newEditing(t *testing.T, r *rand.Rand) *editing {
	t.Helper()
	for _, name := range []string{"d/e", "bk/d", "bk/bk"} {
		if err := os.MkdirAll(name, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	if r.IntN(3) == 0 {
		os.Symlink(oneOf(r, []string{".", "d", "bk"}), oneOf(r, []string{"here", "d/here", "bk/here"}))
	}
	if r.IntN(6) == 0 {
		os.Symlink("../d", "bk/e")
	}
	names := slices.Clone(editNames)
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	names = names[:2+r.IntN(12)]
	for i, name := range names {
		other := names[r.IntN(i+1)]
		if r.IntN(4) > 0 {
			other = oneOf(r, editNames)
		}
		switch k := r.IntN(10); {
		case i > 0 && k == 0:
			os.Link(names[r.IntN(i)], name)
		case k == 1:
			to, _ := filepath.Rel(filepath.Dir(name), other)
			os.Symlink(to, name)
		case k == 2:
			abs, _ := filepath.Abs(other)
			os.Symlink(abs, name)
		}
		if _, err := os.Lstat(name); err != nil {
			text := fmt.Sprintf("see http://%d.example/ there\n", r.Uint32())
			if r.IntN(8) == 0 {
				text = "nothing\n"
			}
			write(t, name, text)
		}
	}
	e := &editing{suffix: oneOf(r, editSuffixes), threads: 1 + 3*r.IntN(2), recurse: r.IntN(3) == 0}
	e.follow = e.recurse && r.IntN(2) == 0
	for range 1 + r.IntN(7) {
		name := oneOf(r, names)
		if len(e.operands) > 0 && r.IntN(4) == 0 {
			name = e.operands[0] + oneOf(r, []string{"", ".bak", "/f"})
		}
		if e.recurse && r.IntN(2) == 0 {
			name = oneOf(r, []string{".", "d", "bk", "d/e", "here"})
		}
		switch r.IntN(8) {
		case 0:
			name = "./" + name
		case 1:
			name = "d/../" + name
		case 2:
			name, _ = filepath.Abs(name)
		}
		if _, err := os.Stat(name); err != nil {
			continue
		}
		if r.IntN(4) == 0 {
			e.listed = append(e.listed, name)
		} else {
			e.operands = append(e.operands, name)
		}
	}
	if len(e.operands)+len(e.listed) == 0 {
		e.operands = []string{names[0]}
	}
	return e
}

// top returns the names in the working directory.
func (e *editing) top() (names []string) {
	entries, _ := os.ReadDir(".")
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

// look returns the texts of all files and the targets of all links below the working directory.
func look(t *testing.T) (texts, links map[string]string) {
	t.Helper()
	texts, links = map[string]string{}, map[string]string{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.Type()&fs.ModeSymlink != 0:
			links[path], err = os.Readlink(path)
		case d.Type().IsRegular():
			var text []byte
			text, err = os.ReadFile(path)
			texts[path] = string(text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts, links
}

// args returns the command line, and standard input.
func (e *editing) args() (args []string, stdin string) {
	args = []string{"urlgrep", fmt.Sprintf("-j%d", e.threads), "--input=text", "--replace", "{{.URL}}x"}
	if e.suffix == "" {
		args = append(args, "--in-place")
	} else {
		args = append(args, "--in-place="+e.suffix)
	}
	switch {
	case e.follow:
		args = append(args, "-R")
	case e.recurse:
		args = append(args, "-r")
	}
	if e.listed != nil {
		args = append(args, "--files-from=-")
	}
	return append(args, e.operands...), strings.Join(e.listed, "\n")
}

// real returns the name of an existing file without symbolic links, relative to the working
// directory, or "".
func real(name string) string {
	path, err := filepath.EvalSymlinks(name)
	if err != nil {
		return ""
	}
	path, _ = filepath.Abs(path)
	here, _ := filepath.Abs(".")
	here, _ = filepath.EvalSymlinks(here)
	if path, err = filepath.Rel(here, path); err != nil {
		return ""
	}
	return path
}

// list lists the inputs as the model does.
func (e *editing) list() {
	var dir func(name string, above []string)
	add := func(name string, named bool) { e.inputs = append(e.inputs, editInput{name, real(name), named}) }
	dir = func(name string, above []string) {
		if slices.Contains(above, real(name)) {
			return
		}
		entries, _ := os.ReadDir(name)
		for _, entry := range entries {
			path := name + "/" + entry.Name()
			info, err := os.Lstat(path)
			if err == nil && info.Mode()&fs.ModeSymlink != 0 && e.follow {
				info, err = os.Stat(path)
			}
			switch {
			case err != nil:
			case info.IsDir():
				dir(path, append(slices.Clone(above), real(name)))
			case info.Mode().IsRegular():
				add(path, false)
			}
		}
	}
	for _, name := range slices.Concat(e.operands, e.listed) {
		info, err := os.Stat(name)
		switch {
		case err != nil:
		case info.IsDir() && e.recurse:
			dir(name, nil)
		case info.Mode().IsRegular():
			add(name, true)
		}
	}
}

// backupOf returns the name of the backup of an input, and that name with the links of its directory
// followed. Both are "" without a suffix.
func (e *editing) backupOf(in editInput) (name, path string) {
	if e.suffix == "" {
		return "", ""
	}
	name, err := filepath.EvalSymlinks(in.name)
	if err != nil {
		return "", ""
	}
	pattern := e.suffix
	if !strings.Contains(pattern, "*") {
		pattern = "*" + pattern
	}
	if strings.Contains(pattern, "/") {
		if strings.HasPrefix(name, "..") {
			return "", ""
		}
		name = strings.ReplaceAll(pattern, "*", name)
	} else {
		name = filepath.Join(filepath.Dir(name), strings.ReplaceAll(pattern, "*", filepath.Base(name)))
	}
	parent, base := filepath.Split(name)
	if parent = real("./" + parent); filepath.IsAbs(name) {
		parent = real(filepath.Dir(name))
	}
	if parent == "" {
		return name, ""
	}
	return name, filepath.Join(parent, base)
}

func same(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}

// predict returns the files to edit, by their names without links, with their backups. It reports
// whether the run is refused.
func (e *editing) predict() (edits map[string]string, isRefused bool) {
	e.list()
	named, backups := map[string]bool{}, map[string]bool{}
	for _, in := range e.inputs {
		_, isKnown := named[in.path]
		named[in.path] = named[in.path] || in.named
		if isKnown {
			continue
		}
		if _, path := e.backupOf(in); path != "" && path != in.path {
			backups[path] = true
		}
	}
	edits = map[string]string{}
	taken := map[string]bool{}
	for _, in := range e.inputs {
		if _, ok := edits[in.path]; ok || !named[in.path] && backups[in.path] {
			continue
		}
		edits[in.path] = ""
		name, path := e.backupOf(in)
		if path == "" {
			continue
		}
		isRefused = isRefused || taken[path] || path == in.path
		taken[path] = true
		edits[in.path] = path
		if info, err := os.Lstat(name); err == nil && !info.Mode().IsRegular() && same(name, in.path) {
			isRefused = true
		}
	}
	for a, backup := range edits {
		for b := range edits {
			isRefused = isRefused || a != b && (same(a, b) || backup != "" && same(backup, b))
		}
	}
	return edits, isRefused
}

// check runs the program and compares the result with the model. It returns the number of edits.
func (e *editing) check(t *testing.T) (n int, isRefused bool) {
	t.Helper()
	e.before, e.links = look(t)
	edits, isRefused := e.predict()
	args, stdin := e.args()
	var stdout, stderr bytes.Buffer
	status := run(args, strings.NewReader(stdin), &stdout, &stderr)
	after, links := look(t)
	fail := func(format string, a ...any) {
		t.Helper()
		t.Fatalf("%q, list %q: %s\nfiles before: %q\nlinks: %q\nafter: %q\nlinks: %q\nstatus %d\n%s%s", args, e.listed, fmt.Sprintf(format, a...),
			e.before, e.links, after, links, status, &stdout, &stderr)
	}
	if isRefused || strings.Contains(stderr.String(), "no file is edited") {
		switch {
		case !isRefused:
			fail("refused, the model edits %q", edits)
		case status != exitError || !strings.Contains(stderr.String(), "no file is edited"):
			fail("not refused")
		case !maps.Equal(after, e.before) || !maps.Equal(links, e.links):
			fail("refused, but files are changed")
		}
		return 0, true
	}
	want, wantLinks := maps.Clone(e.before), maps.Clone(e.links)
	for path, backup := range edits {
		text, isEdited := e.before[path], strings.Contains(e.before[path], "http")
		if !isEdited {
			continue
		}
		if e.suffix != "" {
			if info, err := os.Lstat(backup); backup == "" || err == nil && info.IsDir() {
				continue // there is no directory for the backup, or it has the name of the backup
			}
			delete(wantLinks, backup)
			want[backup] = text
		}
		n++
		want[path] = strings.Replace(text, "/ ", "/x ", 1)
	}
	if !maps.Equal(after, want) || !maps.Equal(links, wantLinks) {
		fail("want %q\nlinks %q", want, wantLinks)
	}
	return n, false
}

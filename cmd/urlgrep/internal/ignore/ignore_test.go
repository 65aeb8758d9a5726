package ignore

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/glob"
)

// makeTree writes files, each "name" or "name=text", where "|" is a line feed, "_" a space and a
// "^" before "|" or at the end a carriage return, and directories, whose names end in a slash.
func makeTree(t *testing.T, dir, files string) {
	t.Helper()
	for _, file := range strings.Fields(files) {
		name, text, _ := strings.Cut(file, "=")
		path := filepath.Join(dir, filepath.FromSlash(name))
		parent := filepath.Dir(path)
		if strings.HasSuffix(name, "/") {
			parent = path
		}
		err := os.MkdirAll(parent, 0o777)
		if err == nil && parent != path {
			text = strings.ReplaceAll(text+"|", "^|", "\r|")
			text = strings.NewReplacer("|", "\n", "_", " ").Replace(text)
			err = os.WriteFile(path, []byte(text), 0o666)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// searched returns the files below a directory that are not ignored, except in .git.
func searched(t *testing.T, tree *Tree, dir string) []string {
	t.Helper()
	root, err := tree.Root(dir, "shown/")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	var walk func(d *Dir, path string)
	walk = func(d *Dir, path string) {
		entries, err := os.ReadDir(filepath.Join(dir, path))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			switch {
			case e.Name() == gitName, d.Decide(e.Name(), e.IsDir()) == glob.Skipped:
			case e.IsDir():
				sub, err := os.ReadDir(filepath.Join(dir, path, e.Name()))
				if err != nil {
					t.Fatal(err)
				}
				walk(d.Sub(e.Name(), sub), path+e.Name()+"/")
			default:
				names = append(names, path+e.Name())
			}
		}
	}
	walk(root, "")
	return names
}

func TestDecide(t *testing.T) {
	for _, test := range []struct{ name, files, dir, want string }{
		{"no repository", ".gitignore=a a b", "", ".gitignore a b"},
		{".ignore without a repository", ".ignore=a a b", "", ".ignore b"},
		{"a repository", ".git/ .gitignore=a a b", "", ".gitignore b"},
		{"a worktree", ".git=gitdir:_../x x/ .gitignore=a a b", "", ".gitignore b"},
		{"nested lists", ".git/ .gitignore=*.o x/.gitignore=!a.o x/a.o x/b.o a.o", "", ".gitignore x/.gitignore x/a.o"},
		{"nothing in an ignored directory", ".git/ .gitignore=x|!x/a x/a x/.gitignore=!a", "", ".gitignore"},
		{"the parents", ".git/ .gitignore=/x/y/a|*.o x/y/a x/y/b x/y/c.o", "x/y", "b"},
		{"an ignored operand is searched", ".git/ .gitignore=/x x/a", "x", "a"},
		{".ignore first", ".git/ .ignore=!a|b .gitignore=a x/.gitignore=!b x/a x/b", "", ".gitignore .ignore x/.gitignore x/a"},
		{".ignore of the parents of a repository", ".ignore=a .gitignore=b r/.git/ r/a r/b", "r", "b"},
		{"a repository in a repository", ".git/ .gitignore=a r/.git/ r/a r/b a", "", ".gitignore r/a r/b"},
		{"a repository below none", ".gitignore=b r/.git/ r/.gitignore=a r/a r/b", "", ".gitignore r/.gitignore r/b"},
		{"info/exclude", ".git/info/exclude=a|b .gitignore=!b a b", "", ".gitignore b"},
		{"info/exclude of a worktree", ".git=gitdir:_g/worktrees/w g/worktrees/w/commondir=../.. g/info/exclude=a|g a", "", ".git"},
		{"a directory is no list", ".git/ .gitignore/a .ignore/ b", "", ".gitignore/a b"},
		{"CR LF", ".git/ .gitignore=a^|b^ a b c", "", ".gitignore c"},
		{"a byte order mark", ".git/ .gitignore=\ufeffa a", "", ".gitignore"},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			makeTree(t, dir, test.files)
			tree := &Tree{
				Fail: func(file string, err error) { t.Errorf("%s: %v", file, err) },
				Warn: func(file, text string) { t.Errorf("%s: %s", file, text) },
			}
			want := strings.Fields(test.want)
			got := searched(t, tree, filepath.Join(dir, test.dir))
			got = slices.DeleteFunc(got, func(name string) bool { return name == ".git" })
			want = slices.DeleteFunc(want, func(name string) bool { return name == ".git" })
			if !slices.Equal(got, want) {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

func TestReport(t *testing.T) {
	dir := t.TempDir()
	makeTree(t, dir, ".ignore=a|[b|c")
	makeTree(t, dir, "x/.ignore="+strings.Repeat("a|", maxSize/2+1))
	var reported []string
	report := func(severity, file, text string) {
		reported = append(reported, fmt.Sprintf("%s: %s: %s", severity, filepath.ToSlash(file), text))
	}
	tree := &Tree{
		Fail: func(file string, err error) { report("error", file, err.Error()) },
		Warn: func(file, text string) { report("warning", file, text) },
	}
	makeTree(t, dir, "a b c x/a x/d")
	if got, want := searched(t, tree, dir), []string{".ignore", "b", "x/.ignore", "x/d"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	want := []string{
		`warning: shown/.ignore: line 2: invalid pattern "[b", skipped`,
		"error: shown/x/.ignore: the list is longer than 4194304 bytes",
	}
	if !slices.Equal(reported, want) {
		t.Errorf("got %q, want %q", reported, want)
	}
	var none *Dir
	if none.Sub("a", nil) != nil || none.Decide("a", true) != glob.Undecided {
		t.Error("nil ignores something")
	}
	if _, err := tree.Root(filepath.Join(dir, "missing"), ""); err == nil {
		t.Error("a missing directory has no error")
	}
}

// TestGit compares random trees with "git check-ignore".
func TestGit(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	run := func(dir, stdin string, args ...string) string {
		cmd := exec.Command(git, append([]string{"-c", "core.ignorecase=false"}, args...)...)
		cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
		environment := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "GIT_") })
		cmd.Env = append(environment, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "HOME="+dir, "XDG_CONFIG_HOME="+dir,
			"GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		out, err := cmd.Output()
		if e, ok := err.(*exec.ExitError); err != nil && !(ok && e.ExitCode() == 1) { // 1: nothing is ignored
			t.Fatalf("git %q: %v\n%s", args, err, &stderr)
		}
		return string(out)
	}
	r := rand.New(rand.NewPCG(1, 2))
	ignored, paths := 0, 0
	for i := range 20 {
		dir := t.TempDir()
		run(dir, "", "init", "-q")
		for range 1 + r.IntN(4) {
			name := randomPath(r, 2) + "/.gitignore"
			if r.IntN(3) == 0 {
				name = ".gitignore"
			}
			makeTree(t, dir, name+"="+randomLines(r))
		}
		if i%4 == 0 {
			makeTree(t, dir, ".git/info/exclude="+randomLines(r))
		}
		var names []string
		for range 60 {
			path := filepath.Join(dir, randomPath(r, 4))
			if os.MkdirAll(filepath.Dir(path), 0o777) == nil { // otherwise a file is in the way
				os.WriteFile(path, nil, 0o666)
			}
		}
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			if e.Name() == gitName {
				return filepath.SkipDir
			}
			if !e.IsDir() {
				name, _ := filepath.Rel(dir, path)
				names = append(names, filepath.ToSlash(name))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		out := run(dir, strings.Join(names, "\x00"), "check-ignore", "--no-index", "--stdin", "-z")
		theirs := strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
		ours := searched(t, new(Tree), dir)
		for _, name := range names {
			paths++
			is := !slices.Contains(ours, name)
			if is {
				ignored++
			}
			if is != slices.Contains(theirs, name) {
				why := run(dir, name, "check-ignore", "--no-index", "--stdin", "--verbose", "--non-matching")
				t.Fatalf("tree %d: %s is ignored: %t, unlike in git: %s", i, name, is, why)
			}
		}
	}
	t.Logf("%d of %d files are ignored", ignored, paths)
	if ignored < paths/20 || ignored > paths*19/20 {
		t.Errorf("%d of %d files are ignored", ignored, paths)
	}
}

// randomPath returns a path with up to so many elements.
func randomPath(r *rand.Rand, most int) string {
	elements := make([]string, 1+r.IntN(most))
	for i := range elements {
		elements[i] = pick(r, "a", "b", "ab", "ba", "c.o", "a.o", "{a,b}", "x-y", "A", "#a", "[a]")
	}
	return strings.Join(elements, "/")
}

// randomLines returns the text of a list for makeTree.
func randomLines(r *rand.Rand) string {
	var b strings.Builder
	for range 1 + r.IntN(4) {
		if b.Len() > 0 {
			b.WriteByte('|')
		}
		b.WriteString(pick(r, "", "", "", "!", "!", "#", `\`))
		b.WriteString(pick(r, "", "", "", "/", "**/", "/**/"))
		for i := range 1 + r.IntN(3) {
			if i > 0 {
				b.WriteString(pick(r, "/", "/", "/**/", "**", "*", ""))
			}
			b.WriteString(pick(r, "a", "b", "ab", "*", "?", "*.o", "[ab]", "[!a]", "[^b-z]*", "[[:lower:]]", "[]a[]*", "{a,b}", "x[+--]y",
				"a?", "?b", "*a*", "**", "***", `\[a]`, "[a-c].o", "[[:upper:]b]", "[", `\`))
		}
		b.WriteString(pick(r, "", "", "", "", "/", "/**", "/*", "_", `\_`))
	}
	return b.String()
}

func pick(r *rand.Rand, of ...string) string { return of[r.IntN(len(of))] }

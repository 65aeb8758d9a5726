package listing

import (
	"io/fs"
	"path/filepath"

	"github.com/urlgrep/urlgrep/internal/longpath"
)

// versionControl is the names of the directories in which programs for version control keep their
// data, which is often compressed, and of which the files in the tree are a copy.
var versionControl = map[string]control{
	".git":      {orFile: true}, // a file in a submodule or a further worktree
	".hg":       {},
	".svn":      {},
	".bzr":      {},
	".jj":       {},
	".sl":       {},
	".pijul":    {},
	".arch-ids": {},
	"_darcs":    {},
	"_MTN":      {},
	"{arch}":    {},
	".fslckout": {orFile: true}, // Fossil has a database only
	"_FOSSIL_":  {orFile: true},
	"CVS":       {marker: "Entries"}, // a folder of mail may have that name
	".osc":      {},
}

// A control is a line of versionControl.
type control struct {
	orFile bool   // a file with that name is version-control data too
	marker string // a file that the directory must contain; "": any directory
}

// IsVersionControl reports whether an entry of a directory is version-control data. A Maildir is
// not: a folder of Maildir++ for the list git is named .git.
func IsVersionControl(dir string, e fs.DirEntry) bool {
	name := e.Name()
	switch name[0] {
	case '.', '_', 'C', '{': // of all names in versionControl
	default:
		return false
	}
	c, ok := versionControl[name]
	switch {
	case !ok:
		return false
	case !e.IsDir():
		return c.orFile && e.Type().IsRegular()
	case c.marker != "":
		_, err := longpath.Lstat(filepath.Join(dir, name, c.marker))
		return err == nil
	}
	entries, err := longpath.ReadDir(filepath.Join(dir, name))
	return err != nil || !IsMaildir(entries)
}

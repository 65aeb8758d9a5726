// Package listing distinguishes the entries of a directory: messages of a Maildir or an MH folder,
// files that servers and mail readers keep beside them, data of version control, and others. A
// search of the directory leaves out what is neither text nor mail.
package listing

import (
	"cmp"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/internal/longpath"
)

// IsMaildir reports whether the directory with these entries is a Maildir, which has a
// directory cur or new. Mail readers require cur, new and tmp, but backups omit empty
// directories.
func IsMaildir(entries []fs.DirEntry) bool {
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return e.IsDir() && (e.Name() == "cur" || e.Name() == "new")
	})
}

// HidesInMaildir reports whether to skip an entry of the Maildir in path: tmp, where messages
// are being delivered, and the files and directories of servers.
func HidesInMaildir(path string, e fs.DirEntry) bool {
	name := e.Name()
	switch {
	case e.IsDir() && name == "tmp":
		return true
	case e.IsDir() && name[0] == '.':
		sub, err := longpath.ReadDir(filepath.Join(path, name))
		return err == nil && !IsMaildir(sub)
	}
	return slices.ContainsFunc(servers[:], func(pattern string) bool {
		match, _ := filepath.Match(pattern, name)
		return match
	})
}

// servers are patterns for the names of files that servers keep in a Maildir.
var servers = [...]string{".*", "dovecot*", "courierimap*", "courierpop3*", "maildirfolder", "maildirsize", "subscriptions"}

// IsMH reports whether the directory with these entries is an MH folder, or a newsgroup
// in a news spool: both name their files by numbers.
func IsMH(entries []fs.DirEntry) bool {
	numbers := 0
	for _, e := range entries {
		switch name := e.Name(); {
		case name == ".mh_sequences":
			return true
		case !e.Type().IsRegular() || name[0] == '.' || isDeleted(name):
		case IsNumber(name):
			numbers++
		default:
			return false
		}
	}
	return numbers > 0
}

// OrderMH returns the entries of an MH folder to visit: the messages in numeric order,
// then the other entries.
func OrderMH(entries []fs.DirEntry) []fs.DirEntry {
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		name := e.Name()
		return !e.IsDir() && (isDeleted(name) || slices.Contains(indexes[:], name))
	})
	slices.SortStableFunc(entries, func(a, b fs.DirEntry) int {
		switch x, y := IsNumber(a.Name()), IsNumber(b.Name()); {
		case x && y:
			return compareNumbers(a.Name(), b.Name())
		case x:
			return -1
		case y:
			return 1
		}
		return 0
	})
	return entries
}

// indexes are the names of files that programs keep in an MH folder or a newsgroup.
var indexes = [...]string{".mh_sequences", ".xmhcache", ".overview"}

// isDeleted reports whether a name is that of a removed message, which MH renames to
// ",12" or "#12".
func isDeleted(name string) bool {
	return (name[0] == ',' || name[0] == '#') && IsNumber(name[1:])
}

func IsNumber(name string) bool {
	return name != "" && strings.Trim(name, "0123456789") == ""
}

// compareNumbers compares two decimal numbers of any length.
func compareNumbers(a, b string) int {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

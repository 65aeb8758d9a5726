package input

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// isMaildir reports whether the directory with these entries is a Maildir, which has a
// directory cur or new. Mail readers require cur, new and tmp, but backups omit empty
// directories.
func isMaildir(entries []fs.DirEntry) bool {
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return e.IsDir() && (e.Name() == "cur" || e.Name() == "new")
	})
}

// maildir visits a Maildir: its messages, its folders (".Sent" in Maildir++, or other
// directories), and the files in it that do not belong to the format. It changes nothing
// in the Maildir, although mail readers move the messages they have seen from new to cur.
func (w *Walker) maildir(f *folder, entries []fs.DirEntry) {
	box := maildir{path: f.path}
	for _, e := range entries {
		if e.Name() == "new" && e.IsDir() {
			// List new before cur: a message that is moved in between is then in one of
			// the lists at least.
			box.fresh = w.messages(f.path + "new")
		}
	}
	for _, e := range entries {
		switch {
		case w.visitor.IsOver():
			return
		case e.IsDir() && e.Name() == "cur":
			box.seen = w.messages(f.path + "cur")
			w.mail(&box, f, "cur", box.seen)
		case e.IsDir() && e.Name() == "new":
			w.mail(&box, f, "new", box.fresh)
		case !box.hides(e):
			w.entry(f, e)
		}
	}
}

// A maildir is the state of visiting one Maildir.
type maildir struct {
	path               string
	fresh, seen, later []string // names in new, in cur, and in cur when listed again
}

// hides reports whether w skips an entry of the Maildir: tmp, where messages are being
// delivered, and the files and directories of servers.
func (b *maildir) hides(e fs.DirEntry) bool {
	name := e.Name()
	switch {
	case e.IsDir() && name == "tmp":
		return true
	case e.IsDir() && name[0] == '.':
		sub, err := os.ReadDir(b.path + name)
		return err == nil && !isMaildir(sub)
	}
	return slices.ContainsFunc(servers[:], func(pattern string) bool {
		match, _ := filepath.Match(pattern, name)
		return match
	})
}

// servers are patterns for the names of files that servers keep in a Maildir.
var servers = [...]string{".*", "dovecot*", "courierimap*", "courierpop3*", "maildirfolder", "maildirsize", "subscriptions"}

// messages returns the sorted names of the messages in cur or new. That is the order of
// delivery. "A unique name can be anything that doesn't contain a colon (or slash) and
// doesn't start with a dot" (D. J. Bernstein, Using maildir format).
func (w *Walker) messages(dir string) (names []string) {
	d, err := os.Open(dir)
	if err != nil {
		w.visitor.Fail(dir, err)
		return nil
	}
	defer d.Close()
	for {
		// Read some entries at a time: a directory may have a hundred thousand, and only
		// their names are kept.
		entries, err := d.ReadDir(256)
		w.follow(dir+string(os.PathSeparator), entries)
		for _, e := range entries {
			if e.Type().IsRegular() && e.Name()[0] != '.' {
				names = append(names, e.Name())
			}
		}
		if err != nil {
			if err != io.EOF {
				w.visitor.Fail(dir, err)
			}
			slices.Sort(names)
			return names
		}
	}
}

// mail visits the messages in cur or new. It opens them here and not when a worker gets
// to them, because by then more of them have been renamed.
func (w *Walker) mail(box *maildir, in *folder, sub string, names []string) {
	f := w.Rules.open(in, sub, nil, &w.ignore)
	for _, name := range names {
		if w.visitor.IsOver() {
			return
		}
		if w.Rules.skips(f, name, false) {
			continue
		}
		w.visitor.Reserve()
		path, f, err := box.open(sub, name, w.Dereference)
		if f == nil && err == nil {
			w.visitor.Release()
			continue
		}
		w.visitor.Message(path, f, err)
	}
}

// open opens a message. It returns no file and no error if the message has been deleted,
// or has already been read in cur.
func (b *maildir) open(sub, name string, follow bool) (path string, f *os.File, err error) {
	path = b.in(sub, name)
	f, err = OpenListed(path, follow)
	switch {
	case !errors.Is(err, fs.ErrNotExist):
		return path, f, err
	case sub == "new" && find(b.seen, unique(name)) != "":
		return "", nil, nil
	}
	return b.follow(unique(name), follow)
}

func (b *maildir) in(sub, name string) string {
	return b.path + sub + string(os.PathSeparator) + name
}

// flagMarks are the marks that the flags follow in the name of a message. File names on
// Windows have no colon, so programs there use other marks.
var flagMarks = [...]string{":2,", ";2,", "!2,"}

// unique returns the part of a message's name that does not change when its flags change.
func unique(name string) string {
	for _, mark := range flagMarks {
		if before, _, ok := strings.Cut(name, mark); ok {
			return before
		}
	}
	return name
}

// find returns the name with this unique part among sorted names, or "" if no name has
// it.
func find(names []string, id string) string {
	for _, mark := range append(flagMarks[:], "") {
		i, _ := slices.BinarySearch(names, id+mark)
		if i < len(names) && unique(names[i]) == id {
			return names[i]
		}
	}
	return ""
}

// follow opens a message that has been moved to cur or renamed there. It returns no file
// and no error if the message has been deleted. It lists cur again only when the last
// list turns out to be stale: to list it for each message that moves is slow when all of
// them move.
func (b *maildir) follow(id string, links bool) (path string, f *os.File, err error) {
	for range 2 {
		if name := find(b.later, id); name != "" {
			path = b.in("cur", name)
			if f, err = OpenListed(path, links); !errors.Is(err, fs.ErrNotExist) {
				return path, f, err
			}
		}
		b.later = b.later[:0]
		entries, _ := os.ReadDir(b.path + "cur")
		for _, e := range entries {
			b.later = append(b.later, e.Name())
		}
	}
	return "", nil, nil
}

// isMH reports whether the directory with these entries is an MH folder, or a newsgroup
// in a news spool: both name their files by numbers.
func isMH(entries []fs.DirEntry) bool {
	numbers := 0
	for _, e := range entries {
		switch name := e.Name(); {
		case name == ".mh_sequences":
			return true
		case !e.Type().IsRegular() || name[0] == '.' || isDeleted(name):
		case isNumber(name):
			numbers++
		default:
			return false
		}
	}
	return numbers > 0
}

// mhOrder returns the entries of an MH folder to visit: the messages in numeric order,
// then the other entries.
func mhOrder(entries []fs.DirEntry) []fs.DirEntry {
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		name := e.Name()
		return !e.IsDir() && (isDeleted(name) || slices.Contains(indexes[:], name))
	})
	slices.SortStableFunc(entries, func(a, b fs.DirEntry) int {
		switch x, y := isNumber(a.Name()), isNumber(b.Name()); {
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
	return (name[0] == ',' || name[0] == '#') && isNumber(name[1:])
}

func isNumber(name string) bool {
	return name != "" && strings.Trim(name, "0123456789") == ""
}

// compareNumbers compares two decimal numbers of any length.
func compareNumbers(a, b string) int {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

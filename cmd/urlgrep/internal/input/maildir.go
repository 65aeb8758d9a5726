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

// isMaildir reports whether a directory is a Maildir: if it has cur or new. Mail
// readers want both and tmp, but backups leave empty directories out.
func isMaildir(entries []fs.DirEntry) bool {
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		return e.IsDir() && (e.Name() == "cur" || e.Name() == "new")
	})
}

// maildir visits a Maildir: its messages, its folders (Maildir++: ".Sent", or
// as other directories), and files that are none of its own. Nothing is ever
// changed in it: mail readers move what they have seen from new to cur.
func (w *Walker) maildir(name string, entries []fs.DirEntry) {
	box := maildir{path: name}
	for _, e := range entries {
		if e.Name() == "new" && e.IsDir() {
			// Its list is made before that of cur, else what is moved between
			// them were in neither.
			box.fresh = w.messages(name + "new")
		}
	}
	for _, e := range entries {
		switch {
		case w.visitor.IsOver():
			return
		case e.IsDir() && e.Name() == "cur":
			box.seen = w.messages(name + "cur")
			w.mail(&box, "cur", box.seen)
		case e.IsDir() && e.Name() == "new":
			w.mail(&box, "new", box.fresh)
		case !box.hides(e):
			w.entry(name, e)
		}
	}
}

// A maildir is a Maildir while it is searched.
type maildir struct {
	path               string
	fresh, seen, later []string // what was in new, in cur, and in cur another time
}

// hides reports whether an entry of a Maildir is not for reading: what is being
// delivered to tmp, and what servers keep in there.
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

// servers are the names of what servers keep in a Maildir.
var servers = [...]string{".*", "dovecot*", "courierimap*", "courierpop3*", "maildirfolder", "maildirsize", "subscriptions"}

// messages returns the names of the messages in cur or new, in their order,
// which is that of delivery. "A unique name can be anything that doesn't contain
// a colon (or slash) and doesn't start with a dot" (D. J. Bernstein, Using maildir
// format).
func (w *Walker) messages(dir string) (names []string) {
	d, err := os.Open(dir)
	if err != nil {
		w.visitor.Fail(dir, err)
		return nil
	}
	defer d.Close()
	for {
		// Some at a time, as there may be a hundred thousand and of each no more
		// than its name is kept.
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

// mail visits messages in cur or new. They are opened here, and not when their turn
// comes, as by then more of them have another name.
func (w *Walker) mail(box *maildir, sub string, names []string) {
	for _, name := range names {
		if w.visitor.IsOver() {
			return
		}
		if w.Filter.ExcludesIn(box.in(sub, ""), name, false) {
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

// open opens a message. It returns no file if there is none any more, or if it was
// read in cur.
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

// The flags of a message follow one of these in its name. Windows has no colon
// in names, and programs there write something else.
var flagMarks = [...]string{":2,", ";2,", "!2,"}

// unique returns the part of a message's name that stays when its flags change.
func unique(name string) string {
	for _, mark := range flagMarks {
		if before, _, ok := strings.Cut(name, mark); ok {
			return before
		}
	}
	return name
}

// find returns the name among names, which are in order, that has this unique
// name; "" if there is none.
func find(names []string, id string) string {
	for _, mark := range append(flagMarks[:], "") {
		i, _ := slices.BinarySearch(names, id+mark)
		if i < len(names) && unique(names[i]) == id {
			return names[i]
		}
	}
	return ""
}

// follow opens a message that by now is in cur by another name. It returns no
// file if it is there no more. A list of cur serves for as long as it is true:
// making it for each message that moves is dear where all of them do.
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

// isMH reports whether a directory is a folder of MH, or a newsgroup in a spool:
// its files are named by numbers.
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

// mhOrder returns what is to be read of a folder of MH: the messages in the
// order of their numbers, and then the rest.
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

// indexes are the names of what programs keep in a folder of MH or a newsgroup.
var indexes = [...]string{".mh_sequences", ".xmhcache", ".overview"}

// isDeleted reports whether a message is one that was removed: MH renames it to
// ",12" or "#12".
func isDeleted(name string) bool {
	return (name[0] == ',' || name[0] == '#') && isNumber(name[1:])
}

func isNumber(name string) bool {
	return name != "" && strings.Trim(name, "0123456789") == ""
}

// compareNumbers compares numbers of any length.
func compareNumbers(a, b string) int {
	a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
}

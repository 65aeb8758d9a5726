package input

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/internal/listing"
	"github.com/urlgrep/urlgrep/internal/longpath"
)

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
		case !listing.HidesInMaildir(box.path, e):
			w.entry(f, e)
		}
	}
}

// A maildir is the state of visiting one Maildir.
type maildir struct {
	path               string
	fresh, seen, later []string // names in new, in cur, and in cur when listed again
}

// messages returns the sorted names of the messages in cur or new. That is the order of
// delivery. "A unique name can be anything that doesn't contain a colon (or slash) and
// doesn't start with a dot" (D. J. Bernstein, Using maildir format).
func (w *Walker) messages(dir string) (names []string) {
	d, err := longpath.Open(dir)
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
		entries, _ := longpath.ReadDir(b.path + "cur")
		for _, e := range entries {
			b.later = append(b.later, e.Name())
		}
	}
	return "", nil, nil
}

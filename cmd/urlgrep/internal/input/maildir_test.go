package input

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
)

// A recorder is a Visitor that reads each input immediately.
type recorder struct {
	walker *Walker
	texts  []string
	failed []string
	open   int // calls of Reserve without Release
}

// record returns a Walker and the recorder it calls.
func record(o Options) (*Walker, *recorder) {
	r := new(recorder)
	r.walker = NewWalker(o, interrupt.New(), r)
	return r.walker, r
}

func (r *recorder) IsOver() bool { return false }

func (r *recorder) Operand(name string) {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		r.walker.Dir(name)
		return
	}
	f, err := os.Open(name)
	r.read(name, f, err)
}

func (r *recorder) File(path string, _ fs.DirEntry) {
	if f, err := OpenListed(path, r.walker.Dereference); f != nil || err != nil {
		r.read(path, f, err)
	}
}

func (r *recorder) Message(path string, f *os.File, err error) {
	r.read(path, f, err)
	r.Release()
}

func (r *recorder) Reserve() { r.open++ }
func (r *recorder) Release() { r.open-- }

func (r *recorder) read(name string, f *os.File, err error) {
	if err != nil {
		r.Fail(name, err)
		return
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	r.texts = append(r.texts, string(text))
	if err != nil {
		r.Fail(name, err)
	}
}

func (r *recorder) Fail(name string, err error) {
	r.failed = append(r.failed, name+": "+output.Cause(err).Error())
}
func (r *recorder) Warn(name, text string) { r.failed = append(r.failed, name+": "+text) }
func (r *recorder) Idle()                  {}

// write writes a file, and makes its directories.
func write(t *testing.T, name, text string) {
	t.Helper()
	os.MkdirAll(filepath.Dir(name), 0o777)
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Skip(err) // Windows has no colons in names
	}
}

// TestMaildirChanges checks that each message of a Maildir is read once if mail readers
// move and rename messages during the search, and that deleted messages are not reported.
func TestMaildirChanges(t *testing.T) {
	dir := t.TempDir() + string(os.PathSeparator)
	for _, name := range []string{"cur/1.a:2,S", "cur/2.a,S=9:2,RS", "cur/3.a", "cur/4.a:2,", "new/6.a"} {
		write(t, filepath.Join(dir, filepath.FromSlash(name)), name[4:5])
	}
	w, r := record(Options{})
	box := maildir{
		path:  dir,
		seen:  []string{"1.a:2,", "2.a,S=9:2,R", "3.a:2,S", "5.a:2,S"},
		fresh: []string{"1.a", "4.a", "5.a", "6.a", "7.a"},
	}
	w.mail(&box, &folder{path: dir}, "cur", box.seen)
	w.mail(&box, &folder{path: dir}, "new", box.fresh)
	if got := strings.Join(r.texts, ""); got != "12346" || r.failed != nil || r.open != 0 {
		t.Errorf("read %q, %q, %d are open", got, r.failed, r.open)
	}
}

// TestWalkOrder checks that operands come before the names in lists, and that the files
// of a directory are sorted by name, but messages as mail readers sort them.
func TestWalkOrder(t *testing.T) {
	dir := t.TempDir() + string(os.PathSeparator)
	for _, name := range []string{"b", "a/x", "mh/10", "mh/9", "mh/,9", "box/cur/2.z", "box/cur/1.z", "box/new/3.z", "box/tmp/4.z", "box/other"} {
		write(t, dir+filepath.FromSlash(name), name+" ")
	}
	list, nuls := dir+"list", dir+"nuls"
	write(t, list, dir+"b\n\n"+dir+"missing\r\n")
	write(t, nuls, dir+"a\x00"+dir+"b\x00")
	w, r := record(Options{Operands: []string{dir + "b", dir + "mh", dir + "box"}, Lists: []string{list, nuls}, Recurse: true})
	w.Walk()
	if got, want := strings.Join(r.texts, ""), "b mh/9 mh/10 box/cur/1.z box/cur/2.z box/new/3.z box/other b a/x b "; got != want {
		t.Errorf("read %s, want %s", got, want)
	}
	if len(r.failed) != 1 || !strings.HasPrefix(r.failed[0], dir+"missing: ") {
		t.Errorf("failed: %q", r.failed)
	}
	w, _ = record(Options{Operands: []string{"x"}, Lists: []string{list}})
	w.ReadLists()
	if want := []string{"x", dir + "b", dir + "missing"}; !slices.Equal(w.Operands, want) || len(w.Lists) > 0 {
		t.Errorf("operands %q, want %q", w.Operands, want)
	}
}

package input

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
)

// inventory returns the Inventory of the files, and the names that were repeated.
func inventory(o Options) (*Inventory, []string) {
	_, r := record(o)
	var repeated []string
	inv := NewInventory(o, interrupt.New(), r, func(name, first string) {
		repeated = append(repeated, filepath.Base(name)+"="+filepath.Base(first))
	})
	return inv, repeated
}

// TestInventory checks that each file is visited once, in the order of the walk, whatever is in its
// directory when it is visited.
func TestInventory(t *testing.T) {
	dir := t.TempDir() + string(os.PathSeparator)
	for _, name := range []string{"b", "d/a", "d/z", "box/cur/1.z", "box/new/2.z"} {
		write(t, dir+filepath.FromSlash(name), name+" ")
	}
	want, links := "b=b ", os.Symlink("a", dir+"d/link") == nil
	if links {
		want += "link=a "
	}
	o := Options{Operands: []string{dir + "b", dir + "b", dir + "missing", dir}, Recurse: true, Dereference: true}
	inv, repeated := inventory(o)
	if got := strings.Join(repeated, " "); got != want+"b=b" && got != "b=b b=b link=a" {
		t.Errorf("repeated: %s", got)
	}
	write(t, dir+"d/later", "later ")
	w, r := record(o)
	inv.Visit(r)
	if got, want := strings.Join(r.texts, ""), "b box/cur/1.z box/new/2.z d/a d/z "; got != want || w.Operands == nil {
		t.Errorf("read %s, want %s", got, want)
	}
	if len(r.failed) != 1 || !strings.HasPrefix(r.failed[0], dir+"missing: ") || r.open != 0 {
		t.Errorf("failed: %q, %d open", r.failed, r.open)
	}
}

// TestInventoryLinks checks hard links.
func TestInventoryLinks(t *testing.T) {
	dir := t.TempDir() + string(os.PathSeparator)
	write(t, dir+"a", "text")
	for i := range 40 { // more than a name is compared with
		if err := os.Link(dir+"a", fmt.Sprintf("%sl%02d", dir, i)); err != nil {
			t.Skip(err)
		}
	}
	inv, repeated := inventory(Options{Operands: []string{dir, dir + "a"}, Recurse: true})
	calls := 0
	inv.Links(func(inputs []int) {
		calls++
		for i, n := range inputs {
			if i != n {
				t.Errorf("%v", inputs)
				break
			}
		}
		if len(inputs) < 41 {
			t.Errorf("%d links", len(inputs))
		}
	})
	if calls != 1 || len(repeated) > 1 {
		t.Errorf("%d files with links, %v repeated", calls, repeated)
	}
	for i := 1; i < inv.Len(); i++ {
		inv.Omit(i)
	}
	inv.Links(func([]int) { t.Error("omitted links are links") })
	if got := inv.Find(dir + "l07"); len(got) != 1 || got[0] != 0 {
		t.Errorf("Find returned %v", got)
	}
}

// TestInventoryReplaced checks that a file that is replaced after the walk is not the one of the
// Inventory, whatever it is replaced by.
func TestInventoryReplaced(t *testing.T) {
	dir := t.TempDir() + string(os.PathSeparator)
	names := []string{dir + "a", dir + "b", dir + "c", dir + "d"}
	for _, name := range names {
		write(t, name, "text")
	}
	inv, _ := inventory(Options{Operands: names[:3]})
	write(t, dir+"new", "text")
	os.Rename(dir+"new", dir+"b")
	os.Remove(dir + "c")
	if os.Symlink("a", dir+"c") != nil {
		names = names[:2]
	}
	for i, name := range names {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := inv.Check(name, info); (err == nil) != (i == 0) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestInventoryMemory checks the memory that an input needs, apart from its name.
func TestInventoryMemory(t *testing.T) {
	const n = 2000
	dir := t.TempDir() + string(os.PathSeparator)
	for i := range n {
		write(t, fmt.Sprintf("%s%04d", dir, i), "")
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	inv, _ := inventory(Options{Operands: []string{dir}, Recurse: true})
	runtime.GC()
	runtime.ReadMemStats(&after)
	if got := (int64(after.HeapAlloc) - int64(before.HeapAlloc) - int64(cap(inv.names))) / n; got > 150 {
		t.Errorf("%d bytes for each input", got)
	}
	runtime.KeepAlive(inv)
}

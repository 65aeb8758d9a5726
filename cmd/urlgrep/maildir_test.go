package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
)

// Mail readers move and rename messages while a Maildir is searched: lists are
// out of date then. Each message is read once, those that are gone in silence.
func TestMaildirChanges(t *testing.T) {
	dir := t.TempDir() + string(os.PathSeparator)
	for _, name := range []string{"cur/1.a:2,S", "cur/2.a,S=9:2,RS", "cur/3.a", "cur/4.a:2,", "new/6.a"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		os.Mkdir(filepath.Dir(path), 0o777)
		if err := os.WriteFile(path, []byte("http://"+name[4:5]+"/\n"), 0o666); err != nil {
			t.Skip(err) // Windows has no colons
		}
	}
	var stdout, stderr bytes.Buffer
	out := output.New(&stdout)
	s := newSearch(&config{totalOptions: totalOptions{max: 10}}, nil, out, output.NewMessages(out, &stderr))
	box := maildir{
		path:  dir,
		seen:  []string{"1.a:2,", "2.a,S=9:2,R", "3.a:2,S", "5.a:2,S"},
		fresh: []string{"1.a", "4.a", "5.a", "6.a", "7.a"},
	}
	s.mail(&box, "cur", box.seen)
	s.mail(&box, "new", box.fresh)
	out.Flush()
	if want := "http://1/\nhttp://2/\nhttp://3/\nhttp://4/\nhttp://6/\n"; stdout.String() != want || stderr.Len() > 0 || s.failed {
		t.Errorf("got %q, %q, want %q", &stdout, &stderr, want)
	}
}

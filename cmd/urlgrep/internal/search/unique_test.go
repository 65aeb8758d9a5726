package search

import (
	"bytes"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/selection"
)

// TestUniqueFull checks that a full set of URLs still recognises the URLs in it, and that
// no URL is lost.
func TestUniqueFull(t *testing.T) {
	var stdout, stderr bytes.Buffer
	out := output.New(&stdout)
	log := output.NewMessages(out, &stderr)
	o := options(input.Options{})
	o.Unique = true
	w := New(o, out, log).newWorker(nil, out, log)
	w.filter.Seen = selection.NewSeen(2)
	for _, text := range []string{"http://a/ http://b/ http://a/ ", "http://c/ http://a/ http://c/ http://d/ "} {
		w.read("text", strings.NewReader(text), true)
	}
	out.Flush()
	if got, want := stdout.String(), "http://a/\nhttp://b/\nhttp://c/\nhttp://c/\nhttp://d/\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got, want := stderr.String(), "urlgrep: text: more than 2 different URLs: further URLs may be printed more than once\n"; got != want {
		t.Errorf("got message\n%swant\n%s", got, want)
	}
}

package main

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/selection"
)

// A memory that is full forgets nothing, and loses no URL.
func TestUniqueFull(t *testing.T) {
	var stdout, stderr bytes.Buffer
	out := output.New(&stdout)
	w := newSearch(&config{selectOptions: selectOptions{unique: true}, totalOptions: totalOptions{max: math.MaxInt}}, nil, out, output.NewMessages(out, &stderr)).newWorker(nil, out, output.NewMessages(out, &stderr))
	w.wanted.Seen = selection.NewSeen(2)
	for _, text := range []string{"http://a/ http://b/ http://a/ ", "http://c/ http://a/ http://c/ http://d/ "} {
		w.read("text", strings.NewReader(text), true)
	}
	out.Flush()
	if got, want := stdout.String(), "http://a/\nhttp://b/\nhttp://c/\nhttp://c/\nhttp://d/\n"; got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got, want := stderr.String(), "urlgrep: text: more than 2 different URLs: the others come as often as they stand there\n"; got != want {
		t.Errorf("got message\n%swant\n%s", got, want)
	}
}

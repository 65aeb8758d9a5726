package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/pick"
)

// TestHeldMessages checks that messages for a terminal wait until they are released, that the
// memory for them is bounded, and that others are written at once.
func TestHeldMessages(t *testing.T) {
	var to bytes.Buffer
	h := &heldMessages{feed: pick.NewFeed(), to: &to, holds: true}
	h.Write([]byte("urlgrep: a\n"))
	long := []byte(strings.Repeat("b", maxHeld/2) + "\n")
	for range 4 {
		h.Write(long)
	}
	h.Write([]byte("urlgrep: c\n"))
	if to.Len() > 0 || len(h.text) > maxHeld {
		t.Errorf("%d bytes are written, %d are held", to.Len(), len(h.text))
	}
	h.release()
	h.Write([]byte("urlgrep: d\n"))
	want := "urlgrep: a\n" + string(long) + "urlgrep: c\nurlgrep: --pick: 3 more messages not shown\nurlgrep: d\n"
	if got := to.String(); got != want {
		t.Errorf("%d bytes, want %d: …%.200s", len(got), len(want), got[max(0, len(got)-200):])
	}
	to.Reset()
	h = &heldMessages{feed: pick.NewFeed(), to: &to}
	h.Write([]byte("urlgrep: a\n"))
	if got, want := to.String(), "urlgrep: a\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	h.release()
	if got, want := to.String(), "urlgrep: a\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

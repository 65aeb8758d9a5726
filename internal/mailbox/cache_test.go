package mailbox

import (
	"strconv"
	"strings"
	"testing"
)

// TestMemo checks that a memo holds a bounded number of values with short keys, and the
// last value added.
func TestMemo(t *testing.T) {
	var m memo[int]
	for i := range 10 * maxEntries {
		text := strconv.Itoa(i)
		m.add(text, i)
		if len(m) > maxEntries || m[text] != i {
			t.Fatalf("%d are known, %s as %d", len(m), text, m[text])
		}
	}
	long := strings.Repeat("x", maxKey+1)
	m.add(long, 1)
	if _, ok := m[long]; ok {
		t.Error("a long text is remembered")
	}
	m.add(long[1:], 1)
	if _, ok := m[long[1:]]; !ok {
		t.Error("a text of that length is not remembered")
	}
}

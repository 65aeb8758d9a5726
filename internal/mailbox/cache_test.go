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
		if v := m.find([]byte(text)); len(m) > maxEntries || v == nil || *v != i {
			t.Fatalf("%d entries, %s is %v", len(m), text, v)
		}
	}
	long := strings.Repeat("x", maxKey+1)
	m.add(long, 1)
	if m.find([]byte(long)) != nil {
		t.Error("a long key is in the memo")
	}
	m.add(long[1:], 1)
	if m.find([]byte(long[1:])) == nil {
		t.Error("a key of the maximal length is not in the memo")
	}
}

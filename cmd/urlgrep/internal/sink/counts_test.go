package sink

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/record"
)

// counted returns the counts of a tally as text.
func counted(t *tally) (s string) {
	for _, v := range t.sorted("") {
		s += fmt.Sprintf("%s %d, ", v.name, v.n)
	}
	return s
}

// TestTally checks that values may be counted in any number of tallies. Values beyond the
// limit are counted as others, and the stored ones are still counted.
func TestTally(t *testing.T) {
	values := []string{"b", "a", "c", "b", "", "d", "a", "b", "c"}
	for size := 1; size <= len(values); size++ {
		total := newTally(3, 100)
		for part := range slices.Chunk(values, size) {
			own := newTally(100, 100)
			for _, v := range part {
				own.add(v, 1)
			}
			total.merge(own)
		}
		if got := counted(total); got != "b 3, a 2, c 2, " || total.others != 2 {
			t.Errorf("%d at once: %sand %d others", size, got, total.others)
		}
	}
}

// TestTallyBytes checks the limit on the bytes of values.
func TestTallyBytes(t *testing.T) {
	tally := newTally(100, 6)
	for _, v := range []string{"aaa", "bbbb", "cc", "bbbb", "cc", "d", "ee"} {
		tally.add(v, 1)
	}
	if got := counted(tally); got != "cc 2, aaa 1, d 1, " || tally.others != 3 {
		t.Errorf("%sand %d others", got, tally.others)
	}
}

// TestTallyNone checks that the empty value comes before a value with the same name.
func TestTallyNone(t *testing.T) {
	tally := newTally(100, 100)
	for _, v := range []string{"(none)", "", "a"} {
		tally.add(v, 1)
	}
	list := tally.sorted("(none)")
	if len(list) != 3 || !list[0].isNone || list[0].name != "(none)" || list[1].isNone || list[1].name != "(none)" {
		t.Errorf("%+v", list)
	}
}

// A turns is a Turn that counts how often a worker waits.
type turns struct {
	waited int
	calls  []func()
}

func (t *turns) Await()           { t.waited++ }
func (t *turns) Then(call func()) { t.calls = append(t.calls, call) }

// TestCountsWorker checks that the counts of a worker are added in its turn, and that it
// stores no more than its limit before.
func TestCountsWorker(t *testing.T) {
	total := newCounts(nil, nil, CountSettings{Property: &record.Properties[4]}) // by file
	var turn turns
	w := total.worker(&turn)
	for range 2 {
		w.Begin("dropped", false)
		w.Match(&Kept{})
		w.Restart()
		w.Begin("a\x00", false)
		w.Match(&Kept{})
		w.Flush()
	}
	if len(total.own.order) > 0 {
		t.Error("counted before the turn of the worker")
	}
	for i := range 100 {
		w.Begin(strings.Repeat("b", maxHeld/50)+strconv.Itoa(i), false)
		w.Match(&Kept{})
	}
	if turn.waited != 2 {
		t.Errorf("it has waited %d times, want 2", turn.waited)
	}
	w.Flush()
	w.Flush()
	for _, call := range turn.calls {
		call()
	}
	if len(total.own.order) != 101 || total.own.order[0].name != "a\uFFFD" || total.own.order[0].n != 2 {
		t.Errorf("%d values, the first %+v", len(total.own.order), total.own.order[0])
	}
}

func TestBars(t *testing.T) {
	for _, test := range []struct {
		n, most int64
		ascii   bool
		want    string
	}{
		{80, 80, false, "██████████ "},
		{79, 80, false, "█████████▉ "},
		{40, 80, false, "█████      "},
		{9, 80, false, "█▏         "},
		{1, 80, false, "▏          "},
		{1, 80000, false, "▏          "},
		{80, 80, true, "########## "},
		{79, 80, true, "#########  "},
		{1, 80, true, "#          "},
	} {
		b := bars{width: 10, ascii: test.ascii}
		if got := string(b.append(nil, test.n, test.most)); got != test.want {
			t.Errorf("%d of %d: %q, want %q", test.n, test.most, got, test.want)
		}
	}
	for _, test := range []struct{ value, columns, want int }{
		{10, 23, 0}, {10, 24, 12}, {20, 24, minBar}, {10, 45, 33}, {10, 80, maxBar}, {500, 80, minBar},
	} {
		var b bars
		if b.fit([]*value{{name: "x", n: 1}, {name: strings.Repeat("é", test.value), n: 1}}, test.columns); b.width != test.want {
			t.Errorf("%d columns for %d: %d, want %d", test.columns, test.value, b.width, test.want)
		}
	}
}

func TestIsUTF8(t *testing.T) {
	for _, test := range []struct {
		environment string
		want        bool
	}{
		{"", false},
		{"LANG=de_DE.UTF-8", true},
		{"LANG=de_DE.utf8", true},
		{"LANG=de_DE", false},
		{"LANG=en_GB.UTF-8 LC_CTYPE=C", false},
		{"LANG=C LC_CTYPE=C LC_ALL=C.UTF-8", true},
	} {
		getenv := func(name string) string {
			for _, set := range strings.Fields(test.environment) {
				if value, ok := strings.CutPrefix(set, name+"="); ok {
					return value
				}
			}
			return ""
		}
		if got := isUTF8(getenv); got != test.want {
			t.Errorf("%q: %t", test.environment, got)
		}
	}
}

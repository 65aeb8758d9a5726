package main

import (
	"fmt"
	"io"
	"strings"
	"testing"
)

// Values may be written in any pieces. What is more than may be held is counted, and
// what is held goes on to be.
func TestTally(t *testing.T) {
	const text = "b\x00a\x00c\x00b\x00\x00d\x00a\x00b\x00c\x00"
	for size := 1; size <= len(text); size++ {
		tally := newTally(3, 100)
		for rest := text; rest != ""; rest = rest[min(size, len(rest)):] {
			tally.Write([]byte(rest[:min(size, len(rest))]))
		}
		got := ""
		for _, v := range tally.sorted() {
			got += fmt.Sprintf("%s %d, ", v.name, v.n)
		}
		if got != "b 3, a 2, c 2, " || tally.others != 2 {
			t.Errorf("%d bytes at once: %sand %d others", size, got, tally.others)
		}
	}
}

// Values that are long are not more than may be held either.
func TestTallyBytes(t *testing.T) {
	tally := newTally(100, 6)
	io.WriteString(tally, "aaa\x00bbbb\x00cc\x00bbbb\x00cc\x00d\x00ee\x00")
	got := ""
	for _, v := range tally.sorted() {
		got += fmt.Sprintf("%s %d, ", v.name, v.n)
	}
	if got != "cc 2, aaa 1, d 1, " || tally.others != 3 {
		t.Errorf("%sand %d others", got, tally.others)
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
		if b.fit([]*value{{"x", 1}, {strings.Repeat("é", test.value), 1}}, test.columns); b.width != test.want {
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

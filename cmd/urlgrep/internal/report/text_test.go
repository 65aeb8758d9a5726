package report

import (
	"slices"
	"strings"
	"testing"
)

// TestPieces checks which characters are shown as escapes.
func TestPieces(t *testing.T) {
	for _, c := range []struct{ text, want string }{ // escapes are between < and >
		{"", ""},
		{"plain, ünicode, 中文, שלום", "plain, ünicode, 中文, שלום"},
		{"a\u202eb", `a<\u202e>b`},
		{"\x00\n\u200b", `<\u0000><\u000a><\u200b>`},
		{"\xe9t\xe9", `<\xe9>t<\xe9>`},
		{"\U000e0041x", `<\udb40\udc41>x`},
		{`\u202e`, `\u202e`}, // the text itself
		{"\ufffd", "\ufffd"},
	} {
		var b strings.Builder
		for _, p := range pieces(c.text) {
			if p.Escape {
				b.WriteString("<" + p.Text + ">")
			} else {
				b.WriteString(p.Text)
			}
		}
		if b.String() != c.want {
			t.Errorf("%q is shown as %s, want %s", c.text, b.String(), c.want)
		}
	}
}

// TestExcerpt checks which part of an example is marked.
func TestExcerpt(t *testing.T) {
	long := strings.Repeat("a", 500)
	for _, c := range []struct {
		url  string
		at   int
		want excerpt
	}{
		{"abc", -1, excerpt{Before: "abc"}},
		{"abc", 1, excerpt{"a", "b", "c", false}},
		{"abc", 3, excerpt{"abc", "", "", true}},
		{"abc", 4, excerpt{Before: "abc"}},
		{"", 0, excerpt{End: true}},
		{"aéb", 2, excerpt{"a", "é", "b", false}}, // the second byte of é
		{"a\xe9b", 1, excerpt{"a", "\xe9", "b", false}},
		{"a\x80\x80b", 2, excerpt{"a\x80", "\x80", "b", false}},
		{long + "|" + long, 500, excerpt{"…" + long[:maxBefore], "|", long[:maxAfter] + "…", false}},
	} {
		if got := newExcerpt(Example{URL: c.url, Offset: c.at}); got != c.want {
			t.Errorf("%.20q at %d is %+v, want %+v", c.url, c.at, got, c.want)
		}
	}
}

// TestFigures checks how figures are written.
func TestFigures(t *testing.T) {
	var got []string
	for _, n := range []int64{0, 7, 999, 1000, 1234567, -1234} {
		got = append(got, Number(n))
	}
	for _, n := range []int64{0, 1, 999, 1000, 999_499, 999_500, 23_104_332, 1 << 62} {
		got = append(got, size(n))
	}
	for _, n := range []int64{0, 1, 500, 9995, 10000} {
		got = append(got, share(n, 10000))
	}
	for _, n := range []int64{500, 5000, 20_000, 1_500_000, 2_000_000, 200_000_000_000_000} {
		got = append(got, short(n))
	}
	got = append(got, share(1, 0), percent(1, 3), percent(1, 0), figure(Figure{1234, true}), figure(Figure{N: 1234}))
	want := []string{
		"0", "7", "999", "1,000", "1,234,567", "-1,234",
		"0 bytes", "1 byte", "999 bytes", "1.0 kB", "999 kB", "1.0 MB", "23 MB", "4.6 EB",
		"0%", "<0.1%", "5.0%", ">99.9%", "100%",
		"500", "5,000", "20k", "1.5M", "2M", "200T",
		"", "33.33%", "0%", "about 1,234", "1,234",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

// TestColumns checks the geometry of the chart: the columns are in the chart, one after the
// other, and as high as their figures.
func TestColumns(t *testing.T) {
	c := newColumns(Periods{Unit: "year", Schemes: []string{"http", "ftp"}, Bars: []Bar{{"2001", []int64{3, 1}}, {"2002", []int64{0, 0}}, {"2003", []int64{0, 2}}}})
	if c.Total != 6 || c.Legend[0].N != 3 || c.Legend[1].N != 3 || len(c.Ticks) != 5 || c.Ticks[4].Y != "0" {
		t.Errorf("%+v", c)
	}
	want := []part{
		{0, "http", 3, "3.33%", "55", "26.67%", "165"},
		{1, "ftp", 1, "3.33%", "0", "26.67%", "55"},
		{1, "ftp", 2, "70%", "110", "26.67%", "110"},
	}
	var got []part
	for _, b := range c.Bars {
		got = append(got, b.Parts...)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if empty := newColumns(Periods{}); len(empty.Bars) != 0 || empty.Total != 0 {
		t.Errorf("%+v", empty)
	}
}

package record

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/urlgrep/urlgrep/extract"
)

// TestOrders checks that matches which are listed in order are in that order, and in the
// reverse order those with a value.
func TestOrders(t *testing.T) {
	url := func(urls ...string) (list []extract.Match) {
		for _, u := range urls {
			list = append(list, extract.Match{URL: u, Kind: extract.Bare})
		}
		return list
	}
	date := func(dates ...string) (list []extract.Match) {
		for _, d := range dates {
			date, err := time.Parse(time.RFC3339, d)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, extract.Match{Message: &extract.Message{Date: date}})
		}
		return list
	}
	long := "http://a.example/" + strings.Repeat("z", maxKey)
	for _, c := range []struct {
		order   string
		files   []string // of the matches; nil: the same
		matches []extract.Match
		none    int // number of matches at the end that have no value
	}{
		{"path", []string{"a", "a/b", "a/b/c", "a/é", "a\n", "a b", "a-b", "a.b", "a0", "ab", "b"}, nil, 0},
		{"host", nil, append(url("http://10.0.0.1/", "http://a.example/", "http://A.b.example./", "http://joe@y.b.example/", "http://x.y.b.example/", "http://z.b.example/",
			"http://bücher.example/", "http://a.co.uk/", "http://www.a.co.uk/"), url("news:alt.example", "urn:a:b")...), 2},
		{"date", nil, append(date("0001-01-02T00:00:00Z", "1969-12-31T23:59:59Z", "1970-01-01T00:00:00Z", "2025-03-01T01:00:00+02:00", "2025-03-01T00:00:00Z"), url("http://a.example/")...), 1},
		{"url", nil, url("ftp://a.example/", "http://A.example/", long[:maxKey-1], long[:maxKey]), 0},
	} {
		o := &Orders[slices.IndexFunc(Orders[:], func(o Order) bool { return o.Name == c.order })]
		var keys [][]byte
		for _, name := range c.files {
			keys = append(keys, o.AppendKey(nil, name, new(extract.Match)))
		}
		for i := range c.matches {
			keys = append(keys, o.AppendKey(nil, "a", &c.matches[i]))
		}
		if c.order == "host" { // by the domains
			slices.SortFunc(keys[:9], CompareKeys)
		}
		for i := 1; i < len(keys); i++ {
			want := -1
			if i > len(keys)-c.none {
				want = 0
			}
			if got := CompareKeys(keys[i-1], keys[i]); got != want {
				t.Errorf("%s: %q and %q compare as %d", c.order, keys[i-1], keys[i], got)
			}
			reversed := -want
			if i >= len(keys)-c.none {
				reversed = want
			}
			if got := CompareReversed(keys[i-1], keys[i]); got != reversed {
				t.Errorf("%s: %q and %q compare as %d in reverse", c.order, keys[i-1], keys[i], got)
			}
		}
	}
	o := &Orders[3]
	if a, b := url(long)[0], url(long + "z")[0]; CompareKeys(o.AppendKey(nil, "", &a), o.AppendKey(nil, "", &b)) != 0 {
		t.Error("keys are longer than maxKey")
	}
}

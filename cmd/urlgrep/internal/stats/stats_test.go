package stats

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/parse"
)

func TestAmount(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 999: "999 B", 1000: "1.0 kB", 1049: "1.0 kB", 1050: "1.1 kB", 999_949: "999.9 kB", 999_950: "1.0 MB",
		123_456_789: "123.5 MB", 1_000_000_000: "1.0 GB", 1<<63 - 1: "9.2 EB",
	} {
		if got := Amount(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// TestSkipped checks that a noun is in the plural unless its number is 1.
func TestSkipped(t *testing.T) {
	got := (&Summary{Binaries: 1, attachments: 2, withoutBase: 1}).Skipped()
	want := []string{"2 attachments skipped, without text", "1 binary file skipped", "1 relative reference not resolved, no base URL"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// written returns what a Summary writes after two seconds.
func written(s *Summary) string {
	var b strings.Builder
	s.Write(&b, parse.RFC1738, 2*time.Second)
	return b.String()
}

// TestWrite checks the report of an empty Summary, and of one in which each count is different.
func TestWrite(t *testing.T) {
	const nothing = `          0 files
          0 messages
          0 bytes
          0 URLs
          0 errors
      2.000 seconds, 0 B/s
`
	if got := written(new(Summary)); got != nothing {
		t.Errorf("got\n%swant\n%s", got, nothing)
	}

	s := &Summary{Found: 40, Files: 2, Bytes: 3_000_000, Binaries: 5, Errors: 6, Selecting: true}
	for _, m := range []extract.Match{
		{Kind: extract.Wrapped, URL: "http://a.example/", Rejoined: true, Level: parse.RFC1738},
		{Kind: extract.Wrapped, URL: "http://a.example/b-c", Rejoined: true, Alternatives: []string{"http://a.example/bc"}, Level: parse.RFC1738},
		{Kind: extract.Bare, URL: "http://a.example/%zz", Level: parse.RFC1738},
		{Kind: extract.Bare, URL: "http://a.example/%zy", Level: parse.RFC1738},
		{Kind: extract.Bare, URL: "http://a.example:x/", Level: parse.RFC1738},
		{Kind: extract.Schemeless, URL: "a.example", Level: parse.RFC1738},
		{Kind: extract.Email, URL: "a@a.example", Level: parse.RFC1738},
	} {
		s.Match(&m)
	}
	s.Scanned(extract.Counts{Messages: 7, Selected: 8}, LeftOut{TooLong: 9, Broken: 10, Attachments: 11, Unresolved: 12, WithoutBase: 13, Cut: 14, Undated: 15})
	const full = `          2 files
          7 messages
          8   selected
         15   without a valid date, not selected
    3000000 bytes
         40 URLs
          2   wrapped
          3   bare
          1   schemeless
          1   email
          2   split across lines and rejoined
          1   rejoined at a hyphen
          3 not valid at rfc1738
          2   bad-escape
          1   bad-port
          9 URLs skipped, too long
         11 attachments skipped, without text
          5 binary files skipped
         12 relative references not resolved, base URL too long
         13 relative references not resolved, no base URL
         14 URLs with fields of the message cut, too long
          6 errors
      2.000 seconds, 1.5 MB/s
`
	if got := written(s); got != full {
		t.Errorf("got\n%swant\n%s", got, full)
	}
}

// TestAdd checks that the sum of Summaries has the sum of all counts: doubled, each number of the
// report is.
func TestAdd(t *testing.T) {
	one := func() Summary {
		s := Summary{Found: 1, Files: 2, Bytes: 3, Binaries: 5, Errors: 6}
		s.Match(&extract.Match{Kind: extract.Wrapped, URL: "http://a.example/%zz", Rejoined: true, Alternatives: []string{"x"}, Level: parse.RFC1738})
		s.Invalid(parse.NoScheme, 7)
		s.Scanned(extract.Counts{Messages: 8, Selected: 9}, LeftOut{TooLong: 10, Attachments: 11, Unresolved: 12, WithoutBase: 13, Cut: 14, Undated: 15})
		return s
	}
	want := Summary{Selecting: true}
	for range 2 {
		s := one()
		want.Add(&s)
	}
	double := Summary{Found: 2, Files: 4, Bytes: 6, Binaries: 10, Errors: 12, Selecting: true}
	m := extract.Match{Kind: extract.Wrapped, URL: "http://a.example/%zz", Rejoined: true, Alternatives: []string{"x"}, Level: parse.RFC1738}
	double.Match(&m)
	double.Match(&m)
	double.Invalid(parse.NoScheme, 14)
	double.Scanned(extract.Counts{Messages: 16, Selected: 18}, LeftOut{TooLong: 20, Attachments: 22, Unresolved: 24, WithoutBase: 26, Cut: 28, Undated: 30})
	if got := written(&want); got != written(&double) {
		t.Errorf("got\n%swant\n%s", got, written(&double))
	}
	if taken := want.Take(); written(&taken) != written(&double) || written(&want) != written(new(Summary)) {
		t.Errorf("Take returns\n%sand leaves\n%s", written(&taken), written(&want))
	}
}

// TestLeftOut checks that Of and Add keep each count at its place.
func TestLeftOut(t *testing.T) {
	l := Of(extract.Counts{Skipped: 1, LeftBroken: 2, PassedOver: 3, Unresolved: 4, WithoutBase: 5}, 6, 7)
	if want := (LeftOut{TooLong: 1, Broken: 2, Attachments: 3, Unresolved: 4, WithoutBase: 5, Cut: 6, Undated: 7}); l != want {
		t.Errorf("got %+v, want %+v", l, want)
	}
	sum := l
	sum.Add(l)
	if want := (LeftOut{TooLong: 2, Broken: 4, Attachments: 6, Unresolved: 8, WithoutBase: 10, Cut: 12, Undated: 14}); sum != want {
		t.Errorf("got %+v, want %+v", sum, want)
	}
}

func TestRate(t *testing.T) {
	for _, c := range []struct {
		bytes int64
		took  time.Duration
		want  string
	}{
		{0, 0, "0 B/s"}, {0, time.Second, "0 B/s"}, {1500, time.Second, "1.5 kB/s"}, {1000, 2 * time.Second, "500 B/s"}, {1, 0, "1.0 GB/s"},
	} {
		if got := Rate(c.bytes, c.took); got != c.want {
			t.Errorf("%d bytes in %v: %s, want %s", c.bytes, c.took, got, c.want)
		}
	}
}

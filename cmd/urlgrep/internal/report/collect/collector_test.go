package collect

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/parse"
	"github.com/urlgrep/urlgrep/unwrap"
)

// started is when the runs of the tests started.
var started = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)

// collected returns the Data for the files, which are alternately names and texts.
func collected(s Settings, o Outcome, files ...string) *report.Data {
	s.Started = started
	c := NewCollector(s)
	d := c.Describer()
	opts := extract.Options{Signs: new(extract.Signs), Kinds: append(extract.DefaultKinds(), extract.Email)}
	for i := 0; i < len(files); i += 2 {
		name, text := files[i], files[i+1]
		c.BeginFile(report.File{Name: name, Size: -1})
		c.Begin()
		in, n := NewInput(name), 0
		for m, err := range extract.Bytes([]byte(text), &opts) {
			if err == nil {
				c.Add(d.Describe(in, &m, true))
				n++
			}
		}
		c.End(n)
		c.EndFile(report.File{Name: name, Size: int64(len(text)), Complete: true})
	}
	return c.Data(&o)
}

const letter = "From: Joe <joe@a.com>\nSubject: see http://s.com/\nDate: Sun, 6 May 2001 09:08:09 +0200\nList-Id: <L.a.com>\n\n" +
	"> <URL:http://www.a.com/b-\n> c>\nhttp://www.a.com/{1} http://www.a.com/{2} http://www.a.com/{2} http://www.a.com/{3} http://www.a.com/{4}\nhttp://b.a.com@c.com/\n"

// TestCut checks that a row says whether its URL is cut.
func TestCut(t *testing.T) {
	long := "http://a.com/" + strings.Repeat("a", maxURL-len("http://a.com/"))
	rows := collected(Settings{}, Outcome{}, "note", long+" "+long+"a\n").Table.Rows
	if len(rows) != 2 || rows[0].URLCut || rows[0].URL != long || !rows[1].URLCut || rows[1].URL != long+ellipsis {
		t.Errorf("got %+v", rows)
	}
}

// TestCollector checks the Data of a letter and a note.
func TestCollector(t *testing.T) {
	d := collected(Settings{Version: "1", Command: "urlgrep x"}, Outcome{Took: time.Second, Bytes: 9}, "letter", letter, "note", "http://b.com/ http://s.com/ joe@d.com\n")
	want := report.Totals{
		URLs: 12, Distinct: report.Figure{N: 10}, Hosts: report.Figure{N: 6}, Domains: report.Figure{N: 5},
		Files: 2, Bytes: 9, Messages: 1, Rejoined: 1,
	}
	if d.Totals != want {
		t.Errorf("totals: got %+v, want %+v", d.Totals, want)
	}
	for what, got := range map[string][2]any{
		"run": {d.Run, report.Run{Version: "1", Command: "urlgrep x", Started: started, Took: time.Second, Files: []report.File{
			{Name: "letter", Size: int64(len(letter)), URLs: 9, Complete: true}, {Name: "note", Size: 38, URLs: 3, Complete: true}}}},
		"periods": {d.Periods, report.Periods{Unit: "month", Schemes: []string{"http", "(none)"}, Bars: []report.Bar{{Period: "2001-05", N: []int64{8, 1}}}, Undated: 3}},
		"hosts":   {d.Hosts, report.Ranking{Top: []report.Count{{Value: "www.a.com", N: 6}, {Value: "s.com", N: 2}, {Value: "a.com", N: 1}, {Value: "b.com", N: 1}, {Value: "c.com", N: 1}, {Value: "d.com", N: 1}}}},
		"domains": {d.Domains.Top[0], report.Count{Value: "a.com", N: 7}},
		"kinds":   {d.Kinds, []report.Count{{Value: "wrapped", N: 1}, {Value: "bare", N: 9}, {Value: "email", N: 2}}},
		"levels":  {d.Levels, []report.Level{{Name: "rfc1738", Valid: 4, Invalid: 6}, {Name: "rfc3986", Valid: 5, Invalid: 5}, {Name: "lenient", Valid: 10}}},
		"breaks":  {d.Breaks, []report.Count{{Value: "quote mark", N: 1}, {Value: "hyphen", N: 1}}},
		"fault": {d.Faults[0], report.Fault{Level: "rfc1738", Class: "unsafe-char", N: 5, Examples: []report.Example{
			{URL: "http://www.a.com/{1}", Offset: 17, Place: "letter:8"}, {URL: "http://www.a.com/{2}", Offset: 17, Place: "letter:8"},
			{URL: "http://www.a.com/{3}", Offset: 17, Place: "letter:8"}}}},
		"via": {len(d.Via), 0},
	} {
		if !reflect.DeepEqual(got[0], got[1]) {
			t.Errorf("%s: got\n%+v\nwant\n%+v", what, got[0], got[1])
		}
	}
	row := report.Row{
		URL: "http://b.a.com@c.com/", Host: "c.com", Kind: "bare", File: "letter", Line: 9, Message: 1, Date: "2001-05-06T07:08:09Z",
		From: "Joe <joe@a.com>", Subject: "see http://s.com/", List: "l.a.com", Signs: []string{"host-in-userinfo", "userinfo-host"}, Faults: []string{"rfc1738:userinfo-not-allowed"},
	}
	if got := d.Table.Rows[8]; !reflect.DeepEqual(got, row) {
		t.Errorf("row: got\n%+v\nwant\n%+v", got, row)
	}
	if len(d.Table.Rows) != 12 || d.Table.Of != 12 || !d.Table.Signs || d.Table.Targets || len(d.Signs) != 2 || d.Signs[0].N != 1 {
		t.Errorf("%d rows of %d; signs %+v", len(d.Table.Rows), d.Table.Of, d.Signs)
	}
}

// TestCollectorDefang checks that all URLs are defanged, and the offset of a fault with them.
func TestCollectorDefang(t *testing.T) {
	d := collected(Settings{View: record.View{Defang: true}, Command: "urlgrep"}, Outcome{}, "letter", letter)
	if text := fmt.Sprintf("%+v", d); strings.Contains(text, "http://") || strings.Contains(text, ".com") || strings.Contains(text, "joe@") {
		for _, part := range strings.Fields(text) {
			if strings.Contains(part, ".com") {
				t.Error(part)
			}
		}
	}
	if e := d.Faults[0].Examples[0]; e.URL[e.Offset] != '{' {
		t.Errorf("%+v", e)
	}
}

// TestDefangIn checks texts with several URLs, also with NUL and invalid UTF-8 before one.
func TestDefangIn(t *testing.T) {
	for text, want := range map[string]string{
		"":                                    "",
		"nothing here":                        "nothing here",
		"see http://a.com/x.html, joe@b.com.": "see hxxp://a[.]com/x.html, joe[@]b[.]com.",
		"www.a.com/ <URL:ftp://b.com/>":       "www[.]a[.]com/ <URL:fxp://b[.]com/>",
		"\x00\xff\n> http://a.com/ \x00 http://b.com/": "\x00\xff\n> hxxp://a[.]com/ \x00 hxxp://b[.]com/",
		"<a href='http://a.com/'>http://b.com/</a>":    "<a href='hxxp://a[.]com/'>hxxp://b[.]com/</a>",
		"http://a.com/?u=http://b.com/":                "hxxp://a[.]com/?u=hxxp://b[.]com/",
	} {
		if got := defangIn(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestCollectorLeads checks that hosts are those of targets, and the URL that of the text.
func TestCollectorLeads(t *testing.T) {
	leads := &record.Leads{Unwrap: &unwrap.Options{Services: unwrap.ServiceNames()}}
	d := collected(Settings{View: record.View{Leads: leads}}, Outcome{}, "a", "http://archive.is/http://b.com/ http://b.com/")
	row := d.Table.Rows[0]
	if d.Totals.Distinct.N != 1 || d.Hosts.Top[0] != (report.Count{Value: "b.com", N: 2}) || len(d.Via) != 1 || d.Via[0].N != 1 ||
		row.URL != "http://archive.is/http://b.com/" || row.Target != "http://b.com/" || row.Host != "b.com" || !d.Table.Targets {
		t.Errorf("%+v", d)
	}
}

// TestLimits checks the sentences about limits.
func TestLimits(t *testing.T) {
	d := collected(Settings{MaxCount: 2}, Outcome{Interrupted: "terminated", Errors: 1, Skipped: []string{"3 URLs skipped, too long"}}, "a", "http://a.com/ http://b.com/", "b", "http://a.com/")
	want := []string{
		"The search was terminated: the figures and the table are those of the input before that.",
		"The search ended after 2 URLs in 1 input (--max-count).",
		"Only the first 0 errors are listed.",
		"3 URLs skipped, too long.",
	}
	if !reflect.DeepEqual(d.Run.Limits, want) {
		t.Errorf("got %q, want %q", d.Run.Limits, want)
	}
}

// TestBounds checks that long texts are cut, and that many files, errors, hosts and URLs take
// bounded memory. The sentences about limits say so.
func TestBounds(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	c := NewCollector(Settings{Started: started})
	d := c.Describer()
	const n = 30_000
	c.urls, c.hosts, c.domains = newDistinct(20_000), newRanking(5000, maxHostBytes), newRanking(5000, maxHostBytes)
	message := &extract.Message{Index: 1, From: long, Subject: long, List: long}
	for i := range n {
		m := extract.Match{URL: fmt.Sprintf("http://h%d.a%d.com/", i, i), Message: message, Kind: extract.Bare, Level: parse.Lenient}
		if i%5000 == 0 {
			m.URL = fmt.Sprintf("http://%d%s/", i, long)
		}
		name := fmt.Sprint(i)
		if i < MaxFiles+100 {
			c.BeginFile(report.File{Name: name})
			c.Fail(name, long)
		}
		o := d.Describe(NewInput(name), &m, true)
		if o.NeedsLines() {
			for range 50 {
				o.AddLine(long, parse.Span{})
			}
		}
		c.Add(o)
	}
	data := c.Data(&Outcome{Errors: MaxFiles})
	bytes := 0
	for i := range data.Table.Rows {
		bytes += sizeOf(&data.Table.Rows[i])
	}
	if bytes > maxRowBytes || bytes < maxRowBytes*9/10 || len(data.Table.Rows) > MaxRows {
		t.Errorf("%d rows of %d bytes", len(data.Table.Rows), bytes)
	}
	if len(data.Run.Files) != MaxFiles || data.Run.More != 100 || len(data.Run.Failed) != MaxFailed || len(data.Run.Failed[0]) > maxName+len(ellipsis) {
		t.Errorf("%d files and %d more, %d errors", len(data.Run.Files), data.Run.More, len(data.Run.Failed))
	}
	for _, f := range []report.Figure{data.Totals.Distinct, data.Totals.Hosts, data.Totals.Domains} {
		if !f.Estimate || f.N < n*97/100 || f.N > n*103/100 {
			t.Errorf("%+v of %d", f, n)
		}
	}
	if len(data.Run.Limits) != 7 {
		t.Errorf("%q", data.Run.Limits)
	}
}

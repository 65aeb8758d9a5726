// Package reporttest has made-up data of reports for tests.
package reporttest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report"
)

// Attack is a text that would run a program, if any part of it were taken for HTML, script
// or style. The program sets the title of the page to "attacked".
const Attack = `</script></style></title></textarea>--><img src=x onerror="document.title='attacked'"><svg onload=document.title='attacked'>` +
	`<script>document.title='attacked'</script>"'` + "`" + `;document.title='attacked';//${document.title='attacked'}{{.}}&lt;b&gt;<!--<script>]]>`

// Reorder is a text with characters that change the direction of text, control characters,
// separators of lines and a byte that is not UTF-8.
const Reorder = "exe\u202egpj.\u2066x\u2069\u200fא\u2028\u2029\u0000\u001b[31m\u007f\u200b\ufeff\xe9"

// Long returns a text of n bytes without a space.
func Long(n int) string { return strings.Repeat("long-", n/5+1)[:n] }

// Hostile returns data whose texts are attacks.
func Hostile() *report.Data {
	texts := []string{
		Attack, Reorder, Long(70000),
		"javascript:document.title='attacked'", "data:text/html," + Attack, "vbscript:x",
		`http://a.example/"onmouseover="document.title='attacked'`, `http://a.example/' x='`,
		"http://a.example/<b>&amp;&#60;</td>", "__proto__", "constructor", "%3Cscript%3E", " ", "\n\r\t",
		"http://\u05d0\u05d1.example/\u202e/moc.knab",
	}
	d := &report.Data{
		Run: report.Run{
			Version: "1.2.3", Command: "urlgrep --report=r.html " + Attack + Reorder,
			Started: time.Date(2026, 11, 23, 20, 15, 9, 0, time.UTC), Took: 1500 * time.Millisecond,
			More: 12, Limits: texts, Errors: 3, Failed: texts,
		},
		Totals:  report.Totals{URLs: int64(len(texts)), Distinct: report.Figure{N: 14}, Files: 15, Bytes: 1},
		Periods: report.Periods{Unit: "year", Schemes: texts[:3], Bars: []report.Bar{{Period: Attack, N: []int64{1, 2, 3}}}, Undated: 9},
		Levels:  []report.Level{{Name: Attack, Valid: 1, Invalid: 14}},
		Table:   report.Table{Of: int64(len(texts)), Signs: true, Targets: true},
	}
	var counts []report.Count
	for i, text := range texts {
		counts = append(counts, report.Count{Value: text, N: int64(len(texts) - i)})
		examples := []report.Example{{URL: text, Offset: len(text) / 2, Reason: text, Place: text}, {URL: text, Offset: -1}, {URL: text, Offset: len(text)}}
		d.Faults = append(d.Faults, report.Fault{Level: text, Class: text, N: 1, Examples: examples})
		d.Signs = append(d.Signs, report.Fault{Class: text, N: 1, Examples: examples})
		d.Run.Files = append(d.Run.Files, report.File{Name: text, Size: -1, Sum: "", URLs: 1})
		d.Table.Rows = append(d.Table.Rows, report.Row{
			URL: text, Host: text, Kind: text, File: text, Line: 1, Place: text, Date: text, From: text, Subject: text, List: text,
			Label: text, Context: "before\n" + text + "\nafter", Target: text, Signs: []string{text}, Faults: []string{text}, Broken: true,
		})
	}
	d.Hosts, d.Domains = report.Ranking{Top: counts}, report.Ranking{Top: counts}
	d.Kinds, d.Breaks, d.Via = counts, counts, counts
	return d
}

// Sample returns data as of an archive of two mailing lists, with a number of rows. The same
// number returns the same data.
func Sample(rows int) *report.Data {
	random := rand.New(rand.NewPCG(19, 94))
	d := &report.Data{
		Run: report.Run{
			Version: "1.9.0", Command: "urlgrep -r --warn --unwrap --report=links.html Mail",
			Started: time.Date(2026, 11, 23, 20, 15, 9, 0, time.UTC), Took: 4200 * time.Millisecond,
			Files: []report.File{
				{Name: "Mail/fjord-devel.mbox.xz", Size: 23104332, Sum: strings.Repeat("3f2a9c0e", 8), URLs: int64(rows) / 3 * 2, Complete: true},
				{Name: "Mail/harbour-users/2003-04.mbox", Size: 812340, Sum: strings.Repeat("b1d07e55", 8), URLs: int64(rows) / 3},
			},
			Limits: []string{"Mail/harbour-users/2003-04.mbox: 3 messages have parts nested in more than 100 others, which were read as text."},
			Errors: 1, Failed: []string{"Mail/harbour-users/2003-04.mbox: gzip: unexpected EOF"},
		},
		Totals: report.Totals{Files: 2, Bytes: 23916672, Rejoined: 0},
		Table:  report.Table{Of: int64(rows), Signs: true, Targets: true},
	}
	hosts := []string{"www.fjord.example", "bugs.fjord.example", "harbour.example", "cran.statistics.example", "ftp.tools.example",
		"www.newsletter.example", "xn--bcher-kva.example", "192.0.2.17", "lists.a-rather-long-name-of-a-host-for-a-bar-chart.example", "paypa1.example"}
	for i := range 40 {
		hosts = append(hosts, fmt.Sprintf("mirror%d.tools.example", i+1))
	}
	kinds := []string{"bare", "bare", "bare", "bare", "angle", "angle", "html", "url-wrapper"}
	subjects := []string{"Re: [fjord] patch for the reader", "Announce: harbour 2.1", "how to plot two series", "Fwd: your account needs attention",
		"Re: a subject that is long enough that it does not fit in its column of the table, not even on a wide page", "Протокол встречи", "שלום עולם, a subject in two directions", ""}
	signs := []string{"shown-host-differs", "tracking-pixel", "confusable-host", "unusual-port"}
	faults := []string{"rfc1738:bad-char", "rfc1738:fragment", "rfc3986:bad-char", "lenient:empty-host"}
	schemes := []string{"http", "https", "ftp", "mailto", "other"}
	perYear := map[int][]int64{}
	counts := map[string]map[string]int64{"host": {}, "domain": {}, "kind": {}, "sign": {}, "fault": {}}
	for i := range rows {
		host := hosts[min(int(random.ExpFloat64()*4), len(hosts)-1)]
		year := 1996 + int(random.Float64()*random.Float64()*12) + random.IntN(4)
		date := time.Date(year, time.Month(1+random.IntN(12)), 1+random.IntN(28), random.IntN(24), random.IntN(60), 0, 0, time.UTC)
		scheme := min(int(random.ExpFloat64()*1.1), len(schemes)-1)
		if year > 2001 {
			scheme = []int{1, 0, 2, 3, 4}[scheme]
		}
		path := fmt.Sprintf("/%s/%d.html", []string{"doc", "download", "archive/msg", "bugs/show"}[random.IntN(4)], random.IntN(rows+1))
		row := report.Row{
			URL: schemes[scheme] + "://" + host + path, Host: host, Kind: kinds[random.IntN(len(kinds))], File: d.Run.Files[i%3/2].Name, Line: int64(i*37 + 12),
			Date: date.Format(time.RFC3339), From: fmt.Sprintf("Vera %c. <vera%d@fjord.example>", 'A'+rune(i%26), i%50), Subject: subjects[random.IntN(len(subjects))],
			List: []string{"fjord-devel", "fjord-devel", "harbour-users"}[i%3],
		}
		if schemes[scheme] == "other" {
			row.URL = "gopher://" + host + "/1" + path
		}
		row.Context = "> You can find it there, in the directory of the old releases:\n" + row.URL + "\nThe file was moved by the maintainers, so older links are dead."
		if random.IntN(20) == 0 {
			row.URL += "?utm_source=letter&id=" + Long(random.IntN(400)+1)
			row.Broken = true
			d.Totals.Rejoined++
		}
		if row.Kind == "html" {
			row.Label = "click here for " + host
		}
		if random.IntN(15) == 0 {
			row.Target = "https://www.harbour.example/" + path
		}
		if random.IntN(12) == 0 {
			row.Signs = append(row.Signs, signs[min(int(random.ExpFloat64()), 3)])
		}
		if random.IntN(9) == 0 {
			row.Faults = append(row.Faults, faults[min(int(random.ExpFloat64()), 3)])
		}
		if random.IntN(30) == 0 {
			row.Date, row.From, row.Subject, row.List = "", "", "", ""
			d.Periods.Undated++
		} else {
			if perYear[year] == nil {
				perYear[year] = make([]int64, len(schemes))
			}
			perYear[year][scheme]++
			d.Totals.Messages++
		}
		labels := strings.Split(host, ".")
		counts["host"][host]++
		counts["domain"][strings.Join(labels[max(len(labels)-2, 0):], ".")]++
		counts["kind"][row.Kind]++
		for _, s := range row.Signs {
			counts["sign"][s]++
		}
		for _, f := range row.Faults {
			counts["fault"][f]++
		}
		d.Table.Rows = append(d.Table.Rows, row)
	}
	d.Totals.URLs, d.Totals.Distinct.N = int64(rows), int64(rows-rows/9)
	d.Totals.Hosts.N, d.Totals.Domains.N = int64(len(counts["host"])), int64(len(counts["domain"]))
	d.Periods.Unit, d.Periods.Schemes = "year", schemes
	for year := 1996; len(perYear) > 0; year++ {
		n := perYear[year]
		if n == nil {
			n = make([]int64, len(schemes))
		}
		delete(perYear, year)
		d.Periods.Bars = append(d.Periods.Bars, report.Bar{Period: fmt.Sprint(year), N: n})
	}
	d.Hosts, d.Domains = ranking(counts["host"]), ranking(counts["domain"])
	d.Kinds = ranking(counts["kind"]).Top
	d.Breaks = []report.Count{{Value: "line break", N: d.Totals.Rejoined}, {Value: "quoted line", N: d.Totals.Rejoined / 3}, {Value: "hyphen", N: d.Totals.Rejoined / 20}}
	d.Via = []report.Count{{Value: "Proofpoint", N: int64(rows) / 40}, {Value: "Google", N: int64(rows) / 90}}
	var invalid int64
	for _, f := range ranking(counts["fault"]).Top {
		level, class, _ := strings.Cut(f.Value, ":")
		invalid += f.N
		d.Faults = append(d.Faults, report.Fault{Level: level, Class: class, N: f.N, Examples: []report.Example{
			{URL: "http://www.fjord.example/doc/a|b.html", Offset: 30, Reason: "U+007C", Place: "Mail/fjord-devel.mbox.xz:1208"},
			{URL: "http://harbour.example/" + Long(600) + "#top", Offset: 623, Place: "Mail/fjord-devel.mbox.xz:5120"},
			{URL: "http:///x", Offset: 7, Place: "Mail/fjord-devel.mbox.xz:77"},
		}})
	}
	for _, s := range ranking(counts["sign"]).Top {
		d.Signs = append(d.Signs, report.Fault{Class: s.Value, N: s.N, Examples: []report.Example{
			{URL: "http://paypa1.example/login", Offset: 7, Reason: "paypal.example", Place: "Mail/fjord-devel.mbox.xz:1208"}}})
	}
	d.Levels = []report.Level{{Name: "rfc1738", Valid: int64(rows) - invalid, Invalid: invalid}, {Name: "rfc3986", Valid: int64(rows) - invalid/3, Invalid: invalid / 3}, {Name: "lenient", Valid: int64(rows)}}
	return d
}

// ranking returns the most frequent values of n.
func ranking(n map[string]int64) (r report.Ranking) {
	for value, n := range n {
		r.Top = append(r.Top, report.Count{Value: value, N: n})
	}
	slices.SortFunc(r.Top, func(a, b report.Count) int {
		if a.N != b.N {
			return int(b.N - a.N)
		}
		return strings.Compare(a.Value, b.Value)
	})
	for _, c := range r.Top[min(len(r.Top), report.TopValues):] {
		r.Rest += c.N
	}
	r.Top = r.Top[:min(len(r.Top), report.TopValues)]
	return r
}

// Huge returns data of an archive with as many URLs as figures can be large.
func Huge() *report.Data {
	d := Sample(2000)
	const scale = 1_000_003_000_017
	scaled := func(counts []report.Count) {
		for i := range counts {
			counts[i].N *= scale
		}
	}
	d.Totals.URLs, d.Totals.Bytes, d.Totals.Files = 2000*scale, 900*scale, 123456789
	d.Totals.Distinct, d.Totals.Hosts = report.Figure{N: 700 * scale, Estimate: true}, report.Figure{N: 98765432, Estimate: true}
	d.Totals.Messages *= scale
	d.Totals.Rejoined *= scale
	scaled(d.Hosts.Top)
	scaled(d.Domains.Top)
	scaled(d.Kinds)
	scaled(d.Breaks)
	scaled(d.Via)
	d.Hosts.Estimate, d.Domains.Estimate = true, true
	d.Hosts.Rest *= scale
	for _, b := range d.Periods.Bars {
		for i := range b.N {
			b.N[i] *= scale
		}
	}
	for i := range d.Levels {
		d.Levels[i].Valid *= scale
		d.Levels[i].Invalid *= scale
	}
	for i := range d.Faults {
		d.Faults[i].N *= scale
	}
	for i := range d.Signs {
		d.Signs[i].N *= scale
	}
	d.Table.Of = d.Totals.URLs
	d.Run.More = d.Totals.Files - 2
	d.Run.Took = 51*time.Hour + 3*time.Minute
	return d
}

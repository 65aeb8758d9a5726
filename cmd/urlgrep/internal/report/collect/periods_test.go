package collect

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"
)

// TestPeriods checks the bars for some dates. In "2001-02 http*3", three URLs have that date.
func TestPeriods(t *testing.T) {
	now := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for _, test := range []struct{ dates, want string }{
		{"", "month [] earlier 0 later 0 undated 0"},
		{"- http*4", "month [] earlier 0 later 0 undated 4"},
		{"2001-02 http*3", "month [http] 2001-02:3 earlier 0 later 0 undated 0"},
		{"2001-11 http*3, 2002-02 ftp*1, 2001-11 *2", "month [http (none) ftp] 2001-11:3,2,0 2001-12:0,0,0 2002-01:0,0,0 2002-02:0,0,1 earlier 0 later 0 undated 0"},
		{"2001-01 http*1, 2003-12 http*1", "month [http] 2001-01:1 " + empty("2001-02 2003-11") + "2003-12:1 earlier 0 later 0 undated 0"},
		{"2001-01 http*1, 2004-01 http*1", "year [http] 2001:1 2002:0 2003:0 2004:1 earlier 0 later 0 undated 0"},

		// Dates that cannot be right.
		{"1970-01 http*3, 1904-01 http*2, 2001-02 http*1, 2027-01 http*4, 2038-01 http*5, 9999-12 http*6", "month [http] 2001-02:1 earlier 5 later 15 undated 0"},
		{"1970-12 http*1, 1971-01 http*2, 2026-12 http*4, 2027-01 http*8", "year [http] 1971:2 " + years(1972, 2025) + "2026:4 earlier 1 later 8 undated 0"},

		// A few dates that are far from all others, and many.
		{"1980-01 http*1, 2001-02 http*199, 2001-03 http*800, 2020-01 http*2, 2023-01 http*3", "month [http] 2001-02:199 2001-03:800 earlier 1 later 5 undated 0"},
		{"1998-01 http*6, 2001-02 http*994", "year [http] 1998:6 1999:0 2000:0 2001:994 earlier 0 later 0 undated 0"},
		{"2000-01 http*1, 2001-12 http*999", "month [http] 2000-01:1 " + empty("2000-02 2001-11") + "2001-12:999 earlier 0 later 0 undated 0"},

		// Many schemes.
		{"2001-02 a*1, 2001-02 b*2, 2001-02 c*3, 2001-02 d*4, 2001-02 e*5", "month [e d c b a] 2001-02:5,4,3,2,1 earlier 0 later 0 undated 0"},
		{"2001-02 a*1, 2001-02 b*2, 2001-02 c*3, 2001-02 d*4, 2001-02 e*5, 2001-03 f*6, 2001-03 g*1", "month [f e d c b other] 2001-02:0,5,4,3,2,1 2001-03:6,0,0,0,0,1 earlier 0 later 0 undated 0"},
	} {
		tl := newTimeline(now)
		for _, of := range strings.Split(test.dates, ", ") {
			var day, scheme string
			n := 0
			if day, scheme, _ = strings.Cut(of, " "); scheme == "" {
				continue
			}
			scheme, number, _ := strings.Cut(scheme, "*")
			fmt.Sscan(number, &n)
			date, _ := time.Parse("2006-01", day)
			for range n {
				tl.add(date, scheme)
			}
		}
		p := tl.periods()
		got := p.Unit + " " + fmt.Sprint(p.Schemes)
		for _, b := range p.Bars {
			got += " " + b.Period + ":" + strings.Trim(strings.ReplaceAll(fmt.Sprint(b.N), " ", ","), "[]")
		}
		got += fmt.Sprintf(" earlier %d later %d undated %d", p.Earlier, p.Later, p.Undated)
		if got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.dates, got, test.want)
		}
	}
}

// empty returns the bars of empty months.
func empty(months string) (bars string) {
	from, to, _ := strings.Cut(months, " ")
	for d, _ := time.Parse("2006-01", from); d.Format("2006-01") <= to; d = d.AddDate(0, 1, 0) {
		bars += d.Format("2006-01") + ":0 "
	}
	return bars
}

func years(from, to int) (bars string) {
	for ; from <= to; from++ {
		bars += fmt.Sprint(from, ":0 ")
	}
	return bars
}

// TestPeriodsZone checks that a period is one of UTC.
func TestPeriodsZone(t *testing.T) {
	tl := newTimeline(time.Now())
	tl.add(time.Date(2001, 1, 1, 1, 0, 0, 0, time.FixedZone("", 2*3600)), "http")
	if p := tl.periods(); p.Bars[0].Period != "2000-12" {
		t.Errorf("%+v", p)
	}
}

// TestPeriodsBounds checks that dates of all years and any schemes take bounded memory, and
// that each URL is counted once.
func TestPeriodsBounds(t *testing.T) {
	tl := newTimeline(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC))
	n := int64(0)
	for year := range 10_000 {
		for month := range 12 {
			tl.add(time.Date(year, time.Month(month+1), 1, 0, 0, 0, 0, time.UTC), fmt.Sprint("s", year*12+month))
			n++
		}
	}
	if len(tl.names) > maxSchemes+1 || len(tl.months) > 12*(2026-firstYear+1) {
		t.Errorf("%d schemes, %d months", len(tl.names), len(tl.months))
	}
	p := tl.periods()
	sum := p.Earlier + p.Later + p.Undated
	for _, b := range p.Bars {
		sum += sumOfCounts(b.N)
	}
	if sum != n || len(p.Bars) != 2026-firstYear+1 || !reflect.DeepEqual(p.Schemes[len(p.Schemes)-1], otherSchemes) {
		t.Errorf("%d of %d URLs, %d bars, %v", sum, n, len(p.Bars), p.Schemes)
	}
}

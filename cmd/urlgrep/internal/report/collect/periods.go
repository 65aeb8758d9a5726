package collect

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report"
	"github.com/urlgrep/urlgrep/internal/record"
)

const (
	firstYear   = 1971     // of the first electronic mail; a date before it is wrong
	maxMonths   = 36       // bars of months; a longer time has bars of years
	topSchemes  = 5        // schemes with a part of the bars of their own
	maxSchemes  = 64       // schemes that are counted; further ones are other schemes
	wideGap     = 24       // months
	fewPerGroup = 1. / 200 // share of the URLs in dates that are left out
)

// A timeline counts URLs by month and scheme.
type timeline struct {
	lastYear int // a date after it is wrong
	schemes  map[string]int
	names    []string        // the schemes by their index; the last may be otherSchemes
	months   map[int][]int64 // by year times 12 plus month: URLs by the index of the scheme

	earlier, later, undated int64
}

const otherSchemes = "other"

func newTimeline(now time.Time) *timeline {
	return &timeline{lastYear: now.UTC().Year(), schemes: make(map[string]int), months: make(map[int][]int64)}
}

// add counts a URL in a message with the date, which is zero for none.
func (t *timeline) add(date time.Time, scheme string) {
	date = date.UTC()
	switch {
	case date.IsZero():
		t.undated++
	case date.Year() < firstYear:
		t.earlier++
	case date.Year() > t.lastYear:
		t.later++
	default:
		i := t.scheme(scheme)
		at := date.Year()*12 + int(date.Month()) - 1
		n := t.months[at]
		for len(n) <= i {
			n = append(n, 0)
		}
		n[i]++
		t.months[at] = n
	}
}

// scheme returns the index of a scheme.
func (t *timeline) scheme(name string) int {
	if name == "" {
		name = record.None
	}
	if i, ok := t.schemes[name]; ok {
		return i
	}
	if len(t.names) >= maxSchemes {
		name = otherSchemes
		if i, ok := t.schemes[name]; ok {
			return i
		}
	}
	i := len(t.names)
	t.schemes[name] = i
	t.names = append(t.names, name)
	return i
}

// periods returns the bars.
func (t *timeline) periods() report.Periods {
	p := report.Periods{Unit: "month", Earlier: t.earlier, Later: t.later, Undated: t.undated}
	months := slices.Sorted(maps.Keys(t.months))
	first, last := t.bulk(months)
	for i, m := range months {
		if i < first {
			p.Earlier += sumOfCounts(t.months[m])
		} else if i >= last {
			p.Later += sumOfCounts(t.months[m])
		}
	}
	months = months[first:last]
	if len(months) == 0 {
		return p
	}
	per := 1
	if months[len(months)-1]-months[0] >= maxMonths {
		p.Unit, per = "year", 12
	}
	part := t.parts(months, &p)
	begin, end := months[0]/per, months[len(months)-1]/per
	p.Bars = make([]report.Bar, end-begin+1)
	for i := range p.Bars {
		p.Bars[i] = report.Bar{Period: periodName(begin+i, per), N: make([]int64, len(p.Schemes))}
	}
	for _, m := range months {
		for i, n := range t.months[m] {
			p.Bars[m/per-begin].N[part[i]] += n
		}
	}
	return p
}

// periodName returns the name of a period of so many months.
func periodName(number, months int) string {
	if months == 12 {
		return fmt.Sprintf("%04d", number)
	}
	return fmt.Sprintf("%04d-%02d", number/12, number%12+1)
}

// parts sets the schemes of p for the URLs in some months, and returns the part of the bar
// that each index of a scheme belongs to.
func (t *timeline) parts(months []int, p *report.Periods) []int {
	totals := make([]int64, len(t.names))
	for _, m := range months {
		for i, n := range t.months[m] {
			totals[i] += n
		}
	}
	order := make([]int, len(t.names))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(totals[b], totals[a]), cmp.Compare(t.names[a], t.names[b]))
	})
	part := make([]int, len(t.names))
	other := false
	for _, i := range order {
		switch {
		case totals[i] == 0:
		case len(p.Schemes) < topSchemes && t.names[i] != otherSchemes:
			part[i] = len(p.Schemes)
			p.Schemes = append(p.Schemes, t.names[i])
		default:
			part[i], other = topSchemes, true
		}
	}
	if other {
		for _, i := range order {
			part[i] = min(part[i], len(p.Schemes))
		}
		p.Schemes = append(p.Schemes, otherSchemes)
	}
	return part
}

// bulk returns the range of the months with most of the URLs. It leaves out a few dates that
// are far from all others: the clock of a computer was wrong, or an old message was forwarded.
func (t *timeline) bulk(months []int) (first, last int) {
	total := int64(0)
	for _, n := range t.months {
		total += sumOfCounts(n)
	}
	few := int64(float64(total) * fewPerGroup)
	n := int64(0)
	for i := 1; i < len(months); i++ {
		if n += sumOfCounts(t.months[months[i-1]]); n > few {
			break
		}
		if months[i]-months[i-1] >= wideGap {
			first = i
		}
	}
	last = len(months)
	n = 0
	for i := len(months) - 1; i > first; i-- {
		if n += sumOfCounts(t.months[months[i]]); n > few {
			break
		}
		if months[i]-months[i-1] >= wideGap {
			last = i
		}
	}
	return first, last
}

func sumOfCounts(list []int64) (total int64) {
	for _, n := range list {
		total += n
	}
	return total
}

package selection

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
)

// A Date is the span of time that an argument of --since or --until denotes, such as a
// second, a day or a year. It begins at From and ends before To. The zero Date is not a
// date.
type Date struct{ From, To time.Time }

// forms are the forms of a date, with the length of the span that each denotes. Those
// without a zone are in the local time zone.
var forms = []struct {
	layout              string
	years, months, days int
	length              time.Duration
}{
	{layout: "2006", years: 1},
	{layout: "2006-01", months: 1},
	{layout: "2006-01-02", days: 1},
	{layout: "2006-01-02T15:04", length: time.Minute},
	{layout: "2006-01-02T15:04:05", length: time.Second},
	{layout: "2006-01-02T15:04Z07:00", length: time.Minute},
	{layout: "2006-01-02T15:04:05Z07:00", length: time.Second}, // RFC 3339
}

// days are the words for days, with their distance from today.
var days = []struct {
	name  string
	after int
}{{"today", 0}, {"yesterday", -1}}

// units are the units of ages. Months and years are those of the calendar. There is no
// unit "m", which could be minutes or months.
var units = []struct {
	name, word          string // word may have an "s" after it
	years, months, days int
	length              time.Duration
}{
	{name: "min", word: "minute", length: time.Minute},
	{name: "h", word: "hour", length: time.Hour},
	{name: "d", word: "day", days: 1},
	{name: "w", word: "week", days: 7},
	{name: "mo", word: "month", months: 1},
	{name: "y", word: "year", years: 1},
}

// unitNames lists the units for messages.
const unitNames = "min, h, d, w, mo, y"

// maxAge is the maximum number of units of an age. It keeps the arithmetic of package
// time from overflowing.
const maxAge = 999_999

// ParseDate parses a date: "2025", "2025-03", "2025-03-01", a date and time as in RFC
// 3339, which may have no zone and no seconds, "today", "yesterday", or an age such as
// "2w", which is the second two weeks before now. Letter case does not matter. A date
// without a zone is in the zone of now.
func ParseDate(s string, now time.Time) (Date, error) {
	text := strings.ToLower(strings.TrimSpace(s))
	for _, d := range days {
		if text == d.name {
			day := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location()).AddDate(0, 0, d.after)
			return Date{day, day.AddDate(0, 0, 1)}, nil
		}
	}
	if n := len(text) - len(strings.TrimLeft(text, "0123456789")); n > 0 && n < len(text) {
		if unit := strings.TrimLeft(text[n:], " "); unit[0] >= 'a' {
			return parseAge(s, text[:n], unit, now)
		}
	}
	if i := len("2006-01-02"); len(text) > i && text[i] == ' ' { // RFC 3339, section 5.6, allows a space
		text = text[:i] + "t" + text[i+1:]
	}
	text = strings.ToUpper(text)
	reason := ""
	for _, f := range forms {
		t, err := time.ParseInLocation(f.layout, text, now.Location())
		if err == nil {
			t = t.Truncate(time.Second)
			return Date{t, t.AddDate(f.years, f.months, f.days).Add(f.length)}, nil
		}
		var wrong *time.ParseError
		if errors.As(err, &wrong) && strings.HasSuffix(wrong.Message, "out of range") {
			reason = wrong.Message
		}
	}
	if reason != "" {
		return Date{}, fmt.Errorf("invalid date %q%s", s, reason)
	}
	var names []string
	for _, d := range days {
		names = append(names, d.name)
	}
	err := fmt.Errorf("invalid date %q: must be a date such as 2025-03-01, 2025-03 or 2025, a date and time such as 2025-03-01T12:00:00Z, today, yesterday, or an age such as 2w (units: %s)", s, unitNames)
	return Date{}, option.Suggest(err, strings.ToLower(text), names)
}

// parseAge parses an age, of that many units before now. s is the whole argument.
func parseAge(s, number, unit string, now time.Time) (Date, error) {
	n, err := strconv.Atoi(number)
	if err != nil || n > maxAge {
		return Date{}, fmt.Errorf("invalid date %q: the age must be at most %d units", s, maxAge)
	}
	for _, u := range units {
		if unit == u.name || strings.TrimSuffix(unit, "s") == u.word {
			t := monthsBefore(now.Truncate(time.Second), n*(12*u.years+u.months)).AddDate(0, 0, -n*u.days).Add(-time.Duration(n) * u.length)
			return Date{t, t.Add(time.Second)}, nil
		}
	}
	if unit == "m" {
		return Date{}, fmt.Errorf("invalid date %q: m is ambiguous: use %smin for minutes, %smo for months", s, number, number)
	}
	var names []string
	for _, u := range units {
		names = append(names, u.name, u.word)
	}
	return Date{}, fmt.Errorf("invalid date %q: %w", s, option.Unknown("unit", unit, unitNames, names))
}

// monthsBefore returns the time n months before t. If that month has no such day, it is
// the last day of the month.
func monthsBefore(t time.Time, n int) time.Time {
	before := t.AddDate(0, -n, 0)
	if before.Day() != t.Day() {
		before = before.AddDate(0, 0, -before.Day())
	}
	return before
}

package header

import (
	"strings"
	"time"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// maxDate is the number of bytes of a field that are looked at for a date.
const maxDate = 256

// Date parses the body of a Date field. It accepts the syntax of RFC 5322, sections 3.3
// and 4.3, and other forms that occur in mail: the formats of asctime and ISO 8601, full
// names of months, parts in any order, and zones that are names, in the wrong place or
// missing (the date is then in UTC).
func Date(body []byte) (time.Time, bool) {
	// Go from word to word, as the form of each word says what it is. A list of layouts,
	// such as that of net/mail, would take time for each layout, and never be complete.
	p := dateParser{s: body[:min(len(body), maxDate)]}
	for p.i < len(p.s) {
		p.next()
	}
	return p.time()
}

// A dateParser holds the parts of a date that are before s[i]. A part that has not been
// read is zero.
type dateParser struct {
	s []byte
	i int

	day   day
	clock clock
	zone  zone
}

// A day is a day of the calendar.
type day struct {
	year    int
	hasYear bool
	month   time.Month
	day     int
}

// A clock is the time of a day.
type clock struct {
	hour, minute, second  int
	read                  bool
	afternoon, beforeNoon bool
}

// A zone is a time zone. A number takes precedence over names.
type zone struct {
	offset  int  // in seconds east of UTC
	numeric bool // the zone is a number
	summer  bool // "DST" has been read
	next    bool // "+" or "-" here begins a number: it is after a time or a name
}

// next reads the next part, or skips a byte.
func (p *dateParser) next() {
	numberNext := p.zone.next
	p.zone.next = false
	switch c := p.s[p.i]; {
	case c == '(':
		// A comment without end extends to the end of the field.
		if p.i = skipCFWS(p.s, p.i); p.i < len(p.s) && p.s[p.i] == '(' {
			p.i = len(p.s)
		}
	case ascii.Is(c, ascii.Digit):
		p.number()
	case c == '+' || c == '-':
		if numberNext || p.i > 0 && p.clock.read && isBlank(p.s[p.i-1]) {
			p.readZone()
			return
		}
		p.i++
	case ascii.Is(c, ascii.Alpha):
		p.word()
	default:
		p.i++
	}
}

// digits reads a number, and returns its value and the number of digits.
func (p *dateParser) digits() (value, n int) {
	start := p.i
	for p.i < len(p.s) && ascii.Is(p.s[p.i], ascii.Digit) {
		value = min(value*10+int(p.s[p.i]-'0'), 1e6)
		p.i++
	}
	return value, p.i - start
}

// accept reads c if it is the next byte and a digit follows it, and reports whether it
// did.
func (p *dateParser) accept(c byte) bool {
	if p.i+1 < len(p.s) && p.s[p.i] == c && ascii.Is(p.s[p.i+1], ascii.Digit) {
		p.i++
		return true
	}
	return false
}

// colon reads a colon before a digit, and reports whether there is one. RFC 5322, section
// 4.3, allows CFWS around it.
func (p *dateParser) colon() bool {
	i := skipCFWS(p.s, p.i)
	if i == len(p.s) || p.s[i] != ':' {
		return false
	}
	i = skipCFWS(p.s, i+1)
	if i == len(p.s) || !ascii.Is(p.s[i], ascii.Digit) {
		return false
	}
	p.i = i
	return true
}

// number reads a time, an ISO 8601 date, a day or a year.
func (p *dateParser) number() {
	v, n := p.digits()
	switch {
	case n <= 2 && !p.clock.read && p.colon():
		p.readClock(v)
	case n == 4 && !p.day.hasYear && (p.accept('-') || p.accept('/')):
		p.day.year, p.day.hasYear = v, true
		m, _ := p.digits()
		p.day.month = time.Month(m)
		if p.accept('-') || p.accept('/') {
			p.day.day, _ = p.digits()
		}
	case n <= 2 && p.day.day == 0 && 1 <= v && v <= 31:
		p.day.day = v
	case n <= 4 && !p.day.hasYear:
		p.day.year, p.day.hasYear = fullYear(v, n), true
	}
}

// readClock reads the rest of a time, after the hour.
func (p *dateParser) readClock(hour int) {
	p.clock.hour = hour
	p.clock.minute, _ = p.digits()
	if p.colon() {
		p.clock.second, _ = p.digits()
	}
	if p.accept('.') {
		p.digits()
	}
	p.clock.read, p.zone.next = true, true
}

// fullYear returns the year that is written as v, in n digits.
//
// RFC 5322, section 4.3: "If a two digit year is encountered whose value is between 00
// and 49, the year is interpreted by adding 2000, ending up with a value between 2000 and
// 2049. If a two digit year is encountered with a value between 50 and 99, or any three
// digit year is encountered, the year is interpreted by adding 1900."
func fullYear(v, n int) int {
	switch {
	case n > 3:
		return v
	case n < 3 && v < 50:
		return v + 2000
	}
	return v + 1900
}

// readZone reads the sign and number of a zone: "+0200", "+02:00" or "+2".
func (p *dateParser) readZone() {
	sign := 1
	if p.s[p.i] == '-' {
		sign = -1
	}
	p.i++
	v, n := p.digits()
	hours, minutes := v, 0
	switch {
	case n == 4:
		hours, minutes = v/100, v%100
	case n == 0 || n > 2:
		return
	case p.accept(':'):
		minutes, _ = p.digits()
	}
	if hours < 24 && minutes < 60 {
		p.zone.offset, p.zone.numeric = sign*(hours*60+minutes)*60, true
	}
}

// word reads the name of a month or a zone, or "AM", "PM" or "DST". It ignores other
// words, such as names of days.
func (p *dateParser) word() {
	var lower [len("september")]byte // no longer word has a meaning
	n := 0
	for ; p.i < len(p.s) && ascii.Is(p.s[p.i], ascii.Alpha); p.i++ {
		if n < len(lower) {
			lower[n] = p.s[p.i] | 0x20
		}
		n++
	}
	if n > len(lower) {
		return
	}
	word := string(lower[:n])
	if m := month(word); m != 0 {
		if p.day.month == 0 {
			p.day.month = m
		}
		return
	}
	switch word {
	case "am":
		p.clock.beforeNoon = true
	case "pm":
		p.clock.afternoon = true
	case "dst":
		// "MET DST"
		if !p.zone.numeric && !p.zone.summer {
			p.zone.offset += 3600
			p.zone.summer = true
		}
	default:
		if hours, ok := zoneHours(word); ok && p.clock.read && !p.zone.numeric {
			p.zone.offset, p.zone.next = int(hours*3600), true
		}
	}
}

// month returns the month whose name begins with word, in lower case, or 0 if word is not
// the name of a month.
func month(word string) time.Month {
	const names = "janfebmaraprmayjunjulaugsepoctnovdec"
	if len(word) < 3 {
		return 0
	}
	i := strings.Index(names, word[:3])
	if i < 0 || i%3 > 0 {
		return 0
	}
	m := time.Month(i/3 + 1)
	if name := m.String(); len(word) > len(name) || word[1:] != name[1:len(word)] {
		return 0
	}
	return m
}

// zoneHours returns the offset in hours of the zone with the given name. The zones up to
// "pst" are those of RFC 5322, section 4.3. Other zones, and single letters, "SHOULD be
// considered equivalent to "-0000" unless there is out-of-band information confirming
// their meaning": the others here have only one meaning in mail.
func zoneHours(name string) (hours float64, ok bool) {
	switch name {
	case "ut", "utc", "gmt", "z", "wet":
		return 0, true
	case "edt":
		return -4, true
	case "est", "cdt":
		return -5, true
	case "cst", "mdt":
		return -6, true
	case "mst", "pdt":
		return -7, true
	case "pst":
		return -8, true
	case "met", "mez", "cet", "bst", "west":
		return 1, true
	case "mest", "mesz", "cest", "eet", "sast":
		return 2, true
	case "eest", "msk":
		return 3, true
	case "msd":
		return 4, true
	case "hkt", "awst":
		return 8, true
	case "jst", "kst":
		return 9, true
	case "acst":
		return 9.5, true
	case "aest":
		return 10, true
	case "aedt":
		return 11, true
	case "nzst":
		return 12, true
	case "nzdt":
		return 13, true
	case "akdt":
		return -8, true
	case "akst":
		return -9, true
	case "hst":
		return -10, true
	case "nst":
		return -3.5, true
	case "ndt":
		return -2.5, true
	}
	return 0, false
}

// time returns the date that was read, and whether it is valid. A second of 60 is a leap
// second.
func (p *dateParser) time() (time.Time, bool) {
	d, c := &p.day, p.clock
	c.hour = c.hour24()
	if !d.hasYear || d.month < time.January || d.month > time.December ||
		c.hour > 23 || c.minute > 59 || c.second > 60 {
		return time.Time{}, false
	}
	minute := time.Date(d.year, d.month, d.day, c.hour, c.minute, 0, 0, p.zone.location())
	t := minute.Add(time.Duration(c.second) * time.Second)
	// time.Date normalizes a day that the month does not have.
	if d.day < 1 || d.day > 28 && minute.Day() != d.day {
		return time.Time{}, false
	}
	// The zone may change the first and the last year.
	if (d.year < 2 || d.year > 9998) && (!hasYear(t) || !hasYear(t.UTC())) {
		return time.Time{}, false
	}
	return t, true
}

// hour24 returns the hour from 0 to 23.
func (c *clock) hour24() int {
	hour := c.hour
	if c.afternoon && hour < 12 {
		hour += 12
	}
	if c.beforeNoon && hour == 12 {
		hour = 0
	}
	return hour
}

// location returns the zone for package time.
func (z *zone) location() *time.Location {
	if z.offset == 0 {
		return time.UTC
	}
	return time.FixedZone("", z.offset)
}

// hasYear reports whether the year of t has four digits. RFC 3339, section 1: "All dates
// and times are assumed to be in the "current era", somewhere between 0000AD and
// 9999AD."
func hasYear(t time.Time) bool { return 0 <= t.Year() && t.Year() <= 9999 }

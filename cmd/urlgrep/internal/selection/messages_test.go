package selection

import (
	"strings"
	"testing"
	"time"

	"github.com/urlgrep/urlgrep/extract"
)

// zone is a time zone with summer time, so that days have 23 to 25 hours.
func zone(t *testing.T) *time.Location {
	t.Helper()
	where, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip(err)
	}
	return where
}

// TestParseDate checks the span of time that each form of a date denotes.
func TestParseDate(t *testing.T) {
	now := time.Date(2024, 3, 31, 12, 30, 15, 999, zone(t))
	for _, c := range []struct{ date, from, to string }{
		{"2025", "2025-01-01T00:00:00+01:00", "2026-01-01T00:00:00+01:00"},
		{"2025-03", "2025-03-01T00:00:00+01:00", "2025-04-01T00:00:00+02:00"},
		{"2025-12", "2025-12-01T00:00:00+01:00", "2026-01-01T00:00:00+01:00"},
		{"2025-03-01", "2025-03-01T00:00:00+01:00", "2025-03-02T00:00:00+01:00"},
		{"2024-02-29", "2024-02-29T00:00:00+01:00", "2024-03-01T00:00:00+01:00"},
		{"2025-03-30", "2025-03-30T00:00:00+01:00", "2025-03-31T00:00:00+02:00"}, // 23 hours
		{"2025-10-26", "2025-10-26T00:00:00+02:00", "2025-10-27T00:00:00+01:00"}, // 25 hours
		{"2025-07-01T12:00", "2025-07-01T12:00:00+02:00", "2025-07-01T12:01:00+02:00"},
		{"2025-07-01 12:00:05", "2025-07-01T12:00:05+02:00", "2025-07-01T12:00:06+02:00"},
		{"2025-07-01T12:00:05Z", "2025-07-01T12:00:05Z", "2025-07-01T12:00:06Z"},
		{"2025-07-01t12:00:05z", "2025-07-01T12:00:05Z", "2025-07-01T12:00:06Z"},
		{"2025-07-01T12:00:05.9-07:30", "2025-07-01T12:00:05-07:30", "2025-07-01T12:00:06-07:30"},
		{"2025-07-01T12:00Z", "2025-07-01T12:00:00Z", "2025-07-01T12:01:00Z"},
		{" 2025-07-01 ", "2025-07-01T00:00:00+02:00", "2025-07-02T00:00:00+02:00"},
		{"today", "2024-03-31T00:00:00+01:00", "2024-04-01T00:00:00+02:00"},
		{"Yesterday", "2024-03-30T00:00:00+01:00", "2024-03-31T00:00:00+01:00"},

		{"5min", "2024-03-31T12:25:15+02:00", "2024-03-31T12:25:16+02:00"},
		{"6h", "2024-03-31T06:30:15+02:00", "2024-03-31T06:30:16+02:00"},
		{"3d", "2024-03-28T12:30:15+01:00", "2024-03-28T12:30:16+01:00"}, // at the same time of day
		{"2w", "2024-03-17T12:30:15+01:00", "2024-03-17T12:30:16+01:00"},
		{"1mo", "2024-02-29T12:30:15+01:00", "2024-02-29T12:30:16+01:00"}, // there is no 31 February
		{"12mo", "2023-03-31T12:30:15+02:00", "2023-03-31T12:30:16+02:00"},
		{"1y", "2023-03-31T12:30:15+02:00", "2023-03-31T12:30:16+02:00"},
		{"2 weeks", "2024-03-17T12:30:15+01:00", "2024-03-17T12:30:16+01:00"},
		{"1Year", "2023-03-31T12:30:15+02:00", "2023-03-31T12:30:16+02:00"},
		{"0d", "2024-03-31T12:30:15+02:00", "2024-03-31T12:30:16+02:00"},
	} {
		d, err := ParseDate(c.date, now)
		if got := d.From.Format(time.RFC3339); err != nil || got != c.from {
			t.Errorf("%q begins at %s, want %s (error %v)", c.date, got, c.from, err)
		}
		if got := d.To.Format(time.RFC3339); got != c.to {
			t.Errorf("%q ends at %s, want %s", c.date, got, c.to)
		}
	}
}

// TestParseDateErrors checks the errors of dates that are not valid.
func TestParseDateErrors(t *testing.T) {
	for date, want := range map[string]string{
		"":                      "must be a date such as",
		"foo":                   "must be a date such as",
		"25-03-01":              "must be a date such as",
		"2025-3-1":              "must be a date such as",
		"01.03.2025":            "must be a date such as",
		"2025-03-01T":           "must be a date such as",
		"-2w":                   "must be a date such as",
		"2":                     "must be a date such as",
		"20250":                 "must be a date such as",
		"2025-13":               `invalid date "2025-13": month out of range`,
		"2025-02-29":            `invalid date "2025-02-29": day out of range`,
		"2025-02-28T24:00:00Z":  `invalid date "2025-02-28T24:00:00Z": hour out of range`,
		"5m":                    "use 5min for minutes, 5mo for months",
		"3x":                    `unknown unit "x": valid units are min, h, d, w, mo, y`,
		"3wk":                   "(did you mean w?)",
		"3moth":                 "(did you mean mo",
		"3 weks":                "(did you mean week?)",
		"2w3d":                  `unknown unit "w3d"`,
		"1000000d":              "at most 999999 units",
		"99999999999999999999d": "at most 999999 units",
		"5é":                    `unknown unit "é"`,
		"yesturday":             "(did you mean yesterday?)",
		"Todya":                 "(did you mean today?)",
	} {
		if d, err := ParseDate(date, time.Now()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v, want %s", date, d, err, want)
		}
	}
}

// TestMaxAge checks that the oldest ages are before all dates of messages.
func TestMaxAge(t *testing.T) {
	for _, u := range units {
		if d, err := ParseDate("999999"+u.name, time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)); err != nil || d.From.Year() >= 2025 {
			t.Errorf("%s: %v, %v", u.name, d, err)
		}
	}
}

// TestTexts checks which texts match which conditions.
func TestTexts(t *testing.T) {
	for _, c := range []struct {
		conditions []string
		text       string
		want       bool
	}{
		{nil, "x", true},
		{[]string{"anna"}, "Anna Berg <a@a.example>", true},
		{[]string{"A@A.EXAMPLE"}, "Anna Berg <a@a.example>", true},
		{[]string{"anna"}, "", false},
		{[]string{"berg", "lind"}, "Vera Lind", true},
		{[]string{"berg", "/lund/"}, "Vera Lind", false},
		{[]string{"ΣΊΣΥΦΟΣ"}, "Σίσυφος", true},
		{[]string{"straſſe"}, "STRASSE", true},
		{[]string{"\u212Aelvin"}, "kelvin", true},
		{[]string{"straße"}, "STRASSE", false}, // simple case folding
		{[]string{"ÉCOLE"}, "e\u0301cole", true},
		{[]string{"e\u0301"}, "É", true},
		{[]string{"/^É.$/"}, "e\u0301x", true},
		{[]string{`/@(.*\.)?a\.example>$/`}, "B <b@mail.A.example>", true},
		{[]string{`/@a\.example>$/`}, "B <b@mail.a.example>", false},
		{[]string{"/(?-i)b/"}, "B", false},
		{[]string{"."}, "x", false},
		{[]string{"/"}, "a/b", true},
		{[]string{"/dev/sda"}, "failure of /dev/sda1", true},
		{[]string{"/re/"}, "core", true},
		{[]string{"a b"}, "a  b", false},
		{[]string{"\xff"}, "a", false},
	} {
		var texts Texts
		for _, s := range c.conditions {
			if err := texts.Set(s); err != nil {
				t.Fatal(err)
			}
		}
		if got := texts.Match(c.text); got != c.want {
			t.Errorf("%q for %q: %v", c.conditions, c.text, got)
		}
	}
	for text, want := range map[string]string{
		"": "must not be empty", "//": "must not be empty", "/a/i": `invalid flag "i"`, "/(/": "missing closing )", `/\y/`: "invalid escape sequence",
	} {
		if err := new(Texts).Set(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestFold checks foldRune against the case folding of package strings.
func TestFold(t *testing.T) {
	for r := rune(0); r < 0x1_FFFF; r++ {
		if 0xD800 <= r && r < 0xE000 {
			continue
		}
		if f := foldRune(r); f != r && (!strings.EqualFold(string(f), string(r)) || foldRune(f) != f) {
			t.Errorf("%q becomes %q", r, f)
		}
	}
	for _, pair := range []string{"kK", "sſ", "S\u017F", "σς", "µμ", "Ǆǅ"} {
		r := []rune(pair)
		if foldRune(r[0]) != foldRune(r[1]) {
			t.Errorf("%q", pair)
		}
	}
}

// TestMessages checks that all conditions must hold, and for which messages the Date
// decides.
func TestMessages(t *testing.T) {
	date := func(s string) Date {
		d, err := ParseDate(s, time.Date(2025, 6, 1, 0, 0, 0, 0, time.UTC))
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	texts := func(s string) (t Texts) {
		t.Set(s)
		return t
	}
	at := func(s string) *extract.Message {
		d, err := time.Parse(time.RFC3339, s)
		if err != nil {
			t.Fatal(err)
		}
		return &extract.Message{Date: d, From: "Anna <a@a.example>", Subject: "Links", List: "l.a.example"}
	}
	undated := &extract.Message{From: "Anna <a@a.example>", Subject: "Links"}
	for _, c := range []struct {
		name               string
		m                  Messages
		of                 *extract.Message
		selected, isUndate bool
	}{
		{"none", Messages{}, undated, true, false},
		{"from", Messages{From: texts("anna")}, undated, true, false},
		{"from and subject", Messages{From: texts("anna"), Subject: texts("links")}, undated, true, false},
		{"from, not subject", Messages{From: texts("anna"), Subject: texts("other")}, undated, false, false},
		{"subject, not from", Messages{From: texts("berta"), Subject: texts("links")}, undated, false, false},
		{"list", Messages{List: texts("l.A.")}, at("2025-01-01T00:00:00Z"), true, false},
		{"no list", Messages{List: texts("a")}, undated, false, false},
		{"since its first second", Messages{Since: date("2025-03")}, at("2025-03-01T00:00:00Z"), true, false},
		{"before", Messages{Since: date("2025-03")}, at("2025-02-28T23:59:59Z"), false, false},
		{"in another zone", Messages{Since: date("2025-03")}, at("2025-02-28T23:59:59-01:00"), true, false},
		{"until its last second", Messages{Until: date("2025-03")}, at("2025-03-31T23:59:59Z"), true, false},
		{"after", Messages{Until: date("2025-03")}, at("2025-04-01T00:00:00Z"), false, false},
		{"until a second", Messages{Until: date("2025-03-01T12:00:00Z")}, at("2025-03-01T12:00:00Z"), true, false},
		{"after a second", Messages{Until: date("2025-03-01T12:00:00Z")}, at("2025-03-01T12:00:01Z"), false, false},
		{"until an age", Messages{Until: date("1d")}, at("2025-05-31T00:00:00Z"), true, false},
		{"younger", Messages{Until: date("1d")}, at("2025-05-31T00:00:01Z"), false, false},
		{"between", Messages{Since: date("2025"), Until: date("2025")}, at("2025-06-01T00:00:00Z"), true, false},
		{"undated", Messages{Since: date("2025")}, undated, false, true},
		{"undated, until", Messages{Until: date("2025"), From: texts("anna")}, undated, false, true},
		{"undated, not from", Messages{Since: date("2025"), From: texts("berta")}, undated, false, false},
	} {
		if selected, isUndated := c.m.Selects(c.of); selected != c.selected || isUndated != c.isUndate {
			t.Errorf("%s: %v, %v", c.name, selected, isUndated)
		}
		if c.m.IsEmpty() != (c.name == "none") {
			t.Errorf("%s: IsEmpty is %v", c.name, c.m.IsEmpty())
		}
	}
	for _, c := range []struct {
		since, until string
		ok           bool
	}{
		{"2025", "2025", true}, {"2025-03-01", "2025-03-01", true}, {"2024", "2025-01", true}, {"1w", "1w", true}, {"2w", "1w", true},
		{"2025", "2024", false}, {"2025-03-02", "2025-03-01", false}, {"1w", "2w", false},
	} {
		m := Messages{Since: date(c.since), Until: date(c.until)}
		if err := m.Check(); (err == nil) != c.ok {
			t.Errorf("from %s to %s: %v", c.since, c.until, err)
		}
	}
	for _, m := range []Messages{{}, {Since: date("2025")}, {Until: date("2025")}} {
		if err := m.Check(); err != nil {
			t.Error(err)
		}
	}
}

// FuzzParseDate checks that a date is a span of time, that it is found again in its RFC
// 3339 form, and that no argument makes ParseDate panic.
func FuzzParseDate(f *testing.F) {
	for _, s := range []string{"2025", "2025-03", "2025-03-01", "2025-03-01T12:00:00+01:00", "2025-03-01T12:00:00+24:60", "2025-03-01 12:00", "2w", "5m", "3 weeks", "today", "999999y", "2025-02-30", "1é", "9 ", "0000"} {
		f.Add(s)
	}
	now := time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, s string) {
		d, err := ParseDate(s, now)
		if err != nil {
			return
		}
		if !d.From.Before(d.To) || d == (Date{}) {
			t.Errorf("%q: %v", s, d)
		}
		from := d.From.UTC() // a zone such as +24:60 is accepted, but not in its form +25:00
		if y := from.Year(); 0 <= y && y <= 9999 {
			if again, err := ParseDate(from.Format(time.RFC3339), now); err != nil || !again.From.Equal(d.From) {
				t.Errorf("%q: %v, again %v, %v", s, d, again, err)
			}
		}
	})
}

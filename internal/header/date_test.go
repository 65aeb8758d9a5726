package header

import (
	"net/mail"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestDate(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"Fri, 21 Nov 1997 09:55:06 -0600", "1997-11-21T09:55:06-06:00"},
		{" Fri, 21 Nov 1997 09:55:06 -0600 (CST)\r\n", "1997-11-21T09:55:06-06:00"},
		{"21 Nov 97 09:55:06 GMT", "1997-11-21T09:55:06Z"},
		{"21 Nov 1997 09:55 EST", "1997-11-21T09:55:00-05:00"},
		{"Fri, 21 Nov 1997 09(comment):   55  :  06 -0600", "1997-11-21T09:55:06-06:00"},
		{"Sun, 6 May 2001 07 : 08 : x", "2001-05-06T07:08:00Z"},
		{"Thu,\n      13\n        Feb\n          1969\n      23:32\n               -0330 (Newfoundland Time)", "1969-02-13T23:32:00-03:30"},
		{"Fri, 1 Jan 2016 23:59:60 +0000", "2016-01-02T00:00:00Z"},

		// Years.
		{"1 Jan 49 00:00 +0000", "2049-01-01T00:00:00Z"},
		{"1 Jan 50 00:00 +0000", "1950-01-01T00:00:00Z"},
		{"1 Jan 99 00:00 +0000", "1999-01-01T00:00:00Z"},
		{"1 Jan 101 00:00 +0000", "2001-01-01T00:00:00Z"},
		{"1 Jan 00 00:00 +0000", "2000-01-01T00:00:00Z"},
		{"Thu, 9 Mar 0 08:42:30 +0000 (GMT)", "2000-03-09T08:42:30Z"},

		// The formats of asctime and date.
		{"Sun May  6 07:08:09 2001", "2001-05-06T07:08:09Z"},
		{"Sun May  6 07:08:09 EDT 2001", "2001-05-06T07:08:09-04:00"},
		{"Sun May  6 07:08:09 MET DST 2001", "2001-05-06T07:08:09+02:00"},
		{"Sun May  6 07:08:09 +0200 2001", "2001-05-06T07:08:09+02:00"},
		{"Sun May  6 07:08:09 2001 -0400", "2001-05-06T07:08:09-04:00"},
		{"Wed 29 May 2019 06:09:22 PM EDT", "2019-05-29T18:09:22-04:00"},
		{"May 8, 2005 12:17 AM", "2005-05-08T00:17:00Z"},
		{"May 8, 2005 12:17 PM", "2005-05-08T12:17:00Z"},

		// ISO 8601.
		{"2001-05-06 07:08:09", "2001-05-06T07:08:09Z"},
		{"2001-05-06T07:08:09.123Z", "2001-05-06T07:08:09Z"},
		{"2001-05-06T07:08:09+02:00", "2001-05-06T07:08:09+02:00"},
		{"2001-05-06 07:08 -0400", "2001-05-06T07:08:00-04:00"},
		{"2001/05/06 07:08", "2001-05-06T07:08:00Z"},
		{"2001-05", ""},

		// Other formats.
		{"06-May-2001 07:08:09 +0200", "2001-05-06T07:08:09+02:00"},
		{"06-May-01", "2001-05-06T00:00:00Z"},
		{"07:08:09 06-May-2001", "2001-05-06T07:08:09Z"},
		{"6 May 2001 07:08:09", "2001-05-06T07:08:09Z"},
		{"6 May 2001 07:08:09 Sun +0200", "2001-05-06T07:08:09+02:00"},
		{"Sunday, 06 May 2001 07:08:09 GMT", "2001-05-06T07:08:09Z"},
		{"Sunday, 6th of Sept. 2001 at 7:08", "2001-09-06T07:08:00Z"},
		{"Sun, 6 May 2001 07:08:09 GMT+0200", "2001-05-06T07:08:09+02:00"},
		{"Sun, 6 May 2001 07:08:09 UTC-3", "2001-05-06T07:08:09-03:00"},
		{"Sun, 6 May 2001 07:08:09 -0400 EDT", "2001-05-06T07:08:09-04:00"},
		{"Sun, 6 May 2001 07:08:09-0400", "2001-05-06T07:08:09-04:00"},
		{"Tue, 19 Sep 1995 13:30:00 (EDT) -0400", "1995-09-19T13:30:00-04:00"},
		{"Sun, 6 May 2001 07:08:09 \"GMT\"", "2001-05-06T07:08:09Z"},
		{"Sun, 6 May 2001 07:08:09 J", "2001-05-06T07:08:09Z"},
		{"Sun, 6 May 2001 07:08:09 +9999", "2001-05-06T07:08:09Z"},

		// Invalid dates.
		{"", ""},
		{"yesterday", ""},
		{"Fri, 30 Feb 2001 00:00:00 +0000", ""},
		{"Fri, 32 May 2001 00:00:00 +0000", ""},
		{"Fri, 30 Feb 2001 00:00:60 +0000", ""},
		{"Fri, 31 Dec 9999 23:59:60 +0000", ""},
		{"Fri, 31 Dec 9999 23:00:00 -0500", ""},
		{"Sat, 1 Jan 0000 00:00:00 +0100", ""},
		{"Fri, 6 May 2001 25:00:00 +0000", ""},
		{"Fri, 6 May 2001 10:60:00 +0000", ""},
		{"Fri, 6 May", ""},
		{"6 2001", ""},
		{"2001-13-06", ""},
		{"(6 May 2001", ""},
		{"Sun, 6 May 2001 07:08:09 MET DST" + strings.Repeat(" DST", 30), "2001-05-06T07:08:09+02:00"},
	} {
		got, ok := Date([]byte(c.body))
		text := ""
		if ok {
			text = got.Format(time.RFC3339)
		}
		if text != c.want {
			t.Errorf("%q: got %q, want %q", c.body, text, c.want)
		}
	}
}

// TestParseDate checks Date against mail.ParseDate, with dates of RFC 5322.
func TestParseDate(t *testing.T) {
	zones := []string{"+0000", "-0000", "+0530", "-0800", "+1400", "GMT", "+0100 (a (comment))"}
	at := time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range 5000 {
		at = at.Add(97 * time.Hour / 10 * 9)
		body := at.Format([]string{"Mon, 2 Jan 2006 15:04:05 ", "02 Jan 2006 15:04 ", "Mon, 02 Jan 2006 15:04:05 "}[i%3]) + zones[i%len(zones)]
		want, err := mail.ParseDate(body)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := Date([]byte(body))
		_, a := got.Zone()
		if _, b := want.Zone(); !ok || !got.Equal(want) || a != b {
			t.Fatalf("%q: got %v %v, want %v", body, got, ok, want)
		}
	}
}

// FuzzDate checks that any date is the same when written in the formats of RFC 3339 and
// RFC 5322 and parsed again, and that Date agrees with net/mail on short dates with one
// zone, which is numeric, except for the fraction of the second.
func FuzzDate(f *testing.F) {
	for _, s := range []string{"Fri, 21 Nov 1997 09:55:06 -0600 (CST)", "2001-05-06T07:08:09.123+02:00", "Sun May  6 07:08:09 MET DST 2001", "06-May-01 1:02 PM",
		"31 Dec 9999 23:59:60 -0500", "1 Jan 0000 00:00 +0100", "30 Feb 2001 00:00:60", "6 May 2001 07:08 DST" + strings.Repeat(" DST", 30),
		"Fri, 21 Nov 1997 09:55:06.5 -0600", "21 Nov 1997 09:55:06 +0000 2001 +0100", "21 Nov" + strings.Repeat(" ", maxDate) + "1997 09:55:06 +0000"} {
		f.Add([]byte(s))
	}
	numeric := regexp.MustCompile(`^[^()+-]* \d{4} [^()+-]*[+-]([01]\d|2[0-3])[0-5]\d$`)
	f.Fuzz(func(t *testing.T, body []byte) {
		got, ok := Date(body)
		if want, err := mail.ParseDate(string(body)); err == nil && len(body) <= maxDate && numeric.Match(body) && hasYear(want.UTC()) && (!ok || !got.Equal(want.Truncate(time.Second))) {
			t.Errorf("%q: %v, net/mail has %v", body, got, want)
		}
		if !ok && !got.IsZero() {
			t.Errorf("%q: %v, which is none", body, got)
		}
		if !ok {
			return
		}
		for _, at := range []time.Time{got, got.UTC()} {
			if _, err := at.MarshalText(); err != nil {
				t.Errorf("%q: %v", body, err)
			}
			for _, layout := range []string{time.RFC1123Z, time.RFC3339} {
				written := at.Format(layout)
				if again, ok := Date([]byte(written)); !ok || !again.Equal(got) {
					t.Errorf("%q, written as %q, is %v, want %v", body, written, again, got)
				}
			}
		}
	})
}

func BenchmarkDate(b *testing.B) {
	body := []byte("Fri, 21 Nov 1997 09:55:06 -0600 (CST)\r\n")
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		Date(body)
	}
}

package extract

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// digest is a message from A with URLs in its header, in a part in quoted-printable, and in
// a message from B that it forwards; a message from B; and a message from A to a list.
const digest = `From A Tue Apr 27 19:02:44 2004
List-Unsubscribe: <http://a.example/0>
From: A <a@a.example>
Date: Tue, 27 Apr 2004 19:02:44 +0200
Content-Type: multipart/mixed; boundary=b

http://a.example/preamble
--b
Content-Transfer-Encoding: quoted-printable

http://a.exam=
ple/1
--b
Content-Type: message/rfc822

From: B <b@b.example>
X-URL: http://b.example/0

http://b.example/1
--b--
http://a.example/epilogue

From B Tue Apr 27 19:02:44 2004
From: B <b@b.example>

http://b.example/2

From A Tue Apr 27 19:02:44 2004
From: A <a@a.example>
Subject: =?utf-8?q?http=3A//a.example/3?=

http://a.example/4
`

// TestMessagesFound checks which URLs are found with Options.SelectMessage, and the Messages that
// it is called with.
func TestMessagesFound(t *testing.T) {
	from := func(name string) func(*Message) bool {
		return func(m *Message) bool { return strings.HasPrefix(m.From, name) }
	}
	ofA := []string{"http://a.example/0", "http://a.example/preamble", "http://a.example/1", "http://b.example/0", "http://b.example/1",
		"http://a.example/epilogue", "http://a.example/3", "http://a.example/4"}
	for _, c := range []struct {
		name     string
		o        Options
		text     string
		want     []string
		selected int64
		notes    string
	}{
		{"A", Options{SelectMessage: from("A")}, digest, ofA, 2, ""},
		{"B", Options{SelectMessage: from("B")}, digest, []string{"http://b.example/0", "http://b.example/1", "http://b.example/2"}, 2, ""},
		{"none", Options{SelectMessage: from("C")}, digest, nil, 0, ""},
		{"without places", Options{SelectMessage: from("A"), SkipPlaces: true}, digest, ofA, 2, ""},
		{"one message", Options{SelectMessage: from("A"), Input: InputMail}, "From: A\n\nhttp://a.example/\n", []string{"http://a.example/"}, 1, ""},
		{"no From", Options{SelectMessage: from(""), Input: InputMail}, "Subject: x\n\nhttp://a.example/\n", []string{"http://a.example/"}, 1, ""},
		{"a text", Options{SelectMessage: from("")}, "http://a.example/\n", nil, 0, "not mail, so it has no message to select"},
		{"read as text", Options{SelectMessage: from(""), Input: InputText}, digest, nil, 0, "not mail, so it has no message to select"},
		{"a page", Options{SelectMessage: from("")}, "<!doctype html><a href=http://a.example/>", nil, 0, "not mail, so it has no message to select"},
		{"read as a page", Options{SelectMessage: from(""), Input: InputHTML}, digest, nil, 0, "not mail, so it has no message to select"},
		{"a calendar", Options{SelectMessage: from("")}, "BEGIN:VCALENDAR\r\nURL:http://a.example/\r\n", nil, 0, "not mail, so it has no message to select"},
		{"UTF-16", Options{SelectMessage: from("")}, "\xFE\xFF\x00h\x00i", nil, 0, "not mail, so it has no message to select"},
		{"defanged", Options{SelectMessage: from(""), Refang: true}, "http://a.example/\n", nil, 0, "not mail, so it has no message to select"},
		{"nothing", Options{SelectMessage: from("")}, "", nil, 0, ""},
	} {
		var notes []string
		c.o.Note = func(n Note) { notes = append(notes, n.Text) }
		s := NewScanner(nil, &c.o)
		for _, r := range []io.Reader{strings.NewReader(c.text), iotest.OneByteReader(strings.NewReader(c.text))} {
			s.Reset(r)
			notes = nil
			var got []string
			for s.Scan() {
				got = append(got, s.Match().URL)
			}
			if s.Err() != nil || !slices.Equal(got, c.want) || s.Counts().Selected != c.selected || strings.Join(notes, "|") != c.notes {
				t.Errorf("%s: got %q, %d selected, notes %q, want %q, %d and %q (error %v)", c.name, got, s.Counts().Selected, notes, c.want, c.selected, c.notes, s.Err())
			}
		}
	}
}

// TestMessagesCalled checks the Messages that Options.SelectMessage is called with, and that
// the matches have the same.
func TestMessagesCalled(t *testing.T) {
	for _, all := range []bool{true, false} {
		var called []string
		o := &Options{SelectMessage: func(m *Message) bool {
			called = append(called, fmt.Sprintf("%+v", *m))
			return all
		}}
		var matched []string
		for m, err := range Bytes([]byte(digest), o) {
			if err != nil {
				t.Fatal(err)
			}
			matched = append(matched, fmt.Sprintf("%+v", *m.Message))
		}
		want, wantMatched := 4, 8+1
		if all {
			want = 3 // not with the forwarded message
		} else {
			wantMatched = 0
		}
		if len(called) != want || len(matched) != wantMatched {
			t.Errorf("%v: called %d times, %d matches", all, len(called), len(matched))
		}
		for _, m := range matched {
			if !slices.Contains(called, m) && !strings.Contains(m, "B <b@b.example>") {
				t.Errorf("not called with %s", m)
			}
		}
	}
}

// TestMessagesError checks that an error of the reader is returned, also if no message is
// selected, and that an input that is not mail is not read to its end.
func TestMessagesError(t *testing.T) {
	failed := errors.New("failed")
	for text, want := range map[string]error{digest: failed, "": failed, "http://a.example/ ": nil} {
		s := NewScanner(io.MultiReader(strings.NewReader(text), iotest.ErrReader(failed)), &Options{SelectMessage: func(*Message) bool { return false }})
		if s.Scan() || s.Err() != want {
			t.Errorf("%.20q: %v", text, s.Err())
		}
	}
}

// TestMessagesRanges checks that ranges of an mbox have the matches of the whole mbox, and
// that ranges of a text are refused.
func TestMessagesRanges(t *testing.T) {
	o := &Options{SelectMessage: func(m *Message) bool { return strings.HasPrefix(m.From, "B") }}
	if err := newRange(t, o).Reset(strings.NewReader("a text"), Checkpoint{}, 0, -1); !errors.Is(err, ErrIndivisible) {
		t.Errorf("a range of a text: %v", err)
	}
	var want, got []string
	text := strings.Repeat(digest, 3)
	for m, err := range Bytes([]byte(text), o) {
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, fmt.Sprint(m.URL, m.Offset, m.Line, *m.Message))
	}
	r := newRange(t, o)
	selected := int64(0)
	for from, ok := (Checkpoint{}), true; ok && !from.Passes(int64(len(text))); from, ok = r.Last() {
		if err := r.Reset(strings.NewReader(text), from, from.mbox.At, from.mbox.At+1); err != nil {
			t.Fatal(err)
		}
		for r.Scanner().Scan() {
			m := r.Scanner().Match()
			got = append(got, fmt.Sprint(m.URL, m.Offset, m.Line, *m.Message))
		}
		selected += r.Scanner().Counts().Selected
	}
	if !slices.Equal(got, want) || len(want) != 9 || selected != 6 {
		t.Errorf("%d selected:\n%s\nwant\n%s", selected, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestMessagesReplace checks that Replace copies all of a text.
func TestMessagesReplace(t *testing.T) {
	var b strings.Builder
	o := &Options{SelectMessage: func(*Message) bool { return false }}
	err := Replace(&b, strings.NewReader("see http://a.example/ now"), o, func(Match) string { return "it" })
	if err != nil || b.String() != "see it now" {
		t.Errorf("%q, %v", b.String(), err)
	}
}

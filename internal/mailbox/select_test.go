package mailbox

import (
	"encoding/base64"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// enclosing returns the Serials of the messages that enclose the segment.
func enclosing(r *Reader) (serials []int64) {
	for ; ; r = r.child {
		for _, f := range r.div.frames {
			if !f.multipart {
				serials = append(serials, f.outer.Serial)
			}
		}
		serials = append(serials, r.msgs.info.Serial)
		if r.state != inNested {
			return serials
		}
	}
}

// selected reads a mailbox and writes the texts, with their places, for which wanted
// returns true. It is called with the Serials of the messages that enclose a text.
func selected(r io.Reader, f detect.Format, o Options, wanted func(serials []int64) bool) string {
	var out strings.Builder
	m := NewReader(&o)
	m.Reset(r, f)
	for {
		seg, err := m.Next()
		if err != nil {
			return out.String()
		}
		is := wanted(enclosing(m))
		head := fmt.Sprintf("%d %d %d %q %q %d", seg.Info.Index, seg.Info.Serial, seg.Kind, seg.Part, seg.Name, seg.Line)
		text, _ := io.ReadAll(m)
		if is && len(text) > 0 {
			fmt.Fprintf(&out, "%s %q %d-%d\n", head, text, m.Start(0), m.End(int64(len(text))))
		}
	}
}

// checkSelect checks that a Reader that selects some messages, according to the bits of
// chosen, returns the texts of these and of the messages within them, as one does that
// returns all.
func checkSelect(t *testing.T, text string, f detect.Format, chosen uint64) {
	t.Helper()
	isChosen := func(serial int64) bool { return chosen>>(uint64(serial)%64)&1 == 1 }
	all := Options{AllParts: chosen&1 == 1}
	want := selected(strings.NewReader(text), f, all, func(serials []int64) bool { return slices.ContainsFunc(serials, isChosen) })
	some, asked := all, map[int64]bool{}
	some.Select = func(i *Info) bool {
		if asked[i.Serial] {
			t.Fatalf("%q: asked twice for %d", text, i.Serial)
		}
		asked[i.Serial] = true
		return isChosen(i.Serial)
	}
	for name, r := range map[string]io.Reader{"whole": strings.NewReader(text), "byte by byte": iotest.OneByteReader(strings.NewReader(text))} {
		clear(asked)
		if got := selected(r, f, some, func([]int64) bool { return true }); got != want {
			t.Fatalf("%q, read %s in format %d, selecting %b, gives\n%s\nwant\n%s", text, name, f, chosen, got, want)
		}
	}
}

// selectPieces are lines of mailboxes with messages in messages, also in base64.
var selectPieces = slices.Concat(pieces, []string{
	"From a@b Tue Apr 27 19:02:44 2004\nSubject: x\nContent-Type: message/rfc822\n", "Content-Type: message/rfc822", "Content-Transfer-Encoding: base64",
	"From a@b Tue Apr 27 19:02:44 2004\nContent-Type: multipart/digest; boundary=b\n\n--b", "\nContent-Type: text/html\n\n<a href='http://a/'>",
	"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString([]byte("Subject: http://a/\nContent-Type: message/rfc822\n\nSubject: y\n\nhttp://a/\n")),
	base64.StdEncoding.EncodeToString([]byte("Subject: http://a/\n\nhttp://a/\n")),
})

func randomSelect(rnd *rand.Rand) []byte {
	lines := make([]byte, 4+rnd.IntN(24))
	for i := range lines {
		lines[i] = byte(rnd.IntN(len(selectPieces)))
	}
	return lines
}

func selectPiecesOf(lines []byte) string {
	var b strings.Builder
	for _, c := range lines {
		b.WriteString(selectPieces[int(c)%len(selectPieces)] + "\n")
	}
	return b.String()
}

// TestSelect checks random lines with checkSelect.
func TestSelect(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1738, 4))
	for range effort.Rounds(4000) {
		text := selectPiecesOf(randomSelect(rnd))
		checkSelect(t, "From a@b Tue Apr 27 19:02:44 2004\n"+text, detect.Mbox, rnd.Uint64())
		checkSelect(t, text, detect.Message, rnd.Uint64())
	}
}

func FuzzSelect(f *testing.F) {
	rnd := rand.New(rand.NewPCG(1738, 5))
	for range 30 {
		f.Add(randomSelect(rnd), rnd.Uint64(), true)
		f.Add(randomSelect(rnd), rnd.Uint64(), false)
	}
	f.Fuzz(func(t *testing.T, lines []byte, chosen uint64, mbox bool) {
		if len(lines) > 100 {
			t.Skip()
		}
		if mbox {
			checkSelect(t, "From a@b Tue Apr 27 19:02:44 2004\n"+selectPiecesOf(lines), detect.Mbox, chosen)
		} else {
			checkSelect(t, selectPiecesOf(lines), detect.Message, chosen)
		}
	})
}

// TestSelectHeader checks that a message is selected by all of its header that is held,
// before any field of it is returned, and what is noted if the header is longer.
func TestSelectHeader(t *testing.T) {
	const filler = "X: http://a/\n"
	for _, c := range []struct {
		name        string
		limit       int
		text        string
		texts, note string
	}{
		{"short", 0, filler + "Subject: yes\n\nb\n", "X: http://a/|yes|b\n", ""},
		{"not selected", 0, filler + "Subject: no\n\nb\n", "", ""},
		{"long", 0, strings.Repeat(filler, 10_000) + "Subject: yes\n\nb\n", strings.Repeat("X: http://a/|", 10_000) + "yes|b\n", ""},
		{"beyond the limit", 4 * len(filler), "Subject: yes\n" + strings.Repeat(filler, 10) + "\nb\n", "yes|" + strings.Repeat("X: http://a/|", 10) + "b\n", "1: a header too long, the message selected by the beginning of it [Header]"},
		{"beyond the limit, not selected", 4 * len(filler), strings.Repeat(filler, 10) + "Subject: yes\n\nb\n", "", "1: a header too long, the message selected by the beginning of it [Header]"},
		{"long field, not selected", 4 * len(filler), "Subject: no\nX: " + strings.Repeat("\n http://a/", 100) + "\n\nb\n", "", "1: a header too long, the message selected by the beginning of it [Header]"},
		{"long field", 4 * len(filler), "Subject: yes\nX: " + strings.Repeat("\n u", 100) + "\n\nb\n", "yes|X: " + strings.Repeat("\n u", 100) + "\n|b\n",
			"1: a header field too long to be held, not decoded; a header too long, the message selected by the beginning of it [Header]"},
		{"defects of others", 0, "Subject: no\nno field\nb: c\n\n", "", ""},
	} {
		var texts, notes []string
		r := NewReader(&Options{
			Limits: Limits{Header: c.limit},
			Select: func(i *Info) bool { return i.Subject() == "yes" },
			Note:   func(n Note) { notes = append(notes, fmt.Sprintf("%d: %s %v", n.Index, n.Text, n.Beyond)) },
		})
		r.Reset(strings.NewReader(c.text), detect.Message)
		for {
			seg, err := r.Next()
			if err != nil {
				break
			}
			kind, name := seg.Kind, string(seg.Name)
			text, _ := io.ReadAll(r)
			field := string(text)
			if kind == Field && name == "Subject" {
				field = strings.TrimSpace(strings.TrimPrefix(field, "Subject:"))
			} else if kind == Field && strings.Count(field, "\n") == 1 {
				field = strings.TrimSuffix(field, "\n")
			}
			texts = append(texts, field)
		}
		if got := strings.Join(texts, "|"); got != c.texts {
			t.Errorf("%s: got %.200q, want %.200q", c.name, got, c.texts)
		}
		if got := strings.Join(notes, "|"); got != c.note {
			t.Errorf("%s: got the notes %q, want %q", c.name, got, c.note)
		}
	}
}

// TestSelected checks the number of messages with a selected message.
func TestSelected(t *testing.T) {
	const from = "From a@b Tue Apr 27 19:02:44 2004\n"
	text := from + "Subject: yes\nContent-Type: message/rfc822\n\nSubject: yes\n\n" + from + "Subject: no\n\n" +
		from + "Subject: no\nContent-Type: message/rfc822\n\nSubject: yes\nContent-Type: message/rfc822\n\nSubject: no\n\n" + from + "Subject: no\n\n"
	r := NewReader(&Options{Select: func(i *Info) bool { return i.Subject() == "yes" }})
	for range 2 {
		r.Reset(strings.NewReader(text), detect.Mbox)
		serials := map[string]int{}
		for {
			seg, err := r.Next()
			if err != nil {
				break
			}
			serials[fmt.Sprint(seg.Info.Index, seg.Info.Subject())]++
		}
		if r.Selected() != 2 || r.Messages() != 4 {
			t.Errorf("%d of %d", r.Selected(), r.Messages())
		}
		if len(serials) != 3 { // both of message 1, and the two inner ones of message 3
			t.Errorf("%v", serials)
		}
	}
}

package extract

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"io"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
	"github.com/urlgrep/urlgrep/internal/testing/texts"
	"golang.org/x/text/encoding/htmlindex"
)

// mailInputs are how mail may be read.
var mailInputs = map[string]Input{"auto": InputAuto, "mail": InputMail, "mbox": InputMbox}

// lost reports whether a scan does not find url in text. If something before it
// opens a wrapper, it is in that, be it valid or not.
func lost(text, url string, in Input) bool {
	for _, validity := range []Validity{ValidOnly, InvalidOnly} {
		for m, err := range Bytes([]byte(text), &Options{Input: in, Validity: validity}) {
			if m.URL == url || strings.Contains(m.Text, url) || err == ErrBinary {
				return false
			}
		}
	}
	return true
}

// mutants calls f with a message into which a line with a URL has been put, as
// it is, cut off after it, and with flipped bytes elsewhere.
func (w *mailWriter) mutants(message string, f func(how, text, url string)) {
	text, url, _ := w.plant(message)
	f("planted", text, url)
	text, url, at := w.plant(message)
	end := at + len("see "+url+" now")
	f("cut off", text[:min(len(text), end+w.IntN(40))], url)
	text, url, at = w.plant(message)
	end = at + len("see "+url+" now")
	f("flipped", w.flip(text, 20, max(0, at-1), min(len(text), end+2)), url)
}

// checkPlanted plants URLs in a message, and returns how many.
func (w *mailWriter) checkPlanted(t *testing.T, name, message string) (planted int) {
	t.Helper()
	w.mutants(message, func(how, text, url string) {
		for inputName, in := range mailInputs {
			planted++
			if lost(text, url, in) {
				short := shrink(text, func(s string) bool { return strings.Contains(s, "see "+url+" now") && lost(s, url, in) })
				t.Errorf("%s: %s, read as %s: %s is lost in\n%q", name, how, inputName, url, short)
			}
		}
	})
	return planted
}

// TestPlanted checks that a line of text with a URL in it is found at any place in a
// message, whatever other changes the message has: in a header, among encoded lines, in a
// tag.
func TestPlanted(t *testing.T) {
	t.Parallel()
	w := &mailWriter{Rand: effort.Rand(t)}
	planted := 0
	for i := range effort.Rounds(800) {
		if t.Failed() && i > 20 {
			break
		}
		w.eol = w.pick("\n", "\n", "\r\n", "\r")
		w.wide = i%2 == 0
		planted += w.checkPlanted(t, fmt.Sprint(i), w.message(3))
	}
	t.Logf("%d planted", planted)
}

// TestPlantedInMessages checks the same for real messages.
func TestPlantedInMessages(t *testing.T) {
	t.Parallel()
	if effort.Get() == effort.Short {
		t.Skip("short")
	}
	w := &mailWriter{Rand: effort.Rand(t)}
	planted := 0
	for _, message := range texts.Messages(t) {
		planted += w.checkPlanted(t, message.Name, message.Data)
	}
	t.Logf("%d planted", planted)
}

// mailText writes out all that is said of matches.
func mailText(ms []Match) string {
	var b strings.Builder
	for _, m := range ms {
		fmt.Fprintf(&b, "%d-%d line %d %v %q %q %q depth %d signature %v part %q of %q", m.Offset, m.End, m.Line, m.Kind, m.URL, m.Text, m.Alternatives, m.QuoteDepth, m.Signature, m.Part, m.Header)
		if m.Message != nil {
			fmt.Fprintf(&b, " in %d %q", m.Message.Index, m.Message.ID)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// checkMail scans text, and checks the order and the lines of all matches, and that any
// split of the input into reads gives the same matches.
func checkMail(t *testing.T, text string, o *Options, readers map[string]io.Reader) []Match {
	t.Helper()
	found, err := all(strings.NewReader(text), o)
	if err != nil && err != ErrBinary {
		t.Fatalf("%q: %v", text, err)
	}
	at := int64(0)
	line, counted := int64(1), int64(0)
	for _, m := range found {
		if m.Offset < at || m.End <= m.Offset || m.End > int64(len(text)) {
			t.Fatalf("%q\nread as %d: match at %d-%d behind %d of %d:\n%s", text, o.Input, m.Offset, m.End, at, len(text), mailText(found))
		}
		at = m.End
		line += int64(strings.Count(text[counted:m.Offset], "\n"))
		counted = m.Offset
		if m.Line != line {
			t.Fatalf("%q\nread as %d: %q at %d is in line %d, got %d", text, o.Input, m.URL, m.Offset, line, m.Line)
		}
	}
	for name, r := range readers {
		if got, again := all(r, o); again != err || mailText(got) != mailText(found) {
			t.Fatalf("%q\nread as %d, %s: %v\n%swant %v\n%s", text, o.Input, name, again, mailText(got), err, mailText(found))
		}
	}
	return found
}

// everyKind returns options to find all there is in an input.
func everyKind(in Input) *Options {
	o := *everything
	o.Input = in
	return &o
}

// TestMailChunks checks that any split of the input into reads gives the same matches, in
// order, with the numbers of their lines.
func TestMailChunks(t *testing.T) {
	t.Parallel()
	w := &mailWriter{Rand: effort.Rand(t), wide: true}
	for range effort.Rounds(400) {
		w.eol = w.pick("\n", "\n", "\r\n", "\r")
		text := w.message(3)
		switch w.IntN(3) {
		case 0:
			text = w.mailbox(text, w.message(2), w.message(2))
		case 1:
			text = w.flip(text, 20, 0, 0)
		}
		for _, in := range []Input{InputAuto, InputMail, InputMbox, InputHTML} {
			checkMail(t, text, everyKind(in), readers(w.Rand, text))
		}
	}
}

// mailbox returns an mbox of messages, in which lines that begin with "From " are
// quoted as qmail's mbox(5) says.
func (w *mailWriter) mailbox(messages ...string) string {
	var b strings.Builder
	for _, m := range messages {
		b.WriteString("From x@y.example Tue Apr 27 19:02:44 2004" + w.eol)
		for _, line := range strings.SplitAfter(m, w.eol) {
			if rest := strings.TrimLeft(line, ">"); strings.HasPrefix(rest, "From ") && !strings.HasPrefix(rest, "From :") {
				line = ">" + line
			}
			b.WriteString(line)
		}
		if !strings.HasSuffix(m, w.eol) {
			b.WriteString(w.eol)
		}
		b.WriteString(w.eol)
	}
	return b.String()
}

// TestMailbox checks that the messages of a mailbox have the same matches as each of them
// alone. In malformed headers they may differ: a line "From " is not part of a header,
// but is if it is quoted.
func TestMailbox(t *testing.T) {
	w := &mailWriter{Rand: effort.Rand(t), wide: true, neat: true}
	for range effort.Rounds(300) {
		w.eol = w.pick("\n", "\n", "\r\n", "\r")
		var messages []string
		for range 1 + w.IntN(6) {
			messages = append(messages, "Subject: "+w.url()+w.eol+w.message(3))
		}
		w.checkMailbox(t, messages)
	}
}

// TestMailboxOfMessages checks the same for real messages. Two kinds are left out:
// messages with a line like those between messages, and messages in UTF-16, in which the
// line break that a mailbox puts after a message is half a character.
func TestMailboxOfMessages(t *testing.T) {
	if effort.Get() == effort.Short {
		t.Skip("short")
	}
	w := &mailWriter{Rand: effort.Rand(t), eol: "\n"}
	var messages []string
	for _, text := range texts.Messages(t) {
		message := text.Data
		if strings.ContainsAny(message, "\r\x00") || strings.Contains("\n"+message, "\nFrom ") || !regexp.MustCompile("^[A-Z][a-z-]+: ").MatchString(message) {
			continue
		}
		if messages = append(messages, message); len(messages) == 20 {
			w.checkMailbox(t, messages)
			messages = nil
		}
	}
}

func (w *mailWriter) checkMailbox(t *testing.T, messages []string) {
	t.Helper()
	describeIn := func(m *Match, index int) string {
		return fmt.Sprintf("%d %s %v part %q of %q in %q", index, m.URL, m.Kind, m.Part, m.Header, m.Message.ID)
	}
	var want, got []string
	for i, message := range messages {
		found, _ := all(strings.NewReader(message), everyKind(InputMail))
		for _, m := range found {
			want = append(want, describeIn(&m, i+1))
		}
	}
	box := w.mailbox(messages...)
	found, _ := all(strings.NewReader(box), everyKind(InputAuto))
	for _, m := range found {
		got = append(got, describeIn(&m, m.Message.Index))
	}
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("%q\n%d matches, %d of single messages, which differ from\n%s\nwant\n%s", box, len(got), len(want), got[min(i, len(got)):min(i+1, len(got))], want[min(i, len(want)):min(i+1, len(want))])
		}
	}
}

// TestPlaces checks that the bytes at the place of a match, decoded by simpler means, are
// its text.
func TestPlaces(t *testing.T) {
	w := &mailWriter{Rand: effort.Rand(t), neat: true, wide: true}
	checked := 0
	for range effort.Rounds(1000) {
		w.eol = w.pick("\n", "\n", "\r\n")
		w.made = nil
		text := w.message(3)
		for _, m := range checkMail(t, text, &Options{}, nil) {
			checked++
			raw := text[m.Offset:m.End]
			if got := w.undo(text, &m); got != m.Text {
				t.Fatalf("%q\n%q at %d-%d, where stands %q, which is %q", text, m.Text, m.Offset, m.End, raw, got)
			}
		}
	}
	t.Logf("%d places", checked)
}

var (
	numbered = regexp.MustCompile(`u(\d+)\.example`)
	escape   = regexp.MustCompile(`=[0-9A-Fa-f]{2}`)
	softLine = regexp.MustCompile(`=\r?\n`)
	fold     = regexp.MustCompile(`\r?\n[ \t]`)
	flowLine = regexp.MustCompile(` \r?\n>* ?`)
)

// undo returns the text at the place of m, decoded by the inverse of its encoding.
func (w *mailWriter) undo(text string, m *Match) string {
	raw := text[m.Offset:m.End]
	var how made
	if number := numbered.FindStringSubmatch(m.URL); number != nil && m.Header == "" {
		n, _ := strconv.Atoi(number[1])
		for _, made := range w.made {
			if made.from < n && n <= made.to {
				how = made
			}
		}
	}
	if i := strings.LastIndex(text[:m.Offset], "?B?"); m.Header != "" && i >= 0 && !strings.ContainsAny(text[i+3:m.Offset], "?\n") {
		how.encoding = "base64"
	}
	switch how.encoding {
	case "quoted-printable":
		raw = softLine.ReplaceAllString(raw, "")
		raw = escape.ReplaceAllStringFunc(raw, func(e string) string {
			c, _ := strconv.ParseUint(e[1:], 16, 8)
			return string([]byte{byte(c)})
		})
	case "base64":
		raw = undoBase64(text[:m.Offset], raw)
	}
	if e, err := htmlindex.Get(how.charset); err == nil {
		raw, _ = e.NewDecoder().String(raw)
	}
	switch how.format {
	case "html":
		raw = html.UnescapeString(raw)
	case "calendar":
		raw = strings.NewReplacer(`\,`, ",", `\;`, ";", `\:`, ":", `\n`, "\n").Replace(fold.ReplaceAllString(raw, ""))
	case "delsp":
		raw = flowLine.ReplaceAllString(raw, "")
	}
	return raw
}

// undoBase64 decodes a piece of base64 that is after before. Octet i of a
// quantum is made of its digits i and i+1.
func undoBase64(before, piece string) string {
	noBreaks := strings.NewReplacer("\r", "", "\n", "")
	begin := max(strings.LastIndex(before, "\n\n"), strings.LastIndex(before, "\r\n\r\n"), strings.LastIndex(before, "?B?")+len("?B?")-1)
	at := len(noBreaks.Replace(before[begin+1:])) % 4
	piece = strings.Repeat("A", at) + noBreaks.Replace(piece)
	octets := len(strings.TrimRight(piece, "=")) * 6 / 8
	piece += strings.Repeat("A", (4-len(piece)%4)%4)
	text, _ := base64.StdEncoding.DecodeString(piece)
	return string(text[at:octets])
}

func FuzzMail(f *testing.F) {
	for i := range 40 {
		w := &mailWriter{Rand: rand.New(rand.NewPCG(uint64(i), 0)), wide: true}
		w.eol = w.pick("\n", "\r\n", "\r")
		f.Add([]byte(w.message(2)), uint8(i))
		f.Add([]byte(w.mailbox(w.message(0), w.message(1))), uint8(i))
	}
	f.Fuzz(func(t *testing.T, text []byte, n uint8) {
		o := everyKind([]Input{InputAuto, InputMail, InputMbox, InputHTML}[n%4])
		rnd := rand.New(rand.NewPCG(uint64(n), 0))
		checkMail(t, string(text), o, map[string]io.Reader{
			"bytes":  iotest.OneByteReader(bytes.NewReader(text)),
			"pieces": &sizedReader{bytes.NewReader(text), rnd, int(n) + 1},
		})
	})
}

package mailbox

import (
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// A reference reads mailboxes like the package, but with the whole mailbox in memory,
// and in separate steps: first the messages, then their contents. Bodies are not
// encoded.
type reference struct {
	mbox   bool
	lines  []string // of the message that is being read, from here on
	after  []string // the lines after the message
	frames []*refFrame
	index  int
	serial int // of the message
	last   int // serial of the last one
	out    []string
}

type refFrame struct {
	multipart, digest bool
	closed            bool
	boundary          string
	parts             int
}

// A refDelimiter is the delimiter at the end of a body: a boundary of a frame. At the
// end of the message the frame does not exist.
type refDelimiter struct {
	frame   int
	closing bool
}

var endOfMessage = &refDelimiter{frame: -1}

var (
	timeOfDay = regexp.MustCompile(`(^|\D)\d?\d:\d\d`)
	year      = regexp.MustCompile(`(^|\D)[12]\d\d\d(\D|$)`)
	weekday   = regexp.MustCompile(`(^|\s)(Sun|Mon|Tue|Wed|Thu|Fri|Sat),?(\s|$)`)
	fieldName = regexp.MustCompile(`^[!-9;-~]+[ \t]*:`)
	colonName = regexp.MustCompile(`^[!-9;-~]+[ \t]*://`)
	common    = regexp.MustCompile(`(?i)^(from|to|subject|content-type)[ \t]*:`)
	content   = regexp.MustCompile(`(?i)^content-[!-9;-~]+[ \t]*:`)
	folded    = regexp.MustCompile(`^[ \t]+[^ \t\r\n]`)
	quoted    = regexp.MustCompile(`^>+From `)
	media     = regexp.MustCompile(`(?i)^content-type: *([a-z]+)/([a-z0-9]+)(?:;\s*boundary="?([^";]*))?`)
)

var unfold = strings.NewReplacer("\r", "", "\n", "")

func refBlank(line string) bool { return strings.Trim(line, "\r\n") == "" }

func refField(line string) bool {
	return fieldName.MatchString(line) && !colonName.MatchString(line)
}

func refHeaderLine(line string) bool {
	return refField(line) || folded.MatchString(line) || quoted.MatchString(line)
}

// at returns a line, or an empty one after the last.
func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return ""
}

// separates reports whether lines[i] begins a message.
func separates(lines []string, i int, dateless bool) bool {
	line, next := lines[i], at(lines, i+1)
	date := timeOfDay.MatchString(line) && year.MatchString(line)
	switch {
	case !strings.HasPrefix(line, "From ") || strings.HasPrefix(line, "From :") || !refHeaderLine(next):
		return false
	case i > 0 && !refBlank(lines[i-1]):
		return date && weekday.MatchString(line)
	}
	return date || dateless && refHeaderLine(at(lines, i+2)) && common.MatchString(next)
}

// splitLines splits text after each LF, or after each CR if it has no LF.
func splitLines(text string) []string {
	eol := "\n"
	if !strings.Contains(text, eol) {
		eol = "\r"
	}
	lines := strings.SplitAfter(text, eol)
	if last := len(lines) - 1; lines[last] == "" {
		lines = lines[:last]
	}
	return lines
}

// all reads a mailbox or a single message.
func (p *reference) all(text string) []string {
	lines := splitLines(text)
	for len(lines) > 0 && strings.Trim(lines[0], " \t\r\n") == "" {
		lines = lines[1:]
	}
	dateless := len(lines) > 0 && strings.HasPrefix(lines[0], "From ") && !(timeOfDay.MatchString(lines[0]) && year.MatchString(lines[0]))
	for from := 0; from < len(lines); {
		to := from + 1
		for to < len(lines) && !(p.mbox && separates(lines, to, dateless)) {
			to++
		}
		p.lines, p.after, p.frames = lines[from:to], lines[to:], nil
		p.index++
		p.last++
		p.serial = p.last
		p.entity("", true, false)
		from = to
	}
	return p.out
}

func (p *reference) emit(kind Kind, part, name, text string) {
	if text != "" {
		p.out = append(p.out, fmt.Sprintf("%d %d %d %q %q %q", p.index, p.serial, kind, part, name, text))
	}
}

// next removes and returns the next line.
func (p *reference) next() string {
	line := p.lines[0]
	p.lines = p.lines[1:]
	return line
}

// entity reads a header and its body.
func (p *reference) entity(part string, message, digest bool) *refDelimiter {
	kind, subtype, boundary := p.header(part, message)
	if kind == "" && digest {
		kind, subtype = "message", "rfc822"
	}
	leaf := part
	if message {
		leaf = strings.TrimPrefix(part+".1", ".")
	}
	switch {
	case kind == "multipart":
		return p.multipart(part, boundary, subtype == "digest")
	case kind == "message" && subtype == "rfc822":
		return p.nested(leaf)
	}
	return p.text(leaf, true)
}

func (p *reference) multipart(part, boundary string, digest bool) *refDelimiter {
	me := len(p.frames)
	f := &refFrame{multipart: true, boundary: boundary, digest: digest}
	p.frames = append(p.frames, f)
	d := p.text(part, false)
	for d.frame == me {
		p.next()
		if f.closed = d.closing; d.closing {
			d = p.text(part, false)
			continue
		}
		f.parts++
		d = p.entity(strings.TrimPrefix(fmt.Sprint(part, ".", f.parts), "."), false, f.digest)
	}
	p.frames = p.frames[:me]
	return d
}

func (p *reference) nested(part string) *refDelimiter {
	outer, me := p.serial, len(p.frames)
	p.frames = append(p.frames, &refFrame{})
	p.last++
	p.serial = p.last
	d := p.entity(part, true, false)
	p.serial, p.frames = outer, p.frames[:me]
	return d
}

// header reads a header and the blank line after it.
func (p *reference) header(part string, message bool) (kind, subtype, boundary string) {
	var fields []string
	for len(p.lines) > 0 && !p.headerEnds(fields, message) {
		line := p.next()
		if last := len(fields) - 1; last >= 0 && (line[0] == ' ' || line[0] == '\t') {
			fields[last] += line
		} else {
			fields = append(fields, line)
		}
	}
	if len(p.lines) > 0 && refBlank(p.lines[0]) {
		p.next()
	}
	for _, f := range fields {
		name := ""
		if refField(f) {
			name = strings.TrimRight(f[:strings.IndexByte(f, ':')], " \t")
		}
		p.emit(Field, part, name, f)
	}
	return p.mediaType(fields)
}

// mediaType returns the media type in the first Content-Type, or in the first one that
// differs from it if the next lines agree with that.
func (p *reference) mediaType(fields []string) (kind, subtype, boundary string) {
	first := mediaTypes(fields)
	if len(first) == 0 {
		return "", "", ""
	}
	all := slices.DeleteFunc(slices.Clone(first), func(t [3]string) bool { return t == first[0] })
	t, seen := first[0], func(t [3]string) bool {
		return t[2] != "" && slices.ContainsFunc(p.head(), func(line string) bool { return strings.TrimRight(line, " \t\r\n") == "--"+t[2] })
	}
	isText := func(t [3]string) bool { return t[0] == "text" || t[0] == "message" }
	if len(all) > 0 {
		second := all[0]
		switch {
		case second[0] == "multipart" && seen(second),
			second[0] != "multipart" && t[0] == "multipart" && t[2] != "" && !seen(t),
			second[0] != "multipart" && t[0] != "multipart" && !isText(t) && isText(second):
			t = second
		}
	}
	return t[0], t[1], t[2]
}

// mediaTypes returns type, subtype and boundary of each Content-Type.
func mediaTypes(fields []string) (all [][3]string) {
	for _, f := range fields {
		if m := media.FindStringSubmatch(f); m != nil {
			all = append(all, [3]string{m[1], m[2], strings.Trim(unfold.Replace(m[3]), " \t")})
		}
	}
	return all
}

// head returns the next lines that begin in the first 4 KiB, up to a boundary.
func (p *reference) head() []string {
	size := 0
	for i, line := range p.lines {
		if size >= 4<<10 {
			return p.lines[:i]
		}
		size += len(line)
		text := strings.TrimRight(line, " \t\r\n")
		for _, f := range p.frames {
			if f.boundary != "" && (text == "--"+f.boundary || text == "--"+f.boundary+"--") {
				return p.lines[:i+1]
			}
		}
	}
	return p.lines
}

// headerEnds reports whether the next line does not belong to the header with the given
// fields.
func (p *reference) headerEnds(fields []string, message bool) bool {
	line := p.lines[0]
	declared := ""
	if all := mediaTypes(fields); len(all) > 0 {
		declared = all[0][2]
	}
	switch {
	case refBlank(line):
		return true
	case strings.HasPrefix(line, "--"):
		if declared != "" && strings.TrimRight(line, " \t\r\n") == "--"+declared || p.delimiter() != nil {
			return true
		}
	case len(fields) == 0 && message && strings.HasPrefix(line, "From "):
		return false
	}
	next, size := 1, len(line)
	for white := regexp.MustCompile(`^[ \t]+\r?\n?$`); white.MatchString(line) && white.MatchString(at(p.lines, next)); next++ {
		if size += len(at(p.lines, next)); size > 1<<10 {
			break
		}
	}
	return !refHeaderLine(line) && !refHeaderLine(at(p.lines, next))
}

// delimiter returns the delimiter at the next line, if any. It compares the line with
// the boundaries of the frames from the innermost on.
func (p *reference) delimiter() *refDelimiter {
	line := strings.TrimRight(p.lines[0], " \t\r\n")
	text, ok := strings.CutPrefix(line, "--")
	if !ok || text == "" {
		return nil
	}
	for i := len(p.frames) - 1; i >= 0; i-- {
		f := p.frames[i]
		if f.boundary == "" {
			continue
		}
		if text == f.boundary || text == f.boundary+"--" {
			return &refDelimiter{frame: p.open(i), closing: text != f.boundary}
		}
	}
	if i := len(p.frames) - 1; i >= 0 {
		f := p.frames[i]
		if f.multipart && f.parts == 0 && !strings.Contains(text, " ") && strings.ContainsAny(text, "bxcd_alt") &&
			(f.boundary == "" || content.MatchString(at(p.lines, 1))) {
			f.boundary = text
			return &refDelimiter{frame: i}
		}
	}
	return nil
}

// open returns the innermost frame with the boundary of frame i that is not closed, or
// i if all are closed.
func (p *reference) open(i int) int {
	for k := i; k >= 0; k-- {
		if f := p.frames[k]; f.multipart && !f.closed && f.boundary == p.frames[i].boundary {
			return k
		}
	}
	return i
}

// uuencoded is the only line of uuencode in pieces, and beforeData the line before one.
const uuencoded, beforeData = "#0V%T", "begin 644 a"

// beginsData reports whether the next line is followed by uuencoded data.
func (p *reference) beginsData() bool {
	next := func(i int) string {
		return strings.TrimRight(at(append(slices.Clip(p.lines), p.after...), i), " \t\r\n")
	}
	return next(0) == beforeData && next(1) == uuencoded && slices.Contains([]string{uuencoded, "`", "end", ""}, next(2))
}

// text reads the text of a body up to a delimiter, and the data in it if it is not that of a
// multipart.
func (p *reference) text(part string, leaf bool) *refDelimiter {
	var b strings.Builder
	d := endOfMessage
	for len(p.lines) > 0 {
		if leaf && p.beginsData() {
			b.WriteString(p.next())
			p.emit(Body, part, "", b.String())
			b.Reset()
			for len(p.lines) > 0 && strings.TrimRight(p.lines[0], " \t\r\n") == uuencoded {
				p.next()
				b.WriteString("Cat")
			}
			p.emit(Body, part, "", b.String())
			b.Reset()
			continue
		}
		if found := p.delimiter(); found != nil {
			d = found
			break
		}
		line := p.next()
		if p.mbox && quoted.MatchString(line) {
			line = line[1:]
		}
		b.WriteString(line)
	}
	p.emit(Body, part, "", b.String())
	return d
}

// segments reads a mailbox with a Reader and checks places: text that is not folded
// equals the input at its place.
func segments(t *testing.T, input string, r io.Reader, f detect.Format) (out []string) {
	t.Helper()
	m := NewReader(nil)
	m.Reset(r, f)
	for {
		seg, err := m.Next()
		if err != nil {
			if err != io.EOF {
				t.Fatal(err)
			}
			return out
		}
		index, serial, kind, part, name := seg.Info.Index, seg.Info.Serial, seg.Kind, seg.Part, string(seg.Name)
		text, err := io.ReadAll(m)
		if err != nil {
			t.Fatal(err)
		}
		if len(text) == 0 {
			continue
		}
		from, to := m.Start(0), m.End(int64(len(text)))
		if kind == Field {
			text = []byte(input[from:to])
		}
		for i := 0; i < len(text) && kind == Body; i++ {
			encoded := input[m.Start(int64(i)):m.End(int64(i)+1)]
			if encoded != string(text[i:i+1]) && encoded != uuencoded[1+i%3:3+i%3] {
				t.Fatalf("%q: byte %d of %q is at %d", input, i, text, m.Start(int64(i)))
			}
		}
		out = append(out, fmt.Sprintf("%d %d %d %q %q %q", index, serial, kind, part, name, text))
	}
}

// pieces are lines of mailboxes. Few are well-formed.
var pieces = []string{
	"From a@b Tue Apr 27 19:02:44 2004", "From a@b Tue Apr 27 19:02:44 2004", "From a@b 27 Apr 2004 10:11", "From a@b", "From : x", "From: x", "From here on",
	">From a", ">>From b", ">From : c", "", "", "", "", "Subject: x", "Subject: y", "To: z", "X: http://a/",
	"Content-Type: multipart/mixed; boundary=b", "Content-Type: multipart/mixed;\n boundary=b_alt", "Content-Type: multipart/digest; boundary=bb", "Content-Type: multipart/mixed",
	`Content-Type: multipart/mixed; boundary="b--"`, "Content-Type: message/rfc822", "Content-Type: message/rfc822", "Content-Type: text/plain", "Content-ID: c",
	"--b", "--b", "--b ", "--b\t", "--b--", "--bb", "--bb--", "--b_alt", "--b_alt--", "--b----", "--", "-- ", "--x", "--x y", "---", "--x: y",
	"text", "see http://a/ there", "http://a/", " folded", "\tfolded: x", " ", "-", "a b: c", ":", "#! rnews 3", "\x01\x01\x01\x01", ".", "..",
	"begin 644 a", "begin 644 a\n#0V%T", "#0V%T", "`", "end",
}

// piecesOf returns a mailbox of random pieces.
func piecesOf(lines []byte) string {
	var b strings.Builder
	for _, c := range lines {
		b.WriteString(pieces[int(c)%len(pieces)] + "\n")
	}
	return b.String()
}

// checkReference checks that a Reader and a reference return the same segments.
func checkReference(t *testing.T, text string, f detect.Format) {
	t.Helper()
	want := (&reference{mbox: f == detect.Mbox}).all(text)
	for name, r := range map[string]io.Reader{"whole": strings.NewReader(text), "byte by byte": iotest.OneByteReader(strings.NewReader(text))} {
		if got := segments(t, text, r, f); strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Fatalf("%q, read %s in format %d, gives\n%s\nwant\n%s", text, name, f, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestReference checks random lines with checkReference.
func TestReference(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1738, 2))
	for range effort.Rounds(6000) {
		lines := make([]byte, 1+rnd.IntN(24))
		for i := range lines {
			lines[i] = byte(rnd.IntN(len(pieces)))
		}
		text := "From a@b Tue Apr 27 19:02:44 2004\n" + piecesOf(lines)
		switch rnd.IntN(6) {
		case 0:
			text = strings.ReplaceAll(text, "\n", "\r\n")
		case 1:
			text = strings.ReplaceAll(text, "\n", "\r")
		case 2:
			text = "From a@b\n" + piecesOf(lines)
		}
		checkReference(t, text, detect.Mbox)
		checkReference(t, piecesOf(lines), detect.Message)
	}
}

func FuzzReference(f *testing.F) {
	f.Add([]byte("\x00\x0e\x12\x0a\x1b\x17\x0a\x0e\x0a\x2a\x1f"), false)
	f.Add([]byte("\x01\x0e\x14\x0a\x21\x0a\x0e\x0a\x2a\x22\x2b"), true)
	f.Add([]byte("\x03\x0e\x10\x0a\x2a\x03\x0e\x10\x0a"), true)
	f.Fuzz(func(t *testing.T, lines []byte, mbox bool) {
		if len(lines) > 100 {
			t.Skip()
		}
		text := piecesOf(lines)
		if mbox {
			checkReference(t, "From a@b\n"+text, detect.Mbox)
			checkReference(t, "From a@b Tue Apr 27 19:02:44 2004\n"+text, detect.Mbox)
		} else {
			checkReference(t, text, detect.Message)
		}
	})
}

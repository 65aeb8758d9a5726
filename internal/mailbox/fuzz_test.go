package mailbox

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/urlgrep/urlgrep/extract/documents"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// read reads a mailbox and writes everything that the Reader reports. It calls place
// with the range of the input that each segment was decoded from. If inPlace is true, it uses
// Whole for the segments that it can.
func read(t *testing.T, r io.Reader, f detect.Format, o Options, inPlace bool, place func(from, to int64)) string {
	t.Helper()
	var out strings.Builder
	o.AllParts, o.Note = true, func(n Note) { fmt.Fprintf(&out, "%+v\n", n) }
	m := NewReader(&o)
	m.Reset(r, f)
	for {
		seg, err := m.Next()
		if err != nil {
			fmt.Fprintf(&out, "%d passed over", m.PassedOver())
			for r := m; r != nil; r = r.child {
				if r.doc != nil {
					out.WriteString(withDocument)
					break
				}
			}
			return out.String()
		}
		if seg.Document != nil {
			fmt.Fprintf(&out, "document %+v ", *seg.Document)
		}
		fmt.Fprintf(&out, "%d %q %q depth %d base %q ", seg.Kind, seg.Part, seg.Name, seg.Depth, seg.Base)
		if seg.Info != nil {
			fmt.Fprintf(&out, "in %d %d %q ", seg.Info.Index, seg.Info.Serial, seg.Info.ID())
		}
		line, plain := seg.Line, seg.Plain
		var size int64
		var places strings.Builder
		var all []byte
		buf := make([]byte, 100)
		for isFirst := true; err == nil; isFirst = false {
			var text []byte
			ok := false
			if inPlace && isFirst {
				text, ok = m.Whole()
			}
			n := len(text)
			if ok {
				err = io.EOF
			} else {
				n, err = m.Read(buf)
				text = buf[:n]
			}
			all = append(all, text...)
			for i := size; i < size+int64(n); i++ {
				from, to := m.Start(i), m.End(i+1)
				// Decoders insert breaks, quotes around parameters, blanks after quote
				// marks, and the zeros of blanks that a line of uuencode lost at its end.
				inserted := strings.IndexByte("\n \"\x00", text[i-size]) >= 0
				if from > to || from == to && !inserted {
					t.Fatalf("%s: byte %d of a segment is from %d to %d", out.String(), i, from, to)
				}
				place(from, to)
				if !plain {
					line = m.LineOf(i)
				}
				fmt.Fprintf(&places, " %d-%d:%d", from, to, line)
			}
			size += int64(n)
			if n > 0 {
				m.Discard(size)
			}
		}
		fmt.Fprintf(&out, "%q at%s\n", all, places.String())
	}
}

// encoded matches inputs whose text may differ from the input.
var encoded = regexp.MustCompile(`(?i)transfer|htm|flowed|charset|=\?|\*|location|base|[/-](troff|tex|latex|bibtex)`)

// withDocument is the end of what read writes of an input with a document.
const withDocument = ", with a document"

// checkAll checks that reading the input in any pieces gives the same result, and that
// each line of an input that hides nothing is returned, except separators. The bytes of a
// document are text only if documents are not read.
func checkAll(t *testing.T, input []byte, f detect.Format, n int) {
	t.Helper()
	want := read(t, bytes.NewReader(input), f, Options{Documents: documents.All()}, false, func(int64, int64) {})
	for name, r := range map[string]func() io.Reader{
		"at once":      func() io.Reader { return bytes.NewReader(input) },
		"byte by byte": func() io.Reader { return iotest.OneByteReader(bytes.NewReader(input)) },
		"in pieces": func() io.Reader {
			return &pieceReader{bytes.NewReader(input), rand.New(rand.NewPCG(uint64(n), 0)), n%300 + 1}
		},
	} {
		for _, inPlace := range []bool{false, true} {
			if got := read(t, r(), f, Options{Documents: documents.All()}, inPlace, func(int64, int64) {}); got != want {
				t.Fatalf("%q read %s as %d, in place %v, gives\n%swant\n%s", input, name, f, inPlace, got, want)
			}
		}
	}
	if f >= detect.HTML || encoded.Match(input) {
		return
	}
	given := make([]bool, len(input))
	got := read(t, bytes.NewReader(input), f, Options{Documents: documents.Of()}, false, func(from, to int64) {
		for ; from < to; from++ {
			given[from] = true
		}
	})
	if got != want && !strings.HasSuffix(want, withDocument) {
		t.Fatalf("%q read as %d without a document gives\n%s, and if documents are skipped\n%s", input, f, want, got)
	}
	text := strings.TrimPrefix(string(input), detect.UTF8BOM)
	at := len(input) - len(text)
	for _, line := range splitLines(text) {
		for i := range line {
			if !given[at+i] && line[i] > ' ' && !divides(line, i) {
				t.Fatalf("%q read as %d: byte %d is not given", input, f, at+i)
			}
		}
		at += len(line)
	}
}

// divides reports whether byte i of a line need not be returned: it may belong to a
// separator, or may have been inserted when the message was stored.
func divides(line string, i int) bool {
	line = strings.TrimPrefix(line, detect.UTF8BOM)
	switch {
	case strings.Trim(line, " \t\r\n") == "", strings.HasPrefix(line, "--"), strings.HasPrefix(line, detect.MMDFLine), strings.HasPrefix(line, detect.BatchLine):
		return true
	case isUuData(trimWhite([]byte(line))):
		// The length, and all that follows the digits of the octets: further digits of the
		// last quantum, a checksum, white space.
		octets := int(line[0]-' ') & 63
		return i == 0 || i > (8*octets+5)/6
	}
	return i == 0 && (line[0] == '>' || line[0] == '.')
}

// A pieceReader returns at most max bytes per Read.
type pieceReader struct {
	r   io.Reader
	rnd *rand.Rand
	max int
}

func (r *pieceReader) Read(p []byte) (int, error) {
	return r.r.Read(p[:min(len(p), 1+r.rnd.IntN(r.max))])
}

// seedFormats are the formats that FuzzMailbox reads its input in.
var seedFormats = func() (all []detect.Format) {
	for f := detect.Message; f < detect.NumFormats; f++ {
		all = append(all, f)
	}
	return all
}()

func FuzzMailbox(f *testing.F) {
	rnd := rand.New(rand.NewPCG(1738, 3))
	for i := range 60 {
		lines := make([]byte, 4+rnd.IntN(16))
		for i := range lines {
			lines[i] = byte(rnd.IntN(len(pieces)))
		}
		f.Add([]byte("From a@b\n"+piecesOf(lines)), uint8(i))
	}
	for i, coded := range []string{
		"Content-Type: text/plain; charset=utf-16\nContent-Transfer-Encoding: base64\n\naAB0AHQAcAA6AC8A\nsee http://a/\n",
		"Subject: =?utf-8?B?aHR0cDov?=\n =?utf-8?Q?/a/?=\nContent-Type: text/plain; format=flowed\nContent-Transfer-Encoding: quoted-printable\n\nab =\n =41=\n",
		"Content-Type: text/html\n\n<a href='x&amp;y'>b</a><blockquote><!-- c -->\n",
		"<html><meta charset=koi8-r><a href=b><base href=http://c/d><a href=e>\xE2<!-- \n --><style>\n@import '\\66'",
		"Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nU3ViamVjdDogeAoKeAo=\n",
		"Newsgroups: a.b\r\nFrom: x\r\n\r\n..\r\n.\r\n", "\x01\x01\x01\x01\nSubject: x\n\ny\n\x01\x01\x01\x01\n", "#! rnews 3\nA:\n#! rnews 9\nFrom: x\n\ny\n",
		"om a@b\n--x: y\n\tfolded: x\nbegin 644 a\n#86", "From a@b\n\nbegin 644 a\n)0V%T]]]]]\\\\\\\\", "From a@b\n\nbegin 644 a\n!AAA",
		detect.UTF8BOM + "From: x\n\ny\n", "From: x\n\nbegin 644 a.htm\n-/'`@8VQA<W,]>#X  \n`\nend\n", "Content-Type: text/troff\n\na\\&\\&\n\\&\n",
		"From: x\n\nbegin 644 a\n-4$L#!``````````@(```\n`\nend\n", "Content-Type: application/a\n\nPK\x03\x04 see http://a/\n",
		"Content-Type: application/a\n\nPK\x05\x06" + strings.Repeat("\x00", 18),
	} {
		for format := range uint8(len(seedFormats)) {
			f.Add([]byte(coded), format+uint8(i)*uint8(len(seedFormats)))
		}
	}
	f.Fuzz(func(t *testing.T, input []byte, n uint8) {
		if len(input) > 5000 {
			t.Skip()
		}
		checkAll(t, input, seedFormats[n%uint8(len(seedFormats))], int(n))
	})
}

// outline reads a mailbox and writes the list of its segments.
func outline(r io.Reader, f detect.Format) string {
	var out strings.Builder
	m := NewReader(nil)
	m.Reset(r, f)
	text := make([]byte, 4<<10)
	for {
		seg, err := m.Next()
		if err != nil {
			return out.String()
		}
		fmt.Fprintf(&out, "%d %q %.20q ", seg.Kind, seg.Part, seg.Name)
		sum, size, from, to := fnv.New64a(), int64(0), int64(0), int64(0)
		for err == nil {
			var n int
			n, err = m.Read(text)
			sum.Write(text[:n])
			if size == 0 && n > 0 {
				from = m.Start(0)
			}
			if size += int64(n); n > 0 {
				to = m.End(size)
				m.Discard(size)
			}
		}
		fmt.Fprintf(&out, "%d bytes %x at %d-%d\n", size, sum.Sum64(), from, to)
	}
}

// window is the number of bytes read from a file at once.
const window = fileRead

// TestChunksLong checks that reading in any pieces gives the same result if lines, or
// the lines needed to interpret them, extend past the end of the window.
func TestChunksLong(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1738, 4))
	for range effort.Rounds(60) {
		var b strings.Builder
		b.WriteString("From a@b Tue Apr 27 19:02:44 2004\n")
		for b.Len() < 4*window {
			switch rnd.IntN(12) {
			case 0:
				long := []string{"x", "word ", "--b ", ">", "AAAA", "A:AA", "=", " ", "From ", "=?"}[rnd.IntN(10)]
				b.WriteString([]string{"", "", "--b", "From ", "X: ", " "}[rnd.IntN(6)] + strings.Repeat(long, rnd.IntN(window)/len(long)) + "\n")
			case 1:
				b.WriteString("\nFrom a@b Tue Apr 27 19:02:44 2004\nSubject: x\n")
			case 2:
				b.WriteString("Content-Type: image/png\nContent-Transfer-Encoding: base64\n\n")
			case 3:
				b.WriteString("Content-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n")
			default:
				for range rnd.IntN(1000) {
					b.WriteString(pieces[rnd.IntN(len(pieces))] + "\n")
				}
			}
		}
		text := b.String()
		if rnd.IntN(4) == 0 {
			text = strings.ReplaceAll(text, "\n", "\r")
		}
		want := outline(strings.NewReader(text), detect.Mbox)
		for name, r := range map[string]io.Reader{
			"halves":       iotest.HalfReader(strings.NewReader(text)),
			"small pieces": &pieceReader{strings.NewReader(text), rand.New(rand.NewPCG(1, 2)), 3000},
			"pieces":       &pieceReader{strings.NewReader(text), rand.New(rand.NewPCG(1, 3)), window},
		} {
			if got := outline(r, detect.Mbox); got != want {
				i := 0
				for i < len(got) && i < len(want) && got[i] == want[i] {
					i++
				}
				i = strings.LastIndexByte(want[:i], '\n') + 1
				t.Fatalf("in %s gives\n%.300s\nwant\n%.300s", name, got[i:], want[i:])
			}
		}
	}
}

// TestWindowEnds checks the same for every position of the window's end in lines whose
// meaning depends on the lines after them.
func TestWindowEnds(t *testing.T) {
	const head = "From a@b\nContent-Type: multipart/mixed\n\n"
	const tail = "\n--sep\nContent-Type: text/plain\n\nx\n--sep--\n\nFrom c@d\nSubject: y\nTo: z\n\n>From here\n"
	for cut := range tail {
		fill := strings.Repeat("z", 97) + "\n"
		size := window - len(head) - cut
		text := head + strings.Repeat(fill, size/len(fill)) + strings.Repeat("z", size%len(fill)) + tail
		got := outline(strings.NewReader(text), detect.Mbox)
		if want := outline(iotest.OneByteReader(strings.NewReader(text)), detect.Mbox); got != want {
			t.Fatalf("window ends at %.10q: got\n%s\nwant\n%s", tail[cut:], got, want)
		}
		if !strings.Contains(got, `1 "1"`) || strings.Count(got, "Subject") != 1 {
			t.Fatalf("window ends at %.10q: got\n%s", tail[cut:], got)
		}
	}
}

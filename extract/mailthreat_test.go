package extract

import (
	"encoding/base64"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
)

// A threat is a mail that goes on and on.
type threat struct {
	name string
	head string
	more func(i int) string // what comes again and again
}

// threats are mails that cost readers of mail dear: time that grows with the
// square of their length, or memory.
var threats = []threat{
	{"parts in parts", "Content-Type: multipart/mixed; boundary=b0\n\n", func(i int) string {
		return fmt.Sprintf("--b%d\nContent-Type: multipart/mixed; boundary=b%d\n\n", i, i+1)
	}},
	{"messages in messages", "", again("Content-Type: message/rfc822\n\n")},
	{"empty parts", "Content-Type: multipart/mixed; boundary=b\n\n", again("--b\n\n")},
	{"parts without header", "Content-Type: multipart/mixed; boundary=b\n\n", again("--b\n")},
	{"closed parts", "Content-Type: multipart/mixed; boundary=b\n\n", again("--b\n--b--\n")},
	{"a boundary without end", "Content-Type: multipart/mixed; boundary=b\n\n", again("--b")},
	{"hyphens", "Content-Type: multipart/mixed; boundary=b\n\n", again("--")},
	{"lines of hyphens", "Content-Type: multipart/mixed\n\n", again("--\n")},
	{"lines like boundaries", "Content-Type: multipart/mixed; boundary=b\n\n", again("--c d\n")},
	{"boundary and blanks", "Content-Type: multipart/mixed; boundary=b\n\n--b", again(" ")},
	{"a long field", "Subject: x", again(" word")},
	{"a long folded field", "Subject: x", again("\n word")},
	{"a long folded field, coloned", "Subject: x", again("\n word:")},
	{"many fields", "", again("X: y\n")},
	{"many fields of type", "", again("Content-Type: multipart/mixed; boundary=b\n")},
	{"fields and boundaries", "Content-Type: multipart/mixed; boundary=b\n", again("--x\nX: y\n")},
	{"fields and others", "Subject: x\n", again("X: y\nno field\n")},
	{"a header of no fields", "Subject: x\n", again(">From x\n")},
	{"no line end in a header", "Subject: x\n", again("x")},
	{"parameters", "Content-Type: multipart/mixed", again("; a=b")},
	{"a parameter in sections", "Content-Type: multipart/mixed", func(i int) string { return fmt.Sprintf(";\n boundary*%d=b", i) }},
	{"many parameters in sections", "Content-Type: multipart/mixed", func(i int) string { return fmt.Sprintf(";\n p%d*0=b", i) }},
	{"comments", "Content-Type: text/plain", again(" (")},
	{"encoded words", "Subject: x", again("\n =?utf-8?Q?=41b?=")},
	{"beginnings of encoded words", "Subject: ", again("=?")},
	{"beginnings of Q", "Subject: ", again("=?utf-8?Q?")},
	{"folded beginnings of Q", "Subject: ", again("=?utf-8?Q?a\n ")},
	{"an encoded word", "Subject: =?utf-8?B?", again("AAAA")},
	{"blank lines in base64", "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n", again("\n")},
	{"short lines of base64", "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n", again("Q\n")},
	{"a line of base64", "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n", again("aHR0cDovL2EvIA")},
	{"padding", "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n", again("=")},
	{"text in base64", "Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\n", again("a b: http://a/ QUJDREVG\n")},
	{"UTF-16 in base64", "Content-Type: text/plain; charset=utf-16\nContent-Transfer-Encoding: base64\n\n", again("aAB0AHQAcAA6AC8A\n")},
	{"an attachment", "Content-Type: image/png\nContent-Transfer-Encoding: base64\n\n", again("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\n")},
	{"an attachment in one line", "Content-Type: image/png\nContent-Transfer-Encoding: base64\n\n", again("AAAA:AA")},
	{"soft line breaks", "Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n", again("=\n")},
	{"equals signs", "Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n", again("=")},
	{"escapes", "Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n", again("=41 b")},
	{"blanks", "Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\n", again(" ")},
	{"a paragraph", "Content-Type: text/plain; format=flowed\n\n", again("word \n")},
	{"a paragraph without words", "Content-Type: text/plain; format=flowed; delsp=yes\n\n", again(" \n")},
	{"quote marks", "Content-Type: text/plain; format=flowed\n\n", again(">")},
	{"quoted paragraph", "Content-Type: text/plain; format=flowed\n\n", again("> word \n")},
	{"tags", "Content-Type: text/html\n\n", again("<a href=x ")},
	{"an attribute", "Content-Type: text/html\n\n<a href='", again("http://a/ ")},
	{"comments", "Content-Type: text/html\n\n", again("<!-- http://a/")},
	{"styles", "Content-Type: text/html\n\n<style>", again("url(")},
	{"comments without text", "Content-Type: text/html; charset=koi8-r\n\n", again("<!--\xE2\n-->")},
	{"styles without text", "Content-Type: text/html\n\n<style>a{b:url('", again("\\\n")},
	{"escapes in a script", "Content-Type: text/html\n\n<script>", again("\\u003a\\/")},
	{"attributes of meta", "Content-Type: text/html\n\n", again("<meta " + strings.Repeat("content=a://b ", 900) + ">")},
	{"less than", "Content-Type: text/html\n\n", again("<")},
	{"ampersands", "Content-Type: text/html\n\n", again("&")},
	{"HTML in UTF-7 in base64", "Content-Type: text/html; charset=utf-7\nContent-Transfer-Encoding: base64\n\n", again("KyAr\n")},
	{"ISO-2022-JP", "Content-Type: text/plain; charset=iso-2022-jp\n\n", again("\x1b$B\x1b(B")},
	{"two octets", "Content-Type: text/plain; charset=shift_jis\n\n", again("\x81")},
	{"message in base64", "Content-Type: multipart/mixed; boundary=b\n\n", again("--b\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nU3ViamVjdDogeAoKeAo=\n")},
	{"messages encoded in each other", "", nested()},
	{"separators", "", again("From x Tue Apr 27 19:02:44 2004\n")},
	{"messages", "", again("From x Tue Apr 27 19:02:44 2004\nSubject: x\n\n")},
	{"dateless messages", "", again("From x\nSubject: x\nTo: y\n\n")},
	{"quoted From_ lines", "From x Tue Apr 27 19:02:44 2004\n\n", again(">From x\n")},
	{"a line of From", "From x Tue Apr 27 19:02:44 2004\n\n", again("From ")},
	{"a line of quoted From", "From x Tue Apr 27 19:02:44 2004\n\n", again(">From ")},
	{"lines of From", "From x Tue Apr 27 19:02:44 2004\n\n", again("From here\n\n")},
	{"MMDF", "\x01\x01\x01\x01\n", again("\x01\x01\x01\x01\n")},
	{"news", "#! rnews 3\n", again("#! rnews 3\nX\n")},
	{"dots", "Newsgroups: a.b\r\nSubject: x\r\nFrom: y\r\n\r\n", again("..\r\n")},
	{"CRs", "Subject: x\rFrom: y\r\r", again("\r")},
	{"NULs", "Subject: x\nFrom: y\n\n", again("\x00")},
}

// again returns text each time.
func again(text string) func(int) string { return func(int) string { return text } }

// nested returns messages in base64, 20 deep in each other.
func nested() func(int) string {
	message := "Subject: x\n\nhttp://a.example/\n"
	for range 20 {
		message = "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString([]byte(message)) + "\n"
	}
	return again("From x Tue Apr 27 19:02:44 2004\n" + message + "\n")
}

// last is what a threat ends in.
const last = "\n\nsee http://last.example/p now\n"

// A growing reader reads a threat up to a length, and then last.
type growing struct {
	threat
	rest  string
	i     int
	left  int
	ended bool
	each  func() // is called every watched bytes
	read  int
}

func (t threat) reader(size int) *growing {
	return &growing{threat: t, rest: t.head, left: size}
}

const watched = 1 << 20

func (g *growing) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		if g.rest == "" {
			switch {
			case g.left > 0:
				g.rest = g.more(g.i)
				g.i++
			case !g.ended:
				g.rest, g.ended = last, true
			case n == 0:
				return 0, io.EOF
			default:
				return n, nil
			}
		}
		k := copy(p[n:], g.rest)
		g.rest = g.rest[k:]
		g.left -= k
		n += k
	}
	if g.read += n; g.each != nil && g.read/watched != (g.read-n)/watched {
		g.each()
	}
	return n, nil
}

// TestThreats: what stands behind a threat is found, and memory is bounded.
func TestThreats(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector has memory of its own")
	}
	const most = 16 << 20
	size := 4 << 20
	if testing.Short() {
		size = 1 << 20
	}
	for _, threat := range threats {
		var stats runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&stats)
		before, peak := stats.HeapAlloc, uint64(0)
		r := threat.reader(size)
		r.each = func() {
			runtime.GC()
			runtime.ReadMemStats(&stats)
			peak = max(peak, stats.HeapAlloc)
		}
		found := false
		s := NewScanner(r, everyKind(threat.input()))
		for s.Scan() {
			found = found || s.Match().URL == "http://last.example/p"
		}
		if s.Err() != nil || !found {
			t.Errorf("%s: what comes behind is found: %v, with error %v", threat.name, found, s.Err())
		}
		if peak > before+most {
			t.Errorf("%s: %d bytes of memory", threat.name, peak-before)
		}
	}
}

// input returns how a threat is read: as what it begins as.
func (t threat) input() Input {
	if strings.IndexByte(t.head, ':') > 0 && !strings.HasPrefix(t.head, "From ") {
		return Mail
	}
	return Mbox
}

// BenchmarkThreats shows that time is linear in the input: the megabytes in a
// second stay the same, whatever the size.
func BenchmarkThreats(b *testing.B) {
	for _, threat := range threats {
		for size := 1 << 20; size <= 4<<20; size *= 4 {
			b.Run(fmt.Sprintf("%s/%dMiB", strings.ReplaceAll(threat.name, " ", "-"), size>>20), func(b *testing.B) {
				b.SetBytes(int64(size))
				for range b.N {
					s := NewScanner(threat.reader(size), everyKind(threat.input()))
					for s.Scan() {
					}
				}
			})
		}
	}
}

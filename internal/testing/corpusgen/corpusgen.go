// Package corpusgen writes text for benchmarks: mail, news and similar text. The bytes
// are the same on each machine. The text may have any size and takes bounded memory.
//
// It has as many of the bytes that scanners stop at as real mail has. In 1 KiB of mail
// there are 4 to 15 ":", of which 1.5 to 2.5 are between a letter and a character other
// than a blank, 2 to 10 "@", 0.25 to 0.9 "://" and 0.04 to 0.2 "www.", in lines of 42 to
// 61 bytes. In 1 KiB of the headers of mail there are 20 to 27 ":".
//
// The people, hosts and documents in it do not exist.
package corpusgen

import (
	"bufio"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
)

// A Kind is a kind of text.
type Kind uint8

// The kinds.
const (
	Plain       Kind = iota // messages as mail programs show them: a few fields, paragraphs, signatures
	Quoted                  // paragraphs of answers, most of them after "> "
	Dense                   // a URL in every 80 bytes
	Sparse                  // a colon in every 20 bytes, and no URL
	LongLine                // prose without a line break
	Mbox                    // a mailbox: 7bit, quoted-printable, base64, HTML
	Attachments             // a mailbox, nine bytes of ten in binary attachments in base64
	JSON                    // lines of JSON with "\/" and "\u0026", a URL in every 250 bytes
	Headers                 // header fields of messages, as text: addresses and times, a URL in every 1.2 KiB
	Distinct                // a URL in each line, all of them different
)

var kinds = [...]struct {
	name  string
	block func(*generator)
	end   string // end of the whole text
}{
	Plain:       {name: "plain", block: (*generator).article},
	Quoted:      {name: "quoted", block: (*generator).answer},
	Dense:       {name: "dense", block: (*generator).bookmark},
	Sparse:      {name: "sparse", block: (*generator).colons},
	LongLine:    {name: "longline", block: (*generator).run, end: "\n"},
	Mbox:        {name: "mbox", block: (*generator).message},
	Attachments: {name: "attachments", block: (*generator).letter},
	JSON:        {name: "json", block: (*generator).object},
	Headers:     {name: "headers", block: (*generator).headerText},
	Distinct:    {name: "distinct", block: (*generator).entry},
}

// Kinds returns all kinds.
func Kinds() []Kind {
	all := make([]Kind, len(kinds))
	for i := range all {
		all[i] = Kind(i)
	}
	return all
}

// String returns the name of the kind in lower case, such as "plain".
func (k Kind) String() string {
	if int(k) < len(kinds) {
		return kinds[k].name
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Write writes size bytes of text of kind k to w, and then the rest of the last message
// or line. It returns the number of URLs in the text. They have the schemes http, https,
// ftp and mailto, and are broken over lines only by a transfer encoding. A text of a
// smaller size is the beginning of one of a larger size, except for the line break at the
// end of LongLine. The error is that of w.
func Write(w io.Writer, k Kind, size int64) (urls int64, err error) {
	out := bufio.NewWriterSize(w, 64<<10)
	g := generator{random: rand.NewPCG(1738, uint64(k))}
	for n := int64(0); n < size; n += int64(len(g.text)) {
		g.text = g.text[:0]
		kinds[k].block(&g)
		if _, err := out.Write(g.text); err != nil {
			return g.urls, err
		}
	}
	out.WriteString(kinds[k].end)
	return g.urls, out.Flush()
}

// A generator appends random text to text.
type generator struct {
	random *rand.PCG
	text   []byte
	urls   int64
	html   bool // the text is HTML: a URL is the target of a link
	ascii  bool // the text is in ASCII
}

// below returns a number from 0 to n-1.
func (g *generator) below(n int) int {
	// The functions of package rand may change their results. Those of the source are
	// guaranteed.
	hi, _ := bits.Mul64(g.random.Uint64(), uint64(n))
	return int(hi)
}

// between returns a number from low to high.
func (g *generator) between(low, high int) int { return low + g.below(high-low+1) }

// chance returns true in percent of 100 calls.
func (g *generator) chance(percent int) bool { return g.below(100) < percent }

// pick returns one of the words.
func (g *generator) pick(words ...string) string { return words[g.below(len(words))] }

// put appends strings.
func (g *generator) put(parts ...string) {
	for _, p := range parts {
		g.text = append(g.text, p...)
	}
}

// putf appends formatted text. It is ten times slower than put, so it is not used for
// frequent text.
func (g *generator) putf(format string, args ...any) {
	g.text = fmt.Appendf(g.text, format, args...)
}

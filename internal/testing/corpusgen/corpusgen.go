// Package corpusgen writes text to measure with: mail, news and their like, the
// same bytes on each machine, of any size in bounded memory. It is as dense in
// what scanners stop at as real mail is: in 1 KiB of that there are 4 to 15 ":",
// of which 1.5 to 2.5 are between a letter and something else than a blank, 2 to
// 10 "@", 0.25 to 0.9 "://" and 0.04 to 0.2 "www.", in lines of 42 to 61 bytes.
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
	Plain       Kind = iota // messages as they are read: a few header fields, paragraphs, signatures
	Quoted                  // paragraphs of answers, most of it behind "> "
	Dense                   // a URL in every 80 bytes
	Sparse                  // a colon in every 20 bytes, and no URL
	LongLine                // prose without a line break
	Mbox                    // a mailbox: 7bit, quoted-printable, base64, HTML
	Attachments             // a mailbox that is binary attachments in base64, for nine bytes of ten
)

var kinds = [...]struct {
	name  string
	block func(*generator)
	end   string // of the whole text
}{
	Plain:       {name: "plain", block: (*generator).article},
	Quoted:      {name: "quoted", block: (*generator).answer},
	Dense:       {name: "dense", block: (*generator).bookmark},
	Sparse:      {name: "sparse", block: (*generator).colons},
	LongLine:    {name: "longline", block: (*generator).run, end: "\n"},
	Mbox:        {name: "mbox", block: (*generator).message},
	Attachments: {name: "attachments", block: (*generator).letter},
}

// Kinds returns all kinds.
func Kinds() []Kind {
	all := make([]Kind, len(kinds))
	for i := range all {
		all[i] = Kind(i)
	}
	return all
}

// String returns the kind's name in lower case, "plain" and so on.
func (k Kind) String() string {
	if int(k) < len(kinds) {
		return kinds[k].name
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// Write writes text of a kind: size bytes, and what the last message or line of
// it needs beyond them. It returns how many URLs are in it, each with one of the
// schemes http, https, ftp and mailto, and none broken over lines but by a
// transfer encoding. What a smaller size gives is the beginning of what a larger
// one does, except for the line break at the end of LongLine. The error is w's.
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

// A generator appends to text what it makes up.
type generator struct {
	random *rand.PCG
	text   []byte
	urls   int64
	html   bool // the text is HTML: a URL is the target of a link
	ascii  bool // no other characters
}

// below returns a number from 0 to n-1. The functions of rand promise no results,
// the generator itself does.
func (g *generator) below(n int) int {
	hi, _ := bits.Mul64(g.random.Uint64(), uint64(n))
	return int(hi)
}

// between returns a number from low to high.
func (g *generator) between(low, high int) int { return low + g.below(high-low+1) }

// chance reports whether what happens in so many cases of 100 does.
func (g *generator) chance(percent int) bool { return g.below(100) < percent }

// pick returns one of the words.
func (g *generator) pick(words ...string) string { return words[g.below(len(words))] }

// put appends strings.
func (g *generator) put(parts ...string) {
	for _, p := range parts {
		g.text = append(g.text, p...)
	}
}

// putf appends what fmt makes of its arguments. It is ten times slower than put,
// and not for what there is much of.
func (g *generator) putf(format string, args ...any) {
	g.text = fmt.Appendf(g.text, format, args...)
}

// Package trigger finds the bytes that may belong to a URL: the colon after its scheme
// and, if hosts and addresses are searched for, the "@" of an address and the dots of a
// host. It is the only pass over every byte of a text, and so the one loop that is worth
// assembly.
//
// # What is marked
//
// Most colons in mail and news begin no URL: "Subject: …", "12:30", "std::string". A
// colon is marked only
//
//   - before "/", which must follow most schemes;
//   - after the last letter of "URL" or of a scheme in package scheme that needs no "/"
//     (mailto, sip, news, tel, urn, magnet …) or is special (http, https, ftp, file …),
//     as its "/" may be written as "\/"; or after a backspace, as in overstruck text (and
//     so after "(", which saves a comparison). But it is not marked before white space,
//     unless the letter is "l", as white space may follow "URL:";
//   - a short distance after "<", as a URL between angle brackets may be broken right
//     after its colon, or have markup there.
//
// These rules are for the schemes that are built in. For other schemes, and for hosts and
// addresses, Find has the parameter wide. With it, colons are marked after any byte that
// may end a scheme, in the same way as after the letters above. These bytes are all above
// "*", which is one comparison and lets few others pass. Each "@" is marked as well, and
// each dot that is not before white space.
//
// URLs may have white space after their colon, or before it, with the parameter spaced. Then colons are marked before
// white space after "p" and "s" too, the ends of http, https and ftp, and after a space.
//
// The marks are a superset of the colons of URLs: the caller must look at each of them.
// In a KiB of mail, 3 to 5 of 9 colons are marked.
package trigger

import "strings"

// Find fills a bitmap for a block, without branches that depend on single bytes. It keeps
// only the words that are not 0, one in eight in mail. Skipping the others one by one
// took a program 7 % of its time for plain text and 15 % for text with many colons, as
// their positions cannot be predicted.
//
// On x86-64 with AVX2 or AVX-512, and on arm64, Find looks at 64 bytes at a time. An
// implementation in Go, which the build tag purego selects, uses bytes.IndexByte to find
// the next 64 bytes with a colon, and fills the same bitmap. With AVX-512 a program takes
// 6 % less time for plain text than with AVX2, although a third of that time is reading.
// The assembly for arm64 is tested by emulation only and its speed is not measured.

const (
	// Word is the number of bytes of text that a word of a bitmap has bits for.
	Word = 64
	// BlockSize is the number of bytes of text that a bitmap has bits for. A block of 32
	// KiB and its bitmap are still in the first-level cache, or were just read from the
	// second. With a larger block, a caller that needs only one match would look at more
	// text in vain.
	BlockSize = 32 << 10
	// Reach is the number of bytes before a colon in which "<" is always found. It may be
	// found up to Word-1 bytes further away.
	Reach = near * Word
	// near is the number of words after a word with "<" in which all colons are marked.
	near = 2
)

// A Bitmap says for each byte of a block of text whether it is marked. It has only those
// words that are not 0.
type Bitmap struct {
	N     int                      // number of words
	Words [BlockSize / Word]uint64 // bit i is for byte i of the word
	At    [BlockSize / Word]uint16 // index of each word among all words of the block
}

// Find fills b for the block of text that begins at index from, and returns the index of
// its end. The block has BlockSize bytes, or fewer at the end of text. The index from
// must be at least 1, as a URL cannot be found by the first byte of a text. Find looks at
// the bytes before and after the block, but does not mark them. At the end of text it
// assumes a "/" after it, so that a last colon is marked. It assumes a "<" near before
// the first two words.
func (b *Bitmap) Find(text []byte, from int, wide, spaced bool) (end int) {
	end = min(from+BlockSize, len(text))
	b.N = 0
	k := kernel{near: near, wide: wide || !endsUnique, spaced: spaced}
	i := from
	// The last byte of the text has no byte after it.
	if n := (min(end, len(text)-1) - i) / Word; n > 0 {
		k.words(b, n, text[i-1:i+n*Word+1])
		i += n * Word
	}
	for ; i < end; i += Word {
		around := padding
		copy(around[:], text[i-1:])
		k.words(b, 1, around[:])
	}
	return end
}

// add adds the word with index at, unless it is 0.
func (b *Bitmap) add(at int, word uint64) {
	if word != 0 {
		b.Words[b.N], b.At[b.N] = word, uint16(at)
		b.N++
	}
}

// A kernel fills the words of a bitmap in order.
type kernel struct {
	wide, spaced bool

	near int // number of next words that are near to a "<"
	at   int // index of the next word
}

// padding is the text after the end of a text whose last word is incomplete. It consists
// of "/", so that a colon before it is marked.
var padding = [1 + Word + 1]byte([]byte(strings.Repeat("/", 1+Word+1)))

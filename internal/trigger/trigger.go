// Package trigger looks for the bytes that a URL may be found by: the colon
// after its scheme and, where they are asked for, the "@" of an address and the
// dots of a host. It is the one pass that every byte of a text goes through, and
// so the one loop that is worth assembly.
//
// # What is marked
//
// Most colons in mail and news begin nothing: "Subject: …", "12:30", "std::string".
// A colon is marked only
//
//   - before "/", which must follow most schemes;
//   - after the last letter of "URL" or of a scheme in package scheme that needs no "/"
//     (mailto, sip, news, tel, urn, magnet …), or after a backspace, as in overstruck text
//     (and so after "(", which spares a comparison). But not before white space, unless
//     the letter is "l", as white space may follow "URL:";
//   - after "<" that is not far, as what is between angle brackets may be
//     broken right after its colon, or have markup there.
//
// That is for the schemes that are built in. Asked to be wide, as it must be for
// others, it takes colons after any byte that may end a scheme for what it takes
// them after these letters; these are all above "*", which is one comparison and
// lets little else in. It then marks "@" as well, wherever it stands, and dots
// after which no white space does.
//
// The marks are a superset of what begins a URL: someone has to look at each of
// them. There are 3 to 5 in a KiB of mail, of 9 colons.
//
// # How
//
// [Bitmap.Find] makes a bitmap of a block, with no branch that depends on single bytes.
// Of its words it keeps those that are not 0, one in eight in mail: to skip the others
// one by one took a program 7 % of its time for plain text and 15 % where there are many
// colons, as nobody foresees which is one.
// In an x86-64 with AVX2 or AVX-512, or an arm64, it takes 64 bytes at a time; a twin
// in Go, which the build tag purego forces, goes by bytes.IndexByte from one 64 bytes
// with a colon to the next, and gives the same bitmap. With AVX-512 plain text takes a
// program 6 % less time than with AVX2, though a third of that is reading. The
// assembly for arm64 is tested by emulation only, and nobody has measured it.
package trigger

import "strings"

const (
	// Word is how many bytes of text a word of a bitmap stands for.
	Word = 64
	// BlockSize is how many bytes of text a bitmap stands for. With its bitmap a
	// block of 32 KiB still is in the cache of the first level, or was just read
	// from the second; a bigger one makes longer what is looked at in vain when
	// someone wants one match only.
	BlockSize = 32 << 10
	// Reach is how many bytes before a colon "<" is looked for; up to one word
	// less than this further it may be found.
	Reach = near * Word
	// near is in how many words after that with a "<" all is near to it.
	near = 2
)

// A Bitmap says of each byte of a block of text whether it is marked. Of its words,
// which stand for the bytes from a multiple of Word on, it has those that are not 0.
type Bitmap struct {
	N     int                      // how many words it has
	Words [BlockSize / Word]uint64 // bit i of one for the byte i
	At    [BlockSize / Word]uint16 // the number that each has among all words
}

// Find makes the bitmap of a block of text that begins at index from, 1 or more as
// no URL is found by the first byte of a text, and returns the index after it: the
// block is shorter than BlockSize where the text is. The bytes around it are looked
// at, but not marked. What comes after the text is taken for "/", before which each
// colon is marked; the first two words are taken to have a "<" near before them.
func (b *Bitmap) Find(text []byte, from int, wide bool) (end int) {
	end = min(from+BlockSize, len(text))
	b.N = 0
	k := kernel{near: near, wide: wide || !fits}
	i := from
	// The last byte of the text has none after it.
	if n := (min(end, len(text)-1) - i) / Word; n > 0 {
		k.words(b, n, text[i-1:i+n*Word+1])
		i += n * Word
	}
	for ; i < end; i += Word {
		around := beyond
		copy(around[:], text[i-1:])
		k.words(b, 1, around[:])
	}
	return end
}

// add adds the word with number at.
func (b *Bitmap) add(at int, word uint64) {
	if word != 0 {
		b.Words[b.N], b.At[b.N] = word, uint16(at)
		b.N++
	}
}

// A kernel makes the words of a bitmap, from the first to the last.
type kernel struct {
	wide bool
	near int // in how many words more all is near to a "<"
	at   int // the number of the next word
}

// beyond is what is after the end of a text, where a word of it is not whole. It is
// taken for "/", as a colon before it then is marked.
var beyond = [1 + Word + 1]byte([]byte(strings.Repeat("/", 1+Word+1)))

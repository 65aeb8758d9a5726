// Package detect decides what an input is by the bytes that it begins with: how it is
// packed, the character set that a byte order mark declares, the format of its text,
// and whether it is binary. The command, its ranges of a large file, package unpack and
// the library ask here, so that they cannot disagree.
//
// # Terms
//
// The head of an input is what has been read of its beginning. A [Packing] is how an
// input is compressed or archived, if this program unpacks it; it is foreign if only
// other programs do. A format is one of [mailbox.Format]. An input is binary if it is
// not text, and scanning it for URLs is of no use.
//
// # Flow
//
// An input that is read through a pipe must not be held up until 32 KiB of it have
// come. So there is a function for each fact, which is asked again with a longer head
// as long as it answers that more of the input could change its answer:
//
//	PackingOf   package unpack, for each layer that it takes off
//	CharsetOf   package extract, of the bytes that are left then
//	FormatOf    package extract, of the text that CharsetOf has it decode
//
// [Of] gives all facts together, of what is there. The command asks it whether a file can
// be divided into ranges, and why an input is not scanned; IsBinary says whether it is.
//
// # What holds always
//
// The functions have no state. If one does not ask for more of a head, it has the same
// answer for each longer head that begins with it. With [All] none asks for more.
package detect

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/mailbox"
)

// HeadSize is how many bytes of an input are looked at. It is how far a NUL makes it
// binary; the other facts need less.
const HeadSize = 32 << 10

// An Extent says what there is after a head.
type Extent uint8

// The extents.
const (
	Stream Extent = iota // more may come, but may have to be waited for
	File                 // more can be read at once
	All                  // nothing, or nothing that is to be looked at
)

// A Type is what an input is.
type Type struct {
	Packing Packing
	Foreign Foreign
	Charset charset.Charset // that a byte order mark declares; UTF-8 without one of UTF-16 or UTF-32
	Format  mailbox.Format  // of the bytes as they are; Text if Charset has to be decoded first
	Binary  bool
}

// Of returns the Type of an input of which head is all there is, or all that is to be
// looked at: HeadSize bytes of a file, what comes first through a pipe.
func Of(head []byte) Type {
	t := Type{Foreign: foreignOf(head)}
	t.Packing, _ = PackingOf(head, All)
	t.Charset, _ = CharsetOf(head, All)
	t.Format, _ = FormatOf(head, false, All)
	t.Binary = IsBinary(head)
	return t
}

// IsBinary returns what Of does, at less cost for text: an input is binary if it is
// foreign, though it may have no NUL, or if it has one and is neither mail nor a page nor
// in UTF-16 or UTF-32.
func IsBinary(head []byte) bool {
	if foreignOf(head) != (Foreign{}) {
		return true
	}
	if bytes.IndexByte(head, 0) < 0 {
		return false
	}
	set, _ := CharsetOf(head, All)
	format, _ := FormatOf(head, false, All)
	return !set.Whole() && format == mailbox.Text
}

// CharsetOf returns the character set that a byte order mark at the beginning of head
// declares: one of UTF-16 or UTF-32, else UTF-8.
func CharsetOf(head []byte, after Extent) (set charset.Charset, more bool) {
	if after != All && len(head) < charset.MaxBOM && (len(head) == 0 || mayBeBOM(head[0])) {
		return charset.Charset{}, true
	}
	set, _ = charset.Sniff(head)
	return set, false
}

func mayBeBOM(first byte) bool { return first == 0 || first == 0xFE || first == 0xFF }

// FormatOf returns the format of a text. If that is decoded from a character set as a
// whole, it is not mail, but may be a page; and head ends in a whole character.
func FormatOf(head []byte, decoded bool, after Extent) (f mailbox.Format, more bool) {
	if !decoded {
		return mailbox.Detect(head, after == All)
	}
	html, more := mailbox.DetectHTML(head)
	if html {
		return mailbox.HTMLInUTF8, false
	}
	return mailbox.Text, more && after != All
}

// Package detect decides what an input is by its first bytes: how it is packed, the
// character set that a byte order mark declares, the format of its text, and whether it
// is binary. The command, its ranges of a large file, package unpack and the library all
// use this package, so that they cannot disagree.
//
// # Terms
//
// The head of an input is the part of its beginning that has been read. A [Packing] is a
// way of compressing or archiving an input that this program can undo. A [Foreign] format
// is one that only other programs can unpack. A [Format] is what the
// text of an input is read as. An input is binary if it is not text, so that scanning it for
// URLs is of no use.
//
// # Flow
//
// An input from a pipe must not be delayed until 32 KiB of it have been read. So there is
// a function for each fact. As long as more of the input could change its answer, the
// function asks for more, and is called again with a longer head:
//
//	PackingOf   package unpack, for each layer that it unpacks
//	CharsetOf   package extract, with the unpacked bytes
//	DocumentOf  package mailbox, with the beginning of an attachment
//	FileOf      package extract, and package mailbox with a file in a document
//	FormatOf    package extract, with the text decoded as CharsetOf says
//
// [Of] returns all facts about a head. The command uses it to decide whether it can
// divide a file into ranges, and to say why it does not scan an input. IsBinary returns
// only whether the input is binary.
//
// # Guarantees
//
// The functions have no state. If a function does not ask for more of a head, it returns
// the same answer for each longer head that begins with it. With [All] no function asks
// for more.
package detect

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/charset"
)

// HeadSize is the number of bytes of an input that are looked at. A NUL within HeadSize
// makes the input binary; the other facts need fewer bytes.
const HeadSize = 32 << 10

// An Extent says what follows a head.
type Extent uint8

// The extents.
const (
	Stream Extent = iota // more may follow, but reading it may block
	File                 // more can be read without blocking
	All                  // nothing follows, or nothing that may be looked at
)

// A Type describes an input.
type Type struct {
	Packing Packing
	Foreign Foreign
	Charset charset.Charset // declared by a byte order mark; UTF-8 without one of UTF-16 or UTF-32
	Format  Format          // of the undecoded bytes; Text if Charset must be decoded first
	Binary  bool
}

// Of returns the Type of an input that begins with head. It asks for no more of the
// input: head has HeadSize bytes of a file, or the first bytes from a pipe.
func Of(head []byte) Type {
	t := Type{Foreign: foreignOf(head)}
	t.Packing, _ = PackingOf(head, All)
	t.Charset, _ = CharsetOf(head, All)
	if t.Format, _ = FileOf(head, All); t.Format == Text {
		t.Format, _ = FormatOf(head, false, All)
	}
	t.Binary = IsBinary(head, Format.IsDocument)
	return t
}

// IsBinary returns Of(head).Binary, at less cost for text. An input is binary if it is in
// a foreign format, even without a NUL. It is also binary if it has a NUL and is neither
// mail nor HTML nor in UTF-16 or UTF-32, nor a document in a format that is read.
func IsBinary(head []byte, read func(Format) bool) bool {
	if foreignOf(head) != (Foreign{}) {
		return true
	}
	if bytes.IndexByte(head, 0) < 0 {
		return false
	}
	if f, _ := FileOf(head, All); f != Text && read(f) {
		return false
	}
	set, _ := CharsetOf(head, All)
	format, _ := FormatOf(head, false, All)
	return !set.Whole() && format.IsText()
}

// CharsetOf returns the character set that a byte order mark at the beginning of head
// declares: one of UTF-16 or UTF-32, or UTF-8 if there is no such mark. It sets more if a
// longer head could change the answer.
func CharsetOf(head []byte, after Extent) (set charset.Charset, more bool) {
	if after != All && len(head) < charset.MaxBOM && (len(head) == 0 || mayBeBOM(head[0])) {
		return charset.Charset{}, true
	}
	set, _ = charset.Sniff(head)
	return set, false
}

func mayBeBOM(first byte) bool { return first == 0 || first == 0xFE || first == 0xFF }

// FormatOf returns the format of a text. With decoded set, the text was decoded from a
// character set as a whole: it is not mail, but may be another document, and head must end
// at the end of a character. FormatOf sets more if a longer head could change the answer. It
// does not recognize what FileOf does.
func FormatOf(head []byte, decoded bool, after Extent) (f Format, more bool) {
	if decoded {
		f, more = decodedOf(head, after)
	} else {
		f, more = textOf(head, after == All)
	}
	if f == Text && !more {
		var csv bool
		if csv, more = isCSV(head, after == All); csv {
			f = CSV
		}
	}
	return f, more
}

// decodedOf is FormatOf for a text that was decoded, and is not CSV.
func decodedOf(head []byte, after Extent) (f Format, more bool) {
	html, more := isHTML(head)
	if html {
		return HTMLInUTF8, false
	}
	if more && after != All {
		return Text, true
	}
	if xml, more := isXML(head); xml {
		return XML, false
	} else if more && after != All {
		return Text, true
	}
	return escapedOf(head, after == All)
}

// escapedOf returns the format of a text that escapes or folds characters and begins with
// head, or Text. It returns more if head is too short to decide. atEOF says that head is
// the whole text.
func escapedOf(head []byte, atEOF bool) (f Format, more bool) {
	if len(head) >= TextHead {
		head, atEOF = head[:TextHead], true
	}
	head = bytes.TrimPrefix(head, []byte(UTF8BOM))
	for _, e := range escaped {
		is, undecided := e.is(head, atEOF)
		if is {
			return e.format, false
		}
		more = more || undecided && !atEOF
	}
	return Text, more
}

// escaped has the formats that package escape decodes. The first that a text has is its
// format.
var escaped = [...]struct {
	format Format
	is     func(head []byte, atEOF bool) (is, more bool)
}{{Calendar, isCalendar}, {Roff, isRoff}, {TeX, isTeX}, {Texinfo, isTexinfo}}

// BeginsCalendar reports whether a text that begins with head is a Calendar. It asks for no
// more of the text.
func BeginsCalendar(head []byte) bool {
	is, _ := isCalendar(bytes.TrimPrefix(head, []byte(UTF8BOM)), true)
	return is
}

package planted

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf16"

	"github.com/urlgrep/urlgrep/internal/document/link"
)

var callSyntax = regexp.MustCompile(`\[\[(\w+) (.*?)\]\]`)

// functions are the functions that markup calls as "[[NAME TEXT]]".
var functions = map[string]func(text string) string{
	"package": packaged,
	"linked":  func(text string) string { return hex.EncodeToString([]byte(ole1(1, "Word.Document.8", text))) },
	"moniker": func(text string) string {
		return hex.EncodeToString([]byte(ole1(2, "OLE2Link", "\x01\x00\x00\x02\x00\x00\x00\x00"+link.URLMoniker+u32(2*len(text)+2)+wide(text+"\x00"))))
	},
	"utf16be": func(text string) string {
		var b strings.Builder
		for _, c := range utf16.Encode([]rune(text)) {
			fmt.Fprintf(&b, "%04X", c)
		}
		return b.String()
	},
	"hex": func(text string) string { return hex.EncodeToString([]byte(text)) },
}

// call replaces the calls of functions in a text by their results.
func call(text string) string {
	return callSyntax.ReplaceAllStringFunc(text, func(s string) string {
		m := callSyntax.FindStringSubmatch(s)
		f := functions[m[1]]
		if f == nil {
			panic("unknown function: " + s)
		}
		return f(m[2])
	})
}

func u16(n int) string { return string(binary.LittleEndian.AppendUint16(nil, uint16(n))) }

func u32(list ...int) string {
	var b []byte
	for _, n := range list {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	return string(b)
}

// wide returns a text in UTF-16.
func wide(s string) string {
	var b []byte
	for _, c := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, c)
	}
	return string(b)
}

// packaged returns the digits of an embedded file: its name, and what follows it.
func packaged(text string) string {
	name, body, _ := strings.Cut(text, " ")
	native := "\x02\x00" + name + "\x00" + name + "\x00\x00\x00\x03\x00" + u32(len(name)+1) + name + "\x00" + u32(len(body)) + body
	return hex.EncodeToString([]byte(ole1(2, "Package", native)))
}

// ole1 returns an object ([MS-OLEDS] 2.2): a link to a file, or data.
func ole1(kind int, class, data string) string {
	counted := func(s string) string { return u32(len(s)+1) + s + "\x00" }
	head := u32(0x501, kind) + counted(class)
	if kind == 1 {
		return head + counted(data) + u32(0, 0, 0, 0)
	}
	return head + u32(0, 0, len(data)) + data
}

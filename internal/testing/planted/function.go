package planted

import (
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/urlgrep/urlgrep/internal/document/cms/cmstest"
	"github.com/urlgrep/urlgrep/internal/document/link"
)

// callSyntax matches a call of functions, "[[NAME TEXT]]", or "[[LAST<FIRST TEXT]]" of several, in whose
// text there is no other call.
var callSyntax = regexp.MustCompile(`(?s)\[\[([\w<]+) ([^\[\]]*)\]\]`)

// functions are the functions that markup calls.
var functions = map[string]func(text string) string{
	"hex":     func(text string) string { return hex.EncodeToString([]byte(text)) },
	"bytes":   func(text string) string { b, _ := hex.DecodeString(text); return string(b) },
	"base64":  encoded,
	"utf16be": func(text string) string { return swapped(wide(text)) },
	"wide":    wide,
	"u16":     func(text string) string { return numbers(text, 2) },
	"u32":     func(text string) string { return numbers(text, 4) },
	"zlib":    deflated,
	"gzip": func(text string) string {
		return packed(text, func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) })
	},

	"package": packaged,
	"linked":  func(text string) string { return ole1(1, "Word.Document.8", text) },
	"moniker": func(text string) string {
		return ole1(2, "OLE2Link", "\x01\x00\x00\x02\x00\x00\x00\x00"+urlMoniker(text))
	},
	"link": func(text string) string { return link.StdLink + u32(2, 3) + urlMoniker(text) },

	"record":     record,
	"string":     func(text string) string { return u16(len(text)) + "\x00" + text },
	"literal":    func(text string) string { return "\x17" + string([]byte{byte(len(text))}) + "\x00" + text },
	"counted":    func(text string) string { return u16(len(text)) + text },
	"length":     func(text string) string { return u16(len(text)) },
	"length32":   func(text string) string { return u32(len(text)) },
	"container":  func(text string) string { return pptRecord(text, 15) },
	"atom":       func(text string) string { return pptRecord(text, 0) },
	"properties": propertySet,
	"shape":      shape,
	"native":     func(text string) string { n := native(text); return u32(len(n)) + n },

	"mela":        func(text string) string { return u32(len(text)+12, len(text)) + "MELA" + u32(0) + text },
	"signed":      func(text string) string { return contentInfo(2, signed(oidData, octets(text))) },
	"constructed": func(text string) string { return contentInfo(2, signed(oidData, inPieces(text))) },
	"resigned":    func(text string) string { return contentInfo(2, signed(oidPKCS7+"\x02", octets(text))) },
	"compressed":  compressed,
	"digested":    digested,
	"enveloped": func(text string) string {
		return contentInfo(3, cmstest.TLV(0x30, "\x02\x01\x00", cmstest.TLV(0x04, text)))
	},
	"detached": func(string) string { return contentInfo(2, signed(oidData, "")) },
	"pem":      func(text string) string { return "-----BEGIN CMS-----\n" + encoded(text) + "\n-----END CMS-----\n" },
}

// Brackets in the results of functions are written as these, so that they are not read as calls.
var (
	hide = strings.NewReplacer("[", "\uE000", "]", "\uE001")
	show = strings.NewReplacer("\uE000", "[", "\uE001", "]")
)

// call replaces the calls of functions in a text by their results, the inner ones first.
func call(text string) string {
	for callSyntax.MatchString(text) {
		text = callSyntax.ReplaceAllStringFunc(text, func(s string) string {
			m := callSyntax.FindStringSubmatch(s)
			names := strings.Split(m[1], "<")
			slices.Reverse(names)
			out := show.Replace(m[2])
			for _, name := range names {
				f := functions[name]
				if f == nil {
					panic("unknown function: " + s)
				}
				out = f(controls.Replace(out))
			}
			return hide.Replace(out)
		})
	}
	return show.Replace(text)
}

// controls replaces the pictures of control characters, as "␓", by these characters.
var controls = func() *strings.Replacer {
	var pairs []string
	for c := range rune(' ') {
		pairs = append(pairs, string('\u2400'+c), string(c))
	}
	return strings.NewReplacer(pairs...)
}()

func lines(s string) string {
	var b strings.Builder
	for ; len(s) > 64; s = s[64:] {
		b.WriteString(s[:64] + "\n")
	}
	return b.String() + s
}

func encoded(text string) string { return lines(base64.StdEncoding.EncodeToString([]byte(text))) }

func deflated(text string) string {
	return packed(text, func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) })
}

func packed(text string, open func(w io.Writer) io.WriteCloser) string {
	var b bytes.Buffer
	w := open(&b)
	io.WriteString(w, text)
	w.Close()
	return b.String()
}

func u16(list ...int) string {
	var b []byte
	for _, n := range list {
		b = binary.LittleEndian.AppendUint16(b, uint16(n))
	}
	return string(b)
}

func u32(list ...int) string {
	var b []byte
	for _, n := range list {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	return string(b)
}

// numbers returns numbers of some bytes each.
func numbers(text string, size int) string {
	var b strings.Builder
	for w := range strings.FieldsSeq(text) {
		n, err := strconv.ParseInt(w, 0, 64)
		if err != nil {
			panic(err)
		}
		if size == 2 {
			b.WriteString(u16(int(n)))
		} else {
			b.WriteString(u32(int(n)))
		}
	}
	return b.String()
}

// wide returns a text in UTF-16.
func wide(s string) string {
	var b []byte
	for _, c := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, c)
	}
	return string(b)
}

// swapped returns the two bytes of each unit in the other order.
func swapped(s string) string {
	b := []byte(s)
	for i := 0; i+1 < len(b); i += 2 {
		b[i], b[i+1] = b[i+1], b[i]
	}
	return string(b)
}

// urlMoniker returns a URL moniker ([MS-OSHARED] 2.3.7.6).
func urlMoniker(url string) string {
	return link.URLMoniker + u32(2*len(url)+2) + wide(url+"\x00")
}

// native returns the native data of a file with a name, and what follows it, in an OLE package.
func native(text string) string {
	name, body, _ := strings.Cut(text, " ")
	return "\x02\x00" + name + "\x00" + name + "\x00\x00\x00\x03\x00" + u32(len(name)+1) + name + "\x00" + u32(len(body)) + body
}

func packaged(text string) string { return ole1(2, "Package", native(text)) }

// ole1 returns an object ([MS-OLEDS] 2.2): a link to a file, or data.
func ole1(kind int, class, data string) string {
	counted := func(s string) string { return u32(len(s)+1) + s + "\x00" }
	head := u32(0x501, kind) + counted(class)
	if kind == 1 {
		return head + counted(data) + u32(0, 0, 0, 0)
	}
	return head + u32(0, 0, len(data)) + data
}

// record returns a record of .xls: its type, and after a space its data.
func record(text string) string {
	kind, data, _ := strings.Cut(text, " ")
	return numbers(kind, 2) + u16(len(data)) + data
}

// pptRecord returns a record of .ppt: its type and its instance with "/" between them, and after a space its data.
func pptRecord(text string, version int) string {
	head, data, _ := strings.Cut(text, " ")
	kind, instance, _ := strings.Cut(head, "/")
	n, _ := strconv.Atoi(instance)
	return u16(n<<4|version) + numbers(kind, 2) + u32(len(data)) + data
}

// propertySet returns a stream of properties: a line "ID TEXT" for each.
func propertySet(text string) string {
	all := strings.Split(text, ";")
	index, body := "", ""
	for _, p := range all {
		id, value, _ := strings.Cut(p, " ")
		index += numbers(id, 4) + u32(8+8*len(all)+len(body))
		value += "\x00"
		body += u32(30, len(value)) + value + strings.Repeat("\x00", (4-len(value)%4)%4)
	}
	return u16(0xFFFE, 0) + strings.Repeat("\x00", 20) + u32(1) + strings.Repeat("f", 16) + u32(48) + u32(8+len(index)+len(body), len(all)) + index + body
}

// shape returns the properties of a shape: "ID TEXT" for each, with ";" between them.
func shape(text string) string {
	all := strings.Split(text, ";")
	head, data := "", ""
	for _, p := range all {
		id, value, _ := strings.Cut(p, " ")
		n, _ := strconv.ParseInt(id, 0, 32)
		value = wide(value + "\x00")
		head += u16(0xC000|int(n)) + u32(len(value))
		data += value
	}
	return u16(len(all)<<4|3, 0xF00B) + u32(len(head+data)) + head + data
}

// The identifiers of the Cryptographic Message Syntax (RFC 5652).
const (
	oidPKCS7 = "\x2A\x86\x48\x86\xF7\x0D\x01\x07"
	oidData  = oidPKCS7 + "\x01"
	oidSMIME = "\x2A\x86\x48\x86\xF7\x0D\x01\x09\x10"
)

func octets(text string) string { return cmstest.TLV(0x04, text) }

// inPieces returns octets of indefinite length in pieces.
func inPieces(text string) string {
	var b strings.Builder
	for piece := range slices.Chunk([]byte(text), 10) {
		b.WriteString(octets(string(piece)))
	}
	return "\x24\x80" + b.String() + "\x00\x00"
}

// signed returns signed data, with a certificate that has a URL.
func signed(kind, content string) string {
	encap := cmstest.TLV(0x06, kind)
	if content != "" {
		encap += cmstest.TLV(0xA0, content)
	}
	return cmstest.TLV(0x30, "\x02\x01\x01", cmstest.TLV(0x31, cmstest.TLV(0x30, cmstest.TLV(0x06, "\x60"))), cmstest.TLV(0x30, encap),
		cmstest.TLV(0xA0, cmstest.TLV(0x30, cmstest.TLV(0x16, "http://certificate.example/"))), cmstest.TLV(0x31))
}

func contentInfo(kind byte, content string) string {
	return cmstest.TLV(0x30, cmstest.TLV(0x06, oidPKCS7+string([]byte{kind})), cmstest.TLV(0xA0, content))
}

func compressed(text string) string {
	data := cmstest.TLV(0x30, "\x02\x01\x00", cmstest.TLV(0x30, cmstest.TLV(0x06, oidSMIME+"\x03\x08")), cmstest.TLV(0x30, cmstest.TLV(0x06, oidData), cmstest.TLV(0xA0, octets(deflated(text)))))
	return cmstest.TLV(0x30, cmstest.TLV(0x06, oidSMIME+"\x01\x09"), cmstest.TLV(0xA0, data))
}

func digested(text string) string {
	return contentInfo(5, cmstest.TLV(0x30, "\x02\x01\x00", cmstest.TLV(0x30), cmstest.TLV(0x30, cmstest.TLV(0x06, oidData), cmstest.TLV(0xA0, octets(text))), cmstest.TLV(0x04, "digest")))
}

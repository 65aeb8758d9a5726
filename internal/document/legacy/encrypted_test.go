package legacy

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/cfb"
	"github.com/urlgrep/urlgrep/internal/document/cfb/cfbtest"
	"github.com/urlgrep/urlgrep/internal/document/documenttest"
	"github.com/urlgrep/urlgrep/internal/document/officecrypt"
	"github.com/urlgrep/urlgrep/internal/document/officecrypt/crypttest"
)

// streamOf returns a stream of a compound file.
func streamOf(file []byte, name string) string {
	f := cfb.Open(document.NewStore(file), &document.Env{Budget: documenttest.NewBudget()})
	return string(f.Open(f.Child(0, name)).Bytes(1 << 20))
}

// sealedDoc returns a .doc encrypted. The parameters are at the beginning of the table stream.
func sealedDoc(plain []byte, c crypttest.CryptoAPI) []byte {
	info := c.Info()
	fib := []byte(streamOf(plain, "WordDocument"))
	le := binary.LittleEndian
	le.PutUint16(fib[fibFlags:], le.Uint16(fib[fibFlags:])|flagEncrypted)
	le.PutUint32(fib[fibKey:], uint32(len(info)))
	for _, at := range []int{fibClx, fibAssoc} {
		le.PutUint32(fib[at:], le.Uint32(fib[at:])+uint32(len(info)))
	}
	table := c.Blocks(info+streamOf(plain, "0Table"), 512, 0)
	return cfbtest.File(
		cfbtest.Stream{Path: "WordDocument", Data: c.Blocks(string(fib), 512, fibPlain)},
		cfbtest.Stream{Path: "0Table", Data: info + table[len(info):]},
		cfbtest.Stream{Path: "Data", Data: c.Blocks(streamOf(plain, "Data"), 512, 0)},
	)
}

// sealedXLS returns a .xls encrypted: the bodies of its records.
func sealedXLS(plain []byte, c crypttest.CryptoAPI) []byte {
	book := streamOf(plain, "Workbook")
	pass := biff(recFilePass, u16(1), c.Info())
	first := 4 + int(book[2])
	book = book[:first] + pass + book[first:]
	le := binary.LittleEndian
	sealed, all := "", c.Blocks(book, 1024, 0)
	for at := 0; at < len(book); {
		kind, size := le.Uint16([]byte(book[at:])), int(le.Uint16([]byte(book[at+2:])))
		from, to := at+4, at+4+size
		body := all[from:to]
		switch kind {
		case recBOF, recFilePass:
			body = book[from:to]
		case recSheet:
			body = u32(int(le.Uint32([]byte(book[from:])))+len(pass)) + all[from+4:to]
		}
		sealed += book[at:from] + body
		at = to
	}
	return cfbtest.File(cfbtest.Stream{Path: "Workbook", Data: sealed})
}

// sealedPPT returns a .ppt encrypted, with an object in each of two edits.
func sealedPPT(c crypttest.CryptoAPI) []byte {
	slide := func(text string) string { return ppt1(-pptSlide, 0, ppt1(pptTextBytes, 0, text)) }
	const session = 9
	first := c.Crypt(1, slide("http://first.example/"))
	edit := func(last, directory int) string {
		return ppt1(pptUserEdit, 0, u32(0, 0, last, directory, 1, 9, 0, session))
	}
	data := first
	at := len(data)
	data += ppt1(pptDirectory, 0, u32(1|1<<20, 0))
	one := len(data)
	data += edit(0, at)
	second, crypt := len(data), 0
	data += c.Crypt(2, slide("http://second.example/"+strings.Repeat(" and more", 200)))
	crypt = len(data)
	data += ppt1(-pptCrypt, 0, c.Info())
	at = len(data)
	data += ppt1(pptDirectory, 0, u32(2|1<<20, second, session|1<<20, crypt))
	two := len(data)
	data += edit(one, at)
	return cfbtest.File(
		cfbtest.Stream{Path: "Current User", Data: ppt1(0x0FF6, 0, u32(20)+"\xDF\xC4\xD1\xF3"+u32(two))},
		cfbtest.Stream{Path: "PowerPoint Document", Data: data},
	)
}

// withoutRanges returns what documenttest.Read returns, without ranges.
func withoutRanges(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		before, rest, ok := strings.Cut(line, " [")
		if _, after, isRange := strings.Cut(rest, "]"); ok && isRange && strings.Contains(rest[:strings.Index(rest, "]")], ":") {
			line = before + after
		}
		b.WriteString(line)
	}
	return b.String()
}

// TestEncrypted checks that an encrypted document is read as the plain one with the right password, and not at all with
// another one.
func TestEncrypted(t *testing.T) {
	for _, bits := range []int{40, 56, 128} {
		c := crypttest.CryptoAPI{Password: "tülip", Bits: bits}
		for name, d := range map[string]struct {
			data []byte
			want string
		}{
			"doc": {sealedDoc(sampleDoc, c), documenttest.Read(t, open, sampleDoc)},
			"xls": {sealedXLS(xls8(), c), documenttest.Read(t, open, xls8())},
			"ppt": {sealedPPT(c), "text PowerPoint Document: \"http://first.example/\\nhttp://second.example/" + strings.Repeat(" and more", 200) + "\\n\"\n"},
		} {
			got, want := withoutRanges(documenttest.Read(t, open, d.data, "nettle", "tülip")), withoutRanges(d.want)
			if got != want {
				t.Errorf("%s, %d bits: got\n%s\nwant\n%s", name, bits, got, want)
			}
			const locked = "note: an encrypted document that no given password opens, not read\n"
			if got := documenttest.Read(t, open, d.data, "nettle"); got != locked {
				t.Errorf("%s, %d bits: with a wrong password\n%s", name, bits, got)
			}
		}
	}
}

// TestUsual checks the passwords that Excel and PowerPoint try without asking.
func TestUsual(t *testing.T) {
	for name, d := range map[string]struct {
		data []byte
		want string
	}{
		"xls": {sealedXLS(xls8(), crypttest.CryptoAPI{Password: officecrypt.UsualExcel, Bits: 128}), "http://joined/a.example"},
		"ppt": {sealedPPT(crypttest.CryptoAPI{Password: officecrypt.UsualPowerPoint, Bits: 128}), "http://second.example/"},
	} {
		if got := documenttest.Read(t, open, d.data); !strings.Contains(got, d.want) {
			t.Errorf("%s: %s", name, got)
		}
	}
	doc := sealedDoc(sampleDoc, crypttest.CryptoAPI{Password: officecrypt.UsualExcel, Bits: 128})
	if got := documenttest.Read(t, open, doc); strings.Contains(got, "http") {
		t.Errorf("doc: %s", got)
	}
}

// TestDamageEncrypted reads encrypted documents cut off and changed at each byte.
func TestDamageEncrypted(t *testing.T) {
	c := crypttest.CryptoAPI{Password: officecrypt.UsualPowerPoint, Bits: 128}
	documenttest.Damage(t, open, sealedPPT(c))
	c.Password = officecrypt.UsualExcel
	documenttest.Damage(t, open, sealedXLS(xls8(), c))
	for i, data := 0, sealedDoc(sampleDoc, c); i < len(data); i += 97 {
		changed := append([]byte(nil), data...)
		changed[i] ^= 0x10
		documenttest.Read(t, open, changed, c.Password)
	}
}

package cms

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/klauspost/compress/zlib"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/cms/cmstest"
	"github.com/urlgrep/urlgrep/internal/document/documenttest"
)

// indefinite returns an element of indefinite length.
func indefinite(tag byte, contents ...string) string {
	return string([]byte{tag, 0x80}) + strings.Join(contents, "") + "\x00\x00"
}

type build func(tag byte, contents ...string) string

const data = pkcs7 + "\x01"

// signed returns signed data with the content in an element. There are certificates and
// signatures after it.
func signed(b build, typ, content string) string {
	encap := cmstest.TLV(identifier, typ)
	if content != "" {
		encap += b(explicit0, content)
	}
	return b(sequence, "\x02\x01\x01", cmstest.TLV(0x31, cmstest.TLV(sequence, cmstest.TLV(identifier, "\x60"))), b(sequence, encap),
		b(explicit0, cmstest.TLV(sequence, cmstest.TLV(0x16, "http://certificate.example/"))), cmstest.TLV(0x31))
}

func info(b build, typ, content string) string {
	return b(sequence, cmstest.TLV(identifier, typ), b(explicit0, content))
}

func compress(b build, typ, text string) string {
	var z bytes.Buffer
	w := zlib.NewWriter(&z)
	w.Write([]byte(text))
	w.Close()
	return b(sequence, "\x02\x01\x00", cmstest.TLV(sequence, cmstest.TLV(identifier, smime+"\x03\x08")),
		b(sequence, cmstest.TLV(identifier, typ), b(explicit0, cmstest.TLV(octetString, z.String()))))
}

func pem(begin, text string) string {
	b64 := base64.StdEncoding.EncodeToString([]byte(text))
	var b strings.Builder
	if begin != "" {
		b.WriteString("-----BEGIN " + begin + "-----\r\n")
	}
	for ; len(b64) > 64; b64 = b64[64:] {
		b.WriteString(b64[:64] + "\r\n")
	}
	b.WriteString(b64 + "\r\n")
	if begin != "" {
		b.WriteString("-----END " + begin + "-----\r\n")
	}
	return b.String()
}

const mail = "Content-Type: text/plain\r\n\r\nhttp://a.example/\r\n"

var (
	octet = cmstest.TLV(octetString, "http://a.example/")
	plain = info(cmstest.TLV, pkcs7+"\x02", signed(cmstest.TLV, data, octet))
	chunk = info(indefinite, pkcs7+"\x02", signed(indefinite, data,
		indefinite(octetString|constructed, cmstest.TLV(octetString, "http://a."), cmstest.TLV(octetString|constructed, cmstest.TLV(octetString, "exam"), cmstest.TLV(octetString, "")), cmstest.TLV(octetString, "ple/"))))
)

// TestRead reads documents of all kinds.
func TestRead(t *testing.T) {
	for _, c := range []struct{ name, document, want string }{
		{"signed", plain, `file =[44:61]: "http://a.example/"`},
		{"indefinite", chunk, `file [44:73]: "http://a.example/"`},
		{"constructed", info(cmstest.TLV, pkcs7+"\x02", signed(cmstest.TLV, data, cmstest.TLV(octetString|constructed, octet))),
			`file [44:63]: "http://a.example/"`},
		{"mail", info(cmstest.TLV, pkcs7+"\x02", signed(cmstest.TLV, data, cmstest.TLV(octetString, mail))),
			fmt.Sprintf("file =[44:%d] message/rfc822: %q", 44+len(mail), mail)},
		{"detached", info(cmstest.TLV, pkcs7+"\x02", signed(cmstest.TLV, data, "")), ""},
		{"detached, indefinite", info(indefinite, pkcs7+"\x02", signed(indefinite, data, "")), ""},
		{"empty", info(cmstest.TLV, pkcs7+"\x02", signed(cmstest.TLV, data, cmstest.TLV(octetString))), ""},
		{"PKCS #7: not an OCTET STRING", info(cmstest.TLV, pkcs7+"\x02", signed(cmstest.TLV, "\x60\x01", cmstest.TLV(sequence, "a"))),
			`file =[37:38]: "a"`},
		{"not an OCTET STRING, indefinite", info(cmstest.TLV, pkcs7+"\x02", signed(cmstest.TLV, "\x60\x01", indefinite(sequence, octet))),
			"note: a document with data in an unknown encoding: content of unknown type"},
		{"digested", info(cmstest.TLV, pkcs7+"\x05", cmstest.TLV(sequence, "\x02\x01\x00", cmstest.TLV(sequence), cmstest.TLV(sequence, cmstest.TLV(identifier, data), cmstest.TLV(explicit0, octet)))),
			`file =[39:56]: "http://a.example/"`},
		{"compressed", info(cmstest.TLV, smime+"\x09", compress(cmstest.TLV, data, mail)),
			fmt.Sprintf("file [%d:%d] message/rfc822: %q", 55, 55+60, mail)},
		{"signed in signed", info(cmstest.TLV, pkcs7+"\x02", signed(cmstest.TLV, pkcs7+"\x02", cmstest.TLV(octetString, signed(cmstest.TLV, data, octet)))),
			`file =[76:93]: "http://a.example/"`},
		{"ContentInfo in signed", info(cmstest.TLV, pkcs7+"\x02", signed(cmstest.TLV, pkcs7+"\x02", cmstest.TLV(octetString, plain))),
			`file =[91:108]: "http://a.example/"`},
		{"PKCS #7: signed in signed", info(cmstest.TLV, pkcs7+"\x02", signed(cmstest.TLV, pkcs7+"\x02", signed(cmstest.TLV, data, octet))),
			`file =[74:91]: "http://a.example/"`},
		{"signed in compressed", info(cmstest.TLV, smime+"\x09", compress(cmstest.TLV, pkcs7+"\x02", signed(cmstest.TLV, data, octet))),
			`file [58:152]: "http://a.example/"`},
		{"enveloped", info(cmstest.TLV, pkcs7+"\x03", cmstest.TLV(sequence, "\x02\x01\x00")), "note: an encrypted document, not read: enveloped data"},
		{"armour", pem("PKCS7", plain), `file [23:155]: "http://a.example/"`},
		{"armour, indefinite", pem("CMS", chunk), `file [21:187]: "http://a.example/"`},
		{"armour without end", "-----BEGIN PKCS #7 SIGNED DATA-----\n" + pem("", plain), `file [36:168]: "http://a.example/"`},
		{"base64", pem("", chunk), `file [0:166]: "http://a.example/"`},
		{"text", "MIAMI and MILAN", "not a document"},
		{"armour of something else", pem("CMS", cmstest.TLV(sequence, cmstest.TLV(identifier, data))), "not a document"},
		{"certificate", cmstest.TLV(sequence, cmstest.TLV(sequence, "\x02\x01\x01")), "not a document"},
		{"cut", plain[:55], "file =[44:55]: \"http://a.ex\"\nnote: a damaged document, read as far as possible"},
		{"nothing", plain[:44], "note: a damaged document, read as far as possible"},
		{"garbage between chunks", strings.Replace(chunk, "\x04\x04ple/", "\x05\x04ple/", 1),
			"file [44:67]: \"http://a.exam\"\nnote: a damaged document, read as far as possible"},
		{"a length of 127 octets", plain[:1] + "\xff" + strings.Repeat("\x00", 127) + plain[2:], "not a document"},
	} {
		want := c.want
		if want != "" {
			want += "\n"
		}
		got := documenttest.Read(t, Open, []byte(c.document))
		// The note about the content is before the part, as that is written when it is read.
		if lines := strings.SplitAfter(got, "\n"); len(lines) == 3 {
			got = lines[1] + lines[0]
		}
		if got != want {
			t.Errorf("%s: got\n%swant\n%s", c.name, got, want)
		}
	}
}

// TestBomb checks that nesting is bounded.
func TestBomb(t *testing.T) {
	deep := plain
	for range 20 {
		deep = info(cmstest.TLV, pkcs7+"\x02", signed(cmstest.TLV, pkcs7+"\x02", cmstest.TLV(octetString, deep)))
	}
	chunks := info(cmstest.TLV, pkcs7+"\x02", signed(cmstest.TLV, data, strings.Repeat("\x24\x80", 1000)))
	for _, c := range []struct{ name, document, want string }{
		{"nested", deep, "documents nested too deeply, the innermost not read"},
		{"chunks", chunks, "documents nested too deeply, the innermost not read"},
	} {
		if got := documenttest.Read(t, Open, []byte(c.document)); !strings.Contains(got, c.want) {
			t.Errorf("%s: got %.200s", c.name, got)
		}
	}
}

// TestZeros checks that zlib cannot yield more than the budget.
func TestZeros(t *testing.T) {
	zeros := info(cmstest.TLV, smime+"\x09", compress(cmstest.TLV, data, strings.Repeat("\x00", 10<<20)))
	budget, noted := documenttest.NewBudget(), ""
	budget.Take(document.FreeBytes - 1<<20)
	env := &document.Env{Budget: budget, Note: func(d document.Defect, _ string) { noted += document.Texts[d] }}
	p, err := Open(document.NewStore([]byte(zeros)), env).Next()
	if err != nil {
		t.Fatal(err)
	}
	n, err := io.Copy(io.Discard, p.Content)
	if n > 1<<20 || err != nil || noted != document.Texts[document.TooMuch] {
		t.Errorf("%d bytes, %v, %q", n, err, noted)
	}
}

// TestIs checks that the first bytes of a document are enough to recognize it.
func TestIs(t *testing.T) {
	for _, c := range []string{plain, chunk, pem("PKCS7", plain), pem("", chunk)} {
		magic := false
		for _, m := range Magics {
			magic = magic || strings.HasPrefix(c, m)
		}
		if is, _ := Is([]byte(c[:56])); !magic || !is {
			t.Errorf("%.56q is not a document", c)
		}
	}
	for _, c := range []string{"", "0", "0\x80", "0\x81", "M", "MI", "MIAGCSqGSIb3DQEHAQ", "0\x80\x06\x09" + data, "0123456789"} {
		if is, _ := Is([]byte(c)); is {
			t.Errorf("%q is a document", c)
		}
	}
}

func TestDamage(t *testing.T) {
	for _, c := range []string{plain, chunk, pem("PKCS7", plain), info(cmstest.TLV, smime+"\x09", compress(indefinite, pkcs7+"\x02", signed(cmstest.TLV, data, octet)))} {
		documenttest.Damage(t, Open, []byte(c))
	}
}

func FuzzRead(f *testing.F) {
	for _, c := range []string{plain, chunk, pem("PKCS7", plain), pem("", chunk), info(cmstest.TLV, smime+"\x09", compress(cmstest.TLV, data, mail))} {
		f.Add([]byte(c))
	}
	documenttest.Fuzz(f, Open)
}

func BenchmarkRead(b *testing.B) {
	var chunks strings.Builder
	for range 1 << 12 {
		chunks.WriteString(cmstest.TLV(octetString, strings.Repeat("a", 1<<10)))
	}
	for _, c := range []struct{ name, document string }{
		{"whole", info(cmstest.TLV, pkcs7+"\x02", signed(cmstest.TLV, data, cmstest.TLV(octetString, strings.Repeat("a", 4<<20))))},
		{"chunks", info(indefinite, pkcs7+"\x02", signed(indefinite, data, indefinite(octetString|constructed, chunks.String())))},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.SetBytes(int64(len(c.document)))
			for b.Loop() {
				env := &document.Env{Budget: documenttest.NewBudget()}
				p, err := Open(document.NewStore([]byte(c.document)), env).Next()
				if err != nil {
					b.Fatal(err)
				}
				if n, _ := io.Copy(io.Discard, p.Content); n != 4<<20 {
					b.Fatal(n)
				}
			}
		})
	}
}

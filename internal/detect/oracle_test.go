package detect_test

import (
	"bytes"
	"encoding/base64"
	"regexp"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/detect"
)

// The functions below decide the same as the package, slowly: each question on its own,
// and from scratch for each head.

// wantPacking returns the packing of a head that nothing follows.
func wantPacking(head []byte) string {
	text := true
	for _, c := range head[:min(len(head), 512)] {
		if c < 8 || c > 13 && c < 27 || c > 27 && c < 32 || c == 127 {
			text = false
		}
	}
	if text {
		return "text"
	}
	s := string(head[:min(len(head), 16)])
	begins := func(magic string) bool { return strings.HasPrefix(s, magic) }
	switch {
	case begins("\x1F\x8B"):
		return "gzip"
	case len(s) >= 10 && s[:3] == "BZh" && s[3]&0xF0 == 0x30 && (s[4:10] == "1AY&SY" || s[4:10] == "\x17rE8P\x90"):
		return "bzip2"
	case begins("\x28\xB5\x2F\xFD"), len(s) >= 4 && s[0]&0xF0 == 'P' && s[1:4] == "*M\x18":
		return "zstd"
	case begins("\xFD7zXZ\x00"):
		return "xz"
	case begins("PK\x03\x04"), begins("PK\x05\x06"):
		return "zip"
	case wantTar(head):
		return "tar"
	}
	return "text"
}

func wantTar(head []byte) bool {
	if len(head) < 512 || head[0] == 0 {
		return false
	}
	field := strings.Trim(string(head[148:156]), " \x00")
	want, negative := 0, strings.HasPrefix(field, "-")
	digits := strings.TrimLeft(field, "+-")
	if digits == "" || len(field)-len(digits) > 1 {
		return false
	}
	for _, c := range digits {
		if c < '0' || c > '7' {
			return false
		}
		want = want*8 + int(c-'0')
	}
	if negative {
		want = -want
	}
	sum, signed := 8*int(' '), 8*int(' ')
	for i, c := range head[:512] {
		if i < 148 || i >= 156 {
			sum += int(c)
			signed += int(int8(c))
		}
	}
	switch f, _ := detect.FormatOf(head[:512], false, detect.All); f {
	case detect.Message, detect.Mbox, detect.MMDF, detect.Batch:
		return false
	}
	named := bytes.IndexByte(head[:100], 0) > 0
	return (want == sum || want == signed) && (named || string(head[257:262]) == "ustar")
}

// wantsMoreOfPacking reports whether a head without a packing may be the beginning of an
// input with one.
func wantsMoreOfPacking(head []byte, whole bool) bool {
	for _, magic := range []string{
		"\x1F\x8B", "BZh?1AY&SY", "BZh?\x17rE8P\x90", "\x28\xB5\x2F\xFD", "P*M\x18", "\xFD7zXZ\x00", "PK\x03\x04", "PK\x05\x06",
	} {
		agrees := 0
		for agrees < min(len(head), len(magic)) {
			c, m := head[agrees], magic[agrees]
			if c != m && !(m == '?' && c&0xF0 == 0x30) && !(m == 'P' && magic[1] == '*' && c&0xF0 == 'P') {
				break
			}
			agrees++
		}
		if agrees == len(head) && len(head) < len(magic) {
			return true
		}
		if agrees == len(magic) && len(head) < 512 { // so far it is text
			return true
		}
	}
	if len(head) >= 512 {
		return false
	}
	if whole {
		return true
	}
	name := string(head[:min(len(head), 100)])
	return strings.HasSuffix(name, "\x00") && strings.Trim(strings.TrimRight(name, "\x00"), "\x00") != "" &&
		!strings.Contains(strings.TrimRight(name, "\x00"), "\x00")
}

// wantForeign returns the name of the format that other programs unpack, or "".
func wantForeign(head []byte) string {
	for magic, name := range map[string]string{
		"7z\xBC\xAF\x27\x1C": "7z archive", "Rar!\x1A\x07": "rar archive", "\x04\x22\x4D\x18": "lz4 file",
		"\x02\x21\x4C\x18": "lz4 file", "\x1F\x9D": "compress (.Z) file", "!BDN": "Outlook data file",
	} {
		if bytes.HasPrefix(head, []byte(magic)) {
			return name
		}
	}
	return ""
}

// wantMark returns the length of the byte order mark of UTF-16 or UTF-32 at the beginning
// of head, or 0.
func wantMark(head []byte) int {
	for _, mark := range []string{"\xFF\xFE\x00\x00", "\x00\x00\xFE\xFF", "\xFF\xFE", "\xFE\xFF"} {
		if bytes.HasPrefix(head, []byte(mark)) {
			return len(mark)
		}
	}
	return 0
}

// wantBinary reports whether the command does not scan an input that begins with head.
func wantBinary(head []byte) bool {
	if wantForeign(head) != "" {
		return true
	}
	f, _ := detect.FormatOf(head, false, detect.All)
	return bytes.IndexByte(head, 0) >= 0 && wantMark(head) == 0 && f.IsText() && wantDocument(head) == detect.Text
}

// wantDocument returns the format of a document that begins with head, or Text.
func wantDocument(head []byte) detect.Format {
	s := string(head[:min(len(head), 128)])
	switch wantPacking([]byte(s)) {
	case "gzip", "bzip2", "zstd", "xz":
		return detect.Packed
	}
	if wantPacking(head) == "tar" {
		return detect.Packed
	}
	if wantOfficeXML(head[:min(len(head), 512)]) {
		return detect.OfficeXML
	}
	for _, d := range wantDocuments {
		if d.pattern.MatchString(latin1(s)) || d.format == detect.FlatODF && d.pattern.MatchString(latin1(string(head[:min(len(head), 512)]))) {
			return d.format
		}
	}
	if strings.HasPrefix(s, "MI") {
		digits := strings.NewReplacer("\r", "", "\n", "", " ", "", "\t", "").Replace(s)
		n := 0
		for n < len(digits) && strings.IndexByte(base64Digits, digits[n]) >= 0 {
			n++
		}
		octets, _ := base64.RawStdEncoding.DecodeString(digits[:n])
		return wantDocument(octets)
	}
	return detect.Text
}

// prolog matches what XML begins with before its root.
const prolog = `<\?xml([^?]|\?+[^?>])*\?+>([ \t\r\n\f\v]|<\?([^?]|\?+[^?>])*\?+>|<!--([^-]|-[^-]|--+[^->])*--+>)*`

var (
	rootTag     = regexp.MustCompile(`(?s)\A(?:\xEF\xBB\xBF)?(?:` + prolog + `)<([^> \t\r\n/]*)([^>]*)(>?)`)
	declaration = regexp.MustCompile(`(?s)(xmlns[^=]*?)[ \t\r\n]*=[ \t\r\n]*(?:"([^"]*)("?)|'([^']*)('?))`)
	office      = regexp.MustCompile(`\A(http://schemas\.openxmlformats\.org/|http://purl\.oclc\.org/ooxml/|http://schemas\.microsoft\.com/office/|urn:schemas-microsoft-com:office:)`)
)

// wantOfficeXML reports whether XML that begins with head is Office XML.
func wantOfficeXML(head []byte) bool {
	root := rootTag.FindStringSubmatch(latin1(string(head)))
	if root == nil {
		return false
	}
	tag := root[len(root)-3:]
	if len(tag[0]) >= 4 && strings.EqualFold(tag[0][:4], "html") || strings.HasPrefix(tag[0], "office:document") {
		return false
	}
	own := "xmlns"
	if prefix, _, ok := strings.Cut(tag[0], ":"); ok {
		own += ":" + prefix
	}
	any := false
	for _, d := range declaration.FindAllStringSubmatch(tag[1], -1) {
		isOffice := office.MatchString(d[2] + d[4])
		if d[3]+d[5] == "" && !isOffice { // the value may not be whole
			break
		}
		if d[1] == own {
			return isOffice
		}
		any = any || isOffice
	}
	return any && tag[2] == ""
}

// wantDocuments has the beginnings of documents. Each byte is a character.
var wantDocuments = []struct {
	pattern *regexp.Regexp
	format  detect.Format
}{
	{regexp.MustCompile(`(?s)\A((\xEF\xBB\xBF|\r?\n)?%PDF-)`), detect.PDF},
	{regexp.MustCompile(`(?s)\A(PK(\x03\x04|\x05\x06))`), detect.Package},
	{regexp.MustCompile(`(?s)\A(\{\\rt)`), detect.RTF},
	{regexp.MustCompile(`(?s)\A(\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1)`), detect.Compound},
	{regexp.MustCompile(`(?s)\A(\x78\x9F\x3E\x22)`), detect.TNEF},
	{regexp.MustCompile(`(?s)\A(WARC/[01]\.[0-9]+\r?\n)`), detect.WARC},
	{regexp.MustCompile(`(?s)\A(\xEF\xBB\xBF)?(<office:document|` + prolog + `<office:(document|($|d$|do$|doc$|docu$|docum$|docume$|documen$)))`), detect.FlatODF},
	{regexp.MustCompile(`(?s)\A(-----BEGIN (PKCS7|CMS|PKCS #7 SIGNED DATA)-----)`), detect.CMS},
	{regexp.MustCompile(`(?s)\A(0([\x20-\x80]|\x81.|\x82..|\x83...|\x84....)\x06(\x09\x2A\x86\x48\x86\xF7\x0D\x01\x07[\x02-\x06]|\x0B\x2A\x86\x48\x86\xF7\x0D\x01\x09\x10\x01[\x02\x09\x17]))`), detect.CMS},
}

// TestOracleDocuments checks that wantDocuments has each format of documents but those that other functions
// recognize, and no other.
func TestOracleDocuments(t *testing.T) {
	for f := range detect.NumFormats {
		known := f == detect.Packed || f == detect.OfficeXML // wantOfficeXML has the latter
		for _, d := range wantDocuments {
			known = known || d.format == f
		}
		if known != f.IsDocument() {
			t.Errorf("%v is a document: %v; wantDocuments has it: %v", f, f.IsDocument(), known)
		}
	}
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// latin1 returns the bytes of s as characters.
func latin1(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteRune(rune(s[i]))
	}
	return b.String()
}

package charset

import (
	"strings"
	"testing"
)

// TestForMail checks labels as they are in mail. The keys are labels for Lookup of the
// same character sets.
func TestForMail(t *testing.T) {
	for want, labels := range map[string]string{
		"utf-8": "|utf-8|UTF8|utf_8|us-ascii|US-ASCII|ascii|ANSI_X3.4-1968|iso646-us|unicode-1-1-utf-8|cp65001|x-utf-8| |\"\"|''",
		"windows-1252": "iso-8859-1|ISO-8859-1|iso8859_1|ISO_8859-1|8859-1|8859_1|latin1|Latin-1|cp-1252|win1252|" +
			"windows1252|x-cp1252|3diso-8859-1|3D\"iso-8859-1\"|\"iso-8859-1\"|'windows-1252'|iso-8859-1;|iso-8859-1; format=flowed|" +
			"iso-8859-1\"|<iso-8859-1>|=iso-8859-1|iso-8859-1*en|\tiso-8859-1\r\n|cp28591|1252",
		"iso-8859-2": "iso-8859-2|iso8859-2|latin2|x-iso8859-2|ISO88592|l2",
		"iso-8859-8": "iso-8859-8|iso-8859-8-e", "iso-8859-8-i": "iso-8859-8-i|iso-8859-8i",
		"iso-8859-15": "iso-8859-15|ISO8859_15|latin-9",
		"IBM850":      "cp850|CP-850|ibm850|IBM-850|x-cp850|850|csPC850Multilingual",
		"IBM437":      "cp437|ibm437|437|dos-437", "ibm866": "cp866|ibm866|cp-866|x-cp866",
		"koi8-r": "koi8-r|KOI8R|koi8_r|x-koi8-r|cp20866|cskoi8r", "koi8-u": "koi8-u|koi8-ru",
		"windows-1251": "windows-1251|cp1251|cp-1251|win-1251|WINDOWS1251|x-cp1251|ms-1251|microsoft-cp1251",
		"windows-874":  "tis-620|windows-874|iso-8859-11|TIS620|cp874",
		"shift_jis":    "shift_jis|shift-jis|x-sjis|sjis|cp932|CP-932|windows-932|windows-31j|ms_kanji|shiftjis|csShiftJIS|ms932",
		"euc-jp":       "euc-jp|eucjp|euc_jp|x-euc-jp|ujis|eucJP-ms|cp51932",
		"iso-2022-jp":  "iso-2022-jp|ISO2022JP|iso-2022-jp-1|iso-2022-jp-2|iso-2022-jp-3|iso-2022-jp-2004|csISO2022JP|cp50220|cp50221|cp50222|iso-2022-jp-ms|jis",
		"iso-2022-kr":  "iso-2022-kr|csiso2022kr", "iso-2022-cn": "iso-2022-cn|iso-2022-cn-ext",
		"gb18030": "gb2312|GB2312|gb_2312-80|gbk|GBK|x-gbk|cp936|CP936|ms936|windows-936|gb18030|euc-cn|chinese|cn-gb",
		"big5":    "big5|Big-5|big5-hkscs|x-x-big5|cp950|ms950|big5-eten|cn-big5",
		"euc-kr":  "euc-kr|euckr|ks_c_5601-1987|KS_C_5601|ksc5601|ks_c_5601|cp949|uhc|windows-949|ms949|x-windows-949|korean|ks_x_1001",
		"hz":      "hz|hz-gb-2312|HZ-GB2312",
		"utf-7":   "utf-7|utf7|UTF_7|unicode-1-1-utf-7|x-unicode-2-0-utf-7|csUnicode11UTF7|cp65000",
		"utf-32":  "utf-32|UTF32|ucs-4|iso-10646-ucs-4", "utf-32le": "utf-32le",
		"utf-16le": "utf-16le|ucs-2le|cp1200|utf16-le", "utf-16be": "utf-16be|cp1201",
		"IBM037": "ibm037|cp037|cp37",
		// Unknown character sets: T.61, "unknown", transfer encodings.
		"": "ansi_x3.110-1983|x-unknown|unknown-8bit|unknown|default|none|8bit|7bit|base64|badcharset|utf|utf-9|iso-8859-99|" +
			"iso-8859|cp0|cp99999|foo1252|euc-tw|x-user|?|\xff|" + strings.Repeat("a", 1000) + "|" + strings.Repeat("\x00-", 1000),
	} {
		for _, label := range strings.Split(labels, "|") {
			got, ok := ForMail(label)
			if ok != (want != "") {
				t.Errorf("ForMail(%q): %v", label, ok)
				continue
			}
			if c := named(t, want); ok && got != c {
				t.Errorf("ForMail(%q): %+v, %s is %+v", label, got, want, c)
			}
		}
	}
	for _, label := range []string{"utf-16", "UTF16", "unicode", "ucs-2", "iso-10646-ucs-2", "csUnicode"} {
		if c, ok := ForMail(label); !ok || c.scheme != (wide{2, undeclared}) {
			t.Errorf("ForMail(%q): %+v, %v", label, c, ok)
		}
	}
}

// TestNames checks that each name in the tables leads to a character set.
func TestNames(t *testing.T) {
	for _, table := range []map[string]string{aliases(), codePages()} {
		for name, label := range table {
			if name != normalize(name) {
				t.Errorf("%q is %q", name, normalize(name))
			}
			if _, ok := registered(label); !ok {
				t.Errorf("%s: %s is unknown", name, label)
			}
		}
	}
	for name := range unregistered() {
		if name != normalize(name) {
			t.Errorf("%q is %q", name, normalize(name))
		}
	}
}

// FuzzForMail checks that any label has the same meaning with quotes around it, and that
// text in its character set is not lost.
func FuzzForMail(f *testing.F) {
	for _, label := range []string{"3D\"iso-8859-1\"; x", "cp850", "*", "us-ascii'en", "utf-16", "\xc4\xb0so-8859-1"} {
		f.Add(label)
	}
	f.Fuzz(func(t *testing.T, label string) {
		c, ok := ForMail(label)
		again, _ := ForMail(" \"" + label + "\" ")
		if c != again || !ok && c != (Charset{}) {
			t.Errorf("%q: %+v, in quotes %+v", label, c, again)
		}
		if got, _ := decode(c, []byte("\n\n a"), 0); len(got) == 0 {
			t.Errorf("%q: nothing is left", label)
		}
	})
}

func BenchmarkForMail(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		ForMail("ISO-8859-1")
		ForMail("cp-850")
	}
}

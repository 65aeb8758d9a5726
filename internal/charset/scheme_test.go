package charset

import (
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

// TestSchemes checks the decoding of valid and invalid text in the schemes that x/text
// does not decode, and the ranges of the characters: each character of the wanted text is
// written after its octets and "=".
func TestSchemes(t *testing.T) {
	for _, c := range []struct{ name, input, want string }{
		// ISO 2022.
		{"iso-2022-jp", "a\x1b$BF|K\\\x1b(Bb", "a=a \x1b$BF|=日 K\\=本 b=b"},
		{"iso-2022-jp", "\x1b$@F|\x1b(Jb", "\x1b$@F|=日 b=b"},
		{"iso-2022-jp", "\x1b(I1\x1b(B", "\x1b(I1=ｱ"},
		{"iso-2022-jp", "\x1b(I1\nb", "\x1b(I1=ｱ \n=\n b=b"},
		{"iso-2022-jp", "\x1b$BF|\r\nb", "\x1b$BF|=日 \r=\r \n=\n b=b"},
		{"iso-2022-jp", "\x1b$BF|\rb", "\x1b$BF|=日 \r=\r b=b"},
		{"iso-2022-jp", "\x1b$BF\nb", "\x1b$BF=\uFFFD \n=\n b=b"},
		{"iso-2022-jp", "\x1b$BF", "\x1b$BF=\uFFFD"},
		{"iso-2022-jp", "\x1b$BF|\x09\x7f\x1b", "\x1b$BF|=日 \x09=\x09 \x7f=\x7f \x1b=\x1b"},
		{"iso-2022-jp", "\x1b$BF|\x1b[K", "\x1b$BF|=日 \x1b=\x1b [=[ K=K"},
		{"iso-2022-jp", "\x1b[31ma\x1b$", "\x1b=\x1b [=[ 3=3 1=1 m=m a=a \x1b=\x1b $=$"},
		{"iso-2022-jp", "\x1b$(D0!\x1b(B\x1b$B\x1b$(DmcF|", "\x1b$(D0!=丂 \x1b$B\x1b$(Dmc=龥 F|=泒"},
		{"iso-2022-jp", "\xe9\x0ea\x0fb", "\xe9=\uFFFD \x0e=\x0e a=a \x0f=\x0f b=b"},
		{"iso-2022-jp-2", "\x1b$(CGQ\x1b$AVP\x1b$(A!#", "\x1b$(CGQ=한 \x1b$AVP=中 \x1b$(A!#=。"},
		{"iso-2022-jp-3", "\x1b$(OF|\x1b$(QF|", "\x1b$(OF|=日 \x1b$(QF|=日"},
		{"iso-2022-kr", "\x1b$)Ca\x0eGQ\x0fb", "\x1b$)Ca=a \x0eGQ=한 \x0fb=b"},
		{"iso-2022-kr", "\x0eGQ\nb\x0eGQ", "\x0eGQ=한 \n=\n b=b \x0eGQ=한"},
		{"iso-2022-kr", "a\xc7\xd1b\xff", "a=a \xc7\xd1=한 b=b \xff=\uFFFD"},
		{"iso-2022-cn", "\x0eVP\x0f\x1b$)C\x0eGQ", "\x0eVP=中 \x0f\x1b$)C\x0eGQ=한"},
		{"iso-2022-jp", "\x1b$BF|\x1b(see", "\x1b$BF|=日 \x1b=\x1b (=( s=s e=e e=e"},
		{"iso-2022-jp", "\x1b$BF|\x1bs", "\x1b$BF|=日 \x1b=\x1b s=s"},
		{"iso-2022-cn", "\x0eVP\x1bNVP", "\x0eVP=中 \x1b=\x1b NV=沃 P=\uFFFD"},
		// HZ.
		{"hz", "a~{~\nb", "a=a ~{~=~ \n=\n b=b"},
		{"hz", "~{VP~\nb", "~{VP=中 ~=~ \n=\n b=b"},
		{"hz", "a~{VP~}b", "a=a ~{VP=中 b=b"},
		{"hz", "~~~u~", "~~=~ ~=~ u=u ~=~"},
		{"hz", "a~\nb~\r\n", "a=a b=b ~=~ \r=\r \n=\n"},
		{"hz", "~{VP\nb", "~{VP=中 \n=\n b=b"},
		{"hz", "~{VP \x7fV", "~{VP=中  =  \x7f=\x7f V=\uFFFD"},
		{"hz", "\xd6\xd0a\xd6", "\xd6\xd0=中 a=a \xd6=\uFFFD"},
		// UTF-7.
		{"utf-7", "Hi Mom -+Jjo--!", "H=H i=i  =  M=M o=o m=m  =  -=- +Jjo=☺ -=- !=!"},
		{"utf-7", "A+ImIDkQ.", "A=A +ImI=≢ DkQ=Α .=."},
		{"utf-7", "+ZeVnLIqe-", "+ZeV=日 nLI=本 qe=語"},
		{"utf-7", "1+-1", "1=1 +-=+ 1=1"},
		{"utf-7", "C++, a+b=c +", "C=C +=+ +=+ ,=,  =  a=a +=+ b=b === c=c  =  +=+"},
		{"utf-7", "+2D3eAA-+2D0-a", "+2D3eAA=\U0001F600 +=+ 2=2 D=D 0=0 -=- a=a"},
		{"utf-7", "+2D0", "+=+ 2=2 D=D 0=0"},
		{"utf-7", "+2D0AYQ", "+=+ 2=2 D=D 0=0 A=A Y=Y Q=Q"},
		{"utf-7", "+2A7Y00 ", "+=+ 2=2 A=A 7=7 Y=Y 0=0 0=0  = "},
		{"utf-7", "+3gA-\xe9", "+=+ 3=3 g=g A=A -=- \xe9=\uFFFD"},
		{"utf-7", "+AGgAb", "+=+ A=A G=G g=g A=A b=b"},
		{"utf-7", "+AGgA+-", "+=+ A=A G=G g=g A=A +-=+"},
		{"utf-7", "+AGgAA-,", "+AGg=h ,=,"},
		{"utf-7", "+AGgb,", "+=+ A=A G=G g=g b=b ,=,"},
		{"utf-7", "+AGg\n", "+AGg=h \n=\n"},
		{"utf-7", "+AGg+AGg-", "+=+ A=A G=G g=g +AGg=h"},
		// In a URL, base64 ends in a hyphen and has a capital letter.
		{"utf-7", "://+AOk-", ":=: /=/ /=/ +AOk=é"},
		{"utf-7", "://+AOk", ":=: /=/ /=/ +=+ A=A O=O k=k"},
		{"utf-7", "://+two-", ":=: /=/ /=/ +=+ t=t w=w o=o -=-"},
		{"utf-7", ":// +two ", ":=: /=/ /=/  =  +two=뜊  = "},
		// UTF-16, UTF-32. After a stray octet, four ASCII characters show where
		// characters begin.
		{"utf-16le", "a\x00\x00b\x00c\x00d\x00e\x00", "a\x00=a \x00=\uFFFD b\x00=b c\x00=c d\x00=d e\x00=e"},
		{"utf-16le", "a\x00bc\x00d\x00e\x00f\x00", "a\x00=a b=b c\x00=c d\x00=d e\x00=e f\x00=f"},
		{"utf-16le", "\x00\x30\x00\x30\x00\x30\x00\x30\x00\x30", strings.Trim(strings.Repeat("\x00\x30=\u3000 ", 5), " ")},
		{"utf-16le", "a\x00\x3d\xd8\x00\xde", "a\x00=a \x3d\xd8\x00\xde=\U0001F600"},
		{"utf-16be", "\x00a\xd8\x3d\x00b\xde\x00\xd8\x3d\xd8", "\x00a=a \xd8\x3d=\uFFFD \x00b=b \xde\x00=\uFFFD \xd8\x3d=\uFFFD \xd8=\uFFFD"},
		{"utf-16be", "\xfe\xff\x00a", "\xfe\xff=\uFEFF \x00a=a"},
		{"utf-32", "\xff\xfe\x00\x00a\x00\x00\x00", "\xff\xfe\x00\x00a\x00\x00\x00=a"},
		{"utf-32", "a\x00\x00\x00", "a\x00\x00\x00=a"},
		{"utf-32", "\x00\x00\x00a\x00\x11\x00\x00\x00\x00", "\x00\x00\x00a=a \x00\x11\x00\x00=\uFFFD \x00\x00=\uFFFD"},
		{"utf-32be", "\x00\x00\x00a\xff\xff\xff\xff", "\x00\x00\x00a=a \xff\xff\xff\xff=\uFFFD"},
		// Invalid pairs do not include ASCII.
		{"big5", "\x88\x62\xff\x80a", "\x88\x62=\u00CA\u0304 \xff=\uFFFD \x80=\uFFFD a=a"},
		{"big5", "\xc6\x7fh\xf9\xffa", "\xc6=\uFFFD \x7f=\x7f h=h \xf9\xff=\uFFFD a=a"},
		{"gb18030", "\x81\x30\x81\x30\x81\x30\x81", "\x81\x30\x81\x30=\u0080 \x81=\uFFFD 0=0 \x81=\uFFFD"},
		{"gb18030", "\x84\x31\xa4\x37\x95\x32\x82\x36", "\x84\x31\xa4\x37=\uFFFD \x95\x32\x82\x36=\U00020000"},
		{"shift_jis", "\x93\xfa\xb1\x82/\x85@", "\x93\xfa=日 \xb1=ｱ \x82=\uFFFD /=/ \x85=\uFFFD @=@"},
		{"euc-jp", "\x8f\xb0\xa1\x8e\xb1\xc6\xfc", "\x8f\xb0\xa1=丂 \x8e\xb1=ｱ \xc6\xfc=日"},
	} {
		set := named(t, c.name)
		if p := check(t, set, []byte(c.input)); p != "" {
			t.Errorf("%s: %q: %s", c.name, c.input, p)
		}
		if got := units(set, c.input); got != c.want {
			t.Errorf("%s: %q\ngives %q\nwant  %q", c.name, c.input, got, c.want)
		}
	}
}

// units formats the decoded text of input, each character with its octets.
func units(c Charset, input string) string {
	text, m := decode(c, []byte(input), 0)
	var all []string
	for i, r := range string(text) {
		from := input[m.Start(int64(i)):m.End(int64(i)+1)]
		if k := len(all); k > 0 && i > 0 && m.Start(int64(i)) == m.Start(int64(i)-1) {
			all[k-1] += string(r)
			continue
		}
		all = append(all, from+"="+string(r))
	}
	return strings.Join(all, " ")
}

// TestByteOrder checks that UTF-16 without a declared byte order is decoded in the right
// one.
func TestByteOrder(t *testing.T) {
	c, _ := ForMail("utf-16")
	for _, text := range []string{"a", "http://a.example/ 日本語日本語日本語日本語", "日本語", "日本語日本語日本語日本語日本語日本語\r\n", "", "Привет, мир и труд и май"} {
		for _, mark := range []string{"", "\uFEFF"} {
			var big, little strings.Builder
			for _, u := range utf16.Encode([]rune(mark + text)) {
				big.Write([]byte{byte(u >> 8), byte(u)})
				little.Write([]byte{byte(u), byte(u >> 8)})
			}
			for _, input := range []string{big.String(), little.String()} {
				got, _ := decode(c, []byte(input), 0)
				undecided := mark == "" && !strings.Contains(input, "\x00") // decoded as octets
				if p := check(t, c, []byte(input)); p != "" || string(got) != text && !undecided {
					t.Errorf("%q gives %q, want %q: %s", input, got, text, p)
				}
			}
		}
	}
}

// TestUTF7 checks any text that an encoder of RFC 2152 has encoded.
func TestUTF7(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	letters := []rune("ab+-/:~ \r\nZ09é日本😀ﾐ\x7f\uFFFD")
	for range 2000 {
		text := make([]rune, r.IntN(12))
		for i := range text {
			text[i] = letters[r.IntN(len(letters))]
		}
		input := toUTF7(text)
		got, m := decode(named(t, "utf-7"), []byte(input), 0)
		if string(got) != string(text) || m.Len() != int64(len(got)) {
			t.Fatalf("%q: got %q, want %q", input, got, string(text))
		}
		if p := check(t, named(t, "utf-7"), []byte(input)); p != "" {
			t.Fatalf("%q: %s", input, p)
		}
	}
}

// toUTF7 encodes the characters outside ASCII, and always ends base64 with "-".
func toUTF7(text []rune) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '+':
			b.WriteString("+-")
		case c < utf8.RuneSelf:
			b.WriteRune(c)
		default:
			var octets []byte
			for ; i < len(text) && text[i] >= utf8.RuneSelf; i++ {
				for _, u := range utf16.Encode(text[i : i+1]) {
					octets = append(octets, byte(u>>8), byte(u))
				}
			}
			i--
			fmt.Fprintf(&b, "+%s-", base64.RawStdEncoding.EncodeToString(octets))
		}
	}
	return b.String()
}

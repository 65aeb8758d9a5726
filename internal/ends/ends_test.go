package ends

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// TestRows checks that no character of ASCII is in two rows, and that letters, digits and the characters
// that only a URL has go on in all parts after the slashes.
func TestRows(t *testing.T) {
	in := map[rune]int{}
	for i, r := range rows {
		for _, c := range r.chars {
			if j, ok := in[c]; ok {
				t.Errorf("%q is in the rows %d and %d", c, j, i)
			}
			in[c] = i
		}
	}
	for c := range utf8.RuneSelf {
		if ascii.Is(byte(c), ascii.AlphaDigit) || strings.ContainsRune("%=$-", rune(c)) {
			for p := Authority; p < NumParts; p++ {
				if At(p, byte(c)) != GoesOn {
					t.Errorf("%q does not go on in part %d", c, p)
				}
			}
		}
	}
}

// TestSets checks the derived sets against the definitions in the standards: the delimiters of RFC 3986,
// Appendix C, and white space and controls.
func TestSets(t *testing.T) {
	for c := range 256 {
		b := byte(c)
		delimits := ascii.Is(b, ascii.Space|ascii.Control) || b == '"' || b == '<' || b == '>'
		if Delimits(b) != delimits {
			t.Errorf("Delimits(%q) = %v", b, Delimits(b))
		}
		for p := Authority; p <= Query; p++ {
			if delimits && At(p, b) < Breaks {
				t.Errorf("%q delimits, and does not end part %d", b, p)
			}
			if c >= utf8.RuneSelf && At(p, b) != Asks {
				t.Errorf("octet %X is decided about in part %d before it is decoded", c, p)
			}
		}
		if (delimits || Closes(b)) && !Perhaps(b) {
			t.Errorf("%q ends a URL, and Perhaps(%q) is false", b, b)
		}
		if Trimmed(b) && (ascii.Is(b, ascii.AlphaDigit) || b == '/') {
			t.Errorf("Trimmed(%q)", b)
		}
	}
}

// TestRune checks some characters outside ASCII, and that all white space ends a URL.
func TestRune(t *testing.T) {
	for r := rune(utf8.RuneSelf); r <= unicode.MaxRune; r++ {
		if unicode.IsSpace(r) && Rune(r) != Ends {
			t.Errorf("%U does not end a URL", r)
		}
	}
	for c, want := range map[rune]Action{'é': GoesOn, '中': GoesOn, '😀': GoesOn, '–': GoesOn, '’': Ends, '。': Ends, '»': Ends, '／': Ends, 0x200D: GoesOn} {
		if got := Rune(c); got != want {
			t.Errorf("Rune(%q) = %d", c, got)
		}
	}
}

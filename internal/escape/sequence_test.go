package escape

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// notations are the names of the notations in tests; Numeric is not one.
var notations = map[string]func(text []byte, i int, atEOF bool) (Sequence, bool){
	"number": Numeric, "markup": Markup.At, "literal": Literal.At, "properties": Properties.At,
}

// TestSequences has texts with the escape sequence at their beginning between brackets.
func TestSequences(t *testing.T) {
	for _, c := range []struct {
		notation, text string
		char           rune
	}{
		{"number", `⟦\u0026⟧b`, '&'},
		{"number", `⟦\\\u0026⟧`, '&'},
		{"number", `⟦\x26⟧6`, '&'},
		{"number", `⟦\u00E9⟧`, 'é'},
		{"number", `⟦\ud83d\ude00⟧\ud83d`, '😀'},
		{"number", `⟦\\ud83d\\ude00⟧`, '😀'},
		{"number", `⟦\ud83d⟧\u0041`, '\uFFFD'},
		{"number", `⟦\ude00⟧\ud83d`, '\uFFFD'},
		{"number", `⟦\xc3\xa4⟧\xa4`, 'ä'},
		{"number", `⟦\xc3⟧b`, 'Ã'},
		{"number", `⟦\xa4⟧\xa4`, '¤'},
		{"number", `⟦\xc3⟧\u00a4`, 'Ã'},
		{"number", `⟦\xe5⟧th`, 'å'},
		{"number", `\u026g`, 0},
		{"number", `\u00`, 0},
		{"number", `\U00000026`, 0},
		{"number", `\/`, 0},
		{"number", strings.Repeat(`\`, 16) + `u0026`, 0},
		{"literal", `⟦\/⟧/`, '/'},
		{"literal", `⟦\\\/⟧`, '/'},
		{"literal", `⟦\"⟧`, '"'},
		{"literal", `⟦\n⟧`, '\n'},
		{"literal", `⟦\t⟧`, '\n'},
		{"literal", `⟦\u0026⟧`, '&'},
		{"literal", `⟦\⟧`, '\n'},
		{"literal", `\.`, 0},
		{"literal", `\=`, 0},
		{"properties", `⟦\:⟧`, ':'},
		{"properties", `⟦\=⟧`, '='},
		{"properties", `⟦\u0026⟧`, '&'},
		{"properties", `\/`, 0},
		{"properties", `\.`, 0},
		{"markup", `⟦\_⟧b`, '_'},
		{"markup", `⟦\~⟧b`, '~'},
		{"markup", `⟦\~{}⟧b`, '~'},
		{"markup", `⟦\~⟧{b`, '~'},
		{"markup", `⟦\:⟧b`, Nothing},
		{"markup", `⟦\&⟧b`, '&'},
		{"markup", `⟦\&⟧.b`, Nothing},
		{"markup", `⟦\&⟧`, '&'},
		{"markup", `⟦\%⟧20`, '%'},
		{"markup", `\%2g`, 0},
		{"markup", `⟦\(⟧b\)`, '('},
		{"markup", `\(b\|c\)`, 0},
		{"markup", `\(\)`, 0},
		{"markup", `⟦\(⟧` + strings.Repeat("b", 63) + `\)`, '('},
		{"markup", `\(` + strings.Repeat("b", 64) + `\)`, 0},
		{"markup", `⟦\)⟧`, ')'},
		{"markup", `⟦\?⟧b=c`, '?'},
		{"markup", `⟦\?⟧b\=c`, '?'},
		{"markup", `\?b`, 0},
		{"markup", `\?b=`, 0},
		{"markup", `\?b=(c)`, 0},
		{"markup", `\?=`, 0},
		{"markup", `⟦\=⟧`, '='},
		{"markup", `\\_`, 0},
		{"markup", `\u0026`, 0},
		{"markup", `\n`, 0},
		{"markup", `\`, 0},
	} {
		size := max(0, strings.Index(c.text, "⟧")-len("⟦"))
		text := strings.NewReplacer("⟦", "", "⟧", "").Replace(c.text)
		at := notations[c.notation]
		s, more := at([]byte(text), 0, true)
		if s.Size != size || size > 0 && s.Char != c.char || more {
			t.Errorf("%s %s: %+v, %v", c.notation, c.text, s, more)
		}
		// With less text, the answer is the same, or undecided.
		for n := 1; n < len(text); n++ {
			if got, more := at([]byte(text[:n]), 0, false); !more && got != s {
				t.Errorf("%s %s, of %s: %+v", c.notation, c.text, text[:n], got)
			}
		}
	}
}

// TestUndecided checks on random texts that no answer changes when more text follows.
func TestUndecided(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1738, 1))
	pieces := strings.Split(`\ \ \ u x d83d \ude00 0026 26 c3 \xa4 a4 / " n : = # % ~ {} { ( \) ) ? b b= é`, " ")
	for range effort.Rounds(20_000) {
		text := `\`
		for range rnd.IntN(8) {
			text += pieces[rnd.IntN(len(pieces))]
		}
		for name, at := range notations {
			want, _ := at([]byte(text), 0, true)
			for n := 1; n <= len(text); n++ {
				if got, more := at([]byte(text[:n]), 0, false); !more && got != want {
					t.Fatalf("%s of %s: %+v, of %s: %+v", name, text[:n], got, text, want)
				}
			}
		}
	}
}

func TestAround(t *testing.T) {
	long := strings.Repeat("b ", reach)
	for text, want := range map[string]Notation{
		`"⟧`: Literal, `\"⟧`: Literal, `\\\"⟧`: Literal, `&quot;⟧`: Literal, `\u0022⟧`: Literal, `\x22⟧`: Literal,
		`{"a":"see ⟧`: Literal, `{"a":"\"b\" ⟧`: Literal, `("<\/b> ⟧`: Literal, "b\n\"see ⟧": Literal, `x = "see ⟧`: Literal,
		long + `⟧`: Literal, `"` + long + `⟧`: Literal, `"b"` + long + `⟧`: Literal,
		`⟧`: Markup, `see ⟧`: Markup, `'⟧`: Markup, `"b" ⟧`: Markup, `{"a":"b",⟧`: Markup, `"^⟧`: Markup, `"s/⟧`: Markup,
		"\"\nsee ⟧": Markup, long + "\n⟧": Markup, long + `/ ⟧`: Markup, `f(", ").g(⟧`: Markup, `b" ⟧`: Markup,
	} {
		text = strings.TrimSuffix(text, "⟧")
		if got := Around([]byte(text+`http:\/\/a`), len(text)); got != want {
			t.Errorf("%.40q: %v, want %v", text, got, want)
		}
	}
}

func TestOfScheme(t *testing.T) {
	for text, want := range map[string]Notation{
		`http|:\/\/a`: Literal, `http|:\\\/\\\/a`: Literal, `http|:\u002f\u002fa`: Literal, `http|\://a`: Properties, `http|\\\://a`: Properties,
		`http|://a`: Markup, `http|:\n`: Markup, `http|\:/a`: Markup, `http|:`: Markup, `C|:\b`: Markup,
	} {
		end := strings.IndexByte(text, '|')
		text := text[:end] + text[end+1:]
		colon := strings.IndexByte(text, ':')
		n, at, more := OfScheme([]byte(text), colon, true)
		if n == Markup {
			end = colon
		}
		if n != want || at != end || more {
			t.Errorf("%s: %v, %d, %v, want %v, %d", text, n, at, more, want, end)
		}
		for i := colon + 1; i < len(text); i++ {
			if got, _, more := OfScheme([]byte(text[:i]), colon, false); !more && got != want {
				t.Errorf("%s, of %s: %v", text, text[:i], got)
			}
		}
	}
}

func TestTails(t *testing.T) {
	for _, c := range []struct {
		text, word   string
		scheme, name int
	}{
		{`\`, "nhttp", 1, 1}, {`\`, "fBhttp", 2, 0}, {`\f(`, "CWhttp", 2, 0}, {`\`, "u003chttp", 5, 5}, {`\\`, "u003chttp", 5, 5},
		{`\\`, "nhttp", 1, 0}, {`C:\`, "nhttp", 1, 0}, {`\`, "x3chttp", 3, 3}, {`\`, "xadmin", 1, 0}, {`\`, "x41b", 1, 0},
		{`\`, "u003c", 1, 0}, {"b", "nhttp", 0, 0}, {"", "nhttp", 0, 0}, {`\`, "b", 0, 0},
	} {
		if got := SchemeTail([]byte(c.text), []byte(c.word)); got != c.scheme {
			t.Errorf("SchemeTail(%s, %s) is %d", c.text, c.word, got)
		}
		if got := NameTail([]byte(c.text), []byte(c.word)); got != c.name {
			t.Errorf("NameTail(%s, %s) is %d", c.text, c.word, got)
		}
	}
}

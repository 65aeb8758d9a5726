package visible

import (
	"bytes"
	"encoding/json"
	"testing"
	"unicode"
)

func TestAppend(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{"http://a/é日😀", "http://a/é日😀"},
		{"a\nb", `a\u000ab`},
		{"a\tb\rc", `a\u0009b\u000dc`},
		{"\x00\x1b[31m\x7f", `\u0000\u001b[31m\u007f`},
		{"\u0085\u009b", `\u0085\u009b`},
		{"\u202e\u2066\u200e", `\u202e\u2066\u200e`},
		{"a\u2028b\u2029", `a\u2028b\u2029`},
		{"\u200b\u2060\ufeff\u00ad\u3164\u034f", `\u200b\u2060\ufeff\u00ad\u3164\u034f`},
		{"\U000e0041\U000e0001", `\udb40\udc41\udb40\udc01`},
		{"a\u200db\u200cé\u200d", `a\u200db\u200cé\u200d`},
		{"\u200d日", `\u200d日`},
		{"क्\u200dष می\u200cخواهم 👩\u200d💻 ❤\ufe0f\u200d🔥", "क्\u200dष می\u200cخواهم 👩\u200d💻 ❤\ufe0f\u200d🔥"},
		{"👩\u200d\u200d\u200d💻", "👩\u200d" + `\u200d\u200d💻`},
		{"a\ufe0f.\ufe0e/\ufe00é\ufe0fя\ufe0f", `a\ufe0f.\ufe0e/\ufe00é\ufe0fя\ufe0f`},
		{"1\ufe0f #\ufe0e 0\ufe00 \U000e0100", `1\ufe0f #\ufe0e 0\ufe00 \udb40\udd00`},
		{"#\ufe0f\u20e3 *\ufe0f\u20e3 7\ufe0f\u20e3 a\ufe0f\u20e3", "#\ufe0f\u20e3 *\ufe0f\u20e3 7\ufe0f\u20e3 a" + `\ufe0f` + "\u20e3"},
		{"❤\ufe0f☺\ufe0e©\ufe0f‼\ufe0fℹ\ufe0f〰\ufe0f〽\ufe0f↔\ufe0e🏖\ufe0f", "❤\ufe0f☺\ufe0e©\ufe0f‼\ufe0fℹ\ufe0f〰\ufe0f〽\ufe0f↔\ufe0e🏖\ufe0f"},
		{"❤\ufe0f\ufe0f\ufe0e", "❤\ufe0f" + `\ufe0f\ufe0e`},
		{"日\ufe0f日\ufe00葛\U000e0100a\U000e0100", "日" + `\ufe0f` + "日\ufe00葛\U000e0100a" + `\udb40\udd00`},
		{"\u182d\u180b日\u180b≨\ufe00。\ufe00", "\u182d\u180b日" + `\u180b` + "≨\ufe00。\ufe00"},
		{"\u0600\u06dd", "\u0600\u06dd"}, // visible format characters
		{"\x9b\xff", `\x9b\xff`},
		{"\uFFFD", "\uFFFD"},
	} {
		if got := string(Append([]byte("x"), []byte(test.text))); got != "x"+test.want {
			t.Errorf("Append(%q) = %q, want %q", test.text, got[1:], test.want)
		}
	}
}

func TestLine(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "a": "a", "a\nb\r\n": `a\u000ab\u000d\u000a`, "\t\x1b\xff\u2028": "\t\x1b\xff\u2028",
	} {
		if got := Line(text); got != want {
			t.Errorf("Line(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestAppendParts checks that Append knows the text before what it appends.
func TestAppendParts(t *testing.T) {
	const text = "a\u200dक्\u200dष\U000e0041\x1b👩\u200d💻"
	var b []byte
	for _, r := range text {
		b = Append(b, []byte(string(r)))
	}
	if want := Append(nil, []byte(text)); string(b) != string(want) {
		t.Errorf("got %q, want %q", b, want)
	}
}

// FuzzAppend checks that the text that Append returns has no control characters, that
// Append does not change it again, and that JSON keeps its meaning.
func FuzzAppend(f *testing.F) {
	f.Add("a\x1b\u202e\u009b\x80\"\\")
	f.Fuzz(func(t *testing.T, s string) {
		shown := Append(nil, []byte(s))
		for _, r := range string(shown) {
			if unicode.In(r, unicode.C, unicode.Zl, unicode.Zp) && !unicode.In(r, unicode.Join_Control, unicode.Co, unicode.Cn, unicode.Prepended_Concatenation_Mark) {
				t.Errorf("%q: %q is left", s, r)
			}
		}
		if again := Append(nil, shown); !bytes.Equal(again, shown) {
			t.Errorf("%q is shown as %q, and that as %q", s, shown, again)
		}
		before, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var want, got string
		if err := json.Unmarshal(before, &want); err != nil {
			t.Fatal(err)
		}
		after := Append(nil, before)
		if err := json.Unmarshal(after, &got); err != nil || got != want {
			t.Errorf("%s became %s: %v", before, after, err)
		}
	})
}

func TestColumns(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "abc": 3, "é": 1, "e\u0301": 1, "日本": 4, "Ａ": 2, "a\u200db": 2,
	} {
		if got := Columns([]byte(text)); got != want {
			t.Errorf("Columns(%q) = %d, want %d", text, got, want)
		}
	}
}

package notation

import "testing"

// TestNotation checks that Decode decodes the notation, that Encode reverses it, and that
// errors are found.
func TestNotation(t *testing.T) {
	for _, c := range []struct{ notation, text string }{
		{"a␉b␍␊␛[m␈␠", "a\tb\r\n\x1b[m\b "},
		{"‹A0›‹U+00A0›é\\", "\xa0\u00a0é\\"},
		{"‹ab*3›‹␠*2›‹U+200B›", "ababab  \u200b"},
		{"x⟦<URL:▸a:⟧", "x<URL:a:"},
	} {
		got, at, err := Decode(c.notation)
		if err != nil || string(got) != c.text {
			t.Errorf("Decode(%q) = %q, %v", c.notation, got, err)
		}
		again, _, err := Decode(Encode(got, at))
		if err != nil || string(again) != c.text {
			t.Errorf("%q: encoded %q", c.notation, Encode(got, at))
		}
	}
	if _, at, _ := Decode("x⟦<▸é‹61›⟧"); at[Start][0] != 1 || at[Scheme][0] != 2 || at[End][0] != 5 {
		t.Errorf("marks: %v", at)
	}
	for _, bad := range []string{"‹", "‹xy›", "‹U+›", "‹a*b›"} {
		if text, _, err := Decode(bad); err == nil {
			t.Errorf("Decode(%q) = %q", bad, text)
		}
	}
}

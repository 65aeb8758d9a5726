package join

import "testing"

// TestWords checks the functions that look at single lines and words.
func TestWords(t *testing.T) {
	for line, want := range map[string]bool{
		"\"": true, "\t\"see ": true, "msgid \"": true, "msgstr[1] \"a\\\"b ": true, "#~ \"": true, "#| msgid \"": true,
		"": false, "x = \"": false, "\"a\" \"": false, "msgid": false, "# \"": false,
	} {
		_, ok := literalLine([]byte(line))
		if ok != want {
			t.Errorf("literalLine(%q): %v", line, ok)
		}
	}
	for word, want := range map[string]bool{"b/c": true, "b.c": true, "b-c": true, "?b=c": true, "word": false, "----": false, "http://a/": false, "#c": false, "Name:": false} {
		if got := looksLikeURLPart([]byte(word)); got != want {
			t.Errorf("looksLikeURLPart(%q): %v", word, got)
		}
	}
}

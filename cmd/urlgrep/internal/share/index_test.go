package share

import "testing"

// TestIsIndex checks that an index is recognized by its first line, and nothing else is.
func TestIsIndex(t *testing.T) {
	r := NewRange("a", 0, 5, 9)
	for text, want := range map[string]bool{
		string(AppendJSON(nil, &r)) + "anything": true,
		string(AppendSummary(nil, &Summary{})):   true,
		"":                                       false,
		"{}\n":                                   false,
		`{"file":"a"}`:                           false, // no line
		`{"file":"a","url":"http://a.example/"}` + "\n": false,
		"http://a.example/\n":                           false,
	} {
		if got := IsIndex([]byte(text)); got != want {
			t.Errorf("%q is an index: %t", text, got)
		}
	}
}

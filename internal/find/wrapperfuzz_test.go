package find_test

import (
	"path/filepath"
	"testing"
)

// FuzzScan checks for any text that the pieces in which it comes make no difference, and
// that the answers are sound. limits are those of the URL and of the lines; 0 is the
// default.
func FuzzScan(f *testing.F) {
	names, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range names {
		for _, c := range readCases(f, name) {
			if len(c.text) < 200 && c.rules.Schemes == nil && c.rules.Fallback == nil {
				f.Add(c.text, uint8(c.rules.MaxURL), uint8(c.rules.MaxLines))
			}
		}
	}
	f.Fuzz(func(t *testing.T, text []byte, maxURL, maxLines uint8) {
		if len(text) > 400 {
			t.Skip("each text is read as often as it is long")
		}
		r := &wrapperRules{MaxURL: int(maxURL), MaxLines: int(maxLines)}
		if p := checkText(r, text, false); p != "" {
			t.Error(p)
		}
	})
}

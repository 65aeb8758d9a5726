package hostile_test

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/urlgrep/urlgrep/internal/testing/hostile"
)

// TestReader checks that each text has its size, except for a last piece, and ends in
// Last, and that no two have the same name.
func TestReader(t *testing.T) {
	const size, piece = 20 << 10, 600 << 10
	names := map[string]bool{}
	for _, g := range hostile.Groups() {
		for _, text := range g.Texts {
			if names[text.Name] {
				t.Errorf("%s: there are two", text.Name)
			}
			names[text.Name] = true
			whole, err := io.ReadAll(text.Reader(size))
			if err != nil || len(whole) < size || len(whole) > size+piece || !strings.HasSuffix(string(whole), hostile.Last+" now\n") {
				t.Errorf("%s: %d bytes, with error %v", text.Name, len(whole), err)
			}
			halves, _ := io.ReadAll(iotest.HalfReader(text.Reader(size)))
			if !bytes.Equal(halves, whole) {
				t.Errorf("%s: other reads give another text", text.Name)
			}
		}
	}
}

package richtext

import (
	"strings"
	"testing"
)

func TestCell(t *testing.T) {
	for _, c := range []struct {
		sheet    string
		col, row int
		want     string
	}{
		{"a", 0, 0, "a!A1"}, {"", 1, 6, "B7"}, {"", 25, 1, "Z2"}, {"", 26, 1, "AA2"}, {"", 51, 1, "AZ2"},
		{"", 52, 1, "BA2"}, {"", 701, 1, "ZZ2"}, {"", 702, 1, "AAA2"}, {"", 16383, 1048575, "XFD1048576"},
		{strings.Repeat("é", 300), 0, 0, strings.Repeat("é", 256) + "…!A1"},
		{"a" + strings.Repeat("é", 300), 0, 0, "a" + strings.Repeat("é", 255) + "…!A1"},
	} {
		if got := Cell(c.sheet, c.col, c.row); got != c.want {
			t.Errorf("%d, %d: %s, want %s", c.col, c.row, got, c.want)
		}
	}
}

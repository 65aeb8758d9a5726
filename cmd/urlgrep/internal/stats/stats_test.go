package stats

import (
	"slices"
	"testing"
)

func TestAmount(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 B", 999: "999 B", 1000: "1.0 kB", 1049: "1.0 kB", 1050: "1.1 kB", 999_949: "999.9 kB", 999_950: "1.0 MB",
		123_456_789: "123.5 MB", 1_000_000_000: "1.0 GB", 1<<63 - 1: "9.2 EB",
	} {
		if got := Amount(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// TestSkipped checks that a noun is in the plural unless its number is 1.
func TestSkipped(t *testing.T) {
	got := (&Summary{Binaries: 1, attachments: 2, withoutBase: 1}).Skipped()
	want := []string{"2 attachments skipped, without text", "1 binary file skipped", "1 relative reference not resolved, no base URL"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

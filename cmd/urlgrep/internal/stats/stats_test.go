package stats

import "testing"

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

package hosts

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// TestToASCIILong checks that names are converted up to the limits of the DNS, also if
// they have more characters before normalization.
func TestToASCIILong(t *testing.T) {
	label := strings.Repeat("\u4e00", 59) // "xn--", a first character of a few octets, and an octet for each other
	for ToASCII(label) == "" {
		label = label[len("\u4e00"):]
	}
	if got := ToASCII(label); len(got) != maxLabel {
		t.Errorf("%q has %d octets, want %d", got, len(got), maxLabel)
	}
	for _, c := range []struct {
		what, host string
		ok         bool
	}{
		{"a label of the longest", label, true},
		{"a longer one", label + "\u4e00", false},
		{"four labels of the longest", strings.Repeat(label+".", 3) + label, false}, // 255 octets
		{"almost as long a name", strings.Repeat(label+".", 3) + label[len("\u4e00\u4e00"):], true},
		{"a decomposed label", norm.NFD.String(strings.Repeat("\u1ec7", 50)), true},
		{"decomposed labels", norm.NFD.String(strings.Repeat(strings.Repeat("\u1ec7", 40)+"\u3002", 4) + "a"), true},
		{"variation selectors", strings.Repeat("\u2764\ufe0f", 50), true},
		{"a name of dots", strings.Repeat("\u4e00.", 300), false},
		{"what is not UTF-8", "\u4e00\xff", false},
	} {
		if got := ToASCII(c.host); (got != "") != c.ok {
			t.Errorf("%s: %q", c.what, got)
		} else if want, err := profile().ToASCII(c.host); c.ok && (err != nil || got != want) {
			t.Errorf("%s: %q, want %q, %v", c.what, got, want, err)
		}
	}
}

// TestToASCIIWork checks that names that are much too long are rejected before they are
// encoded, which would take quadratic time and allocate.
func TestToASCIIWork(t *testing.T) {
	profile()
	ideographs := make([]rune, 20_000)
	for i := range ideographs {
		ideographs[i] = '\u4e00' + rune(i)
	}
	for _, host := range []string{
		string(ideographs),
		"a." + string(ideographs) + ".example.",
		strings.Repeat("\u4e00.", 10_000),
		strings.Repeat("\u4e00\u3002", 10_000),
		"\u4e00.xn--" + strings.Repeat("a", 20_000),
	} {
		if n := testing.AllocsPerRun(1, func() {
			if got := ToASCII(host); got != "" {
				t.Errorf("%.40q…: %q", host, got)
			}
		}); n != 0 {
			t.Errorf("%.40q…: %v allocations", host, n)
		}
	}
}

// TestIsFollowed checks which hosts browsers accept in a URL with a special scheme.
func TestIsFollowed(t *testing.T) {
	for _, host := range []string{
		"a", "a.example.", "a_b", "-a-", "a..b", "*", "ex%41mple", "é.example", "%C3%A9", "xn--bcher-kva.example",
		"0x7f.1", "1", "4294967295", "1.2.3.4.", "１２７.1", "1.a", "1.0xg", "!$&'()*+,;=~",
	} {
		if !IsFollowed(host) {
			t.Errorf("%q is not followed", host)
		}
	}
	for _, host := range []string{
		"", "%", "%zz", "a%00", "a%20b", "a%2Fb", "a%7F", "a b", "a|b", "a^b", "a\x01", "%C2%80", "\u00AD", "a\u3000b",
		"xn--", "a.xn--a", "4294967296", "1.2.3.4.5", "1.2.3.08", "a.1", "a.0x", "a.0xFfFfFfFfFfFf", "a.09.",
	} {
		if IsFollowed(host) {
			t.Errorf("%q is followed", host)
		}
	}
}

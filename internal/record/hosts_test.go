package record

import (
	"strings"
	"testing"
)

func TestALabels(t *testing.T) {
	for _, test := range []struct{ host, want string }{
		{"example.com", ""},
		{"EXAMPLE.com", ""},
		{"bücher.example", "xn--bcher-kva.example"},
		{"BÜCHER.Example", "xn--bcher-kva.example"},
		{"bu\u0308cher.example", "xn--bcher-kva.example"},
		{"faß.example", "xn--fa-hia.example"},
		{"b%C3%BCcher.example", "xn--bcher-kva.example"},
		{"b%FCcher.example", ""},
		{"日本。example", "xn--wgv71a.example"},
		{"b%zz.bücher.example", ""},
		{"b%63.example", ""},
		{"ｂüｃｈｅｒ．example", "xn--bcher-kva.example"},
		{"bücher.example.", "xn--bcher-kva.example."},
		{"r3---sn.bücher.example", "r3---sn.xn--bcher-kva.example"},
		{"a_b.bücher.example", "a_b.xn--bcher-kva.example"},
		{"xn--bcher-kva.bücher.example", "xn--bcher-kva.xn--bcher-kva.example"},
		{"xn--a.bücher.example", ""}, // not an A-label
		{"bücher..example", ""},
		{"bücher..", ""},
		{strings.Repeat("\u4e00", 20_000) + ".example", ""}, // longer than a label of the DNS
		{strings.Repeat("bücher.", 50) + "example", ""},     // longer than a name of the DNS
		{"bü%20cher.example", ""},
		{"bü%2Fcher.example", ""},
		{"क्\u200dष.example", "xn--11b2ezcw70k.example"},
		{"a\u200db.example", ""}, // a joiner between characters that do not join
		{"a\u200f.é", ""},
		{"אב.example", "xn--4dbc.example"},
		{"0א.example", ""}, // violates the rule for mixed directions
	} {
		if got := ALabels(test.host); got != test.want {
			t.Errorf("ALabels(%q) = %q, want %q", test.host, got, test.want)
		}
	}
}

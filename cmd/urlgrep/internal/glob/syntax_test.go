package glob

import "testing"

func TestCheck(t *testing.T) {
	for _, test := range []struct{ pattern, want string }{
		{"", ""}, {"a{b,c{d,e}}*?[a-z][!]a][^a][]]", ""}, {`\{\[\}[\]{]`, ""}, {"[[:alpha:]}]{a}", ""}, {"[a-]", ""}, {"[-a]", ""},
		{"ä[ö-ü]", ""}, {"[!a-c-e]", ""}, {`[a\-]`, ""},
		{"x{a,b", "byte 1: { without }"}, {"{a,{b}", "byte 0: { without }"}, {"a}", "byte 1: } without {"},
		{"ab[", "byte 2: [ without ]"}, {"[]", "byte 0: [ without ]"}, {"[!]", "byte 0: [ without ]"}, {`[a\]`, "byte 0: [ without ]"},
		{"[[:alpha:]", "byte 0: [ without ]"}, {`ab\`, `byte 2: nothing after \`}, {`[a\`, "byte 0: [ without ]"},
		{"[z-a]", "byte 1: range z-a in the wrong order"},
	} {
		got := ""
		if err := check(test.pattern); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%q: got %q, want %q", test.pattern, got, test.want)
		}
	}
}

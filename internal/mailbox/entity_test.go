package mailbox

import (
	"testing"

	"github.com/urlgrep/urlgrep/internal/header"
)

// TestWithoutName: what stays of a Content-Type says the same of all but the name.
func TestWithoutName(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{" image/png; name=\"a b.png\"\r\n", " image/png"},
		{" text/plain; charset=utf-8;\r\n\tname=\"a.txt\"\n", " text/plain; charset=utf-8"},
		{"a/b;name=\"\"", "a/b"},
		{" image/png; name=a.png\n", ""},
		{" image/png; filename=\"a.png\"\n", ""},
		{" image/png name=\"a.png\"\n", ""},
		{" text/plain; charset=\"a; name=\"b\"", ""},
		{" text/plain; charset=\"utf-8\"; name=\"b\"", ""},
		{" text/plain; name=\"b\"; charset=utf-8", ""},
		{" text/plain (; name=\"b\"", ""},
		{"name=\"b\"", ""},
		{"\"", ""},
		{" ", ""},
	} {
		if c.want == "" {
			c.want = c.body
		}
		got := withoutName([]byte(c.body))
		if string(got) != c.want {
			t.Errorf("%q: %q, want %q", c.body, got, c.want)
		}
		all, rest := header.ParseMediaType([]byte(c.body)), header.ParseMediaType(got)
		if all.Type != rest.Type || all.Subtype != rest.Subtype || all.Param("charset") != rest.Param("charset") || all.Param("boundary") != rest.Param("boundary") {
			t.Errorf("%q: %v, without the name %v", c.body, all, rest)
		}
	}
}

package record_test

import (
	"testing"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/internal/urlkey"
)

func TestKey(t *testing.T) {
	for _, c := range []struct {
		same urlkey.Kind
		kind extract.Kind
		url  string
		want string
	}{
		{0, extract.Bare, "http://a.example", ""},
		{urlkey.Exact, extract.Schemeless, "www.A.example", "www.A.example"},
		{urlkey.Exact, extract.Email, "Joe@A.example", "Joe@A.example"},
		{urlkey.RFC3986, extract.Bare, "http://A.example", "http://a.example/"},
		{urlkey.RFC3986, extract.Schemeless, "www.A.example", "http://www.a.example/"},
		{urlkey.WHATWG, extract.Email, "Joe@A.example", "mailto:Joe@a.example"},
		{urlkey.Archive, extract.Schemeless, "www.A.example/x/", "example,a)/x"},
		{urlkey.Archive, extract.Email, "Joe@A.example", "mailto:joe@a.example"},
		{urlkey.Archive, extract.Email, "a#b@c.example", "mailto:a%23b@c.example"},
		{urlkey.RFC3986, extract.Email, "a?b%41@c.example", "mailto:a%3Fb%2541@c.example"},
	} {
		if got := record.Key(c.same, c.kind, c.url); got != c.want {
			t.Errorf("%v %v %q: got %q, want %q", c.same, c.kind, c.url, got, c.want)
		}
	}
}

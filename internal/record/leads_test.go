package record_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/jsonenc"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/internal/record/recordtest"
	"github.com/urlgrep/urlgrep/parse"
	"github.com/urlgrep/urlgrep/unwrap"
)

const (
	plain     = "http://a.example/"
	tracked   = "http://a.example/?utm_source=x"
	rewritten = "https://archive.is/http://a.example/?utm_source=x"
)

// leads are the settings of --unwrap and --clean.
var (
	unwraps = &record.Leads{Unwrap: new(unwrap.Options)}
	cleans  = &record.Leads{Clean: new(unwrap.Rules)}
	both    = &record.Leads{Unwrap: new(unwrap.Options), Clean: new(unwrap.Rules)}
)

func TestLeads(t *testing.T) {
	for _, tt := range []struct {
		leads  *record.Leads
		kind   extract.Kind
		url    string
		target string
		via    string
	}{
		{nil, extract.Bare, rewritten, "", ""},
		{unwraps, extract.Bare, rewritten, tracked, "archive-today"},
		{cleans, extract.Bare, rewritten, "", ""},
		{both, extract.Bare, rewritten, plain, "archive-today"},
		{unwraps, extract.Bare, tracked, "", ""},
		{cleans, extract.Bare, tracked, plain, ""},
		{both, extract.Bare, plain, "", ""},
		{both, extract.Bare, "http://[", "", ""},
		{unwraps, extract.Schemeless, strings.TrimPrefix(rewritten, "https://"), tracked, "archive-today"},
		{cleans, extract.Schemeless, strings.TrimPrefix(tracked, "http://"), strings.TrimPrefix(plain, "http://"), ""},
		{both, extract.Schemeless, "a.example", "", ""},
		{both, extract.Schemeless, "t.co/a", "", "t.co"},
		{both, extract.Email, "a@t.co", "", ""},
	} {
		r := tt.leads.Of(tt.kind, tt.url)
		if r.Target != tt.target || strings.Join(r.Via, " ") != tt.via {
			t.Errorf("%s: %+v", tt.url, r)
		}
		// Follow does the same to a match.
		m := extract.Match{Kind: tt.kind, URL: tt.url, Level: parse.RFC1738, Alternatives: []string{tt.url, plain}}
		before := slices.Clone(m.Alternatives)
		followed := m
		tt.leads.Follow(&followed)
		if !slices.Equal(m.Alternatives, before) {
			t.Errorf("%s: the alternatives are changed", tt.url)
		}
		want := tt.url
		if tt.target != "" {
			want = tt.target
		}
		if followed.URL != want || followed.Alternatives[0] != want {
			t.Errorf("%s: %+v", tt.url, followed)
		}
		if _, err := followed.Parse(); tt.target != "" && err != nil && err != extract.ErrNoScheme {
			t.Errorf("%s: %v", tt.url, err)
		}
		if tt.target != "" && (followed.Host() != "a.example" || followed.Scheme() == "" && tt.via != "") {
			t.Errorf("%s: host %q, scheme %q", tt.url, followed.Host(), followed.Scheme())
		}
	}
}

// TestEncodeLeads checks that Encode writes the target and the services of a match as
// encoding/json does, and defangs the target.
func TestEncodeLeads(t *testing.T) {
	m := &extract.Match{Kind: extract.Bare, URL: rewritten}
	for _, tt := range []struct {
		view   record.View
		target string
		via    []string
	}{
		{record.View{Leads: both}, plain, []string{"archive-today"}},
		{record.View{Leads: unwraps, Defang: true}, "hxxp://a[.]example/?utm_source=x", []string{"archive-today"}},
		{record.View{}, "", nil},
	} {
		want := recordtest.New("f", m, tt.view.Defang)
		want.Target, want.Via = tt.target, tt.via
		var e jsonenc.Encoder
		record.Encode(&e, record.New(tt.view, "f", m))
		if got := string(e.B) + "\n"; got != string(recordtest.Encode(want)) {
			t.Errorf("got\n%swant\n%s", got, recordtest.Encode(want))
		}
	}
}

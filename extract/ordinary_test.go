package extract

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/urlgrep/urlgrep/parse"
)

// hits returns what a scan finds that may call ordinary, or may not.
func hits(text string, o *Options, isOrdinary bool) string {
	s := NewScanner(strings.NewReader(text), o)
	s.isOrdinary = s.isOrdinary && isOrdinary
	var b strings.Builder
	for s.Scan() {
		if u, err := parse.Parse(string(s.URL()), s.opts.Level); (err != nil) != s.opts.Invalid {
			fmt.Fprintf(&b, "%+v: %v\n", u, err)
		}
		fmt.Fprintf(&b, "%d %d %v %s\n", s.Match().Offset, s.Match().End, s.Match().Kind, s.URL())
	}
	return b.String()
}

func checkOrdinary(t *testing.T, text string, o *Options) {
	t.Helper()
	if got, want := hits(text, o, true), hits(text, o, false); got != want {
		t.Fatalf("of %q, %+v,\n%swithout ordinary:\n%s", text, o, got, want)
	}
}

// TestOrdinary holds ordinary against the rest.
func TestOrdinary(t *testing.T) {
	t.Parallel()
	for _, around := range []string{"%s ", "(%s)", "<%s>", "<url:%s>", "<URL: %s>", "<URL:%s ", "<\t%s>", "<%s>>", "see %s", "%s", "'%s' ", "_%s_ ", "*%s* ", "<URL:%s>", "<x %s >", "\n%s\n", "a%s b", "\b%s ", "\x1b[%s ", "\x1b[0:%s ", "[%s]", ":%s ", ";%s;", "<a %s>", "<b>%s</b>", ",%s, ", "\x1b[1m%s\x1b[m", "é%s é", "http://%s ", "%s>"} {
		for _, url := range []string{
			"http://a", "https://a", "://a", "p://a", "HTTP://a", "ftp://a/b;type=a", "ftp://a/b", "sftp://a", "xftp://a", "<url:ftp://a>", "xhttp://a", "http:///", "http://.a", "http://a.b:80/c", "http://a:80", "http://a:x", "http://a:80x", "http://a:/b",
			"http://a/b.", "http://a/b,", "http://a/b,c", "http://a/b, c", "http://a/b-", "http://a/b-\nc", "http://a/b=", "http://a/b?c=d&e=f#g", "http://a?b", "http://a#b", "http://a?b@c", "http://a#b:c@d", "http://a:80?b#c", "http://a:80.", "ftp://a?b", "http://a?", "http://a#.", "http://a@b?c", "http://a&b?c",
			"http://a/b&amp;c", "http://a/b&c;d", "http://a/b&c", "http://a/(b)", "http://a/b)c", "http://a/b]c", "http://a/b}", "http://a/b\"c", "http://a/b<c", "http://a/b--",
			"http://a/~b", "http://a/%41", "http://a/%", "http://a/b...", "http://a/b?!", "http://a/b:@", "http://a/b:::::::::::::::::::::", "http://a/b's", "http://a/b\bc", "http://a/b\x7f",
			"http://a/bé", "http://a/b\xff", "http://a/b|c", "http://a/b\\_c", "http://u@a/b", "http://u:p@a/b", "http://a//b", "http://a.b.", "http://a-", "http://a-b-/c", "http://a_b/c", "http://a+b/c", "http://a/\tb",
			"http://a/" + strings.Repeat("b", 100), "http://" + strings.Repeat("b", 100), "http://" + strings.Repeat("b", 56) + "." + strings.Repeat("c", 56) + "/d", "http://a.example:" + strings.Repeat("8", 70) + "/",
			"mailto:a@b", "mailto:a.b+c=d_e-f@g.example", "mailto:a@b.", "mailto:a@b, c@d", "mailto:a@b,c@d", "mailto:a@b?subject=c", "mailto:a@b:c", "mailto:a@b/c", "mailto:a@", "mailto:@b", "mailto:a", "mailto:a@.b", "mailto:a@b@c", "mailto:a@[1.2.3.4]", "mailto:a@b-", "mailto:a@b--", "mailto:a@b-\nc", "mailto:a@b_c", "mailto:a%40b@c", "mailto:a'b@c", "mailto:a@b's", "mailto:a@b\bc", "mailto:\ba@b", "mailto:a\b@b", "mailto:_a@b_", "mailto:é@b", "mailto:a@é", "mailto:?to=a@b", "Mailto:a@b", "xmailto:a@b", "mailto: a@b", "mailto://a@b", "mailto:/a@b", "mailto:/a", "mailto:http://a/", "mailto:-@b", "mailto:.@b", "mailto:a\n@b", "mailto:a@b>",
			"mailto:" + strings.Repeat("a", 64) + "@b", "mailto:" + strings.Repeat("a", 65) + "@b", "mailto:" + strings.Repeat("a", 300) + "@b", "mailto:a@" + strings.Repeat("b", 300),
		} {
			text := fmt.Sprintf(around, url)
			for _, o := range []Options{{}, {Invalid: true}, {Level: parse.RFC1738}, {Level: parse.RFC3986}, {Rejoin: RejoinNone}, {Rejoin: RejoinWide}, {MaxURL: 64}, {Kinds: Kinds(Angle)}, {Kinds: Kinds(Bare, Wrapped)}, {Kinds: DefaultKinds.With(Schemeless).With(Email)}} {
				checkOrdinary(t, text, &o)
				checkOrdinary(t, text+" and "+text, &o)
			}
		}
	}
}

// FuzzOrdinary does so with any text.
func FuzzOrdinary(f *testing.F) {
	f.Add("see http://a.example/b?c=d&e=f, and (https://a:80/).", uint8(0))
	f.Add("see mailto:a@b.example, <mailto:c@d> and <URL:mailto:e-f@g.h> [mailto:i@j].", uint8(0))
	f.Add("_http://a/_ http://a/b-\nc <x http://a/>", uint8(1))
	f.Fuzz(func(t *testing.T, text string, options uint8) {
		o := Options{Input: Text, Level: parse.Level(options & 1), Invalid: options&2 != 0, MaxURL: int(options & 4 * 16)}
		checkOrdinary(t, text, &o)
	})
}

// TestURL holds URL against Match, and says that it allocates nothing.
func TestURL(t *testing.T) {
	text := strings.Repeat("see http://a.example/b and <URL:http://b.example/\nc-\nd> or http://c.example/e-\nf\n", 50)
	for _, h := range []Hyphen{HyphenKeep, HyphenDrop} {
		s := NewScanner(iotest.HalfReader(strings.NewReader(text)), &Options{Hyphen: h})
		n := 0
		for ; s.Scan(); n++ {
			if url := string(s.URL()); url != s.Match().URL {
				t.Errorf("URL is %s, that of Match %s", url, s.Match().URL)
			}
		}
		if n != 150 || s.URL() != nil || s.Match().URL != "" {
			t.Errorf("%d matches, at the end %s", n, s.URL())
		}
	}
	data := []byte(strings.Repeat("see http://a.example/b and (https://b.example/c).\n", 1000))
	r := bytes.NewReader(data)
	s := NewScanner(r, nil)
	for s.Scan() {
	}
	if allocs := testing.AllocsPerRun(10, func() {
		r.Reset(data)
		s.Reset(r)
		for s.Scan() {
		}
	}); allocs > 5 {
		t.Errorf("%.0f allocations for 2000 URLs", allocs)
	}
}

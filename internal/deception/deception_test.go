package deception

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// TestOf runs the cases in testdata/cases.txt: a URL, and after "=>" the signs, each with its
// offset in the URL and its evidence. A URL without signs has none after "=>".
func TestOf(t *testing.T) {
	data, err := os.ReadFile("testdata/cases.txt")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		text, want, ok := strings.Cut(line, " =>")
		if !ok {
			t.Fatalf("no => in %q", line)
		}
		l := linkOf(unquote(text))
		var got strings.Builder
		for _, s := range Of(&l) {
			seen[s.Name] = true
			fmt.Fprintf(&got, " %s@%d=%s", s.Name, s.Offset, s.Evidence)
		}
		if got.String() != want {
			t.Errorf("%s =>%s, want%s", text, &got, want)
		}
		if _, plain := Plain(l.URL.Text); plain && l.Shown+l.Source+l.Hidden+l.Pixel+l.Alike == "" && want != "" {
			t.Errorf("%s is plain", text)
		}
	}
	for _, name := range Names() {
		if !seen[name] {
			t.Errorf("no case has the sign %s", name)
		}
	}
}

// linkOf returns the link that a case describes: a URL, and fields of a Link as {name=value}.
func linkOf(text string) Link {
	url, rest, _ := strings.Cut(text, " {")
	l := New(url)
	for field := range strings.SplitSeq(rest, "{") {
		name, value, _ := strings.Cut(strings.TrimRight(field, "} "), "=")
		switch name {
		case "shown":
			l.Shown = value
		case "named":
			l.Named = true
		case "target":
			l.Targets = strings.Fields(value)
		case "source":
			l.Source = value
		case "hidden":
			l.Hidden = value
		case "pixel":
			l.Pixel = value
		case "alike":
			l.Alike = value
		}
	}
	return l
}

// unquote replaces each \uHHHH by its character.
func unquote(s string) string {
	for {
		i := strings.Index(s, `\u`)
		if i < 0 || i+6 > len(s) {
			return s
		}
		var r rune
		fmt.Sscanf(s[i+2:i+6], "%x", &r)
		s = s[:i] + string(r) + s[i+6:]
	}
}

// TestPlain checks that a plain URL has no sign, and that its host is that of Parse, for
// random URLs.
func TestPlain(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"http", "https", "ftp", "mailto", "data", "javascript", ":", "//", "a", "B", "www.", "a.example", ".com", "1", "0x7f", "xn--", "-", "--",
		"@", ":80", ":8080", "/", "?", "#", "\\", "%", "%0d", "%0A", "%00", "%20", "%7f", "%e2%80%8b", "%D8%9C", "%41", "\u200b", "\u202e", "é", "я", "_", "~"}
	n := 0
	for range 20_000 {
		var b strings.Builder
		if r.IntN(2) == 0 {
			b.WriteString("http://a")
		}
		for range r.IntN(6) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		if checkPlain(t, b.String()) {
			n++
		}
	}
	if n < 200 {
		t.Errorf("%d of the URLs are plain", n)
	}
}

func checkPlain(t *testing.T, url string) bool {
	t.Helper()
	host, plain := Plain(url)
	l := New(url)
	list := Of(&l)
	for _, s := range list {
		if s.Offset < 0 || s.Offset > len(url) || s.Evidence == "" || len(s.Evidence) > maxEvidence && s.Name != "userinfo-host" {
			t.Errorf("%q: %+v", url, s)
		}
	}
	if plain && len(list) > 0 {
		t.Errorf("%q is plain, and has %v", url, list)
	}
	if plain && l.URL.Scheme != "" && host != l.URL.Host.Value {
		t.Errorf("%q: the host is %q, want %q", url, host, l.URL.Host.Value)
	}
	return plain
}

func FuzzOf(f *testing.F) {
	f.Add("http://a.example/")
	f.Add("https://user@xn--a.example:81/\\%E2%80%8B%0d%0a\u202ex")
	f.Add("data:text/html,%3Cp%3E")
	f.Fuzz(func(t *testing.T, url string) {
		if len(url) < 4096 {
			checkPlain(t, url)
		}
	})
}

// TestSeen checks which host of a message looks like one before it.
func TestSeen(t *testing.T) {
	for _, c := range []struct{ hosts, want string }{
		{"paypal.com www.paypa1.com", "paypal.com"},
		{"www.paypa1.com paypal.com", "www.paypa1.com"},
		{"paypal.com pаypal.com", "paypal.com"},
		{"paypal.com xn--pypal-4ve.com", "paypal.com"},
		{"www.apple.com аррӏе.com", "www.apple.com"},
		{"microsoft.com rnicrosoft.com", "microsoft.com"},
		{"google.com g00gle.com", "google.com"},
		{"paypal.com PayPaI.com", "paypal.com"},
		{"www.bank.co.uk login.bаnk.co.uk", "www.bank.co.uk"},
		{"alice.github.io a1ice.github.io", "alice.github.io"},
		{"paypal.com www.PayPal.com PAYPAL.COM PaYPaL.com.", ""},
		{"paypal.com paypa1.com www.paypal.com", ""},
		{"img1.cdn.example imgl.cdn.example a1.cdn.example al.cdn.example", ""},
		{"paypal.com paypal.org paypa1.net", ""},
		{"a.com 1.2.3.4 l.2.3.4 [::1] localhost 1ocalhost", ""},
		{"bücher.example bucher.example", ""},
		{"россия.рф яндекс.рф", ""},
		{"com c0m", ""},
		{"ILO.org www.ilo.org", ""},
		{"", ""},
	} {
		var s Seen
		got := ""
		for _, host := range strings.Fields(c.hosts) {
			got = s.Add(host)
			if again := s.Add(host); again != got {
				t.Errorf("%s: %s looks like %q, and then like %q", c.hosts, host, got, again)
			}
		}
		if got != c.want {
			t.Errorf("%s: looks like %q, want %q", c.hosts, got, c.want)
		}
		s.Reset()
		if fields := strings.Fields(c.hosts); len(fields) > 1 && s.Add(fields[len(fields)-1]) != "" {
			t.Errorf("%s: remembered after Reset", c.hosts)
		}
	}
}

// TestKnown checks hosts against a list.
func TestKnown(t *testing.T) {
	k := NewKnown()
	for _, host := range []string{"www.paypal.com", "bank.example", "müller.example"} {
		if err := k.Add(host); err != nil {
			t.Error(err)
		}
	}
	for _, bad := range []string{"", "com", "co.uk", "localhost", "1.2.3.4", "[::1]", "a b.com", "http://a.com/", "a.com/x", "*.a.com", "github.io"} {
		if err := k.Add(bad); err == nil {
			t.Errorf("%q is a known host", bad)
		}
	}
	s := Seen{Known: k}
	for _, c := range []struct{ host, want string }{
		{"paypa1.com", "www.paypal.com"},
		{"ρaypal.com", "www.paypal.com"},
		{"mail.paypal.com", ""},
		{"bаnk.example", "bank.example"},
		{"mülIer.example", "müller.example"},
		{"muller.example", ""},
	} {
		if got := s.Find(c.host); got != c.want {
			t.Errorf("%s looks like %q, want %q", c.host, got, c.want)
		}
		if got := s.Add(c.host); got != c.want {
			t.Errorf("%s looks like %q, want %q", c.host, got, c.want)
		}
	}
}

// TestMayBeAlike checks that the quick decisions about two hosts agree with the slow one, for
// random hosts.
func TestMayBeAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	pieces := strings.Fields("a b m rn r n l 1 i I o 0 O M RN x xn-- - % %6D é а я . . . co.uk com COM github.io paypal paypa1 pаypal xn--pypal-4ve аррӏе apple ß")
	random := func() string {
		var b strings.Builder
		for range 1 + r.IntN(5) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		return b.String()
	}
	var s Seen
	n := 0
	for range 40_000 {
		end := pieces[r.IntN(len(pieces))]
		a, b := random()+"."+end, random()+"."+end
		if s.likeness(a).isLike(s.likeness(b)) {
			if n++; !mayBeAlike(a, b) || !mayBeAlike(b, a) || s.key(a) != s.key(b) {
				t.Fatalf("%q and %q look alike", a, b)
			}
		}
	}
	if n < 20 {
		t.Errorf("%d pairs look alike", n)
	}
	for _, c := range []struct{ a, b string }{
		{"www.kernel.org", "lore.kernel.org"}, {"kernel.org", "www.kernel.org"}, {"kernel.org", "KERNEL.ORG"},
		{"debian.org", "kernel.org"}, {"a.com", "a.org"}, {"localhost", "kernel.org"},
	} {
		if mayBeAlike(c.a, c.b) {
			t.Errorf("%s and %s may look alike", c.a, c.b)
		}
	}
}

// TestBounds checks that a message with many hosts takes a bounded amount of memory.
func TestBounds(t *testing.T) {
	var s Seen
	for i := range 3 * maxLikenesses {
		s.Add(fmt.Sprintf("h%d.example", i))
		s.likeness(fmt.Sprintf("h%d.example", i))
	}
	if len(s.of) > maxLikenesses || len(s.hosts) > maxHosts {
		t.Errorf("%d likenesses, %d hosts", len(s.of), len(s.hosts))
	}
	if s.Add("hlO.example") == "" {
		t.Error("the first hosts are forgotten")
	}

	s = Seen{Known: NewKnown()}
	long := strings.Repeat("a--b", 16_000) + ".example"
	if s.Add(long) != "" || s.Find(long) != "" || len(s.of) > 0 || len(s.hosts) > 0 {
		t.Error("a host is remembered that is longer than any in the DNS")
	}
}

// TestNames checks that no name is taken twice.
func TestNames(t *testing.T) {
	names := Names()
	slices.Sort(names)
	if len(slices.Compact(names)) != len(signs) {
		t.Errorf("%v", names)
	}
	for _, s := range signs {
		if standard, rule, ok := strings.Cut(s.rule, ": "); !ok || standard == "" || rule == "" {
			t.Errorf("%s: the rule %q names no standard", s.name, s.rule)
		}
	}
}

package extract

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// signsIn returns the signs in a text, one line for each match that has some.
func signsIn(t *testing.T, text string, o Options) string {
	t.Helper()
	o.Signs = new(Signs)
	var b strings.Builder
	for m, err := range Bytes([]byte(text), &o) {
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Signs) > 0 {
			b.WriteString(m.URL)
		}
		for _, s := range m.Signs {
			fmt.Fprintf(&b, " %s@%d=%s", s.Name, s.Offset, s.Evidence)
		}
		if len(m.Signs) > 0 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// TestShown checks which host a label shows.
func TestShown(t *testing.T) {
	for _, c := range []struct{ label, want string }{
		{"www.bank.com", "www.bank.com"},
		{"https://www.bank.com/login", "www.bank.com"},
		{"HTTP://BANK.com", "BANK.com"},
		{"bank.com", "bank.com"},
		{"bank.com/login", "bank.com"},
		{"bank.com: log in", "bank.com"},
		{"bank.com, log in", "bank.com"},
		{"bank.com.", "bank.com"},
		{"Booking.com offers", "Booking.com"},
		{"Booking.Com", "booking.com"},
		{"Booking.Com offers", ""},
		{"» www.bank.com", "www.bank.com"},
		{"“bank.com”", "bank.com"},
		{"<https://bank.com/>", "bank.com"},
		{"(www.bank.com)", "www.bank.com"},
		{"ｗｗｗ．ｂａｎｋ．ｃｏｍ", "www.bank.com"},
		{"www.b\u200bank\u00ad.com", "www.bank.com"},
		{"pаypal.com", "pаypal.com"},
		{"bücher.de", "bücher.de"},
		{"http://192.0.2.1/", "192.0.2.1"},
		{"http://[::1]/", "[::1]"},
		{"http://u@bank.com/", "bank.com"},
		{"bank.example", "bank.example"},
		{"www.bank.example/a", "www.bank.example"},

		{"", ""},
		{"Log in", ""},
		{"Log in at www.bank.com", ""},
		{"Read more...", ""},
		{"report.pdf", ""},
		{"README.md", ""},
		{"Node.js", ""},
		{"$4.99", ""},
		{"4.99 EUR", ""},
		{"1.2.3.4", ""},
		{"v1.2.3", ""},
		{"e.g. this", ""},
		{"U.S. news", ""},
		{"joe@bank.com", ""},
		{"mailto:joe@bank.com", ""},
		{"joe@bank.example", ""},
		{"@bank.com", ""},
		{"#bank.com", ""},
		{"/www.bank.com", ""},
		{"comp.lang.c", ""},
		{"chrome://settings.com", ""},
		{"example", ""},
		{".example", ""},
	} {
		var s Signs
		if got := s.shown(c.label, false); got != c.want {
			t.Errorf("%q shows %q, want %q", c.label, got, c.want)
		}
	}
	var s Signs
	long := strings.Repeat("a", 250) + ".com"
	for _, e := range []Element{{}, {Label: "http://www." + long[:200], LabelCut: true}, {Label: "www.bank.co", LabelCut: true}} {
		if got := s.shown(e.Label, e.LabelCut); got != "" {
			t.Errorf("%v shows %q", e, got)
		}
	}
	if got := s.shown("www.bank.com/a", true); got != "www.bank.com" {
		t.Errorf("a label that is cut shows %q", got)
	}
}

// TestSigns checks the signs of matches in mail, HTML and text.
func TestSigns(t *testing.T) {
	const html = "MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n"
	all := append(DefaultKinds(), Schemeless, Email)
	for _, c := range []struct {
		name, text string
		o          Options
		want       string
	}{
		{"the host of a label", html + `<a href="http://evil.com/">www.bank.com</a> <a href="http://login.bank.com/">bank.com</a>`, Options{Input: InputMail},
			"http://evil.com/ shown-host-differs@7=www.bank.com\n"},
		{"the From field", "From: Joe <joe@paypal.com>\n\nhttp://paypa1.com/", Options{Input: InputMail},
			"http://paypa1.com/ confusable-host@7=paypal.com\n"},
		{"a host before", "\nhttp://paypal.com/ http://www.paypa1.com/x http://paypal.com/", Options{Input: InputMail},
			"http://www.paypa1.com/x confusable-host@7=paypal.com\n"},
		{"a host after", "\nhttp://paypa1.com/ http://paypal.com/", Options{Input: InputMail},
			"http://paypal.com/ confusable-host@7=paypa1.com\n"},
		{"a label", html + `<a href="http://paypa1.com/">paypal.com</a>`, Options{Input: InputMail},
			"http://paypa1.com/ shown-host-differs@7=paypal.com confusable-host@7=paypal.com\n"},
		{"other messages", "From a Thu Jan  1 00:00:00 2004\nSubject: a\n\nhttp://paypal.com/\n\nFrom a Thu Jan  1 00:00:00 2004\nSubject: b\n\nhttp://paypa1.com/\n", Options{Input: InputMbox}, ""},
		{"a message within", "Subject: http://b.com/\nContent-Type: message/rfc822\n\nFrom: ann@paypal.com\n\nhttp://paypa1.com/ http://6.com/", Options{Input: InputMail},
			"http://paypa1.com/ confusable-host@7=paypal.com\n"},
		{"text", "http://paypal.com/ http://paypa1.com/", Options{Input: InputText}, ""},
		{"a page", `<a href="http://paypal.com/">a</a> <a href="http://paypa1.com/">b</a> http://paypal.com/ http://paypa1.com/`, Options{Input: InputHTML},
			"http://paypa1.com/ confusable-host@7=paypal.com\nhttp://paypa1.com/ confusable-host@7=paypal.com\n"},
		{"names", "\nwww.pаypal.com/x joe@www.pаypal.com", Options{Input: InputMail, Kinds: all},
			"www.pаypal.com/x mixed-script@0=Cyrillic, Latin\njoe@www.pаypal.com mixed-script@4=Cyrillic, Latin\n"},
		{"images", html + `<img src="http://a.com/p" width=1 height=1><p hidden><img src="http://a.com/q">`, Options{Input: InputMail},
			"http://a.com/p tracking-pixel@0=1x1\nhttp://a.com/q hidden@0=hidden\n"},
		{"repaired", html + `<a href="https:\\a.com\b">c</a> <a href="https:/a.com/b">c</a>`, Options{Input: InputMail},
			"https://a.com/b backslash@0=https://a.com/b\n"},
		{"invalid", "<URL:http://[d/%00>", Options{Input: InputText, Validity: InvalidOnly}, "http://[d/%00 encoded-control@10=%00\n"},
		{"without places", "From: joe@paypal.com\n\nhttp://paypa1.com/ http://u@a.com/", Options{Input: InputMail, SkipPlaces: true}, "http://u@a.com/ userinfo-host@7=a.com\n"},
	} {
		if got := signsIn(t, c.text, c.o); got != c.want {
			t.Errorf("%s: signs are\n%swant\n%s", c.name, got, c.want)
		}
	}
}

// TestSignsKnown checks hosts that look like those of a list, and that Reset begins another
// message.
func TestSignsKnown(t *testing.T) {
	var known KnownHosts
	if err := known.Add("www.bank.com"); err != nil {
		t.Fatal(err)
	}
	if known.Add("com") == nil {
		t.Error("com is a known host")
	}
	s := NewScanner(nil, &Options{Input: InputText, Signs: &Signs{Known: &known}})
	s.Reset(strings.NewReader("http://bаnk.com/ http://login.bank.com/"))
	var got []string
	for m, err := range s.All() {
		if err != nil {
			t.Fatal(err)
		}
		for _, sign := range m.Signs {
			got = append(got, sign.Name+"="+sign.Evidence)
		}
	}
	if want := "mixed-script=Cyrillic, Latin confusable-host=www.bank.com"; strings.Join(got, " ") != want {
		t.Errorf("%q, want %s", got, want)
	}
	m := NewScanner(nil, &Options{Input: InputMail, Signs: new(Signs)})
	for _, text := range []string{"\nhttp://paypal.com/", "\nhttp://paypa1.com/"} {
		m.Reset(strings.NewReader(text))
		if !m.Scan() || m.Match().Signs != nil {
			t.Errorf("%q: %v", text, m.Match().Signs)
		}
	}
}

// TestSignsLinear checks that the time for a label, and for a URL, does not grow faster than
// its length.
func TestSignsLinear(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"a.", "%E2%80%8B", "\u200d", "\\", "%0d", "@", ":", "xn--", "é", "я", "."}
	for range 200 {
		piece := pieces[r.IntN(len(pieces))] + pieces[r.IntN(len(pieces))]
		url := "http://a.com/" + strings.Repeat(piece, 60_000/len(piece))
		m := Match{URL: url, Kind: Bare, Element: &Element{Label: url[:256], LabelCut: true}}
		new(Signs).of(&m)
	}
}

package extract

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/defang"
	"github.com/urlgrep/urlgrep/internal/find"
	"github.com/urlgrep/urlgrep/internal/offset"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
	"github.com/urlgrep/urlgrep/internal/testing/notation"
)

// withRefang is everything, defanged as well.
var withRefang = func() *Options {
	o := *everything
	o.Refang = true
	return &o
}()

// defangs are replacements that defang parts of a text.
func (w *writer) defangs(text string) string {
	var b strings.Builder
	for len(text) > 0 {
		n := 1
		switch {
		case w.chance(40):
		case strings.HasPrefix(text, "http"):
			n = len("http")
			b.WriteString(w.pick("hxxp", "hXXp", "h**p", "HXXP", "h[tt]p", "http[s]", "h[xx]p"))
			text = text[n:]
			continue
		case strings.HasPrefix(text, "://"):
			n = len("://")
			b.WriteString(w.pick("[://]", "[:]//", ":[/][/]", "(:)//", " [://] ", "[:/]/", "[]://", ":\\\\", "[:]///", ":/"))
			text = text[n:]
			continue
		case text[0] == '.':
			b.WriteString(w.pick("[.]", "(dot)", " [dot] ", " dot ", "[ . ]"))
			text = text[n:]
			continue
		case text[0] == '@':
			b.WriteString(w.pick("[@]", "(at)", " [at] ", " at "))
			text = text[n:]
			continue
		}
		b.WriteString(text[:n])
		text = text[n:]
	}
	return b.String()
}

// refanged returns the text, and where it came from.
func refanged(text string) (string, *offset.Map) {
	d := defang.Decoder{Host: isHost, Addresses: true}
	m := new(offset.Map)
	return string(d.Append(nil, []byte(text), 0, m, true)), m
}

// TestRefang checks that a defanged text has the matches of the original text, at their
// own places, in pieces of any size. Hosts are left out, since more of them are found.
func TestRefang(t *testing.T) {
	t.Parallel()
	plain, o := *everything, *withRefang
	plain.Kinds = append(DefaultKinds(), Email)
	o.Kinds = plain.Kinds
	w := &writer{Rand: effort.Rand(t)}
	matches, changed := 0, 0
	for range effort.Rounds(8000) {
		text := w.defangs(w.text())
		decoded, places := refanged(text)
		want, _ := all(strings.NewReader(decoded), &plain)
		for i := range want {
			m := &want[i]
			m.Refanged = decoded[m.Offset:m.End] != text[places.Start(m.Offset):places.End(m.End)]
			m.Offset, m.End = places.Start(m.Offset), places.End(m.End)
			matches++
			if m.Refanged {
				changed++
			}
		}
		for name, r := range readers(w.Rand, text) {
			got, err := all(r, &o)
			if err != nil || fullText(got) != fullText(want) {
				t.Fatalf("%q, as %q\n%s gives, with error %v,\n%swant\n%s", text, decoded, name, err, fullText(got), fullText(want))
			}
		}
	}
	if changed < matches/10 {
		t.Errorf("%d of %d matches were defanged", changed, matches)
	}
}

func fullText(ms []Match) string {
	var b strings.Builder
	for _, m := range ms {
		fmt.Fprintln(&b, m.Refanged, m.Line, m.QuoteDepth, m.Text)
	}
	return matchesText(ms) + b.String()
}

// TestDefangRoundTrip checks that URLs that are printed defanged are found again as they are, and
// that none is found without Options.Refang.
func TestDefangRoundTrip(t *testing.T) {
	t.Parallel()
	w := &writer{Rand: effort.Rand(t)}
	for range effort.Rounds(20000) {
		found, _ := all(strings.NewReader(w.text()), everything)
		checkDefanged(t, found, *everything)
	}
}

// TestDefangSchemes is TestDefangRoundTrip for URLs of rare schemes, in angle brackets.
func TestDefangSchemes(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(10, 29))
	schemes, err := ParseSchemes("+data,javascript,about,cid,mid,blob,search-ms,ms-msdt,ms-word,x,x1,jar,view-source")
	if err != nil {
		t.Fatal(err)
	}
	o := *everything
	o.Schemes = schemes
	heads := strings.Split("http:// hTtp:// https:// ftp:// file:// file:/// smb:// ssh://joe@ vscode:// foo:// a+b.c:// telnet://[::1]/ http://[::ffff:192.0.2.1]/ mailto:joe@a.example?b= search-ms:"+
		" ms-msdt:/ javascript: data: tel:+1234567 urn:a:b news:a. about: cid: x: x1: jar:file:/ jar:http://a.com!/ view-source:https:// ms-word:ofe|u|http:// www.a. joe@b. magnet:?xt= sip:a@b", " ")
	pieces := strings.Split("a b7 com www.b.org x.html 192.0.2.1 joe@c.de é рф . / / ? # = & : :// :80 @ - _ ~ %2F + ! ' , ; ( ) http://d.com ssh://b mailto:joe@d.com javascript: tel:1234567"+
		" hxxp://e.com h[tt]p://f.com [.] (dot) {.} [at] [:] [://] [h] [[]", " ")
	n := 0
	for range effort.Rounds(10_000) {
		var b strings.Builder
		b.WriteString("<" + heads[r.IntN(len(heads))] + "a")
		for range r.IntN(6) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		found, _ := all(strings.NewReader(b.String()+">"), &o)
		n += len(found)
		checkDefanged(t, found, o)
	}
	if n < effort.Rounds(5000) {
		t.Errorf("%d URLs", n)
	}
}

// checkDefanged checks that URLs that are printed defanged are found again if o has Refang, and
// only then.
func checkDefanged(t *testing.T, found []Match, o Options) {
	t.Helper()
	var printed, want, got strings.Builder
	for _, m := range found {
		// A defanged name is a host without further conditions; a bare one need not be.
		if m.Kind != Schemeless {
			fmt.Fprintf(&printed, "<URL:%s>\n", defang.Append(nil, m.URL, len(m.URL)))
			fmt.Fprintf(&want, "<URL:%s>\n", m.URL)
		}
	}
	if live, _ := all(strings.NewReader(printed.String()), &o); len(live) > 0 {
		t.Fatalf("printed\n%shas\n%s", printed.String(), matchesText(live))
	}
	plain, _ := all(strings.NewReader(want.String()), &o)
	o.Refang = true
	again, _ := all(strings.NewReader(printed.String()), &o)
	want.Reset()
	for _, m := range plain {
		fmt.Fprintln(&want, m.URL)
	}
	for _, m := range again {
		fmt.Fprintln(&got, m.URL)
	}
	if got.String() != want.String() {
		t.Fatalf("printed\n%sgives\n%swant\n%s", printed.String(), got.String(), want.String())
	}
}

// TestRefangInMail checks that the places are those of the encoded bytes, for any
// encoding of the text.
func TestRefangInMail(t *testing.T) {
	const head = "From: ann@a.example\nTo: bob@b.example\n"
	for _, c := range []struct {
		name, input string
		urls        string // with lines and depths
	}{
		{"plain", head + "\n> see ⟦hxxp[://]a[.]example/b⟧ or\n>> ⟦joe [at] example [dot] com⟧\n",
			"4 1 http://a.example/b\n5 2 joe@example.com\n"},
		{"field", "From: ⟦joe at example.com⟧ (Joe)\nSubject: ⟦hxxp[://]a[.]example⟧\nMessage-ID: <x at example.com>\nReceived: by ann at example.com\n\n",
			"1 0 joe@example.com\n2 0 http://a.example\n"},
		{"encoded word", head + "Subject: =?utf-8?q?see_⟦hxxp=3A//a=5B.=5D?=\n =?utf-8?q?example/b⟧_c?=\n\n",
			"3 0 http://a.example/b\n"},
		{"quoted-printable", head + "Content-Transfer-Encoding: quoted-printable\n\n> see ⟦hxxp=3A//a[=2E]ex=\nample/=62⟧ now\n",
			"5 1 http://a.example/b\n"},
		{"base64", head + "Content-Transfer-Encoding: base64\n\nc2VlOgo+⟦aHh4cFs6Ly9dYVsuXWV4\nYW1wbGUv⟧Cg==\n",
			"5 1 http://a.example/\n"},
		{"flowed", head + "Content-Type: text/plain; format=flowed; delsp=yes\n\n> see ⟦hxxp://a[.]exam \n> ple/b⟧ now\n",
			"5 1 http://a.example/b\n"},
		{"html", head + "Content-Type: text/html\n\n<p><a href='⟦hxxps[:]//a[.]example/⟧'>\n<blockquote>⟦hxxp://b[<b>.</b>]example⟧</blockquote>\n",
			"5 0 https://a.example/\n6 1 http://b.example\n"},
		{"character set", head + "Content-Type: text/plain; charset=iso-8859-1\n\n‹E9› ⟦hxxp://‹E9›[.]example⟧ ‹E9›\n",
			"5 0 http://é.example\n"},
	} {
		input, at, err := notation.Decode(c.input)
		if err != nil {
			t.Fatal(err)
		}
		var want strings.Builder
		for i, start := range at[notation.Start] {
			fmt.Fprintln(&want, start, at[notation.End][i])
		}
		for _, in := range []Input{InputAuto, InputMail} {
			o := *withRefang
			o.Input = in
			var places, urls strings.Builder
			for m, err := range Bytes(input, &o) {
				if err != nil {
					t.Fatal(err)
				}
				if m.Refanged {
					fmt.Fprintln(&places, m.Offset, m.End)
					fmt.Fprintln(&urls, m.Line, m.QuoteDepth, m.URL)
				}
			}
			if places.String() != want.String() || urls.String() != c.urls {
				t.Errorf("%s, input %d: got\n%s%swant\n%s%s", c.name, in, &places, &urls, &want, c.urls)
			}
		}
	}
}

// TestRefangUnquoted checks that quoted text is left out, and no other text.
func TestRefangUnquoted(t *testing.T) {
	o := *withRefang
	o.SkipQuoted = true
	found, err := all(strings.NewReader("> hxxp://a[.]example/\nhxxp://b[.]example/\n > joe at example.com\n"), &o)
	if err != nil || urlsOf(found) != "bare http://b.example/\n" {
		t.Errorf("got %s, %v", urlsOf(found), err)
	}
}

// TestRefangBinary checks that a NUL makes an input binary if it is in the first 32 KiB
// of the input before refanging.
func TestRefangBinary(t *testing.T) {
	for _, at := range []int{binaryHead - 1, binaryHead} {
		text := []byte(strings.Repeat("a[.]b c\n", chunk/8))
		text[at] = 0
		_, err := all(bytes.NewReader(text), &Options{Refang: true})
		if binary := at < binaryHead; (err == ErrBinary) != binary {
			t.Errorf("NUL at %d: %v", at, err)
		}
	}
}

// TestRefangCertain checks that refanging does not delay matches without need.
func TestRefangCertain(t *testing.T) {
	for text, url := range map[string]string{
		"hxxp[://]a[.]b/c\n":        "http://a.b/c",
		"<hxxp://a/b>":              "http://a/b",
		"(http://a[.]b/c),":         "http://a.b/c",
		"hxxp://a/b c":              "http://a/b",
		"joe at example dot com\n":  "joe@example.com",
		"joe [at] example [.] com;": "joe@example.com",
	} {
		s := NewScanner(&waiting{strings.NewReader(text)}, withRefang)
		if !s.Scan() || s.Match().URL != url {
			t.Errorf("%q: got %q", text, s.Match().URL)
		}
	}
}

// TestRefangMemory checks that memory and time are bounded for any input. Its limits are
// small, so that a short input exceeds what the window may hold.
func TestRefangMemory(t *testing.T) {
	if effort.Race {
		t.Skip("the race detector has memory of its own")
	}
	for _, text := range []string{
		"[", "[ ", "[.]", "a[.]", "a [.] ", "a dot ", "a at ", "a at a.com", "a.com dot ", "a@b dot ", "h", "hxx", "hxxp", "hxxp:", "hxxp[:]", " ", "[://]", ":[/]",
		"h[", "h[tt", "http[s]://a", "hxxp[:", "hxxp:\\", `hxxp:\\a\`, "1[.]", "1[.]2[.]3[.]4:8",
	} {
		o := *withRefang
		o.MaxURL, o.MaxLines = 4<<10, 64
		s := NewScanner(&endless{text: []byte(text), n: 1 << 18}, &o)
		for s.Scan() {
		}
		if s.Err() != nil {
			t.Errorf("%q: %v", text, s.Err())
		}
		if most := 2*(2*s.rules.MaxURL+find.MaxHead*s.rules.MaxLines) + 2*chunk; cap(s.win.Data) > most {
			t.Errorf("%q: the window has grown to %d bytes", text, cap(s.win.Data))
		}
	}
}

// TestReplaceRefanged checks that Replace copies a defanged URL unchanged if replace
// returns its Text, which is also its URL if it has no delimiters.
func TestReplaceRefanged(t *testing.T) {
	const text = "hxxp[://]a[.]example/ <URL:hxxp://b[.]example/> http://c.example/"
	var urls, texts strings.Builder
	o := &Options{Refang: true}
	err := errors.Join(
		Replace(&urls, strings.NewReader(text), o, func(m Match) string { return m.URL }),
		Replace(&texts, strings.NewReader(text), o, func(m Match) string { return m.Text }))
	if want := "hxxp[://]a[.]example/ <URL:http://b.example/> http://c.example/"; err != nil || urls.String() != want || texts.String() != text {
		t.Errorf("%q and %q, %v", &urls, &texts, err)
	}
}

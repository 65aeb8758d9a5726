package find

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/join"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// examples are texts in which all candidates, with their delimiters, are between ⟦ and ⟧.
// docs/rules.md describes the rules, and testdata/corpora/rules has more cases.
var examples = []string{
	// Delimiters.
	"⟦<URL:http://a.example/>⟧ ⟦<http://b.example/>⟧",
	"⟦URL: http://a.example/b⟧ X-URL: ⟦http://a.example/c⟧",
	"<URL:⟦http://a.example/b⟧ <x",
	"⟦<URL:http://a.example/b\nc>⟧ <⟦http://a.example/d⟧\n\ne>",
	"<⟦http://a.example/b⟧\"c>",
	"<⟦http://a.example/b⟧ c> <⟦http://a.example/?b⟧|c> ⟦<http://a.example/ >⟧ ⟦<http://a.example/b \n c>⟧",
	"<URL:⟦http://a.example/b⟧\nc ⟦http://c.example/⟧> ⟦<URL:http://a.example/b c\nhttp://c.example/ d>⟧",

	// Where a URL begins.
	"1.⟦http://a.example/⟧ see⟦http://a.example/⟧ xnews:comp.lang.c",
	"12:30 C:\\x std::string note: x http: //a http://",
	"⟦xy://a.example/⟧ x://a.example/ hxxp://a.example/",
	"http://⟦http://a.example/⟧",
	"http://$HOST/ http://*.a.example/ http://.../",
	"mailto: ⟦mailto:a@b.example⟧ ⟦tel:+123456⟧ tel:12 ⟦urn:a:b⟧ urn:a",
	"⟦_\bm_\ba_\bi_\bl_\bt_\bo:a@b.example⟧",
	"⟦_\bh_\bt_\bt_\bp_\b:_\b/_\b/_\ba⟧ ⟦h\bht\btt\btp\bp:\b:/\b//\b/a\ba⟧",
	"⟦_\bURL:http://a.example/⟧ x_\bURL:⟦http://a.example/⟧ \b⟦http://a.example/\\xe9⟧ ⟦h\bhttp://a.example/⟧\\xe9",

	// Where it ends.
	"see ⟦http://a.example/b⟧. (⟦http://a.example/b(c)⟧) '⟦http://a.example/it's⟧' \"⟦http://a.example⟧\"",
	"*⟦http://a.example/b⟧* _⟦http://a.example/b⟧_ **see ⟦http://a.example/b⟧**",
	"⟦http://a.example/b⟧,⟦http://b.example/⟧;⟦mailto:a@b.example⟧ ⟦http://a.example/b,c⟧",
	"⟦http://a.example/b⟧&gt;c ⟦http://a.example/?b&amp;c⟧ ⟦http://a.example/⟧&quot;",
	"⟦http://a.example/b⟧&amp;gt;c ⟦http://a.example/?b&amp;amp;c⟧ ⟦http://a.example/⟧&amp;quot; ⟦http://a.example/?b⟧&amp;amp; ⟦http://a.example/?b&amp;lt=c⟧",
	"⟦http://a.example/⟧[text] ⟦http://a.example/?b[]=c⟧ ⟦http://[::1]:80/⟧ ⟦http://a.example/⟧[/url]",
	"⟦http://a.example⟧:x ⟦http://a.example:80/⟧ ⟦http://u:p@a.example/⟧",
	"⟦http://a.example/é⟧。 ⟦http://a.example⟧中 中⟦http://a.example/b⟧中",
	"⟦h\bhttp://a.example/b⟧,⟦h\bht\bttp://b.example/⟧ ⟦http://a.example/\\?b=_\bc⟧ ⟦http://a.example/⟧\\?b=_\b|",
	"_⟦file:/\\:/a⟧_ ⟦file:/\\:/a⟧_ file:/\\:/-a",
	"`⟦http://a.example/b⟧`c ⟦http://a.example/?b⟧|⟦http://b.example/⟧ ⟦http://1080::8:a/⟧ ⟦http://add⟧:a",
	"http://a.example:${b}/ http://a.example:$b http://a.example:%d/ http://a.example:{}/ ⟦http://a.example⟧:$",
	"⟦http://a.example/b⟧\\c ⟦http://a.example/b\\_c⟧ ⟦http://a.example/b⟧|c",

	// Escape sequences.
	`"⟦http:\/\/a.example\/b⟧\n⟦https:\/\/a.example\/?b=1\u0026c⟧" "\"⟦http:\\/\\/a.example⟧\\\"" see http:\/\/a.example`,
	`"⟦http://a.example/?b=1\u0026c=2⟧\u003e" \u003c⟦http://a.example/?b⟧|c\u003e ⟦http://a.example/\ud83d\ude00⟧`,
	`"http:\/\/a\.example" b=⟦https\://a.example\:80/\=⟧ ⟦http:\x2f\x2fa.example⟧ ⟦http://a.example/\%20\~{}b⟧`,
	`⟦http://a.example/b_\(c\)⟧ ⟦http://a.example/b⟧\(c ⟦http://a.example/b\?c\=d⟧ ⟦http://a.example/b⟧\?`,

	// Over lines.
	"⟦http://a.example/b-\nc⟧ d",
	"> ⟦http://a.example/b-\n> c⟧ d",
	"⟦http://a.example/b-⟧\n\nc ⟦http://a.example/b-⟧\n⟦http://b.example/b-⟧\n1) c",
	"⟦http://a.example/b⟧\nc",
	"⟦http://a.example/b\u2010\nc⟧ ⟦http://a.example/b\u00AD\nc⟧ ⟦http://a.example/b\u00ADc⟧ ⟦http://a.example/b⟧\u2010\n\nc",
	"\"see ⟦http://a.example/b\"\n\"c⟧ d\"",
	"#~ msgid \"⟦http://a.example/b-\"\r\n#~ \"c\" \\\n#~ \"d⟧ e\"",
	"\"⟦http://a.example/b⟧\"\n\"c\" d f(\"⟦http://a.example/b⟧\"\n\"c\"",

	// Hosts and addresses.
	"⟦www.a.example⟧ ⟦www.a.org/b⟧ ⟦ab.org⟧, p.name p.name() f(x, ab.org) x.ab.org()",
	"⟦joe@a.example⟧ <⟦joe@a.example⟧> joe@a",
	`"⟦www.a.example\/b⟧" "\n⟦joe@a.example⟧" \\u003c⟦joe@a.example⟧`,
	"Message-ID: <joe@a.example>\nTo: ⟦joe@a.example⟧",
	"⟦ab.com?b⟧ ab.md#b a.info?.b a.data?(b), file:a.org www.",
	"user@a.example:path/file logo@2x.png a.org!b.org!user",
	"⟦www.ab.org:80⟧,⟦cd.org:8080⟧;⟦ef.org:443⟧+ ⟦ab.org:80/c,d⟧",
}

// unmarked returns a text without its marks, and a list of the ranges between them.
func unmarked(marked string) (text string, found []string) {
	var b strings.Builder
	for rest := marked; ; {
		before, after, ok := strings.Cut(rest, "⟦")
		b.WriteString(before)
		if !ok {
			return b.String(), found
		}
		inside, after, _ := strings.Cut(after, "⟧")
		if inside != "" {
			found = append(found, fmt.Sprintf("%d %q", b.Len(), inside))
		}
		b.WriteString(inside)
		rest = after
	}
}

// TestExamples checks that the marked ranges of examples are found, and nothing more.
func TestExamples(t *testing.T) {
	for _, e := range examples {
		text, want := unmarked(e)
		rules := &Rules{Rejoin: join.Hyphen}
		if strings.Contains(e, "@") || strings.Contains(e, "www.") {
			rules.Kinds = withScheme | Names
		}
		var got []string
		search(newFinder(rules), text, func(c *Candidate) {
			got = append(got, fmt.Sprintf("%d %q", c.From, text[c.From:c.To]))
		})
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("of %q,\n%s\nwant\n%s", text, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// inWindows is search through windows that grow and slide by random amounts. It returns a
// list of the candidates, with offsets in the text.
func inWindows(t *testing.T, rnd *rand.Rand, rules *Rules, text string) (found []string) {
	f := newFinder(rules)
	w, p, base := &Window{}, Point{}, 0
	for end := 0; ; {
		next, r := f.Step(w, p, len(w.Data))
		p = next
		switch c := f.Found; r.Verdict {
		case verdict.Yes:
			found = append(found, fmt.Sprintf("%d %d %d %q", c.Kind, base+c.From, base+c.To, c.URL))
		case verdict.More:
			if w.EOF {
				return found
			}
			if drop := rnd.IntN(max(1, p.Pos-LookBehind)); drop > 0 {
				w.Head = HeadAfter(w.Head, w.Data[:drop])
				f.Slide(drop)
				p.Slide(drop)
				base += drop
			}
			end = min(len(text), end+1+rnd.IntN(40))
			w.Data, w.EOF = []byte(text[base:end]), end == len(text) && rnd.IntN(2) == 0
		}
	}
}

// TestWindows checks that the candidates do not depend on where windows begin and end, so
// that no rule guesses at the end of a window.
func TestWindows(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1738, 2))
	for range effort.Rounds(300) {
		var b strings.Builder
		for b.Len() < 3*LookBehind {
			e, _ := unmarked(examples[rnd.IntN(len(examples))])
			b.WriteString(e)
			b.WriteString(endings[rnd.IntN(len(endings))])
			b.WriteString([]string{"\n", " ", "\n> ", "", "-\n"}[rnd.IntN(5)])
			if rnd.IntN(20) == 0 {
				b.WriteString(strings.Repeat("word ", rnd.IntN(LookBehind/4)))
			}
		}
		text := b.String()
		rules := &Rules{Rejoin: []join.Rejoin{join.None, join.Wrapped, join.Hyphen, join.Wide, join.Blanks, join.Blanks | join.Wide}[rnd.IntN(6)], Kinds: withScheme}
		if rnd.IntN(2) == 0 {
			rules.Kinds |= Names
		}
		var want []string
		search(newFinder(rules), text, func(c *Candidate) {
			want = append(want, fmt.Sprintf("%d %d %d %q", c.Kind, c.From, c.To, c.URL))
		})
		if got := inWindows(t, rnd, rules, text); !slices.Equal(got, want) {
			for i := range min(len(got), len(want)) {
				if got[i] != want[i] {
					t.Fatalf("got %s, want %s", got[i], want[i])
				}
			}
			t.Fatalf("%d found, want %d", len(got), len(want))
		}
	}
}

// TestCaches checks that the caches of a Finder change nothing: a new Finder for each
// Step finds the same.
func TestCaches(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1738, 3))
	for range effort.Rounds(2000) {
		var b strings.Builder
		for range 1 + rnd.IntN(20) {
			b.WriteString(pieces[rnd.IntN(len(pieces))])
			b.WriteString([]string{"", "http://a/(", "'http://a/(", "*http://a/(", "'", "www.a:www.b:", "@", "\n", "To: ", "(", "http://a-\n"}[rnd.IntN(11)])
		}
		rules := &Rules{Kinds: withScheme | Names, Rejoin: join.Hyphen}
		text, p, got := &Window{Data: []byte(b.String()), EOF: true}, Point{}, []string(nil)
		for {
			f := newFinder(rules)
			next, r := f.Step(text, p, len(text.Data))
			if c := f.Found; r.Verdict == verdict.Yes {
				got = append(got, fmt.Sprintf("%d %d %d %q", c.Kind, c.From, c.To, c.URL))
			}
			if p = next; r.Verdict == verdict.More {
				break
			}
		}
		var want []string
		search(newFinder(rules), b.String(), func(c *Candidate) {
			want = append(want, fmt.Sprintf("%d %d %d %q", c.Kind, c.From, c.To, c.URL))
		})
		if !slices.Equal(got, want) {
			t.Fatalf("of %q,\n%s\nwith one Finder\n%s", text.Data, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestHeads checks that Heads finds the same beginnings of lines as a search in the whole
// text.
func TestHeads(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1738, 4))
	for range 500 {
		text := make([]byte, rnd.IntN(5*MaxHead))
		lines := rnd.IntN(300) + 1
		for i := range text {
			text[i] = 'a' + byte(i%26)
			if rnd.IntN(lines) == 0 {
				text[i] = "\r\n"[rnd.IntN(2)]
			}
		}
		var h Heads
		w, base := &Window{Data: text}, 0
		for range 20 {
			if len(w.Data) == 0 {
				break
			}
			end := base + 1 + rnd.IntN(len(w.Data))
			want := text[LastBreak(text[:end-1])+1 : end]
			want = want[:min(len(want), MaxHead)]
			if got := h.Of(w, end-base); string(got) != string(want) {
				t.Fatalf("of %q, up to %d, in a window from %d on: %q, want %q", text, end, base, got, want)
			}
			if rnd.IntN(4) == 0 {
				drop := rnd.IntN(len(w.Data))
				w.Head, w.Data = HeadAfter(w.Head, w.Data[:drop]), w.Data[drop:]
				h.Slide(drop)
				base += drop
			}
		}
	}
}

// TestTextRules checks rules about the text before or after an index, which is that of
// the bar.
func TestTextRules(t *testing.T) {
	is := func(rule string, got, want bool, text string) {
		t.Helper()
		if got != want {
			t.Errorf("%s of %q: %v", rule, text, got)
		}
	}
	at := func(marked string) (*text, int) {
		before, after, _ := strings.Cut(marked, "|")
		return &text{Window: &Window{Data: []byte(before + after), EOF: true}}, len(before)
	}
	for marked, want := range map[string]bool{
		"p->|a.b": true, "&|a.b": true, "x == |a.b": true, "!|a.b": true, "a::|b.c": true, "2*|a.b": true,
		"|a.b": false, "see |a.b": false, ">|a.b": false, "::|a.b": false, "*|a.b": false,
	} {
		x, i := at(marked)
		is("isOperand", x.isOperand(i), want, marked)
	}
	for marked, want := range map[string]bool{
		"f(|a.b": true, "f(x, |a.b": true, "a[|b.c": true,
		"(|a.b": false, "f() |a.b": false, "f(\"|a.b": false, "f(x\n|a.b": false,
	} {
		x, i := at(marked)
		is("isArgument", x.isArgument(i), want, marked)
	}
	for marked, want := range map[string]bool{
		"a.b|(": true, "a.b|_c": true, "a.b|[i": true, "a.b| = 1": true, "a.b|->c": true, "a.b|.*": true, "a.b| == c": true,
		"a.b|": false, "a.b| c": false, "a.b|, c": false, "a.b|[1]": false, "a.b|=3D": false, "a.b|=>": false,
	} {
		x, i := at(marked)
		is("isUsedInCode", x.isUsedInCode(i) == verdict.Yes, want, marked)
	}
	for marked, want := range map[string]bool{
		"user at |a.b": true, "at |a.b": false, "user at|a.b": false,
	} {
		x, i := at(marked)
		is("followsAt", x.followsAt(i), want, marked)
	}
	for marked, want := range map[string]string{
		"|a.b c": "a.b", "|a.b.": "a.b", "|a.b-": "a.b", "|a.é/": "a.é", "|a.b_c": "a.b", "|": "",
	} {
		x, i := at(marked)
		end, v := x.domain(i)
		is("domain", v == verdict.Yes && string(x.Data[i:end]) == want, true, marked)
	}
	for marked, want := range map[string]fieldUse{
		"Message-ID: |a": identification, "> References: b\n>  |a": identification, "Received: from b\n\tby |a": trace,
		"To: |a": otherField, "see\n |a": otherField,
		"UID:|a": trace, "> uid:|a": trace, "RELATED-TO;RELTYPE=CHILD:|a": trace, "PRODID:-//b |a": trace,
		"UID: |a": otherField, "uid:f::Ann <|a": otherField, "uid |a": otherField, "uid;|a": otherField, "UIDS:|a": otherField, "ATTENDEE;X=UID:|a": otherField,
	} {
		x, i := at(marked)
		is("useAt", (&fieldLine{at: -1}).useAt(x, i) == want, true, marked)
	}
	for head, want := range map[string]bool{"**see h": true, "see **h": true, "**see** h": false, "a**b h": false, "see h": false} {
		is("isMarkupOpen", isMarkupOpen([]byte(head), '*', 2), want, head)
	}
	for run, want := range map[string]int{"user=a": 5, "a": 0, "list+a=b": 0, "list-a=b.com=c": 0} {
		is("afterKey", afterKey([]byte(run)) == want, true, run)
	}
}

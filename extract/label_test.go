package extract_test

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/charmap"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
	"github.com/urlgrep/urlgrep/internal/testing/texts"
)

// Limits of a label, as in the documentation of extract.Element.
const (
	labelSize = 256
	labelText = 4 << 10
)

// A labelFault is a difference between an Element and the oracle.
type labelFault struct {
	class     string
	what      string // url
	got, want string
}

// The rules by which labels differ from the tree of a browser. Each is rare, and a browser
// needs the whole tree for it.
const (
	linkInLink    = "a link ends at the next <a>, also in a cell of a table in the link; and so does what hides it or is hidden in it"
	linkInComment = "a link in a comment has no label if the comment is in a link"
	openInComment = "a link that does not end in its comment goes on after it"
	visibleAgain  = "visibility: visible has no effect in an element with visibility: hidden"
	endless       = "a link without an end goes on in a table after the block that it is in"
	tableInPara   = "a <p> that is hidden ends at a table, as with a document type"
	limitOfText   = "the text that is read for a label is limited"
)

// checkElements compares the elements of the matches of a document with those of the
// oracle. It returns the number of the URLs in attributes and the differences, and counts
// those that a rule describes.
func checkElements(t testing.TB, doc string, r io.Reader, rules map[string]int) (faults []labelFault, urls int) {
	tags := readTags(t, doc)
	fault := func(class string, m *extract.Match, want string, rule string) {
		if rule != "" {
			rules[rule]++
		} else {
			faults = append(faults, labelFault{class, m.URL, show(m.Element), want})
		}
	}
	s := extract.NewScanner(r, &extract.Options{Input: extract.InputHTML, Charset: "utf-8", Kinds: []extract.Kind{extract.Attribute}})
	last := int64(-1)
	for m, err := range s.All() {
		if err != nil {
			t.Fatal(err)
		}
		urls++
		if m.Offset < last {
			fault("order", &m, fmt.Sprint(last), "")
		}
		last = m.Offset
		i := sort.Search(len(tags), func(i int) bool { return tags[i].to > int(m.Offset) })
		if i == len(tags) || tags[i].from > int(m.Offset) {
			if m.Element == nil || m.Element.Name != "style" || m.Element.Attribute != "" {
				fault("element", &m, "<style>", "")
			}
			continue
		}
		tag, e := tags[i], m.Element
		if e == nil || e.Name != tag.name || !slices.ContainsFunc(tag.attrs, func(a html.Attribute) bool {
			return a.Key == e.Attribute && (a.Key == "style" || holdsURL(a.Val, m.Text))
		}) {
			fault("element", &m, doc[tag.from:tag.to], "")
			continue
		}
		otherwise := (e.Hidden != "") != tag.hidden && tag.inTree
		if otherwise {
			fault("hidden", &m, fmt.Sprint("hidden: ", tag.hidden), cmp.Or(when(tag.visible, visibleAgain), when(tag.tangled, linkInLink), when(tag.hidesIn, tableInPara), when(tag.follows, endless)))
		}
		if !utf8.ValidString(e.Label) || len(e.Label) > labelSize {
			fault("size", &m, "", "")
		}
		if !tag.link {
			if (e.Label != "" || e.LabelCut) && tag.inTree {
				fault("no link", &m, "no label", "")
			}
			continue
		}
		want, cut := cutLabel(tag.label)
		if plain(e.Label) == plain(want) && e.LabelCut == cut {
			continue
		}
		short, shortCut := cutLabel(tag.short)
		rule := cmp.Or(
			when(tag.open, openInComment),
			when(tag.hidesIn, tableInPara),
			when(otherwise && tag.visible, visibleAgain),
			when(tag.inLink && e.Label == "", linkInComment),
			when(plain(e.Label) == plain(short) && e.LabelCut == shortCut || tag.tangled, linkInLink),
			when(tag.endless || tag.inPara, endless),
			when(e.LabelCut && isLimited(t, doc, tag, e.Label), limitOfText))
		fault("label", &m, fmt.Sprintf("%q, cut: %v", want, cut), rule)
	}
	return faults, urls
}

// when returns rule if ok is true, otherwise "".
func when(ok bool, rule string) string {
	if ok {
		return rule
	}
	return ""
}

// isLimited reports whether label is a beginning of the label of tag that has at least the
// label in as many bytes of the source as text is read.
func isLimited(t testing.TB, doc string, tag *tagOracle, label string) bool {
	if tag.to+labelText >= len(doc) || !strings.HasPrefix(plain(tag.label), plain(label)) {
		return false
	}
	least := ""
	for _, again := range readTags(t, doc[:tag.to+labelText]) {
		if again.from == tag.from {
			least = again.label
		}
	}
	least, _ = cutLabel(least)
	return len(plain(label)) >= len(plain(least)) || strings.HasPrefix(plain(least), plain(label)) && lastWord(least, label)
}

// lastWord reports whether least is label and a part of a reference or a tag that is cut
// off.
func lastWord(least, label string) bool { return len(least)-len(label) < 40 }

// plain returns a label without the differences that do not matter: white space at its
// end, where it is cut.
func plain(label string) string { return strings.TrimRight(label, " ") }

// cutLabel cuts a label to labelSize.
func cutLabel(label string) (_ string, cut bool) {
	if len(label) <= labelSize {
		return label, false
	}
	n := labelSize
	for !utf8.RuneStart(label[n]) {
		n--
	}
	return label[:n], true
}

func show(e *extract.Element) string {
	if e == nil {
		return "nil"
	}
	return fmt.Sprintf("%+v", *e)
}

// holdsURL reports whether the value of an attribute has the text of a match.
func holdsURL(value, text string) bool {
	strip := func(s string) string {
		return strings.Map(func(c rune) rune {
			if c <= ' ' || c == 0xAD || c == 0x200B {
				return -1
			}
			return c
		}, s)
	}
	return strings.Contains(strip(value), strip(text)) || strings.Contains(strip(value), strip(html.UnescapeString(text)))
}

// TestLabelExamples checks labels that are known, and that the oracle knows them too.
func TestLabelExamples(t *testing.T) {
	for _, c := range []struct{ doc, want string }{
		{`<a href=x:>one</a>`, "one"},
		{`<a href=x:> one <b>two</b>th<i>ree</i>&nbsp;</a>`, "one twothree"},
		{`<a href=x:>one<br>two<p>three</a>four`, "one two three"},
		{`<a href=x:>one<p>two</p><p>three</p></a>`, "one two three"},
		{`<table><tr><td><a href=x:>one<td>two</table>three`, "one"},
		{`<a href=x:>one<a href=y:>two</a>`, "one|two"},
		{`<a href=x:>one<a name=y:>two</a>three`, "one"},
		{`<a href=x:><img alt="one &amp; two"><img alt=""><img>three</a>`, "one & two three"},
		{`<a href=x:>one<script>two</script><style>three</style><!--four--><template>five</template></a>`, "one"},
		{`<a href=x:>one<b hidden>two<i>three</i></b><b style="DISPLAY : None ! important;">four</b></a>`, "one"},
		{`<a href=x:>one<img hidden alt=two><img style="opacity:0" alt=three></a>`, "one"},
		{`<a href=x:>one<b style="display:none;display:block">two</b></a>`, "onetwo"},
		{`<a href=x:>one<b style="display:none!important;display:block">two</b></a>`, "one"},
		{`<a href=x:>one<b style="font:'display:none';color:red">two</b></a>`, "onetwo"},
		{`<a href=x: hidden>one<b hidden>two</b></a>`, "onetwo"},
		{`<a href=x: hidden>one<a href=y:>two<b hidden>three</b></a>`, "one|two"},
		{`<p><b><a href=x:>one</p></b>two</a>three`, "one two"},
		{`<map><area href=x: alt="one  two"></map>`, "one two"},
		{`<!--[if mso]><a href=x:>one</a><![endif]--><a href=y:>two</a>`, "one|two"},
		{`<a href=x:>` + strings.Repeat("<i></i>&nbsp;", 2100) + "one", ""},
		{`<a>one</a>`, ""},
	} {
		var labels []string
		for _, tag := range readTags(t, c.doc) {
			if tag.link {
				labels = append(labels, tag.label)
			}
		}
		limited := strings.Count(c.doc, "nbsp") > 1000 // the oracle has no limit of the text
		if got := strings.Join(labels, "|"); got != c.want && !limited {
			t.Errorf("oracle: %s: %q, want %q", c.doc, got, c.want)
		}
		labels = nil
		for m, err := range extract.Bytes([]byte(strings.NewReplacer("href=x:", "href=http://a/", "href=y:", "href=http://a/").Replace(c.doc)), &extract.Options{Input: extract.InputHTML}) {
			if err != nil {
				t.Fatal(err)
			}
			if m.Element != nil {
				labels = append(labels, m.Element.Label)
			}
		}
		if got := strings.Join(labels, "|"); got != c.want {
			t.Errorf("%s: %q, want %q", c.doc, got, c.want)
		}
	}
}

// TestLinkLabels compares the elements and labels of random documents with those in the tree
// that a browser builds.
func TestLinkLabels(t *testing.T) {
	n := effort.Rounds(6000)
	r := rand.New(rand.NewPCG(17, 256))
	counts, rules, wrong, differ, total := map[string]int{}, map[string]int{}, 0, 0, 0
	for i := range n {
		doc, planted, sloppy := randomPage(r)
		var in io.Reader = strings.NewReader(doc)
		if i%4 == 0 {
			in = &pieceReader{rest: doc, most: 1 + r.IntN(60), Rand: r}
		}
		faults, urls := checkElements(t, doc, in, rules)
		total += urls
		if urls != planted {
			t.Fatalf("%q: %d URLs, want %d", doc, urls, planted)
		}
		if sloppy && len(faults) > 0 {
			differ++
			continue
		}
		for _, f := range faults {
			if counts[f.class]++; counts[f.class] <= 3 {
				t.Errorf("%s: %s\n got %s\nwant %s\nin %q", f.class, f.what, f.got, f.want, doc)
			}
		}
		if len(faults) > 0 {
			wrong++
		}
	}
	for rule, n := range rules {
		if most := total / 200; n > most && (rule != linkInLink || n > 8*most) {
			t.Errorf("%d times: %s", n, rule)
		}
	}
	if differ > n/50 {
		t.Errorf("%d documents with wrong end tags differ", differ)
	}
	t.Logf("%d of %d documents differ: %v; and %d with wrong end tags. %d URLs, by rules: %v", wrong, n, counts, differ, total, rules)
}

// A pieceReader returns a text in pieces of any size.
type pieceReader struct {
	*rand.Rand
	rest string
	most int
}

func (p *pieceReader) Read(b []byte) (int, error) {
	if p.rest == "" {
		return 0, io.EOF
	}
	n := copy(b, p.rest[:min(len(p.rest), 1+p.IntN(p.most))])
	p.rest = p.rest[n:]
	return n, nil
}

// TestLinkLabelsInMail checks that elements are the same in a message, in any transfer
// encoding and character set.
func TestLinkLabelsInMail(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 5322))
	elements := func(text string, in extract.Input) (list []string) {
		for m, err := range extract.NewScanner(&pieceReader{rest: text, most: 1 + r.IntN(500), Rand: r}, &extract.Options{Input: in, Charset: "utf-8"}).All() {
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, m.URL+" "+show(m.Element))
		}
		return list
	}
	for range effort.Rounds(1000) {
		doc, _, _ := randomPage(r)
		doc = strings.NewReplacer("\r\n", "\n", "utf-8", "x-unknown").Replace(doc)
		name, body := "utf-8", doc
		if c := []*charmap.Charmap{nil, charmap.Windows1252, charmap.KOI8R}[r.IntN(3)]; c != nil {
			name = map[*charmap.Charmap]string{charmap.Windows1252: "windows-1252", charmap.KOI8R: "koi8-r"}[c]
			var octets []byte
			for _, char := range doc {
				octet, ok := c.EncodeRune(char)
				if !ok {
					octet = '?'
				}
				octets = append(octets, octet)
			}
			body = string(octets)
			doc, _ = c.NewDecoder().String(body)
		}
		encoding := []string{"8bit", "base64", "quoted-printable"}[r.IntN(3)]
		switch encoding {
		case "base64":
			var b strings.Builder
			for line := range slices.Chunk([]byte(body), 57) {
				b.WriteString(base64.StdEncoding.EncodeToString(line) + "\n")
			}
			body = b.String()
		case "quoted-printable":
			var b strings.Builder
			w := quotedprintable.NewWriter(&b)
			io.WriteString(w, body)
			w.Close()
			body = b.String()
		}
		message := "Subject: a page\nMIME-Version: 1.0\nContent-Type: text/html; charset=" + name + "\nContent-Transfer-Encoding: " + encoding + "\n\n" + body + "\n"
		if want, got := elements(doc, extract.InputHTML), elements(message, extract.InputMail); !slices.Equal(got, want) {
			t.Fatalf("%s\n got %q\nwant %q", message, got, want)
		}
	}
}

// TestLinkLabelsReal compares the elements and labels of the HTML in the mail and the pages of
// testdata. Here no difference is left.
func TestLinkLabelsReal(t *testing.T) {
	counts, rules, pages, urls := map[string]int{}, map[string]int{}, 0, 0
	for _, page := range realPages(t) {
		if !utf8.ValidString(page.Data) {
			continue
		}
		pages++
		const bom = "\uFEFF" // it says UTF-8, also if a <meta> says otherwise
		faults, n := checkElements(t, bom+page.Data, strings.NewReader(bom+page.Data), rules)
		urls += n
		for _, f := range faults {
			if counts[f.class]++; counts[f.class] <= 20 {
				t.Errorf("%s: %s: %s\n got %s\nwant %s", page.Name, f.class, f.what, f.got, f.want)
			}
		}
	}
	if urls == 0 || len(rules) > 0 {
		t.Errorf("%d URLs, differences by rules: %v", urls, rules)
	}
	t.Logf("%d URLs in %d pages, differences: %v", urls, pages, counts)
}

// realPages returns the HTML in testdata and in mail.
func realPages(t *testing.T) (pages []texts.Text) {
	paths, err := filepath.Glob("../testdata/corpora/html*/input")
	if err != nil || len(paths) == 0 {
		t.Fatal("no HTML in testdata", err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, texts.Text{Name: path, Data: string(data)})
	}
	for _, box := range slices.Concat(texts.Messages(t), texts.More(t, 64<<20)) {
		text := strings.ReplaceAll(box.Data, "\r\n", "\n")
		for i, message := range strings.Split("\n"+text, "\nFrom ") {
			if i > 0 {
				_, message, _ = strings.Cut(message, "\n")
			}
			message = strings.TrimLeft(message, "\n")
			m, err := mail.ReadMessage(strings.NewReader(message))
			if err != nil {
				continue
			}
			for _, data := range pagesIn(m.Header.Get, m.Body, 0) {
				pages = append(pages, texts.Text{Name: fmt.Sprintf("%s, message %d", box.Name, i), Data: data})
			}
		}
	}
	return pages
}

// pagesIn returns the HTML in an entity, in UTF-8. What is malformed is left out.
func pagesIn(field func(string) string, body io.Reader, depth int) (pages []string) {
	kind, params, err := mime.ParseMediaType(field("Content-Type"))
	if err != nil || depth > 8 {
		return nil
	}
	switch strings.ToLower(strings.TrimSpace(field("Content-Transfer-Encoding"))) {
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	}
	switch {
	case strings.HasPrefix(kind, "multipart/"):
		parts := multipart.NewReader(body, params["boundary"])
		for {
			p, err := parts.NextRawPart()
			if err != nil {
				return pages
			}
			pages = append(pages, pagesIn(p.Header.Get, p, depth+1)...)
		}
	case kind == "message/rfc822":
		if m, err := mail.ReadMessage(body); err == nil {
			return pagesIn(m.Header.Get, m.Body, depth+1)
		}
	case kind == "text/html":
		data, err := io.ReadAll(body)
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && len(data) == 0 {
			return nil
		}
		if e, _ := charset.Lookup(params["charset"]); e != nil {
			if decoded, err := e.NewDecoder().Bytes(data); err == nil {
				data = decoded
			}
		}
		return []string{string(bytes.TrimPrefix(data, []byte("\uFEFF")))}
	}
	return nil
}

// TestLabelOctets checks that a label has at most 256 bytes in UTF-8, also if its characters
// have one byte in the document.
func TestLabelOctets(t *testing.T) {
	for _, c := range []struct{ length, want int }{{100, 200}, {128, 256}, {129, 256}, {400, 256}} {
		doc := "<a href='http://a.example/'>" + strings.Repeat("\xe9", c.length) + "</a>"
		for m, err := range extract.Bytes([]byte(doc), &extract.Options{Input: extract.InputHTML}) {
			if err != nil {
				t.Fatal(err)
			}
			if e := m.Element; e.Label != strings.Repeat("é", c.want/2) || e.LabelCut != (2*c.length > c.want) {
				t.Errorf("%d characters: the label has %d bytes, cut: %v", c.length, len(e.Label), e.LabelCut)
			}
		}
	}
}

// Package documenttest tests readers of documents.
package documenttest

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// maxOut is the number of bytes of all parts of a document in a test. It bounds what a
// damaged document may yield.
const maxOut = 1 << 28

// NewBudget returns the Budget of an input whose documents may use FreeBytes.
func NewBudget() *document.Budget {
	b := document.NewBudget()
	b.Grant(document.FreeBytes/document.FreeRatio + 1)
	b.Take(b.Left() - document.FreeBytes)
	return b
}

// Read reads a document, with passwords, and returns a line for each part and each defect:
//
//	text [0:20] page 1: "the text"
//	target [30:40] object 7 (URI) "label": "http://a.example/"
//	file [50:60] "name" text/html: "<p>…"
//	note: a damaged document, read as far as possible: detail
//
// The bytes of a part are in brackets; "=" before them says that they are exact. It returns
// "not a document\n" if open returns nil. It fails the test if a part breaks an invariant.
func Read(t testing.TB, open document.Opener, data []byte, passwords ...string) string {
	t.Helper()
	var b strings.Builder
	read(t, open, data, &b, passwords...)
	return b.String()
}

var ranges = regexp.MustCompile(`(?m)^(\w+) =?\[\d+:\d+\]`)

// ReadContents is Read without the ranges of the parts.
func ReadContents(t testing.TB, open document.Opener, data []byte) string {
	t.Helper()
	return ranges.ReplaceAllString(Read(t, open, data), "$1")
}

func read(t testing.TB, open document.Opener, data []byte, b *strings.Builder, passwords ...string) {
	t.Helper()
	budget := document.NewBudget()
	budget.Grant(int64(len(data)))
	noted := 0
	env := &document.Env{Budget: budget, Passwords: passwords, Note: func(d document.Defect, detail string) {
		if noted++; noted > 1000 {
			return
		}
		fmt.Fprintf(b, "note: %s", document.Texts[d])
		if detail != "" {
			fmt.Fprintf(b, ": %s", detail)
		}
		b.WriteByte('\n')
	}}
	r := open(document.NewStore(data), env)
	if r == nil {
		if noted > 0 {
			t.Errorf("%.60q: noted, but not a document: %s", data, b)
		}
		b.WriteString("not a document\n")
		return
	}
	out := int64(0)
	for {
		p, err := r.Next()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Errorf("%.60q: %v", data, err)
			return
		}
		text, err := io.ReadAll(io.LimitReader(p.Content, maxOut))
		if err != nil && p.Kind != document.File {
			t.Errorf("%.60q: a part: %v", data, err)
		}
		if out += int64(len(text)); out > maxOut {
			t.Fatalf("%.60q: a document of %d bytes has parts of more than %d", data, len(data), maxOut)
		}
		check(t, data, p, text)
		write(b, p, text)
	}
}

// check checks the invariants of a part.
func check(t testing.TB, data []byte, p *document.Part, text []byte) {
	t.Helper()
	switch r := p.Range; {
	case r.From < 0 || r.From > r.To || r.To > int64(len(data)):
		t.Errorf("%.60q: a part of %v, but there are %d bytes", data, r, len(data))
	case p.Exact && !bytes.HasPrefix(data[r.From:r.To], text):
		t.Errorf("%.60q: the part %.60q is not %.60q", data, text, data[r.From:r.To])
	}
	if p.Kind != document.File && !utf8.Valid(text) {
		t.Errorf("%.60q: a part is not UTF-8: %.60q", data, text)
	}
	if p.Kind == document.Target && len(text) == 0 {
		t.Errorf("%.60q: a target is empty", data)
	}
	last := int64(-1)
	for _, b := range p.Paragraphs {
		if b.From <= last || b.From >= int64(len(text)) || b.Number < 0 {
			t.Errorf("%.60q: a part of %d bytes has a paragraph %+v after %d", data, len(text), b, last)
		}
		last = b.From
	}
	if p.Place.Format == "" {
		t.Errorf("%.60q: the part %.60q has no format", data, text)
	}
	if len(p.Label) > document.MaxLabel || !utf8.ValidString(p.Label) {
		t.Errorf("%.60q: label %q", data, p.Label)
	}
}

func write(b *strings.Builder, p *document.Part, text []byte) {
	b.WriteString([...]string{"text", "target", "file"}[p.Kind])
	exact := ""
	if p.Exact {
		exact = "="
	}
	fmt.Fprintf(b, " %s[%d:%d]", exact, p.Range.From, p.Range.To)
	b.WriteString(Place(&p.Place))
	if p.Label != "" {
		fmt.Fprintf(b, " %q", p.Label)
	}
	if p.Name != "" {
		fmt.Fprintf(b, " %q", p.Name)
	}
	if p.Media != "" {
		fmt.Fprintf(b, " %s", p.Media)
	}
	if p.Base != "" {
		fmt.Fprintf(b, " base %s", p.Base)
	}
	fmt.Fprintf(b, ": %q\n", text)
}

// Place returns the fields of a place, each after a space.
func Place(p *document.Place) string {
	var b strings.Builder
	if p.Member != "" {
		fmt.Fprintf(&b, " %s", p.Member)
	}
	if p.Page > 0 {
		fmt.Fprintf(&b, " page %d", p.Page)
	}
	if p.Slide > 0 {
		fmt.Fprintf(&b, " slide %d", p.Slide)
	}
	if p.Cell != "" {
		fmt.Fprintf(&b, " %s", p.Cell)
	}
	if p.Object > 0 {
		fmt.Fprintf(&b, " object %d", p.Object)
	}
	if p.Revision > 0 {
		fmt.Fprintf(&b, " revision %d", p.Revision)
	}
	if p.Relation != "" {
		fmt.Fprintf(&b, " (%s)", p.Relation)
	}
	return b.String()
}

// Damage reads a small document cut off and changed at each byte, and fails the test if a
// part breaks an invariant. A panic fails it too. Only at the level Long are all bytes tried.
func Damage(t *testing.T, open document.Opener, data []byte) {
	t.Helper()
	step := max(1, len(data)/[...]int{effort.Short: 50, effort.Normal: 100, effort.Thorough: 400, effort.Long: len(data) + 1}[effort.Get()])
	changed := bytes.Clone(data)
	for i := 0; i < len(data); i += step {
		Read(t, open, data[:i])
		for _, c := range [...]byte{0, 0xFF, data[i] ^ 1, data[i] + 0x80} {
			changed[i] = c
			Read(t, open, changed)
		}
		changed[i] = data[i]
	}
}

// Fuzz makes open the target of f. The caller adds seeds.
func Fuzz(f *testing.F, open document.Opener) {
	f.Fuzz(func(t *testing.T, data []byte) { Read(t, open, data) })
}

package link

import (
	"fmt"
	"slices"
	"testing"
)

func TestParseField(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{``, `{  }`},
		{` HYPERLINK "http://a.example/" `, `{hyperlink http://a.example/ }`},
		{`hyperlink http://a.example/ \t "_blank"`, `{hyperlink http://a.example/ }`},
		{`HYPERLINK \l "top"`, `{hyperlink  }`},
		{`HYPERLINK "http://a.example/" \l "top" \o "a tip"`, `{hyperlink http://a.example/#top }`},
		{`HYPERLINK \n "http://a.example/"`, `{hyperlink http://a.example/ }`},
		{`HYPERLINK "c:\\a\\b" \h`, `{hyperlink c:\a\b }`},
		{"HYPERLINK \u201Chttp://a.example/\u201D", `{hyperlink http://a.example/ }`},
		{`HYPERLINK "http://a.example/" \o "see http://b.example/"`, `{hyperlink http://a.example/ see http://b.example/` + "\n}"},
		{`INCLUDEPICTURE "http://a.example/p.png" \* MERGEFORMAT \d`, `{image http://a.example/p.png }`},
		{`LINK Word.Document.8 "http://a.example/o.doc" "r" \a \p`, `{oleLink http://a.example/o.doc }`},
		{"HYPERLINK \u201Ehttp://a.example/\u201C\u00A0\\l\u00A0b\u00A0\\o www.b.example", "{hyperlink http://a.example/#b www.b.example\n}"},
		{`HYPERLINK "http://a.example/\"b" c`, `{hyperlink http://a.example/"b }`},
		{`HYPERLINK \`, `{hyperlink \ }`},
		{`DDEAUTO excel "http://a.example/x"`, "{field  excel\nhttp://a.example/x\n}"},
		{`PAGE \* MERGEFORMAT`, `{field  }`},
		{`HYPERLINK "http://a.example/`, `{hyperlink http://a.example/ }`},
	} {
		if got := show(ParseField(c.in)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.in, got, c.want)
		}
	}
}

// show returns a Field without its Type.
func show(f Field) string { return fmt.Sprintf("{%s %s %s}", f.Relation, f.Target, f.Text) }

func TestSplit(t *testing.T) {
	for _, test := range []struct {
		instruction string
		want        []string
	}{
		{"", nil},
		{"  PAGE ", []string{"PAGE"}},
		{`HYPERLINK "http://a.example/ b" \o "c"`, []string{"HYPERLINK", "http://a.example/ b", `\o`, "c"}},
		{`HYPERLINK http://a.example/`, []string{"HYPERLINK", "http://a.example/"}},
		{`HYPERLINK "a`, []string{"HYPERLINK", "a"}},
		{`HYPERLINK “a b” c`, []string{"HYPERLINK", "a b", "c"}},
		{`DDE "c:\\a\\b" "\"c\""`, []string{"DDE", `c:\a\b`, `"c"`}},
		{`A "c:\a" \b`, []string{"A", `c:\a`, `\b`}},
		{`A "" b`, []string{"A", "", "b"}},
		{`A\`, []string{`A\`}},
		{`A \éb`, []string{"A", `\é`, "b"}},
	} {
		var got []string
		for _, w := range split(test.instruction) {
			if w.isSwitch {
				w.text = `\` + w.text
			}
			got = append(got, w.text)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", test.instruction, got, test.want)
		}
	}
}

package members_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/documenttest"
	"github.com/urlgrep/urlgrep/internal/document/markup"
	"github.com/urlgrep/urlgrep/internal/document/members"
	"github.com/urlgrep/urlgrep/internal/document/richtext"
	"github.com/urlgrep/urlgrep/internal/document/zipfile"
	"github.com/urlgrep/urlgrep/internal/document/zipfile/ziptest"
)

// A book has members that are words, which are read word by word. The member "none" is left out.
type book struct {
	w     *richtext.Writer
	words []string
	log   *strings.Builder
}

type source struct {
	w    *richtext.Writer
	rest []string
}

func (s *source) Step() bool {
	if len(s.rest) == 0 {
		return false
	}
	s.w.Line([]byte(s.rest[0]))
	s.rest = s.rest[1:]
	return true
}

func (b *book) Begin(i int) (members.Source, bool) {
	fmt.Fprintf(b.log, "begin %d\n", i)
	if i == len(b.words) {
		return nil, false
	}
	b.w.Place = document.Place{Format: "words", Member: b.words[i]}
	if b.words[i] == "none" {
		return nil, true
	}
	return &source{b.w, strings.Fields(b.words[i])}, true
}

func (b *book) End(s members.Source) {
	fmt.Fprintf(b.log, "end after %d\n", len(s.(*source).rest))
	b.w.End()
}

// TestReader checks the calls of a Book, and that the gaps follow the members.
func TestReader(t *testing.T) {
	var log strings.Builder
	data := ziptest.Make(t, "=a", "http://a.example/")
	data[len(data)-2] = 5 // the length of a comment
	open := ziptest.Opener(func(a *zipfile.Archive, env *document.Env) document.Reader {
		w := richtext.New(env)
		return members.New(&book{w, []string{"http://one/ http://two/", "none", "", "http://three/"}, &log}, a, w, "words")
	})
	got := documenttest.Read(t, open, append(data, "a gap"...))
	size := len(data)
	want := fmt.Sprintf(`text [0:0] http://one/ http://two/: "http://one/\nhttp://two/\n"
text [0:0] http://three/: "http://three/\n"
file =[%[1]d:%[2]d] (bytes %[1]d-%[2]d) "(bytes %[1]d-%[2]d)": "a gap"
`, size, size+5)
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	// After the last member, Begin is called for each part that follows, and for the end.
	const calls = "begin 0\nend after 0\nbegin 1\nbegin 2\nend after 0\nbegin 3\nend after 0\nbegin 4\nbegin 4\n"
	if log.String() != calls {
		t.Errorf("calls:\n%swant\n%s", log.String(), calls)
	}
}

// texts reads the text of XML: each text is a line.
type texts struct {
	w *richtext.Writer
	s *markup.Scanner
}

func (x *texts) Step() bool {
	k := x.s.Next()
	if k == markup.Text {
		x.w.Line(x.s.Text)
	}
	return k != markup.EOF
}

// TestList checks the order and the uses of the members of a List, and the note about damage.
func TestList(t *testing.T) {
	open := ziptest.Opener(func(a *zipfile.Archive, env *document.Env) document.Reader {
		w := richtext.New(env)
		var order []int
		for i := range a.Members {
			order = append([]int{i}, order...)
		}
		use := func(m *zipfile.Member) (members.Use, string) {
			switch {
			case strings.HasSuffix(m.Name, "/") || m.Name == "link":
				t.Errorf("the use of %s, which is no file", m.Name)
			case strings.HasSuffix(m.Name, ".xml"):
				return members.XML, ""
			case strings.HasSuffix(m.Name, ".html"):
				return members.File, "text/html"
			case strings.HasSuffix(m.Name, ".txt"):
				return members.File, ""
			}
			return members.Skipped, ""
		}
		l := members.List{Order: order, Use: use, Open: func(s *markup.Scanner) members.Source { return &texts{w, s} }}
		return members.NewList(l, a, w, env, "list")
	})
	got := ziptest.Read(t, open,
		"a.xml", "<a>http://a.example/</a>", "d/", "", "b.png", "http://b.example/", "c.html", "<p>c</p>",
		"=d.txt", "d", "e.xml", "<a>http://e.example/</a><b", "#link", "a.xml", "f.xml", "<a>http://f.example/</a>")
	const want = `text f.xml: "http://f.example/\n"
note: a damaged document, read as far as possible: e.xml at byte 340: its XML is cut off at byte 26
text e.xml: "http://e.example/\n"
file d.txt "d.txt": "d"
file c.html "c.html" text/html: "<p>c</p>"
text a.xml: "http://a.example/\n"
`
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

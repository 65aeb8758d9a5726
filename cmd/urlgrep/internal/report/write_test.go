package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report/reporttest"
)

// written returns the page of d.
func written(t *testing.T, d *report.Data) string {
	t.Helper()
	var b bytes.Buffer
	if err := report.Write(&b, d); err != nil {
		t.Fatal(err)
	}
	if !report.IsPage(b.Bytes()) || report.IsPage([]byte("<!DOCTYPE html>\n<title>urlgrep</title>")) {
		t.Error("IsPage is wrong")
	}
	return b.String()
}

// elements returns the elements of a page, parsed as browsers do.
func elements(t *testing.T, page string) (all []*html.Node) {
	t.Helper()
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			all = append(all, n)
		}
	}
	return all
}

// attr returns the value of an attribute of n.
func attr(n *html.Node, name string) (value string, ok bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

// text returns the text in n.
func text(n *html.Node) string {
	var b strings.Builder
	for n := range n.Descendants() {
		if n.Type == html.TextNode {
			b.WriteString(n.Data)
		}
	}
	return b.String()
}

var datas = map[string]*report.Data{
	"empty":   {},
	"sample":  reporttest.Sample(500),
	"huge":    reporttest.Huge(),
	"hostile": reporttest.Hostile(),
}

// TestElements checks that a page has the elements and attributes of its templates only,
// whatever its texts are: no other script or style, no handler, and no link out of the page.
func TestElements(t *testing.T) {
	for name, d := range datas {
		t.Run(name, func(t *testing.T) {
			count := map[string]int{}
			for _, n := range elements(t, written(t, d)) {
				count[n.Data]++
				switch n.Data {
				case "img", "iframe", "object", "embed", "link", "base", "form", "textarea", "use", "image":
					t.Errorf("an element %s", n.Data)
				}
				for _, a := range n.Attr {
					switch {
					case strings.HasPrefix(a.Key, "on"), a.Key == "style", a.Key == "src", a.Key == "srcset", a.Key == "action":
						t.Errorf("<%s> has the attribute %s=%q", n.Data, a.Key, a.Val)
					case a.Key == "href" && !strings.HasPrefix(a.Val, "#"):
						t.Errorf("<%s> is a link to %q", n.Data, a.Val)
					}
				}
			}
			for name, want := range map[string]int{"html": 1, "head": 1, "body": 1, "main": 1, "header": 1, "footer": 1, "h1": 1, "style": 1, "script": 2} {
				if count[name] != want {
					t.Errorf("%d elements %s, want %d", count[name], name, want)
				}
			}
		})
	}
}

// TestRows checks that the rows of the page are those of the data.
func TestRows(t *testing.T) {
	for name, d := range datas {
		t.Run(name, func(t *testing.T) {
			var data string
			for _, n := range elements(t, written(t, d)) {
				if id, _ := attr(n, "id"); id == "data" {
					data = text(n)
				}
			}
			if i := strings.IndexAny(data, "<>&\u2028\u2029"); i >= 0 {
				t.Errorf("the rows contain %q", data[i:i+1])
			}
			var rows []report.Row
			if err := json.Unmarshal([]byte(data), &rows); err != nil {
				t.Fatal(err)
			}
			want := slices.Clone(d.Table.Rows)
			for i := range want {
				want[i] = valid(t, want[i])
			}
			if len(rows) != len(want) || len(rows) > 0 && !reflect.DeepEqual(rows, want) {
				t.Error("the rows are not those of the data")
			}
		})
	}
}

// valid returns row with U+FFFD for bytes that are not UTF-8, as JSON has them.
func valid(t *testing.T, row report.Row) (v report.Row) {
	t.Helper()
	b, err := json.Marshal(row)
	if err == nil {
		err = json.Unmarshal(b, &v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestWriteError checks that Write returns the error of its writer.
func TestWriteError(t *testing.T) {
	full := errors.New("no space")
	for _, limit := range []int{0, 10, 5000, 60000} {
		if err := report.Write(&limited{limit, full}, reporttest.Sample(500)); !errors.Is(err, full) {
			t.Errorf("the error after %d bytes is %v", limit, err)
		}
	}
}

// A limited is a writer that fails after some bytes.
type limited struct {
	left int
	err  error
}

func (l *limited) Write(b []byte) (int, error) {
	if len(b) > l.left {
		return 0, l.err
	}
	l.left -= len(b)
	return len(b), nil
}

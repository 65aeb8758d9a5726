package parse_test

import (
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/members"
	"github.com/urlgrep/urlgrep/parse"
)

// TestSpans checks the names of components, in the order of the text, and the offsets of
// their spans. Absent components are left out.
func TestSpans(t *testing.T) {
	for _, c := range []struct {
		level     parse.Level
		url, want string
	}{
		{parse.Lenient, "HTTP://u:p@h:8/a?b#c", "scheme 0-4, authority 7-14, userinfo 7-10, user 7-8, password 9-10, host 11-12, port 13-14, path 14-16, query 17-18, fragment 19-20"},
		{parse.Lenient, "http://@h:", "scheme 0-4, authority 7-10, userinfo 7-7, user 7-7, host 8-9, port 10-10, path 10-10"},
		{parse.Lenient, "http://h?#", "scheme 0-4, authority 7-8, host 7-8, path 8-8, query 9-9, fragment 10-10"},
		{parse.Lenient, "http://a@b@h/", "scheme 0-4, authority 7-12, userinfo 7-10, user 7-10, host 11-12, path 12-13"},
		{parse.RFC3986, "http://:p@[::1]:8/", "scheme 0-4, authority 7-17, userinfo 7-9, user 7-7, password 8-9, host 10-15, port 16-17, path 17-18"},
		{parse.RFC3986, "mailto:a@b", "scheme 0-6, path 7-10"},
		{parse.RFC3986, "x:", "scheme 0-1, path 2-2"},
		{parse.RFC1738, "http://h:8", "scheme 0-4, host 7-8, port 9-10"},
		{parse.RFC1738, "http://h/", "scheme 0-4, host 7-8, urlpath 9-9, path 9-9"},
		{parse.RFC1738, "http://h/a/b?c#d", "scheme 0-4, host 7-8, urlpath 9-14, path 9-12, search 13-14, fragment 15-16"},
		{parse.RFC1738, "ftp://u:@h/a//b;type=i#", "scheme 0-3, user 6-7, password 8-8, host 9-10, urlpath 11-22, cwd 11-12, cwd 13-13, name 14-15, typecode 21-22, fragment 23-23"},
		{parse.RFC1738, "ftp://h", "scheme 0-3, host 6-7"},
		{parse.RFC1738, "gopher://h", "scheme 0-6, host 9-10, selector 10-10"},
		{parse.RFC1738, "gopher://h/", "scheme 0-6, host 9-10, urlpath 11-11, selector 11-11"},
		{parse.RFC1738, "gopher://h/%41a%09b%09c", "scheme 0-6, host 9-10, urlpath 11-23, gtype 11-14, selector 14-15, search 18-19, plus 22-23"},
		{parse.RFC1738, "mailto:a@b", "scheme 0-6, address 7-10"},
		{parse.RFC1738, "news:*", "scheme 0-4, group 5-6"},
		{parse.RFC1738, "news:a@b", "scheme 0-4, article 5-8"},
		{parse.RFC1738, "nntp://h/a/1", "scheme 0-4, host 7-8, urlpath 9-12, group 9-10, article_number 11-12"},
		{parse.RFC1738, "telnet://u@h:1/", "scheme 0-6, user 9-10, host 11-12, port 13-14, urlpath 15-15"},
		{parse.RFC1738, "wais://h/d?s", "scheme 0-4, host 7-8, urlpath 9-12, database 9-10, search 11-12"},
		{parse.RFC1738, "wais://h/d/t/p", "scheme 0-4, host 7-8, urlpath 9-14, database 9-10, wtype 11-12, wpath 13-14"},
		{parse.RFC1738, "file:///p", "scheme 0-4, host 7-7, path 8-9"},
		{parse.RFC1738, "prospero://h/o;a=;=b", "scheme 0-8, host 11-12, urlpath 13-20, hsoname 13-14, field 15-16, value 17-17, field 18-18, value 19-20"},
		{parse.RFC1738, "x://u:p@h:1/a", "scheme 0-1, schemepart 2-13, user 4-5, password 6-7, host 8-9, port 10-11, urlpath 12-13"},
		{parse.RFC1738, "x://h:y#f", "scheme 0-1, schemepart 2-7, fragment 8-9"},
		{parse.Lenient, "Http://a b", "scheme 0-4"},
		{parse.Lenient, " ", ""},
	} {
		u, _ := parse.Parse(c.url, c.level)
		var got []string
		for c := range u.All() {
			if c.Present {
				got = append(got, fmt.Sprintf("%s %d-%d", c.Name, c.Span.From, c.Span.To))
			}
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("Parse(%q, %v):\n got %s\nwant %s", c.url, c.level, got, c.want)
		}
	}
}

// checkSpans fails if the components that u iterates over are not those of its JSON, in
// the same order, or if one is not its span of the text.
func checkSpans(t *testing.T, u parse.URL) {
	t.Helper()
	at, outer := 0, parse.Span{To: len(u.Text)}
	for c := range u.All() {
		switch {
		case c.Span.From < at || c.Span.To < c.Span.From || c.Span.To > outer.To && c.Span.From < outer.To || c.Span.To > len(u.Text):
			t.Errorf("Parse(%q, %v): %s is at %v, after %d", u.Text, u.Level, c.Name, c.Span, at)
			return
		case u.Text[c.Span.From:c.Span.To] != c.Value || !c.Present && c.Span.To > c.Span.From:
			t.Errorf("Parse(%q, %v): %s is %+v, not %q", u.Text, u.Level, c.Name, c, u.Text[c.Span.From:c.Span.To])
		}
		switch c.Name {
		case "authority", "userinfo", "urlpath", "schemepart":
			at, outer = c.Span.From, c.Span
		default:
			at = c.Span.To
		}
		if c.Present && c.Name != "cwd" && c.Name != "field" && c.Name != "value" {
			if found := u.Find(c.Name); found != c {
				t.Errorf("Parse(%q, %v): Find(%s) is %+v, want %+v", u.Text, u.Level, c.Name, found, c)
			}
		}
	}
	if members.Of(u) == nil {
		return
	}
	want := jsonComponents(t, u)
	if got := spanComponents(u); !reflect.DeepEqual(got, want) {
		t.Errorf("Parse(%q, %v): All yields\n%v; the fields are\n%v", u.Text, u.Level, got, want)
	}
}

// spanComponents lists the components of u by All, except for scheme and fragment, under the
// names of their fields.
func spanComponents(u parse.URL) (list []string) {
	for c := range u.All() {
		switch c.Name {
		case "scheme", "fragment":
			continue
		case "gtype":
			c.Value, c.Present = u.Parts.(parse.Gopher).Type, true
		case "cwd":
			if !c.Present {
				continue
			}
		}
		value := "null"
		if c.Present {
			b, _ := json.Marshal(c.Value)
			value = string(b)
		}
		list = append(list, c.Name+" "+value)
	}
	return list
}

// jsonComponents lists the components of u by its fields.
func jsonComponents(t *testing.T, u parse.URL) (list []string) {
	d := json.NewDecoder(strings.NewReader(encode(t, members.Of(u))))
	d.Token()
	for d.More() {
		name, _ := d.Token()
		var value any
		if err := d.Decode(&value); err != nil {
			t.Fatal(err)
		}
		add := func(name string, value any) { list = append(list, name+" "+encode(t, value)) }
		switch name := name.(string); name {
		case "host_kind", "ip":
		case "cwd":
			for _, cwd := range value.([]any) {
				add("cwd", cwd)
			}
		case "fields":
			for _, f := range value.([]any) {
				add("field", f.([]any)[0])
				add("value", f.([]any)[1])
			}
		default:
			add(name, value)
		}
	}
	return list
}

// FuzzSpans checks, for any text and each level, that each component is its span of the
// text.
func FuzzSpans(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
	data, err := os.ReadFile("testdata/cases.txt")
	if err != nil {
		f.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if text, _, isCase := strings.Cut(line, " => "); isCase {
			f.Add(strings.ReplaceAll(text, caret, ""))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, level := range parse.Levels() {
			u, _ := parse.Parse(text, level)
			checkSpans(t, u)
		}
	})
}

// TestSpanAllocs checks that Find and All allocate nothing.
func TestSpanAllocs(t *testing.T) {
	for _, level := range parse.Levels() {
		u, err := parse.Parse("ftp://u:p@h/a/b/c;type=i#d", level)
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(100, func() {
			if !u.Find("password").Present {
				t.Fatal("no password")
			}
		}); n > 0 {
			t.Errorf("Find at %v: %v allocations", level, n)
		}
	}
}

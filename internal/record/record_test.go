package record_test

import (
	"bytes"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/defang"
	"github.com/urlgrep/urlgrep/internal/jsonenc"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/internal/record/recordtest"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
	"github.com/urlgrep/urlgrep/internal/testing/members"
	"github.com/urlgrep/urlgrep/internal/urlkey"
	"github.com/urlgrep/urlgrep/parse"
)

// TestEncode checks that Encode writes a match as encoding/json does.
func TestEncode(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	var of record.Record
	var e jsonenc.Encoder
	for range effort.Rounds(20_000) {
		m, file, view := recordtest.RandomMatch(r), recordtest.RandomText(r), record.View{Defang: r.IntN(2) == 0, Same: urlkey.Kind(r.IntN(5))}
		o := recordtest.New(file, m, view.Defang)
		if o.Key = record.Key(view.Same, m.Kind, m.URL); view.Defang && view.Same != urlkey.Archive {
			o.Key = string(defang.Append(nil, o.Key, len(o.Key)))
		}
		want := bytes.TrimSuffix(recordtest.Encode(o), []byte("\n"))
		record.Reset(&of, view, file, m)
		e.Reset()
		if record.Encode(&e, &of); !bytes.Equal(e.B, want) {
			t.Fatalf("%+v: got\n%s\nwant\n%s", m, e.B, want)
		}
	}
}

// TestNames checks that a template has a method for each column of a table, and that each
// method has one or more columns, except those for texts of several lines.
func TestNames(t *testing.T) {
	var methods []string
	for i := range reflect.TypeFor[*record.Record]().NumMethod() {
		switch m := reflect.TypeFor[*record.Record]().Method(i); m.Name {
		case "Text", "String", "Format", "MarshalJSON", "Message", "Document":
		default:
			methods = append(methods, m.Name)
		}
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[record.Message]()) {
		if f.Name != "DateRaw" {
			methods = append(methods, "Message"+f.Name)
		}
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[record.Document]()) {
		methods = append(methods, "Document"+f.Name)
	}
	var columns []string
	for _, c := range record.Columns {
		columns = append(columns, record.MethodName(c.Name))
	}
	slices.Sort(methods)
	slices.Sort(columns)
	if !slices.Equal(methods, columns) {
		t.Errorf("methods are\n%s, columns\n%s", methods, columns)
	}
}

// TestColumnNeeds checks that a column has the same text without the properties of a match that
// it does not need, and that plain text is plain.
func TestColumnNeeds(t *testing.T) {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-+.: "
	r := rand.New(rand.NewPCG(7, 8))
	for range effort.Rounds(2000) {
		m := recordtest.RandomMatch(r)
		for i := range record.Columns {
			c, less := &record.Columns[i], *m
			if !c.Needs.Has(record.Places) {
				less.Line, less.QuoteDepth, less.Signature = 0, 0, false
				less.Message, less.Part, less.Header, less.Document, less.Element = nil, "", "", nil, nil
			}
			if !c.Needs.Has(record.Signs) {
				less.Signs = nil
			}
			if c.IsBrief {
				less = extract.Match{URL: m.URL, Line: m.Line, Offset: m.Offset}
			}
			want := c.AppendText(nil, record.New(record.View{}, "a", m))
			got := c.AppendText(nil, record.New(record.View{}, "a", &less))
			if !bytes.Equal(got, want) {
				t.Fatalf("%s is %q with what it needs, want %q", c.Name, got, want)
			}
			if c.IsPlain && strings.Trim(string(want), plain) != "" {
				t.Errorf("%s is plain, but %q", c.Name, want)
			}
		}
	}
}

// TestComponents checks that the members of a URL are those of its JSON.
func TestComponents(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	var e jsonenc.Encoder
	for range effort.Rounds(20_000) {
		text := recordtest.RandomMatch(r).URL
		for _, level := range parse.Levels() {
			u, err := parse.Parse(text, level)
			if err != nil {
				continue
			}
			want := bytes.TrimSuffix(recordtest.Encode(members.Of(u)), []byte("\n"))
			e.Reset()
			if record.EncodeComponents(&e, jsonenc.Member, &u, false); !bytes.Equal(e.B, want) {
				t.Fatalf("%q at %v: got\n%s\nwant\n%s", text, level, e.B, want)
			}
		}
	}
}

// TestDangers checks the offset of each danger.
func TestDangers(t *testing.T) {
	for _, test := range []struct {
		level parse.Level
		text  string // "^" is before the byte that the danger is about
		want  string
	}{
		{parse.Lenient, "http://^joe@a.example/", "userinfo-host"},
		{parse.Lenient, "http://^www.b.example@a.example/", "host-in-userinfo"},
		{parse.Lenient, "ftp://a^@b@a.example/", "multiple-at"},
		{parse.Lenient, "ftp://joe:^pw@a.example/", "password-in-url"},
		{parse.RFC1738, "ftp://joe:^pw@a.example/", "password-in-url"},
		{parse.RFC1738, "ftp://:^pw@a.example/", "password-in-url"},
		{parse.RFC1738, "x://joe:^pw@a.example/", "password-in-url"},
		{parse.Lenient, "http://^aр.example/", "mixed-script"},
		{parse.Lenient, "http://^0x7f.1/", "numeric-host"},
		{parse.RFC3986, "http://^0x7f.1/", "numeric-host"},
		{parse.Lenient, "ftp://joe@^0x7f.1/", "numeric-host"},
		{parse.Lenient, "http://a.example:^25/", "unusual-port"},
		{parse.RFC1738, "http://a.example:^25/", "unusual-port"},
		{parse.Lenient, "telnet://a.example:^25/", "reserved-port"},
		{parse.RFC3986, "ftp://a:b@[::1]:^25", "reserved-port"},
		{parse.Lenient, "http://a.example/^%0d%0a", "encoded-control"},
		{parse.Lenient, "http://a.example/^%09%09%09", "encoded-control"},
		{parse.Lenient, "gopher://a.example/1%09%09^%09", "encoded-control"},
		{parse.RFC1738, "gopher://a.example/1%09%09^%09", "encoded-control"},
		{parse.RFC1738, "gopher://a.example/^%09%09%09%09", "encoded-control"},
		{parse.Lenient, "http://a.example/^\u202eb", "bidi-control"},
	} {
		before, after, _ := strings.Cut(test.text, "^")
		m := matchOf(t, before+after, test.level)
		found := false
		for _, d := range record.Dangers(m, nil, record.Notes) {
			if d.Name == test.want {
				found = true
				if d.Offset != len(before) {
					t.Errorf("%s of %q is at %d, want %d", test.want, m.URL, d.Offset, len(before))
				}
			}
		}
		if !found || !record.IsDangerous(m, nil, record.Notes) {
			t.Errorf("%q at %v has no %s", m.URL, test.level, test.want)
		}
	}
}

// matchOf returns the match of the URL in a text that is only that, with its signs.
func matchOf(t *testing.T, url string, level parse.Level) *extract.Match {
	t.Helper()
	o := &extract.Options{Input: extract.InputText, Level: level, Signs: new(extract.Signs)}
	for m, err := range extract.Bytes([]byte("<URL:"+url+">"), o) {
		if err == nil && m.URL == url {
			return &m
		}
	}
	t.Fatalf("%q is not found", url)
	return nil
}

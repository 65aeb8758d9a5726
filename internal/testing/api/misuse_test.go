package api_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/extract/documents"
	"github.com/urlgrep/urlgrep/parse"
	"github.com/urlgrep/urlgrep/unwrap"
	"github.com/urlgrep/urlgrep/wrapper"
)

// types has a zero value of each exported type that is not an interface.
var types = []any{
	new(extract.Checkpoint), new(extract.Counts), new(documents.Format), new(extract.Document), new(extract.Documents), new(extract.Element), new(extract.Evidence),
	new(extract.Input), new(extract.Kind), new(extract.KnownHosts), new(extract.Limits), new(extract.Line),
	new(extract.Match), new(extract.Message), new(extract.Note), new(extract.Options), new(extract.Piece), new(extract.Position),
	new(extract.Range), new(extract.Rejoin), new(extract.Scanner), new(extract.Sign), new(extract.Signs), new(extract.Survey),
	new(extract.Surveyor), new(extract.Validity),
	new(parse.Class), new(parse.Component), new(parse.Error), new(parse.FTP), new(parse.Field),
	new(parse.File), new(parse.Generic), new(parse.Gopher), new(parse.HTTP), new(parse.HostPort),
	new(parse.Level), new(parse.Login), new(parse.Mailto), new(parse.NNTP), new(parse.NamedComponent), new(parse.News),
	new(parse.Other), new(parse.Prospero), new(parse.Span), new(parse.Telnet), new(parse.URL), new(parse.WAIS), new(parse.Warnings),
	new(unwrap.Options), new(unwrap.Result), new(unwrap.RuleError), new(unwrap.Rules),
	new(extract.Schemes), new(wrapper.Wrapper),
}

// usable are the methods whose comments allow a nil pointer.
var usable = []string{
	"unwrap.Rules.Clean", "extract.Schemes.String", "extract.Schemes.MarshalText",
}

// TestTypes checks that types is complete.
func TestTypes(t *testing.T) {
	names := make(map[string]bool)
	for _, v := range types {
		names[reflect.TypeOf(v).Elem().String()] = true
	}
	for _, name := range []string{"extract", "documents", "parse", "unwrap", "wrapper"} {
		text, err := os.ReadFile(filepath.Join("testdata", name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^type (\w+)( interface| =)?`).FindAllSubmatch(text, -1) {
			if full := name + "." + string(m[1]); len(m[2]) == 0 && !names[full] {
				t.Errorf("%s is not in types", full)
			}
		}
	}
}

// TestZeroValues calls each method of the zero value of each type with zero arguments. None
// panics.
func TestZeroValues(t *testing.T) {
	for _, zero := range types {
		typ := reflect.TypeOf(zero)
		for i := range typ.NumMethod() {
			name := typ.Elem().String() + "." + typ.Method(i).Name
			v := reflect.New(typ.Elem())
			if panicked := called(v.Method(i)); panicked != nil {
				t.Errorf("%s panics with %v", name, panicked)
			}
		}
	}
}

// TestNilPointers calls the methods in usable with a nil pointer.
func TestNilPointers(t *testing.T) {
	n := 0
	for _, zero := range types {
		typ := reflect.TypeOf(zero)
		for i := range typ.NumMethod() {
			name := typ.Elem().String() + "." + typ.Method(i).Name
			if !slices.Contains(usable, name) {
				continue
			}
			n++
			if panicked := called(reflect.Zero(typ).Method(i)); panicked != nil {
				t.Errorf("%s of nil panics with %v", name, panicked)
			}
		}
	}
	if n != len(usable) {
		t.Errorf("%d of %d methods exist", n, len(usable))
	}
}

// called calls a method with zero arguments, and the iterator that it may return. It returns what
// the method panics with, or nil.
func called(method reflect.Value) (panicked any) {
	defer func() { panicked = recover() }()
	var in []reflect.Value
	for i := range method.Type().NumIn() {
		in = append(in, reflect.Zero(method.Type().In(i)))
	}
	if method.Type().NumIn() == 2 && method.Type().In(0) == reflect.TypeFor[fmt.State]() {
		return nil // Format: package fmt calls it
	}
	for _, out := range method.Call(in) {
		if out.Kind() == reflect.Func {
			out.Call([]reflect.Value{reflect.MakeFunc(out.Type().In(0), func([]reflect.Value) []reflect.Value {
				return []reflect.Value{reflect.ValueOf(true)}
			})})
		}
	}
	return nil
}

// TestMisuse checks what the comments say of arguments and calls that make no sense.
func TestMisuse(t *testing.T) {
	const text = "see http://a.example/ and http://b.example/\n"
	in := func() io.Reader { return strings.NewReader(text) }
	replace := func(m extract.Match) string { return m.URL }
	scan := func(s *extract.Scanner) (urls []string) {
		for s.Scan() {
			urls = append(urls, string(s.URL()))
		}
		return urls
	}
	both := "[http://a.example/ http://b.example/]"
	for _, c := range []struct {
		name string
		do   func() (any, error)
		want string // what do returns, or panics with
	}{
		// Functions and interfaces that are nil.
		{"NewScanner, nil", func() (any, error) { s := extract.NewScanner(nil, nil); return scan(s), s.Err() }, "[] <nil>"},
		{"Scanner, zero", func() (any, error) { s := new(extract.Scanner); return scan(s), s.Err() }, "[] <nil>"},
		{"Bytes, nil", func() (any, error) {
			for m, err := range extract.Bytes(nil, nil) {
				return m, err
			}
			return 0, nil
		}, "0 <nil>"},
		{"Replace, nil function", func() (any, error) { return nil, extract.Replace(io.Discard, in(), nil, nil) }, "panic: extract: nil Writer or function in Replace"},
		{"Replace, nil writer", func() (any, error) { return nil, extract.Replace(nil, in(), nil, replace) }, "panic: extract: nil Writer or function in Replace"},
		{"Replace, nil reader", func() (any, error) {
			var b bytes.Buffer
			err := extract.Replace(&b, nil, nil, replace)
			return b.String(), err
		}, " <nil>"},
		{"Options, nil functions", func() (any, error) {
			o := &extract.Options{Signs: &extract.Signs{Known: new(extract.KnownHosts)}}
			s := extract.NewScanner(in(), o)
			return scan(s), s.Err()
		}, both + " <nil>"},
		{"Options, Kinds", func() (any, error) {
			s := extract.NewScanner(in(), &extract.Options{Kinds: []extract.Kind{99}})
			return scan(s), s.Err()
		}, "[] invalid Options.Kinds: Kind(99)"},
		{"Options, Base", func() (any, error) {
			s := extract.NewScanner(in(), &extract.Options{Base: "http://joe:secret@a example/"})
			return scan(s), s.Err()
		}, `[] invalid Options.Base: "http://joe:xxxxx@a example/" is not an absolute URL with // after its scheme, of at most 4096 bytes`},
		{"Evidence, negative Max", func() (any, error) {
			e := &extract.Evidence{Max: -1}
			e.Add(&extract.Match{URL: "http://a.example/"})
			return e.Full(), nil
		}, "false <nil>"},
		{"Evidence, nil match", func() (any, error) {
			e := new(extract.Evidence)
			e.Add(nil)
			hyphens, open := e.Decide(nil)
			return hyphens + open, nil
		}, "0 <nil>"},
		{"Rules.Add, nil", func() (any, error) {
			r := new(unwrap.Rules)
			r.Add(nil)
			return r.Clean("http://a.example/?utm_source=b"), nil
		}, "http://a.example/ <nil>"},
		{"nil Rules.Add", func() (any, error) { (*unwrap.Rules)(nil).Add(new(unwrap.Rules)); return nil, nil }, "panic: unwrap: Add to nil Rules"},
		{"nil Rules.Clean", func() (any, error) {
			return (*unwrap.Rules)(nil).Clean("http://a.example/?b=c&utm_source=d"), nil
		}, "http://a.example/?b=c <nil>"},
		{"ParseRules, nil", func() (any, error) {
			r, skipped, err := unwrap.ParseRules(nil)
			return fmt.Sprint(r.Clean("x"), skipped), err
		}, "x[] <nil>"},
		{"Valid, nil", func() (any, error) { return parse.Valid([]byte(nil), parse.Lenient), nil }, "false <nil>"},
		{"wrapper.All, empty", func() (any, error) {
			for w := range wrapper.All("") {
				return w, nil
			}
			url, ok := wrapper.Rejoin("")
			return fmt.Sprint(url, ok), nil
		}, "false <nil>"},
		{"wrapper.Append, empty", func() (any, error) { return wrapper.Append(nil, "", -1, "") }, `[] "": no-scheme at offset 0 (RFC 3986, section 3.1: a scheme and a colon must come first)`},
		{"wrapper.Append, nil", func() (any, error) {
			text, err := wrapper.Append(nil, "x:y", -1, "")
			return string(text), err
		}, "<URL:x:y> <nil>"},
		{"Text, nil", func() (any, error) {
			for m, err := range extract.Text("", nil) {
				return m, err
			}
			return 0, nil
		}, "0 <nil>"},
		{"Warnings.Has", func() (any, error) { return parse.Warnings(1<<31 | 1).Has("no such name"), nil }, "false <nil>"},
		{"URL.Find", func() (any, error) {
			u, err := parse.Parse("http://a.example/", parse.Lenient)
			return u.Find("no such name").Present, err
		}, "false <nil>"},
		{"Range.Pieces", func() (any, error) {
			r := new(extract.Range)
			r.Reset(strings.NewReader(text), extract.Checkpoint{}, 0, -1)
			return pieces(r.Scanner(), -1)
		}, " a range cannot be divided into pieces"},

		// Order of calls.
		{"Pieces after Scan", func() (any, error) {
			s := extract.NewScanner(in(), nil)
			s.Scan()
			return pieces(s, -1)
		}, " " + extract.ErrScanned.Error()},
		{"Pieces after the last Scan", func() (any, error) {
			s := extract.NewScanner(in(), nil)
			scan(s)
			return pieces(s, -1)
		}, " " + extract.ErrScanned.Error()},
		{"Pieces twice", func() (any, error) {
			s := extract.NewScanner(in(), nil)
			pieces(s, -1)
			return pieces(s, -1)
		}, " " + extract.ErrScanned.Error()},
		{"Pieces after a loop that was left", func() (any, error) {
			s := extract.NewScanner(in(), nil)
			pieces(s, 1)
			return pieces(s, -1)
		}, " " + extract.ErrScanned.Error()},
		{"Pieces of a loop that was left, again", func() (any, error) {
			s := extract.NewScanner(in(), nil)
			list := s.Pieces()
			for range list {
				break
			}
			for p, err := range list {
				return string(p.Text), err
			}
			return nil, nil
		}, " " + extract.ErrScanned.Error()},
		{"Pieces in a loop over Pieces", func() (any, error) {
			s := extract.NewScanner(in(), nil)
			all := ""
			for p, err := range s.Pieces() {
				if err != nil {
					return all, err
				}
				text, inner := pieces(s, -1)
				if text != "" || inner != extract.ErrScanned {
					return text, inner
				}
				all += string(p.Text)
			}
			return all == text, nil
		}, "true <nil>"},
		{"Scan after Pieces", func() (any, error) {
			s := extract.NewScanner(in(), nil)
			pieces(s, -1)
			return scan(s), s.Err()
		}, "[] " + extract.ErrScanned.Error()},
		{"Scan after a loop that was left", func() (any, error) {
			s := extract.NewScanner(in(), nil)
			pieces(s, 1)
			return scan(s), s.Err()
		}, "[] " + extract.ErrScanned.Error()},
		{"All after Pieces", func() (any, error) {
			s := extract.NewScanner(in(), nil)
			pieces(s, -1)
			for m, err := range s.All() {
				return m.URL, err
			}
			return nil, nil
		}, " " + extract.ErrScanned.Error()},
		{"Scan in a loop over Pieces", func() (any, error) {
			s := extract.NewScanner(in(), nil)
			all := ""
			for p, err := range s.Pieces() {
				if err != nil {
					return all == text, err
				}
				if p.IsURL && s.Match().URL != string(p.Text) {
					return s.Match().URL, nil
				}
				if s.Scan() {
					return "found", nil
				}
				all += string(p.Text)
			}
			return all, nil
		}, "true " + extract.ErrScanned.Error()},
		{"Reset in a loop over Pieces", func() (any, error) {
			s := extract.NewScanner(in(), nil)
			for range s.Pieces() {
				s.Reset(in())
			}
			return nil, nil
		}, "panic: extract: Reset or Release in a loop over Scanner.Pieces"},
		{"Release in a loop over Pieces", func() (any, error) {
			s := extract.NewScanner(in(), nil)
			for range s.Pieces() {
				s.Release()
			}
			return nil, nil
		}, "panic: extract: Reset or Release in a loop over Scanner.Pieces"},
		{"Reset after Pieces", func() (any, error) {
			s := extract.NewScanner(in(), nil)
			pieces(s, 1)
			s.Reset(in())
			return scan(s), s.Err()
		}, both + " <nil>"},
		{"Pieces after Reset", func() (any, error) {
			s := extract.NewScanner(in(), nil)
			scan(s)
			s.Reset(in())
			all, err := pieces(s, -1)
			return all == text, err
		}, "true <nil>"},
		{"All after a loop that was left", func() (any, error) {
			s := extract.NewScanner(in(), nil)
			var urls []string
			for range 2 {
				for m, err := range s.All() {
					if err != nil {
						return nil, err
					}
					urls = append(urls, m.URL)
					break
				}
			}
			return urls, s.Err()
		}, both + " <nil>"},
		{"Scan after Release", func() (any, error) {
			s := extract.NewScanner(in(), nil)
			s.Scan()
			s.Release()
			return scan(s), s.Err()
		}, "[] <nil>"},
		{"Mark and Match without a Scan", func() (any, error) {
			s := extract.NewScanner(in(), &extract.Options{Line: func(*extract.Line) bool { return true }})
			s.Mark()
			_, _, ok := s.Place(parse.Span{To: 3})
			return fmt.Sprint(s.Match().URL, len(s.URL()), ok), s.Err()
		}, "0 false <nil>"},

		// Ranges.
		{"Range, before Reset", func() (any, error) {
			r := new(extract.Range)
			return r.Scanner().Scan(), r.Scanner().Err()
		}, "false <nil>"},
		{"Range, nil reader", func() (any, error) {
			r := new(extract.Range)
			err := r.Reset(nil, extract.Checkpoint{}, 0, -1)
			return r.Scanner().Scan(), err
		}, "false <nil>"},
		{"Range, end before its beginning", func() (any, error) {
			r := new(extract.Range)
			err := r.Reset(strings.NewReader(text), extract.Checkpoint{}, 40, 1)
			return r.Scanner().Scan(), err
		}, "false <nil>"},
		{"Range, beyond the end", func() (any, error) {
			r := new(extract.Range)
			err := r.Reset(strings.NewReader(text), extract.Checkpoint{}, math.MaxInt64-1, math.MaxInt64)
			return r.Scanner().Scan(), err
		}, "false <nil>"},
		{"Range, invalid options", func() (any, error) {
			r, err := extract.NewRange(&extract.Options{MaxURL: -1})
			return r.Scanner().Scan() || r.Reset(strings.NewReader(text), extract.Checkpoint{}, 0, -1) == nil, err
		}, "false invalid Options.MaxURL: -1"},
		{"Surveyor, zero", func() (any, error) {
			_, err := new(extract.Surveyor).Survey(0, 1)
			return nil, err
		}, "<nil> the Surveyor was not made by NewSurveyor"},
		{"Survey, zero", func() (any, error) {
			c, ok := extract.Survey{}.Add(extract.Survey{}).Guess(extract.Survey{})
			return fmt.Sprint(c, ok), nil
		}, "0 true <nil>"},

		// Values that are not of their types, and those of JSON that no program wrote.
		{"Match.Parse without a scheme", func() (any, error) {
			m := extract.Match{Kind: extract.Schemeless, URL: "www.a.example"}
			u, err := m.Parse()
			return u.Text, err
		}, " " + extract.ErrNoScheme.Error()},
		{"Match.Redacted", func() (any, error) {
			var list []string
			for _, m := range []extract.Match{
				{Kind: extract.Schemeless, URL: "www.a.example:80/b@c"}, {Kind: extract.Email, URL: "joe@a.example"}, {}, {URL: "http://u:secret@h/"},
				{URL: "http://u:sec ret@h/"}, {URL: "http://u:secret@h/", Level: 99}, {Kind: extract.Schemeless, URL: "u:secret@www.a.example"},
			} {
				list = append(list, m.Redacted())
			}
			return strings.Join(list, " "), nil
		}, "www.a.example:80/b@c joe@a.example  http://u:xxxxx@h/ http://u:xxxxx@h/ http://u:xxxxx@h/ u:xxxxx@www.a.example <nil>"},
		{"parse.Error, offsets", func() (any, error) {
			for _, offset := range []string{"-1", "999"} {
				var e parse.Error
				if err := json.Unmarshal([]byte(`{"url":"http://u:p@h/","error_offset":`+offset+`}`), &e); err != nil || e.Error() == "" || e.Rule() == "" {
					return offset, err
				}
			}
			return "", nil
		}, " <nil>"},
		{"parse.URL, fields", func() (any, error) {
			u := parse.URL{Scheme: "mailto"}
			return fmt.Sprint(u.MailFields(), u, u.HostASCII(), u.DecodedPath()), nil
		}, "[]  <nil>"},
		{"parse.URL, nil", func() (any, error) {
			text, err := json.Marshal((*parse.URL)(nil))
			return fmt.Sprint((*parse.URL)(nil)) + string(text), err
		}, "<nil>null <nil>"},
		{"Strings", func() (any, error) {
			return fmt.Sprint(extract.Kind(99), extract.Input(99), extract.Rejoin(99), extract.Validity(99),
				parse.Level(99), parse.Class(99), parse.Warnings(1<<31)), nil
		}, "Kind(99) Input(99) Rejoin(99) Validity(99) Level(99) Class(99)  <nil>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := func() (got string) {
				defer func() {
					if r := recover(); r != nil {
						var e runtime.Error
						if err, ok := r.(error); ok && errors.As(err, &e) {
							t.Errorf("panics with %v", r)
						}
						got = fmt.Sprint("panic: ", r)
					}
				}()
				v, err := c.do()
				return fmt.Sprint(v, " ", err)
			}()
			if got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// pieces returns the text of the first pieces, most or all, and the error.
func pieces(s *extract.Scanner, most int) (text string, err error) {
	for p, err := range s.Pieces() {
		if err != nil || most == 0 {
			return text, err
		}
		text += string(p.Text)
		most--
	}
	return text, nil
}

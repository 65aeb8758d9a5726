package record_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/jsonenc"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/internal/record/recordtest"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
	"github.com/urlgrep/urlgrep/parse"
)

// onlyLibrary are the fields of extract.Match in JSON that --json does not print.
var onlyLibrary = []string{"level", "url_offset", "url_end", "repaired", "signs", "hidden", "pixel", "list", "attached"}

// onlyCommand are the fields that --json prints and extract.Match does not have: those that the
// command finds out, and those that parse.URL has.
var onlyCommand = []string{"file", "hyphen_ambiguous", "key", "target", "via", "evidence", "place",
	"scheme", "user", "password", "host", "host_ascii", "port", "path", "query", "fragment", "parts", "valid", "errors", "warnings"}

// TestLibraryJSON checks that the fields of the JSON of a Match have the names and the values of
// those of --json, that none is missing, and that the JSON is read back.
func TestLibraryJSON(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range effort.Rounds(5_000) {
		m := recordtest.RandomMatch(r)
		valid := func(s *string) { *s = strings.ToValidUTF8(*s, "?") }
		valid(&m.Text)
		valid(&m.Part)
		valid(&m.Header)
		if m.URLOffset, m.URLEnd, m.Repaired = m.Offset+1, m.End-1, r.IntN(9) == 0; m.Line == 0 {
			m.Line = 1
		}
		if m.Message == nil {
			m.Part, m.Header = "", ""
		} else {
			m.Message.List, m.Message.Date = "l.example", m.Message.Date.UTC().Truncate(time.Second)
			for _, s := range []*string{&m.Message.ID, &m.Message.DateRaw, &m.Message.From, &m.Message.Subject, &m.Message.Newsgroups} {
				valid(s)
			}
		}
		if e := m.Element; e != nil {
			for _, s := range []*string{&e.Name, &e.Attribute, &e.Label} {
				valid(s)
			}
			if e.Hidden = "hidden"; m.Document != nil {
				m.Document.Label, m.Document.LabelCut = "", false // JSON has one label
			}
			e.Name = "x" + e.Name
		}
		if d := m.Document; d != nil {
			for _, s := range []*string{&d.Name, &d.Member, &d.Cell, &d.Relation, &d.Label} {
				valid(s)
			}
		}
		for i := range m.Signs {
			valid(&m.Signs[i].Evidence)
		}
		data, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		var library map[string]any
		if err := json.Unmarshal(data, &library); err != nil {
			t.Fatal(err)
		}
		sameFields(t, library, command(t, m))

		var again extract.Match
		if err := json.Unmarshal(data, &again); err != nil || !reflect.DeepEqual(&again, m) {
			t.Fatalf("%s: %v\n%+v, want\n%+v", data, err, again, m)
		}
	}
}

// command returns what --json prints for a match.
func command(t *testing.T, m *extract.Match) (fields map[string]any) {
	var of record.Record
	var e jsonenc.Encoder
	record.Reset(&of, record.View{}, "file", m)
	record.Encode(&e, &of)
	if err := json.Unmarshal(e.B, &fields); err != nil {
		t.Fatal(err)
	}
	return fields
}

// sameFields compares the fields of an object that the library has encoded with those of the
// command.
func sameFields(t *testing.T, library, command map[string]any) {
	t.Helper()
	for name, value := range library {
		printed, ok := command[name]
		if inner, isObject := value.(map[string]any); ok && isObject {
			sameFields(t, inner, printed.(map[string]any))
		} else if ok && !reflect.DeepEqual(value, printed) {
			t.Errorf("%s is %v, and printed as %v", name, value, printed)
		} else if !ok && !slices.Contains(onlyLibrary, name) {
			t.Errorf("%s is %v, and not printed", name, value)
		}
	}
	for name, value := range command {
		if _, ok := library[name]; !ok && !slices.Contains(onlyCommand, name) {
			t.Errorf("%s is printed as %v, and missing", name, value)
		}
	}
}

// TestURLJSON checks that the fields of the JSON of a parse.URL have the names and the values of
// those of --json.
func TestURLJSON(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	n := 0
	for range effort.Rounds(5_000) {
		m := recordtest.RandomMatch(r)
		m.Kind, m.Signs = extract.Bare, nil
		for _, m.Level = range []parse.Level{parse.Lenient, parse.RFC1738} {
			u, err := m.Parse()
			if err != nil || u.Redacted() != u.Text || !parse.Valid(u.Text, parse.Lenient) {
				continue // --json prints the components at lenient, and passwords
			}
			data, err := json.Marshal(u)
			if err != nil {
				t.Fatal(err)
			}
			var library map[string]any
			if err := json.Unmarshal(data, &library); err != nil {
				t.Fatal(err)
			}
			printed := command(t, m)
			for name, value := range library {
				switch want, ok := printed[name]; {
				case slices.Contains([]string{"level", "authority", "userinfo", "host_kind", "fragment_valid"}, name):
				case !ok || !reflect.DeepEqual(value, want):
					t.Errorf("%s: %s is %v, want %v", data, name, value, want)
				}
			}
			for _, name := range []string{"user", "password", "host", "port", "path", "query", "fragment"} {
				if _, ok := library[name]; ok != (printed[name] != nil) && m.Level == parse.Lenient {
					t.Errorf("%s: %s: %v, printed %v", data, name, ok, printed[name])
				}
			}
			n++
		}
	}
	if n < effort.Rounds(5_000)/10 {
		t.Errorf("only %d URLs", n)
	}
}

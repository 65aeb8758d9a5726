package extract

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/urlgrep/urlgrep/parse"
)

// checkTexts checks that each value has a different text, which is parsed into the value,
// and that an invalid value has none.
func checkTexts[T interface {
	comparable
	fmt.Stringer
	encoding.TextMarshaler
}, P interface {
	*T
	encoding.TextUnmarshaler
}](t *testing.T, none T, values ...T) {
	t.Helper()
	seen := map[string]bool{}
	for _, v := range values {
		text, err := v.MarshalText()
		if err != nil || string(text) != v.String() || seen[string(text)] {
			t.Errorf("%v: %q, %v", v, text, err)
		}
		seen[string(text)] = true
		var got T
		if err := P(&got).UnmarshalText(text); err != nil || got != v {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	if text, err := none.MarshalText(); err == nil {
		t.Errorf("%v: %q", none, text)
	}
	var got T
	if err := P(&got).UnmarshalText([]byte("nonsense")); err == nil {
		t.Errorf("nonsense is %v", got)
	}
}

func TestTexts(t *testing.T) {
	checkTexts(t, Input(99), InputAuto, InputText, InputMail, InputMbox, InputHTML)
	checkTexts(t, Rejoin(99), RejoinNone, RejoinWrapped, RejoinHyphen, RejoinWide, RejoinTerminal, RejoinBlanks, RejoinWide|RejoinTerminal, guesses)
	checkTexts(t, Validity(99), ValidOnly, InvalidOnly, ValidAndInvalid)
	checkTexts(t, Kind(99), Wrapped, Angle, Prefixed, Bare, Attribute, Schemeless, Email)
	if Rejoin(33).String() != "Rejoin(33)" || Input(5).String() != "Input(5)" || numKinds.String() != "Kind(7)" {
		t.Error(Rejoin(33), Input(5), numKinds)
	}
}

// TestRejoinLists checks the sets that lists of names make, and the names of the sets.
func TestRejoinLists(t *testing.T) {
	for _, c := range []struct {
		list string
		want Rejoin
		err  string
	}{
		{"none", RejoinNone, ""}, {"wrapped", RejoinWrapped, ""}, {"hyphen", 0, ""}, {"wide", RejoinWide, ""}, {"all", RejoinWide | RejoinTerminal | RejoinBlanks, ""},
		{"wrapped,hyphen", 0, ""}, {"hyphen,wrapped", 0, ""}, {"wrapped,wide", RejoinWide, ""}, {"wide,hyphen", RejoinWide, ""},
		{"+wide", RejoinWide, ""}, {"terminal", RejoinTerminal, ""}, {"+wide,terminal", RejoinWide | RejoinTerminal, ""}, {"blanks", RejoinBlanks, ""}, {"+wrapped", 0, ""}, {"+hyphen,wide", RejoinWide, ""},
		{"", 0, `unknown rejoin "": valid values are none, wrapped, hyphen, wide, terminal, blanks, all`},
		{"wide,", 0, `unknown rejoin "": valid values are none, wrapped, hyphen, wide, terminal, blanks, all`},
		{"wider", 0, `unknown rejoin "wider": valid values are none, wrapped, hyphen, wide, terminal, blanks, all`},
		{"none,wide", 0, `"none" is not part of a list`}, {"+none", 0, `"none" is not part of a list`}, {"wide,all", 0, `"all" is not part of a list`},
	} {
		var got Rejoin
		err := got.UnmarshalText([]byte(c.list))
		if said := fmt.Sprint(err); got != c.want || err != nil && said != c.err || err == nil && c.err != "" {
			t.Errorf("%s: %v, %v; want %v, %q", c.list, got, err, c.want, c.err)
		}
	}
}

func TestKindsText(t *testing.T) {
	for _, want := range [][]Kind{nil, {Bare}, DefaultKinds(), append(DefaultKinds(), Email)} {
		data, err := json.Marshal(want)
		var got []Kind
		if err == nil {
			err = json.Unmarshal(data, &got)
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %v, %v", data, got, err)
		}
	}
	var kinds []Kind
	if err := json.Unmarshal([]byte(`["bare","nonsense"]`), &kinds); err == nil {
		t.Error(kinds)
	}
}

// TestOptionsJSON checks that Options are decoded from their JSON, except for the
// functions.
func TestOptionsJSON(t *testing.T) {
	schemes, err := ParseSchemes("http,+x")
	if err != nil {
		t.Fatal(err)
	}
	want := Options{
		Input: InputMbox, Charset: "koi8-r", Kinds: []Kind{Bare, Email}, Schemes: schemes, Level: parse.RFC1738,
		Validity: ValidAndInvalid, Rejoin: RejoinWide, DropHyphens: true, Refang: true, SkipQuoted: true,
		MaxURL: 99, Limits: Limits{Depth: 3},
	}
	sent := want
	sent.Note = func(Note) {}
	sent.Line = func(*Line) bool { return true }
	sent.Reject = func(*Match, *parse.Error) {}
	for _, o := range []struct{ sent, want Options }{{sent, want}, {Options{}, Options{}}} {
		data, err := json.Marshal(o.sent)
		var got Options
		if err == nil {
			err = json.Unmarshal(data, &got)
		}
		if err != nil || !reflect.DeepEqual(got, o.want) {
			t.Errorf("%s: %+v, %v", data, got, err)
		}
	}
}

package parse_test

import (
	"encoding/json"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/parse"
)

// TestJSONReadsBack checks that the JSON of any URL and error without a password, and of each
// field of any URL, is decoded into the original value.
func TestJSONReadsBack(t *testing.T) {
	data, err := os.ReadFile("testdata/cases.txt")
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for line := range strings.Lines(string(data)) {
		text, _, ok := strings.Cut(line, " => ")
		text = strings.ReplaceAll(strings.ReplaceAll(text, caret, ""), `"`, `\"`)
		text, err := strconv.Unquote(`"` + text + `"`)
		if !ok || err != nil || strings.ToValidUTF8(text, "") != text {
			continue
		}
		for _, level := range parse.Levels() {
			u, err := parse.Parse(text, level)
			if u.Redacted() == u.Text {
				readsBack(t, u)
				if err != nil {
					readsBack(t, *err.(*parse.Error))
				}
			}
			for c := range u.All() {
				readsBack(t, c)
			}
			switch parts := u.Parts.(type) {
			case nil:
				readsBack(t, u.Generic)
			case parse.FTP:
				readsBack(t, parts)
			case parse.Prospero:
				readsBack(t, parts)
			case parse.Gopher:
				readsBack(t, parts)
			}
			read++
		}
	}
	if read < 500 {
		t.Errorf("only %d URLs", read)
	}
}

func readsBack[T any](t *testing.T, v T) {
	t.Helper()
	data, err := json.Marshal(v)
	var got T
	if err == nil {
		err = json.Unmarshal(data, &got)
	}
	if err != nil || !reflect.DeepEqual(got, v) {
		t.Errorf("%s: got %+v, %v; want %+v", data, got, err, v)
	}
}

// TestUnmarshalErrors checks that other JSON gives errors.
func TestUnmarshalErrors(t *testing.T) {
	for _, c := range []struct {
		to   any
		text string
	}{
		{new(parse.Component), "1"}, {new(parse.Field), `["a"]`}, {new(parse.Field), `"a"`}, {new(parse.Generic), `{"host_kind":1}`},
		{new(parse.Warnings), `["x"]`}, {new(parse.Warnings), `"x"`}, {new(parse.Class), `""`}, {new(parse.Class), `"x"`},
		{new(parse.NamedComponent), `"x"`}, {new(parse.NamedComponent), `{"name":1}`},
		{new(parse.URL), `"http://a/"`}, {new(parse.URL), `{"level":"x"}`}, {new(parse.Level), `"x"`},
	} {
		if err := json.Unmarshal([]byte(c.text), c.to); err == nil {
			t.Errorf("%T from %s: %v", c.to, c.text, c.to)
		}
	}
}

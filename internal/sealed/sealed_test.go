package sealed

import (
	"crypto/sha256"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

type value struct {
	Name  string            `json:"name"`
	More  []int             `json:"more,omitempty"`
	Inner map[string]string `json:"inner,omitempty"`
}

// TestChanges checks that a value is read as it was written, and that each bit that changes, and
// each byte that is missing or added, is noticed.
func TestChanges(t *testing.T) {
	for _, v := range []value{{}, {Name: "<a>\n"}, {Name: "b", More: []int{1, 2}, Inner: map[string]string{"sha256": "x"}}} {
		text, err := Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var got value
		if err := Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, v) {
			t.Errorf("%s: %v, %v", text, got, err)
		}
		check := func(changed []byte) {
			var got value
			if err := Unmarshal(changed, &got); err == nil || !reflect.DeepEqual(got, value{}) {
				t.Errorf("%q is read as %v", changed, got)
			}
		}
		for i := range text {
			for bit := range 8 {
				changed := append([]byte(nil), text...)
				changed[i] ^= 1 << bit
				check(changed)
			}
			check(text[:i])
			check(text[i+1:])
			check(append(append([]byte(nil), text[:i]...), text[i+1:]...))
			check([]byte(string(text[:i]) + " " + string(text[i:])))
		}
		check(append(text, '\n'))
	}
}

// TestForm checks the last two lines of the text, and the errors.
func TestForm(t *testing.T) {
	text, _ := Marshal(value{Name: "a"})
	lines := strings.SplitAfter(string(text), "\n")
	n := len(lines) - 3 // the last element is empty
	sum := sha256.Sum256([]byte(strings.Join(lines[:n], "")))
	if want := fmt.Sprintf("\t\"sha256\": \"%x\"\n}\n", sum); strings.Join(lines[n:], "") != want {
		t.Errorf("%s ends in %s", text, want)
	}
	for _, c := range []struct {
		text string
		want error
	}{
		{"", ErrMissing},
		{"{\n\t\"name\": \"a\"\n}\n", ErrMissing},
		{strings.Replace(string(text), `"a"`, `"b"`, 1), ErrWrong},
	} {
		if err := Unmarshal([]byte(c.text), new(value)); err != c.want {
			t.Errorf("%q: %v, want %v", c.text, err, c.want)
		}
	}
	for _, v := range []any{1, "a", struct{}{}, []int{1}, nil} {
		if text, err := Marshal(v); err == nil {
			t.Errorf("%v is written as %s", v, text)
		}
	}
}

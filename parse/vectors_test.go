package parse_test

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/members"
	"github.com/urlgrep/urlgrep/internal/testing/texts"
	"github.com/urlgrep/urlgrep/parse"
)

// A vector is one line of a vectors file.
type vector struct {
	ID            string          `json:"id"`
	URL           string          `json:"url"`
	URLHex        string          `json:"url_hex"`
	Level         parse.Level     `json:"level"`
	Valid         bool            `json:"valid"`
	Scheme        *string         `json:"scheme"`
	Components    json.RawMessage `json:"components"`
	Fragment      *string         `json:"fragment"`
	FragmentValid *bool           `json:"fragment_valid"`
	EffectivePort *int            `json:"effective_port"`
	ErrorClass    *string         `json:"error_class"`
	ErrorOffset   *int            `json:"error_offset"`
	Warnings      []string        `json:"warnings"`
}

// TestVectors checks test vectors of other projects.
func TestVectors(t *testing.T) {
	for _, file := range texts.Vectors(t) {
		t.Run(strings.TrimSuffix(file.Name, ".jsonl"), func(t *testing.T) {
			for line := range strings.Lines(file.Data) {
				var v vector
				if err := json.Unmarshal([]byte(line), &v); err != nil {
					t.Fatalf("%v in %s", err, line)
				}
				v.check(t)
			}
		})
	}
}

func (v *vector) check(t *testing.T) {
	text := v.URL
	if v.URLHex != "" {
		b, err := hex.DecodeString(v.URLHex)
		if err != nil {
			t.Fatalf("%s: %v", v.ID, err)
		}
		text = string(b)
	}
	u, err := parse.Parse(text, v.Level)
	checkSpans(t, u)
	equal := func(what string, got, want any) {
		t.Helper()
		if !reflect.DeepEqual(normal(t, got), normal(t, want)) {
			t.Errorf("%s: Parse(%q, %v): %s is %s, want %s", v.ID, text, v.Level, what, encode(t, got), encode(t, want))
		}
	}
	equal("valid", err == nil, v.Valid)
	equal("scheme", orNull(u.Scheme, u.Scheme != ""), v.Scheme)
	equal("components", members.Of(u), v.Components)
	equal("fragment", u.Fragment, v.Fragment)
	equal("fragment_valid", orNull(u.FragmentValid, u.Fragment.Present), v.FragmentValid)
	equal("effective_port", orNull(u.EffectivePort()), v.EffectivePort)
	equal("warnings", u.Warnings, v.Warnings)
	var e *parse.Error
	errors.As(err, &e)
	if e == nil {
		equal("error_class", nil, v.ErrorClass)
		equal("error_offset", nil, v.ErrorOffset)
		return
	}
	equal("error_class", e.Class, v.ErrorClass)
	equal("error_offset", e.Offset, v.ErrorOffset)
}

func orNull[T any](v T, ok bool) *T {
	if !ok {
		return nil
	}
	return &v
}

// normal returns v after encoding to JSON and decoding.
func normal(t *testing.T, v any) (n any) {
	if err := json.Unmarshal([]byte(encode(t, v)), &n); err != nil {
		t.Fatal(err)
	}
	return n
}

func encode(t *testing.T, v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

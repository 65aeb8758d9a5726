package jsonenc

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"
)

func FuzzAppendQuoted(f *testing.F) {
	for _, s := range []string{"a", " ", "plain text", "\"", "\\", "\x00", "\t", "\n", "\r", "\b", "\f", "\x1f", "\x7f", "<&>", "é", "日", "\u2028",
		"\u2029", "\ufffd", "\U0001f600", "\xff", "\xe2\x80", "/"} {
		f.Add(s)
		f.Add("1234567" + s + "12345678")
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got, want := AppendQuoted(nil, s), bytes.TrimSuffix(encode(t, s), []byte("\n")); !bytes.Equal(got, want) {
			t.Errorf("AppendQuoted(%q) = %s, want %s", s, got, want)
		}
		if got, want := QuotedLength(s), len(AppendQuoted(nil, s)); got != want {
			t.Errorf("QuotedLength(%q) = %d, want %d", s, got, want)
		}
	})
}

// encode returns s as encoding/json encodes it.
func encode(t *testing.T, s string) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestEncoder checks that members written one by one form valid JSON.
func TestEncoder(t *testing.T) {
	var e Encoder
	e.Open(Member)
	e.String(NewKey("a"), "\"")
	e.OpenArray(NewKey("b"))
	e.Int(Member, 1)
	e.Null(Member)
	e.Open(Member)
	e.Close()
	e.OpenArray(Member)
	e.CloseArray()
	e.Bool(Member, true)
	e.CloseArray()
	e.Label(NewKey("c"), "d")
	e.Base64(NewKey("e"), "f")
	e.Time(NewKey("g"), time.Date(1994, 12, 1, 12, 0, 0, 0, time.UTC))
	e.Close()
	const want = `{"a":"\"","b":[1,null,{},[],true],"c":"d","e":"Zg==","g":"1994-12-01T12:00:00Z"}`
	if string(e.B) != want {
		t.Errorf("got %s, want %s", e.B, want)
	}
}

package header

import "testing"

func TestFieldName(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"Subject: a", "Subject"},
		{"Subject : a", "Subject"},
		{"Subject \t:a", "Subject"},
		{"X-!#$%&'*+-./^_`{|}~:", "X-!#$%&'*+-./^_`{|}~"},
		{"a:", "a"},
		{"List-Archive:http://a/", "List-Archive"},
		{"From:/x", "From"},
		{"http://a/b", ""},
		{"http ://a/b", ""},
		{"", ""},
		{":", ""},
		{" Subject: a", ""},
		{"\tSubject: a", ""},
		{"Subject", ""},
		{"Subject a:", ""},
		{"Sub\x00ject: a", ""},
		{"S\xfcbject: a", ""},
		{"From a@b Mon Jan  1 00:00:00 2001", ""},
	} {
		if got := FieldName([]byte(c.line)); string(got) != c.want || (got == nil) != (c.want == "") {
			t.Errorf("%q: got %q, want %q", c.line, got, c.want)
		}
	}
}

func TestIsContinuation(t *testing.T) {
	for line, want := range map[string]bool{" a": true, "\ta": true, " ": true, "": false, "a": false, "\n": false, "\va": false} {
		if IsContinuation([]byte(line)) != want {
			t.Errorf("%q: want %v", line, want)
		}
	}
}

func TestBody(t *testing.T) {
	for field, want := range map[string]string{"a: b: c\n": " b: c\n", "a :": "", "a": "", "": ""} {
		if got := Body([]byte(field)); string(got) != want {
			t.Errorf("%q: got %q", field, got)
		}
	}
}

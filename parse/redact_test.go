package parse_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/parse"
)

// redacted are texts, valid or not, and their printed forms.
var redacted = []struct{ text, want string }{
	{"http://u:secret@h/a?b#c", "http://u:xxxxx@h/a?b#c"},
	{"https://:secret@h", "https://:xxxxx@h"},
	{"http://u:sec:ret@h/x:y@z", "http://u:xxxxx@h/x:y@z"},
	{"http://a@b:secret@[::1]:80/", "http://a@b:xxxxx@[::1]:80/"},
	{"ftp://u:secret@h:21/a;type=i", "ftp://u:xxxxx@h:21/a;type=i"},
	{"ftp://u:80?secret@h/", "ftp://u:80?secret@h/"}, // a port for RFC 3986; see TestRedactedRFC1738
	{"TELNET://u:secret@h", "TELNET://u:xxxxx@h"},
	{"x+y://u:secret@h/", "x+y://u:xxxxx@h/"},
	{"http://u:%73ecret@h/", "http://u:xxxxx@h/"},
	{"http://u:s\u00e9cret@h/", "http://u:xxxxx@h/"},

	// Invalid texts.
	{"http://u:secret@h b/", "http://u:xxxxx@h b/"},
	{" http://u:secret@h/", " http://u:xxxxx@h/"},
	{"http://u:sec ret@h/", "http://u:xxxxx@h/"},
	{"http://u:sec/ret@h/", "http://u:xxxxx@h/"},
	{"http://u:sec#re?t@h/", "http://u:xxxxx@h/"},
	{"http://u:sec@ret@h/ ", "http://u:xxxxx@h/ "},
	{"http://u:1secret@h:x/", "http://u:xxxxx@h:x/"},
	{"http://a@b:sec/ret@h/ ", "http://a@b:xxxxx@h/ "},
	{"http://a@b:80/ret@h/ ", "http://a@b:80/ret@h/ "},
	{"http:/u:secret@h/ ", "http:/u:xxxxx@h/ "},
	{"http:/u:secret@h/", "http:/u:xxxxx@h/"},
	{"https:u:secret@h/", "https:u:xxxxx@h/"},
	{"FTP:u:secret@h/ ", "FTP:u:xxxxx@h/ "},
	{"http:\\\\u:secret@h/", "http:\\\\u:xxxxx@h/"},
	{"//u:secret@h/", "//u:xxxxx@h/"},
	{"ht tp://u:secret@h/", "ht tp://u:xxxxx@h/"},

	// Texts without a password.
	{"http://u@h/:b@c", "http://u@h/:b@c"},
	{"http://u:@h/", "http://u:@h/"},
	{"http://u@[::1]/a@b c", "http://u@[::1]/a@b c"},
	{"http://u@h:80/a@b c", "http://u@h:80/a@b c"},
	{"urn://a//b:c@d", "urn://a//b:c@d"},
	{"http://h:80/a@b c", "http://h:80/a@b c"},
	{"http://h:/a@b c", "http://h:/a@b c"},
	{"http://[::1]/a@b c", "http://[::1]/a@b c"},
	{"http://h:8o80/", "http://h:8o80/"},
	{"mailto:a@h", "mailto:a@h"},
	{"urn:a:b@c d", "urn:a:b@c d"},
	{"news:a:b@c", "news:a:b@c"},
	{"http:// ", "http:// "},
	{"", ""},
}

// TestRedacted checks that a URL is printed without its password, as a value and by a
// pointer, with all verbs, at all levels. Text and String include the password.
func TestRedacted(t *testing.T) {
	for _, c := range redacted {
		for _, level := range parse.Levels() {
			if level == parse.RFC1738 && strings.Contains(c.text, "?secret") {
				continue
			}
			u, err := parse.Parse(c.text, level)
			checkPrinted(t, u, c.want)
			var e *parse.Error
			if !errors.As(err, &e) {
				continue
			}
			text, _, _ := strings.Cut(fmt.Sprintf("%q", c.want), " at offset")
			if e.URL != c.text || !strings.HasPrefix(e.Error(), text+": "+e.Class.String()+" at offset ") {
				t.Errorf("%q, %v: %v", c.text, level, e)
			}
			for _, verb := range []string{"%v", "%+v", "%s"} {
				for _, v := range []any{e, *e} {
					if got := fmt.Sprintf(verb, v); got != e.Error() {
						t.Errorf("%q, %v: %s of %T is %s", c.text, level, verb, v, got)
					}
				}
			}
			for _, v := range []any{e, *e} {
				if got := fmt.Sprintf("%#v", v); got != fmt.Sprintf("%#v", e.Error()) {
					t.Errorf("%q, %v: %%#v of %T is %s", c.text, level, v, got)
				}
			}
		}
	}
}

func checkPrinted(t *testing.T, u parse.URL, want string) {
	t.Helper()
	if got := u.Redacted(); got != want {
		t.Errorf("%q, %v: %q, want %q", u.Text, u.Level, got, want)
	}
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%+q", "%x", "%60s", "%-60v|"} {
		for _, v := range []any{u, &u, []parse.URL{u}[0]} {
			if got, want := fmt.Sprintf(verb, v), fmt.Sprintf(verb, want); got != want {
				t.Errorf("%q, %v: %s of %T is %s, want %s", u.Text, u.Level, verb, v, got, want)
			}
		}
	}
	if got := fmt.Sprint(struct{ U parse.URL }{u}); got != "{"+want+"}" {
		t.Errorf("%q, %v: %s in a struct", u.Text, u.Level, got)
	}
	if u.String() != u.Text {
		t.Errorf("%q, %v: String is %q", u.Text, u.Level, u.String())
	}
}

// TestRedactedRFC1738 checks passwords with "?", which RFC 1738 allows.
func TestRedactedRFC1738(t *testing.T) {
	for _, scheme := range []string{"ftp", "telnet", "x"} {
		u, err := parse.Parse(scheme+"://u:80?secret@h/", parse.RFC1738)
		if err != nil {
			t.Error(err)
		}
		checkPrinted(t, u, scheme+"://u:xxxxx@h/")
	}
}

// TestRedactedLong checks that an error shows the text around the offset, wherever the
// password is.
func TestRedactedLong(t *testing.T) {
	long := strings.Repeat("a", 100)
	for _, c := range []struct{ text, want string }{
		{"http://u:" + long + "@h/ ", `"http://u:xxxxx@h/ ": unsafe-char at offset 112`},
		{"http://u:" + long + " b@h/" + long, `"http://u:xxxxx@h/aaaaaaaaaaaa"…: unsafe-char at offset 109`},
		{"http://u:secret@h/" + long + " ", `…"` + strings.Repeat("a", 60) + ` ": unsafe-char at offset 118`},
	} {
		_, err := parse.Parse(c.text, parse.Lenient)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func ExampleURL_Redacted() {
	u, err := parse.Parse("ftp://joe:secret@a.example/", parse.Lenient)
	fmt.Println(u.Redacted(), err)
	fmt.Println(u) // the same
	fmt.Println(u.Text, u.Password)
	// Output:
	// ftp://joe:xxxxx@a.example/ <nil>
	// ftp://joe:xxxxx@a.example/
	// ftp://joe:secret@a.example/ secret
}

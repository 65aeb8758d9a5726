package parse_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"html/template"
	"log"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
	"github.com/urlgrep/urlgrep/parse"
)

// secret is in all passwords of TestLogs, and nowhere else in their texts.
const secret = "5ecret"

// TestLogs checks that no way to print, log or encode a URL or an error prints its password, for
// random texts with a password that are valid or not.
func TestLogs(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	valid, invalid := 0, 0
	for range effort.Rounds(300) {
		password := ""
		for range 1 + r.IntN(3) {
			password += pick("", "a", "Z", "1", "%41", "%4", "\u00e9", "\xff", " ", "/", "?", "#", ":", "@", "[", "]", "<", "\"", "\\", "\x1b", "&", "'", "^", "%00")
		}
		at := r.IntN(len(password) + 1)
		password = pick("", "x", "!") + secret + password[at:] + pick("", secret)
		text := pick("", "", " ", "(") + pick("http://", "https://", "HTTP://", "ftp://", "x+y://", "//", "http:/", "https:", "http:\\\\", "telnet://") +
			pick("u", "", "joe@b.example", "%75", "\u00fc") + ":" + password + "@" +
			pick("h", "a.example", "[::1]", "[::1", "a b", "h:80", "h:8o80", "") + pick("", "/", "/p?q#f", "/p q", "?q", "#\x00")
		for _, level := range parse.Levels() {
			u, err := parse.Parse(text, level)
			checkLogs(t, text, u)
			var e *parse.Error
			if errors.As(err, &e) {
				invalid++
				checkLogs(t, text, *e)
			} else {
				valid++
			}
			if _, err := u.NetURL(); err != nil && strings.Contains(err.Error(), secret) {
				t.Errorf("%q at %v: NetURL: %v", text, level, err)
			}
		}
	}
	if min(valid, invalid) == 0 {
		t.Errorf("%d texts are valid, %d are not", valid, invalid)
	}
}

// checkLogs checks that nothing prints the secret of v, which is a URL or an Error, or of values
// that contain it.
func checkLogs[T any](t *testing.T, text string, v T) {
	t.Helper()
	var b bytes.Buffer
	check := func(how string, printed []byte) {
		t.Helper()
		// %x and %X print the text in another form.
		if bytes.Contains(printed, []byte(secret)) || bytes.Contains(bytes.ToLower(printed), fmt.Appendf(nil, "%x", secret)) {
			t.Errorf("%q: %s of %T prints %q", text, how, v, printed)
		}
		b.Reset()
	}
	type within struct {
		Value   T
		Pointer *T
		Any     any
		List    []T
		Map     map[string]*T
	}
	values := []any{v, &v, []T{v}, []*T{&v}, map[string]T{"k": v}, struct{ V T }{v}, &within{v, &v, v, []T{v}, map[string]*T{"k": &v}}, [1]any{&v}}
	if err, ok := any(&v).(error); ok {
		values = append(values, fmt.Errorf("wrapped: %w", err), errors.Join(err, err))
	}
	asText := slog.New(slog.NewTextHandler(&b, nil))
	asJSON := slog.New(slog.NewJSONHandler(&b, nil))
	defaultLog := log.New(&b, "", 0)
	for _, v := range values {
		verbs := []string{"%v", "%+v", "%#v", "%s", "%q", "%+q", "%x", "%X", "% x", "%60s", "%.90v"}
		if _, wraps := v.(error); !wraps {
			verbs = append(verbs, "%d", "%t", "%c", "%U") // package fmt looks into errors that wrap others
		}
		for _, verb := range verbs {
			fmt.Fprintf(&b, verb, v)
			check("fmt "+verb, b.Bytes())
		}
		defaultLog.Println("value", v)
		check("log", b.Bytes())
		for how, l := range map[string]*slog.Logger{"text": asText, "JSON": asJSON} {
			l.Info("m", "v", v, slog.Group("g", "v", v, slog.Group("h", slog.Any("v", v))))
			l.With("v", v).WithGroup("g").With("w", v).Error("m", slog.Any("v", v))
			check("slog as "+how, b.Bytes())
		}
		if out, err := json.Marshal(v); err != nil || !json.Valid(out) {
			t.Errorf("%q: JSON of %T: %s, %v", text, v, out, err)
		} else {
			check("JSON", out)
		}
		if out, err := xml.Marshal(v); err == nil {
			check("XML", out)
		}
		template.Must(template.New("").Parse("{{.}}<a href='{{.}}'><script>{{.}}</script>")).Execute(&b, v)
		check("html/template", b.Bytes())
	}
}

// TestLogTexts checks what logs and JSON show instead.
func TestLogTexts(t *testing.T) {
	u, err := parse.Parse("http://joe:5ecret@a.example/b?c", parse.Lenient)
	if err != nil {
		t.Fatal(err)
	}
	_, bad := parse.Parse("http://joe:5ecret@a.example:8o80/", parse.Lenient)
	var b strings.Builder
	noTime := &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}
	slog.New(slog.NewTextHandler(&b, noTime)).Info("m", "url", u, "err", bad)
	slog.New(slog.NewJSONHandler(&b, noTime)).Info("m", "url", &u, "err", bad)
	for _, v := range []any{u, bad} {
		out, err := json.Marshal(v)
		fmt.Fprintln(&b, string(out), err)
	}
	text, err := u.MarshalText()
	fmt.Fprintln(&b, string(text), err, u.Text, u.String(), u.Password)
	const want = `level=INFO msg=m url=http://joe:xxxxx@a.example/b?c err="\"http://joe:xxxxx@a.example:8o80/\": bad-port at offset 32 (RFC 3986, section 3.2.3: a port must be digits)"
{"level":"INFO","msg":"m","url":"http://joe:xxxxx@a.example/b?c","err":"\"http://joe:xxxxx@a.example:8o80/\": bad-port at offset 32 (RFC 3986, section 3.2.3: a port must be digits)"}
{"url":"http://joe:xxxxx@a.example/b?c","level":"lenient","scheme":"http","authority":"joe:xxxxx@a.example","userinfo":"joe:xxxxx","user":"joe","password":"xxxxx","host":"a.example","host_kind":"reg-name","path":"/b","query":"c","warnings":["password-in-url","userinfo-in-http"]} <nil>
{"url":"http://joe:xxxxx@a.example:8o80/","level":"lenient","scheme":"http","error_offset":31,"class":"bad-port"} <nil>
http://joe:xxxxx@a.example/b?c <nil> http://joe:5ecret@a.example/b?c http://joe:5ecret@a.example/b?c 5ecret
`
	if got := b.String(); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

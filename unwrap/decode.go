package unwrap

import (
	"bytes"
	"compress/zlib"
	"encoding/base64"
	"encoding/json"
	"io"
	"strings"

	"github.com/urlgrep/urlgrep/internal/hosts"
	"github.com/urlgrep/urlgrep/internal/scheme"
)

// A decoder returns the target that text encodes, which is the part of l that the pattern
// names. It returns false if text is damaged. The target need not be valid.
type decoder func(text string, l *link) (target string, ok bool)

// decoders holds the decoders by their names in patterns.
var decoders = map[string]decoder{
	"":         func(text string, _ *link) (string, bool) { return text, true },
	"http":     func(text string, _ *link) (string, bool) { return withScheme("http", text) },
	"https":    func(text string, _ *link) (string, bool) { return withScheme("https", text) },
	"base64":   func(text string, _ *link) (string, bool) { return decodeBase64(text) },
	"a1":       func(text string, _ *link) (string, bool) { return bing(text) },
	"mandrill": func(text string, _ *link) (string, bool) { return mandrill(text) },
	"mimecast": func(text string, _ *link) (string, bool) { return mimecast(text) },
	"v2":       func(text string, _ *link) (string, bool) { return proofpoint2(text) },
	"v3":       func(text string, _ *link) (string, bool) { return proofpoint3(text) },
	"host":     func(_ string, l *link) (string, bool) { return translated(l) },
}

// withScheme returns text, which begins with a host, after scheme and "://". If text has a
// scheme, it is returned unchanged. The host must end in a public suffix: without that, it
// may be anything.
func withScheme(scheme, text string) (string, bool) {
	if isWeb(text) {
		return text, true
	}
	host, _, _ := strings.Cut(text, "/")
	if i := strings.IndexAny(host, "?#:"); i >= 0 {
		host = host[:i]
	}
	return scheme + "://" + text, hosts.IsKnown([]byte(host))
}

// decodeBase64 decodes text, which is in one of the alphabets of RFC 4648 (sections 4 and
// 5), with or without padding.
func decodeBase64(text string) (string, bool) {
	text = strings.TrimRight(text, "=")
	text = strings.NewReplacer("+", "-", "/", "_").Replace(text)
	b, err := base64.RawURLEncoding.DecodeString(text)
	return string(b), err == nil
}

// bing decodes the parameter "u" of Bing: "a1" and base64.
func bing(text string) (string, bool) {
	text, ok := strings.CutPrefix(text, "a1")
	if !ok {
		return "", false
	}
	return decodeBase64(text)
}

// An envelope is the JSON object in URLs of Mandrill and Mimecast. Mandrill has another one
// in P, as a string.
type envelope struct {
	URL string `json:"url"`
	P   string `json:"p"`
}

// mandrill decodes the parameter "p" of Mandrill: base64 of an object with "url", or with
// "p", which is such an object as a string.
func mandrill(text string) (string, bool) {
	text, ok := decodeBase64(text)
	if !ok {
		return "", false
	}
	var e envelope
	if json.Unmarshal([]byte(text), &e) != nil {
		return "", false
	}
	if e.URL == "" && json.Unmarshal([]byte(e.P), &e) != nil {
		return "", false
	}
	return e.URL, true
}

// maxInflation is the maximum length of a compressed target, in bytes for each byte of its
// text. It bounds the output: zlib alone may give a thousand times as much.
const maxInflation = 16

// mimecast decodes the segment after "/redirect/" of Mimecast: base64 of an object with
// "url", compressed by zlib.
func mimecast(text string) (string, bool) {
	text, ok := decodeBase64(text)
	if !ok {
		return "", false
	}
	z, err := zlib.NewReader(strings.NewReader(text))
	if err != nil {
		return "", false
	}
	var object bytes.Buffer
	if _, err := io.Copy(&object, io.LimitReader(z, int64(maxInflation*len(text)))); err != nil {
		return "", false
	}
	var e envelope
	if json.Unmarshal(object.Bytes(), &e) != nil {
		return "", false
	}
	return e.URL, true
}

// translated returns the target of a page on a host below translate.goog: "--" in the first
// label is "-", and "-" is ".". The parameters that begin with "_x_tr_" are removed; two of
// them are the scheme and the port of the target. It returns false if these are no scheme and no
// port, or if others say that the label is not the whole host.
func translated(l *link) (string, bool) {
	label, _, _ := strings.Cut(l.host, ".")
	host := strings.ReplaceAll(label, "--", "\x00")
	host = strings.ReplaceAll(host, "-", ".")
	host = strings.ReplaceAll(host, "\x00", "-")
	name, port, ok := "https", "", strings.Contains(host, ".")
	query := filter(l.query, func(p param) bool {
		parameter := p.plainName()
		switch parameter {
		case "_x_tr_sch":
			name = p.value
		case "_x_tr_port":
			port = ":" + p.value
			ok = ok && p.value != "" && strings.Trim(p.value, "0123456789") == ""
		case "_x_tr_hp", "_x_tr_enc":
			ok = ok && p.value == ""
		}
		return !strings.HasPrefix(parameter, "_x_tr_")
	})
	target := name + "://" + host + port + l.path
	if query != "" {
		target += "?" + query
	}
	if l.fragment != "" {
		target += "#" + l.fragment
	}
	return target, ok && scheme.Has(name, scheme.Web)
}

// filter returns query without the parameters that keep returns false for. The rest is
// unchanged.
func filter(query string, keep func(param) bool) string {
	var b []byte
	dropped, kept := false, 0
	for text := range strings.SplitSeq(query, "&") {
		if name, value, _ := strings.Cut(text, "="); text != "" && !keep(param{name, value}) {
			dropped = true
			continue
		}
		if kept++; kept > 1 {
			b = append(b, '&')
		}
		b = append(b, text...)
	}
	if !dropped {
		return query
	}
	return string(b)
}

package parse

import (
	"errors"
	"net/url"
	"strings"

	"github.com/urlgrep/urlgrep/internal/hosts"
	"github.com/urlgrep/urlgrep/internal/percent"
)

// HostASCII returns the host of u as it is in the DNS: in lower case, with escapes
// decoded and in A-labels (RFC 5890, section 2.3.2.1) by UTS 46. An IP address is only
// converted to lower case. HostASCII returns "" if u has no host, or if the host has
// characters outside ASCII and no A-labels.
func (u *URL) HostASCII() string {
	return hosts.ASCII(u.Find(nameHost).Value)
}

// HostUnicode returns the host of u for display: HostASCII with U-labels for its A-labels
// (RFC 5890, section 2.3.2.1). A label that is not valid is returned unchanged. Do not
// compare hosts by HostUnicode: names that look alike may differ.
func (u *URL) HostUnicode() string { return hosts.ToUnicode(u.HostASCII()) }

// DecodedPath returns the path of u, with its leading "/" and with its escapes decoded
// once. A "%" that begins no escape is returned unchanged. The result need not be UTF-8,
// and a "/" in it may be a "%2F" in u.
func (u *URL) DecodedPath() string {
	g, err := u.generic()
	if err != nil {
		return ""
	}
	return unescape(g.Path)
}

// generic returns the components of RFC 3986 that u has at the level Lenient.
func (u *URL) generic() (Generic, error) {
	if u.valid && u.Level.isGeneric() {
		return u.Generic, nil
	}
	v, err := Parse(u.Text, Lenient)
	return v.Generic, err
}

// MailFields returns the header fields in a mailto URL, decoded (RFC 6068, section 2):
// "to" with the addresses before the query, if any, and then the fields of the query in
// order. Names are as written. It returns nil if u is not a mailto URL.
func (u *URL) MailFields() (fields []Field) {
	if u.Scheme != "mailto" {
		return nil
	}
	_, rest, _ := strings.Cut(u.Text, ":")
	rest, _, _ = strings.Cut(rest, "#")
	to, query, _ := strings.Cut(rest, "?")
	if to != "" {
		fields = append(fields, Field{"to", unescape(to)})
	}
	for field := range strings.SplitSeq(query, "&") {
		if name, value, ok := strings.Cut(field, "="); ok && name != "" {
			fields = append(fields, Field{unescape(name), unescape(value)})
		}
	}
	return fields
}

// NetURL returns u as package net/url parses it, with "%25" for each "%" that begins no
// escape. The error is that of package net/url, without the password of u; net/url
// refuses some hosts with escapes.
func (u *URL) NetURL() (*url.URL, error) {
	n, err := url.Parse(escapeStray(u.Text))
	if err == nil {
		return n, nil
	}
	redacted := u.Redacted()
	if redacted != u.Text { // the reason may quote the password
		if _, err = url.Parse(escapeStray(redacted)); err == nil {
			err = &url.Error{Op: "parse", Err: errors.New("invalid userinfo")}
		}
	}
	var parsing *url.Error
	if errors.As(err, &parsing) {
		parsing.URL = redacted
	}
	return nil, err
}

// unescape returns s with its escapes decoded.
func unescape(s string) string {
	s, _ = percent.Decode(s)
	return s
}

// escapeStray returns s with "%25" for each "%" that begins no escape.
func escapeStray(s string) string {
	var b strings.Builder
	done := 0
	for i := range len(s) {
		if s[i] == '%' && !percent.Begins(s[i:]) {
			b.WriteString(s[done:i])
			b.WriteString("%25")
			done = i + 1
		}
	}
	return b.String() + s[done:]
}

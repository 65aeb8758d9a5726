package conformance

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	whatwg "github.com/nlnwa/whatwg-url/url"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/parse"
)

// urlModule ships the tables of the WHATWG's URL standard, from web-platform-tests.
const urlModule = "github.com/nlnwa/whatwg-url"

// A urlCase is a row of urltestdata.json: what a browser reads an input as.
type urlCase struct {
	Input    string
	Base     *string
	Failure  bool
	Href     string
	Hostname string
}

// urlCases returns the rows of a table. Its strings are comments.
func urlCases[row any](name string) (all []row, err error) {
	path, err := file(urlModule, "testdata", name)
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var rows []json.RawMessage
	if err := json.Unmarshal(text, &rows); err != nil {
		return nil, err
	}
	for _, r := range rows {
		if r[0] == '"' {
			continue
		}
		var c row
		if err := json.Unmarshal(r, &c); err != nil {
			return nil, err
		}
		all = append(all, c)
	}
	return all, nil
}

// quote writes the value of an attribute. A numeric reference to a C1 control would mean
// another character, so these are written as they are.
var quote = strings.NewReplacer("&", "&amp;", `"`, "&quot;", "\t", "&#9;", "\n", "&#10;", "\r", "&#13;").Replace

// follow returns what urlgrep finds in the href of a link in a page with that base.
func follow(base, href string) (*extract.Match, error) {
	page := `<!DOCTYPE html><meta charset="utf-8"><base href="` + quote(base) + `">`
	link := int64(len(page))
	page += `<a href="` + quote(href) + `">`
	for m, err := range extract.Bytes([]byte(page), &extract.Options{Input: extract.InputHTML}) {
		if err != nil {
			return nil, err
		}
		if m.Offset >= link && m.Kind == extract.Attribute {
			return &m, nil
		}
	}
	return nil, nil
}

// invented returns the kind of the difference that urlgrep finds a URL that browsers
// refuse to open: whether it warns of it.
func invented(m *extract.Match) string {
	if u, err := m.Parse(); err == nil && u.Warnings != 0 {
		return "warned"
	}
	return "invented"
}

// compareAttributes compares the URL found in an attribute with the one that a browser
// opens. They are the same if a browser opens the same for both.
func compareAttributes() (all []outcome, err error) {
	cases, err := urlCases[urlCase]("urltestdata.json")
	if err != nil {
		return nil, err
	}
	for n, c := range cases {
		if strings.Contains(c.Input, "\x00") {
			continue // no attribute contains a NUL
		}
		base := ""
		if c.Base != nil {
			base = *c.Base
		}
		m, err := follow(base, c.Input)
		if err != nil {
			return nil, err
		}
		o := outcome{id: fmt.Sprintf("urltestdata.json/%d", n+1)}
		got := ""
		if m != nil {
			got = m.URL
		}
		o.why = fmt.Sprintf("%q in %q\n\t got %q\n\twant %q", c.Input, base, got, c.Href)
		switch {
		case c.Failure && m != nil:
			o.kind = invented(m)
		case c.Failure:
		case m == nil:
			o.kind = "missed"
		default:
			u, err := whatwg.Parse(m.URL)
			switch {
			case err != nil || u.Href(false) != c.Href:
				o.kind = "other"
			case u.IsSpecialScheme() && m.HostASCII() != c.Hostname:
				o.kind = "host"
				o.why += fmt.Sprintf("\n\thost %q, not %q", m.HostASCII(), c.Hostname)
			}
		}
		all = append(all, o)
	}
	return all, nil
}

// compareWrapped compares what is found if the URLs of the table are written between
// "<URL:" and ">", in the form in which a browser displays them.
func compareWrapped() (all []outcome, err error) {
	cases, err := urlCases[urlCase]("urltestdata.json")
	if err != nil {
		return nil, err
	}
	seen := make(map[string]bool)
	for n, c := range cases {
		if c.Failure || seen[c.Href] {
			continue
		}
		seen[c.Href] = true
		o := outcome{id: fmt.Sprintf("urltestdata.json/%d", n+1), kind: "missed"}
		got := ""
		for m, err := range extract.Bytes([]byte("<URL:"+c.Href+">"), nil) {
			if err != nil {
				return nil, err
			}
			if got = m.URL; m.Kind == extract.Wrapped {
				o.kind = ""
			}
			break
		}
		if o.kind == "" && got != c.Href {
			o.kind = "other"
		}
		o.why = fmt.Sprintf("got %q\n\twant %q", got, c.Href)
		all = append(all, o)
	}
	return all, nil
}

// compareLevels compares which texts are URLs at the levels of validity. What browsers
// refuse is not valid at RFC3986 or has a warning, and their form of a URL is valid at
// Lenient.
func compareLevels() (all []outcome, err error) {
	cases, err := urlCases[urlCase]("urltestdata.json")
	if err != nil {
		return nil, err
	}
	for n, c := range cases {
		o := outcome{id: fmt.Sprintf("urltestdata.json/%d", n+1)}
		if c.Failure {
			u, err := parse.Parse(c.Input, parse.Lenient)
			if err == nil && u.Warnings == 0 && parse.Valid([]byte(c.Input), parse.RFC3986) {
				o.kind = "invented"
				o.why = fmt.Sprintf("%q", c.Input)
			}
		} else if _, err := parse.Parse(c.Href, parse.Lenient); err != nil {
			o.kind = "refused"
			o.why = fmt.Sprintf("%q: %v", c.Href, err)
		}
		all = append(all, o)
	}
	return all, nil
}

// A hostCase is a row of toascii.json or IdnaTestV2.json: a host, and how it is in the
// DNS; nil if it cannot be there.
type hostCase struct {
	Input  string
	Output *string
}

// compareHosts compares the hosts of URLs in attributes. The URLs are those of the
// programs that run the tables in web-platform-tests.
func compareHosts(name string, url func(host string) string) (all []outcome, err error) {
	cases, err := urlCases[hostCase](name)
	if err != nil {
		return nil, err
	}
	for n, c := range cases {
		if c.Input == "" {
			continue // for browsers, the host of "https:///x" is x
		}
		m, err := follow("", url(c.Input))
		if err != nil {
			return nil, err
		}
		got, want := "", ""
		if m != nil {
			got = m.HostASCII()
		}
		if c.Output != nil {
			want = *c.Output
		}
		o := outcome{id: fmt.Sprintf("%s/%d", name, n+1)}
		o.why = fmt.Sprintf("%q\n\t got %q\n\twant %q", c.Input, got, want)
		switch {
		case got == want:
		case got == "":
			o.kind = "missed"
		case want == "":
			o.kind = invented(m)
		default:
			o.kind = "other"
		}
		all = append(all, o)
	}
	return all, nil
}

// compareToASCII compares with the table of hosts of the URL standard.
func compareToASCII() ([]outcome, error) {
	return compareHosts("toascii.json", func(host string) string { return "https://" + host + "/x" })
}

// compareIDNA compares with Unicode's table for UTS 46.
func compareIDNA() ([]outcome, error) {
	return compareHosts("IdnaTestV2.json", func(host string) string {
		var b strings.Builder
		b.WriteString("https://")
		for _, c := range []byte(host) {
			if c < 0x80 && (c >= '0' && c <= '9' || c|' ' >= 'a' && c|' ' <= 'z' || strings.IndexByte("-_.!~*'()", c) >= 0) {
				b.WriteByte(c)
			} else {
				fmt.Fprintf(&b, "%%%02X", c)
			}
		}
		return b.String() + "/x"
	})
}

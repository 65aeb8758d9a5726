package record

import (
	"strconv"
	"strings"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/suffix"
)

// A Property is a property of matches that --count-by can count by.
type Property struct {
	Name      string
	None      string // printed for matches without a value
	OfMessage bool   // a property of the message, not of the URL

	of func(file string, m *extract.Match) string

	// ofHost, if not nil, is called instead of of, for the host of the match. Values remembers
	// its results.
	ofHost func(host string) string
}

// Values returns the values of a property. It remembers those of the last hosts.
type Values struct {
	Property *Property
	byHost   map[string]string // at most maxByHost values
}

// The maximum number of hosts that Values remembers, and of the bytes of each.
const maxByHost, maxHostLength = 4096, 256

// Of returns the value for a match, or "" if the match has none.
func (v *Values) Of(file string, m *extract.Match) string {
	if v.Property.ofHost == nil {
		return v.Property.of(file, m)
	}
	host := Host(m)
	if value, ok := v.byHost[host]; ok {
		return value
	}
	value := v.Property.ofHost(host)
	if len(host) <= maxHostLength {
		if v.byHost == nil || len(v.byHost) == maxByHost {
			v.byHost = make(map[string]string)
		}
		v.byHost[strings.Clone(host)] = strings.Clone(value) // so that the URL is not kept
	}
	return value
}

// Properties are all properties, in the order in which the help lists them.
var Properties = [...]Property{
	{Name: "scheme", None: None, of: func(_ string, m *extract.Match) string { return m.Scheme() }},
	{Name: "host", None: None, of: func(_ string, m *extract.Match) string { return Host(m) }},
	{Name: "domain", None: None, ofHost: DomainOf},
	{Name: "kind", None: None, of: func(_ string, m *extract.Match) string { return m.Kind.String() }},
	{Name: "file", None: None, of: func(file string, _ *extract.Match) string { return file }},
	{Name: "year", None: "unknown", OfMessage: true, of: yearOf},
	{Name: "list", None: None, OfMessage: true, of: func(_ string, m *extract.Match) string { return List(m) }},
}

// None is printed for a value that a match does not have.
const None = "(none)"

// yearOf returns the year of the message's Date, in the time zone of the author.
func yearOf(_ string, m *extract.Match) string {
	if m.Message == nil || m.Message.Date.IsZero() {
		return ""
	}
	return strconv.Itoa(m.Message.Date.Year())
}

// Domain returns the registered part of the host of a match, or "".
func Domain(m *extract.Match) string { return DomainOf(Host(m)) }

// DomainOf returns the registered part of a host that Host returned, or "".
func DomainOf(host string) string { return suffix.Registrable(host) }

// List returns the mailing list of the message of a match in lower case, or "". RFC 2919
// compares lists without regard to case.
func List(m *extract.Match) string {
	if m.Message == nil {
		return ""
	}
	return strings.ToLower(m.Message.List)
}

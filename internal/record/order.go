package record

import (
	"bytes"
	"cmp"
	bin "encoding/binary"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/extract"
)

// An Order is an order of matches that --sort can sort by.
type Order struct {
	Name      string
	OfMessage bool // a property of the message, not of the URL

	of func(file string, m *extract.Match) (key string)
}

// Orders are all orders, in the order in which the help lists them. The keys that they return
// compare as strings; "" is that of matches without a value, which come last.
var Orders = [...]Order{
	{Name: "path", of: func(file string, _ *extract.Match) string { return pathKey(file) }},
	{Name: "host", of: func(_ string, m *extract.Match) string { return hostKey(m) }},
	{Name: "date", OfMessage: true, of: func(_ string, m *extract.Match) string { return dateKey(m) }},
	{Name: "url", of: func(_ string, m *extract.Match) string { return m.URL }},
}

// maxKey is the maximum length of a key in bytes. Matches whose keys have the same beginning
// of that length count as equal.
const maxKey = 4096

// AppendKey appends the key of a match to b, for CompareKeys and CompareReversed.
func (o *Order) AppendKey(b []byte, file string, m *extract.Match) []byte {
	key := o.of(file, m)
	if key == "" {
		return append(b, withoutValue)
	}
	return append(append(b, withValue), key[:min(len(key), maxKey)]...)
}

// The first byte of a key.
const (
	withValue = iota
	withoutValue
)

// CompareKeys compares two results of AppendKey.
func CompareKeys(a, b []byte) int { return bytes.Compare(a, b) }

// CompareReversed compares them in the reverse order. Matches without a value come last all the
// same.
func CompareReversed(a, b []byte) int {
	return cmp.Or(cmp.Compare(a[0], b[0]), bytes.Compare(b[1:], a[1:]))
}

// pathKey returns the name of a file as a key in which "/" is the lowest byte, so that the
// files of a directory are together.
func pathKey(name string) string {
	key := []byte(name)
	for i, c := range key {
		switch {
		case c == '/':
			key[i] = 0
		case c < '/':
			key[i]++
		}
	}
	return string(key)
}

// hostKey returns the registrable domain of the host of a match, and the other labels from
// right to left, so that the hosts of a domain are together.
func hostKey(m *extract.Match) string {
	host, domain := Host(m), Domain(m)
	labels := strings.Split(strings.TrimSuffix(strings.TrimSuffix(host, domain), "."), ".")
	if labels[0] == "" && len(labels) == 1 {
		return domain
	}
	slices.Reverse(labels)
	return domain + "\x00" + strings.Join(labels, "\x00")
}

// dateKey returns the date of the message of a match as a key.
func dateKey(m *extract.Match) string {
	if m.Message == nil || m.Message.Date.IsZero() {
		return ""
	}
	const sign = 1 << 63 // dates before 1970 are negative
	return string(bin.BigEndian.AppendUint64(nil, uint64(m.Message.Date.Unix())^sign))
}

package parse

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// Prospero is a prospero URL (RFC 1738, section 3.11).
type Prospero struct {
	HostPort
	HSOName string  `json:"hsoname"` // host-specific object name
	Fields  []Field `json:"fields"`  // in the order of the URL, not nil
}

// A Field is a prospero URL's fieldspec. Its JSON is an array of two strings.
type Field struct{ Name, Value string }

// MarshalJSON returns ["name","value"].
func (f Field) MarshalJSON() ([]byte, error) {
	b := appendQuoted([]byte{'['}, f.Name)
	b = appendQuoted(append(b, ','), f.Value)
	return append(b, ']'), nil
}

// fieldChar is the set of octets of fieldname and fieldvalue, psegmentChar that of
// psegment, ppathChar that of ppath:
//
//	ppath      = psegment *[ "/" psegment ]
//	psegment   = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
//	fieldname  = *[ uchar | "?" | ":" | "@" | "&" ]
//	fieldvalue = *[ uchar | "?" | ":" | "@" | "&" ]
const (
	fieldChar    = ascii.UChar | ascii.Question | ascii.Colon | ascii.At | ascii.Ampersand
	psegmentChar = fieldChar | ascii.Equals
	ppathChar    = psegmentChar | ascii.Slash
)

// parseProspero parses a prospero URL (section 3.11).
//
//	prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ]
func (u *URL) parseProspero(s string, i int) fault {
	slash := authorityEnd(s, i, '/')
	server, f := parseServer(s[:slash], i)
	switch {
	case f.class != 0:
		return f
	case slash == len(s):
		return fault{slash, MissingPath}
	}
	// "The semicolon ";" is reserved and may not appear without quoting in the
	// <hsoname>."
	end, inside := span(s, slash+1, ppathChar)
	if inside || end < len(s) && s[end] != ';' {
		return charFault(s, end, inside)
	}
	v := Prospero{HostPort: server, HSOName: s[slash+1 : end]}
	v.URLPath = present(s[slash+1:])
	if v.Fields, f = parseFields(s, end); f.class != 0 {
		return f
	}
	u.checkServer(v.HostPort)
	u.Parts = v
	return fault{}
}

// parseFields parses the fields of s from i on. i is the end of s or the offset of a ";".
//
//	fieldspec = ";" fieldname "=" fieldvalue
func parseFields(s string, i int) ([]Field, fault) {
	fields := make([]Field, 0, strings.Count(s[i:], ";"))
	for i < len(s) {
		name := i + 1
		equals, inside := span(s, name, fieldChar)
		if inside || equals == len(s) || s[equals] != '=' {
			return nil, fieldFault(s, equals, inside)
		}
		value := equals + 1
		i, inside = span(s, value, fieldChar)
		if inside || i < len(s) && s[i] != ';' {
			return nil, fieldFault(s, i, inside)
		}
		fields = append(fields, Field{s[name:equals], s[value:i]})
	}
	return fields, fault{}
}

// fieldFault returns the fault at off in a field.
func fieldFault(s string, off int, inside bool) fault {
	f := charFault(s, off, inside)
	if f.class == ReservedChar || off == len(s) && !inside {
		f.class = BadField
	}
	return f
}

func (v Prospero) walk(w *walk, yield yielder) {
	w.skip(len("//"))
	v.HostPort.walk(w, yield)
	w.component(yield, "", nameHSOName, present(v.HSOName))
	for _, f := range v.Fields {
		w.component(yield, ";", nameField, present(f.Name))
		w.component(yield, "=", nameValue, present(f.Value))
	}
}

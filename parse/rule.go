package parse

import (
	"unicode"
	"unicode/utf8"
)

// Rule names the rule that e broke, with its standard and section, such as
// "RFC 1738, section 3.1: port", and after a semicolon what is at e.Offset if that is
// white space, a control character, a double quote or an angle bracket: "a blank is not
// allowed". Of the class UnknownLevel it names the levels instead.
func (e *Error) Rule() string {
	rule := genericRule(e.Class)
	switch {
	case e.Class == UnknownLevel:
		return wantLevel + ", not " + e.Level.String()
	case e.Level == RFC1738:
		rule = "RFC 1738, section " + e.strictRule()
	}
	if name := forbidden(e.URL, e.Offset); name != "" {
		rule += "; " + name + " is not allowed"
	}
	return rule
}

// forbidden names the character of s at offset if that is one of those which end a URL in
// text: in ASCII no level has them, beyond it Lenient has some, but not in an authority. It
// returns "" for any other character, and at the end of s.
func forbidden(s string, offset int) string {
	if offset >= len(s) {
		return ""
	}
	switch r, _ := utf8.DecodeRuneInString(s[offset:]); {
	case r == ' ':
		return "a blank"
	case r == '\t':
		return "a tab"
	case r == '\n' || r == '\r':
		return "a line break"
	case r == '"':
		return "a double quote"
	case r == '<' || r == '>':
		return "an angle bracket"
	case unicode.IsSpace(r) && r >= 0xA0:
		return "white space"
	case unicode.IsControl(r):
		return "a control character"
	}
	return ""
}

// strictRule returns section and rule of RFC 1738.
func (e *Error) strictRule() string {
	section := "2.1"
	if _, known := canonicalScheme(e.Scheme); known.Section != "" {
		section = known.Section
	}
	switch e.Class {
	case NoScheme, BadScheme:
		return "2.1: scheme"
	case MissingSlashes:
		return section + `: "//" after the scheme`
	case BadEscape:
		return "2.2: escape"
	case UserinfoNotAllowed:
		return section + ": no user name or password is allowed"
	case ReservedChar:
		return "2.2: reserved characters must be encoded"
	case UnsafeChar:
		return "2.2: unsafe characters must be encoded"
	case EmptyHost, BadHost:
		return "3.1: host"
	case BadPort:
		return "3.1: port"
	case PortNotAllowed:
		return section + ": no port is allowed"
	case MissingPath:
		return section + `: "/" after the host`
	case BadTypecode:
		return "3.2.2: typecode"
	case PathNotAllowed:
		return section + `: nothing may follow the "/"`
	case MissingGroup, BadGroup:
		return section + ": newsgroup-name"
	case BadArticle:
		if e.Scheme == "nntp" {
			return section + ": article-number"
		}
		return section + ": message-id"
	case BadWAISPath:
		return section + ": wtype and wpath"
	case BadField:
		return section + ": field and value"
	case EmptyAddress:
		return section + ": addr-spec"
	}
	return section
}

// genericRule returns standard, section and rule, those of RFC 3986 also where
// Lenient is wider.
func genericRule(class Class) string {
	switch class {
	case NoScheme, BadScheme:
		return "RFC 3986, section 3.1: scheme"
	case BadEscape:
		return "RFC 3986, section 2.1: pct-encoded"
	case BadHost:
		return "RFC 3986, section 3.2.2: host"
	case BadIPLiteral:
		return "RFC 3986, section 3.2.2: IP-literal"
	case BadPort:
		return "RFC 3986, section 3.2.3: port"
	case ReservedChar:
		return "RFC 3986, section 2.2: gen-delims"
	}
	return "RFC 3986, appendix A: pchar"
}

package parse

import (
	"unicode"
	"unicode/utf8"
)

// Rule returns the rule that e breaks, with its standard and section: "RFC 1738, section
// 3.1: a port must be digits". If the character at e.Offset is white space, a control
// character, a double quote or an angle bracket, it follows after a semicolon: "a blank
// is not allowed". For the class UnknownLevel, Rule returns the names of the levels
// instead.
func (e *Error) Rule() string {
	rule := genericRule(e.Class)
	switch {
	case e.Class == UnknownLevel:
		return e.Level.String() + ": " + validLevels
	case e.Level == RFC1738:
		rule = "RFC 1738, section " + e.strictRule()
	}
	if name := forbidden(e.URL, e.Offset); name != "" {
		rule += "; " + name + " is not allowed"
	}
	return rule
}

// forbidden returns the name of the character of s at offset if that is one that ends a
// URL in text. No level allows those in ASCII; Lenient allows some others, but not in an
// authority. It returns "" for any other character, and at the end of s.
func forbidden(s string, offset int) string {
	if offset < 0 || offset >= len(s) {
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

// strictRule returns the section of RFC 1738 and the rule.
func (e *Error) strictRule() string {
	section := "2.1"
	if _, known := canonicalScheme(e.Scheme); known.Section != "" {
		section = known.Section
	}
	switch e.Class {
	case NoScheme:
		return "2.1: a scheme and a colon must come first"
	case BadScheme:
		return "2.1: a scheme must be letters, digits, +, - or ."
	case MissingSlashes:
		return section + `: "//" must follow the scheme`
	case BadEscape:
		return `2.2: two hexadecimal digits must follow "%"`
	case UserinfoNotAllowed:
		return section + ": a user name or password is not allowed"
	case ReservedChar:
		return "2.2: reserved characters must be encoded"
	case UnsafeChar:
		return "2.2: unsafe characters must be encoded"
	case EmptyHost:
		return "3.1: the host is empty"
	case BadHost:
		return "3.1: the host is neither a host name nor an IP address"
	case BadPort:
		return "3.1: a port must be digits"
	case PortNotAllowed:
		return section + ": a port is not allowed"
	case MissingPath:
		return section + `: "/" must follow the host`
	case BadTypecode:
		return `3.2.2: ";" must begin ";type=" and A, I or D`
	case PathNotAllowed:
		return section + `: nothing may follow the "/"`
	case MissingGroup:
		return section + ": the newsgroup name is missing"
	case BadGroup:
		return section + ": the newsgroup name is not valid"
	case BadArticle:
		if e.Scheme == "nntp" {
			return section + ": the article number is not valid"
		}
		return section + ": the message-id is not valid"
	case BadWAISPath:
		return section + ": wtype and wpath must both follow the database"
	case BadField:
		return section + `: a field must be ";" name "=" value`
	case EmptyAddress:
		return section + ": the address is empty"
	}
	return section
}

// genericRule returns the standard, the section and the rule. At Lenient, which is wider,
// they are also those of RFC 3986.
func genericRule(class Class) string {
	switch class {
	case NoScheme:
		return "RFC 3986, section 3.1: a scheme and a colon must come first"
	case BadScheme:
		return "RFC 3986, section 3.1: a scheme must be a letter, then letters, digits, +, - or ."
	case BadEscape:
		return `RFC 3986, section 2.1: two hexadecimal digits must follow "%"`
	case BadHost:
		return "RFC 3986, section 3.2.2: the host is not valid"
	case BadIPLiteral:
		return "RFC 3986, section 3.2.2: the IP address in brackets is not valid"
	case BadPort:
		return "RFC 3986, section 3.2.3: a port must be digits"
	case ReservedChar:
		return "RFC 3986, section 2.2: reserved characters must be encoded"
	}
	return "RFC 3986, appendix A (pchar): characters that are not allowed must be encoded"
}

package parse

// Rule names the rule that e broke, with its standard and section, such as
// "RFC 1738, section 3.1: port". Of the class UnknownLevel it names the levels instead.
func (e *Error) Rule() string {
	switch {
	case e.Class == UnknownLevel:
		return wantLevel + ", not " + e.Level.String()
	case e.Level == RFC1738:
		return "RFC 1738, section " + e.strictRule()
	}
	return genericRule(e.Class)
}

// strictRule returns section and rule of RFC 1738.
func (e *Error) strictRule() string {
	section := "2.1"
	if _, id := canonicalScheme(e.Scheme); schemes[id].section != "" {
		section = schemes[id].section
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
		if e.Scheme == schemes[nntp].name {
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

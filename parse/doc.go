// Package parse parses one URL: it says whether a text is a URL, at one of
// three levels, and if so of what it is made, if not where and why not.
//
// # Terms
//
//   - scheme: the name before the first colon.
//   - scheme-specific part: what follows it, up to a "#". What it is made of,
//     its components, depends on the scheme in RFC 1738, and does not in
//     RFC 3986.
//   - fragment: what follows the first "#". RFC 1738 does not count it to the
//     URL, RFC 3986 does.
//   - authority: what is between "//" and the next "/" (or "?", or "#"): user
//     name and password, host and port. RFC 1738 calls it login, or hostport
//     where a scheme has no user names.
//   - absent and empty: "http://h" has no path, "http://h/" an empty one
//     (RFC 1738, section 3.1). A [Component] tells them apart.
//   - escape: "%" and two hexadecimal digits. None is ever decoded.
//   - offset: of a byte, from 0.
//   - span: from which offset up to which a component is in the text. [URL.All] iterates
//     over the components with their names and spans; [URL.Find] returns one.
//
// # Levels
//
// [RFC1738] holds a URL to the grammar of RFC 1738, section 5: the production
// of its scheme for ftp, http, gopher, mailto, news, nntp, telnet, wais, file
// and prospero, otherurl for any other. Where the prose of the standard is
// narrower than its grammar, the URL is valid and gets a warning; where the
// prose or custom is wider, it is not valid. [URL].Parts has the components.
//
// [RFC3986] is rule URI of RFC 3986, appendix A. It does not look at the scheme
// except for the warnings. [URL].Generic has the components.
//
// [Lenient] is RFC3986 and what is often met besides: characters outside
// US-ASCII (RFC 3987), the characters { } | \ ^ [ ] and backquote in path,
// query and fragment, "%" there without digits after it, "#" in the fragment,
// "@" in the userinfo. Each use of these gives a warning. White space, control
// characters, quotes (") and angle brackets are never accepted, nor a backslash in the
// authority, which some read as "/": two readers would see two hosts. White space beyond
// ASCII is not accepted in the authority, as it is in no domain name.
//
// At Lenient there are also warnings by other standards: of a host beyond ASCII that is no
// internationalized domain name (UTS 46), of a label that begins with "xn--" and is no
// A-label (RFC 5890), of bidirectional formatting characters (RFC 3987, section 4.1), of
// userinfo and a port without a host, or in a file URL (RFC 8089); and of hosts that are
// not what they seem: with a user name before them that looks like a host, as numbers that
// browsers read as an IPv4 address (RFC 3986, section 7), or in mixed scripts (UTS 39).
// [Warnings] has them all.
//
// # Flow
//
// [Parse] reads the scheme, then what follows it from left to right, once;
// after that only escapes are looked at again, for the warnings. Reading stops
// at the first octet that cannot follow what is before it. That makes the
// offset of an [Error]: the length of the longest beginning of the text that
// some valid URL of that scheme begins with too. Only an authority needs a
// second reading for it, as "a:b" can be a host and a bad port, or a user name
// and a password whose "@" is still to come.
//
// The [Class] of an error says what a human would say is wrong.
//
// # Limits
//
// There are none: neither on the length of a URL nor on that of a component.
// Time is linear in the length, and any octets will do. Nothing is allocated at
// Lenient and RFC3986 for a valid URL, except for an unknown scheme in upper case and, at
// Lenient, for an internationalized host; at RFC1738 only what [URL].Parts needs. There is
// no global state; all functions may be called by many goroutines at once.
//
// # Conformance
//
// RFC 1738 has gaps and contradictions. These are the choices that were made;
// comments in the code cite their numbers.
//
//   - R01: otherurl is for schemes without a production of their own only. By
//     the letter it would derive any text of xchar after any scheme.
//   - R02: the scheme may be in any letter case. All other literals, such as
//     ";type=", may not (R19).
//   - R03: the "/" in gopherurl is a literal (erratum 5118).
//   - R04: what follows the first "#" is cut off before anything else.
//   - R05: after "*", brackets only group; "1*[…]" is never empty.
//   - R06: a scheme may begin with a digit, "+", "-" or ".".
//   - R07: a schemepart that is no ip-schemepart is valid still.
//   - R09: https is an other scheme, and has no default port.
//   - R10: "URL:http://h/" is a URL with the scheme "url", with a warning.
//   - R12 to R17: a host may be one label; "_", a "-" at the end of a label, an
//     empty label, a final dot and escapes make it bad; a number over 255 in an
//     IP address and the limits of DNS give warnings.
//   - R18: an empty port is bad, one over 65535 gives a warning.
//   - R22: only ftp, telnet and other schemes have user names.
//   - R23: only file may have an empty host.
//   - R25: ";" in an ftp URL begins a typecode or is an error.
//   - R28, R29: "/" and "?" in http's search part are errors, and so is "?"
//     without a "/" before it.
//   - R30: a gopher URL's path is *xchar, divided by "%09".
//   - R34: news is "*", a group or an article; "@" makes it an article.
//   - R36: nothing may follow the "/" of a telnet URL.
//
// RFC 3986 is followed to the letter; of its errata, 4942 (reg-name), which is
// only reported, is not applied. Zone identifiers of IPv6 addresses (RFC 6874,
// withdrawn by RFC 9844) are refused.
//
// What is valid at RFC3986 is valid at Lenient. What is valid at RFC1738 and has
// no fragment is valid at RFC3986, except for
//
//   - schemes that do not begin with a letter;
//   - other, news and mailto URLs that begin with "//" and do not go on as an
//     authority, such as "x://h:y";
//   - passwords with "?" in them, such as "ftp://u:p?w@h/": for RFC 3986 the "?"
//     ends the authority, which leaves a bad port.
package parse

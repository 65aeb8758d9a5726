// Package parse parses one URL: it validates a text at one of three levels, and returns
// the components of a valid URL, or an error with its offset and its class.
//
// # Terms
//
//   - scheme: the name before the first colon.
//   - scheme-specific part: the text after that colon, up to a "#". Its components depend
//     on the scheme in RFC 1738, and do not in RFC 3986.
//   - fragment: the text after the first "#". It is not part of the URL in RFC 1738, and
//     is part of it in RFC 3986.
//   - authority: the text between "//" and the next "/" (or "?", or "#"): user name and
//     password, host and port. RFC 1738 calls it login, or hostport for schemes without
//     user names.
//   - absent and empty: "http://h" has no path, "http://h/" has an empty one (RFC 1738,
//     section 3.1). A [Component] distinguishes the two.
//   - escape: "%" and two hexadecimal digits. Parse decodes no escapes.
//   - offset: an offset in bytes, from 0.
//   - span: the offsets at which a component begins and ends in the text. [URL.All]
//     iterates over the components with their names and spans; [URL.Find] returns one.
//
// # Levels
//
// [RFC1738] is the grammar of RFC 1738, section 5: the production of the scheme for ftp,
// http, gopher, mailto, news, nntp, telnet, wais, file and prospero, otherurl for any other
// scheme. If the prose of the standard is narrower than its grammar, the URL is valid and
// gets a warning; if the prose or custom is wider, the URL is not valid. [URL].Parts holds
// the components.
//
// [RFC3986] is rule URI of RFC 3986, appendix A. The scheme affects only the warnings.
// [URL].Generic holds the components.
//
// [Lenient] is RFC3986 with additions for URLs that occur in practice: characters outside
// US-ASCII (RFC 3987), the characters { } | \ ^ [ ] and backquote in path, query and
// fragment, "%" there without digits after it, "#" in the fragment, "@" in the userinfo.
// Each use of an addition gives a warning. White space and control characters of US-ASCII,
// quotes (") and angle brackets are never accepted. Neither is a backslash in the authority: some programs
// read it as "/", so two programs would see two hosts. White space beyond ASCII is not
// accepted in the authority, since no domain name has it.
//
// Lenient also gives warnings by other standards:
//
//   - a host beyond ASCII that is not an internationalized domain name (UTS 46);
//   - a label that begins with "xn--" and is not an A-label (RFC 5890);
//   - bidirectional formatting characters (RFC 3987, section 4.1);
//   - userinfo or a port without a host, or in a file URL (RFC 8089);
//   - misleading hosts: after a user name that looks like a host, as a number that browsers
//     read as an IPv4 address (RFC 3986, section 7), or in mixed scripts (UTS 39).
//
// [Warnings] lists all of them.
//
// # Flow
//
// [Parse] reads the scheme, then the text after it from left to right, once; afterwards it
// reads only the escapes again, for the warnings. It stops at the first octet that cannot
// follow the octets before it. Therefore the offset of an [Error] is the length of the
// longest beginning of the text that is also the beginning of some valid URL of that scheme.
// Only an authority needs a second pass for it: "a:b" can be a host and a bad port, or a
// user name and a password before an "@".
//
// The [Class] of an error names the error as a person would.
//
// # Limits
//
// There are no limits on the length of a URL or of a component. Parsing takes time linear in
// the length, and accepts any octets as input. At Lenient and RFC3986 a valid URL takes no
// allocation, except for an unknown scheme in upper case and, at Lenient, for an
// internationalized host; at RFC1738 only [URL].Parts is allocated. The package has no
// mutable global state; its functions are safe for concurrent use.
//
// # Conformance
//
// RFC 1738 has gaps and contradictions. This package makes the following choices; comments
// in the code cite their numbers.
//
//   - R01: otherurl is only for schemes without a production. By the letter it would derive
//     any text of xchar after any scheme.
//   - R02: the scheme may be in any letter case. All other literals, such as ";type=", may
//     not (R19).
//   - R03: the "/" in gopherurl is a literal (erratum 5118).
//   - R04: the fragment is cut off at the first "#", before the URL is parsed.
//   - R05: after "*", brackets only group; "1*[…]" is never empty.
//   - R06: a scheme may begin with a digit, "+", "-" or ".".
//   - R07: a schemepart that is not an ip-schemepart is still valid.
//   - R09: https is an other scheme, and has no default port.
//   - R10: "URL:http://h/" is a URL with the scheme "url", with a warning.
//   - R12 to R17: a host may be one label. "_", a "-" at the end of a label, an empty label,
//     a final dot and escapes are errors. A number over 255 in an IP address and names that
//     exceed the limits of DNS give warnings.
//   - R18: an empty port is an error, one over 65535 gives a warning.
//   - R22: only ftp, telnet and other schemes have user names.
//   - R23: only file may have an empty host.
//   - R25: ";" in an ftp URL begins a typecode or is an error.
//   - R28, R29: "/" and "?" in http's search part are errors, and so is "?" without a "/"
//     before it.
//   - R30: a gopher URL's path is *xchar, divided by "%09".
//   - R34: news is "*", a group or an article; "@" makes it an article.
//   - R36: nothing may follow the "/" of a telnet URL.
//
// RFC 3986 is followed to the letter. Of its errata, 4942 (reg-name) has the status
// "reported" and is not applied. Zone identifiers of IPv6 addresses (RFC 6874, withdrawn by
// RFC 9844) are errors.
//
// A URL that is valid at RFC3986 is valid at Lenient. A URL that is valid at RFC1738 and has
// no fragment is valid at RFC3986, except for
//
//   - schemes that do not begin with a letter;
//   - other, news and mailto URLs that begin with "//" and do not continue as an authority,
//     such as "x://h:y";
//   - passwords with "?" in them, such as "ftp://u:p?w@h/": for RFC 3986 the "?" ends the
//     authority, so the text before it has a bad port.
package parse

package find

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/suffix"
)

// isServer reports whether the first label of name is that of a server: "www" or "ftp".
func isServer(name []byte) bool {
	first, _, _ := bytes.Cut(name, []byte{'.'})
	return bytes.EqualFold(first, []byte("www")) || bytes.EqualFold(first, []byte("ftp"))
}

// isDelegated reports whether ICANN has delegated the top-level domain top.
func isDelegated(top []byte) bool {
	return suffix.ICANN(strings.ToLower(string(top))) != ""
}

// isFileOrMember reports whether name, in lower case, is rather that of a file, or of a
// member of something in a program, than that of a host.
func isFileOrMember(name string) bool {
	top := name[strings.LastIndexByte(name, '.')+1:]
	switch top {
	// Frequent endings of file names.
	case "ac", "am", "app", "cab", "cat", "cc", "in", "java", "la", "md", "mk", "ml", "mm", "mo", "mov",
		"ms", "pl", "pm", "ps", "pub", "py", "rs", "sh", "so", "st", "td", "tf", "zip":
		return true
	// Words that, in mail, manuals and program text, ended such names in more documents
	// than had a host below the top-level domain (six documents or more, and two names or
	// more). They do not count as the end of a longer public suffix.
	case "abc", "audio", "author", "auto", "build", "call", "case", "channel", "data", "date", "day", "design",
		"directory", "docs", "dot", "email", "events", "family", "final", "fire", "fit", "foo", "fun", "group",
		"gt", "help", "host", "id", "inc", "int", "link", "man", "map", "name", "ne", "new", "next", "now", "open",
		"pid", "post", "properties", "read", "report", "save", "search", "select", "shell", "site", "store",
		"style", "support", "tab", "target", "total", "video", "win", "windows", "work", "xxx", "zero":
		return !strings.Contains(suffix.Public(name), ".")
	}
	return false
}

// isSourceFile reports whether name, in lower case, is two labels, of which the second is
// the ending of source files.
func isSourceFile(name string) bool {
	_, ending, _ := strings.Cut(name, ".")
	switch ending {
	case "cc", "md", "mk", "ml", "mm", "pl", "pm", "py", "rs", "sh":
		return true
	}
	return false
}

// isAbbreviation reports whether name, in lower case, is an abbreviation: of the number of
// something, as "reg.no", or "et.al".
func isAbbreviation(name string) bool {
	switch name {
	case "et.al", "reg.no", "roll.no", "sl.no", "sr.no", "tel.no":
		return true
	}
	return false
}

// isShortHost reports whether name, in lower case, is one of the hosts with a label of one letter that texts
// have without a path.
func isShortHost(name string) bool { return name == "x.com" || name == "t.me" || name == "t.co" }

// hasHump reports whether a label of name is an identifier of two words in a program, such
// as "leafCount": it consists of ASCII letters and digits, begins with two lower-case
// letters, and has a capital.
func hasHump(name []byte) bool {
	for label := range bytes.SplitSeq(name, []byte{'.'}) {
		if len(label) > 2 && isLower(label[0]) && isLower(label[1]) && ascii.All(label) &&
			bytes.IndexByte(label, '-') < 0 && bytes.ContainsFunc(label, unicode.IsUpper) {
			return true
		}
	}
	return false
}

// isLower reports whether c is a lower-case letter of ASCII.
func isLower(c byte) bool { return 'a' <= c && c <= 'z' }

// hasFileExtension reports whether the last label of name is no top-level domain, but the
// extension of files and units that are named with an "@", as in "logo@2x.png" and
// "getty@tty1.service".
func hasFileExtension(name []byte) bool {
	switch string(bytes.ToLower(name[bytes.LastIndexByte(name, '.')+1:])) {
	case "png", "jpg", "jpeg", "gif", "svg", "webp", "txt", "html", "json", "conf",
		"service", "socket", "timer", "mount", "slice", "scope", "device":
		return true
	}
	return false
}

// isQualified reports whether name, in lower case, begins as qualified names in programs
// do and does not end in a classic top-level domain: with the word for the current
// object, with a file that most programs come with, or with a top-level domain, as
// packages in Java ("org.example.name") and services on the D-Bus.
func isQualified(name string) bool {
	first, last := firstAndLast(name)
	switch first {
	case "self", "this", "readme", "makefile", "configure", "changelog",
		"com", "org", "net", "edu", "gov", "mil":
		return !isOriginalTopLevel(last)
	}
	return false
}

// isReversed reports whether name has no capitals, three labels or more, and begins with a top-level domain that
// names of packages begin with.
func isReversed(name []byte) bool {
	first, _, _ := bytes.Cut(name, []byte{'.'})
	switch string(first) {
	case "com", "io", "net", "org":
		return bytes.Count(name, []byte{'.'}) > 1 && !bytes.ContainsFunc(name, unicode.IsUpper)
	}
	return false
}

// isNewsgroup reports whether name, in lower case, begins with a hierarchy of Usenet, and
// does not end in the top-level domain of a country or in a classic one.
func isNewsgroup(name string) bool {
	first, last := firstAndLast(name)
	switch first {
	case "alt", "comp", "humanities", "misc", "news", "rec", "sci", "soc", "talk":
		return len(last) > 2 && !isOriginalTopLevel(last)
	}
	return false
}

// isOriginalTopLevel reports whether top is one of the original top-level domains: those
// of RFC 920, and "net". In old texts they occur in any mixture of case.
func isOriginalTopLevel(top string) bool {
	switch top {
	case "com", "org", "net", "edu", "gov", "mil":
		return true
	}
	return false
}

// firstAndLast returns the first and the last label of name.
func firstAndLast(name string) (first, last string) {
	first, _, _ = strings.Cut(name, ".")
	return first, name[strings.LastIndexByte(name, '.')+1:]
}

package find

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/suffix"
)

// isServer reports whether the first label of name says that it is a host's.
func isServer(name []byte) bool {
	first, _, _ := bytes.Cut(name, []byte{'.'})
	return bytes.EqualFold(first, []byte("www")) || bytes.EqualFold(first, []byte("ftp"))
}

// isDelegated reports whether top is a top-level domain that ICANN has delegated.
func isDelegated(top []byte) bool {
	return suffix.ICANN(strings.ToLower(string(top))) != ""
}

// isFileOrMember reports whether name, in lower case, is rather that of a file or of a member of
// something in a program. Its top-level domain is then an ending that files
// have often, or a word that in 250 MB of mail, manuals and program text ended
// such names in more documents than had a host below it (six or more, and two
// names or more). The latter are none where they end a longer public suffix.
func isFileOrMember(name string) bool {
	top := name[strings.LastIndexByte(name, '.')+1:]
	switch top {
	case "ac", "am", "app", "cab", "cat", "cc", "in", "java", "la", "md", "mk", "ml", "mm", "mo", "mov",
		"ms", "pl", "pm", "ps", "pub", "py", "rs", "sh", "so", "st", "td", "tf", "zip":
		return true
	case "abc", "audio", "auto", "build", "call", "case", "data", "date", "day", "design", "directory", "docs", "email",
		"events", "family", "final", "fit", "foo", "fun", "group", "help", "host", "inc", "int", "link", "man",
		"map", "name", "new", "next", "open", "properties", "read", "report", "save", "search", "shell", "site",
		"store", "style", "support", "target", "total", "video", "win", "work", "xxx", "zero":
		return !strings.Contains(suffix.Public(name), ".")
	}
	return false
}

// hasFileExtension reports whether the last label of name, which is no top-level
// domain, is the ending of files and units that are named with an "@", as in
// "logo@2x.png" and "getty@tty1.service".
func hasFileExtension(name []byte) bool {
	switch string(bytes.ToLower(name[bytes.LastIndexByte(name, '.')+1:])) {
	case "png", "jpg", "jpeg", "gif", "svg", "webp", "txt", "html", "json", "conf",
		"service", "socket", "timer", "mount", "slice", "scope", "device":
		return true
	}
	return false
}

// isQualified reports whether name, in lower case, begins as the names do that programs and
// their files have: with the word for the object that is at work, with a file
// that goes with most of them, or with a top-level domain, as packages in Java
// ("org.example.name") and services on the D-Bus.
func isQualified(name string) bool {
	first, last := firstAndLast(name)
	switch first {
	case "self", "this", "readme", "makefile", "configure", "changelog",
		"com", "org", "net", "edu", "gov", "mil":
		return !isRFC920(last)
	}
	return false
}

// isNewsgroup reports whether name, in lower case, begins with a hierarchy of Usenet and ends
// in no country or classic top-level domain.
func isNewsgroup(name string) bool {
	first, last := firstAndLast(name)
	switch first {
	case "alt", "comp", "humanities", "misc", "news", "rec", "sci", "soc", "talk":
		return len(last) > 2 && !isRFC920(last)
	}
	return false
}

// isRFC920 reports whether top is one of the top-level domains of RFC 920,
// which come in all mixtures of case in old texts.
func isRFC920(top string) bool {
	switch top {
	case "com", "org", "net", "edu", "gov", "mil":
		return true
	}
	return false
}

// ends returns the first and the last label of name.
func firstAndLast(name string) (first, last string) {
	first, _, _ = strings.Cut(name, ".")
	return first, name[strings.LastIndexByte(name, '.')+1:]
}

package join

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/percent"
	"github.com/urlgrep/urlgrep/internal/suffix"
)

// longestExtension is the length of the longest extension, with its dot.
const longestExtension = len(".shtml")

// isExtension reports whether text begins with the extension of a file, one of those that URLs lead to most often, with
// nothing after it that a word has.
func isExtension(text []byte) bool {
	n := ascii.Len(text[:min(len(text), longestExtension)], ascii.AlphaDigit)
	switch string(text[:n]) {
	case "html", "htm", "shtml", "xhtml", "pdf", "php", "asp", "aspx", "jsp", "cfm", "cgi", "txt", "xml", "json", "csv",
		"doc", "docx", "xls", "xlsx", "ppt", "pptx", "ps", "zip", "gz", "tar", "tgz", "jpg", "jpeg", "png", "gif", "svg", "md", "pl":
		return n == len(text) || text[n] != '-' && text[n] != '\''
	}
	return false
}

// hasFileExtension reports whether word ends in a dot and the extension of a file.
func hasFileExtension(word []byte) bool {
	dot := bytes.LastIndexByte(word, '.')
	return dot >= 0 && isExtension(word[dot+1:])
}

func isCapital(c byte) bool { return 'A' <= c && c <= 'Z' }

// lowerLen returns the number of letters in lower case that text begins with.
func lowerLen(text []byte) int {
	n := 0
	for n < len(text) && 'a' <= text[n] && text[n] <= 'z' {
		n++
	}
	return n
}

func isDigits(word []byte) bool { return len(word) > 0 && ascii.Len(word, ascii.Digit) == len(word) }

// isYear reports whether word is a year of the time of the Web.
func isYear(word []byte) bool {
	return len(word) == 4 && isDigits(word) && (bytes.HasPrefix(word, []byte("19")) || bytes.HasPrefix(word, []byte("20")))
}

// isDate reports whether word is a date in digits, such as 3/5/2014 or 2014-05-03.
func isDate(word []byte) bool {
	parts := bytes.FieldsFunc(word, func(r rune) bool { return r == '/' || r == '-' || r == '.' })
	if len(parts) < 2 || len(parts) > 3 || word[len(word)-1] == '/' {
		return false
	}
	year := false
	for _, p := range parts {
		year = year || isYear(p)
		if !isDigits(p) || len(p) > 2 && !isYear(p) || len(p) == 2 && p[0] > '3' {
			return false
		}
	}
	return year || len(parts) == 3
}

// isMarked reports whether word has a character that words of prose do not have. A slash between short words
// does not count, as in "and/or".
func isMarked(word []byte) bool {
	if at := bytes.IndexByte(word, '%'); bytes.ContainsAny(word, "_=&?~#") || at >= 0 && percent.Begins(word[at:]) {
		return true
	}
	slash := bytes.IndexByte(word, '/')
	if slash < 0 {
		return false
	}
	return slash > 3 || len(word)-slash-1 > 3 || slash+1 == len(word) || ascii.Len(word, ascii.Alpha) != slash || ascii.Len(word[slash+1:], ascii.Alpha) < len(word)-slash-1
}

// isMixed reports whether word has letters and digits, and is no ordinal and no word after the mark of a footnote, as in
// "2The".
func isMixed(word []byte) bool {
	digits, letters := 0, 0
	for _, c := range word {
		switch {
		case ascii.Is(c, ascii.Digit):
			digits++
		case ascii.Is(c, ascii.Alpha):
			letters++
		case c != '-':
			return false
		}
	}
	return digits > 0 && (letters > 0 || digits > 2 && digits < len(word)) && !isOrdinal(word)
}

// isOrdinal reports whether word is an ordinal number, such as "2nd", or a short number and a word.
func isOrdinal(word []byte) bool {
	n := ascii.Len(word, ascii.Digit)
	letters := ascii.Len(word[n:], ascii.Alpha)
	return n > 0 && n+letters == len(word) && (n < 3 && letters > 1 || letters == 2)
}

// isDotted reports whether word has a dot between letters or digits, and is no abbreviation, such as "e.g",
// and no number.
func isDotted(word []byte) bool {
	letters, long := false, false
	for _, part := range bytes.Split(word, []byte{'.'}) {
		if len(part) == 0 {
			return false
		}
		letters = letters || ascii.Is(part[0], ascii.Alpha)
		long = long || len(part) > 1
	}
	dots := bytes.Count(word, []byte{'.'})
	return dots > 0 && long && (letters || dots > 1)
}

// isAddressWord reports whether word is an e-mail address.
func isAddressWord(word []byte) bool {
	return bytes.IndexByte(word, '@') > 0 && !bytes.ContainsAny(word, "/?=&%#")
}

// accessWords are words that follow the URL in references.
var accessWords = [...]string{"accessed", "access", "retrieved", "visited", "viewed", "cited", "updated", "date", "last", "checked", "available", "and", "or", "in", "doi", "pmid", "isbn", "issn", "w/"}

// beginsAccess reports whether word follows the URL in references.
func beginsAccess(word []byte) bool {
	for _, a := range accessWords {
		if len(word) >= len(a) && ascii.EqualFold(word[:len(a)], a) && (len(word) == len(a) || word[len(a)] == ':') {
			return true
		}
	}
	return false
}

// isCompleteHost reports whether host is complete: labels with dots between them, the last of which are a public suffix,
// with one before them. A top-level domain after "www" is not a host.
func isCompleteHost(host string) bool {
	host = strings.ToLower(host)
	top := strings.LastIndexByte(host, '.')
	if top < 0 || len(host) > 253 || top == len("www") && strings.HasPrefix(host, "www.") {
		return false
	}
	return isInLabels(host) && suffix.IsBelow(host)
}

// isInLabels reports whether host consists of labels with dots between them.
func isInLabels(host string) bool {
	before := byte('.')
	for i := range len(host) {
		c := host[i]
		switch {
		case c == '.' || c == '-':
			if before == '.' || c == '.' && before == '-' {
				return false
			}
		case !ascii.Is(c, ascii.AlphaDigit):
			return false
		}
		before = c
	}
	return before != '.' && before != '-'
}

// isOtherHost reports whether word is a complete host, and not the name of a file.
func isOtherHost(word []byte) bool { return isCompleteHost(string(word)) && !hasFileExtension(word) }

// isOtherSite reports whether word is another host, with a path or without, or a public suffix with a dot in it.
func isOtherSite(word []byte) bool {
	host, _, _ := bytes.Cut(word, []byte{'/'})
	return isOtherHost(host) || isLongSuffix(string(host))
}

// isLongSuffix reports whether host is a public suffix of more than one label, such as "co.uk".
func isLongSuffix(host string) bool {
	host = strings.ToLower(host)
	return strings.IndexByte(host, '.') > 0 && suffix.ICANN(host) == host
}

// isHyphenated reports whether word consists of letters, digits and hyphens between them.
func isHyphenated(word []byte) bool {
	return len(word) > 2 && bytes.IndexByte(word[1:len(word)-1], '-') >= 0 && !bytes.ContainsFunc(word, isNotInLabel)
}

// isNotInLabel reports whether no label of a host has r.
func isNotInLabel(r rune) bool {
	return r != '-' && (r >= utf8.RuneSelf || !ascii.Is(byte(r), ascii.AlphaDigit))
}

// isNumeric reports whether word consists of digits and dots.
func isNumeric(word []byte) bool {
	return !bytes.ContainsFunc(word, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
}

// isAlternative reports whether word may be two words of prose with a slash between them, such as "TCP/IP".
func isAlternative(word []byte) bool {
	first, second, _ := bytes.Cut(word, []byte{'/'})
	return ascii.Len(first, ascii.Alpha) == len(first) && len(second) > 0 && !bytes.ContainsAny(second, "/?_=%") && !hasFileExtension(second)
}

// roots are the directories at the root of file systems.
var roots = [...]string{"usr", "etc", "bin", "sbin", "home", "var", "tmp", "opt", "mnt", "dev", "lib", "proc", "sys", "root"}

// isRooted reports whether path begins with a directory at the root of file systems.
func isRooted(path []byte) bool {
	name, _, _ := bytes.Cut(path, []byte{'/'})
	for _, r := range roots {
		if string(name) == r {
			return true
		}
	}
	return false
}

// isWholeHash reports whether word has as many hexadecimal digits as MD5, SHA-1 or SHA-256.
func isWholeHash(word []byte) bool { return len(word) == 32 || len(word) == 40 || len(word) == 64 }

// isHash reports whether word is the beginning or the end of a hash in hexadecimal digits.
func isHash(word []byte) bool {
	return len(word) >= 8 && ascii.Len(word, ascii.Hex) == len(word) && bytes.ContainsAny(word, "0123456789")
}

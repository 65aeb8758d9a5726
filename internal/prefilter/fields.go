package prefilter

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/begin"
	"github.com/urlgrep/urlgrep/internal/header"
	"github.com/urlgrep/urlgrep/internal/scheme"
)

// Fields decides which header fields may contain a URL, by the kinds of URLs that are
// searched for.
type Fields struct {
	Schemes *begin.Schemes
	Names   bool // hosts and addresses are searched for
	Refang  bool // defanged URLs are searched for; they need none of the characters below

	ends *begin.Ends // of Schemes; nil until it is needed
}

// Hinted reports whether MayHold is false for all fields without a hint (see [Marks]).
func (f *Fields) Hinted() bool { return !f.Refang && !f.Names }

// MayHold reports whether a header field may contain a URL. The field begins with name,
// or is a line that is not a header field; name is then empty. Most fields have no colon
// other than the one after their name.
func (f *Fields) MayHold(name, field []byte) bool {
	if f.Refang {
		return true
	}
	if f.ends == nil {
		f.ends = f.Schemes.KnownEnds()
	}
	body := field[len(name):]
	if len(name) > 0 {
		body = header.Body(body)
	}
	if i := bytes.IndexByte(body, ':'); i >= 0 && f.hasScheme(body, i) {
		return true
	}
	addresses := f.Names && HoldsAddresses(name)
	if mayHide(body, addresses) {
		return true
	}
	return addresses && bytes.IndexByte(body, '.') >= 0
}

// mayHide reports whether body may have a colon that is encoded, or any encoded character
// if anything is set: in an RFC 2231 parameter, in an encoded word of RFC 2047 (base64
// hides every character, and the other encoding hides those written as "=3A"), or in
// UTF-7 and UTF-16.
func mayHide(body []byte, anything bool) bool {
	if i := bytes.IndexByte(body, '*'); i >= 0 && bytes.Contains(body[i:], []byte("*=")) {
		return true
	}
	i := indexWord(body)
	if i < 0 || anything {
		return i >= 0
	}
	if i > 0 && body[i-1] == ':' {
		return true // "xy:=?utf-8?Q?//a?="
	}
	for _, sign := range [...]string{"+", "?b?", "?B?", "=3a", "=3A", "=00"} { // the most frequent first
		if bytes.Contains(body[i:], []byte(sign)) {
			return true
		}
	}
	return hidesScheme(body[i:]) || inEBCDIC(body[i:])
}

// indexWord returns the index of the first "=?" in text, or -1. It searches for the "?", which
// is the rarer one: lists of parameters have many "=".
func indexWord(text []byte) int {
	for i := 0; ; i++ {
		n := bytes.IndexByte(text[i:], '?')
		if n < 0 {
			return -1
		}
		if i += n; i > 0 && text[i-1] == '=' {
			return i - 1
		}
	}
}

// inEBCDIC reports whether text, which begins with an encoded word, may have an encoded
// word in EBCDIC. All labels of EBCDIC contain the number of a code page, or the name.
func inEBCDIC(text []byte) bool {
	for {
		_, rest, ok := bytes.Cut(text, []byte("=?"))
		if !ok {
			return false
		}
		label, _, _ := bytes.Cut(rest[:min(len(rest), maxWordLabel)], []byte("?"))
		for _, sign := range [...]string{"37", "1047", "1140", "ebcdic", "EBCDIC"} {
			if bytes.Contains(label, []byte(sign)) {
				return true
			}
		}
		text = rest
	}
}

// maxWordLabel is the number of bytes of the label of an encoded word that are looked at.
const maxWordLabel = 75

// hidesScheme reports whether text with encoded words may have a colon after a scheme
// that is partly encoded, or before slashes that are: as in "=68ttp:=2F/a.example/", or
// at the end of a word, "mail?= =?utf-8?Q?to:b@a.example".
func hidesScheme(text []byte) bool {
	for {
		i := bytes.IndexByte(text, ':')
		if i < 0 {
			return false
		}
		word, rest := i, text[i+1:]
		for word > 0 && ascii.Is(text[word-1], ascii.Scheme) {
			word--
		}
		rest = rest[min(len(rest), ascii.Len(rest, ascii.Space)):]
		begins := word > 0 && (text[word-1] == '=' || text[word-1] == '?' && (len(rest) == 0 || rest[0] != '_'))
		rest = bytes.TrimPrefix(rest, []byte{'/'})
		if begins || len(rest) > 0 && (rest[0] == '=' || rest[0] == '?') {
			return true
		}
		text = text[i+1:]
	}
}

// hasScheme reports whether a colon in text may follow a scheme or "URL". The first colon
// is at index i. It is a quick check that excludes colons in times, network addresses and
// lists of fields. A blank follows the colon of a URL only between angle brackets.
func (f *Fields) hasScheme(text []byte, i int) bool {
	angle := -1 // index of the first "<", or -1 before it is searched for
	for {
		rest := text[i+1:]
		blank := len(rest) > 0 && ascii.Is(rest[0], ascii.Blank)
		if blank && angle < 0 {
			if angle = bytes.IndexByte(text, '<'); angle < 0 {
				angle = len(text)
			}
		}
		switch {
		case i >= 2 && len(rest) > 0 && ascii.Is(rest[0], ascii.AlphaDigit) && !f.ends.May(text[i-2], text[i-1]):
			// No scheme ends so: most colons in lists.
		case i > 0 && text[i-1] == '\b':
			return true
		case len(rest) == 0, blank && angle > i, i > 0 && ascii.Is(rest[0], ascii.Digit) && ascii.Is(text[i-1], ascii.Digit):
		case rest[0] == '\b' || rest[0] == '\\' || bytes.HasPrefix(rest, []byte("//")) || f.isScheme(text[:i]):
			return true
		}
		next := bytes.IndexByte(rest, ':')
		if next < 0 {
			return false
		}
		i += 1 + next
	}
}

// isScheme reports whether text ends in the name of a scheme or in "URL". The last two bytes
// rule out nearly all other text.
func (f *Fields) isScheme(text []byte) bool {
	if n := len(text); n == 0 || !f.ends.May(text[max(0, n-2)], text[n-1]) {
		return false
	}
	word, letters := len(text), len(text)
	for word > 0 && ascii.Is(text[word-1], ascii.Scheme) {
		word--
		if letters == word+1 && ascii.Is(text[word], ascii.Alpha) {
			letters = word
		}
	}
	return f.Schemes.Known(text[word:]) || f.Schemes.Known(text[letters:]) ||
		ascii.EqualFold(text[letters:], scheme.Label)
}

// HoldsAddresses reports whether hosts and addresses are searched for in the header field
// with the given name: in fields that people write, not in trace fields, nor in fields
// that identify messages.
func HoldsAddresses(name []byte) bool {
	switch strings.ToLower(string(name)) {
	case "subject", "comments", "keywords", "summary",
		"from", "sender", "reply-to", "to", "cc", "bcc", "mail-followup-to", "mail-reply-to", "mail-copies-to",
		"resent-from", "resent-sender", "resent-reply-to", "resent-to", "resent-cc", "resent-bcc",
		"apparently-to", "original-recipient", "final-recipient", "disposition-notification-to", "errors-to", "followup-to", "approved":
		return true
	}
	return false
}

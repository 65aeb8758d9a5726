package wrapper

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/parse"
)

const opening, closing = "<URL:", ">"

// minWidth is the smallest number of columns for the URL in a line.
const minWidth = 16

// Append appends url in a wrapper, "<URL:" … ">", to dst, which is the text before the wrapper,
// and returns the longer text. The wrapper is broken at line feeds so that no line has more than
// width characters, in as far as that is possible: a part of the URL that must not be broken,
// such as a row of hyphens, makes its line longer. If width is 0 or negative, it is not broken.
//
// Each line after a line break begins with prefix, such as "> " in quoted text or "# " in a
// comment, and so does the wrapper at the beginning of a line. If the last line of dst has too
// little room, the wrapper begins in the next line.
//
// The error is that of [parse.Parse] if url is valid neither at [parse.Lenient] nor at
// [parse.RFC1738]. All others are returned before anything is written, too: url is only a scheme, as
// "news:" is; width is less than 16
// characters more than prefix has; url has white space beyond ASCII, a backslash or more than
// 131,072 bytes, or is in more than 2,048 lines; or prefix is not one that a reader drops, because
// it is none of those in the package comment, or the line that the wrapper begins in does not
// have it. The result is then dst. To write a URL with characters that a wrapper cannot have,
// percent-encode them.
func Append(dst []byte, url string, width int, prefix string) ([]byte, error) {
	if _, err := parse.Parse(url, parse.Lenient); err != nil && !parse.Valid(url, parse.RFC1738) {
		return dst, err
	}
	room := width - utf8.RuneCountInString(prefix)
	if width > 0 && room < minWidth {
		return dst, fmt.Errorf("wrapper: a width of %d leaves less than %d characters after the prefix", width, minWidth)
	}
	if strings.ContainsAny(prefix, "\r\n\f") {
		return dst, errors.New("wrapper: a line break in the prefix")
	}
	line := dst[bytes.LastIndexByte(dst, '\n')+1:]
	used := utf8.RuneCount(line)
	text := bytes.Clone(line)
	switch {
	case width > 0 && width-used < minWidth && used+len(opening)+utf8.RuneCountInString(url)+len(closing) > width:
		text = append(append(text, '\n'), prefix...)
		used = width - room
	case used == 0:
		text = append(text, prefix...)
		used = width - room
	}
	at := len(text)
	text = append(text, opening...)
	used += len(opening)
	for rest := url; ; {
		n := len(rest)
		if width > 0 && used+utf8.RuneCountInString(rest)+len(closing) > width {
			n = breakOf(url, len(url)-len(rest), width-used)
		}
		text = append(text, rest[:n]...)
		if rest = rest[n:]; rest == "" {
			break
		}
		text = append(append(text, '\n'), prefix...)
		used = width - room
	}
	text = append(text, closing...)
	// What the reader returns is what counts.
	if w, ok := next(finder(text), at); !ok || w.Start != at || w.End != len(text) || w.URL != url || len(w.Hyphens) > 0 {
		return dst, fmt.Errorf("wrapper: %.100q with the prefix %q cannot be read back", parse.URL{Text: url}.Redacted(), prefix)
	}
	return append(dst[:len(dst)-len(line)], text...), nil
}

// breakOf returns the length of the part of url from offset from on that is in a line of which room
// characters are left, and that a line break may follow. If a component of the URL ends in the
// second half of the line, so does the part. The part is longer than room if no line break is
// possible in that.
func breakOf(url string, from, room int) int {
	last, neat, used := 0, 0, 0
	for i := range url[from:] {
		if used > room && last > 0 {
			break
		}
		if i > 0 && mayBreak(url, from+i) {
			last = i
			if strings.IndexByte("/?&;,", url[from+i-1]) >= 0 {
				neat = i
			}
		}
		used++
	}
	switch {
	case last == 0:
		return len(url) - from
	case neat > last/2:
		return neat
	}
	return last
}

// notFirst are characters that do not begin a line: readers of text could take them for quote
// marks, bullets, the leaders of comments or commands.
const notFirst = "-+*.:;|}#!'%/"

// mayBreak reports whether a line break is possible before offset i of url.
func mayBreak(url string, i int) bool {
	body := strings.IndexByte(url, ':') + 1
	if strings.HasPrefix(url[body:], "//") {
		body += len("//")
	}
	switch {
	case i <= body || url[i-1] == '-' || strings.IndexByte(notFirst, url[i]) >= 0:
		return false
	case url[i-1] == '%' || url[i-2] == '%':
		return false
	}
	// What follows must not look like a URL.
	name := 0
	for i+name < len(url) && ascii.Is(url[i+name], ascii.Scheme) {
		name++
	}
	return name == 0 || i+name == len(url) || url[i+name] != ':'
}

package input

import (
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
	"unicode"

	"github.com/urlgrep/urlgrep/extract"
)

// Hints for operands that were probably meant for an option.
const (
	hintURL     = "to select URLs by a pattern use -e, to explain one --explain"
	hintHost    = "to select the URLs of a host use --host="
	hintPattern = "to select URLs by a pattern use -e"
)

// Hint returns a hint for an operand that could not be opened, or "": which option to use, if the
// name looks like a URL, a host or a pattern. selects reports whether URLs are selected.
func (o *Options) Hint(name string, err error, selects bool) string {
	switch {
	case errors.Is(err, fs.ErrPermission):
		return ""
	case strings.Contains(name, "://"):
		return hintURL
	}
	if kind, ok := kindOf(strings.TrimPrefix(name, "*.")); ok {
		if kind == extract.Schemeless && !strings.ContainsAny(name, "/?#:") {
			return hintHost + quoted(name)
		}
		return hintURL
	}
	switch {
	case selects:
		return ""
	case isRegexp(name), isFirst(name, o.Operands) && mayBePattern(name):
		return hintPattern
	}
	return ""
}

// quoted returns a host in quote marks, if shells need these.
func quoted(host string) string {
	if strings.Contains(host, "*") {
		return "'" + host + "'"
	}
	return host
}

// kindOf returns the kind of the URL, host or address that a name begins with, if it does.
func kindOf(name string) (kind extract.Kind, ok bool) {
	o := extract.Options{Input: extract.InputText, Kinds: append(extract.DefaultKinds(), extract.Schemeless, extract.Email)}
	for m, err := range extract.Bytes([]byte(name), &o) {
		return m.Kind, err == nil && m.Offset == 0
	}
	return 0, false
}

// isRegexp reports whether a name has characters that are usual in regular expressions, and not in
// names and shell patterns.
func isRegexp(name string) bool {
	if os.PathSeparator != '\\' && strings.Contains(name, `\`) {
		return true
	}
	return strings.HasPrefix(name, "^") || strings.HasSuffix(name, "$") || strings.Contains(name, ".*") && !strings.HasPrefix(name, "*") ||
		strings.Contains(name, ".+") || strings.Contains(name, "|")
}

// mayBePattern reports whether a name is a word, or has characters with a meaning in regular
// expressions. A shell pattern that matches no file usually begins with a star.
func mayBePattern(name string) bool {
	if name == "" || name[0] == '*' {
		return false
	}
	if strings.ContainsAny(name, "*+?()[]{}") {
		return true
	}
	return !strings.ContainsFunc(name, func(r rune) bool {
		return r != '-' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// isFirst reports whether a name is the first operand, and another one is a file: a pattern of
// grep has that place.
func isFirst(name string, operands []string) bool {
	return len(operands) > 1 && name == operands[0] && slices.ContainsFunc(operands[1:], func(name string) bool {
		_, err := os.Stat(name)
		return err == nil
	})
}

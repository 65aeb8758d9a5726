package glob

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bmatcuk/doublestar/v4"
)

// A Decision is the answer of a list of patterns to the question if a file is searched.
type Decision int

// Decisions.
const (
	Undecided Decision = iota // no pattern matches the file
	Selected
	Skipped
)

// A Pattern is a pattern of --glob or a line of a .gitignore file. It matches a path that is
// relative to a directory, and separated by slashes. A star does not match a slash, and **
// between slashes matches any number of directories, including none. A pattern with a slash
// before its end matches whole paths; other patterns match the last element of a path. A pattern
// that ends in a slash matches only directories.
//
// The syntax is that of gitignore(5). Names are compared character by character, not byte by
// byte as in Git: a question mark matches "ä".
type Pattern struct {
	Negated bool         // the pattern begins with "!"
	any     []anchorable // the pattern matches if one of them does
}

// An anchorable is a pattern without braces.
type anchorable struct {
	glob    string // in the syntax of package doublestar
	whole   bool   // compared with whole paths
	dirOnly bool
}

// NewPattern returns the pattern of --glob, which may have braces. An error is one of the
// syntax.
func NewPattern(text string) (p Pattern, err error) {
	text, p.Negated = strings.CutPrefix(text, "!")
	list, err := expandBraces(text)
	if err != nil {
		return p, err
	}
	for _, text := range list {
		if err := p.add(text); err != nil {
			return p, err
		}
	}
	return p, nil
}

// NewLine returns the pattern in a line of a .gitignore file, without its line break. Braces
// have no meaning there. It returns ok false if the line is empty or a comment.
func NewLine(line string) (p Pattern, ok bool, err error) {
	line = trimBlanks(line)
	if line == "" || line[0] == '#' {
		return p, false, nil
	}
	line, p.Negated = strings.CutPrefix(line, "!")
	if err := p.add(line); err != nil {
		return p, false, err
	}
	return p, true, nil
}

// trimBlanks removes the spaces from the end of a line, except one after a backslash.
func trimBlanks(line string) string {
	text := strings.TrimRight(line, " ")
	backslashes := len(text) - len(strings.TrimRight(text, `\`))
	if len(text) < len(line) && backslashes%2 == 1 {
		return text + " "
	}
	return text
}

// add adds a pattern without braces.
func (p *Pattern) add(text string) error {
	glob, dirOnly := strings.CutSuffix(text, "/")
	if glob == "" {
		return errPattern
	}
	whole := strings.Contains(glob, "/")
	glob, err := translate(strings.TrimPrefix(glob, "/"))
	if err != nil {
		return err
	}
	p.any = append(p.any, anchorable{glob, whole, dirOnly})
	return nil
}

// Match reports whether p, apart from its negation, matches a path.
func (p *Pattern) Match(path string, isDir bool) bool {
	path = valid(path)
	name := path[strings.LastIndexByte(path, '/')+1:]
	return slices.ContainsFunc(p.any, func(a anchorable) bool {
		switch {
		case a.dirOnly && !isDir:
			return false
		case a.whole:
			return doublestar.MatchUnvalidated(a.glob, path)
		}
		return doublestar.MatchUnvalidated(a.glob, name)
	})
}

// valid returns a text with each byte that is not UTF-8 replaced by a character for that byte, because
// package doublestar compares characters and takes all such bytes for the same one.
func valid(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for len(text) > 0 {
		r, n := utf8.DecodeRuneInString(text)
		if r == utf8.RuneError && n == 1 {
			r = 0x10ff00 + rune(text[0])
		}
		b.WriteRune(r)
		text = text[n:]
	}
	return b.String()
}

// translate returns a pattern in the syntax of gitignore(5) in the syntax of package doublestar,
// where braces have a meaning, a class matches slashes, and a trailing /** also matches the
// directory itself.
func translate(pattern string) (string, error) {
	pattern = valid(pattern)
	var b strings.Builder
	for i := 0; i < len(pattern); {
		switch c := pattern[i]; c {
		case '\\':
			_, n := utf8.DecodeRuneInString(pattern[i+1:])
			if n == 0 {
				return "", errPattern
			}
			b.WriteString(pattern[i : i+1+n])
			i += 1 + n
		case '[':
			n, err := translateClass(&b, pattern[i+1:])
			if err != nil {
				return "", err
			}
			i += 1 + n
		case '*':
			n := len(pattern) - i - len(strings.TrimLeft(pattern[i:], "*"))
			first, last := i == 0 || pattern[i-1] == '/', i+n == len(pattern)
			switch {
			case n > 1 && first && last:
				b.WriteString("**/*")
			case n > 1 && first && pattern[i+n] == '/':
				b.WriteString("**")
			default:
				b.WriteByte('*')
			}
			i += n
		case '{', '}', ',':
			b.WriteByte('\\')
			fallthrough
		default:
			b.WriteByte(c)
			i++
		}
	}
	return b.String(), nil
}

// posixClasses are the characters of the classes that a pattern may name in brackets.
var posixClasses = map[string]string{
	"alnum": "0-9A-Za-z", "alpha": "A-Za-z", "blank": " \t", "cntrl": "\x00-\x1f\x7f", "digit": "0-9",
	"graph": "!-~", "lower": "a-z", "print": " -~", "punct": "!-/:-@[-`{-~", "space": " \t\n\v\f\r",
	"upper": "A-Z", "xdigit": "0-9A-Fa-f",
}

// translateClass writes the class at the beginning of a text, after its opening bracket, in the
// syntax of package doublestar. It returns the length of the class with its closing bracket.
func translateClass(b *strings.Builder, text string) (n int, err error) {
	negated := text != "" && (text[0] == '!' || text[0] == '^')
	if negated {
		n++
	}
	var ranges []runeRange
	for first := true; ; first = false {
		if strings.HasPrefix(text[n:], "]") && !first {
			n++
			break
		}
		if name := posixClass(text[n:]); name != "" {
			members, ok := posixClasses[name]
			if !ok {
				return 0, errPattern
			}
			ranges = append(ranges, rangesOf(members)...)
			n += len("[:") + len(name) + len(":]")
			continue
		}
		lo, k := classRune(text[n:])
		if k == 0 {
			return 0, errPattern
		}
		n += k
		hi := lo
		if rest := text[n:]; len(rest) > 1 && rest[0] == '-' && rest[1] != ']' {
			if hi, k = classRune(rest[1:]); k == 0 {
				return 0, errPattern
			}
			n += 1 + k
		}
		ranges = append(ranges, runeRange{lo, hi})
	}
	writeClass(b, ranges, negated)
	return n, nil
}

// posixClass returns the name at the beginning of a text like "[:alpha:]", or "".
func posixClass(text string) string {
	name, ok := strings.CutPrefix(text, "[:")
	if !ok {
		return ""
	}
	name, _, ok = strings.Cut(name[:min(len(name), len("xdigit:]"))], ":]")
	if !ok {
		return ""
	}
	return name
}

// A runeRange is the characters from lo to hi. It is empty if lo is greater than hi.
type runeRange struct{ lo, hi rune }

// classRune returns the character that a class has at the beginning of a text, and its length. The
// length is 0 if the text does not begin with a character of a class.
func classRune(text string) (r rune, n int) {
	escape := 0
	if strings.HasPrefix(text, `\`) {
		escape = 1
	}
	r, n = utf8.DecodeRuneInString(text[escape:])
	if n == 0 {
		return 0, 0
	}
	return r, escape + n
}

// rangesOf returns the ranges in a member of posixClasses.
func rangesOf(members string) (list []runeRange) {
	for len(members) > 0 {
		r := runeRange{rune(members[0]), rune(members[0])}
		members = members[1:]
		if len(members) > 1 && members[0] == '-' {
			r.hi, members = rune(members[1]), members[2:]
		}
		list = append(list, r)
	}
	return list
}

// writeClass writes a class that does not match a slash.
func writeClass(b *strings.Builder, ranges []runeRange, negated bool) {
	if negated {
		b.WriteString("[!/")
	} else {
		b.WriteString("[\x00") // which no name contains: a class must not be empty
	}
	for _, r := range ranges {
		if !negated && r.lo <= '/' && '/' <= r.hi {
			writeRange(b, runeRange{r.lo, '/' - 1})
			r.lo = '/' + 1
		}
		writeRange(b, r)
	}
	b.WriteByte(']')
}

func writeRange(b *strings.Builder, r runeRange) {
	if r.lo > r.hi {
		return
	}
	b.WriteByte('\\')
	b.WriteRune(r.lo)
	if r.lo < r.hi {
		b.WriteString(`-\`)
		b.WriteRune(r.hi)
	}
}

package defang

import "strings"

const (
	// maxSlashes is the maximum number of slashes of a defanged delimiter. Up to three
	// occur.
	maxSlashes = 4

	// maxLabel is the maximum length of a label (RFC 1035, section 2.3.4).
	maxLabel = 63
)

// readScheme reads a defanged scheme: one in which a "t" is written as "x" or "*", or
// letters after the first one are in square brackets; or one whose delimiter is defanged.
// The result is the name, and "://" unless that follows as it is.
//
// One slash, or up to maxSlashes with brackets or backslashes, is read as two, as
// browsers do. An "s" in brackets often means "http or https", before a placeholder. So
// the host must have a dot then.
func readScheme(b []byte, last bool) (s notation, v verdict) {
	c := cursor{b: b, last: last}
	name, ok := c.scheme()
	if !ok {
		return s, c.failed()
	}
	s.n = c.i
	delim, ok := c.delimiter()
	if !ok || !name.changed && !delim.changed {
		return s, c.failed()
	}
	text := append(make([]byte, 0, len("https://")), name.letters[:name.n]...)
	if delim.changed || delim.slashes == 1 || delim.slant {
		if !isHost(c.peek()) && c.peek() != '[' {
			return s, c.failed()
		}
		s.n, s.slant = c.i, delim.slant
		text = append(text, "://"...)
	}
	if name.optional && !c.dotted() {
		return s, c.failed()
	}
	if c.cut {
		return s, more
	}
	s.text = string(text)
	return s, yes
}

// failed returns the verdict if a byte that is required is not at the cursor.
func (c *cursor) failed() verdict {
	if c.cut {
		return more
	}
	return no
}

// A schemeName is http or ftp, with or without "s".
type schemeName struct {
	letters  [len("https")]byte // without changes
	n        int                // the number of letters
	changed  bool               // the name was defanged
	optional bool               // only its "s" is in brackets
}

// scheme skips the name of a scheme. A "t" that was replaced has the letter case of the
// "p": "hXXp" is "http".
func (c *cursor) scheme() (name schemeName, ok bool) {
	want := "https"
	if c.peek()|0x20 == 'f' {
		want = "ftps"
	}
	open := false // a bracket is open
	for i := range len(want) {
		from := c.i
		bracket := i > 0 && !open && c.accept('[')
		letter := c.peek()
		switch {
		case letter|0x20 == want[i]:
		case want[i] == 't' && (letter|0x20 == 'x' || letter == '*'):
			letter = 0
		case want[i] == 's':
			c.i = from
			return name, !open
		default:
			return name, false
		}
		c.i++
		name.letters[i], name.n = letter, i+1
		open = open || bracket
		name.changed = name.changed || bracket || letter == 0
		name.optional = bracket && want[i] == 's'
		if open && c.accept(']') {
			open = false
		}
		if want[i] == 'p' {
			name.restore(letter)
		}
	}
	return name, !open
}

// restore sets the letters that were replaced to "t", in the letter case of p.
func (s *schemeName) restore(p byte) {
	for i, c := range s.letters[:s.n] {
		if c == 0 {
			s.letters[i] = p + 't' - 'p'
		}
	}
}

// A delimiter is a colon and slashes after a scheme.
type delimiter struct {
	colon   bool
	slashes int
	slant   bool // one of the slashes is a backslash
	changed bool // there are brackets
}

// delimiter skips a delimiter. Each of its characters, or several, may be in brackets.
// Empty brackets may be before it.
func (c *cursor) delimiter() (d delimiter, ok bool) {
	for {
		from, before := c.i, d
		open := c.opening()
		blank := open != 0 && c.blank()
		signs := 0
		for ; d.take(c.peek()); signs++ {
			c.i++
		}
		switch {
		case open == 0 && signs == 0:
			return d, d.slashes > 0
		case open == 0:
			continue
		case signs > 0:
			c.blank()
		case blank || d.colon || d.changed: // neither empty brackets nor before the colon
			c.i = from
			return d, d.slashes > 0
		}
		if !c.accept(open + closingOffset(open)) {
			c.i = from
			return before, before.slashes > 0
		}
		d.changed = true
	}
}

// take adds a character, and reports whether d may contain it.
func (d *delimiter) take(sign byte) bool {
	switch {
	case sign == ':' && !d.colon:
		d.colon = true
	case (sign == '/' || sign == '\\') && d.colon && d.slashes < maxSlashes:
		d.slashes++
		d.slant = d.slant || sign == '\\'
	default:
		return false
	}
	return true
}

// dotted skips a label, and reports whether a dot, defanged or not, and a character of a
// host follow.
func (c *cursor) dotted() bool {
	from := c.i
	for c.i-from <= maxLabel && (isHost(c.peek()) || c.peek() == '-' || c.peek() == '_') {
		c.i++
	}
	if c.i == from || c.i-from > maxLabel {
		return false
	}
	if c.accept('.') {
		return isHost(c.peek())
	}
	if !isOpening(c.peek()) {
		return false
	}
	s, v := read(c.b[c.i:], c.last)
	c.cut = c.cut || v == more
	return v == yes && s.text == "."
}

// readBackslash reads one or two backslashes in a URL that has backslashes after its
// scheme: they are a slash before a letter or a digit.
func readBackslash(b []byte, last bool) (s notation, v verdict) {
	c := cursor{b: b, last: last}
	for c.i < 2 && c.accept('\\') {
	}
	if !isHost(c.peek()) {
		return s, c.failed()
	}
	return notation{n: c.i, text: "/"}, yes
}

// endsURL reports whether c ends a URL that has backslashes after its scheme.
func endsURL(c byte) bool { return c <= ' ' || strings.IndexByte("\"<>", c) >= 0 }

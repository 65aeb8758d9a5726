package pick

import (
	"bytes"
	"unicode/utf8"
)

// A key is a character that was typed, or the name of a key that types none:
// "a", "é", "enter", "pageup".
type key string

const (
	keyUp        key = "up"
	keyDown      key = "down"
	keyPageUp    key = "pageup"
	keyPageDown  key = "pagedown"
	keyHome      key = "home"
	keyEnd       key = "end"
	keyEnter     key = "enter"
	keyTab       key = "tab"
	keyEscape    key = "escape"
	keyBackspace key = "backspace"
	keyNone      key = "" // one that has no use here
)

// controls are the keys of control characters, and of those with Ctrl that mean the
// same to less, mutt and editors.
var controls = map[byte]key{
	'\r': keyEnter, '\n': keyEnter, '\t': keyTab, 0x7F: keyBackspace, '\b': keyBackspace,
	ctrl('p'): keyUp, ctrl('n'): keyDown, ctrl('b'): keyPageUp, ctrl('f'): keyPageDown,
	ctrl('c'): "ctrl-c", ctrl('u'): "ctrl-u",
}

// ctrl returns the character that a letter gives with Ctrl held down.
func ctrl(letter byte) byte { return letter & 0x1F }

// sequences are the keys that send ESC [ or ESC O, and then this. What they send
// between the two, such as which others are held down with them, is left out.
var sequences = map[string]key{
	"A": keyUp, "B": keyDown, "H": keyHome, "F": keyEnd, "M": keyEnter,
	"1~": keyHome, "7~": keyHome, "4~": keyEnd, "8~": keyEnd, "5~": keyPageUp, "6~": keyPageDown,
}

// nextKey returns the first key of what a terminal has sent, and how many bytes
// that is: none if more has to come.
func nextKey(b []byte) (key, int) {
	switch {
	case len(b) == 0:
		return keyNone, 0
	case b[0] == escape[0]:
		return nextSequence(b)
	case b[0] < ' ' || b[0] == 0x7F:
		return controls[b[0]], 1
	case !utf8.FullRune(b):
		return keyNone, 0
	}
	r, n := utf8.DecodeRune(b)
	if r == utf8.RuneError || 0x80 <= r && r < 0xA0 {
		return keyNone, n
	}
	return key(b[:n]), n
}

const escape = "\x1B"

// nextSequence is nextKey where b begins with ESC (ECMA-48, section 5.4). With any
// other character behind it, that is one typed with Alt held down.
func nextSequence(b []byte) (key, int) {
	switch {
	case len(b) < 2:
		return keyNone, 0
	case b[1] == escape[0]:
		return keyEscape, 1
	case b[1] != '[' && b[1] != 'O':
		if _, n := nextKey(b[1:]); n > 0 {
			return keyNone, 1 + n
		}
		return keyNone, 0
	}
	end := bytes.IndexFunc(b[2:], func(r rune) bool { return r >= '@' })
	if end < 0 {
		if len(b) > longestSequence {
			return keyNone, len(b)
		}
		return keyNone, 0
	}
	last := string(b[2+end])
	if number, _, _ := bytes.Cut(b[2:2+end], []byte(";")); last == "~" {
		last = string(number) + last
	}
	return sequences[last], 2 + end + 1
}

// longestSequence is more than any key sends.
const longestSequence = 32

package pick

import (
	"bytes"
	"unicode/utf8"
)

// A key is a typed character, or the name of a key without a character: "a", "é",
// "enter", "pageup".
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
	keyNone      key = "" // a key without a function
)

// controls maps control characters to keys, including those with Ctrl that mean the
// same in less, mutt and editors.
var controls = map[byte]key{
	'\r': keyEnter, '\n': keyEnter, '\t': keyTab, 0x7F: keyBackspace, '\b': keyBackspace,
	ctrl('p'): keyUp, ctrl('n'): keyDown, ctrl('b'): keyPageUp, ctrl('f'): keyPageDown,
	ctrl('c'): "ctrl-c", ctrl('u'): "ctrl-u",
}

// ctrl returns the character of a letter typed with Ctrl.
func ctrl(letter byte) byte { return letter & 0x1F }

// sequences maps what follows ESC [ or ESC O to keys. Parameters in between, such as
// those for modifier keys, are removed first.
var sequences = map[string]key{
	"A": keyUp, "B": keyDown, "H": keyHome, "F": keyEnd, "M": keyEnter,
	"1~": keyHome, "7~": keyHome, "4~": keyEnd, "8~": keyEnd, "5~": keyPageUp, "6~": keyPageDown,
}

// nextKey returns the first key in b, the input from a terminal, and its length in
// bytes. The length is 0 if the key is incomplete.
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

// nextSequence is nextKey for input that begins with ESC (ECMA-48, section 5.4). ESC
// followed by any other character is a character typed with Alt.
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

// longestSequence is more than the length of any key's sequence.
const longestSequence = 32

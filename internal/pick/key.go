package pick

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// An event is a key, or an event of the mouse, on a line of the screen.
type event struct {
	key   key
	mouse mouse // if it is not noMouse, key is keyNone
	row   int   // line of the screen, from 0, that the mouse points to
}

// A mouse is what was done with the mouse.
type mouse int

const (
	noMouse mouse = iota
	click
	rightClick
	wheelUp
	wheelDown
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

// nextEvent returns the first event in b, the input from a terminal, and its length in
// bytes. The length is 0 if the event is incomplete.
func nextEvent(b []byte) (event, int) {
	switch {
	case len(b) == 0:
		return event{}, 0
	case b[0] == escape[0]:
		return nextSequence(b)
	case b[0] < ' ' || b[0] == 0x7F:
		return event{key: controls[b[0]]}, 1
	case !utf8.FullRune(b):
		return event{}, 0
	}
	r, n := utf8.DecodeRune(b)
	if r == utf8.RuneError || 0x80 <= r && r < 0xA0 {
		return event{}, n
	}
	return event{key: key(b[:n])}, n
}

const escape = "\x1B"

// nextSequence is nextEvent for input that begins with ESC (ECMA-48, section 5.4). ESC
// followed by any other character is a character typed with Alt.
func nextSequence(b []byte) (event, int) {
	switch {
	case len(b) < 2:
		return event{}, 0
	case b[1] == escape[0]:
		return event{key: keyEscape}, 1
	case b[1] != '[' && b[1] != 'O':
		if _, n := nextEvent(b[1:]); n > 0 {
			return event{}, 1 + n
		}
		return event{}, 0
	case bytes.HasPrefix(b, []byte(plainMouse)):
		return nextPlainMouse(b)
	}
	end := bytes.IndexFunc(b[2:], func(r rune) bool { return r >= '@' })
	if end < 0 {
		if len(b) > longestSequence {
			return event{}, len(b)
		}
		return event{}, 0
	}
	parameters, last := string(b[2:2+end]), string(b[2+end])
	n := 2 + end + 1
	if report, ok := strings.CutPrefix(parameters, "<"); ok {
		return parseMouse(report, last == "M"), n
	}
	if number, _, _ := strings.Cut(parameters, ";"); last == "~" {
		last = number + last
	}
	return event{key: sequences[last]}, n
}

// plainMouse begins an event of the mouse from a terminal that does not know SGR reports,
// such as old versions of screen. Three characters follow: the button, the column and the
// row, plus 32.
const plainMouse = "\x1B[M"

func nextPlainMouse(b []byte) (event, int) {
	n := len(plainMouse) + 3
	if len(b) < n {
		return event{}, 0
	}
	at := b[len(plainMouse):]
	return mouseEvent(int(at[0])-' ', int(at[2])-' '), n
}

// parseMouse returns the event of a report "BUTTON;COLUMN;ROW" (xterm's SGR mode). A button
// that is released is no event.
func parseMouse(report string, pressed bool) event {
	var numbers [3]int
	for i, text := range strings.SplitN(report, ";", len(numbers)) {
		n, err := strconv.Atoi(text)
		if err != nil {
			return event{}
		}
		numbers[i] = n
	}
	if !pressed {
		return event{}
	}
	return mouseEvent(numbers[0], numbers[2])
}

// mouseEvent returns the event of a button in a row, from 1. With Shift, Ctrl or Alt it is
// none: these are for the terminal.
func mouseEvent(button, row int) event {
	did := map[int]mouse{0: click, 2: rightClick, 64: wheelUp, 65: wheelDown}[button]
	if did == noMouse || row < 1 {
		return event{}
	}
	return event{mouse: did, row: row - 1}
}

// longestSequence is more than the length of any key's sequence.
const longestSequence = 32

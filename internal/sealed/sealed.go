// Package sealed writes a value as JSON that has a checksum of itself, so that a program that
// reads it notices any change.
//
// The text is an object, with one member in a line. Its last member, "sha256", is the SHA-256 of
// the lines before it, in hexadecimal:
//
//	{
//		"name": "a",
//		"sha256": "c0c2f4…"
//	}
//
// It is the result of
//
//	head -n -2 FILE | sha256sum
package sealed

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
)

// The errors of Unmarshal, apart from those of [json.Unmarshal].
var (
	ErrMissing = errors.New("its checksum is missing")
	ErrWrong   = errors.New("its checksum is wrong")
)

// end follows the members of the value.
const end = "\n}\n"

// seal returns the last two lines of a text that begins with the given lines.
func seal(lines []byte) []byte {
	return fmt.Appendf(nil, "\t\"sha256\": \"%x\"%s", sha256.Sum256(lines), end)
}

// size is the length of a seal, in bytes.
var size = len(seal(nil))

// Marshal returns the JSON of v, which must be an object with members, with its checksum.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "\t")
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	lines, ok := bytes.CutSuffix(b.Bytes(), []byte(end))
	if !ok {
		return nil, fmt.Errorf("sealed: %T is not an object with members", v)
	}
	lines = append(lines, ",\n"...)
	return append(lines, seal(lines)...), nil
}

// Unmarshal sets v to the value that Marshal has written. It returns ErrMissing or ErrWrong, and
// does not set v, if any bit of the text has changed.
func Unmarshal(text []byte, v any) error {
	at := max(0, len(text)-size)
	switch last := seal(text[:at]); {
	case bytes.Equal(text[at:], last):
		return json.Unmarshal(text, v)
	case !bytes.HasPrefix(text[at:], last[:bytes.IndexByte(last, ':')]):
		return ErrMissing
	}
	return ErrWrong
}

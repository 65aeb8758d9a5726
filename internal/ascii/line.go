package ascii

import "bytes"

// TrimLineEnd returns line without its line break: LF, CR LF or CR.
func TrimLineEnd(line []byte) []byte {
	if n := len(line); n > 0 && line[n-1] == '\n' {
		line = line[:n-1]
	}
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line
}

// IsBlankLine reports whether line consists of its end only.
func IsBlankLine(line []byte) bool { return len(TrimLineEnd(line)) == 0 }

// IsWhiteLine reports whether line consists of blanks and its end.
func IsWhiteLine(line []byte) bool { return IsBlankLine(bytes.TrimLeft(line, " \t")) }

package extract

import "bytes"

// lineNumbers computes the line number of a place. It reads the text only when asked, or
// when text is about to leave the window; each byte once, if the places increase.
//
// count is the number of LFs from the beginning of the input to index counted of the
// window.
type lineNumbers struct {
	counted int
	count   int64
}

// at returns the number, from 1, of the line that data[i] is in. data is the window.
func (l *lineNumbers) at(data []byte, i int) int64 {
	if i < l.counted {
		return l.count - int64(bytes.Count(data[i:l.counted], []byte{'\n'})) + 1
	}
	l.count += int64(bytes.Count(data[l.counted:i], []byte{'\n'}))
	l.counted = i
	return l.count + 1
}

// slide is called before the window drops its first drop bytes.
func (l *lineNumbers) slide(data []byte, drop int) {
	if l.counted < drop {
		l.at(data, drop)
	}
	l.counted -= drop
}

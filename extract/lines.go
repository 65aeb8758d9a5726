package extract

import "bytes"

// lineNumbers knows in which line a place is. It looks at the text only when asked, or when
// text is about to leave the window; each byte once, as long as the places increase.
//
// There are count LFs from the beginning of the input to index counted of the window.
type lineNumbers struct {
	counted int
	count   int64
}

// at returns the number of the line that data[i] is in, from 1. data is the window.
func (l *lineNumbers) at(data []byte, i int) int64 {
	if i < l.counted {
		return l.count - int64(bytes.Count(data[i:l.counted], []byte{'\n'})) + 1
	}
	l.count += int64(bytes.Count(data[l.counted:i], []byte{'\n'}))
	l.counted = i
	return l.count + 1
}

// slide is called before the window loses its first drop bytes.
func (l *lineNumbers) slide(data []byte, drop int) {
	if l.counted < drop {
		l.at(data, drop)
	}
	l.counted -= drop
}

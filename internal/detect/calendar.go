package detect

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// components are the objects that a calendar or an address book may begin with, in lower
// case. A file of a single event has no calendar around it.
var components = [...]string{"vcalendar", "vcard", "vevent", "vtodo", "vjournal", "vfreebusy", "vtimezone", "valarm"}

// isCalendar reports whether head begins with a line such as BEGIN:VCALENDAR, in any
// letter case, after white space.
func isCalendar(head []byte, atEOF bool) (is, more bool) {
	const begin = "begin:"
	head = bytes.TrimLeft(head, " \t\r\n")
	n := min(len(head), len(begin))
	if !ascii.EqualFold(head[:n], begin[:n]) {
		return false, false
	}
	head = head[n:]
	for _, name := range components {
		n := min(len(head), len(name))
		switch {
		case !ascii.EqualFold(head[:n], name[:n]):
		case len(head) > n:
			is = is || ascii.Is(head[n], ascii.Space)
		default:
			is = is || n == len(name) && atEOF
			more = true
		}
	}
	return is, more && !is && !atEOF
}

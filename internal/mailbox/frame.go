package mailbox

import (
	"bytes"
	"slices"
	"strconv"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/header"
)

// A frame is a multipart or a message that encloses the position. A message has no
// boundary and no parts.
type frame struct {
	multipart bool
	boundary  string // of a multipart; "" if it is not known yet
	adopted   bool   // the boundary is not the declared one
	digest    bool   // parts are messages unless they declare another type (RFC 2046, 5.1.5)
	prefix    string // of the numbers of its parts
	parts     int    // number of parts begun so far
	closed    bool   // the closing boundary has been seen
	outer     Info   // of a message: the Info of the enclosing message
}

// A nesting is the stack of frames that enclose the position within a message of the
// mailbox, the outermost first. If the message is encoded in a part of another message,
// the frames of the outer message are counted in outerDepth.
type nesting struct {
	frames     []frame
	outerDepth int    // number of frames that enclose the first
	prefix     string // of the numbers of parts outside all frames
	parts      int    // number of parts begun so far in the message of the mailbox
}

// push enters a multipart or a message. It returns false if that exceeds the limit of
// depth.
func (s *nesting) push(f frame, limit int) bool {
	if s.depth() >= limit {
		return false
	}
	s.frames = append(s.frames, f)
	return true
}

// pop leaves the innermost frame and returns it.
func (s *nesting) pop() frame {
	f := s.frames[len(s.frames)-1]
	s.frames = s.frames[:len(s.frames)-1]
	return f
}

// depth returns the number of frames that enclose the position.
func (s *nesting) depth() int { return s.outerDepth + len(s.frames) }

// isBoundary reports whether line is a known boundary of a frame. Unlike boundaryAt it
// adopts none.
func (s *nesting) isBoundary(line []byte) bool {
	return slices.ContainsFunc(s.frames, func(f frame) bool {
		return isBoundary(line, f.boundary) || f.boundary != "" && isBoundary(line, f.boundary+"--")
	})
}

// boundaryAt returns the delimiter at line, which begins with "--" and is n bytes after
// the position. It compares the whole line with all frames, the innermost first, since
// one boundary may be a prefix of another. "Boundary delimiters must not appear within
// the encapsulated material" (RFC 2046, 5.1.1).
func (s *nesting) boundaryAt(in *lines, n int, line []byte) delimiter {
	text := trimWhite(line[2:])
	if len(text) == 0 || len(text) > maxBoundary+len("--") {
		return delimiter{}
	}
	for i := len(s.frames) - 1; i >= 0; i-- {
		f := &s.frames[i]
		if !f.multipart || f.boundary == "" {
			continue
		}
		rest, ok := bytes.CutPrefix(text, []byte(f.boundary))
		switch {
		case !ok:
		case len(rest) == 0:
			return delimiter{kind: boundary, frame: s.open(i)}
		case string(rest) == "--":
			return delimiter{kind: closing, frame: s.open(i)}
		}
	}
	next := in.lineAt(n + len(line)) // which may move the window
	text = trimWhite(in.lineAt(n)[2:])
	if i := len(s.frames) - 1; i >= 0 && s.frames[i].adopts(text, next) {
		s.frames[i].boundary, s.frames[i].adopted = string(text), true
		return delimiter{kind: boundary, frame: i}
	}
	return delimiter{}
}

// open returns the index of the innermost frame, from i outwards, that has the boundary
// of frame i and is not closed. If all of them are closed, it returns i, which is
// continued.
func (s *nesting) open(i int) int {
	for k := i; k >= 0; k-- {
		if f := &s.frames[k]; f.multipart && !f.closed && f.boundary == s.frames[i].boundary {
			return k
		}
	}
	return i
}

// adopts reports whether a multipart adopts text, which follows "--", as its boundary.
// It does if no boundary was declared, or if the declared one has not occurred and a
// Content- field of a part's header follows.
func (f *frame) adopts(text, next []byte) bool {
	if !f.multipart || f.parts > 0 || bytes.IndexByte(text, ' ') >= 0 ||
		!bytes.ContainsFunc(text, func(c rune) bool { return ascii.IsRune(c, ascii.AlphaDigit) }) {
		return false
	}
	return f.boundary == "" || isContentField(next)
}

func isContentField(line []byte) bool {
	name := header.FieldName(line)
	return len(name) > len("Content-") && bytes.EqualFold(name[:len("Content-")], []byte("Content-"))
}

// number returns the number of the current part as in RFC 9051, section 6.4.5.
func (f *frame) number() string { return join(f.prefix, f.parts) }

func join(prefix string, n int) string {
	if prefix == "" {
		return strconv.Itoa(n)
	}
	return prefix + "." + strconv.Itoa(n)
}

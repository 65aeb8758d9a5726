package extract

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/urlgrep/urlgrep/internal/find"
)

// A State is how far a scan of a text has come: what it finds from there on depends on its
// State and on the text, from a little before that place, and on nothing else. So a text
// can be scanned in ranges at the same time, by a [TextRange] each, which begins in a
// guessed State some way before its range. If the State in which a range is left is that in
// which the scan of the next range came to it, then what that one has found is what a scan
// of the whole text finds. If it is not, the next range has to be scanned again from the
// right State.
//
// The zero State is that at the beginning of a text. States are compared with ==. As text
// and in JSON a State is one word of ASCII, which may be sent to another machine with the
// same version of this package.
type State struct {
	at, done int64
	lines    int64  // LFs before at
	head     string // of the line that is RangeLead before at
	skip     bool

	// What tail knows.
	depths   uint64
	original bool
	rule     int
	lineAt   int64 // where the line begins that at is in
	midLine  bool
}

// RangeLead is how far before a range a guess has to be for the scan to come to the
// range in the right State.
const RangeLead = find.LookBehind

// maxLead is how far before a range a line is looked for.
const maxLead = RangeLead + 12<<10

// LineBefore returns the offset at which the last line begins that is at least [RangeLead]
// bytes before offset begin of r, or the first line of r, and how many LFs are between that
// and begin. Lines end in eol, which is LF in a text, and Seam.EOL in an mbox. A scan from
// there on comes to begin in the right State: see [State.Guess].
//
// LineBefore looks at 16 KiB of r. If no line begins there, it returns the offset of the
// first of these bytes, and false. It returns false as well if r cannot be read.
func LineBefore(r io.ReaderAt, begin int64, eol byte) (at, lines int64, ok bool) {
	at = max(0, begin-maxLead)
	text := make([]byte, max(0, begin)-at)
	n, _ := r.ReadAt(text, at)
	ok = n == len(text)
	text = text[:n]
	if i := bytes.LastIndexByte(text[:max(0, n-RangeLead)], eol) + 1; i > 0 {
		at, text = at+int64(i), text[i:]
	} else if at > 0 {
		ok = false
	}
	return at, int64(bytes.Count(text, []byte{'\n'})), ok
}

// Guess returns the State in which a scan most likely comes to offset at of a
// text. A line begins there, before which the text has that many LFs, if they are
// counted: they are not with Options.SkipPlaces. The scan has been in the State st
// before: what is known of signatures then, it knows for good. LineBefore finds such an
// offset. Negative numbers count as 0.
func (st State) Guess(at, lines int64) State {
	at, lines = max(0, at), max(0, lines)
	return State{
		at: at, lines: lines, done: max(0, at-RangeLead), lineAt: at,
		depths: st.depths, original: st.original,
	}
}

// The text of a State is its numbers, its flags and its head, with dots between. The first
// of the numbers says that it is written so.
const (
	stateVersion = 1
	stateFlags   = "som" // skip, original, midLine
	stateFields  = 9
)

// MarshalText returns the State as one word.
func (st State) MarshalText() ([]byte, error) {
	b := strconv.AppendInt(nil, stateVersion, 10)
	for _, n := range [...]int64{st.at, st.done, st.lines, int64(st.rule), st.lineAt} {
		b = strconv.AppendInt(append(b, '.'), n, 10)
	}
	b = strconv.AppendUint(append(b, '.'), st.depths, 10)
	b = append(b, '.')
	for i, set := range [...]bool{st.skip, st.original, st.midLine} {
		if set {
			b = append(b, stateFlags[i])
		}
	}
	return base64.RawURLEncoding.AppendEncode(append(b, '.'), []byte(st.head)), nil
}

// UnmarshalText reads what MarshalText has written.
func (st *State) UnmarshalText(text []byte) error {
	fields := strings.Split(string(text), ".")
	if len(fields) != stateFields || fields[0] != strconv.Itoa(stateVersion) {
		return errors.New("invalid State: it is of another version")
	}
	var v State
	rule := int64(0)
	for i, to := range [...]*int64{&v.at, &v.done, &v.lines, &rule, &v.lineAt} {
		n, err := strconv.ParseInt(fields[1+i], 10, 64)
		if err != nil || n < 0 {
			return fmt.Errorf("invalid State: %q is not a number", fields[1+i])
		}
		*to = n
	}
	v.rule = int(min(rule, 1<<30))
	depths, err := strconv.ParseUint(fields[6], 10, 64)
	if err != nil {
		return fmt.Errorf("invalid State: %q is not a number", fields[6])
	}
	v.depths = depths
	for i, to := range [...]*bool{&v.skip, &v.original, &v.midLine} {
		*to = strings.IndexByte(fields[7], stateFlags[i]) >= 0
	}
	head, err := base64.RawURLEncoding.DecodeString(fields[8])
	if err != nil || len(head) > find.MaxHead || v.done > v.at || v.lineAt > v.at {
		return errors.New("invalid State")
	}
	v.head = string(head)
	*st = v
	return nil
}

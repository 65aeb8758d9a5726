package extract

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/urlgrep/urlgrep/internal/find"
)

// A State is the state of a scan of a text at an offset. The matches after it depend only
// on the State and on the text, from [RangeLead] bytes before the offset. So a text can
// be scanned in ranges at the same time, each by a [TextRange] that starts in a guessed
// State some way before its range. If the State at the end of one range equals the State
// in which the scan of the next range came to its beginning, the next range has the
// matches that a scan of the whole text finds. If not, the next range must be scanned
// again from the right State.
//
// The zero State is that at the beginning of a text. Compare States with ==. As text and
// in JSON a State is one word of ASCII, which may be sent to another machine with the
// same version of this package.
type State struct {
	at, done int64
	lines    int64  // LFs before at
	head     string // head of the line that is RangeLead bytes before at
	skip     bool

	// The fields of the annotator's signatureTracker.
	depths   uint64
	original bool
	rule     int
	lineAt   int64 // offset at which the line of at begins
	midLine  bool
}

// RangeLead is how many bytes before a range a scan must start to come to the range in
// the right State.
const RangeLead = find.LookBehind

// maxLead is how many bytes before a range LineBefore searches for a line.
const maxLead = RangeLead + 12<<10

// leads holds buffers of LineBefore.
var leads = sync.Pool{New: func() any { return new([maxLead]byte) }}

// LineBefore returns the offset at which the last line begins that is at least
// [RangeLead] bytes before offset begin of r, or the offset of the first line of r, and
// the number of LFs between that offset and begin. Lines end in eol, which is LF in a
// text, and Seam.EOL in an mbox. A scan from that offset on comes to begin in the right
// State: see [State.Guess].
//
// LineBefore reads 16 KiB of r. If no line begins there, it returns the offset of the
// first of these bytes, and false. It also returns false if r cannot be read.
func LineBefore(r io.ReaderAt, begin int64, eol byte) (at, lines int64, ok bool) {
	at = max(0, begin-maxLead)
	buf := leads.Get().(*[maxLead]byte)
	defer leads.Put(buf)
	text := buf[:max(0, begin)-at]
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

// Guess returns the likely State of a scan at offset at of a text, for a range that
// starts there. A line must begin at that offset; LineBefore finds one. lines is the
// number of LFs of the text before it, or 0 with Options.SkipPlaces. st is a State of the
// scan before that offset: Guess keeps its data about signatures. Negative numbers count
// as 0.
func (st State) Guess(at, lines int64) State {
	at, lines = max(0, at), max(0, lines)
	return State{
		at: at, lines: lines, done: max(0, at-RangeLead), lineAt: at,
		depths: st.depths, original: st.original,
	}
}

// The text of a State is its numbers, its flags and its head, separated by dots. The
// first number is the version of this format.
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

// UnmarshalText parses the text of MarshalText.
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

// Package verdict has the answer to a question about text that may be cut off.
package verdict

// A Verdict is the answer to a question about text that may be cut off.
type Verdict uint8

// The verdicts.
const (
	No Verdict = iota
	Yes
	More // the text ends too early to decide: ask again with more text
)

// Of returns Yes if yes is true, and No otherwise.
func Of(yes bool) Verdict {
	if yes {
		return Yes
	}
	return No
}

// Not returns the opposite of v: More stays More.
func (v Verdict) Not() Verdict {
	switch v {
	case No:
		return Yes
	case Yes:
		return No
	}
	return v
}

// AtEnd returns the answer at the end of a window of text: More, or No if the text ends there.
func AtEnd(eof bool) Verdict {
	if eof {
		return No
	}
	return More
}

package selection

import "github.com/urlgrep/urlgrep/extract"

// A Filter says which of the matches are wanted in one input after another.
type Filter struct {
	Selection *Selection
	Evidence  *extract.Evidence // decides hyphens before; nil: they stay
	Seen      *Seen             // wants each URL once; nil: as often as it is there
	PerInput  bool              // Seen is of one input, not of all
	Full      func(most int)    // called when Seen does not remember any more
}

// IsPicky reports whether not all matches are wanted.
func (f *Filter) IsPicky() bool { return !f.Selection.IsEmpty() || f.Seen != nil }

// Begin makes ready for another input.
func (f *Filter) Begin() {
	if f.Seen != nil && f.PerInput {
		f.Seen.Reset()
	}
}

// Wants reports whether what the scanner has found is to be printed, or counted.
func (f *Filter) Wants(sc *extract.Scanner) bool {
	url := sc.URL()
	if f.Evidence != nil || f.Selection.needsMatch() {
		m := sc.Match()
		if f.Evidence != nil {
			f.Evidence.Decide(&m)
		}
		if !f.Selection.allows(&m) {
			return false
		}
		url = []byte(m.URL)
	}
	return f.Selection.wants(url) && (f.Seen == nil || f.isNew(url))
}

// isNew reports whether a URL is there for the first time. It calls Full, once, if it
// cannot remember the URL.
func (f *Filter) isNew(url []byte) bool {
	full := f.Seen.full
	is := f.Seen.IsNew(url)
	if f.Seen.full && !full {
		f.Full(f.Seen.most)
	}
	return is
}

package selection

import (
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/seen"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/internal/urlkey"
)

// A Filter selects matches from one input after another.
type Filter struct {
	Selection *Selection
	Evidence  *extract.Evidence // decides hyphens before the selection; nil: they stay
	Seen      *seen.Set         // selects each URL once; nil: each time it occurs
	PerInput  bool              // Seen is for one input, not for all
	Same      urlkey.Kind       // rule by which URLs are one URL for Seen; 0: Exact
	Leads     *record.Leads     // URLs are selected by where they lead; nil: by themselves
}

// CanReject reports whether f may reject a match.
func (f *Filter) CanReject() bool { return !f.Selection.IsEmpty() || f.Seen != nil }

// Begin prepares f for the next input.
func (f *Filter) Begin() {
	if f.PerInput {
		f.Close()
	}
}

// Close forgets the URLs in Seen, and removes its temporary files.
func (f *Filter) Close() {
	if f.Seen != nil {
		f.Seen.Reset()
	}
}

// A Current is the current match of a scan.
type Current interface {
	URL() []byte
	Match() *extract.Match
}

// Selects reports whether the current match is selected.
func (f *Filter) Selects(sc Current) bool {
	url := sc.URL()
	key := url
	if f.Evidence != nil || f.Leads != nil || f.Selection.needsMatch() || f.comparesKeys() {
		m := *sc.Match()
		if f.Evidence != nil {
			f.Evidence.Decide(&m)
		}
		if !f.Selection.accepts(&m) {
			return false
		}
		f.Leads.Follow(&m)
		if !f.Selection.wantsHost(&m) {
			return false
		}
		url = []byte(m.URL)
		key = url
		if f.comparesKeys() {
			key = []byte(record.Key(f.Same, m.Kind, m.URL))
		}
	}
	return f.Selection.wants(url) && (f.Seen == nil || f.Seen.IsNew(key))
}

// comparesKeys reports whether different URLs may be one URL for Seen.
func (f *Filter) comparesKeys() bool { return f.Seen != nil && f.Same > urlkey.Exact }

package share

import "fmt"

// A Fault is an error of an input.
type Fault struct {
	Text   string `json:"text"`
	Unread bool   `json:"unread,omitempty"` // the input could not be read: another search may read it
}

// Faults are the errors of the inputs of a search. An error that is not Unread is a property of
// the input, such as a damaged archive: each search of it has the same error.
type Faults struct {
	Unread int64   `json:"unread"`
	Other  int64   `json:"other"`
	First  []Fault `json:"first,omitempty"` // the first maxFaults of each kind, in order
}

// maxFaults is the number of errors of each kind whose texts are kept.
const maxFaults = 100

// Len returns the number of errors.
func (f *Faults) Len() int64 { return f.Unread + f.Other }

// Add adds an error.
func (f *Faults) Add(e Fault) {
	n := &f.Other
	if e.Unread {
		n = &f.Unread
	}
	if *n < maxFaults {
		f.First = append(f.First, e)
	}
	*n++
}

// AddAll adds the errors of g.
func (f *Faults) AddAll(g *Faults) {
	unread, other := f.Unread+g.Unread, f.Other+g.Other
	for _, e := range g.First {
		f.Add(e)
	}
	f.Unread, f.Other = unread, other
}

// Texts returns the texts of the errors, and a line about those that have none here. If unread
// is set, it returns only those of inputs that could not be read.
func (f *Faults) Texts(unread bool) (texts []string) {
	for _, e := range f.First {
		if e.Unread || !unread {
			texts = append(texts, e.Text)
		}
	}
	n := f.Len()
	if unread {
		n = f.Unread
	}
	if more := n - int64(len(texts)); more > 0 {
		texts = append(texts, fmt.Sprintf("%d more errors", more))
	}
	return texts
}

package pick

import "sync"

// A Feed passes items from the goroutine that finds them to the one that shows them. It
// holds what has changed since the items were last shown.
type Feed struct {
	mu      sync.Mutex
	pending update
	changed chan struct{} // has an element if pending is not empty
}

// An update is the changes since the last one.
type update struct {
	items    map[int]Item // new and changed items, by their numbers
	messages int          // number of new messages
	message  string       // the last of them
	ended    bool         // there will be no more items
	full     bool         // there are more URLs than items
}

// NewFeed returns a Feed without items.
func NewFeed() *Feed { return &Feed{changed: make(chan struct{}, 1)} }

// Put adds or replaces an item. The numbers of items begin at 0 and have no gaps. The
// caller must not change the texts of the item afterwards, but it may append to them.
func (f *Feed) Put(number int, item Item) {
	f.change(func(u *update) {
		if u.items == nil {
			u.items = make(map[int]Item)
		}
		u.items[number] = item
	})
}

// Message adds a message about the search, which is one line.
func (f *Feed) Message(text string) {
	f.change(func(u *update) { u.messages, u.message = u.messages+1, text })
}

// End ends the items. full reports whether there are more URLs than items.
func (f *Feed) End(full bool) {
	f.change(func(u *update) { u.ended, u.full = true, full })
}

func (f *Feed) change(do func(*update)) {
	f.mu.Lock()
	do(&f.pending)
	f.mu.Unlock()
	select {
	case f.changed <- struct{}{}:
	default:
	}
}

// take returns the changes since the last call.
func (f *Feed) take() update {
	f.mu.Lock()
	defer f.mu.Unlock()
	u := f.pending
	f.pending = update{}
	return u
}

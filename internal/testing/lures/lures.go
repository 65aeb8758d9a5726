// Package lures writes made-up mails for tests of warnings: mails whose links deceive,
// with the signs by which that is seen, and newsletters whose links do not deceive,
// although they look like it to a careless reader.
//
// # Terms
//
// A sign is one of the names that urlgrep has in "warnings" for what deceives. A mark is
// a word that occurs in one URL of a mail, and in no other mail. A mail has a layout, that
// of a program that writes mail, and items, each of which has a URL.
//
// The hosts and people in the mails do not exist: the hosts are in the domains of RFC
// 2606, except those of the services that rewrite URLs.
package lures

import (
	"fmt"
	"math/rand/v2"
)

// A Mail is a message with the marks and the signs of its URLs.
type Mail struct {
	Text  string // with LF as its line break; no line begins with "From "
	Marks []string
	Signs []Sign // that were planted
}

// A Sign is a sign of deception in a URL.
type Sign struct {
	Mark     string // of the URL
	Name     string // as in "warnings"
	Evidence string // is in the evidence of the sign, in any case of letters

	// Pair is the mark of another URL, with the host that the sign names, or "". The two
	// look alike, and the later one in the mail has the sign, whichever that is.
	Pair string

	// Markup reports whether HTML makes the sign: the same URL in plain text has none.
	Markup bool

	// Opaque reports whether the link is honest, and may have the sign nevertheless, as its
	// URL does not say where it leads.
	Opaque bool
}

// Names returns the names of the signs, in the order of their documentation.
func Names() []string {
	names := make([]string, 0, len(deceptions))
	for _, d := range deceptions {
		names = append(names, d.name)
	}
	return names
}

// Lure returns a mail with up to three signs, among honest links.
func Lure(r *rand.Rand, number int) Mail {
	w := &writer{Rand: r, number: number}
	items := w.honestItems(1 + w.IntN(3))
	for _, i := range w.Perm(len(deceptions))[:w.IntN(4)] {
		d := deceptions[i]
		mark := w.mark()
		it := d.plant(w, mark)
		w.mail.Signs = append(w.mail.Signs, Sign{Mark: mark, Name: d.name, Evidence: it.evidence, Markup: d.markup, Pair: it.pair})
		it.noPlain = it.noPlain || d.markup
		items = append(items, it)
		if it.more != nil {
			items = append(items, *it.more)
		}
	}
	w.Shuffle(len(items), func(i, j int) { items[i], items[j] = items[j], items[i] })
	w.message(items)
	return w.mail
}

// Newsletter returns a mail whose links are honest.
func Newsletter(r *rand.Rand, number int) Mail {
	w := &writer{Rand: r, number: number}
	w.message(w.honestItems(3 + w.IntN(8)))
	return w.mail
}

// A writer writes a mail.
type writer struct {
	*rand.Rand
	number int // of the mail
	mail   Mail
}

func (w *writer) chance(percent int) bool    { return w.IntN(100) < percent }
func (w *writer) pick(from ...string) string { return from[w.IntN(len(from))] }
func (w *writer) honestItems(n int) (list []item) {
	for range n {
		list = append(list, w.honest())
	}
	return list
}

// mark returns the mark of another URL.
func (w *writer) mark() string {
	mark := fmt.Sprintf("m%dq%dz", w.number, len(w.mail.Marks))
	w.mail.Marks = append(w.mail.Marks, mark)
	return mark
}

// An item is a part of a mail that has one URL.
type item struct {
	url      string
	label    string // HTML
	text     string // plain text before the URL
	evidence string
	html     string // if the item is not a link
	noPlain  bool   // plain text cannot contain it
	within   string // start tag of an element around it
	more     *item  // an honest item that belongs to it
	pair     string // the mark of more, if either of the two may have the sign
}

package extract

import (
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/find"
	"github.com/urlgrep/urlgrep/internal/htmltext"
	"github.com/urlgrep/urlgrep/internal/join"
)

// An annotator finds the place in the input of a place in the window, and the author of
// the text there. It reads text only when asked, or when text is about to leave the
// window.
type annotator struct {
	opts  *Options
	rules *find.Rules
	src   *source

	lines      lineNumbers
	heads      find.Heads
	signatures signatureTracker
}

// reset begins another text, which is preceded by lines LFs of the input.
func (a *annotator) reset(lines int64) {
	a.lines = lineNumbers{count: lines}
	a.heads.Reset()
	a.signatures = signatureTracker{}
}

// slide is called before the window drops its first drop bytes. It reads no text after
// index known.
func (a *annotator) slide(w *window, known, drop int) {
	if !a.opts.SkipPlaces {
		a.lines.slide(w.Data, drop)
	}
	if a.opts.needsAuthor() {
		a.signatures.slide(w.Data, known, drop)
	}
	a.heads.Slide(drop)
}

// place sets the fields of a match that depend on its place. The match is at
// Data[from:to].
func (a *annotator) place(m *Match, w *window, from, to int) {
	if !a.opts.SkipPlaces {
		m.Line = a.line(w, from)
	}
	if a.opts.needsAuthor() {
		m.QuoteDepth, m.Signature, _ = a.author(w, from)
	}
	m.Offset, m.End = a.src.start(w.offset(from)), a.src.end(w.offset(to))
	m.Refanged = a.src.refanged(w.offset(from), w.offset(to))
	if !a.opts.SkipPlaces {
		a.src.place(m, w.offset(from))
		m.Element = a.element()
	}
}

// element returns the element that the text is from, or nil.
func (a *annotator) element() *Element {
	e := a.src.seg.Element
	if e == nil {
		return nil
	}
	label, isCut := e.Label, false
	if !utf8.ValidString(label) {
		var text []byte
		text, isCut = htmltext.CutLabel(chars.AppendUTF8(nil, []byte(label), (*chars.Fallback)(a.rules.Fallback)))
		label = string(text)
	}
	return &Element{Name: e.Name, Attribute: e.Attribute, Label: label, LabelCut: e.LabelCut || isCut, Hidden: e.Hidden, Pixel: e.Pixel}
}

// line returns the number of the input's line that Data[i] is in.
func (a *annotator) line(w *window, i int) int64 {
	if !a.src.seg.Plain {
		return a.src.mail.r.LineOf(a.src.startOf(w.offset(i)))
	}
	return a.lines.at(w.Data, i)
}

// prefix returns the prefix of the line that Data[i] is in.
func (a *annotator) prefix(w *window, i int) join.Prefix {
	return join.ParsePrefix(a.heads.Of(&w.Window, i+1), a.rules.Fallback)
}

// author describes the author of the text at Data[i]: its quote depth, whether it is in a
// signature or a list's footer, and whether it is quoted.
func (a *annotator) author(w *window, i int) (depth int, signature, quoted bool) {
	prefix := a.prefix(w, i)
	depth = prefix.Depth
	signature, original := a.signatures.below(w.Data, i, depth)
	if d, ok := a.src.contents.quoteDepth(a.src.startOf(w.offset(i))); ok {
		depth = d
	}
	depth += a.src.seg.Depth
	return depth, signature, depth > 0 || original || prefix.Initialled()
}

// authorWanted reports whether the options select the text at Data[i] by its author.
func (a *annotator) authorWanted(w *window, i int) bool {
	if !a.opts.SkipSignatures && !a.opts.SkipQuoted {
		return true
	}
	_, signature, quoted := a.author(w, i)
	return !(a.opts.SkipSignatures && signature) && !(a.opts.SkipQuoted && quoted)
}

// save stores the annotator's state at index pos of the window in st, for restore.
func (a *annotator) save(st *textState, w *window, pos int) {
	if !a.opts.SkipPlaces {
		st.lines = a.lines.at(w.Data, pos) - 1
	}
	if a.opts.needsAuthor() {
		t := a.signatures
		t.advance(w.Data, pos)
		st.endings, st.rule = t.endings, t.rule
		if st.midLine = t.midLine || t.seen < pos-rangeLead; !st.midLine {
			st.lineAt = w.offset(t.seen)
		}
	}
}

// restore sets the annotator's state from st. The place of st is the end of the window,
// which is the first window of its text.
func (a *annotator) restore(st *textState, w *window) {
	a.lines = lineNumbers{count: st.lines, counted: len(w.Data)}
	if w.base > 0 {
		a.heads.ResetWithin()
	}
	a.signatures = signatureTracker{
		endings: st.endings, rule: st.rule,
		seen: int(max(0, st.lineAt-w.base)), scanned: len(w.Data), midLine: st.midLine,
	}
}

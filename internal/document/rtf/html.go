package rtf

import "io"

// HTML returns the HTML or the text, in UTF-8, that the RTF of r was made of ([MS-OXRTFEX]),
// and whether it is HTML. The result is nil if the RTF was not made of either: then the RTF
// is the body, and r has been read in part. It is read while the result is read. An error
// of r other than io.EOF is the error of the result.
//
// References in the result that begin with "cid:" or are relative belong to the message.
func HTML(r io.Reader) (io.Reader, bool) {
	h := &decapsulator{main: new(sink)}
	h.p = newParser(newLexer(r), h.main)
	// \fromhtml1 or \fromtext is among the first control words ([MS-OXRTFEX] 2.1.3.1).
	for range 20 {
		t := h.p.lex.next()
		switch {
		case t.kind == tokOpen && len(h.p.stack) > 0, t.kind == tokChars, t.kind == tokEnd:
			return nil, false
		case t.kind == tokWord && t.word == "fromhtml" && t.param == 1:
			return h, true
		case t.kind == tokWord && t.word == "fromtext":
			return h, false
		}
		h.token(&t)
	}
	return nil, false
}

// A decapsulator is the result of HTML.
type decapsulator struct {
	p    *parser
	main *sink
	at   int // what has been read of main
	done bool
}

// Read implements [io.Reader].
func (h *decapsulator) Read(b []byte) (int, error) {
	if len(b) == 0 {
		return 0, nil
	}
	for h.at == len(h.main.buf) {
		if h.done {
			err := h.p.lex.err
			if err == nil {
				err = io.EOF
			}
			return 0, err
		}
		h.main.buf, h.at = h.main.buf[:0], 0
		for !h.done && len(h.main.buf) < bufSize {
			t := h.p.lex.next()
			h.token(&t)
		}
	}
	n := copy(b, h.main.buf[h.at:])
	h.at += n
	return n, nil
}

// token handles a token. Text is in the groups \*\htmltag, and outside of other destinations
// if \htmlrtf is off.
func (h *decapsulator) token(t *token) {
	p := h.p
	if t.kind == tokWord {
		h.word(t)
		return
	}
	switch t.kind {
	case tokEnd:
		for len(p.stack) > 0 || p.over > 0 {
			p.close()
		}
		p.flushRaw()
		h.done = true
	case tokOpen:
		p.open()
	case tokClose:
		p.close()
	case tokStar:
		p.g.star = p.g.opened
	case tokHex:
		p.g.opened = false
		if h.visible() {
			p.chars([]byte{t.octet})
		}
	case tokChars:
		p.g.opened = false
		if h.visible() {
			p.chars(t.chars)
		} else if p.skip > 0 {
			p.skip = max(0, p.skip-len(t.chars))
		}
	}
}

func (h *decapsulator) visible() bool { return !h.p.g.rtfOnly || h.p.g.dest == htmlTag }

// word handles a control word.
func (h *decapsulator) word(t *token) {
	p := h.p
	opened := p.g.opened
	p.g.opened = false
	switch t.word {
	case "bin":
		p.lex.binary(t.param, func([]byte) {})
		return
	case "u":
		if h.visible() {
			p.unicode(t.param)
		}
		return
	}
	if p.property(t) {
		return
	}
	if d := t.dest; d != noDestination && p.over == 0 {
		switch d {
		case htmlTag:
			p.flushRaw()
			if len(p.stack) > 0 {
				p.g.sink, p.g.dest = h.main, htmlTag
			}
		case inline, object, field, result, upper:
		default:
			p.flushRaw()
			p.g.sink, p.g.dest = nil, d
		}
		return
	}
	if text := t.insert; text != "" {
		if p.skip > 0 {
			p.skip--
		} else if h.visible() {
			if text == "\n" {
				text = "\r\n"
			}
			p.put(text)
		}
		return
	}
	if opened && p.g.star && p.over == 0 {
		p.flushRaw()
		p.g.sink, p.g.dest = nil, skipped
	}
}

package mailbox

import (
	"bytes"
	"sort"
	"strings"

	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/escape"
	"github.com/urlgrep/urlgrep/internal/flowed"
	"github.com/urlgrep/urlgrep/internal/header"
	"github.com/urlgrep/urlgrep/internal/htmltext"
	"github.com/urlgrep/urlgrep/internal/offset"
	"github.com/urlgrep/urlgrep/internal/prefilter"
	"github.com/urlgrep/urlgrep/internal/transfer"
)

// A stream decodes a body: the transfer encoding, the character set, and then
// format=flowed, HTML or an escape.Format. The first stage always exists. charset and
// last each have a stage if they are not nil, in this order.
type stream struct {
	transfer transfer.Decoder // &qp, &base64, &uu or &yEnc; nil: the octets are not encoded
	charset  *charset.Decoder // &set; nil: the text is not decoded
	whole    bool             // if charset is not nil: it does not contain ASCII
	label    string           // the declared name of the character set
	last     decoder          // &flow, &markup or one of escapes; nil: the text has no such format
	holder   holder           // last, if it may return no text for long; nil if it is &flow or nil
	counted  bool             // the map has the numbers of lines of text that is not encoded
	cut      bool             // the input has failed: the end of the text may be incomplete

	stages
	decoders
}

// decoders are the decoders of a stream, reused from part to part. Those that the
// stream does not point to are not in use.
type decoders struct {
	qp     transfer.QuotedPrintable
	base64 transfer.Base64
	uu     transfer.Uuencode
	yEnc   transfer.YEnc
	set    charset.Decoder
	flow   flowed.Decoder
	markup htmltext.Scanner

	escapes [escape.NumFormats]escape.Decoder // nil until a body has the format
}

// A decoder decodes format=flowed, HTML or an escape.Format.
type decoder interface {
	Append(dst, src []byte, at int64, m *offset.Map) []byte
	Close(dst []byte, m *offset.Map) []byte
}

// A holder is a decoder that may return no text for a long time. Held returns how many of
// the last bytes it holds back.
type holder interface{ Held() int }

// reset prepares s for an unencoded body.
func (s *stream) reset() {
	s.transfer, s.charset, s.last, s.holder, s.counted, s.cut = nil, nil, nil, nil, false, false
	s.stages.reset()
}

// setFormat adds the stage that decodes format=flowed, HTML or an escape.Format if the
// media type calls for it.
func (s *stream) setFormat(media *header.MediaType, o *Options) {
	switch t, sub := media.Type, media.Subtype; {
	case t == "": // most mail without MIME
	case t == "text" && sub == "plain":
		if strings.EqualFold(media.Param("format"), "flowed") {
			s.flow = flowed.Decoder{
				DelSp:        strings.EqualFold(media.Param("delsp"), "yes"),
				MaxParagraph: o.Limits.Paragraph,
				Depths:       s.flow.Depths[:0],
			}
			s.last = &s.flow
			s.add()
		}
	case isHTML(media):
		s.markup.Reset()
		s.markup.MaxTag, s.markup.Elements, s.markup.Renders = o.Limits.Tag, !o.SkipPlaces || o.Lines, o.Lines
		s.markup.Programs = o.Programs
		s.last, s.holder = &s.markup, &s.markup
		s.add()
	default:
		if f := detect.OfMediaType(t, sub).Escape(); f != escape.None {
			s.setEscaped(f)
		}
	}
}

// isHTML reports whether a media type is one of HTML.
func isHTML(media *header.MediaType) bool {
	switch media.Type {
	case "text":
		return media.Subtype == "html" || media.Subtype == "x-html"
	case "application":
		return media.Subtype == "xhtml+xml"
	}
	return false
}

// setEscaped adds the stage that decodes f.
func (s *stream) setEscaped(f escape.Format) {
	d := s.escaped(f)
	d.Reset()
	s.last, s.holder = d, d
	s.add()
}

// escaped returns the decoder of texts in f.
func (d *decoders) escaped(f escape.Format) escape.Decoder {
	if d.escapes[f] == nil {
		d.escapes[f] = escape.NewDecoder(f)
	}
	return d.escapes[f]
}

// setTransfer sets the decoder of a transfer encoding, from the given line on. It
// reports whether the encoding is known.
func (s *stream) setTransfer(encoding string, line int64) bool {
	switch encoding {
	case "quoted-printable":
		s.qp.Reset()
		s.qp.Line = line
		s.transfer = &s.qp
	case "base64":
		s.base64.Reset()
		s.base64.Line = line
		s.transfer = &s.base64
	case "", "7bit", "8bit", "binary":
	default:
		return false
	}
	return true
}

// setData is setTransfer for the encodings of data.
func (s *stream) setData(encoding string, line int64) bool {
	switch encoding {
	case uuEncoding:
		s.uu.Reset()
		s.uu.Line = line
		s.transfer = &s.uu
	case yEncEncoding:
		s.yEnc.Reset()
		s.yEnc.Line = line
		s.transfer = &s.yEnc
	default:
		return false
	}
	return true
}

// setCharset adds the stage that decodes a character set, if it needs decoding. label
// is its name in notes, "" if it was not declared.
func (s *stream) setCharset(set charset.Charset, label string) {
	s.label = label
	if set.Whole() || set.Fallback != nil {
		s.set.Reset(set)
		s.charset, s.whole = &s.set, set.Whole()
		s.add()
	}
}

// plain reports whether the text equals the input, byte for byte.
func (s *stream) plain() bool { return s.transfer == nil && s.n == 1 }

// decode returns the text decoded from raw, which is at an offset and in a line of the
// input. last says that nothing follows raw. The text is valid until the next call.
func (s *stream) decode(raw []byte, at, line int64, last bool) []byte {
	text := s.undo(raw, at, line, last)
	k := 1
	if s.charset != nil {
		at, to := s.from(k, text), &s.stage[k]
		if s.charset.Passes(text) {
			to.m.Copy(len(text), at)
		} else {
			to.buf = s.characters(to.buf[:0], text, at, &to.m, last)
			text = to.buf
			if s.cut {
				text = bytes.TrimSuffix(text, []byte("\uFFFD")) // half a character
			}
		}
		k++
	}
	if s.last != nil {
		at, to := s.from(k, text), &s.stage[k]
		to.buf = s.last.Append(to.buf[:0], text, at, &to.m)
		open := len(to.buf)
		if last {
			to.buf = s.last.Close(to.buf, &to.m)
		}
		text = to.buf
		if s.cut && s.last == &s.flow && len(text) > open {
			text = bytes.TrimSuffix(text, []byte("\n")) // the paragraph may go on
		}
	}
	if len(text) == 0 && s.holder != nil {
		s.forget(int64(s.holder.Held()))
		return text
	}
	s.markUsed()
	return text
}

// characters decodes the character set. It copies text in a base64 body that is not
// base64, such as the footer of a mailing list, without decoding it from UTF-16 or
// UTF-32.
func (s *stream) characters(dst, text []byte, at int64, m *offset.Map, last bool) []byte {
	from := 0
	if s.transfer == &s.base64 && s.whole {
		for _, c := range s.base64.Copied() {
			dst = s.charset.Append(dst, text[from:c.From], at+int64(from), m, true)
			dst = append(dst, text[c.From:c.To]...)
			m.Copy(c.To-c.From, at+int64(c.From))
			from = c.To
		}
	}
	return s.charset.Append(dst, text[from:], at+int64(from), m, last)
}

// undo decodes the transfer encoding.
func (s *stream) undo(raw []byte, at, line int64, last bool) []byte {
	to := &s.stage[0]
	switch {
	case s.transfer != nil:
		to.buf = s.transfer.Append(to.buf[:0], raw, at, &to.m)
		if last && !(s.cut && s.whole) { // half a character would be decoded to other characters
			to.buf = s.transfer.Close(to.buf, &to.m)
		}
		return to.buf
	case s.n == 1 && !s.counted || line == 0:
		to.m.Copy(len(raw), at) // the caller counts lines, or lines are not counted
		return raw
	}
	for rest := raw; len(rest) > 0; {
		n := bytes.IndexByte(rest, '\n') + 1
		if n == 0 {
			n = len(rest)
		}
		to.m.Line(line)
		to.m.Copy(n, at)
		rest = rest[n:]
		at += int64(n)
		line++
	}
	return raw
}

// stray returns the lines of a base64 attachment that are not base64 and may contain a
// URL. It decodes nothing.
func (s *stream) stray(raw []byte, eol byte, at, line int64) []byte {
	to := &s.stage[0]
	to.buf = to.buf[:0]
	for len(raw) > 0 {
		n := bytes.IndexByte(raw, eol) + 1
		if n == 0 {
			n = len(raw)
		}
		text := raw[:n]
		raw = raw[n:]
		if prefilter.Line(text) {
			to.m.Line(line)
			to.m.Copy(len(text), at)
			to.buf = append(to.buf, text...)
		}
		at += int64(n)
		if text[n-1] == '\n' && line > 0 {
			line++
		}
	}
	return to.buf
}

// depth returns the quote depth of the line that contains byte i of the text. ok is
// false unless the text is format=flowed, whose decoder removes the quote marks.
func (s *stream) depth(i int64) (depth int, ok bool) {
	if s.last != &s.flow {
		return 0, false
	}
	if k := s.depthAt(i); k >= 0 {
		depth = s.flow.Depths[k].Depth
	}
	return depth, true
}

// joined reports whether bytes i and j of the text are in different lines that
// format=flowed joins.
func (s *stream) joined(i, j int64) bool {
	return s.last == &s.flow && s.stage[s.n-1].m.HasGap(i, j)
}

// depthAt returns the index of the entry of Depths for byte i, or -1 if there is none.
func (s *stream) depthAt(i int64) int {
	all := s.flow.Depths
	return sort.Search(len(all), func(k int) bool { return all[k].At > i }) - 1
}

// discard discards the places of the text before i.
func (s *stream) discard(i int64) {
	if s.last == &s.flow {
		if k, all := s.depthAt(i), s.flow.Depths; k > len(all)/2 {
			s.flow.Depths = all[:copy(all, all[k:])]
		}
	}
	s.stages.discard(i)
}

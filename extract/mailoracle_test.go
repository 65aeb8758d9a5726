package extract

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
)

// This file is the reference for mail: it reads well-formed messages in memory, one step
// after the other. Each octet has the bytes of the input that encode it, so no step needs
// to compute places. It shares no code with package mailbox and the packages that mailbox
// uses.

// A refMail is a message that is being read.
type refMail struct {
	*refOptions
	input   []byte
	index   int
	matches []Match
}

// A refEntity is the description of a body in a header.
type refEntity struct {
	media      string // "text/plain"
	parameters map[string]string
	encoding   string
}

// referenceMail returns the matches in a message.
func referenceMail(input string, o *refOptions) []Match {
	octets := make([]refOctet, len(input))
	for i, c := range []byte(input) {
		octets[i] = refOctet{c: c, from: i, to: i + 1}
	}
	p := refMail{refOptions: o, input: []byte(input), index: 1}
	p.message(octets, "")
	return p.matches
}

// message reads a message (RFC 5322). Its body is part 1 of it, if that has no parts.
func (p *refMail) message(octets []refOctet, part string) {
	e, body, m := p.header(octets, part, nil)
	leaf := strings.TrimPrefix(part+".1", ".")
	p.body(e, body, part, leaf, m)
}

// header reads a header up to the blank line. Of a message, outer is nil.
func (p *refMail) header(octets []refOctet, part string, outer *Message) (e refEntity, body []refOctet, m *Message) {
	lines := linesOf(octets, p.end())
	var fields [][]refOctet
	n := 0
	for n < len(lines) && trimmed(lines[n]) != "" {
		if c := lines[n][0].c; (c == ' ' || c == '\t') && len(fields) > 0 {
			last := len(fields) - 1
			fields[last] = append(fields[last], lines[n]...)
		} else {
			fields = append(fields, slices.Clone(lines[n]))
		}
		n++
	}
	if m = outer; m == nil {
		m = &Message{Index: p.index}
	}
	e.media, e.parameters = "text/plain", map[string]string{}
	for _, f := range fields {
		name, value, _ := strings.Cut(string(bytesOf(f)), ":")
		value = strings.Trim(refFold.ReplaceAllString(value, "$1"), " \t\r\n")
		switch strings.ToLower(name) {
		case "message-id":
			if outer == nil {
				m.ID = strings.Trim(value, "<>")
			}
		case "content-transfer-encoding":
			e.encoding = strings.ToLower(value)
		case "content-type":
			media, rest, _ := strings.Cut(value, ";")
			e.media = strings.ToLower(strings.TrimSpace(media))
			for _, parameter := range refParameterOf.FindAllStringSubmatch(rest, -1) {
				e.parameters[strings.ToLower(parameter[1])] = strings.Trim(parameter[2], `"`)
			}
		}
	}
	for _, f := range fields {
		name, _, _ := strings.Cut(string(bytesOf(f)), ":")
		p.text(&refText{octets: p.words(f)}, part, strings.TrimRight(name, " \t"), m)
	}
	return e, slices.Concat(lines[min(n+1, len(lines)):]...), m
}

var (
	refFold        = regexp.MustCompile(`[\r\n]+([ \t])`)
	refParameterOf = regexp.MustCompile(`([A-Za-z-]+)=("[^"]*"|[^;\s]*)`)
)

// end returns the line ending: LF, or CR if there is no LF.
func (p *refMail) end() byte {
	if bytes.IndexByte(p.input, '\n') < 0 {
		return '\r'
	}
	return '\n'
}

func linesOf(octets []refOctet, end byte) (lines [][]refOctet) {
	for len(octets) > 0 {
		n := slices.IndexFunc(octets, func(o refOctet) bool { return o.c == end }) + 1
		if n == 0 {
			n = len(octets)
		}
		lines = append(lines, octets[:n:n])
		octets = octets[n:]
	}
	return lines
}

// trimmed returns a line without the white space at its end.
func trimmed(line []refOctet) string { return strings.TrimRight(string(bytesOf(line)), " \t\r\n") }

// body reads the text after a header.
func (p *refMail) body(e refEntity, octets []refOctet, part, leaf string, m *Message) {
	kind, subtype, _ := strings.Cut(e.media, "/")
	switch {
	case kind == "multipart":
		p.multipart(octets, e.parameters["boundary"], part, m)
	case e.media == "message/rfc822", e.media == "message/news", e.media == "message/global":
		p.message(octets, leaf)
	case kind == "message":
		panic(subtype)
	case kind != "text" && e.encoding == "base64":
		// "Binary attachments are passed over."
	default:
		p.leaf(e, octets, leaf, m)
	}
}

// multipart reads a body of parts (RFC 2046, section 5.1.1), with the text before and
// after the parts. The line break before a boundary is read with the part.
func (p *refMail) multipart(octets []refOctet, boundary, part string, m *Message) {
	var text []refOctet
	in, parts := false, 0
	flush := func() {
		if number := strings.TrimPrefix(fmt.Sprint(part, ".", parts), "."); in {
			e, body, _ := p.header(text, number, m)
			p.body(e, body, number, number, m)
		} else {
			p.text(&refText{octets: text}, part, "", m)
		}
		text = nil
	}
	for _, line := range linesOf(octets, p.end()) {
		switch trimmed(line) {
		case "--" + boundary:
			flush()
			in = true
			parts++
		case "--" + boundary + "--":
			flush()
			in = false
		default:
			text = append(text, line...)
		}
	}
	flush()
}

// leaf reads a body, and the files in it if it has no transfer encoding. The text after a
// file is another text.
func (p *refMail) leaf(e refEntity, octets []refOctet, part string, m *Message) {
	var text, file []refOctet
	var decode func(line []refOctet) []refOctet
	for _, line := range linesOf(octets, p.end()) {
		l := trimmed(line)
		encoded := e.encoding == "quoted-printable" || e.encoding == "base64"
		switch {
		case decode != nil && (l == "`" || strings.HasPrefix(l, "=yend")):
			p.text(&refText{octets: file}, part, "", m)
			text, file, decode = line, nil, nil
		case decode != nil:
			file = append(file, decode(line[:len(strings.TrimRight(string(bytesOf(line)), "\r\n"))])...)
		case !encoded && (strings.HasPrefix(l, "begin 644 ") || strings.HasPrefix(l, "=ybegin ")):
			p.encoded(e, append(text, line...), part, m)
			if decode = uuencoded; l[0] == '=' {
				decode = inYEnc
			}
		default:
			text = append(text, line...)
		}
	}
	p.encoded(e, text, part, m)
}

// uuencoded decodes a line of uuencode (POSIX.1-2017). Octet i of a quantum is encoded in its
// digits i and i+1.
func uuencoded(line []refOctet) (text []refOctet) {
	bits := func(i int) int { return int(line[i].c-' ') % 64 }
	for k := range bits(0) {
		i := 1 + k/3*4 + k%3
		c := byte(bits(i)<<(2+2*(k%3)) | bits(i+1)>>(4-2*(k%3)))
		text = append(text, refOctet{c: c, from: line[i].from, to: line[i+1].to})
	}
	return text
}

// inYEnc decodes a line of yEnc (yenc.org).
func inYEnc(line []refOctet) (text []refOctet) {
	for i := 0; i < len(line); i++ {
		o := line[i]
		if o.c == '=' {
			i++
			o.c, o.to = line[i].c-64, line[i].to
		}
		o.c -= 42
		text = append(text, o)
	}
	return text
}

// encoded decodes a body and reads its text.
func (p *refMail) encoded(e refEntity, octets []refOctet, part string, m *Message) {
	switch e.encoding {
	case "quoted-printable":
		octets = quotedPrintable(octets)
	case "base64":
		octets = inBase64(octets)
	}
	octets = fromCharset(octets, e.parameters["charset"])
	t := &refText{octets: octets}
	if e.media == "text/plain" && strings.EqualFold(e.parameters["format"], "flowed") {
		t.octets, t.depths = unflowed(octets, strings.EqualFold(e.parameters["delsp"], "yes"))
	}
	if e.media == "text/calendar" {
		t.octets = fromCalendar(octets)
	}
	p.text(t, part, "", m)
}

var (
	refProperty = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._/-]*((;[^:"]*|;[^:"]*"[^"]*")*:)`)
	refFolded   = regexp.MustCompile(`^(\r?\r?\n|\r)[ \t]`)
	refEscaped  = regexp.MustCompile(`^\\[nN,;:\\]`)
)

// fromCalendar unfolds and unescapes content lines (RFC 5545, section 3.1) that are not
// encoded.
func fromCalendar(octets []refOctet) (text []refOctet) {
	for len(octets) > 0 {
		var line []refOctet // unfolded
		isProperty, end := false, 0
		for len(octets) > 0 {
			end = len(refLineEnd.FindString(string(bytesOf(octets))))
			isProperty = refProperty.MatchString(string(bytesOf(line)))
			if end > 0 && isProperty && refFolded.MatchString(string(bytesOf(octets))) {
				octets = octets[end+1:]
			} else if end > 0 {
				break
			} else {
				line, octets = append(line, octets[0]), octets[1:]
			}
		}
		begin := refProperty.FindString(string(bytesOf(line)))
		text = append(text, line[:len(begin)]...)
		for value := line[len(begin):]; len(value) > 0; {
			o, n := value[0], 1
			if isProperty && refEscaped.MatchString(string(bytesOf(value))) {
				o, n = refOctet{c: value[1].c, from: o.from, to: value[1].to}, 2
				if o.c == 'n' || o.c == 'N' {
					o.c = '\n'
				}
			}
			text, value = append(text, o), value[n:]
		}
		text, octets = append(text, octets[:end]...), octets[end:]
		end = 0
	}
	return text
}

var refLineEnd = regexp.MustCompile(`^(\r?\r?\n|\r)`)

// text finds the matches in a text of the message.
func (p *refMail) text(text *refText, part, name string, m *Message) {
	t := refDecode(text.octets, p.refOptions)
	t.depths, t.outer = text.depths, text.outer
	for _, match := range t.matches(p.input) {
		if !p.SkipPlaces {
			match.Message, match.Part, match.Header = m, part, name
		}
		p.matches = append(p.matches, match)
	}
}

// words unfolds a field (RFC 5322, section 2.2.3) and decodes its encoded words (RFC
// 2047): "any 'linear-white-space' that separates a pair of adjacent 'encoded-word's
// is ignored". Reading: the octets of adjacent words in one character set are one
// text.
func (p *refMail) words(field []refOctet) (text []refOctet) {
	var octets []refOctet // of words, not yet in UTF-8
	charset := ""
	for i := 0; i < len(field); {
		rest := string(bytesOf(field[i:]))
		gap := len(rest) - len(strings.TrimLeft(rest, " \t\r\n"))
		if w := refEncodedWord.FindStringSubmatchIndex(rest[gap:]); w != nil && (gap == 0 || octets != nil) {
			at := func(k int) int { return i + gap + w[k] }
			label, coding := rest[gap+w[2]:gap+w[3]], rest[gap+w[4]:gap+w[5]]
			if !strings.EqualFold(label, charset) {
				text = append(text, fromCharset(octets, charset)...)
				octets, charset = []refOctet{}, label
			}
			word := field[at(6):at(7)]
			if strings.EqualFold(coding, "B") {
				octets = append(octets, inBase64(word)...)
			} else {
				word = slices.Clone(word)
				for k := range word {
					if word[k].c == '_' {
						word[k].c = ' '
					}
				}
				octets = append(octets, quotedPrintable(word)...)
			}
			i = at(1)
			continue
		}
		text = append(text, fromCharset(octets, charset)...)
		octets, charset = nil, ""
		if fold := refFold.FindString(rest); fold != "" && strings.HasPrefix(rest, fold) {
			i += len(fold) - 1
			field[i].folded = true
		}
		text = append(text, field[i])
		i++
	}
	return append(text, fromCharset(octets, charset)...)
}

var refEncodedWord = regexp.MustCompile(`^=\?([!->@-~]+)\?([QqBb])\?([^?]*)\?=`)

// quotedPrintable decodes quoted-printable (RFC 2045, section 6.7).
func quotedPrintable(octets []refOctet) (text []refOctet) {
	for i := 0; i < len(octets); {
		rest := string(bytesOf(octets[i:min(len(octets), i+3)]))
		switch {
		case escape.MatchString(rest):
			c, _ := strconv.ParseUint(rest[1:3], 16, 8)
			text = append(text, refOctet{c: byte(c), from: octets[i].from, to: octets[i+2].to})
			i += 3
		case rest == "=\r\n":
			i += 3
		case strings.HasPrefix(rest, "=\n"), strings.HasPrefix(rest, "=\r"):
			i += 2
		default:
			text = append(text, octets[i])
			i++
		}
	}
	return text
}

// inBase64 decodes base64 (RFC 2045, section 6.8). Octet i of a quantum is encoded in its
// digits i and i+1.
func inBase64(octets []refOctet) (text []refOctet) {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
	var quantum []refOctet
	for _, o := range octets {
		if strings.IndexByte(digits, o.c) < 0 {
			if o.c == '=' {
				quantum = nil
			}
			continue
		}
		quantum = append(quantum, o)
		if n := len(quantum); n > 1 {
			a, b := strings.IndexByte(digits, quantum[n-2].c), strings.IndexByte(digits, o.c)
			c := byte(a<<(2*(n-1)) | b>>(6-2*(n-1)))
			text = append(text, refOctet{c: c, from: quantum[n-2].from, to: o.to})
		}
		if len(quantum) == 4 {
			quantum = nil
		}
	}
	return text
}

// fromCharset decodes a character set: each character has the place of its octets. "US-ASCII,
// UTF-8 and no label at all say to keep the bytes", and so do unknown ones.
func fromCharset(octets []refOctet, label string) (text []refOctet) {
	e, err := htmlindex.Get(label)
	switch strings.ToLower(label) {
	case "", "us-ascii", "utf-8":
		return octets
	}
	if err != nil {
		return octets
	}
	if strings.HasPrefix(strings.ToLower(label), "utf-16") {
		return fromUTF16(octets, e)
	}
	twoByte := false // the state of ISO-2022-JP
	for i := 0; i < len(octets); {
		s := string(bytesOf(octets[i:min(len(octets), i+4)]))
		if strings.EqualFold(label, "iso-2022-jp") {
			if strings.HasPrefix(s, "\x1b$") || strings.HasPrefix(s, "\x1b(") {
				twoByte = s[1] == '$'
				i += 3
				continue
			}
			if twoByte {
				char, _ := e.NewDecoder().String("\x1b$B" + s[:2] + "\x1b(B")
				text = append(text, madeOf(char, octets[i:i+2])...)
				i += 2
				continue
			}
		}
		for n := 1; ; n++ {
			char, err := e.NewDecoder().String(s[:n])
			if n < len(s) && (err != nil || char == "" || strings.ContainsRune(char, utf8.RuneError)) {
				continue
			}
			text = append(text, madeOf(char, octets[i:i+n])...)
			i += n
			break
		}
	}
	return text
}

// fromUTF16 decodes UTF-16, in which two surrogates encode one character.
func fromUTF16(octets []refOctet, e encoding.Encoding) (text []refOctet) {
	for i := 0; i+1 < len(octets); {
		n := 2
		if octets[i+1].c&0xfc == 0xd8 {
			n = 4
		}
		char, _ := e.NewDecoder().Bytes(bytesOf(octets[i : i+n]))
		text = append(text, madeOf(string(char), octets[i:i+n])...)
		i += n
	}
	return text
}

// madeOf returns the octets of a character that was encoded by others.
func madeOf(char string, of []refOctet) (text []refOctet) {
	for _, c := range []byte(char) {
		text = append(text, refOctet{c: c, from: of[0].from, to: of[len(of)-1].to})
	}
	return text
}

var refFlowedLine = regexp.MustCompile(`^(>*)( ?)([^\r\n]*)(\r\n|\r|\n|$)`)

// unflowed puts the lines of paragraphs together (RFC 3676, section 4.5). A quoted
// paragraph keeps the quote marks of its first line, with a space after them.
func unflowed(octets []refOctet, delSp bool) (text []refOctet, depths []int) {
	var end []refOctet // of the line before, if that is flowed
	depth := 0
	for len(octets) > 0 {
		l := refFlowedLine.FindSubmatchIndex(bytesOf(octets))
		content, size := octets[l[6]:l[7]], l[1]
		isSignature := string(bytesOf(content)) == "-- "
		begins := end == nil || l[3] != depth || isSignature
		if begins {
			text = append(text, end...)
			depths = pad(depths, len(text), depth)
			depth = l[3]
			text = append(text, octets[:depth]...)
			if space := octets[l[4]:l[5]]; depth > 0 && len(space) == 0 {
				at := octets[depth-1].to
				text = append(text, refOctet{c: ' ', from: at, to: at})
			} else if depth > 0 {
				text = append(text, space...)
			}
		}
		flowed := bytes.HasSuffix(bytesOf(content), []byte(" ")) && !isSignature
		if flowed && delSp {
			content = content[:len(content)-1]
		}
		n := len(text)
		text = append(text, content...)
		if !begins && n < len(text) {
			text[n].folded = true
		}
		if end = octets[l[8]:l[9]]; !flowed {
			text = append(text, end...)
			end = nil
		}
		depths = pad(depths, len(text), depth)
		octets = octets[size:]
	}
	text = append(text, end...)
	return text, pad(depths, len(text), depth)
}

// pad appends depth until there are n.
func pad(depths []int, n, depth int) []int {
	for len(depths) < n {
		depths = append(depths, depth)
	}
	return depths
}

// mailDiffers reports whether scanner and reference differ about a message.
func mailDiffers(input string, o *refOptions) string {
	opts := o.scanner()
	opts.Input = InputMail
	got, err := all(strings.NewReader(input), opts)
	how := same(got, referenceMail(input, o))
	if err != nil {
		how += err.Error()
	}
	return how
}

// TestMailReference compares scanner and reference on well-formed messages, of which
// much of the text is made up by the grammar of TestRandom.
func TestMailReference(t *testing.T) {
	t.Parallel()
	rnd := effort.Rand(t)
	w := &mailWriter{Rand: rnd, neat: true, wide: true, files: true, prose: &writer{Rand: rnd}}
	matches, files, n := 0, 0, effort.Rounds(400)
	for range n {
		w.eol = w.pick("\n", "\n", "\r\n", "\r")
		o := defaults
		if w.chance(30) {
			o = randomOptions(rnd)
		}
		w.made = nil
		input := w.message(3)
		files += strings.Count(input, "begin 644 ") + strings.Count(input, "=ybegin ")
		matches += len(referenceMail(input, defaults))
		if how := mailDiffers(input, o); how != "" {
			t.Fatalf("%q\nwith %v: %s", input, o, how)
		}
	}
	t.Logf("%d messages, %d matches, %d files", n, matches, files)
}

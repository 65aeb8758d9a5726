package extract

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"

	"golang.org/x/text/encoding/htmlindex"
)

// A mailWriter makes up messages: well-formed ones, and ones that are as badly
// made as those in archives.
type mailWriter struct {
	*rand.Rand
	eol   string
	neat  bool    // nothing malformed
	prose *writer // writes the random texts; nil: none are written
	wide  bool    // parts in UTF-16
	files bool    // files in uuencode and yEnc within texts
	n     int     // URLs and boundaries so far
	made  []made
}

// made is how the URLs with numbers after from, up to to, are encoded.
type made struct {
	from, to                  int
	encoding, charset, format string
}

func (w *mailWriter) pick(words ...string) string { return words[w.IntN(len(words))] }

func (w *mailWriter) chance(percent int) bool { return w.IntN(100) < percent }

// bad reports whether something is to be malformed.
func (w *mailWriter) bad(percent int) bool { return !w.neat && w.chance(percent) }

// message returns a message with parts up to that deep in each other.
func (w *mailWriter) message(deep int) string {
	if w.eol == "" {
		w.eol = "\n"
	}
	return strings.ReplaceAll(w.entity(deep, true), "\n", w.eol)
}

func (w *mailWriter) url() string {
	w.n++
	return fmt.Sprintf("http://u%d.example/p%s", w.n, w.pick("", "/", "?a=1&b=2", "#f", "-a_b~c", "/(x)", "%20y"))
}

// entity returns a header and a body, of a message or of a part.
func (w *mailWriter) entity(deep int, message bool) string {
	var b strings.Builder
	if message {
		w.fields(&b)
	}
	var body string
	switch {
	case deep > 0 && w.chance(40):
		body = w.multipart(&b, deep)
	case deep > 0 && w.chance(20):
		body = w.nested(&b, deep)
	default:
		body = w.leaf(&b)
	}
	if w.bad(5) {
		return b.String() + body // the blank line has got lost
	}
	return b.String() + "\n" + body
}

// fields writes the fields that a message has.
func (w *mailWriter) fields(b *strings.Builder) {
	w.n++
	fmt.Fprintf(b, "From: %s\nMessage-ID: <%d@m.example>\n", w.pick("ann@a.example", `"Ann, B." <ann@a.example>`, "=?utf-8?Q?J=C3=B6rg?= <j@a.example>"), w.n)
	for range w.IntN(5) {
		if w.prose != nil && w.chance(60) {
			w.proseField(b)
			continue
		}
		switch w.IntN(8) {
		case 0:
			fmt.Fprintf(b, "Subject: %s %s\n", w.words(3), w.url())
		case 1:
			fmt.Fprintf(b, "Subject: =?utf-8?B?%s?=\n =?utf-8?Q?_%s?=\n", base64.StdEncoding.EncodeToString([]byte("see "+w.url())), w.words(1))
		case 2:
			fmt.Fprintf(b, "List-Unsubscribe: <%s>,\n\t<mailto:x-%d@l.example>\n", w.url(), w.n)
		case 3:
			fmt.Fprintf(b, "Received: from a (b [10.0.0.1])\n\tby c.example; Tue, 27 Apr 2004 19:02:44 +0200\n")
		case 4:
			b.WriteString("Date: Tue, 27 Apr 2004 19:02:44 +0200\nMIME-Version: 1.0\n")
		case 5:
			fmt.Fprintf(b, "X-Note: %s\n", w.words(20))
		case 6:
			if w.bad(50) {
				b.WriteString(w.words(4) + "\n")
			}
		case 7:
			if w.bad(50) {
				fmt.Fprintf(b, ">From x@y Mon Jan  5 12:00:00 2015\nX-\x00: %s\n", w.url())
			}
		}
	}
}

// besideStruck matches a character that a charset may lack, near a backspace: without it
// the backspace may strike something else.
var besideStruck = regexp.MustCompile(`[^[:ascii:]].{0,3}\x08|\x08.{0,3}[^[:ascii:]]`)

// proseText returns some text about which scanner and reference must not differ.
func (w *mailWriter) proseText() string {
	for {
		if text := w.prose.text(); !excused(text) && !besideStruck.MatchString(text) {
			return text
		}
	}
}

// proseField writes a field that holds some text, folded or in encoded words, which
// may split a character.
func (w *mailWriter) proseField(b *strings.Builder) {
	text := w.proseText()
	b.WriteString(w.pick("Subject: ", "X-URL: ", "Comments: ", "X-Note : ", "Keywords: x"))
	if w.chance(40) {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r", " "), "\n", " ")
		b.WriteString(strings.ReplaceAll(text, "-", w.pick("-", "-\n ", "-\n\t ")) + "x\n")
		return
	}
	charset := w.pick("utf-8", "utf-8", "us-ascii", "iso-8859-1", "koi8-r", "big5", "UTF-8")
	for text = inCharset(text, charset); len(text) > 0; {
		n := min(len(text), 1+w.IntN(40))
		if w.chance(50) {
			fmt.Fprintf(b, "=?%s?B?%s?=", charset, base64.StdEncoding.EncodeToString([]byte(text[:n])))
		} else {
			fmt.Fprintf(b, "=?%s?q?%s?=", charset, w.inQ(text[:n]))
		}
		b.WriteString(w.pick("", " ", "\n ", "\n\t"))
		text = text[n:]
	}
	b.WriteString("x\n")
}

// inQ encodes text as RFC 2047, section 4.2, says.
func (w *mailWriter) inQ(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		switch {
		case c == ' ':
			b.WriteByte('_')
		case c <= ' ' || c > '~' || strings.IndexByte("=?_", c) >= 0 || w.chance(5):
			fmt.Fprintf(&b, "=%02X", c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// multipart writes the fields of a multipart and returns its body.
func (w *mailWriter) multipart(b *strings.Builder, deep int) string {
	w.n++
	boundary := w.pick("b", "b_alt", "=_x", "--", "b b", "a:b", "") + fmt.Sprint(w.n)
	written := `"` + boundary + `"`
	subtype := w.pick("mixed", "alternative", "related", "digest", "signed")
	switch {
	case w.bad(10):
		fmt.Fprintf(b, "Content-Type: multipart/%s\n", subtype)
	case w.bad(10):
		fmt.Fprintf(b, "Content-Type: multipart/%s; boundary=%s-not\n", subtype, boundary)
	default:
		fmt.Fprintf(b, "Content-Type: multipart/%s;%sboundary=%s\n", subtype, w.pick(" ", "\n\t", ""), written)
	}
	if w.bad(10) {
		b.WriteString("Content-Transfer-Encoding: base64\n")
	}
	var body strings.Builder
	body.WriteString(w.pick("", "This is a multi-part message.\n", "\nsee "+w.url()+"\n"))
	for range 1 + w.IntN(3) {
		body.WriteString("--" + boundary + w.trailing() + "\n")
		part := w.entity(deep-1, subtype == "digest" && w.chance(50))
		body.WriteString(part)
		if !strings.HasSuffix(part, "\n") {
			body.WriteString("\n")
		}
	}
	if !w.bad(20) {
		body.WriteString("--" + boundary + "--" + w.trailing() + "\n")
		body.WriteString(w.pick("", "epilogue "+w.url()+"\n"))
	}
	return body.String()
}

func (w *mailWriter) trailing() string {
	if w.bad(20) {
		return w.pick(" ", "\t", "  \t")
	}
	return ""
}

// nested writes the fields of a message within a message, and returns that.
func (w *mailWriter) nested(b *strings.Builder, deep int) string {
	fmt.Fprintf(b, "Content-Type: message/%s\n", w.pick("rfc822", "rfc822", "news", "global"))
	message := w.entity(deep-1, true)
	if !w.bad(30) {
		return message
	}
	encoding := w.pick("base64", "quoted-printable")
	if strings.Contains(message, "\x1b") {
		encoding = "base64" // see leaf
	}
	fmt.Fprintf(b, "Content-Transfer-Encoding: %s\n", encoding)
	return w.encode(message, encoding)
}

// leaf writes the fields of a part without parts and returns its body.
func (w *mailWriter) leaf(b *strings.Builder) string {
	if w.chance(10) {
		return w.attachment(b)
	}
	m := made{from: w.n}
	text := w.text()
	m.to = w.n
	charset := w.pick("", "us-ascii", "utf-8", "iso-8859-1", "koi8-r", "iso-2022-jp", "shift_jis", "big5", "x-unknown")
	if w.wide && w.chance(10) {
		charset = w.pick("utf-16", "utf-16le")
	}
	encoding := w.pick("", "7bit", "8bit", "quoted-printable", "quoted-printable", "base64", "base64")
	subtype := w.pick("plain", "plain", "html", "calendar", "x-other")
	switch {
	case strings.HasPrefix(charset, "utf-16"):
		encoding = "base64"
	case charset == "iso-2022-jp" && encoding == "quoted-printable":
		encoding = "7bit" // a soft line break may leave a line in another state than that of ASCII
	}
	if w.prose != nil && subtype == "html" {
		subtype = "plain"
	}
	parameters := ""
	switch {
	case subtype == "html":
		m.format = "html"
		text = w.html()
		m.to = w.n
	case subtype == "calendar":
		m.format = "calendar"
		text = w.inCalendar(text)
	case subtype == "plain" && w.chance(30):
		m.format = w.pick("flowed", "delsp")
		parameters = "; format=flowed" + map[string]string{"delsp": "; delsp=yes"}[m.format]
		text = strings.ReplaceAll(text, " \n", "\n")
		text = strings.ReplaceAll(text, ".\n", ". \n")
		if m.format == "delsp" {
			text = brokenURL.ReplaceAllString(text, "$1$2 \n$1 $3")
		}
	}
	m.encoding, m.charset = encoding, charset
	w.made = append(w.made, m)
	if charset != "" {
		parameters += ";" + w.pick(" ", "\n ") + "charset=" + charset
		text = inCharset(text, charset)
	}
	if charset == "utf-16" || !w.bad(10) {
		fmt.Fprintf(b, "Content-Type: text/%s%s\n", subtype, parameters)
	}
	wide := strings.HasPrefix(charset, "utf-16") // which no mail can hold as it is
	if encoding != "" && (wide || !w.bad(5)) {
		fmt.Fprintf(b, "Content-Transfer-Encoding: %s\n", w.pick(encoding, strings.ToUpper(encoding)))
	}
	if !wide && w.bad(5) {
		return text
	}
	if w.files && subtype == "plain" && (encoding == "" || strings.HasSuffix(encoding, "bit")) && w.keepsFiles() && w.chance(80) {
		text += w.file() + "see " + w.url() + "\n"
	}
	return w.encode(text, encoding)
}

// keepsFiles reports whether the last part may have files in it: its lines are in ASCII.
func (w *mailWriter) keepsFiles() bool {
	return len(w.made) == 0 || !strings.HasPrefix(w.made[len(w.made)-1].charset, "utf-16")
}

// file returns lines with URLs in uuencode or yEnc, between the lines around a file.
func (w *mailWriter) file() string {
	text := ""
	for range 1 + w.IntN(4) {
		text += w.pick("", "> ", "see ") + w.url() + w.pick("", ".", " now") + "\n"
	}
	if w.chance(50) {
		return "begin 644 x\n" + w.inUuencode(text) + "`\nend\n"
	}
	width := 16 + w.IntN(100)
	return fmt.Sprintf("=ybegin line=%d size=%d name=x\n%s=yend size=%d\n", width, len(text), w.inYEnc(text, width), len(text))
}

// inUuencode encodes text in lines of up to 45 octets.
func (w *mailWriter) inUuencode(text string) string {
	var b strings.Builder
	blank := w.pick("`", " ")
	digit := func(bits byte) {
		if bits &= 63; bits == 0 {
			b.WriteString(blank)
		} else {
			b.WriteByte(' ' + bits)
		}
	}
	for len(text) > 0 {
		line := text[:min(len(text), 45)]
		text = text[len(line):]
		digit(byte(len(line)))
		for line += "\x00\x00"; len(line) > 2; line = line[3:] {
			digit(line[0] >> 2)
			digit(line[0]<<4 | line[1]>>4)
			digit(line[1]<<2 | line[2]>>6)
			digit(line[2])
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// inYEnc encodes text in lines of at least width bytes. It escapes more than it must.
func (w *mailWriter) inYEnc(text string, width int) string {
	var b strings.Builder
	column := 0
	for _, c := range []byte(text) {
		if c += 42; strings.IndexByte("\x00\n\r=.", c) >= 0 || w.chance(15) {
			c += 64
			b.WriteByte('=')
			column++
		}
		b.WriteByte(c)
		if column++; column >= width {
			b.WriteByte('\n')
			column = 0
		}
	}
	if column > 0 {
		b.WriteByte('\n')
	}
	return b.String()
}

// brokenURL is a line with a URL, its quote marks and where that may be broken.
var brokenURL = regexp.MustCompile(`(?m)^(>*)(.*http://u\d*\.exam)(ple)`)

func inCharset(text, charset string) string {
	if e, err := htmlindex.Get(charset); err == nil && charset != "utf-8" {
		if s, err := e.NewEncoder().String(fits(e, text)); err == nil {
			return s
		}
	}
	return text
}

func (w *mailWriter) attachment(b *strings.Builder) string {
	fmt.Fprintf(b, "Content-Type: %s\nContent-Transfer-Encoding: base64\n",
		w.pick("image/png", "application/octet-stream; name=x", "application/pdf"))
	octets := make([]byte, w.IntN(300))
	for i := range octets {
		octets[i] = byte(w.Uint32())
	}
	return w.encode("\x89PNG\r\n\x1a\n\x00\x00"+string(octets), "base64")
}

func (w *mailWriter) words(n int) string {
	var words []string
	for range 1 + w.IntN(n) {
		words = append(words, w.pick("the", "quick", "Brown", "fox,", "12:30", "a=b", "-", "größer", "Привет", "日本", "x.", "From", "Tue", "mailto:", "--b"))
	}
	return strings.Join(words, " ")
}

func (w *mailWriter) text() string {
	if w.prose != nil && w.chance(80) {
		text := ""
		for range 1 + w.IntN(3) {
			text += strings.ReplaceAll(w.proseText(), w.prose.eol, "\n") + "\n"
		}
		return text
	}
	var b strings.Builder
	for range 1 + w.IntN(8) {
		b.WriteString(w.pick("", "", "", "> ", ">> ", " ", "\t"))
		switch w.IntN(8) {
		case 0, 1:
			b.WriteString(w.words(3) + " " + w.url() + " " + w.words(3))
		case 2:
			b.WriteString("<URL:" + w.url() + ">")
		case 3:
			b.WriteString(w.pick("", "-- ", "--", "---", "--b", "From here on", "From: x", ".", "..", ">From x"))
		case 4:
			b.WriteString("From joe Mon Jan  5 12:00:00 2015\n" + w.words(2))
		case 5:
			b.WriteString("<" + w.url() + "\n/folded>")
		default:
			b.WriteString(w.words(15))
		}
		b.WriteString(w.pick("\n", "\n", "\n", ".\n", "\n\n"))
	}
	return b.String()
}

func (w *mailWriter) html() string {
	var b strings.Builder
	for range 1 + w.IntN(8) {
		switch w.IntN(8) {
		case 0:
			fmt.Fprintf(&b, `<a href="%s">%s</a>`, strings.ReplaceAll(w.url(), "&", "&amp;"), w.words(2))
		case 1:
			fmt.Fprintf(&b, "<p class=x>\nsee %s</p>\n", w.url())
		case 2:
			fmt.Fprintf(&b, "<div style='background: url(%s)'>", w.url())
		case 3:
			fmt.Fprintf(&b, "<!-- %s\n%s -->", w.words(3), w.url())
		case 4:
			fmt.Fprintf(&b, "<script>\nx = '%s'\n</script>", w.url())
		case 5:
			fmt.Fprintf(&b, "<blockquote>\n%s<br>\n</blockquote>", w.words(8))
		case 6:
			fmt.Fprintf(&b, "<img alt=\"%s\n%s\"\nsrc=%s>", w.words(2), w.words(1), w.url())
		default:
			b.WriteString(w.words(10) + w.pick("\n", "<br>\n", "&amp;&#65;\n", "<b>"))
		}
	}
	return b.String() + "\n"
}

// inCalendar puts the lines of text into properties of a calendar, or into lines that are no
// properties. It escapes more than it must, and folds anywhere.
func (w *mailWriter) inCalendar(text string) string {
	var b strings.Builder
	for _, line := range strings.SplitAfter(text, "\n") {
		line, end, _ := strings.Cut(line, "\n")
		if strings.ContainsAny(line, "\r\\") || w.chance(20) {
			b.WriteString("*" + line + "\n" + end)
			continue
		}
		b.WriteString(w.pick("NOTE:", "X-A;B=c;D=\"e:f\":", "item1.NOTE:"))
		for _, c := range []byte(line) {
			if w.chance(4) {
				b.WriteString(w.pick("\n ", "\n\t"))
			}
			if strings.IndexByte(",;:", c) >= 0 && w.chance(50) {
				b.WriteByte('\\')
				if w.chance(10) {
					b.WriteString("\n ")
				}
			}
			b.WriteByte(c)
			if c == ' ' && w.chance(10) {
				b.WriteString("\\n")
			}
		}
		b.WriteString("\n" + end)
	}
	return b.String()
}

// encode puts text into a transfer encoding.
func (w *mailWriter) encode(text, encoding string) string {
	switch encoding {
	case "base64":
		return w.inBase64(text)
	case "quoted-printable":
		return w.inQuotedPrintable(text)
	}
	return text
}

func (w *mailWriter) inBase64(text string) string {
	const column = 76
	s := base64.StdEncoding.EncodeToString([]byte(text))
	if w.bad(10) {
		s = strings.TrimRight(s, "=")
	}
	var b strings.Builder
	for len(s) > column {
		b.WriteString(s[:column] + "\n")
		s = s[column:]
	}
	b.WriteString(s + "\n")
	if w.bad(10) {
		b.WriteString("_______________________________________________\nlist mailing list\n" + w.url() + "\n")
	}
	return b.String()
}

// inQuotedPrintable encodes more than it must, and breaks lines anywhere.
func (w *mailWriter) inQuotedPrintable(text string) string {
	var b bytes.Buffer
	column := 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\n':
			b.WriteByte('\n')
			column = 0
			continue
		case c == '=' || c < ' ' && c != '\t' || c > '~' || w.chance(2) ||
			(c == ' ' || c == '\t') && i+1 < len(text) && text[i+1] == '\n' ||
			column == 0 && (c == '-' || c == 'F'):
			fmt.Fprintf(&b, w.pick("=%02X", "=%02X", "=%02x"), c)
			column += 3
		default:
			b.WriteByte(c)
			column++
		}
		if column > 70 || w.chance(1) {
			b.WriteString("=\n")
			column = 0
		}
	}
	if w.bad(10) {
		b.WriteString("=ZZ = =\n")
	}
	return b.String()
}

// plant puts a line with a URL at a random line border of a message, and
// returns that URL and where the line begins.
func (w *mailWriter) plant(message string) (planted, url string, at int) {
	w.n++
	url = fmt.Sprintf("http://planted%d.example/p", w.n)
	eol := "\n"
	if i := strings.IndexAny(message, "\r\n"); i >= 0 && message[i] == '\r' {
		if eol = "\r"; strings.HasPrefix(message[i:], "\r\n") {
			eol = "\r\n"
		}
	}
	borders := strings.Count(message, eol)
	for range w.IntN(borders + 1) {
		at += strings.Index(message[at:], eol) + len(eol)
	}
	return message[:at] + "see " + url + " now" + eol + message[at:], url, at
}

// flip changes n bytes of a message at random, but none of message[from:to].
func (w *mailWriter) flip(message string, n, from, to int) string {
	b := []byte(message)
	for range n {
		if i := w.IntN(len(b)); i < from || i >= to {
			b[i] = byte(w.Uint32())
		}
	}
	return string(b)
}

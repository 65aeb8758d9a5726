package lures

import (
	"encoding/base64"
	"fmt"
	"mime/quotedprintable"
	"slices"
	"strings"

	"golang.org/x/text/encoding/charmap"
)

// A layout is how a program writes HTML.
type layout struct {
	head, tail string
	before     []string // what may be before an item, with what closes it in after
	after      []string
}

var layouts = []layout{
	{ // Gmail
		head:   `<div dir="ltr">`,
		tail:   "</div>",
		before: []string{"<div>", "<div><br></div><div>", ""}, after: []string{"</div>", "</div>", "<br>"},
	},
	{ // Outlook
		head: "<html xmlns:v=\"urn:schemas-microsoft-com:vml\" xmlns:o=\"urn:schemas-microsoft-com:office:office\" xmlns=\"http://www.w3.org/TR/REC-html40\">\r\n<head>\n" +
			"<!--[if !mso]><style>v\\:* {behavior:url(#default#VML);}</style><![endif]--><style><!--\n/* Font Definitions */\n@font-face\n\t{font-family:Calibri;}\n--></style>" +
			"<!--[if gte mso 9]><xml>\n<o:shapedefaults v:ext=\"edit\" spidmax=\"1026\" />\n</xml><![endif]--></head>\n<body lang=\"EN-US\" link=\"#0563C1\" vlink=\"#954F72\">\n<div class=\"WordSection1\">\n",
		tail:   "<p class=\"MsoNormal\"><o:p>&nbsp;</o:p></p>\n</div>\n</body>\n</html>\n",
		before: []string{"<p class=MsoNormal>", "<p class=\"MsoNormal\"><span style='font-size:11.0pt;font-family:\"Calibri\",sans-serif'>"}, after: []string{"<o:p></o:p></p>\n", "<o:p></o:p></span></p>\n"},
	},
	{ // a newsletter, in tables
		head: "<!doctype html>\n<html><head><meta charset=\"%CHARSET%\"><meta name=\"viewport\" content=\"width=device-width\">\n<title>News</title>\n<style type=\"text/css\">\n@media only screen and (max-width:480px){ table { width:100% !important } }\n</style></head>\n" +
			"<body style=\"margin:0\">\n<span class=\"preheader\" style=\"display:none !important; visibility:hidden; mso-hide:all; font-size:1px; max-height:0; overflow:hidden\">What is new this week&nbsp;&zwnj;&nbsp;&zwnj;</span>\n<center>\n<table width=\"100%\" border=\"0\"><tbody>\n",
		tail:   "<tr><td align=\"center\"><em>Copyright &copy; 2025, all rights reserved.</em><br>You get this mail as you have asked for it.</td></tr></tbody></table>\n<!--[if mso]></td></tr></table><![endif]-->\n</center></body></html>\n",
		before: []string{"<tr><td valign=\"top\" style=\"padding:9px\"><table align=\"left\"><tbody><tr><td>", "<!--[if mso]><table><tr><td width=\"300\"><![endif]-->\n<tr><td><p style=\"color:#202020\">"},
		after:  []string{"</td></tr></tbody></table></td></tr>\n", "</p></td></tr>\n<!--[if mso]></td></tr></table><![endif]-->\n"},
	},
	{ // Thunderbird
		head:   "<html>\n  <head>\n    <meta http-equiv=\"content-type\" content=\"text/html; charset=%CHARSET%\">\n  </head>\n  <body>\n",
		tail:   "    <pre class=\"moz-signature\" cols=\"72\">-- \nAnn</pre>\n  </body>\n</html>\n",
		before: []string{"    <p>", "    <blockquote type=\"cite\">", "    <ul><li>"}, after: []string{"</p>\n", "</blockquote>\n", "</li></ul>\n"},
	},
	{ // by hand, in capital letters
		head:   "<HTML><BODY BGCOLOR=#FFFFFF><FONT FACE=Arial>\n",
		tail:   "</FONT></BODY></HTML>",
		before: []string{"<P>", "<CENTER><B>", "<BR>"}, after: []string{"\n", "</B></CENTER>", "\n"},
	},
}

// message writes a mail of the items.
func (w *writer) message(items []item) {
	var b strings.Builder
	fmt.Fprintf(&b, "From: Ann <ann@mail.example>\nTo: joe@mail.example\nSubject: Mail number %d\nDate: Mon, 3 Mar 2025 10:%02d:00 +0000\nMessage-ID: <%d@mail.example>\nMIME-Version: 1.0\n",
		w.number, w.number%60, w.number)
	onlyPlain := !slices.ContainsFunc(items, func(it item) bool { return it.noPlain || it.html != "" }) && w.chance(30)
	switch {
	case onlyPlain:
		w.part(&b, "text/plain", w.plain(items))
	case w.chance(40):
		w.part(&b, "text/html", w.page(items))
	default:
		boundary := fmt.Sprintf("=_part_%d", w.number)
		fmt.Fprintf(&b, "Content-Type: multipart/alternative; boundary=\"%s\"\n\n--%[1]s\n", boundary)
		w.part(&b, "text/plain", w.plain(items))
		fmt.Fprintf(&b, "\n--%s\n", boundary)
		w.part(&b, "text/html", w.page(items))
		fmt.Fprintf(&b, "\n--%s--\n", boundary)
	}
	w.mail.Text = b.String()
}

// plain returns the items as plain text.
func (w *writer) plain(items []item) string {
	var b strings.Builder
	b.WriteString("Good day,\n\n")
	for _, it := range items {
		if it.noPlain {
			continue
		}
		if it.text != "" {
			b.WriteString(it.text + "\n")
		}
		b.WriteString(w.pick("<"+it.url+">", it.url, "  "+it.url) + "\n\n")
	}
	b.WriteString("-- \nAnn\n")
	return b.String()
}

// page returns the items as HTML, where "%CHARSET%" is the name of the character set.
func (w *writer) page(items []item) string {
	l := layouts[w.IntN(len(layouts))]
	var b strings.Builder
	b.WriteString(l.head)
	for _, it := range items {
		i := w.IntN(len(l.before))
		b.WriteString(l.before[i] + w.pick("", "Good news: ", "Please note &ndash; ", "\n"))
		html := it.html
		if html == "" {
			attr := w.pick(` href="`, ` target="_blank" href="`, ` style="color:#2baadf" href="`, ` class="moz-txt-link-freetext" href="`, ` HREF="`)
			html = "<a" + attr + escape(it.url) + `">` + it.label + "</a>"
		}
		if it.within != "" {
			name := it.within[1:strings.IndexAny(it.within, " ")]
			html = it.within + html + "</" + name + ">"
		}
		b.WriteString(html + w.pick("", " today.", "\n", "<br>") + l.after[i])
	}
	b.WriteString(l.tail)
	return b.String()
}

// part writes the last fields of a header, and a body in one of the encodings of mail.
func (w *writer) part(b *strings.Builder, media, text string) {
	name, data := w.encode(media, text)
	data = strings.ReplaceAll(data, "%CHARSET%", name)
	fmt.Fprintf(b, "Content-Type: %s; charset=%s\n", media, w.pick(name, `"`+name+`"`, strings.ToUpper(name)))
	data = strings.ReplaceAll(data, "\r\n", "\n")
	switch w.IntN(3) {
	case 0:
		b.WriteString("Content-Transfer-Encoding: base64\n\n")
		for chunk := range slices.Chunk([]byte(strings.ReplaceAll(data, "\n", "\r\n")), 57) {
			b.WriteString(base64.StdEncoding.EncodeToString(chunk) + "\n")
		}
	case 1:
		b.WriteString("Content-Transfer-Encoding: quoted-printable\n\n")
		var q strings.Builder
		encoder := quotedprintable.NewWriter(&q)
		encoder.Write([]byte(data))
		encoder.Close()
		b.WriteString(strings.ReplaceAll(q.String(), "\r\n", "\n") + "\n")
	default:
		b.WriteString("Content-Transfer-Encoding: 8bit\n\n" + data + "\n")
	}
}

var charsets = []struct {
	name string
	page *charmap.Charmap
}{
	{"iso-8859-1", charmap.ISO8859_1}, {"windows-1252", charmap.Windows1252}, {"windows-1251", charmap.Windows1251}, {"koi8-r", charmap.KOI8R}, {"iso-8859-15", charmap.ISO8859_15},
}

// encode returns text in a character set. In HTML, characters that are not in it are
// character references; plain text that has such characters is in UTF-8.
func (w *writer) encode(media, text string) (name, data string) {
	if w.chance(50) {
		return "utf-8", text
	}
	c := charsets[w.IntN(len(charsets))]
	var b []byte
	for _, r := range text {
		switch octet, ok := c.page.EncodeRune(r); {
		case ok:
			b = append(b, octet)
		case media == "text/html":
			b = fmt.Appendf(b, "&#%d;", r)
		default:
			return "utf-8", text
		}
	}
	return c.name, string(b)
}

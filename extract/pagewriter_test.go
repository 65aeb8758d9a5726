package extract_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A pageWriter writes random HTML of the sort that is in mail: tables in tables, images,
// comments for Outlook, preheaders, elements that are not closed, and every URL another
// one.
type pageWriter struct {
	*rand.Rand
	strings.Builder
	urls  int // in attributes
	room  int // number of constructs that may follow
	depth int
	// sloppy is how many of 100 elements are not closed, or closed by another tag.
	sloppy int
}

// randomPage returns a document and the number of URLs in its attributes. If sloppy is set,
// end tags may be missing, in the wrong order, or without a start tag. In others the end
// tags that may be omitted are missing at times, and those of links.
func randomPage(r *rand.Rand) (doc string, urls int, sloppy bool) {
	w := &pageWriter{Rand: r, room: 4 + r.IntN(40), sloppy: []int{0, 0, 0, 2, 10}[r.IntN(5)]}
	if w.chance(50) {
		w.put(w.pick("<!DOCTYPE html>", `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">`), "\n")
		w.put("<html>", w.pick("", "\n"), "<head>", w.pick("", "<title>Offers &amp; news</title>", `<meta charset="utf-8">`, "<style>a{color:red}</style>"), "</head>\n")
		w.put("<body", w.pick("", ` bgcolor="#ffffff"`, ` style="margin:0"`), ">")
	}
	for w.room > 0 {
		w.block()
	}
	if w.chance(30) {
		w.put("</body>\n</html>\n")
	}
	return w.String(), w.urls, w.sloppy > 0
}

func (w *pageWriter) chance(percent int) bool    { return w.IntN(100) < percent }
func (w *pageWriter) pick(from ...string) string { return from[w.IntN(len(from))] }
func (w *pageWriter) put(parts ...string) {
	for _, p := range parts {
		w.WriteString(p)
	}
}

// url returns a URL, another one in each call.
func (w *pageWriter) url() string {
	w.urls++
	return fmt.Sprintf("http://u%d.example/p", w.urls)
}

// tag writes a start tag with attributes in the notations of HTML.
func (w *pageWriter) tag(name string, attrs ...string) {
	if w.chance(10) {
		name = strings.ToUpper(name)
	}
	w.put("<", name)
	for i := 0; i+1 < len(attrs); i += 2 {
		key, value := attrs[i], attrs[i+1]
		if w.chance(10) {
			key = strings.ToUpper(key)
		}
		w.put(w.pick(" ", " ", " ", "\n  "), key)
		switch {
		case value == "" && w.chance(50):
		case w.chance(10) && value != "" && !strings.ContainsAny(value, " \t\n\"'=<>`") && !strings.HasSuffix(value, "/"):
			w.put("=", value)
		case w.chance(15) && !strings.Contains(value, "'"):
			w.put("='", value, "'")
		default:
			w.put(`="`, value, `"`)
		}
	}
	w.put(w.pick("", "", "", "", " ", "\n"), ">")
}

// end writes an end tag, or not.
func (w *pageWriter) end(name string) {
	switch {
	case name == "a" && w.chance(5):
	case w.chance(w.sloppy):
		if w.chance(30) {
			w.put("</", w.pick("p", "div", "span", "b", "a", "td", "i", "font", "table", "center"), ">")
		}
	case w.chance(5):
		w.put("</", strings.ToUpper(name), " >")
	default:
		w.put("</", name, ">")
	}
}

// down reports whether a construct may be nested further.
func (w *pageWriter) down() bool {
	w.room--
	return w.room > 0 && w.depth < 9
}

// within writes an element.
func (w *pageWriter) within(name string, attrs []string, contents func()) {
	w.tag(name, attrs...)
	w.depth++
	contents()
	w.depth--
	w.end(name)
}

// attrs returns attributes that any element may have.
func (w *pageWriter) attrs() (list []string) {
	if w.chance(15) {
		list = append(list, "class", w.pick("x", "button primary", "mso-hide"))
	}
	switch r := w.IntN(100); {
	case r < 15:
		list = append(list, "style", w.style())
	case r < 17:
		list = append(list, "hidden", w.pick("", "hidden", "until-found"))
	}
	return list
}

// style returns the value of a style attribute. One in six hides.
func (w *pageWriter) style() string {
	harmless := []string{"color:#333", "font-family:Arial, 'Segoe UI', sans-serif", "padding:0 10px", "line-height: 1.5", "display:block", "text-decoration:none",
		"mso-line-height-rule:exactly", "display: inline-block", "DISPLAY:table-cell", "visibility:visible", "width:600px", "overflow:hidden", "content:'display:none'"}
	hiding := []string{"display:none", "display: none", "DISPLAY:NONE", "display:none !important", "visibility:hidden", "display:none;mso-hide:all", "display:none;visibility:hidden;opacity:0"}
	var list []string
	for range 1 + w.IntN(3) {
		list = append(list, w.pick(harmless...))
	}
	if w.IntN(6) == 0 {
		list = append(list, w.pick(hiding...))
		if w.chance(10) {
			list = append(list, w.pick("color:red", "display:block", "max-height:0px"))
		}
	}
	return strings.Join(list, w.pick(";", "; ", " ; ")) + w.pick("", ";")
}

// block writes a block or something like that.
func (w *pageWriter) block() {
	if !w.down() {
		w.words()
		return
	}
	w.put(w.pick("", "", "\n", "  "))
	switch w.IntN(16) {
	case 0, 1:
		w.within("p", w.attrs(), w.inlines)
	case 2, 3:
		w.within("div", w.attrs(), w.blocks)
	case 4, 5:
		w.table()
	case 6:
		w.list()
	case 7:
		w.within(w.pick("center", "blockquote", "h1", "h3", "section", "address"), w.attrs(), w.inlines)
	case 8:
		w.within("pre", nil, w.inlines)
	case 9:
		w.put("<hr>")
	case 10:
		w.comment()
	case 11:
		w.inMarkup()
	case 12:
		w.preheader()
	default:
		w.inlines()
	}
}

func (w *pageWriter) blocks() {
	for range 1 + w.IntN(3) {
		w.block()
	}
}

// table writes a table whose rows and cells may lack their end tags.
func (w *pageWriter) table() {
	attrs := []string{"width", "100%", "cellpadding", "0", "border", "0"}[:2*w.IntN(4)]
	if w.chance(10) {
		attrs = append(attrs, "background", w.url())
	}
	w.within("table", attrs, func() {
		body := w.chance(40)
		if body {
			w.put("<tbody>")
		}
		open := w.chance(10) // without </td> and </tr>
		for range 1 + w.IntN(2) {
			w.put(w.pick("", "\n"))
			w.tag("tr")
			for range 1 + w.IntN(2) {
				w.put(w.pick("", "\n  "))
				cell := w.pick("td", "td", "td", "th")
				attrs := w.attrs()
				if w.chance(5) {
					attrs = append(attrs, "background", w.url())
				}
				w.tag(cell, attrs...)
				w.depth++
				w.blocks()
				w.depth--
				if !open {
					w.end(cell)
				}
			}
			if !open {
				w.put("</tr>")
			}
		}
		if body {
			w.put("</tbody>")
		}
	})
}

// list writes a list.
func (w *pageWriter) list() {
	open := w.chance(30) // without </li>
	w.within(w.pick("ul", "ol"), nil, func() {
		for range 1 + w.IntN(3) {
			w.tag("li")
			w.inlines()
			if !open {
				w.put("</li>")
			}
		}
	})
}

func (w *pageWriter) inlines() {
	for range 1 + w.IntN(5) {
		w.inline()
		w.put(w.pick("", "", " ", "\n"))
	}
}

// inline writes a link, a text or something between.
func (w *pageWriter) inline() {
	if !w.down() {
		w.words()
		return
	}
	switch w.IntN(20) {
	case 0, 1, 2, 3, 4:
		w.link()
	case 5:
		w.image()
	case 6, 7:
		w.within(w.pick("b", "i", "span", "font", "strong", "em", "u", "small", "o:p", "custom-x"), w.attrs(), w.inlines)
	case 8:
		w.put(w.pick("<br>", "<br/>", "<BR>", "<br />", "<wbr>"))
	case 9:
		w.comment()
	case 10:
		w.put("<", w.pick("script", "SCRIPT"), ">var a = '<b>';</script>")
	case 11:
		w.put("<style>.a > b { color: red }</style>")
	case 12:
		w.put(`<a name="top">`)
		if w.chance(50) {
			w.words()
		}
		w.put("</a>")
	case 13:
		w.put("<template>unseen</template>")
	default:
		w.words()
	}
}

// link writes a link with a label of one of the sorts that are in mail.
func (w *pageWriter) link() {
	attrs := []string{"href", w.url()}
	if w.chance(20) {
		attrs = append([]string{"target", "_blank"}, attrs...)
	}
	if w.chance(5) {
		attrs = append(attrs, "title", "see <b> & more")
	}
	w.within("a", append(attrs, w.attrs()...), func() {
		switch w.IntN(14) {
		case 0, 1, 2, 3, 4:
			w.words()
		case 5, 6:
			w.image()
		case 7:
			w.inlines()
		case 8:
			w.block()
		case 9:
			w.image()
			w.words()
		case 10: // nothing
		case 11:
			w.long()
		case 12:
			w.table()
		default:
			w.put("http://shown.example/")
		}
	})
	if w.chance(w.sloppy) {
		w.put("</a>")
	}
}

// image writes an image, or what fetches one.
func (w *pageWriter) image() {
	attrs := []string{"src", w.url()}
	if w.chance(70) {
		attrs = append(attrs, "alt", w.pick("", "Shop", "Our shop &amp; more", " two  words ", "line\nbreak", "caf\u00e9", "&lt;b&gt;", "a&nbsp;b"))
	}
	if w.chance(30) {
		attrs = append(attrs, "width", w.pick("1", "600", "100%", "0"), "height", w.pick("1", "80", "0"))
	}
	w.tag("img", append(attrs, w.attrs()...)...)
}

// words writes text with references and white space.
func (w *pageWriter) words() {
	for range 1 + w.IntN(4) {
		w.put(w.pick("word", "news", "Read more", "20 %", "caf\u00e9", "\u65e5\u672c", "a-b", "Unsubscribe", "\u20ac 5,99", "x.pdf", "\U0001F600", "'quoted'", "\"", ".",
			"&amp;", "&nbsp;", "&#8364;", "&#x41;", "&lt;b&gt;", "&copy;", "&eacute;", "&rarr;", "&shy;", "&zwnj;", "\u00a0", "&#8203;", "&", "&unknown;", "AT&T", "1 < 2"))
		w.put(w.pick(" ", " ", "", "\n", "  ", "\t", "\r\n"))
	}
}

// long writes more text than a label has room for.
func (w *pageWriter) long() {
	for range w.IntN(60) {
		w.put(w.pick("word ", "caf\u00e9 ", "\u65e5\u672c\u8a9e", "\U0001F600", "&eacute;", "a", "    ", "&nbsp;", "<b>c</b> ", "<br>"))
	}
	if w.chance(20) {
		w.put(strings.Repeat(w.pick("x", "word ", "\u00e9", "&nbsp;", " ", "<!-- a.b -->", "<b></b>", "<i hidden>gone</i>"), w.IntN(3000)))
	}
}

// comment writes a comment, or what only Outlook reads.
func (w *pageWriter) comment() {
	switch w.IntN(7) {
	case 0:
		w.put("<!-- text -->")
	case 1:
		w.put("<!-- http.text: <b>of</b> a comment -->")
	case 2:
		w.put("<!--[if mso]>")
		w.tag("table")
		w.put("<tr><td>")
		w.tag("a", "href", w.url())
		w.words()
		w.put("</a></td></tr></table><![endif]-->")
	case 3:
		w.put("<!--[if mso]>")
		w.tag("v:roundrect", "xmlns:v", "urn:schemas-microsoft-com:vml", "href", w.url(), "arcsize", "10%")
		w.put("<center>Outlook</center></v:roundrect><![endif]-->")
	case 4:
		w.put("<!--[if !mso]><!-->")
		w.words()
		w.put("<!--<![endif]-->")
	case 5:
		w.put("<![if !mso]>")
		w.words()
		w.put("<![endif]>")
	default:
		w.put("<!---->")
	}
}

// inMarkup writes an element with a URL that is not a link.
func (w *pageWriter) inMarkup() {
	switch w.IntN(9) {
	case 0:
		w.within("form", []string{"action", w.url(), "method", "post"}, w.inlines)
	case 1:
		w.put(`<map name="m">`)
		w.tag("area", "shape", "rect", "href", w.url(), "alt", w.pick("", "Area &amp; more", "a  b"))
		w.put("</map>")
	case 2:
		w.tag("div", "style", "background:url("+w.url()+")")
		w.put("</div>")
	case 3:
		w.put("<style>b { background: url(", w.url(), ") }</style>")
	case 4:
		w.tag("blockquote", "cite", w.url())
		w.words()
		w.put("</blockquote>")
	case 5:
		w.tag("img", "srcset", w.url()+" 1x, "+w.url()+" 2x", "alt", "Set")
	case 6:
		w.tag("input", "type", "image", "src", w.url())
	case 7:
		w.tag("link", "rel", "stylesheet", "href", w.url())
	default:
		w.tag("button", "formaction", w.url())
		w.words()
		w.put("</button>")
	}
}

// preheader writes what mail programs show after the subject and not in the message.
func (w *pageWriter) preheader() {
	w.within(w.pick("div", "span"), []string{"style", w.pick("display:none;max-height:0;overflow:hidden", "display:none !important;font-size:1px", "visibility:hidden;mso-hide:all")}, func() {
		w.words()
		w.put(strings.Repeat("&nbsp;&zwnj;", w.IntN(20)))
		if w.chance(20) {
			w.link()
		}
	})
}

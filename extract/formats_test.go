package extract

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// A written is a way in which programs write a URL into a text of a format.
type written struct {
	name          string
	before, after string                             // the text around the URL
	escape        func(w *writer, url string) string // returns the URL as it is written
	without       string                             // characters that the URL must not have
	query         bool                               // only the query has characters that are escaped
}

// writtenFormats are the formats of text, each with what its writers do to a URL.
var writtenFormats = []written{
	{
		name: "JSON", before: `{"id": 7, "url": "`, after: "\", \"x\": null}\n",
		escape: func(_ *writer, url string) string { return inJSON(url) },
	}, {
		name: "JSON of PHP", before: `{"id":7,"url":"`, after: "\",\"x\":[]}\n",
		escape: func(_ *writer, url string) string {
			return toASCII(strings.ReplaceAll(url, "/", `\/`), `\u%04x`)
		},
	}, {
		name: "JSON in a log", before: `2026-01-02 10:11:12 INFO got {"text":"line\nsee `, after: "\\nnext\"}\n",
		escape: func(_ *writer, url string) string { return inJSON(url) },
	}, {
		name: "JSON in JSON", before: `{"body": "{\"url\": \"`, after: "\\\"}\"}\n",
		escape: func(_ *writer, url string) string {
			return inJSON(strings.ReplaceAll(toASCII(url, `\u%04x`), "/", `\/`))
		},
	}, {
		name: "iCalendar", before: "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nDESCRIPTION:See\\n", after: "\\nand come\\, too\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
		escape: func(w *writer, url string) string { return w.fold(inContentLine(url)) },
	}, {
		name: "vCard", before: "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:A B\r\nNOTE:see ", after: " \\; or call\r\nEND:VCARD\r\n",
		escape: func(w *writer, url string) string { return w.fold(inContentLine(url)) },
	}, {
		name: "vCard 2.1", before: "BEGIN:VCARD\r\nVERSION:2.1\r\nNOTE;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:see=0D=0A", after: "=0D=0Anow\r\nEND:VCARD\r\n",
		escape: func(w *writer, url string) string {
			var b strings.Builder
			for i := range len(url) {
				if c := url[i]; c == '=' || c >= utf8.RuneSelf || w.chance(3) {
					fmt.Fprintf(&b, "=%02X", c)
				} else {
					b.WriteByte(c)
				}
				if w.chance(5) && i < len(url)-1 {
					b.WriteString("=\r\n")
				}
			}
			return b.String()
		},
	}, {
		name: "roff", before: ".TH A 1\n.SH NAME\na \\- b\n.PP\nsee ", after: " for more\n",
		escape: func(w *writer, url string) string {
			return w.sprinkle(strings.ReplaceAll(url, "-", `\-`), `\&`, `\:`, `\%`)
		},
		without: "~",
	}, {
		name: "LaTeX", before: "\\documentclass{article}\n\\begin{document}\nsee \\href{", after: "}{it}\n\\end{document}\n",
		escape: func(_ *writer, url string) string {
			return strings.NewReplacer("%", `\%`, "#", `\#`, "&", `\&`, "_", `\_`, "~", `\~{}`).Replace(url)
		},
	}, {
		name: "BibTeX", before: "@misc{a,\n  title = {A},\n  url = {", after: "},\n}\n",
		escape: func(_ *writer, url string) string {
			return strings.NewReplacer("%", `\%`, "#", `\#`, "&", `\&`, "_", `\_`, "~", `\textasciitilde{}`).Replace(url)
		},
	}, {
		name: "Texinfo", before: "\\input texinfo\n@settitle A\nsee @uref{", after: ", the page}.\n",
		escape:  func(_ *writer, url string) string { return strings.ReplaceAll(url, "@", "@@") },
		without: ",",
	}, {
		name: "properties", before: "# settings\nhome.url=", after: "\nother=1\n",
		escape: func(_ *writer, url string) string {
			return toASCII(strings.NewReplacer(":", `\:`, "=", `\=`, "#", `\#`, "!", `\!`).Replace(url), `\u%04X`)
		},
	}, {
		name: "shell", before: "curl -L ", after: "\n",
		escape: func(_ *writer, url string) string {
			return strings.NewReplacer("?", `\?`, "&", `\&`, "=", `\=`, "#", `\#`).Replace(url)
		},
		query: true,
	}, {
		name: "Markdown", before: "See [it](", after: ") now.\n",
		escape: func(_ *writer, url string) string {
			return strings.NewReplacer("_", `\_`, "*", `\*`, "~", `\~`, "-", `\-`, "(", `\(`, ")", `\)`, "#", `\#`).Replace(url)
		},
	}, {
		name: "feed", before: "<rss><channel><description>&lt;a href=\"", after: "\"&gt;it&lt;/a&gt;</description></channel></rss>\n",
		escape: func(_ *writer, url string) string { return strings.ReplaceAll(url, "&", "&amp;amp;") },
		query:  true,
	},
}

// inJSON returns text as encoding/json writes it between quotes, with "&" escaped.
func inJSON(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(b[1 : len(b)-1])
}

// toASCII escapes the characters of text outside ASCII, and "&", as UTF-16 in a format.
func toASCII(text, format string) string {
	var b strings.Builder
	for _, r := range text {
		if r < utf8.RuneSelf && r != '&' {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, format, unit)
		}
	}
	return b.String()
}

// inContentLine escapes text as in a value of iCalendar (RFC 5545, section 3.3.11).
func inContentLine(text string) string {
	return strings.NewReplacer(`\`, `\\`, ",", `\,`, ";", `\;`).Replace(text)
}

// fold breaks a text anywhere between its first and its last byte, also within a
// character, as RFC 5545, section 3.1, allows.
func (w *writer) fold(text string) string {
	var b strings.Builder
	for i := range len(text) {
		if i > 0 && w.chance(6) {
			b.WriteString(w.pick("\r\n ", "\r\n\t"))
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// sprinkle inserts some of marks into text, not within an escape sequence.
func (w *writer) sprinkle(text string, marks ...string) string {
	var b strings.Builder
	for i, r := range text {
		if i > 0 && text[i-1] != '\\' && w.chance(8) {
			b.WriteString(w.pick(marks...))
		}
		b.WriteRune(r)
	}
	return b.String()
}

// writtenURL returns a URL with characters that formats escape, which is found as it is in
// text without a format.
func (w *writer) writtenURL(f *written) string {
	for {
		url := w.maybeURL(f.without)
		if f.query {
			url = w.queryURL()
		}
		if found, _ := all(strings.NewReader("see "+url+" now"), nil); len(found) == 1 && found[0].URL == url {
			return url
		}
	}
}

func (w *writer) maybeURL(without string) string {
	var b strings.Builder
	b.WriteString(w.pick("http", "https", "ftp") + "://" + w.pick("a.example", "www.b-c.example", "a.example:8080", "bücher.example") + "/")
	for range w.IntN(12) {
		piece := w.pick("a", "bc", "D7", "/", ".", "_", "-", "~", "?", "&", "=", "#", "%20", "+", ",", ";", ":", "@", "!", "$", "*", "(x)", "é", "中", "😀", "&amp=")
		if !strings.ContainsAny(piece, without) && !(piece == "#" && strings.Contains(b.String(), "#")) {
			b.WriteString(piece)
		}
	}
	return b.String() + "z"
}

// queryURL returns a URL with a query of parameters.
func (w *writer) queryURL() string {
	var b strings.Builder
	b.WriteString("https://a.example/" + w.pick("", "b", "b/c.html", "%20/中"))
	for i := range 1 + w.IntN(4) {
		fmt.Fprintf(&b, "&%s=%s", w.pick("a", "id", "utm_source"), w.pick("1", "x-y", "%26", "é", fmt.Sprint(i)))
	}
	return strings.Replace(b.String(), "&", "?", 1) + w.pick("", "#top")
}

// TestWritten checks that each format's URLs are found as their writer had them, with the
// place of the escaped URL. The writers share no code with the decoders.
func TestWritten(t *testing.T) {
	t.Parallel()
	for _, f := range writtenFormats {
		t.Run(f.name, func(t *testing.T) {
			w := &writer{Rand: effort.Rand(t)}
			failures := 0
			for range effort.Rounds(2000) {
				url := w.writtenURL(&f)
				escaped := f.escape(w, url)
				text := f.before + escaped + f.after
				from, to := int64(len(f.before)), int64(len(f.before)+len(escaped))
				found, err := all(strings.NewReader(text), nil)
				if err != nil || len(found) != 1 || found[0].URL != url || found[0].Offset != from || found[0].End != to {
					if failures++; failures <= 5 {
						t.Errorf("%q, %v:\nfound %v\nwant  %d-%d %q", text, err, matchesText(found), from, to, url)
					}
				}
			}
			if failures > 0 {
				t.Errorf("%d failures", failures)
			}
		})
	}
}

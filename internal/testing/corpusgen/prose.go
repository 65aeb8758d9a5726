package corpusgen

import "strconv"

// tokens appends words, in lines of at most width bytes after a prefix.
func (g *generator) tokens(prefix string, words, width int) {
	g.put(prefix)
	begin := len(g.text) - len(prefix) // of this line
	for i := range words {
		gap := len(g.text)
		if i > 0 {
			g.put(" ")
		}
		g.token()
		if len(g.text)-begin > width && i > 0 {
			token := string(g.text[gap+1:])
			g.text = g.text[:gap]
			g.put("\n", prefix, token)
			begin = gap + 1
		}
	}
}

// token appends a word of prose or, in one of 25 cases, another element, so that the text
// is as dense as the package comment says.
func (g *generator) token() {
	switch r := g.below(2000); {
	case r < 6:
		g.link()
	case r < 14:
		g.put(strconv.Itoa(g.between(0, 23)), ":", strconv.Itoa(g.between(10, 59)))
	case r < 22:
		g.put(g.pick("note", "Note", "PS", "NB", "see also", "for example", "that is"), ":")
	case r < 46:
		g.put(g.pick("std::string", "a:b", "x::y", "C:\\tmp", "fs:ext3", "main.c:12", "key:value", "root:x:0", "news:", ":-)", "re:"))
	case r < 70:
		g.address()
	case r < 71:
		g.put("www.")
		g.label()
		g.put(".example")
	case r < 81 && !g.ascii:
		g.put(accented[g.below(len(accented))])
	default:
		g.word()
		switch {
		case r > 1900:
			g.put(",")
		case r > 1780:
			g.put(".")
		}
	}
}

// paragraph appends lines of prose after a prefix, and a blank line.
func (g *generator) paragraph(prefix string) {
	g.tokens(prefix, g.between(20, 90), g.between(56, 74))
	g.put("\n", prefix, "\n")
}

// article appends a message as mail programs show it. Its first line is not a header
// field, so that the input is text and not a message.
func (g *generator) article() {
	g.put("------------------------------\n\n")
	g.put("Date: ")
	g.date()
	g.put("\nFrom: ")
	name := g.name()
	g.put("\nSubject: ")
	g.subject()
	g.put("\nMessage-ID: ")
	g.messageID()
	g.put("\n\n")
	for range g.between(2, 6) {
		if g.chance(20) {
			g.paragraph("> ")
		}
		g.paragraph("")
	}
	if g.chance(50) {
		g.put("-- \n", name, "\n\n")
	}
}

// headerText appends the header of a message, as a text about mail quotes it. Its first line
// is not a header field, as in article.
func (g *generator) headerText() {
	g.put("------------------------------\n\n")
	g.fields()
	if g.chance(32) {
		g.put("Archived-At: <")
		g.url("&")
		g.urls++
		g.put(">\n")
	}
	g.put("\n")
}

// answer appends a quoted paragraph, and a short answer after it.
func (g *generator) answer() {
	g.put("On ")
	g.date()
	g.put(", ")
	g.name()
	g.put(" wrote:\n")
	for range g.between(1, 3) {
		if g.chance(40) {
			g.paragraph(">> ")
		}
		g.paragraph("> ")
	}
	g.put("\n")
	if g.chance(30) {
		g.paragraph("")
	}
}

// bookmark appends a line with a URL.
func (g *generator) bookmark() {
	for range g.between(2, 6) {
		g.word()
		g.put(" ")
	}
	g.link()
	for range g.between(1, 3) {
		g.put(" ")
		g.word()
	}
	g.put("\n")
}

// entry appends a line with a URL that no other line has.
func (g *generator) entry() {
	const odd = 0x9E3779B97F4A7C15 // the products with different numbers differ
	g.urls++
	g.put(g.pick("http://", "https://"))
	g.label()
	g.put(".example/")
	g.label()
	g.put("/", strconv.FormatUint(uint64(g.urls)*odd, 36), "\n")
}

// colons appends a line with several colons, or with words only.
func (g *generator) colons() {
	n := strconv.Itoa(g.between(1, 999))
	switch g.below(16) {
	case 0:
		g.date()
	case 1:
		g.put(g.pick("Note", "Subject", "To", "X-Loop", "Status", "Warning", "PS"), ": ")
		g.subject()
		g.put(":")
	case 2:
		g.put("src/main.cc:", n, ":", strconv.Itoa(g.between(1, 80)), ": error: no match for std::")
		g.label()
		g.put("::")
		g.label()
	case 3:
		g.put("\tcase ", n, ": std::")
		g.label()
		g.put("::iterator x = y ? a::b : c::d;")
	case 4:
		g.put(`{"id": `, n, `, "name": "`)
		g.label()
		g.put(`", "next":null, "at":"12:`, n, `"}`)
	case 5:
		g.put("root:x:", n, ":", n, ":")
		g.label()
		g.put(":/home:/bin/sh")
	case 6:
		g.put("use HTTP::Tiny; key:value a:b news: mailto: C:\\", n, " 16:9 fe80::", n)
	case 7:
		g.word()
		g.put(": ")
		g.word()
		g.put(" 12:30 ")
		g.label()
		g.put(": (see: ", n, ") :-)")
	default:
		for range 10 {
			g.word()
			g.put(" ")
		}
		g.word()
	}
	g.put("\n")
}

// run appends words of a line without an end.
func (g *generator) run() {
	const noEnd = 1 << 30
	g.tokens("", 100, noEnd)
	g.put(" ")
}

// link appends a URL and its delimiters.
func (g *generator) link() {
	g.urls++
	if g.html {
		g.put(`<a href="`)
		g.url("&amp;")
		g.put(`">`)
		g.label()
		g.put("</a>")
		return
	}
	around := [...][2]string{{"", ""}, {"", ""}, {"", ""}, {"", ""}, {"", "."}, {"", ","}, {"(", ")"}, {"<", ">"}, {`"`, `"`}, {"<URL:", ">"}}
	a := around[g.below(len(around))]
	g.put(a[0])
	g.url("&")
	g.put(a[1])
}

// url appends a URL, with its parameters separated by and.
func (g *generator) url(and string) {
	switch r := g.below(100); {
	case r < 4:
		g.put("mailto:")
		g.address()
		return
	case r < 8:
		g.put("ftp://ftp.")
	case r < 26:
		g.put(g.pick("http://www.", "https://www."))
	default:
		g.put(g.pick("http://", "http://", "https://"))
	}
	g.label()
	g.put(g.pick(".example", ".example", ".example.com", ".example.org", ".example.net"))
	if g.chance(3) {
		g.put(":8080")
	}
	g.path()
	if g.chance(10) {
		g.put("?id=", strconv.Itoa(g.below(10000)), and, "q=")
		g.label()
	}
	if g.chance(5) {
		g.put("#")
		g.label()
	}
}

// path appends a path (RFC 3986, section 3.3). In one of eight cases it is empty.
func (g *generator) path() {
	segments := g.below(8) / 2
	for range segments {
		g.put(g.pick("/", "/", "/~", "/1999/", "/pub/"))
		g.label()
		if g.chance(20) {
			g.put(g.pick("-", "_", "%20", "+"))
			g.label()
		}
	}
	if segments > 0 {
		g.put(g.pick(".html", ".html", ".txt", ".pdf", "/", ""))
	} else {
		g.put(g.pick("/", ""))
	}
}

package corpusgen

import "strconv"

// object appends a line with an object of JSON, as PHP writes it: "/" and characters
// outside ASCII are escaped, and so is "&".
func (g *generator) object() {
	g.put(`{"id":`, strconv.Itoa(g.below(100000)), `,"date":"2026-01-`, strconv.Itoa(g.between(10, 31)), `T12:`,
		strconv.Itoa(g.between(10, 59)), `:00Z","tags":["`)
	g.label()
	g.put(`","`)
	g.label()
	g.put(`"],"link":"`)
	g.escaped(g.link)
	g.put(`","text":"`)
	for range g.between(30, 90) {
		switch r := g.below(100); {
		case r < 2:
			g.put(g.pick(`caf\u00e9`, `\u4e2d\u6587`, `\"`, `\n\n`, `\t`))
		case r < 4:
			g.put(`<br \/>`)
		case r < 6:
			g.html = true
			g.escaped(g.link)
			g.html = false
		default:
			g.word()
		}
		g.put(" ")
	}
	g.put("\"}\n")
}

// escaped appends the text that put appends, with its characters escaped.
func (g *generator) escaped(put func()) {
	begin := len(g.text)
	put()
	text := string(g.text[begin:])
	g.text = g.text[:begin]
	for i := range len(text) {
		switch c := text[i]; c {
		case '/', '"':
			g.text = append(g.text, '\\', c)
		case '&':
			g.put(`\u0026`)
		default:
			g.text = append(g.text, c)
		}
	}
}

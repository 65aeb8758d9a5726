package main

import (
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/extract"
)

// dangers prints a URL and, as --invalid does, what is dangerous about it.
func (p *printer) dangers(file string, m *extract.Match) {
	p.url(file, m, m.URL)
	view := p.view(false)
	for _, d := range record.Dangers(m) {
		p.caret(p.before(file, m, d.Offset), d.Warning.String(), d.Rule+view.URL(d.Detail))
	}
}

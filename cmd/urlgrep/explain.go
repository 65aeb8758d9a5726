package main

import (
	"cmp"
	"io"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/explain"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/internal/find"
)

// explainURLs explains the operands, or the lines of standard input, as URLs. It returns
// exitFound if one of them is valid.
func (p *plan) explainURLs(stdin io.Reader, out *output.Output, log *output.Messages) int {
	x := explain.New(output.NewLine(out, p.palette(out)), explain.Settings{Level: p.level, JSON: p.json, Quiet: p.quiet})
	for _, url := range p.operands {
		x.URL(url)
	}
	if len(p.operands) == 0 {
		if err := x.Lines(input.NewSource(stdin, &input.Monitor{Out: out}), cmp.Or(p.maxURL, find.DefaultMaxURL)); err != nil {
			log.Print(input.StdinName, output.Cause(err).Error())
			return exitError
		}
	}
	if x.AnyValid() {
		return exitFound
	}
	return exitNothing
}

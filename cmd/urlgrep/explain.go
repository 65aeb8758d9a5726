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
func (c *config) explainURLs(stdin io.Reader, out *output.Output, log *output.Messages) int {
	x := explain.New(output.NewLine(out, c.palette(out)), explain.Settings{Level: c.opts.Level, JSON: c.json, Quiet: c.quiet})
	for _, url := range c.operands {
		x.URL(url)
	}
	if len(c.operands) == 0 {
		if err := x.Lines(input.NewSource(stdin, &input.Monitor{Out: out}), cmp.Or(c.opts.MaxURL, find.DefaultMaxURL)); err != nil {
			log.Print(input.StdinName, output.Cause(err).Error())
			return exitError
		}
	}
	if x.AnyValid() {
		return exitFound
	}
	return exitNothing
}

package main

import (
	"errors"
	"flag"
	"strconv"
	"strings"

	"github.com/urlgrep/urlgrep/beam/internal/job"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/parse"
	"github.com/urlgrep/urlgrep/wrapper"
)

// A config has the values of the options.
type config struct {
	output, merge     string
	rangeSize         size
	options           extract.Options
	schemeless, email bool
	provision         string // address from which an engine provides what a worker needs
}

// newConfig returns a config whose fields are set by the options in flags.
func newConfig(flags *flag.FlagSet) *config {
	c := &config{rangeSize: job.DefaultRangeSize}
	o := &c.options
	flags.StringVar(&c.output, "output-dir", "", "`directory` for the output (required)")
	flags.StringVar(&c.merge, "merge", "", "check and print the output in `directory`")
	flags.Var(&c.rangeSize, "range-size", "`size` of a range, in bytes, or as in 64M")
	flags.TextVar(&o.Input, "input", extract.Auto, "`format` of the inputs: auto, text, mail, mbox or html")
	flags.StringVar(&o.Charset, "charset", "", "character `set` of text that is not UTF-8")
	flags.TextVar(&o.Kinds, "kind", extract.KindSet{}, "find only these kinds of URL: `list` as bare,angle,…")
	flags.Func("scheme", "find only these schemes: `list` as http,ftp or +data", func(list string) (err error) {
		o.Schemes, err = wrapper.ParseSchemes(list)
		return err
	})
	flags.BoolVar(&c.schemeless, "schemeless", false, "also find URLs without a scheme: www.a.com/x")
	flags.BoolVar(&c.email, "email", false, "also find e-mail addresses: user@a.com")
	flags.TextVar(&o.Level, "level", parse.Lenient, "`level` of validity: rfc1738, rfc3986 or lenient")
	flags.TextVar(&o.Rejoin, "rejoin", extract.RejoinHyphen, "`which` split URLs to rejoin: none, wrapped, hyphen or wide")
	flags.TextVar(&o.Hyphen, "hyphen", extract.HyphenKeep, "`how` to treat hyphens at line breaks: keep or drop")
	flags.BoolVar(&o.SkipQuoted, "unquoted", false, "skip text that the author of a message quotes")
	flags.BoolVar(&o.SkipSignatures, "no-signature", false, "skip signatures and the footers of mailing lists")
	flags.BoolVar(&o.AllParts, "all-parts", false, "also search attachments that are not text")
	flags.StringVar(&c.provision, "provision_endpoint", "", "`address` that an engine passes to a worker process")
	flags.String("artifact_endpoint", "", "`address` that an engine passes to a worker process")
	return c
}

// find returns what to find.
func (c *config) find() extract.Options {
	o := c.options
	if !c.schemeless && !c.email {
		return o
	}
	if o.Kinds == (extract.KindSet{}) {
		o.Kinds = extract.DefaultKinds
	}
	if c.schemeless {
		o.Kinds = o.Kinds.With(extract.Schemeless)
	}
	if c.email {
		o.Kinds = o.Kinds.With(extract.Email)
	}
	return o
}

// A size is a number of bytes, with the unit K, M or G in options.
type size int64

func (s size) String() string { return strconv.FormatInt(int64(s), 10) }

// Set parses a size.
func (s *size) Set(text string) error {
	number, shift := text, 0
	for i, unit := range []string{"K", "M", "G"} {
		if n, ok := strings.CutSuffix(text, unit); ok {
			number, shift = n, 10*(i+1)
		}
	}
	n, err := strconv.ParseInt(number, 10, 64-shift)
	if err != nil {
		return errors.New("must be a number of bytes, as in 1000000 or 64M")
	}
	*s = size(n << shift)
	return nil
}

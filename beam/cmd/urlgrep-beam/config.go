package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"

	"github.com/urlgrep/urlgrep/beam/internal/job"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/parse"
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
	flags.Func("limit", fmt.Sprintf("limit in a `list`: range=%dM is the size of a range", job.DefaultRangeSize>>20), c.setLimits)
	flags.TextVar(&o.Input, "input", extract.InputAuto, "`format` of the inputs: auto, text, mail, mbox or html")
	flags.StringVar(&o.Charset, "charset", "", "character `set` of text that is not UTF-8")
	flags.Func("kind", "find only these kinds of URL: `list` as bare,angle,…", func(list string) (err error) {
		o.Kinds, err = parseKinds(list)
		return err
	})
	flags.Func("scheme", "find only these schemes: `list` as http,ftp or +data", func(list string) (err error) {
		o.Schemes, err = extract.ParseSchemes(list)
		return err
	})
	flags.BoolVar(&c.schemeless, "schemeless", false, "also find URLs without a scheme: www.a.com/x")
	flags.BoolVar(&c.email, "email", false, "also find e-mail addresses: user@a.com")
	flags.TextVar(&o.Level, "level", parse.Lenient, "`level` of validity: rfc1738, rfc3986 or lenient")
	flags.TextVar(&o.Rejoin, "rejoin", extract.RejoinHyphen, "`list` of the split URLs to rejoin: wrapped, hyphen, wide; none; all")
	flags.TextVar((*hyphens)(&o.DropHyphens), "hyphen", hyphens(false), "`how` to treat hyphens at line breaks: keep or drop")
	flags.BoolVar(&o.SkipQuoted, "unquoted", false, "skip text that the author of a message quotes")
	flags.BoolVar(&o.SkipSignatures, "no-signature", false, "skip signatures and the footers of mailing lists")
	flags.BoolVar(&o.AllParts, "all-parts", false, "also search attachments that are not text")
	flags.StringVar(&c.provision, "provision_endpoint", "", "`address` that an engine passes to a worker process")
	flags.String("artifact_endpoint", "", "`address` that an engine passes to a worker process")
	return c
}

// former are the names that options had, and what to write now.
var former = map[string]string{"range-size": "--limit=range=N"}

// checkNames returns an error if an argument is an option by its former name.
func checkNames(args []string) error {
	for _, arg := range args {
		name, _, _ := strings.Cut(arg, "=")
		if arg == "--" {
			break
		}
		if now := former[strings.TrimLeft(name, "-")]; now != "" && strings.HasPrefix(arg, "-") {
			return fmt.Errorf("option %s is now %s", name, now)
		}
	}
	return nil
}

// setLimits sets the limits in a list of items NAME=N. There is one so far, as in urlgrep.
func (c *config) setLimits(list string) error {
	for item := range strings.SplitSeq(list, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(item), "=")
		if name != "range" {
			return fmt.Errorf("unknown limit %q: valid limits are range", name)
		}
		if err := c.rangeSize.Set(value); err != nil {
			return fmt.Errorf("range: %w", err)
		}
	}
	return nil
}

// find returns what to find.
func (c *config) find() extract.Options {
	o := c.options
	if !c.schemeless && !c.email {
		return o
	}
	if len(o.Kinds) == 0 {
		o.Kinds = extract.DefaultKinds()
	}
	if c.schemeless {
		o.Kinds = append(o.Kinds, extract.Schemeless)
	}
	if c.email {
		o.Kinds = append(o.Kinds, extract.Email)
	}
	return o
}

// parseKinds parses a list of names of kinds, separated by commas.
func parseKinds(list string) (kinds []extract.Kind, err error) {
	for name := range strings.SplitSeq(list, ",") {
		var k extract.Kind
		if name = strings.TrimSpace(name); name == "" && list == "" {
			break
		} else if err := k.UnmarshalText([]byte(name)); err != nil {
			return nil, err
		}
		kinds = append(kinds, k)
	}
	return kinds, nil
}

// hyphens is whether to drop hyphens at line breaks.
type hyphens bool

func (h hyphens) MarshalText() ([]byte, error) {
	if h {
		return []byte("drop"), nil
	}
	return []byte("keep"), nil
}

func (h *hyphens) UnmarshalText(text []byte) error {
	switch string(text) {
	case "keep", "drop":
		*h = string(text) == "drop"
		return nil
	}
	return fmt.Errorf("unknown hyphen %q: valid values are keep, drop", text)
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

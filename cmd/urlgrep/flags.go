package main

import (
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/mailbox"
	"github.com/urlgrep/urlgrep/internal/unpack"
	"github.com/urlgrep/urlgrep/parse"
	"github.com/urlgrep/urlgrep/wrapper"
)

// The groups of options, in the order of --help.
const (
	groupWhat   = "What to look for"
	groupHow    = "What to print"
	groupFiles  = "Which files, and how they are read"
	groupLimits = "Limits"
	groupOther  = "Other"
)

// flags is the table of options: the parser, permute and --help all go by it. A
// usage fits in one line of that, and the word in backquotes in it stands for the
// option's value. All that there is to say about an option is in options.txt.
func (c *config) flags() []cli.Flag {
	toggle := func(group, name, short, usage string, to *bool) cli.Flag {
		f := &cli.BoolFlag{Category: group, Name: name, Usage: usage, Destination: to}
		if short != "" {
			f.Aliases = []string{short}
		}
		return f
	}
	value := func(group, name, usage string, short ...string) cli.Flag {
		return &cli.StringFlag{Category: group, Name: name, Usage: usage, Aliases: short}
	}
	globs := func(group, name, usage string, to *[]glob) cli.Flag {
		return &cli.GenericFlag{Category: group, Name: name, Usage: usage, Value: globOption{name, to}}
	}
	list := func(group, name, usage string, to *values, short ...string) cli.Flag {
		return &cli.GenericFlag{Category: group, Name: name, Usage: usage, Aliases: short, Value: to}
	}
	return []cli.Flag{
		list(groupWhat, "regexp", "only URLs that the regular expression `RE` matches", &c.patterns, "e"),
		list(groupWhat, "file", "only URLs that one of those in `FILE` matches", &c.patternFiles, "f"),
		toggle(groupWhat, "ignore-case", "i", "regular expressions match any letter case", &c.selected.ignoreCase),
		toggle(groupWhat, "invert-match", "v", "only URLs that no regular expression matches", &c.selected.invert),
		list(groupWhat, "host", "only these hosts: `LIST` as *.a.com,b.org", &c.hosts),
		value(groupWhat, "kind", "only these kinds: `LIST` as bare,angle,…"),
		toggle(groupWhat, "schemeless", "", "also hosts without a scheme: www.a.com/x", &c.schemeless),
		toggle(groupWhat, "email", "", "also addresses: user@a.com", &c.email),
		value(groupWhat, "scheme", "only these schemes: `LIST` as http,ftp or +data"),
		value(groupWhat, "level", "`LEVEL`: rfc1738, rfc3986 or lenient (default)"),
		toggle(groupWhat, "invalid", "", "only what is not valid at the level, and why", &c.invalid),
		toggle(groupWhat, "warn", "", "only what may be dangerous to follow, and why", &c.warn),
		toggle(groupWhat, "unique", "u", "each URL once, in all files together", &c.unique),
		value(groupWhat, "rejoin", "`WHICH`: none, wrapped, hyphen (default) or wide"),
		value(groupWhat, "hyphen", "`HOW`: keep (default), drop, both or evidence"),
		toggle(groupWhat, "refang", "", "also defanged URLs: hxxp://a[.]com/x", &c.opts.Refang),
		toggle(groupWhat, "unquoted", "", "nothing that the author of a message has quoted", &c.opts.Unquoted),
		toggle(groupWhat, "no-signature", "", "no signatures, no footers of mailing lists", &c.opts.NoSignature),

		toggle(groupHow, "json", "", "one JSON object a URL", &c.json),
		toggle(groupHow, "csv", "", "one row of CSV a URL, below the names of columns", &c.csv),
		toggle(groupHow, "tsv", "", "as --csv, with tabs between cells", &c.tsv),
		toggle(groupHow, "csv-safe", "", "as --csv, and no cell is a formula", &c.csvSafe),
		value(groupHow, "format", "each URL as `TEMPLATE`: '{{.Line}} {{.URL}}'"),
		toggle(groupHow, "print0", "0", "NUL behind each URL, for xargs -0", &c.print0),
		toggle(groupHow, "defang", "", "URLs that nobody follows: hxxp://a[.]com/x", &c.defang),
		toggle(groupHow, "line-number", "n", "the line before each URL", &c.lineNumber),
		toggle(groupHow, "byte-offset", "b", "the byte offset before each URL", &c.byteOffset),
		toggle(groupHow, "with-filename", "H", "the name of the file before each URL", &c.withName),
		toggle(groupHow, "no-filename", "h", "no names of files", &c.noName),
		toggle(groupHow, "null", "Z", "a NUL behind the names of files", &c.null),
		toggle(groupHow, "count", "c", "only how many URLs each file has", &c.count),
		value(groupHow, "count-by", "how many for each `WHAT`: host, domain, year, …"),
		toggle(groupHow, "stats", "", "what there was, in numbers, on standard error", &c.stats),
		toggle(groupHow, "files-with-matches", "l", "only the names of files with URLs", &c.list),
		toggle(groupHow, "files-without-match", "L", "only the names of files without", &c.listWithout),
		value(groupHow, "max-count", "stop a file after `N` URLs", "m"),
		toggle(groupHow, "only-matching", "o", "changes nothing: no more of the lines is printed", new(bool)),
		toggle(groupHow, "pick", "", "choose on the terminal: open, copy or print", &c.pick),
		toggle(groupHow, "quiet", "q", "nothing; stop at the first URL", &c.quiet),
		toggle(groupHow, "show-lines", "", "the lines that URLs stand in, with these coloured", &c.showLines),
		value(groupHow, "after-context", "lines with URLs, and `NUM` lines behind each", "A"),
		value(groupHow, "before-context", "lines with URLs, and `NUM` lines before each", "B"),
		value(groupHow, "context", "and `NUM` lines around them; -A behind, -B before", "C"),
		value(groupHow, "color", "colours: `WHEN` is auto (default), always or never", "colour"),
		toggle(groupHow, "line-buffered", "", "write each line out at once", &c.lineBuffered),
		toggle(groupHow, "explain", "", "the arguments are URLs: take them apart", &c.explain),

		toggle(groupFiles, "recursive", "r", "the files in directories", &c.recurse),
		toggle(groupFiles, "dereference-recursive", "R", "as -r, and links are followed", &c.dereference),
		globs(groupFiles, "include", "only files that `GLOB` matches", &c.filter.files),
		globs(groupFiles, "exclude", "no files that `GLOB` matches", &c.filter.files),
		globs(groupFiles, "exclude-dir", "no directories that `GLOB` matches", &c.filter.dirs),
		list(groupFiles, "files-from", "also the files that are named in `FILE`", &c.lists),
		value(groupFiles, "input", "`FORMAT`: auto (default), text, mail, mbox or html"),
		toggle(groupFiles, "text", "a", "scan binary files as well", &c.text),
		toggle(groupFiles, "ignore-binary", "I", "pass over binary files without a note", &c.ignoreBinary),
		toggle(groupFiles, "all-parts", "", "also attachments that hold no text", &c.opts.AllParts),
		value(groupFiles, "charset", "`NAME` of what is not UTF-8 (windows-1252)"),

		value(groupLimits, "max-url", "longest URL, `N` bytes (128K)"),
		value(groupLimits, "max-lines", "most lines that a URL is broken over, `N` (2048)"),
		value(groupLimits, "max-bytes", "most that is unpacked of a file, `N` bytes (any)"),
		value(groupLimits, "max-ratio", "most that is unpacked of a byte, `N` bytes (10000)"),
		value(groupLimits, "max-window", "largest window of xz and zstd, `N` bytes (128M)"),
		value(groupLimits, "limit", "of what mail makes it hold: `LIST` as depth=N,…"),

		value(groupOther, "threads", "search `NUM` files at a time (one a processor)", "j"),
		toggle(groupOther, "no-messages", "s", "no word about files that cannot be read", &c.silent),
		value(groupOther, "progress", "how far it is: `WHEN` is auto, always or never"),
		toggle(groupOther, "verbose", "", "say what was passed over, and what is odd", &c.verbose),
		toggle(groupOther, "help", "", "this; -h alone does too", &c.help),
		value(groupOther, "help-for", "all about one `OPTION`"),
		value(groupOther, "completion", "the script for `SHELL`: bash, zsh or fish"),
		toggle(groupOther, "man", "", "the manual page: urlgrep --man | man -l -", &c.man),
		toggle(groupOther, "version", "V", "the version", &c.version),
	}
}

// init takes cli's own help option away. It is named -h as well, and is looked
// at even where HideHelp is set: every -h would show help.
func init() { cli.HelpFlag = nil }

// newApp returns the parser of the command line. It calls action with what
// that says.
func newApp(action func(*config) error) *cli.App {
	c := new(config)
	return &cli.App{
		Name:            "urlgrep",
		Flags:           c.flags(),
		HideHelp:        true,
		HideHelpCommand: true,
		HideVersion:     true,
		ExitErrHandler:  func(*cli.Context, error) {}, // else cli exits itself
		OnUsageError:    func(_ *cli.Context, err error, _ bool) error { return err },
		Action: func(ctx *cli.Context) error {
			if err := c.set(ctx); err != nil {
				return err
			}
			return action(c)
		},
	}
}

// set takes over the values that have to be read first, and the operands.
func (c *config) set(ctx *cli.Context) (err error) {
	for _, v := range []struct {
		option string
		read   func(string) error
	}{
		{"kind", c.setKinds},
		{"scheme", func(s string) (err error) { c.opts.Schemes, err = wrapper.ParseSchemes(s); return err }},
		{"level", func(s string) (err error) { c.opts.Level, err = lookup(levels, s); return err }},
		{"rejoin", func(s string) (err error) { c.opts.Rejoin, err = lookup(rejoins, s); return err }},
		{"hyphen", c.setHyphen},
		{"max-url", func(s string) (err error) { c.opts.MaxURL, err = number(s, 1, wrapper.HighestMaxURL); return err }},
		{"max-lines", func(s string) (err error) { c.opts.MaxLines, err = number(s, 1, wrapper.HighestMaxLines); return err }},
		{"max-count", func(s string) (err error) { c.max, err = number(s, 0, math.MaxInt); return err }},
		{"color", func(s string) (err error) { c.colouring, err = lookup(colourings, s); return err }},
		{"after-context", func(s string) (err error) { c.linesAfter, err = number(s, 0, math.MaxInt); return err }},
		{"before-context", func(s string) (err error) { c.linesBefore, err = number(s, 0, math.MaxInt); return err }},
		{"context", func(s string) (err error) { c.linesAround, err = number(s, 0, math.MaxInt); return err }},
		{"count-by", c.setCountBy},
		{"progress", func(s string) (err error) { c.showing, err = lookup(showings, s); return err }},
		{"format", c.setFormat},
		{"input", c.setInput},
		{"charset", c.setCharset},
		{"limit", c.setLimits},
		{"max-bytes", func(s string) (err error) { c.limits.MaxBytes, err = size(s, 1); return err }},
		{"max-ratio", c.setMaxRatio},
		{"threads", func(s string) (err error) { c.threads, err = number(s, 0, maxThreads); return err }},
		{"completion", func(s string) (err error) { c.completion, err = lookup(shells, s); return err }},
		{"help-for", func(s string) (err error) { c.helpFor, err = optionNamed(s); return err }},
		{"max-window", func(s string) (err error) { c.limits.MaxWindow, err = size(s, unpack.MinWindow); return err }},
	} {
		if !ctx.IsSet(v.option) {
			continue
		}
		if err := v.read(ctx.String(v.option)); err != nil {
			return fmt.Errorf("--%s: %w", v.option, err)
		}
	}
	if err := c.filter.set(); err != nil {
		return err
	}
	c.setContext(ctx.IsSet)
	if !ctx.IsSet("max-count") {
		c.max = math.MaxInt
	}
	switch {
	case c.selected.invert && len(c.patterns)+len(c.patternFiles)+len(c.hosts) == 0:
		return errors.New("--invert-match wants --regexp, --file or --host")
	case c.ignoreBinary && c.opts.Input != extract.Auto:
		return exclude("input", "ignore-binary") // --input=auto does not
	}
	c.operands = ctx.Args().Slice()
	if c.help {
		for _, name := range c.operands {
			if isOption(name) {
				return fmt.Errorf("--help takes no argument: --help-for=%s is about one option", name)
			}
		}
	}
	if slices.Contains(c.lists, "-") && (slices.Contains(c.operands, "-") || slices.Contains(c.patternFiles, "-")) {
		return errors.New("--files-from: standard input is read for something else as well")
	}
	c.settle()
	return nil
}

// settle does what options mean for one another.
func (c *config) settle() {
	if c.schemeless || c.email {
		kinds := c.opts.Kinds
		if kinds == (extract.KindSet{}) {
			kinds = extract.DefaultKinds
		}
		if c.schemeless {
			kinds = kinds.With(extract.Schemeless)
		}
		if c.email {
			kinds = kinds.With(extract.Email)
		}
		c.opts.Kinds = kinds
	}
	c.recurse = c.recurse || c.dereference
	if c.text && c.opts.Input == extract.Auto { // any other scans binary files as well
		c.opts.Input = extract.Text
	}
	c.setTable()
	c.selected.dangerous = c.warn
	c.opts.Invalid = c.invalid
	c.opts.NoPlace = !c.printsPlaces()
	if c.pick {
		c.noName = !c.withName
	}
}

func (c *config) setKinds(list string) error {
	for _, name := range strings.Split(list, ",") {
		kind, err := lookup(kinds, strings.TrimSpace(name))
		if err != nil {
			return err
		}
		c.opts.Kinds = c.opts.Kinds.With(kind)
	}
	return nil
}

// A choice is a name that an option may have for its value.
type choice[T any] struct {
	name  string
	value T
}

var kinds = []choice[extract.Kind]{
	{"wrapped", extract.Wrapped},
	{"angle", extract.Angle},
	{"prefixed", extract.Prefixed},
	{"bare", extract.Bare},
	{"attribute", extract.Attribute},
	{"schemeless", extract.Schemeless},
	{"email", extract.Email},
}

var levels = []choice[parse.Level]{
	{"rfc1738", parse.RFC1738},
	{"rfc3986", parse.RFC3986},
	{"lenient", parse.Lenient},
}

var rejoins = []choice[extract.Rejoin]{
	{"none", extract.RejoinNone},
	{"wrapped", extract.RejoinWrapped},
	{"hyphen", extract.RejoinHyphen},
	{"wide", extract.RejoinWide},
}

var hyphens = []choice[extract.Hyphen]{
	{"keep", extract.HyphenKeep},
	{"drop", extract.HyphenDrop},
	{"both", extract.HyphenKeep},
	{"evidence", extract.HyphenKeep},
}

var inputs = []choice[extract.Input]{
	{"auto", extract.Auto},
	{"text", extract.Text},
	{"mail", extract.Mail},
	{"mbox", extract.Mbox},
	{"html", extract.HTML},
}

func (c *config) setHyphen(s string) (err error) {
	c.both, c.byEvidence = s == "both", s == "evidence"
	c.opts.Hyphen, err = lookup(hyphens, s)
	return err
}

func (c *config) setInput(s string) (err error) {
	c.opts.Input, err = lookup(inputs, s)
	return err
}

func (c *config) setMaxRatio(s string) error {
	n, err := number(s, 1, math.MaxInt)
	c.limits.MaxRatio = int64(n)
	return err
}

func (c *config) setCharset(s string) error {
	c.opts.Charset = s
	_, err := charset.Lookup(s)
	return err
}

// limits are the bounds of what mail may make the program hold.
var limits = []struct {
	name string
	of   func(*extract.Limits) *int
}{
	{"depth", func(l *extract.Limits) *int { return &l.Depth }},
	{"parts", func(l *extract.Limits) *int { return &l.Parts }},
	{"header", func(l *extract.Limits) *int { return &l.Header }},
	{"field", func(l *extract.Limits) *int { return &l.Field }},
	{"word", func(l *extract.Limits) *int { return &l.Word }},
	{"paragraph", func(l *extract.Limits) *int { return &l.Paragraph }},
	{"tag", func(l *extract.Limits) *int { return &l.Tag }},
	{"encoded", func(l *extract.Limits) *int { return &l.Encoded }},
}

// limitNames lists the limits with their defaults.
func limitNames() string {
	list := make([]string, len(limits))
	standard := extract.Limits(mailbox.Limits{}.WithDefaults())
	for i, l := range limits {
		n, unit := *l.of(&standard), ""
		if n%1024 == 0 {
			n, unit = n/1024, "K"
		}
		list[i] = fmt.Sprintf("%s=%d%s", l.name, n, unit)
	}
	return strings.Join(list, ", ")
}

func unknownLimit(name string) error {
	names := make([]string, len(limits))
	for i, l := range limits {
		names[i] = l.name
	}
	return notIn("limit", name, limitNames(), names)
}

func (c *config) setLimits(list string) error {
next:
	for _, item := range strings.Split(list, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(item), "=")
		for _, l := range limits {
			if l.name == name {
				n, err := size(value, 1)
				if err == nil && n > extract.HighestLimit {
					err = fmt.Errorf("%s is more than %d", value, extract.HighestLimit)
				}
				if err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
				*l.of(&c.opts.Limits) = int(n)
				continue next
			}
		}
		return unknownLimit(name)
	}
	return nil
}

// maxThreads keeps the memory of all workers within some megabytes a piece of that
// of a small machine.
const maxThreads = 256

func lookup[T any](choices []choice[T], name string) (value T, err error) {
	for _, c := range choices {
		if c.name == name {
			return c.value, nil
		}
	}
	return value, unknownValue(name, choiceNames(choices))
}

func choiceNames[T any](choices []choice[T]) []string {
	names := make([]string, len(choices))
	for i, c := range choices {
		names[i] = c.name
	}
	return names
}

// number reads a number. If there is no limit (most is MaxInt), a number that int has no
// room for counts as the largest, as in grep.
func number(s string, least, most int) (int, error) {
	n, err := strconv.Atoi(s)
	if errors.Is(err, strconv.ErrRange) && n == most && most == math.MaxInt {
		err = nil
	}
	if err != nil || n < least || n > most {
		if most == math.MaxInt {
			return 0, fmt.Errorf("bad number %q: want %d or more", s, least)
		}
		return 0, fmt.Errorf("bad number %q: want %d to %d", s, least, most)
	}
	return n, nil
}

// version is that of the module, as far as the build knows it.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

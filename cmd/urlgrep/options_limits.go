package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
	"github.com/urlgrep/urlgrep/internal/find"
	"github.com/urlgrep/urlgrep/internal/mailbox"
	"github.com/urlgrep/urlgrep/internal/unpack"
)

// A limit is a name in the list of --limit.
type limit struct {
	name     string
	standard string // the default
	least    int64
	most     int64 // 0: any number
	set      func(o *limitOptions, n int64)
}

// limits are the limits in the order of the help.
var limits = []limit{
	{"url", "128K", 1, find.HighestMaxURL, func(o *limitOptions, n int64) { o.maxURL = int(n) }},
	{"lines", "2K", 1, find.HighestMaxLines, func(o *limitOptions, n int64) { o.maxLines = int(n) }},
	{"bytes", noLimit, 1, 0, func(o *limitOptions, n int64) { o.unpack.MaxBytes = n }},
	{"ratio", "10000", 1, 0, func(o *limitOptions, n int64) { o.unpack.MaxRatio = n }},
	{"window", "128M", unpack.MinWindow, 0, func(o *limitOptions, n int64) { o.unpack.MaxWindow = n }},
	{"range", "64M", 1, 0, func(o *limitOptions, n int64) { o.rangeSize = n }},
	{"depth", "64", 1, mailbox.Highest, func(o *limitOptions, n int64) { o.mail.Depth = int(n) }},
	{"parts", "10000", 1, mailbox.Highest, func(o *limitOptions, n int64) { o.mail.Parts = int(n) }},
	{"header", "256K", 1, mailbox.Highest, func(o *limitOptions, n int64) { o.mail.Header = int(n) }},
	{"field", "64K", 1, mailbox.Highest, func(o *limitOptions, n int64) { o.mail.Field = int(n) }},
	{"word", "4K", 1, mailbox.Highest, func(o *limitOptions, n int64) { o.mail.Word = int(n) }},
	{"paragraph", "64K", 1, mailbox.Highest, func(o *limitOptions, n int64) { o.mail.Paragraph = int(n) }},
	{"tag", "64K", 1, mailbox.Highest, func(o *limitOptions, n int64) { o.mail.Tag = int(n) }},
	{"encoded", "8", 1, mailbox.Highest, func(o *limitOptions, n int64) { o.mail.Encoded = int(n) }},
}

// noLimit is the argument of a limit that may be left out.
const noLimit = "none"

// limitNames lists the limits with their defaults.
func limitNames() string {
	list := make([]string, len(limits))
	for i, l := range limits {
		list[i] = l.name + "=" + l.standard
	}
	return strings.Join(list, ", ")
}

func unknownLimit(name string) error {
	names := make([]string, len(limits))
	for i, l := range limits {
		names[i] = l.name
	}
	return option.Unknown("limit", name, limitNames(), names)
}

// parse returns the number in an argument, or 0 for noLimit.
func (l *limit) parse(value string) (int64, error) {
	if value == noLimit && l.standard == noLimit {
		return 0, nil
	}
	n, err := option.ParseSize(value, l.least)
	if err == nil && l.most > 0 && n > l.most {
		err = fmt.Errorf("%s is more than %d", value, l.most)
	}
	if err != nil && l.standard == noLimit {
		err = fmt.Errorf("%w (%s is no limit)", err, noLimit)
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", l.name, err)
	}
	return n, nil
}

// setLimits sets the limits in a list.
func setLimits(o *limitOptions, list string) error {
	for item := range strings.SplitSeq(list, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(item), "=")
		i := slices.IndexFunc(limits, func(l limit) bool { return l.name == name })
		if i < 0 {
			return unknownLimit(name)
		}
		n, err := limits[i].parse(value)
		if err != nil {
			return err
		}
		limits[i].set(o, n)
	}
	return nil
}

// limitList is the [option.Value] of --limit.
type limitList struct{ of *limitOptions }

func (l limitList) Set(list string) error { return setLimits(l.of, list) }

func (l limitList) Words() []string {
	words := make([]string, len(limits))
	for i, limit := range limits {
		words[i] = limit.name + "="
	}
	return words
}

func (o *limitOptions) section() option.Section {
	return option.Section{Title: "Limits", Options: []option.Option{
		{
			Name: "limit", Arg: "LIST", Repeats: true, Rare: true, Affects: option.Read,
			Value: limitList{o},
			Usage: "limit sizes and memory: LIST as url=4K,depth=10",
			Text: `
Change limits of sizes and of memory. LIST has items NAME=N, separated by commas; N may end in K, M
or G. The names and their defaults are, for URLs:

	url=128K         bytes of a URL, at most 256M. A longer URL is
	                 skipped. One in a wrapper is first read as a bare
	                 URL up to its first line break.
	lines=2K         lines of a split URL, at most 1M. A URL in a
	                 wrapper over more lines is read as a bare URL up
	                 to its first line break. One that is rejoined at
	                 hyphens ends at the last line allowed.

for compressed files and archives:

	bytes=none       bytes that are unpacked of a file
	ratio=10000      times the size of a file that are unpacked of
	                 it, but always 1G; the size of a pipe is the
	                 number of bytes read so far
	window=128M      bytes of the dictionary of xz and the window of
	                 zstd, at least 1K. Of the files that are read at
	                 the same time, one may have more than 64M.

for mail, each at most 64M:

	depth=64         levels of parts within parts
	parts=10000      parts of a message
	header=256K      bytes of a header that are held
	field=64K        bytes of a header field that are decoded
	word=4K          bytes of an encoded word
	paragraph=64K    bytes of a paragraph of flowed text
	tag=64K          bytes of an HTML tag
	encoded=8        levels of encoded messages within messages

and for --survey:

	range=64M        bytes of the ranges into which files are cut

The text before the limit of a compressed file is searched, the rest is an error. Text of mail beyond
a limit is read as plain text. --verbose reports it, and the numbers of URLs beyond the limits.

	urlgrep --limit=url=4K,lines=8 page.html
	urlgrep --limit=bytes=1G,ratio=100 upload.zip
	urlgrep --limit=depth=10,parts=1000 INBOX
`,
		},
	}}
}

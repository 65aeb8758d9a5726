package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/find"
	"github.com/urlgrep/urlgrep/internal/mailbox"
	"github.com/urlgrep/urlgrep/internal/unpack"
)

// limits are the limits of the memory for mail.
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
	return option.Unknown("limit", name, limitNames(), names)
}

func (c *config) setLimits(list string) error {
next:
	for _, item := range strings.Split(list, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(item), "=")
		for _, l := range limits {
			if l.name == name {
				n, err := option.ParseSize(value, 1)
				if err == nil && n > mailbox.Highest {
					err = fmt.Errorf("%s is more than %d", value, mailbox.Highest)
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

func (c *config) limitSection() option.Section {
	return option.Section{Title: "Limits", Options: []option.Option{
		{
			Name: "max-url", Arg: "N", Rare: true, Affects: option.Read,
			Value: option.Number(&c.opts.MaxURL, 1, find.HighestMaxURL),
			Usage: "limit URLs to N bytes (default: 131072)",
			Text: `
Limit the length of a URL to N bytes; the default is 131072. A longer URL is skipped. A
longer URL in a wrapper is read as a bare URL up to its first line break, and skipped if
that is still too long. --verbose reports the numbers of both.

	urlgrep --max-url=4096 page.html
`,
		},
		{
			Name: "max-lines", Arg: "N", Rare: true, Affects: option.Read,
			Value: option.Number(&c.opts.MaxLines, 1, find.HighestMaxLines),
			Usage: "limit split URLs to N lines (default: 2048)",
			Text: `
Limit a split URL to N lines; the default is 2048. A URL in a wrapper that is split across
more lines is read as a bare URL up to its first line break. A bare URL that is rejoined at
hyphens ends at the last line allowed. --verbose reports their number.

	urlgrep --max-lines=8 draft.txt
`,
		},
		{
			Name: "max-bytes", Arg: "N", Rare: true, Affects: option.Read,
			Value: option.Size(&c.limits.MaxBytes, 1),
			Usage: "limit unpacked files to N bytes (default: none)",
			Text: `
Unpack at most N bytes of a compressed file or an archive. N may end in K, M or G. The
default is no limit.

	urlgrep --max-bytes=1G upload.zip
`,
		},
		{
			Name: "max-ratio", Arg: "N", Rare: true, Affects: option.Read,
			Value: option.Number(&c.limits.MaxRatio, 1, math.MaxInt),
			Usage: "limit the compression ratio to N (default: 10000)",
			Text: `
Unpack at most N times the size of a compressed file or an archive, but always up to 1 GiB.
The default is 10000, which no text reaches unless it repeats one line. The text before the
limit is searched, the rest is an error. For a pipe, the size is the number of bytes read so
far.

	urlgrep --max-ratio=100 upload.gz
`,
		},
		{
			Name: "max-window", Arg: "N", Rare: true, Affects: option.Read,
			Value: option.Size(&c.limits.MaxWindow, unpack.MinWindow),
			Usage: "limit xz and zstd windows to N (default: 128M)",
			Text: `
Limit the dictionary of xz and the window of zstd to N bytes, which bounds the memory for
unpacking. N may end in K, M or G. The default is 128M. Of the files that are read at the
same time, only one may have a window of more than 64M.

	urlgrep --max-window=1G huge.zst
`,
		},
		{
			Name: "limit", Arg: "LIST", Rare: true, Affects: option.Read,
			Value: option.Func(c.setLimits),
			Usage: "limit the memory for mail: LIST as depth=N,…",
			Text: `
Limit the memory that a message may use. LIST has items NAME=N, separated by commas; N may
end in K or M, and is at most 64M. Text beyond a limit is read as plain text, and --verbose
reports it. The names and their defaults are:

	depth=64         levels of parts within parts
	parts=10000      parts of a message
	header=256K      bytes of a header that are held
	field=64K        bytes of a header field that are decoded
	word=4K          bytes of an encoded word
	paragraph=64K    bytes of a paragraph of flowed text
	tag=64K          bytes of an HTML tag
	encoded=8        levels of encoded messages within messages

	urlgrep --limit=depth=10,parts=1000 INBOX
`,
		},
	}}
}

package main

import (
	"fmt"
	"math"
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/mailbox"
	"github.com/urlgrep/urlgrep/internal/unpack"
	"github.com/urlgrep/urlgrep/wrapper"
)

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
	return option.Unknown("limit", name, limitNames(), names)
}

func (c *config) setLimits(list string) error {
next:
	for _, item := range strings.Split(list, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(item), "=")
		for _, l := range limits {
			if l.name == name {
				n, err := option.ParseSize(value, 1)
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

func (c *config) limitSection() option.Section {
	return option.Section{Title: "Limits", Options: []option.Option{
		{
			Name: "max-url", Arg: "N", Rare: true,
			Value: option.Number(&c.opts.MaxURL, 1, wrapper.HighestMaxURL),
			Usage: "longest URL, N bytes (128K)",
			Text: `
The longest URL, in bytes; 131072 if this is not given. A longer one is none, and
passed over; in a wrapper it is taken as a bare one, up to its first line break, and
passed over if that is longer. With --verbose both are counted.

	urlgrep --max-url=4096 page.html
`,
		},
		{
			Name: "max-lines", Arg: "N", Rare: true,
			Value: option.Number(&c.opts.MaxLines, 1, wrapper.HighestMaxLines),
			Usage: "most lines that a URL is broken over, N (2048)",
			Text: `
The most lines that a URL may be broken over; 2048 if this is not given. One in a
wrapper that is broken over more is taken as a bare one, up to its first line break,
one that is joined at hyphens as far as it goes. With --verbose they are counted.

	urlgrep --max-lines=8 draft.txt
`,
		},
		{
			Name: "max-bytes", Arg: "N", Rare: true,
			Value: option.Size(&c.limits.MaxBytes, 1),
			Usage: "most that is unpacked of a file, N bytes (any)",
			Text: `
The most bytes that are unpacked of a compressed file or an archive; K, M or G may
stand behind the number. Any number is if this is not given.

	urlgrep --max-bytes=1G upload.zip
`,
		},
		{
			Name: "max-ratio", Arg: "N", Rare: true,
			Value: option.Number(&c.limits.MaxRatio, 1, math.MaxInt),
			Usage: "most that is unpacked of a byte, N bytes (10000)",
			Text: `
How many times as many bytes may be unpacked of a compressed file or an archive as it
has, once that is more than 1 GiB; 10000 if this is not given, which no text comes near
that is not one line again and again. What came before is searched, the rest is an
error. Of what comes through a pipe, it is the bytes that were read so far.

	urlgrep --max-ratio=100 upload.gz
`,
		},
		{
			Name: "max-window", Arg: "N", Rare: true,
			Value: option.Size(&c.limits.MaxWindow, unpack.MinWindow),
			Usage: "largest window of xz and zstd, N bytes (128M)",
			Text: `
The largest dictionary or window of xz and zstd, in bytes; K, M or G may stand behind
the number. It is what memory is needed for; 128M if this is not given. However many files
are read at a time, only one has a window of more than 64M.

	urlgrep --max-window=1G huge.zst
`,
		},
		{
			Name: "limit", Arg: "LIST", Rare: true,
			Value: option.Func(c.setLimits),
			Usage: "of what mail makes it hold: LIST as depth=N,…",
			Text: `
Bounds of what a message may make the program hold: NAME=N, with commas between them; K
or M may stand behind the number, which is 64M at most. What is beyond them is read as
text, and noted with --verbose. The names, and
what they are if nothing is given: depth=64 of parts in parts, parts=10000 of a
message, header=256K bytes that are held, field=64K bytes of it, word=4K bytes of an
encoded word, paragraph=64K bytes of flowed text, tag=64K bytes of HTML, encoded=8
messages that are encoded, in each other.

	urlgrep --limit=depth=10,parts=1000 INBOX
`,
		},
	}}
}

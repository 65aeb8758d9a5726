package main

import (
	"time"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/selection"
)

// dateValue returns the Value of an option for a date.
func dateValue(to *selection.Date) option.Value {
	return option.Parsed(to, func(arg string) (selection.Date, error) { return selection.ParseDate(arg, time.Now()) })
}

func (o *messageOptions) section() option.Section {
	m := &o.messages
	return option.Section{Title: "Which messages to search", Options: []option.Option{
		{
			Name: "since", Arg: "DATE", Affects: option.Found,
			Value: dateValue(&m.Since),
			Usage: "search messages of DATE or later: 2025-03-01, 2w",
			Text: `
Search only messages whose Date is DATE or later. DATE is one of these:

	2025-03-01, 2025-03, 2025  a day, a month, a year
	2025-03-01T12:00:00+01:00  a time (RFC 3339)
	today, yesterday           a day
	2w                         an age in min, h, d, w, mo or y

A date without a zone is in the local time zone. The seconds of a time may be left out. The
units are minutes, hours, days, weeks, months and years, also by their names: 2weeks. Months
and years are those of the calendar.
A message without a valid Date is not searched; --verbose and --stats count such messages.

The options of this section select messages of mail, by the fields that --json prints as
"message". If several of them are given, all must hold. A message within a message is
searched if it is selected itself, or if an outer one is: all that a selected message
contains is searched. Messages that are not selected are not decoded. Files that are not
mail are not searched; --verbose names them.

	urlgrep --since=2025-03-01 --until=2025-05 --from=anna INBOX
	urlgrep --since=2w -r ~/Mail
`,
		},
		{
			Name: "until", Arg: "DATE", Affects: option.Found,
			Value: dateValue(&m.Until),
			Usage: "search messages of DATE or earlier",
			Text: `
Search only messages whose Date is DATE or earlier, in one of the forms of --since. DATE is
included to its end: --until=2025-03 includes all of March. With an age, --until=2w selects
messages that are two weeks old or older.

	urlgrep --until=2024 archive.mbox
`,
		},
		{
			Name: "from", Arg: "TEXT", Repeats: true, Affects: option.Found,
			Value: &m.From,
			Usage: "search messages with TEXT in From: a name, address",
			Text: `
Search only messages with TEXT in the field From, decoded, which has the name and the
address of the author. Letter case does not matter (Unicode, simple case folding). If TEXT
is between slashes, it is a regular expression, as in --regexp. If the option is repeated,
one of the texts must match. --invert-match does not apply to messages.

	urlgrep --from=anna@example.org INBOX
	urlgrep --from='/@(.*\.)?example\.org>?$/' INBOX
`,
		},
		{
			Name: "subject", Arg: "TEXT", Repeats: true, Rare: true, Affects: option.Found,
			Value: &m.Subject,
			Usage: "search messages with TEXT in the Subject",
			Text: `
Search only messages with TEXT in the Subject, decoded. TEXT is as in --from.

	urlgrep --subject=invoice --subject='/^re: order [0-9]+/' INBOX
`,
		},
		{
			Name: "list", Arg: "TEXT", Repeats: true, Rare: true, Affects: option.Found,
			Value: &m.List,
			Usage: "search messages of lists with TEXT in the name",
			Text: `
Search only messages of mailing lists with TEXT in the identifier (List-Id), or without one
in the address (List-Post). TEXT is as in --from. --count-by=list prints the identifiers.

	urlgrep --list=golang-nuts INBOX
`,
		},
	}}
}

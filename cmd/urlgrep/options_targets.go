package main

import (
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
	"github.com/urlgrep/urlgrep/unwrap"
)

// Names that --unwrap accepts in addition to those of services.
const (
	allServices    = "known"
	genericService = "generic"
)

var unwraps = func() (list []option.Choice[string]) {
	for _, name := range append([]string{allServices, genericService}, unwrap.ServiceNames()...) {
		list = append(list, option.Choice[string]{Name: name, Value: name})
	}
	return list
}()

// literal returns words as lines of a literal block of an option's text.
func literal(words []string) string {
	const width = 64
	var b strings.Builder
	length := width
	for _, w := range words {
		if length += len(" ") + len(w); length > width {
			b.WriteString("\n\t")
			length = len(w)
		} else {
			b.WriteByte(' ')
		}
		b.WriteString(w)
	}
	return strings.TrimPrefix(b.String(), "\n") + "\n"
}

// addService adds one of unwraps to the services to remove.
func addService(to **unwrap.Options, name string) {
	if *to == nil {
		*to = new(unwrap.Options)
	}
	switch o := *to; name {
	case allServices:
		o.Services = append(o.Services, unwrap.ServiceNames()...)
	case genericService:
		o.Generic = true
	default:
		o.Services = append(o.Services, name)
	}
}

// knownParameters is the argument of --clean if it is omitted: no file.
const knownParameters = "known"

// cleanValue returns the Value of --clean, which may name a file of tracking parameters.
func cleanValue(to *bool, files *option.Strings) option.Value {
	return option.Func(func(file string) error {
		*to = true
		if file == knownParameters {
			return nil
		}
		if err := checkFileName(file); err != nil {
			return err
		}
		return files.Set(file)
	})
}

// targetOptions returns the options that print where URLs lead instead of the URLs.
func (o *formatOptions) targetOptions() []option.Option {
	return []option.Option{
		{
			Name: "unwrap", Arg: "LIST", Implied: allServices, Affects: option.Found,
			Value: option.AllOf(unwraps, func(name string) { addService(&o.unwrap, name) }),
			Usage: "print where rewritten URLs lead: Safe Links, …",
			Text: `
Print where a URL leads if a service has rewritten it: a mail gateway such as Safe Links or
Proofpoint, a newsletter, a search engine or a web archive. The target is printed instead of
the URL. Several services around a URL are removed one after another, up to 8. The network is
never used. A URL that is damaged, or whose target only the service knows, as that of a short
link, is printed as it is.

LIST has names of services, separated by commas: only these are removed. The name known (the
default) means all of them; generic adds services that urlgrep does not know, whose URLs have
exactly one parameter that is an http or https URL. The names are:

` + literal(unwrap.ServiceNames()) + `
The options -u, -e, -f, -v, --host, --count-by and --pick apply to the target; -n, -b and
--show-lines to the place of the URL in the text, --warn to both, and --invalid to the URL in
the text. With --json, --csv and --format, "target" is the target if it is not the URL itself,
"via" lists the services, the outermost first, and "url" and its parts are the URL in the text.

	urlgrep --unwrap -u INBOX
	urlgrep --unwrap --json INBOX | jq 'select(.via)'
`,
		},
		{
			Name: "clean", Arg: "FILE", Implied: knownParameters, Repeats: true, Rare: true, Affects: option.Found,
			Value: cleanValue(&o.clean, &o.cleanRules),
			Usage: "print URLs without tracking parameters",
			Text: `
Print URLs without tracking parameters, such as utm_source, fbclid and mc_eid. The other
parameters stay as they are, in their order. A URL with a signature, such as one with
X-Amz-Signature or sig, and a URL that a service has rewritten stay as they are: with --unwrap,
the target is cleaned. As with --unwrap, the other options apply to the cleaned URL, and --json
has it as "target".

With FILE, remove also the parameters in FILE. It has one parameter in a line, in which * is any text,
and after it the hosts that it is for, if not all; *.a.com is a.com and all hosts below it. Text after
# is a comment. FILE may also be a table of the browser extension ClearURLs (data.min.json), of which
urlPattern, rules, rawRules and exceptions are used. A regular expression of the table that is not one
of RE2 is not used, and reported to standard error. The FILE known, as when FILE is omitted, is no file;
./known is one.

	urlgrep --unwrap --clean -u INBOX
	urlgrep --clean=data.min.json INBOX
`,
		},
	}
}

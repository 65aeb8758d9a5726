package main

import (
	"fmt"
	"slices"
	"strings"
)

// An exclusion is two lists of options. None of the first is used together with one of
// the second: the output cannot have what both ask for.
type exclusion struct{ these, those []string }

// Some lists of options.
var (
	formatNames = []string{"json", "csv", "tsv", "csv-safe", "format"}
	totalNames  = []string{"count", "files-with-matches", "files-without-match"}
	lineNames   = []string{"show-lines", "after-context", "before-context", "context"}
	placeNames  = []string{"line-number", "byte-offset", "with-filename"}
	answerNames = []string{"help", "help-for", "completion", "man", "version"}
)

// exclusions are all exclusions, except those of --explain.
//
// What grep accepts is allowed, even if it has no effect: -q wins over all options, -l
// and -L over -c, and these three over options for lines and what is printed before
// them. Of options of one kind the last one wins (opposites).
var exclusions = []exclusion{
	{totalNames, formatNames},
	{totalNames, []string{"count-by", "print0", "pick"}},
	{lineNames, formatNames},
	{lineNames, []string{"count-by", "print0", "pick", "defang"}},
	{placeNames, []string{"count-by", "format"}},
	{[]string{"count-by"}, []string{"format", "print0", "pick", "defang"}},
	{[]string{"print0"}, []string{"json", "csv", "tsv", "csv-safe"}},
	{[]string{"pick"}, []string{"quiet"}},
	{[]string{"invalid"}, []string{"warn"}},
}

// explained are the options that are used with --explain, which searches nothing.
var explained = slices.Concat(answerNames, []string{"explain", "json", "quiet", "level", "max-url", "color",
	"line-buffered", "only-matching", "threads", "no-messages", "progress", "verbose"})

// excludes reports whether option a excludes b. The answers, such as --help, exclude
// each other only: they are given whatever else is there, as those of grep.
func excludes(a, b string) bool {
	switch {
	case a == b:
		return false
	case slices.Contains(answerNames, a):
		return slices.Contains(answerNames, b)
	case a == "explain" && !slices.Contains(explained, b):
		return true
	}
	return slices.ContainsFunc(exclusions, func(e exclusion) bool {
		return slices.Contains(e.these, a) && slices.Contains(e.those, b)
	})
}

// checkPairs returns an error if two of options, which are as permute returns them,
// exclude each other.
func checkPairs(options []string) error {
	for i, last := range options {
		if last == "--" {
			break
		}
		for _, first := range options[:i] {
			a, b := optionName(first), optionName(last)
			if excludes(a, b) || excludes(b, a) {
				return exclude(a, b)
			}
		}
	}
	return nil
}

// exclude returns the error for two options that exclude each other.
func exclude(a, b string) error {
	return fmt.Errorf("%s and %s exclude each other", shortest(a), shortest(b))
}

// optionName returns the name in "--name" or "--name=value".
func optionName(option string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(option, "--"), "=")
	return name
}

// shortest returns the shortest way to write an option.
func shortest(name string) string {
	o, err := optionNamed(name)
	if err != nil {
		panic(err) // all lists have names of options
	}
	return o.names[0]
}

package main

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/internal/record"
)

// optionSets returns the lists of options to read the hostile texts with. There is one
// list for each computation or output for a match, a line or a message. All lists except
// the first enable all kinds, unless they have --explain, which excludes that.
func optionSets() (sets [][]string) {
	for _, set := range []string{
		"",
		"-n", "-bHZ", "-0", "-c", "--stats", "--stats -q", "-m1000000", "--color=always -nbH", "--hyperlink=always -nbH", "--hyperlink=always --show-lines", "--sort=path --show-lines", "--sort=host --json", "--sort=-date", "--sort=url -n", "--line-buffered -h",
		"--json", "--json --defang", "--report=-", "--report=- --defang --unwrap", "--sql", "--csv", "--tsv", "--csv=safe", "--columns=url,evidence,message_subject,document_name", "--format=" + everyField(),
		"--show-lines", "--show-lines -nbH --color=always", "--show-lines --limit=url=16777216 --limit=lines=1048576",
		"-A1", "-B100", "-C3 -n",
		"--warn", "--warn -nb --color=always", "--warn --scheme=+data,javascript --known-hosts=" + os.DevNull, "--invalid", "--invalid --level=rfc1738", "--invalid --level=rfc3986 -n", "--level=rfc1738 --stats -q",
		"--host=*a*a*a*a*a*b,[!b]*", "-e (a*)*b$ -e (a|aa)+c", "-i -e EXAMPLE", "-F -w -e example", "-E -x -e .*a", "-v -e ^x", "-v -f " + os.DevNull, "-u", "-uc",
		"--same=exact --json", "--same=rfc3986 --json", "--same=whatwg --json", "--same=archive --json",
		"--kind=wrapped,angle,prefixed,bare,attribute,schemeless,email", "--scheme=+data,javascript,cid,mid,about,blob",
		"--rejoin=wide", "--rejoin=none", "--hyphen=drop --json", "--hyphen=both --defang", "--hyphen=evidence --json",
		"--refang --json", "--refang --show-lines", "--unquoted --no-signature", "--defang",
		"--input=text -a", "--input=mail --verbose", "--input=mbox --json", "--input=html --json", "--input=auto --all-parts --verbose -I", "--skip=documents --verbose", "--password=tulip --verbose", "--password=tulip --password-file=" + os.DevNull + " --json",
		"--unwrap", "--unwrap=generic --json", "--clean --unwrap -u", "--clean=testdata/rules.txt --json",
		"--json --base=https://a.example/" + strings.Repeat("b/", 2000), "--since=1990 --until=2090-12-31T12:00Z --verbose",
		"--from=/(a*)*b|./ --subject=/./ --list=a --list=/(a|aa)+c|./ --json", "--charset=koi8-r --json", "--charset=utf-16", "--charset=gb18030 --show-lines",
		"--limit=url=16777216 --limit=lines=1048576 --json",
		"--limit=depth=64M,parts=64M,header=64M,field=64M,word=64M,paragraph=64M,tag=64M,encoded=64M --json",
		"--explain", "--explain --json", "--explain --color=always",
	} {
		set := strings.Fields(set)
		if len(set) > 0 && set[0] != "--explain" {
			set = append(set, "--schemeless", "--email")
		}
		sets = append(sets, set)
	}
	for _, options := range []string{"--replace", "--diff --replace", "--diff --color=always --refang --replace"} {
		set := strings.Fields(options)
		sets = append(sets, append(set, "{{.URL}} "+everyField(), "--schemeless", "--email"))
	}
	for _, call := range formatCalls {
		sets = append(sets, []string{"--format={{" + call + "}}"})
	}
	for _, p := range properties {
		sets = append(sets, []string{"--count-by=" + p.Name})
	}
	return sets
}

// everyField returns a template with all fields of a match.
func everyField() string {
	var b strings.Builder
	methods := reflect.TypeFor[*record.Record]()
	for i := range methods.NumMethod() {
		m := methods.Method(i)
		if m.Type.NumOut() == 1 && m.Type.Out(0).Kind() != reflect.Struct {
			fmt.Fprintf(&b, "{{.%s}}", m.Name)
		}
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[record.Message]()) {
		fmt.Fprintf(&b, "{{.Message.%s}}", f.Name)
	}
	return b.String()
}

// formatCalls are calls of all functions for templates that the program defines, and of
// those functions of package text/template that take text.
var formatCalls = []string{
	"json .", "json .Text", "json .Alternatives", "sh .Text", "defang .URL", "upper .Text", "lower .Message.Subject", `join .Alternatives ","`,
	"urlquery .Text", "html .Text", "js .Text", `printf "%q" .Text`,
	`replace .Text "a" "bc"`, `trimPrefix .Text "<"`, `trimSuffix .Text ">"`,
}

// plainOptions are the options that affect what is found, read or printed, but no computation for a
// match, a line or a message. They change the output about a whole file.
var plainOptions = []string{
	"files-with-matches", "files-without-match",
	"in-place",       // changes files: see testdata/script/edit.txtar
	"pick", "action", // needs a terminal: see TestPickerBounds, TestPickerSize
}

// TestOptionSets checks that each option that affects what is found, read or printed, and each
// function of --format, is in optionSets, except plainOptions.
func TestOptionSets(t *testing.T) {
	given := make(map[string]bool)
	for _, set := range optionSets() {
		line, err := program().Parse(set)
		if err != nil {
			t.Errorf("%q: %v", set, err)
			continue
		}
		for _, g := range line.Given {
			given[g.Name] = true
		}
	}
	for o := range program().All() {
		matters := o.Affects&(option.Found|option.Read|option.Printed) != 0
		if plain := slices.Contains(plainOptions, o.Name); plain && !matters || matters && given[o.Name] == plain {
			t.Errorf("--%s must be in optionSets or in plainOptions", o.Name)
		}
	}
	for _, name := range sink.Functions() {
		if !slices.ContainsFunc(formatCalls, func(call string) bool { return strings.HasPrefix(call, name+" ") }) {
			t.Errorf("no template calls %s", name)
		}
	}
}

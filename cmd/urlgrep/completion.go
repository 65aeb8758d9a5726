package main

import (
	"fmt"
	"slices"
	"strings"
)

// A shell is what --completion writes a script for.
type shell uint8

const (
	noShell shell = iota
	bash
	zsh
	fish
)

var shells = []choice[shell]{
	{"bash", bash},
	{"zsh", zsh},
	{"fish", fish},
}

// completion returns the script that completes a command line in the shell.
func (s shell) completion() string {
	switch s {
	case bash:
		return bashCompletion(options())
	case zsh:
		return zshCompletion(options())
	}
	return fishCompletion(options())
}

// choicesOf returns what an option may have for its value, or in the list that is its
// value, if that is all there is: the names that the parser goes by.
func choicesOf(long string) []string {
	switch long {
	case "color":
		return choiceNames(colourings)
	case "completion":
		return choiceNames(shells)
	case "count-by":
		return choiceNames(properties)
	case "hyphen":
		return choiceNames(hyphens)
	case "input":
		return choiceNames(inputs)
	case "kind":
		return choiceNames(kinds)
	case "level":
		return choiceNames(levels)
	case "progress":
		return choiceNames(showings)
	case "rejoin":
		return choiceNames(rejoins)
	}
	return nil
}

// words returns what a shell may complete the value of an option to.
func (o option) words() []string {
	if o.value != "OPTION" {
		return choicesOf(o.long)
	}
	var names []string
	for _, o := range options() {
		names = append(names, o.long)
	}
	return names
}

// isList reports whether the value is a list with commas.
func (o option) isList() bool { return o.value == "LIST" }

// The scripts say what they do with a value by what stands for it: a FILE is
// completed to a file, what has words to these, and nothing else to anything.

const bashScript = `# Completes the command line of urlgrep in bash: eval "$(urlgrep --completion=bash)"
_urlgrep() {
	local cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} before= words= word IFS=$' \t\n'
	COMPREPLY=()
	for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		[[ $word == -- ]] && return
	done
	# Readline divides "--level=x" in three, but where COMP_WORDBREAKS has no "=".
	if [[ $cur == --*=* ]]; then
		option=${cur%%%%=*}= before=$option cur=${cur#*=}
	elif [[ $cur == = ]]; then
		option+== cur=
	elif [[ $option == = ]]; then
		option=${COMP_WORDS[COMP_CWORD-2]}=
	fi
	case $option in
%s	%s) ;;
	*)
		[[ $cur == -* ]] || return
		words='%s'
		;;
	esac
	if [[ $words == *,* ]]; then
		[[ $cur == *,* ]] && before+=${cur%%,*},
		words=${words//,/ } cur=${cur##*,}
		compopt -o nospace 2>/dev/null
	fi
	COMPREPLY=($(compgen -P "$before" -W "$words" -- "$cur"))
	# What has a value goes on behind the "=", and no word means no file.
	[[ $COMPREPLY == *= ]] && compopt -o nospace 2>/dev/null
	[[ $COMPREPLY ]] || compopt +o default +o bashdefault 2>/dev/null
}
complete -o default -o bashdefault -F _urlgrep urlgrep
`

func bashCompletion(list []option) string {
	var cases strings.Builder
	var all, free []string
	for _, o := range list {
		for _, name := range o.names {
			if o.value != "" && !o.optional && len(name) > 2 {
				name += "="
			}
			all = append(all, name)
		}
		if o.value == "" {
			continue
		}
		names, words := o.beforeValue(), o.words()
		switch {
		case o.value == "FILE":
			fmt.Fprintf(&cases, "\t%s) return ;;\n", strings.Join(names, " | "))
		case words == nil:
			free = append(free, names...)
		case o.isList():
			fmt.Fprintf(&cases, "\t%s) words='%s' ;;\n", strings.Join(names, " | "), strings.Join(words, ","))
		default:
			fmt.Fprintf(&cases, "\t%s) words='%s' ;;\n", strings.Join(names, " | "), strings.Join(words, " "))
		}
	}
	return fmt.Sprintf(bashScript, &cases, strings.Join(free, " | "), strings.Join(all, " "))
}

// beforeValue returns what the word before a value may be.
func (o option) beforeValue() (names []string) {
	for _, name := range o.names {
		if !o.optional {
			names = append(names, name)
		}
		if len(name) > 2 {
			names = append(names, name+"=")
		}
	}
	return names
}

const zshScript = `#compdef urlgrep
# Completes the command line of urlgrep in zsh: source <(urlgrep --completion=zsh), or as
# a file _urlgrep in a directory of $fpath
_urlgrep() {
	_arguments -s -S \
%s		'*:FILE:_files'
}
if [[ $funcstack[1] == _urlgrep ]]; then
	_urlgrep "$@"
else
	compdef _urlgrep urlgrep
fi
`

func zshCompletion(list []option) string {
	var specs strings.Builder
	names := make(map[string][]string, len(list))
	for _, o := range list {
		names[o.long] = o.names
	}
	for _, o := range list {
		not := slices.Clone(o.names)
		for _, opposite := range oppositesOf(o.long) {
			not = append(not, names[opposite]...)
		}
		for _, name := range o.names {
			spec := name
			if o.value != "" {
				spec += zshValueSign(name, o.optional)
			}
			spec += "[" + strings.NewReplacer("[", `\[`, "]", `\]`).Replace(o.usage) + "]" + o.zshValue()
			if o.repeats {
				spec = "*" + spec
			} else {
				spec = "(" + strings.Join(not, " ") + ")" + spec
			}
			fmt.Fprintf(&specs, "\t\t%s \\\n", shellQuote(spec))
		}
	}
	return fmt.Sprintf(zshScript, &specs)
}

// zshValueSign says where a value may stand: behind a letter in the same word or the
// next one, behind a name also after "=".
func zshValueSign(name string, optional bool) string {
	switch {
	case optional:
		return "=-"
	case len(name) > 2:
		return "="
	}
	return "+"
}

// zshValue returns the part of a specification that is about the value.
func (o option) zshValue() string {
	if o.value == "" {
		return ""
	}
	text := ":" + o.value + ":"
	if o.optional {
		text = ":" + text
	}
	words := strings.Join(o.words(), " ")
	switch {
	case o.value == "FILE":
		return text + "_files"
	case words == "":
		return text + " "
	case o.isList():
		return text + "_values -s , " + o.long + " " + words
	}
	return text + "(" + words + ")"
}

const fishScript = `# Completes the command line of urlgrep in fish: urlgrep --completion=fish | source
function __urlgrep_list
	set -l before (commandline -ct | string replace -r '^--[^=]*=' '' | string match -r '.*,')
	printf '%%s\n' "$before"$argv
end
%s`

func fishCompletion(list []option) string {
	var lines strings.Builder
	for _, o := range list {
		lines.WriteString("complete -c urlgrep")
		for _, name := range o.names {
			if long, ok := strings.CutPrefix(name, "--"); ok {
				lines.WriteString(" -l " + long)
			} else {
				lines.WriteString(" -s " + name[1:])
			}
		}
		words := strings.Join(o.words(), " ")
		if o.isList() && words != "" {
			words = "(__urlgrep_list " + words + ")"
		}
		switch {
		case o.value == "FILE":
			lines.WriteString(" -r")
		case o.value != "" && !o.optional:
			lines.WriteString(" -x")
		}
		if words != "" {
			lines.WriteString(" -a " + shellQuote(words))
		}
		fmt.Fprintf(&lines, " -d %s\n", shellQuote(o.usage))
	}
	return fmt.Sprintf(fishScript, &lines)
}

package option

import (
	"fmt"
	"strings"
)

// bashScript completes options, their arguments that have names, and files. It needs no
// other package.
const bashScript = `# Completes the command line of @program@ in bash: eval "$(@program@ --completion=bash)"
_@program@() {
	local cur=${COMP_WORDS[COMP_CWORD]} i=$((COMP_CWORD-1)) option before= words= word item= escape='\' IFS=$' \t\n'
	COMPREPLY=()
	for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		[[ $word == -- ]] && return
	done
	# Readline splits "--level=x" into three words, unless COMP_WORDBREAKS has no "=".
	if [[ $cur == = ]]; then
		cur= i=$COMP_CWORD
	fi
	while [[ ${COMP_WORDS[i]} == = && ${COMP_WORDS[i-1]} != -* ]] && ((i > 2)); do
		item=1 i=$((i-2)) # the value of an item in a list
	done
	option=${COMP_WORDS[i]}
	if [[ $cur == --*=* ]]; then
		option=${cur%%=*}= before=$option cur=${cur#*=}
	elif [[ $option == = ]]; then
		option=${COMP_WORDS[i-1]}=
	fi
	# "!" is for the history, unless it is quoted.
	if [[ $cur == \'* ]]; then
		cur=${cur#\'} escape=
	fi
	cur=${cur//'\!'/'!'}
	case $option in
@cases@	@free@) ;;
	*)
		[[ $cur == -* ]] || return
		words='@names@'
		;;
	esac
	if [[ $words == *,* ]]; then
		[[ $item && $cur != *,* ]] && words=
		[[ $cur == *,* ]] && before+=${cur%,*},
		words=${words//,/ } cur=${cur##*,}
		compopt -o nospace 2>/dev/null
	fi
	COMPREPLY=($(compgen -P "$before" -W "$words" -- "$cur"))
	COMPREPLY=("${COMPREPLY[@]//'!'/$escape!}")
	# An option with a value continues after "=". Without words, complete no files either.
	[[ $COMPREPLY == *= ]] && compopt -o nospace 2>/dev/null
	[[ $COMPREPLY ]] || compopt +o default +o bashdefault 2>/dev/null
}
complete -o default -o bashdefault -F _@program@ @program@
`

func (p *Program) bashCompletion() string {
	var cases strings.Builder
	var all, free []string
	for o := range p.All() {
		for _, name := range o.Names() {
			if o.Arg != "" && o.Implied == "" && isLong(name) {
				name += "="
			}
			all = append(all, name)
		}
		if o.Arg == "" {
			continue
		}
		names, words := o.beforeArg(), p.words(o)
		switch {
		case o.isFile():
			fmt.Fprintf(&cases, "\t%s) return ;;\n", strings.Join(names, " | "))
		case words == nil:
			free = append(free, names...)
		case o.isList():
			fmt.Fprintf(&cases, "\t%s) words='%s' ;;\n", strings.Join(names, " | "), strings.Join(words, ","))
		default:
			fmt.Fprintf(&cases, "\t%s) words='%s' ;;\n", strings.Join(names, " | "), strings.Join(words, " "))
		}
	}
	return strings.NewReplacer(
		"@program@", p.Name,
		"@cases@", cases.String(),
		"@free@", strings.Join(free, " | "),
		"@names@", strings.Join(all, " "),
	).Replace(bashScript)
}

// beforeArg returns the words that may precede the argument of an option.
func (o *Option) beforeArg() (names []string) {
	for _, name := range o.Names() {
		if o.Implied == "" {
			names = append(names, name)
		}
		if isLong(name) {
			names = append(names, name+"=")
		}
	}
	return names
}

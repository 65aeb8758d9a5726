# Completes the command line of grope in bash: eval "$(grope --completion=bash)"
_grope() {
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
	--kind | --kind=) words='one,two' ;;
	--color= | --colour=) words='auto always never' ;;
	-f | --file | --file=) return ;;
	--help-for | --help-for=) words='regexp kind scheme defang json csv line-number with-filename no-filename count max-count print0 context color explain quick about license invert include exclude exclude-dir file max-bytes backup help-for' ;;
	-e | --regexp | --regexp= | --scheme | --scheme= | -m | --max-count | --max-count= | -C | --context | --context= | --include | --include= | --exclude | --exclude= | --exclude-dir | --exclude-dir= | --max-bytes | --max-bytes= | --backup=) ;;
	*)
		[[ $cur == -* ]] || return
		words='-e --regexp= --kind= --scheme= --defang --json --csv -n --line-number -H --with-filename -h --no-filename -c --count -m --max-count= -0 --print0 -C --context= --color --colour --explain --quick --about --license --invert --include= --exclude= --exclude-dir= -f --file= --max-bytes= -k --backup --help-for='
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
complete -o default -o bashdefault -F _grope grope

# Completes the command line of grope in bash: eval "$(grope --completion=bash)"
_grope() {
	local cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} before= words= word IFS=$' \t\n'
	COMPREPLY=()
	for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		[[ $word == -- ]] && return
	done
	# Readline splits "--level=x" into three words, unless COMP_WORDBREAKS has no "=".
	if [[ $cur == --*=* ]]; then
		option=${cur%%=*}= before=$option cur=${cur#*=}
	elif [[ $cur == = ]]; then
		option+== cur=
	elif [[ $option == = ]]; then
		option=${COMP_WORDS[COMP_CWORD-2]}=
	fi
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
		[[ $cur == *,* ]] && before+=${cur%,*},
		words=${words//,/ } cur=${cur##*,}
		compopt -o nospace 2>/dev/null
	fi
	COMPREPLY=($(compgen -P "$before" -W "$words" -- "$cur"))
	# An option with a value continues after "=". Without words, complete no files either.
	[[ $COMPREPLY == *= ]] && compopt -o nospace 2>/dev/null
	[[ $COMPREPLY ]] || compopt +o default +o bashdefault 2>/dev/null
}
complete -o default -o bashdefault -F _grope grope

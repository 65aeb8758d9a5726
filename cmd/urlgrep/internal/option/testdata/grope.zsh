#compdef grope
# Completes the command line of grope in zsh: source <(grope --completion=zsh), or as
# a file _grope in a directory of $fpath
_grope() {
	_arguments -s -S \
		'*-e+[what matches RE]:RE: ' \
		'*--regexp=[what matches RE]:RE: ' \
		'(--kind)--kind=[these kinds: LIST as one,two]:LIST:_values -s , kind one two' \
		'(--scheme)--scheme=[these schemes]:LIST: ' \
		'(--defang)--defang[hxxp://a\[.\]b]' \
		'(--json --csv)--json[objects]' \
		'(--csv --json)--csv[rows]' \
		'(-n --line-number)-n[the line]' \
		'(-n --line-number)--line-number[the line]' \
		'(-H --with-filename -h --no-filename)-H[names]' \
		'(-H --with-filename -h --no-filename)--with-filename[names]' \
		'(-h --no-filename -H --with-filename)-h[no names]' \
		'(-h --no-filename -H --with-filename)--no-filename[no names]' \
		'(-c --count)-c[only how many]' \
		'(-c --count)--count[only how many]' \
		'(-m --max-count)-m+[stop after N]:N: ' \
		'(-m --max-count)--max-count=[stop after N]:N: ' \
		'(-0 --print0)-0[NUL]' \
		'(-0 --print0)--print0[NUL]' \
		'(-C --context)-C+[lines around]:NUM: ' \
		'(-C --context)--context=[lines around]:NUM: ' \
		'(--color --colour)--color=-[colours: WHEN is always or never]::WHEN:(auto always never)' \
		'(--color --colour)--colour=-[colours: WHEN is always or never]::WHEN:(auto always never)' \
		'(--explain)--explain[no search]' \
		'(--quick)--quick[runs quickly]' \
		'(--about)--about[about it]' \
		'(--license)--license[its license]' \
		'(--invert)--invert[the others]' \
		'*--include=[only these]:GLOB: ' \
		'*--exclude=[not these]:GLOB: ' \
		'*--exclude-dir=[not these]:GLOB: ' \
		'(-f --file)-f+[patterns in FILE]:FILE:_files' \
		'(-f --file)--file=[patterns in FILE]:FILE:_files' \
		'(--max-bytes)--max-bytes=[at most N]:N: ' \
		'(-k --backup)-k-[keep each as FILE.END]::END: ' \
		'(-k --backup)--backup=-[keep each as FILE.END]::END: ' \
		'(--help-for)--help-for=[all about OPTION]:OPTION:(regexp kind scheme defang json csv line-number with-filename no-filename count max-count print0 context color explain quick about license invert include exclude exclude-dir file max-bytes backup help-for)' \
		'*:FILE:_files'
}
if [[ $funcstack[1] == _grope ]]; then
	_grope "$@"
else
	compdef _grope grope
fi

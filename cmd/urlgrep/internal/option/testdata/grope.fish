# Completes the command line of grope in fish: grope --completion=fish | source
function __grope_list
	set -l before (commandline -ct | string replace -r '^--[^=]*=' '' | string match -r '.*,')
	printf '%s\n' "$before"$argv
end
complete -c grope -s e -l regexp -x -d 'what matches RE'
complete -c grope -l kind -x -a '(__grope_list one two)' -d 'these kinds: LIST as one,two'
complete -c grope -l scheme -x -d 'these schemes'
complete -c grope -l defang -d 'hxxp://a[.]b'
complete -c grope -l json -d 'objects'
complete -c grope -l csv -d 'rows'
complete -c grope -s n -l line-number -d 'the line'
complete -c grope -s H -l with-filename -d 'names'
complete -c grope -s h -l no-filename -d 'no names'
complete -c grope -s c -l count -d 'only how many'
complete -c grope -s m -l max-count -x -d 'stop after N'
complete -c grope -s 0 -l print0 -d 'NUL'
complete -c grope -s C -l context -x -d 'lines around'
complete -c grope -l color -l colour -a 'auto always never' -d 'colours: WHEN is always or never'
complete -c grope -l explain -d 'no search'
complete -c grope -l include -x -d 'only these'
complete -c grope -l exclude -x -d 'not these'
complete -c grope -l exclude-dir -x -d 'not these'
complete -c grope -s f -l file -r -d 'patterns in FILE'
complete -c grope -l max-bytes -x -d 'at most N'
complete -c grope -s k -l backup -d 'keep each as FILE.END'
complete -c grope -l help-for -x -a 'regexp kind scheme defang json csv line-number with-filename no-filename count max-count print0 context color explain include exclude exclude-dir file max-bytes backup help-for' -d 'all about OPTION'

# shellcheck shell=bash disable=SC2154 # deploy/test sets urlgrep, deploy and shares
# GNU parallel. Needs the Debian package parallel.
engines+=(parallel-shares parallel-workers)

missing_parallel_shares() {
	parallel --version 2>/dev/null | grep -q '^GNU parallel' || echo 'parallel is not installed'
}
run_parallel_shares() {
	JOBS=2 "$deploy/parallel/shares" "$shares" parts all -H --json "$@" && cat all
}

missing_parallel_workers() { missing_parallel_shares; }
run_parallel_workers() {
	"$urlgrep" --survey=index --limit=range=1M "$@" && JOBS=2 "$deploy/parallel/workers" index
}

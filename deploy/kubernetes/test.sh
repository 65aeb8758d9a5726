# shellcheck shell=bash disable=SC2154 # deploy/test sets urlgrep, deploy, work and shares
# Kubernetes, without a cluster: checks the files against the schema, and runs the commands in
# them as a cluster would, in another directory. Needs the Python packages kubernetes-validate
# and PyYAML, which is a dependency of it.
engines+=(kubernetes)

missing_kubernetes() {
	if ! command -v kubernetes-validate >/dev/null; then
		echo 'kubernetes-validate is not installed'
	elif ! python3 -c 'import yaml' 2>/dev/null; then
		echo 'python3 does not have PyYAML'
	fi
}

start_kubernetes() {
	mkdir "$work/bin"
	ln -s "$urlgrep" "$work/bin/urlgrep"
	ln -s "$deploy/finish" "$work/bin/finish"
	kubernetes-validate --strict "$deploy"/kubernetes/*.yaml
}

# run_container runs the command of a file for the arguments, with directories below this one.
run_container() {
	python3 -c '
import os, sys, yaml
container = yaml.safe_load(open(sys.argv[1]))["spec"]["template"]["spec"]["containers"][0]
command = [word.replace("/shares/", "") for word in container["command"]] + sys.argv[2:]
os.execvp(command[0], command)' "$deploy/kubernetes/$1" "${@:2}"
}

run_kubernetes() (
	export PATH=$work/bin:$PATH SHARES=$shares JOB_COMPLETION_INDEX
	unset URLGREP
	for JOB_COMPLETION_INDEX in $(seq 0 $((shares - 1))); do
		run_container job.yaml -H --json "$@" || [ $? = 2 ] || exit
	done
	run_container finish.yaml -H --json "$@" && cat links.jsonl
)

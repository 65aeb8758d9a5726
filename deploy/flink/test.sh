# shellcheck shell=bash disable=SC2154 # deploy/test sets urlgrep, deploy and work
# Flink: a cluster in one process, with two task managers. Needs Java 17 or later, and Maven,
# which downloads Flink. The first worker is killed, and Flink restarts its task.
engines+=(flink)

missing_flink() {
	local program
	for program in java mvn; do
		command -v "$program" >/dev/null || echo "$program is not installed"
	done | head -n 1
}

start_flink() { mvn --batch-mode --quiet --file "$deploy/flink/pom.xml" package; }

run_flink() (
	"$urlgrep" --survey=index --limit=range=1M "$@" || [ $? -le 2 ] || exit
	fail_once
	java -cp "$deploy/flink/target/urlgrep-flink.jar:$deploy/flink/target/lib/*" \
		-Dorg.slf4j.simpleLogger.defaultLogLevel=warn urlgrep.Local index parts ./failing >&2 &&
		[ -e failed ] && [ -e parts/_SUCCESS ] || exit 3
	cat parts/part-*
)

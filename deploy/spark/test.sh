# shellcheck shell=bash disable=SC2154 # deploy/test sets urlgrep and deploy
# Spark: a cluster of this machine alone, with two executors. Needs Java 17 or later, and the
# Python package pyspark. The first worker is killed, and Spark repeats its task.
engines+=(spark)

missing_spark() {
	if ! command -v java >/dev/null; then
		echo 'java is not installed'
	elif ! command -v spark-submit >/dev/null; then
		echo 'spark-submit is not installed'
	fi
}

run_spark() (
	"$urlgrep" --survey=index --limit=range=1M "$@" || [ $? -le 2 ] || exit
	fail_once
	export URLGREP=$PWD/failing SPARK_LOCAL_IP=127.0.0.1
	# For runs as short as these, the first compiler of the virtual machine is enough.
	export JDK_JAVA_OPTIONS='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC'
	spark-submit --master 'local-cluster[2,1,512]' --conf spark.executor.memory=512m \
		--conf spark.driver.bindAddress=127.0.0.1 --conf spark.ui.enabled=false \
		"$deploy/spark/urlgrep_spark.py" index parts >&2
	status=$?
	[ -e failed ] && [ -e parts/_SUCCESS ] || exit 3
	cat parts/part-*
	exit $status
)

# shellcheck shell=bash disable=SC2154 # deploy/test sets urlgrep, deploy, work and shares
# Slurm: a cluster of this machine alone, with daemons of its own that listen on the
# loopback interface and end with the test. Needs the Debian packages slurmctld, slurmd and
# munge.
engines+=(slurm)

missing_slurm() {
	local program
	for program in munged slurmctld slurmd sbatch scontrol; do
		command -v "$program" >/dev/null || echo "$program is not installed"
	done | head -n 1
}

start_slurm() {
	local slurm=$work/slurm host port=$((20000 + RANDOM % 10000))
	host=$(hostname -s)
	mkdir -m 755 "$slurm" "$slurm/state" "$slurm/spool"
	head -c 128 /dev/urandom >"$slurm/key"
	chmod 600 "$slurm/key"
	cat >"$slurm/slurm.conf" <<-END
		ClusterName=test
		SlurmctldHost=$host(127.0.0.1)
		SlurmctldPort=$port
		SlurmdPort=$((port + 1))
		CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
		AuthInfo=socket=$slurm/munge.socket,cred_expire=5
		SlurmUser=$(id -un)
		SlurmdUser=$(id -un)
		StateSaveLocation=$slurm/state
		SlurmdSpoolDir=$slurm/spool
		SlurmctldPidFile=$slurm/slurmctld.pid
		SlurmdPidFile=$slurm/slurmd.pid
		SlurmctldLogFile=$slurm/slurmctld.log
		SlurmdLogFile=$slurm/slurmd.log
		ProctrackType=proctrack/linuxproc
		TaskPlugin=task/none
		MpiDefault=none
		SelectType=select/cons_tres
		SelectTypeParameters=CR_CPU
		JobRequeue=1
		RebootProgram=/bin/false
		SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0,bf_interval=1,requeue_delay=0
		NodeName=one NodeHostname=$host NodeAddr=127.0.0.1 CPUs=2 RealMemory=1024
		PartitionName=all Nodes=one Default=YES State=UP
	END
	export SLURM_CONF=$slurm/slurm.conf
	munged --foreground --force --num-threads=2 --key-file="$slurm/key" --socket="$slurm/munge.socket" \
		--pid-file="$slurm/munged.pid" --log-file="$slurm/munged.log" --seed-file="$slurm/seed" &
	daemons+=($!)
	until [ -S "$slurm/munge.socket" ]; do sleep 0.1; done
	slurmctld -D &
	daemons+=($!)
	slurmd -D -N one &
	daemons+=($!)
	for _ in $(seq 100); do
		[ "$(sinfo --noheader --format=%t 2>/dev/null)" = idle ] && return
		sleep 0.2
	done
	echo 'no node is idle' >&2
	return 1
}

# run_slurm stops two tasks while they search. One of them is requeued, and one is cancelled.
run_slurm() (
	export URLGREP=$PWD/stopping
	cat >stopping <<-END
		#!/bin/sh
		case \$SLURM_ARRAY_TASK_ID:\$SLURM_RESTART_COUNT in
		[25]:)
			"$urlgrep" "\$@" &
			sleep 0.02
			kill -STOP \$!
			touch stopped-\$SLURM_ARRAY_TASK_ID
			wait
			;;
		esac
		exec "$urlgrep" "\$@"
	END
	chmod +x stopping
	jobs=$("$deploy/slurm/submit" "$shares" "$PWD/parts" "$PWD/all" -H --json "$@") || exit
	search=${jobs% *} finish=${jobs#* }
	until [ -e stopped-2 ]; do sleep 0.1; done
	scontrol requeue "${search}_2"
	until [ -e stopped-5 ]; do sleep 0.1; done
	scancel "${search}_5"
	while [ -n "$(squeue --noheader --jobs="$finish" --states=PENDING,RUNNING,COMPLETING)" ]; do sleep 0.2; done
	cat parts/*.log >&2
	scontrol show job "$finish" | grep -q 'ExitCode=0:0' && cat all
)

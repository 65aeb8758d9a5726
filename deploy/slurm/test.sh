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
	munged --foreground --force --key-file="$slurm/key" --socket="$slurm/munge.socket" --pid-file="$slurm/munged.pid" \
		--log-file="$slurm/munged.log" --seed-file="$slurm/seed" >"$slurm/log" 2>&1 &
	daemons+=($!)
	await [ -S "$slurm/munge.socket" ] || return 3
	slurmctld -D >>"$slurm/log" 2>&1 &
	daemons+=($!)
	slurmd -D -N one >>"$slurm/log" 2>&1 &
	daemons+=($!)
	await is_idle || return 3
}

is_idle() { [ "$(sinfo --noheader --format=%t 2>/dev/null)" = idle ]; }
has_ended() { [ -z "$(squeue --noheader --jobs="$1" --states=PENDING,RUNNING,COMPLETING)" ]; }

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
	await [ -e stopped-2 ] || exit
	scontrol requeue "${search}_2"
	await [ -e stopped-5 ] || exit
	scancel "${search}_5"
	await has_ended "$finish" || exit
	cat parts/*.log >&2
	scontrol show job "$finish" | grep -q 'ExitCode=0:0' && cat all
)

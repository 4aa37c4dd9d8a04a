#!/usr/bin/env bats
# What sluice reads of a real Slurm is so, and what it says to a real Slurm
# does what it should.  All tests share one cluster, t/slurm/up, whose nodes
# gpu01, gpu02 and gpu03 have 8, 8 and 4 GPUs.
#
# No test waits for a timeout: filters and scripts are told a later time.

bats_require_minimum_version 1.5.0
load ../check

here=$BATS_TEST_DIRNAME
cron=$here/../../share/cron

# Tells whoever runs this what is missing; with T_REAL=must that is a failure.
setup_file() {
	local c missing=

	[ "$(id -u)" -eq 0 ] || missing=' root'
	PATH=$PATH:/usr/sbin
	for c in slurmctld slurmd slurmdbd sacctmgr munged mariadbd; do
		command -v $c >/dev/null || missing="$missing $c"
	done
	if [ -n "$missing" ]; then
		[ "${T_REAL-}" != must ] || {
			echo "T_REAL=must, and missing:$missing" >&2
			return 1
		}
		skip "no real Slurm: missing:$missing"
	fi
	# Jobs of users read their configuration here.
	SLURM=$(mktemp -d)
	chmod 755 "$SLURM"
	export SLURM SLURM_CONF=$SLURM/etc/slurm.conf SLURM_BITSTR_LEN=0
	"$here/../slurm/up" "$SLURM"
}

teardown_file() {
	[ -n "${SLURM-}" ] || return 0
	"$here/../slurm/down" "$SLURM"
	rm -rf "$SLURM"
}

# Every test begins with an empty cluster and the true time.
records() {
	later=0
	mkdir later
	cat >later/date <<-'END'
	#!/bin/sh
	[ "$*" = +%s ] || exit 2
	echo $(($(/bin/date +%s) + LATER))
	END
	chmod +x later/date
}

teardown() {
	[ -n "${SLURM-}" ] || return 0
	squeue -ho %A | xargs -r scancel
	scontrol update nodename=drn01 state=resume 2>/dev/null || :
	soon nothing_left
}

nothing_left() {
	[ -z "$(squeue -h)" ]
}

# soon COMMAND...: it succeeds within 20 seconds.
soon() {
	local i

	for ((i = 0; i < 200; i++)); do
		! "$@" || return 0
		sleep 0.1
	done
	echo "in vain: $*"
	squeue
	return 1
}

# as USER COMMAND...
as() {
	setpriv --reuid="$1" --regid=nogroup --clear-groups "${@:2}"
}

# submit VARIABLE ARG...: a job that runs until it is stopped; its id.
submit() {
	local -n id=$1

	id=$(cd / && sbatch --parsable -o /dev/null "${@:2}" \
	    --wrap 'exec sleep 600')
}

# managed VARIABLE PHASE CREATED ARG...: the same, as a job of sluice: held
# when it is pending, else let in.
managed() {
	local -n managed_id=$1

	submit "$1" -H "${@:4}"
	scontrol update jobid="$managed_id" Priority=0 \
	    AdminComment="sluice:phase=$2,created=$3"
	[ "$2" = pending ] || scontrol release "$managed_id"
}

# field ID NAME...: what squeue says of a job, in JSON.
field() {
	squeue --json | jq -c --arg id "$1" --argjson f \
	    "$(printf '%s\n' "${@:2}" | jq -R . | jq -s .)" '
	.jobs[] | select((.job_id | tostring) == $id) | [.[$f[]]]'
}

# is ID STATE [REASON]: whether the job is in that state, for that reason.
is() {
	if [ $# -gt 2 ]; then
		[ "$(field "$1" job_state state_reason)" = "[\"$2\",\"$3\"]" ]
	else
		[ "$(field "$1" job_state)" = "[\"$2\"]" ]
	fi
}

# held ID: whether it waits held by an operator.
held() {
	[ "$(field "$1" job_state priority state_reason)" = \
	    '["PENDING",0,"JobHeldAdmin"]' ]
}

# memo ID: what sluice remembers of the job.
memo() {
	field "$1" admin_comment | jq -r '.[0]'
}

# remembers ID TEXT: its memo has this field.
remembers() {
	[[ ,$(memo "$1"), =~ [:,]$2, ]] || {
		echo "no $2 in the memo of $1: $(memo "$1")"
		return 1
	}
}

# Reads the cluster: the files old and nodes, at the time now.
look() {
	now=$(($(date +%s) + later + 1))
	squeue --json | qjobs -T $now >old
	scontrol -d -o show node | gpunodes >nodes
}

# step ARG...: what follows from old and nodes, in the file commands.
step() {
	qrequeue -T $now -t 10m old | qstep -T $now -N nodes "$@" |
	    qapply --to slurm --was old >commands
}

# turn ARG...: a whole turn, and status 1 when there was nothing to do.
turn() {
	look
	step "$@"
	sh -e commands
}

# idle ARG...: another turn has nothing to do.
idle() {
	look
	try step "$@"
	cat commands
	ends 1
	holds commands ''
}

# column FILE NAME JOB: a field of a record.
column() {
	awk -F '\t' -v name="$2" -v id="$3" '
	NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next }
	$1 == id { print $c }' "$1"
}

# The deadlock: 8, 4 and 4 GPUs are free.
fill() {
	submit filler -w gpu02 --gpus-per-node=4
	soon is "$filler" RUNNING
}

@test "what is free is what Slurm says is free" {
	local a b

	fill
	submit a -p all -w gpu01 --gpus-per-node=3 -c 5 --mem=7G
	submit b -p all -w mig01 --gres=gpu:a100:1,gpu:a100_3g.20gb:3
	submit b -p all -w drn01 --gpus-per-node=2
	submit b -p all -w cpu01 -c 3
	submit b -p all -w gpu03 --gpus-per-node=1 -c 3 --mem=1001M
	for a in $(seq "$filler" "$b"); do
		soon is "$a" RUNNING
	done
	scontrol update nodename=drn01 state=drain reason=test
	look
	scontrol -d -o show node >said
	awk '
	# The value of a key, up to the next blank.
	function key(name) {
		return match($0, " " name "=[^ ]*") ?
		    substr($0, RSTART + length(name) + 2,
		    RLENGTH - length(name) - 2) : ""
	}
	# Adds what a list of GPUs says to the array, by model.
	function gpus(list, sum,	part, f, i, n) {
		gsub(/\([^)]*\)/, "", list)
		n = split(list, part, ",")
		for (i = 1; i <= n; i++)
			if (split(part[i], f, ":") == 3 && f[1] == "gpu")
				sum[f[2]] += f[3]
	}
	{
		sub(/^NodeName=/, " NodeName=")
		split("", all)
		split("", used)
		gpus(key("Gres"), all)
		gpus(key("GresUsed"), used)
		dead = key("State") ~ /DRAIN|INVAL|POWERED_DOWN/
		cpu = dead ? 0 : key("CPUEfctv") - key("CPUAlloc")
		mem = key("RealMemory") - key("MemSpecLimit")
		mem = dead ? 0 : mem - key("AllocMem")
		none = 1
		for (model in all) {
			none = 0
			print key("NodeName"), model,
			    dead ? 0 : all[model] - used[model], cpu, mem
		}
		if (none)
			print key("NodeName"), "-", 0, cpu, mem
	}' said | sort >theirs
	gpunodes -c node,gpu_model,gpu,cpu,mem -H <said | awk -F '\t' '
	{
		# Memory in M, of which Slurm counts.
		m = $5 ~ /G$/ ? $5 * 1024 : $5 + 0
		print $1, $2, $3, $4, m
	}' | sort >ours
	diff -u theirs ours
	[ "$(wc -l <ours)" -eq 9 ]
	grep -q '^gpu01 a100 5 59 976832$' ours
	grep -q '^mig01 a100_3g.20gb 1 ' ours
	grep -q '^drn01 h100 0 0 0$' ours
	[ "$(column nodes state drn01)" != ready ]
	[ "$(column nodes state bad01)" != ready ]
	[ "$(column nodes state cloud01)" != ready ]
	[ "$(column nodes state gpu03)" = ready ]
}

@test "a job of all that is free runs, and one of more does not" {
	local a gpu cpu mem

	submit a -w gpu02 --gpus-per-node=3 -c 5 --mem=1001M
	soon is "$a" RUNNING
	look
	gpu=$(column nodes gpu gpu02)
	cpu=$(column nodes cpu gpu02)
	mem=$(column nodes mem gpu02)
	[ "$gpu $cpu $mem" = '5 59 998999M' ]
	submit a -w gpu02 --gpus-per-node=$((gpu + 1)) -c 1 --mem=1M
	soon is "$a" PENDING Resources
	scancel "$a"
	submit a -w gpu02 -c $((cpu + 1)) --mem=1M
	soon is "$a" PENDING Resources
	scancel "$a"
	submit a -w gpu02 -c 1 --mem=$((${mem%M} + 1))M
	soon is "$a" PENDING Resources
	scancel "$a"
	submit a -w gpu02 --gpus-per-node="$gpu" -c "$cpu" --mem="$mem"
	soon is "$a" RUNNING
	look
	[ "$(column nodes gpu gpu02)" = 0 ]
	[ "$(column nodes cpu gpu02)" = 0 ]
	[ "$(column nodes mem gpu02)" = 0 ]
}

@test "the deadlock: the small job runs when the large one has timed out" {
	local a b

	fill
	managed a pending 100 -N 2 --gpus-per-node=8
	managed b pending 200 -N 1 --gpus-per-node=8
	# What is idle would be enough, but it is not where it should be.
	turn -e quota
	soon is "$a" PENDING Resources
	remembers "$a" phase=inqueue
	held "$b"
	idle -e quota
	later=590
	idle -e quota
	later=660
	turn -e quota
	held "$a"
	remembers "$a" phase=pending
	remembers "$a" requeues=1
	remembers "$a" nb=$((now + 60))
	remembers "$b" phase=inqueue
	soon is "$b" RUNNING
	idle -e quota
}

@test "with -e placement the deadlock does not come to be" {
	local a b

	fill
	managed a pending 100 -N 2 --gpus-per-node=8
	managed b pending 200 -N 1 --gpus-per-node=8
	turn -e placement
	soon is "$b" RUNNING
	held "$a"
	idle -e placement
}

@test "an operator's hold and release" {
	local a

	managed a pending 100 --gpus-per-node=1
	look
	qset -T $now -j "$a" hold old | qapply --to slurm --was old >commands
	sh -e commands
	sh -e commands
	held "$a"
	remembers "$a" phase=held
	idle
	look
	[ "$(column old state "$a")" = held ]
	qset -T $now -j "$a" release old | qapply --to slurm --was old | sh -e
	held "$a"
	remembers "$a" phase=pending
	turn
	soon is "$a" RUNNING
}

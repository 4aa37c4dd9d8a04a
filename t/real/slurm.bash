# shellcheck shell=bash
# One real Slurm cluster for all tests of a file, t/slurm/up; what they do
# with its jobs, and with the filters.  Load ../check and real first.

top=$BATS_TEST_DIRNAME/../..

# What it takes, and the packages.
parts='squeue slurm-client
slurmctld slurmctld
slurmd slurmd
slurmdbd slurmdbd
munged munge
mariadbd mariadb-server'
PATH=$PATH:/usr/sbin

# Where anything is missing, each test says so.  Users read the configuration
# in the cluster's folder, so it is in no private one.
setup_file() {
	local command

	[ "$(id -u)" -eq 0 ] || return 0
	while read -r command _; do
		command -v "$command" >/dev/null || return 0
	done <<<"$parts"
	SLURM=$(mktemp -d)
	chmod 755 "$SLURM"
	export SLURM SLURM_CONF=$SLURM/etc/slurm.conf SLURM_BITSTR_LEN=0
	"$top/t/slurm/up" "$SLURM"
	install -m 644 "$top/share/cron/job_submit.lua" "$SLURM/etc"
}

teardown_file() {
	[ -n "${SLURM-}" ] || return 0
	"$top/t/slurm/down" "$SLURM"
	rm -rf "$SLURM"
}

# Every test begins with an empty cluster and the true time.
records() {
	local command package

	while read -r command package; do
		needs "$command" "$package"
	done <<<"$parts"
	if [ -z "${SLURM-}" ]; then
		[ "${T_REAL-}" != must ] || return 1
		skip 'only root can run a Slurm cluster'
	fi
	later=0 filler=
}

teardown() {
	[ -n "${SLURM-}" ] || return 0
	! grep -q ^JobSubmit "$SLURM_CONF" || gate none
	squeue -ho %A | xargs -r scancel
	scontrol update nodename=drn01 state=resume 2>/dev/null || :
	soon nothing_left
}

nothing_left() {
	[ -z "$(squeue -h)" ]
}

# only ID: whether it is the only job there.
only() {
	[ "$(squeue -ho %A)" = "$1" ]
}

# tasks ID TEXT: whether the tasks of the array are in these states.
tasks() {
	[ "$(squeue -hrj "$1" -o '%K %T' | sort -n)" = "$2" ]
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
	local new

	new=$(cd / && sbatch --parsable -o /dev/null "${@:2}" \
	    --wrap 'exec sleep 600')
	printf -v "$1" %s "$new"
}

# managed VARIABLE PHASE CREATED ARG...: the same, as a job of sluice: held
# when it is pending, else let in.
managed() {
	local held

	submit held -H "${@:4}"
	scontrol update jobid="$held" Priority=0 \
	    AdminComment="sluice:phase=$2,created=$3"
	[ "$2" = pending ] || scontrol release "$held"
	printf -v "$1" %s "$held"
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

# gate lua|none: what stands between users and the queue.
gate() {
	sed -i '/^JobSubmit/d' "$SLURM_CONF"
	[ "$1" = none ] || echo "JobSubmitPlugins=$1" >>"$SLURM_CONF"
	scontrol reconfigure
	soon scontrol ping >/dev/null
}

# script: the site's script, later; what it said is in the file err.
script() {
	mkdir -p clock
	cat >clock/date <<-END
	#!/bin/sh
	exec /bin/date -d "+$later seconds" "\$@"
	END
	chmod +x clock/date
	PATH=$PWD/clock:$PATH try "$top/share/cron/sluice-slurm"
	cat err
	holds out ''
}

# Reads the cluster: the files old and nodes, at the time now.
look() {
	now=${pinned-$(($(date +%s) + later + 1))}
	squeue --json | qjobs -T "$now" >old
	scontrol -d -o show node | gpunodes >nodes
}

# step ARG...: what follows from old and nodes, in the file commands.
step() {
	qrequeue -T "$now" -t 10m old | qstep -T "$now" -N nodes "$@" |
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

# decide ID=STATE...: the commands by which these jobs change to that.
decide() {
	awk -v OFS='\t' -v changes="$*" -v now="$now" '
	BEGIN {
		FS = OFS
		n = split(changes, c, /[ =]/)
		for (i = 1; i < n; i += 2)
			to[c[i]] = c[i + 1]
	}
	NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
	$1 in to {
		was = $column["state"]
		$column["state"] = to[$1]
		$column["since"] = now
		if (to[$1] == "pending" && was == "running")
			$column["preemptions"]++
		if (to[$1] == "pending" && was == "inqueue")
			$column["requeues"]++
	}
	{ print }' old | qapply --to slurm --was old >commands
}

# singles: the commands one a line, as a run may die between any two.
singles() {
	sed 's/ && /\n/g' commands
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


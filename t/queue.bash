# shellcheck shell=bash
# What the bats files of the queue share: records, and steps over them.

# The instant of a step, and the day of the times in records.
now=2026-11-30T14:00:00Z

# at TIME: the instant of the next steps.
at() {
	now=$1
}

# nodes GPUS...: the file nodes, n1 n2 ... with so many GPUs free.
nodes() {
	local gpus i=0

	echo 'node gpu' >nodes
	for gpus; do
		i=$((i + 1))
		echo "n$i $gpus" >>nodes
	done
}

# records_of FILE: standard input, a time of day like 10:00 being of that day.
records_of() {
	sed 's/ \([0-9][0-9]:[0-9][0-9]\)/ 2026-11-30T\1:00Z/g' >"$1"
}

# view FILE: job, state, nodes and reason of each record.
view() {
	awk -F '\t' '
	NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
	{ print $at["job"], $at["state"], $at["nodes"], $at["reason"] }' "$1"
}

# step ARG...: one step over the file list, which then holds what came out.  A
# second one at the same instant changes nothing.
step() {
	try qstep -T "$now" -N nodes "$@" list
	ends 0
	holds err ''
	mv out list
	try qstep -T "$now" -N nodes "$@" list
	ends 0
	diff -u --label 'one step' --label 'and a second' list out
}

# steps WANT ARG...: the same, and what the jobs are then.
steps() {
	step "${@:2}"
	view list >after
	holds after "$1"
}

# starts IDS ARG...: a step, and exactly these of all jobs run then.
starts() {
	step "${@:2}"
	view list | awk '$2 == "running" { print $1 }' >after
	# shellcheck disable=SC2086 # ids, one a line
	holds after "${1:+$(printf '%s\n' $1)}"
}

# change JOBS CHANGE: what an operator does to the jobs of the file list.
change() {
	try qset -T "$now" -j "$1" "$2" list
	ends 0
	mv out list
}

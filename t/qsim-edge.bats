#!/usr/bin/env bats
# qsim at its edges: traces that are odd, or wrong, and pipes.

load check

records() {
	printf '%s\n' 'node gpu_total' 'n1 8' 'n2 8' >nodes
	printf '%s\n' 'job created gpu runtime' 'a 0 6 100' 'b 1 8 50' \
	    'c 2 2 20' >trace
}

# seen WANT ARG...: job, state, start and end of each record, on one line.
seen() {
	try qsim -N nodes -H -o tsv -c job,state,started,ended "${@:2}"
	ends 0
	holds err ''
	tr '\t' : <out | paste -sd ' ' >line
	holds line "$1"
}

@test "faults name file, line and column, and nothing is printed" {
	printf '%s\n' 'job created gpu runtime' 'a 0 6 100' 'a 1 8 50' >list
	faults 'qsim: list:3: job: "a" is there twice' qsim -N nodes list
	printf '%s\n' 'job created gpu runtime' 'a - 6 100' 'b 1 x 50' \
	    'c 1 8 -1' >list
	faults 'qsim: list:2: created: is absent
qsim: list:3: gpu: "x" is not a count
qsim: list:4: runtime: "-1" has a sign where none is allowed' \
	    qsim -N nodes list
	printf '%s\n' 'job created gpu runtimes' 'a 0 6 1' 'b 0 6 1' >list
	faults 'qsim: list:2: runtime: no such column, and a replay needs it' \
	    qsim -N nodes list
	printf '%s\n' 'job gpu runtime' 'a 0 6' >list
	faults 'qsim: list:1: created: no such column; there are runtime, job, gpu' \
	    qsim -N nodes list
	faults 'qsim: /dev/null: no input: not even a header' \
	    qsim -N nodes /dev/null
	faults 'qsim: /dev/null: no input: not even a header' \
	    qsim -N /dev/null trace
	faults 'qsim: nowhere: No such file or directory' \
	    qsim -N nodes nowhere
}

@test "options that would do nothing are refused" {
	echo 'group share
x 1' >budgets
	for bad in '--tick 5' '--restart-cost 5' '--reserve 8' '--frozen' \
	    '--las-queues 5' '-U trace'; do
		# shellcheck disable=SC2086 # options
		try qsim -N nodes -P fairshare -B budgets $bad trace
		ends 2
		holds out ''
		says needs
	done
}

@test "a trace of nobody, in each form" {
	head -n 1 trace >list
	try qsim -N nodes -o tsv list
	ends 0
	[ "$(wc -l <out)" -eq 1 ]
	try qsim -N nodes -o json list
	ends 0
	echo | cmp - out
	gives 'job	start' qsim -N nodes --forecast -o tsv -c job,start list
}

@test "a run of no time, one for ever, and one that comes at the end of time" {
	sed -i 's/100$/0/; s/50$/9223372036854775807/' trace
	echo 'd 9223372036854775806 1 5' >>trace
	try timeout 60 qsim -N nodes -H -o tsv -c job,started,ended trace
	ends 0
	grep -qx 'a	0	0' out
	grep -qx 'b	1	-' out
	grep -qx 'c	2	22' out
	grep -q '^d	9223372036854775806	' out
}

@test "what is held, over, or never fits stays as it is" {
	printf '%s\n' 'job created gpu runtime state started ended nodes' \
	    'h 1 8 3 held - - -' 's 1 8 - succeeded 2 5 n1' \
	    'f 1 8 - failed 2 5 n1' 'n 1 9 4 - - - -' 'w 4 8 3 - - - -' >list
	seen 'h:held:-:- s:succeeded:2:5 f:failed:2:5 n:-:-:- w:succeeded:5:8' \
	    list
	try qsim -N nodes -H -o tsv -c job,reason list
	grep -qx 'n	never-fits needs 9 gpu, at most 8' out
	# No node at all.
	head -n 1 nodes >none
	try qsim -N none -H -o tsv -c job,reason trace
	holds out 'a	no-node
b	no-node
c	no-node'
}

@test "with contracts, who never fits is not waited for" {
	printf '%s\n' 'group share' 'x 1' 'y 1' >budgets
	printf '%s\n' 'job created group gpu min_runtime runtime' \
	    'a 0 x 8 90 200' 'b 30 y 16 90 100' >list
	try qsim -N nodes --contracts -B budgets -v list
	ends 0
	holds err 'qsim: 1 done, 0 stops, 7 instants, the last at 200'
}

@test "a job that runs started when it says, or else when it came to run" {
	printf '%s\n' 'node gpu_total' 'n1 8' >nodes
	printf '%s\n' 'job created gpu runtime state since started nodes' \
	    'a 0 8 100 running 1000 - n1' 'b 1030 8 10 - - - -' >list
	seen 'a:succeeded:1000:1100 b:succeeded:1100:1110' -T 1030 list
	seen 'a:stopped:1000:1030 a:succeeded:1040:1110 b:succeeded:1030:1040' \
	    -P srtf --preemptive -T 1030 list
	sed -i 's/1000 -/1000 990/' list
	seen 'a:succeeded:990:1090 b:succeeded:1090:1100' -T 1030 list
	# On a node that no record has it takes nobody's room.
	sed -i 's/n1$/m9/' list
	seen 'a:succeeded:990:1090 b:succeeded:1030:1040' -T 1030 list
}

@test "a job that was stopped at the first instant starts at a later one" {
	printf '%s\n' 'group share' 'g 1' >budgets
	printf '%s\n' 'job group created gpu min_runtime runtime state' \
	    >columns
	stopped() {
		printf '%s\n' "$(cat columns) started ended attained nodes" \
		    "a g 0 8 $1 100 pending 0 40 40 n1" >list
	}
	for least in 0 60; do
		stopped $least
		seen 'a:succeeded:41:101' list
		seen 'a:succeeded:100:160' --every 60 list
		gives $'a\t41' qsim -N nodes -H -o tsv -c job,start \
		    --forecast -T 40 list
		# With contracts there is a tick.
		seen 'a:succeeded:60:120' -B budgets --contracts list
	done
	# An arrival is an instant as well.
	echo 'b g 45 1 0 10 - - - - -' >>list
	seen 'a:succeeded:45:105 b:succeeded:45:55' list
}

@test "a queue that never comes back to where it was ends, too" {
	printf '%s\n' 'node gpu_total pool' 'n0 2 a' 'n1 2 a' 'n2 2 b' 'n3 2 b' \
	    >nodes
	printf '%s\n' 'queue timeout cooldown' 'q0 60 0' 'q1 60 60' >queues
	printf '%s\n' 'job queue created gpu state since nodes pool' \
	    'R0 q0 0 1 running 0 n0 a' 'R1 q0 0 1 running 0 n1 a' \
	    'R2 q1 0 1 running 0 n2 b' 'R3 q1 0 1 running 0 n3 b' \
	    'J1 q0 10 2 pending - - a' 'J2 q1 10 2 pending - - b' >list
	# One goes round at once, and the other's cooldown grows for ever.
	gives 'J1	never
J2	never' timeout 60 qsim -N nodes -Q queues --forecast -T 10 --backoff 2 \
	    -H -o tsv -c job,start list
}

@test "who started at this instant still counts as waiting" {
	printf '%s\n' 'group share' 'a 1' 'b 1' >budgets
	printf '%s\n' 'node cpu_total gpu_total' 'n0 2 0' >nodes
	printf '%s\n' \
	    'job group created cpu min_runtime runtime state started nodes' \
	    'R a 5 1 1 50 running 100 n0' 'B b 20 1 1 10 - - -' \
	    'A a 30 1 1 10 - - -' >list
	for how in '' --per-pool; do
		# shellcheck disable=SC2086 # options
		seen 'R:succeeded:100:150 B:succeeded:110:120 A:succeeded:100:110' \
		    -P fairshare -B budgets $how list
	done
}

@test "a full disk is told, and a closed pipe ends it" {
	[ -e /dev/full ] || skip "no /dev/full"
	for how in '' '--per-job' '--forecast -T 0'; do
		status=0
		# shellcheck disable=SC2086 # options
		qsim -N nodes $how trace >/dev/full 2>err || status=$?
		ends 2
		holds err 'qsim: standard output: No space left on device'
	done
	[ -z "${T_WRAP-}" ] || skip 'a wrapper has a status of its own'
	awk 'BEGIN {
		print "job created gpu runtime"
		for (i = 0; i < 20000; i++)
			print "j" i, i, 1 + i % 8, 1 + i % 9
	}' >long
	status=0
	(set -o pipefail; qsim -N nodes long | head -n 1 >out) || status=$?
	[ "$status" -eq 141 ]
}

@test "its runs are read by qreport, qshare and itself, in any form" {
	printf '%s\n' 'group share' 'x 1' 'y 1' >budgets
	printf '%s\n' 'node gpu_total' 'n1 8' >nodes
	printf '%s\n' 'job created group gpu min_runtime runtime' \
	    'a 0 x 8 90 200' 'b 30 y 8 100 100' >list
	for form in tsv json; do
		qsim -N nodes --contracts -B budgets -o $form list >runs
		gives '2	3	1	2400' qreport -T 300 -N nodes -H -o tsv \
		    -c jobs,runs,preemptions,gpu_seconds runs
		gives $'x\t1600\ny\t800' qshare -T 300 -N nodes -B budgets \
		    -H -o tsv -c group,used runs
		# As what was used before: y had less, and goes first.
		printf '%s\n' 'job created group gpu min_runtime runtime' \
		    'c 300 x 8 90 20' 'd 301 y 8 90 10' 'e 300 x 8 0 5' >rest
		gives $'c\t310\nd\t300\ne\t330' qsim -N nodes -T 300 \
		    -P fairshare -B budgets -U runs -H -o tsv -c job,started \
		    <(sed 's/301/300/' rest)
	done
}
